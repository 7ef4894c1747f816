"""The grades of a class: each student in each assignment, and the weighted total."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.utils import timezone
from django.utils.functional import cached_property

from games.teach.classes.models import Classroom, Group, Membership
from games.teach.classes.sections import Section, chosen_among
from games.teach.work.grades.gradebooks import number
from games.teach.work.grades.scores import Score, scores_of
from games.teach.work.models import Assignment
from games.teach.work.standings.reports import Groundwork, Roll, rolls
from games.teach.work.windows import every_time

PER_PAGE = 50
BROAD = 7
"""So many columns of at least 112 pixels fit beside a name and the total in a page of 1180."""
SORTS = {"name": "by name", "need": "lowest first"}


@dataclass(frozen=True)
class GradeColumn:
    """An assignment, and the *points* possible in it; *is_open* if they can still change before it
    closes."""

    assignment: Assignment
    points: int
    is_open: bool = False

    @property
    def words(self) -> str:
        """The text below its title: the points, the weight if it is not 1, and whether it is still
        open."""
        weight = self.assignment.weight
        said = [f"of {self.points}" if self.points else "no points"]
        said += [f"weight {weight}"] if weight != 1 else []
        return ", ".join(said + ["still open"] * self.is_open)


@dataclass(frozen=True)
class GradeEntry:
    """One student in one assignment; *score* is None if the assignment is not meant for them."""

    column: GradeColumn
    score: Score | None

    @property
    def grade(self) -> float | None:
        """The points reached; None if there is no grade."""
        return self.score.grade if self.score and self.column.points else None

    @property
    def share(self) -> float | None:
        """The share of the points reached, from 0 to 1."""
        return None if self.grade is None else self.grade / self.column.points

    @property
    def is_given(self) -> bool:
        """Whether staff gave points by hand here."""
        return self.score is not None and self.score.is_given and self.grade is not None

    @property
    def words(self) -> str:
        """The points as the table shows them."""
        if self.grade is None:
            return "–"
        return str(int(self.grade)) if self.grade == int(self.grade) else f"{self.grade:.2f}"


@dataclass(frozen=True)
class GradeLine:
    """One student with an entry for every assignment; the total leaves out the lowest *drops* of
    them."""

    student: Membership
    entries: tuple[GradeEntry, ...]
    drops: int = 0

    @cached_property
    def dropped(self) -> frozenset[int]:
        """The places of the entries that do not count because they are the lowest. At least one
        always counts. Entries without a grade or a weight are never among the lowest."""
        if not self.drops:
            return frozenset()
        shares = [
            (entry.share, place)
            for place, entry in enumerate(self.entries)
            if entry.share is not None and entry.column.assignment.weight
        ]
        lowest = sorted(shares)[: min(self.drops, len(shares) - 1)] if shares else []
        return frozenset(place for _, place in lowest)

    @property
    def told(self) -> list[tuple[GradeEntry, bool]]:
        """The entries, and whether the total leaves each of them out."""
        return [(entry, place in self.dropped) for place, entry in enumerate(self.entries)]

    @cached_property
    def total(self) -> float | None:
        """The weighted mean in per cent of the entries that have a grade and are not dropped; None
        if none of them has a weight."""
        weighed = [
            (entry.column.assignment.weight, entry.share)
            for place, entry in enumerate(self.entries)
            if entry.share is not None and place not in self.dropped
        ]
        weights = sum(weight for weight, _ in weighed)
        if not weights:
            return None
        return round(100 * sum(weight * share for weight, share in weighed) / weights, 1)

    @property
    def urgency(self) -> tuple[bool, float]:
        """The sort key for need: the lowest total first, students without assignments last."""
        is_asked = any(entry.score.is_asked for entry in self.entries if entry.score)
        return not is_asked, self.total or 0.0


def counted(called: Sequence[Roll]) -> list[Roll]:
    """The assignments that count towards the grade, in order of publishing, without archived
    ones."""
    published = [
        (roll.assignment.published_at, roll)
        for roll in called
        if roll.assignment.published_at and not roll.assignment.archived_at
    ]
    return [roll for _, roll in sorted(published, key=lambda pair: pair[0])]


def lines_of(
    classroom: Classroom, people: Sequence[Membership], some: Collection[Membership] | None = None
) -> tuple[list[GradeColumn], list[GradeLine]]:
    """The assignments, and a line for each of these students. *some* says that they are not the
    whole class."""
    called = rolls(Assignment.objects.filter(classroom=classroom), people)
    return lines_in(classroom, called, people, some)


def lines_in(
    classroom: Classroom,
    asked: Sequence[Roll],
    people: Sequence[Membership],
    some: Collection[Membership] | None = None,
    ground: Groundwork | None = None,
) -> tuple[list[GradeColumn], list[GradeLine]]:
    """The same from the rolls of these students in all assignments of the class."""
    called = counted(asked)
    points, scores = scores_of(called, some, ground)
    has_sections = any(person.section_id for person in people)
    columns = [
        GradeColumn(
            one.assignment, points[one.assignment.pk], _is_open(one.assignment, has_sections)
        )
        for one in called
    ]
    lines = [
        GradeLine(
            person,
            tuple(
                GradeEntry(column, scores.get((column.assignment.pk, person.pk)))
                for column in columns
            ),
            classroom.drops_lowest,
        )
        for person in people
    ]
    return columns, lines


def _is_open(assignment: Assignment, has_sections: bool) -> bool:
    """Whether it closes later, for the class or a section. A test without an end is open, practice
    without one is never called so."""
    latest = assignment.closes_at
    if has_sections:
        latest = next(reversed(every_time(assignment, "closes_at")), None)
    return assignment.is_test if latest is None else latest > timezone.now()


class Grades:
    """A view of the grades of a class. *asked* is the query of the address; invalid values are
    ignored."""

    def __init__(self, classroom: Classroom, asked: Mapping[str, str]) -> None:
        self.classroom = classroom
        self.groups: list[Group] = list(classroom.groups.all())
        sections = classroom.sections.all()
        if classroom.in_sight is not None:
            sections = sections.filter(pk__in=classroom.in_sight)
        self.sections: list[Section] = list(sections)
        self.sort = asked.get("sort", "") if asked.get("sort") in SORTS else "name"
        self.group = next((one for one in self.groups if str(one.pk) == asked.get("group")), None)
        self.section = chosen_among(self.sections, asked.get("section"))
        self._number = asked.get("page", "1")

    @property
    def sorts(self) -> list[tuple[str, str]]:
        return list(SORTS.items())

    @cached_property
    def people(self) -> list[Membership]:
        """The students who were asked for, by name."""
        people = Membership.objects.active().by_name().in_sight(self.classroom)
        if self.group:
            people = people.filter(groups=self.group)
        if self.section:
            people = people.filter(section=self.section)
        return list(people.select_related("user", "section"))

    def everybody(self) -> tuple[list[GradeColumn], list[GradeLine]]:
        """All lines, in the requested order."""
        columns, lines = lines_of(self.classroom, self.people)
        if self.sort == "need":
            lines = sorted(lines, key=lambda line: line.urgency)
        return columns, lines

    @cached_property
    def shown(self) -> tuple[list[GradeColumn], list[GradeLine]]:
        """The lines of one page. Sorted by name, only these students are read; sorting by need
        compares all."""
        if self.sort == "need":
            columns, lines = self.everybody()
            first = self.page.start_index() - 1 if lines else 0
            return columns, lines[first : first + PER_PAGE]
        return lines_of(self.classroom, list(self.page), list(self.page))

    @cached_property
    def page(self) -> Page[Membership]:
        return Paginator(self.people, PER_PAGE).get_page(self._number)

    @property
    def columns(self) -> list[GradeColumn]:
        return self.shown[0]

    @property
    def lines(self) -> list[GradeLine]:
        return self.shown[1]

    @cached_property
    def still_open(self) -> list[Assignment]:
        """The assignments whose points can still change before they close."""
        works = self.classroom.assignments.filter(archived_at=None, published_at__isnull=False)
        given = works.prefetch_related("section_times").order_by("published_at")
        return [work for work in given if _is_open(work, has_sections=True)]

    @property
    def is_broad(self) -> bool:
        """Whether the assignments need more than the width of a page."""
        return len(self.columns) > BROAD

    @property
    def weighs_nothing(self) -> bool:
        """Whether no assignment counts towards the total."""
        return bool(self.columns) and not any(c.assignment.weight for c in self.columns)

    @cached_property
    def version(self) -> str:
        """A digest of the page, which changes whenever anything on the page does."""
        heads = [(c.assignment.title, c.points, c.assignment.weight) for c in self.columns]
        told = [
            (
                line.student.listed_name,
                line.total,
                line.dropped,
                [(e.words, e.is_given) for e in line.entries],
            )
            for line in self.lines
        ]
        return sha256(repr((heads, told)).encode()).hexdigest()[:16]

    @property
    def looks_again(self) -> str:
        """The query string that polls this page."""
        group = self.group.pk if self.group else ""
        section = self.section.pk if self.section else ""
        query = {"sort": self.sort, "group": group, "section": section, "page": self.page.number}
        return f"?{urlencode({**query, 'seen': self.version})}"


def grades_file(grades: Grades) -> Iterator[Iterable[object]]:
    """The lines of a file with the points of each assignment and the total."""
    columns, lines = grades.everybody()
    points = [f"{column.assignment.title} (of {column.points})" for column in columns]
    drops = grades.classroom.drops_lowest
    total = f"total in % without the lowest {drops}" if drops else "total in %"
    section = ["section"] if grades.sections else []
    yield ["student", "surname", "given_name", "username", "student_id", *section, *points, total]
    for line in lines:
        student = line.student
        yield [
            student.real_name,
            student.surname,
            student.given_name,
            student.user.username,
            student.student_id,
            *(student.section or "" for _ in section),
            *("" if entry.grade is None else number(entry.grade) for entry in line.entries),
            "" if line.total is None else number(line.total),
        ]
