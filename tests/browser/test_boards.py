"""Every board and every page of the analysis side, in a real browser."""

import re

import pytest
from playwright.sync_api import expect

from .test_game import STATUS, moves_made, play_until_over, start, version_on, wait_for_board

pytestmark = pytest.mark.browser


def test_pins_are_knocked_by_mouse_and_the_row_splits(page, site):
    start(page, site, ruleset="kayles", position="9", opponent="person")
    page.hover("#row-1-at-3-take-2")
    expect(page.locator("[data-preview-line]")).to_have_text(
        "Knock down pins 3 and 4 of row 1, leaving 2 and 5"
    )
    page.click("#row-1-at-3-take-2")
    expect(page.locator(STATUS)).to_contain_text("Player 1 knocked down pins 3 and 4 of row 1.")
    expect(page.locator(".gap")).to_have_count(2)
    page.click("#row-1-at-9-take-1")
    expect(page.locator(STATUS)).to_contain_text("Rows: 2+4.")


@pytest.mark.parametrize(
    ("ruleset", "position"),
    [("kayles", "5"), ("partizan-kayles", "5"), ("octal:0.07", "6"), ("subtraction:{1,3}", "5")],
)
def test_every_board_is_played_by_keyboard_alone(page, site, ruleset, position):
    start(page, site, ruleset=ruleset, position=position, opponent="random")
    page.locator("#content").press("Tab")
    for _ in range(30):
        if page.evaluate("document.activeElement.closest('#board') !== null"):
            break
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('#board') !== null")
    page.keyboard.press("Home")
    version = version_on(page)
    page.keyboard.press("Enter")
    wait_for_board(page, version)
    expect(page.locator(STATUS)).to_contain_text("You ")
    play_until_over(page, lambda button: (button.focus(), page.keyboard.press("Enter")))
    expect(page.locator("#ending")).to_be_focused()


def test_strips_as_right_by_typing_and_a_forbidden_move_says_whose_it_is(page, site, complaints):
    page.goto(f"{site}/play/?ruleset=partizan-kayles&position=7&player=right&opponent=person")
    page.click("text=Play >> nth=-1")
    page.wait_for_url(re.compile(r"/play/[0-9a-f-]{36}/"))
    page.fill("#typed-move", "1 3")
    page.keyboard.press("Enter")
    expect(page.locator('[role="alert"]')).to_contain_text("That is Left's move; you are Right.")
    complaints.clear()
    page.fill("#typed-move", "1 3-4")
    page.keyboard.press("Enter")
    expect(page.locator(STATUS)).to_contain_text("put a domino on squares 3 and 4 of strip 1")


def test_hints_take_back_and_resign_without_leaving_the_page(page, site):
    start(page, site, position="3+4+5", opponent="learner")
    for tier in range(1, 5):
        page.click("#hint")
        expect(page.locator("#hints > li")).to_have_count(tier)
    expect(page.locator("#hint")).to_have_count(0)
    page.click("#row-1-take-1")
    expect(page.locator(STATUS)).to_contain_text("You took 1 from row 1.")
    page.click(".judgement summary")
    expect(page.locator(".judgement .verdict")).to_be_visible()
    page.click("#take-back")
    expect(page.locator(STATUS)).to_contain_text("Rows: 3, 4, 5. Your turn.")
    page.click(".dock .more > summary")
    page.click("#resign")
    expect(page.locator(".resign p")).to_have_text("Learner wins if you resign.")
    page.click("#resign-now")
    expect(page.locator("#ending")).to_have_text("Learner wins.")
    expect(page.locator(STATUS)).to_have_text("You resigned.")
    assert moves_made() == 2


def test_a_style_set_by_a_script_is_not_copied_into_what_comes_next(page, site):
    start(page, site, position="3+4+5", opponent="learner")
    page.evaluate("document.querySelector('#hint').style.minWidth = '9rem'")
    page.click("#hint")
    expect(page.locator("#hints > li")).to_have_count(1)
    page.wait_for_timeout(100)  # the policy is violated, if it is, while the new part settles


GAMES = {
    "the first page": {"ruleset": "nim", "position": "2+2+2", "opponent": "learner"},
    "1-3-5-7": {"ruleset": "nim", "position": "1+3+5+7"},
    "Kayles": {"ruleset": "kayles", "position": "10"},
    "Kayles in rows": {"ruleset": "kayles", "position": "5+4+1"},
}
TALL = 844
"""The height of a phone."""


IN_VIEW = """(height) => {
  const hint = document.querySelector("#hints > li");
  const words = document.createRange();
  words.setStartBefore(hint.firstChild);
  words.setEndAfter(hint.querySelector(".why").firstChild);
  const { top, bottom } = words.getBoundingClientRect();
  const board = document.getElementById("board").getBoundingClientRect();
  const button = document.querySelector(".typed").getBoundingClientRect();
  return top >= 0 && bottom <= height && top >= board.bottom - 1 && bottom <= button.top;
}"""
"""Whether the words of the newest hint are seen whole, between the board and the buttons."""


@pytest.mark.parametrize("name", list(GAMES))
def test_a_hint_is_seen_on_a_phone_and_heard_once(page, site, name):
    page.set_viewport_size({"width": 390, "height": TALL})
    start(page, site, **GAMES[name])
    version = version_on(page)
    page.locator("#board button").first.click()
    wait_for_board(page, version)
    expect(page.locator(STATUS)).to_contain_text("Your turn.")
    for tier in range(1, 5):
        page.locator("#hint").click()
        newest = page.locator("#hints > li").first
        expect(newest.locator("strong").first).to_have_text(f"Hint {tier}:")
        page.wait_for_function(IN_VIEW, arg=TALL)
        told = newest.locator(".why").evaluate("(one) => one.firstChild.textContent.trim()")
        heard = page.locator(f"{STATUS} :not([aria-hidden])")
        expect(heard).to_contain_text(f"Hint {tier}: {told}")
        has_focus = "(id) => document.activeElement.id === id"
        page.wait_for_function(has_focus, arg="hint" if tier < 4 else "hints")
        if page.locator(".say > a").count():  # the rest of a long one is read beneath the table
            page.click(".say > a")
            whole = page.locator("#all-hints li").first
            expect(whole).to_be_in_viewport()
            assert " ".join(whole.inner_text().split()).startswith(heard.inner_text())
            page.evaluate("scrollTo(0, 0)")
    shown = page.locator("#board .move-hint").first
    border = "(cell) => getComputedStyle(cell, '::after').borderTopStyle"
    assert shown.evaluate(border) == "dashed"
    page.locator("#board button").first.click()
    expect(page.locator("#hints")).to_have_count(0)
    expect(page.locator(STATUS)).not_to_contain_text("Hint")


def test_a_hint_is_shown_with_scripts_off(browser, site, browser_context_args):
    context = browser.new_context(**browser_context_args, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}/play/?ruleset=nim&position=1%2B3%2B5%2B7&opponent=perfect")
    page.click("text=Play >> nth=-1")
    page.click("#hint")
    assert page.url.endswith("#hints")
    expect(page.locator("#hints > li")).to_have_count(1)
    expect(page.locator("#hints")).to_contain_text("What else can you leave?")


def test_frames_are_drawn_on_demand(page, site):
    start(page, site, ruleset="subtraction:3", position="13", opponent="person")
    last = page.locator(".frame-end").first
    assert last.evaluate("(cell) => getComputedStyle(cell).borderRightWidth") == "0px"
    page.click(".more > summary")
    page.check("#show-frames")
    assert last.evaluate("(cell) => getComputedStyle(cell).borderRightWidth") == "2px"


PAGES = [
    "/explore/",
    "/explore/?game=own&amount=each",
    "/explore/nim/1+2+4/",
    "/explore/nim/1+2+13/",
    "/explore/nim/4+3+4/?level=below",
    "/explore/kayles/4+3+1/?level=mine&tab=theories",
    "/explore/kayles/4+3+1/?theory=r1&tab=theories",
    "/explore/kayles/4+3+1/?tab=share",
    "/explore/kayles/4+3+1/embed/",
    "/explore/nim/1+2+4/?lens=safe-harbors",
    "/explore/kayles/4+2/?lens=r1",
    "/explore/kayles/5+4+1/",
    "/explore/kayles/4+3+1/?theory=r1&frame=6",
    "/explore/nim/7+5+3/?theory=nim-sum&frame=6",
    "/explore/partizan-kayles/7+5+3/?turn=left&theory=reduction&frame=4",
    "/explore/kayles/4+3+1/?theory=r1&print=1",
    "/explore/octal:0.35/4+1/",
    "/explore/partizan-kayles/7+5/?turn=left",
    "/explore/octal:0.3122/40+41+42/",
    "/errata/",
    "/errata/octal-035/",
    "/errata/program/",
    "/errata/program/?position=1%2B1&step=99",
    "/opponents/",
    "/theory/",
    "/theory/company/",
    "/theory/safe-harbors/",
    "/theory/nim-sum/",
    "/theory/r1/",
    "/puzzles/train/",
    "/api/",
    "/me/tokens/",
]


@pytest.mark.parametrize("address", PAGES)
def test_pages_are_accessible_and_fit_a_small_phone(page, site, axe_finds_nothing, address):
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(site + address)
    axe_finds_nothing(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_every_board_is_accessible_in_play_and_in_review(page, site, axe_finds_nothing):
    page.set_viewport_size({"width": 320, "height": 640})
    for ruleset, position in (("kayles", "9"), ("partizan-kayles", "7"), ("octal:0.07", "7+3")):
        start(page, site, ruleset=ruleset, position=position, opponent="person")
        axe_finds_nothing(page)
        play_until_over(page, lambda button: button.click())
        page.click("#see-why")
        page.wait_for_url("**/review/")
        axe_finds_nothing(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        page.click(".more > summary")
        mistakes = page.locator("text=Learn from your mistakes")
        if mistakes.count():
            mistakes.click()
            page.wait_for_url("**/review/mistakes/1/")
            axe_finds_nothing(page)


def test_a_mistake_is_tried_again_until_it_wins(page, site):
    start(page, site, position="1+2", opponent="person")
    for button in ("#row-1-take-1", "#row-2-take-1", "#row-2-take-1"):
        before = page.locator(STATUS).inner_text()
        page.click(button)
        expect(page.locator(STATUS)).not_to_have_text(before)
    page.click("#see-why")
    page.click(".more > summary")
    page.click("text=Learn from your mistakes")
    page.click("#row-1-take-1")
    expect(page.locator(".dock #verdict")).to_contain_text("That loses.")
    page.click("#again")
    page.click("#row-2-take-2")
    expect(page.locator(".dock #verdict")).to_contain_text("That wins.")
    page.click("#see-why")
    expect(page.locator(".film-said")).to_be_visible()


def test_an_explored_position_can_be_changed_shared_and_played(page, site):
    page.goto(f"{site}/explore/nim/1+2+4/")
    page.click('[aria-label="One more in row 3"]')
    expect(page.locator("h1")).to_have_text("1 + 2 + 5")
    page.click("text=Type or share")
    expect(page.locator("#link")).to_have_value(re.compile(r"/explore/nim/1\+2\+5/\?convention="))
    page.click("text=Copy link")
    expect(page.locator("[data-copy=link]")).to_have_text("Copied")
    expect(page.locator("#embed")).to_have_value(re.compile(r"/explore/nim/1\+2\+5/embed/"))
    page.click("text=Theories")
    page.click("text=R1 kinds >> nth=0")
    expect(page.locator("#lens-title")).to_have_text("R1 kinds")
    page.click("text=Play from here")
    page.wait_for_url(re.compile(r"/play/[0-9a-f-]{36}/"))
    expect(page.locator("#row-3-take-5")).to_be_visible()
    expect(page.locator(".rule")).to_contain_text("Whoever takes the last match loses")


def test_two_steps_back_show_the_page_of_the_address_though_the_first_comes_last(page, site):
    page.goto(f"{site}/explore/kayles/4+3+1/?convention=misere&theory=r1")
    steps = page.locator("[aria-current=step]")
    first = steps.text_content().strip()
    for number in (2, 3):
        page.locator(f"#film-step-{number}").dispatch_event("click")
        expect(page).to_have_url(re.compile(f"frame={number}$"))

    def late(route):
        page.wait_for_timeout(700)
        route.continue_()

    page.route(re.compile("frame=2$"), late)
    page.evaluate("history.back(); setTimeout(() => history.back(), 150)")
    expect(page).not_to_have_url(re.compile("frame="))
    expect(steps).to_have_text(first)
    page.wait_for_timeout(1000)
    expect(steps).to_have_text(first)


def test_a_film_is_turned_by_the_arrow_keys(page, site):
    page.goto(f"{site}/explore/kayles/4+3+1/?convention=misere&theory=r1")
    sentence, moved = page.locator("#film-sentence"), page.locator(".is-taken")
    page.focus("#film")

    def turn():
        before = sentence.inner_text()
        page.keyboard.press("ArrowRight")
        expect(sentence).not_to_have_text(before)

    while not page.url.endswith("frame=7"):  # a long sentence is told in parts
        turn()
    expect(sentence).to_contain_text("Take 2 from row 2, leaving 1")
    expect(moved).to_have_count(1)
    expect(page.locator("[aria-current=step]")).to_have_text("Make the move")
    expect(page.locator("#film")).to_be_focused()
    assert page.url.endswith("theory=r1&frame=7")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".case-card.applies")).to_contain_text("Case 2")
    page.click("#film-next")
    expect(moved).to_have_count(1)
    expect(page.locator("#film-next")).to_be_focused()
    turns = 0
    while not page.url.endswith("frame=8"):
        turn()
        turns += 1
    expect(page.locator(".gone")).to_have_count(2)
    expect(page.locator("#film-next")).to_be_focused()
    for _ in range(turns):
        page.go_back()
    expect(moved).to_have_count(1)
    expect(page.locator("#film-sentence")).to_contain_text("Take 2 from row 2, leaving 1")


def test_an_erratum_is_won_on_its_own_board(page, site):
    page.goto(f"{site}/errata/gremlin/")
    page.get_by_text("Play it on this board").click()
    page.click("#gremlin-1-row-1-to-0")
    page.wait_for_url(re.compile(r"/play/[0-9a-f-]{36}/"))
    expect(page.locator("#ending")).to_contain_text("You win.")


@pytest.mark.parametrize(
    ("older_way", "said"), [(True, "Copied"), (False, "Not copied. Select it and copy it")]
)
def test_a_link_is_called_copied_only_when_it_is(page, site, older_way, said):
    """Without https a browser has no clipboard, and the older way may be refused."""
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined });")
    page.add_init_script(f"document.execCommand = () => {str(older_way).lower()};")
    page.goto(f"{site}/explore/nim/1+2+4/")
    page.click("text=Type or share")
    page.click("text=Copy link")
    expect(page.locator("[data-copy=link]")).to_have_text(said)
