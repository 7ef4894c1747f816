"""A class for demonstrations: an instructor, 25 students, and realistic work.

The strength of each student is random. Their mistakes follow the habits of the opponents, so the
results look like real ones. Everything carries the mark of its class and can be removed at once.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils import timezone

from games.learn.lessons.models import Lesson
from games.learn.progress.learnt import learnt_by
from games.learn.puzzles.models import PuzzleSet
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
from solver import Inquiry, Move
from solver.teaching import get_opponent

STUDENTS = 25
NAME = "demo-instructor"
HABITS = ("norma", "greta", "mira", "evan", "random")
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
class Demo:
    """The result: the instructor's name and password, and the class."""

    name: str
    password: str
    classroom: Classroom


def build(seed: int = 1) -> Demo:
    """Make the class, in place of an earlier one."""
    remove()
    chance = Random(seed)
    password = new_password()
    stored = make_password(password)
    with transaction.atomic():
        room = Classroom.objects.create(name="Demo class", is_demo=True, join_open=False)
        teacher = account(NAME, room, stored)
        Staff.objects.create(classroom=room, user=teacher, role=Staff.Role.OWNER)
        locked = make_password(None)  # no password until a card is printed
        members = [
            Membership.objects.create(
                classroom=room,
                user=account(f"demo-{number:02}", room, locked),
                real_name=f"Student {number:02}",
                joined_via=Membership.Via.NAMES,
                joined_at=timezone.now() - timedelta(days=30),
            )
            for number in range(1, STUDENTS + 1)
        ]
        members[4].extra_days = 2
        members[4].save(update_fields=["extra_days"])
        for assignment in _assignments(room, teacher):
            for member in members:
                do_work(assignment, member, drawn(chance), chance)
        # Close the test, so that its results can be seen.
        over = timezone.now() - timedelta(hours=2)
        checks = Assignment.objects.filter(classroom=room, mode=Assignment.Mode.TEST)
        checks.update(due_at=over, closes_at=over)
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
    while User.objects.filter(username__iexact=free).exists():
        number += 1
        free = f"{name}-{number}"
    return User.objects.create(username=free, password=password, managed_by=room)


def _assignments(room: Classroom, teacher: User) -> list[Assignment]:
    """A practice assignment that is open, and a test that has closed."""
    now = timezone.now()
    homework = service.create(room, teacher, "Our misère positions")
    service.add_exercises(homework, typed(POSITIONS))
    chosen = PuzzleSet.objects.filter(slug="kayles-splits").first()
    if chosen is not None:
        service.add_ready(homework, chosen)
    lesson = Lesson.objects.filter(number=1, state=Lesson.State.PUBLISHED).first()
    if lesson is not None:
        service.add_ready(homework, lesson)
    check = service.create(room, teacher, "Test after lesson 14")
    service.add_exercises(check, typed(TEST))
    Assignment.objects.filter(pk=homework.pk).update(due_at=now + timedelta(days=3))
    Assignment.objects.filter(pk=check.pk).update(
        mode=Assignment.Mode.TEST,
        due_at=now + timedelta(hours=1),
        closes_at=now + timedelta(hours=2),
    )
    for assignment in (homework, check):
        service.publish(assignment)
    return list(Assignment.objects.filter(classroom=room).select_related("classroom"))


def typed(text: str) -> list[Question]:
    """The questions in a text, in the form that instructors type."""
    return [line.exercise for line in read_lines(text) if line.exercise]


@dataclass(frozen=True)
class Manner:
    """How a student works: the habit behind the mistakes, the chance of a right answer, the share
    of the questions after which they stop, and the chance to get stuck at a question."""

    habit: str
    strength: float
    stops_at: float = 1
    sticks: float = 0.025


def drawn(chance: Random) -> Manner:
    """A random manner: some students never start, and some stop halfway."""
    strength = chance.betavariate(2, 2)
    habit = chance.choice(HABITS)
    return Manner(habit, strength, chance.choice([0, 0.4, 0.8, 1, 1, 1, 1]))


def do_work(assignment: Assignment, member: Membership, manner: Manner, chance: Random) -> None:
    """Do one student's work."""
    strength, habit = manner.strength, manner.habit
    items = list(assignment.items.select_related("lesson"))
    begun = timezone.now() - timedelta(days=chance.uniform(0.5, 5))
    for item in items[: round(manner.stops_at * len(items))]:
        begun += timedelta(minutes=chance.uniform(1, 12))
        if item.lesson:
            _read(item.lesson, member, chance, strength)
            continue
        is_stuck = chance.random() < manner.sticks
        tries = 1 if assignment.is_test else 5 if is_stuck else chance.choice([1, 2, 2, 3])
        for attempt in range(tries):
            right = not is_stuck and chance.random() < strength + 0.2 * attempt
            _answer(work_of(assignment, member), item, chance, habit if not right else "")
            last = ItemAttempt.objects.filter(membership=member, item=item).last()
            if last is None:
                break
            _backdate(last, begun + timedelta(minutes=attempt))
            if last.solved:
                break
    settle(assignment, [member.pk])
    if assignment.is_test:
        homework.hand_in(work_of(assignment, member))


def _backdate(attempt: ItemAttempt, at: datetime) -> None:
    ItemAttempt.objects.filter(pk=attempt.pk).update(created_at=at, answered_at=at)


def _answer(work: Work, item: Item, chance: Random, habit: str) -> None:
    """Answer once: correctly, or with *habit* as this habit would answer."""
    token = uuid.UUID(int=chance.getrandbits(128), version=4)
    if item.is_game:
        _play(homework.start_game(work, item, token), chance, habit)
        return
    homework.answer(work, item, token, _answer_text(ShownQuestion(item), chance, habit))


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


def _play(match: Match, chance: Random, habit: str) -> None:
    """Play a game to its end."""
    while match.state != Match.State.FINISHED:
        table = Table(match)
        move = table.board.place(str(_move(table.question(), chance, habit)), table.player("owner"))
        play.make_move(match, version=match.version, text=move.text)
        match = Match.objects.get(pk=match.pk)


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
            right = chance.random() < strength
            token = uuid.UUID(int=chance.getrandbits(128), version=4)
            given = GradedAnswer.to(
                step,
                _answer_text(ShownQuestion(step), chance, "" if right else "random"),
                learnt_by(lesson),
            )
            if lessons.answer(member.user, step, token, given).solved:
                break
