"""Wild quotients that are kept as data, so that a page answers at once.

A game is wild if its rows leave R1. Kept is one quotient for each standard form of the wild octal
games of up to three digits that has a proved period within :data:`BOUNDS` and :data:`STEPS`; games
of the same standard form have the same quotient, their rows being so much longer. Of a monoid
only the products with its generators are kept, which make all others.

``python -m solver quotients --write`` makes the data anew, ``python -m solver prove`` proves each
entry again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from solver.budget import Budget
from solver.cousins import standard_form
from solver.errors import BudgetExceededError
from solver.octal import Octal
from solver.reach import Ending, known_reaches
from solver.ruleset_keys import get_ruleset
from solver.rulesets import Ruleset
from solver.version import VERSION

from .known import Known
from .monoid import Automaton
from .table import Bounds, QuotientTable

DATA = Path(__file__).parents[1] / "data" / "quotients.json"
BOUNDS = Bounds(order=100, heap=600, classes=50_000)
STEPS = 400_000
"""What is spent on one game at most."""


def wild_games() -> dict[str, list[str]]:
    """The octal games of up to three digits whose rows leave R1, by standard form."""
    games: dict[str, list[str]] = {}
    for key, reach in known_reaches().items():
        if reach.ending is Ending.BROKEN:
            games.setdefault(standard_form(key)[0], []).append(key)
    return games


def computed(form: str) -> Known | None:
    """The quotient of a standard form, proved anew; None if it is not within the bounds."""
    table = QuotientTable(get_ruleset(f"octal:{form}"), BOUNDS)
    try:
        table.grow(None, Budget(STEPS))
    except BudgetExceededError:
        return None
    return table.known()


def packed(known: Known) -> dict[str, Any]:
    """What a quotient is kept as: *acts* are its generators' columns of the table."""
    generators = [known.values[heap] for heap in known.names[1].values()]
    monoid = known.monoid
    return {
        "values": known.values,
        "preperiod": known.preperiod,
        "period": known.period,
        "lost": [element for element in range(monoid.order) if monoid.is_p(element)],
        "acts": [[row[generator] for row in monoid.table] for generator in generators],
    }


def unpacked(kept: dict[str, Any], shorter: int) -> Known:
    """A quotient as it was kept, of rows that are longer by *shorter*."""
    lost = set(kept["lost"])
    accepted = [element in lost for element in range(len(kept["acts"][0]))]
    monoid, _ = Automaton(kept["acts"], accepted).reduced(Budget(), len(accepted))
    values = (0,) * shorter + tuple(kept["values"])
    return Known(monoid, values, shorter + kept["preperiod"], kept["period"])


def written(forms: Iterable[str]) -> str:
    """The data as it is kept: one line a quotient, and the version of the solver that made it."""
    found = ((form, computed(form)) for form in forms)
    rows = (
        f"  {json.dumps(form)}: {json.dumps(packed(known), separators=(',', ':'))}"
        for form, known in found
        if known
    )
    return "".join((f'{{"solver": "{VERSION}", "quotients": {{\n', ",\n".join(rows), "\n}}\n"))


@lru_cache(maxsize=1)
def kept_quotients() -> dict[str, dict[str, Any]]:
    """What is kept, by standard form."""
    kept: dict[str, dict[str, Any]] = json.loads(DATA.read_text(encoding="utf-8"))["quotients"]
    return kept


def shipped_games() -> list[str]:
    """For each quotient that is kept, an octal game of up to three digits that has it.

    >>> "octal:0.44" in shipped_games()
    True
    """
    kept, games = kept_quotients(), wild_games()
    return [min(games[form], key=lambda key: (key != f"octal:{form}", len(key))) for form in kept]


def shipped_quotient(ruleset: Ruleset | str) -> Known | None:
    """The quotient of a game that is kept as data; None for any other.

    >>> shipped_quotient("octal:4.4").monoid.order
    40
    """
    rules = get_ruleset(ruleset)
    return _unpacked(*standard_form(rules)) if isinstance(rules, Octal) else None


@lru_cache(maxsize=256)
def _unpacked(form: str, shorter: int) -> Known | None:
    kept = kept_quotients().get(form)
    return unpacked(kept, shorter) if kept else None


def is_proved(form: str) -> bool:
    """Whether what is kept of a standard form is what is proved anew."""
    known = computed(form)
    return known is not None and json.loads(json.dumps(packed(known))) == kept_quotients()[form]
