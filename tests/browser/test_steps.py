"""The steps of the course on their pages: question, board and answer keep their place from step to
step, hints stand at the board, and the end of a game shows what comes next at once."""

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from games.learn.lessons.lesson_files import LessonFiles
from games.learn.lessons.models import Lesson
from games.people.models import User

from ..games.learn.lessons.lessons import MOVE, PLAY, PREDICT, lesson
from ..games.teach.work.assignments import assignment, classroom, member, person
from .hands import signed_in
from .test_course import ALL
from .test_game import start
from .test_game_ends import press

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1280, "height": 800}
SMALL = {"width": 360, "height": 800}

PLACES = """() => {
  const seen = (one) => one.getClientRects().length;
  const at = (one) => one && one.getBoundingClientRect();
  const board = document.querySelector("#game .board");
  const first = (all) => [...document.querySelectorAll(all)].find(seen);
  const acts = [first("#game :is(button, .touch, .pick, .main-button)"),
    first(".table :is(.pick, .main-button)")].filter(Boolean);
  return {
    kind: board && [...board.classList].find((name) => name.startsWith("board-")),
    middle: board && (at(board).top + at(board).bottom) / 2 + scrollY,
    act: Math.max(...acts.map((one) => at(one).bottom + scrollY)),
    is_game: Boolean(document.querySelector("#play-form, .choose")),
  };
}"""
"""Where a step has the middle of its board, and the lower edge of the first button and of the first
main one. Boards have as many rows as their positions, around the same middle."""

MOST = {PHONE["width"]: (135, 100), LAPTOP["width"]: (30, 30)}
"""By how many pixels the board of a step may lie lower or higher than that of its neighbour:
where both ask, and where one is a game, with somebody at the table. On a phone an answer that is
put together lies below its board, which goes up for it."""


def test_the_board_keeps_its_place_from_step_to_step(page, site):
    LessonFiles.load()
    for slug in ("thirteen-lights", "marienbad", "kayles"):
        compare_steps(page, site, Lesson.objects.get(slug=slug))


def compare_steps(page, site, found):
    """Look at each step of a lesson on a phone and on a laptop, and at neighbours."""
    places = {PHONE["width"]: [], LAPTOP["width"]: []}
    for step in found.live_steps:
        page.goto(f"{site}{step.get_absolute_url()}")
        for size in (PHONE, LAPTOP):
            page.set_viewport_size(size)
            place = page.evaluate(PLACES)
            places[size["width"]].append(place)
        assert places[PHONE["width"]][-1]["act"] <= PHONE["height"], step
    for width, (between_questions, at_games) in MOST.items():
        neighbours = [
            (a, b) for a, b in pairwise(places[width]) if a["kind"] == b["kind"] and a["kind"]
        ]
        assert len(neighbours) >= 4
        for order, (one, other) in enumerate(neighbours):
            most = at_games if one["is_game"] or other["is_game"] else between_questions
            assert abs(one["middle"] - other["middle"]) <= most, (width, order, one, other)


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_verdict_leaves_the_board_in_its_place_and_is_seen(page, site, size):
    lesson(PREDICT, MOVE)
    page.set_viewport_size(size)
    for order, wrong, right in (
        (1, "#choice-N", "#choice-P"),
        (2, "#row-2-take-1", "#row-2-take-5"),
    ):
        page.goto(f"{site}/learn/a-lesson/{order}/")
        before = page.locator("#board").bounding_box()
        for chosen, told in ((wrong, "bad"), (right, "good")):
            page.click(chosen)
            verdict = page.locator(f"#verdict.{told}")
            expect(verdict).to_be_in_viewport()
            assert page.evaluate("scrollY") == 0
            after = page.locator("#board").bounding_box()
            assert after["y"] == before["y"], (order, told)
            assert verdict.bounding_box()["y"] >= after["y"] + after["height"]
            if told == "bad" and page.locator("#again").count():
                page.click("#again")


BETWEEN = """() => {
  const box = (one) => document.querySelector(one)?.getBoundingClientRect();
  const hint = box("#hints > li");
  const board = box("#board") ?? box("#picture");
  return board.bottom <= hint.top && hint.bottom <= innerHeight;
}"""
"""Whether the newest hint is in sight, under the board."""


@pytest.mark.parametrize("step", [PREDICT, MOVE, ALL], ids=lambda step: step["kind"])
def test_a_hint_of_a_step_stands_between_board_and_answer(page, site, step):
    lesson(step | {"hints": ["Look.", "What is left?", "Leave one."]})
    page.set_viewport_size(PHONE)
    page.goto(f"{site}/learn/a-lesson/1/")
    for tier in range(1, 4):
        page.click("#hint")
        expect(page.locator("#hints > li").first).to_contain_text(f"Hint {tier}:")
        assert page.evaluate(BETWEEN), tier
    expect(page.locator("#hints > li")).to_have_count(3)
    expect(page.locator("#picture")).to_be_attached()


def test_a_hint_of_an_assignment_stands_between_board_and_answer(page, site):
    room = classroom(person("irene"))
    member(room, person("ann"), "Ann Able")
    assignment(room, "nim 1+2+4 misere")
    page.set_viewport_size(PHONE)
    signed_in(page, site, User.objects.get(username="ann"))
    page.goto(site)
    page.click("#homework")
    for tier in (1, 2):
        with page.expect_navigation():
            page.click("#hint")
        expect(page.locator("#hints > li").first).to_contain_text(f"Hint {tier}:")
        assert page.evaluate(BETWEEN)


END_OF_WORDS = """(one) => {
  const words = document.createRange();
  words.selectNodeContents(one);
  return words.getBoundingClientRect().right;
}"""


def lower_edge(page, selector):
    """How far down the page something ends, in pixels."""
    edge = "(one) => one.getBoundingClientRect().bottom + scrollY"
    return page.locator(selector).first.evaluate(edge)


def test_what_comes_next_is_seen_at_the_end_of_a_game_on_a_small_phone(page, site):
    page.set_viewport_size(SMALL)
    start(page, site, ruleset="subtraction:3", position="13")
    while not page.locator("#ending").count():
        press(page, "#row-1-take-1")
    expect(page.locator("#line")).to_be_visible()
    assert lower_edge(page, "#game .main-button") <= SMALL["height"]
    name = page.locator("#line .is-shown .scene-name").first
    light = page.locator("#line .is-shown .scene-group i").first.bounding_box()
    assert name.evaluate(END_OF_WORDS) + 2 <= light["x"]


def test_what_comes_next_is_seen_at_the_end_of_a_game_in_a_step(page, site):
    text = "You start, and you take one, two or three lights. The last one **loses**. " * 2
    lesson(PLAY | {"ruleset": "subtraction:3", "position": "9", "text": text}, PREDICT)
    page.set_viewport_size(SMALL)
    page.goto(f"{site}/learn/a-lesson/1/")
    expect(page.locator("main")).to_contain_text("Take 1 to 3 lights from one row.")
    assert page.locator("main").inner_text().count("Whoever takes the last light loses.") == 1
    while not page.locator("#ending").count():
        version = page.locator("#play-form [name=version]").input_value()
        page.click("#row-1-take-1")
        later = f'#ending, #play-form [name=version]:not([value="{version}"])'
        page.wait_for_selector(later, state="attached")
    expect(page.locator("#line")).to_be_visible()
    assert lower_edge(page, "#game .main-button") <= SMALL["height"]
