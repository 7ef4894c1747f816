"""The conditions of R1, switched on and off: the smallest game, and a row of one's own."""

import re
from html import unescape
from itertools import combinations

import pytest

from games.explore.lab.claims.conditions import PROVED, Laboratory
from games.play.models import Match
from games.templatetags.lab import experiment_of
from solver import answer, ask
from solver.errata.small_games import SmallGames
from solver.teaching import ERRATA, OCTAL, WRITTEN

from ...learn.lessons.lessons import TELL, lesson
from ..test_explore import text

pytestmark = pytest.mark.django_db
PAGE = "/lab/conditions/"
STATES = ["".join(on) for number in range(5) for on in combinations("1234", number)]


def switched(page):
    """Whether each condition is on."""
    return dict(re.findall(r"Condition (\d): (on|off)", text(page)))


def turn(client, page, ident):
    """Follow the switch or the choice with this id."""
    link = re.search(rf'id="{ident}"\s+href="([^"]*)"', page.content.decode())[1]
    return client.get(link.replace("&amp;", "&"))


def test_it_begins_without_the_fourth_condition_as_the_note_was_printed(client):
    page = client.get(PAGE)
    assert switched(page) == {"1": "on", "2": "on", "3": "on", "4": "off"}
    said = text(page)
    assert "The smallest game that R1 without condition 4 gets wrong" in said
    assert "R1 without condition 4 calls this a losing position, but it is a winning one." in said
    assert "The heap of 4 breaks condition 4." in said
    assert (
        "Each may become nothing or one smaller heap. In the errata a heap may become two." in said
    )
    octal = text(client.get(PAGE, {"game": "octal"}))
    assert "Smallest means the shortest row at which R1 breaks down" in octal
    assert "4 nothing or 3 1 gremlin" in said


@pytest.mark.parametrize("on", STATES)
def test_each_state_shows_the_game_that_belongs_to_it(client, on):
    page = client.get(PAGE, {"on": on})
    assert {number for number, state in switched(page).items() if state == "on"} == set(on)
    said = text(page)
    for key, among in (("heaps", WRITTEN), ("octal", OCTAL)):
        found = [one for one in among if str(one.condition) not in on]
        said = text(client.get(PAGE, {"on": on, "game": key}))
        if not found:
            assert on == "1234"
            assert "With all four conditions, R1 is never wrong" in said
            continue
        weakness = found[0]
        kinds = ("winning", "losing")
        called, is_so = kinds if weakness.called_won else kinds[::-1]
        assert f"calls this a {called} position, but it is a {is_so} one." in said
        assert f"breaks condition {weakness.condition}." in said
        analysis = answer(ask(weakness.key, weakness.position))
        assert bool(analysis.moves) == (is_so == "winning")


def test_a_switch_turns_its_condition_and_keeps_the_others(client):
    page = client.get(PAGE)
    page = turn(client, page, "condition-2")
    assert switched(page) == {"1": "on", "2": "off", "3": "on", "4": "off"}
    assert "R1 without conditions 2 and 4" in text(page)
    page = turn(client, turn(client, page, "condition-4"), "condition-2")
    assert set(switched(page).values()) == {"on"}
    said = text(page)
    assert (
        "We tested the 61,056 games born by day 4 that meet all four, each with the 16 games "
        "born by day 3: 976,896 sums, and R1 is right about every one."
    ) in said
    for number in "1234":
        page = turn(client, page, f"condition-{number}")
    assert set(switched(page).values()) == {"off"}
    assert "R1 without conditions 1, 2, 3 and 4" in text(page)


def test_the_numbers_of_the_proof_are_those_that_are_searched():
    games = SmallGames()
    kept = sum(games.keeps(game, 4) for game in range(65_536))
    assert (kept, 16 * kept) == PROVED
    [evidence] = [e for one in ERRATA for e in one.evidence if e.key == "four-conditions"]
    assert (evidence.positions, evidence.exceptions) == (PROVED[1], 0)


def test_the_octal_game_is_one_touch_away_and_stays(client):
    page = client.get(PAGE, {"on": "134"})
    assert "The first octal game: 1 + 4" in text(page)
    page = client.get(PAGE, {"on": "134", "game": "octal"})
    assert "Octal game 0.312. The row of 4 breaks condition 2." in text(page)
    assert "Octal game 0.314. The row of 5 breaks condition 1." in text(
        turn(client, turn(client, page, "condition-2"), "condition-1")
    )


@pytest.mark.parametrize(("on", "move"), [("123", "2>0"), ("134", "1>0"), ("124", "2>4")])
def test_the_sum_is_played_at_once(client, on, move):
    html = unescape(client.get(PAGE, {"on": on}).content.decode())
    form = html[html.index('<form class="play-form') :].split("</form>")[0]
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))
    assert f'name="move" value="{move}"' in re.sub(r"\s+", " ", form)
    assert client.post("/play/", fields | {"move": move}).status_code == 302
    assert Match.objects.get().moves.first().text == move
    # Where every move loses, the other one may be let start.
    assert ("Let your opponent start" in form) == (on == "134")


def test_four_ways_to_go_wild_are_found_one_by_one(client):
    page = client.get(PAGE)
    assert "A heap of 5 has no move yet, so it is a null. ✓ It meets all four" in text(page)
    for first, second, condition, kind, nim_value in (
        ("0", "22", 4, "a gremlin", 1),
        ("1", "22", 2, "a higher switch", 2),
        ("1", "23", 3, "a null", 0),
        ("0", "23", 1, "a higher inverter", 2),
    ):
        page = turn(client, turn(client, page, f"own-{first}"), f"own-{second}")
        said = text(page)
        assert f"The heap of 5 has nim-value {nim_value} and is {kind}." in said
        assert f"It breaks condition {condition}, and no other." in said
        assert f"The heap of 5 breaks condition {condition}." in said
        assert f"R1 without condition {condition} calls this" in said
        wins, loses = "a winning position", "a losing position"
        contradicted = f"{wins}, but it is a losing one|{loses}, but it is a winning one"
        assert re.search(rf"calls this ({contradicted})\.", said)
        page = turn(client, turn(client, page, f"own-{first}"), f"own-{second}")
        assert f"condition {condition} , broken" in text(page)
    assert 'aria-label="Conditions broken so far: 4 of 4"' in page.content.decode()


def test_a_row_that_keeps_all_four_has_nothing_to_be_played(client):
    page = client.get(PAGE, {"on": "1234", "own": "0-1-22"})
    said = text(page)
    assert "nim-value 2 and is a higher switch. ✓ It meets all four conditions" in said
    assert "play-form" not in page.content.decode()


def test_anything_else_in_the_address_is_left_out():
    lab = Laboratory.read("4x1", "0-0-99-2+2-22", "7", "chess")
    assert (lab.on, lab.own, lab.found, lab.game) == ("14", "0-22", "", "heaps")
    assert lab.address() == "/lab/conditions/?on=14&game=heaps&own=0-22&found=4"


def test_the_entrance_of_the_lab_leads_to_both_pages(client):
    html = client.get("/lab/").content.decode()
    assert 'href="/lab/conditions/"' in html
    assert 'href="/lab/lenses/"' in html


def test_lessons_lead_to_their_experiments(client):
    assert experiment_of("where-r1-breaks") == (
        "Break a condition yourself",
        "/lab/conditions/#break",
    )
    assert experiment_of("perfect-kayles") == (
        "The letters of every row",
        "/lab/quotients/kayles/",
    )
    assert experiment_of("two-rows") is None
    name, url = experiment_of("laundry-room")
    assert name == "The laundry room idea, on any position"
    assert "leaving 1 + 2 + 2 loses" in text(client.get(url))
    lesson(TELL, slug="where-r1-breaks")
    assert "Break a condition yourself" not in text(client.get("/learn/where-r1-breaks/"))
    client.post("/learn/where-r1-breaks/1/next/")
    assert 'href="/lab/conditions/#break"' in client.get("/learn/where-r1-breaks/").content.decode()
