"""The genus of a position, its misère nim-value, and its reduced misère form.

Conway, *On Numbers and Games*, chapter 12; Berlekamp, Conway and Guy, *Winning Ways*, chapter 13.
The genus g^{m0 m1 m2 …} holds the nim-value g, the misère nim-value m0, and the misère nim-values
mk of the position beside k heaps of 2. These come to alternate; the last two that are written do
so for ever. *m* is mex'd as *g* is, but a position without a move has m = 1, and a position is
lost where the last one loses exactly if m = 0.

Two positions are equal if they win and lose alike beside every company there is. Of all positions
that are equal one is the simplest: without reversible moves. A move is reversible if it can be
answered by the simpler position at once; a position may be replaced by one without moves only if
it is won (the proviso of misère play). Two positions are equal if and only if they reduce to the
same form (*ONAG*, theorem 76).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from threading import RLock
from typing import NoReturn

from .budget import Allowed, Budget
from .errors import BudgetExceededError, InvalidInputError, NotCoveredError
from .mex import mex
from .pool import pooled
from .positions import Position
from .r1 import kind_table
from .rulesets.keys import get_ruleset
from .rulesets.rules import Ruleset
from .words import refusals as words
from .words import unreadable

MAX_FORMS = 40_000
"""How many different forms are kept for one game."""
MAX_DAYS = 250
"""How many moves a form may last at most."""
MAX_REDUCED = 60
"""How many pieces a position has at most of which a form is looked for, though it is known to be
tame."""
BESIDES = 200_000
"""How many steps may go at most into what is told besides an answer."""
MAX_WRITTEN = 80
"""How many characters of a form are written out."""

Form = int
"""A reduced form by its number in a :class:`Forms`; 0 is the position without a move."""


class Species(StrEnum):
    """How a position behaves where the last one loses (Conway's words).

    Tame: in every sum of tame positions it counts as a sum of Nim heaps of its genus. That is so
    if the options that are tame give it the genus of such a sum, and each of the others can be
    answered by a tame position of the same g, and by one of the same m. What is not tame, though
    all of its options are, is *restive* if g is 0 or 1, and *restless* if m is: it counts as one
    Nim heap or as another, according to its company. Anything else is wild.
    """

    TAME = "tame"
    RESTIVE = "restive"
    RESTLESS = "restless"
    WILD = "wild"


@dataclass(frozen=True)
class Genus:
    """The nim-value *normal* and the *misere* nim-values beside 0, 1, 2, … heaps of 2, of which
    the last two alternate for ever."""

    normal: int
    misere: tuple[int, ...]

    def misere_beside(self, twos: int) -> int:
        """The misère nim-value beside so many heaps of 2."""
        last = len(self.misere) - 1
        return self.misere[twos if twos <= last else last - (twos - last) % 2]

    @property
    def is_of_nim(self) -> bool:
        """Whether a sum of Nim heaps has this genus."""
        return self in (nim_genus(self.normal, firm=True), nim_genus(self.normal, firm=False))

    def __str__(self) -> str:
        """As in the books: ``4^146``, and ``8^(10,8)`` where a number has two digits; that of a sum
        of Nim heaps by its first two numbers."""
        numbers = self.misere[:1] if self.is_of_nim else self.misere
        written = "".join(map(str, numbers))
        if max(numbers) > 9:
            written = f"({','.join(map(str, numbers))})"
        return f"{self.normal}^{written}"


def nim_genus(value: int, *, firm: bool) -> Genus:
    """The genus of a sum of Nim heaps with this nim-sum, *firm* if a heap has 2 or more."""
    if firm or value > 1:
        return Genus(value, (value, value ^ 2))
    return Genus(value, (1 - value, value ^ 2, value))


def genus_of(numbers: Sequence[Genus]) -> Genus:
    """The genus of a position from those of its options.

    Beside k heaps of 2 the misère nim-value is the mex of those of the options, and of what a move
    in a heap of 2 leaves: m beside k - 1 of them, alone or with a heap of 1. Where those of the
    options alternate and the position's own repeats after two steps, both go on for ever.
    """
    settled = max((len(option.misere) for option in numbers), default=0)
    values = [mex({option.misere[0] for option in numbers}) if numbers else 1]
    while len(values) < settled + 3 or values[-1] != values[-3]:
        twos, before = len(values), values[-1]
        beside = {option.misere_beside(twos) for option in numbers}
        values.append(mex(beside | {before, before ^ 1}))
    while len(values) > 2 and values[-1] == values[-3]:
        values.pop()
    return Genus(mex({option.normal for option in numbers}), tuple(values))


@dataclass(frozen=True)
class Facts:
    """What is known of a form: its *options*, *genus* and *species*, on which *day* it is born
    (how many moves it can last), and which Nim *heap* it is, if it is one."""

    options: frozenset[Form]
    genus: Genus
    species: Species
    day: int
    heap: int | None

    @property
    def is_tame(self) -> bool:
        return self.species is Species.TAME


class Forms:
    """The reduced forms of the positions of one ruleset.

    A form is reduced as soon as it is met, so equal positions have one number.
    """

    def __init__(self, ruleset: Ruleset, beside: Forms | None = None) -> None:
        if ruleset.partizan:
            raise InvalidInputError.because(unreadable.NO_GENUS, ruleset.key, example="nim")
        self.ruleset = ruleset
        # Beside others, equal positions of all games have one number.
        self.facts: list[Facts] = beside.facts if beside else []
        self._numbers: dict[frozenset[Form], Form] = beside._numbers if beside else {}
        self._sums: dict[tuple[Form, Form], Form] = beside._sums if beside else {}
        self._sizes: list[Form] = []
        self._is_full = False
        self._texts: dict[Form, str] = {}
        self._lock = RLock()
        self._reduced(frozenset(), Budget())

    def of(self, position: Position, budget: Budget) -> Form:
        """The form of a position; raises :class:`BudgetExceededError` past *budget*."""
        with self._lock:
            form = 0
            for size in position:
                form = self._sum(form, self._of_size(size, budget), budget)
            return form

    def __getitem__(self, form: Form) -> Facts:
        return self.facts[form]

    def written(self, form: Form) -> str:
        """A form by its options: ``2`` is a Nim heap, ``{3,2}`` may become 3 or 2.

        Empty where that would be long.
        """
        if form not in self._texts:
            facts = self.facts[form]
            if facts.heap is not None:
                text = str(facts.heap)
            else:
                parts = [self.written(option) for option in facts.options]
                parts.sort(key=lambda part: (-len(part), part), reverse=True)
                text = f"{{{','.join(parts)}}}" if all(parts) else ""
            self._texts[form] = text if len(text) <= MAX_WRITTEN else ""
        return self._texts[form]

    def _of_size(self, size: int, budget: Budget) -> Form:
        heap = self.ruleset.closed_heap(size)
        size = size if heap is None else heap
        if self._is_full and len(self._sizes) <= size:
            self._end()
        while len(self._sizes) <= size:
            smaller = len(self._sizes)
            options = budget.each(self.ruleset.options(smaller), 4)
            forms = frozenset(self._of_parts(option, budget) for option in options)
            self._sizes.append(self._reduced(forms, budget))
        return self._sizes[size]

    def _of_parts(self, parts: Iterable[int], budget: Budget) -> Form:
        form = 0
        for part in parts:
            form = self._sum(form, self._sizes[part], budget)
        return form

    def _sum(self, form: Form, other: Form, budget: Budget) -> Form:
        if not form or not other:
            return form or other
        pair = (form, other) if form < other else (other, form)
        known = self._sums.get(pair)
        if known is None:
            mine, others = self.facts[form], self.facts[other]
            if mine.day + others.day > MAX_DAYS:
                self._end()
            budget.spend(4 * (len(mine.options) + len(others.options)))
            left = {self._sum(option, other, budget) for option in mine.options}
            right = {self._sum(form, option, budget) for option in others.options}
            known = self._sums[pair] = self._reduced(frozenset(left | right), budget)
        return known

    def _reduced(self, options: frozenset[Form], budget: Budget) -> Form:
        """The form with these options, reversible moves taken out."""
        known = self._numbers.get(options)
        if known is not None:
            return known
        budget.spend(1 + sum(len(self.facts[option].options) for option in options))
        simpler = self._reversed(options)
        if simpler is not None:
            self._numbers[options] = simpler
            return simpler
        if len(self.facts) >= MAX_FORMS or len(options) > MAX_DAYS:
            self._end()
        kept = [self.facts[option] for option in options]
        day = 1 + max((option.day for option in kept), default=-1)
        genus = genus_of([option.genus for option in kept])
        heap = day if {option.heap for option in kept} == set(range(day)) else None
        self.facts.append(Facts(options, genus, self._species(options, genus), day, heap))
        # Last, so that an interruption leaves no number of a form that is not there.
        self._numbers[options] = len(self.facts) - 1
        return self._numbers[options]

    def _reversed(self, options: frozenset[Form]) -> Form | None:
        """The simpler form that answers every option which is not its own."""
        for simpler in {answer for option in options for answer in self.facts[option].options}:
            own = self.facts[simpler].options
            if own < options and all(
                simpler in self.facts[option].options for option in options - own
            ):
                lost = any(self.facts[option].genus.misere[0] == 0 for option in options)
                if simpler or lost:
                    return simpler
        return None

    def _end(self) -> NoReturn:
        """Say that larger sizes are not reduced, and be quick about it from now on."""
        self._is_full = True
        raise BudgetExceededError(
            words.FORMS_UNKNOWN.format(game=self.ruleset.name, most=len(self._sizes) - 1),
            budget=MAX_FORMS,
            accepted=words.SMALLER_POSITION,
        )

    def _species(self, options: frozenset[Form], genus: Genus) -> Species:
        facts = [self.facts[option] for option in options]
        tame = [option.genus for option in facts if option.is_tame]
        if len(tame) == len(facts):
            if _is_tame_pair(genus.normal, genus.misere[0]):
                return Species.TAME
            return Species.RESTIVE if genus.normal < 2 else Species.RESTLESS
        normal, misere = _values(tame)
        answers = [self._tame_options(option) for option in facts if not option.is_tame]
        answered = all(
            any(answer.normal == normal for answer in given)
            and any(answer.misere[0] == misere for answer in given)
            for given in answers
        )
        return Species.TAME if answered and _is_tame_pair(normal, misere) else Species.WILD

    def _tame_options(self, facts: Facts) -> list[Genus]:
        """The genera of the tame options of a form."""
        options = (self.facts[option] for option in facts.options)
        return [option.genus for option in options if option.is_tame]


class SumOfForms(Forms):
    """The reduced forms of the positions in a sum of different games."""

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__(ruleset)
        self._games: dict[str, Forms] = {}

    def _of_size(self, size: int, budget: Budget) -> Form:
        rules, own = self.ruleset.alone(size)
        forms = self._games.setdefault(rules.identity, Forms(rules, self))
        return forms._of_size(own, budget)


def _is_tame_pair(normal: int, misere: int) -> bool:
    return misere in (normal, 1 - normal)


def _values(options: Sequence[Genus]) -> tuple[int, int]:
    """The nim-value and the misère nim-value that options give, some of which are left out."""
    return mex({option.normal for option in options}), mex({option.misere[0] for option in options})


@dataclass(frozen=True)
class Bearing:
    """What the literature says of a position where the last one loses: its genus, its species
    and its reduced *form*, empty where that is too long to write or to find."""

    genus: Genus
    species: Species
    form: str

    def as_json(self) -> dict[str, str | int | None]:
        """The keys that answers of the command line carry."""
        return {
            "genus": str(self.genus),
            "misere_nim_value": self.genus.misere[0],
            "species": self.species.value,
            "form": self.form or None,
        }


def bearing(
    ruleset: str | Ruleset, position: str | int | Iterable[int], budget: Allowed = None
) -> Bearing:
    """The genus, the species and the form of a position.

    Where R1 holds the first two follow from the kinds, whatever the size; elsewhere the reduced
    form is needed. Raises :class:`BudgetExceededError` past *budget*, and
    :class:`InvalidInputError` for a partizan game.

    >>> from solver import bearing
    >>> str(bearing("kayles", 5).genus), bearing("kayles", 5).species.value
    ('4^146', 'restless')
    """
    ruleset, budget = get_ruleset(ruleset), Budget.of(budget)
    position = ruleset.read_position(position)
    tame = _tame_genus(ruleset, position, budget)
    try:
        if tame and sum(position) > MAX_REDUCED:
            return Bearing(tame, Species.TAME, "")
        forms = forms_of(ruleset)
        form = forms.of(position, budget.part(2))
    except BudgetExceededError:
        if tame is None:
            raise
        return Bearing(tame, Species.TAME, "")
    return Bearing(forms[form].genus, forms[form].species, forms.written(form))


def small_part(budget: Budget) -> Budget:
    """What of *budget* may go into what is told besides."""
    return budget.part(max(8, budget.remaining // BESIDES))


def bearings(ruleset: Ruleset, sizes: Iterable[int], budget: Budget) -> Iterator[Bearing | None]:
    """The bearing of a single component of each of *sizes*, None past *budget*."""
    known: dict[int, Bearing | None] = {}
    for size in sizes:
        if size not in known:
            try:
                known[size] = bearing(ruleset, (size,), budget)
            except BudgetExceededError:
                known[size] = None
        yield known[size]


def _tame_genus(ruleset: Ruleset, position: Position, budget: Budget) -> Genus | None:
    """The genus of a position in which R1 holds, else None."""
    if ruleset.partizan:
        return None
    table = kind_table(ruleset)
    try:
        table.grow(max(position, default=0), budget.part(4))
        value, firm = table.sum(position, budget)
    except (NotCoveredError, BudgetExceededError):
        return None
    return nim_genus(value, firm=firm)


@pooled(lambda ruleset: (ruleset.identity,), grows=True)
def forms_of(ruleset: Ruleset) -> Forms:
    """The shared forms of *ruleset*; raises :class:`InvalidInputError` for a partizan one."""
    return SumOfForms(ruleset) if ruleset.is_sum else Forms(ruleset)
