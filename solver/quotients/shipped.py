"""Wild quotients that are kept as data, so that a page answers at once.

A game is wild if its rows leave R1. The data have a quotient for each standard form of the wild
octal games of up to three digits, computed within :data:`BOUNDS` and :data:`STEPS`. One file holds
those with a proved period, another those of rows of up to some length, except where the quotient is
proved infinite. Games of the same standard form have the same quotient, with longer rows. The data
of a monoid are the products with its generators; all other products follow from them.

``python -m solver quotients --write`` makes the data anew, ``python -m solver prove`` proves each
entry again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from solver.budget import Budget
from solver.errors import BudgetExceededError
from solver.pool import pooled
from solver.reach import Ending, known_reaches
from solver.rulesets.cousins import standard_form
from solver.rulesets.keys import get_ruleset
from solver.rulesets.octal import Octal
from solver.rulesets.rules import Ruleset
from solver.version import VERSION

from .known import Known
from .monoid import Automaton
from .table import Bounds, QuotientTable

DATA = Path(__file__).parents[1] / "data" / "quotients.json"
PARTIAL = DATA.with_name("partial_quotients.json")
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


def computed(form: str) -> Known:
    """The quotient of a standard form, proved anew as far as the bounds allow."""
    table = QuotientTable(get_ruleset(f"octal:{form}"), BOUNDS)
    with suppress(BudgetExceededError):
        table.grow(None, Budget(STEPS))
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
    preperiod = None if kept["preperiod"] is None else shorter + kept["preperiod"]
    return Known(monoid, values, preperiod, kept["period"])


def written(found: Mapping[str, Known]) -> str:
    """The data as it is kept: one line a standard form, with its quotient or the first form that
    has the same, and the version of the solver that made it."""
    first: dict[str, str] = {}
    rows = []
    for form, known in found.items():
        entry = json.dumps(packed(known), separators=(",", ":"))
        same = first.setdefault(entry, form)
        rows.append(f"  {json.dumps(form)}: {entry if same == form else json.dumps(same)}")
    return "".join((f'{{"solver": "{VERSION}", "quotients": {{\n', ",\n".join(rows), "\n}}\n"))


def _read(path: Path) -> dict[str, dict[str, Any]]:
    """What is kept in a file, by standard form."""
    kept = json.loads(path.read_text(encoding="utf-8"))["quotients"]
    return {form: kept[entry] if isinstance(entry, str) else entry for form, entry in kept.items()}


@lru_cache(maxsize=1)
def kept_quotients() -> dict[str, dict[str, Any]]:
    """The quotients with a proved period, by standard form."""
    return _read(DATA)


@lru_cache(maxsize=1)
def kept_partial_quotients() -> dict[str, dict[str, Any]]:
    """The quotients of rows of up to some length, by standard form."""
    return _read(PARTIAL)


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


def partial_quotient(ruleset: Ruleset | str) -> Known | None:
    """The quotient of rows of up to some length, for a game that has none for all rows as data.

    >>> known = partial_quotient("octal:0.07")
    >>> known.up_to, known.monoid.order
    (24, 24)
    """
    rules = get_ruleset(ruleset)
    if not isinstance(rules, Octal):
        return None
    return _unpacked(*standard_form(rules), is_partial=True)


@pooled(lambda form, shorter, *, is_partial=False: (form, shorter, is_partial))
def _unpacked(form: str, shorter: int, *, is_partial: bool = False) -> Known | None:
    kept = (kept_partial_quotients() if is_partial else kept_quotients()).get(form)
    return unpacked(kept, shorter) if kept else None


def is_proved(form: str) -> bool:
    """Whether what is kept of a standard form is what is proved anew."""
    kept = kept_quotients().get(form) or kept_partial_quotients()[form]
    return bool(kept == json.loads(json.dumps(packed(computed(form)))))
