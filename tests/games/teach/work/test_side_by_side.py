"""Homework about games side by side: typed in a line, answered, graded, and shown to the class."""

import re
import uuid
from html import unescape
from random import Random

import pytest
from django.urls import reverse

from games.play.models import Match
from games.questions.goals import GoalKey
from games.questions.shown_question import ShownQuestion
from games.questions.siblings import sibling, siblings
from games.teach.work.models import ItemAttempt
from games.teach.work.plans import storing_plans
from games.teach.work.writing.typed_lines import read_lines
from solver import Budget, analyse, read_sum

from .assignments import address, assignment, classroom, give, member, person

pytestmark = pytest.mark.django_db

TEXT = "kayles:5 + nim:3 + octal:0.35:4"
LINES = (
    f"{TEXT} misere",
    f"{TEXT} normal all",
    "grundy:5+lasker:3 who misere",
    "kayles:2+nim:3 win normal",
)


def said(page):
    text = re.sub(r"<(script|style).*?</\1>", " ", page.content.decode(), flags=re.S)
    return " ".join(unescape(re.sub("<[^>]*>", " ", text)).split())


def test_a_line_names_rows_of_several_games_and_the_solver_says_who_wins():
    [move, every, who, win] = read_lines("\n".join(LINES))
    assert [line.problem for line in (move, every, who, win)] == [""] * 4
    assert move.exercise.ruleset == "kayles+nim+octal:0.35"
    assert read_sum(move.exercise.position)[1] == tuple(sorted(read_sum(TEXT)[1]))
    goals = [line.exercise.goal for line in (move, every, who, win)]
    assert goals == [GoalKey.MOVE, GoalKey.ALL, GoalKey.PREDICT, GoalKey.PLAY]
    rules, position = read_sum(move.exercise.position)
    assert len(move.winning) == len(analyse(rules, position, "misere").winning_moves)
    assert move.verdict == "The player to move wins"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("kayles:5+chess:3 misere", "'chess' is not a ruleset; use nim"),
        ("kayles:5+nim:3 misere kinds", "With games side by side, ask to make a winning move,"),
        ("kayles:61+nim:3 misere", "'61' is not a row a board can show"),
    ],
)
def test_a_line_about_several_games_that_cannot_be_asked_says_why(line, problem):
    [read] = read_lines(line)
    assert read.problem.startswith(problem), read.problem


@pytest.mark.parametrize(
    "line",
    [
        "nim 1+2+4 misere",
        "subtraction:3 5+7 misere",
        "octal:0.35 4+3+1 who",
        "heaps:{1:[[]],3:[[],[2,2]]} 3+1 who misere",
    ],
)
def test_a_line_about_one_game_is_read_as_before(line):
    [read] = read_lines(line)
    assert read.problem == ""
    assert "+" not in read.exercise.ruleset.partition("{")[0]


def wrong(task):
    """A losing move, or a wrong word."""
    text = task.asking.wrong(task, Random(1))
    return task.asking.fields(task, text)


def test_students_answer_and_the_class_sees_it():
    owner, ada, bob = person("owner"), person("ada"), person("bob")
    room = classroom(owner)
    for client in (ada, bob):
        client.membership = member(room, client)
    made = assignment(room, *LINES)
    items = list(made.items.order_by("order"))
    for place, item in enumerate(items, 1):
        page = ada.get(address(made, place))
        assert page.status_code == 200
        assert owner.get(address(made, place, "preview")).status_code == 200
        task = ShownQuestion(item)
        if task.asking.is_game:
            game = ada.post(address(made, place, "play"), {"token": uuid.uuid4()})
            match = Match.objects.get(pk=game.url.split("/")[2])
            assert match.start == "kayles:2+nim:3"
            continue
        assert re.findall(r"Row 1 (Kayles|Nim|Octal game 0.35|Lasker's Nim)|Heap 1", said(page))
        assert give(bob, made, place, **wrong(task)).status_code == 200
        right = task.asking.fields(task, task.asking.right(task))
        assert give(ada, made, place, **right).status_code == 200
        assert ItemAttempt.objects.get(item=item, membership=ada.membership).solved
        assert not ItemAttempt.objects.get(item=item, membership=bob.membership).solved
    for what in ("", "results/", "results/items/", "results/questions/1/", "edit/"):
        page = owner.get(f"/assignments/{made.pk}/{what}", follow=True)
        assert page.status_code == 200, what
    assert "Kayles" in said(owner.get(f"/assignments/{made.pk}/results/questions/1/"))
    for client in (ada, bob):
        work = owner.get(f"/assignments/{made.pk}/results/{client.membership.pk}/")
        assert work.status_code == 200


def test_another_position_of_the_kind_has_the_same_games():
    [line, *_] = read_lines(LINES[0])
    other = sibling(line.task)
    assert other is None or other.ruleset == line.exercise.ruleset
    assert siblings(line.exercise, Budget(2_000)) == ()


def test_a_copy_asks_about_the_same_games_and_no_student_gets_another_position():
    owner = person("owner")
    made = assignment(classroom(owner), *LINES)
    [copy] = storing_plans.place(
        [made.outline], [classroom(owner, "7c")], None, owner.user, uuid.uuid4()
    )
    asked = [(item.ruleset, item.position) for item in made.items.order_by("order")]
    assert [(item.ruleset, item.position) for item in copy.items.order_by("order")] == asked
    assert not any(item.can_vary for item in copy.items.all())
    page = owner.get(f"/assignments/{copy.pk}/edit/")
    assert "A row of 3 (Nim), a row of 4 (Octal game 0.35) and a row of 5 (Kayles)" in said(page)


def test_a_room_says_that_it_asks_about_one_game_at_a_time():
    owner = person("owner")
    made = assignment(classroom(owner), LINES[0], "nim 1+2+4 misere")
    page = owner.get(f"{reverse('live:open')}?assignment={made.pk}")
    assert page.status_code == 200
    assert "A room asks about one game at a time" in said(page)
