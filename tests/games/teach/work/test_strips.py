"""Strips of marks: what a student, the parents and the instructors see of somebody's work."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.utils import timezone

from games.teach.classes import teaching
from games.teach.work.models import Assignment

from .assignments import address, assignment, form_token, give

pytestmark = pytest.mark.django_db

STRIP = re.compile(r'<span class="strip"[^>]*>.*?</span>', re.DOTALL)


def strips(page):
    """Each strip of a page: the sentence for those who hear it, and its marks with their words."""
    shown = []
    for found in STRIP.findall(unescape(page.content.decode())):
        told = re.search(r'aria-label="([^"]*)"', found.partition(">")[0])
        marks = re.findall(r'bead-(\w+)"(?: href="[^"]*")? (?:title|aria-label)="([^"]*)"', found)
        shown.append((told and told[1], marks))
    return shown


@pytest.fixture
def worked(homework, ann, ben):
    """Ann right at once, then wrong; Ben right after a hint."""
    give(ann, homework, 1, move="3>3")
    give(ann, homework, 2, choice="N")
    hint = {"token": form_token(ben, homework, 1), "tier": "1"}
    ben.post(address(homework, 1, "hint"), hint)
    give(ben, homework, 1, move="3>3", token=hint["token"])
    return homework


def test_a_student_sees_a_mark_for_each_question_and_nobody_elses(worked, ann, ben):
    [(told, marks)] = strips(ann.get("/assignments/"))
    assert told == "Homework: 1 right at once, 1 wrong"
    assert marks == [
        ("first", "1. Completed, right, first try"),
        ("wrong", "2. Started, wrong, first try"),
    ]
    [(told, marks)] = strips(ben.get("/assignments/"))
    assert told == "Homework: 1 right later or with help, 1 not yet"
    assert [mark for mark, _ in marks] == ["helped", "blank"]


def test_a_strip_says_nothing_of_a_test_before_its_answers_are_shown(room, ann, ben, teacher):
    ends = timezone.now() + timedelta(hours=1)
    made = assignment(
        room,
        "nim 1+2+4 misere",
        "nim 3+3 misere who",
        mode=Assignment.Mode.TEST,
        closes_at=ends,
    )
    give(ann, made, 1, move="3>3")
    give(ben, made, 1, move="3>2")
    pages = {name: client.get("/assignments/") for name, client in (("ann", ann), ("ben", ben))}
    assert strips(pages["ann"]) == strips(pages["ben"])  # one is right, one is wrong
    [(told, marks)] = strips(pages["ann"])
    assert told.endswith(": 1 started, 1 not yet")
    assert marks[0] == ("open", "1. Answered")
    for client in (ann, ben):
        parents = client.get(f"/classes/{room.pk}/parents/{client.membership.pk}/")
        assert strips(parents) == []
    work = teacher.get(f"/classes/{room.pk}/people/{ben.membership.pk}/work/")
    assert [mark for mark, _ in strips(work)[0][1]] == ["wrong", "blank"]


def test_the_work_of_a_student_opens_at_each_mark(worked, teacher, ann, room):
    page = teacher.get(f"/classes/{room.pk}/people/{ann.membership.pk}/work/")
    links = re.findall(r'<a class="bead bead-\w+" href="([^"]+)"', page.content.decode())
    assert len(links) == 2
    answer = teacher.get(links[1]).content.decode()
    assert "Ann Archer" in answer
    assert "Try" in answer


def test_parents_see_the_same_marks(worked, ben, room):
    page = ben.get(f"/classes/{room.pk}/parents/{ben.membership.pk}/")
    [(told, marks)] = strips(page)
    assert told == "Homework: 1 right later or with help, 1 not yet"
    assert marks[1] == ("blank", "2. Not started")


def test_four_wrong_answers_make_no_child_a_case(homework, ann):
    for _ in range(4):
        give(ann, homework, 1, move="3>2")
    page = ann.get(address(homework)).content.decode()
    assert "Needs help" not in page
    assert "Ask your instructor" in page


def test_a_student_is_the_strip_opened_with_the_boards_of_wrong_answers(worked, teacher, ann, ben):
    where = f"{address(worked)}results/{ann.membership.pk}/"
    page = unescape(teacher.get(where).content.decode())
    wrong = page.partition('id="wrong-title"')[2].partition("</section>")[0]
    assert wrong.count("<li>") == 1
    [name] = re.findall(r'card-name">([^<]*)<', wrong)
    assert name.startswith("2. ")
    assert "Kayles: a row of 4 pins" in " ".join(wrong.split())
    [link] = re.findall(r'<a class="card link-card"\s+href="([^"]+)"', wrong)
    assert "Try" in teacher.get(link).content.decode()
    [(told, marks)] = strips(teacher.get(where))
    assert (told, len(marks)) == ("Homework: 1 right at once, 1 wrong", 2)
    assert 'id="edit">' in page  # the forms are folded until something is refused
    own = teacher.get(f"{address(worked)}results/{ben.membership.pk}/").content.decode()
    assert "wrong-title" not in own


def test_from_one_student_to_the_next_and_back(worked, teacher, ann, ben, room):
    first = f"{address(worked)}results/{ann.membership.pk}/"
    second = f"{address(worked)}results/{ben.membership.pk}/"
    page = teacher.get(first).content.decode()
    assert f'id="next-student" href="{second}"' in page
    assert f'href="{first}"' in teacher.get(second).content.decode()
    assert "next-student" not in teacher.get(second).content.decode()


def test_from_all_the_work_of_one_student_to_the_next_and_back(worked, teacher, ann, ben, room):
    first, second = (f"/classes/{room.pk}/people/{one.membership.pk}/work/" for one in (ann, ben))
    page = teacher.get(first).content.decode()
    assert f'id="next-student" href="{second}">Baker, Ben →<' in page
    assert "←" not in page
    last = teacher.get(second).content.decode()
    assert f'href="{first}">← Archer, Ann<' in last
    assert "next-student" not in last
    teaching.leave(ann.membership)
    alone = teacher.get(second).content.decode()
    assert "Archer, Ann" not in alone


def test_a_refused_form_is_open(worked, teacher, ann):
    where = f"{address(worked)}results/{ann.membership.pk}/"
    refused = teacher.post(f"{where}points/", {"points": "many", "why": ""})
    assert refused.status_code == 422
    assert 'id="edit" open>' in refused.content.decode()


def test_no_board_of_a_timed_test_is_shown_before_its_time_begins(room, ann):
    ends = timezone.now() + timedelta(hours=1)
    mode = Assignment.Mode.TEST
    made = assignment(room, "nim 1+2+4 misere", mode=mode, minutes=20, closes_at=ends)
    assert "<svg" not in ann.get("/assignments/").content.decode().partition("work-card")[2]
    ann.post(address(made, what="start"))
    assert "<svg" in ann.get("/assignments/").content.decode().partition("work-card")[2]


def test_homework_stands_first_on_the_first_page_with_its_next_board(worked, ann):
    page = ann.get("/").content.decode()
    today = page.partition('id="today-title"')[2].partition("</section>")[0]
    card = today.partition('id="homework"')[2].partition("</li>")[0]
    assert "<svg" in card
    assert "1 of 2 done" in " ".join(card.split())
    assert 'id="homework"' in today.partition("</li>")[0]  # nothing stands before it
