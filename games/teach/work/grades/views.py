"""The grades of a class, and all the work of one of its students."""

from __future__ import annotations

import uuid

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.teach.classes.access import get_classroom_as_staff, get_membership
from games.teach.classes.choosing import neighbours
from games.teach.classes.models import ALL_STAFF, Membership
from games.teach.classes.notices import additions
from games.teach.work.grades.class_files import CLASS_FORMATS
from games.teach.work.grades.forms import LayoutForm, Panel
from games.teach.work.grades.gradebooks import GRADEBOOKS, Layout, written
from games.teach.work.grades.grades import Grades
from games.teach.work.grades.student_work import work_of
from games.teach.work.standings.reports import gone_since
from games.web.polling import Now, paced
from games.web.requests import wants_fragment
from games.web.watch.audit import What, note


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
        "additions": additions("grades", classroom) if classroom.shows_all else [],
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
