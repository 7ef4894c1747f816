"""``python -m solver quotient``: compute a misère quotient and print it."""

from __future__ import annotations

import json
from typing import Any

from .budget import Budget
from .errors import BudgetExceededError
from .quotients import Bounds, QuotientTable
from .ruleset_keys import get_ruleset

PER_LINE = 12
DEFAULT_BUDGET = 300_000


def quotient_report(table: QuotientTable, up_to: int | None = None) -> dict[str, Any]:
    """A quotient as plain data, the command line's contract.

    *up_to* asks for the pretending function further than it had to be computed, which a
    complete quotient can tell from its period.
    """
    largest = up_to if up_to is not None and table.complete else table.up_to
    names, letters = table.names()
    monoid = table.monoid
    return {
        "ruleset": table.ruleset.key,
        "up_to": largest,
        "order": monoid.order,
        "p_portion_order": bin(monoid.p_portion).count("1"),
        "elements": names,
        "pretending_function": [names[table[size]] for size in range(largest + 1)],
        "preperiod": table.preperiod,
        "period": table.period,
        "complete": table.complete,
        "generators": letters,
        "p_portion": [name for element, name in enumerate(names) if monoid.is_p(element)],
        "table": [list(row) for row in monoid.table],
    }


def run(ruleset: str, *, up_to: int | None, as_json: bool, budget: int, bounds: Bounds) -> None:
    """Print the quotient; raises :class:`BudgetExceededError` after printing a partial one."""
    table = QuotientTable(get_ruleset(ruleset), bounds)
    stopped: BudgetExceededError | None = None
    try:
        table.grow(up_to, Budget(budget))
    except BudgetExceededError as error:
        stopped = error
    report = quotient_report(table, up_to)
    print(json.dumps(report, ensure_ascii=False) if as_json else _text(table, report))
    if stopped:
        raise stopped


def _text(table: QuotientTable, report: dict[str, Any]) -> str:
    values = report["pretending_function"]
    lines = [
        f"{table.ruleset.name}, misère play",
        f"order {report['order']}, {report['p_portion_order']} of them P",
        "generators: " + ", ".join(f"{a} = {size}" for a, size in report["generators"].items()),
        "P-portion: " + ", ".join(report["p_portion"]),
        "pretending function:",
    ]
    lines += [
        f"  {start:>4}  " + "  ".join(values[start : start + PER_LINE])
        for start in range(0, len(values), PER_LINE)
    ]
    return "\n".join([*lines, table.known().certificate])
