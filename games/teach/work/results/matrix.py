"""The table of results: the students on the page, their order, and the columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.utils.functional import cached_property
from django.utils.safestring import SafeString

from games.questions.marks import LINK, ResultMark, StripMark, counted_marks
from games.teach.classes.models import Membership
from games.teach.classes.page_parts import fitting
from games.teach.work.models import Item
from games.teach.work.standings.reports import NAMED, AssignmentReport, PartOfClass, ResultRow
from solver import get_ruleset
from solver.teaching import position_words

BROAD = 18
PER_PAGE = 50
TALLEST = 28
"""The height of the bar of a question that everybody solved, in units of its drawing."""
CELL = f'<td class="marked">{LINK}</td>'

SORTS: dict[str, tuple[str, Callable[[ResultRow], Any] | None]] = {
    "need": ("who needs help", lambda row: row.urgency),
    "name": ("name", None),
    "points": ("points", lambda row: (not row.is_scored, -row.score)),
}
"""The orders of students: their words, and the sort key; None keeps the order by name."""


@dataclass(frozen=True)
class MatrixChoice:
    """A choice on the page, as a link."""

    words: str
    query: str
    is_chosen: bool


@dataclass(frozen=True)
class MatrixColumn:
    """The column of a question: its number, and how many of the *students* have *solved* it."""

    item: Item
    number: int
    solved: int
    students: int

    @property
    def words(self) -> str:
        item = self.item
        if item.lesson:
            asked = item.lesson.title
        else:
            asked = position_words(get_ruleset(item.ruleset).read_position(item.position))
        asked = f"{asked}, or another position of its kind" if item.siblings else asked
        if item.is_dropped:
            return f"{asked}: dropped, no longer counts"
        return f"{asked}: solved by {self.solved} of {self.students} students"

    @property
    def height(self) -> int:
        """The height of the bar."""
        return round(TALLEST * self.solved / self.students) if self.students else 0

    @property
    def top(self) -> int:
        return TALLEST - self.height


@dataclass(frozen=True)
class MatrixLine:
    """A student in the table."""

    row: ResultRow
    signs: tuple[StripMark, ...]

    @property
    def student(self) -> Membership:
        return self.row.membership

    @cached_property
    def stuck(self) -> list[tuple[int, str]]:
        """The numbers and addresses of the questions at which this student is stuck, if they are
        few."""
        places = self.row.stuck if len(self.row.stuck) <= NAMED else ()
        return [(place, self.signs[place - 1].address) for place in places]

    @property
    def cells(self) -> SafeString:
        """The signs as table cells, built in one go because there are thousands. All their text is
        ours, in words that need no escaping."""
        return SafeString("".join([CELL % (mark.slug, at, told) for mark, told, at in self.signs]))


class Matrix:
    """A view of the results of a class, or of the part of it in *report* that is asked for. *asked*
    is the query of the address; invalid values are ignored."""

    def __init__(self, report: AssignmentReport, asked: Mapping[str, str]) -> None:
        self.part = PartOfClass(report.students, asked)
        chosen = set(self.part.students)
        self.report = replace(
            report, rows=tuple(row for row in report.rows if row.membership in chosen)
        )
        self.sort = asked.get("sort", "") if asked.get("sort") in SORTS else "need"
        self.name = asked.get("name", "").strip()
        self.number = asked.get("page", "1")

    @cached_property
    def rows(self) -> list[ResultRow]:
        """All requested rows, in the requested order."""
        chosen = list(self.report.rows)
        if self.name:
            named = set(fitting(self.report.students, self.name))
            chosen = [row for row in chosen if row.membership in named]
        decides = SORTS[self.sort][1]
        return sorted(chosen, key=decides) if decides else chosen

    @cached_property
    def page(self) -> Page[ResultRow]:
        return Paginator(self.rows, PER_PAGE).get_page(self.number)

    @property
    def is_long(self) -> bool:
        """Whether there are enough students for a search field."""
        return len(self.report.rows) > PER_PAGE or bool(self.name)

    @property
    def is_broad(self) -> bool:
        """Whether the questions need the full width of a page."""
        return len(self.report.items) > BROAD

    @property
    def query(self) -> dict[str, str]:
        """The current choices without the page; defaults are empty."""
        sort = self.sort if self.sort != "need" else ""
        return {"sort": sort, **self.part.choices, "name": self.name}

    def with_(self, **changed: object) -> str:
        """The query string of a link that changes something."""
        query = {**self.query, **changed}
        return f"?{urlencode({name: value for name, value in query.items() if value})}"

    @property
    def sorts(self) -> list[MatrixChoice]:
        return [
            MatrixChoice(words, self.with_(sort="" if key == "need" else key), key == self.sort)
            for key, (words, _) in SORTS.items()
        ]

    @property
    def earlier(self) -> str:
        return self.with_(page=self.page.previous_page_number()) if self.page.has_previous() else ""

    @property
    def later(self) -> str:
        return self.with_(page=self.page.next_page_number()) if self.page.has_next() else ""

    @cached_property
    def marks(self) -> list[list[ResultMark]]:
        """The mark of every cell of every student."""
        return [[cell.mark for cell in row.cells] for row in self.report.rows]

    @cached_property
    def columns(self) -> list[MatrixColumn]:
        return [
            MatrixColumn(
                item, place + 1, sum(m[place].is_right for m in self.marks), len(self.marks)
            )
            for place, item in enumerate(self.report.items)
        ]

    @cached_property
    def lines(self) -> list[MatrixLine]:
        """The students of this page."""
        return [MatrixLine(row, row.marks(f"{row.membership.pk}/")) for row in self.page]

    @cached_property
    def version(self) -> str:
        """A digest of the page, which changes whenever anything on the page does."""
        told = [(row.membership.listed_name, row.need, row.score) for row in self.page]
        signs = [line.signs for line in self.lines]
        solved = [column.solved for column in self.columns]
        counts = (self.legend, solved, self.need_help, self.not_begun)
        return sha256(repr((told, signs, counts)).encode()).hexdigest()[:16]

    @cached_property
    def need_help(self) -> int:
        return sum(bool(row.stuck) for row in self.rows)

    @cached_property
    def not_begun(self) -> int:
        return sum(row.is_idle for row in self.rows)

    @cached_property
    def legend(self) -> list[tuple[ResultMark, int]]:
        """The meaning of the marks, and how many there are of each."""
        return counted_marks(mark for marks in self.marks for mark in marks)
