"""What somebody has done with puzzles, read for a page: marks, strips, next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db.models import Q

from games.exercises.attempts import LATEST, LatestTries
from games.exercises.goals import PUZZLE_GOALS, asking_of
from games.people.models import Owner, owned_by
from games.puzzles.models import SKILLS, Daily, Puzzle, PuzzleQuerySet, PuzzleSet, PuzzleSetItem
from games.puzzles.tries import PuzzleAttempt

RECENT = 500
"""How many tries are looked through for them, at all skills together."""

EASY = ("nim", "rows", "kayles")
"""The games of the easy puzzles of a day."""
LEVELS = ("easy", "hard")
"""The puzzles of a day, in their order."""
ORDINALS = ("first", "second", "third", "fourth", "fifth")

THEMES = {
    "only-move": "Only one move wins",
    "normal-trap": "The last-one-wins habit loses",
    "conventions-differ": "Last one wins or loses: it matters",
    "splitting-move": "Only a split wins",
    "lost": "Every move loses",
    "one-row": "One row",
    "two-rows": "Two rows",
    "many-rows": "Three rows or more",
    "short": "Over in three moves",
    "long": "Nine moves or more",
    "case-1": "Case 1 of R1",
    "case-2": "Case 2 of R1",
    "case-3": "Case 3 of R1",
    "case-4": "Case 4 of R1",
}


@dataclass(frozen=True)
class Strip(LatestTries):
    """The last tries at one skill of puzzles."""

    well = "solved"

    skill: str
    name: str


@dataclass(frozen=True)
class ListedPuzzle:
    """A puzzle in a list. *solved* is None where it was not answered yet."""

    puzzle: Puzzle
    solved: bool | None


@dataclass(frozen=True)
class DayPuzzle(ListedPuzzle):
    """One of the puzzles of a day: its *level* among them, and how many *tries* it took, up to
    the one that solved it."""

    level: str
    tries: int


@dataclass(frozen=True)
class Cover:
    """A puzzle as the picture on a cover."""

    puzzle: UUID
    ruleset: str
    position: str


@dataclass(frozen=True)
class SetProgress:
    """A set with how far somebody is, and the puzzles on its cover."""

    set: PuzzleSet
    size: int
    solved: int
    covers: tuple[Cover, ...]

    @property
    def percent(self) -> int:
        """How much of it is solved."""
        return 100 * self.solved // self.size if self.size else 0


def marks(owner: Owner | None) -> dict[UUID, bool]:
    """For each puzzle somebody has answered, whether it was ever solved."""
    tries = owned_by(owner, PuzzleAttempt.objects.exclude(solved=None))
    ever_solved: dict[UUID, bool] = {}
    for key, solved in tries.order_by().values_list("puzzle_id", "solved"):
        ever_solved[key] = ever_solved.get(key, False) or bool(solved)
    return ever_solved


def listed(owner: Owner | None, puzzles: Iterable[Puzzle]) -> list[ListedPuzzle]:
    """Puzzles with their marks."""
    solved = marks(owner)
    return [ListedPuzzle(puzzle, solved.get(puzzle.pk)) for puzzle in puzzles]


def strips(owner: Owner | None) -> list[Strip]:
    """The last tries for each skill that was tried at all."""
    tries = owned_by(owner, PuzzleAttempt.objects.exclude(solved=None)).order_by("-answered_at")
    by_skill: dict[str, list[bool]] = {}
    for skill, solved in tries.values_list("puzzle__skill", "solved")[:RECENT]:
        last = by_skill.setdefault(skill, [])
        if len(last) < LATEST:
            last.append(bool(solved))
    return [
        Strip(tuple(reversed(by_skill[skill])), skill, name)
        for skill, name in SKILLS.items()
        if skill in by_skill
    ]


def sets(owner: Owner | None) -> list[SetProgress]:
    """Every set with its size, what is solved of it, and its cover: where it starts, its middle
    and where it ends. What somebody solved before the set was chosen anew counts on."""
    solved = marks(owner)
    members: dict[int, list[Cover]] = {}
    wanted = ("set_id", "puzzle_id", "puzzle__ruleset", "puzzle__position")
    for key, *puzzle in PuzzleSetItem.objects.order_by("order", "pk").values_list(*wanted):
        members.setdefault(key, []).append(Cover(*puzzle))
    before = _former(solved)
    return [
        SetProgress(
            puzzle_set,
            len(puzzles) + before[puzzle_set.pk],
            sum(solved.get(puzzle.puzzle, False) for puzzle in puzzles) + before[puzzle_set.pk],
            tuple(puzzles[place] for place in sorted({0, len(puzzles) // 2, len(puzzles) - 1}))
            if puzzles
            else (),
        )
        for puzzle_set in PuzzleSet.objects.all()
        for puzzles in [members.get(puzzle_set.pk, [])]
    ]


def _former(solved: Mapping[UUID, bool]) -> Counter[int]:
    """How many former puzzles of each set are *solved*."""
    if not solved:
        return Counter()
    pairs = PuzzleSet.former.through.objects.values_list("puzzleset_id", "puzzle_id")
    return Counter(key for key, puzzle in pairs if solved.get(puzzle))


def theme_counts() -> tuple[list[tuple[str, str, int]], list[tuple[str, str, int]]]:
    """Games and themes as (slug, name, number of puzzles), those without a puzzle left out."""
    counts: dict[str, int] = {}
    for skill, tags in Puzzle.objects.published().order_by().values_list("skill", "themes"):
        for slug in (skill, *tags.split()):
            counts[slug] = counts.get(slug, 0) + 1
    games, themes = (
        [(slug, name, counts[slug]) for slug, name in names.items() if slug in counts]
        for names in (SKILLS, THEMES)
    )
    return games, themes


def daily_puzzle(day: date) -> Puzzle | None:
    """The hard puzzle of a day. Past the last one they start again, each on its weekday."""
    days = Daily.objects.select_related("puzzle")
    known = days.filter(day=day).first()
    if known is None:
        alike = days.filter(day__iso_week_day=day.isoweekday()).order_by("day")
        number = alike.count()
        known = alike[day.toordinal() // 7 % number] if number else None
    return known.puzzle if known else None


def easy_puzzles() -> list[UUID]:
    """The keys of the easier half of the moves in Nim, rows and Kayles, the easiest first; none
    that half of the moves answer."""
    moves = Puzzle.objects.published().filter(skill__in=EASY, goal="move")
    facts = moves.order_by("difficulty", "pk").values_list("pk", "facts")
    few = [key for key, numbers in facts if 2 * numbers["winning"] < numbers["legal"]]
    return few[: (len(few) + 1) // 2]


def hard_puzzles() -> PuzzleQuerySet:
    """The shipped puzzles that are answered quickly and seldom guessed, but for the easy ones; the
    easiest first."""
    quick = [goal for goal in PUZZLE_GOALS if asking_of(goal).is_quick]
    hard = Puzzle.objects.published().filter(shipped=True, goal__in=quick)
    # Who wins is guessed every other time where there are two answers.
    impartial = Q(goal="predict") & ~Q(skill="partizan")
    return hard.exclude(impartial).exclude(pk__in=easy_puzzles()).order_by("difficulty", "pk")


def easy_puzzle(day: date) -> Puzzle | None:
    """The easy puzzle of a day: easiest on Monday, then harder day by day, and another one every
    week."""
    easier = easy_puzzles()
    if not easier:
        return None
    begins, ends = (len(easier) * (day.weekday() + more) // 7 for more in (0, 1))
    place = begins + day.toordinal() // 7 % max(ends - begins, 1)
    return Puzzle.objects.get(pk=easier[place])


def puzzles_of(day: date) -> list[Puzzle]:
    """The puzzles of a day: an easy one, then a hard one; each where there is one."""
    found = (easy_puzzle(day), daily_puzzle(day))
    return list(dict.fromkeys(one for one in found if one is not None))


def day_puzzles(owner: Owner | None, day: date) -> list[DayPuzzle]:
    """The puzzles of a day as they went for somebody."""
    puzzles = puzzles_of(day)
    tries = owned_by(owner, PuzzleAttempt.objects.exclude(solved=None).filter(puzzle__in=puzzles))
    given: dict[UUID, list[bool]] = {}
    for key, solved in tries.order_by("answered_at").values_list("puzzle_id", "solved"):
        given.setdefault(key, []).append(bool(solved))
    levels = LEVELS if len(puzzles) > 1 else ("today",)
    return [
        _day_puzzle(puzzle, level, given.get(puzzle.pk, []))
        for puzzle, level in zip(puzzles, levels, strict=False)
    ]


def _day_puzzle(puzzle: Puzzle, level: str, tries: list[bool]) -> DayPuzzle:
    number = tries.index(True) + 1 if True in tries else len(tries)
    return DayPuzzle(puzzle, True in tries if tries else None, level, number)


def line_to_share(day: date, puzzles: Sequence[DayPuzzle]) -> str:
    """How the puzzles of a day went, in a line that gives nothing away; empty before a try."""
    told = [f"{one.level} {_result(one)}" for one in puzzles if one.tries]
    return f"Marienbad, {day.day} {day:%B}: {', '.join(told)}" if told else ""


def _result(one: DayPuzzle) -> str:
    if not one.solved:
        return "not yet"
    if one.tries > len(ORDINALS):
        return f"✓ in {one.tries} tries"
    return f"✓ at the {ORDINALS[one.tries - 1]} try"


def past_days(today: date, number: int = 28) -> list[Daily]:
    """The days before today with their puzzles, the last one first."""
    return list(Daily.objects.filter(day__lt=today).select_related("puzzle")[:number])


def next_puzzle(owner: Owner | None, puzzle: Puzzle, theme: str = "") -> Puzzle | None:
    """What to go on with: the next unsolved one of the theme, or of the set and those after it."""
    solved = {key for key, was_solved in marks(owner).items() if was_solved}
    if theme:
        keys = list(of_theme(theme).values_list("pk", flat=True))
    else:
        items = PuzzleSetItem.objects.filter(puzzle__state=Puzzle.State.PUBLISHED)
        keys = list(items.order_by("set__order", "order").values_list("puzzle_id", flat=True))
    start = keys.index(puzzle.pk) + 1 if puzzle.pk in keys else 0
    for key in keys[start:] + keys[:start]:
        if key not in solved and key != puzzle.pk:
            return Puzzle.objects.get(pk=key)
    return None


def of_theme(slug: str) -> PuzzleQuerySet:
    """The published puzzles of a game or theme, the easiest first."""
    published = Puzzle.objects.published()
    return published.filter(skill=slug) if slug in SKILLS else published.with_theme(slug)
