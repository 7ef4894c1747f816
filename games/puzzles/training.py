"""The trainer: positions made for one person, without end, as hard as they can just about solve.

Nothing is chosen by chance alone: the same person with the same tries behind them is given the same
position, so that a page that is loaded again asks the same.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import NamedTuple
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from games.boards.limits import thinking
from games.exercises.goals import asking_of
from games.people.models import Owner, owned_by, owner_fields
from games.puzzles.met import STARTERS, Met, met_by
from games.puzzles.models import SKILLS, Puzzle
from games.puzzles.tries import PuzzleAttempt, Rating, Round
from solver import (
    Budget,
    Outcome,
    SolverError,
    TooFewError,
    answer,
    ask,
    format_position,
    get_ruleset,
)

MIXED = "mixed"
CANDIDATES = 16
"""How many positions are looked at for one that is hard enough and not too hard."""
POSITIONS = 3_000
"""The budget of all of them together."""
NEAR = 100.0
"""A position this near to what is aimed at will do."""
EASIER = 200.0
"""How much easier the next one is after two misses in a row, in rating."""
START = 1200.0
"""How hard the first one is for somebody who was never rated."""
ROUND = timedelta(minutes=3)


class TrainingFrame(NamedTuple):
    """Positions of one game: how many rows, how large, and what may be asked of them."""

    ruleset: str
    rows: tuple[int, int]
    sizes: tuple[int, int]
    goals: tuple[str, ...] = ("move", "move", "move", "all-moves", "predict")
    conventions: tuple[str, ...] = ("misere", "misere", "normal")

    def asking_only(self, goals: Container[str]) -> TrainingFrame:
        """The same frame with none but these questions, maybe with none at all."""
        return self._replace(goals=tuple(goal for goal in self.goals if goal in goals))

    def sizes_for(self, rating: float, chance: Random) -> list[int]:
        """Rows by lot, fewer and smaller ones for a lower rating."""
        fewest, most = self.rows
        number = chance.randint(fewest, fewest + round(_share(rating) * (most - fewest)))
        return chance.choices(self.range_for(rating), k=number)

    def range_for(self, rating: float) -> range:
        """The sizes that a row may have."""
        least, greatest = self.sizes
        return range(least, least + round((0.4 + 0.6 * _share(rating)) * (greatest - least)) + 1)


def _share(rating: float) -> float:
    """How much of what is hard in a frame somebody is given."""
    return min(1.0, max(0.0, (rating - 1000) / 800))


@dataclass(frozen=True)
class SkillTraining:
    """What the trainer asks of a skill: the *frames*, of which a beginner gets the first; the
    position on its card is *pictured*."""

    pictured: str
    frames: tuple[TrainingFrame, ...]


TRAINED: dict[str, SkillTraining] = {
    "nim": SkillTraining(
        "2+4+5", (TrainingFrame("nim", (2, 3), (1, 7)), TrainingFrame("nim", (3, 5), (1, 12)))
    ),
    "rows": SkillTraining(
        "5+7",
        (
            TrainingFrame("subtraction:3", (1, 2), (4, 15), ("move", "predict")),
            TrainingFrame("subtraction:4", (2, 4), (1, 14)),
            TrainingFrame("subtraction:5", (2, 3), (1, 15)),
        ),
    ),
    "takes": SkillTraining(
        "4+6",
        (
            TrainingFrame("subtraction:{1,3,4}", (1, 3), (3, 12)),
            TrainingFrame("subtraction:{2,3}", (2, 3), (2, 11)),
        ),
    ),
    "kayles": SkillTraining(
        "3+5",
        (
            TrainingFrame("kayles", (1, 3), (2, 8)),
            TrainingFrame("kayles", (2, 4), (1, 12)),
            TrainingFrame("kayles", (2, 4), (1, 4), ("classify", "case"), ("misere",)),
        ),
    ),
    "octal": SkillTraining(
        "5+6",
        (
            TrainingFrame("octal:0.07", (1, 3), (3, 10)),
            TrainingFrame("octal:0.137", (1, 3), (3, 9)),
            TrainingFrame("octal:0.35", (2, 4), (1, 4)),
        ),
    ),
    "partizan": SkillTraining(
        "3+5",
        (
            TrainingFrame("partizan-kayles", (1, 3), (2, 8), ("all-moves", "predict"), ("misere",)),
            TrainingFrame(
                "partizan-kayles", (2, 4), (1, 9), ("reduce", "all-moves", "predict"), ("misere",)
            ),
        ),
    ),
}
"""By the key of the skill. Mixed training keeps this order."""

TRAININGS = {key: SKILLS[key] for key in TRAINED} | {MIXED: "All games, mixed"}
"""What can be trained, by the words of an address."""


@dataclass(frozen=True)
class Aim:
    """What somebody is given next: the skill, how hard in rating, and out of which frames."""

    skill: str
    rating: float
    frames: tuple[TrainingFrame, ...]


def trained(owner: Owner | None, training: str) -> QuerySet[PuzzleAttempt]:
    """Somebody's answered tries at positions of the trainer, the last one first."""
    tries = PuzzleAttempt.objects.filter(puzzle__state=Puzzle.State.TRAINING).exclude(solved=None)
    if training != MIXED:
        tries = tries.filter(puzzle__skill=training)
    return owned_by(owner, tries).order_by("-answered_at", "-pk")


def aim(owner: Owner | None, training: str, chance: Random) -> Aim:
    """Their rating at the skill, and less after two misses in a row."""
    mixed = training == MIXED
    frames = mixed_frames(met_by(owner)) if mixed else {training: TRAINED[training].frames}
    skill = chance.choice(list(frames))
    own = owned_by(owner, Rating.objects.filter(skill=skill)).first()
    last = list(trained(owner, training).values_list("solved", flat=True)[:2])
    easier = EASIER if last == [False, False] else 0.0
    return Aim(skill, (own.rating if own else START) - easier, frames[skill])


def mixed_frames(met: Met) -> dict[str, tuple[TrainingFrame, ...]]:
    """What all games mixed ask of somebody, by skill: the games they have *met* and the two that
    everybody begins with, each with questions they know."""
    mixed: dict[str, tuple[TrainingFrame, ...]] = {}
    for skill, training in TRAINED.items():
        if skill in met.skills | STARTERS:
            frames = training.frames if skill in met.skills else training.frames[:1]
            known = (frame.asking_only(met.goals) for frame in frames)
            mixed[skill] = tuple(frame for frame in known if frame.goals)
    return mixed


def next_puzzle(owner: Owner | None, training: str) -> Puzzle:
    """A position near their rating which they have not tried, stored so that others may meet it."""
    number = trained(owner, training).count()
    chance = Random(f"{owner.pk if owner else ''}:{training}:{number}")
    aimed = aim(owner, training, chance)
    answered = PuzzleAttempt.objects.exclude(solved=None)
    tried = set(owned_by(owner, answered).values_list("puzzle_id", flat=True))
    nearest: Puzzle | None = None
    for puzzle in candidates(aimed, chance, tried):
        if nearest is None or _off(puzzle, aimed) < _off(nearest, aimed):
            nearest = puzzle
        if _off(nearest, aimed) <= NEAR:
            break
    if nearest is None:
        published = Puzzle.objects.published().filter(skill=aimed.skill).order_by("pk")
        return published[number % published.count()]
    stored, _ = Puzzle.objects.get_or_create(pk=nearest.pk, defaults=nearest.columns)
    return stored


def _off(puzzle: Puzzle, aimed: Aim) -> float:
    return abs(puzzle.rating - aimed.rating)


def candidates(
    aimed: Aim, chance: Random, tried: Container[UUID | None] = frozenset()
) -> Iterator[Puzzle]:
    """Positions by lot that make a question worth asking, none of those *tried*."""
    budget = thinking(POSITIONS)
    turn = chance.randrange(6)
    for number in range(CANDIDATES):
        frame = chance.choice(aimed.frames)
        goal = chance.choice(frame.goals)
        sizes = frame.sizes_for(aimed.rating, chance)
        both = aimed.skill != "partizan" or asking_of(goal).asks_both
        puzzle = Puzzle(
            ruleset=frame.ruleset,
            position=format_position(sizes),
            convention=chance.choice(frame.conventions),
            to_move="" if both else chance.choice(("left", "right")),
            goal=goal,
            state=Puzzle.State.TRAINING,
        )
        try:
            if asking_of(goal).asks_both:
                others, last = sizes[:-1], frame.range_for(aimed.rating)
                by_lot = chance.sample(last, len(last))
                positions = (format_position(sorted((*others, size))) for size in by_lot)
                by_outcome = _by_outcome(puzzle, positions, tried, budget)
                puzzle.position = by_outcome[(turn + number) % len(by_outcome)]
            puzzle.compute(budget=budget)
        except SolverError:
            continue
        if puzzle.pk not in tried and not puzzle.is_guessed:
            yield puzzle


def _by_outcome(
    puzzle: Puzzle, positions: Iterable[str], tried: Container[UUID | None], budget: Budget
) -> list[str]:
    """For each outcome the first of *positions* that was not *tried* with the question of *puzzle*,
    so that all outcomes are as likely, also for somebody who tried many.

    Raises :class:`TooFewError` where there is only one outcome left.
    """
    found = dict[Outcome, str]()
    outcomes = 3 if get_ruleset(puzzle.ruleset).partizan else 2
    for position in positions:
        puzzle.position = position
        if puzzle.identity not in tried:
            asked = ask(puzzle.ruleset, position, puzzle.convention, budget=budget)
            found.setdefault(answer(asked).outcome, position)
        if len(found) == outcomes:
            break
    if len(found) < 2:
        raise TooFewError(outcomes, len(found))
    return [found[outcome] for outcome in sorted(found)]


# --- rounds ---------------------------------------------------------------------------------


def start_round(owner: Owner, training: str) -> Round:
    """Begin a round; one that runs goes on."""
    running = Round.objects.filter(started_at__gt=timezone.now() - ROUND, training=training)
    return owned_by(owner, running).first() or Round.objects.create(
        training=training, **owner_fields(owner)
    )


def ends(begun: Round) -> datetime:
    """When its three minutes are over."""
    return begun.started_at + ROUND


def is_over(begun: Round) -> bool:
    """Whether its three minutes are over, by the clock of the server."""
    return ends(begun) <= timezone.now()


def in_round(begun: Round) -> QuerySet[PuzzleAttempt]:
    """The tries of a round at positions of the trainer, in their order."""
    tries = trained(begun.owner, begun.training).select_related("puzzle")
    within = tries.filter(answered_at__gte=begun.started_at, answered_at__lt=ends(begun))
    return within.order_by("answered_at")


@dataclass(frozen=True)
class RoundResult:
    """A round that is over, and how many positions were *solved* in it."""

    round: Round
    solved: int

    @property
    def name(self) -> str:
        return TRAININGS[self.round.training]


def results(owner: Owner | None, rounds: Iterable[Round]) -> list[RoundResult]:
    """How somebody's *rounds* went, in one query."""
    tries = trained(owner, MIXED).filter(solved=True).reverse()
    times: dict[str, list[datetime]] = {key: [] for key in TRAININGS}
    for at, skill in tries.values_list("answered_at", "puzzle__skill"):
        for training in {MIXED, skill} & times.keys():
            if at is not None:
                times[training].append(at)
    return [RoundResult(begun, _within(times[begun.training], begun)) for begun in rounds]


def _within(times: list[datetime], begun: Round) -> int:
    """How many of *times*, the earliest first, are in a round."""
    return bisect_left(times, ends(begun)) - bisect_left(times, begun.started_at)


def finished_rounds(owner: Owner | None) -> list[RoundResult]:
    """Every round of somebody's that is over, the last one first: two queries."""
    over = Round.objects.filter(started_at__lte=timezone.now() - ROUND)
    rounds = list(owned_by(owner, over))
    return results(owner, rounds) if rounds else []


def best_of(rounds: Iterable[RoundResult], training: str) -> int | None:
    """The most that were solved in one of *rounds* of this training; None where there is none."""
    return max((one.solved for one in rounds if one.round.training == training), default=None)


def best_before(begun: Round) -> int | None:
    """The most that were solved in an earlier round of this training; None for the first one."""
    earlier = Round.objects.filter(training=begun.training, started_at__lt=begun.started_at)
    rounds = list(owned_by(begun.owner, earlier))
    return best_of(results(begun.owner, rounds), begun.training) if rounds else None


# --- where one stands -----------------------------------------------------------------------


@dataclass(frozen=True)
class TrainingStanding:
    """A training with the rating, how many positions were *tried*, and the *best* round."""

    key: str
    name: str
    rating: Rating | None
    tried: int
    best: int | None

    @property
    def picture(self) -> tuple[str, str] | None:
        """Rules and a position to show; none for all games mixed."""
        if self.key == MIXED:
            return None
        return TRAINED[self.key].frames[0].ruleset, TRAINED[self.key].pictured


def overview(owner: Owner | None, rounds: Sequence[RoundResult]) -> list[TrainingStanding]:
    """Every training, all games mixed first; *rounds* are those that are over."""
    ratings = {rating.skill: rating for rating in owned_by(owner, Rating.objects.all())}
    tried = Counter(trained(owner, MIXED).order_by().values_list("puzzle__skill", flat=True))
    tried[MIXED] = tried.total()
    return [
        TrainingStanding(key, TRAININGS[key], ratings.get(key), tried[key], best_of(rounds, key))
        for key in (MIXED, *TRAINED)
    ]
