"""The end of a game in a browser: the verdict, the line that is played out, the way on."""

import pytest
from playwright.sync_api import expect

from .test_game import start, version_on, wait_for_board

pytestmark = pytest.mark.browser

SHOWN = ".line-frames > .is-shown .film-sentence"


def press(page, *buttons):
    for button in buttons:
        version = version_on(page)
        page.click(button)
        wait_for_board(page, version)


def lose(page, site):
    """1+2, misère: the 1 is taken, where both of the 2 would have won."""
    start(page, site, position="1+2")
    press(page, "#row-1-take-1", "#row-2-take-1")


def test_a_loss_shows_the_line_that_would_have_won_and_keys_turn_it(page, site, axe_finds_nothing):
    page.emulate_media(reduced_motion="reduce")
    lose(page, site)
    expect(page.locator("#ending")).to_have_text("Perfect wins.")
    expect(page.locator("#ending")).to_be_focused()
    expect(page.locator(".ending-lost #ending")).to_be_visible()
    expect(page.locator(SHOWN)).to_have_text("You take 2 from row 2.")
    page.wait_for_timeout(2500)  # nothing moves by itself where motion is reduced
    expect(page.locator(SHOWN)).to_have_text("You take 2 from row 2.")
    expect(page.locator("#line-play")).to_have_text("Play")
    page.focus("#line")
    page.keyboard.press("ArrowRight")
    expect(page.locator(SHOWN)).to_have_text("Perfect takes the last match. You would have won.")
    expect(page.locator("[data-line-heard]")).to_have_text(
        "Perfect takes the last match. You would have won."
    )
    expect(page.locator("#line")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator(SHOWN)).to_have_text("Perfect takes the last match. You would have won.")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(SHOWN)).to_have_text("You take 2 from row 2.")
    expect(page.locator(".ply.turning")).to_have_count(1)
    heights = page.locator(".ply a").evaluate_all("links => links.map((a) => a.offsetHeight)")
    assert heights[0] > max(heights[1:])
    axe_finds_nothing(page)
    page.click("#ply-1")
    expect(page.locator("h1")).to_have_text("Perfect wins. The game turned at move 1.")


@pytest.mark.parametrize("width", [320, 390, 768])
def test_the_verdict_stands_in_one_line_below_what_the_winner_says(page, site, width):
    page.set_viewport_size({"width": width, "height": 844})
    start(page, site, position="1")
    press(page, "#row-1-take-1")
    verdict, said = page.locator("#ending"), page.locator(".across .bubble")
    expect(verdict).to_have_text("Perfect wins.")
    letters = verdict.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
    place = verdict.bounding_box()
    assert place["height"] < 1.5 * letters
    top = said.bounding_box()
    assert top["y"] + top["height"] <= place["y"] + 1


def test_a_win_plays_its_line_once_until_it_is_touched(page, site, axe_finds_nothing):
    page.set_viewport_size({"width": 360, "height": 800})
    page.emulate_media(reduced_motion="no-preference")
    start(page, site, position="3", opponent="perfect")
    press(page, "#row-1-take-2")
    expect(page.locator("#line-play")).to_have_text("Stop")  # it plays for seconds only
    expect(page.locator("#ending")).to_be_focused()
    expect(page.locator(".ending-won #ending")).to_be_visible()
    expect(page.locator(".dock .why").first).to_have_text(
        "You took 2 from the row of 3. One match was left, and Perfect had to take it."
    )
    expect(page.locator(SHOWN)).not_to_have_text("You take 2 from row 1.", timeout=4000)
    page.click("#line-back")
    expect(page.locator("#line-play")).to_have_text("Play")
    expect(page.locator("#ending")).to_have_text("You win.")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    axe_finds_nothing(page)


def test_without_scripts_the_frames_of_the_line_are_a_list(browser, site, browser_context_args):
    context = browser.new_context(**browser_context_args, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}/play/?ruleset=nim&position=1%2B2&opponent=perfect")
    page.click("text=Play >> nth=-1")
    page.click("#row-1-take-1")
    page.click("#row-2-take-1")
    told = page.locator(".line-frames .film-sentence")
    expect(told).to_have_text(
        ["You take 2 from row 2.", "Perfect takes the last match. You would have won."]
    )
    for place in range(2):
        expect(told.nth(place)).to_be_visible()
    expect(page.locator("#line-next")).to_be_hidden()
    context.close()


def test_on_a_phone_the_cards_of_today_leave_no_cell_empty(page, site):
    page.set_viewport_size({"width": 390, "height": 800})
    lose(page, site)
    page.goto(f"{site}/")
    cards = page.locator(".now-cards > li")
    boxes = [card.bounding_box() for card in cards.all()]
    whole = page.locator(".now-cards").bounding_box()
    for top in {box["y"] for box in boxes}:
        row = [box for box in boxes if box["y"] == top]
        assert min(box["x"] for box in row) == pytest.approx(whole["x"], abs=1)
        end = max(box["x"] + box["width"] for box in row)
        assert end == pytest.approx(whole["x"] + whole["width"], abs=1)
    assert sum(box["width"] < whole["width"] - 1 for box in boxes) % 2 == 0
    covered = """(cards) => cards.filter((card) => {
      const box = card.getBoundingClientRect();
      const seen = document.elementFromPoint(box.left + box.width / 2, box.bottom - 8);
      return seen && !card.contains(seen);
    }).length"""
    assert cards.evaluate_all(covered) == 0, "the table below covers none of them"
