"""Manners in a real platform: columns, services, submissions, comments, names and devices."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from lti_tool.models import LtiContext, LtiRegistration

from games.people.models import User
from games.teach.classes.models import Classroom, Membership
from games.teach.lti.courses import registering
from games.teach.lti.models import PlacedActivity, SentGrade
from games.teach.work.comments import comment_on

from ..work.assignments import address, assignment, classroom, give, member, person
from .launches import begin, bring, linked, open_, take_people, words
from .platform import INSTRUCTOR
from .test_sending import RIGHT, points, work

pytestmark = [pytest.mark.days, pytest.mark.django_db]

NRPS = "https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice"
AGS = "https://purl.imsglobal.org/spec/lti-ags/claim/endpoint"
SUBMISSION = "https://canvas.instructure.com/lti/submission"


def services():
    told = LtiContext.objects.values().get()
    return {name: value for name, value in told.items() if not name.startswith("datetime")}


def without(*claims):
    """A platform that leaves these out of its messages."""

    def twist(said):
        for claim in claims:
            said.pop(claim, None)

    return twist


# --- columns and services -----------------------------------------------------------------------


def test_a_column_belongs_to_the_activity_that_opens_the_assignment(platform, mia, homework, later):
    open_(mia, platform, "mia", address(homework), link="activity-9")
    give(mia, homework, 1, **RIGHT)
    later(minutes=1)
    work()
    [column] = platform.columns.values()
    assert column["resourceLinkId"] == "activity-9"
    assert points(platform, "mia") == (1, 2)


def test_a_column_that_the_activity_has_already_is_used(platform, mia, homework, later):
    url = f"{platform.url}/lineitems/77"
    platform.columns[url] = {
        "id": url, "label": "Homework", "scoreMaximum": 2, "resourceLinkId": "activity-9"
    }  # fmt: skip
    open_(mia, platform, "mia", address(homework), link="activity-9")
    give(mia, homework, 1, **RIGHT)
    later(minutes=1)
    work()
    assert list(platform.columns) == [url]
    assert points(platform, "mia") == (1, 2)


def test_two_activities_with_their_own_lists_of_columns_do_not_mix(platform, mia, room, later):
    """As in Open edX, where each activity tells its own address."""
    first = assignment(room, "nim 1+2+4 misere")
    second = assignment(room, "nim 1+2+4 misere")
    for found, link in ((first, "one"), (second, "two")):
        own = f"{platform.url}/lineitems?block={link}"
        platform.twist = lambda said, own=own: said[AGS].update(lineitems=own)
        open_(mia, platform, "mia", address(found), link=link)
    assert [one.lineitems_url.rpartition("=")[2] for one in PlacedActivity.objects.all()] == [
        "two",
        "one",
    ]
    give(mia, first, 1, **RIGHT)
    later(minutes=1)
    work()
    [column] = platform.columns.values()
    assert (column["resourceId"], column["resourceLinkId"]) == (str(first.pk), "one")


def test_a_launch_that_lacks_a_claim_takes_nothing_away(platform, ada, mia, room):
    before = services()
    platform.twist = without(NRPS, AGS)
    open_(mia, platform, "mia")
    assert services() == before
    platform.twist = None
    assert take_people(ada, room).status_code == 302
    assert Membership.objects.filter(real_name="Ben Kim").exists()


def test_a_right_that_the_platform_takes_away_is_gone(platform, mia, room):
    platform.twist = lambda said: said[AGS].update(scope=[])
    open_(mia, platform, "mia")
    assert not LtiContext.objects.get().can_publish_scores


# --- submissions, as Canvas counts them -----------------------------------------------------------


def test_a_practice_is_one_submission_when_it_is_done_with_the_time_of_the_last_answer(
    platform, ada, mia, homework, later
):
    open_(mia, platform, "mia")
    give(mia, homework, 1, **RIGHT)
    later(minutes=1)
    work()
    later(minutes=10)
    give(mia, homework, 2, choice="P")
    answered = datetime.now(UTC)
    later(minutes=1)
    work()
    later(days=3)
    who = homework.classroom.staff.get().user
    comment_on(homework, Membership.objects.get(), None, by=who, text="Well done.")
    later(minutes=1)
    work()
    told = [
        (score["activityProgress"], score[SUBMISSION]["new_submission"])
        for _, score in platform.scores
    ]
    assert told == [("InProgress", False), ("Completed", True), ("Completed", False)]
    assert {score["gradingProgress"] for _, score in platform.scores} == {"FullyGraded"}
    for _, score in platform.scores[1:]:
        at = datetime.fromisoformat(score[SUBMISSION]["submitted_at"])
        assert abs(at - answered) < timedelta(seconds=30)
    assert platform.scores[-1][1]["comment"] == "Well done."


def test_who_answered_nothing_has_submitted_nothing(platform, mia, room, later):
    closes = datetime.now(UTC) + timedelta(hours=1)
    assignment(room, "nim 1+2+4 misere", closes_at=closes)
    open_(mia, platform, "mia")
    later(hours=1, minutes=1)
    work()
    [(_, score)] = platform.scores
    assert score["scoreGiven"] == 0
    assert score[SUBMISSION] == {"new_submission": False}


def test_canvas_is_told_each_comment_once_and_moodle_with_every_score(
    platform, mia, homework, later
):
    open_(mia, platform, "mia")
    who = homework.classroom.staff.get().user
    student = Membership.objects.get()
    first = homework.items.first()
    comment_on(homework, student, first, by=who, text="Look again.")
    give(mia, homework, 1, **RIGHT)
    later(minutes=1)
    work()
    give(mia, homework, 2, choice="P")
    later(minutes=1)
    work()
    said = "Question 1 of “Homework”: Look again."
    assert [score.get("comment") for _, score in platform.scores] == [said, said]
    LtiRegistration.objects.update(name="Canvas")
    for text in ("Again.", "And again."):
        comment_on(homework, student, None, by=who, text=text)
        later(minutes=1)
        work()
    SentGrade.objects.update(maximum=3)  # something else has changed
    later(minutes=10)
    work()
    told = [score.get("comment") for _, score in platform.scores[2:]]
    assert told == [f"{said}\nAgain.", f"{said}\nAgain.\nAnd again.", None]


@pytest.mark.parametrize(
    ("said", "arrives"),
    [
        ("Provided timestamp of … before last updated timestamp of …", True),
        ("No such column.", False),
    ],
)
def test_an_old_stamp_ends_the_retry_and_nothing_else_does(
    platform, mia, homework, later, said, arrives
):
    """Canvas answers 400 where the standard has 409."""
    open_(mia, platform, "mia")
    give(mia, homework, 1, **RIGHT)
    later(minutes=1)
    answer = platform.score
    platform.score = lambda url, score: ({"errors": {"message": said}}, 400, {})
    work()
    assert (SentGrade.objects.get().arrived_at is not None) == arrives
    platform.score = answer
    later(minutes=30)
    work()
    assert len(platform.scores) == (0 if arrives else 1)


# --- names ----------------------------------------------------------------------------------------


def test_students_without_a_name_have_a_number_until_the_platform_tells_one(
    platform, ada, mia, room
):
    platform.people["mia"]["name"] = platform.people["ben"]["name"] = ""
    open_(mia, platform, "mia")
    open_(Client(), platform, "ben")
    assert set(Membership.objects.values_list("real_name", "surname")) == {
        ("Student 1", ""),
        ("Student 2", ""),
    }
    page = words(ada.get(f"/classes/{room.pk}/grades/"))
    assert "Student 1" in page
    assert "Student, " not in page
    platform.people["mia"]["name"] = "Mia Bauer"
    open_(mia, platform, "mia")
    assert {one.listed_name for one in Membership.objects.all()} == {"Bauer, Mia", "Student 2"}


def test_a_name_that_staff_wrote_stays(platform, ada, mia, room):
    open_(mia, platform, "mia")
    Membership.objects.update(real_name="Mia B.")
    open_(mia, platform, "mia")
    assert Membership.objects.get().real_name == "Mia B."


def test_the_list_of_a_course_numbers_those_without_a_name(platform, ada, room):
    platform.people["mia"]["name"] = platform.people["ben"]["name"] = ""
    take_people(ada, room)
    names = sorted(Membership.objects.values_list("real_name", flat=True))
    assert names == ["Student 1", "Student 2"]


def test_students_read_the_name_that_the_platform_has_for_their_instructor(
    platform, ada, mia, room, homework
):
    open_(mia, platform, "mia")
    page = words(mia.get(f"/classes/{room.pk}/"))
    assert "Taught by Ada Lovelace." in page
    who = User.objects.get(first_name="Ada Lovelace")
    assert who.username not in page
    comment_on(homework, Membership.objects.get(), None, by=who, text="Well done.")
    assert "Ada Lovelace" in words(mia.get(address(homework)))
    # Students have no such name on their accounts, and nor does who has a password of their own.
    assert not User.objects.exclude(pk=who.pk).exclude(first_name="").exists()
    teacher = person("grace")
    other = classroom(teacher, "8a")
    member(other, mia_of(mia))
    assert "Taught by grace." in words(mia.get(f"/classes/{other.pk}/"))


def mia_of(client):
    client.user = User.objects.get(memberships__real_name="Mia Bauer")
    return client


def test_nobody_without_a_password_is_asked_about_another_device(platform, ada, mia, room):
    phone = Client()
    for client in (mia, phone, mia):
        open_(client, platform, "mia")
    for client in (mia, phone):
        assert "Was that you?" not in client.get(f"/classes/{room.pk}/").content.decode()
    student = User.objects.get(memberships__real_name="Mia Bauer")
    student.set_password("correct horse battery")
    student.save()
    old, new = Client(), Client()
    for client in (old, new):
        client.force_login(student)
    assert "Was that you?" in old.get(f"/classes/{room.pk}/").content.decode()


# --- the time zone, and registration --------------------------------------------------------------


def test_the_time_zone_of_a_new_class_is_asked_once(platform, ada):
    response = open_(ada, platform, "ada")
    where = response.headers["Location"]
    assert "Time zone of a new class" in ada.get(where).content.decode()
    refused = ada.post(where, {"classroom": "new", "time_zone": "Atlantis"})
    assert refused.status_code == 422
    assert not Classroom.objects.exists()
    ada.post(where, {"classroom": "new", "time_zone": "Europe/Berlin"})
    assert str(Classroom.objects.get().zone) == "Europe/Berlin"
    assert open_(ada, platform, "ada").headers["Location"].startswith("/classes/")


def test_canvas_is_asked_for_placements_sections_and_names_and_nobody_else_is():
    tool = "https://purl.imsglobal.org/spec/lti-tool-configuration"
    prefix = "https://canvas.instructure.com/lti/"
    canvas = registering.tool("https://here.example", "Canvas")[tool]
    placed = {one["type"]: one["placements"] for one in canvas["messages"]}
    assert placed["LtiDeepLinkingRequest"] == [
        f"{prefix}assignment_selection",
        f"{prefix}course_assignments_menu",
        "ContentArea",
    ]
    assert placed["LtiResourceLinkRequest"] == [f"{prefix}course_navigation"]
    assert canvas[f"{prefix}privacy_level"] == "public"
    sections = {"sections": "$com.instructure.User.sectionNames"}
    assert canvas["custom_parameters"] == sections
    assert all(one["custom_parameters"] == sections for one in canvas["messages"])
    moodle = registering.tool("https://here.example", "Moodle")
    assert "canvas" not in str(moodle)
    assert "custom_parameters" not in str(moodle)


def test_an_instructor_of_a_course_keeps_an_account_name_with_a_password(platform, mia, room):
    """Somebody who joined an account of their own is called as they have called themselves."""
    platform.person("grace", "Grace Hopper", INSTRUCTOR)
    grace = person("grace-h")
    response = bring(grace, begin(grace, platform, "grace"))
    enter = response.headers["Location"]
    grace.post(f"{enter}join/", {"username": "grace-h", "password": "correct horse battery"})
    assert grace.user.shown_name == "grace-h"
    open_(mia, platform, "mia")
    assert "grace-h" in words(mia.get(f"/classes/{room.pk}/"))


def test_an_empty_class_of_a_course_says_how_its_students_come_in(platform, ada):
    room = linked(ada, platform).classroom
    page = words(ada.get(f"/classes/{room.pk}/"))
    assert "They come in when they open Marienbad from the course." in page
    assert "Show the code" not in page
