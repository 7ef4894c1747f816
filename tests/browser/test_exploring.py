"""The explorer's board is changed by touch and by keyboard, in place."""

import re
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import expect

from .test_course import PHONE, fits

pytestmark = pytest.mark.browser


def test_one_touch_of_the_board_refreshes_verdict_winning_moves_and_film(
    browser, site, browser_context_args, watched, complaints
):
    context = browser.new_context(**browser_context_args | {"viewport": PHONE, "has_touch": True})
    page = watched(context.new_page())
    asked = []
    page.goto(f"{site}/explore/kayles/4+3/")
    title, verdict = page.locator("#position-title"), page.locator(".outcome")
    expect(verdict).to_contain_text("The player to move wins")
    named = page.locator(".winning-moves a").first.inner_text()
    page.on("response", lambda one: "/explore/" in one.url and asked.append(one.status))
    page.tap("#edit-2-4")
    expect(title).to_have_text("4 + 4")
    expect(page).to_have_url(re.compile(r"/explore/kayles/4\+4/"))
    expect(page.locator(".winning-moves")).not_to_contain_text(named)
    expect(page.locator("#film .scene-name")).to_have_count(2)
    expect(page.locator("#film-scene ul.only-heard")).to_contain_text("Row 2: 4")
    assert asked == [302, 200]
    page.tap("#edit-add")
    expect(title).to_have_text("4 + 4 + 1")
    page.tap("#edit-1-gone")
    expect(title).to_have_text("4 + 1")
    page.tap(".winning-moves a >> nth=0")
    expect(verdict).to_contain_text("The player to move loses")
    expect(page.locator(".winning-moves")).to_have_count(0)
    expect(page.locator(".edit-wins")).to_have_count(0)
    assert fits(page, PHONE["width"])
    page.go_back()
    expect(title).to_have_text("4 + 1")
    assert complaints == []
    context.close()


@pytest.mark.parametrize("rows", ["1+2+4", "1+3+5+7", "9", "1+2+3+4+5+6+7"])
@pytest.mark.parametrize("game", ["nim", "kayles", "octal:0.35", "partizan-kayles"])
def test_on_a_phone_the_verdict_is_in_sight_with_the_board(page, site, game, rows):
    page.set_viewport_size({"width": 360, "height": 844})
    page.goto(f"{site}/explore/{game}/{rows}/")
    board = page.locator("#edit-1-less").bounding_box()
    verdict = page.locator(".outcome").bounding_box()
    assert board["y"] >= 0
    assert verdict["y"] + verdict["height"] <= 844


CONTROLS = """() => [...document.querySelectorAll(
  "main :is(a[href], button, input:not([type=hidden]), select, textarea, summary)",
)].filter((one) => one.checkVisibility() && !one.closest(".edit-rows")).length"""


@pytest.mark.parametrize(
    "address",
    [
        "nim/1+2+4/",
        "nim/1+3+5+7/",
        "kayles/4+3+1/",
        "kayles/9/",
        "subtraction:3/7+5/",
        "partizan-kayles/7+5/?turn=left",
        "partizan-kayles/5/?turn=left",
        "octal:0.35/4+1/",
    ],
)
def test_beside_the_board_there_are_few_controls(page, site, address):
    page.goto(f"{site}/explore/{address}")
    assert 10 < page.evaluate(CONTROLS) <= 20


def test_tabs_and_endings_are_chosen_in_place_and_by_the_back_button(page, site, axe_finds_nothing):
    page.goto(f"{site}/explore/partizan-kayles/7+5/?turn=left")
    page.click("#to-theories")
    expect(page.locator("#to-theories")).to_have_attribute("aria-current", "true")
    expect(page.locator("#to-theories")).to_be_focused()
    expect(page.locator("main")).to_contain_text("agree on every winning move")
    axe_finds_nothing(page)
    page.click("#to-right")
    expect(page.locator("#to-right")).to_have_attribute("aria-current", "true")
    expect(page.locator("#to-theories")).to_have_attribute("aria-current", "true")
    page.click("#to-share")
    expect(page.locator("#rows")).to_have_value("7+5")
    axe_finds_nothing(page)
    page.fill("#rows", "3+4")
    page.click("#rows-show")
    expect(page.locator("#position-title")).to_have_text("3 + 4")
    page.click("#to-normal")
    expect(page.locator(".kicker")).to_contain_text("Whoever cannot move loses")
    page.go_back()
    expect(page.locator(".kicker")).to_contain_text("Whoever cannot move wins")
    page.click("#to-why")
    expect(page.locator("#film")).to_be_visible()


@pytest.fixture
def elsewhere(tmp_path):
    """The address of another site, whose pages lie in *tmp_path*."""
    pages = partial(SimpleHTTPRequestHandler, directory=tmp_path)
    with ThreadingHTTPServer(("127.0.0.1", 0), pages) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_page_elsewhere_shows_the_board_in_a_frame(page, site, elsewhere, tmp_path):
    (tmp_path / "favicon.ico").touch()
    page.goto(f"{site}/explore/kayles/4+3+1/?tab=share")
    code = page.locator("#embed").input_value()
    (tmp_path / "worksheet.html").write_text(f"<h1>A worksheet</h1>{code}")
    page.goto(f"{elsewhere}/worksheet.html")
    board = page.frame_locator("iframe")
    expect(board.locator(".outcome")).to_contain_text("The player to move wins.")
    expect(board.locator(".scene-group i")).to_have_count(8)
    with page.context.expect_page() as opened:
        board.get_by_text("Explore it on Marienbad").click()
    expect(opened.value.locator("#position-title")).to_have_text("4 + 3 + 1")


def test_a_page_elsewhere_shows_no_other_page_in_a_frame(
    page, site, elsewhere, tmp_path, complaints
):
    code = f'<iframe src="{site}/explore/kayles/4+3+1/"></iframe>'
    (tmp_path / "worksheet.html").write_text(f"<h1>A worksheet</h1>{code}")
    with page.expect_console_message(lambda said: "frame-ancestors" in said.text):
        page.goto(f"{elsewhere}/worksheet.html")
    expect(page.frame_locator("iframe").locator("#position-title")).to_have_count(0)
    complaints.clear()


def press(page, key):
    """Press a key once the board that came last stands still, as fast as a person can."""
    page.wait_for_function(
        "() => !document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling')"
    )
    page.keyboard.press(key)


def test_the_board_is_changed_by_keyboard(page, site, axe_finds_nothing):
    page.goto(f"{site}/explore/nim/2+4/")
    title = page.locator("#position-title")
    page.focus("#edit-1-3")
    press(page, "Enter")
    expect(title).to_have_text("3 + 4")
    expect(page.locator("#edit-1-3")).to_be_focused()
    press(page, "ArrowLeft")
    press(page, "Enter")
    expect(title).to_have_text("2 + 4")
    expect(page.locator("#edit-1-2")).to_be_focused()
    press(page, "ArrowDown")
    expect(page.locator('#edit-2-5[tabindex="0"]')).to_be_focused()
    for _ in range(2):
        press(page, "Tab")
    expect(page.locator("#edit-2-more")).to_be_focused()
    press(page, "Space")
    expect(title).to_have_text("2 + 5")
    expect(page.locator("#edit-2-more")).to_be_focused()
    axe_finds_nothing(page)


def test_a_limit_is_said_where_the_board_is(page, site, complaints):
    page.goto(f"{site}/explore/nim/60/")
    page.click("#edit-1-more")
    expect(page.locator("#edit-problem")).to_contain_text("use at most 60 in a row")
    expect(page.locator("#position-title")).to_have_text("60")
    complaints[:] = [text for text in complaints if "422" not in text]


def test_on_paper_stand_board_verdict_and_moves_and_no_button(page, site):
    page.emulate_media(media="print")
    page.goto(f"{site}/explore/nim/3+5+7/")
    expect(page.get_by_text("The player to move wins.").first).to_be_visible()
    expect(page.get_by_role("link", name="Take 1 from row 1, leaving 2")).to_be_visible()
    for name in ("Add a row", "+", "×", "Next", "Type or share"):
        expect(page.get_by_text(name, exact=True).first).not_to_be_visible()
    page.emulate_media(media="screen")
    expect(page.get_by_role("button", name="Add a row")).to_be_visible()


COVERED = """() => {
  const foot = document.querySelector(".film-foot").getBoundingClientRect();
  const first = document.querySelector("#film-scene .scene-name").getBoundingClientRect();
  return foot.top < first.bottom && foot.bottom > first.top;
}"""


@pytest.mark.parametrize("address", ["explore/nim/1+3+5+7", "explore/nim/5+6+7+8", "theory/r1"])
def test_the_way_through_a_film_is_in_sight_and_never_on_its_first_row(page, site, address):
    """However far the page is scrolled, at three widths."""
    for width, height in ((390, 844), (768, 1024), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{site}/{address}/")
        top = page.evaluate("scrollY + document.querySelector('#film').getBoundingClientRect().top")
        for above in range(0, height, 60):
            page.evaluate(f"scrollTo(0, {top - height + above})")
            assert not page.evaluate(COVERED), (width, above)
        page.evaluate(f"scrollTo(0, {top})")
        onward = page.locator("#film-next").bounding_box()
        assert onward["y"] + onward["height"] <= height
