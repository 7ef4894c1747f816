"""The proof that a monoid tells the outcomes of all sums of some heaps.

A sum must be a P-position exactly if it has a move and no option is one. The half that says "no
move from P to P" speaks of one heap and its option beside every element, and is looked up. For
the other half every sum is followed, by its element and the *company* beside which a move in it
wins: sums that agree in both are alike, and of two with the same element the one that wins
beside less needs more care and stands for the other. So finitely many have to be looked at
(Plambeck and Siegel 2008, the transition algebra and its minimal sets).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from solver.budget import Budget
from solver.errors import BudgetExceededError
from solver.words import refusals as words

from .monoid import ELEMENTS_A_STEP, Company, Monoid
from .sums import Word, least_sums, plus


@dataclass(frozen=True)
class Generator:
    """A *heap* with its *element* and the elements of its options, *moves*."""

    heap: int
    element: int
    moves: frozenset[int]


class Transitions:
    """What has been proved of *monoid*: the least companies that occur beside each element.

    *limit* bounds how many are looked at for one more heap.
    """

    def __init__(self, monoid: Monoid, limit: int) -> None:
        self.monoid = monoid
        self.limit = limit
        self.kept: list[list[Company]] = [[] for _ in monoid.table]
        self.kept[0].append(0)  # the empty sum
        self.generators: list[Generator] = []
        self._steps = 1 + monoid.order // ELEMENTS_A_STEP

    def copy(self) -> Transitions:
        """An independent copy, for trying a generator out."""
        other = Transitions(self.monoid, self.limit)
        other.kept = [list(companies) for companies in self.kept]
        other.generators = list(self.generators)
        return other

    def covers(self, generator: Generator) -> bool:
        """Whether adjoining *generator* would change nothing, and contradict nothing."""
        element, wins = generator.element, self.monoid.company_of(generator.moves)
        fits = not self.never_fits(generator) and self._is_won(element, wins)
        return fits and self._is_kept(element, wins)

    def never_fits(self, generator: Generator) -> Company:
        """The company beside which a heap is lost and has a winning move all the same."""
        wins = self.monoid.company_of(generator.moves)
        return self.monoid.lost_beside[generator.element] & wins

    def could_fit(self, generator: Generator, budget: Budget) -> bool:
        """Beside every element once: whether there is no contradiction, to spare most trials."""
        if self.never_fits(generator):
            return False
        monoid, element = self.monoid, generator.element
        own = monoid.company_of(generator.moves)
        for other, product in enumerate(monoid.table[element]):
            if monoid.lost[product] or monoid.holds(own, other):
                continue
            for wins in budget.each(self.kept[other]):
                if not monoid.holds(wins, element):
                    return False
        return True

    def adjoin(self, generators: Iterable[Generator], budget: Budget) -> Word | None:
        """Close under more heaps; None when that is consistent, else the least sum without a
        winning move whose element is not lost (only of the new heaps, where others were there).

        Raises :class:`BudgetExceededError` when it grows past the limit or the budget.
        """
        fresh = list(generators)
        self.generators += fresh
        waiting: list[tuple[Word, int, Company]] = []
        for element, companies in enumerate(self.kept):
            for wins in companies:
                self._push(waiting, ((), element, wins), fresh, budget)
        news = 0
        while waiting:
            sum_ = word, element, wins = heappop(waiting)
            if not self._is_won(element, wins):
                return word
            if self._is_kept(element, wins):
                continue
            news += 1
            if news > self.limit:
                raise BudgetExceededError(
                    words.TOO_MANY_ENTRIES.format(limit=self.limit), budget=self.limit
                )
            kept = self.kept[element]
            kept[:] = [larger for larger in kept if larger & wins != wins]
            kept.append(wins)
            if wins | self.monoid.lost_beside[element] != self.monoid.everything:
                self._push(waiting, sum_, self.generators, budget)
        return None

    def _push(
        self,
        waiting: list[tuple[Word, int, Company]],
        sum_: tuple[Word, int, Company],
        generators: Sequence[Generator],
        budget: Budget,
    ) -> None:
        """Queue a sum with each generator, unless another stands for it."""
        word, element, wins = sum_
        row = self.monoid.table[element]
        budget.spend(len(generators) * self._steps)
        for generator in generators:
            product = row[generator.element]
            won = self.monoid.company_of(row[move] for move in generator.moves)
            if wins:
                won |= self.monoid.before(wins, generator.element)
            if not self._is_won(product, won) or not self._is_kept(product, won):
                heappush(waiting, (plus(word, generator.heap), product, won))

    def _is_won(self, element: int, wins: Company) -> bool:
        """Whether a sum of that element is lost, or has a winning move of its own."""
        return bool(wins & 1) or self.monoid.lost[element]

    def _is_kept(self, element: int, wins: Company) -> bool:
        """Whether a sum that wins beside no more is known."""
        return any(wins & kept == kept for kept in self.kept[element])


@dataclass(frozen=True)
class Refutation:
    """The least sum at which a monoid is *wrong*, everything less being right, and the *least*
    sum of each element."""

    wrong: Word
    least: Sequence[Word]


def proof(
    monoid: Monoid,
    values: Sequence[int],
    moves: Sequence[frozenset[int]],
    limit: int,
    budget: Budget,
) -> Transitions | Refutation:
    """Prove that *values*, the elements of the heaps by size, tell all outcomes, or refute it.

    *moves* are for each heap the elements of its options.
    """
    algebra = Transitions(monoid, limit)
    first: dict[tuple[int, frozenset[int]], Generator] = {}
    for heap, pair in enumerate(zip(values, moves, strict=True)):
        if pair[1] and pair not in first:
            first[pair] = Generator(heap, *pair)
    wrong = algebra.adjoin(first.values(), budget)
    least = least_words(monoid, values)
    for generator in first.values():
        for element in monoid.members(algebra.never_fits(generator)):
            moved = plus(least[element], generator.heap)
            wrong = moved if wrong is None else min(wrong, moved)
    return algebra if wrong is None else Refutation(wrong, least)


def least_words(monoid: Monoid, values: Sequence[int]) -> list[Word]:
    """The least sum of each element."""
    heaps = {element: heap for heap, element in reversed(list(enumerate(values))) if element}

    def add(state: int, heap: int) -> int:
        return monoid.table[state][values[heap]]

    by_element = {state: word for word, state in least_sums(0, sorted(heaps.values()), add)}
    return [by_element[element] for element in range(monoid.order)]
