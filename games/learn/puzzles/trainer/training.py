"""The trainer: an endless series of positions for one person, about as hard as they can solve.

Randomness is seeded: the same person with the same tries gets the same position, so reloading a
page shows the same question.
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

from games.boards.bounds import thinking
from games.learn.puzzles.models import SKILLS, Puzzle, PuzzleAttempt, Rating, Round
from games.learn.puzzles.set_progress import STARTERS, Met, met_by
from games.people.models import Owner, owned_by, owner_fields
from games.questions.goals import goal_of
from solver import (
    Budget,
    InvalidInputError,
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
"""The number of positions to try in search of one with the right difficulty."""
POSITIONS = 3_000
"""The budget for all of them together."""
NEAR = 100.0
"""A position whose rating is this close to the target is accepted."""
EASIER = 200.0
"""How much lower the target is after two wrong answers in a row."""
START = 1200.0
"""The target for a student without a rating."""
ROUND = timedelta(minutes=3)


class TrainingFrame(NamedTuple):
    """Positions of one game: the range of rows, the range of sizes, and the possible goals."""

    ruleset: str
    rows: tuple[int, int]
    sizes: tuple[int, int]
    goals: tuple[str, ...] = ("move", "move", "move", "all-moves", "predict")
    conventions: tuple[str, ...] = ("misere", "misere", "normal")

    def asking_only(self, goals: Container[str]) -> TrainingFrame:
        """The same frame with only these goals, possibly none."""
        return self._replace(goals=tuple(goal for goal in self.goals if goal in goals))

    def sizes_for(self, rating: float, chance: Random) -> list[int]:
        """Random rows: fewer and smaller ones for a lower rating."""
        fewest, most = self.rows
        number = chance.randint(fewest, fewest + round(_share(rating) * (most - fewest)))
        return chance.choices(self.range_for(rating), k=number)

    def range_for(self, rating: float) -> range:
        """The sizes that a row may have at this rating."""
        least, greatest = self.sizes
        return range(least, least + round((0.4 + 0.6 * _share(rating)) * (greatest - least)) + 1)


def _share(rating: float) -> float:
    """How much of a frame's range to use at this rating, from 0 to 1."""
    return min(1.0, max(0.0, (rating - 1000) / 800))


@dataclass(frozen=True)
class SkillTraining:
    """The *frames* of a skill; beginners get only the first. The card shows the position
    *pictured*."""

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
            TrainingFrame("kayles", (2, 6), (1, 9), ("predict",), ("misere",)),
            TrainingFrame("kayles", (2, 4), (1, 4), ("classify", "case"), ("misere",)),
        ),
    ),
    "octal": SkillTraining(
        "5+6",
        (
            TrainingFrame("octal:0.07", (1, 3), (3, 10)),
            TrainingFrame("octal:0.35", (2, 4), (1, 4)),
        ),
    ),
    "chess": SkillTraining("4+3", (TrainingFrame("octal:0.137", (1, 3), (3, 9)),)),
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
"""The trainings by skill. Mixed training keeps this order."""

TRAININGS = {key: SKILLS[key] for key in TRAINED} | {MIXED: "All games, mixed"}
"""The names of all trainings, by the key in the address."""


@dataclass(frozen=True)
class Aim:
    """The target for the next position: the skill, the rating, and the frames to choose from."""

    skill: str
    rating: float
    frames: tuple[TrainingFrame, ...]


def trained(owner: Owner | None, training: str) -> QuerySet[PuzzleAttempt]:
    """A person's answered tries at positions of the trainer, latest first."""
    tries = PuzzleAttempt.objects.filter(puzzle__state=Puzzle.State.TRAINING).exclude(solved=None)
    if training != MIXED:
        tries = tries.filter(puzzle__skill=training)
    return owned_by(owner, tries).order_by("-answered_at", "-pk")


def aim(owner: Owner | None, training: str, chance: Random) -> Aim:
    """The target: the person's rating in the skill, or less after two wrong answers in a row."""
    mixed = training == MIXED
    frames = mixed_frames(met_by(owner)) if mixed else {training: TRAINED[training].frames}
    skill = chance.choice(list(frames))
    own = owned_by(owner, Rating.objects.filter(skill=skill)).first()
    last = list(trained(owner, training).values_list("solved", flat=True)[:2])
    easier = EASIER if last == [False, False] else 0.0
    return Aim(skill, (own.rating if own else START) - easier, frames[skill])


def mixed_frames(met: Met) -> dict[str, tuple[TrainingFrame, ...]]:
    """The frames of mixed training by skill: the games that the person has *met* and the two for
    newcomers, each with goals that the person knows."""
    mixed: dict[str, tuple[TrainingFrame, ...]] = {}
    for skill, training in TRAINED.items():
        if skill in met.skills | STARTERS:
            frames = training.frames if skill in met.skills else training.frames[:1]
            known = (frame.asking_only(met.goals) for frame in frames)
            mixed[skill] = tuple(frame for frame in known if frame.goals)
    return mixed


def next_puzzle(owner: Owner | None, training: str) -> Puzzle:
    """A position near the person's rating that they have not tried, stored so that tries can refer
    to it."""
    number = trained(owner, training).count()
    chance = Random(f"{owner.pk if owner else ''}:{training}:{number}")
    aimed = aim(owner, training, chance)
    answered = PuzzleAttempt.objects.exclude(solved=None)
    tried = set(owned_by(owner, answered).values_list("puzzle_id", flat=True))
    nearest: Puzzle | None = None
    for puzzle in candidates(aimed, chance, tried):
        if nearest is None or _distance(puzzle, aimed) < _distance(nearest, aimed):
            nearest = puzzle
        if _distance(nearest, aimed) <= NEAR:
            break
    if nearest is None:
        return again(owner, aimed.skill, number)
    stored, _ = Puzzle.objects.get_or_create(pk=nearest.pk, defaults=nearest.columns)
    return stored


def again(owner: Owner | None, skill: str, number: int) -> Puzzle:
    """What is asked if no new position was found: a published puzzle, or else the position of the
    trainer that the person tried longest ago.

    Raises :class:`InvalidInputError` if there is none.
    """
    published = Puzzle.objects.published().filter(skill=skill).order_by("pk")
    if found := published.count():
        return published[number % found]
    oldest = trained(owner, skill).select_related("puzzle").last()
    if oldest is None:
        raise InvalidInputError("We found no new position. Try another training.", value=skill)
    return oldest.puzzle


def _distance(puzzle: Puzzle, aimed: Aim) -> float:
    return abs(puzzle.rating - aimed.rating)


def candidates(
    aimed: Aim, chance: Random, tried: Container[UUID | None] = frozenset()
) -> Iterator[Puzzle]:
    """Random positions that make a good question, without those already *tried*."""
    budget = thinking(POSITIONS)
    turn = chance.randrange(6)
    for number in range(CANDIDATES):
        frame = chance.choice(aimed.frames)
        goal = chance.choice(frame.goals)
        sizes = frame.sizes_for(aimed.rating, chance)
        both = aimed.skill != "partizan" or goal_of(goal).asks_both
        puzzle = Puzzle(
            ruleset=frame.ruleset,
            position=format_position(sizes),
            convention=chance.choice(frame.conventions),
            to_move="" if both else chance.choice(("left", "right")),
            goal=goal,
            state=Puzzle.State.TRAINING,
        )
        try:
            if goal_of(goal).asks_both:
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
    """For each outcome the first of *positions* that the person has not *tried* with this goal. So
    all outcomes stay equally likely, even after many tries.

    Raises :class:`TooFewError` if only one outcome is left.
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
    """Start a round, or return the one that is running."""
    running = Round.objects.filter(started_at__gt=timezone.now() - ROUND, training=training)
    return owned_by(owner, running).first() or Round.objects.create(
        training=training, **owner_fields(owner)
    )


def ends(begun: Round) -> datetime:
    """The time at which its three minutes end."""
    return begun.started_at + ROUND


def is_over(begun: Round) -> bool:
    """Whether its three minutes are over, by the server's clock."""
    return ends(begun) <= timezone.now()


def in_round(begun: Round) -> QuerySet[PuzzleAttempt]:
    """The tries of a round at positions of the trainer, in order."""
    tries = trained(begun.owner, begun.training).select_related("puzzle")
    within = tries.filter(answered_at__gte=begun.started_at, answered_at__lt=ends(begun))
    return within.order_by("answered_at")


@dataclass(frozen=True)
class RoundResult:
    """A finished round, and the number of positions *solved* in it."""

    round: Round
    solved: int

    @property
    def name(self) -> str:
        return TRAININGS[self.round.training]


def results(owner: Owner | None, rounds: Iterable[Round]) -> list[RoundResult]:
    """The results of a person's *rounds*, in one query."""
    tries = trained(owner, MIXED).filter(solved=True).reverse()
    times: dict[str, list[datetime]] = {key: [] for key in TRAININGS}
    for at, skill in tries.values_list("answered_at", "puzzle__skill"):
        for training in {MIXED, skill} & times.keys():
            if at is not None:
                times[training].append(at)
    return [RoundResult(begun, _within(times[begun.training], begun)) for begun in rounds]


def _within(times: list[datetime], begun: Round) -> int:
    """How many of *times*, in ascending order, fall within a round."""
    return bisect_left(times, ends(begun)) - bisect_left(times, begun.started_at)


def finished_rounds(owner: Owner | None) -> list[RoundResult]:
    """Every finished round of a person, latest first, in two queries."""
    over = Round.objects.filter(started_at__lte=timezone.now() - ROUND)
    rounds = list(owned_by(owner, over))
    return results(owner, rounds) if rounds else []


def best_of(rounds: Iterable[RoundResult], training: str) -> int | None:
    """The best result among *rounds* of this training; None if there is none."""
    return max((one.solved for one in rounds if one.round.training == training), default=None)


def best_before(begun: Round) -> int | None:
    """The best result of an earlier round of this training; None for the first round."""
    earlier = Round.objects.filter(training=begun.training, started_at__lt=begun.started_at)
    rounds = list(owned_by(begun.owner, earlier))
    return best_of(results(begun.owner, rounds), begun.training) if rounds else None


# --- the student's progress -----------------------------------------------------------------


@dataclass(frozen=True)
class TrainingStanding:
    """A training with the rating, the number of positions *tried*, and the *best* round."""

    key: str
    name: str
    rating: Rating | None
    tried: int
    best: int | None

    @property
    def picture(self) -> tuple[str, str] | None:
        """A ruleset and a position for its card; None for mixed training."""
        if self.key == MIXED:
            return None
        return TRAINED[self.key].frames[0].ruleset, TRAINED[self.key].pictured


def overview(owner: Owner | None, rounds: Sequence[RoundResult]) -> list[TrainingStanding]:
    """Every training, the mixed one first. *rounds* are the finished ones."""
    ratings = {rating.skill: rating for rating in owned_by(owner, Rating.objects.all())}
    tried = Counter(trained(owner, MIXED).order_by().values_list("puzzle__skill", flat=True))
    tried[MIXED] = tried.total()
    return [
        TrainingStanding(key, TRAININGS[key], ratings.get(key), tried[key], best_of(rounds, key))
        for key in (MIXED, *TRAINED)
    ]
