"""Claims about every position in a real browser: touched, by keyboard, on a phone, read by axe."""

import pytest
from playwright.sync_api import expect

from ..games.learn.lessons.lessons import lesson
from ..games.learn.lessons.test_proofs import GRID, MIRROR, RULE
from ..games.learn.lessons.test_written_proofs import PAIRS

pytestmark = pytest.mark.browser


def fits(page):
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_lost_positions_are_touched_and_tested_on_a_phone(page, site, axe_finds_nothing):
    lesson(GRID)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{site}/learn/a-lesson/1/")
    twin = page.locator("label.twin[for='lost-1+2']")
    twin.click()
    expect(page.locator("[id='lost-1+2']")).to_be_checked()
    expect(twin).to_have_attribute("data-marked", "")
    page.click("#answer")
    expect(page.locator("#verdict")).to_be_focused()
    expect(page.locator(".proof-light.is-on")).to_have_count(1)
    expect(page.locator("#verdict")).to_contain_text("From 1 + 1 you can only leave 1")
    expect(page.locator(".lost-cell.breaks")).to_have_count(1)
    expect(twin).to_have_attribute("data-marked", "")
    assert fits(page)
    axe_finds_nothing(page)
    page.locator("[name=none]").check()
    expect(twin).not_to_have_attribute("data-marked", "")
    page.locator("[id='lost-1+1']").focus()
    page.keyboard.press("Space")
    expect(page.locator("[name=none]")).not_to_be_checked()
    for value in ("2+2", "3+3"):
        page.locator(f"label:has([id='lost-{value}'])").click()
    page.click("#answer")
    expect(page.locator(".proof-light.is-on")).to_have_count(2)
    assert fits(page)
    axe_finds_nothing(page)


def test_a_rule_and_a_strategy_are_chosen_by_a_touch(page, site, axe_finds_nothing):
    lesson(RULE, MIRROR)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{site}/learn/a-lesson/1/")
    page.click("text=Only rows in equal pairs")
    expect(page.locator("#verdict")).to_contain_text("1 + 2 + 3")
    page.click("button:has-text('Nim-sum 0')")
    expect(page.locator(".proof-light.is-on")).to_have_count(2)
    axe_finds_nothing(page)
    page.click("#next")
    page.click("text=Begin in the middle")
    expect(page.locator(".proof-shots > li").first).to_contain_text("You begin: knock down pin 3")
    assert fits(page)
    axe_finds_nothing(page)


def test_sentences_are_numbered_by_a_touch_or_by_keyboard_on_a_phone(page, site, axe_finds_nothing):
    lesson(PAIRS)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{site}/learn/a-lesson/1/")

    def box(words):
        return page.locator("label.pick", has_text=words).locator("select")

    for words in ("She breaks one pair.", "The game ends.", "You do the same"):
        page.click(f"text={words}")
    expect(box("You do the same")).to_have_value("copy.3")
    page.click("text=She breaks one pair.")
    expect(box("She breaks one pair.")).to_have_value("")
    page.click("text=So you move last.")
    expect(box("So you move last.")).to_have_value("last.1")
    box("She breaks one pair.").focus()
    page.keyboard.press("4")
    expect(box("She breaks one pair.")).to_have_value("move.4")
    assert fits(page)
    axe_finds_nothing(page)
    page.click("#answer")
    expect(page.locator("#verdict")).to_be_focused()
    expect(page.locator("#verdict")).to_contain_text("needs this first: “You do the same")
    for words in ("She breaks one pair.", "So you move last."):
        page.locator("label.pick", has_text=words).locator("span").click()
    for words in ("She breaks one pair.", "So you move last."):
        page.locator("label.pick", has_text=words).locator("span").click()
    expect(box("She breaks one pair.")).to_have_value("move.1")
    page.click("#answer")
    expect(page.locator("#verdict .plain-steps li")).to_have_count(4)
    assert fits(page)
    axe_finds_nothing(page)
