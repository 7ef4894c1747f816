"""The tables of the four sources in ``docs/coverage.md``, made from their files:
``python -m tests.sources_in_docs`` writes them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import django

DOCS = Path(__file__).resolve().parents[1] / "docs" / "coverage.md"
BEGIN, END = "<!-- statements -->\n", "<!-- end of statements -->\n"
HEAD = ("where", "what", "how", "lessons and steps")


def cell(text: str) -> str:
    return text.replace("|", r"\|")


def lines() -> Iterator[str]:
    """A heading and a table for each source, with a row for each statement."""
    from games.explore.theory.papers import papers

    for paper in papers().values():
        yield f"## {paper.name}"
        yield f"\n{len(paper.items)} statements: {paper.counted}.\n"
        yield f"| {' | '.join(HEAD)} |"
        yield "|---" * len(HEAD) + "|"
        for item in paper.items:
            steps = (f"`{one.lesson}`: {'; '.join(one.steps)}" for one in item.taught)
            row = (item.number, item.title, item.how, ". ".join(steps))
            yield f"| {' | '.join(map(cell, row))} |"
        yield ""


def written(text: str) -> str:
    """The docs with the tables as they are now."""
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    return f"{before}{BEGIN}\n" + "\n".join(lines()) + f"\n{END}{after}"


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    DOCS.write_text(written(DOCS.read_text("utf-8")), "utf-8")
