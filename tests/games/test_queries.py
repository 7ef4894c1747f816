"""What every page asks of the database, as a table: no page gets slower unseen.

A page that is missing here fails, so nobody can add one without saying what it costs. A number
is what the page costs the dearest of those it is for, signing in included, in a class of 25 who
have all done something; in a class of one it is the same.
"""

import uuid
from datetime import timedelta

import pytest
import zeal
from django.db import connection, reset_queries
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.learn.lessons.course import the_course
from games.learn.lessons.models import Lesson, StepAttempt, StepRecord
from games.people.models import User
from games.teach.classes.models import Classroom, Group, Membership
from games.teach.classes.sections import Section
from games.teach.lti.calling import own_keys
from games.teach.work.models import Assignment, HelpSeen, Item, Override
from games.teach.work.windows import SectionTimes
from tests.settings import watch_queries

from .teach.work.assignments import address, assignment, tried
from .test_roles import MATRIX, allowed
from .world import build

pytestmark = pytest.mark.django_db

ASKED = {"/api/position": "?position=1%2B2"}
"""What an address has to be asked, where there is nothing to show without."""
BUDGETS = {
    # what is due, from three tables of tries, the puzzles of the day, homework, the course, days
    "site:home": 28,
    "teach:teach": 5,
    "teach:tests": 5,
    "teach:ready": 12,
    "teach:parents": 20,
    "teach:tour": 3,
    "teach:first": 6,
    "site:me": 21,
    "site:proved": 4,
    "site:export": 41,
    "site:privacy": 2,
    "site:accessibility": 2,
    "site:story": 2,
    "site:offline": 4,
    "site:worker": 2,
    "site:manifest": 2,
    "site:delete": 3,
    "teach:classroom": 29,
    "site:checks": 3,
    "site:condition": 14,
    "play:setup": 5,
    "play:opponents": 3,
    "play:match": 5,
    "play:review": 7,
    "play:challenge": 5,
    "play:mistake": 4,
    "play:invited": 6,
    "play:program": 4,
    "play:saved-program": 6,
    "play:rival": 6,
    "play:cage": 2,
    "play:reference": 2,
    "play:tokens": 4,
    "play:openapi": 2,
    "api:api-root": 2,
    "api:rulesets": 2,
    "api:opponents": 2,
    "api:position": 2,
    "explore:start": 2,
    "explore:position": 5,
    "explore:theories": 4,
    "explore:questions": 5,
    "explore:theory": 4,
    "explore:errata": 2,
    "explore:erratum": 2,
    "explore:sources": 2,
    "explore:source": 2,
    "explore:source-item": 5,
    "explore:certificate": 2,
    "explore:checking-program": 2,
    "explore:program": 3,
    "explore:company": 3,
    "lti:keys": 3,
    "lab:index": 3,
    "lab:rules": 3,
    "lab:row": 3,  # the glossary of the sentence
    "explore:picture": 2,
    "explore:embed": 2,
    # what a slow machine leaves open of a map is looked up among the long computations
    "explore:maps": 4,
    "explore:map": 5,
    "explore:map-picture": 2,
    "lab:conjectures": 2,
    "lab:distinguisher": 2,
    "lab:partizan": 2,
    "lab:forms": 2,
    "lab:workshop": 2,
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
    "lessons:index": 11,
    "lessons:lesson": 13,
    "lessons:step": 10,
    "lessons:test": 6,
    "lessons:checkpoint": 6,
    "lessons:review": 7,
    "lessons:telling": 6,
    "lessons:moved-review": 2,
    "lessons:moved-review-card": 2,
    "lessons:taken": 4,
    "lessons:preview": 4,
    "lessons:like": 4,
    "puzzles:index": 14,
    "puzzles:daily": 10,
    "puzzles:theme": 5,
    "puzzles:week": 2,
    "puzzles:set": 6,
    "puzzles:puzzle": 6,
    "puzzles:attempt": 7,
    "puzzles:drill": 2,
    "puzzles:drill-next": 2,
    "puzzles:train": 5,
    "puzzles:round": 6,
    "assignments:identities": 4,
    "assignments:set": 5,
    "assignments:new": 14,
    "assignments:index": 15,
    "assignments:assignment": 14,
    "assignments:item": 15,
    "assignments:preview": 5,
    "assignments:edit": 13,
    "assignments:results": 18,
    "assignments:items": 11,
    "assignments:question": 11,
    "assignments:diagnosis": 16,
    "assignments:files": 10,
    "assignments:download": 12,
    "assignments:student": 27,
    "assignments:replay": 18,
    "plans:copy": 6,
    "plans:index": 6,
    "plans:plan": 8,
    "plans:templates": 6,
    "plans:template": 8,
    "plans:edit": 9,
    "plans:shared": 8,
    "assignments:grades": 17,
    "assignments:grades-file": 9,
    "assignments:grades-files": 11,
    "assignments:grades-download": 9,
    "assignments:work": 16,
    "assignments:another-try": 9,
    "assignments:drop": 17,
    "classes:join": 2,
    "classes:week": 8,
    "tournaments:tournament": 9,
    "tournaments:run": 5,
    "classes:join-class": 5,
    "classes:index": 17,
    "classes:new": 4,
    "classes:move": 6,
    "classes:offer": 4,
    "classes:teach": 2,
    "classes:delete": 8,
    "classes:invitation": 3,
    "classes:project": 5,
    "classes:settings": 3,
    "classes:people": 6,
    "classes:cards": 5,
    "classes:cards-sheet": 7,
    "classes:cards-file": 7,
    "classes:cards-made": 5,
    "classes:roster": 8,
    "classes:person": 9,
    "classes:groups": 4,
    "classes:group": 11,
    "classes:sections": 7,
    "classes:section": 10,
    "assignments:drafts": 6,
    # only where the times have changed: the page then needs the whole work of one student
    "assignments:time": 11,
    "assignments:section-times": 6,
    "assignments:extend": 10,
    "classes:staff": 6,
    "live:lessons": 4,
    "live:lesson": 6,
    "live:preview": 4,
    "live:lesson-paper": 3,
    "live:own-lessons": 5,
    "live:new-lesson": 4,
    "live:import-lesson": 3,
    "live:write-lesson": 5,
    "live:lesson-versions": 4,
    "live:restore-lesson": 4,
    "live:export-lesson": 3,
    "live:evening": 8,
    "live:paper": 5,
    "live:code": 2,
    "people:enter": 2,
    "live:room": 6,
    "live:poll": 4,
    "live:entrance": 7,
    "live:open": 6,
    "live:desk": 14,
    "live:desk-poll": 14,
    "live:projector": 11,
    "live:projector-poll": 11,
    "live:round": 9,
    "live:round-poll": 9,
    "healthz": 0,
    "readyz": 8,
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
    section = Section.objects.get(pk=world.given["section_id"])
    for work in (practice, check, for_group):
        SectionTimes.objects.create(assignment=work, section=section, due_at=closed)
    for member in Membership.objects.filter(classroom=room):
        group.memberships.add(member)
        section.memberships.add(member)
        fill_in(member, (practice, check, for_group), taught)
    world.check = check
    return world


def fill_in(member, assignments, taught):
    for one in assignments:
        Override.objects.create(assignment=one, membership=member, extra_days=1)
    for item in Item.objects.filter(assignment__in=assignments):
        HelpSeen.objects.create(item=item, membership=member, wrong=1)
        for _ in range(5 if item.goal else 0):
            tried(
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
    reset_queries()
    with CaptureQueriesContext(connection) as asked:
        assert browser.get(page + ASKED.get(page, "")).status_code < 400, page
    return len(asked)


def costs(world):
    """What every page costs the dearest of those it is for, once the course is kept, and the
    verdicts on tries that were stored without one: the first page that shows them keeps them."""
    the_course()
    staff = sorted(allowed("assignments:replay", "GET"))[0]
    world.browsers[staff].get(world.addresses["assignments:replay"])
    return {
        name: max(
            cost(world.browsers[role], page)
            for role in sorted(allowed(name, "GET") - {"classmate", "other_tutor"})
        )
        for name, page in world.addresses.items()
        if "GET" in MATRIX[name][0] and allowed(name, "GET")
    }


@pytest.mark.long
def test_every_page_keeps_to_its_budget_in_a_class_of_one_and_of_many_and_one_without_fails(db):
    world = build()
    own_keys()  # the first one is made when it is asked for
    few = costs(fill(world, ONE))
    room = Classroom.objects.get(pk=world.given["classroom_id"])
    taught = Lesson.objects.get()
    users = User.objects.bulk_create(User(username=f"more{n}") for n in range(MANY - ONE))
    for user in users:
        member = Membership.objects.create(classroom=room, user=user, real_name=user.username)
        Group.objects.get().memberships.add(member)
        Section.objects.get(pk=world.given["section_id"]).memberships.add(member)
        fill_in(member, tuple(room.assignments.exclude(published_at=None)), taught)
    many = costs(world)
    unsaid = {name: many[name] for name in many.keys() - BUDGETS}
    assert unsaid == {}, "pages without a budget; write theirs in BUDGETS"
    assert BUDGETS.keys() - many.keys() == set(), "no page has these names any more"
    assert {name: (n, BUDGETS[name]) for name, n in many.items() if n > BUDGETS[name]} == {}
    assert many == few


def test_a_check_that_has_closed_costs_no_more_than_an_item_in_practice(db):
    world = fill(build(), MANY)
    assert cost(world.browsers["student"], address(world.check, 1)) <= 12


def test_a_request_that_reads_rows_one_by_one_fails(rf, alice):
    room = Classroom.objects.create(name="7b")
    for name in ("bob", "carol", "dora"):
        Membership.objects.create(classroom=room, user=User.objects.create_user(name))

    def ask_for(rows):
        return watch_queries(lambda _: HttpResponse([row.user.username for row in rows]))

    assert ask_for(Membership.objects.select_related("user"))(rf.get("/")).status_code == 200
    with pytest.raises(zeal.NPlusOneError, match=r"games\.Membership\.user"):
        ask_for(Membership.objects.all())(rf.get("/"))
