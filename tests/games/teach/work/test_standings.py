"""What is stored of a student and a question is what the tries say, whatever has happened."""

import uuid
from datetime import timedelta
from decimal import Decimal
from importlib import import_module
from io import StringIO
from itertools import product
from random import Random

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from games.learn.lessons.models import StepAttempt, StepRecord
from games.teach.classes.models import Membership
from games.teach.work.grades.grades import Grades
from games.teach.work.models import (
    AnotherTry,
    Assignment,
    GivenPoints,
    HelpSeen,
    Item,
    ItemAttempt,
    Override,
    Standing,
)
from games.teach.work.results import granting
from games.teach.work.results.grants import grants, take_back_try
from games.teach.work.results.overviews import glance
from games.teach.work.standings.cells import ItemResult, Status
from games.teach.work.standings.reports import needing_help, roll_of
from games.teach.work.standings.settling import STORED, check, settle

from ...at_once import TABS, at_once
from ...learn.lessons.lessons import PREDICT, lesson
from .assignments import address, assignment, classroom, form_token, give, member, person

pytestmark = pytest.mark.days

NAMES = ("ann", "ben", "carl")
HOUR = timedelta(hours=1)
SHARES = {"none": 1.0, "half": 0.5, "all": 0.0}
TRIES = {
    "100": ([1.0], [1.0]),
    "100, 50, 0": ([1.0, 0.0], [1.0, 0.5, 0.0]),
    "100, 70": ([1.0, 0.7], [1.0, 0.7]),
    "100, 100, 20, 0": ([1.0, 0.0], [1.0, 1.0, 0.2, 0.0]),
}
"""What each try earns of two answers to choose from, and without a list; the last goes on."""
LINES = ("nim 1+2+4 misere", "kayles 4 misere", "nim 1+1+2 misere win")

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
        "choice_tries": st.sampled_from(list(TRIES)),
        "other_tries": st.sampled_from(list(TRIES)),
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


class AnyHistory(TestCase):
    """One class, one assignment of two exercises, a game and a lesson; random histories."""

    def setUp(self):
        teacher = person("teacher")
        self.room = classroom(teacher)
        self.members = {
            name: member(self.room, person(name), name.title()) for name in (*NAMES, "left")
        }
        self.made = assignment(self.room, *LINES)
        self.lesson = lesson(PREDICT, {**PREDICT, "title": "Again", "position": "3+3"})
        self.made.items.create(order=4, lesson=self.lesson, points=3)
        self.made.items.filter(order=2).update(points=5)
        self.items = list(self.made.items.all())
        self.now = timezone.now()
        Membership.objects.update(joined_at=self.now - 9 * HOUR)
        Membership.objects.filter(real_name="Left").update(archived_at=self.now)

    @settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
    @given(setting, answers, steps, done, rest)
    def test_every_page_says_of_it_what_the_answers_say(self, fields, tried, stepped, done, rest):
        begun = self.now - 4 * HOUR
        closes = fields.pop("closes_at")
        fields["closes_at"] = None if closes is None else begun + closes * HOUR
        Assignment.objects.filter(pk=self.made.pk).update(published_at=begun, **fields)
        self.made = Assignment.objects.get(pk=self.made.pk)
        self.answer(tried, begun)
        self.take_steps(stepped, done, begun)
        self.arrange(rest, begun)
        settle(self.made)
        report = roll_of(self.made).report()
        for row in report.rows:
            for cell in row.cells[:3]:
                self.look_at(row, cell, rest, tried)
        [overview] = glance(self.room, report.students).overview
        assert overview.stuck == sum(bool(row.stuck) for row in report.rows)
        assert overview.idle == sum(row.is_idle for row in report.rows)
        for line, row in zip(Grades(self.room, {}).lines, report.rows, strict=True):
            assert line.student == row.membership
            assert line.entries[0].grade == row.grade
            assert line.urgency[0] is not row.is_scored

    def look_at(self, row, cell, rest, tried):
        """Compare a cell with the answers as they were given, the last one last."""
        if not cell.status.is_scored:
            return
        name, place = row.membership.user.username, self.items.index(cell.item)
        mine = [
            (ok, hint)
            for who, at, ok, hint, aside in tried
            if (who, at) == (name, place) and not aside
        ]
        given = [(ok, hint) for ok, hint in mine if ok is not None]
        if self.made.is_test:
            given = given[-1:]
        last_counts = self.made.is_test or self.made.keeps == "latest"
        is_right = given[-1][0] if given and last_counts else any(ok for ok, _ in given)
        assert (cell.tries, cell.wrong) == (len(given), sum(not ok for ok, _ in given))
        assert cell.solved is is_right
        assert cell.first_try is (given[0] == (True, 0) if given else None)
        seen = rest["seen"].get((name, place), 0)
        if is_right or (self.made.is_test and given):
            status = Status.COMPLETED
        elif sum(not ok for ok, _ in given) - seen >= 4:
            status = Status.HELP_NEEDED
        else:
            status = Status.STARTED if mine else Status.NOT_STARTED
        assert cell.status is status
        if cell.given is None:
            first = next((n for n, (ok, _) in enumerate(given) if ok), 0)
            upto = given if last_counts else given[: first + 1]
            share = SHARES[self.made.hint_cost] if any(hint for _, hint in upto) else 1.0
            if not self.made.is_test:
                two, other = TRIES[self.made.choice_tries][0], TRIES[self.made.other_tries][1]
                earned = two if place == 1 else other
                share *= earned[min(len(upto), len(earned)) - 1]
            assert cell.score == pytest.approx(cell.item.points * share if is_right else 0.0)

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


class School:
    """Two students and an instructor, in a class with homework and a test."""

    def __init__(self, **terms):
        self.teacher = person("teacher")
        self.room = classroom(self.teacher)
        self.students = []
        for name in ("ann", "ben"):
            client = person(name)
            client.membership = member(self.room, client)
            self.students.append(client)
        closes = timezone.now() + HOUR
        self.works = [
            assignment(self.room, *LINES, keeps="latest", hint_cost="half", **terms),
            assignment(self.room, *LINES, mode="check", closes_at=closes, **terms),
        ]

    def drawn(self, chance):
        """A student, an assignment, and a place in it."""
        return chance.choice(self.students), chance.choice(self.works), chance.choice((1, 2, 3))

    def answer(self, chance):
        student, work, place = self.drawn(chance)
        if place == 3:
            student.post(address(work, 3, "play"), {"token": uuid.uuid4()})
        elif place == 2:
            give(student, work, 2, choice=chance.choice("NP"))
        else:
            give(student, work, 1, move=chance.choice(("3>2", "3>2", "3>3")))

    def look_for_help(self, chance):
        student, work, place = self.drawn(chance)
        token = uuid.uuid4()
        student.post(address(work, place, "hint"), {"token": token, "tier": 1})
        if chance.random() < 0.5:
            give(student, work, place, token=token, move="3>3")

    def hand_in(self, chance):
        student, _, _ = self.drawn(chance)
        student.post(address(self.works[1], what="hand-in"), {"sure": "1"})

    def grant(self, chance):
        student, work, place = self.drawn(chance)
        item = chance.choice((None, work.items.get(order=place)))
        try:
            granting.grant_try(
                work, [student.membership], item=item, by=self.teacher.user, why="was ill"
            )
        except granting.InvalidInputError:
            assert item.is_dropped

    def take_back(self, chance):
        student, work, _ = self.drawn(chance)
        for grant in grants(work, student.membership):
            if grant.key:
                take_back_try(work, student.membership, grant.key, by=self.teacher.user)

    def drop_or_bring_back(self, chance):
        _, work, place = self.drawn(chance)
        item = work.items.get(order=place)
        if item.is_dropped:
            granting.bring_back(item)
        elif work.items.filter(dropped_at=None).count() > 1:
            granting.drop(item, by=self.teacher.user, why="too hard")

    def give_points(self, chance):
        student, work, place = self.drawn(chance)
        item = work.items.get(order=place)
        if not item.is_dropped:
            granting.give_points(
                work, student.membership, Decimal(1), item=item, by=self.teacher.user, why="said it"
            )


ACTS = (
    *["answer"] * 6,
    *["look_for_help"] * 2,
    "hand_in",
    *["grant"] * 2,
    "take_back",
    "drop_or_bring_back",
    "give_points",
)


@pytest.mark.database
@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(4))
def test_whatever_people_do_it_stays_what_the_tries_say(seed):
    school, chance = School(), Random(seed)
    for _ in range(40):
        getattr(school, chance.choice(ACTS))(chance)
        assert list(check(repair=False)) == []
    assert Standing.objects.count() > 3
    assert ItemAttempt.objects.exclude(set_aside_by=None).exists()
    school.students[0].user.delete()
    assert list(check(repair=False)) == []
    assert set(Standing.objects.values_list("membership__user__username", flat=True)) == {"ben"}


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("mode", ["practice", "check"])
def test_tabs_that_answer_at_once_leave_it_what_the_tries_say(mode):
    ann = person("ann")
    room = classroom(person("teacher"))
    member(room, ann)
    work = assignment(room, mode=mode, keeps="latest", closes_at=timezone.now() + HOUR)
    moves = ["3>2", "3>3", "3>1"] * (TABS // 3)
    posts = [(address(work, 1, "answer"), {"token": uuid.uuid4(), "move": move}) for move in moves]
    at_once(ann, posts)
    assert ItemAttempt.objects.count() > 1
    assert list(check(repair=False)) == []
    last = ItemAttempt.objects.order_by("answered_at").last()
    assert Standing.objects.get().is_right is last.solved


@pytest.fixture
def answered(homework, ann, ben):
    """Ann right at the second try, Ben wrong once."""
    give(ann, homework, 1, move="3>2")
    give(ann, homework, 1, move="3>3")
    give(ben, homework, 1, move="3>2")
    return homework


def checked(**options):
    """What the command says: the last line, and the differences before it."""
    out, err = StringIO(), StringIO()
    call_command("check_results", stdout=out, stderr=err, **options)
    return out.getvalue().strip(), err.getvalue().strip().split("\n")


@pytest.mark.django_db
def test_the_command_says_where_a_standing_differs_and_repairs_it(answered, ann, ben):
    assert checked() == ("2 results checked, all as the tries say.", [""])
    Standing.objects.filter(membership=ann.membership).update(tries=7, worth=0.5)
    item = answered.items.get(order=1)
    Standing.objects.filter(membership=ben.membership).delete()
    extra = Standing.objects.get()
    extra.pk, extra.item = None, answered.items.get(order=2)
    extra.save()
    with pytest.raises(CommandError, match=r"3 results of 2 differ\. Mend them with --repair\."):
        checked()
    said, differences = checked(repair=True)
    assert said == "2 results checked, 3 results repaired."
    assert sorted(line.split(", ", 1)[1] for line in differences) == sorted(
        [
            f"question {item.pk}, student {ann.membership.pk}: tries 7, not 2, worth 0.5, not 1.0",
            f"question {extra.item_id}, student {ann.membership.pk}: there are no tries",
            f"question {item.pk}, student {ben.membership.pk}: nothing is stored",
        ]
    )
    assert checked() == ("2 results checked, all as the tries say.", [""])
    assert Standing.objects.get(membership=ann.membership).tries == 2


@pytest.mark.django_db
def test_an_older_database_gets_the_standings_of_all_its_tries():
    school, chance = School(choice_tries="100"), Random(5)
    for _ in range(40):
        getattr(school, chance.choice(ACTS))(chance)
    before = set(Standing.objects.values_list("item", "membership", *STORED))
    assert len(before) > 3
    Standing.objects.all().delete()
    import_module("games.migrations.0044_squashed_0050_weekly_lists").derive_standings(apps, None)
    assert set(Standing.objects.values_list("item", "membership", *STORED)) == before


@pytest.mark.django_db
def test_a_standing_ends_with_its_question_and_with_its_assignment(answered):
    Item.objects.filter(order=1).delete()
    assert not Standing.objects.exists()


@pytest.mark.django_db
def test_a_question_is_stood_at_from_the_first_hint_on(homework, ann):
    page_token = form_token(ann, homework, 1)
    ann.post(address(homework, 1, "hint"), {"token": page_token, "tier": 2})
    [standing] = Standing.objects.all()
    assert (standing.tries, standing.hints, standing.is_done) == (0, 2, False)
    give(ann, homework, 1, move="3>3", token=page_token)
    standing.refresh_from_db()
    assert (standing.tries, standing.hints, standing.at_once) == (1, 2, False)
    assert (standing.is_right, standing.worth, standing.is_done) == (True, 1.0, True)


@pytest.mark.database
@pytest.mark.django_db
def test_the_database_and_the_cells_agree_who_needs_help(homework, ann, ben):
    """For every number of wrong answers and of those that staff have dealt with, on both
    databases; the other student's note counts for nobody else."""
    [first, second, *_] = Item.objects.filter(assignment=homework)
    now, both = timezone.now(), Membership.objects.filter(classroom=homework.classroom)
    [one, other] = both
    counts = dict.fromkeys(("tries", "hints", "worth"), 0)
    standing = Standing(
        item=first, membership=one, is_right=False, at_once=False, last_at=now, **counts, wrong=0
    )
    for wrong, seen, is_done in product(range(10), (None, *range(6)), (False, True)):
        Standing.objects.all().delete()
        HelpSeen.objects.all().delete()
        HelpSeen.objects.create(item=first, membership=other, wrong=9)
        HelpSeen.objects.create(item=second, membership=one, wrong=9)
        if seen is not None:
            HelpSeen.objects.create(item=first, membership=one, wrong=seen)
        standing.pk, standing.wrong, standing.is_done = None, wrong, is_done
        standing.save()
        result = ItemResult(*(getattr(standing, name) for name in STORED))
        says = result.status(seen or 0) is Status.HELP_NEEDED
        assert needing_help(Standing.objects.all()).exists() == says, (wrong, seen, is_done)
