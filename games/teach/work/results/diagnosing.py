"""What to do about a habit: positions that separate it from similar habits, for the students who
show it."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from games.people.models import User
from games.questions.attempts import Attempt
from games.questions.question import Question
from games.questions.shown_question import ShownQuestion
from games.questions.signs import asked_of, positions_in, positions_that_tell
from games.teach.classes.models import Classroom, Membership
from games.teach.work.models import Assignment, Item
from games.teach.work.results.mistakes import KNOWN, SeenHabit, first_answers, shown
from games.teach.work.standings.reports import AssignmentReport, Roll
from games.teach.work.writing import storing_work
from games.web.requests import made_once
from solver import (
    Position,
    Separation,
    separation,
)
from solver.teaching import HABITS, Misconception


@dataclass(frozen=True)
class Proposal:
    """A proposed position: its question, the moves that the habit would make, in words, and the
    names of other habits that may make them too."""

    asked: Question
    moves: tuple[str, ...]
    alike: tuple[str, ...] = ()


def proposals(seen: SeenHabit, classroom: Classroom) -> list[Proposal]:
    """At most five positions that separate a habit from similar ones, in the game in which it
    showed most, new to the students and their class. The proposals stay the same until they are
    set."""
    game = game_of(seen)
    if game is None:
        return []
    ruleset, convention, to_move = game
    users = [shown.membership.user_id for shown in seen.students]
    had = positions_had(ruleset, convention, classroom, users)
    return [
        proposal(found)
        for found in positions_that_tell(seen.misconception, ruleset, convention, to_move, had)
    ]


def game_of(seen: SeenHabit) -> tuple[str, str, str] | None:
    """The ruleset, convention and player to move with which a habit showed most. None for a habit
    that no move shows."""
    if seen.misconception not in HABITS:
        return None
    games: Counter[tuple[str, str, str]] = Counter()
    for place in seen.places:
        item = place.item
        games[item.ruleset, item.convention, item.to_move] += place.times
    return min(games, key=lambda game: (-games[game], game))


def positions_had(
    ruleset: str, convention: str, classroom: Classroom, users: Iterable[int]
) -> frozenset[Position]:
    """The positions of a game that the class was set, or that these people tried elsewhere."""
    game = {"ruleset": ruleset, "convention": convention}
    people = list(users)
    texts = set(
        Item.objects.filter(assignment__classroom=classroom, **game).values_list(
            "position", flat=True
        )
    )
    tried = Attempt.objects.filter(user__in=people, **game)
    texts.update(tried.values_list("position", flat=True))
    return positions_in(ruleset, texts)


def proposal(found: Separation) -> Proposal:
    """A separating position as a proposal."""
    asked = asked_of(found)
    task = ShownQuestion(asked)
    return Proposal(
        asked,
        tuple(task.move_words(move.canonical) for move in found.moves),
        tuple(other.name for other in found.alike),
    )


def is_telling(habit: Misconception, asked: Question) -> bool:
    """Whether a position from the form separates the habit."""
    return separation(habit, ShownQuestion(asked).question) is not None


def set_positions(
    classroom: Classroom,
    user: User,
    key: uuid.UUID,
    habit: Misconception,
    *,
    title: str,
    asked: Sequence[Question],
    students: Iterable[Membership],
    due_at: datetime | None,
    is_published: bool,
) -> Assignment:
    """An assignment of these positions for these students only, without hints, so that first
    answers are telling. At most one for each *key* of a form."""

    def make() -> Assignment:
        made = Assignment.objects.create(
            pk=key,
            classroom=classroom,
            created_by=user,
            title=title,
            habit=habit.key,
            hints=False,
            due_at=due_at,
        )
        made.students.set(students)
        storing_work.add_exercises(made, asked)
        if is_published:
            storing_work.publish(made)
            made.refresh_from_db()
        return made

    return made_once(Assignment.objects.filter(classroom=classroom), key, make)


@dataclass(frozen=True)
class Progress:
    """Whether a student has lost a habit: the number of *items*, how many are *answered*, and how
    many first answers *follow* the habit."""

    membership: Membership
    items: int
    answered: int
    follow: int

    @property
    def is_gone(self) -> bool:
        return self.answered == self.items and not self.follow

    @property
    def words(self) -> str:
        if self.answered < self.items:
            return (
                f"answered {self.answered} of {self.items}, and played the habit’s move "
                f"{'once' if self.follow == 1 else f'{self.follow} times'}"
            )
        if self.is_gone:
            return f"gone: 0 of {self.items} first answers follow it"
        verb = "follows" if self.follow == 1 else "follow"
        return f"still there: {self.follow} of {self.items} first answers {verb} it"


@dataclass(frozen=True)
class Diagnosis:
    """The results of an assignment that was set because of a habit."""

    misconception: Misconception
    students: tuple[Progress, ...]

    @property
    def gone(self) -> int:
        return sum(student.is_gone for student in self.students)


def gone_or_not(told: AssignmentReport | Roll) -> Diagnosis | None:
    """Whether the students lost the habit that the assignment was set for; None for other
    assignments."""
    habit = KNOWN.get(told.assignment.habit)
    if habit is None:
        return None
    items = {item.pk: item for item in told.items if not item.is_lesson}
    answered: Counter[uuid.UUID] = Counter()
    follow: Counter[uuid.UUID] = Counter()
    firsts = first_answers(told.assignment, items.values())
    columns = ("membership_id", "item_id", "position", "answer", "misconception", "solved")
    for student, key, position, answer, stored, solved in firsts.values_list(*columns):
        answered[student] += 1
        item = items[key].at(position)
        found = None if solved else shown(item, answer, stored)
        follow[student] += found is not None and found.key == habit.key
    return Diagnosis(
        habit,
        tuple(
            Progress(student, len(items), answered[student.pk], follow[student.pk])
            for student in told.students
        ),
    )
