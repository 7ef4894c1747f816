"""Learning the quotient of one more heap from outcomes, when no shortcut finds it.

The sums of heaps that are P-positions form a language over the heaps, and the quotient is its
syntactic monoid. Angluin's algorithm (*Learning regular sets*, 1987) finds it: keep
representatives and tests, tell representatives apart by the outcomes of representative + test,
propose the monoid this makes, and learn one more test from a counterexample.

What is learnt is the quotient of the game of the letters alone: in it outcomes are exact, a sum
without the new heap being decided by the quotient so far and any other by its options. A
proposal that is not consistent with its own options has a shortest inconsistent sum; everything
shorter is right, so that sum is a true counterexample.

A proposal may be right about the letters and still fail: a heap that was written as a sum of
letters because the quotient so far does not tell them apart may be told apart by the new one.
Then there is no inconsistent sum of letters, and nothing more to learn before that heap has a
letter of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import combinations

from solver.budget import Budget
from solver.errors import BudgetExceededError

from .extension import Letters
from .monoid import ELEMENTS_A_STEP, Automaton, Generator, Monoid

LETTERS_A_STEP = 8
MAX_LENGTH = 600
"""The longest game followed to its end: each move goes one level deeper."""

Counts = tuple[int, ...]
"""A sum of heaps: how often each letter occurs, the new heap last."""


class Learner:
    """The quotient of *monoid*'s letters together with one new heap.

    *letters* includes the new heap as the last letter. *budget* is spent on the sums looked at.
    """

    def __init__(self, monoid: Monoid, letters: Letters, budget: Budget) -> None:
        self.monoid = monoid
        self.letters = letters
        self.kinds = range(len(letters.lengths))
        self.budget = budget
        self._steps = 1 + len(self.kinds) // LETTERS_A_STEP
        self.empty: Counts = (0,) * len(self.kinds)
        self._known: dict[Counts, bool] = {}
        self._proposal: tuple[Monoid, list[int]] = (monoid, [0] * len(self.kinds))
        self._sure_below = 0
        self._options = [[self._counts(word) for word in words] for words in letters.options]
        self.tests = [self.empty]

    def _counts(self, word: tuple[int, ...]) -> Counts:
        return tuple(word.count(kind) for kind in self.kinds)

    @staticmethod
    def grown(counts: Counts, kind: int) -> Counts:
        """One more heap of a kind."""
        return (*counts[:kind], counts[kind] + 1, *counts[kind + 1 :])

    # --- exact outcomes ---------------------------------------------------------------

    def is_p(self, counts: Counts) -> bool:
        """Whether a sum is a P-position, exactly."""
        self.budget.spend(self._steps)
        if not counts[-1]:
            return self._claimed_by(self.monoid, self.letters.values, counts)
        if self._length(counts) < self._sure_below:
            return self._claimed_by(*self._proposal, counts)
        is_p = self._known.get(counts)
        if is_p is None:
            if self._length(counts) > MAX_LENGTH:
                raise BudgetExceededError(
                    f"Telling sums apart needs games of more than {MAX_LENGTH} moves.",
                    budget=MAX_LENGTH,
                )
            can_move = False
            is_p = True
            for option in self.budget.each(self.options(counts), self._steps):
                can_move = True
                if self.is_p(option):
                    is_p = False
                    break
            is_p = is_p and can_move
            self._known[counts] = is_p
        return is_p

    def _length(self, counts: Counts) -> int:
        """How long a sum can be played."""
        return sum(map(int.__mul__, counts, self.letters.lengths))

    @staticmethod
    def _claimed_by(monoid: Monoid, elements: Sequence[int], counts: Counts) -> bool:
        element = 0
        for value, count in zip(elements, counts, strict=True):
            for _ in range(count):
                element = monoid.table[element][value]
        return monoid.is_p(element)

    def options(self, counts: Counts) -> Iterator[Counts]:
        """The options of a sum."""
        for kind in self.kinds:
            if counts[kind]:
                for option in self._options[kind]:
                    left = list(map(int.__add__, counts, option))
                    left[kind] -= 1
                    yield tuple(left)

    # --- proposals --------------------------------------------------------------------

    def propose(self, limit: int) -> tuple[Monoid, list[int]]:
        """The monoid the tests make, and the element of each letter.

        Raises :class:`BudgetExceededError` if it has more than *limit* elements.
        """
        while True:
            self._fill(limit)
            if not self._learn_from_order():
                break
        accepted = [self.is_p(counts) for counts in self.representatives]
        return Automaton(self.action, accepted).reduced(self.budget)

    def _fill(self, limit: int) -> None:
        """Find the representatives, and which one each letter leads to from each."""
        number: dict[tuple[bool, ...], int] = {self._row(self.empty): 0}
        self.representatives = [self.empty]
        self.action: list[list[int]] = []
        for counts in self.representatives:
            reached = []
            for kind in self.kinds:
                onward = self.grown(counts, kind)
                row = self._row(onward)
                if row not in number:
                    if len(self.representatives) >= limit:
                        raise BudgetExceededError(
                            f"The quotient needs more than {limit} elements.", budget=limit
                        )
                    number[row] = len(self.representatives)
                    self.representatives.append(onward)
                reached.append(number[row])
            self.action.append(reached)

    def _learn_from_order(self) -> bool:
        """Learn a test where adding two heaps in the other order leads elsewhere."""
        for state, row in enumerate(self.action):
            for kind, other in combinations(self.kinds, 2):
                if self.action[row[kind]][other] != self.action[row[other]][kind]:
                    self.tests.append(self._telling_test(state, kind, other))
                    return True
        return False

    def _telling_test(self, state: int, kind: int, other: int) -> Counts:
        """A test that tells a sum from the representative that stands in for it."""
        return next(
            self.grown(test, second)
            for first, second in ((kind, other), (other, kind))
            for test in self.tests
            if self._with(self.grown(self.representatives[state], first), self.grown(test, second))
            != self._with(self.representatives[self.action[state][first]], self.grown(test, second))
        )

    def _with(self, counts: Counts, test: Counts) -> bool:
        return self.is_p(tuple(map(int.__add__, counts, test)))

    def _row(self, counts: Counts) -> tuple[bool, ...]:
        return tuple(self._with(counts, test) for test in self.tests)

    def learn(self, monoid: Monoid, elements: list[int]) -> bool:
        """Add the tests that refute the last proposal, *monoid* and *elements*.

        False where nothing refutes it: it is right about every sum of letters.
        """
        wrong = self._shortest_inconsistent(monoid, elements)
        if wrong is None:
            return False
        # The proposal is right about everything shorter, which spares following options.
        self._proposal, self._sure_below = (monoid, elements), self._length(wrong)
        word = [kind for kind in self.kinds for _ in range(wrong[kind])]
        # Replace the word letter by letter by representatives: somewhere the outcome changes.
        state = 0
        for position, kind in enumerate(word):
            state = self.action[state][kind]
            suffix = self._counts(tuple(word[position + 1 :]))
            stand_in = self.representatives[state]
            if suffix not in self.tests and self._with(stand_in, suffix) != self.is_p(wrong):
                self.tests.append(suffix)
        return True

    def _shortest_inconsistent(self, monoid: Monoid, elements: list[int]) -> Counts | None:
        """The sum shortest to play whose element contradicts its options' elements, if any."""
        steps = 2 + monoid.order // ELEMENTS_A_STEP
        generators: list[Generator] = []
        for kind in self.kinds:
            mask = 0
            for option in self._options[kind]:
                mask |= 1 << monoid.product(
                    elements[part] for part in self.kinds for _ in range(option[part])
                )
            generators.append((elements[kind], mask))
        seen: set[Generator] = set()
        queue: list[tuple[int, Counts, Generator]] = [(0, self.empty, (0, 0))]
        while queue:
            length, counts, pair = heappop(queue)
            if pair in seen:
                continue
            seen.add(pair)
            self.budget.spend(steps * len(self.kinds))
            element, options = pair
            if monoid.is_p(element) == (not options or bool(options & monoid.p_portion)):
                return counts
            for kind in self.kinds:
                grown, mask = generators[kind]
                product = monoid.table[element][grown]
                moved = monoid.times(options, grown) | monoid.times(mask, element)
                heappush(
                    queue,
                    (
                        length + self.letters.lengths[kind],
                        self.grown(counts, kind),
                        (product, moved),
                    ),
                )
        return None


def learn_quotient(
    learner: Learner, limit: int, proved: Callable[[Monoid, list[int]], bool], rounds: int
) -> bool:
    """Propose and learn until a proposal is *proved*.

    False where a proposal is right about the letters and cannot be proved: some heap is not the
    sum of letters that stands for it. Raises :class:`BudgetExceededError` after so many *rounds*.
    """
    for _ in range(rounds):
        monoid, elements = learner.propose(limit)
        if proved(monoid, elements):
            return True
        if not learner.learn(monoid, elements):
            return False
    raise BudgetExceededError(f"No quotient is proved in {rounds} rounds.", budget=rounds)
