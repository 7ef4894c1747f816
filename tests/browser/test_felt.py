"""What the page promises of its board, measured: how large it is, that a row is a row, that nothing
moves, and that a piece leaves before anything is said of it. Each test prints its figures."""

import pytest
from playwright.sync_api import expect

from games.people.models import User

from ..games.learn.lessons.lessons import PREDICT, lesson
from .hands import signed_in
from .test_game import moves_made, start, wait_for_board

pytestmark = pytest.mark.browser

WINDOWS = {320: 640, 390: 844, 768: 1024, 1280: 800, 1920: 1080}
FAMILIES = {
    "1+3+5+7": ("nim", "1+3+5+7"),
    "three pairs": ("nim", "2+2+2"),
    "5+8+9 matches": ("nim", "5+8+9"),
    "13 lights": ("subtraction:3", "13"),
    "a single light": ("subtraction:3", "1"),
    "20 lights": ("subtraction:3", "20"),
    "5+8+9 lights": ("subtraction:4", "5+8+9"),
    "10 pins": ("kayles", "10"),
    "three lanes": ("kayles", "13+11+13"),
    "strips": ("partizan-kayles", "7+5"),
    "files": ("octal:0.137", "9+5"),
    "octal": ("octal:0.07", "9+4"),
    "twenty counters": ("octal:0.07", "20"),
    "heaps": ("grundy", "6+4+3"),
    "lasker": ("lasker", "3+5+7"),
}
PROMISED = {
    "1+3+5+7": (12, 6),
    "13 lights": (16, 6),
    "10 pins": (16, 6),
    "three pairs": (4, 6),
    "a single light": (2, 6),
}
"""The share of a window of 1280 by 800, and of one of 390 by 844, that the pieces cover."""

FIGURES = """() => {
  const all = (of, selector) => [...of.querySelectorAll(selector)];
  const box = (one) => one.getBoundingClientRect();
  const board = document.querySelector("#board");
  const pieces = all(board, ".piece").map(box);
  const left = Math.min(...pieces.map((b) => b.left));
  const top = Math.min(...pieces.map((b) => b.top));
  const right = Math.max(...pieces.map((b) => b.right));
  const bottom = Math.max(...pieces.map((b) => b.bottom));
  const cells = all(board, ".cell").map((one) => box(one).width);
  const end = (row) => Math.max(...all(row, ".cell").map((one) => box(one).right));
  const rows = all(board, ".row").map((row) => ({
    pieces: all(row, ".cell").length,
    lines: new Set(all(row, ".cell").map((one) => Math.round(box(one).top))).size,
    beside: box(row.querySelector(".row-count")).left - end(row),
    counts: all(row, ".row-count").length,
  }));
  return {
    share: (100 * (right - left) * (bottom - top)) / innerWidth / innerHeight,
    tall: Math.max(...all(board, ".piece > svg:first-child").map((one) => box(one).height)),
    cell: Math.min(...cells),
    uneven: Math.max(...cells) - Math.min(...cells),
    sideways: document.documentElement.scrollWidth - innerWidth,
    longest: Math.max(...rows.map((row) => row.pieces)),
    rows,
  };
}"""


@pytest.mark.parametrize("family", FAMILIES)
def test_the_board_is_the_page_and_a_row_is_a_row(page, site, family):
    ruleset, position = FAMILIES[family]
    start(page, site, ruleset=ruleset, position=position, opponent="person")
    for width, height in WINDOWS.items():
        page.set_viewport_size({"width": width, "height": height})
        seen = page.evaluate(FIGURES)
        print(
            f"{family:16} {width:5} share {seen['share']:5.1f} % piece {seen['tall']:4.0f} px"
            f" place {seen['cell']:5.1f} px lines {max(row['lines'] for row in seen['rows'])}"
        )
        assert [row["lines"] for row in seen["rows"]] == [1] * len(seen["rows"])
        assert seen["sideways"] <= 0
        assert seen["uneven"] < 1
        assert seen["tall"] <= 150.5
        if seen["longest"] <= 9:
            assert max(row["beside"] for row in seen["rows"]) < 40
        at_1280, at_390 = PROMISED.get(family, (0, 0))
        assert seen["share"] >= {1280: at_1280, 390: at_390}.get(width, 0)


def test_on_a_phone_a_long_name_costs_no_line_of_the_header_and_a_rows_name_is_one(page, site):
    heights = """() => [...document.querySelectorAll(".site, .row-name > [aria-hidden]")]
      .map((one) => one.getBoundingClientRect().height)"""
    start(page, site, ruleset="nim", position="1+2+3")
    visitors = {}
    for width in (320, 360, 390):
        page.set_viewport_size({"width": width, "height": 800})
        visitors[width] = page.evaluate(heights)
        expect(page.get_by_role("link", name="Sign in")).to_be_in_viewport(ratio=1)
        assert visitors[width][1:] == pytest.approx(3 * [16], abs=4)
    signed_in(page, site, User.objects.create_user("annabelle-of-the-seventh-form"))
    start(page, site, ruleset="nim", position="1+2+3")
    for width, seen in visitors.items():
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(heights) == seen, width


@pytest.mark.parametrize("ruleset", ["nim", "kayles", "octal:0.07", "grundy"])
def test_above_twenty_a_row_has_lines_of_ten_and_one_count(page, site, ruleset):
    start(page, site, ruleset=ruleset, position="25+7", opponent="person")
    for width, height in WINDOWS.items():
        page.set_viewport_size({"width": width, "height": height})
        seen = page.evaluate(FIGURES)
        assert [row["lines"] for row in seen["rows"]] == [3, 1], width
        assert [row["counts"] for row in seen["rows"]] == [1, 1]
        assert seen["sideways"] <= 0


def places(page):
    """Where the board or the scene, the dock and its main button are."""
    return [
        [round(page.locator(one).first.bounding_box()[side]) for side in ("x", "y")]
        for one in (".film-stage", ".dock .main-button")
    ]


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_moves_through_a_film_and_its_last_next_is_the_steps_own(page, site, width):
    page.set_viewport_size({"width": width, "height": WINDOWS[width]})
    asked = PREDICT | {"ruleset": "nim", "position": "1+4+5", "convention": "normal"}
    page.goto(f"{site}{lesson(asked).get_absolute_url()}1/")
    page.get_by_role("button", name="You lose, whatever you do").click()
    onward = page.locator(".dock #next").get_attribute("href")
    page.click("#see-why")
    page.wait_for_selector(".film-stage")
    stood, frames = places(page), 1
    while page.locator("#answer-film-next").count():
        assert page.get_by_role("link", name="Next", exact=True).count() == 1
        assert page.locator("#next").count() == 0
        before = page.locator("#answer-film-sentence").inner_text()
        page.click("#answer-film-next")
        expect(page.locator("#answer-film-sentence")).not_to_have_text(before)
        expect(page.locator(".dock .main-button")).to_be_visible()
        page.wait_for_timeout(300)  # the pieces of a frame go to their places
        assert places(page) == stood
        frames += 1
    print(f"{width:5} px: {frames} frames, scene and main button at {stood}")
    assert frames > 5
    assert page.locator(".dock #next").get_attribute("href") == onward
    page.click("#answer-film-back")
    expect(page.locator("#answer-film-next")).to_be_visible()


def delay(page, selector):
    """When an animation begins, in seconds."""
    said = page.locator(selector).first.evaluate("(one) => getComputedStyle(one).animationDelay")
    return float(said.removesuffix("s"))


def test_what_i_take_burns_first_then_the_reply_and_only_then_it_is_told(page, site):
    page.emulate_media(reduced_motion="no-preference")
    start(page, site, position="5+4", opponent="perfect")
    page.click("#row-1-take-2")
    page.wait_for_selector(".was-theirs .leaving", state="attached")
    mine, theirs = (
        delay(page, ".was-mine .leaving .fire"),
        delay(page, ".was-theirs .leaving .fire"),
    )
    assert 0 == mine < 0.6 < theirs < delay(page, ".dock .say > *")
    assert delay(page, ".row-count[data-was]") > theirs
    taken = page.locator(".was-theirs").count()
    was, now = page.locator("[data-was]").evaluate("(one) => [one.dataset.was, one.textContent]")
    assert int(was) == int(now) + taken
    page.emulate_media(reduced_motion="reduce")
    expect(page.locator(".leaving").first).to_be_hidden()
    old = "(one) => getComputedStyle(one, '::before').content"
    assert page.locator("[data-was]").evaluate(old) == "none"


def test_a_touch_while_pieces_still_leave_is_taken(page, site):
    page.emulate_media(reduced_motion="no-preference")
    start(page, site, position="5+4+3", opponent="perfect")
    page.click("#row-1-take-1")
    page.wait_for_selector(".was-theirs .leaving", state="attached")
    version = page.locator("#play-form [name=version]").input_value()
    assert page.evaluate("document.getAnimations().some((one) => one.playState === 'running')")
    page.locator("#board button").last.click(force=True)
    wait_for_board(page, version)
    assert moves_made() >= 3


@pytest.mark.parametrize(
    ("ruleset", "touch", "part"),
    [
        ("nim", "#row-1-take-1", ".fire"),
        ("subtraction:3", "#row-1-take-1", ".fil"),
        ("kayles", "#row-1-at-1-take-1", ".tips"),
        ("octal:0.07", "#board .pill", ".slides"),
    ],
)
def test_a_piece_leaves_as_what_it_is(page, site, ruleset, touch, part):
    page.emulate_media(reduced_motion="no-preference")
    start(page, site, ruleset=ruleset, position="6", opponent="person")
    page.locator(touch).first.click()
    page.wait_for_selector(f".was-mine .leaving {part}", state="attached")
    name = "(one) => getComputedStyle(one).animationName"
    assert page.locator(f".was-mine .leaving {part}").first.evaluate(name) != "none"


def test_a_long_row_on_a_phone_has_its_moves_in_full_size_as_well(page, site):
    page.set_viewport_size({"width": 390, "height": 844})
    start(page, site, ruleset="subtraction:3", position="18", opponent="person")
    numbers = page.locator(".by-number button")
    assert numbers.all_inner_texts() == ["1", "2", "3"]
    for at in range(3):
        box = numbers.nth(at).bounding_box()
        assert box["width"] >= 24
        assert box["height"] >= 24
    page.get_by_role("group", name="By number").get_by_text("2").click()
    expect(page.locator(".row-count")).to_have_text("16")
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.locator(".by-number")).to_be_hidden()
