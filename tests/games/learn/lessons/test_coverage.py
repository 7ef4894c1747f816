"""The table of what the sources hold: every row names a lesson and steps that are there."""

import re
from pathlib import Path

import pytest

from games.learn.lessons.lesson_files import LessonFiles

TABLE = Path(__file__).parents[4] / "docs" / "coverage.md"
SOURCES = {"R": 19, "M": 29, "N": 18, "W": 9, "B": 11}
"""How many things each source holds: the R1 note, partizan Kayles, Nimble Strategy, the article;
B is what lies beyond them."""
PROOFS = {"fans", "strategy", "lost-rule", "lost-set", "order", "fails"}
"""The kinds of steps in which a learner makes an argument."""
LESSONS = {content["slug"]: content for content in LessonFiles().read().values()}


def cells(line):
    return [cell.strip().replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


TAUGHT = TABLE.read_text("utf-8").split("## Who passes")[0]
ROWS = [cells(line) for line in TAUGHT.splitlines() if line.startswith("| ")]
ROWS = [row for row in ROWS if row[0] != "no."]


SECTION = TABLE.read_text("utf-8").split("## Why some ideas are only told")[1].split("\n## ")[0]
REASONS = [
    re.fullmatch(r"([RMNW][0-9]+), (.+?) – (.+)", " ".join(entry.split())).groups()
    for entry in SECTION.split("\n- ")[1:]
]
"""The number of an idea, what it holds, and why no step asks for it."""


def unknown_steps(row):
    """The titles a row names that are no step of its lesson."""
    slug, titles = row[3:]
    known = {step["title"] for step in LESSONS[slug]["steps"]}
    return [title for title in titles.split("; ") if title not in known]


def kinds(row):
    """The kinds of the steps that a row names."""
    slug, titles = row[3:]
    known = {step["title"]: step["kind"] for step in LESSONS[slug]["steps"]}
    return {known[title] for title in titles.split("; ")}


EVERY_ROW = pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]} {row[2]} {row[3]}")


@EVERY_ROW
def test_what_is_taught_is_taught_where_the_table_says(row):
    assert len(row) == 5
    assert all(row), "a cell is empty"
    assert row[3] in LESSONS, f"there is no lesson {row[3]}"
    assert not unknown_steps(row), f"{row[3]} has no step {unknown_steps(row)!r}"


@EVERY_ROW
def test_what_is_called_done_or_proved_has_steps_that_ask_for_it(row):
    assert row[2] in {"told", "done", "proved"}
    if row[2] == "done":
        assert kinds(row) - {"tell"}, "every step only tells it"
    if row[2] == "proved":
        assert kinds(row) & PROOFS, "no step asks for an argument"


def test_nothing_is_proved_that_the_sources_ask_without_an_answer():
    told = {row[0] for row in ROWS if row[2] == "told"}
    assert told >= {"R10", "M9", "M10", "M17", "M29"}


def test_what_is_only_told_has_its_reason_beside_it():
    asked_for = {(row[0], row[1]) for row in ROWS if row[2] != "told"}
    told = {(row[0], row[1]) for row in ROWS} - asked_for
    reasons = {(number, what): why for number, what, why in REASONS}
    assert told == set(reasons)
    assert len(told) == len(REASONS) > 3
    assert all(len(why.split()) >= 8 for why in reasons.values())


def test_everything_the_sources_hold_has_its_row():
    wanted = {f"{source}{n}" for source, most in SOURCES.items() for n in range(1, most + 1)}
    assert {row[0] for row in ROWS} == wanted


def test_every_lesson_teaches_something_of_them():
    assert {row[3] for row in ROWS} == set(LESSONS)
