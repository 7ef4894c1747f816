"""A room, a game, a step and a test on the oldest browsers that the site works on."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from games.learn.lessons.models import StepRecord
from games.people.models import User

from ..games.learn.lessons.lessons import PREDICT, lesson
from ..games.teach.live.rooms import KAYLES, NIM, room
from ..games.teach.work.assignments import answers, assignment, classroom, member, person
from .floor import OLD
from .hands import WAIT, signed_in
from .test_game import STATUS, start

pytestmark = pytest.mark.browser


@pytest.fixture
def old(page):
    page.add_init_script(OLD)
    return page


def test_a_room(old, site, new_context, watched, settings):
    """The wall and a phone hear of each other; ten seconds later the desk shows the answers."""
    settings.SLOWER_POLLS = 0.1
    teacher = User.objects.create(username="ms-lind", teaches=True)
    made = room(KAYLES, NIM, owner=teacher)
    desk = signed_in(old, site, teacher)
    wall = watched(desk.context.new_page())
    wall.add_init_script(OLD)
    phone = watched(new_context().new_page())
    phone.set_viewport_size({"width": 360, "height": 740})
    phone.add_init_script(OLD)
    wall.goto(site + reverse("live:projector", args=[made.code]))
    desk.goto(site + reverse("live:desk", args=[made.code]))
    phone.goto(f"{site}/live/{made.code.lower()}/")
    phone.fill("[name=name]", "Ada")
    phone.locator("form.phone-join button").click()
    expect(wall.locator("#projector")).to_contain_text("Ada", timeout=WAIT)
    desk.locator("form[action$='/do/next/'] button").first.click()
    expect(phone.locator("#live")).to_contain_text("You haven't answered yet.", timeout=WAIT)
    phone.locator("#board button").first.click()
    expect(phone.locator("#live")).to_contain_text("You chose to", timeout=WAIT)
    expect(wall.locator("#projector")).to_contain_text("1 of 1", timeout=WAIT)
    desk.locator("form[action$='/do/countdown/'] button").first.click()
    # Nobody presses anything more.
    expect(phone.locator("#live")).to_contain_text("see what the class chose", timeout=20_000)


def test_a_game(old, site):
    start(old, site, position="5+4", opponent="learner")
    old.click("#row-1-take-2")
    expect(old.locator(STATUS)).to_contain_text("Learner")


def test_a_step(old, site):
    lesson(PREDICT)
    old.goto(f"{site}/learn/a-lesson/1/")
    old.click("#choice-P")
    expect(old.locator("#verdict")).to_be_visible()
    assert StepRecord.objects.filter(done_at__isnull=False).count() == 1


def test_a_test(old, site):
    teacher, anna = person("teacher"), person("anna")
    group = classroom(teacher)
    member(group, anna, "Anna Able")
    made = assignment(group, "kayles 4 misere who", mode="check", minutes=20)
    signed_in(old, site, anna.user)
    old.goto(f"{site}/assignments/{made.pk}/")
    old.get_by_role("button", name="Start").click()
    expect(old.locator(".clock")).to_contain_text("Time left: ")
    old.locator("[name=choice][value=P]").check()
    expect(old.locator("#draft-words")).to_have_text("Saved. You can still change it.")
    assert answers() == [("Anna Able", 1, "P", True)]
