"""What an answer tells about somebody's beliefs, and whether chance explains so many of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp, log

from games.questions.goals import GoalKey
from games.questions.question import Question
from games.questions.shown_question import ShownQuestion
from solver import (
    Outcome,
    Position,
    Separation,
    SolverError,
    Spec,
    format_position,
    get_ruleset,
    pooled,
    separate,
)
from solver.teaching import BELIEFS, Belief, Misconception, misled, result_of

UNLIKELY = 0.01
"""A habit of a class is reported if chance alone would show it as often in at most 1 of 100."""
EXACT = 400
"""Up to this number of slips the probability is exact; above it, a bound is used."""
FIVE = 5
ROWS, STRIPS, LARGEST = (1, 4), (1, 2), 9
"""The range of rows of a position that tells, fewer in partizan games, and the longest row."""
SMALL = 60
"""The most pieces of a position that is looked at for beliefs; those of lessons have up to 40, and
a much larger one costs as much as a page."""
THAT_TELL = (GoalKey.PREDICT, GoalKey.MOVE, GoalKey.ALL)
"""The questions whose answers tell; of a game, each move is an answer."""

Result = tuple[object, ...]


@dataclass(frozen=True)
class BeliefSign:
    """An answer to a question that the belief with this *key* answers wrongly: whether it *follows*
    the belief, and the probability that a random answer does."""

    key: str
    follows: bool
    chance: float

    @property
    def belief(self) -> Belief:
        return BY_KEY[self.key]


BY_KEY = {belief.key: belief for belief in BELIEFS}


@dataclass(frozen=True)
class _Misled:
    """What a belief answers wrongly: an outcome (empty if none), or moves by their results, with
    their share of all moves."""

    key: str
    outcome: str
    moves: frozenset[Result]
    share: float


def signs(asked: Question, answer: str) -> list[BeliefSign]:
    """What an answer tells about each belief; nothing about those that answer the question rightly,
    and nothing where there is no answer or the question is too large to be decided at once.

    >>> asked = Question("nim", "1+1+2", "misere", "", "move")
    >>> [(sign.key, sign.follows) for sign in signs(asked, "3>0")][:2]
    [('normal-habit', True), ('mirror', True)]
    >>> {sign.follows for sign in signs(asked, "3>1")}
    {False}
    """
    if asked.goal not in THAT_TELL or not answer:
        return []
    task = ShownQuestion(asked)
    try:
        if sum(task.question.position) > SMALL:
            return []
        found = _misled(asked)
        if asked.goal == GoalKey.PREDICT:
            names = len(task.options)
            return [
                BeliefSign(one.key, answer == one.outcome, 1 / names)
                for one in found
                if one.outcome
            ]
        named = {result_of(placed.move) for placed in task.asking.named(task, answer)}
    except SolverError:
        return []
    none_wins = asked.goal == GoalKey.ALL and not named
    return [
        BeliefSign(one.key, bool(named) and named <= one.moves, one.share)
        if one.moves
        else BeliefSign(one.key, none_wins, 0.5)
        for one in found
        if one.moves or (asked.goal == GoalKey.ALL and one.outcome == Outcome.P.value)
    ]


@lru_cache(maxsize=2048)  # about a kilobyte each: 2 MB
def _misled(asked: Question) -> tuple[_Misled, ...]:
    return tuple(
        _Misled(
            one.belief.key,
            one.outcome.value if one.outcome else "",
            frozenset(map(result_of, one.moves)),
            one.share,
        )
        for one in misled(ShownQuestion(asked).facts)
    )


def chance_of(chances: Sequence[float], times: int) -> float:
    """The probability of at least *times* successes in independent draws. Beyond :data:`EXACT`
    draws it is Chernoff's upper bound.

    >>> round(chance_of([0.25] * 8, 7), 6)
    0.000381
    """
    expected = sum(chances)
    if times <= expected:
        return 1.0
    if len(chances) > EXACT:
        return exp(times - expected - times * log(times / expected))
    fewer = [1.0] + [0.0] * (times - 1)  # the probabilities of no, one, two, ... successes so far
    for chance in chances:
        for number in range(times - 1, 0, -1):
            fewer[number] += chance * (fewer[number - 1] - fewer[number])
        fewer[0] *= 1 - chance
    return max(0.0, 1 - sum(fewer))


@pooled(
    lambda habit, ruleset, convention, to_move, had: (
        *(habit.key, ruleset, convention, to_move, str(sorted(had))),
    ),
    grows=True,
)
def positions_that_tell(
    habit: Misconception,
    ruleset: str,
    convention: str,
    to_move: str,
    had: Collection[Position],
) -> Sequence[Separation]:
    """At most five positions that separate a habit from similar ones, in one game, without those
    that somebody *had*; games side by side have none. They are cached, because a page shows them
    before its form is sent."""
    rules = get_ruleset(ruleset)
    if rules.is_sum:
        return ()
    rows = STRIPS if rules.partizan else ROWS
    spec = Spec(ruleset, convention, to_move or None, rows=rows, sizes=(1, LARGEST))
    return separate(habit, spec, FIVE, without=frozenset(had))


def asked_of(found: Separation) -> Question:
    """A separating position as a question: make a winning move."""
    question = found.question
    return Question(
        question.ruleset.key,
        format_position(question.position),
        question.convention.value,
        question.to_move.value if question.to_move else "",
        GoalKey.MOVE.value,
    )


def positions_in(ruleset: str, texts: Iterable[str]) -> frozenset[Position]:
    """The positions of a game that stored *texts* name, whatever the order of their rows."""
    read = get_ruleset(ruleset).read_position
    return frozenset(tuple(sorted(read(text))) for text in set(texts) if text)
