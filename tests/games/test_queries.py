"""What every page asks of the database, as a table: no page gets slower unseen.

A page that is missing here fails, so nobody can add one without saying what it costs. A number
is what the page costs the dearest of those it is for, signing in included, in a class of 25 who
have all done something; in a class of one it is the same.
"""

import uuid
from datetime import timedelta
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.assignments.models import Assignment, HelpSeen, Item, ItemAttempt, Override
from games.assignments.work import everything
from games.classes.models import Classroom, Group, Membership
from games.lessons.course import the_course, the_ways
from games.lessons.models import Lesson, StepAttempt, StepRecord
from games.people.models import User

from .assignments.assignments import address, assignment
from .test_roles import MATRIX, allowed
from .world import build

pytestmark = pytest.mark.django_db

BUDGETS = {
    "site:home": 12,
    "site:teach": 3,
    "site:tour": 3,
    "site:first": 6,
    "site:me": 20,
    "site:export": 26,
    "site:privacy": 2,
    "site:delete": 3,
    "site:classroom": 17,
    "site:checks": 12,
    "site:condition": 14,
    "play:setup": 2,
    "play:opponents": 3,
    "play:match": 4,
    "play:review": 6,
    "play:mistake": 4,
    "play:invited": 5,
    "explore:start": 2,
    "explore:position": 5,
    "explore:theories": 3,
    "explore:theory": 4,
    "explore:errata": 2,
    "explore:program": 3,
    "explore:company": 3,
    "lab:index": 3,
    "lab:rules": 3,
    "explore:picture": 2,
    # what a slow machine leaves open of a map is looked up among the long computations
    "explore:maps": 4,
    "explore:map": 5,
    "explore:map-picture": 2,
    "lab:conjectures": 2,
    "lab:distinguisher": 2,
    "lab:study": 3,
    "lab:lenses": 2,
    "lab:conditions": 2,
    "lab:quotients": 4,
    "lab:quotient": 6,
    "lab:quotient-json": 3,
    "lab:quotient-tex": 3,
    "lab:quotient-graph": 3,
    "lab:reach": 2,
    "people:signup": 2,
    "people:login": 2,
    "people:password": 2,
    "people:time-zone": 2,
    "people:card": 3,
    "people:forgotten": 2,
    "people:codes": 3,
    "people:devices": 3,
    "lessons:index": 15,
    "lessons:lesson": 16,
    "lessons:step": 10,
    "lessons:test": 5,
    "lessons:checkpoint": 6,
    "lessons:review": 11,
    "lessons:quiz": 7,
    "lessons:preview": 4,
    "lessons:like": 7,
    "puzzles:index": 14,
    "puzzles:daily": 8,
    "puzzles:theme": 4,
    "puzzles:set": 7,
    "puzzles:puzzle": 6,
    "puzzles:attempt": 7,
    "puzzles:train": 7,
    "puzzles:round": 8,
    "puzzles:review": 9,
    "puzzles:review-card": 9,
    "assignments:identities": 4,
    "assignments:set": 5,
    "assignments:new": 3,
    "assignments:index": 11,
    "assignments:assignment": 11,
    "assignments:item": 11,
    "assignments:preview": 5,
    "assignments:edit": 10,
    "assignments:results": 16,
    "assignments:items": 14,
    "assignments:diagnosis": 15,
    "assignments:files": 14,
    "assignments:download": 17,
    "assignments:student": 19,
    "assignments:replay": 14,
    "plans:copy": 6,
    "plans:index": 6,
    "plans:plan": 8,
    "plans:templates": 6,
    "plans:template": 8,
    "plans:shared": 8,
    "assignments:grades": 18,
    "assignments:grades-file": 17,
    "assignments:work": 13,
    "assignments:another-try": 8,
    "assignments:drop": 16,
    "classes:join": 2,
    "classes:join-class": 5,
    "classes:index": 23,
    "classes:new": 4,
    "classes:move": 6,
    "classes:offer": 4,
    "classes:teach": 2,
    "classes:delete": 8,
    "classes:invitation": 3,
    "classes:project": 3,
    "classes:settings": 3,
    "classes:people": 3,
    "classes:cards": 5,
    "classes:cards-sheet": 7,
    "classes:cards-file": 7,
    "classes:cards-made": 5,
    "classes:roster": 8,
    "classes:person": 9,
    "classes:groups": 4,
    "classes:group": 11,
    "classes:staff": 5,
    "live:lessons": 3,
    "live:lesson": 5,
    "live:code": 2,
    "people:enter": 2,
    "live:room": 6,
    "live:poll": 4,
    "live:entrance": 9,
    "live:open": 6,
    "live:desk": 13,
    "live:desk-poll": 13,
    "live:projector": 9,
    "live:projector-poll": 9,
    "live:round": 9,
    "live:round-poll": 9,
    "healthz": 0,
    "readyz": 6,
}
MANY, ONE = 25, 1


def fill(world, students):
    """A class of so many, with practice that holds a lesson, a check that has closed, and work
    for a group; everybody has answered, is stuck, was helped and has more days."""
    room = Classroom.objects.get(pk=world.given["classroom_id"])
    student = world.browsers["student"]
    Membership.objects.filter(classroom=room).exclude(user=student.user).delete()
    users = User.objects.bulk_create(User(username=f"s{n}") for n in range(students - 1))
    Membership.objects.bulk_create(
        Membership(classroom=room, user=user, real_name=f"Name {user.username}") for user in users
    )
    practice = Assignment.objects.get(pk=world.given["assignment_id"])
    taught = Lesson.objects.get()
    Item.objects.create(assignment=practice, lesson=taught, order=3)
    closed = timezone.now() - timedelta(hours=1)
    check = assignment(room, "nim 1+2+4 misere", mode="check", closes_at=closed)
    for_group = assignment(room, "nim 1+2+4 misere")
    group = Group.objects.get(pk=world.given["group_id"])
    for_group.groups.add(group)
    for member in Membership.objects.filter(classroom=room):
        group.memberships.add(member)
        fill_in(member, (practice, check, for_group), taught)
    world.check = check
    return world


def fill_in(member, assignments, taught):
    for one in assignments:
        Override.objects.create(assignment=one, membership=member, extra_days=1)
    for item in Item.objects.filter(assignment__in=assignments):
        HelpSeen.objects.create(item=item, membership=member, wrong=1)
        for _ in range(5 if item.goal else 0):
            ItemAttempt.objects.create(
                item=item,
                membership=member,
                answer="lost" if item.is_game else "3>2",
                solved=False,
                answered_at=timezone.now(),
            )
    for step in taught.live_steps[:2]:
        StepRecord.objects.create(step=step, user=member.user, done_at=timezone.now())
        StepAttempt.objects.create(
            step=step,
            user=member.user,
            token=uuid.uuid4(),
            answer="P",
            solved=True,
            lesson_version=1,
        )


def cost(browser, page):
    with CaptureQueriesContext(
        connection,
    ) as asked:
        assert browser.get(page).status_code < 400, page
    return len(asked)


def costs(world):
    """What every page costs the dearest of those it is for, once the course is kept."""
    the_course(), the_ways()
    return {
        name: max(
            cost(world.browsers[role], page)
            for role in sorted(allowed(name, "GET") - {"classmate"})
        )
        for name, page in world.addresses.items()
        if "GET" in MATRIX[name][0]
    }


def test_every_page_keeps_to_its_budget_and_a_page_without_one_fails(db):
    measured = costs(fill(build(), MANY))
    assert set(measured) == set(BUDGETS)
    assert {name: (n, BUDGETS[name]) for name, n in measured.items() if n > BUDGETS[name]} == {}


def test_no_page_costs_more_in_a_class_of_many(db):
    world = build()
    few = costs(fill(world, ONE))
    room = Classroom.objects.get(pk=world.given["classroom_id"])
    taught = Lesson.objects.get()
    users = User.objects.bulk_create(User(username=f"more{n}") for n in range(MANY - ONE))
    for user in users:
        member = Membership.objects.create(classroom=room, user=user, real_name=user.username)
        Group.objects.get().memberships.add(member)
        fill_in(member, tuple(room.assignments.exclude(published_at=None)), taught)
    assert costs(world) == few


def test_a_check_that_has_closed_costs_no_more_than_an_item_in_practice(db):
    world = fill(build(), MANY)
    assert cost(world.browsers["student"], address(world.check, 1)) <= 12


def test_the_first_page_says_of_what_is_due_what_the_page_of_what_is_due_says(db):
    world = fill(build(), MANY)
    chance = Random(1)
    room = Classroom.objects.get(pk=world.given["classroom_id"])
    assignment(room, "nim 1+2+4 misere", "kayles 4 misere", mode="check")
    items = Item.objects.exclude(goal="").filter(assignment__classroom=room)
    for member in Membership.objects.filter(classroom=room):
        for item in items:
            if chance.random() < 0.5:
                ItemAttempt.objects.create(
                    item=item,
                    membership=member,
                    solved=chance.choice([None, False, True]),
                    answered_at=timezone.now(),
                )
        for step in Lesson.objects.get().live_steps if chance.random() < 0.5 else []:
            StepRecord.objects.update_or_create(
                step=step, user=member.user, defaults={"done_at": timezone.now()}
            )
        said = [
            [
                (work.assignment.pk, work.done, work.size, work.next_place)
                for work in everything(member.user, brief=brief)
                if work.window.takes_answers
            ]
            for brief in (False, True)
        ]
        assert said[0] == said[1]
        assert len(said[0]) >= 3
    assert {done for _, done, _, _ in said[0]} != {0}
