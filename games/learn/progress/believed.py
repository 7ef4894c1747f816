"""What one person believes about winning, by everything they answered: lessons, puzzles, tests,
homework and games.

Nothing is stored. The latest answers are compared with what each belief would answer, where that is
wrong; a belief is named only if chance does not explain how often they agree.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from math import log
from operator import attrgetter
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.functional import cached_property

from games.boards.lenses import EVERY
from games.learn.lessons.taken_tests import TakenTest
from games.people.models import Owner, User, owned_by
from games.play.models import Match, Move
from games.play.table import Table
from games.questions.attempts import Attempt
from games.questions.goals import GoalKey
from games.questions.question import COLUMNS, Question
from games.questions.shown_question import ShownQuestion
from games.questions.signs import (
    BY_KEY,
    THAT_TELL,
    BeliefSign,
    asked_of,
    chance_of,
    positions_in,
    positions_that_tell,
    signs,
)
from games.web.written_once import written_once
from solver import Position, SolverError, format_position
from solver.teaching import Belief

ANSWERS, GAMES = 80, 10
"""How many of the latest answers and games are read. A lesson has about 12 answers that tell."""
WINDOW = 12
"""How many of the latest positions count for a belief: fewer say little, and more would hold what
somebody has long unlearnt against them."""
BY_CHANCE = 0.001
"""A belief is named if chance alone would show it as often in at most one window of 1,000: each
answer makes a new window for nine beliefs, and nobody who guesses shall be told a reason."""
AGAIN = 2
"""A belief is named from the second time on."""
GONE = 3
"""A belief is gone once as many positions in a row were answered rightly."""
PRACTICE = "practice"
"""The mode of an assignment whose answers are judged at once."""
OFTEN = 0.8
"""How often somebody who has a belief is taken to follow it, where two are compared."""


@dataclass(frozen=True)
class AnsweredQuestion:
    """An answer somebody gave, in a game or anywhere else; a *solved* one is right."""

    asked: Question
    answer: str
    solved: bool
    at: datetime


@dataclass(frozen=True)
class BelievedAnswer:
    """An answer to a question that a belief answers wrongly."""

    given: AnsweredQuestion
    sign: BeliefSign

    @property
    def follows(self) -> bool:
        return self.sign.follows

    @cached_property
    def task(self) -> ShownQuestion:
        return ShownQuestion(self.given.asked, EVERY)

    @property
    def words(self) -> str:
        """The answer as a sentence."""
        return self.task.asking.said(self.task, self.given.answer)


@dataclass(frozen=True)
class Believed:
    """A belief, with *every* position where it mattered, the newest last."""

    belief: Belief
    every: tuple[BelievedAnswer, ...]

    @cached_property
    def evidence(self) -> tuple[BelievedAnswer, ...]:
        """The latest positions, which count."""
        return self.every[-WINDOW:]

    @property
    def times(self) -> int:
        """How many of the answers follow it."""
        return sum(one.follows for one in self.evidence)

    @property
    def is_gone(self) -> bool:
        """Whether the latest positions were all answered rightly."""
        latest = self.evidence[-GONE:]
        return len(latest) == GONE and all(one.given.solved for one in latest)

    @property
    def is_shown(self) -> bool:
        """Whether it may be named: more than once, and more often than chance explains."""
        if self.times < AGAIN:
            return False
        return chance_of([one.sign.chance for one in self.evidence], self.times) <= BY_CHANCE

    @property
    def weight(self) -> float:
        """How much better the belief explains the answers than chance does (the logarithm of the
        ratio of their probabilities)."""
        return sum(
            log(OFTEN / one.sign.chance) if one.follows else log((1 - OFTEN) / _rest(one.sign))
            for one in self.evidence
        )

    @cached_property
    def questions(self) -> set[Question]:
        """The questions whose answers follow it."""
        return {one.given.asked for one in self.every if one.follows}

    def shares(self, other: Believed) -> bool:
        """Whether *other* explains most of its evidence as well."""
        return 2 * len(self.questions & other.questions) > len(self.questions)

    def explains(self, other: Believed) -> bool:
        """Whether it explains all that *other* explains, and more: who trusts equal pairs also
        leaves an even number of single pieces."""
        return other.questions < self.questions and self.times >= OFTEN * len(self.evidence)

    @property
    def sentence(self) -> str:
        """``In 9 of the last 12 positions where it matters, you played as if the last one won.``"""
        size = len(self.evidence)
        of = f"the last {size}" if size == WINDOW else str(size)
        return f"In {self.times} of {of} positions where it matters, {self.belief.done}."

    @property
    def followed(self) -> list[BelievedAnswer]:
        """The answers that follow it, the newest first."""
        return [one for one in reversed(self.evidence) if one.follows]

    @property
    def game(self) -> tuple[str, str, str]:
        """The ruleset, convention and player to move with which it showed most."""
        games = Counter(_game(one.given.asked) for one in self.followed)
        return min(games, key=lambda game: (-games[game], game))


def _rest(sign: BeliefSign) -> float:
    return max(1 - sign.chance, 0.01)


def _game(asked: Question) -> tuple[str, str, str]:
    turn = "" if asked.goal == GoalKey.PREDICT else asked.to_move
    return asked.ruleset, asked.convention, turn


def believed(owner: Owner | None) -> Believed | None:
    """The belief that explains a person's latest answers best, if one may be named."""
    return best_of(beliefs_of(owner))


def best_of(beliefs: Iterable[Believed]) -> Believed | None:
    """The same of beliefs that were weighed.

    A wider belief comes before one of its cases. What a belief explained that is gone since is held
    against no other one.
    """
    shown = [one for one in beliefs if one.is_shown]
    gone = [one for one in shown if one.is_gone]
    left = [one for one in shown if not one.is_gone and not any(map(one.shares, gone))]
    widest = [one for one in left if not any(other.explains(one) for other in left)]
    return max(widest, key=attrgetter("weight"), default=None)


def beliefs_of(owner: Owner | None) -> list[Believed]:
    """Every belief that mattered, with the latest answers."""
    return weighed(answers_of(owner)) if owner else []


def belief_of(owner: Owner | None, key: str) -> Believed | None:
    """One belief; None if no answer could have shown it."""
    return next((one for one in beliefs_of(owner) if one.belief.key == key), None)


def weighed(given: Iterable[AnsweredQuestion]) -> list[Believed]:
    """What answers tell about each belief; *given* may be in any order. Only the first answer to a
    question counts: the next one knows what was wrong with it, and a stubborn one is no news."""
    found: dict[str, list[BelievedAnswer]] = defaultdict(list)
    firsts: dict[Question, AnsweredQuestion] = {}
    for one in sorted(given, key=attrgetter("at")):
        firsts.setdefault(one.asked, one)
    for one in firsts.values():
        for sign in signs(one.asked, one.answer):
            found[sign.key].append(BelievedAnswer(one, sign))
    return [Believed(belief, tuple(found[key])) for key, belief in BY_KEY.items() if key in found]


def answers_of(owner: Owner) -> list[AnsweredQuestion]:
    """The latest answers without help, and the moves of the latest games."""
    return [*_tried(owner), *_played(owner)]


def _tried(owner: Owner) -> Iterator[AnsweredQuestion]:
    """Answers whose verdict the person knows: none of a test that is still going on, and of a class
    only those of practice, since a class's test may wait to be revealed."""
    for *asked, extra, answer, solved, at in _answers_that_tell(owner):
        yield AnsweredQuestion(
            Question(**dict(zip(COLUMNS, asked, strict=True)), extra=extra), answer, solved, at
        )


@written_once
def _answers_that_tell(owner: Owner) -> QuerySet[Any, Any]:
    theirs = owned_by(owner, Attempt.objects.all())
    if isinstance(owner, User):
        mine = Q(membership__user=owner, item__assignment__mode=PRACTICE)
        theirs = Attempt.objects.filter(Q(user=owner) | mine)
    rows = (
        theirs.filter(goal__in=THAT_TELL, solved__isnull=False, hint_tier=0)
        .exclude(taken_test__isnull=False, taken_test__finished_at=None)
        .order_by("-created_at")
    )
    columns = (*COLUMNS, "extra", "answer", "solved", "created_at")
    return rows.values_list(*columns)[:ANSWERS]


def _played(owner: Owner) -> Iterator[AnsweredQuestion]:
    """Every move of the person in games that are over, but not on a shared screen. The games come
    with their moves, in one query whether there are any or not."""
    for _, made in groupby(_moves_of_latest_games(owner), key=attrgetter("match_id")):
        theirs = list(made)
        yield from _moves_of(Table(theirs[0].match.seen_by(owner), moves=theirs))


@written_once
def _moves_of_latest_games(owner: Owner) -> QuerySet[Move]:
    games = Match.objects.filter(state=Match.State.FINISHED).exclude(opponent=Match.PERSON)
    latest = owned_by(owner, games).order_by("-created_at")[:GAMES]
    moves = Move.objects.filter(match__in=latest.values("pk")).select_related("match")
    return moves.order_by("match", "ply")


def _moves_of(table: Table) -> Iterator[AnsweredQuestion]:
    match = table.match
    for number, (placed, made) in enumerate(zip(table.placed, table.moves, strict=True)):
        if made.seat != match.seat or made.hint_tier:
            continue
        before, player = table.boards[number].position, placed.move.player
        asked = Question(
            match.ruleset,
            format_position(before),
            match.convention,
            player.value if player else "",
            GoalKey.MOVE.value,
        )
        task = ShownQuestion(asked)
        try:
            solved = task.facts.analysis.keeps_win(placed.move)
        except SolverError:
            continue
        yield AnsweredQuestion(asked, placed.text, solved, made.made_at)


def five_that_tell(owner: Owner, one: Believed) -> Sequence[Question]:
    """At most five positions that separate the belief from similar ones, new to the person; they
    ask for a winning move."""
    ruleset, convention, to_move = one.game
    found = positions_that_tell(
        one.belief.habit, ruleset, convention, to_move, positions_had(owner, ruleset, convention)
    )
    return [asked_of(each) for each in found]


def positions_had(owner: Owner, ruleset: str, convention: str) -> frozenset[Position]:
    """The positions of a game that the person was asked about."""
    theirs = owned_by(owner, Attempt.objects.filter(ruleset=ruleset, convention=convention))
    return positions_in(ruleset, theirs.values_list("position", flat=True))


def told_by(taken: TakenTest, given: Sequence[Attempt]) -> tuple[Belief, int, int] | None:
    """Of a test of positions that tell: the belief, how many answers follow it, and of how many
    positions; None for another test."""
    belief = BY_KEY.get(taken.slug) if taken.kind == TakenTest.Kind.TELLING else None
    if belief is None:
        return None
    about = [signs(one.asked, one.answer) for one in given]
    follow = sum(any(s.key == belief.key and s.follows for s in said) for said in about)
    return belief, follow, len(given)
