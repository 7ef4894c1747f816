"""The puzzles of a day: today's, those of past days, and what a person did with them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils import timezone

from games.learn.puzzles.models import Daily, Puzzle, PuzzleQuerySet
from games.learn.puzzles.puzzle_kinds import PuzzleTry, puzzle_tries
from games.learn.puzzles.set_progress import STARTERS, ListedPuzzle, Met, met_by, rows_of
from games.people.models import Owner
from games.questions.goals import PUZZLE_GOALS, goal_of
from games.web.written_once import written_once

EASY = ("nim", "rows", "kayles")
"""The games of the easy daily puzzles."""
FIRST_ROWS, FIRST_DIFFICULTY = 2, 2
"""What anybody is given in the games that newcomers start with: at most two rows, where one copy
or one number to leave decides, and no puzzle that needs more than one such idea (3 and above)."""
LEVELS = ("easy", "hard")
"""The levels of the puzzles of a day, in order."""
ORDINALS = ("first", "second", "third", "fourth", "fifth")


@dataclass(frozen=True)
class DayPuzzle(ListedPuzzle):
    """One of the puzzles of a day: its *level*, and the number of *tries*, up to the first right
    one."""

    level: str
    tries: int


def daily_puzzle(day: date) -> Puzzle | None:
    """The hard puzzle of a day. After the last planned day they start again, each on its
    weekday."""
    known = next(iter(_planned_for(day)), None)
    if known is None:
        days = Daily.published().select_related("puzzle")
        alike = days.filter(day__iso_week_day=day.isoweekday()).order_by("day")
        number = alike.count()
        known = alike[day.toordinal() // 7 % number] if number else None
    return known.puzzle if known else None


@written_once
def _planned_for(day: date) -> QuerySet[Daily]:
    return Daily.published().select_related("puzzle").filter(day=day)


class Easier(NamedTuple):
    """A puzzle among which the easy ones are chosen, by its *key*."""

    key: UUID
    skill: str
    rows: int
    difficulty: int

    def is_easy_for(self, met: Met) -> bool:
        """Whether a person who has *met* this has seen such a board."""
        first = self.skill in STARTERS and self.difficulty <= FIRST_DIFFICULTY
        return self.rows <= max(met.rows.get(self.skill, 0), FIRST_ROWS if first else 0)


def easy_puzzles() -> list[Easier]:
    """The easier half of the puzzles for a winning move in Nim, rows and Kayles, easiest first,
    without those that half of the moves answer."""
    few = [
        Easier(key, skill, rows_of(position), difficulty)
        for key, skill, position, difficulty, facts in _moves_to_find()
        if 2 * facts["winning"] < facts["legal"]
    ]
    return few[: (len(few) + 1) // 2]


@written_once
def _moves_to_find() -> QuerySet[Any, Any]:
    moves = Puzzle.objects.published().filter(skill__in=EASY, goal="move")
    columns = ("pk", "skill", "position", "difficulty", "facts")
    return moves.order_by("difficulty", "pk").values_list(*columns)


def hard_puzzles() -> PuzzleQuerySet:
    """The shipped puzzles with a quick answer that is hard to guess, without the easy ones; easiest
    first."""
    quick = [goal for goal in PUZZLE_GOALS if goal_of(goal).is_quick]
    hard = Puzzle.objects.published().filter(shipped=True, goal__in=quick)
    # With two outcomes, a guess at who wins is right half of the time.
    impartial = Q(goal="predict") & ~Q(skill="partizan")
    return (
        hard.exclude(impartial)
        .exclude(pk__in=[one.key for one in easy_puzzles()])
        .order_by("difficulty", "pk")
    )


def easy_puzzle(owner: Owner | None, day: date) -> Puzzle | None:
    """The easy puzzle of a day for a person: about boards such as they had met before that day;
    easiest on Monday, harder from day to day, and another one the next week."""
    every = easy_puzzles()
    met = met_by(owner, timezone.make_aware(datetime.combine(day, time.min)))
    easier = [one for one in every if one.is_easy_for(met)] or every
    if not easier:
        return None
    begins, ends = (len(easier) * (day.weekday() + more) // 7 for more in (0, 1))
    place = begins + day.toordinal() // 7 % max(ends - begins, 1)
    [puzzle] = _puzzles(easier[place].key)
    return puzzle


@written_once
def _puzzles(key: UUID) -> QuerySet[Puzzle]:
    return Puzzle.objects.filter(pk=key)


def puzzles_of(owner: Owner | None, day: date) -> list[Puzzle]:
    """The puzzles of a day: an easy one for this person and a hard one for everybody, if they
    exist."""
    found = (easy_puzzle(owner, day), daily_puzzle(day))
    return list(dict.fromkeys(one for one in found if one is not None))


def day_puzzles(
    owner: Owner | None, day: date, at_puzzles: Iterable[PuzzleTry] | None = None
) -> list[DayPuzzle]:
    """The puzzles of a day with this person's results. *at_puzzles* may pass the tries, if the
    caller has read them."""
    puzzles = puzzles_of(owner, day)
    if at_puzzles is None:
        at_puzzles = puzzle_tries(owner, puzzles)
    given: dict[UUID, list[bool]] = {}
    for one in at_puzzles:
        given.setdefault(one.puzzle, []).append(one.solved)
    levels = LEVELS if len(puzzles) > 1 else ("today",)
    return [
        _day_puzzle(puzzle, level, given.get(puzzle.pk, []))
        for puzzle, level in zip(puzzles, levels, strict=False)
    ]


def _day_puzzle(puzzle: Puzzle, level: str, tries: list[bool]) -> DayPuzzle:
    number = tries.index(True) + 1 if True in tries else len(tries)
    return DayPuzzle(puzzle, True in tries if tries else None, level, number)


def line_to_share(day: date, puzzles: Sequence[DayPuzzle]) -> str:
    """The results of a day's puzzles in a line that reveals no answer; empty before a try."""
    told = [f"{one.level} {_result(one)}" for one in puzzles if one.tries]
    return f"Marienbad, {day.day} {day:%B}: {', '.join(told)}" if told else ""


def _result(one: DayPuzzle) -> str:
    if not one.solved:
        return "not yet"
    if one.tries > len(ORDINALS):
        return f"✓ in {one.tries} tries"
    return f"✓ at the {ORDINALS[one.tries - 1]} try"


def past_days(today: date, number: int = 28) -> list[Daily]:
    """The days before today with their puzzles, latest first."""
    return list(Daily.published().filter(day__lt=today).select_related("puzzle")[:number])
