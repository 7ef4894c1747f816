"""What the database counts of a class is what is read from its answers one by one."""

import uuid
from datetime import timedelta
from decimal import Decimal

from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from games.assignments.models import (
    AnotherTry,
    Assignment,
    GivenPoints,
    HelpSeen,
    ItemAttempt,
    Override,
)
from games.assignments.outlines import outlines
from games.assignments.results import roll_of
from games.assignments.standings import counted_standings, read_standings
from games.classes.models import Membership
from games.lessons.models import StepAttempt, StepRecord

from ..lessons.lessons import PREDICT, lesson
from .assignments import assignment, classroom, member, person

NAMES = ("ann", "ben", "carl")
HOUR = timedelta(hours=1)

answers = st.lists(
    st.tuples(
        st.sampled_from(NAMES),
        st.integers(0, 2),
        st.sampled_from([True, False, False, None]),
        st.sampled_from([0, 0, 1, 3]),
        st.booleans(),
    ),
    max_size=14,
)
steps = st.lists(
    st.tuples(
        st.sampled_from(NAMES),
        st.integers(0, 1),
        st.booleans(),
        st.sampled_from([0, 0, 2]),
        st.integers(-3, 6),
    ),
    max_size=12,
)
done = st.dictionaries(
    st.tuples(st.sampled_from(NAMES), st.integers(0, 1)), st.integers(-3, 6), max_size=6
)
setting = st.fixed_dictionaries(
    {
        "mode": st.sampled_from(Assignment.Mode.values),
        "keeps": st.sampled_from(Assignment.Keeps.values),
        "hint_cost": st.sampled_from(Assignment.HintCost.values),
        "closes_at": st.sampled_from([None, -2, 1, 4]),
    }
)
rest = st.fixed_dictionaries(
    {
        "seen": st.dictionaries(
            st.tuples(st.sampled_from(NAMES), st.integers(0, 3)), st.integers(1, 5), max_size=3
        ),
        "given": st.lists(
            st.tuples(
                st.sampled_from(NAMES),
                st.sampled_from([None, 0, 1, 2, 3]),
                st.sampled_from([None, 0, 1, 7]),
            ),
            max_size=3,
        ),
        "dropped": st.sampled_from([None, None, 0, 2, 3]),
        "excused": st.sampled_from([None, None, *NAMES]),
        "extra": st.sampled_from([None, *NAMES]),
        "newcomer": st.sampled_from([None, *NAMES]),
    }
)


class TheSameTwice(TestCase):
    """One class, one assignment of two exercises, a game and a lesson; random histories."""

    def setUp(self):
        teacher = person("teacher")
        self.room = classroom(teacher)
        self.members = {
            name: member(self.room, person(name), name.title()) for name in (*NAMES, "left")
        }
        lines = ("nim 1+2+4 misere", "kayles 4 misere", "nim 1+1+2 misere win")
        self.made = assignment(self.room, *lines)
        self.lesson = lesson(PREDICT, {**PREDICT, "title": "Again", "position": "3+3"})
        self.made.items.create(order=4, lesson=self.lesson, points=3)
        self.items = list(self.made.items.all())
        self.now = timezone.now()
        Membership.objects.update(joined_at=self.now - 9 * HOUR)
        Membership.objects.filter(real_name="Left").update(archived_at=self.now)

    @settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
    @given(setting, answers, steps, done, rest)
    def test_random_histories(self, fields, tried, stepped, finished, rest):
        begun = self.now - 4 * HOUR
        closes = fields.pop("closes_at")
        fields["closes_at"] = None if closes is None else begun + closes * HOUR
        Assignment.objects.filter(pk=self.made.pk).update(published_at=begun, **fields)
        self.answer(tried, begun)
        self.take_steps(stepped, finished, begun)
        self.arrange(rest, begun)
        roll = roll_of(Assignment.objects.get(pk=self.made.pk))
        read, counted = read_standings(roll.report()), counted_standings(roll)
        assert counted.students == read.students
        assert counted.marks == read.marks
        assert counted.solved == read.solved
        [outline] = outlines(self.room, roll.students)
        assert outline.stuck == sum(bool(student.stuck) for student in read.students)
        assert outline.idle == sum(student.is_idle for student in read.students)

    def answer(self, tried, begun):
        again = AnotherTry.objects.create(
            assignment=self.made, membership=self.members["ann"], why="ill"
        )
        for number, (name, item, solved, hint, is_aside) in enumerate(tried):
            at = begun + number * timedelta(minutes=7)
            ItemAttempt.objects.create(
                item=self.items[item],
                membership=self.members[name],
                answer="" if solved is None else "answer",
                solved=solved,
                hint_tier=hint,
                answered_at=None if solved is None else at,
                set_aside_by=again if is_aside else None,
            )
        ItemAttempt.objects.create(
            item=self.items[0],
            membership=self.members["left"],
            solved=True,
            answered_at=begun,
        )

    def take_steps(self, stepped, finished, begun):
        live = self.lesson.live_steps
        for name, step, solved, hint, hours in stepped:
            attempt = StepAttempt.objects.create(
                step=live[step],
                user=self.members[name].user,
                token=uuid.uuid4(),
                answer="P",
                solved=solved,
                hint_tier=hint,
                lesson_version=1,
            )
            StepAttempt.objects.filter(pk=attempt.pk).update(created_at=begun + hours * HOUR)
        for (name, step), hours in finished.items():
            StepRecord.objects.create(
                step=live[step], user=self.members[name].user, done_at=begun + hours * HOUR
            )

    def arrange(self, rest, begun):
        for (name, item), wrong in rest["seen"].items():
            HelpSeen.objects.create(
                item=self.items[item], membership=self.members[name], wrong=wrong
            )
        for name, item, points in rest["given"]:
            GivenPoints.objects.create(
                assignment=self.made,
                membership=self.members[name],
                item=None if item is None else self.items[item],
                points=None if points is None else Decimal(points),
                why="seen on paper",
            )
        if rest["dropped"] is not None:
            self.made.items.filter(pk=self.items[rest["dropped"]].pk).update(dropped_at=begun)
        if rest["excused"]:
            Override.objects.create(
                assignment=self.made, membership=self.members[rest["excused"]], is_excused=True
            )
        if rest["extra"]:
            Membership.objects.filter(pk=self.members[rest["extra"]].pk).update(extra_days=1)
        if rest["newcomer"]:
            later = begun + 2 * HOUR
            Membership.objects.filter(pk=self.members[rest["newcomer"]].pk).update(joined_at=later)
