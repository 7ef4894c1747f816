"""Answers by touching what is asked about: the fields below the board hold the same."""

import pytest
from playwright.sync_api import expect

from games.learn.lessons.models import StepAttempt
from games.learn.puzzles.models import PuzzleAttempt

from ..games.learn.lessons.lessons import PLAY, PREDICT, lesson
from ..games.learn.puzzles.puzzles import puzzle
from .hands import Keys
from .test_course import BUILD, PHONE, REDUCE, fits, press_until

pytestmark = pytest.mark.browser

EVERY = {"position": "3+5+7", "convention": "normal", "goal": "all-moves"}


def test_winning_moves_are_marked_on_the_board(page, site):
    page.set_viewport_size(PHONE)
    page.goto(site + puzzle(**EVERY).get_absolute_url())
    expect(page.locator("summary", has_text="List of")).to_be_visible()
    expect(page.locator("#mark-3-2")).to_be_hidden()
    for mark in ("mark-3-2", "mark-5-4", "mark-7-5", "mark-7-6"):
        page.click(f'[for="{mark}"]')
    page.click('[for="mark-7-5"]')
    expect(page.locator("label.touch[data-marked]")).to_have_count(3)
    expect(page.locator("summary", has_text="3 marked")).to_be_visible()
    assert fits(page, PHONE["width"])
    page.click("#answer")
    expect(page.locator("#verdict")).to_contain_text("You found them all.")
    assert PuzzleAttempt.objects.get().answer == "1>2;2>4;3>6"


def test_a_mark_and_none_exclude_each_other(page, site):
    page.goto(site + puzzle(**EVERY).get_absolute_url())
    page.click('[for="mark-3-2"]')
    page.click("text=No move wins")
    expect(page.locator("[data-marked]:is(label)")).to_have_count(0)
    page.click('[for="mark-3-2"]')
    expect(page.locator("[name=none]")).not_to_be_checked()
    expect(page.locator("#mark-3-2")).to_be_checked()


def test_mirror_images_are_one_mark_and_the_list_is_the_keyboards_way(page, site):
    fields = {"ruleset": "kayles", "position": "3+4", "convention": "normal", "goal": "all-moves"}
    page.goto(site + puzzle(**fields).get_absolute_url())
    page.locator('[for="mark-3-2"]').first.click()
    expect(page.locator('[for="mark-3-2"][data-marked]')).to_have_count(2)
    page.locator('[for="mark-3-2"]').last.click()
    expect(page.locator("label[data-marked]")).to_have_count(0)
    press_until(page, "details:has(#mark-3-2) > summary")
    page.keyboard.press("Enter")
    press_until(page, "#mark-3-2")
    page.keyboard.press("Space")
    expect(page.locator('[for="mark-3-2"][data-marked]')).to_have_count(2)


def test_marks_are_made_with_scripts_off(browser, site, browser_context_args):
    context = browser.new_context(**browser_context_args, java_script_enabled=False)
    page = context.new_page()
    page.goto(site + puzzle(**EVERY).get_absolute_url())
    page.click('label.touch[for="mark-3-2"]')
    assert page.locator("#mark-3-2").is_visible()
    assert page.locator("#mark-3-2").is_checked()
    page.check("#mark-5-4")
    page.click('label.touch[for="mark-7-6"]')
    page.click("#answer")
    expect(page.locator(".dock-right")).to_be_visible()
    context.close()


def test_kinds_are_put_on_their_rows_by_touch_and_by_keyboard(page, site):
    found = puzzle(ruleset="kayles", position="4+5", goal="classify")
    page.goto(site + found.get_absolute_url())
    page.click('[aria-labelledby="kind-4-name"] >> text=inverter')
    press_until(page, '[name="kind-5"]')
    press_until(page, '[name="kind-5"][value="higher switch"]', "ArrowDown")
    page.click("#answer")
    expect(page.locator(".dock-right")).to_be_visible()
    assert PuzzleAttempt.objects.get().answer == "inverter;higher switch"


def test_a_position_is_built_by_touching_its_places(page, site):
    lesson(BUILD)
    page.set_viewport_size(PHONE)
    page.goto(f"{site}/learn/a-lesson/1/")
    row = page.locator("[data-build]").first
    row.locator("i").nth(6).click()
    expect(page.locator("#build-1")).to_have_value("7")
    expect(row.locator("[data-absent]")).to_have_count(2)
    row.locator("i").nth(6).click()
    page.click("text=−")
    expect(page.locator("#build-1")).to_have_value("5")
    page.fill("#build-2", "3")
    second = page.locator("[data-build]").last
    expect(second.locator("i:not([data-absent])")).to_have_count(3)
    for _ in range(4):
        second.locator("[data-step='-1']").click()
    expect(page.locator("#build-2")).to_have_value("")
    assert fits(page, PHONE["width"])
    page.click("#answer")
    expect(page.locator(".dock-right")).to_be_visible()


def test_a_strip_is_cut_and_a_pair_cancels(page, site):
    lesson(REDUCE | {"position": "5", "answer": [0, 1], "cancel": True})
    page.set_viewport_size(PHONE)
    page.goto(f"{site}/learn/a-lesson/1/")
    line = page.locator("[data-cut-line]")
    cuts = page.locator(".cut")
    cuts.nth(1).click()
    expect(line).to_have_text("Squares: 0. Dominoes: 1. Still to be cut: a piece of 3.")
    expect(page.locator("[data-cancel='1']")).to_be_disabled()
    cuts.nth(2).focus()
    page.keyboard.press("Enter")
    expect(line).to_have_text("Squares: 1. Dominoes: 2.")
    expect(page.locator("[data-tile=square]")).to_have_count(1)
    expect(page.locator("[data-tile=domino]")).to_have_count(4)
    page.click("text=Cancel a square with a domino")
    expect(page.locator("#squares")).to_have_value("0")
    expect(page.locator("#dominoes")).to_have_value("1")
    expect(page.locator("[data-gone]")).to_have_count(3)
    page.click("text=Bring a pair back")
    expect(page.locator("#squares")).to_have_value("1")
    page.click("text=Cancel a square with a domino")
    assert fits(page, PHONE["width"])
    page.click("#answer")
    expect(page.locator(".dock-right")).to_be_visible()


def test_a_theorem_that_is_proved_is_used_on_the_strip_that_is_touched(page, site):
    proof = ["Seven, by hand", "Eight", "Nine", "Theorem 1, six and eight"]
    steps = [*(PREDICT | {"title": t} for t in proof), REDUCE | {"position": "5", "answer": [1, 2]}]
    lesson(*steps, slug="squares-and-dominoes")
    for number in range(1, 5):
        page.goto(f"{site}/learn/squares-and-dominoes/{number}/")
        page.click("button[value=P]")
        page.locator(".dock-right").wait_for()
    page.goto(f"{site}/learn/squares-and-dominoes/5/")
    expect(page.locator("[data-strip]")).to_have_count(1)
    page.get_by_role("link", name="Theorem 1: Cut three off the strip of 5").click()
    expect(page.locator("#theorems")).to_contain_text("counts as a square and two dominoes")
    expect(page.locator("[data-strip]")).to_have_count(3)
    expect(page.locator("#squares")).to_have_value("1")
    expect(page.locator("#dominoes")).to_have_value("2")
    page.go_back()
    expect(page.locator("[data-strip]")).to_have_count(1)
    page.go_forward()
    page.click("#answer")
    expect(page.locator(".dock-right")).to_be_visible()


def test_a_finger_marks_with_its_first_touch(browser, site, watched, browser_context_args):
    context = browser.new_context(**browser_context_args | {"viewport": PHONE, "has_touch": True})
    page = watched(context.new_page())
    page.goto(site + puzzle(**EVERY).get_absolute_url())
    page.tap('label.touch[for="mark-3-2"]')
    expect(page.locator("label[data-marked]")).to_have_count(1)
    page.tap('label.touch[for="mark-5-4"]')
    expect(page.locator("label[data-marked]")).to_have_count(2)
    context.close()


SUM = {
    "kind": "number",
    "title": "A sum",
    "text": "The nim-sum is ___.",
    "ruleset": "nim",
    "position": "3+4+5",
    "convention": "normal",
    "quantity": "nim_sum",
    "answer": 2,
    "hints": ["Count the twos."],
}
BALANCE = SUM | {
    "title": "A balance",
    "text": "The balance is ___.",
    "ruleset": "partizan-kayles",
    "position": "4+5+8+10+11",
    "convention": "misere",
    "quantity": "balance",
    "answer": -1,
}


def bit(page, name):
    return page.locator(".bit", has_text=name)


@pytest.mark.parametrize("cut", [False, True])
def test_a_nim_sum_is_touched_in_its_columns(cut, page, site, axe_finds_nothing):
    lesson(SUM | {"cut": cut})
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(f"{site}/learn/a-lesson/1/")
    expect(page.locator(".bit")).to_have_text(["fours", "twos", "ones"])
    for name in ("fours", "twos", "fours"):
        bit(page, name).click()
    expect(page.locator("#gap")).to_have_value("2")
    assert fits(page, 320)
    axe_finds_nothing(page)
    bit(page, "twos").click()
    expect(page.locator("#gap")).to_have_value("0")
    page.fill("#gap", "5")
    expect(bit(page, "fours").locator("input")).to_be_checked()
    expect(bit(page, "twos").locator("input")).not_to_be_checked()
    for name in ("fours", "twos", "ones"):
        bit(page, name).click()
    page.click("#answer")
    expect(page.locator(".dock-right")).to_be_visible()
    assert StepAttempt.objects.get().answer == "2"


def test_the_columns_of_a_nim_sum_are_reached_by_keyboard(page, site):
    lesson(SUM)
    page.goto(f"{site}/learn/a-lesson/1/")
    keys = Keys(page)
    keys.press(bit(page, "twos").locator("input"))
    keys.press(page.locator("#answer"))
    expect(page.locator(".dock-right")).to_be_visible()


def test_other_numbers_are_touched_digit_by_digit(page, site, axe_finds_nothing):
    lesson(BALANCE)
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(f"{site}/learn/a-lesson/1/")
    expect(page.locator(".bit")).to_have_count(0)
    for key in ("1", "7", "Minus", "Take the last digit back"):
        page.get_by_role("button", name=key, exact=True).click()
    expect(page.locator("#gap")).to_have_value("−1")
    page.get_by_role("button", name="Minus", exact=True).click()
    expect(page.locator("#gap")).to_have_value("1")
    Keys(page).press(page.get_by_role("button", name="Minus", exact=True))
    assert fits(page, 320)
    axe_finds_nothing(page)
    page.click("#answer")
    expect(page.locator(".dock-right")).to_be_visible()
    assert StepAttempt.objects.get().answer == "-1"


@pytest.mark.parametrize("step", [SUM, BALANCE])
def test_a_number_is_written_with_scripts_off(step, browser, site, browser_context_args):
    lesson(step)
    context = browser.new_context(**browser_context_args, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}/learn/a-lesson/1/")
    expect(page.locator(".digit, .bit").locator("visible=true")).to_have_count(0)
    page.fill("#gap", str(step["answer"]))
    page.click("#answer")
    expect(page.locator(".dock-right")).to_be_visible()
    context.close()


ROW = {"ruleset": "subtraction:3", "position": "6", "convention": "misere", "goal": "move"}


@pytest.mark.parametrize(("finger", "rows"), [(True, 3), (False, 1), (False, 3)])
def test_letters_are_folded_away_for_fingers_and_for_one_row(finger, rows, site, new_context):
    page = new_context(has_touch=finger, is_mobile=finger).new_page()
    page.goto(site + puzzle(**(ROW if rows == 1 else {})).get_absolute_url())
    form = page.locator("#typed-form")
    is_folded = finger or rows == 1
    assert (form.bounding_box()["width"] < 2) is is_folded
    Keys(page).write(page.locator("#typed-move"), "9 9")
    assert form.bounding_box()["width"] > 200
    page.keyboard.press("Enter")
    expect(page.locator("[role=alert]")).to_contain_text("There is no row 9")
    page.locator("body").click(position={"x": 2, "y": 300})
    assert form.bounding_box()["width"] > 200


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_what_an_opponent_says_hides_no_words_of_the_lesson(page, site, width):
    words = (
        "Your friend Perfect has a box with thirteen lights in a row, all on. On your turn, you "
        "take one, two or three: you switch them off. Whoever takes the last light **loses**."
    )
    thirteen = {"ruleset": "subtraction:3", "position": "13", "starter": "choose", "text": words}
    lesson(PLAY | thirteen, slug="thirteen-lights")
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"{site}/learn/thirteen-lights/1/")
    expect(page.locator(".bubble")).to_be_visible()
    assert page.evaluate(LINES_HIDDEN) == 0
    expect(page.locator(".dock .main-button").first).to_be_in_viewport()


LINES_HIDDEN = """() => {
  const said = document.querySelector(".bubble").getBoundingClientRect();
  const words = document.createTreeWalker(document.querySelector(".ask .story"), 4);
  const told = document.createRange();
  const lines = [];
  while (words.nextNode()) {
    told.selectNodeContents(words.currentNode);
    lines.push(...told.getClientRects());
  }
  return lines.filter((line) =>
    line.top < said.bottom - 1 && said.top < line.bottom - 1 &&
    line.left < said.right && said.left < line.right).length;
}"""
"""How many lines of the lesson's words lie under what the opponent says."""
