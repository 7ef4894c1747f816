"""What every theory is: a lens on a position that says whether it applies, and then answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from .budget import Budget
from .conventions import Convention, Outcome, Player
from .errors import BudgetExceededError
from .explanation import Analysis, Facts, OnDemand, ReasoningStep
from .move_classes import Fold, classes, is_long, listing_steps
from .positions import Move, Position
from .quotients import Known
from .rulesets.rules import Ruleset
from .search import Search
from .words import counted, each_told, elided
from .words import moves as move_words
from .words import refusals as words

Shelf = Callable[[str], Known | None]
"""Where quotients are kept, by the keys of their rulesets."""
MOVE_STEPS = 3
"""What making one move, and looking at it, costs."""


@dataclass(frozen=True)
class Inquiry:
    """A position to be analysed. *budget* is what everything asked about it may cost together;
    a question made by hand has the usual one of its own."""

    ruleset: Ruleset
    position: Position
    convention: Convention
    to_move: Player | None = None
    budget: Budget = field(default_factory=Budget, compare=False)
    lanes: tuple[int, ...] = ()
    """The number of the row in which the board shows each component, if not its place. Rows keep
    their numbers, and what a move leaves of a row stays in it. Heaps are numbered again."""
    searches: dict[Position, Search] = field(default_factory=dict, compare=False, repr=False)
    """What was met in searching, for further questions about the same position."""

    kept: Shelf | None = field(default=None, compare=False, repr=False)
    """Where a quotient is looked up that costs more than the budget."""

    def name(self, component: int) -> str:
        """What to call a component in a sentence: ``row 2``, or ``the 5 in row 2``."""
        number = self.lanes[component] if self.lanes else component + 1
        row = f"{self.ruleset.component_word} {number}"
        if self.lanes.count(number) < 2:
            return row
        return move_words.PART_OF_ROW.format(size=self.position[component], row=row)

    def each_told(self, tell: Callable[[int, object], str]) -> list[str]:
        """Say something of each row by its place and its size, once for all of the same size. In a
        sum of different games a row is called by its place, since a size tells too little."""
        if self.ruleset.is_sum:
            places = range(len(self.position))
            return elided([tell(place, self.name(place)) for place in places])
        place_of = {size: place for place, size in enumerate(self.position)}
        row = self.ruleset.component_word
        return each_told(self.position, lambda size: tell(place_of[size], size), row)

    @cached_property
    def players(self) -> tuple[Player | None, ...]:
        """Whose moves are asked about: the one to move, or both; (None,) in an impartial game."""
        if not self.ruleset.partizan:
            return (None,)
        return (self.to_move,) if self.to_move else (Player.LEFT, Player.RIGHT)

    def legal_moves(self) -> Iterator[Move]:
        """Every legal move of the player asked about, each paid for from the budget."""
        for player in self.players:
            yield from self.budget.each(self.ruleset.legal_moves(self.position, player), MOVE_STEPS)

    @property
    def begun(self) -> Search | None:
        """The search of this position, if there was one before."""
        search = self.searches.get(self.position)
        return search if search and search.convention is self.convention else None

    def search(self) -> Search:
        """The search of this position, gone on with if there was one before."""
        search = self.begun or Search(self.ruleset, self.convention, self.budget)
        self.searches[self.position] = search
        search.budget = self.budget
        return search

    def within(self, share: int) -> Inquiry:
        """The same question, which may cost one *share*-th of what is left of the budget."""
        return replace(self, budget=self.budget.part(share))

    def after(self, move: Move) -> Inquiry:
        """The question the other player faces after *move*, on the same board."""
        other = self.to_move.other if self.to_move else None
        left, lanes, place = move.apply(self.position), self.lanes, move.component
        if lanes and self.ruleset.component_word != "heap":
            parts = (lanes[place],) * len(move.becomes)
            lanes = (*lanes[:place], *parts, *lanes[place + 1 :])
        else:
            lanes = ()
        return Inquiry(self.ruleset, left, self.convention, other, self.budget, lanes)


def check_listing(question: Inquiry, fold: Fold | None = None) -> None:
    """Pay for listing the moves, and refuse rows so long that they split in too many ways; where
    values repeat as *fold* says, such moves are told by classes.

    Raises :class:`BudgetExceededError` past the question's budget.
    """
    rules, allowed = question.ruleset, question.budget.positions
    if rules.splits and sum(question.position) > allowed:
        long = (size for size in question.position if not (fold and is_long(rules, size)))
        ways = sum(map(rules.splitting, long))
        if ways > allowed:
            raise _too_many(ways, allowed)
    question.budget.spend(sum([listing_steps(rules, size, fold) for size in question.position]))


def check_length(question: Inquiry) -> None:
    """Refuse at once to search a row that splits in more ways than can be entered. A row of n has
    nearly n/2 moves that split it, and each leaves a position that costs six steps or more: one to
    look at the move, four to enter, one for its length. Two n are less than that.

    Raises :class:`BudgetExceededError` past the question's budget.
    """
    rules, allowed = question.ruleset, question.budget.positions
    longest = max(map(rules.splitting, question.position), default=0)
    if longest > allowed and 2 * longest > question.budget.remaining:
        raise _too_many(longest, allowed)


def _too_many(counters: int, allowed: int) -> BudgetExceededError:
    return BudgetExceededError(
        words.TOO_MANY_MOVES.format(counters=counted(counters, "counter"), allowed=allowed),
        budget=allowed,
        value=str(counters),
        accepted=words.SHORTER_ROWS,
    )


def conclude(
    question: Inquiry,
    theory: str,
    outcome: Outcome,
    winning: Iterable[Move],
    *,
    preferred: Move | None,
    components: Iterable[Facts],
    steps: Sequence[ReasoningStep],
    fold: Fold | None = None,
) -> Analysis:
    """The analysis of *question* by the theory whose key is *theory*. Where values repeat as
    *fold* says, the *winning* moves of long rows stand for their classes."""
    winning = tuple(winning)
    return Analysis(
        ruleset=question.ruleset,
        position=question.position,
        convention=question.convention,
        to_move=question.to_move,
        theory=theory,
        outcome=outcome,
        winning_moves=winning,
        classes=classes(question.ruleset, winning, fold) if fold else (),
        preferred=preferred,
        components=components if isinstance(components, OnDemand) else tuple(components),
        steps=steps,
    )


def set_aside(question: Inquiry, analyse: Callable[[Inquiry], Analysis]) -> tuple[Move, ...]:
    """The moves of the idea in the laundry room, the preferred one first; most often it fails.

    The idea: where the last one loses, set the counter of a single row aside and play the rest
    as if the last one won. The moves are in terms of the whole position.
    """
    if question.convention is Convention.NORMAL or 1 not in question.position:
        return ()
    card = question.position.index(1)
    rest = question.position[:card] + question.position[card + 1 :]
    mental = replace(question, position=rest, convention=Convention.NORMAL, lanes=(), searches={})
    analysis = analyse(mental)
    moves = sorted(analysis.winning_moves, key=lambda move: move != analysis.preferred)
    return tuple(
        replace(move, component=move.component + (move.component >= card)) for move in moves
    )


class Theory(ABC):
    """One way to decide and explain a position."""

    key: str
    """The name in the command line's contract."""
    name: str
    """The name a page shows."""

    @abstractmethod
    def refusal(self, question: Inquiry) -> str | None:
        """Why the theory does not cover the question, as one sentence; None if it does."""

    def is_at_hand(self, question: Inquiry) -> bool:
        """Whether what the theory needs about the game is known, or found in a moment."""
        return True

    # The quotient has to find out about most games, and search about every position.
    is_sure_to_end = is_at_hand
    """Whether what is not at hand is known to be found within a usual budget."""
    may_reach = is_at_hand
    """Whether it is worth while to go on: whether the budget may be enough for the position."""

    @abstractmethod
    def analyse(self, question: Inquiry) -> Analysis:
        """Answer a question that :meth:`refusal` lets pass.

        Raises :class:`~solver.errors.BudgetExceededError` when it would cost too much.
        """
