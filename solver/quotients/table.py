"""The misère quotient of a ruleset, heap by heap, each step proved.

Plambeck and Siegel, *Misère quotients for impartial games* (2008). A heap is given the element
that its options allow (the generalised mex rule) when adjoining it leaves the transition
algebra consistent, which proves that a sum of the heaps so far is a P-position exactly if its
product lies in P. Where no element fits, the quotient is extended and proved again.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from threading import RLock

from solver.budget import Budget
from solver.errors import BudgetExceededError, InvalidInputError
from solver.heaps import Heaps
from solver.periods import folded, proved_period
from solver.ruleset_keys import get_ruleset
from solver.rulesets import Ruleset

from .extension import Letters, Word, candidate, classes_of_quotient
from .known import Known
from .learning import Learner, learn_quotient
from .monoid import ELEMENTS_A_STEP, TRIVIAL, Generator, Monoid, Transitions

MAX_SUMS = 3_000
MAX_TOLD = 16


@dataclass(frozen=True)
class Bounds:
    """How large a quotient may grow for anybody before it is reported as far as it is known.

    *transitions* bounds the size of one transition algebra, *classes* what is tried to extend
    it, *rounds* the proposals learnt for one heap.
    """

    order: int = 150
    heap: int = 4_000
    transitions: int = 60_000
    classes: int = 100_000
    rounds: int = 200


class QuotientTable:
    """The quotient of all sums of heaps of size 0..``up_to``, growing on demand.

    *values* holds the pretending function: the element of each size. *preperiod* and *period*
    are None until proved.
    """

    def __init__(self, ruleset: Ruleset, bounds: Bounds | None = None) -> None:
        if ruleset.partizan:
            raise InvalidInputError.of(
                "an impartial game", ruleset.key, "a quotient here needs one, such as kayles"
            )
        self.ruleset = ruleset
        self.bounds = bounds or Bounds()
        self.monoid: Monoid = TRIVIAL
        self.values: list[int] = [0]
        self.preperiod: int | None = None
        self.period: int | None = None
        self.stopped: BudgetExceededError | None = None
        self._stopped_below = 0
        self._transitions = Transitions(TRIVIAL, self.bounds.transitions)
        self._earlier: list[tuple[Monoid, list[int]]] = []
        self._told: dict[tuple[int, int | None], Known] = {}
        self._lengths = [0]
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

    def __getitem__(self, size: int) -> int:
        """The element of a heap; raises :class:`BudgetExceededError` if it is out of reach."""
        self.grow(size)
        return self.values[self._folded(size)]

    def _folded(self, size: int) -> int:
        if size <= self.up_to or self.period is None or self.preperiod is None:
            return size
        return folded(size, self.preperiod, self.period)

    def grow(self, size: int | None = None, budget: Budget | None = None) -> None:
        """Make sure that heaps up to *size* are known; without one, until a period is proved.

        Raises :class:`BudgetExceededError`, which says how far the quotient is exact. What was
        found before that stays, and another call goes on from there.
        """
        with self._lock:
            while not self.complete and (size is None or size > self.up_to):
                self._grow_by_one(budget or Budget())

    @contextmanager
    def grown(self, size: int | None, budget: Budget) -> Iterator[None]:
        """Grow, and keep others from changing the quotient while it is read."""
        with self._lock:
            self.grow(size, budget)
            yield

    def _grow_by_one(self, budget: Budget) -> None:
        """Add a heap. One that was too costly is not tried again with as little as before."""
        if self.stopped is not None and (
            not self._stopped_below or budget.hardly_exceeds(self._stopped_below)
        ):
            raise self.stopped.with_traceback(None)
        available, self.stopped = budget.left, None
        try:
            self._add_heap(budget)
        except BudgetExceededError as error:
            del self._lengths[len(self.values) :]
            if budget.is_late:
                raise
            self._stopped_below = 0 if budget.left else available
            self.stopped = BudgetExceededError(
                f"The misère quotient of {self.ruleset.name} is known for heaps up to "
                f"{self.up_to} (order {self.monoid.order}); going on passes the budget. {error}",
                budget=error.budget,
                accepted=f"sizes up to {self.up_to}",
            )
            raise self.stopped from None
        if len(self.values) >= self._next_proof or isinstance(self.ruleset, Heaps):
            self._next_proof = len(self.values) + max(2, len(self.values) // 8)
            budget.spend(len(self.values))
            self.preperiod, self.period = proved_period(self.values, self.ruleset) or (None, None)

    def product(self, position: tuple[int, ...]) -> int:
        """The element of a sum of heaps."""
        return self.monoid.product([self[size] for size in position])

    def is_p(self, position: tuple[int, ...], budget: Budget | None = None) -> bool:
        """Whether a sum is a P-position; raises :class:`BudgetExceededError` out of reach."""
        with self._lock:
            self.grow(max(position, default=0), budget)
            return self.monoid.is_p(self.product(position))

    def option_elements(self, size: int) -> int:
        """The mask of the elements that the options of a heap become."""
        return self._option_elements(size, self.monoid, self.values)

    def _option_elements(self, size: int, monoid: Monoid, values: list[int]) -> int:
        table, mask = monoid.table, 0
        for option in self.ruleset.options(size):
            element = 0
            for part in option:
                element = table[element][values[self._folded(part)]]
            mask |= 1 << element
        return mask

    # --- growing ----------------------------------------------------------------------

    def _add_heap(self, budget: Budget) -> None:
        size = len(self.values)
        if size > self.bounds.heap:
            raise BudgetExceededError(
                f"No period is proved up to heap {self.up_to}.", budget=self.bounds.heap
            )
        budget.spend(2 * self.ruleset.breadth(size))
        self._lengths.append(
            1
            + max(
                (sum(self._lengths[part] for part in o) for o in self.ruleset.options(size)),
                default=-1,
            )
        )
        options = self.option_elements(size)
        element = self._fitting_element(options, budget)
        if element is None:
            self._extend(size, budget)
            self._next_proof = max(self._next_proof, size + 4)
        else:
            self.values.append(element)

    def _fitting_element(self, options: int, budget: Budget) -> int | None:
        """The element the generalised mex rule gives a heap with these options, if any."""
        algebra = self._transitions
        for element in budget.each(range(self.monoid.order)):
            if algebra.covers((element, options)):
                return element
        for element in range(self.monoid.order):
            if not self._could_fit((element, options), budget):
                continue
            budget.spend(self.monoid.order)
            trial = algebra.copy()
            if trial.adjoin((element, options), budget):
                self._transitions = trial
                return element
        return None

    def _could_fit(self, generator: Generator, budget: Budget) -> bool:
        """One round of the consistency check, to spare most trials."""
        element, options = generator
        monoid, algebra = self.monoid, self._transitions
        steps = 2 + monoid.order // ELEMENTS_A_STEP
        for other in budget.each(range(monoid.order), steps):
            product = monoid.table[other][element]
            beside = monoid.times(options, other)
            sets = algebra.option_sets(other)
            if monoid.is_p(product):
                union = monoid.times(algebra.union[other], element) | beside
                if union & monoid.p_portion:
                    return False
                continue
            for kept in budget.each(sets, steps):
                moved = monoid.times(kept, element) | beside
                if moved and not moved & monoid.p_portion:
                    return False
        return True

    def _extend(self, size: int, budget: Budget) -> None:
        """Find and prove the quotient with the new heap, or raise a budget error."""
        own: set[int] = set()
        while (refuted := self._extend_by_letters(size, own, budget)) is not None:
            own.add(refuted)

    def _extend_by_letters(self, size: int, own: set[int], budget: Budget) -> int | None:
        """Extend the quotient by what its letters tell, heaps in *own* being letters themselves.

        Returns None when it is done and proved, else a heap that the new one shows not to be the
        sum of letters that stood for it.
        """
        heaps, word_of = self._letters(size, own, budget)

        def words(heap: int) -> list[Word]:
            options = {
                tuple(sorted(letter for part in option for letter in word_of[part]))
                for option in self.ruleset.options(heap)
            }
            return sorted(options)

        wrong_at: list[int] = []

        def proved(monoid: Monoid, elements: list[int]) -> bool:
            old = [
                monoid.product(elements[letter] for letter in word_of[heap]) for heap in range(size)
            ]
            values = [*old, elements[-1]]
            wrong_at.clear()
            wrong = self._prove(monoid, values, [*heaps, size], budget)
            if wrong is not None:
                wrong_at.append(wrong)
            return wrong is None

        letters = Letters(
            [self.values[heap] for heap in heaps],
            [words(heap) for heap in heaps],
            [self._lengths[heap] for heap in heaps],
        )
        with suppress(BudgetExceededError):
            classes = classes_of_quotient(self.monoid, letters)
            half = budget.part(2)
            monoid, elements = candidate(classes, words(size), self.bounds.classes, half)
            if monoid.order <= self.bounds.order and proved(monoid, elements):
                return None
        with_new = Letters(
            [*letters.values, -1],
            [*letters.options, words(size)],
            [*letters.lengths, self._lengths[size]],
        )
        learner = Learner(self.monoid, with_new, budget)
        if learn_quotient(learner, self.bounds.order, proved, self.bounds.rounds):
            return None
        return wrong_at[0]

    def _letters(
        self, size: int, own: set[int], budget: Budget
    ) -> tuple[list[int], dict[int, Word]]:
        """Heaps that stand for the others below *size*, and each heap as a sum of them.

        A heap is written as a sum when element and options' elements agree: a guess, which the
        proof of the candidate will confirm or refute. Heaps in *own* are letters in any case.
        """
        letters: list[int] = []
        word_of: dict[int, Word] = {0: ()}
        sums: dict[Generator, Word] = {(0, 0): ()}
        for heap in range(1, size):
            pair = (self.values[heap], self.option_elements(heap))
            if pair not in sums or heap in own:
                letter = len(letters)
                letters.append(heap)
                waiting = list(sums.items())
                for (element, options), word in budget.each(waiting, 4):
                    product = self.monoid.table[element][pair[0]]
                    moved = self.monoid.times(options, pair[0]) | self.monoid.times(
                        pair[1], element
                    )
                    if (product, moved) not in sums and len(sums) < MAX_SUMS:
                        sums[product, moved] = (*word, letter)
                        waiting.append(((product, moved), (*word, letter)))
                sums.setdefault(pair, (letter,))
                word_of[heap] = (letter,)
            else:
                word_of[heap] = sums[pair]
        return letters, word_of

    def _prove(
        self, monoid: Monoid, values: list[int], letters: list[int], budget: Budget
    ) -> int | None:
        """Adopt a candidate if its transition algebra is consistent.

        Otherwise returns the first heap at which it is not, *letters* being looked at before
        the heaps that are sums of them.
        """
        algebra = Transitions(monoid, self.bounds.transitions)
        others = sorted(set(range(1, len(values))) - set(letters))
        for heap in (*letters, *others):
            budget.spend(self.ruleset.breadth(heap))
            options = self._option_elements(heap, monoid, values)
            if not algebra.adjoin((values[heap], options), budget):
                return heap
        self._earlier.append((self.monoid, self.values))
        self.monoid, self.values, self._transitions = monoid, values, algebra
        return None

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


@lru_cache(maxsize=32)
def _shared(key: str) -> QuotientTable:
    return QuotientTable(get_ruleset(key))


KAYLES = QuotientTable(get_ruleset("kayles"))
"""The quotient of Kayles, which stays, however many others are asked for."""
KAYLES_KEYS = {"kayles", "octal:0.77"}


def quotient_of(ruleset: Ruleset, budget: Budget | None = None) -> QuotientTable:
    """The quotient of *ruleset* that everybody shares and makes grow.

    That of Kayles is complete; the *budget* of the first to ask does not pay for it.

    >>> from solver import get_ruleset, quotient_of
    >>> quotient_of(get_ruleset("kayles")).monoid.order
    40
    """
    if ruleset.key in KAYLES_KEYS:
        with (budget or Budget()).aside():
            KAYLES.grow()
        return KAYLES
    return _shared(ruleset.key)
