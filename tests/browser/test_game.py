"""Whole games in a real browser: by mouse, by keyboard, without scripts, in two tabs."""

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from games.play.models import Match, Move

pytestmark = pytest.mark.browser

STATUS = "#live"


USUAL = {
    "ruleset": "nim",
    "position": "1+3+5+7",
    "convention": "misere",
    "opponent": "perfect",
    "starter": "owner",
}


def start(page, site, **setup):
    """Set a match up by the address of the page for it, and start it."""
    assert setup.keys() <= USUAL.keys()
    page.goto(f"{site}/play/?{urlencode(USUAL | setup)}")
    press_play(page)


def press_play(page):
    page.click("text=Play >> nth=-1")
    page.wait_for_url(re.compile(r"/play/[0-9a-f-]{36}/"))


def moves_made():
    return Move.objects.count()


def version_on(page):
    """The version the board shows; None when the game is over. Read at one moment: a swap may
    be under way."""
    page.wait_for_selector("#ending, #play-form [name=version]", state="attached")
    return page.evaluate("document.querySelector('#play-form [name=version]')?.value ?? null")


def wait_for_board(page, version):
    """The status line is swapped first; what counts is that the board has followed."""
    later = f'#ending, #play-form [name=version]:not([value="{version}"])'
    page.wait_for_selector(later, state="attached")


def play_until_over(page, press):
    """Press the last button of the board until the game is over."""
    for _ in range(40):
        version = version_on(page)
        if version is None:
            return
        press(page.locator("#board button").last)
        wait_for_board(page, version)
    raise AssertionError("the game does not end")


def test_a_game_by_mouse_from_the_first_page_to_the_review(page, site):
    page.goto(site)
    page.hover("#row-3-take-1")
    expect(page.locator("[data-preview-line]")).to_have_text("Take 1 from row 3, leaving 1")
    page.click("#row-3-take-1")
    page.wait_for_url(re.compile("/play/"))
    play_until_over(page, lambda button: button.click())
    expect(page.locator("#ending")).to_be_focused()
    page.click("#see-why")
    expect(page.locator("#whole-title")).to_be_visible()
    if not page.locator("text=Replay from here").is_visible():
        page.locator(".dock .more > summary").click()
    if page.locator("text=Replay from here").is_visible():
        page.click("text=Replay from here")
        expect(page.locator("#board")).to_be_visible()
    assert Match.objects.filter(state=Match.State.FINISHED).count() == 1


@pytest.mark.parametrize(
    "chosen",
    [
        USUAL,
        {
            "ruleset": "kayles",
            "position": "4+1",
            "convention": "normal",
            "opponent": "person",
            "starter": "other",
        },
    ],
)
def test_a_game_is_chosen_by_hand(page, site, chosen):
    page.goto(f"{site}/play/")
    page.click("#more-games > summary")
    page.check('input[value="own"]')
    page.fill("#own-ruleset", chosen["ruleset"])
    page.fill("#own-position", chosen["position"])
    for name in ("convention", "opponent", "starter"):
        page.check(f'input[name="{name}"][value="{chosen[name]}"]')
    press_play(page)
    names = ("ruleset", "start", "convention", "opponent", "starter")
    assert Match.objects.values_list(*names).get() == tuple(chosen.values())


def test_a_game_by_keyboard_alone(page, site):
    start(page, site, position="1+2+3", opponent="perfect")
    page.locator("body").press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('#board') !== null"):
            break
    expect(page.locator("#row-1-take-1")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#row-2-take-1")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#row-2-take-2")).to_be_focused()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    expect(page.locator(STATUS)).to_contain_text("You took 1 from row 2.")
    play_until_over(page, lambda button: (button.focus(), page.keyboard.press("Enter")))
    expect(page.locator("#ending")).to_be_focused()


def test_moves_can_be_typed_and_focus_stays_in_the_field(page, site, complaints):
    start(page, site, position="3+4", opponent="person")
    page.fill("#typed-move", "2 1")
    page.keyboard.press("Enter")
    expect(page.locator(STATUS)).to_contain_text("Player 1 took 1 from row 2.")
    expect(page.locator("#typed-move")).to_be_focused()
    page.fill("#typed-move", "9 1")
    page.keyboard.press("Enter")
    expect(page.locator('[role="alert"]')).to_contain_text("There is no row 9")
    expect(page.locator("#typed-move")).to_have_value("9 1")
    assert all("422" in text for text in complaints)
    complaints.clear()


def test_focus_survives_a_move(page, site):
    start(page, site, ruleset="subtraction:1", position="9+9", opponent="person")
    page.focus("#row-1-take-1")
    page.keyboard.press("Enter")
    expect(page.locator(STATUS)).to_contain_text("Player 1 took 1 from row 1.")
    expect(page.locator("#row-1-take-1")).to_be_focused()


def test_a_game_with_scripts_off(browser, site, browser_context_args):
    context = browser.new_context(**browser_context_args, java_script_enabled=False)
    page = context.new_page()
    page.goto(site)
    page.click("#row-3-take-1")
    for _ in range(40):
        page.wait_for_load_state()
        if page.locator("#ending").count():
            break
        page.locator("#board button").last.click()
    page.click("#see-why")
    expect(page.locator("#whole-title")).to_be_visible()
    context.close()


def test_two_tabs_on_one_match_lose_nothing_and_double_nothing(page, site, watched, complaints):
    start(page, site, position="5+6")
    second = watched(page.context.new_page())
    second.goto(page.url)
    page.click("#row-1-take-1")
    expect(page.locator(STATUS)).to_contain_text("You took 1 from row 1.")
    second.click("#row-2-take-2")
    expect(second.locator('[role="alert"]')).to_contain_text("The game has moved on")
    assert moves_made() == 2
    expect(second.locator(STATUS)).to_contain_text("You took 1 from row 1.")
    assert all("409" in text for text in complaints)
    complaints.clear()
    before = second.locator(STATUS).inner_text()
    second.locator("#board button").last.click()
    expect(second.locator(STATUS)).not_to_have_text(before)
    assert moves_made() == 4


def test_a_double_click_makes_one_move(page, site):
    start(page, site, position="5+6")
    page.dblclick("#row-1-take-2", delay=10)
    expect(page.locator(STATUS)).to_contain_text("You took 2 from row 1.")
    page.wait_for_timeout(300)
    assert moves_made() == 2


def test_the_back_button_shows_the_match_as_it_is(page, site):
    start(page, site, position="5+6", opponent="person")
    page.click("#row-1-take-2")
    expect(page.locator(STATUS)).to_contain_text("Player 2: your turn")
    page.goto(f"{site}/play/")
    page.go_back()
    expect(page.locator(STATUS)).to_contain_text("Player 1 took 2 from row 1.")


def test_a_dead_network_keeps_the_board_and_says_so(page, site, complaints):
    start(page, site, position="5+6")
    page.route("**/move/", lambda route: route.abort())
    page.click("#row-1-take-2")
    expect(page.locator("#connection")).to_contain_text("No connection. We'll send that when")
    expect(page.locator("#row-1-take-5")).to_be_visible()
    page.unroute("**/move/")
    expect(page.locator(STATUS)).to_contain_text("You took 2 from row 1.", timeout=30_000)
    complaints.clear()
    assert moves_made() == 2


def test_pages_are_accessible_and_fit_a_small_phone(page, site, axe_finds_nothing, complaints):
    page.set_viewport_size({"width": 320, "height": 640})

    def check():
        axe_finds_nothing(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320

    page.goto(site)
    check()
    page.goto(f"{site}/play/")
    check()
    page.goto(f"{site}/nothing/")
    complaints.clear()
    check()
    start(page, site, starter="choose", ruleset="subtraction:3", position="13")
    check()
    page.click("#start-owner")
    check()
    play_until_over(page, lambda button: button.click())
    check()
    page.click("#see-why")
    check()


def test_pieces_are_large_enough_to_touch(page, site):
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(site)
    for box in page.evaluate(
        "[...document.querySelectorAll('#board button')].map((b) => b.getBoundingClientRect())"
    ):
        assert box["width"] >= 24
        assert box["height"] >= 44
