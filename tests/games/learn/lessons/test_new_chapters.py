"""Lessons that are added later leave alone what somebody has done, and nothing builds on them."""

import pytest
from django.urls import reverse

from games.learn.lessons.course import covered, needs, the_course
from games.learn.lessons.lesson_files import LessonFiles
from games.learn.lessons.models import Lesson, StepRecord
from games.learn.study.studying import finish, record_of

pytestmark = pytest.mark.django_db

NEW = {"takes-with-gaps": 27, "in-disguise": 28}


def test_no_other_lesson_builds_on_the_new_ones_and_the_others_keep_their_numbers():
    LessonFiles.load()
    numbers = dict(Lesson.objects.values_list("slug", "number"))
    assert {slug: numbers[slug] for slug in NEW} == NEW
    assert numbers["thirteen-lights"] == 1
    assert numbers["open-questions"] == 26
    builds_on = needs(the_course())
    for slug in set(numbers) - set(NEW):
        assert not covered(builds_on, [slug]) & set(NEW), slug


def test_whoever_had_finished_the_course_has_only_the_new_lessons_left(signed_in, alice, stranger):
    LessonFiles.load()
    Lesson.objects.filter(slug__in=NEW).delete()
    for lesson in Lesson.objects.all():
        for step in lesson.live_steps:
            finish(record_of(alice, step))
    done = StepRecord.objects.exclude(done_at=None).count()
    LessonFiles.load()  # the update
    assert StepRecord.objects.exclude(done_at=None).count() == done
    page = signed_in.get("/learn/").content.decode()
    assert page.count("Not started") == len(NEW)
    assert f'href="{reverse("lessons:lesson", args=["takes-with-gaps"])}' in page
    assert stranger.get("/learn/").content.decode().count("Not started") == 28
