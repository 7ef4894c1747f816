"""Exhaustive search: the oracle. It visits positions and believes nothing else.

Positions are kept sorted, because the order of components does not matter to who wins. The
search keeps to a budget, raises a typed error when it is passed, never hangs and never guesses.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from .budget import ROWS_A_STEP, Budget, length_in_steps
from .conventions import Convention, Outcome, Player
from .errors import BudgetExceededError
from .positions import Move, Position
from .rulesets.lattice import Lattice, Parts, Sorts, added
from .rulesets.rules import Ruleset

VISIT_STEPS = 4
MANY, EQUAL = 13, 3
"""From how many components on, more than a page shows, they are counted at once, if there are so
many of each size on average. That may cost three quarters of the budget, since a search that does
with the rest is rare."""
COUNT_FROM = 2_048
"""From how many positions on the sorts of their components are looked at. Sums of equal sorts are
one position from then on. They are counted as well, at no more than what was spent; that goes on
when there are twice as many."""
SORTING_STEPS = 20_000
"""What it may cost to see which sorts of components there are."""

_Node = tuple[Position, Player | None] | tuple[Parts]
"""A position and who is to move, or the sorts of its components."""


class Search:
    """Who wins, by looking at every line of play; results are remembered.

    *budget* is spent on every position entered and every move looked at, by their length.
    """

    def __init__(self, ruleset: Ruleset, convention: Convention, budget: Budget) -> None:
        self.ruleset = ruleset
        self.convention = convention
        self.budget = budget
        self._wins: dict[_Node, bool] = {}
        self._done = 0
        """How many positions were entered or decided, some in two ways."""
        self._entered = self._met = 0
        """How many different positions this way has met, and any way at most."""
        self._asked: Position = ()
        self._sorts: Sorts | None = None
        self._lattice: Lattice | None = None
        self._may_count = not (ruleset.partizan or ruleset.is_sum)

    @property
    def visited(self) -> int:
        """How many different positions the search has met so far, at least."""
        return max(self._met, self._entered)

    def wins(self, position: Position, player: Player | None = None) -> bool:
        """Whether the player to move wins; *player* says who that is in a partizan game.

        Raises :class:`BudgetExceededError` when the answer would cost too much.
        """
        player = player if self.ruleset.partizan else None
        is_lost = self._lattice.is_lost(position) if self._lattice else None
        if is_lost is None and len(position) >= max(MANY, EQUAL * len({*position})):
            is_lost = self._counted(position, 3 * self.budget.remaining // 4)
        if is_lost is not None:
            return not is_lost
        root = self._node(position, player)
        wins = self._wins
        if root in wins:
            return wins[root]
        stack = [self._enter(root)]
        next_count = COUNT_FROM
        while stack:
            if self._done >= next_count:
                next_count = 2 * self._done
                is_lost = self._counted(position, next_count * VISIT_STEPS)
                if is_lost is not None:
                    return not is_lost
                sorted_root = self._node(position, player)
                if sorted_root != root:
                    root, stack = sorted_root, [self._enter(sorted_root)]
            node, children = stack[-1]
            won = False
            for child in children:
                child_wins = wins.get(child)
                if child_wins is None:
                    stack.append(self._enter(child))
                    break
                if not child_wins:
                    won = True
                    break
            else:
                # Every move loses, unless there was none and being stuck wins.
                won = self.convention.stuck_player_wins and self._is_stuck(node)
                self._close(stack, node, won=won)
                continue
            if won:
                self._close(stack, node, won=True)
        return wins[root]

    def _node(self, position: Position, player: Player | None) -> _Node:
        """What stands for a position with a player to move."""
        if self._sorts and self._sorts.has(position):
            return (self._sorts.parts(position),)
        return tuple(sorted(position)), player

    def _counted(self, position: Position, most: int) -> bool | None:
        """Whether a position is lost, by counting its components; None where that costs more than
        *most* steps."""
        if not self._may_count:
            return None
        if self._lattice is None or self._lattice.position != position:
            budget = self.budget.most(SORTING_STEPS)
            try:
                if self._sorts is None or not self._sorts.has(position):
                    self._sorts = Sorts(self.ruleset, {*self._asked, *position}, budget)
                    self._met, self._entered = self.visited, 0
                    for node in [node for node in self._wins if len(node) == 1]:
                        del self._wins[node]  # the sorts have other numbers now
                    # Two heaps of 1 are nothing, and yet somebody may answer them.
                    self._wins[(0,),] = not self.convention.stuck_player_wins
                self._lattice = Lattice(self._sorts, self.convention, position, budget)
            except BudgetExceededError:
                self._may_count = False
                return None
        before = self._lattice.decided
        with suppress(BudgetExceededError):
            self._lattice.solve(self.budget.most(most))
        self._done += self._lattice.decided - before
        self._met = max(self._met, self._lattice.decided)
        return self._lattice.is_lost(position)

    def _close(self, stack: list[tuple[_Node, Iterator[_Node]]], node: _Node, *, won: bool) -> None:
        """Record *node*; a lost node wins for the one above, whose iterator is past it."""
        self._wins[node] = won
        stack.pop()
        if stack and not won:
            self._close(stack, stack[-1][0], won=True)

    def _enter(self, node: _Node) -> tuple[_Node, Iterator[_Node]]:
        self._done += 1
        self._entered += 1
        self.budget.spend(VISIT_STEPS + length_in_steps(node[0]))
        return node, self._children(node)

    def _children(self, node: _Node) -> Iterator[_Node]:
        if len(node) == 1:
            yield from self._sorted_children(*node)
            return
        position, player = node
        mover_next = player.other if player else None
        previous, steps, spend = None, length_in_steps(position), self.budget.spend
        for index, size in enumerate(position):
            if size == previous:
                continue  # equal components have equal options
            previous = size
            rest = position[:index] + position[index + 1 :]
            for option in self.ruleset.options(size, player):
                spend(steps + len(option) // ROWS_A_STEP)
                yield tuple(sorted(rest + option)), mover_next

    def _sorted_children(self, parts: Parts) -> Iterator[tuple[Parts]]:
        """What moves leave of a sum of sorts, in an impartial game."""
        assert self._sorts
        steps = length_in_steps(parts)
        for index, part in enumerate(parts):
            if index and part == parts[index - 1]:
                continue
            rest = parts[:index] + parts[index + 1 :]
            for option in self._sorts.options[part]:
                self.budget.spend(steps)
                yield (added(rest + option),)

    def _is_stuck(self, node: _Node) -> bool:
        return next(self._children(node), None) is None

    def outcome(self, position: Position) -> Outcome:
        """The outcome class: N or P, for partizan games also L or R."""
        return Outcome.of(
            left_first_wins=self.wins(position, Player.LEFT),
            right_first_wins=self.wins(position, Player.RIGHT),
        )

    def winning_moves(self, position: Position, player: Player | None = None) -> tuple[Move, ...]:
        """All moves after which the other player, to move, loses."""
        mover_next = player.other if player else None
        self._asked = position  # so that all it may leave has its sorts at once
        winning = []
        keeps: dict[tuple[int, Position], bool] = {}
        for move in self.budget.each(self.ruleset.legal_moves(position, player)):
            change = move.size, move.becomes  # equal components leave equal positions
            if change not in keeps:
                keeps[change] = not self.wins(move.apply(position), mover_next)
            if keeps[change]:
                winning.append(move)
        return tuple(winning)

    def met_winning_move(self, position: Position, player: Player | None = None) -> Move | None:
        """A winning move that the search has met already, if there is one. There is one from every
        position that the search has found won, unless nobody can move there."""
        if not self.ruleset.partizan:
            player = None
        mover_next = player.other if player else None
        for move in self.budget.each(self.ruleset.legal_moves(position, player)):
            after = move.apply(position)
            plain = tuple(sorted(after)), mover_next
            if False in (self._wins.get(plain), self._wins.get(self._node(after, mover_next))):
                return move
            if self._lattice and self._lattice.is_lost(after):
                return move
        return None
