"""An instructor's first hour: from the page for instructors to homework after the live room."""

import re
from pathlib import Path

import pytest
from django.test import Client
from playwright.sync_api import expect

from games.people.models import User
from games.teach.live.lessons.room_lesson_files import RoomLessonFiles
from games.teach.live.rooms.models import Room
from games.teach.work.models import Assignment

from ..games.teach.work.assignments import give
from .hands import WAIT, signed_in
from .test_desk import Instructor
from .test_rooms import DESK, phone, polls_are_quick, says  # noqa: F401

pytestmark = pytest.mark.browser

LINES = "nim 3+4+6 misere\nnim 3+5+7 misere\nnim 2+5+6 misere"
NAMES = "Ann Archer\nBen Baker\nCem Can"
TRIES = 4
"""A student with so many wrong answers to a question is stuck."""


class Hour(Instructor):
    """The hands of an instructor, and how many clicks and fields each task took."""

    def __init__(self, page):
        super().__init__(page)
        self.tasks = []

    def done(self, task):
        clicks, typed = (sum(one[place] for one in self.tasks) for place in (1, 2))
        self.tasks.append((task, self.clicks - clicks, self.typed - typed))

    def press(self, selector):
        """What a selector names."""
        self.page.locator(selector).first.click()
        self.clicks += 1

    def type(self, selector, text):
        self.page.fill(selector, text)
        self.typed += 1


def make_a_class(hands, site):
    """From the page for instructors to sign-in cards for three students."""
    hands.page.goto(f"{site}/teach/")
    hands.press("#start-now")
    hands.type("#id_username", "irene")
    hands.type("#id_password", "correct horse battery")
    hands.touch("Sign up", role="button")
    hands.type("#id_name", "7b")
    hands.touch("Make the class", role="button")
    hands.done("an account and a class")
    hands.touch("Go to the class")
    hands.touch("Add students")
    hands.type("#names", NAMES)
    hands.touch("Preview the list", role="button")
    hands.touch("Make 3 accounts", role="button")
    expect(hands.page.locator(".login-card")).to_have_count(3)
    hands.done("a list of names and their sign-in cards")


def write_an_assignment(hands):
    """From the class page to a published assignment."""
    hands.touch("7b")
    hands.press("#new-assignment")
    assert not Assignment.objects.exists()
    hands.type("#lines", LINES)
    hands.press("#add-lines")
    expect(hands.page.locator(".assigned > li")).to_have_count(3)
    hands.press("#publish")
    hands.sees("Published.", "3 students, 3 questions")
    hands.done("an assignment of own positions, published")
    return Assignment.objects.get()


def work_of_the_class(made):
    """Ann is stuck at the first question, and all three take all they can."""
    for user in User.objects.filter(memberships__classroom=made.classroom):
        client = Client()
        client.force_login(user)
        name = user.memberships.get().real_name
        for _ in range(TRIES if name == "Ann Archer" else 1):
            give(client, made, 1, move="3>0")
        for place in (2, 3):
            give(client, made, place, move="3>0")


def see_who_is_stuck(hands):
    """The class page says who and where, and the habit behind it gets five positions."""
    hands.touch("7b")
    hands.sees("1 student is stuck", "question 1")
    hands.done("who is stuck, and where")
    hands.press("#set-five")
    expect(hands.main.locator(".telling > li")).to_have_count(5)
    hands.touch("Publish now", role="button")
    hands.sees("A few more positions", "3 students, 5 questions")
    hands.done("five positions against a habit")


def open_a_room(hands):
    """A room lesson for the class, led from the desk."""
    hands.touch("7b")
    hands.touch("Open a live room")
    hands.press("main a:has-text('Your first winning plan')")
    expect(hands.page.locator("#classroom option:checked")).to_have_text("7b")
    hands.press("#open-room")
    hands.page.wait_for_url(re.compile("/projector/$"))
    room = Room.objects.get()
    hands.page.goto(re.sub("projector/$", "desk/", hands.page.url))
    hands.clicks += 1
    hands.done("a room with a room lesson, at the desk")
    return room


def go_to(hands, title):
    """Another part of the room lesson."""
    hands.press("#all-parts > summary")
    line = hands.page.locator(".lead-list li", has_text=title)
    line.get_by_role("button").click()
    hands.clicks += 1
    expect(hands.page.locator(".lead-now h2").first).to_have_text(title, timeout=WAIT)


def bar(hands, words):
    """The main button of the desk, as soon as it says so."""
    button = hands.page.locator(".lead-bar .main-button", has_text=words)
    expect(button).to_be_visible(timeout=WAIT)
    button.click()
    hands.clicks += 1


def lead(hands, student):
    """A question that a student misses, and a move that the class votes for."""
    go_to(hands, "Seven lights")
    says(student, "You haven't answered yet.")
    student.click("#row-1-take-1")
    says(student, "You chose to take 1")
    bar(hands, "Show the class's answers")
    bar(hands, "Show the right answer")
    expect(student.locator(".verdict")).to_be_visible(timeout=WAIT)
    hands.done("a question, its answers, and the right one")
    go_to(hands, "The class against Perfect")
    bar(hands, "Start the game")
    says(student, "vote for a move")
    student.locator("#board button").last.click()
    says(student, "You chose to")
    version = hands.page.locator(f"{DESK} [name=version]").first
    before = version.input_value()
    bar(hands, "Count the votes and move")
    expect(version).not_to_have_value(before, timeout=WAIT)
    hands.done("a vote of the class against Perfect")


def homework_after_the_room(hands):
    hands.press("#room-more summary")
    hands.press("form[action$='/do/close/'] button")
    hands.sees("The room is closed.")
    hands.press("#evening")
    hands.sees("Who missed what", "Archer, Ann")
    hands.press("#set-five")
    hands.sees("Published")
    hands.done("homework for those who missed something")


def test_a_teachers_hour(page, phone, site, record_property):  # noqa: F811
    RoomLessonFiles.load()
    hands = Hour(page)
    make_a_class(hands, site)
    made = write_an_assignment(hands)
    work_of_the_class(made)
    see_who_is_stuck(hands)
    room = open_a_room(hands)
    ann = User.objects.get(memberships__real_name="Ann Archer")
    student = signed_in(phone(), site, ann)
    student.goto(f"{site}/live/{room.code.lower()}/")
    student.click("form.phone-join button")
    says(student, "You're in")
    lead(hands, student)
    homework_after_the_room(hands)
    latest = Assignment.objects.order_by("-created_at").first()
    assert latest.is_published
    assert [member.user for member in latest.students.all()] == [ann]
    for task, clicks, typed in hands.tasks:
        record_property(task, f"{clicks} clicks, {typed} fields")
        print(f"{task}: {clicks} clicks, {typed} fields")
    guide = Path("docs/teach.md").read_text(encoding="utf-8")
    rows = [f"| {task} | {clicks} | {typed} |" for task, clicks, typed in hands.tasks]
    assert "\n".join([*rows, f"| in all | {hands.clicks} | {hands.typed} |"]) in guide
