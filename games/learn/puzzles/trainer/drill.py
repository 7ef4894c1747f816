"""The Kayles drill: students learn the losing boards of misère Kayles one by one.

A question shows a board and asks who wins it; if the board is a winning one, the student then has
to win it. Half of the questions show a losing board. The others show a winning neighbour of one,
with one pin moved, so that neither the pins nor the rows give the answer away. Boards that are due
for review come first.

Only the tries are stored. A board of the drill is two puzzles of the trainer: who wins, and a
winning move.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from random import Random

from django.utils import timezone
from django.utils.functional import cached_property

from games.boards.bounds import MAX_ROWS, thinking
from games.boards.known_theories import Theories
from games.learn.puzzles.models import Puzzle
from games.learn.puzzles.tries import PuzzleAttempt
from games.people.models import Owner, owned_by
from games.questions.goals import GoalKey
from games.questions.repetition import schedule
from solver import (
    Known,
    Outcome,
    Position,
    format_position,
    lost_positions,
    parse_position,
    shipped_quotient,
)

RULESET, CONVENTION = "kayles", "misere"
LEVELS = (6, 9, 12, 16, 20, 25, 30)
"""The greatest number of pins of the losing boards of each level."""
LETTERS: Theories = frozenset({"misere-quotient"})
"""The theory that explains every board of the drill."""
APART = 10
"""The number of tries between a losing board and its neighbour, so that the first does not give the
second away."""
DRAWN = 40
"""The number of boards to draw at random in search of a new one, before checking all."""
POSITIONS = 3_000
"""The budget for making a question."""


# --- the boards -----------------------------------------------------------------------------


def elements() -> Known:
    """The misère quotient of Kayles, which covers rows of every length."""
    known = shipped_quotient(RULESET)
    assert known is not None
    return known


def is_losing(board: Position) -> bool:
    """Whether the player to move loses *board*."""
    known = elements()
    return known.monoid.is_p(known.monoid.product(known[size] for size in board))


@lru_cache(maxsize=len(LEVELS))
def losing_boards(pins: int) -> tuple[Position, ...]:
    """The losing boards of up to *pins* pins, on as many rows as a page shows."""
    if pins < LEVELS[-1]:
        return tuple(board for board in losing_boards(LEVELS[-1]) if sum(board) <= pins)
    boards = lost_positions(elements(), pins)
    return tuple(board for board in boards if len(board) <= MAX_ROWS)


def beside(board: Position) -> Position:
    """The winning neighbour of a losing board, always the same one: with one pin moved to another
    row, or, if no such board is winning, with one pin more."""
    rows = range(len(board))
    moved = {_changed(board, {i: -1, j: 1}) for i in rows for j in rows if i != j and board[i] > 1}
    more = {_changed(board, {i: 1}) for i in rows}
    winning = (sorted(one for one in boards if not is_losing(one)) for boards in (moved, more))
    return Random(format_position(board)).choice(next(filter(None, winning)))


def _changed(board: Position, by: dict[int, int]) -> Position:
    return tuple(sorted(size + by.get(at, 0) for at, size in enumerate(board)))


def lettered_rows() -> list[tuple[int, str]]:
    """The letters of each row in the quotient, up to the longest row of a board."""
    known = elements()
    names, _ = known.names
    return [(size, names[known[size]]) for size in range(1, LEVELS[-1] + 1)]


def losing_words() -> list[str]:
    """The losing products."""
    known = elements()
    names, _ = known.names
    return [name for element, name in enumerate(names) if known.monoid.is_p(element)]


# --- the student's progress -----------------------------------------------------------------


@dataclass(frozen=True)
class BoardTry:
    """An answer about a *board*. *right* means right without help; *is_move* says that the question
    was for a winning move, not for the winner."""

    board: Position
    at: datetime
    right: bool
    is_move: bool


@dataclass(frozen=True)
class LevelStanding:
    """The progress at one level: the number of losing boards of up to *pins* pins, the number that
    the student *knows*, and the number that are *due*."""

    pins: int
    size: int
    known: int
    due: int


class Drill:
    """A student's tries at boards of misère Kayles, in one query."""

    def __init__(self, owner: Owner | None) -> None:
        self.owner = owner
        self.now = timezone.now()

    @cached_property
    def tries(self) -> list[BoardTry]:
        """The student's answers in order, no matter where the question was asked."""
        asked = {"puzzle__ruleset": RULESET, "puzzle__convention": CONVENTION}
        goals = {"puzzle__goal__in": (GoalKey.PREDICT, GoalKey.MOVE), "answered_at__isnull": False}
        rows = owned_by(self.owner, PuzzleAttempt.objects.filter(**asked, **goals))
        told = ("puzzle__position", "answered_at", "solved", "hint_tier", "puzzle__goal")
        return [
            BoardTry(parse_position(position), at, solved and not tier, goal == GoalKey.MOVE)
            for position, at, solved, tier, goal in rows.order_by("answered_at").values_list(*told)
        ]

    @cached_property
    def by_board(self) -> dict[Position, list[BoardTry]]:
        """The tries at each board."""
        tries = sorted(self.tries, key=lambda one: one.board)
        return {board: list(group) for board, group in groupby(tries, lambda one: one.board)}

    @cached_property
    def due_at(self) -> dict[Position, datetime]:
        """When each board is due again: a losing board after its first try, a winning board only
        after a mistake, because there are always new ones to win."""
        dates = {}
        for board, tries in self.by_board.items():
            told = [(one.at, one.right) for one in tries]
            if not is_losing(board):
                told = told[next((n for n, one in enumerate(tries) if not one.right), len(told)) :]
            _, at = schedule(told)
            if at:
                dates[board] = at
        return dates

    def knows(self, board: Position) -> bool:
        """Whether the student can tell a losing board from its neighbour: in their last tries they
        called it losing and won the neighbour."""
        last = [self.by_board.get(one, [])[-1:] for one in (board, beside(board))]
        return all(one and one[0].right for one in last) and last[1][0].is_move

    def standing(self, pins: int) -> LevelStanding:
        """The student's progress at one level."""
        boards = losing_boards(pins)
        known = sum(self.knows(board) for board in boards if board in self.by_board)
        return LevelStanding(pins, len(boards), known, len(self._due(pins)))

    def levels(self) -> Iterator[LevelStanding]:
        """The progress at every level."""
        return map(self.standing, LEVELS)

    def _due(self, pins: int) -> list[Position]:
        """The boards of a level that are due now, the longest overdue first. A winning board may
        have one pin more than the losing one beside it."""
        dates = sorted(self.due_at.items(), key=itemgetter(1))
        due = [board for board, at in dates if at <= self.now and sum(board) <= pins + 1]
        return [board for board in due if sum(board) <= pins or not is_losing(board)]

    # --- the next question ------------------------------------------------------------------

    def next_board(self, pins: int) -> Position:
        """The next board: losing or winning with equal chances, whatever the earlier answers were.
        The same person with the same tries gets the same board.

        From that half choose the board that is overdue longest, or else a new one, or else a board
        answered wrongly, or else the one not asked for longest.
        """
        chance = Random(f"{self.owner.pk if self.owner else ''}:drill:{pins}:{len(self.tries)}")
        wants_losing = chance.random() < 0.5
        for board in self._due(pins):
            if is_losing(board) is wants_losing:
                return board
        fresh = self._fresh(pins, chance) if wants_losing else self._fresh_beside(pins, chance)
        if fresh:
            return fresh
        losing = losing_boards(pins)
        every = losing if wants_losing else map(beside, losing)
        last = {board: self.by_board[board][-1] for board in every}
        return min(last, key=lambda board: (last[board].right, last[board].at))

    def _fresh(self, pins: int, chance: Random) -> Position | None:
        """A losing board that the student has not met yet."""
        boards = [board for board in losing_boards(pins) if board not in self.by_board]
        return chance.choice(boards) if boards else None

    def _fresh_beside(self, pins: int, chance: Random) -> Position | None:
        """A winning board that the student has not met yet, with equal chances the neighbour of a
        losing board that they met a while ago, or of any."""
        lately = {one.board for one in self.tries[-APART:]}
        losing = losing_boards(pins)
        met = [one for one in losing if one in self.by_board and one not in lately]
        halves = [one for one in map(beside, met) if one not in self.by_board]
        if halves and chance.random() < 0.5:
            return chance.choice(halves)
        for board in map(beside, chance.sample(losing, min(len(losing), DRAWN))):
            if board not in self.by_board:
                return board
        boards = [one for one in map(beside, losing) if one not in self.by_board]
        return chance.choice(boards) if boards else None


def next_puzzle(owner: Owner | None, pins: int) -> Puzzle:
    """The next question of a level: who wins this board?"""
    return puzzle_on(Drill(owner).next_board(pins), GoalKey.PREDICT)


def puzzle_on(board: Position, goal: GoalKey) -> Puzzle:
    """The question about a board, stored so that tries can refer to it."""
    puzzle = Puzzle(
        ruleset=RULESET,
        position=format_position(board),
        convention=CONVENTION,
        goal=goal,
        state=Puzzle.State.TRAINING,
    )
    stored = Puzzle.objects.filter(pk=puzzle.identity).first()
    if stored is None:
        puzzle.compute(budget=thinking(POSITIONS))
        stored, _ = Puzzle.objects.get_or_create(pk=puzzle.pk, defaults=puzzle.columns)
    return stored


def to_be_won(attempt: PuzzleAttempt) -> Puzzle | None:
    """The second half of a question: to win the board, once the student has said rightly that it is
    a winning one."""
    asked_who = attempt.puzzle.goal == GoalKey.PREDICT
    if not (asked_who and attempt.solved and attempt.answer == Outcome.N):
        return None
    return puzzle_on(parse_position(attempt.puzzle.position), GoalKey.MOVE)
