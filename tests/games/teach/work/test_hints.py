"""Help that was taken is told wherever a result is: on the screens, in the file, to the student."""

import csv
import io
import re
import uuid

import pytest

from games.teach.work.models import Assignment

from ...learn.lessons.lessons import MOVE, PREDICT, lesson
from ...learn.lessons.lessons import give as give_step
from ...play.games import play_to_the_end, send
from .assignments import address, assignment, form_token, give
from .matrix import matrix

pytestmark = pytest.mark.django_db


def take_hints(client, found, number):
    for tier in range(1, number + 1):
        token = form_token(client, found, 1)
        client.post(address(found, 1, "hint"), {"token": token, "tier": tier})


def told_of(client, where):
    """What a page says beside the status of the first item."""
    page = client.get(where).content.decode()
    detail = r'<span class="quiet">([^<]*)</span>\s*(</a>|</li>)'
    return re.search(detail, page)[1]


def everywhere(found, student, teacher):
    """What the three pages say about the first item: the matrix, the student's row, the own one."""
    results = address(found, what="results")
    return [
        matrix(teacher, found, sort="name")[0].details[0],
        told_of(teacher, f"{results}{student.membership.pk}/"),
        told_of(student, address(found)),
    ]


def test_who_took_every_hint_is_not_told_apart_by_the_score_alone(homework, ann, ben, teacher):
    take_hints(ann, homework, 4)
    give(ann, homework, 1, move="3>3", token=form_token(ann, homework, 1))
    give(ben, homework, 1, move="3>3")
    assert everywhere(homework, ann, teacher) == ["right, first try, with 4 hints"] * 3
    assert told_of(ben, address(homework)) == "right, first try"
    file = teacher.get(f"{address(homework)}results/tidy.csv").getvalue().decode()
    rows = list(csv.DictReader(io.StringIO(file.lstrip("\ufeff"))))
    assert [row["hints"] for row in rows if row["item"] == "1"] == ["4", "0"]


def test_right_at_once_with_a_hint_is_no_first_try_in_the_file(homework, ann, ben, teacher):
    take_hints(ann, homework, 1)
    for client in (ann, ben):
        give(client, homework, 1, move="3>3", token=form_token(client, homework, 1))
    file = teacher.get(f"{address(homework)}results/tidy.csv").getvalue().decode()
    rows = list(csv.DictReader(io.StringIO(file.lstrip("\ufeff"))))
    told = {row["student"]: (row["tries"], row["first_try"]) for row in rows if row["item"] == "1"}
    assert told == {"Ann Archer": ("1", "0"), "Ben Baker": ("1", "1")}


def test_a_hint_without_an_answer_is_told_too(homework, ann, teacher):
    take_hints(ann, homework, 1)
    assert everywhere(homework, ann, teacher) == ["with 1 hint"] * 3


def test_help_in_a_game_is_told_but_not_counted(ann, room, teacher):
    found = assignment(room, "nim 1+1+2 misere win")
    game = ann.post(address(found, 1, "play"), {"token": uuid.uuid4()}).url
    ann.post(f"{game}hint/", {"version": 1})
    match = ann.membership.attempts.get().match
    send(ann, match, "3>1", version=1)
    play_to_the_end(ann, match)
    assert everywhere(found, ann, teacher) == ["right, first try, with help"] * 3


def test_the_hints_of_a_lesson_are_those_of_all_its_steps(ann, room, teacher):
    one = lesson(PREDICT, MOVE)
    found = Assignment.objects.create(classroom=room, title="Read it")
    teacher.post(address(found, what="add"), {"lesson": one.pk})
    teacher.post(address(found, what="publish"))
    first, second = one.live_steps
    for step, tier in ((first, 1), (first, 2), (second, 1)):
        ann.post(f"{step.get_absolute_url()}hint/", {"tier": tier})
    give_step(ann, first, choice="P")
    give_step(ann, second, move="2>0")
    assert everywhere(found, ann, teacher)[0] == "2 of 2 steps, with 3 hints"


def test_only_a_right_answer_has_a_bar_in_the_colour_of_right_ones(homework, ann, ben, teacher):
    give(ann, homework, 1, move="3>2")
    give(ben, homework, 1, move="3>3")
    page = teacher.get(f"{address(homework)}results/questions/1/").content.decode()
    rows = re.findall(r'class="(\w+)">. (\w+)</span></td>\s*<td><meter class="bar (\S+)"', page)
    assert sorted(rows) == [("bad", "wrong", "bar-wrong"), ("good", "right", "bar-right")]
