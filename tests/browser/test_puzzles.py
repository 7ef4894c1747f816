"""Puzzles in a real browser: solved and the next one, by keyboard, every goal on a small phone."""

import re
from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone
from playwright.sync_api import expect

from games.learn.puzzles.models import PuzzleAttempt, PuzzleSet, PuzzleSetItem, Round

from ..games.learn.puzzles.puzzles import puzzle
from .test_course import SMALL, fits, press_until

pytestmark = pytest.mark.browser

GOALS = [
    {"position": "1+2+4", "goal": "predict"},
    {"position": "3+5+7", "convention": "normal", "goal": "all-moves"},
    {"ruleset": "kayles", "position": "4+5", "goal": "classify"},
    {"ruleset": "subtraction:3", "position": "1+2", "goal": "case"},
    {"position": "1+1+2", "goal": "play"},
    {"ruleset": "kayles", "position": "3+5"},
    {"ruleset": "partizan-kayles", "position": "4+5", "to_move": "left"},
    {"ruleset": "octal:0.07", "position": "7+3"},
]


@pytest.fixture
def a_set(site):
    """A set of two puzzles."""
    made = PuzzleSet.objects.create(
        state="published", slug="first", order=1, title="First ones", note="Two of them."
    )
    for order, position in enumerate(("1+2+4", "1+2"), 1):
        PuzzleSetItem.objects.create(set=made, puzzle=puzzle(position=position), order=order)
    return made


def test_a_puzzle_is_solved_and_the_next_one_comes(page, site, a_set):
    page.goto(f"{site}/puzzles/")
    page.click("text=First ones")
    page.click("text=rows of 1, 2 and 4")
    page.hover("#row-3-take-3")
    expect(page.locator("[data-preview-line]")).to_have_text("Take 3 from row 3, leaving 1")
    page.click("#row-3-take-4")
    expect(page.locator("#verdict")).to_be_focused()
    expect(page.locator("#verdict")).to_contain_text("✗ That loses.")
    page.click("#again")
    page.click("#row-3-take-1")
    expect(page.locator("#verdict")).to_contain_text("✓ That wins.")
    page.click("#next")
    expect(page.locator(".row")).to_have_count(2)
    page.go_back()
    expect(page.locator("#verdict")).to_contain_text("✓ That wins.")
    assert [one.solved for one in PuzzleAttempt.objects.order_by("answered_at")] == [False, True]


def test_a_puzzle_by_keyboard_and_a_mistyped_move_stays(page, site, complaints):
    page.goto(site + puzzle(position="1+2+4").get_absolute_url())
    press_until(page, "#typed-move")
    page.keyboard.type("3 9")
    page.keyboard.press("Enter")
    expect(page.locator('[role="alert"]')).to_be_visible()
    expect(page.locator("#typed-move")).to_have_value("3 9")
    assert all("422" in text for text in complaints)
    complaints.clear()
    press_until(page, "#row-3-take-1")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#row-3-take-2")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_be_focused()


def test_kinds_that_were_chosen_stay_when_one_is_missing(page, site, complaints):
    page.goto(site + puzzle(ruleset="kayles", position="4+5", goal="classify").get_absolute_url())
    page.click('label:has([name="kind-4"][value="inverter"])')
    page.click("#answer")
    expect(page.locator('[role="alert"]')).to_contain_text("Choose a kind for each row.")
    expect(page.locator('[name="kind-4"][value="inverter"]')).to_be_checked()
    expect(page.locator('[name="kind-5"]:checked')).to_have_count(0)
    complaints.clear()


def test_every_goal_is_accessible_and_fits_a_small_phone(page, site, axe_finds_nothing):
    page.set_viewport_size(SMALL)
    for fields in GOALS:
        page.goto(site + puzzle(**fields).get_absolute_url())
        axe_finds_nothing(page)
        assert fits(page, SMALL["width"]), fields
        if fields.get("goal") == "play":
            continue
        for row in page.locator('[role="radiogroup"]').all():
            row.locator("label").first.click()
        if page.locator("label.touch").count():
            page.locator("label.touch").first.click()
        page.locator(
            "#answer, .choices button, button.pick, button.case-card, #board button"
        ).first.click()
        expect(page.locator("#verdict")).to_be_focused()
        assert fits(page, SMALL["width"]), fields
    axe_finds_nothing(page)


IN_SIGHT = [
    {"position": "1+3+5+7+9"},
    {"position": "1+3+5+7+9", "goal": "predict"},
    {"position": "1+1+1+6", "goal": "all-moves"},
    {"position": "1+1+1+6", "goal": "case"},
    {"ruleset": "subtraction:3", "position": "3+5+6+7"},
    {"ruleset": "kayles", "position": "4+3+2", "goal": "predict"},
    {"ruleset": "partizan-kayles", "position": "4+5+3", "to_move": "left"},
]


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_question_board_and_answer_are_on_one_screen(page, site, size):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for fields in IN_SIGHT:
        page.goto(site + puzzle(**fields).get_absolute_url())
        answers = page.locator(".table :is(button, label):not(details *)")
        bottom = answers.evaluate_all(
            "(all) => Math.max(...all.map((one) => one.getBoundingClientRect().bottom))"
        )
        assert 0 < bottom <= size[1], fields


def test_the_trainer_and_a_round_are_accessible_and_fit_a_small_phone(
    page, site, axe_finds_nothing
):
    page.set_viewport_size(SMALL)
    page.goto(f"{site}/puzzles/train/")
    axe_finds_nothing(page)
    assert fits(page, SMALL["width"])
    page.get_by_role("button", name="Three minutes of Nim").click()
    expect(page.locator(".clock")).to_be_visible()
    axe_finds_nothing(page)
    assert fits(page, SMALL["width"])


@pytest.mark.browser_context_args  # the clock is that of a whole context
def test_a_round_counts_down_and_ends_by_itself(page, site):
    page.clock.install()
    page.goto(f"{site}/puzzles/train/")
    page.get_by_role("button", name="Three minutes of Nim").click()
    clock = page.locator(".clock")
    expect(clock).to_have_text(re.compile("Time left: (3:00|2:[0-5][0-9])"))
    began = page.url
    # The server's three minutes are over, and the page hears of it from its own clock.
    Round.objects.update(started_at=F("started_at") - timedelta(minutes=4))
    page.clock.run_for(182_000)
    page.wait_for_url(lambda address: address != began)
    expect(page.locator(".clock")).to_have_count(0)


def test_lists_and_reviews_are_accessible_and_fit_a_small_phone(
    page, site, a_set, axe_finds_nothing
):
    page.set_viewport_size(SMALL)
    page.goto(site + puzzle(position="1+2+5").get_absolute_url())
    page.click("#row-3-take-5")
    expect(page.locator("#verdict.bad")).to_be_visible()
    PuzzleAttempt.objects.update(answered_at=timezone.now() - timedelta(hours=25))
    for address in (
        "/puzzles/",
        "/puzzles/sets/first/",
        "/puzzles/themes/nim/",
        "/puzzles/daily/",
        "/learn/review/",
        "/me/",
    ):
        page.goto(site + address)
        axe_finds_nothing(page)
        assert fits(page, SMALL["width"]), address
    page.goto(f"{site}/learn/review/")
    page.click("#begin")
    expect(page.locator(".table-head")).to_contain_text("Review: what is due today")
    expect(page.locator(".table-head")).to_contain_text("question 1 of 1")
    axe_finds_nothing(page)


def test_today_is_accessible_and_its_line_can_be_shared(page, site, axe_finds_nothing):
    page.set_viewport_size(SMALL)
    page.add_init_script("navigator.share = async (told) => { window.told = told.text; }")
    page.goto(site + puzzle(position="1+2").get_absolute_url())
    page.click("#row-2-take-2")
    expect(page.locator("#verdict.good")).to_be_visible()
    page.goto(site)
    expect(page.locator("#today-title")).to_be_visible()
    axe_finds_nothing(page)
    assert fits(page, SMALL["width"])
    page.click("[data-share]")
    page.wait_for_function("window.told")
    assert "at the first try" in page.evaluate("window.told")
    assert page.evaluate("window.told").endswith(f"{site}/puzzles/daily/")


NEWEST = """() => {
  const box = (one) => document.querySelector(one)?.getBoundingClientRect();
  const words = document.createRange();
  words.selectNodeContents(document.querySelector("#hints > li"));
  const picture = document.querySelector("#hints > li > .film");
  if (picture) words.setEndBefore(picture);
  const hint = words.getBoundingClientRect();
  const dock = box(".dock");
  const above = box("#board")?.bottom ?? 0;
  return above <= hint.top && hint.bottom <= dock.bottom && hint.top >= 0 && hint.bottom <= 844;
}"""
"""Whether the words of the newest hint are in sight, in the dock or over it, under the board."""


@pytest.mark.parametrize("fields", GOALS, ids=str)
def test_each_hint_of_a_puzzle_is_seen_on_a_phone_under_its_board(page, site, fields):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(site + puzzle(**fields).get_absolute_url())
    for tier in range(1, 5):
        with page.expect_navigation():
            page.click("#hint")
        expect(page.locator("#hints > li").first).to_contain_text(f"Hint {tier}:")
        assert page.evaluate(NEWEST)
    expect(page.locator("#hints > li")).to_have_count(4)
