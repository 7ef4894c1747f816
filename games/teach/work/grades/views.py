"""The grades of a class, as a page and as one file for Canvas, Moodle or a spreadsheet, and all the
work of one of its students.

Each assignment is a column of the file with the same heading as in its own file, so that a
gradebook recognises the column whichever file comes first.
"""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Callable, Sequence

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.teach.classes.access import get_classroom_as_staff, get_membership
from games.teach.classes.models import ALL_STAFF, Membership
from games.teach.classes.page_parts import neighbours
from games.teach.work.grades.gradebooks import (
    GRADEBOOKS,
    Layout,
    LayoutForm,
    Lines,
    Panel,
    canvas_heads,
    canvas_student,
    identified,
    moodle_share,
    number,
    total_heading,
    written,
)
from games.teach.work.grades.grades import GradeColumn, GradeEntry, Grades, grades_file
from games.teach.work.grades.identities import CANVAS, MOODLE
from games.teach.work.grades.student_work import work_of
from games.teach.work.standings.reports import gone_since
from games.web.polling import Now, paced
from games.web.requests import wants_fragment
from games.web.watch.audit import What, note


def headings(columns: Sequence[GradeColumn]) -> list[str]:
    """A unique heading for each assignment; equal titles are numbered."""
    times: Counter[str] = Counter()
    told = []
    for column in columns:
        title = column.assignment.title
        times[title.casefold()] += 1
        place = times[title.casefold()]
        told.append(total_heading(title if place == 1 else f"{title}, no. {place}"))
    return told


def _grade(entry: GradeEntry, excused: str = "") -> float | int | str:
    """The points of an entry, or empty if there is no grade; *excused* for an excused student."""
    if entry.grade is None:
        return excused if entry.score and entry.score.is_excused else ""
    return number(entry.grade)


def canvas(grades: Grades, layout: Layout) -> Lines:
    """One column of points for each assignment, in the format of Canvas."""
    columns, lines = grades.everybody()
    kept = [place for place, column in enumerate(columns) if column.points]
    way = identified(grades.people, CANVAS, layout.by)
    yield from canvas_heads(
        headings([columns[place] for place in kept]), [columns[place].points for place in kept]
    )
    for line in lines:
        if line.student in way.values:
            cells = [_grade(line.entries[place], "EX") for place in kept]
            yield [*canvas_student(way, line.student, grades.classroom), *cells]


def moodle(grades: Grades, layout: Layout) -> Lines:
    """One column out of 100 for each assignment, in the format of Moodle."""
    columns, lines = grades.everybody()
    kept = [place for place, column in enumerate(columns) if column.points]
    way = identified(grades.people, MOODLE, layout.by)
    yield [way.heading, *headings([columns[place] for place in kept])]
    for line in lines:
        if line.student in way.values:
            entries = [line.entries[place] for place in kept]
            shares = [moodle_share(_grade(entry), entry.column.points) for entry in entries]
            yield [way.values[line.student], *shares]


def tidy(grades: Grades, layout: Layout) -> Lines:
    """Every student with the points of each assignment and the total."""
    yield from grades_file(grades)


CLASS_FORMATS: dict[str, Callable[[Grades, Layout], Lines]] = {
    "tidy": tidy,
    "canvas": canvas,
    "moodle": moodle,
}


@require_safe
@never_cache
def grades(request: HttpRequest, classroom_id: uuid.UUID) -> HttpResponse:
    """The students and assignments with points and the weighted total. A poll sends the version
    that it has *seen*, and gets 204 if nothing has changed."""
    classroom = get_classroom_as_staff(request.user, classroom_id, ALL_STAFF)
    grades = Grades(classroom, request.GET.dict())
    if wants_fragment(request) and request.GET.get("seen") == grades.version:
        return paced(HttpResponse(status=204), Now(grades.version, is_awaited=False))
    begun = grades.columns[0].assignment.published_at if grades.columns else None
    context = {
        "classroom": classroom,
        "grades": grades,
        "gone": gone_since(classroom, begun),
    }
    page = render(request, "teach/work/grades.html", context)
    return paced(page, Now(grades.version, is_awaited=False))


@require_safe
@never_cache
def files(request: HttpRequest, classroom_id: uuid.UUID) -> HttpResponse:
    """All grades as one file: the gradebook, the id of students, and notes on importing."""
    classroom = get_classroom_as_staff(request.user, classroom_id, ALL_STAFF)
    grades = Grades(classroom, request.GET.dict())
    context = {
        "classroom": classroom,
        "grades": grades,
        "panels": [Panel.of(kind, grades.people, "separator") for kind in GRADEBOOKS],
        "separator": LayoutForm(auto_id="tidy-%s")["separator"],
    }
    return render(request, "teach/work/grade_files.html", context)


@require_safe
@never_cache
def file(
    request: HttpRequest, classroom_id: uuid.UUID, form: str = "tidy"
) -> StreamingHttpResponse:
    """The grades as a CSV file."""
    classroom = get_classroom_as_staff(request.user, classroom_id, ALL_STAFF)
    if form not in CLASS_FORMATS:
        raise Http404("There is no such file.")
    asked = LayoutForm(request.GET)
    layout = asked.layout if asked.is_valid() else Layout()
    note(What.DOWNLOAD, classroom, "grades" if form == "tidy" else f"grades: {form}")
    rows = CLASS_FORMATS[form](Grades(classroom, request.GET.dict()), layout)
    response = StreamingHttpResponse(written(rows, layout), content_type="text/csv; charset=utf-8")
    name = f"{slugify(classroom.name) or 'class'}-grades{'' if form == 'tidy' else f'-{form}'}"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response


@require_safe
@never_cache
def work(request: HttpRequest, classroom_id: uuid.UUID, membership_id: uuid.UUID) -> HttpResponse:
    """All the work of one student for this class, and nothing done elsewhere."""
    classroom = get_classroom_as_staff(request.user, classroom_id, ALL_STAFF)
    member = get_membership(classroom, membership_id)
    register = list(Membership.objects.active().by_name().in_sight(classroom))
    before, after = neighbours(register, member)
    context = {
        "classroom": classroom,
        "member": member,
        "work": work_of(classroom, member),
        "before": before,
        "after": after,
    }
    return render(request, "teach/work/student_work.html", context)
