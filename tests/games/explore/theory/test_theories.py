"""The pages of the theories: every example is what it claims to be, and every case is shown."""

import re
from functools import cache, reduce
from html import unescape
from operator import xor

import pytest

from games.explore.theory.theory_pages import FIRM_HEAPS, THEORY_PAGES, TRAP_HEAPS
from games.learn.lessons.lesson_files import LessonFiles
from games.learn.lessons.models import Lesson
from solver import THEORIES, NotCoveredError, analyse, ask, classify, get_ruleset
from solver.teaching import film
from tests.games.learn.lessons.lessons import lesson
from tests.solver import oracle

SITUATIONS = {
    "safe-harbors": "normal-won normal-lost misere-won misere-lost universal set-aside",
    "nim-sum": "normal-won normal-lost misere-as-normal misere-moment misere-endgame misere-lost "
    "remainders nim-values",
    "r1": "case-1 case-2 case-3 case-4 lost-nim-sum lost-inverters refused-1 refused-2 "
    "refused-3 refused-4",
    "misere-quotient": "won lost lost-alone",
    "reduction": "strip-0 strip-1 strip-2 equal squares dominoes-1 dominoes-2 dominoes-3 "
    "silent-left silent-right duel",
    "exhaustive": "won lost won-normal lost-partizan",
}
GAMES = {
    "nim": oracle.nim,
    "subtraction:3": oracle.takes([1, 2, 3]),
    "subtraction:4": oracle.takes([1, 2, 3, 4]),
    "subtraction:{1,3,4}": oracle.takes([1, 3, 4]),
    "kayles": oracle.kayles,
    "octal:0.31": oracle.octal("0.31"),
    "octal:0.07": oracle.octal("0.07"),
    TRAP_HEAPS: oracle.heaps({1: [()], 2: [(), (1,)], 3: [(2,)], 4: [(3,)]}),
    FIRM_HEAPS: oracle.heaps({1: [()], 2: [(), (1,)], 3: [(), (1,), (2,)], 6: [(2, 2), (2, 3)]}),
    "octal:0.314": oracle.octal("0.314"),
    "octal:0.337": oracle.octal("0.337"),
    "octal:0.35": oracle.octal("0.35"),
    "partizan-kayles": oracle.partizan_kayles,
}
LOST = {"universal", "misere-endgame", "strip-2", "dominoes-1", "duel"}
EXAMPLES = [
    pytest.param(page.key, example, id=f"{page.key} {example.situation} {example.position}")
    for page in THEORY_PAGES
    for example in page.examples
]


def of(key):
    return [example for page_key, example in (p.values for p in EXAMPLES) if page_key == key]


def text(response):
    without = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))
    return unescape(without)


def sizes(example):
    return tuple(map(int, example.position.split("+")))


def search(example, convention=None):
    return oracle.Oracle(GAMES[example.ruleset], (convention or example.convention) == "misere")


def wins(example, convention=None):
    return search(example, convention).wins(sizes(example), example.to_move or None)


@cache
def value(ruleset, position):
    """The nim-value of a sum, by the definition."""
    game = oracle.Oracle(GAMES[ruleset], misere=False)
    reached = {value(ruleset, game.after(position, move)) for move in game.moves(position)}
    return next(number for number in range(len(reached) + 1) if number not in reached)


def values(example):
    return [value(example.ruleset, (size,)) for size in sizes(example)]


def kinds(example):
    """The kind of each row, from its nim-value and from who wins it alone."""
    lone = oracle.Oracle(GAMES[example.ruleset], misere=True)
    names = {
        (0, True): "null",
        (0, False): "trap",
        (1, True): "gremlin",
        (1, False): "inverter",
        (2, True): "switch",
    }
    pairs = zip(sizes(example), values(example), strict=True)
    return [names[min(nim_value, 2), lone.wins((size,))] for size, nim_value in pairs]


def test_every_theory_has_a_page_and_every_situation_an_example():
    assert [page.key for page in THEORY_PAGES] == list(SITUATIONS)
    assert set(SITUATIONS) == {theory.key for theory in THEORIES}
    for key, situations in SITUATIONS.items():
        assert {example.situation for example in of(key)} == set(situations.split())


@pytest.mark.parametrize(("key", "example"), EXAMPLES)
def test_search_agrees_with_every_example(key, example):
    expected = not ("lost" in example.situation or example.situation in LOST)
    assert wins(example) == expected or "refused" in example.situation
    asked = (example.ruleset, example.position, example.convention, example.to_move or None)
    if "refused" in example.situation:
        return
    analysis = analyse(*asked, theory=key)
    assert analysis.to_move_wins == expected
    assert oracle.found(analysis) == search(example).winning_moves(
        sizes(example), example.to_move or None
    )


@pytest.mark.parametrize("example", of("r1"), ids=lambda one: f"{one.situation} {one.position}")
def test_an_example_of_r1_is_the_case_it_shows(example):
    sort, _, number = example.situation.partition("-")
    if sort == "refused":
        with pytest.raises(NotCoveredError):
            analyse(example.ruleset, example.position, theory="r1")
        violation = classify(get_ruleset(example.ruleset), max(sizes(example))).violation
        assert (violation.condition, violation.size) == (int(number), max(sizes(example)))
        return
    found = kinds(example)
    nim_sum = reduce(xor, values(example))
    firm = {"trap", "gremlin", "switch"} & set(found)
    even = found.count("inverter") % 2 == 0
    if sort == "lost":
        assert (nim_sum == 0 and firm) if number == "nim-sum" else (not firm and not even)
        return
    deciding = {"trap", "gremlin"} & set(found) or found.count("switch") > 1
    case = 1 if deciding else (2 if even else 3) if "switch" in found else 4
    assert case == int(number)
    before, becomes, after = example.shows.partition(" becomes ")
    assert not re.search(": a (gremlin|trap)", before) or {"gremlin", "trap"} & set(found)
    steps = analyse(example.ruleset, example.position, theory="r1").steps
    assert f"r1:case-{case}" in [step.rule for step in steps]
    if becomes:
        told = " ".join(step.text for step in steps if step.rule == "r1:move")
        assert re.search(rf"{before.split()[-1]} becomes {after}\.", told)


def check_duel(example):
    """A piece of the pair is answered by the other, and a move elsewhere is answered elsewhere."""
    asked = ask(example.ruleset, example.position, example.convention, example.to_move)
    replies = [step for step in film(asked).steps if step.rule == "reduction:reply"]
    in_pair = 0
    for step in replies:
        taken = int(re.match(r"\d+>", step.data["move"])[0][:-1]) - 1
        size = asked.position[taken]
        answer = step.scene.move
        if size < 3:
            in_pair += 1
            assert "Left answers in the pair by taking" in step.text
            assert (answer.size, answer.becomes) == (3 - size, ())
        else:
            assert "answers in the pair" not in step.text
            assert asked.position.index(1) != answer.component
    assert in_pair == 1
    assert len(replies) == 3


@pytest.mark.parametrize("example", of("reduction"), ids=lambda one: one.situation)
def test_an_example_of_the_reduction_has_the_strips_it_shows(example):
    strips = sizes(example)
    squares = sum(size % 3 == 1 for size in strips)
    dominoes = sum(size % 3 == 2 for size in strips)
    if example.to_move == "left":
        named = squares + dominoes > 0
    else:
        named = dominoes > 0 or any(size % 3 == 1 and size > 1 for size in strips)
    sort, _, detail = example.situation.partition("-")
    match sort:
        case "strip":
            assert [size % 3 for size in strips] == [int(detail)]
        case "equal":
            assert squares == dominoes > 0
        case "squares":
            assert squares > dominoes
        case "dominoes":
            assert dominoes - squares == int(detail)
        case "silent":
            assert not named
            assert example.to_move == detail
        case "duel":
            assert {1, 2} < set(strips)
            assert not wins(example)
            check_duel(example)
    if wins(example):
        rules = [
            step.rule
            for step in analyse("partizan-kayles", strips, "misere", example.to_move).steps
        ]
        assert rules[-1] == ("reduction:theorem-4" if named else "reduction:silence")


@pytest.mark.parametrize("example", of("nim-sum"), ids=lambda one: one.situation)
def test_an_example_of_the_nim_sum_shows_its_moment(example):
    large = sum(nim_value > 1 for nim_value in values(example))
    paired = reduce(xor, values(example)) == 0
    match example.situation:
        case "misere-as-normal":
            assert large > 1
        case "misere-moment":
            assert large == 1
        case "misere-endgame":
            assert large == 0
            assert sum(values(example)) % 2 == 1
        case "misere-lost":
            assert large > 1
            assert paired
        case "remainders":
            assert values(example) == [size % 4 for size in sizes(example)] != list(sizes(example))
        case "nim-values":
            assert example.ruleset not in ("nim", "subtraction:3")
            assert tuple(values(example)) != sizes(example)
        case situation:
            assert situation == f"normal-{'lost' if paired else 'won'}"
    assert (example.convention == "normal") == (
        example.situation.startswith("normal") or example.situation == "nim-values"
    )


def test_the_other_examples_show_what_they_say():
    named = {example.situation: example for example in of("safe-harbors")}
    assert not wins(named["universal"], "normal")
    assert not wins(named["universal"], "misere")
    clever = search(named["set-aside"])
    assert oracle.Oracle(oracle.nim, misere=False).wins((2, 2)) is False
    assert clever.wins((1, 2, 2))
    for situation in ("normal-won", "normal-lost", "misere-won", "misere-lost"):
        assert situation.startswith(named[situation].convention)
    lost = {example.situation: example for example in of("misere-quotient")}
    assert len(sizes(lost["lost-alone"])) == 1
    with pytest.raises(NotCoveredError):
        analyse("kayles", lost["lost"].position, theory="r1")


# --- the pages ------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("page", THEORY_PAGES, ids=lambda page: page.key)
def test_a_page_says_its_theory_in_three_parts_and_lists_every_example(client, page):
    response = client.get(f"/theory/{page.key}/")
    assert response.status_code == 200
    for part in (page.applies, page.decides, page.why, page.source):
        assert part in text(response)
        sentences = part.split(". ")
        assert len(sentences) <= 3
        assert max(len(sentence.split()) for sentence in sentences) <= 28
    for number, example in enumerate(page.examples, 1):
        shown = client.get(f"/theory/{page.key}/?example={number}")
        assert example.shows in text(shown)
        assert f'href="/theory/{page.key}/?example={number}"' in response.content.decode()


@pytest.mark.django_db
def test_a_film_plays_frame_by_frame_on_the_page_of_its_theory(client):
    page = text(client.get("/theory/r1/?example=3&frame=6"))
    assert "That is case 2." in page
    html = client.get("/theory/r1/?example=3&frame=6").content.decode()
    assert "/theory/r1/?example=3&amp;frame=5" in html
    assert "/theory/r1/?example=3&amp;frame=7" in html
    part = client.get("/theory/r1/?example=3&frame=6", headers={"HX-Request": "true"})
    assert "That is case 2." in text(part)
    assert "<html" not in part.content.decode()


@pytest.mark.django_db
def test_a_refusal_names_its_witness(client):
    page = text(client.get("/theory/r1/?example=8"))
    assert "a row of 5 is a higher switch" in page
    page = text(client.get("/theory/r1/?example=9"))
    assert "no gremlin can become a null" in page


@pytest.mark.django_db
def test_another_position_leads_to_its_film_or_is_refused_in_a_sentence(client):
    response = client.get("/theory/reduction/?example=5&position=7 5 3")
    assert response.status_code == 302
    address = "/explore/partizan-kayles/7+5+3/?convention=misere&turn=right&theory=reduction"
    assert response.url == address
    refused = client.get("/theory/reduction/?example=5&position=seven")
    assert refused.status_code == 422
    assert "seven" in text(refused)
    assert 'value="seven"' in refused.content.decode()
    assert "Too many squares" in text(refused)


@pytest.mark.django_db
@pytest.mark.parametrize(("asked", "shown"), [("0", 0), ("99", -1), ("x", 0), ("²", 0)])
def test_an_example_that_is_not_there_is_the_nearest(client, asked, shown):
    page = client.get("/theory/exhaustive/", {"example": asked, "frame": asked})
    assert of("exhaustive")[shown].shows in text(page).split("Case by case")[0]


@pytest.mark.django_db
def test_there_is_no_page_of_another_theory(client):
    assert client.get("/theory/astrology/").status_code == 404


@pytest.mark.django_db
def test_the_quotient_lists_the_rows_of_kayles_that_are_lost_alone(client):
    html = client.get("/theory/misere-quotient/").content.decode()
    rows = re.findall(r'<th scope="row">(\d+)</th>(.*?)</tr>', html, re.DOTALL)
    assert [int(size) for size, _ in rows] == list(range(1, 25))
    lone = oracle.Oracle(oracle.kayles, misere=True)
    lost = [int(size) for size, cells in rows if "✗ loses" in cells]
    assert lost[:4] == [n for n in range(1, 15) if not lone.wins((n,))] == [1, 4, 9, 12]
    assert lost == [1, 4, 9, 12, 20]


@pytest.mark.django_db
def test_a_theory_is_two_clicks_from_every_page_and_one_from_its_film(client):
    assert 'href="/theory/"' in client.get("/").content.decode()
    index = client.get("/theory/").content.decode()
    for page in THEORY_PAGES:
        assert f'href="/theory/{page.key}/"' in index
    explored = client.get("/explore/kayles/4+3+1/?theory=r1").content.decode()
    assert 'href="/theory/r1/"' in explored


def test_each_theory_is_introduced_where_its_word_is_used_first():
    lessons = sorted(LessonFiles().read().values(), key=lambda content: content["number"])
    for page in THEORY_PAGES:
        using = [
            content["slug"]
            for content in lessons
            if page.word in " ".join(str(content).replace("*", "").replace("\\n", " ").split())
        ]
        assert using[0] == page.lesson, page.key


@pytest.mark.django_db
def test_a_theory_and_the_lesson_that_introduces_it_lead_to_each_other(client):
    assert "Introduced in" not in text(client.get("/theory/r1/"))
    lesson(slug="four-kinds")
    shown = client.get("/theory/r1/")
    assert Lesson.objects.get().title in text(shown)
    assert 'href="/learn/four-kinds/"' in shown.content.decode()
    assert 'href="/theory/r1/"' in client.get("/learn/four-kinds/").content.decode()


@pytest.mark.django_db
def test_the_list_of_theories_leads_to_the_proofs_of_published_lessons(client):
    proof = {
        "kind": "order",
        "title": "Copy her",
        "text": "Number them.",
        "ruleset": "nim",
        "convention": "normal",
        "sentences": [{"name": name, "says": "It is so."} for name in "abc"],
    }
    lesson(proof)
    lesson(proof | {"title": "Not yet"}, number=2, slug="a-draft", state="draft")
    page = client.get("/theory/").content.decode()
    assert '<a href="/learn/a-lesson/1/">Copy her</a>' in page
    assert "Not yet" not in page


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "is_linked"),
    [
        ("/theory/misere-quotient/", True),
        ("/maps/kayles/", True),
        ("/explore/kayles/9+7+4/?convention=misere&theory=misere-quotient", True),
        ("/explore/kayles/3+2/?convention=misere&theory=r1", False),
        ("/theory/r1/", False),
    ],
)
def test_where_letters_are_named_a_link_leads_to_every_element(client, address, is_linked):
    page = client.get(address).content.decode()
    link = 'href="/lab/quotients/kayles/"'
    assert (link in page) is is_linked
    if is_linked:
        elements = client.get("/lab/quotients/kayles/").content.decode()
        assert "is worth one of 40" in elements
