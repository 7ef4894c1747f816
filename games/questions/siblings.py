"""Other positions with the same idea: the same game, convention and question, other numbers.

A lesson asks about the nearest one (:func:`sibling`). An assignment asks each student about a
different one (:func:`siblings`), so all of them must be the same exercise, and the solver decides
every one.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, product

from games.boards.bounds import MAX_ROWS, MAX_SIZE, ask_within_limits
from games.questions.facts import contradiction, difficulty_of, is_guessed
from games.questions.goals import GoalKey, goal_of
from games.questions.question import Question
from games.questions.shown_question import ShownQuestion
from solver import (
    Budget,
    BudgetExceededError,
    Inquiry,
    Position,
    Profile,
    SolverError,
    answer,
    as_position,
    distinct,
    format_position,
    get_ruleset,
    profile,
)
from solver.teaching import Likeness

FAR = 3
"""How much longer or shorter a row may be."""
MAX_LOOKED_AT = 60
"""The number of positions to try, nearest first."""
ENOUGH = 200
"""If fewer siblings are exactly as hard, those one degree easier or harder count too."""
MOST_SIBLINGS = 500
"""The greatest number of siblings to collect."""
MOST_LOOKED_AT = 4_000
"""The number of positions to try for them."""
QUARTER = 4
"""A sibling has at most one move in four more or fewer, because more moves are more to weigh, and
fewer are quicker guessed."""


def sibling(task: ShownQuestion) -> Question | None:
    """The nearest position with the same idea, or else with the same result; None if there is none
    nearby. It is always the same for the same exercise."""
    if not task.asking.has_siblings:
        return None
    return _nearest(Question.of(task.exercise))


@lru_cache(maxsize=512)  # two exercises each, of some hundred bytes: 1 MB
def _nearest(exercise: Question) -> Question | None:
    task, akin = ShownQuestion(exercise), None
    for _, position in zip(range(MAX_LOOKED_AT), _near(task.question), strict=False):
        other = ShownQuestion(replace(exercise, position=format_position(position)))
        try:
            if not _can_be_asked(other) or _result(other) != _result(task):
                continue
            if idea(other) == idea(task):
                return replace(exercise, position=format_position(position))
        except SolverError:
            continue
        akin = akin or replace(exercise, position=format_position(position))
    return None if task.asking.is_about_kinds else akin


def _near(question: Inquiry) -> Iterator[Position]:
    """Positions with as many rows, of which at most two differ, nearest first."""
    rules, position = question.ruleset, question.position
    steps = [step for step in range(-FAR, FAR + 1) if step]
    changes = [{place: step} for place in range(len(position)) for step in steps]
    changes += [
        {one: first, other: second}
        for one, other in combinations(range(len(position)), 2)
        for first, second in product(steps, steps)
    ]
    changes.sort(key=lambda change: sum(map(abs, change.values())))
    seen = {tuple(sorted(position))}
    for change in changes:
        near = tuple(
            rules.resized(size, size + change.get(place, 0)) for place, size in enumerate(position)
        )
        rows = tuple(sorted(near))
        if rows not in seen and rows[0] >= 1 and rows[-1] <= MAX_SIZE:
            seen.add(rows)
            yield near


def _can_be_asked(task: ShownQuestion) -> bool:
    asking = goal_of(task.exercise.goal)
    if asking.for_puzzles:
        return asking.contradiction(task) is None and asking.no_puzzle(task.facts) is None
    return asking.contradiction(task) is None


def _result(task: ShownQuestion) -> Hashable:
    """Who wins, and whether only one move wins."""
    return task.facts.outcome, len(task.facts.winning) == 1


def idea(task: ShownQuestion) -> Hashable:
    """What similar positions share: the kinds and the case if there are kinds, and whether they
    have no, one, or more rows longer than 1."""
    facts = task.facts
    large = sum(size > 1 for size in task.question.position)
    return facts.case, tuple(sorted(facts.kinds)), min(large, 2)


# --- the same exercise for everybody -------------------------------------------------------


@dataclass(frozen=True)
class Model:
    """What a sibling must share with the original position, and how hard that is. *kinds* are those
    of the rows, if the question is about them. *misjudged* has the share of wrong options that show
    each misconception, *options* is the number of options and *moves* that of distinct moves."""

    likeness: Likeness
    difficulty: int
    is_guessed: bool
    kinds: tuple[str, ...]
    misjudged: tuple[tuple[str, float], ...]
    options: int
    moves: int

    @classmethod
    def of(cls, asked: Question, question: Inquiry, facts: Profile) -> Model:
        """The model of this position. Raises a solver error if it has none."""
        task = ShownQuestion(asked)
        task.question, task.facts = question, facts
        options = len(task.options)
        return cls(
            Likeness.of(facts),
            difficulty_of(facts, asked.goal),
            is_guessed(facts, asked.goal),
            tuple(sorted(kind.value for kind in facts.kinds)) if task.asking.is_about_kinds else (),
            tuple(sorted(task.asking.by_lot(task).items())) if options else (),
            options,
            len(facts.legal),
        )

    def fits(self, other: Model) -> bool:
        """Whether a position with the model *other* may replace the original."""
        near = abs(other.difficulty - self.difficulty) <= 1 and self.is_as_long(other.moves)
        return near and replace(other, difficulty=self.difficulty, moves=self.moves) == self

    def is_as_long(self, moves: int) -> bool:
        """Whether this number of moves is within a quarter of its own."""
        return QUARTER * abs(moves - self.moves) <= self.moves


def can_vary(goal: str, ruleset: str) -> bool:
    """Whether a question with this goal has siblings; games side by side have none."""
    if get_ruleset(ruleset).is_sum:
        return False
    return goal == GoalKey.PLAY or goal_of(goal).has_siblings


def siblings(asked: Question, budget: Budget, *, most: int = MOST_SIBLINGS) -> tuple[str, ...]:
    """The siblings of a position: the same game, convention and question, and a :class:`Model` that
    fits. Those with as many rows come first, then the nearest ones, at most *most* of them. Each is
    listed once, with rows ascending, without the position itself.

    The search stops when *budget* is spent, so the result depends on it.
    """
    if not can_vary(asked.goal, asked.ruleset):
        return ()
    question, own = _question(asked, asked.position, budget, 2), as_position(asked.position)
    facts = profile(question)
    model = Model.of(asked, question, facts)
    as_hard: list[Position] = []
    nearly: list[Position] = []
    for _, rows in zip(range(MOST_LOOKED_AT), _around(own), strict=False):
        try:
            other = _model(asked, rows, facts, model, budget)
        except BudgetExceededError:
            if budget.is_late or not budget.remaining:
                break
            continue
        if other is not None and model.fits(other):
            (as_hard if other.difficulty == model.difficulty else nearly).append(rows)
            if len(as_hard) == most:
                break
    chosen = as_hard if len(as_hard) >= min(ENOUGH, most) else as_hard + nearly
    chosen = sorted(chosen[:most], key=lambda rows: len(rows) != len(own))
    return tuple(map(format_position, chosen))


def _question(
    asked: Question, position: str | Position, budget: Budget, share: int = 50
) -> Inquiry:
    """The question about another position, with one part in *share* of the remaining budget."""
    mover = None if goal_of(asked.goal).asks_both else asked.to_move or None
    part = budget.part(share)
    return ask_within_limits(asked.ruleset, position, asked.convention, mover, budget=part)


def _model(
    asked: Question, rows: Position, facts: Profile, model: Model, budget: Budget
) -> Model | None:
    """The model of another position. None if the question cannot be asked there, or if the number
    of moves, the outcome or the number of winning moves already shows that it does not fit."""
    question = _question(asked, rows, budget)
    if not model.is_as_long(len(distinct(question.legal_moves()))):
        return None
    analysis, own = answer(question), facts.analysis
    if (analysis.outcome, analysis.theory) != (own.outcome, own.theory):
        return None
    if len(distinct(analysis.winning_moves)) != len(facts.winning):
        return None
    other = profile(question)
    if contradiction(other, asked.goal):
        return None
    return Model.of(replace(asked, position=format_position(rows)), question, other)


def _around(position: Position) -> Iterator[Position]:
    """Every other position with as many rows, or one more or fewer, nearest first: by the number of
    pieces to add or take away. Rows are in ascending order."""
    start = tuple(sorted(position))
    numbers = range(max(1, len(start) - 1), min(MAX_ROWS, len(start) + 1) + 1)
    seen, edge = {start}, [start]
    while edge:
        reached = []
        for rows in edge:
            for near in _one_piece_away(rows):
                if near not in seen and len(near) in numbers and near[-1] <= MAX_SIZE:
                    seen.add(near)
                    reached.append(near)
        edge = sorted(reached)
        yield from edge


def _one_piece_away(rows: Position) -> Iterator[Position]:
    """The position with one piece more or fewer in a row, or with a new row of one piece."""
    yield tuple(sorted((*rows, 1)))
    for place, size in enumerate(rows):
        rest = rows[:place] + rows[place + 1 :]
        yield tuple(sorted((*rest, size + 1)))
        if size > 1 or rest:
            yield tuple(sorted((*rest, size - 1))) if size > 1 else rest
