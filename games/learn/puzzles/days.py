"""The puzzles of a day: today's, those of past days, and what a person did with them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db.models import Q

from games.learn.puzzles.models import Daily, Puzzle, PuzzleQuerySet
from games.learn.puzzles.puzzle_kinds import PuzzleTry, puzzle_tries
from games.learn.puzzles.set_progress import ListedPuzzle
from games.people.models import Owner
from games.questions.goals import PUZZLE_GOALS, goal_of

EASY = ("nim", "rows", "kayles")
"""The games of the easy daily puzzles."""
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
    days = Daily.objects.select_related("puzzle")
    known = days.filter(day=day).first()
    if known is None:
        alike = days.filter(day__iso_week_day=day.isoweekday()).order_by("day")
        number = alike.count()
        known = alike[day.toordinal() // 7 % number] if number else None
    return known.puzzle if known else None


def easy_puzzles() -> list[UUID]:
    """The keys of the easier half of the puzzles for a winning move in Nim, rows and Kayles,
    easiest first, without those that half of the moves answer."""
    moves = Puzzle.objects.published().filter(skill__in=EASY, goal="move")
    facts = moves.order_by("difficulty", "pk").values_list("pk", "facts")
    few = [key for key, numbers in facts if 2 * numbers["winning"] < numbers["legal"]]
    return few[: (len(few) + 1) // 2]


def hard_puzzles() -> PuzzleQuerySet:
    """The shipped puzzles with a quick answer that is hard to guess, without the easy ones; easiest
    first."""
    quick = [goal for goal in PUZZLE_GOALS if goal_of(goal).is_quick]
    hard = Puzzle.objects.published().filter(shipped=True, goal__in=quick)
    # With two outcomes, a guess at who wins is right half of the time.
    impartial = Q(goal="predict") & ~Q(skill="partizan")
    return hard.exclude(impartial).exclude(pk__in=easy_puzzles()).order_by("difficulty", "pk")


def easy_puzzle(day: date) -> Puzzle | None:
    """The easy puzzle of a day: easiest on Monday, harder from day to day, and different every
    week."""
    easier = easy_puzzles()
    if not easier:
        return None
    begins, ends = (len(easier) * (day.weekday() + more) // 7 for more in (0, 1))
    place = begins + day.toordinal() // 7 % max(ends - begins, 1)
    return Puzzle.objects.get(pk=easier[place])


def puzzles_of(day: date) -> list[Puzzle]:
    """The puzzles of a day: an easy one and a hard one, if they exist."""
    found = (easy_puzzle(day), daily_puzzle(day))
    return list(dict.fromkeys(one for one in found if one is not None))


def day_puzzles(
    owner: Owner | None, day: date, at_puzzles: Iterable[PuzzleTry] | None = None
) -> list[DayPuzzle]:
    """The puzzles of a day with this person's results. *at_puzzles* may pass the tries, if the
    caller has read them."""
    puzzles = puzzles_of(day)
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
    return list(Daily.objects.filter(day__lt=today).select_related("puzzle")[:number])
