"""Learning a quotient: sums are sorted by their outcomes beside companies.

A node of the tree holds a company, and a sum goes to one side or the other by its outcome beside
that company, which is found by search. Sums in different leaves are different elements, so a
candidate never has more elements than the quotient of these heaps. A sum that a candidate gets
wrong yields a company that parts two sums of one leaf.

Angluin, *Learning regular sets from queries and counterexamples* (1987). The tree is that of Kearns
and Vazirani, *An introduction to computational learning theory* (1994); Rivest and Schapire (1993)
find the company.

Searches are short because they rest on what was proved. The quotient of the smaller heaps answers
for their sums, and a refuted candidate for everything less than the least sum that it gets wrong.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence

from solver.budget import Budget
from solver.errors import BudgetExceededError
from solver.words import refusals as words

from .monoid import ELEMENTS_A_STEP, TRIVIAL, Automaton, Monoid
from .sums import Word

BITS = 16
MAX_HEAPS = (1 << BITS) - 1
"""The most heaps of one size that a sum has room for."""

Packed = int
"""A sum as a number that counts the heaps of each letter, those of the largest in the highest
place. Numbers compare as words do, and adding them adds the sums."""


class SortingTree:
    """Sums of some heaps, the *letters*, each with its *moves* to sums of smaller ones.

    *limit* bounds the sums whose outcome is looked at, and *order* the elements; a
    :class:`BudgetExceededError` is raised beyond.
    """

    def __init__(self, moves: Mapping[int, Iterable[Word]], limit: int, order: int) -> None:
        self.letters = sorted(moves)
        self.limit = limit
        self.order = order
        self._units = [1 << BITS * place for place in range(len(self.letters))]
        self._changes = [
            [self._packed(word) - unit for word in moves[heap]]
            for heap, unit in zip(self.letters, self._units, strict=True)
        ]
        self._lost: dict[Packed, bool] = {0: False}
        self._right: tuple[Packed, Monoid, list[int]] = (0, TRIVIAL, [])
        # By node: its company, its two branches (none of a leaf), and the node it branches from.
        self._companies: list[Packed] = [0]
        self._branches: list[tuple[int, ...]] = [()]
        self._above: list[int] = [0]
        # By element: its sum. By letter and element: their product.
        self._sums: list[Packed] = [0]
        self._action: list[list[int]] = []
        self._nodes: dict[Packed, int] = {}

    def _packed(self, word: Word) -> Packed:
        return sum(self._units[bisect_left(self.letters, heap)] for heap in word)

    def trust(self, below: Word, monoid: Monoid, values: Sequence[int]) -> None:
        """Believe *monoid* about every sum that is less than *below*; *values* are the elements of
        the heaps by size."""
        bound = 0
        for heap in below:
            place = bisect_left(self.letters, heap)
            bound += self._units[place]
            if self.letters[place] != heap:
                break  # no sum of letters lies between
        self._right = bound, monoid, [values[heap] for heap in self.letters]

    # --- outcomes -----------------------------------------------------------------------

    def is_lost(self, word: Word, budget: Budget) -> bool:
        """Whether a sum is a P-position."""
        return self._is_lost(self._packed(word), budget)

    def _is_lost(self, packed: Packed, budget: Budget) -> bool:
        lost = self._lost
        if packed in lost:
            return lost[packed]
        if packed < self._right[0]:
            return self._told(packed)
        searched = [(packed, self._open(packed, budget))]
        while searched:
            packed, options = searched[-1]
            while options and not lost.get(options[-1], True):
                options.pop()
            if options and options[-1] not in lost:
                searched.append((options[-1], self._open(options[-1], budget)))
            else:
                lost[packed] = not options
                searched.pop()
        return lost[packed]

    def _open(self, packed: Packed, budget: Budget) -> list[Packed]:
        """The options whose outcome is not known, the least last; or one that is lost."""
        if len(self._lost) > self.limit:
            raise BudgetExceededError(
                words.TOO_MANY_CLASSES.format(limit=self.limit), budget=self.limit
            )
        lost, bound = self._lost, self._right[0]
        options = [
            packed + change
            for place, changes in enumerate(self._changes)
            if packed >> BITS * place & MAX_HEAPS
            for change in changes
        ]
        budget.spend(1 + len(options) // 4)
        unknown = []
        for option in options:
            known = lost.get(option)
            if known is None and option < bound:
                known = self._told(option)
            if known:
                return [option]
            if known is None:
                unknown.append(option)
        return sorted(unknown, reverse=True)

    def _told(self, packed: Packed) -> bool:
        """Whether a sum is lost, by the monoid that is right about it."""
        _, monoid, values = self._right
        element, rest = 0, packed
        for value in values:
            for _ in range(rest & MAX_HEAPS):
                element = monoid.table[element][value]
            rest >>= BITS
        lost = self._lost[packed] = monoid.lost[element]
        return lost

    # --- sorting ------------------------------------------------------------------------

    def plant(self, monoid: Monoid, least: Sequence[Word]) -> None:
        """Begin with companies that tell the elements of *monoid* apart: always the least of
        their *least* sums that parts what is still together."""
        companies = sorted(zip(map(self._packed, least), monoid.lost_beside, strict=True))
        waiting = [(0, monoid.everything)]
        while waiting:
            node, elements = waiting.pop()
            count = elements.bit_count()
            if count > 1:
                company, lost = next(
                    pair for pair in companies if 0 < (elements & pair[1]).bit_count() < count
                )
                self._part(node, company)
                waiting += zip(
                    self._branches[node], (elements & ~lost, elements & lost), strict=True
                )

    def _part(self, leaf: int, company: Packed) -> None:
        """Sort what is in a leaf by one more company."""
        nodes = len(self._above)
        self._companies[leaf], self._branches[leaf] = company, (nodes, nodes + 1)
        self._companies += (0, 0)
        self._branches += ((), ())
        self._above += (leaf, leaf)

    def _leaf(self, packed: Packed, budget: Budget) -> int:
        node = self._nodes.get(packed, 0)
        while branches := self._branches[node]:
            node = branches[self._is_lost(packed + self._companies[node], budget)]
        self._nodes[packed] = node
        return node

    def candidate(self, budget: Budget) -> Automaton:
        """The elements told apart so far, and how letters act on them."""
        self._sort(budget)
        while self._part_by_order(budget):
            self._sort(budget)
        return Automaton(self._action, [self._is_lost(packed, budget) for packed in self._sums])

    def _sort(self, budget: Budget) -> None:
        """Find what each letter makes of each element; a sum in an empty leaf is a new one."""
        elements = {self._leaf(packed, budget): n for n, packed in enumerate(self._sums)}
        self._action = [[] for _ in self.letters]
        for packed in self._sums:  # which grow meanwhile
            for action, unit in zip(self._action, self._units, strict=True):
                leaf = self._leaf(packed + unit, budget)
                if leaf not in elements:
                    elements[leaf] = len(self._sums)
                    self._sums.append(packed + unit)
                    if len(self._sums) > self.order:
                        raise BudgetExceededError(
                            words.TOO_MANY_ELEMENTS.format(limit=self.order), budget=self.order
                        )
                action.append(elements[leaf])

    def refine(self, wrong: Word, budget: Budget) -> None:
        """Part the leaf because of which the last candidate gets a sum *wrong*.

        The heaps of the sum are taken for what the candidate makes of them, one after another.
        The first that changes the outcome parts two sums of a leaf: the rest is the company.
        """
        element, rest = 0, self._packed(wrong)
        lost = self._is_lost(rest, budget)
        for heap in wrong:
            place = self.letters.index(heap)
            element, rest = self._action[place][element], rest - self._units[place]
            if self._is_lost(self._sums[element] + rest, budget) != lost:
                self._part(self._nodes[self._sums[element]], rest)
                break

    def _part_by_order(self, budget: Budget) -> bool:
        """Part a leaf if what two letters make of some element depends on their order."""
        steps = 1 + len(self._sums) // ELEMENTS_A_STEP
        for later, after in enumerate(self._action):
            for earlier, before in budget.each(enumerate(self._action[:later]), steps):
                for element, (one, other) in enumerate(zip(before, after, strict=True)):
                    if after[one] != before[other]:
                        company = self._between(after[one], before[other])
                        first, second = self._units[earlier], self._units[later]
                        both = self._sums[element] + first + second + company
                        beside = self._sums[one] + second + company
                        if self._is_lost(both, budget) != self._is_lost(beside, budget):
                            self._part(self._nodes[self._sums[one]], second + company)
                        else:
                            self._part(self._nodes[self._sums[other]], first + company)
                        return True
        return False

    def _between(self, one: int, other: int) -> Packed:
        """The company that tells two elements apart."""
        node, other_node = self._nodes[self._sums[one]], self._nodes[self._sums[other]]
        while node != other_node:  # what is above a node has a smaller number
            node, other_node = sorted((node, other_node))
            other_node = self._above[other_node]
        return self._companies[node]
