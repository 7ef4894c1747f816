"""What waits for whoever teaches, on the page of their classes: names, numbers, the way there."""

import html
import re
import uuid
from datetime import timedelta
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.learn.lessons.models import StepAttempt, StepRecord
from games.people.models import User
from games.teach.classes import teaching as service
from games.teach.classes.models import Group, Membership, Staff
from games.teach.monday import monday
from games.teach.work.models import Assignment, HelpSeen, Override, Start
from games.teach.work.standings.reports import overview

from ..learn.lessons.lessons import MOVE, PREDICT, lesson
from .work.assignments import assignment, classroom, member, person, tried
from .work.conftest import *  # noqa: F403  the class and its people
from .work.test_own_positions import own, varied

pytestmark = [pytest.mark.days, pytest.mark.django_db]


def page_of(client):
    return html.unescape(client.get("/classes/").content.decode())


def words_of(client):
    words = " ".join(re.sub("<[^>]+>", " ", page_of(client)).split())
    return re.sub(" ([,:.])", r"\1", words)


def slip(student, item, times=4, **more):
    for _ in range(times):
        tried(
            item=item,
            membership=student,
            answer="3>2",
            solved=False,
            answered_at=timezone.now(),
            **more,
        )


def test_who_is_stuck_is_named_with_the_position_and_one_touch_leads_there(
    teacher, room, homework, ann, ben
):
    item = homework.items.first()
    slip(ann.membership, item)
    slip(ben.membership, item, times=3)
    page = page_of(teacher)
    [stuck] = re.findall("Students who are stuck.*?</section>", page, flags=re.DOTALL)
    replay = f"/assignments/{homework.pk}/results/{ann.membership.pk}/{item.pk}/"
    assert re.search(rf'href="{replay}">\s*Ann Archer</a>, 4 wrong answers', stuck)
    assert 'class="thumbnail"' in stuck
    assert "1, 2 and 4" in stuck
    assert "Homework, 7b" in stuck
    assert "Ben Baker" not in stuck
    assert teacher.get(replay).status_code == 200
    teacher.post(f"{replay}seen/")
    assert "Students who are stuck" not in page_of(teacher)
    slip(ann.membership, item)
    assert "Ann Archer, 8 wrong answers" in words_of(teacher)
    tried(item=item, membership=ann.membership, solved=True, answered_at=timezone.now())
    assert "Students who are stuck" not in page_of(teacher)


def test_each_who_is_stuck_is_shown_with_their_own_position(teacher, room, ann, ben):
    work = varied(room)
    for student in (ann, ben):
        slip(student.membership, own(work, student))
    positions = {own(work, student).position for student in (ann, ben)}
    assert len(positions) == 2
    shown = monday(Staff.objects.select_related("classroom")).stuck
    assert {(case.student.pk, case.item.position) for case in shown} == {
        (student.membership.pk, own(work, student).position) for student in (ann, ben)
    }


def test_who_is_stuck_in_a_lesson_is_named_too(teacher, room, ann):
    taught = lesson(PREDICT, MOVE)
    work = assignment(room, publish=False)
    work.items.create(lesson=taught, order=9)
    Assignment.objects.filter(pk=work.pk).update(published_at=timezone.now() - timedelta(days=1))
    step = taught.live_steps[0]
    for _ in range(4):
        StepAttempt.objects.create(
            step=step,
            user=ann.user,
            token=uuid.uuid4(),
            answer="N",
            solved=False,
            lesson_version=1,
        )
    assert f"Ann Archer, 4 wrong answers Lesson {taught.number}: {taught.title}" in words_of(
        teacher
    )
    StepRecord.objects.create(step=step, user=ann.user, done_at=timezone.now())
    assert "Students who are stuck" not in page_of(teacher)


def test_the_classes_stand_first_and_of_many_who_are_stuck_three_are_in_sight(
    teacher, room, homework
):
    names = ["Ann Ash", "Ben Birch", "Cleo Cedar", "Dan Dogwood", "Eve Elm"]
    for name in names:
        slip(member(room, person(name.replace(" ", "-").lower()), name), homework.items.first())
    page = page_of(teacher)
    assert page.index("Classes you teach") < page.index("New class") < page.index("who are stuck")
    seen, folded = page.split("<summary>2 more</summary>")
    assert sum(name in seen for name in names) == 3
    rest = folded.split("</details>")[0]
    assert [name in rest for name in names] == [name not in seen for name in names]


def test_the_first_page_leads_whoever_teaches_to_their_classes(teacher, room, ann, visitor):
    for browser, says in ((teacher, "Who is stuck"), (ann, "What is due"), (visitor, "")):
        page = browser.get("/").content.decode()
        assert ('id="classes" href="/classes/"' in page) is bool(says)
        assert says in page
        assert ("Open a live room" in page) is (browser is teacher)
        if browser is teacher:  # who needs help comes before one's own practice
            assert page.index("Who is stuck") < page.index("Days practised")
            assert page.index("Open a live room") < page.index("Beat ")


def test_nobody_sees_the_classes_of_somebody_else(room, homework, ann, visitor):
    slip(ann.membership, homework.items.first())
    other = person("other")
    classroom(other, "8c")
    for client in (other, ann, visitor):
        assert "Ann Archer" not in page_of(client)
    assistant = person("assistant")
    Staff.objects.create(classroom=room, user=assistant.user, role="assistant")
    assert "Ann Archer, 4 wrong answers" in words_of(assistant)


def test_who_has_not_begun_is_named_in_register_order(room, homework, ann, ben):
    named = [("Zoë Abel", "Abel"), ("Ali Çelik", "Çelik"), ("Bo Zorn", "zorn"), ("Eve", "")]
    for number, (real_name, surname) in enumerate(named):
        one = member(room, person(f"another{number}"), real_name)
        Membership.objects.filter(pk=one.pk).update(surname=surname)
    due = timezone.now() + timedelta(days=2)
    Assignment.objects.filter(pk=homework.pk).update(due_at=due)
    [told] = monday(Staff.objects.select_related("classroom")).due
    register = Membership.objects.active().by_name().values_list("real_name", flat=True)
    assert list(told.idle.every) == list(register)
    assert [name for name in told.idle.every if name in dict(named)] == [
        "Zoë Abel",
        "Ali Çelik",
        "Eve",
        "Bo Zorn",
    ]


def test_what_is_due_soon_says_who_has_not_begun(teacher, room, homework, ann, ben):
    cem, eva = person("cem"), person("eva")
    excused, away = member(room, cem, "Cem Can"), member(room, eva, "Eva Gone")
    Override.objects.create(assignment=homework, membership=excused, is_excused=True)
    service.remove(away)
    slip(ann.membership, homework.items.first(), times=1)
    due = timezone.localtime() + timedelta(days=2)
    Assignment.objects.filter(pk=homework.pk).update(due_at=due)
    said = words_of(teacher)
    assert f"Homework, 7b, due {due:%A} {due.day} {due:%B}, {due:%H:%M}" in said
    assert "1 of 3 has not started: Ben Baker." in said
    slip(ben.membership, homework.items.first(), times=1)
    assert "Everybody has started." in words_of(teacher)
    Assignment.objects.filter(pk=homework.pk).update(due_at=due + timedelta(days=6))
    assert "Due soon" not in words_of(teacher)
    Assignment.objects.filter(pk=homework.pk).update(due_at=None, closes_at=due)
    assert f"closes {due:%A}" in words_of(teacher)


def test_work_for_a_group_or_for_some_waits_for_these_alone(teacher, room, ann, ben):
    soon = timezone.now() + timedelta(days=1)
    for_group = assignment(room, due_at=soon)
    group = Group.objects.create(classroom=room, name="Reds")
    group.memberships.add(ann.membership)
    for_group.groups.add(group)
    assert "1 of 1 has not started: Ann Archer" in words_of(teacher)
    for_group.students.add(ben.membership)
    assert "2 of 2 have not started: Ann Archer, Ben Baker" in words_of(teacher)


def test_who_finished_a_lesson_has_begun(teacher, room, ann):
    taught = lesson(PREDICT, MOVE)
    work = assignment(room, due_at=timezone.now() + timedelta(days=1))
    work.items.create(lesson=taught, order=9)
    assert "1 of 1 has not started" in words_of(teacher)
    StepRecord.objects.create(step=taught.live_steps[0], user=ann.user, done_at=timezone.now())
    assert "Everybody has started." in words_of(teacher)


def test_many_who_have_not_begun_are_counted_and_unfold(teacher, room):
    users = User.objects.bulk_create(User(username=f"s{n}") for n in range(9))
    for n, user in enumerate(users, 1):
        Membership.objects.create(classroom=room, user=user, real_name=f"Student {n}")
    assignment(room, due_at=timezone.now() + timedelta(days=1))
    assert "9 of 9 have not started: Student 1, Student 2" in words_of(teacher)
    assert "Student 6 and 3 more Student 7, Student 8, Student 9" in words_of(teacher)


def test_the_most_urgent_stands_first_over_all_classes(teacher, room, ann, ben):
    other = classroom(teacher, "8c")
    bea = member(other, person("bea"), "Bea Berg")
    now = timezone.now()
    later = assignment(room, due_at=now + timedelta(days=3))
    sooner = assignment(other, due_at=now + timedelta(days=1))
    slip(ann.membership, later.items.first())
    slip(ben.membership, later.items.first(), times=6)
    slip(bea, sooner.items.first())
    said = words_of(teacher)
    order = [said.index(f"{name}, ") for name in ("Bea Berg", "Ben Baker", "Ann Archer")]
    assert order == sorted(order)
    due = said[said.index("Due soon") :]
    assert due.index("Homework, 8c") < due.index("Homework, 7b")


def test_what_happened_since_the_last_look_until_it_is_seen(teacher, room, homework, ann, ben):
    check = assignment(room, mode="check", closes_at=timezone.now() + timedelta(days=30))
    Assignment.objects.filter(pk=check.pk).update(title="Check")
    Start.objects.create(
        assignment=check, membership=ann.membership, handed_in_at=timezone.now(), started_at=None
    )
    slip(ann.membership, homework.items.first(), times=2)
    service.leave(ben.membership)
    said = words_of(teacher)
    assert "Check, 7b: 1 handed it in" in said
    assert "Homework, 7b: 1 student gave answers" in said
    assert "7b: Joined: Ann Archer. Left: Ben Baker." in said
    page = page_of(teacher)
    until = re.search('name="until" value="([^"]+)"', page)[1]
    assert teacher.post("/classes/looked/", {"until": until}).headers["Location"] == "/classes/"
    quiet = words_of(teacher)
    assert "Nothing waits for you. Nobody is stuck" in quiet
    assert "handed it in" not in quiet
    slip(ann.membership, homework.items.first(), times=1)
    assert "Homework, 7b: 1 student gave answers" in words_of(teacher)


def test_what_came_while_the_page_was_read_is_told_the_next_time(teacher, room, homework, ann):
    until = re.search('name="until" value="([^"]+)"', page_of(teacher))[1]
    slip(ann.membership, homework.items.first(), times=1)
    teacher.post("/classes/looked/", {"until": until})
    assert "1 student gave answers" in words_of(teacher)


@pytest.mark.parametrize("until", ["", "x", "2026-99-99T00:00:00Z", "9999-01-01T00:00:00+00:00"])
def test_nonsense_about_the_moment_means_now(teacher, room, homework, ann, until):
    teacher.post("/classes/looked/", {"until": until})
    slip(ann.membership, homework.items.first(), times=1)
    assert "1 student gave answers" in words_of(teacher)


def test_it_says_of_who_is_stuck_what_the_results_say(teacher, room, ann, ben):
    chance = Random(3)
    people = [ann.membership, ben.membership]
    works = [assignment(room, keeps=keeps) for keeps in ("best", "latest", "latest")]
    for work in works:
        for item in work.items.all():
            for one in people:
                for _ in range(chance.randint(3, 6)):
                    tried(
                        item=item,
                        membership=one,
                        answer="3>2",
                        solved=chance.random() < 0.15,
                        answered_at=timezone.now(),
                    )
                if chance.random() < 0.3:
                    HelpSeen.objects.create(item=item, membership=one, wrong=2)
    dropped = works[2].items.first()
    dropped.dropped_at = timezone.now()
    dropped.save()
    Override.objects.create(assignment=works[1], membership=ben.membership, is_excused=True)
    everybody = list(Membership.objects.prefetch_related("groups"))
    told = {(c.membership.pk, c.item.pk) for read in overview(room, everybody) for c in read.stuck}
    shown = {
        (c.student.pk, c.item.pk) for c in monday(Staff.objects.select_related("classroom")).stuck
    }
    assert shown == told
    assert 2 < len(told) < 12


def test_it_costs_the_same_for_few_and_for_many(teacher, room, ann):
    taught = lesson(PREDICT, MOVE)

    def fill(some_room, students):
        work = assignment(some_room, due_at=timezone.now() + timedelta(days=1))
        work.items.create(lesson=taught, order=9)
        for one in students:
            slip(one, work.items.first())

    def cost():
        with CaptureQueriesContext(connection) as asked:
            teacher.get("/classes/")
        return len(asked)

    fill(room, [ann.membership])
    few = cost()
    users = User.objects.bulk_create(User(username=f"s{n}") for n in range(40))
    for name in ("8a", "8b", "8c"):
        other = classroom(teacher, name)
        fill(
            other,
            [
                Membership.objects.create(classroom=other, user=user, real_name=user.username)
                for user in users
            ],
        )
    assert cost() == few
    assert few <= 19
