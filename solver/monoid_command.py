"""``python -m solver monoid``: the misère monoid of the sums of a game's sizes."""

from __future__ import annotations

from collections.abc import Iterator

from .budget import Budget
from .monoid_search import misere_monoid
from .monoid_sorts import FiniteMisereMonoid, MisereIntegers, MisereMonoid
from .output import json_line
from .positions import format_position

SHOWN = range(-6, 7)
"""The integers whose outcomes are printed."""


def run(ruleset: str, *, up_to: int, as_json: bool, budget: int) -> None:
    """Print the monoid of sizes *up_to* one."""
    monoid = misere_monoid(ruleset, up_to, Budget(budget))
    print(json_line(monoid.as_json()) if as_json else "\n".join(_lines(monoid)))


def _lines(monoid: MisereMonoid) -> Iterator[str]:
    yield monoid.said
    if isinstance(monoid, MisereIntegers):
        for size, value in monoid.values.items():
            yield f"{size:>6}  {value:>3}"
        yield " ".join(f"{value}:{monoid.outcomes[value].value}" for value in SHOWN)
    if isinstance(monoid, FiniteMisereMonoid):
        for sizes, outcome in zip(monoid.smallest, monoid.outcomes, strict=True):
            yield f"{outcome.value:>6}  {format_position(sizes)}"
