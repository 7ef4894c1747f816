"""The course in a real browser: on a phone, by keyboard, by ear, without scripts."""

from random import Random

import pytest
from playwright.sync_api import expect

from games.learn.lessons.lesson_files import LessonFiles
from games.learn.lessons.models import TELL as TELLS
from games.learn.lessons.models import Lesson, Step, StepRecord
from games.people.models import User
from games.questions.shown_question import ShownQuestion

from ..games.learn.lessons.lessons import MOVE, PLAY, PREDICT, TELL, lesson
from . import hands

pytestmark = pytest.mark.browser

PHONE = {"width": 360, "height": 740}
SMALL = {"width": 320, "height": 640}
STATUS = "#live"

ALL = {
    "kind": "all-moves",
    "title": "Every one",
    "text": "Mark them.",
    "ruleset": "nim",
    "position": "1+2",
    "convention": "misere",
    "answer": ["2>0"],
    "hints": ["Leave one."],
}
CLASSIFY = {
    "kind": "classify",
    "title": "Kinds",
    "text": "Name them.",
    "ruleset": "kayles",
    "position": "4+2",
    "convention": "misere",
}
CASE = CLASSIFY | {"kind": "case", "title": "A case", "text": "Which one?"}
REDUCE = {
    "kind": "reduce",
    "title": "A strip",
    "text": "Reduce it.",
    "ruleset": "partizan-kayles",
    "position": "7",
    "convention": "misere",
    "diagram": "reduction",
}
BUILD = {
    "kind": "build",
    "title": "Build",
    "text": "A lost row.",
    "ruleset": "subtraction:3",
    "convention": "misere",
    "rows": [1, 2],
    "largest": 9,
    "goal": {"outcome": "P"},
    "answer": "5",
}


def fits(page, width):
    return page.evaluate("document.documentElement.scrollWidth") <= width


def settled(page):
    """Wait until htmx has finished with what it swapped, which nobody's fingers outrun."""
    expect(page.locator(".htmx-request, .htmx-swapping, .htmx-settling")).to_have_count(0)


def press_until(page, selector, key="Tab"):
    """Press a key until an element has the focus."""
    settled(page)
    for _ in range(40):
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{selector} is not reached")


def follow(page, selector):
    """Go where a link or a button leads, by keyboard."""
    press_until(page, selector)
    with page.expect_navigation():
        page.keyboard.press("Enter")


def win_the_game(page):
    """Take two from 1 + 2 and let the other side take the last one, on the page of the step."""
    address = page.url
    page.click("#row-2-take-2")
    expect(page.locator("#ending")).to_be_focused()
    assert page.url == address


def test_a_lesson_on_a_phone_from_first_to_last_and_a_name_keeps_it(page, site, axe_finds_nothing):
    lesson()
    page.set_viewport_size(PHONE)
    page.goto(f"{site}/learn/")
    page.click("text=A lesson")
    page.click("#begin")
    page.click("#choice-P")
    expect(page.locator("#verdict")).to_be_focused()
    expect(page.locator("#verdict")).to_contain_text("✓")
    page.click("#next")
    page.click("#row-2-take-5")
    expect(page.locator("#verdict")).to_contain_text("That wins.")
    page.click("#next")
    page.click("#next")
    expect(page.locator("h1")).to_have_text("Play it")
    win_the_game(page)
    expect(page.locator("h1")).to_have_text("You win.")
    expect(page.locator("#game")).to_contain_text("You won it.")
    axe_finds_nothing(page)
    page.click("#next")
    expect(page.locator("text=You've finished this lesson.")).to_be_visible()
    axe_finds_nothing(page)
    assert fits(page, PHONE["width"])
    page.get_by_role("link", name="Sign up").click()
    page.fill("#id_username", "bob")
    page.fill("#id_password", "correct horse battery")
    page.get_by_role("button", name="Sign up").click()
    page.wait_for_url(f"{site}/learn/a-lesson/")
    expect(page.locator("text=You've finished this lesson.")).to_be_visible()
    assert StepRecord.objects.filter(user__username="bob", done_at__isnull=False).count() == 4


def test_a_wrong_answer_is_said_shown_and_kept_in_the_form(page, site):
    lesson(PREDICT, ALL)
    page.goto(f"{site}/learn/a-lesson/1/")
    page.click("#choice-N")
    expect(page.locator("#verdict")).to_be_focused()
    expect(page.locator("#verdict")).to_contain_text("✗ Not quite.")
    expect(page.locator("#choice-N")).to_contain_text("your last answer")
    expect(page.locator("#choice-P")).not_to_contain_text("your last answer")
    # The same answer again is heard again: what is said of it is new, and has the focus.
    page.locator("#verdict").evaluate("one => { one.dataset.old = 1 }")
    page.click("#choice-N")
    expect(page.locator("#verdict:not([data-old])")).to_be_focused()
    expect(page.locator("#verdict")).to_contain_text("✗ Not quite.")
    page.goto(f"{site}/learn/a-lesson/2/")
    page.click("text=No move wins")
    page.click("#answer")
    expect(page.locator("#verdict")).to_contain_text("you missed 1 winning move in row 2")
    expect(page.locator("[name=none]")).to_be_checked()


def test_nothing_chosen_is_told_and_a_typed_move_stays(page, site, complaints):
    lesson(ALL, MOVE)
    page.goto(f"{site}/learn/a-lesson/1/")
    page.click("#answer")
    expect(page.locator('[role="alert"]')).to_contain_text("Mark the winning moves.")
    expect(page.locator('[role="alert"]')).to_be_in_viewport()
    expect(page.locator("#answer")).to_be_focused()
    page.goto(f"{site}/learn/a-lesson/2/")
    page.fill("#typed-move", "9 9")
    page.keyboard.press("Enter")
    expect(page.locator('[role="alert"]')).to_contain_text("There is no row 9")
    expect(page.locator("#typed-move")).to_have_value("9 9")
    assert all("422" in text for text in complaints)
    complaints.clear()


def test_hints_keep_the_keyboards_place_and_the_answer_may_be_looked_up(page, site):
    lesson(PREDICT, MOVE)
    page.goto(f"{site}/learn/a-lesson/1/")
    page.focus("#hint")
    page.keyboard.press("Enter")
    expect(page.locator("#hints > li")).to_have_count(1)
    expect(page.locator("#hint")).to_be_focused()
    settled(page)
    page.keyboard.press("Enter")
    expect(page.locator("#hints > li")).to_have_count(2)
    expect(page.locator("#hints")).to_be_focused()
    page.click(".dock .more > summary")
    page.click("#reveal")
    expect(page.locator("#key")).to_contain_text("The answer.")
    page.go_back()
    page.go_forward()
    expect(page.locator("#key")).to_be_visible()


def test_a_lesson_by_keyboard_alone(page, site):
    lesson()
    page.goto(f"{site}/learn/a-lesson/")
    follow(page, "#begin")
    press_until(page, "#choice-P")
    page.keyboard.press("Enter")
    expect(page.locator("#verdict.good")).to_be_focused()
    follow(page, "#next")
    press_until(page, "#row-2-take-1")
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    expect(page.locator("#verdict.good")).to_be_focused()
    follow(page, "#next")
    follow(page, "#next")
    press_until(page, "#row-2-take-1")
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    expect(page.locator("#ending")).to_be_focused()
    follow(page, "#next")
    expect(page.locator("text=You've finished this lesson.")).to_be_visible()


def test_a_game_of_a_step_is_played_again_without_leaving_the_step(page, site, watched):
    lesson(PLAY, PREDICT)
    other = watched(page.context.browser.new_context().new_page())
    for hand in (page, other):
        hand.goto(f"{site}/learn/a-lesson/1/")
    page.click("#hint")
    expect(page.locator("#hints")).to_contain_text("Hint 1:")
    page.click("#row-2-take-1")
    expect(page.locator(STATUS)).to_contain_text("Perfect took")
    page.click("#take-back")
    expect(page.locator(".row").nth(1).locator("button")).to_have_count(2)
    page.click("#row-2-take-1")
    expect(page.locator(".row").first.locator("button")).to_have_count(0)
    page.locator(".board button").last.click()
    expect(page.locator("#ending")).to_have_text("Perfect wins.")
    expect(page.locator("#game .main-button")).to_have_text("Play it again")
    page.click("#play-again")
    expect(page.locator("#play-form")).to_be_visible()
    page.click("#row-2-take-2")
    expect(page.locator("#ending")).to_have_text("You win.")
    expect(page.locator("#game .main-button")).to_have_text("Next")
    assert page.url == f"{site}/learn/a-lesson/1/"
    other.reload()
    expect(other.locator(STATUS)).to_contain_text("Your turn.")
    expect(other.locator(".row").nth(1).locator("button")).to_have_count(2)


def test_a_lesson_with_scripts_off(browser, site, browser_context_args):
    lesson()
    context = browser.new_context(**browser_context_args, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}/learn/a-lesson/1/")
    page.click("#choice-N")
    expect(page.locator("#verdict.bad")).to_be_visible()
    page.click("#hint")
    page.click("#choice-P")
    page.click("#next")
    page.click("#row-2-take-5")
    page.click("#next")
    page.click("#next")
    page.click("#row-2-take-2")
    expect(page).to_have_url(f"{site}/learn/a-lesson/4/#ending")
    expect(page.locator("h1")).to_have_text("You win.")
    page.click("#next")
    expect(page.locator("text=You've finished this lesson.")).to_be_visible()
    context.close()


def test_two_tabs_on_one_step_count_each_answer_once(page, site, watched):
    lesson(PREDICT, MOVE)
    page.goto(f"{site}/learn/a-lesson/1/")
    second = watched(page.context.new_page())
    second.goto(page.url)
    for tab in (page, second):
        tab.click("#choice-P")
        expect(tab.locator("#verdict.good")).to_be_visible()
    assert StepRecord.objects.filter(done_at__isnull=False).count() == 1


def test_the_first_real_lesson_is_read_and_answered_on_a_phone(page, site, axe_finds_nothing):
    LessonFiles.load()
    User.objects.all().delete()
    first = Lesson.objects.get(number=1)
    page.set_viewport_size(PHONE)
    page.goto(f"{site}/learn/")
    axe_finds_nothing(page)
    assert fits(page, PHONE["width"])
    page.click(f"text={first.title}")
    page.click("#begin")
    page.goto(f"{site}{Step.objects.get(lesson=first, order=3).get_absolute_url()}")
    page.click("#row-1-take-1")
    expect(page.locator("#verdict")).to_contain_text(
        "The other player answers by taking 2 from row 1. That leaves 1, and you lose from there."
    )
    page.click("#again")
    page.click("#row-1-take-3")
    expect(page.locator("#verdict")).to_contain_text("That wins.")
    page.click("#next")
    expect(page.locator("h1")).to_have_text("Five lights")


def test_every_kind_of_step_is_accessible_fits_and_can_be_touched(page, site, axe_finds_nothing):
    lesson(PREDICT, MOVE, ALL, CLASSIFY, CASE, REDUCE, BUILD, TELL, PLAY)
    page.set_viewport_size(SMALL)
    for number in range(1, 10):
        page.goto(f"{site}/learn/a-lesson/{number}/")
        axe_finds_nothing(page)
        assert fits(page, SMALL["width"]), number
        small = page.evaluate(
            """[...document.querySelectorAll("main :is(button, select, summary, .dot, .option)")]
            .map((one) => [one.id || one.className, one.getBoundingClientRect()])
            .filter(([, box]) => box.width && (box.width < 24 || box.height < 24))"""
        )
        assert small == [], number
        if number == 8:
            continue
        controls = page.evaluate(
            """[...document.querySelectorAll(
              ".main-button, .ghost, .piece:is(button), .option, .pick, .pill")]
            .map((one) => one.getBoundingClientRect().height).filter((height) => height)"""
        )
        assert min(controls) >= 44, number


def test_nothing_travels_where_motion_is_unwelcome_and_little_elsewhere(page, site):
    lesson(MOVE)
    page.goto(f"{site}/learn/a-lesson/1/")
    longest = """() => Math.max(...[...document.querySelectorAll("*")].flatMap((one) =>
      getComputedStyle(one).transitionDuration.split(",").map(parseFloat)))"""
    assert page.evaluate(longest) == 0
    page.emulate_media(reduced_motion="no-preference")
    expect(page.locator("html:not([data-still])")).to_be_attached()
    assert 0 < page.evaluate(longest) <= 0.2


def test_a_real_lesson_is_missed_answered_and_won_by_keyboard_alone(page, site):
    LessonFiles.load()
    first = Lesson.objects.get(number=1)
    keys = hands.Keys(page)
    page.goto(f"{site}/learn/")
    hands.follow(keys, "#go-on")
    for step in first.live_steps:
        assert hands.step_at(page) == step
        task = ShownQuestion(step) if step.kind != TELLS else None
        if task and task.asking.is_game:
            hands.win(keys)
        elif task:
            hands.give(keys, task, task.asking.wrong(task, Random(1)))
            assert page.locator("#verdict.bad").count(), step
            if page.locator("#again").count():
                hands.follow(keys, "#again")
            hands.give(keys, task, task.asking.right(task))
            assert page.locator("#verdict.good").count(), step
        hands.go_on(keys)
    expect(page.locator("text=You've finished this lesson.")).to_be_visible()


@pytest.mark.browser_context_args(has_touch=True)
def test_a_second_wrong_answer_leaves_the_board_and_the_words_in_sight_on_a_phone(page, site):
    LessonFiles.load()
    page.set_viewport_size({"width": 390, "height": 844})
    marked = Step.objects.filter(kind="all-moves", lesson__number__lte=8).order_by(
        "lesson", "order"
    )
    steps = [step for step in marked if step.lesson.state == "published"]
    assert len(steps) >= 8
    hand = hands.Touch(page)
    for step in steps:
        task = ShownQuestion(step)
        page.goto(f"{site}{step.get_absolute_url()}")
        for seed in (1, 2):
            hands.give(hand, task, task.asking.wrong(task, Random(seed)))
            expect(page.locator("#verdict.bad")).to_be_visible()
        board = page.locator("#step-form .lane, #step-form [id^=row-1]").first.bounding_box()
        words = page.locator("#verdict").bounding_box()
        assert 0 <= board["y"] < board["y"] + board["height"] <= words["y"], (step, board)
        assert words["y"] + words["height"] <= 844, (step, words)
