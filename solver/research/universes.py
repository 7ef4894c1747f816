"""Whether a position has an inverse where the last one loses, and in which universe.

Two positions are inverses if together they count as nothing. That depends on the *universe*, the
games that may lie beside them:

- *Dicots*: whenever one player can move, so can the other.
- *Dead-ending* games: a player who has no move in a component never gets one there again. Dicots
  are dead-ending, and so are all games in which pieces are placed, such as partizan Kayles and
  Domineering.
- *All* games: there, only a position in which nobody can ever move has an inverse (Mesdal and
  Ottaway, *Simplification of partizan games in misère play*, Integers 7, 2007).

In dicots and in dead-ending games, the only possible inverse is the conjugate, in which Left and
Right have changed sides (Larsson, Milley, Nowakowski, Renault and Santos, *Progress on misère dead
ends*, arXiv 1807.11297, 2018; for every universe Davies and Yadav, *Invertibility in the misère
multiverse*, arXiv 2410.06924, 2024). So the question is whether G, a position together with its
conjugate, counts as nothing. By their comparison test, G is at least 0 exactly if

1. Left, moving first, wins G beside every game of the universe in which she has no move. Among
   dicots that is the empty game alone. Among dead-ending games one more matters: a heap on which
   Right may wait as often as he likes, and which he may end at any time (their *perfect murder*);
2. Left has an answer that is at least 0 to every move of Right in G.

G is its own conjugate, so it is then at most 0 as well.

For dead-ending games Milley and Renault have a second proof: a game has an inverse exactly if it is
*P-free*, or equal to such a game: nothing play leads to is a P-position. The same is true in the
universe of *blocking* games, which holds both (Davies, Miller and Milley, *On sums of P-free forms
under misère play*, arXiv 2506.05257, 2025).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from ..budget import Allowed, Budget, length_in_steps
from ..conventions import Player
from ..errors import BudgetExceededError
from ..positions import Position
from ..rulesets.keys import get_ruleset
from ..rulesets.rules import Ruleset
from ..words import universes as words

MAX_DEPTH = 120
"""The longest line of play that is searched."""

State = tuple[Position, Position]
"""The sizes of a sum, and the sizes in which Left and Right have changed sides."""
EMPTY: State = ((), ())


class Universe(StrEnum):
    """What may lie beside a position."""

    DICOTS = "dicots"
    DEAD_ENDING = "dead-ending"
    ALL = "all"


class HasInverse(StrEnum):
    """Whether a position has an inverse in a universe."""

    YES = "yes"
    NO = "no"
    OUTSIDE = "outside"
    """The position itself is not in the universe."""
    UNKNOWN = "unknown"
    """The budget ended before the answer."""


@dataclass(frozen=True)
class Invertibility:
    """What is known about a position in a *universe*: the *answer*, and *why*, in a sentence."""

    universe: Universe
    answer: HasInverse
    why: str


def invertibility(
    rules: str | Ruleset, position: str | int | Iterable[int], budget: Allowed = None
) -> tuple[Invertibility, ...]:
    """Whether a position has an inverse among dicots, dead-ending games and all games, where the
    last one loses.

    >>> [each.answer.value for each in invertibility("partizan-kayles", 1)]
    ['outside', 'yes', 'no']
    >>> [each.answer.value for each in invertibility("partizan-kayles", 2)]
    ['outside', 'no', 'no']
    >>> [each.answer.value for each in invertibility("nim", "1")]
    ['yes', 'no', 'no']
    """
    rules, budget = get_ruleset(rules), Budget.of(budget)
    asked = _Asked(rules, rules.read_position(position), budget)
    return tuple(_told(asked, universe) for universe in Universe)


def _told(asked: _Asked, universe: Universe) -> Invertibility:
    try:
        answer, why = asked.answer(universe)
    except BudgetExceededError as error:
        answer, why = HasInverse.UNKNOWN, str(error)
    return Invertibility(universe, answer, why)


class _Asked:
    """A position beside its conjugate."""

    def __init__(self, rules: Ruleset, position: Position, budget: Budget) -> None:
        self.rules, self.position, self.budget = rules, position, budget
        self.state: State = (tuple(sorted(position)),) * 2
        self._wins: dict[tuple[State, Player, bool], bool] = {}
        self._at_least_nothing: dict[tuple[State, Universe], bool] = {}
        self._depth = 0

    def answer(self, universe: Universe) -> tuple[HasInverse, str]:
        """The answer in one universe, and why."""
        outside = self.outside(universe)
        if outside:
            return HasInverse.OUTSIDE, outside
        if universe is Universe.ALL:
            stuck = not any(self._can_move(size, each) for size in self.sizes for each in Player)
            if stuck:
                return HasInverse.YES, words.NOBODY_MOVES
            return HasInverse.NO, words.ONLY_NOTHING
        if self.is_at_least_nothing(self.state, universe):
            return HasInverse.YES, words.CONJUGATE
        if not self.is_strong(self.state, universe):
            waits = self.left_wins(self.state, Player.LEFT, waits=False)
            return HasInverse.NO, words.LOSES_WAITING if waits else words.LOSES
        return HasInverse.NO, words.UNANSWERED

    # --- universes -----------------------------------------------------------------------------

    @cached_property
    def sizes(self) -> dict[int, frozenset[int]]:
        """Every size that play may lead to, with the sizes that a move may make of it."""
        parts: dict[int, frozenset[int]] = {}
        queue = sorted(set(self.position))
        for size in queue:  # grows while it is gone through
            if size not in parts:
                parts[size] = frozenset(
                    part
                    for player in Player
                    for option in self.budget.each(self.rules.options(size, player))
                    for part in option
                )
                queue.extend(sorted(parts[size]))
        return parts

    def outside(self, universe: Universe) -> str:
        """Why the position is not in the universe; empty if it is. A sum is in one of these
        universes exactly if every size that play may lead to is."""
        if universe is Universe.ALL:
            return ""
        for size in sorted(self.sizes):
            movers = [player for player in Player if self._can_move(size, player)]
            if universe is Universe.DICOTS:
                if len(movers) == 1:
                    return self._said(words.NO_DICOT, size, movers[0])
                continue
            for player in set(Player) - set(movers):
                if any(self._can_move(later, player) for later in self._after(size)):
                    return self._said(words.NOT_DEAD_ENDING, size, player)
        return ""

    def _after(self, size: int) -> Iterator[int]:
        """Every size that play may make of a size."""
        queue = sorted(self.sizes[size])
        for later in queue:  # grows while it is gone through
            yield later
            queue.extend(sorted(self.sizes[later] - set(queue)))

    def _can_move(self, size: int, player: Player) -> bool:
        return next(self.rules.options(size, player), None) is not None

    def _said(self, text: str, size: int, player: Player) -> str:
        return text.format(row=self.rules.row_words(size), player=player.value.title())

    # --- play ----------------------------------------------------------------------------------

    def is_at_least_nothing(self, state: State, universe: Universe) -> bool:
        """Whether Left does at least as well with the sum as with nothing, beside any game of the
        universe."""
        asked = state, universe
        if asked not in self._at_least_nothing:
            self._enter(state)
            self._at_least_nothing[asked] = self.is_strong(state, universe) and all(
                any(
                    self.is_at_least_nothing(answer, universe)
                    for answer in self._moves(after, Player.LEFT)
                )
                for after in self._moves(state, Player.RIGHT)
            )
            self._depth -= 1
        return self._at_least_nothing[asked]

    def is_strong(self, state: State, universe: Universe) -> bool:
        """Whether Left, moving first, wins beside every game of the universe in which she has no
        move."""
        return self.left_wins(state, Player.LEFT, waits=False) and (
            universe is Universe.DICOTS or self.left_wins(state, Player.LEFT, waits=True)
        )

    def left_wins(self, state: State, mover: Player, *, waits: bool) -> bool:
        """Whether Left wins with *mover* to move, Right being allowed to *wait* or not."""
        asked = state, mover, waits
        if asked not in self._wins:
            self._enter(state)
            self._wins[asked] = self._left_wins(state, mover, waits=waits)
            self._depth -= 1
        return self._wins[asked]

    def _left_wins(self, state: State, mover: Player, *, waits: bool) -> bool:
        after = list(self._moves(state, mover))
        if mover is Player.LEFT:
            return not after or any(
                self.left_wins(each, Player.RIGHT, waits=waits) for each in after
            )
        if not after and not waits:
            return False
        answered = all(self.left_wins(each, Player.LEFT, waits=waits) for each in after)
        if not answered or not waits:
            return answered
        return all(self.left_wins(state, Player.LEFT, waits=again) for again in (True, False))

    def _moves(self, state: State, player: Player) -> Iterator[State]:
        """The sums that a player can leave."""
        for side, mover in ((0, player), (1, player.other)):
            sizes = state[side]
            for place, size in enumerate(sizes):
                if size in sizes[:place]:
                    continue  # equal sizes have equal options
                rest = sizes[:place] + sizes[place + 1 :]
                for option in self.budget.each(self.rules.options(size, mover)):
                    left = tuple(sorted(rest + option))
                    yield (left, state[1]) if side == 0 else (state[0], left)

    def _enter(self, state: State) -> None:
        self._depth += 1
        self.budget.spend(4 + sum(map(length_in_steps, state)))
        if self._depth > MAX_DEPTH:
            self.budget.refuse()
