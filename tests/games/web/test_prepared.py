"""Queries that Django writes once: they answer as if it wrote them anew each time."""

import uuid
from datetime import UTC, datetime, timedelta

import pytest
from django.db.models import Q
from django.test import Client
from django.utils import timezone

from games.assignments.models import ItemAttempt
from games.assignments.work import everything
from games.classes.models import Group
from games.exercises.practice import calendar
from games.people.models import User, Visitor, owned_by, owner_fields
from games.play.models import Match
from games.web.prepared import among, prepared

from ..assignments.assignments import assignment, classroom, member, person
from ..play.games import start

pytestmark = pytest.mark.django_db


def test_each_owner_gets_their_own_rows_whoever_asked_before():
    users = [User.objects.create_user(name) for name in ("ann", "bob")]
    visitors = [Visitor.objects.create(), Visitor.objects.create()]
    for owner in (*users, *visitors):
        match = start(Client(), position="1+2")
        Match.objects.filter(pk=match.pk).update(**{"visitor": None} | owner_fields(owner))

    @prepared
    def keys(owner):
        return owned_by(owner, Match.objects.all()).values_list("pk", flat=True)

    for owner in (*users, *visitors) * 2:
        assert keys(owner) == [match.pk for match in owned_by(owner, Match.objects.all())]
        assert len(keys(owner)) == 1


def test_lists_of_any_length_are_asked_for_whole():
    people = [User.objects.create_user(f"s{number}") for number in range(4)]
    written = []

    @prepared
    def names(some):
        written.append(len(some))
        return User.objects.filter(among("pk", some)).order_by("pk").values_list("username")

    for some in ([0, 1], [2], [1, 3], [3]):
        assert names([people[n] for n in some]) == [(f"s{n}",) for n in some]
    assert written == [2, 1]
    assert among("pk", people) == Q(pk__in=people)


def test_a_time_is_the_one_of_this_request():
    user = User.objects.create_user("ann")
    start(Client(), position="1+2")
    Match.objects.update(user=user, visitor=None)

    @prepared
    def since(owner, at):
        return owned_by(owner, Match.objects.filter(created_at__gte=at))

    now = timezone.now()
    assert len(since(user, now - timedelta(hours=1))) == 1
    assert since(user, now + timedelta(hours=1)) == []


def test_days_are_those_of_the_zone_one_is_in():
    """The zone stands in the statement itself."""
    user = User.objects.create_user("ann")
    start(Client(), position="1+2")
    midday = datetime.now(UTC).replace(hour=12, minute=0) - timedelta(days=3)
    Match.objects.update(user=user, visitor=None, created_at=midday)

    def days():
        return [day.date for day in calendar(user, 10).days if day.practised]

    assert days() == [midday.date()]
    with timezone.override("Pacific/Kiritimati"):  # 14 hours ahead
        assert days() == [midday.date() + timedelta(days=1)]
    assert days() == [midday.date()]


def test_each_student_is_told_of_what_is_for_them_and_how_far_they_are():
    room = classroom(person("boss"))
    ann, bob = (member(room, person(name)) for name in ("ann", "bob"))
    for_all, for_bob, for_group = (assignment(room, "nim 1+2 misere") for _ in range(3))
    for_bob.students.set([bob])
    red = Group.objects.create(classroom=room, name="Red")
    red.memberships.set([ann])
    for_group.groups.set([red])
    ItemAttempt.objects.create(
        item=for_all.items.get(),
        membership=ann,
        token=uuid.uuid4(),
        answer="x",
        solved=True,
        answered_at=timezone.now(),
    )

    def told(student, *, brief):
        works = everything(student.user, brief=brief)
        return {work.assignment.pk: (work.done, work.next_place) for work in works}

    for brief in (True, False) * 2:
        assert told(ann, brief=brief) == {for_all.pk: (1, 0), for_group.pk: (0, 1)}
        assert told(bob, brief=brief) == {for_all.pk: (0, 1), for_bob.pk: (0, 1)}


def test_each_key_and_each_word_finds_its_own_row():
    """Both kinds of database have ways of their own to store a key."""

    @prepared
    def named(key, state):
        return Match.objects.filter(pk=key, state=state).values_list("start", flat=True)

    for rows in ("1+2", "3+4"):
        match = start(Client(), position=rows)
        assert named(match.pk, Match.State.RUNNING.value) == [rows]
        assert named(match.pk, Match.State.FINISHED.value) == []
    assert named(uuid.uuid4(), Match.State.RUNNING.value) == []
