"""Finite commutative monoids with a set of P-elements, and the algebra of their options.

A *bipartite monoid* (Q, P) and a map from heaps to Q stand for the misère outcomes of all sums
of those heaps when a sum is a P-position exactly if its product lies in P. Sets of elements
are bit masks.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from solver.budget import Budget
from solver.errors import BudgetExceededError

ELEMENTS_A_STEP = 16
"""How many elements of a monoid are handled in one step of a budget."""
NEW_PRODUCT_STEPS = 4
MAX_REMEMBERED = 5_000
"""How many products of a set and an element are kept in mind."""

Generator = tuple[int, int]
"""An element together with the mask of its options' elements."""


@dataclass(frozen=True)
class Monoid:
    """A finite commutative monoid: the multiplication *table*, element 0 the identity, and
    the mask *p_portion* of the elements that are P-positions."""

    table: tuple[tuple[int, ...], ...]
    p_portion: int

    @property
    def order(self) -> int:
        return len(self.table)

    def is_p(self, element: int) -> bool:
        return bool(self.p_portion >> element & 1)

    def product(self, elements: Iterable[int]) -> int:
        """The product of *elements*; the identity if there are none."""
        result = 0
        for element in elements:
            result = self.table[result][element]
        return result

    def times(self, mask: int, element: int) -> int:
        """The mask of all products of an element of *mask* with *element*."""
        row, result = self.table[element], 0
        while mask:
            low = mask & -mask
            result |= 1 << row[low.bit_length() - 1]
            mask ^= low
        return result


TRIVIAL = Monoid(((0,),), 0)
"""The quotient of the empty game: one element, which is no P-position (its mover has won)."""


class Transitions:
    """The transition algebra: which sets of options occur beside each element.

    It is the closure of the pairs (element, options) under
    (x, D)(y, E) = (xy, xE + yD). Only what the outcomes depend on is kept: for each element
    the union of all option sets and the minimal non-empty ones; the empty set occurs beside the
    identity alone, since a heap without a move counts as nothing. That is enough, because
    products are monotone in the option sets.
    """

    def __init__(self, monoid: Monoid, limit: int) -> None:
        self.monoid = monoid
        self.limit = limit
        self._steps = 1 + monoid.order // ELEMENTS_A_STEP
        self.union = [0] * monoid.order
        self.minimal: list[list[int]] = [[] for _ in monoid.table]
        self.generators: list[Generator] = []
        self._times: dict[Generator, int] = {}

    def copy(self) -> Transitions:
        """An independent copy, for trying a generator out."""
        other = Transitions(self.monoid, self.limit)
        other.union = list(self.union)
        other.minimal = [list(sets) for sets in self.minimal]
        other.generators = list(self.generators)
        other._times = self._times
        return other

    def covers(self, generator: Generator) -> bool:
        """Whether adjoining *generator* would change nothing."""
        element, options = generator
        if not options:
            return element == 0
        inside = options & ~self.union[element] == 0
        return inside and any(options & kept == kept for kept in self.minimal[element])

    def adjoin(self, generator: Generator, budget: Budget) -> bool:
        """Close under one more generator; whether the outcomes stay consistent.

        Raises :class:`BudgetExceededError` when the closure grows past the limit or the budget.
        """
        if self.covers(generator):
            return True
        self.generators.append(generator)
        fresh: deque[Generator] = deque()
        for element in range(self.monoid.order):
            fresh.extend((element, options) for options in self.option_sets(element))
        started = len(fresh)
        news = 0
        while fresh:
            pair = fresh.popleft()
            by = self.generators if started <= 0 else (generator,)
            started -= 1
            if pair[1] and pair[1] not in self.minimal[pair[0]]:
                continue  # a smaller set has taken its place
            for factor in by:
                budget.spend(self._steps + len(self.minimal[pair[0]]) // ELEMENTS_A_STEP)
                product = self._multiply(pair, factor, budget)
                if not self._keep(product):
                    continue
                news += 1
                if news > self.limit:
                    raise BudgetExceededError(
                        f"The transition algebra grew past {self.limit} entries.",
                        budget=self.limit,
                    )
                if not self._is_consistent(product):
                    return False
                fresh.append(product)
        return self._close_unions(budget)

    def option_sets(self, element: int) -> list[int]:
        """The minimal option sets beside *element*, the empty one included."""
        return [*self.minimal[element], 0] if element == 0 else self.minimal[element]

    def _multiply(self, left: Generator, right: Generator, budget: Budget) -> Generator:
        x, options_of_x = left
        y, options_of_y = right
        moved = self._translate(options_of_x, y, budget) | self._translate(options_of_y, x, budget)
        return self.monoid.table[x][y], moved

    def _translate(self, mask: int, element: int, budget: Budget) -> int:
        key = (mask, element)
        moved = self._times.get(key)
        if moved is None:
            budget.spend(NEW_PRODUCT_STEPS * self._steps)
            if len(self._times) >= MAX_REMEMBERED:
                self._times.clear()
            moved = self._times[key] = self.monoid.times(mask, element)
        return moved

    def _keep(self, pair: Generator) -> bool:
        """Record a pair; whether it was new and minimal."""
        element, options = pair
        kept = self.minimal[element]
        if any(options & smaller == smaller for smaller in kept):
            return False
        kept[:] = [larger for larger in kept if larger & options != options]
        kept.append(options)
        return True

    def _is_consistent(self, pair: Generator) -> bool:
        """A position is P exactly if it has a move and every option is N."""
        element, options = pair
        return self.monoid.is_p(element) == (not options & self.monoid.p_portion)

    def _close_unions(self, budget: Budget) -> bool:
        """Close the unions under the generators; whether no P-element reaches a P-element."""
        waiting = set(range(self.monoid.order))
        reached = [element == 0 or bool(sets) for element, sets in enumerate(self.minimal)]
        for element, sets in enumerate(self.minimal):
            for options in sets:
                self.union[element] |= options
        while waiting:
            element = waiting.pop()
            if not reached[element]:
                continue
            for factor in self.generators:
                budget.spend(self._steps)
                product, options = self._multiply((element, self.union[element]), factor, budget)
                if options & ~self.union[product]:
                    self.union[product] |= options
                    waiting.add(product)
        p_portion = self.monoid.p_portion
        return all(
            not (self.monoid.is_p(element) and options & p_portion)
            for element, options in enumerate(self.union)
        )


@dataclass(frozen=True)
class Automaton:
    """A commutative monoid given by how its letters act: *action* [state][letter], state 0 the
    identity, *accepted* the states that are P-positions."""

    action: Sequence[Sequence[int]]
    accepted: Sequence[bool]

    def classes(self, budget: Budget) -> list[int]:
        """The indistinguishability class of each state (Moore's refinement)."""
        letters = len(self.action[0])
        block = [int(yes) for yes in self.accepted]
        count = len(set(block))
        while True:
            seen: dict[tuple[int, ...], int] = {}
            budget.spend(len(block) * (1 + letters // ELEMENTS_A_STEP))
            refined = [
                seen.setdefault((own, *(block[state] for state in row)), len(seen))
                for own, row in zip(block, self.action, strict=True)
            ]
            if len(seen) == count:
                return refined
            block, count = refined, len(seen)

    def reduced(self, budget: Budget) -> tuple[Monoid, list[int]]:
        """The reduced monoid, and the element that each letter becomes."""
        classes, letters = self.classes(budget), range(len(self.action[0]))
        representative: dict[int, int] = {}
        for state, name in enumerate(classes):
            representative.setdefault(name, state)
        no_word: tuple[int, ...] = ()
        # Number the classes by shortest word, so that the identity is 0.
        number, order, words = {classes[0]: 0}, [classes[0]], {classes[0]: no_word}
        for name in order:
            budget.spend(len(letters))
            for letter in letters:
                reached = classes[self.action[representative[name]][letter]]
                if reached not in number:
                    number[reached] = len(order)
                    words[reached] = (*words[name], letter)
                    order.append(reached)
        act = [
            [number[classes[self.action[representative[name]][letter]]] for letter in letters]
            for name in order
        ]
        table = []
        for element in budget.each(range(len(order)), 1 + len(order) // 2):
            row = []
            for name in order:
                product = element
                for letter in words[name]:
                    product = act[product][letter]
                row.append(product)
            table.append(tuple(row))
        p_portion = sum(1 << number[name] for name in order if self.accepted[representative[name]])
        return Monoid(tuple(table), p_portion), list(act[0])
