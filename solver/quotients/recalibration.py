"""Extending a misère quotient by a heap that fits none of its elements.

The first guess: the new heap tells no two sums apart that were alike before. Then whether X and
k new heaps are a P-position depends on X through its element only and is computed from k - 1, so
the rows of outcomes repeat, and Q x <t> with t standing for the new heap is finite. Reducing it
gives a candidate, which is proved or refuted.

A refutation names the least sum that comes out wrong: everything less is right, so some part of
it is told apart, in truth, from the least sum that the candidate takes for the same. The guess is
made anew with that difference kept: the elements of Q, the number of new heaps, the elements of
the candidate and the number of heaps of one size (*freed*) all count, outcomes are computed from
options at the least sum of each such state, and the result is reduced (Plambeck and Siegel 2008).

Counting is quick while candidates stay small. One that outgrows the first by half and
:data:`SMALL`, or errs no later than the one before it, ends it, and the quotient is learnt from
outcomes instead (:mod:`.sorting_tree`): no candidate is larger than the quotient then. Both numbers
only save time: either way a candidate is proved before it is believed.

A heap is taken for the least sum of its old element, which has the same outcomes beside old heaps,
until that is refuted. So the search is of a game that may differ from ours, and it ends:

- If the tree finds the refuted sum as the candidate has it, the heaps in it are freed, that is
  taken for themselves, or else all heaps are. There are finitely many. Once all are freed, the
  search is of the game itself, and finds another outcome than the candidate's, which was refuted.
- Otherwise the tree parts a leaf, for the next refutation if it was made for this one. It has a
  leaf for each element at most, and those are finitely many where the quotient is finite; where it
  is not, *order* ends it.

The calls come in one order: :meth:`Recalibration.first` once, and :meth:`Recalibration.again` for
each refutation of the candidate that came last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from operator import getitem

from solver.budget import Budget
from solver.errors import BudgetExceededError
from solver.rulesets.rules import Option
from solver.words import refusals as words

from .monoid import Automaton, Monoid
from .sorting_tree import SortingTree
from .sums import Word, least_sums, parts_of, without
from .transitions import Refutation, least_words

Table = Sequence[Sequence[int]]
State = tuple[int, ...]
"""What is counted of a sum: an entry for each of some monoids."""

SMALL = 256
"""Candidates of up to so many elements are made by counting, however small the first was."""


def counter(largest: int, period: int) -> Table:
    """The monoid that counts to *largest*, and on from there by remainders of *period*."""

    def folded(number: int) -> int:
        return (
            number if number <= largest else largest + 1 - period + (number - largest - 1) % period
        )

    return [[folded(a + b) for b in range(largest + 1)] for a in range(largest + 1)]


class Recalibration:
    """The quotient *monoid* of the heaps of *values*, and one more heap.

    *options* are those of every heap, the new one last. *limit* bounds the states looked at and
    *order* the elements of a candidate; a :class:`BudgetExceededError` is raised beyond.
    """

    def __init__(
        self,
        monoid: Monoid,
        values: Sequence[int],
        options: Sequence[Sequence[Option]],
        limit: int,
        order: int,
    ) -> None:
        self.monoid = monoid
        self.values = values
        self.options = options
        self.new = len(values)
        self.limit = limit
        self.order = order
        least = least_words(monoid, values)
        # A heap is taken for the least sum of its element until that is refuted.
        self.words = [*(least[element] for element in values), (self.new,)]
        self._right: tuple[Word, Monoid, Sequence[int]] = (self.new,), monoid, values
        self._tree: SortingTree | None = None
        self._numbers: Table = ()
        """The monoid that counts new heaps, as the first candidate has it."""
        self._largest = 0
        """The most elements of a candidate that is made by counting."""

    def first(self, budget: Budget) -> tuple[Monoid, list[int]]:
        """The first candidate, and the element of each heap."""
        assert not self._numbers
        table, count = self.monoid.table, self.monoid.order
        moves = [self._moves(heap, table) for heap in range(self.new + 1)]
        order, options = self._options(moves)
        rows = [bytes(self.monoid.lost)]
        seen = {rows[0]: 0}
        while True:
            previous, row = rows[-1], bytearray(count)
            for element in order:
                budget.spend(1 + (len(options[element]) + len(moves[-1])) // 4)
                row[element] = not any(row[option] for option in options[element]) and not any(
                    previous[table[element][move]] for move in moves[-1]
                )
            outcomes = bytes(row)
            if outcomes in seen:
                break
            seen[outcomes] = len(rows)
            rows.append(outcomes)
            if len(rows) * count > self.limit:
                raise self._too_many()
        self._numbers = counter(len(rows) - 1, len(rows) - seen[outcomes])
        heaps = self._own_letters()
        action = [
            [number * count + reached for number in range(len(rows)) for reached in table[element]]
            for element in (self.values[heap] for heap in heaps[:-1])
        ]
        onward = [*range(1, len(rows)), seen[outcomes]]
        action.append([number * count + state for number in onward for state in range(count)])
        candidate = self._reduced(heaps, Automaton(action, b"".join(rows)), budget, self.order)
        self._largest = min(self.order, max(SMALL, candidate[0].order * 3 // 2))
        return candidate

    def _options(self, moves: Sequence[Sequence[int]]) -> tuple[list[int], list[set[int]]]:
        """The old elements by their least sums, and the elements of the options of those."""
        table = self.monoid.table
        at: dict[Word, int] = {}
        options: list[set[int]] = [set() for _ in table]
        for word, element in least_sums(
            0, self._own_letters()[:-1], lambda state, heap: table[state][self.values[heap]]
        ):
            at[word] = element
            for heap in set(word):
                rest = table[at[without(word, heap)]]
                options[element].update(rest[move] for move in moves[heap])
        return list(at.values()), options

    def _moves(self, heap: int, table: Table) -> list[int]:
        """The elements of a heap's options, which are old heaps."""
        moves = set()
        for option in self.options[heap]:
            element = 0
            for part in option:
                element = table[element][self.values[part]]
            moves.add(element)
        return list(moves)

    def _own_letters(self) -> list[int]:
        """The heaps that are no sum of others, the new one last."""
        return [heap for heap, word in enumerate(self.words) if word == (heap,)]

    def _too_many(self) -> BudgetExceededError:
        return BudgetExceededError(
            words.TOO_MANY_CLASSES.format(limit=self.limit), budget=self.limit
        )

    # --- recalibrating ----------------------------------------------------------------

    def again(
        self, monoid: Monoid, values: Sequence[int], refutation: Refutation, budget: Budget
    ) -> tuple[Monoid, list[int]]:
        """The next candidate after *monoid* was refuted, and the element of each heap."""
        assert self._numbers
        wrong, least = refutation.wrong, refutation.least
        is_further = wrong > self._right[0]
        if is_further:
            self._right = wrong, monoid, values
        if is_further and self._tree is None:
            candidate = self._counted(monoid, values, refutation, budget)
            if candidate[0].order <= self._largest:
                return candidate
        if self._tree is None:
            tree = self._planted(monoid, least)
        else:
            tree = self._tree
            tree.trust(*self._right)
            tree.refine(self._in_letters(wrong), budget)
        claim = monoid.is_p(monoid.product(values[heap] for heap in wrong))
        while tree.is_lost(self._in_letters(wrong), budget) == claim:
            self._free(wrong)
            tree = self._planted(monoid, least)
        self._tree = tree
        return self._reduced(tree.letters, tree.candidate(budget), budget, self.order)

    def _in_letters(self, word: Sequence[int]) -> Word:
        """A sum with each heap as the sum that it is taken for."""
        letters = (letter for heap in word for letter in self.words[heap])
        return tuple(sorted(letters, reverse=True))

    def _free(self, wrong: Word) -> None:
        """Take the heaps of a sum for themselves; where they are, take all heaps so."""
        taken = [heap for heap in wrong if self.words[heap] != (heap,)]
        for heap in taken or range(1, self.new):
            self.words[heap] = (heap,)

    def _planted(self, monoid: Monoid, least: Sequence[Word]) -> SortingTree:
        """A tree of the companies that tell the elements of a candidate apart."""
        moves = {
            heap: {self._in_letters(option) for option in self.options[heap]}
            for heap in self._own_letters()
        }
        tree = SortingTree(moves, self.limit, self.order)
        tree.trust(*self._right)
        tree.plant(monoid, [self._in_letters(word) for word in least])
        return tree

    def _counted(
        self, monoid: Monoid, values: Sequence[int], refutation: Refutation, budget: Budget
    ) -> tuple[Monoid, list[int]]:
        """The next candidate by counting heaps of one size."""
        freed = self._to_free(monoid, values, refutation)
        for heap in freed:
            self.words[heap] = (heap,)
        counted = sorted(freed)
        tables = [
            self.monoid.table,
            self._numbers,
            monoid.table,
            *(counter(freed[heap] + 1, 2) for heap in counted),
        ]
        old = [*self.values, 0]
        letters = {
            heap: (
                old[heap],
                int(heap == self.new) % len(self._numbers),
                values[heap],
                *(int(heap == other) for other in counted),
            )
            for heap in self._own_letters()
        }
        automaton = self._automaton(tables, letters, budget)
        return self._reduced(list(letters), automaton, budget, len(automaton.accepted))

    def _to_free(
        self, monoid: Monoid, values: Sequence[int], refutation: Refutation
    ) -> Mapping[int, int]:
        """Heaps to be counted, and how far, so that the sum refuted comes out otherwise."""
        wrong, least = refutation.wrong, refutation.least
        differences = (
            (part, Counter(part) - Counter(least[monoid.product(values[heap] for heap in part)]))
            for part in parts_of(wrong)
        )
        # New heaps are counted as it is.
        freed = ((max((*more.keys() - {self.new}, 0)), part) for part, more in differences)
        return next(({heap: part.count(heap)} for heap, part in freed if heap), Counter(wrong))

    def _automaton(
        self, tables: Sequence[Table], letters: Mapping[int, State], budget: Budget
    ) -> Automaton:
        """The outcomes of the product of the monoids *tables*, where letters reach."""

        def add(state: State, other: State) -> State:
            return tuple(map(getitem, map(getitem, tables, state), other))

        empty: State = (0,) * len(tables)
        moves = {heap: self._moved(heap, letters, add) for heap in letters}
        reached: dict[State, list[State]] = {}

        def onward(state: State, heap: int) -> State:
            grown = add(state, letters[heap])
            reached.setdefault(state, []).append(grown)
            return grown

        lost: dict[State, bool] = {}
        at: dict[Word, State] = {}
        for word, state in least_sums(empty, letters, onward):
            if len(lost) >= self.limit:
                raise self._too_many()
            budget.spend(1 + len(letters) // 2)
            at[word] = state
            lost[state] = bool(word) and not any(
                lost[tuple(map(getitem, rows, move))]
                for heap in dict.fromkeys(word)
                for rows in [list(map(getitem, tables, at[without(word, heap)]))]
                for move in budget.each(moves[heap])
            )
        number = {state: n for n, state in enumerate(lost)}
        columns = zip(*(reached[state] for state in lost), strict=True)
        action = [list(map(number.__getitem__, column)) for column in columns]
        return Automaton(action, list(lost.values()))

    def _moved(
        self, heap: int, letters: Mapping[int, State], add: Callable[[State, State], State]
    ) -> list[State]:
        """What the options of a heap are in the states that letters reach."""
        empty: State = (0,) * len(letters[heap])
        words = (
            [letter for part in option for letter in self.words[part]]
            for option in self.options[heap]
        )
        return list({reduce(add, (letters[letter] for letter in word), empty) for word in words})

    def _reduced(
        self, heaps: Sequence[int], automaton: Automaton, budget: Budget, order: int
    ) -> tuple[Monoid, list[int]]:
        """The reduced monoid of letters, and the element of each heap."""
        monoid, elements = automaton.reduced(budget, order)
        element_of = dict(zip(heaps, elements, strict=True))
        values = [monoid.product(element_of[letter] for letter in word) for word in self.words]
        return monoid, values
