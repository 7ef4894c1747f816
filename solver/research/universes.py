"""How games compare beside others where the last one loses, in four universes.

The sum of G and H depends on what else may lie on the table, the *company*. A universe is a set of
games that may:

- *Dicots*: whenever one player can move, so can the other.
- *Dead-ending* games: a player who has no move in a component never gets one there again. Dicots
  are dead-ending, and so are all games in which pieces are placed, such as partizan Kayles and
  Domineering.
- *Blocking* games: a player who has no move in a component is *blocked* there. Whatever the other
  one plays there, the player is blocked again, or can move to where the player is blocked. They
  hold the dead-ending games (Davies, Miller and Milley, *Order and inverses in the monoid of misère
  blocking games*, 2025).
- *All* games.

G >= H in a universe U means: beside every X of U, and whoever begins, Left wins G + X if she wins
H + X. The test is the one of Larsson, Nowakowski and Santos (*Absolute combinatorial game theory*,
2016), in Siegel's form (*On the general dead-ending universe of partizan games*, 2023):

1. *Proviso.* If Left has no move in H, then no *Left end* X of U (a game without a move of Left)
   makes her lose G + X moving first. If Right has no move in G, then no Right end X of U makes him
   lose H + X moving first.
2. *Maintenance.* For every move of Right in G, to G', Right has one in H to some H' <= G', or Left
   an answer in G' that is >= H. For every move of Left in H, to H', Left has one in G to some
   G' >= H', or Right an answer in H' that is <= G.

*It is enough*, by induction on G, H and X. Say Left wins H + X. If she begins by moving to H' + X,
then 2 gives a move to G' + X, or a reply of Right in H' that is <= G. She wins after that reply
too, being to move, and so wins G + X. If she begins in X, the same move wins in G + X. If she has
no move, H and X are Left ends, and 1 says it. If Right begins, his moves in G + X are answered in
the same way, and if he has none, then by 1 he would win H + X.

*It is needed*: where the test fails, :class:`solver.research.companies.Telling` makes an X of U
that tells G and H apart. It uses no more than that U has the dicots, the options of its games, and
every game with options in U for both players.

Of condition 1 only this is left: **is there a Left end X of U beside which Left, moving first,
loses G?** Write W for that, X not being 0, and V for: Right, moving first, wins G + X for some
Left end X of U that is not 0. More options for Right in such an X never hurt him: he was not stuck
before, and Left cannot move there. So one X does for several G, with all their options.

- W(G): Left has a move, and every G' that she leaves has V(G').
- V(G): W holds for some G' that Right leaves; or Right moves in X, where Left is in the end
  without a move again, 0 or not: Left loses G moving first, or W(G). That is all among dead-ending
  games, whose Left ends have only Left ends for options. X may be taken to be a *perfect murder*
  (Larsson, Milley, Nowakowski, Renault and Santos, *Progress on misère dead ends*, 2018).
- Among blocking games, Right may also move in X to a K where Left can move to a Left end again. If
  Left has the adjoint of each of her moves in G against her in K, she has to, and Right is to move:
  V(G) holds as well if Right wins G moving first, and no other K does more for him.
- Among all games W(G) is: Left has a move. Right answers in X by the adjoint of what she leaves.
- Among dicots 0 is the only end.

**Inverses.** In each of these universes the only possible inverse is the *conjugate*, in which Left
and Right have changed sides (Davies and Yadav, *Invertibility in the misère multiverse*, arXiv
2410.06924, 2024). So G has an inverse if G and its conjugate together are >= 0; that sum is its
own conjugate. Beside all games only a position in which nobody can ever move has one (Mesdal and
Ottaway, *Simplification of partizan games in misère play*, Integers 7, 2007). For dead-ending and
for blocking games there is a second proof: a game has an inverse exactly if it is *P-free*, or
equal to such a game: nothing play leads to is a P-position (Milley and Renault; Davies, Miller and
Milley, *On sums of P-free forms under misère play*, arXiv 2506.05257, 2025).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from ..budget import Allowed, Budget
from ..conventions import Outcome, Player
from ..errors import BudgetExceededError, InvalidInputError, about
from ..rulesets.keys import get_ruleset
from ..rulesets.rules import Ruleset
from ..words import joined, unreadable
from ..words import universes as words
from .game_forms import Component, MisereForm, Sum

MAX_DEPTH = 120
"""The longest line of play that is searched."""
LEFT, RIGHT = Player.LEFT, Player.RIGHT


class Universe(StrEnum):
    """What may lie beside a position."""

    DICOTS = "dicots"
    DEAD_ENDING = "dead-ending"
    BLOCKING = "blocking"
    ALL = "all"

    @classmethod
    @about("universe")
    def parse(cls, text: str) -> Universe:
        """Read the name of a universe; raises :class:`InvalidInputError` for anything else."""
        try:
            return cls(text.strip().lower())
        except ValueError:
            known = joined(cls, "or")
            raise InvalidInputError.because(unreadable.UNIVERSE, text, known=known) from None


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
    rules: str | Ruleset | MisereForm,
    position: str | int | Iterable[int] = (),
    budget: Allowed = None,
) -> tuple[Invertibility, ...]:
    """Whether a position, or a form, has an inverse among dicots, dead-ending games, blocking games
    and all games, where the last one loses.

    >>> [each.answer.value for each in invertibility("partizan-kayles", 1)]
    ['outside', 'yes', 'yes', 'no']
    >>> [each.answer.value for each in invertibility("partizan-kayles", 2)]
    ['outside', 'no', 'no', 'no']
    >>> [each.answer.value for each in invertibility("nim", "1")]
    ['yes', 'no', 'no', 'no']
    """
    sums = Sums(Budget.of(budget))
    if isinstance(rules, MisereForm):
        own, conjugate = rules.alone, (-rules).alone
    else:
        rules = get_ruleset(rules)
        sizes = sorted(rules.read_position(position))
        own, conjugate = (
            tuple(Row(rules, size, is_conjugate) for size in sizes)
            for is_conjugate in (False, True)
        )
    return tuple(_told(sums, own, conjugate, universe) for universe in Universe)


def _told(sums: Sums, own: Sum, conjugate: Sum, universe: Universe) -> Invertibility:
    try:
        answer, why = _answer(sums, own, conjugate, universe)
    except BudgetExceededError as error:
        answer, why = HasInverse.UNKNOWN, str(error)
    return Invertibility(universe, answer, why)


def _answer(sums: Sums, own: Sum, conjugate: Sum, universe: Universe) -> tuple[HasInverse, str]:
    outside = sums.outside(own, universe)
    if outside:
        return HasInverse.OUTSIDE, outside
    both = joined_sum(own, conjugate)
    if universe is Universe.ALL:
        # A sum in which somebody can move is none in which nobody can, so it is not 0.
        stuck = not any(sums.can_move((part,), player) for part in both for player in Player)
        return (
            (HasInverse.YES, words.NOBODY_MOVES) if stuck else (HasInverse.NO, words.ONLY_NOTHING)
        )
    if sums.is_at_least(both, (), universe):
        return HasInverse.YES, words.CONJUGATE
    if not sums.wins(both, LEFT):
        return HasInverse.NO, words.LOSES
    if sums.is_weak(both, LEFT, universe):
        waits = universe is Universe.DEAD_ENDING
        return HasInverse.NO, words.LOSES_WAITING if waits else words.LOSES_BLOCKED
    return HasInverse.NO, words.UNANSWERED


class Row(NamedTuple):
    """A row of some *rules*, or of their conjugates."""

    rules: Ruleset
    size: int
    is_conjugate: bool = False

    @property
    def rank(self) -> tuple[int, ...]:
        return 1, self.is_conjugate, self.size

    def options(self, player: Player) -> Iterator[Sum]:
        mover = player.other if self.is_conjugate else player
        for option in self.rules.options(self.size, mover):
            yield tuple(Row(self.rules, size, self.is_conjugate) for size in option)

    def __str__(self) -> str:
        return self.rules.row_words(self.size)


def joined_sum(*sums: Sum) -> Sum:
    """One sum of several."""
    return tuple(sorted((part for each in sums for part in each), key=lambda part: part.rank))


class Sums:
    """Sums of games, and how they compare. Each question is answered once; *budget* pays."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self._options: dict[tuple[Component, Player], tuple[Sum, ...]] = {}
        self._wins: dict[tuple[Sum, Player], bool] = {}
        self._loses_beside: dict[tuple[Sum, Player, Universe], bool] = {}
        self._at_least: dict[tuple[Sum, Sum, Universe], bool] = {}
        self._blocked: dict[tuple[Component, Player], bool] = {}
        self._depth = 0

    # --- play ----------------------------------------------------------------------------------

    def options(self, part: Component, player: Player) -> tuple[Sum, ...]:
        """What a player may make of a component."""
        key = part, player
        if key not in self._options:
            self._options[key] = tuple(
                joined_sum(option) for option in self.budget.each(part.options(player))
            )
        return self._options[key]

    def moves(self, sum_of: Sum, player: Player) -> Iterator[Sum]:
        """The sums that a player can leave."""
        for place, part in enumerate(sum_of):
            if place and part == sum_of[place - 1]:
                continue  # equal components have equal options
            rest = sum_of[:place] + sum_of[place + 1 :]
            for option in self.options(part, player):
                yield joined_sum(rest, option)

    def can_move(self, sum_of: Sum, player: Player) -> bool:
        """Whether a player has a move."""
        return any(self.options(part, player) for part in sum_of)

    def wins(self, sum_of: Sum, mover: Player) -> bool:
        """Whether the player to move wins; who cannot move has won."""
        asked = sum_of, mover
        if asked not in self._wins:
            self._enter(sum_of)
            self._wins[asked] = not self.can_move(sum_of, mover) or any(
                not self.wins(after, mover.other) for after in self.moves(sum_of, mover)
            )
            self._depth -= 1
        return self._wins[asked]

    def left_wins(self, sum_of: Sum, mover: Player) -> bool:
        """Whether Left wins with *mover* to move."""
        return self.wins(sum_of, mover) == (mover is LEFT)

    def outcome(self, sum_of: Sum) -> Outcome:
        """Who wins."""
        return Outcome.of(
            left_first_wins=self.wins(sum_of, LEFT), right_first_wins=self.wins(sum_of, RIGHT)
        )

    # --- comparison ----------------------------------------------------------------------------

    def is_at_least(self, one: Sum, other: Sum, universe: Universe) -> bool:
        """Whether Left does at least as well with *one* as with *other*, beside any game of the
        universe."""
        asked = one, other, universe
        if asked not in self._at_least:
            self._enter(one + other)
            self._at_least[asked] = one == other or (
                self._meets_proviso(one, other, universe)
                and self.unanswered(one, other, universe) is None
            )
            self._depth -= 1
        return self._at_least[asked]

    def is_equal(self, one: Sum, other: Sum, universe: Universe) -> bool:
        """Whether either may stand for the other beside any game of the universe."""
        return self.is_at_least(one, other, universe) and self.is_at_least(other, one, universe)

    def _meets_proviso(self, one: Sum, other: Sum, universe: Universe) -> bool:
        return not (
            (not self.can_move(other, LEFT) and self.is_weak(one, LEFT, universe))
            or (not self.can_move(one, RIGHT) and self.is_weak(other, RIGHT, universe))
        )

    def unanswered(self, one: Sum, other: Sum, universe: Universe) -> tuple[Player, Sum] | None:
        """A move against which maintenance fails, and whose it is: of Right in *one*, or of Left in
        *other*."""
        for after in self.moves(one, RIGHT):
            if not any(
                self.is_at_least(after, reply, universe) for reply in self.moves(other, RIGHT)
            ) and not any(
                self.is_at_least(reply, other, universe) for reply in self.moves(after, LEFT)
            ):
                return RIGHT, after
        for after in self.moves(other, LEFT):
            if not any(
                self.is_at_least(reply, after, universe) for reply in self.moves(one, LEFT)
            ) and not any(
                self.is_at_least(one, reply, universe) for reply in self.moves(after, RIGHT)
            ):
                return LEFT, after
        return None

    def is_weak(self, sum_of: Sum, player: Player, universe: Universe) -> bool:
        """Whether the universe has an end of *player* beside which *player*, moving first, loses
        the sum."""
        return not self.wins(sum_of, player) or self.loses_beside(sum_of, player, universe)

    def loses_beside(self, sum_of: Sum, player: Player, universe: Universe) -> bool:
        """The same for ends that are not 0: W of the module."""
        if universe is Universe.DICOTS:
            return False
        if universe is Universe.ALL:
            return self.can_move(sum_of, player)
        asked = sum_of, player, universe
        if asked not in self._loses_beside:
            self._enter(sum_of)
            self._loses_beside[asked] = self.can_move(sum_of, player) and all(
                self._other_wins_beside(after, player, universe)
                for after in self.moves(sum_of, player)
            )
            self._depth -= 1
        return self._loses_beside[asked]

    def _other_wins_beside(self, sum_of: Sum, player: Player, universe: Universe) -> bool:
        """V of the module: the other player, moving first, wins beside such an end."""
        # His own moves first: what a wait leads to is met by nothing else.
        return (
            any(
                self.loses_beside(after, player, universe)
                for after in self.moves(sum_of, player.other)
            )
            or (universe is Universe.BLOCKING and self.wins(sum_of, player.other))
            or not self.wins(sum_of, player)
            or self.loses_beside(sum_of, player, universe)
        )

    # --- which universe ------------------------------------------------------------------------

    def outside(self, sum_of: Sum, universe: Universe) -> str:
        """Why a sum is not in the universe; empty if it is.

        A sum is in one of these universes exactly if every component that play may lead to is: each
        universe is closed under sums, and play may go on in the other components to their end.
        """
        if universe is Universe.ALL:
            return ""
        for part in self._parts(sum_of):
            stuck = [player for player in Player if not self.options(part, player)]
            if len(stuck) == 1 and not self._may_end(part, stuck[0], universe):
                text = {
                    Universe.DICOTS: words.NO_DICOT,
                    Universe.DEAD_ENDING: words.NOT_DEAD_ENDING,
                    Universe.BLOCKING: words.NOT_BLOCKING,
                }[universe]
                players = {"player": stuck[0].value.title(), "other": stuck[0].other.value.title()}
                return text.format(row=part, **players)
        return ""

    def _may_end(self, part: Component, player: Player, universe: Universe) -> bool:
        """Whether a component in which only the other player can move is in the universe."""
        if universe is Universe.DICOTS:
            return False
        if universe is Universe.DEAD_ENDING:
            return not any(self.options(later, player) for later in self._parts((part,)))
        return self._is_blocked(part, player)

    def _is_blocked(self, part: Component, player: Player) -> bool:
        """Whether a player is blocked in a component. A sum is blocked exactly if each component
        is."""
        asked = part, player
        if asked not in self._blocked:
            self._blocked[asked] = not self.options(part, player) and all(
                self._all_blocked(after, player)
                or any(self._all_blocked(reply, player) for reply in self.moves(after, player))
                for after in self.options(part, player.other)
            )
        return self._blocked[asked]

    def _all_blocked(self, sum_of: Sum, player: Player) -> bool:
        return all(self._is_blocked(part, player) for part in sum_of)

    def _parts(self, sum_of: Sum) -> list[Component]:
        """Every component that play may lead to, in order of rank."""
        met, queue = set(sum_of), list(sum_of)
        for part in queue:  # grows while it is gone through
            for player in Player:
                for option in self.options(part, player):
                    new = set(option) - met
                    met |= new
                    queue += new
        return sorted(queue, key=lambda part: part.rank)

    def _enter(self, sum_of: Sum) -> None:
        self._depth += 1
        self.budget.spend(4 + len(sum_of))
        if self._depth > MAX_DEPTH:
            self.budget.refuse()
