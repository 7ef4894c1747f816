"""Claims about every position in a real browser: touched, by keyboard, on a phone, read by axe."""

import pytest
from playwright.sync_api import expect

from games.learn.lessons.models import StepAttempt

from ..games.learn.lessons.lessons import lesson
from ..games.learn.lessons.test_proofs import GRID, MIRROR, RULE
from ..games.learn.lessons.test_written_proofs import PAIRS
from .hands import Keys

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
    expect(page.locator("#game")).to_contain_text("From 1 + 1 you can only leave 1")
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
    expect(page.locator("#game")).to_contain_text("1 + 2 + 3")
    page.click("button:has-text('Nim-sum 0')")
    expect(page.locator(".proof-light.is-on")).to_have_count(2)
    axe_finds_nothing(page)
    page.click("#next")
    page.click("text=Begin in the middle")
    expect(page.locator(".proof-shots > li").first).to_contain_text("You begin: knock down pin 3")
    assert fits(page)
    axe_finds_nothing(page)


SAYS = {one["name"]: one["says"] for one in PAIRS["sentences"]}
NUMBERS = """() => Object.fromEntries([...document.querySelectorAll("[name=number]")]
  .map((box) => box.value.split(".")).filter(([name]) => name).map(([name, at]) => [name, +at]))"""


def sentence(page, name):
    return page.locator(".sentence", has_text=SAYS[name])


def in_proof(page):
    """The sentences that stand in the proof, by the number of their place."""
    names = {says: name for name, says in SAYS.items()}
    slots = page.locator(".order ol > li").all()
    said = {n: slot.locator(".sentence > span").first for n, slot in enumerate(slots, 1)}
    return {
        names[words.inner_text().split("\n")[0]]: n for n, words in said.items() if words.count()
    }


def test_sentences_are_touched_into_a_proof_on_a_phone(page, site, axe_finds_nothing):
    lesson(PAIRS)
    page.set_viewport_size({"width": 320, "height": 740})
    page.goto(f"{site}/learn/a-lesson/1/")
    expect(page.get_by_text("What comes now?").locator("visible=true")).to_have_count(1)
    for name in ("move", "ends", "copy"):
        sentence(page, name).click()
    assert page.evaluate(NUMBERS) == in_proof(page) == {"move": 1, "ends": 2, "copy": 3}
    expect(sentence(page, "copy")).to_contain_text("stands on 1")
    expect(sentence(page, "ends").locator("small")).to_be_empty()
    sentence(page, "move").click()
    assert page.evaluate(NUMBERS) == in_proof(page) == {"ends": 2, "copy": 3}
    expect(sentence(page, "copy").locator("small")).to_be_empty()
    sentence(page, "last").click()
    assert page.evaluate(NUMBERS) == in_proof(page) == {"last": 1, "ends": 2, "copy": 3}
    sentence(page, "move").click()
    assert fits(page)
    axe_finds_nothing(page)
    page.click("#answer")
    expect(page.locator("#verdict")).to_be_focused()
    expect(page.locator("#game")).to_contain_text("needs this first: “You do the same")
    assert in_proof(page) == {"last": 1, "ends": 2, "copy": 3, "move": 4}
    for name in ("last", "copy", "move"):
        sentence(page, name).click()
    for name in ("move", "copy", "last"):
        sentence(page, name).click()
    assert in_proof(page) == {"move": 1, "ends": 2, "copy": 3, "last": 4}
    expect(sentence(page, "last")).to_contain_text("stands on 2 and 3")
    page.click("#answer")
    expect(page.locator(".beneath .plain-steps li")).to_have_count(4)
    assert fits(page)
    axe_finds_nothing(page)


def test_a_proof_is_written_by_the_keyboard_alone(page, site):
    lesson(PAIRS)
    page.goto(f"{site}/learn/a-lesson/1/")
    keys = Keys(page)
    keys.number(sentence(page, "last"), 4)
    keys.number(sentence(page, "ends"), 1)
    keys.number(sentence(page, "move"), 1)
    assert page.evaluate(NUMBERS) == in_proof(page) == {"move": 1, "ends": 2, "last": 4}
    expect(sentence(page, "move").locator("select")).to_be_focused()
    keys.number(sentence(page, "copy"), 3)
    keys.press(page.locator("#answer"))
    expect(page.locator(".beneath .plain-steps li")).to_have_count(4)
    assert StepAttempt.objects.get().answer == "move;ends;copy;last"


def test_a_sentence_is_dragged_to_its_place_and_out_again(page, site):
    lesson(PAIRS)
    page.goto(f"{site}/learn/a-lesson/1/")
    slots, mouse = page.locator(".order ol > li"), page.mouse

    def take(name):
        sentence(page, name).hover()
        mouse.down()

    take("copy")
    slots.nth(2).hover()
    mouse.up()
    assert page.evaluate(NUMBERS) == in_proof(page) == {"copy": 3}
    for name in ("move", "ends", "last"):
        sentence(page, name).click()
    take("last")
    for place in (2, 1, 0):
        slots.nth(place).hover()
    mouse.up()
    assert in_proof(page) == {"last": 1, "move": 2, "ends": 3, "copy": 4}
    take("ends")
    page.locator(".order > ul").hover()
    mouse.up()
    assert page.evaluate(NUMBERS) == in_proof(page) == {"last": 1, "move": 2, "copy": 4}
    sentence(page, "ends").click()
    assert in_proof(page)["ends"] == 3


def test_sentences_are_numbered_with_scripts_off(browser, site, browser_context_args):
    lesson(PAIRS)
    context = browser.new_context(**browser_context_args, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}/learn/a-lesson/1/")
    expect(page.get_by_text("Your proof")).to_be_hidden()
    for name, number in {"move": 1, "copy": 3, "ends": 2, "last": 4}.items():
        sentence(page, name).locator("select").select_option(label=str(number))
    page.click("#answer")
    expect(page.locator("#game")).to_contain_text("The proof stands.")
    assert StepAttempt.objects.get().answer == "move;ends;copy;last"
    context.close()
