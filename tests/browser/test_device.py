"""What a device is to do: motion can be off, and sounds are off until somebody asks for them."""

import pytest
from playwright.sync_api import expect

from ..games.learn.lessons.lessons import MOVE, lesson
from .test_game import STATUS, play_until_over, start

pytestmark = pytest.mark.browser

LISTEN = """window.heard = [];
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (when) {
  window.heard.push(this.frequency.value);
  window.after = when - this.context.currentTime;
  return start.call(this, when);
};"""
TAKE, ANSWER, HINT, REFUSAL = [660], [440], [880, 1175], [185, 185]
WIN, LOSS = [523, 659, 784, 1047], [392, 330, 262]
WRONG = [294, 277]


def heard(page):
    """The pitches of the notes since the last time, once the page is quiet."""
    page.wait_for_timeout(300)
    return [round(pitch) for pitch in page.evaluate("window.heard.splice(0)")]


def test_sounds_are_off_until_asked_for_and_each_event_has_its_own(page, site, complaints):
    page.add_init_script(LISTEN)
    start(page, site, position="5+4+3", opponent="perfect")
    page.click("#row-1-take-2")
    expect(page.locator(STATUS)).to_contain_text("You took 2 from row 1.")
    assert heard(page) == []
    page.locator("#device").get_by_label("Sound").check()
    page.locator("#board button").last.click()
    expect(page.locator(".moves li")).to_have_count(4)
    assert heard(page) == TAKE + ANSWER
    page.click("#hint")
    expect(page.locator("#hints")).to_be_visible()
    assert heard(page) == HINT
    page.fill("#typed-move", "9 1")
    page.keyboard.press("Enter")
    expect(page.locator("[role=alert]")).to_be_visible()
    assert heard(page) == REFUSAL
    complaints.clear()
    page.reload()
    expect(page.locator("#device").get_by_label("Sound")).to_be_checked()
    play_until_over(page, lambda button: button.click())
    ended = heard(page)
    assert ended[-len(LOSS) :] == LOSS or ended[-len(WIN) :] == WIN


def test_a_reply_is_heard_when_it_is_seen(page, site):
    page.emulate_media(reduced_motion="no-preference")
    page.add_init_script(LISTEN)
    start(page, site, position="5+4+3", opponent="perfect")
    page.locator("#device").get_by_label("Sound").evaluate("(one) => one.click()")
    page.locator("#board button").last.click()
    page.wait_for_selector(".was-theirs .leaving", state="attached")
    leaves = page.locator(".was-theirs .leaving *").first.evaluate(
        "(one) => Math.min(...one.closest('.was-theirs').getAnimations({subtree: true})"
        ".map((each) => each.effect.getTiming().delay))"
    )
    assert heard(page) == TAKE + ANSWER
    assert page.evaluate("window.after") == pytest.approx(leaves / 1000, abs=0.05)


def test_an_answer_in_a_lesson_is_heard(page, site):
    page.add_init_script(LISTEN)
    page.goto(f"{site}{lesson(MOVE).get_absolute_url()}1/")
    page.locator("#device").get_by_label("Sound").check()
    page.locator("#board button").last.click()
    expect(page.locator("#verdict")).to_be_visible()
    is_right = page.locator("#verdict.good").count()
    assert heard(page) == TAKE + ([659, 988] if is_right else WRONG)


def test_motion_is_off_where_it_is_turned_off_and_stays_so(page, site):
    page.emulate_media(reduced_motion="no-preference")
    start(page, site, position="5+4", opponent="perfect")
    moving = "getComputedStyle(document.querySelector('#board .piece svg')).transitionDuration"
    assert page.evaluate(moving) == "0.16s, 0.16s"
    page.locator("#device").get_by_label("Motion").uncheck()
    assert page.evaluate(moving) == "0s"
    page.reload()
    expect(page.locator("#device").get_by_label("Motion")).not_to_be_checked()
    assert page.evaluate(moving) == "0s"
    page.click("#row-1-take-2")
    page.wait_for_selector(".was-theirs .leaving", state="attached")
    expect(page.locator(".leaving").first).to_be_hidden()
    page.locator("#device").get_by_label("Motion").check()
    assert page.evaluate(moving) == "0.16s, 0.16s"


def test_a_reader_who_wants_no_motion_anywhere_is_not_asked(page, site):
    page.goto(site)
    expect(page.locator("#device").get_by_label("Motion")).to_be_disabled()
    expect(page.locator("#device").get_by_label("Motion")).not_to_be_checked()


def test_without_scripts_there_is_nothing_to_set(browser, site):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(site)
    expect(page.locator("#device")).to_be_hidden()
    context.close()
