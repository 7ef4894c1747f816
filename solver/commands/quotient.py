"""``python -m solver quotient``: compute a misère quotient and print it."""

from __future__ import annotations

from typing import Any

from ..budget import Budget
from ..errors import BudgetExceededError
from ..game import check_impartial
from ..quotients import (
    Bounds,
    InfiniteQuotient,
    QuotientTable,
    TameQuotient,
    infinite_quotient,
    shipped_quotient,
    tame_quotient,
)
from ..quotients.lettered import Quotient
from ..quotients.shipped import DATA, PARTIAL, computed, kept_quotients, wild_games, written
from ..reach import DIGITS
from ..research.growth import Growth, growth_of
from ..rulesets.keys import get_ruleset
from ..rulesets.rules import Ruleset
from ..version import VERSION
from ..words import command_line as words
from .output import json_line

PER_LINE = 12
DEFAULT_BUDGET = 300_000
LONGEST_SHOWN = 63
"""How far an infinite quotient grows, where each row has a finite one."""
MOST_LISTED = 600
"""Above so many elements a quotient that a formula gives is told in numbers alone."""


def in_numbers(ruleset: Ruleset, tame: TameQuotient) -> dict[str, Any]:
    """The same of a quotient whose elements are too many to list."""
    return {
        "ruleset": ruleset.key,
        "solver": VERSION,
        "up_to": 0,
        "finite": True,
        "order": tame.order,
        "p_portion_order": 2,
        "elements": [],
        "pretending_function": ["1"],
        "preperiod": tame.preperiod,
        "period": tame.period,
        "complete": True,
        "reason": tame.reason,
    }


def of_infinite(infinite: InfiniteQuotient) -> dict[str, Any]:
    """The same of a quotient that is proved infinite, with what its proof needs."""
    report: dict[str, Any] = {
        "ruleset": infinite.ruleset.key,
        "solver": VERSION,
        "up_to": infinite.up_to or 0,
        "finite": False,
        "order": None,
        "p_portion_order": None if infinite.is_finitely_generated else 2,
        "elements": [],
        "pretending_function": ["1"],
        "preperiod": None,
        "period": None,
        "complete": False,
        "reason": infinite.reason,
    }
    return report | infinite.as_json()


def run(ruleset: str, *, up_to: int | None, as_json: bool, budget: int, bounds: Bounds) -> None:
    """Print the quotient; raises :class:`BudgetExceededError` after printing a partial one."""
    table, allowed = _table(ruleset, bounds), Budget(budget)
    stopped: BudgetExceededError | None = None
    report = _at_once(table.ruleset, up_to, allowed)
    if report is None:
        try:
            table.grow(up_to, allowed)
        except BudgetExceededError as error:
            stopped = error
        report = Quotient(table.ruleset, table.known()).report(up_to)
    print(json_line(report) if as_json else _text(table.ruleset, report))
    if stopped:
        raise stopped


def run_growth(
    ruleset: str, *, up_to: int | None, as_json: bool, budget: int, bounds: Bounds
) -> None:
    """Print how the quotient grows, with the laws that are conjectured; raises
    :class:`BudgetExceededError` after printing it as far as it is known."""
    table, allowed = _table(ruleset, bounds), Budget(budget)
    infinite, stopped = infinite_quotient(table.ruleset), None
    known = shipped_quotient(table.ruleset)
    if known is None:
        try:
            table.grow(_last_finite(infinite, up_to), allowed)
        except BudgetExceededError as error:
            stopped = error
        known = table.known()
    growth = growth_of(known).cut(up_to)
    report = {
        "ruleset": table.ruleset.key,
        "solver": VERSION,
        "up_to": growth.up_to,
        "finite": False if infinite else known.period is not None or None,
        "reason": infinite.reason if infinite else known.certificate(table.ruleset),
        **growth.as_json(),
    }
    print(json_line(report) if as_json else _growth_text(table.ruleset, report, growth, infinite))
    if stopped:
        raise stopped


def _table(ruleset: str, bounds: Bounds) -> QuotientTable:
    rules = get_ruleset(ruleset)
    check_impartial(rules)
    return QuotientTable(rules, bounds)


def _last_finite(infinite: InfiniteQuotient | None, up_to: int | None) -> int | None:
    """How far a quotient is to be computed: *up_to*, and of an infinite one not further than
    its finite part goes."""
    if infinite is None:
        return up_to
    longest = LONGEST_SHOWN if infinite.up_to is None else infinite.up_to - 1
    return longest if up_to is None or infinite.reaches(up_to) else up_to


def run_all(*, write: bool) -> None:
    """Print the quotients that the package keeps, a Markdown table; with *write* make them anew."""
    games = wild_games()
    if write:
        found = {form: computed(form) for form in games}
        settled = {form: known for form, known in found.items() if known.period is not None}
        open_ones = {
            form: known
            for form, known in found.items()
            if form not in settled
            and not ((proof := infinite_quotient(f"octal:{form}")) and proof.is_finitely_generated)
        }
        DATA.write_text(written(settled), encoding="utf-8")
        PARTIAL.write_text(written(open_ones), encoding="utf-8")
        return
    print(words.FORMS_HEADING)
    print("|---|--:|--:|--:|--:|---|")
    for form, kept in kept_quotients().items():
        numbers = len(kept["acts"][0]), len(kept["lost"]), kept["preperiod"], kept["period"]
        codes = [key.removeprefix("octal:") for key in games[form]]
        others = " ".join(code for code in codes if code != form)
        print(f"| {form} | {' | '.join(map(str, numbers))} | {others} |")
    held = sum(len(games[form]) for form in kept_quotients())
    told = words.FORMS.format(
        listed=len(kept_quotients()),
        forms=len(games),
        held=held,
        codes=sum(map(len, games.values())),
        digits=DIGITS,
    )
    print(f"\n{told}")


def _at_once(ruleset: Ruleset, up_to: int | None, budget: Budget) -> dict[str, Any] | None:
    """The report where it is kept or there is a formula; None elsewhere, and for so few rows that
    they do not make the whole quotient."""
    shipped = shipped_quotient(ruleset)
    if shipped and (up_to is None or up_to >= shipped.up_to):
        return Quotient(ruleset, shipped).report(up_to)
    infinite = infinite_quotient(ruleset)
    if infinite:
        return of_infinite(infinite) if infinite.reaches(up_to) else None
    tame = tame_quotient(ruleset, budget)
    if tame is None or (up_to is not None and up_to < len(tame.codes) - 1):
        return None
    if tame.order > MOST_LISTED:
        return in_numbers(ruleset, tame) if up_to is None else None
    known = tame.known()
    reason = f"{tame.reason} {known.certificate(ruleset)}"
    return {**Quotient(ruleset, known).report(up_to), "reason": reason}


def _text(ruleset: Ruleset, report: dict[str, Any]) -> str:
    values = report["pretending_function"]
    lines = [words.HEADING.format(game=ruleset.name, convention="misère")]
    if report["order"]:
        lines.append(words.ORDER.format(order=report["order"], losing=report["p_portion_order"]))
    if report["elements"]:
        letters = ", ".join(
            words.GENERATOR.format(letter=letter, size=size)
            for letter, size in report["generators"].items()
        )
        lines.append(words.GENERATORS.format(letters=letters))
        lines.append(words.P_PORTION.format(elements=", ".join(report["p_portion"])))
        lines.append(words.PRETENDING)
        lines += [
            f"  {start:>4}  " + "  ".join(values[start : start + PER_LINE])
            for start in range(0, len(values), PER_LINE)
        ]
    elif report["finite"]:
        lines.append(words.PERIOD.format(**report))
    told = [report["literature"]] if report.get("literature") else []
    return "\n".join([*lines, report["reason"], *told, *report.get("proof", [])])


def _growth_text(
    ruleset: Ruleset, report: dict[str, Any], growth: Growth, infinite: InfiniteQuotient | None
) -> str:
    lines = [words.HEADING.format(game=ruleset.name, convention="misère"), words.GROWTH]
    lines += [
        words.GROWTH_ROW.format(size=row.size, order=row.order, lost=row.lost)
        for row in growth.steps
    ]
    if infinite and infinite.up_to == growth.up_to + 1:
        lines.append(words.ENDLESS_ROW.format(size=infinite.up_to))
    laws = growth.conjectures(is_infinite=infinite is not None)
    return "\n".join([*lines, *laws, report["reason"]])
