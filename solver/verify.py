"""``python -m solver verify``: run every check and print what was looked at and what was found."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table

from .checks import CHECKS, Check


def verify(checks: tuple[Check, ...] = CHECKS, console: Console | None = None) -> bool:
    """Run *checks*, print the table, and return whether every one came out as stated."""
    out = console or Console()
    results = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=out, transient=True) as progress:
        task = progress.add_task("Checking", total=len(checks))
        for check in checks:
            progress.update(task, description=check.name)
            results.append(check.result())
            progress.advance(task)
    table = Table("what was checked", "positions", "exceptions", "stated", "")
    for result in results:
        table.add_row(
            result.name,
            f"{result.positions:,}",
            f"{result.exceptions:,}",
            f"{result.expected:,}",
            "as stated" if result.holds else "DIFFERS",
        )
    out.print(table)
    return all(result.holds for result in results)
