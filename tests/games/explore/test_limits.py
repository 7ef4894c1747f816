"""What a page accepts of games and positions, and what it may cost."""

import pytest

from games.boards.bounds import SEARCH_BUDGET, ask_within_limits, page_budget
from solver import SolverError
from solver.teaching import STEPS

SIXTIES = "+".join(["60"] * 12)


@pytest.mark.parametrize(
    ("ruleset", "said"),
    [
        ("octal:4.777777777", "at most 8 digits"),
        ("heaps:{9:[[8,8,8,8,8]]}", "Heap 9 of this ruleset has 5 parts in one option"),
        (
            "heaps:{40:[" + ",".join(f"[{n}]" for n in range(31)) + "]}",
            "Heap 40 of this ruleset has 31 options; a page accepts at most 30.",
        ),
        ("heaps:{9:[" + ",".join(["[8,8,8,8]"] * 60) + "]}", ""),
        ("heaps:{" + ",".join(f"{n}:[[1],[2],[3]]" for n in range(4, 60)) + "}", "500 characters"),
    ],
)
def test_a_game_too_large_for_a_page_is_refused_with_the_bound(client, ruleset, said):
    response = client.get("/explore/", {"ruleset": ruleset, "position": "9"})
    assert response.status_code == (422 if said else 302)
    assert said in response.content.decode()


@pytest.mark.parametrize("ruleset", ["nim", "kayles", "octal:4.77777777", "partizan-kayles"])
def test_twelve_rows_of_sixty_make_a_light_page(client, db, ruleset):
    page = client.get(f"/explore/{ruleset}/{SIXTIES}/", {"turn": "left"})
    assert page.status_code == 200
    assert len(page.content) < 60_000
    said = " ".join(page.content.decode().split())
    assert "The list stops at 60 moves, winning moves first" in said
    # Each row says once how many are left.
    drawn = page.content.decode().split('class="scene-rows"')[1].split("</div>")[0]
    rows = drawn.split('class="scene-name"')[1:]
    assert [row.count(">60<") for row in rows] == [1] * 12
    setup = {"start": "own", "ruleset": ruleset, "position": SIXTIES, "convention": "misere"}
    setup |= {"opponent": "person", "starter": "owner", "player": "left"}
    match = client.post("/play/", setup, follow=True)
    assert match.status_code == 200
    assert len(match.content) < 100_000
    assert "Type your move below" in match.content.decode()


@pytest.mark.parametrize("ruleset", ["octal:4.77777777", "octal:0.565", "octal:0.07", "nim"])
@pytest.mark.parametrize("position", [SIXTIES, "14"])
def test_every_theory_together_costs_what_a_request_may(client, db, ruleset, position, monkeypatch):
    budget = page_budget()
    monkeypatch.setattr("games.boards.bounds.page_budget", lambda: budget)
    assert client.get(f"/explore/{ruleset}/{position}/").status_code == 200
    assert budget.spent < 1.1 * SEARCH_BUDGET * STEPS


def test_both_endings_of_a_large_position_are_told(client, db):
    page = client.get(f"/explore/kayles/{SIXTIES}/").content.decode()
    assert "Too large to solve here" not in page
    assert "When the last one wins: The player to move" in page


def test_a_refusal_is_an_error_of_the_solver():
    with pytest.raises(SolverError, match="at most 8 digits"):
        ask_within_limits("octal:0.123456701", "1", "misere")


@pytest.mark.parametrize(
    ("options", "rows", "most"),
    [("2:[[1]],3:[[2,2]],4:[[3,3]]", "4", None), ("{n}:[[{m},{m}]]", "13", "8,191")],
)
def test_a_game_that_lasts_too_long_is_refused_with_its_length(client, db, options, rows, most):
    rules = [options.format(n=n, m=n - 1) for n in range(1, 14)] if most else [options]
    setup = {"start": "own", "ruleset": f"heaps:{{{','.join(rules)}}}", "position": rows}
    setup |= {"convention": "misere", "opponent": "person", "starter": "owner", "player": "left"}
    response = client.post("/play/", setup)
    assert response.status_code == (422 if most else 302)
    if most:
        said = f"A game from 13 can last {most} moves; a page accepts at most 720."
        assert said in response.content.decode()
