"""What a student ticks and does not save survives the page, the network and the time."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.teach.classes.models import Membership
from games.teach.work.models import ItemAttempt, Start

from ..games.teach.work.assignments import answers, assignment, classroom, member, person
from .hands import WAIT, signed_in

pytestmark = pytest.mark.browser

WORDS = "#draft-words"
SAVED = "Saved. You can still change it."
KEPT = "We keep your answer. Press “Save my answer” when you’re ready."
AWAY = re.compile("No connection. This device keeps your answer")
ALL_SENT = "() => !Object.keys(localStorage).some((name) => name.startsWith('draft '))"
SLEEPS = "window.slept = 0; const now = Date.now; Date.now = () => now() + window.slept;"


@pytest.fixture
def anna(site):
    return person("anna")


@pytest.fixture
def group(anna):
    made = classroom(person("teacher"))
    member(made, anna, "Anna Able")
    return made


@pytest.fixture
def student(page, site, anna, settings):
    settings.SLOWER_POLLS = 0.1
    return signed_in(page, site, anna.user)


def ticked(page):
    return page.locator("[name=choice]:checked").evaluate_all("all => all.map(one => one.value)")


def tick(page, value):
    page.locator(f"[name=choice][value={value}]").check(force=True)


def test_in_a_test_every_tick_is_the_answer(student, site, group, new_context, anna, complaints):
    lines = ("kayles 4 misere who", "nim 1+2+4 misere all")
    made = assignment(group, *lines, mode="check", closes_at=timezone.now() + timedelta(hours=1))
    first = f"{site}/assignments/{made.pk}/1/"
    student.goto(first)
    tick(student, "N")
    student.click("#next")
    expect(student.locator("main")).to_contain_text("question 2 of 2")
    assert answers() == [("Anna Able", 1, "N", False)]

    # By a link to elsewhere, at once.
    student.goto(first)
    assert ticked(student) == ["N"]
    tick(student, "P")
    student.get_by_role("link", name="Puzzles").click()
    expect(student.get_by_role("heading", level=1)).to_have_text("Puzzles", timeout=WAIT)
    assert answers() == [("Anna Able", 1, "N", False), ("Anna Able", 1, "P", True)]

    # Without a network, and with the page closed before it is back.
    student.goto(first)
    student.context.set_offline(True)
    tick(student, "N")
    expect(student.locator(WORDS)).to_have_text(AWAY)
    student.goto("about:blank")
    student.context.set_offline(False)
    student.goto(first)
    assert ticked(student) == ["N"]
    student.wait_for_function(ALL_SENT)
    assert answers()[-1][2] == "N"

    # On another device; what is left there without saving is here as well.
    other = signed_in(new_context().new_page(), site, anna.user)
    other.goto(first)
    assert ticked(other) == ["N"]
    tick(other, "P")
    expect(other.locator(WORDS)).to_have_text(SAVED, timeout=WAIT)
    student.reload()
    assert ticked(student) == ["P"]
    complaints.clear()  # of the requests that failed


def test_in_homework_it_waits_for_its_button(student, site, group):
    made = assignment(group, "nim 1+2+4 misere kinds", "kayles 4 misere who")
    student.goto(f"{site}/assignments/{made.pk}/1/")
    student.locator("[name=kind-1][value=trap]").check(force=True)
    expect(student.locator(WORDS)).to_have_text(KEPT)
    student.locator(".item-place").nth(1).click()
    expect(student.locator("main")).to_contain_text("question 2 of 2")
    student.locator(".item-place").nth(0).click()
    expect(student.locator("[name=kind-1][value=trap]")).to_be_checked()
    expect(student.locator(WORDS)).to_have_text(KEPT)
    assert not ItemAttempt.objects.exists()


def test_a_timed_test_counts_down_and_takes_what_is_ticked_at_its_end(student, site, group, anna):
    made = assignment(group, "kayles 4 misere who", mode="check", minutes=10)
    place = Membership.objects.get(user=anna.user)
    begun = Start.objects.create(assignment=made, membership=place)

    def left(seconds):
        started = timezone.now() - timedelta(minutes=10) + timedelta(seconds=seconds)
        Start.objects.filter(pk=begun.pk).update(started_at=started)

    left(500)
    student.add_init_script(SLEEPS)
    student.goto(f"{site}/assignments/{made.pk}/1/")
    clock, heard = student.locator(".clock"), student.locator("[data-clock-heard]")
    expect(clock).to_have_text(re.compile(r"Time left: 8:[12]\d"))
    expect(heard).to_have_text("")

    # The clock of the device jumps; the server says what is right.
    student.evaluate("window.slept = 300_000")
    with student.expect_response("**/time/**version="):
        pass
    expect(clock).to_have_text(re.compile(r"Time left: (8:|7:5)\d"))

    left(59)  # the instructor gives, or takes, time
    expect(heard).to_have_text("One minute is left, or less.", timeout=WAIT)
    expect(clock).to_have_class(re.compile("is-last"))
    left(4)
    expect(clock).to_have_text(re.compile("Time left: 0:0[0-4]"), timeout=WAIT)
    tick(student, "P")
    expect(student.locator("#test-time")).to_contain_text("Time’s up.", timeout=WAIT)
    left(-31)
    expect(student.locator("main")).to_contain_text("Your saved answer counts.", timeout=WAIT)
    assert answers() == [("Anna Able", 1, "P", True)]
