"""The misère quotient of a ruleset, heap by heap, each step proved.

Plambeck and Siegel, *Misère quotients for impartial games* (2008). A heap is given the element
that its options allow (the generalised mex rule) when adjoining it leaves the transition
algebra consistent, which proves that a sum of the heaps so far is a P-position exactly if its
product lies in P. Where no element fits, the quotient is extended and proved again.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from threading import RLock

from solver.errors import BudgetExceededError, InvalidInputError
from solver.periods import folded, proved_period
from solver.ruleset_keys import get_ruleset
from solver.rulesets import Heaps, Ruleset

from .extension import Letters, Word, candidate, classes_of_quotient
from .learning import Learner, learn_quotient
from .monoid import TRIVIAL, Generator, Monoid, Transitions

MAX_SUMS = 3_000


@dataclass(frozen=True)
class Budget:
    """How large a quotient may grow before it is only reported as far as it is known.

    *outcomes* bounds the sums that are looked at in all, *transitions* the size of one
    transition algebra.
    """

    order: int = 150
    heap: int = 4_000
    transitions: int = 60_000
    outcomes: int = 300_000
    rounds: int = 200


class QuotientTable:
    """The quotient of all sums of heaps of size 0..``up_to``, growing on demand.

    *values* holds the pretending function: the element of each size. *preperiod* and *period*
    are None until proved.
    """

    def __init__(self, ruleset: Ruleset, budget: Budget | None = None) -> None:
        if ruleset.partizan:
            raise InvalidInputError.of(
                "an impartial game", ruleset.key, "a quotient here needs one, such as kayles"
            )
        self.ruleset = ruleset
        self.budget = budget or Budget()
        self.monoid: Monoid = TRIVIAL
        self.values: list[int] = [0]
        self.preperiod: int | None = None
        self.period: int | None = None
        self.stopped: BudgetExceededError | None = None
        self._transitions = Transitions(TRIVIAL, self.budget.transitions)
        self._lengths = [0]
        self._next_proof = 8
        self._outcomes_left = self.budget.outcomes
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

    def grow(self, size: int | None = None) -> None:
        """Make sure that heaps up to *size* are known; without one, until a period is proved.

        Raises :class:`BudgetExceededError`, which says how far the quotient is exact.
        """
        with self._lock:
            while not self.complete and (size is None or size > self.up_to):
                self._grow_by_one()

    def _grow_by_one(self) -> None:
        if self.stopped is not None:
            raise self.stopped
        try:
            self._add_heap()
        except BudgetExceededError as error:
            self.stopped = BudgetExceededError(
                f"The misère quotient of {self.ruleset.name} is known for heaps up to "
                f"{self.up_to} (order {self.monoid.order}); going on passes the budget. {error}",
                budget=error.budget,
                accepted=f"sizes up to {self.up_to}",
            )
            del self._lengths[len(self.values) :]
            raise self.stopped from None
        if len(self.values) >= self._next_proof or isinstance(self.ruleset, Heaps):
            self._next_proof = len(self.values) + max(2, len(self.values) // 8)
            self.preperiod, self.period = proved_period(self.values, self.ruleset) or (None, None)

    def product(self, position: tuple[int, ...]) -> int:
        """The element of a sum of heaps."""
        return self.monoid.product([self[size] for size in position])

    def is_p(self, position: tuple[int, ...]) -> bool:
        """Whether a sum is a P-position; raises :class:`BudgetExceededError` out of reach."""
        self.grow(max(position, default=0))
        return self.monoid.is_p(self.product(position))

    def option_elements(self, size: int) -> int:
        """The mask of the elements that the options of a heap become."""
        table, values, mask = self.monoid.table, self.values, 0
        for option in self.ruleset.options(size):
            element = 0
            for part in option:
                element = table[element][values[self._folded(part)]]
            mask |= 1 << element
        return mask

    # --- growing ----------------------------------------------------------------------

    def _add_heap(self) -> None:
        size = len(self.values)
        if size > self.budget.heap:
            raise BudgetExceededError(
                f"No period is proved up to heap {self.up_to}.", budget=self.budget.heap
            )
        self._lengths.append(
            1
            + max(
                (sum(self._lengths[part] for part in o) for o in self.ruleset.options(size)),
                default=-1,
            )
        )
        options = self.option_elements(size)
        element = self._fitting_element(options)
        if element is None:
            self._extend(size)
            self._next_proof = max(self._next_proof, size + 4)
        else:
            self.values.append(element)

    def _fitting_element(self, options: int) -> int | None:
        """The element the generalised mex rule gives a heap with these options, if any."""
        algebra = self._transitions
        for element in range(self.monoid.order):
            if algebra.covers((element, options)):
                return element
        for element in range(self.monoid.order):
            if not self._could_fit((element, options)):
                continue
            trial = algebra.copy()
            if trial.adjoin((element, options)):
                self._transitions = trial
                return element
        return None

    def _could_fit(self, generator: Generator) -> bool:
        """One round of the consistency check, to spare most trials."""
        element, options = generator
        monoid, algebra = self.monoid, self._transitions
        for other in range(monoid.order):
            product = monoid.table[other][element]
            beside = monoid.times(options, other)
            sets = algebra.option_sets(other)
            if monoid.is_p(product):
                union = monoid.times(algebra.union[other], element) | beside
                if union & monoid.p_portion:
                    return False
                continue
            for kept in sets:
                moved = monoid.times(kept, element) | beside
                if moved and not moved & monoid.p_portion:
                    return False
        return True

    def _extend(self, size: int) -> None:
        """Find and prove the quotient with the new heap, or raise a budget error."""
        heaps, word_of = self._letters(size)

        def words(heap: int) -> list[Word]:
            found = {
                tuple(sorted(letter for part in option for letter in word_of[part]))
                for option in self.ruleset.options(heap)
            }
            return sorted(found)

        def proved(monoid: Monoid, elements: list[int]) -> bool:
            old = [
                monoid.product(elements[letter] for letter in word_of[heap]) for heap in range(size)
            ]
            return self._prove(monoid, [*old, elements[-1]])

        letters = Letters(
            [self.values[heap] for heap in heaps],
            [words(heap) for heap in heaps],
            [self._lengths[heap] for heap in heaps],
        )
        with suppress(BudgetExceededError):
            classes = classes_of_quotient(self.monoid, letters)
            monoid, elements = candidate(classes, words(size), self._outcomes_left)
            if monoid.order <= self.budget.order and proved(monoid, elements):
                return
        with_new = Letters(
            [*letters.values, -1],
            [*letters.options, words(size)],
            [*letters.lengths, self._lengths[size]],
        )
        learner = Learner(self.monoid, with_new, self._outcomes_left)
        try:
            found = learn_quotient(learner, self.budget.order, proved, self.budget.rounds)
        finally:
            self._outcomes_left -= learner.spent
        if not found:
            raise BudgetExceededError(
                f"No quotient with heap {size} is proved in {self.budget.rounds} rounds.",
                budget=self.budget.rounds,
            )

    def _letters(self, size: int) -> tuple[list[int], dict[int, Word]]:
        """Heaps that stand for the others below *size*, and each heap as a sum of them.

        A heap is written as a sum when element and options' elements agree: a guess, which the
        proof of the candidate will confirm or refute.
        """
        letters: list[int] = []
        word_of: dict[int, Word] = {0: ()}
        sums: dict[Generator, Word] = {(0, 0): ()}
        for heap in range(1, size):
            pair = (self.values[heap], self.option_elements(heap))
            if pair not in sums:
                letter = len(letters)
                letters.append(heap)
                waiting = list(sums.items())
                for (element, options), word in waiting:
                    product = self.monoid.table[element][pair[0]]
                    moved = self.monoid.times(options, pair[0]) | self.monoid.times(
                        pair[1], element
                    )
                    if (product, moved) not in sums and len(sums) < MAX_SUMS:
                        sums[product, moved] = (*word, letter)
                        waiting.append(((product, moved), (*word, letter)))
                sums.setdefault(pair, (letter,))
            word_of[heap] = sums[pair]
        return letters, word_of

    def _prove(self, monoid: Monoid, values: list[int]) -> bool:
        """Adopt a candidate if its transition algebra is consistent."""
        before = self.monoid, self.values
        self.monoid, self.values = monoid, values
        algebra = Transitions(monoid, self.budget.transitions)
        generators = {(values[heap], self.option_elements(heap)) for heap in range(1, len(values))}
        if all(algebra.adjoin(generator) for generator in sorted(generators)):
            self._transitions = algebra
            return True
        self.monoid, self.values = before
        return False

    # --- words ------------------------------------------------------------------------

    def names(self) -> tuple[list[str], dict[str, int]]:
        """The elements as shortest words in letters, and the heap that each letter stands for."""
        letters: dict[str, int] = {}
        elements: list[int] = []
        reached = {0}
        for heap, element in enumerate(self.values):
            if element not in reached:
                letters[chr(ord("a") + len(letters))] = heap
                elements.append(element)
                reached = set(self._words(elements))
        exponents = self._words(elements)
        signs = list(letters)
        return [_spell(signs, exponents[element]) for element in range(self.monoid.order)], letters

    def _words(self, elements: list[int]) -> dict[int, tuple[int, ...]]:
        """For each product of *elements* the first of the shortest words, as letter indices."""
        words: dict[int, tuple[int, ...]] = {0: ()}
        queue = [0]
        for state in queue:
            for letter, element in enumerate(elements):
                product = self.monoid.table[state][element]
                if product not in words:
                    words[product] = (*words[state], letter)
                    queue.append(product)
        return words


SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def _spell(letters: list[str], word: tuple[int, ...]) -> str:
    spelt = ""
    for letter in sorted(set(word)):
        power = word.count(letter)
        spelt += letters[letter] + (str(power).translate(SUPERSCRIPTS) if power > 1 else "")
    return spelt or "1"


@lru_cache(maxsize=64)
def _shared(key: str, outcomes: int) -> QuotientTable:
    usual = Budget()
    return QuotientTable(
        get_ruleset(key),
        Budget(
            outcomes=min(outcomes, usual.outcomes),
            transitions=min(outcomes, usual.transitions),
        ),
    )


def quotient_of(ruleset: Ruleset, outcomes: int) -> QuotientTable:
    """The shared, growing quotient of *ruleset*; *outcomes* bounds what it may cost."""
    return _shared(ruleset.key, outcomes)
