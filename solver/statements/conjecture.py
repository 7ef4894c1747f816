"""A formula as a conjecture about who loses, and the search for what breaks it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from solver.budget import Budget
from solver.conventions import Convention, Player
from solver.enumeration import partitions
from solver.errors import BudgetExceededError
from solver.outcome_classes import Classes, classes_of
from solver.positions import Position
from solver.rulesets.rules import Ruleset
from solver.search import Search
from solver.statements.conjectures import Breach, Ground, Halves, Place
from solver.statements.quantities import Figures

from .formulas import Formula, FormulaSubject, Variable

LOOK_ON = 5
"""How many pieces beyond the breach of one half that of the other is looked for."""


@dataclass(frozen=True)
class Survey(Halves):
    """Halves that were looked for in every position of up to *total* pieces."""

    total: int = 0


class Conjecture:
    """That whoever is to move loses exactly where *formula* holds.

    On the empty board the ending of the game decides. A formula that names rows speaks of
    positions of so many *rows*; where a move splits a row so that there are more, what is true
    of those is taken as known.
    """

    def __init__(
        self, formula: Formula, rules: Ruleset, convention: Convention, budget: Budget
    ) -> None:
        self.formula, self.rules, self.convention = formula, rules, convention
        self.budget = budget
        self.figures = Figures(rules, budget)
        self.rows = max((p.rows for p in formula.walk() if isinstance(p, Variable)), default=0)
        self._search = Search(rules, convention, budget)
        self._claimed: dict[Place, bool] = {}

    def ground(self, budget: Budget) -> Ground:
        """Where it is tested."""
        return Ground(self.rules, self.convention, budget)

    @cached_property
    def classes(self) -> Classes | None:
        """What decides who wins; None where nothing does but search."""
        return classes_of(self.rules, self.convention, self.budget.part(2))

    def claim(self, position: Position, player: Player | None) -> bool:
        """Whether it says that whoever is to move loses; *position* is ascending."""
        place = (position, player)
        if place not in self._claimed:
            self.budget.spend(1)
            self._claimed[place] = self._claim(position, player)
        return self._claimed[place]

    def _claim(self, position: Position, player: Player | None) -> bool:
        if not position:
            return not self.convention.stuck_player_wins
        if self.rows and len(position) > self.rows:
            return self._truth(position, player)
        return bool(self.formula.value(FormulaSubject(self.figures, position, player)))

    def _truth(self, position: Position, player: Player | None) -> bool:
        """Whether whoever is to move does lose."""
        if self.classes and self.classes.reaches(position):
            return self.is_lost(position, player)
        return not self._search.wins(position, player)

    def is_lost(self, position: Position, player: Player | None) -> bool:
        """Whether whoever is to move does lose, where classes decide that."""
        assert self.classes
        return not self.classes.outcome(self.classes.of_all(position)).wins(player)

    def positions(self, total: int) -> Iterator[Position]:
        """The positions of so many pieces that it speaks of."""
        return partitions(total, self.rows or total, total)

    def survey(self, budget: Budget, most: int) -> Survey:
        """Look for the smallest breach of each half, in positions of up to *most* pieces, until
        *budget*, a part of its own, is spent or both have one; and once one has, not much further.

        The smaller of the two is the smallest position about which the conjecture is wrong,
        where every move leaves fewer pieces: about all that its moves lead to it is right, and
        these say the contrary about it.
        """
        ground = self.ground(budget)
        inside: Breach | None = None
        back: Breach | None = None
        looked, total = 0, -1
        with suppress(BudgetExceededError):
            while total < most and not (inside and back):
                for position in self.positions(total + 1):
                    for player in ground.players:
                        one, other = ground.halves_at((position, player), self.claim)
                        if (one and not inside) or (other and not back):
                            most = min(most, total + LOOK_ON)
                        inside, back = inside or one, back or other
                    looked += 1
                total += 1
        return Survey(inside, back, looked, total)

    def is_wrong(self, place: Place) -> bool:
        """Whether it is wrong about a place; raises :class:`BudgetExceededError`."""
        return self.claim(*place) != self.is_lost(*place)

    def breach_below(self, place: Place) -> Breach:
        """A breach where it is wrong about *place*, or further down: from a place about which it
        is wrong and that is none, some move leads to another one."""
        ground = self.ground(self.budget)
        while True:
            found = next(filter(None, ground.halves_at(place, self.claim)), None)
            if found:
                return found
            here = Breach(place, ())
            after = (here.after(move) for move in ground.moves(place))
            place = next(filter(self.is_wrong, after))
