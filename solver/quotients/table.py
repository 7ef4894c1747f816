"""The misère quotient of a ruleset, heap by heap, each step proved.

Plambeck and Siegel, *Misère quotients for impartial games* (2008). A heap is given the element
that its options allow (the generalised mex rule) when adjoining it leaves the transition
algebra consistent, which proves that a sum of the heaps so far is a P-position exactly if its
product lies in P. Where no element fits, the quotient is extended and proved again.

How a candidate is found (:mod:`.recalibration`, :mod:`.sorting_tree`) has no part in the proof.
:func:`.transitions.proof` follows all sums of all heaps in the candidate, by finitely many cases,
and takes nothing from the search. So an error in a candidate costs time and never truth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import RLock

from solver.budget import Allowed, Budget, Once
from solver.errors import BudgetExceededError, InvalidInputError
from solver.periods import folded, proved_period
from solver.pool import pooled
from solver.rulesets.heaps import Heaps
from solver.rulesets.keys import get_ruleset
from solver.rulesets.rules import Ruleset
from solver.words import counted, unreadable
from solver.words import refusals as words

from .known import Known
from .monoid import TRIVIAL, Monoid
from .recalibration import Recalibration
from .transitions import Generator, Transitions, proof

MAX_TOLD = 16


@dataclass(frozen=True)
class Bounds:
    """How large a quotient may grow for anybody before it is reported as far as it is known.

    *order* bounds the elements of a quotient and of every candidate for it, *transitions* the
    size of one transition algebra, *classes* the sums that are looked at for a
    candidate, *rounds* how often a candidate is recalibrated for one heap.
    """

    order: int = 400
    heap: int = 4_000
    transitions: int = 60_000
    classes: int = 500_000
    rounds: int = 200


class QuotientTable:
    """The quotient of all sums of heaps of size 0..``up_to``, growing on demand.

    *values* holds the pretending function: the element of each size. *preperiod* and *period*
    are None until proved.
    """

    def __init__(self, ruleset: str | Ruleset, bounds: Bounds | None = None) -> None:
        ruleset = get_ruleset(ruleset)
        if ruleset.partizan:
            raise InvalidInputError.because(unreadable.NO_QUOTIENT, ruleset.key, example="kayles")
        self.ruleset = ruleset
        self.bounds = bounds or Bounds()
        self.monoid: Monoid = TRIVIAL
        self.values: list[int] = [0]
        self.preperiod: int | None = None
        self.period: int | None = None
        self.stopped: BudgetExceededError | None = None
        self._stopped_below: int | None = None
        self._transitions = Transitions(TRIVIAL, self.bounds.transitions)
        self._earlier: list[tuple[Monoid, list[int]]] = []
        self._told: dict[tuple[int, int | None], Known] = {}
        self._next_proof = 8
        self._lock = RLock()

    @property
    def up_to(self) -> int:
        """The largest heap size the quotient speaks of."""
        return len(self.values) - 1

    @property
    def complete(self) -> bool:
        """Whether the quotient is proved for heaps of every size."""
        return self.period is not None

    def reaches(self, size: int) -> bool:
        """Whether heaps up to *size* are known without growing further."""
        return self.complete or size <= self.up_to

    def element(self, size: int, budget: Budget) -> int:
        """The element of a heap; raises :class:`BudgetExceededError` if it is out of reach."""
        self.grow(size, budget)
        return self.values[self._folded(size)]

    def _folded(self, size: int) -> int:
        if size <= self.up_to or self.period is None or self.preperiod is None:
            return size
        return folded(size, self.preperiod, self.period)

    def grow(self, size: int | None, budget: Budget) -> None:
        """Make sure that heaps up to *size* are known; with None, until a period is proved.

        Raises :class:`BudgetExceededError`, which says how far the quotient is exact. What was
        found before that stays, and another call goes on from there.
        """
        with self._lock:
            while not self.complete and (size is None or size > self.up_to):
                self._grow_by_one(budget)

    @contextmanager
    def grown(self, size: int | None, budget: Budget) -> Iterator[None]:
        """Grow, and keep others from changing the quotient while it is read."""
        with self._lock:
            self.grow(size, budget)
            yield

    def _grow_by_one(self, budget: Budget) -> None:
        """Add a heap. One that was too costly is not tried again with as little as before, and
        one that passes the bounds never."""
        if self.stopped is not None and (
            self._stopped_below is None or budget.hardly_exceeds(self._stopped_below)
        ):
            raise self.stopped.with_traceback(None)
        available, self.stopped = budget.remaining, None
        try:
            self._add_heap(budget)
        except BudgetExceededError as error:
            if budget.is_late:
                raise
            self._stopped_below = None if budget.remaining else available
            self.stopped = BudgetExceededError(
                words.QUOTIENT_STOPPED.format(
                    game=self.ruleset.name, size=self.up_to, order=self.monoid.order, error=error
                ),
                budget=error.budget,
                accepted=words.SIZES_UP_TO.format(size=self.up_to),
            )
            raise self.stopped from None
        if len(self.values) >= self._next_proof or isinstance(self.ruleset, Heaps):
            self._next_proof = len(self.values) + max(2, len(self.values) // 8)
            budget.spend(len(self.values))
            self.preperiod, self.period = proved_period(self.values, self.ruleset) or (None, None)

    def product(self, position: tuple[int, ...], budget: Budget) -> int:
        """The element of a sum of heaps; raises :class:`BudgetExceededError` out of reach."""
        return self.monoid.product([self.element(size, budget) for size in position])

    def is_p(self, position: tuple[int, ...], budget: Budget) -> bool:
        """Whether a sum is a P-position; raises :class:`BudgetExceededError` out of reach."""
        with self._lock:
            self.grow(max(position, default=0), budget)
            return self.monoid.is_p(self.product(position, budget))

    def option_elements(self, size: int) -> frozenset[int]:
        """The elements that the options of a heap become."""
        return self._moves(size, self.monoid, self.values)

    def _moves(self, size: int, monoid: Monoid, values: Sequence[int]) -> frozenset[int]:
        return frozenset(
            monoid.product(values[self._folded(part)] for part in option)
            for option in self.ruleset.options(size)
        )

    # --- growing ----------------------------------------------------------------------

    def _add_heap(self, budget: Budget) -> None:
        size = len(self.values)
        if size > self.bounds.heap:
            raise BudgetExceededError(
                words.NO_PERIOD.format(size=self.up_to), budget=self.bounds.heap
            )
        budget.spend(2 * self.ruleset.breadth(size))
        moves = self._moves(size, self.monoid, self.values)
        fitting = self._fitting(moves, budget) if moves else (0, self._transitions)
        if fitting is None:
            self._extend(budget)
            self._next_proof = max(self._next_proof, size + 4)
        else:
            element, self._transitions = fitting
            self.values.append(element)

    def _fitting(self, moves: frozenset[int], budget: Budget) -> tuple[int, Transitions] | None:
        """The element the generalised mex rule gives a heap with these options, if any, and the
        transition algebra that proves it."""
        algebra = self._transitions
        fitting = [Generator(len(self.values), n, moves) for n in range(self.monoid.order)]
        for generator in budget.each(fitting):
            if algebra.covers(generator):
                return generator.element, algebra
        for generator in fitting:
            if not algebra.could_fit(generator, budget):
                continue
            budget.spend(self.monoid.order)
            trial = algebra.copy()
            if trial.adjoin([generator], budget) is None:
                return generator.element, trial
        return None

    def _extend(self, budget: Budget) -> None:
        """Find and prove the quotient with the new heap, or raise a budget error."""
        size, bounds = len(self.values), self.bounds
        options = [list(self.ruleset.options(heap)) for heap in budget.each(range(size + 1), size)]
        growing = Recalibration(self.monoid, self.values, options, bounds.classes, bounds.order)
        monoid, values = growing.first(budget)
        for _ in range(1 + bounds.rounds):
            moves = [self._moves(heap, monoid, values) for heap in range(size + 1)]
            result = proof(monoid, values, moves, bounds.transitions, budget)
            if isinstance(result, Transitions):
                self._earlier.append((self.monoid, self.values))
                self.monoid, self.values, self._transitions = monoid, values, result
                return
            monoid, values = growing.again(monoid, values, result, budget)
        raise BudgetExceededError(
            words.NO_QUOTIENT.format(rounds=counted(bounds.rounds, "round")), budget=bounds.rounds
        )

    # --- telling ----------------------------------------------------------------------

    def names(self) -> tuple[list[str], dict[str, int]]:
        """The elements as shortest words in letters, and the heap that each letter stands for."""
        return self.known().names

    def known(self, size: int | None = None) -> Known:
        """The quotient up to *size*, however far the table has grown; all of it without one."""
        with self._lock:
            length, period = len(self.values), self.period
            if size is not None and size < self.up_to:
                length, period = size + 1, None
            if (length, period) not in self._told:
                if len(self._told) >= MAX_TOLD:
                    self._told.clear()
                self._told[length, period] = self._known(length, period)
            return self._told[length, period]

    def _known(self, length: int, period: int | None) -> Known:
        """The quotient of the heaps below *length*, as it was when only they were known."""
        monoid, values = next(
            (earlier for earlier in self._earlier if len(earlier[1]) >= length),
            (self.monoid, self.values),
        )
        return Known(monoid, tuple(values[:length]), self.preperiod if period else None, period)


@pooled(lambda ruleset: (ruleset.identity,), grows=True)
def _shared(ruleset: Ruleset) -> QuotientTable:
    return QuotientTable(ruleset)


KAYLES = QuotientTable(get_ruleset("kayles"))
"""The quotient of Kayles, which stays, however many others are asked for."""
KAYLES_KEYS = {"kayles", "octal:0.77"}


def quotient_of(ruleset: str | Ruleset, budget: Allowed = None) -> QuotientTable:
    """The quotient of *ruleset* that everybody shares and makes grow.

    That of Kayles is complete; the *budget* of the first to ask does not pay for it.

    >>> quotient_of("kayles").monoid.order
    40
    """
    ruleset, budget = get_ruleset(ruleset), Budget.of(budget)
    if ruleset.key in KAYLES_KEYS:
        with budget.aside(Once.KAYLES):
            KAYLES.grow(None, Budget())
        return KAYLES
    return _shared(ruleset)
