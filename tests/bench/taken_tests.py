"""How often people without understanding pass the tests of the course: ``make bench`` prints it for
every test and checkpoint, the mean over some draws, and for every lesson at first try.

``python -m tests.bench.taken_tests --keep`` writes the first table to the file that the site's page
for teachers shows, and to ``docs/coverage.md``.
"""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

DOCS = Path(__file__).resolve().parents[2] / "docs" / "coverage.md"
BEGIN, END = "<!-- who passes -->\n", "<!-- end -->\n"
HEAD = ("test", "a guess", "a cue", "as if the last one won", "the mirror", "another belief")
Row = dict[str, Any]
"""A test or a checkpoint as :mod:`games.learn.taking_tests.examining` keeps it."""


def percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.1f} %"


def measured(kind: str, slug: str, groups: list[Any]) -> Row:
    """One test or checkpoint: how often those pass who guess, who know a cue, or who have a
    mistaken belief."""
    from games.learn.taking_tests.examining import MEASURED_DRAWS
    from games.learn.taking_tests.questions import is_about_the_other_ending
    from tests import guessers

    guessed = guessers.Guessed(kind, slug)
    for number in range(MEASURED_DRAWS):
        guessed.add(guessers.draw(kind, slug, groups, number))
    return {
        "kind": str(kind),
        "slug": slug,
        "guess": round(guessed.blind, 4),
        "cue": None if guessed.cue is None else round(guessed.cue, 4),
        "beliefs": {key: round(share, 4) for key, share in guessed.believers.items()},
        "is_misere": is_about_the_other_ending(groups),
    }


def cells(row: Row) -> list[str]:
    """A row of the table, as text."""
    from games.learn.taking_tests.examining import Passing

    one = Passing(**row)
    return [f"{one.kind}: {one.slug}", *one.shares]


def as_markdown(rows: list[Row]) -> str:
    """The table as the docs have it."""
    lines = [HEAD, ["---"] * len(HEAD), *map(cells, rows)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def keep(rows: list[Row]) -> None:
    """Write the table where the site and the docs show it."""
    from games.learn.taking_tests.examining import TABLE

    TABLE.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    text = DOCS.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    DOCS.write_text(f"{before}{BEGIN}\n{as_markdown(rows)}\n{END}{after}", encoding="utf-8")


def main() -> None:
    """Draw, compute and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keep", action="store_true", help="write the table for teachers as well")
    asked = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from tests import guessers

    rows = [measured(*taken) for taken in guessers.taken_tests()]
    tests = Table(*HEAD)
    for row in rows:
        tests.add_row(*cells(row))
    lessons = Table("lesson", "four of five questions at first try", "who")
    for slug in guessers.the_lessons():
        share, who = guessers.first_try(slug)
        lessons.add_row(slug, percent(share), who)
    console = Console(width=130)
    console.print(tests)
    console.print(lessons)
    if asked.keep:
        keep(rows)


if __name__ == "__main__":
    main()
