"""What is the same for everybody is read once, and anew after every change."""

import pytest
from django.db import transaction

from games.learn.lessons.course import the_course
from games.learn.lessons.models import Lesson, Route, Skill, Step, Track
from games.web.models import Edition

from ..learn.lessons.lessons import MOVE, PREDICT, lesson

pytestmark = pytest.mark.django_db


def titles():
    return [one.title for one in the_course().every]


def test_a_course_that_did_not_change_is_read_once(django_assert_num_queries):
    lesson(PREDICT, title="Pairs")
    first = the_course()
    with django_assert_num_queries(1):
        assert the_course() is first
    assert titles() == ["Pairs"]


@pytest.mark.parametrize(
    "change",
    [
        lambda one: Lesson.objects.filter(pk=one.pk).update(title="Twins"),
        lambda one: one.delete(),
        lambda one: Lesson.objects.all().delete(),
        lambda one: Lesson.objects.bulk_create(
            [Lesson(slug="more", number=9, title="More", track=one.track, summary="More.")]
        ),
        lambda one: Step.objects.create(lesson=one, order=3, kind="tell", title="Also"),
        lambda one: one.steps.update(order=None),
        lambda one: one.steps.first().delete(),
        lambda one: Track.objects.update(title="Rows"),
        lambda one: Skill.objects.create(slug="look", order=1, title="Looking"),
        lambda one: Skill.objects.bulk_update(
            [Skill(pk=Skill.objects.create(slug="see", order=2, title="See").pk, title="Seen")],
            ["title"],
        ),
        lambda one: Route.objects.create(slug="way", order=1, title="The way"),
    ],
)
def test_every_change_is_read_by_the_next_who_asks(change):
    made = lesson(PREDICT, MOVE, title="Pairs")
    before = the_course()
    change(Lesson.objects.get(pk=made.pk))
    after = the_course()
    assert after is not before
    assert [one.pk for one in after.every] == list(Lesson.objects.values_list("pk", flat=True))
    assert [step.key for steps in after.steps.values() for step in steps] == list(
        Step.objects.filter(order__isnull=False)
        .order_by("lesson__number", "order")
        .values_list("pk", flat=True)
    )
    assert [one.title for one in after.skills] == list(
        Skill.objects.values_list("title", flat=True)
    )


def test_what_was_taken_back_is_not_kept():
    lesson(PREDICT, title="Pairs")
    assert titles() == ["Pairs"]
    with transaction.atomic():
        Lesson.objects.update(title="Never said")
        assert titles() == ["Never said"]
        transaction.set_rollback(True)
    assert titles() == ["Pairs"]


def test_without_an_edition_everything_is_read_each_time():
    lesson(PREDICT, title="Pairs")
    Edition.objects.all().delete()
    assert titles() == ["Pairs"]
    assert the_course() is not the_course()
