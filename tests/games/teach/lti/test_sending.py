"""Grades on their way to a platform: each arrives, once, whatever the platform does meanwhile."""

import uuid
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from django.core.management import call_command
from django.test import Client
from lti_tool.models import LtiContext, LtiLineItem, LtiUser

from games.teach.classes.models import Membership
from games.teach.lti import calling
from games.teach.lti.courses.sending import KIND, Sender, begin_if_due, send_some
from games.teach.lti.courses.sending import send as send_due
from games.teach.lti.models import LinkedCourse, PlatformState, SentGrade
from games.teach.work.models import Assignment, ItemAttempt
from games.teach.work.results import granting
from games.teach.work.standings.settling import settle
from games.teach.work.writing.storing_work import excuse
from games.web.models import Job

from ..work.assignments import address, assignment, give
from .launches import open_, take_people, words
from .test_any_type import ODD, VALUES

pytestmark = [pytest.mark.days, pytest.mark.django_db]


def work():
    """What a worker does, until nothing is due."""
    for _ in range(50):
        if send_some(uuid.uuid4()):
            return
    raise AssertionError("there is no end of it")


RIGHT, WRONG = {"move": "3>3"}, {"move": "3>2"}


def points(platform, subject):
    return platform.grades().get(("Homework", subject))


def test_a_grade_arrives_in_a_column_of_its_assignment(platform, mia, homework, later):
    open_(mia, platform, "mia")
    work()
    assert platform.scores == [], "there is no grade yet"
    give(mia, homework, 1, **RIGHT)
    work()
    assert platform.scores == [], "the next answer may change it"
    later(seconds=30)
    work()
    [column] = platform.columns.values()
    assert column["label"] == "Homework"
    assert column["scoreMaximum"] == 2
    assert column["resourceId"] == str(homework.pk)
    assert points(platform, "mia") == (1, 2)
    assert SentGrade.objects.get().arrived_at is not None


def test_it_is_sent_again_when_it_changes_and_never_twice(platform, ada, mia, homework, later):
    open_(mia, platform, "mia")
    give(mia, homework, 1, **RIGHT)
    later(minutes=1)
    work()
    assert len(platform.scores) == 1
    for _ in range(3):
        later(minutes=10)
        work()
    assert len(platform.scores) == 1, "nothing has changed"
    assert not platform.scores[-1][1].get("comment"), "nobody gave it by hand"
    member = Membership.objects.get()
    owner = homework.classroom.staff.get().user
    granting.give_points(homework, member, Decimal("1.5"), why="A good idea.", by=owner)
    later(minutes=1)
    work()
    assert len(platform.scores) == 2
    assert points(platform, "mia") == (1.5, 2)
    assert platform.scores[-1][1]["comment"] == "Points given by hand: A good idea."
    assert len(platform.columns) == 1


def test_a_grade_that_is_taken_back_is_taken_back_there(platform, mia, homework, later):
    open_(mia, platform, "mia")
    give(mia, homework, 1, **RIGHT)
    later(minutes=1)
    work()
    excuse(homework, [Membership.objects.get()])
    later(minutes=10)
    work()
    assert points(platform, "mia") == (None, 2)
    assert platform.scores[-1][1]["gradingProgress"] == "NotReady"


def test_whoever_did_nothing_gets_nothing_when_time_is_over(platform, mia, room, later):
    closes = datetime.now(UTC) + timedelta(hours=1)
    assignment(room, "nim 1+2+4 misere", closes_at=closes)
    open_(mia, platform, "mia")
    work()
    assert platform.scores == []
    later(hours=1, minutes=1)
    work()
    assert points(platform, "mia") == (0, 1)


def test_a_platform_that_is_down_for_an_hour_loses_nothing(platform, ada, mia, homework, later):
    open_(mia, platform, "mia")
    ben = Client()
    open_(ben, platform, "ben")
    platform.fault = 503
    give(mia, homework, 1, **RIGHT)
    give(ben, homework, 1, **WRONG)
    for _ in range(60):
        later(minutes=1)
        work()
    assert platform.scores == []
    assert SentGrade.objects.filter(arrived_at=None).count() == 2
    tried = [page for _, page in platform.asked if page == "/token"]
    assert len(tried) < 12, "it is not hammered"
    page = words(ada.get(f"/classes/{homework.classroom_id}/grades/"))
    assert "Grades in Moodle" in page
    assert "2 grades have not arrived." in page
    assert "Moodle has a fault of its own (error 503)." in page
    assert "Mia Bauer, Homework" in page
    platform.fault = None
    later(minutes=15)
    work()
    assert set(platform.grades()) == {("Homework", "mia"), ("Homework", "ben")}
    assert len(platform.scores) == 2, "none is sent twice"
    page = words(ada.get(f"/classes/{homework.classroom_id}/grades/"))
    assert "All grades have arrived." in page


@pytest.mark.parametrize(
    ("status", "sentence"),
    [
        (401, "Moodle did not accept our key (error 401)."),
        (403, "Moodle does not allow this (error 403)."),
        (429, "Moodle has had too many requests"),
        (500, "Moodle has a fault of its own (error 500)."),
        (302, "Moodle could not be reached."),
    ],
)
def test_a_platform_that_refuses_and_then_does_not(
    platform, ada, mia, homework, later, status, sentence
):
    open_(mia, platform, "mia")
    give(mia, homework, 1, **RIGHT)
    platform.fault = status
    later(minutes=1)
    work()
    grades = f"/classes/{homework.classroom_id}/grades/"
    page = words(ada.get(grades))
    assert "1 grade has not arrived. It is stored here" in page
    assert sentence in page
    assert "Send again" in page
    platform.fault = None
    work()
    assert platform.scores == [], "it waits for its next try"
    assert ada.post(f"{grades.removesuffix('grades/')}course/send/").headers["Location"] == grades
    work()
    assert len(platform.scores) == 1


def test_a_platform_that_cannot_be_reached(platform, ada, mia, homework, later, registration):
    open_(mia, platform, "mia")
    give(mia, homework, 1, **RIGHT)
    registration.token_url = "http://127.0.0.1:9/token"
    registration.save()
    later(minutes=1)
    work()
    page = words(ada.get(f"/classes/{homework.classroom_id}/grades/"))
    assert "Moodle could not be reached." in page


def test_a_slow_platform_that_took_the_grade_gets_it_once(
    platform, mia, homework, later, monkeypatch
):
    monkeypatch.setattr(calling, "SECONDS", 3.0)
    open_(mia, platform, "mia")
    give(mia, homework, 1, **RIGHT)
    later(minutes=1)
    real = platform.answer

    def slow(ask, body):
        platform.fault = calling.SECONDS + 1 if ask.path.endswith("/scores") else None
        real(ask, body)

    platform.answer = slow
    work()
    assert len(platform.scores) == 1, "the platform has it, and we did not hear of it"
    assert SentGrade.objects.get().why == "Moodle took too long to answer."
    platform.answer = real
    platform.fault = None
    later(minutes=2)
    work()
    sent = SentGrade.objects.get()
    assert sent.arrived_at is not None
    assert sent.why == ""
    assert len(platform.scores) == 1


def test_one_student_whom_the_platform_does_not_know_holds_up_nobody(
    platform, ada, mia, homework, later
):
    open_(mia, platform, "mia")
    ben = Client()
    open_(ben, platform, "ben")
    give(mia, homework, 1, **RIGHT)
    give(ben, homework, 1, **RIGHT)
    del platform.people["mia"]
    later(minutes=1)
    work()
    assert set(platform.grades()) == {("Homework", "ben")}
    page = words(ada.get(f"/classes/{homework.classroom_id}/grades/"))
    assert "1 grade has not arrived." in page
    assert "Moodle does not know this column or this student (error 404)." in page
    assert "Mia Bauer, Homework" in page
    assert "Ben" not in page.partition("Grades in Moodle")[2]


def test_a_column_that_was_deleted_is_made_again(platform, mia, homework, later):
    open_(mia, platform, "mia")
    give(mia, homework, 1, **RIGHT)
    later(minutes=1)
    work()
    platform.columns.clear()
    platform.scores.clear()
    SentGrade.objects.update(arrived_at=None, changed_at=datetime.now(UTC))
    later(minutes=1)
    work()
    assert platform.scores == []
    later(minutes=2)
    work()
    assert len(platform.scores) == 1
    assert len(platform.columns) == 1


def test_a_column_that_the_platform_has_made_is_used(platform, mia, homework, later):
    url = f"{platform.url}/lineitems/99"
    platform.columns[url] = {"id": url, "label": "Week 1", "resourceId": str(homework.pk)}
    open_(mia, platform, "mia")
    give(mia, homework, 1, **RIGHT)
    later(minutes=1)
    work()
    assert list(platform.columns) == [url]
    assert [where for where, _ in platform.scores] == [url]


def test_the_column_of_the_activity_that_was_opened_is_used(platform, mia, homework, later):
    url = f"{platform.url}/lineitems/7"
    platform.columns[url] = {"id": url, "label": "An activity"}
    open_(mia, platform, "mia", f"http://testserver{address(homework)}", lineitem=url)
    give(mia, homework, 1, **RIGHT)
    later(minutes=1)
    work()
    assert [where for where, _ in platform.scores] == [url]


def test_a_course_without_columns_says_what_to_do(platform, ada, mia, homework, later):
    LtiContext.objects.update(lineitems_url="", can_manage_lineitems=False)
    open_(mia, platform, "mia")
    LtiContext.objects.update(lineitems_url="", can_manage_lineitems=False)
    give(mia, homework, 1, **RIGHT)
    later(minutes=1)
    work()
    page = words(ada.get(f"/classes/{homework.classroom_id}/grades/"))
    assert "Moodle has no column for this assignment. Add it to the course as an activity." in page
    LtiContext.objects.update(can_publish_scores=False)
    later(minutes=5)
    work()
    page = words(ada.get(f"/classes/{homework.classroom_id}/grades/"))
    assert "Moodle does not let this course send grades." in page


def test_a_grade_that_changes_while_it_is_sent_is_sent_again(platform, mia, homework, later):
    open_(mia, platform, "mia")
    give(mia, homework, 1, **RIGHT)
    work()
    later(minutes=1)
    changed = SentGrade.objects.filter(assignment=homework)
    sent = SentGrade.objects.get()
    first = Sender.send

    def send(sender, sent, subject):
        first(sender, sent, subject)
        changed.update(points=0.25, changed_at=datetime.now(UTC) + timedelta(seconds=1))

    Sender.send = send
    try:
        send_due(LinkedCourse.objects.get())
    finally:
        Sender.send = first
    assert points(platform, "mia") == (1, 2)
    assert SentGrade.objects.get().arrived_at is None, "what arrived is not what is there now"
    later(seconds=2)
    send_due(LinkedCourse.objects.get())
    assert points(platform, "mia") == (0.25, 2)
    assert sent.changed_at < SentGrade.objects.get().changed_at


def test_two_workers_do_not_send_one_course_at_once(platform, mia, homework, later):
    open_(mia, platform, "mia")
    give(mia, homework, 1, **RIGHT)
    later(minutes=1)
    LinkedCourse.objects.update(taken_until=datetime.now(UTC) + timedelta(minutes=2))
    work()
    assert platform.scores == [], "somebody else has it in hand"
    later(minutes=3)
    work()
    later(minutes=1)
    work()
    assert len(platform.scores) == 1, "and died with it"


def test_a_worker_begins_a_job_when_something_is_due_and_only_one(platform, mia, homework, later):
    open_(mia, platform, "mia")
    begin_if_due()
    begin_if_due()
    assert Job.objects.count() == 1
    work()
    Job.objects.all().delete()
    begin_if_due()
    assert not Job.objects.exists(), "nothing is due"
    give(mia, homework, 1, **RIGHT)
    begin_if_due()
    assert Job.objects.count() == 1
    later(minutes=11)
    begin_if_due()
    assert Job.objects.count() == 2, "nobody does the first one any more"


@pytest.mark.django_db(transaction=True)
@pytest.mark.database
def test_the_command_of_a_worker_begins_what_is_due(platform, mia, homework, later):
    open_(mia, platform, "mia")
    give(mia, homework, 1, **RIGHT)
    later(minutes=11)
    call_command("work", "--once")
    assert Job.objects.filter(kind=KIND).exists()


def test_students_and_strangers_send_nothing_again(platform, ada, mia, homework):
    open_(mia, platform, "mia")
    where = f"/classes/{homework.classroom_id}/course/send/"
    assert mia.post(where).status_code == 404
    assert Client().post(where).headers["Location"].startswith("/accounts/login/")
    assert ada.get(where).status_code == 405


def test_what_was_sent_is_in_the_file_of_own_data(platform, mia, homework, later):
    open_(mia, platform, "mia")
    give(mia, homework, 1, **RIGHT)
    later(minutes=1)
    work()
    [sent] = mia.get("/me/export/").json()["grades_sent"]
    assert sent["assignment"] == "Homework"
    assert sent["of"] == 2
    assert sent["arrived_at"]


def test_an_account_that_is_deleted_takes_its_grades_along(platform, mia, homework, later):
    open_(mia, platform, "mia")
    give(mia, homework, 1, **RIGHT)
    work()
    LtiUser.objects.get(sub="mia").auth_user.delete()
    assert not SentGrade.objects.exists()
    later(minutes=10)
    work()
    assert platform.scores == []


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_the_worker_sends_them(platform, mia, homework):
    open_(mia, platform, "mia")
    give(mia, homework, 1, **RIGHT)
    call_command("work", "--once")
    SentGrade.objects.update(next_at=datetime.now(UTC))
    call_command("work", "--once")
    assert len(platform.scores) == 1
    assert SentGrade.objects.get().arrived_at is not None
    assert LtiLineItem.objects.count() == Assignment.objects.count() == 1


def test_the_grades_of_two_hundred_arrive_once_each(platform, ada, room, homework, later):
    for number in range(200):
        platform.person(f"s{number}", f"Student {number:03}")
    take_people(ada, room)
    items = list(homework.items.all())
    solved = {f"s{number}": number % 3 for number in range(200)}
    for subject, right in solved.items():
        member = Membership.objects.get(real_name=f"Student {int(subject[1:]):03}")
        for place, item in enumerate(items):
            answered = {"answer": "x", "solved": place < right, "answered_at": datetime.now(UTC)}
            ItemAttempt.objects.create(item=item, membership=member, **answered)
    settle(homework)
    platform.fault = 500
    later(minutes=1)
    work()
    assert platform.scores == []
    page = words(ada.get(f"/classes/{room.pk}/grades/"))
    assert "200 grades have not arrived." in page
    assert "and 195 more" in page
    platform.fault = None
    later(minutes=20)
    work()
    assert len(platform.scores) == 200
    assert platform.grades() == {
        ("Homework", subject): (right, 2) for subject, right in solved.items()
    }


def test_a_grade_that_waits_is_not_put_off_by_the_next_answer(platform, mia, homework, later):
    open_(mia, platform, "mia")
    give(mia, homework, 1, **WRONG)
    work()
    later(seconds=15)
    give(mia, homework, 1, **RIGHT)
    work()
    later(seconds=10)
    work()
    assert points(platform, "mia") is not None, "25 seconds after the first answer"


def test_a_column_that_has_lost_its_points_gets_no_more_scores(platform, mia, homework, later):
    open_(mia, platform, "mia")
    give(mia, homework, 1, **RIGHT)
    later(minutes=1)
    work()
    assert points(platform, "mia") == (1, 2)
    homework.items.update(points=0)
    later(minutes=10)
    work()
    assert [score["scoreMaximum"] for _, score in platform.scores] == [2], "0 is no maximum"


def test_a_platform_that_fails_again_and_again_is_left_alone_for_a_while(
    platform, ada, mia, homework, later
):
    open_(mia, platform, "mia")
    give(mia, homework, 1, **RIGHT)
    platform.fault = 503
    for minutes in (1, 1, 2):
        later(minutes=minutes, seconds=1)
        work()
    asked = len(platform.asked)
    grades = f"/classes/{homework.classroom_id}/grades/"
    for _ in range(4):
        later(minutes=1)
        ada.post(f"{grades.removesuffix('grades/')}course/send/")
        work()
    assert len(platform.asked) == asked
    page = words(ada.get(grades))
    assert "Moodle has failed several times in a row. We ask it again at" in page
    assert "Moodle has a fault of its own (error 503)." in page
    platform.fault = None
    later(minutes=6)
    work()
    assert points(platform, "mia") == (1, 2)
    platform.fault = 503
    give(mia, homework, 2, choice="P")
    later(minutes=1)
    work()
    assert "several times in a row" not in words(ada.get(grades)), "it is counted anew"


@pytest.mark.parametrize("kind", ODD)
def test_no_answer_of_any_type_stops_the_worker(platform, mia, homework, later, kind):
    open_(mia, platform, "mia")
    give(mia, homework, 1, **RIGHT)
    value, said = VALUES[kind], []
    for answer in (value, [value], [{"resourceId": str(homework.pk), "id": value}], {"id": value}):
        platform.serve = lambda *asked, answer=answer: (answer, 200, {})
        PlatformState.objects.update(failures=0, rests_until=None)
        SentGrade.objects.update(arrived_at=None, next_at=datetime.now(UTC))
        later(minutes=1)
        work()
        said.append(SentGrade.objects.get().why)
    assert all(why == "" or why.startswith("Moodle ") for why in said)
