"""The sample class: invented students and realistic work.

Each student works in a manner of their own. Their mistakes follow the habits of the opponents, so
the results look like real ones. A demo has an instructor to try things with, and can be removed at
once with everything in it. ``games.teach.tour`` shows everybody such a class without one.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils import timezone

from games.boards.lenses import theories_of
from games.learn.lessons.models import Lesson
from games.learn.progress.learnt import learnt_by
from games.learn.study import studying as lessons
from games.people.models import User
from games.play import protocol as play
from games.play.models import Match
from games.play.table import Table
from games.questions.attempts import GradedAnswer
from games.questions.goals import GOALS
from games.questions.question import Question
from games.questions.shown_question import ShownQuestion
from games.teach.classes.cards.credentials import new_password
from games.teach.classes.models import TOUR, Classroom, Membership, Staff
from games.teach.work.answering import doing as homework
from games.teach.work.models import Assignment, Item, ItemAttempt
from games.teach.work.standings.own_work import Work, work_of
from games.teach.work.standings.settling import settle
from games.teach.work.writing import storing_work as service
from games.teach.work.writing.typed_lines import read_lines
from games.web.transactions import all_or_nothing
from solver import Inquiry, Move
from solver.teaching import get_opponent

NAME = "demo-instructor"
POSITIONS = """
nim 1+2+4 misere
nim 3+3+1 misere
kayles 5+3 misere
kayles 12 misere who
subtraction:3 5+6+7 misere
nim 4+2+1 misere kinds
nim 1+1+2 misere win
strips 7+5 misere left
"""


TEST = """
nim 2+5 misere
kayles 7 misere
nim 1+2+3 misere who
nim 6+1 misere case
kayles 6+2 misere all
"""


@dataclass(frozen=True)
class Manner:
    """How a student works: the habit behind the mistakes, the chance of a right answer, the share
    of the questions after which they stop, and the chance to get stuck at a question."""

    habit: str
    strength: float
    stops_at: float = 1
    sticks: float = 0.025


STUDENTS = {
    "Badger": Manner("evan", 0.4),
    "Crane": Manner("evan", 0.5),
    "Dormouse": Manner("norma", 0.3, 0.6),
    "Finch": Manner("norma", 0.5),
    "Hedgehog": Manner("evan", 0.3, 0.8, sticks=0.4),
    "Lynx": Manner("random", 0.9),
    "Marten": Manner("norma", 0.2, sticks=0.4),
    "Otter": Manner("random", 1),
    "Pelican": Manner("greta", 0.4, 0.8),
    "Raven": Manner("mira", 0.7),
    "Stoat": Manner("evan", 0.4, 0.6, sticks=0.2),
    "Wren": Manner("random", 0, 0),
}
"""The invented names, and how each of these students works."""


@dataclass(frozen=True)
class Demo:
    """The result: the instructor's name and password, and the class."""

    name: str
    password: str
    classroom: Classroom


def build() -> Demo:
    """Make a class with an instructor, in place of an earlier one."""
    remove()
    password = new_password()
    stored = make_password(password)
    with transaction.atomic():
        room = sample_class("demo")
        teacher = account(NAME, room, stored)
        Staff.objects.create(classroom=room, user=teacher, role=Staff.Role.OWNER)
    return Demo(teacher.username, password, room)


def remove() -> int:
    """Delete every demo class with its accounts; return the number of accounts."""
    rooms = Classroom.objects.filter(is_demo=True).exclude(pk=TOUR)
    people = User.objects.filter(managed_by__in=rooms)
    with transaction.atomic():
        number = people.count()
        people.delete()
        rooms.delete()
    return number


def account(name: str, room: Classroom, password: str) -> User:
    """An account of an invented class, with a number behind the name if the name is taken."""
    free, number = name, 1
    while User.objects.named(free):
        number += 1
        free = f"{name}-{number}"
    return User.objects.create(username=free, password=password, managed_by=room)


@all_or_nothing
def sample_class(prefix: str, **fields: Any) -> Classroom:
    """Make the class: practice that is open, a test that has closed, and what each student did.

    The students' accounts are named after the *prefix*, and nobody can sign in to them.
    """
    now = timezone.now()
    room = Classroom.objects.create(name="Class 9b", is_demo=True, join_open=False, **fields)
    locked = make_password(None)  # no password until a card is printed
    members = [
        Membership.objects.create(
            classroom=room,
            user=account(f"{prefix}-{name.lower()}", room, locked),
            real_name=name,
            joined_via=Membership.Via.NAMES,
            joined_at=now - timedelta(days=30),
        )
        for name in STUDENTS
    ]
    practice = Assignment.objects.create(classroom=room, title="Who takes the last one?")
    check = Assignment.objects.create(
        classroom=room,
        title="Test: rows and pins",
        mode=Assignment.Mode.TEST,
        due_at=now + timedelta(hours=1),
        closes_at=now + timedelta(hours=2),
    )
    for assignment, positions in ((practice, POSITIONS), (check, TEST)):
        service.add_exercises(assignment, typed(positions))
    lesson = Lesson.objects.filter(number=1, state=Lesson.State.PUBLISHED).first()
    if lesson is not None:
        service.add_ready(practice, lesson)
    for assignment in (practice, check):
        service.publish(assignment)
        given = Assignment.objects.select_related("classroom").get(pk=assignment.pk)
        for member in members:
            # The same work whatever the others did, and whatever lessons the site has.
            chance = Random(f"{member.real_name}: {given.title}")
            do_work(given, member, STUDENTS[member.real_name], chance)
    over = now - timedelta(hours=2)  # the results of the test can be seen
    Assignment.objects.filter(pk=check.pk).update(due_at=over, closes_at=over)
    return room


def typed(text: str) -> list[Question]:
    """The questions in a text, in the form that instructors type."""
    return [line.exercise for line in read_lines(text) if line.exercise]


def do_work(assignment: Assignment, member: Membership, manner: Manner, chance: Random) -> None:
    """Do one student's work. It is written together, because one who waits for the class does not
    want to wait for hundreds of answers one by one."""
    strength, habit = manner.strength, manner.habit
    items = list(assignment.items.select_related("lesson"))
    begun = timezone.now() - timedelta(days=chance.uniform(0.5, 5))
    known = theories_of(member.user)
    written: list[ItemAttempt] = []
    for item in items[: round(manner.stops_at * len(items))]:
        begun += timedelta(minutes=chance.uniform(1, 12))
        if item.lesson:
            _read(item.lesson, member, chance, strength)
            continue
        is_stuck = chance.random() < manner.sticks
        tries = 1 if assignment.is_test else 5 if is_stuck else chance.choice([1, 2, 2, 3])
        for attempt in range(tries):
            right = not is_stuck and chance.random() < strength + 0.2 * attempt
            at, token = begun + timedelta(minutes=attempt), _token(chance)
            way = habit if not right else ""
            if item.is_game:
                tried = _play(work_of(assignment, member), item, token, chance, way)
                ItemAttempt.objects.filter(pk=tried.pk).update(created_at=at, answered_at=at)
            else:
                given = GradedAnswer.to(item, _answer_text(ShownQuestion(item), chance, way), known)
                tried = _answered(item, member, token, given)
                tried.answered_at = at
                written.append(tried)
            if tried.solved:
                break
    ItemAttempt.objects.bulk_create(written)
    for one in written:  # storing has set it to now
        one.created_at = one.answered_at or timezone.now()
    ItemAttempt.objects.bulk_update(written, ["created_at"])
    settle(assignment, [member.pk])
    if assignment.is_test and written:
        homework.hand_in(work_of(assignment, member))


def _token(chance: Random) -> uuid.UUID:
    return uuid.UUID(int=chance.getrandbits(128), version=4)


def _answered(item: Item, member: Membership, token: uuid.UUID, given: GradedAnswer) -> ItemAttempt:
    """A try at a question, which is not stored."""
    habit, asked = given.verdict.habit, Question.of(item)
    return ItemAttempt(
        item=item,
        membership=member,
        token=token,
        misconception=habit.key if habit else "",
        extra=asked.extra,
        **asked.columns,
        **given.fields,
    )


def _answer_text(task: ShownQuestion, chance: Random, habit: str) -> str:
    """The text of an answer."""
    if not habit:
        return task.asking.right(task)
    if task.asking.is_on_board:
        return str(_move(task.question, chance, habit))
    return task.asking.wrong(task, chance)


def _move(question: Inquiry, chance: Random, habit: str) -> Move:
    """The move of perfect play, or of a habit that fits this game."""
    opponent = get_opponent(habit or "perfect")
    if opponent.mismatch(question.ruleset, question.convention):
        opponent = get_opponent("random")
    return opponent.choose(question, chance)


def _play(work: Work, item: Item, token: uuid.UUID, chance: Random, habit: str) -> ItemAttempt:
    """Play a game of a question to its end; the try with it."""
    match = homework.start_game(work, item, token)
    while match.state != Match.State.FINISHED:
        table = Table(match)
        move = table.board.place(str(_move(table.question(), chance, habit)), table.player("owner"))
        play.make_move(match, version=match.version, text=move.text)
        match = Match.objects.get(pk=match.pk)
    return ItemAttempt.objects.get(match=match)


def _read(lesson: Lesson, member: Membership, chance: Random, strength: float) -> None:
    """Do part of a lesson."""
    askings = [(step, GOALS.get(step.goal)) for step in lesson.live_steps]
    steps = [
        s for s, asking in askings if not asking or (asking.has_position and not asking.is_game)
    ]
    for step in steps[: chance.randint(2, len(steps))]:
        step.lesson = lesson
        if not step.goal:
            lessons.finish(lessons.record_of(member.user, step))
            continue
        for _ in range(2):
            right, token = chance.random() < strength, _token(chance)
            given = GradedAnswer.to(
                step,
                _answer_text(ShownQuestion(step), chance, "" if right else "random"),
                learnt_by(lesson),
            )
            if lessons.answer(member.user, step, token, given).solved:
                break
