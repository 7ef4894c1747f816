"""The misère monoid of a game: its sums of sizes up to n, in which two sums are one element if no
further sum tells them apart.

An outcome is a pair of bits: whether Left wins moving first, and whether Right does. A company
tells two sums apart if their outcomes beside it differ. Sums that search tells apart are different
elements. Where search within bounds tells no more apart, it gives a candidate, and induction on
moves proves it:

- *Finitely many elements.* The candidate is a set on which each heap acts, in any order. An element
  comes with two sets: the elements that Left may leave, and those that Right may leave. Adding a
  heap changes all three (the transition algebra of Plambeck and Siegel, *Misère quotients for
  impartial games*, 2008, with two sets in place of one). Wherever that leads, a player must win
  moving first exactly if they have no move, or a move to what the opponent loses.
- *The integers.* The candidate gives every size an integer and every integer an outcome, and far
  from 0 the outcomes are periodic on both sides. A move changes the integer by a number that
  depends only on the sizes present. So the sums near 0 are checked, and each of the others has the
  sizes of one of these and its condition (:meth:`_Asked._holds` has the proof).

In partizan Kayles the search *finds* the integers (Milley, *Partizan Kayles and misère
invertibility*, Integers 15, 2015).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations_with_replacement
from math import gcd, lcm

from ..budget import Allowed, Budget
from ..conventions import Convention, Outcome, Player
from ..errors import BudgetExceededError, InvalidInputError
from ..positions import Position, as_size
from ..rulesets.heaps import Heaps
from ..rulesets.keys import get_ruleset
from ..rulesets.rules import Ruleset
from ..search import Search
from ..words import NOTHING, unreadable
from .monoid_sorts import (
    REACH,
    FiniteMisereMonoid,
    MisereIntegers,
    MisereMonoid,
    Outcomes,
    UnsettledMonoid,
    sums_by_value,
)

MAX_UP_TO = 20
"""The largest size that a monoid may have."""
MAX_ELEMENTS, MAX_COMPANIES = 64, 4
"""The most elements of a candidate, and the most heaps of a company."""
MAX_TRANSITIONS = 20_000
"""The most elements, each with its options, that a proof goes through."""
MAX_VALUE, MAX_SCALE, MAX_PERIOD = 6, 3, 4
"""The largest integer that a size is tried as, the first of them that is not 0, and the longest
period of the outcomes."""
FEW = 4
"""How many heaps of one size are tried to see which integer it is."""

Shifts = frozenset[int]


def misere_monoid(
    rules: str | Ruleset, up_to: int | None = None, budget: Allowed = None
) -> MisereMonoid:
    """The monoid of the sums of sizes *up_to* one, where the last one loses. Boards and heaps
    written by hand have a largest one, which need not be given.

    If it has too many elements and is not the integers, or if the budget ends first, an
    :class:`UnsettledMonoid` says how many elements search told apart.

    >>> strips = misere_monoid("partizan-kayles", 5)
    >>> strips.values
    {1: 1, 2: -1, 3: 0, 4: 1, 5: -1}
    >>> strips.inverse("1+1"), misere_monoid("kayles", 2).order
    ((2, 2), 6)
    >>> misere_monoid("push:2").said
    'The sums of strips of up to 2 squares count as the integers, and that is proved.'
    """
    rules, budget = get_ruleset(rules), Budget.of(budget)
    most = rules.largest or MAX_UP_TO
    if up_to is None:
        up_to = rules.largest or (max(rules.rules, default=0) if isinstance(rules, Heaps) else 0)
    if not 1 <= as_size(up_to) <= most:
        raise InvalidInputError.because(unreadable.LARGEST_HEAP, up_to or NOTHING, most=most)
    asked = _Asked(rules, up_to, budget)
    with suppress(BudgetExceededError):
        integers = asked.integers()
        if integers:
            return integers
        for heaps in range(1, MAX_COMPANIES + 1):
            finite = asked.finite(heaps)
            if finite:
                return finite
    return UnsettledMonoid(rules, up_to, asked.least)


class _Asked:
    """A monoid to be found and proved."""

    def __init__(self, rules: Ruleset, up_to: int, budget: Budget) -> None:
        self.rules, self.up_to, self.budget = rules, up_to, budget
        self.sizes = rules.read_position(range(1, up_to + 1))
        self.search = Search(rules, Convention.MISERE, budget)
        self.options = {
            size: tuple(tuple(rules.options(size, player)) for player in Player)
            for size in self.sizes
        }
        self.least = 1

    # --- finitely many elements ----------------------------------------------------------------

    def finite(self, heaps: int) -> FiniteMisereMonoid | None:
        """The monoid, if companies of up to so many *heaps* tell its elements apart."""
        companies = [
            company
            for number in range(heaps + 1)
            for company in combinations_with_replacement(self.sizes, number)
        ]

        def told_apart_by(position: Position) -> tuple[Outcome, ...]:
            return tuple(self.search.outcome(position + company) for company in companies)

        smallest: list[Position] = [()]
        elements = {told_apart_by(()): 0}
        steps: list[tuple[int, ...]] = []
        for position in smallest:  # grows while it is gone through
            after = []
            for size in self.sizes:
                larger = (*position, size)
                element = elements.setdefault(told_apart_by(larger), len(smallest))
                if element == len(smallest):
                    smallest.append(larger)
                    self.least = max(self.least, len(smallest))
                after.append(element)
            steps.append(tuple(after))
            if len(smallest) > MAX_ELEMENTS:
                return None
        outcomes = tuple(signature[0] for signature in elements)
        if not _commute(steps) or not self._is_closed(steps, outcomes):
            return None
        return FiniteMisereMonoid(self.rules, self.up_to, tuple(smallest), tuple(steps), outcomes)

    def _is_closed(self, steps: Sequence[Sequence[int]], outcomes: Sequence[Outcome]) -> bool:
        """Whether induction on moves proves the candidate."""

        def plus(element: int, sizes: Iterable[int]) -> int:
            for size in sizes:
                element = steps[element][size - 1]
            return element

        nothing: frozenset[int] = frozenset()
        first = (0, nothing, nothing)
        met, queue = {first}, deque([first])
        while queue:
            element, *left = queue.popleft()
            if not _is_right(outcomes[element], *([outcomes[e] for e in own] for own in left)):
                return False
            for size in self.sizes:
                self.budget.spend(1 + len(left[0]) + len(left[1]))
                of_left, of_right = (
                    frozenset(plus(e, (size,)) for e in own)
                    | {plus(element, option) for option in options}
                    for own, options in zip(left, self.options[size], strict=True)
                )
                larger = (plus(element, (size,)), of_left, of_right)
                if larger not in met:
                    met.add(larger)
                    queue.append(larger)
            if len(met) > MAX_TRANSITIONS:
                return False
        return True

    # --- the integers --------------------------------------------------------------------------

    def integers(self) -> MisereIntegers | None:
        """The monoid, if it is that of the integers."""
        values = self._values()
        if values is None:
            return None
        outcomes = self._outcomes(values)
        if outcomes is None or outcomes.is_periodic or not self._holds(values, outcomes):
            return None
        return MisereIntegers(self.rules, self.up_to, values, outcomes)

    def _values(self) -> dict[int, int] | None:
        """An integer for each size, so that sums of few heaps with one integer have one outcome;
        None unless there are integers of both signs."""
        alone = {size: self.search.outcome((size,)) for size in self.sizes}
        first = next((size for size in self.sizes if alone[size] is not Outcome.N), None)
        if first is None:
            return None
        # One that wins for somebody else has the other sign, and both signs tell the rest apart.
        order = sorted(self.sizes, key=lambda size: (size != first, alone[size] is alone[first]))
        for scale in range(1, MAX_SCALE + 1):
            values: dict[int, int] = {}
            by_options: dict[tuple[Shifts, ...] | None, int] = {}
            for size in order:
                options = self._option_values(values, size)
                tried = self._candidates(values, scale)
                value = by_options.get(options)
                if value is None:
                    value = next((v for v in tried if self._agrees({**values, size: v})), None)
                if value is None:
                    break
                values[size] = value
                if options is not None:
                    by_options[options] = value
            else:
                signs = {value > 0 for value in values.values() if value}
                if len(signs) == 2:
                    divisor = gcd(*values.values())
                    return {size: values[size] // divisor for size in self.sizes}
        return None

    def _option_values(self, values: Mapping[int, int], size: int) -> tuple[Shifts, ...] | None:
        """The integers that Left may leave of a size, and those that Right may: two sizes in which
        these are the same are the same integer. None where *values* has not yet all of them."""
        parts = {part for own in self.options[size] for option in own for part in option}
        if not parts <= values.keys():
            return None
        return tuple(
            frozenset(sum(values[part] for part in option) for option in own)
            for own in self.options[size]
        )

    @staticmethod
    def _candidates(values: Mapping[int, int], scale: int) -> Iterator[int]:
        """0, and then the integers from the smallest on; the first that is not 0 sets the scale."""
        yield 0
        if any(values.values()):
            for size in range(1, MAX_VALUE + 1):
                yield from (size, -size)
        else:
            yield scale

    def _agrees(self, values: Mapping[int, int]) -> bool:
        """Whether the last of *values* fits the others: a few heaps of it beside a few others."""
        *others, last = values
        known: dict[int, Outcome] = {}
        spread = [size for size in others if values[size]][:1] or others[:1]
        opposite = [size for size in others if values[size] * values[spread[0]] < 0][:1]
        for number in range(FEW + 1):
            for beside in range(FEW + 1):
                for sizes in (spread, opposite) if beside else ((),):
                    position = (*(size for size in sizes for _ in range(beside)), *[last] * number)
                    value = sum(values[size] for size in position)
                    outcome = self.search.outcome(position)
                    if known.setdefault(value, outcome) != outcome:
                        return False
        return True

    def _outcomes(self, values: Mapping[int, int]) -> Outcomes | None:
        """Who wins at the integers near 0, with the periods in which that seems to repeat."""
        near = {
            value: self.search.outcome(position) for value, position in sums_by_value(values, REACH)
        }
        above = _period([near[v] for v in range(REACH, -1, -1)])
        below = _period([near[v] for v in range(-REACH, 1)])
        if not above or not below:
            return None
        known = tuple(near[v] for v in range(-REACH, REACH + 1))
        return Outcomes(-REACH, known, below, above)

    def _holds(self, values: Mapping[int, int], outcomes: Outcomes) -> bool:
        """Whether induction on moves proves the candidate, for every sum of any number of heaps.

        A sum has to be won by the players who have a move to what the other loses. Whether its
        outcome is right depends on its integer v and on the *kinds* of heaps in it: an option has
        the integer v + d for a shift d of some kind. Let p be a multiple of both periods, and L the
        largest integer of a size. It is enough to look at the sums with v at most *checked*, to
        either side of 0:

        *Farther out.* Say v is more than *checked*. Put one heap of each kind aside. What these
        take from v leaves more than p L, so that at least p of the others have positive integers.
        Take p of them. Of the p sums of the first, the first two, and so on, one is divisible by p
        or two leave the same remainder. So some of these heaps have a sum that p divides, and it is
        at most p L. Without them the kinds are the same. The new integer, and all of its options',
        lie beyond the tail, where outcomes repeat with p: the condition is the same. Repeat this
        until v is no more than *checked*. Below 0 the same holds.

        *Near 0.* Such a sum is met on a way that stays within *checked*. Add one heap of each kind
        first, which comes to no more. Of the rest add a positive heap at or below 0 and another one
        above, as long as there are both. That never leads farther out than before, or than L. Then
        the others lead one way, to v.
        """
        shifts = {
            size: tuple(
                frozenset(sum(values[part] for part in option) - values[size] for option in options)
                for options in self.options[size]
            )
            for size in self.sizes
        }
        largest = max(map(abs, values.values()))
        farthest = max((abs(d) for both in shifts.values() for own in both for d in own), default=0)
        period = lcm(outcomes.above, outcomes.below)
        kinds = {(values[size], shifts[size][0], shifts[size][1]) for size in self.sizes}
        aside = sum(abs(value) for value, *_ in kinds)
        beyond_tail = outcomes.tail + farthest
        checked = max(aside, beyond_tail) + period * largest
        first: tuple[int, Shifts, Shifts] = (0, frozenset(), frozenset())
        met, queue = {first}, deque([first])
        while queue:
            value, left, right = queue.popleft()
            if not _is_right(
                outcomes[value],
                [outcomes[value + d] for d in left],
                [outcomes[value + d] for d in right],
            ):
                return False
            for more, of_left, of_right in kinds:
                self.budget.spend(1)
                larger = (value + more, left | of_left, right | of_right)
                if abs(larger[0]) <= checked and larger not in met:
                    met.add(larger)
                    queue.append(larger)
        return True


def _is_right(outcome: Outcome, left: Sequence[Outcome], right: Sequence[Outcome]) -> bool:
    """Whether a position whose options have these outcomes has this one, the last one losing."""
    return outcome is Outcome.of(
        left_first_wins=not left or any(not other.wins(Player.RIGHT) for other in left),
        right_first_wins=not right or any(not other.wins(Player.LEFT) for other in right),
    )


def _commute(steps: Sequence[Sequence[int]]) -> bool:
    """Whether adding two sizes leads to the same element in either order."""
    sizes = range(len(steps[0]))
    return all(
        steps[after[a]][b] == steps[after[b]][a] for after in steps for a in sizes for b in sizes
    )


def _period(outcomes: Sequence[Outcome]) -> int:
    """The shortest period in which the first half of *outcomes* repeats; 0 if none is short."""
    half = len(outcomes) // 2 + 1
    for period in range(1, MAX_PERIOD + 1):
        if all(outcomes[n] == outcomes[n + period] for n in range(half - period)):
            return period
    return 0
