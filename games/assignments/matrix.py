"""The table of results: which students it shows and in what order, and what stands over it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.utils.functional import cached_property
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from games.assignments.marks import RIGHT, CellMark, Sign, mark_of, sign_of
from games.assignments.models import Item
from games.assignments.results import NAMED, AssignmentReport, ResultRow
from games.classes.collation import sort_key
from games.classes.models import Group, Membership
from solver import parse_position, position_words

BROAD = 18
PER_PAGE = 50
TALLEST = 28
"""The bar of an item that everybody solved, in units of its drawing."""
CELL = '<td class="{}"><a href="{}" aria-label="{}">{}</a></td>'

SORTS: dict[str, tuple[str, Callable[[ResultRow], Any] | None]] = {
    "need": ("who needs help", lambda row: row.urgency),
    "name": ("name", None),
    "points": ("points", lambda row: (not row.is_scored, -row.score)),
}
"""The orders of students: their words, and what decides; names are in order to begin with."""


@dataclass(frozen=True)
class MatrixChoice:
    """Something that can be chosen on the page, as a link."""

    words: str
    query: str
    is_chosen: bool


@dataclass(frozen=True)
class MatrixColumn:
    """An item over the table: its number, and how many *solved* it of how many *students*."""

    item: Item
    number: int
    solved: int
    students: int

    @property
    def words(self) -> str:
        item = self.item
        asked = item.lesson.title if item.lesson else position_words(parse_position(item.position))
        if item.is_dropped:
            return f"{asked}: dropped, no longer counts"
        return f"{asked}: solved by {self.solved} of {self.students} students"

    @property
    def height(self) -> int:
        """The bar's, which stands on the ground."""
        return round(TALLEST * self.solved / self.students) if self.students else 0

    @property
    def top(self) -> int:
        return TALLEST - self.height


@dataclass(frozen=True)
class MatrixLine:
    """A student in the table."""

    row: ResultRow
    signs: tuple[Sign, ...]
    points: float

    @property
    def student(self) -> Membership:
        return self.row.membership

    @property
    def stuck(self) -> list[tuple[int, str]]:
        """The numbers and addresses of the items this student is stuck at, where they are few."""
        places = self.row.stuck if len(self.row.stuck) <= NAMED else ()
        return [(place, self.signs[place - 1].address) for place in places]

    @property
    def cells(self) -> SafeString:
        """The signs as cells of the table, which has them by the thousand."""
        return format_html_join("", CELL, self.signs)

    @property
    def share(self) -> int:
        """The points reached, in per cent of all."""
        return min(100, round(100 * self.row.score / self.points)) if self.points else 0


class Matrix:
    """What somebody asked to see of the results of a class: *asked* is the query of the address.
    What cannot be read is as if it had not been asked."""

    def __init__(self, report: AssignmentReport, asked: Mapping[str, str]) -> None:
        self.report = report
        self.sort = asked.get("sort", "") if asked.get("sort") in SORTS else "need"
        chosen = asked.get("group")
        self.group = next((group for group in self.groups if str(group.pk) == chosen), None)
        self.name = asked.get("name", "").strip()
        self.number = asked.get("page", "1")

    @cached_property
    def groups(self) -> list[Group]:
        """The groups that any of these students is in."""
        groups = {group for member in self.report.students for group in member.groups.all()}
        return sorted(groups, key=lambda group: sort_key(group.name))

    @cached_property
    def rows(self) -> list[ResultRow]:
        """Everybody who was asked for, in the order that was asked for."""
        chosen = [row for row in self.report.rows if self._is_asked_for(row.membership)]
        decides = SORTS[self.sort][1]
        return sorted(chosen, key=decides) if decides else chosen

    def _is_asked_for(self, member: Membership) -> bool:
        """Accents and case do not matter in a name that is looked for."""
        if self.group and self.group not in member.groups.all():
            return False
        return not self.name or sort_key(self.name)[0] in sort_key(member.real_name)[0]

    @cached_property
    def page(self) -> Page[ResultRow]:
        return Paginator(self.rows, PER_PAGE).get_page(self.number)

    @property
    def is_long(self) -> bool:
        """Whether looking for a name is worth a field."""
        return len(self.report.rows) > PER_PAGE or bool(self.name)

    @property
    def is_broad(self) -> bool:
        """Whether its items need the whole width of a page."""
        return len(self.report.items) > BROAD

    @property
    def query(self) -> dict[str, str]:
        """What was asked for, the page aside; empty where it is what is shown without asking."""
        sort = self.sort if self.sort != "need" else ""
        return {"sort": sort, "group": str(self.group.pk) if self.group else "", "name": self.name}

    def with_(self, **changed: object) -> str:
        """The query of a link that changes something."""
        query = {**self.query, **changed}
        return f"?{urlencode({name: value for name, value in query.items() if value})}"

    @property
    def sorts(self) -> list[MatrixChoice]:
        return [
            MatrixChoice(words, self.with_(sort="" if key == "need" else key), key == self.sort)
            for key, (words, _) in SORTS.items()
        ]

    @property
    def group_choices(self) -> list[MatrixChoice]:
        """Everybody, or one of the groups; nothing where there are none."""
        if not self.groups:
            return []
        everybody = MatrixChoice("Everybody", self.with_(group=""), self.group is None)
        return [everybody] + [
            MatrixChoice(group.name, self.with_(group=group.pk), group == self.group)
            for group in self.groups
        ]

    @property
    def earlier(self) -> str:
        return self.with_(page=self.page.previous_page_number()) if self.page.has_previous() else ""

    @property
    def later(self) -> str:
        return self.with_(page=self.page.next_page_number()) if self.page.has_next() else ""

    @cached_property
    def marks(self) -> list[list[CellMark]]:
        """The mark of every cell of everybody."""
        return [[mark_of(cell) for cell in row.cells] for row in self.report.rows]

    @property
    def columns(self) -> list[MatrixColumn]:
        return [
            MatrixColumn(
                item, place + 1, sum(m[place] in RIGHT for m in self.marks), len(self.marks)
            )
            for place, item in enumerate(self.report.items)
        ]

    @cached_property
    def lines(self) -> list[MatrixLine]:
        """The students of this page."""
        points = self.report.points
        return [MatrixLine(row, tuple(map(sign_of, row.cells)), points) for row in self.page]

    @cached_property
    def version(self) -> str:
        """What changes when anything on the page does, and stays while nothing does."""
        told = [(row.membership.real_name, row.need, row.score) for row in self.page]
        signs = [line.signs for line in self.lines]
        solved = [column.solved for column in self.columns]
        counts = (self.legend, solved, self.need_help, self.not_begun)
        return sha256(repr((told, signs, counts)).encode()).hexdigest()[:16]

    @property
    def need_help(self) -> int:
        return sum(bool(row.stuck) for row in self.rows)

    @property
    def not_begun(self) -> int:
        return sum(row.is_idle for row in self.rows)

    @cached_property
    def legend(self) -> list[tuple[CellMark, int]]:
        """What the signs mean, and how many there are of each."""
        number = Counter(mark for marks in self.marks for mark in marks)
        return [(mark, number[mark]) for mark in CellMark if number[mark]]
