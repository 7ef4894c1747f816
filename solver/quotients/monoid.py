"""Finite commutative monoids with a set of P-elements.

A *bipartite monoid* (Q, P) and a map from heaps to Q stand for the misère outcomes of all sums
of those heaps when a sum is a P-position exactly if its product lies in P.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from solver.budget import Budget
from solver.errors import BudgetExceededError
from solver.words import counted, game
from solver.words import refusals as words

ELEMENTS_A_STEP = 64
"""How many elements of a monoid are handled in one step of a budget."""
BYTES = 256

Company = int
"""A set of elements beside which a move wins, as a number with a byte for each element."""


@dataclass(frozen=True)
class Monoid:
    """A finite commutative monoid: the multiplication *table*, element 0 the identity, and
    the mask *p_portion* of the elements that are P-positions."""

    table: tuple[tuple[int, ...], ...]
    p_portion: int

    def __repr__(self) -> str:
        elements, losing = counted(self.order, "element"), self.p_portion.bit_count()
        return game.TABLE.format(elements=elements, losing=losing)

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

    @cached_property
    def lost(self) -> tuple[bool, ...]:
        """For each element whether it is a P-position."""
        return tuple(map(self.is_p, range(self.order)))

    @cached_property
    def lost_beside(self) -> list[Company]:
        """For each element the company beside which it is a P-position."""
        return [self._packed(map(self.lost.__getitem__, row)) for row in self.table]

    @cached_property
    def everything(self) -> Company:
        """All elements."""
        return self._packed([True] * self.order)

    def company_of(self, elements: Iterable[int]) -> Company:
        """The company beside which one of *elements* is a P-position, so that a move to it wins."""
        company = 0
        for element in elements:
            company |= self.lost_beside[element]
        return company

    def before(self, company: Company, element: int) -> Company:
        """What together with *element* is in *company*."""
        blocks = self._blocks.get(element) or self._blocks_of(element)
        members = company.to_bytes(BYTES * len(blocks), "little")
        before = 0
        for start, (places, mask) in enumerate(blocks):
            block = places.translate(members[start * BYTES : (start + 1) * BYTES])
            before |= int.from_bytes(block, "little") & mask
        return before

    @staticmethod
    def holds(company: Company, element: int) -> bool:
        """Whether *element* is in *company*."""
        return bool(company >> 8 * element & 1)

    def members(self, company: Company) -> list[int]:
        """The elements in *company*."""
        return [n for n, inside in enumerate(company.to_bytes(self.order, "little")) if inside]

    @cached_property
    def _blocks(self) -> dict[int, list[tuple[bytes, int]]]:
        return {}

    def _blocks_of(self, element: int) -> list[tuple[bytes, int]]:
        """The products with *element*, by 256 elements: which of these they are, and where they
        are among these. Translating bytes is by far the quickest way to look many of them up."""
        row = self.table[element]
        places = bytes(product % BYTES for product in row)
        masks = [
            self._packed(0xFF * (start <= product < start + BYTES) for product in row)
            for start in range(0, self.order, BYTES)
        ]
        self._blocks[element] = [(places, mask) for mask in masks]
        return self._blocks[element]

    @staticmethod
    def _packed(members: Iterable[int]) -> Company:
        return int.from_bytes(bytes(members), "little")


TRIVIAL = Monoid(((0,),), 0)
"""The quotient of the empty game: one element, which is no P-position (its mover has won)."""


@dataclass(frozen=True)
class Automaton:
    """A commutative monoid given by how its letters act: *action* [letter][state], state 0 the
    identity, *accepted* the states that are P-positions."""

    action: Sequence[Sequence[int]]
    accepted: Sequence[int]

    def classes(self, budget: Budget, limit: int) -> list[int]:
        """The indistinguishability class of each state (Moore's refinement).

        Raises :class:`BudgetExceededError` if there are more than *limit*.
        """
        block = [int(yes) for yes in self.accepted]
        count = len(set(block))
        while True:
            budget.spend(1 + len(block) * len(self.action) // ELEMENTS_A_STEP)
            seen: dict[tuple[int, ...], int] = {}
            rows = zip(block, *(map(block.__getitem__, act) for act in self.action), strict=True)
            block = [seen.setdefault(row, len(seen)) for row in rows]
            if len(seen) == count:
                return block
            count = len(seen)
            if count > limit:
                raise BudgetExceededError(words.TOO_MANY_ELEMENTS.format(limit=limit), budget=limit)

    def reduced(self, budget: Budget, limit: int) -> tuple[Monoid, list[int]]:
        """The reduced monoid, and the element that each letter becomes. Elements are numbered
        by their shortest words in the first letters that make them all.

        Raises :class:`BudgetExceededError` if it has more than *limit* elements.
        """
        classes = self.classes(budget, limit)
        state_of: dict[int, int] = {}
        for state, name in enumerate(classes):
            state_of.setdefault(name, state)
        acts = [
            {name: classes[act[state]] for name, state in state_of.items()} for act in self.action
        ]
        first = classes[0]
        made: dict[int, tuple[int, int]] = {first: (first, -1)}
        generating: list[int] = []
        for letter, act in enumerate(acts):
            if act[first] not in made:
                generating.append(letter)
                made = _shortest(first, acts, generating)
        number = {name: n for n, name in enumerate(made)}
        steps = 1 + len(number) // ELEMENTS_A_STEP
        columns = [[number[act[name]] for name in number] for act in budget.each(acts, steps)]
        table = [tuple(range(len(number)))]
        for before, letter in budget.each(list(made.values())[1:], steps):
            table.append(tuple(map(columns[letter].__getitem__, table[number[before]])))
        p_portion = sum(1 << number[name] for name in number if self.accepted[state_of[name]])
        return Monoid(tuple(table), p_portion), [column[0] for column in columns]


def _shortest(
    first: int, acts: Sequence[Mapping[int, int]], letters: Iterable[int]
) -> dict[int, tuple[int, int]]:
    """What *letters* reach from *first*, by shortest word: the last step to it, and its letter."""
    made = {first: (first, -1)}
    queue = [first]
    for name in queue:
        for letter in letters:
            reached = acts[letter][name]
            if reached not in made:
                made[reached] = (name, letter)
                queue.append(reached)
    return made
