"""Every item of the four sources under its address: what it says is so on its boards."""

import html
import json
import re
import subprocess
import sys
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from games.explore.theory.papers import papers
from games.learn.lessons.models import Lesson, Step, Track
from games.learn.puzzles.models import PuzzleSet
from solver import checker, get_ruleset, parse_position
from solver.teaching import ERRATA

ITEMS = [item for paper in papers().values() for item in paper.items]
BY_ADDRESS = pytest.mark.parametrize("item", ITEMS, ids=lambda item: f"{item.paper}/{item.item}")


@cache
def wins(key, rows, convention, player):
    """Whether whoever moves wins, from the rules alone; *player* is None if both move alike."""
    rules = get_ruleset(key)
    after = {tuple(sorted(move.apply(rows))) for move in rules.legal_moves(rows, player)}
    if not after:
        return convention == "misere"
    other = player.other if player else None
    return any(not wins(key, left, convention, other) for left in after)


def outcome(key, rows, convention):
    from solver import Player

    rules = get_ruleset(key)
    if not rules.partizan:
        return "N" if wins(key, rows, convention, None) else "P"
    first = wins(key, rows, convention, Player.LEFT), wins(key, rows, convention, Player.RIGHT)
    return {(True, True): "N", (False, False): "P", (True, False): "L", (False, True): "R"}[first]


def read(client, address):
    page = client.get(address)
    assert page.status_code == 200
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page.content.decode())))


@pytest.mark.parametrize("item", [item for item in ITEMS if item.boards], ids=lambda one: one.item)
def test_what_an_item_says_of_its_boards_is_so_by_search(item):
    for board in item.boards:
        rows = parse_position(board.position)
        assert outcome(board.ruleset, rows, board.convention) == board.outcome, board


@pytest.mark.django_db
@BY_ADDRESS
def test_every_address_says_the_item_with_its_boards_and_how_to_cite_it(client, item):
    text = read(client, f"/sources/{item.paper}/{item.item}/")
    assert item.title in text
    assert re.sub(r"\s+", " ", item.statement) in text
    assert f"http://testserver/sources/{item.paper}/{item.item}/" in text
    assert "@" in text.partition("To cite it")[2]
    for board in item.boards:
        assert f"{get_ruleset(board.ruleset).name} {board.position.replace('+', ' + ')}" in text
        assert f"({board.outcome})." in text
        assert board.command in text


PUBLISHED = {
    "r1-note": """
        move normal-game misere-game nim misere-project component component-scheme nim-value
        null inverter trap switch values-of-kinds switch-becomes higher-inverter gremlin
        higher-switch r1-game case-1 case-2 case-3 case-4 losing-positions no-way-between
        always-a-way-back nim-is-r1 kayles
        """,
    "partizan-kayles": """
        kayles partizan-kayles domineering figure-1 options figure-2 zero-is-n conjugate
        domination reversibility canonical-form only-zero universe misere-monoid dead-ending
        lemma-1 corollary-1 number-avoidance lemma-2 corollary-2 corollary-3 by-hand lemma-3
        theorem-1 as-many theorem-2 corollary-4 corollary-5 monoid theorem-3 theorem-4 inverse
        conjecture counterexample questions
        """,
    "nimble-strategy": """
        thirteen-lights marienbad safe-harbor divisor complement one-row-win one-row-lose
        final-frame equal-rows two-rows-lose take-all two-two one-two-three family
        five-six-seven table laundry-room reversal formula out-of-a-harbor
        back-within-the-frame one-more-large-row the-end odd-ones
        """,
    "encyclopedia": """
        sample-play program theorem laws-of-nim-sum change-of-the-sum lemma-1 lemma-2 misere
        subtraction-game all-zero one-heap
        """,
}
"""The statements that had a page before each had its own; people may have cited them."""


def test_an_address_that_may_have_been_cited_stays():
    for key, items in PUBLISHED.items():
        assert set(items.split()) <= set(papers()[key].by_key)


@pytest.mark.django_db
def test_a_film_shows_why_and_goes_from_frame_to_frame(client):
    filmed = [item for item in ITEMS if any(board.theory for board in item.boards)]
    assert len(filmed) > 25
    case = next(item for item in filmed if item.item == "case-3")
    first = read(client, case.get_absolute_url())
    second = read(client, f"{case.get_absolute_url()}?frame=2")
    assert "Why" in first
    assert first != second


@pytest.mark.django_db
def test_a_page_of_a_source_lists_its_items_in_order_and_counts_what_is_proved(client):
    index = read(client, "/sources/")
    for paper in papers().values():
        page = client.get(f"/sources/{paper.key}/").content.decode()
        links = re.findall(rf'href="/sources/{paper.key}/([^/"]+)/"', page)
        assert links == [item.item for item in paper.items]
        proved = sum(item.how == "proved" for item in paper.items)
        assert f"{len(paper.items)} statements: {proved} proved" in index
    assert client.get("/sources/nowhere/").status_code == 404
    assert client.get("/sources/r1-note/nothing/").status_code == 404
    assert 'href="/sources/"' in client.get("/theory/").content.decode()


def test_every_mistake_in_print_hangs_on_an_item_of_its_source():
    named = {erratum.key for item in ITEMS for erratum in item.errata}
    assert named >= {one.key for one in ERRATA} - {"octal-035", "words", "zero-or-one"} - ABOUT_ALL
    assert len({(item.paper, item.item) for item in ITEMS}) == len(ITEMS)


ABOUT_ALL = {"one-row", "canonical-form", "no-line"}
"""Mistakes in a sentence between the items."""


@pytest.mark.django_db
def test_an_item_leads_to_the_published_step_that_teaches_it_and_to_no_draft(client):
    track = Track.objects.create(slug="rows", order=1, title="Rows")
    lesson = Lesson.objects.create(
        slug="thirteen-lights", number=1, title="Thirteen lights", track=track, state="published"
    )
    title = "Your friend lets you choose"
    Step.objects.create(lesson=lesson, order=1, kind="tell", title=title, text="Begin.")
    page = client.get("/sources/nimble-strategy/thirteen-lights/").content.decode()
    assert 'href="/learn/thirteen-lights/1/"' in page
    assert title in page
    Lesson.objects.update(state="draft")
    assert title not in client.get("/sources/nimble-strategy/thirteen-lights/").content.decode()


SQUARES = list(product(range(5), repeat=2))


def sum_of(squares, dominoes):
    return "partizan-kayles", (1,) * squares + (2,) * dominoes, "misere"


def test_theorem_2_holds_for_up_to_four_squares_and_dominoes():
    """As its item says it."""
    for k, j in product(range(1, 5), repeat=2):
        said = "N" if k == j else "R" if k > j else {0: "N", 1: "R", 2: "P"}[(k + 2 * j) % 3]
        assert outcome(*sum_of(k, j)) == said, (k, j)


def test_theorem_1_holds_beside_up_to_four_squares_and_dominoes():
    for n in range(3, 9):
        k, rest = divmod(n, 3)
        squares, dominoes = {0: (k, k), 1: (k + 1, k), 2: (k, k + 1)}[rest]
        for more, others in product(range(3), repeat=2):
            key, beside, convention = sum_of(more, others)
            strip = tuple(sorted((n, *beside)))
            split = sum_of(squares + more, dominoes + others)[1]
            assert outcome(key, strip, convention) == outcome(key, split, convention), (n, beside)


def test_the_statements_of_the_article_hold():
    """Bouton's theorem, the change for misère play, and one heap with a maximum."""
    for rows in product(range(5), repeat=3):
        heaps = tuple(sorted(filter(None, rows)))
        nim_sum = rows[0] ^ rows[1] ^ rows[2]
        assert (outcome("nim", heaps, "normal") == "N") == (nim_sum != 0)
        ones = max(heaps, default=0) < 2
        misere = len(heaps) % 2 == 0 if ones else nim_sum != 0
        assert (outcome("nim", heaps, "misere") == "N") == misere, heaps
    for k, n in product(range(1, 5), range(1, 16)):
        key = f"subtraction:{k}"
        assert (outcome(key, (n,), "normal") == "P") == (n % (k + 1) == 0)
        assert (outcome(key, (n,), "misere") == "P") == (n % (k + 1) == 1)


def test_the_source_files_are_named_by_their_keys():
    folder = Path(__file__).parents[4] / "games" / "content" / "sources"
    assert sorted(path.stem for path in folder.glob("*.yaml")) == sorted(papers())


@pytest.mark.django_db
def test_a_certificate_proves_every_board_of_an_item_to_the_program_beside_it(client, tmp_path):
    program = tmp_path / "checker.py"
    program.write_bytes(client.get("/sources/checker.py").content)
    assert program.read_text() == Path(checker.__file__).read_text()
    files = []
    for item in ITEMS:
        address = f"{item.get_absolute_url()}certificate.jsonl"
        page = client.get(item.get_absolute_url()).content.decode()
        if not item.boards:
            assert client.get(address).status_code == 404
            assert "certificate" not in page
            continue
        assert f'href="{address}"' in page
        response = client.get(address)
        name = response["Content-Disposition"].split('"')[1]
        assert f"python checker.py {name}" in page
        lines = [json.loads(line) for line in response.content.decode().splitlines()]
        told = [(one["ruleset"], one["convention"], one["outcome"]) for one in lines]
        assert told == [(one.ruleset, one.convention, one.outcome) for one in item.boards]
        (tmp_path / name).write_bytes(response.content)
        files.append(name)
    assert len(files) > 50
    done = subprocess.run(
        [sys.executable, "-I", program, *files],
        check=False,
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == len(files)


@pytest.mark.django_db
def test_to_practise_are_the_sets_of_the_lessons_in_which_something_is_to_do(client):
    track = Track.objects.create(slug="rows", order=1, title="Rows")
    for number, slug in enumerate(("thirteen-lights", "kayles", "two-rows"), 1):
        Lesson.objects.create(slug=slug, number=number, title=slug, track=track, state="published")
        PuzzleSet.objects.create(
            state="published",
            slug=slug,
            title=f"Set of {slug}",
            note="Play them.",
            lesson=number,
            order=number,
        )
    text = read(client, "/sources/r1-note/move/")
    assert "To practise" in text
    assert re.search("Set of thirteen-lights *: Play them.", text)
    assert "Set of kayles" in text
    assert "Set of two-rows" not in text
    Lesson.objects.filter(slug="kayles").update(state="draft")
    assert "Set of kayles" not in read(client, "/sources/r1-note/move/")
