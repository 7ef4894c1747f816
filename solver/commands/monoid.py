"""``python -m solver monoid``, ``monoids`` and ``inverse``: sums of a game's sizes, which monoids
small games have, and what cancels a position."""

from __future__ import annotations

from collections.abc import Iterator

from ..budget import Budget
from ..positions import format_position
from ..research.monoid_atlas import DATA, monoid_counts, written
from ..research.monoid_search import MAX_UP_TO, misere_monoid
from ..research.monoid_sorts import FiniteMisereMonoid, MisereIntegers, MisereMonoid
from ..research.universes import invertibility
from ..rulesets.keys import get_ruleset
from ..words import monoids as words
from .output import json_line

SHOWN = range(-6, 7)
"""The integers whose outcomes are printed."""


def run(ruleset: str, *, up_to: int | None, as_json: bool, budget: int) -> None:
    """Print the monoid of sizes *up_to* one, or of all boards or written heaps of a game."""
    monoid = misere_monoid(ruleset, up_to, Budget(budget))
    print(json_line(monoid.as_json()) if as_json else "\n".join(_lines(monoid)))


def _lines(monoid: MisereMonoid) -> Iterator[str]:
    yield monoid.said
    if isinstance(monoid, MisereIntegers):
        for size, value in monoid.values.items():
            yield f"{size!s:>6}  {value:>3}"
        yield " ".join(f"{value}:{monoid.outcomes[value].value}" for value in SHOWN)
    if isinstance(monoid, FiniteMisereMonoid):
        for sizes, outcome in zip(monoid.smallest, monoid.outcomes, strict=True):
            yield f"{outcome.value:>6}  {format_position(sizes)}"


def run_all(*, write: bool) -> None:
    """Print which monoids the games of two and three heaps have, a Markdown table; with *write*
    make the data anew."""
    if write:
        DATA.write_text(written(), encoding="utf-8")
        return
    print(words.ATLAS_HEADING)
    print("|---|--:|--:|---|")
    for count in monoid_counts():
        smallest = count.smallest.replace("|", "\\|")
        print(f"| {count.said} | {count.two:,} | {count.three:,} | `{smallest}` |")
    print(f"\n{words.NEVER_THREE}")


def run_inverse(ruleset: str, position: str, *, as_json: bool, budget: int) -> None:
    """Print in which universes a position has an inverse, and which sum of the same sizes is one
    beside such sums."""
    rules = get_ruleset(ruleset)
    sizes = rules.read_position(position)
    told = invertibility(rules, sizes, Budget(budget))
    largest = rules.largest or max(sizes, default=1)
    is_small = largest <= max(rules.largest, MAX_UP_TO)
    own = misere_monoid(rules, largest, Budget(budget)) if is_small else None
    inverse = own.inverse(sizes) if own and own.is_proved else None
    if as_json:
        answers = [
            {"universe": each.universe.value, "answer": each.answer.value, "why": each.why}
            for each in told
        ]
        sums = {
            "complete": bool(own and own.is_proved),
            "inverse": inverse if inverse is None else [*inverse],
        }
        names = dict(rules.names((*sizes, *(inverse or ()))))
        asked = {"ruleset": rules.key, "position": list(sizes)} | (
            {"boards": names} if names else {}
        )
        print(json_line({**asked, "universes": answers, "own_sums": sums}))
        return
    for each in told:
        print(f"{each.universe.value:<12} {each.answer.value:<8} {each.why}")
    if inverse is not None:
        rows = rules.rows_up_to(largest)
        print(words.CANCELS.format(rows=rows, sum=format_position(inverse)))
    else:
        print(own.said if own else words.TOO_LARGE.format(most=MAX_UP_TO))
