"""Speed as ratios measured in one run: ``make bench``. Nothing here is asserted."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations_with_replacement
from statistics import median
from time import perf_counter

from rich.console import Console
from rich.table import Table

from solver import analyse, format_position, get_ruleset, parse_position
from solver.budget import Budget
from solver.conventions import Convention
from solver.quotients import QuotientTable
from solver.search import Search
from tests.bench.engine import engine_against_others
from tests.bench.films import film_against_analysis
from tests.bench.pages import move_against_bare_view
from tests.solver.oracle import Oracle, kayles


def seconds(work: Callable[[], object], runs: int = 5) -> float:
    """The median time of some runs."""
    times = []
    for _ in range(runs):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return median(times)


def large_nim(exponent: int) -> str:
    return format_position([10**exponent + 7919 * n for n in range(1000)])


def search_all(positions: list[tuple[int, ...]]) -> None:
    search = Search(get_ruleset("kayles"), Convention.MISERE, Budget())
    for position in positions:
        search.wins(position)


def dictionary_all(positions: list[tuple[int, ...]]) -> None:
    judge = Oracle(kayles, misere=True)
    for position in positions:
        judge.wins(position)


def complete(key: str) -> Callable[[], object]:
    return lambda: QuotientTable(get_ruleset(key)).grow(None, Budget())


def main() -> None:
    """Measure and print."""
    table = Table("what", "against", "ratio", "limit")
    text, small = large_nim(12), large_nim(3)
    reading = seconds(lambda: format_position(parse_position(text)))
    answering = seconds(lambda: analyse("nim", text, "misere"))
    table.add_row(
        "1,000 heaps near 10^12 analysed",
        "reading and printing them",
        f"{answering / reading:.1f}",
        "20",
    )
    by_size = answering / seconds(lambda: analyse("nim", small, "misere"))
    table.add_row("the same with heaps near 10^12", "near 10^3", f"{by_size:.2f}", "about 1")
    positions = list(combinations_with_replacement(range(1, 10), 3))
    oracle = seconds(lambda: search_all(positions)) / seconds(lambda: dictionary_all(positions))
    table.add_row("exhaustive search", "a plain dictionary", f"{oracle:.2f}", "a small factor")
    base = seconds(complete("kayles"), 3)
    for key in ("octal:0.123", "octal:0.72"):
        ratio = seconds(complete(key), 1) / base
        table.add_row(f"the quotient of {key}, proved", "that of Kayles", f"{ratio:.1f}", "")
    for row in (*engine_against_others(), *film_against_analysis()):
        table.add_row(*row)
    ratio, queries = move_against_bare_view()
    table.add_row(
        f"one move by htmx ({queries} queries)", "a bare view, as many", f"{ratio:.1f}", "3"
    )
    console = Console()
    console.print(table)
    console.print(f"(the quotient of Kayles with its proof: {base:.2f} s here)")


if __name__ == "__main__":
    main()
