"""Every question, answered by touch, by the keyboard alone and with scripts off: whatever was
pressed, the same answer arrives."""

from datetime import timedelta
from time import monotonic

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from games.learn.lessons.models import Step, StepAttempt
from games.people.models import User
from games.questions.goals import GOALS, PUZZLE_GOALS
from games.questions.shown_question import ShownQuestion
from games.teach.live.rooms.models import Answer

from ..games import test_goals
from ..games.learn.lessons.lessons import lesson
from ..games.teach.live.rooms import room
from ..games.teach.work.assignments import answers, assignment, classroom, member, person
from ..games.test_goals import example
from . import hands
from .hands import WAIT, signed_in

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}
ASKED = [asking for asking in GOALS.values() if not (asking.is_game or asking.is_seeded)]
"""Those that a form answers, with scripts or without; a program is in ``test_programs.py``."""
TICKS = "input[name='{}'][value='{}']"
LINES = (
    "nim 1+2+4 misere who",
    "nim 1+2+4 misere all",
    "kayles 4+5 misere kinds",
    "subtraction:3 1+2 misere case",
    "partizan-kayles 7 misere reduce",
)
"""Every question that homework can ask, but for a move, which is sent as it is made."""
SEEN = """() => [...document.querySelectorAll("#item-form :not([type=hidden])")].map((one) => [
  one.value, one.checked, one.getAttribute("aria-pressed"),
  ...["marked", "absent", "tile", "gone"].map((name) => one.dataset[name]),
])"""
"""What a form holds, and how its pictures show it."""


@pytest.fixture
def course(site):
    """A step for every question; each with a right answer and the text for others."""
    told = {"title": "A step", "hints": ["Look."], "otherwise": "Look again.", "after": "So it is."}
    lesson(*(told | example(asking) for asking in ASKED))
    return list(Step.objects.order_by("order"))


def opened(way, new_context):
    """A page on the device that a hand holds."""
    page = new_context(has_touch=way is hands.Touch).new_page()
    if way is hands.Touch:
        page.set_viewport_size(PHONE)
    return page


def arrived(step, task, answer):
    """Whether the last answer to a step is this one, however it is written."""
    last = StepAttempt.objects.latest("created_at")
    label = task.asking.answer_label
    return last.step_id == step.pk and label(task, last.answer) == label(task, answer)


def tries(task):
    """Answers until the right one counts."""
    right = task.asking.right(task)
    if not task.asking.tries(right):
        yield from map(str, range(1, task.asking.tries_first + 1))
    yield right


def post_without_scripts(page, task, answer):
    """Fill in the form as it is without scripts, and send it."""
    if task.asking.is_on_board:
        return page.click(f"#{hands.button_id(task.board, answer, task.player)}")
    for box in page.locator("#game input[inputmode]").all():
        box.fill("")
    for name, values in task.asking.fields(task, answer).items():
        boxes = page.locator(f"input[name='{name}']:not([type=checkbox], [type=radio])")
        for place in range(boxes.count()):
            boxes.nth(place).fill(values[place] if place < len(values) else "")
        for value in [] if boxes.count() else values:
            if page.locator(f"select[name='{name}']").count():
                page.locator(f"select:has([value='{value}'])").select_option(value)
            elif page.locator(f"button[name='{name}']").count():
                return page.click(f"button[name='{name}'][value='{value}']")
            else:
                page.locator(f"label:has({TICKS.format(name, value)})").first.click()
    return page.click("#answer")


def test_every_question_of_a_lesson_is_answered_by_touch(course, site, watched, new_context):
    page = watched(opened(hands.Touch, new_context))
    for step in course:
        task = ShownQuestion(step)
        page.goto(f"{site}{step.get_absolute_url()}")
        for answer in tries(task):
            hands.give(hands.Touch(page), task, answer)
            assert arrived(step, task, answer), (step.kind, answer)
        expect(page.locator(".dock-right")).to_be_visible()


def test_every_question_of_a_lesson_is_answered_with_scripts_off(course, site, new_context):
    page = new_context(java_script_enabled=False).new_page()
    for step in course:
        task = ShownQuestion(step)
        page.goto(f"{site}{step.get_absolute_url()}")
        for answer in tries(task):
            post_without_scripts(page, task, answer)
            expect(page.locator("#verdict")).to_be_visible()
            assert arrived(step, task, answer), (step.kind, answer)


@pytest.mark.parametrize("way", [hands.Touch, hands.Keys])
def test_what_is_touched_in_a_test_is_saved_and_seen_again(way, site, watched, new_context):
    anna, group = person("anna"), classroom(person("teacher"))
    member(group, anna, "Anna Able")
    closes = timezone.now() + timedelta(hours=1)
    made = assignment(group, *LINES, mode="check", closes_at=closes)
    page = signed_in(watched(opened(way, new_context)), site, anna.user)
    for item in made.items.order_by("order"):
        task = ShownQuestion(item)
        page.goto(f"{site}/assignments/{made.pk}/{item.order}/")
        right = task.asking.right(task)
        for name, values in task.asking.fields(task, right).items():
            hands.fill(way(page), page.locator("#item-form"), name, values)
        saved = page.locator("#draft-words")
        expect(saved).to_have_text("Saved. You can still change it.", timeout=WAIT)
        until = monotonic() + WAIT / 1000  # each change is saved; the words are those of the first
        while answers()[-1][1:3] != (item.order, right):
            assert monotonic() < until, (answers()[-1], right)
            page.wait_for_timeout(50)
        before = page.evaluate(SEEN)
        page.reload()
        assert page.evaluate(SEEN) == before


def test_a_phone_in_a_room_touches_every_question(site, watched, new_context, client, settings):
    settings.SLOWER_POLLS = 0.1
    teacher = User.objects.create(username="ms-lind", teaches=True)
    client.force_login(teacher)
    plain = ("ruleset", "position", "convention")
    asked = [
        {"goal": key} | {name: test_goals.EXAMPLES[key][name] for name in plain}
        for key in PUZZLE_GOALS
        if not GOALS[key].is_game
    ]
    made = room(*asked, owner=teacher)
    page = watched(opened(hands.Touch, new_context))
    page.goto(f"{site}/live/{made.code.lower()}/")
    page.fill("[name=name]", "Ada")
    page.click("form.phone-join button")
    for question in made.questions.order_by("number"):
        made.refresh_from_db()
        where = reverse("live:do", args=[made.code, "next"])
        assert client.post(where, {"version": made.version}).status_code < 400
        task = ShownQuestion(question)
        expect(page.locator("h1")).to_have_text(task.asks, timeout=WAIT)
        right = task.asking.right(task)
        page.locator("#live-form").wait_for(timeout=WAIT)
        hand = hands.Touch(page)
        if task.asking.is_on_board:
            hand.press(page.locator(f"#{hands.button_id(task.board, right, task.player)}"))
        else:
            for name, values in task.asking.fields(task, right).items():
                hands.fill(hand, page.locator("#game"), name, values)
        if page.locator("#answer").count():
            page.locator("#answer").tap()
        expect(page.locator("#live")).not_to_contain_text("You haven't answered yet", timeout=WAIT)
        label = task.asking.answer_label
        [given] = Answer.objects.filter(question=question)
        assert label(task, given.text) == label(task, right)


STANDS = """() => {
  const seen = (all) => [...document.querySelectorAll(all)].filter((one) => one.checkVisibility());
  const box = (one) => one.getBoundingClientRect();
  const main = seen(".dock :is(.main-button, .choices button)");
  const next = seen("a, button").filter((one) => /^(Next|Finish)/.test(one.innerText.trim()));
  const board = document.querySelector(".felt .board");
  return {
    board: board && Math.round(box(board).top),
    dock: Math.round(box(document.querySelector(".dock")).bottom),
    main: main.length ? Math.round(Math.max(...main.map((one) => box(one).bottom))) : null,
    next: next.length,
    sideways: document.documentElement.scrollWidth - innerWidth,
  };
}"""
"""Where a table has its board, its dock and its main action, how many buttons say "Next", and
whether it can be pushed sideways."""


@pytest.mark.parametrize("size", [(390, 844), (768, 1024), (1280, 800)], ids=lambda size: size[0])
def test_nothing_moves_when_a_step_is_answered_by_keyboard(size, page, course, site):
    """Every question arrives as it was answered, from the list where there is one."""
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    moved = {}
    for step in course:
        task = ShownQuestion(step)
        page.goto(f"{site}{step.get_absolute_url()}")
        before = page.evaluate(STANDS)
        for answer in tries(task):
            hands.give(hands.Keys(page), task, answer)
            assert arrived(step, task, answer), (step.kind, answer)
        expect(page.locator(".dock-right")).to_be_visible()
        after = page.evaluate(STANDS)
        print(f"{step.kind:10} {width:5} {before} {after}")
        was, now = before["board"], after["board"]
        if was is not None and now is not None and abs(was - now) > 1:
            moved[step.kind] = (was, now)
        assert before["dock"] == after["dock"] == height, step.kind
        assert after["main"] == (before["main"] or after["main"]), step.kind
        assert before["next"] <= 1, step.kind
        assert after["next"] == 1, step.kind
        assert before["sideways"] <= 0, step.kind
        assert after["sideways"] <= 0, step.kind
    assert moved == {}


def test_every_kind_is_accessible_and_fits_at_four_times_its_size(
    page, course, site, axe_finds_nothing
):
    """As somebody sees it who enlarges a window of 1280 by 1024 to 400 %, before the answer and
    after it: nothing to push sideways, and the dock lies still, so that it hides nothing."""
    page.set_viewport_size({"width": 320, "height": 256})
    for step in course:
        task = ShownQuestion(step)
        page.goto(f"{site}{step.get_absolute_url()}")
        for answer in ("", *tries(task)):
            if answer:
                hands.give(hands.Keys(page), task, answer)
            assert page.evaluate(STANDS)["sideways"] <= 0, (step.kind, answer)
            dock = page.locator(".dock")
            assert dock.evaluate("(one) => getComputedStyle(one).position") == "relative"
        axe_finds_nothing(page)
