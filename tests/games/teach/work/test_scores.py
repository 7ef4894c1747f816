"""The gradebook counts what the results say answer by answer, whatever a class has done."""

import uuid
from datetime import timedelta
from decimal import Decimal
from random import Random

import pytest
from django.utils import timezone

from games.learn.lessons.models import StepAttempt, StepRecord
from games.people.models import User
from games.teach.classes.models import Classroom, Membership
from games.teach.work.grades.grades import Grades
from games.teach.work.grades.student_work import work_of
from games.teach.work.models import Assignment, Override
from games.teach.work.results import granting

from ...learn.lessons.lessons import lesson
from .assignments import assignment, tried

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
KINDS = (
    {},
    {"keeps": "latest", "weight": 2},
    {"hint_cost": "half", "weight": 0},
    {"hint_cost": "all", "keeps": "latest"},
    {"mode": "check"},
    {},
    {"late_cost": 10, "late_least": 75, "hint_cost": "half"},
    {"late_cost": 40, "mode": "check"},
)


def try_at(item, student, chance, at):
    solved = chance.choice((True, False, None))
    tried(
        item=item,
        membership=student,
        token=uuid.uuid4(),
        solved=solved,
        answered_at=None if solved is None else at,
        hint_tier=chance.choice((0, 0, 2)),
    )


def at_a_lesson(student, taught, chance):
    for step in taught.live_steps:
        if chance.random() < 0.5:
            StepRecord.objects.create(step=step, user=student.user, done_at=timezone.now())
        elif chance.random() < 0.3:
            StepAttempt.objects.create(
                step=step,
                user=student.user,
                token=uuid.uuid4(),
                answer="P",
                solved=False,
                lesson_version=1,
            )


@pytest.fixture
def school(room, teacher):
    """Assignments of every kind, one of them with a lesson, and students who did all sorts."""
    chance, now = Random(7), timezone.now()
    taught = lesson()
    works = []
    for number, fields in enumerate(KINDS):
        work = assignment(
            room, "nim 1+2+4 misere", "kayles 4 misere", "nim 3+5", publish=False, **fields
        )
        if number == 0:
            work.items.create(lesson=taught, order=4, points=3)
        work.items.filter(order=2).update(points=5)
        Assignment.objects.filter(pk=work.pk).update(published_at=now - (9 - number) * DAY)
        works.append(Assignment.objects.get(pk=work.pk))
    students = [
        Membership.objects.create(
            classroom=room, user=User.objects.create_user(f"u{n}"), real_name=f"Student {n:02}"
        )
        for n in range(24)
    ]
    Membership.objects.filter(pk__in=[s.pk for s in students]).update(joined_at=now - 5 * DAY)
    for student in students:
        at_a_lesson(student, taught, chance)
        for work in works:
            for item in work.items.filter(lesson=None):
                for at in range(chance.choice((0, 0, 1, 2, 3))):
                    try_at(item, student, chance, now - DAY + timedelta(minutes=at))
            if chance.random() < 0.1:
                Override.objects.create(assignment=work, membership=student, is_excused=True)
    Assignment.objects.filter(pk=works[1].pk).update(closes_at=now - timedelta(hours=1))
    Assignment.objects.filter(pk=works[5].pk).update(closes_at=now - 6 * DAY)
    Assignment.objects.filter(pk=works[6].pk).update(due_at=now - 3 * DAY)
    Assignment.objects.filter(pk=works[7].pk).update(due_at=now - DAY + timedelta(minutes=1))
    for student in students[10:14]:
        Override.objects.update_or_create(
            assignment=works[6], membership=student, defaults={"extra_days": 1}
        )
    by = {"by": teacher.user, "why": "said it aloud"}
    granting.grant_try(works[2], students[:4], **by)
    for student in students[2:9]:
        if not Override.objects.filter(membership=student, is_excused=True).exists():
            item = works[3].items.get(order=2)
            granting.give_points(works[3], student, Decimal("2.5"), item=item, **by)
            granting.give_points(works[5], student, Decimal(6), **by)
            item = works[1].items.get(order=1)
            granting.give_points(works[1], student, Decimal("0.5"), item=item, **by)
            item = works[6].items.get(order=1)
            granting.give_points(works[6], student, Decimal("0.5"), item=item, **by)
    granting.drop(works[1].items.get(order=1), **by)
    return students


@pytest.mark.parametrize("sort", ["name", "need"])
def test_what_the_database_counts_is_what_the_answers_say(room, school, sort):
    Classroom.objects.filter(pk=room.pk).update(drops_lowest=2)
    room.refresh_from_db()
    grades = Grades(room, {"sort": sort})
    assert {line.student.pk for line in grades.lines} == {student.pk for student in school}
    seen = set()
    for line in grades.lines:
        in_full = work_of(room, line.student).line
        assert [(e.words, e.is_given) for e in line.entries] == [
            (e.words, e.is_given) for e in in_full.entries
        ], line.student
        assert line.total == in_full.total
        assert line.urgency == in_full.urgency
        seen |= {entry.words for entry in line.entries}
    assert {"–", "0", "2.50", "6", "0.80"} < seen


def test_the_grades_of_many_cost_as_many_queries_as_those_of_few(
    room, school, django_assert_max_num_queries
):
    for sort in ("name", "need"):
        with django_assert_max_num_queries(14):
            assert Grades(room, {"sort": sort}).lines
