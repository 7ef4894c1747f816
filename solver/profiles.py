"""What a position is like to play: the facts by which puzzles are chosen, tagged and graded hard.

Everything here is computed from the rules, nothing is said by a person.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from math import log2

from .analysis import answer
from .budget import Allowed, Budget
from .classification import classify
from .conventions import Convention, Outcome, Player
from .errors import BudgetExceededError
from .explanation import Analysis
from .kinds import Kind
from .nim_values import nim_values
from .positions import Move, Position, as_size
from .rulesets.keys import get_ruleset
from .rulesets.rules import Option, Ruleset
from .theories.r1 import R1, case_of, prescribed_targets
from .theory import MOVE_STEPS, Inquiry
from .words import refusals as words

Result = tuple[object, ...]
"""What equal moves of equal rows, and mirror images, have in common."""
MAX_COUNTERS = 80
"""Above this many counters the length of play is not computed; it would be deep."""
MAX_DEPTH = 2 * MAX_COUNTERS
"""Longer lines of play than this exist only where moves add counters."""


def distinct(moves: Iterable[Move]) -> tuple[Move, ...]:
    """One move for each result: equal rows and mirror images make the same move.

    >>> from solver import get_ruleset
    >>> [str(move) for move in distinct(get_ruleset("nim").legal_moves((2, 2)))]
    ['1>0', '1>1']
    """
    return tuple(by_result(moves).values())


def by_result(moves: Iterable[Move]) -> dict[Result, Move]:
    """The first move with each result."""
    found: dict[Result, Move] = {}
    for move in moves:
        found.setdefault(result_of(move), move)
    return found


def is_same_move(move: Move, other: Move) -> bool:
    """Whether two moves of one position lead to the same position, the order of rows aside.

    >>> is_same_move(Move(0, 2, (1,)), Move(1, 2, (1,)))
    True
    """
    return result_of(move) == result_of(other)


def result_of(move: Move) -> Result:
    """What two moves have in common that make the same move.

    >>> result_of(Move(0, 5, (3, 1))) == result_of(Move(2, 5, (1, 3)))
    True
    """
    return move.size, tuple(sorted(move.becomes)), move.player


def nim_value(rules: str | Ruleset, size: int, budget: Allowed = None) -> int:
    """The nim-value of a component; raises :class:`BudgetExceededError` past *budget*.

    >>> nim_value("kayles", 5), nim_value("kayles", 10**9)
    (4, 1)
    """
    return nim_values(get_ruleset(rules)).value(as_size(size), Budget.of(budget))


@dataclass(frozen=True)
class Profile:
    """The facts of one question.

    *legal* and *winning* hold distinct moves of the player to move (of both, where a partizan
    question names none); *other* is the analysis under the other convention.
    """

    question: Inquiry
    analysis: Analysis
    other: Analysis
    legal: tuple[Move, ...]

    @property
    def outcome(self) -> Outcome:
        return self.analysis.outcome

    @property
    def mover_wins(self) -> bool | None:
        """Whether the player to move wins; None where a partizan question names none."""
        return self.analysis.to_move_wins

    @cached_property
    def winning(self) -> tuple[Move, ...]:
        """The distinct winning moves."""
        return distinct(self.analysis.winning_moves)

    @cached_property
    def luck(self) -> float:
        """The chance that a move by lot wins: by what it leaves, by its row, or by its place on the
        board, whichever is the greatest.

        >>> from solver import ask
        >>> profile(ask("nim", "2+2+1", "normal")).luck
        0.3333333333333333
        """
        wins, legal = self.analysis.winning_moves, tuple(self.question.legal_moves())
        if not legal:
            return 0.0
        by_place = self.question.ruleset.count(wins) / self.question.ruleset.count(legal)
        return max(len(self.winning) / len(self.legal), len(wins) / len(legal), by_place)

    @cached_property
    def targets(self) -> frozenset[Kind]:
        """What the moves that the case of R1 prescribes turn a row into. In case 1, where any row
        may be turned, it is what they leave on the board: a trap where no switch is left, and
        otherwise a higher switch. Empty where R1 has no case.

        >>> from solver import ask
        >>> [str(kind) for kind in profile(ask("octal:0.53", "1+3")).targets]
        ['null']
        """
        return prescribed_targets(self.question) if self.case else frozenset()

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """The true kind of each row; none in a partizan game."""
        rules, position = self.question.ruleset, self.question.position
        if rules.partizan or not position:
            return ()
        kinds: dict[int, Kind] = {}
        for size in sorted(position, reverse=True):
            if size not in kinds:  # those of all smaller rows of the game come with it
                game, own = rules.alone(size)
                known = classify(game, own, budget=self.question.budget).sizes
                kinds |= {rules.resized(size, one.size): one.kind for one in known}
        return tuple(kinds[size] for size in position)

    @cached_property
    def case(self) -> int | None:
        """The case of R1, 0 where the position is lost, None where R1 has nothing to say."""
        if not self.legal or R1().refusal(self.question):
            return None
        return case_of(list(self.kinds)) if self.winning else 0

    @cached_property
    def length(self) -> int | None:
        """How many moves are left with best play; None if that was not computed."""
        return length(self.question)

    @property
    def in_longest(self) -> bool:
        """Whether a winning move is in a longest row."""
        longest = max(self.question.position, default=0)
        return any(move.size == longest for move in self.winning)

    @property
    def outcomes_differ(self) -> bool:
        """Whether somebody else wins under the other convention."""
        return self.outcome is not self.other.outcome

    @property
    def conventions_differ(self) -> bool:
        """Whether the outcome or the winning moves are others under the other convention."""
        wins, other_wins = (
            {result_of(move) for move in analysis.winning_moves}
            for analysis in (self.analysis, self.other)
        )
        return self.outcomes_differ or wins != other_wins

    @property
    def normal_move_loses(self) -> bool:
        """Whether a move that would win if the last one won throws this won position away."""
        if self.question.convention is Convention.NORMAL or not self.winning:
            return False
        wins = set(map(result_of, self.winning))
        return any(result_of(move) not in wins for move in self.other.winning_moves)

    @property
    def normal_moves_lose(self) -> bool:
        """Whether every move that would win if the last one won throws this won position away."""
        wins = set(map(result_of, self.winning))
        return self.normal_move_loses and not wins & set(map(result_of, self.other.winning_moves))

    @property
    def must_split(self) -> bool:
        """Whether every winning move leaves two rows where there was one."""
        return bool(self.winning) and all(len(move.becomes) > 1 for move in self.winning)

    @property
    def themes(self) -> tuple[str, ...]:
        """Everything worth looking for in a list of puzzles."""
        rows = len(self.question.position)
        tags = {
            "conventions-differ": self.conventions_differ,
            "normal-trap": self.normal_move_loses,
            "only-move": len(self.winning) == 1 and len(self.legal) > 1,
            "splitting-move": self.must_split,
            "lost": self.mover_wins is False,
            "one-row": rows == 1,
            "two-rows": rows == 2,
            "many-rows": rows > 2,
            "short": self.length is not None and self.length <= 3,
            "long": self.length is not None and self.length >= 9,
            f"case-{self.case}": bool(self.case),
        }
        return tuple(name for name, holds in tags.items() if holds)

    @property
    def difficulty(self) -> int:
        """How hard it is to find a winning move, from 1, seen at a glance, to 5: much to look at,
        few moves that win, a habit that misleads."""
        trap, split = self.normal_move_loses, self.must_split
        return _graded(self._extent + 1 - self.luck + 0.7 * trap + 0.4 * split)

    @property
    def difficulty_of_outcome(self) -> int:
        """How hard it is to say who wins, from 1 to 5. Nothing in it depends on who does, so that
        it gives nothing away."""
        return _graded(self._extent + 0.8)

    @property
    def _extent(self) -> float:
        """How much there is to look at: moves, rows and counters."""
        rules, position = self.question.ruleset, self.question.position
        moves, counters = max(len(self.legal), 1), max(sum(position), 1)
        seen = 0.45 * log2(moves) + 0.2 * len(position) + 0.5 * log2(counters)
        return seen + 0.4 * rules.partizan - 1.9


def _graded(score: float) -> int:
    return max(1, min(5, round(score)))


def profile(question: Inquiry) -> Profile:
    """Compute the facts; raises :class:`BudgetExceededError` where that costs too much.

    >>> from solver import ask
    >>> [str(move) for move in profile(ask("nim", "1+2")).winning]
    ['2>0']
    """
    other = answer(replace(question, convention=question.convention.other))
    legal = distinct(question.legal_moves())
    return Profile(question, answer(question), other, legal)


def length(question: Inquiry) -> int | None:
    """How many moves are left if the winner hurries and the loser delays.

    None in a partizan question that names no player, and where it would cost too much.
    """
    nobody = question.ruleset.partizan and question.to_move is None
    if nobody or sum(question.position) > MAX_COUNTERS:
        return None
    budget = question.budget.part(2)
    options: dict[tuple[int, Player | None], list[Option]] = {}
    ended: dict[tuple[Position, Player | None], tuple[bool, int]] = {}

    def listed(size: int, mover: Player | None) -> list[Option]:
        # Also where they are known, making the moves of a row costs what it is worth.
        if (size, mover) in options:
            budget.spend(MOVE_STEPS * len(options[size, mover]))
        else:
            found = question.ruleset.options(size, mover)
            options[size, mover] = list(budget.each(found, MOVE_STEPS))
        return options[size, mover]

    def ends(rows: Position, mover: Player | None, depth: int = 0) -> tuple[bool, int]:
        # Whether the player to move wins, and after how many moves.
        if (rows, mover) in ended:
            return ended[rows, mover]
        if depth > MAX_DEPTH:
            raise BudgetExceededError(words.TOO_LONG, budget=MAX_DEPTH)
        results = []
        for index, size in enumerate(rows):
            becomes, others = listed(size, mover), rows[:index] + rows[index + 1 :]
            if size in rows[:index]:
                continue
            for parts in budget.each(becomes, 5):
                left = tuple(sorted(others + parts))
                results.append(ends(left, mover.other if mover else None, depth + 1))
        won = [moves for wins, moves in results if not wins]
        if won:
            ended[rows, mover] = True, min(won) + 1
        elif results:
            ended[rows, mover] = False, max(moves for _, moves in results) + 1
        else:
            ended[rows, mover] = question.convention.stuck_player_wins, 0
        return ended[rows, mover]

    try:
        return ends(tuple(sorted(question.position)), question.to_move)[1]
    except BudgetExceededError:
        return None
