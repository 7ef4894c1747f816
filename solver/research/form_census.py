"""How many games there are by the day on which they are born, and what they come to.

A form is *born by day n* if it lasts at most n moves: 1, 4 and 256 forms by day 0, 1 and 2, and
2^512 by day 3. The census of the first days is complete. Of day 3 a sample is drawn: each side of a
form gets up to :data:`MOST_OPTIONS` forms of day 2 that keep it in the universe.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any

from ..budget import Allowed, Budget
from ..conventions import Outcome
from ..errors import InvalidInputError
from ..words import unreadable
from .game_forms import ZERO, MisereForm, in_order
from .telling_apart import Workbench
from .universes import Universe

COMPLETE = 2
"""The last day of which all forms are listed."""
MOST_OPTIONS = 3
"""The most options of a player in a sample: two forms with more hardly ever compare."""
MAX_SAMPLE = 1_000
"""The most games of a sample. Each is compared with those that have the same outcomes."""


@dataclass(frozen=True)
class FormCensus:
    """The *forms* of a *universe* born by a *day*: how many have each of the *outcomes*, how many
    *classes* of equal ones they are, how many have an inverse (*invertible*), and how many are
    *p_free*. If *is_sample*, they were drawn with a *seed*."""

    universe: Universe
    day: int
    forms: int
    classes: int
    outcomes: dict[Outcome, int]
    invertible: int
    p_free: int
    seed: int | None = None

    @property
    def is_sample(self) -> bool:
        """Whether these are some of the forms of that day."""
        return self.seed is not None

    def as_json(self) -> dict[str, Any]:
        """Plain data, the command line's contract."""
        return {
            "universe": self.universe.value,
            "day": self.day,
            "forms": self.forms,
            "classes": self.classes,
            "outcomes": {outcome.value: self.outcomes[outcome] for outcome in Outcome},
            "invertible": self.invertible,
            "p_free": self.p_free,
            "complete": not self.is_sample,
            "seed": self.seed,
        }


def born_by(day: int) -> list[MisereForm]:
    """Every form born by a day.

    >>> [len(born_by(day)) for day in (0, 1, 2)]
    [1, 4, 256]
    """
    if not 0 <= day <= COMPLETE:
        raise InvalidInputError.because(unreadable.DAY, day)
    forms = [ZERO]
    for _ in range(day):
        sides = [some for many in range(len(forms) + 1) for some in combinations(forms, many)]
        forms = in_order(MisereForm.of(left, right) for left in sides for right in sides)
    return forms


def form_census(
    universe: str | Universe,
    day: int = COMPLETE,
    sample: int = 0,
    seed: int = 1,
    budget: Allowed = None,
) -> FormCensus:
    """Count the forms of a universe born by a day; of day 3 a *sample* of so many is drawn.

    >>> census = form_census("dicots")
    >>> census.forms, census.classes, census.invertible
    (10, 9, 9)
    """
    universe = Universe.parse(universe)
    bench = Workbench(Budget.of(budget))
    if day <= COMPLETE and not sample:
        forms = [form for form in born_by(day) if bench.is_inside(form, universe)]
    elif day == COMPLETE + 1 and 0 < sample <= MAX_SAMPLE:
        forms = _drawn(bench, universe, sample, Random(seed))
    elif day == COMPLETE + 1:
        raise InvalidInputError.because(unreadable.SAMPLE, sample, most=MAX_SAMPLE)
    else:
        raise InvalidInputError.because(unreadable.DAY, day)
    outcomes = Counter(form.outcome for form in forms)
    return FormCensus(
        universe,
        day,
        forms=len(forms),
        classes=len(classes(bench, forms, universe)),
        outcomes={outcome: outcomes[outcome] for outcome in Outcome},
        invertible=sum(bench.has_inverse(form, universe) for form in forms),
        p_free=sum(form.is_p_free for form in forms),
        seed=seed if sample else None,
    )


def _drawn(bench: Workbench, universe: Universe, sample: int, random: Random) -> list[MisereForm]:
    """Different forms of the universe that last at most three moves."""
    options = [form for form in born_by(COMPLETE) if bench.is_inside(form, universe)]
    drawn: dict[MisereForm, None] = {}
    while len(drawn) < sample:
        sides = [
            random.sample(options, random.randint(0, min(MOST_OPTIONS, len(options))))
            for _ in range(2)
        ]
        form = MisereForm.of(*sides)
        if bench.is_inside(form, universe):
            drawn[form] = None
    return list(drawn)


def classes(
    bench: Workbench, forms: list[MisereForm], universe: Universe
) -> list[list[MisereForm]]:
    """The forms sorted into classes of equal ones. Two are compared only if they have the same
    outcomes beside the smallest games of the universe."""
    companies = [form for form in born_by(1) if bench.is_inside(form, universe)]
    found: dict[tuple[Outcome, ...], list[list[MisereForm]]] = {}
    for form in forms:
        beside = tuple(bench.outcome(form, company) for company in companies)
        same = found.setdefault(beside, [])
        for equal in same:
            if bench.sums.is_equal(equal[0].alone, form.alone, universe):
                equal.append(form)
                break
        else:
            same.append([form])
    return [equal for same in found.values() for equal in same]
