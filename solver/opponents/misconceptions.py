"""Mistaken habits: what somebody who has one would play, and when a losing move shows it.

A losing move shows a habit only where the habit would have made that very move, and where that
can be told from chance. What is merely true of a losing move (the row was right) names no habit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import islice

from ..analysis import answer
from ..conventions import Convention
from ..errors import BudgetExceededError
from ..explanation import Analysis
from ..positions import Move, Position
from ..profiles import Profile, by_result, distinct, result_of
from ..rulesets.octal import Octal
from ..rulesets.rules import Nim, Subtraction
from ..theory import Inquiry
from ..words import habits as words

MAX_MOVES = 10_000
"""How many moves of a position are looked at."""


@dataclass(frozen=True)
class Seen:
    """A position as habits see it. What several of them look at is found once, when the first one
    does; *facts* are those that are known already."""

    question: Inquiry
    facts: Profile | None = None

    @cached_property
    def legal(self) -> tuple[Move, ...]:
        """The legal moves, at most :data:`MAX_MOVES` of them."""
        return tuple(legal_moves(self.question))

    @cached_property
    def after(self) -> dict[Move, Position]:
        """What each of them leaves."""
        return {move: move.apply(self.question.position) for move in self.legal}

    @cached_property
    def different(self) -> tuple[Move, ...]:
        """The legal moves that differ."""
        return distinct(self.legal)

    @cached_property
    def analysis(self) -> Analysis:
        """Which moves win."""
        return self.facts.analysis if self.facts else answer(self.question)

    @cached_property
    def normal_moves(self) -> tuple[Move, ...]:
        """Where the last one loses, the moves that would win if the last one won."""
        if self.question.convention is Convention.NORMAL:
            return ()
        return (self.facts.other if self.facts else answer(normal_play(self.question))).moves

    @property
    def is_misere(self) -> bool:
        return self.question.convention is Convention.MISERE


@dataclass(frozen=True)
class Slip:
    """A losing *move* in a won position."""

    seen: Seen
    move: Move


@dataclass(frozen=True)
class Misconception:
    """A mistaken habit: *key* for programs, *name* as a heading, *text* as one sentence.

    *chooses* gives the moves it would make; without it the habit is never named. It can be told
    from chance where these are at most one in *rare* of the legal moves. *is_true* tells where an
    author's words for it fit a slip, if not where it is followed.
    """

    key: str
    name: str
    text: str
    chooses: Callable[[Seen], list[Move]] | None = field(default=None, repr=False)
    rare: int = 4
    is_true: Callable[[Slip], bool] | None = field(default=None, repr=False)

    def choices(self, question: Inquiry) -> list[Move]:
        """The moves it would make; raises :class:`BudgetExceededError` where that is too dear."""
        return self.moves(Seen(question))

    def moves(self, seen: Seen) -> list[Move]:
        """The same for a position that other habits see as well."""
        return self.chooses(seen) if self.chooses else []

    def followed_by(self, slip: Slip) -> tuple[Move, ...]:
        """The moves it would make, those that differ; none where the slip is not among them."""
        moves = by_result(self.moves(slip.seen))
        return tuple(moves.values()) if moves and result_of(slip.move) in moves else ()

    def shown_by(self, slip: Slip) -> bool:
        """Whether a slip follows it, and hardly by chance."""
        moves = self.followed_by(slip)
        return bool(moves) and len(moves) * self.rare <= len(slip.seen.different)

    def fits(self, slip: Slip) -> bool:
        """Whether it may be spoken of after a slip, chance or not."""
        return self.is_true(slip) if self.is_true else bool(self.followed_by(slip))


def legal_moves(question: Inquiry) -> list[Move]:
    """The moves of the player to move, at most :data:`MAX_MOVES` of them."""
    return list(islice(question.legal_moves(), MAX_MOVES))


def leaves_even_ones(position: Position) -> bool:
    """Whether only rows of 1 are left, an even number of them and at least two."""
    return bool(position) and set(map(int, position)) == {1} and len(position) % 2 == 0


def is_symmetric(position: Position) -> bool:
    """Whether the rows come in equal pairs, at least one pair larger than 1."""
    pairs = all(count % 2 == 0 for count in Counter(position).values())
    return bool(position) and pairs and max(position) > 1


def normal_play(question: Inquiry) -> Inquiry:
    """The same position with the last move winning."""
    return replace(question, convention=Convention.NORMAL)


# What each habit would play; nothing where it makes no sense.


def _leading_to(wanted: Callable[[Position], bool], seen: Seen) -> list[Move]:
    if seen.question.ruleset.partizan or not seen.is_misere:
        return []
    return [move for move, left in seen.after.items() if wanted(left)]


def _makes_even_ones(seen: Seen) -> list[Move]:
    question = seen.question
    rules, mover = question.ruleset, question.to_move
    ones = {rules.resized(size, 1) for size in question.position}
    takes_ones = all(list(rules.options(one, mover)) == [()] for one in ones)
    return _leading_to(leaves_even_ones, seen) if takes_ones else []


def _balances_whole_rows(seen: Seen) -> list[Move]:
    question = seen.question
    most = question.ruleset.maximum
    if most is None or max(question.position, default=0) <= most:
        return []
    legal = set(seen.legal)
    return [move for move in answer(replace(question, ruleset=Nim())).moves if move in legal]


def _never_splits(seen: Seen) -> list[Move]:
    """What would win if no row could fall in two, in games that are then rows with fixed takes."""
    rules = seen.question.ruleset
    if not isinstance(rules, Octal) or rules.digits[0] or not set(rules.digits) <= {0, 3, 7}:
        return []
    if any(len(move.becomes) < 2 for move in seen.analysis.moves):
        return []
    takes = [take for take, digit in enumerate(rules.digits) if digit]
    return list(answer(replace(seen.question, ruleset=Subtraction(takes))).moves)


def _plays_normally(seen: Seen) -> list[Move]:
    return list(seen.normal_moves)


def _takes_most(seen: Seen) -> list[Move]:
    most = max((move.removed for move in seen.legal), default=0)
    return [move for move in seen.legal if move.removed == most]


def _leaves_one_more(seen: Seen) -> list[Move]:
    """One more than would win if the last one won."""
    question, moves = seen.question, []
    for move in seen.normal_moves:
        left = question.ruleset.resized(move.size, sum(move.becomes) + 1)
        fits = len(move.becomes) < 2 and left < move.size
        if fits and question.ruleset.allows(move.size, (left,), question.to_move):
            moves.append(replace(move, becomes=(left,)))
    return moves


def _leaves(wanted: Callable[[Position], bool]) -> Callable[[Slip], bool]:
    def holds(slip: Slip) -> bool:
        return slip.seen.is_misere and wanted(slip.move.apply(slip.seen.question.position))

    return holds


def _missed_split(slip: Slip) -> bool:
    wins = slip.seen.analysis.moves
    return len(slip.move.becomes) < 2 and all(len(move.becomes) > 1 for move in wins)


def _right_row_wrong_count(slip: Slip) -> bool:
    return any(move.component == slip.move.component for move in slip.seen.analysis.moves)


def _right_sum_wrong_row(slip: Slip) -> bool:
    """Only where a number is chosen: not every game takes pieces, and some codes only one."""
    numbers = {move.removed for move in slip.seen.legal}
    if len(numbers) < 2 or not slip.seen.question.ruleset.takes_pieces:
        return False
    return any(move.removed == slip.move.removed for move in slip.seen.analysis.moves)


def _endings_agree(slip: Slip) -> bool:
    seen = slip.seen
    return seen.is_misere and set(seen.normal_moves) == set(seen.analysis.moves)


EVEN_ONES = Misconception(
    "even-ones",
    *words.EVEN_ONES,
    chooses=_makes_even_ones,
    rare=3,  # near the end there are few moves
    is_true=_leaves(leaves_even_ones),
)
MIRROR = Misconception(
    "mirror",
    *words.MIRROR,
    chooses=partial(_leading_to, is_symmetric),
    is_true=_leaves(is_symmetric),
)
NO_REMAINDER = Misconception(
    "no-remainder",
    *words.NO_REMAINDER,
    chooses=_balances_whole_rows,
)
MISSED_SPLIT = Misconception(
    "missed-split",
    *words.MISSED_SPLIT,
    chooses=_never_splits,
    is_true=_missed_split,
)
NORMAL_HABIT = Misconception(
    "normal-habit",
    *words.NORMAL_HABIT,
    chooses=_plays_normally,
)
GRAB = Misconception(
    "grab",
    *words.GRAB,
    chooses=_takes_most,
    rare=6,
)
RIGHT_ROW = Misconception(
    "right-row-wrong-count",
    *words.RIGHT_ROW,
    is_true=_right_row_wrong_count,
)
RIGHT_SUM = Misconception(
    "right-sum-wrong-row",
    *words.RIGHT_SUM,
    is_true=_right_sum_wrong_row,
)
FLIP_EVERYTHING = Misconception(
    "flip-everything",
    *words.FLIP_EVERYTHING,
    chooses=_leaves_one_more,
    rare=6,
    is_true=_endings_agree,
)

MISCONCEPTIONS = (
    EVEN_ONES,
    MIRROR,
    NO_REMAINDER,
    MISSED_SPLIT,
    NORMAL_HABIT,
    GRAB,
    RIGHT_ROW,
    RIGHT_SUM,
    FLIP_EVERYTHING,
)
"""The most particular first."""

HABITS = tuple(habit for habit in MISCONCEPTIONS if habit.chooses)
"""Those that can be named; the others only choose an author's words."""


@dataclass(frozen=True)
class Mistake:
    """What a losing move shows: every habit that it follows, the most particular first, and the
    remarks that are true of it, by chance or not, from which an author's words may start."""

    habits: tuple[Misconception, ...] = ()
    remarks: tuple[Misconception, ...] = ()


def shown_by_move(question: Inquiry, move: Move, facts: Profile | None = None) -> Mistake:
    """What *move* shows; *facts* are those of the question, where they are known.

    Nothing where the move wins, where nothing could be won, and where the position is too large
    to be decided within the question's budget.

    >>> from solver import Move, ask
    >>> shown = shown_by_move(ask("nim", "1+1+2"), Move(2, 2, ()))
    >>> [habit.key for habit in shown.habits], [remark.key for remark in shown.remarks][1:]
    (['even-ones'], ['normal-habit', 'grab', 'right-row-wrong-count'])
    """
    slip = _slip(question, move, facts)
    if slip is None:
        return Mistake()
    return Mistake(_holding(slip, Misconception.shown_by), _holding(slip, Misconception.fits))


def habits(
    question: Inquiry, move: Move, facts: Profile | None = None
) -> tuple[Misconception, ...]:
    """The habits of a :class:`Mistake` alone.

    >>> from solver import Move, ask
    >>> [habit.key for habit in habits(ask("nim", "1+1+2"), Move(2, 2, ()))]
    ['even-ones']
    """
    slip = _slip(question, move, facts)
    return _holding(slip, Misconception.shown_by) if slip else ()


def remarks(question: Inquiry, move: Move) -> tuple[Misconception, ...]:
    """The remarks of a :class:`Mistake` alone.

    >>> from solver import Move, ask
    >>> [habit.key for habit in remarks(ask("nim", "1+1+2"), Move(2, 2, ()))]
    ['even-ones', 'normal-habit', 'grab', 'right-row-wrong-count']
    """
    slip = _slip(question, move)
    return _holding(slip, Misconception.fits) if slip else ()


def _slip(question: Inquiry, move: Move, facts: Profile | None = None) -> Slip | None:
    """The move as a slip; None where it is none, or where that costs too much to tell."""
    seen = Seen(question, facts)
    try:
        is_slip = bool(seen.analysis.moves) and not seen.analysis.keeps_win(move)
    except BudgetExceededError:
        return None
    return Slip(seen, move) if is_slip else None


def _holding(slip: Slip, holds: Callable[[Misconception, Slip], bool]) -> tuple[Misconception, ...]:
    """What holds of a slip; nothing where that costs too much to tell."""
    try:
        return tuple(habit for habit in MISCONCEPTIONS if holds(habit, slip))
    except BudgetExceededError:
        return ()


def misconception(question: Inquiry, move: Move) -> Misconception | None:
    """The one habit to show for *move*, or None.

    >>> from solver import Move, ask
    >>> misconception(ask("nim", "1+1+2"), Move(2, 2, ())).key
    'even-ones'
    """
    return next(iter(habits(question, move)), None)
