"""The table of what the sources hold: every row names a lesson and steps that are there."""

import re
from pathlib import Path

import pytest

from games.lessons.files import read_course

TABLE = Path(__file__).parents[3] / "docs" / "coverage.md"
SOURCES = {"R": 19, "M": 29, "N": 18, "W": 9}
"""How many things each source holds: the R1 note, partizan Kayles, Nimble Strategy, the article."""
LESSONS = {content["slug"]: content for content in read_course().lessons.values()}


def cells(line):
    return [cell.strip().replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


ROWS = [cells(line) for line in TABLE.read_text("utf-8").splitlines() if line.startswith("| ")]
ROWS = [row for row in ROWS if row[0] != "no."]


def unknown_steps(row):
    """The titles a row names that are no step of its lesson."""
    slug, titles = row[2:]
    known = {step["title"] for step in LESSONS[slug]["steps"]}
    return [title for title in titles.split("; ") if title not in known]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]} {row[2]}")
def test_what_is_taught_is_taught_where_the_table_says(row):
    assert len(row) == 4
    assert all(row), "a cell is empty"
    assert row[2] in LESSONS, f"there is no lesson {row[2]}"
    assert not unknown_steps(row), f"{row[2]} has no step {unknown_steps(row)!r}"


def test_everything_the_sources_hold_has_its_row():
    wanted = {f"{source}{n}" for source, most in SOURCES.items() for n in range(1, most + 1)}
    assert {row[0] for row in ROWS} == wanted


def test_every_lesson_teaches_something_of_them():
    assert {row[2] for row in ROWS} == set(LESSONS)
