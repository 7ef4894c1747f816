"""A test in a course tells nobody what is right before its students may see it: no platform, no
page for parents, and no file."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from django.test import Client

from games.teach.classes.models import Membership
from games.teach.lti.models import LinkedCourse, SentGrade
from games.teach.work.comments import Comment
from games.teach.work.models import Override
from games.teach.work.results import granting

from ..work.assignments import assignment, give
from .launches import open_, words
from .test_sending import RIGHT, WRONG, points, work

pytestmark = pytest.mark.django_db


@pytest.fixture
def check(room, later):
    closes = datetime.now(UTC) + timedelta(hours=1)
    return assignment(room, "nim 1+2+4 misere", "kayles 4 misere", mode="check", closes_at=closes)


def told(platform):
    """Everything that the platform has learnt of grades: points and states."""
    return [
        (score.get("scoreGiven"), score["gradingProgress"], score.get("comment"))
        for _, score in platform.scores
    ]


def look(later):
    """What the worker does over the next minutes."""
    for _ in range(3):
        later(minutes=6)
        work()


def test_no_answer_of_an_open_test_can_be_tried_out_at_the_platform(platform, mia, check, later):
    open_(mia, platform, "mia")
    for answer in (RIGHT, WRONG, RIGHT):
        give(mia, check, 1, **answer)
        look(later)
        assert platform.scores == []
        assert platform.columns == {}
    later(minutes=10)
    work()
    assert points(platform, "mia") == (1, 2), "the test is over, and everybody may see"


def test_handing_in_reveals_nothing_while_others_still_write(platform, mia, check, later):
    open_(mia, platform, "mia")
    ben = Client()
    open_(ben, platform, "ben")
    give(mia, check, 1, **RIGHT)
    mia.post(f"/assignments/{check.pk}/hand-in/", {"sure": "1"})
    ben_here = Membership.objects.get(real_name="Ben Kim")
    Override.objects.create(assignment=check, membership=ben_here, extra_hours=2)
    later(hours=1, minutes=5)
    work()
    assert platform.scores == [], "Ben still has two hours"
    later(hours=2)
    work()
    assert points(platform, "mia") == (1, 2)
    assert points(platform, "ben") == (0, 2)


def test_points_and_comments_by_hand_wait_for_the_end_of_the_test(platform, ada, mia, check, later):
    open_(mia, platform, "mia")
    give(mia, check, 1, **WRONG)
    member, owner = Membership.objects.get(), check.classroom.staff.get().user
    reason = "Right idea, wrong sum."
    granting.give_points(
        check, member, Decimal("0.5"), item=check.items.first(), why=reason, by=owner
    )
    Comment.objects.create(assignment=check, membership=member, by=owner, text="Nearly right.")
    look(later)
    ada.post(f"/classes/{check.classroom_id}/course/send/")
    look(later)
    assert platform.scores == []
    for where in ("/me/export/", f"/classes/{check.classroom_id}/parents/{member.pk}/"):
        page = mia.get(where).content.decode()
        assert "Right idea" not in page
        assert "Nearly right" not in page
    later(hours=1)
    work()
    said = f"Points given by hand for question 1: {reason}\nNearly right."
    assert told(platform) == [(0.5, "FullyGraded", said)]
    page = mia.get("/me/export/").content.decode()
    assert "Right idea" in page
    assert "Nearly right" in page


def test_a_grade_that_waits_from_before_is_not_sent_and_one_that_arrived_is_taken_back(
    platform, ada, mia, check, later
):
    open_(mia, platform, "mia")
    ben = Client()
    open_(ben, platform, "ben")
    for browser in (mia, ben):
        give(browser, check, 1, **RIGHT)
    work()
    now = datetime.now(UTC)
    for name, arrived in (("Mia Bauer", None), ("Ben Kim", now)):
        SentGrade.objects.create(
            assignment=check,
            membership=Membership.objects.get(real_name=name),
            points=1,
            maximum=2,
            arrived_at=arrived,
        )
    LinkedCourse.objects.update(looked_at=now, changed_at=None)
    later(minutes=1)
    work()
    assert told(platform) == [], "nobody has compared yet, and still nothing leaves"
    ada.post(f"/classes/{check.classroom_id}/course/send/")
    look(later)
    assert told(platform) == [(None, "NotReady", None)] * 2
    later(hours=1)
    look(later)
    assert points(platform, "mia") == points(platform, "ben") == (1, 2)


def test_another_try_after_the_end_is_as_secret_as_the_first(platform, mia, check, later):
    open_(mia, platform, "mia")
    give(mia, check, 1, **WRONG)
    later(hours=1, minutes=5)
    work()
    assert points(platform, "mia") == (0, 2)
    member, owner = Membership.objects.get(), check.classroom.staff.get().user
    until = datetime.now(UTC) + timedelta(hours=3)
    granting.grant_try(check, [member], by=owner, why="was ill", until=until)
    parents = f"/classes/{check.classroom_id}/parents/{member.pk}/"
    for answer in (WRONG, RIGHT):
        give(mia, check, 1, **answer)
        look(later)
        assert told(platform) == [(0, "FullyGraded", None)], "the old result, and no news"
        assert "answered 1 question" not in words(mia.get(parents))
    later(hours=3)
    work()
    assert points(platform, "mia") == (1, 2)
    assert "answered 1 question and got 1 right" in words(mia.get(parents))


def test_practice_beside_a_test_is_sent_at_once(platform, mia, room, check, later):
    practice = assignment(room, "nim 1+2+4 misere")
    open_(mia, platform, "mia")
    give(mia, check, 1, **RIGHT)
    give(mia, practice, 1, **RIGHT)
    later(minutes=1)
    work()
    assert told(platform) == [(1, "FullyGraded", None)]
    [column] = platform.columns.values()
    assert column["resourceId"] == str(practice.pk)
