"""The losing sums of a few heaps as a set that can be checked without search.

A sum of heaps 1 to n is given by how many heaps of each size it has. A :class:`Gauge` reads a
weighted count of them: the count itself between two bounds, and only its remainder beyond them. The
sums with given readings are a rational set, so a set of readings describes one. An induction proves
that these are the losing sums: the empty board is none of them, no move leads from one to another,
and every other sum that has a move has a move to one. With bounds that are wider by what a move
changes, the readings of a sum decide whether this holds there. So finitely many cases are enough.

Rational sets of losing positions: Plambeck and Siegel, *Misère quotients for impartial games*
(2008); every finitely generated commutative monoid has finitely many relations (Rédei 1963).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from math import gcd, lcm
from operator import add, getitem, mul
from typing import Any

from solver.errors import InvalidInputError
from solver.positions import Position
from solver.rulesets.rules import Ruleset
from solver.words import game as game_words
from solver.words import plural
from solver.words import unreadable as words

Counts = tuple[int, ...]
"""The number of heaps of each size from 1 on, or a change of these numbers."""
Case = tuple[int, ...]
"""The reading of each gauge."""


@dataclass(frozen=True)
class Gauge:
    """A count of heaps, each with the weight of its size (*weights*, from size 1 on). The reading
    is the count itself from *least* to *most*, and its remainder modulo *period* beyond."""

    weights: Counts
    least: int
    most: int
    period: int = 1

    def count(self, counts: Sequence[int]) -> int:
        """The weighted count itself."""
        return sum(map(mul, self.weights, counts))

    def read(self, count: int) -> int:
        """The reading for a count."""
        if count > self.most:
            return self.most + 1 + (count - self.most - 1) % self.period
        if count < self.least:
            return self.least - 1 - (self.least - count - 1) % self.period
        return count

    @property
    def has_less(self) -> bool:
        """Whether some sums have a count below *least*."""
        return self.least > 0 or min(self.weights) < 0

    @cached_property
    def readings(self) -> range:
        """All possible readings."""
        below = self.period if self.has_less else 0
        return range(self.least - below, self.most + self.period + 1)

    def widened(self, changes: Iterable[Counts]) -> Gauge:
        """A gauge whose reading also decides what this one reads after each of *changes*."""
        shifts = [0, *map(self.count, changes)]
        below = max(shifts) if self.has_less else 0
        return replace(self, least=self.least - below, most=self.most - min(shifts))

    def readings_of(self, counts: Counts, heaps: Sequence[Gauge]) -> set[int]:
        """The possible readings where the gauges of the single *heaps* read *counts*."""
        base = self.count(counts)
        steps = [
            weight * gauge.period
            for weight, gauge, count in zip(self.weights, heaps, counts, strict=True)
            if weight and count > gauge.most
        ]
        step = gcd(*steps)
        if not step:
            return {self.read(base)}
        up = max(0, self.most - base) // step + 1 + self.period if max(steps) > 0 else 0
        down = max(0, base - self.least) // step + 1 + self.period if min(steps) < 0 else 0
        return {self.read(base + step * times) for times in range(-down, up + 1)}


@dataclass(frozen=True)
class Rays:
    """An infinite family of sums. Member k is *start* plus k times *step*, and its company is
    *company_start* plus k times *company_step*. No two members are alike if each loses beside its
    company while every later one wins there."""

    start: Counts
    step: Counts
    company_start: Counts
    company_step: Counts

    @classmethod
    def from_json(cls, kept: Mapping[str, Sequence[int]]) -> Rays:
        """What was kept."""
        names = ("start", "step", "company_start", "company_step")
        return cls(*(tuple(kept[name]) for name in names))

    def member(self, number: int) -> Position:
        """A sum of the family, from 0 on."""
        return position_of(_along(self.start, number, self.step))

    def company(self, number: int) -> Position:
        """What tells a member from every later one."""
        return position_of(_along(self.company_start, number, self.company_step))


@dataclass(frozen=True)
class LostSums:
    """A set of sums, claimed to be the losing ones where the last one loses. The first of *gauges*
    count the heaps of each size, the others several sizes together. *lost* has a bit for each
    combination of readings, which says whether the sums with these readings are in the set."""

    ruleset: Ruleset
    gauges: tuple[Gauge, ...]
    lost: int

    @property
    def up_to(self) -> int:
        """The largest heap."""
        return len(self.gauges[0].weights)

    @property
    def mixed(self) -> tuple[Gauge, ...]:
        """The gauges of several sizes together."""
        return self.gauges[self.up_to :]

    def is_lost(self, position: Position) -> bool:
        """Whether a sum is in the set.

        Raises :class:`InvalidInputError` at a heap that the set does not speak of.
        """
        return self._is_lost(self.counts(position))

    def counts(self, position: Position) -> Counts:
        """How many heaps of each size a position has."""
        largest = max(position, default=0)
        if largest > self.up_to:
            known = game_words.ROWS.format(
                rows=plural(self.ruleset.component_word), size=self.up_to
            )
            raise InvalidInputError.because(words.BEYOND_QUOTIENT, largest, known=known)
        return tuple(position.count(size) for size in range(1, self.up_to + 1))

    def _is_lost(self, counts: Sequence[int]) -> bool:
        return bool(self.lost >> self._place(counts) & 1)

    def _place(self, counts: Sequence[int]) -> int:
        place = 0
        for gauge in self.gauges:
            readings = gauge.readings
            place = place * len(readings) + gauge.read(gauge.count(counts)) - readings.start
        return place

    # --- the proof --------------------------------------------------------------------

    @cached_property
    def moves(self) -> list[tuple[int, Counts]]:
        """Each move: the place of the heap, and what it changes in the counts."""
        moves = []
        for size in range(1, self.up_to + 1):
            for option in self.ruleset.options(size):
                after = [option.count(part) for part in range(1, self.up_to + 1)]
                after[size - 1] -= 1
                moves.append((size - 1, tuple(after)))
        return moves

    def flaw(self) -> Case | None:
        """A case in which the induction fails; None proves that the set is what it is claimed to
        be. Nothing is searched."""
        nothing = (0,) * self.up_to
        changes = [nothing, *(change for _, change in self.moves)]
        for case, (itself, *after) in self._lost_after(changes):
            options = [
                lost for (place, _), lost in zip(self.moves, after, strict=True) if case[place]
            ]
            if itself != (bool(options) and not any(options)):
                return case
        return None

    def alike(self, one: Position, other: Position) -> bool:
        """Whether no company tells two sums apart, which is proved."""
        changes = [self.counts(one), self.counts(other)]
        return all(
            with_one == with_other for _, (with_one, with_other) in self._lost_after(changes)
        )

    def tells_apart(self, family: Rays) -> bool:
        """Whether the set proves that no two members of the family are alike.

        A reading repeats along both numbers where neither makes a count grow and the other makes
        it shrink; a family that has such a count proves nothing.
        """
        later = _along(family.start, 1, family.step)
        onward = tuple(map(add, family.step, family.company_step))
        itself = tuple(map(add, family.start, family.company_start))
        beside = tuple(map(add, later, family.company_start))
        growths = [(gauge.count(onward), gauge.count(family.step)) for gauge in self.gauges]
        if any(first * second < 0 for first, second in growths):
            return False
        far = 1 + max(
            max(abs(gauge.count(start)) for start in (itself, beside))
            + max(abs(gauge.least), abs(gauge.most))
            for gauge in self.gauges
        ) + lcm(*(gauge.period for gauge in self.gauges))  # fmt: skip
        return all(
            self._is_lost(_along(itself, number, onward))
            and not any(
                self._is_lost(_along(_along(beside, number, onward), more, family.step))
                for more in range(far)
            )
            for number in range(far)
        )

    @property
    def cases(self) -> int:
        """How many cases the proof distinguishes."""
        return sum(1 for _ in self._cases([change for _, change in self.moves]))

    def _cases(self, changes: Sequence[Counts]) -> Iterator[Case]:
        """Every case that a sum may be in, with bounds as wide as *changes* need; some more may be
        among them."""
        wide = [gauge.widened(changes) for gauge in self.gauges]
        heaps, mixed = wide[: self.up_to], wide[self.up_to :]
        for counts in product(*(gauge.readings for gauge in heaps)):
            for rest in product(*(gauge.readings_of(counts, heaps) for gauge in mixed)):
                yield (*counts, *rest)

    def _lost_after(self, changes: Sequence[Counts]) -> Iterator[tuple[Case, list[bool]]]:
        """Every case, and whether its sums are in the set after each of *changes*."""
        places = [self._places(change, changes) for change in changes]
        lost = [bool(self.lost >> place & 1) for place in range(self.lost.bit_length())]
        lost += [False] * (1 + self._last_place - len(lost))
        for case in self._cases(changes):
            yield case, [lost[sum(map(getitem, place, case))] for place in places]

    @property
    def _last_place(self) -> int:
        size = 1
        for gauge in self.gauges:
            size *= len(gauge.readings)
        return size - 1

    def _places(self, change: Counts, changes: Sequence[Counts]) -> Sequence[Mapping[int, int]]:
        """What each reading adds to the place of the case after a *change*, if there are so many
        heaps to change."""
        size = 1
        places: list[Mapping[int, int]] = []
        for gauge in reversed(self.gauges):
            shift, readings = gauge.count(change), gauge.readings
            places.append({
                reading: size * max(0, gauge.read(reading + shift) - readings.start)
                for reading in gauge.widened(changes).readings
            })  # fmt: skip
            size *= len(readings)
        return places[::-1]

    # --- finding and keeping ----------------------------------------------------------

    @classmethod
    def guessed(cls, ruleset: Ruleset, gauges: tuple[Gauge, ...]) -> LostSums:
        """The only set that *gauges* may describe, if they describe it: the outcome of the first
        sum with given readings is that of all. :meth:`flaw` says whether it is right."""
        guess = cls(ruleset, gauges, 0)
        outcomes: dict[int, bool] = {}
        for backwards in product(*(range(most + 1) for most in reversed(guess._reaches()))):
            counts = backwards[::-1]
            place = guess._place(counts)
            if place not in outcomes:
                options = [
                    outcomes[guess._place(tuple(map(add, counts, change)))]
                    for heap, change in guess.moves
                    if counts[heap]
                ]
                outcomes[place] = bool(options) and not any(options)
        return replace(guess, lost=sum(1 << place for place, lost in outcomes.items() if lost))

    def _reaches(self) -> list[int]:
        """So many heaps of each size that every reading is met."""
        most = [gauge.most + gauge.period for gauge in self.gauges[: self.up_to]]
        reaches = list(most)
        for gauge in self.mixed:
            weights = [abs(weight) for weight in gauge.weights]
            beyond = max(gauge.most, -gauge.least) + gauge.period
            for place, weight in enumerate(weights):
                others = sum(map(mul, weights, most)) - weight * most[place]
                reaches[place] += -(-(beyond + others) // weight) if weight else 0
        return reaches

    def as_json(self) -> dict[str, Any]:
        """Plain data, to be kept and to be checked elsewhere."""
        return {
            "gauges": [
                {
                    "weights": {
                        str(size): weight for size, weight in enumerate(gauge.weights, 1) if weight
                    },
                    "least": gauge.least,
                    "most": gauge.most,
                    "period": gauge.period,
                }
                for gauge in self.gauges
            ],
            "lost": f"{self.lost:x}",
        }

    @classmethod
    def from_json(cls, ruleset: Ruleset, kept: Mapping[str, Any]) -> LostSums:
        """What was kept."""
        up_to = max(int(size) for gauge in kept["gauges"] for size in gauge["weights"])
        gauges = tuple(
            Gauge(
                tuple(gauge["weights"].get(str(size), 0) for size in range(1, up_to + 1)),
                gauge["least"],
                gauge["most"],
                gauge["period"],
            )
            for gauge in kept["gauges"]
        )
        return cls(ruleset, gauges, int(kept["lost"], 16))


def position_of(counts: Counts) -> Position:
    """So many heaps of each size, the smallest first."""
    return tuple(size for size, count in enumerate(counts, 1) for _ in range(count))


def _along(start: Counts, times: int, step: Counts) -> Counts:
    return tuple(place + times * more for place, more in zip(start, step, strict=True))
