"""The Kayles drill in a real browser, by keyboard on a small phone."""

import pytest
from playwright.sync_api import expect

from games.learn.puzzles.tries import PuzzleAttempt
from solver import parse_position

from ..games.learn.puzzles.test_drill import winning_move
from ..solver import oracle
from .test_course import SMALL, fits, press_until

pytestmark = pytest.mark.browser


def typed(move, rows):
    """A move as it is typed: ``2 1-2`` for pins 1 and 2 of row 2."""
    row, _, left = move.partition(">")
    parts = [int(part) for part in left.split("+")]
    size = int(rows[int(row) - 1])
    first = parts[0] + 1
    last = parts[0] + size - sum(parts)
    return f"{row} {first}" if first == last else f"{row} {first}-{last}"


def test_the_drill_by_keyboard_from_the_levels_to_both_kinds_of_board(page, site, complaints):
    page.set_viewport_size(SMALL)
    page.goto(f"{site}/puzzles/")
    page.click("text=Kayles drill")
    assert fits(page, SMALL["width"])
    press_until(page, "#drill-6")
    page.keyboard.press("Enter")
    judge, met = oracle.Oracle(oracle.kayles, True), set()
    for _ in range(20):
        expect(page.locator("#choice-P")).to_be_visible()
        rows = page.locator(".row-count").all_inner_texts()
        wins = judge.wins(parse_position("+".join(rows)))
        press_until(page, "#choice-N" if wins else "#choice-P")
        page.keyboard.press("Enter")
        if wins:
            expect(page.locator("main")).to_contain_text("Now make a winning move.")
            assert fits(page, SMALL["width"])
            press_until(page, "#typed-move")
            page.keyboard.type(typed(winning_move(page.url.removeprefix(site)), rows))
            page.keyboard.press("Enter")
        expect(page.locator("#verdict")).to_be_focused()
        met.add(wins)
        assert fits(page, SMALL["width"])
        press_until(page, "#next")
        page.keyboard.press("Enter")
        if len(met) == 2:
            break
    assert met == {True, False}
    assert PuzzleAttempt.objects.filter(solved=True).count() >= 2
    assert not complaints
