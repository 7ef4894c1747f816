"""What of the sources is taught: every statement names a lesson and steps that are there."""

import re

import pytest

from games.explore.theory.papers import papers
from games.learn.lessons.lesson_files import LessonFiles
from tests import sources_in_docs

STATEMENTS = {"r1-note": 53, "partizan-kayles": 80, "nimble-strategy": 81, "encyclopedia": 27}
"""How many statements each source makes, counted in its text sentence by sentence."""
BEYOND = 11
"""How many things the course teaches beside them."""
NUMBERED = {
    "r1-note": [
        *(f"R1 game, condition ({n})" for n in (1, 2, 3)),
        *(f"Case ({n})" for n in (1, 2, 3, 4)),
    ],
    "partizan-kayles": [
        *("Figure 1", "Figure 2", "Lemma 1", "Corollary 1", "Lemma 2", "Figure 3"),
        *(f"Lemma 2, case {n}" for n in (1, 2, 3)),
        *("Corollary 2", "Corollary 3", "Figure 4", "Lemma 3", "Theorem 1"),
        *(f"Theorem 1, case {n}" for n in (1, 2, 3)),
        *("Theorem 2", "Corollary 4", "Corollary 5", "Theorem 3", "Theorem 4, Left"),
    ],
    "nimble-strategy": ["10. A, first theorem", "10. A, second theorem", "10. B, first theorem"],
    "encyclopedia": ["Theorem", "Equation (*)", "Lemma 1", "Lemma 2"],
}
"""What the sources number themselves, in their order."""
PROOFS = {"fans", "strategy", "lost-rule", "lost-set", "order", "fails"}
"""The kinds of steps in which a learner makes an argument."""
LESSONS = {content["slug"]: content for content in LessonFiles().read().values()}


def cells(line):
    return [cell.strip().replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


DOCS = sources_in_docs.DOCS.read_text("utf-8")
ADDED = DOCS.split("## Beyond the sources")[1].split("\n## ")[0]
ADDED = [cells(line) for line in ADDED.splitlines() if line.startswith("| B")]
ITEMS = [item for paper in papers().values() for item in paper.items]
ROWS = [
    [item.number, item.title, one.how, one.lesson, "; ".join(one.steps)]
    for item in ITEMS
    for one in item.taught
] + ADDED


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


def test_what_the_course_only_tells_has_its_reason_and_nothing_else_has():
    told = [item for item in ITEMS if item.how == "told"]
    assert len(told) > 20
    assert all(len(item.reason.split()) >= 5 for item in told)
    assert not [item.item for item in ITEMS if item.reason and item not in told]


def test_nothing_is_proved_that_the_sources_ask_without_an_answer():
    told = {item.item for item in ITEMS if item.how == "told"}
    assert told >= {"any-value-above-0", "canonical-form", "only-zero"}
    assert told >= {"questions", "question-game", "question-more"}


def test_nothing_of_the_sources_is_left_out():
    assert {key: len(paper.items) for key, paper in papers().items()} == STATEMENTS
    assert [item.item for item in ITEMS if not item.taught] == []
    assert len(ADDED) == BEYOND
    for key, numbers in NUMBERED.items():
        there = [item.number for item in papers()[key].items if item.number in numbers]
        assert there == numbers, key
    sections = [title.split(".")[0] for title, _ in papers()["nimble-strategy"].sections]
    assert sections == [str(n) for n in range(1, 11)]


def test_every_lesson_teaches_something_of_them():
    assert {row[3] for row in ROWS} == set(LESSONS)


def test_the_docs_have_the_tables_as_they_are():
    """``python -m tests.sources_in_docs`` writes them again."""
    assert sources_in_docs.written(DOCS) == DOCS
    told = [line for line in DOCS.splitlines() if line.startswith("| Theorem 4, Left |")]
    assert len(told) == 1
    assert "Where the theorem is silent" in told[0]
