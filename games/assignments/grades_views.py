"""The grades of a class, and all the work of one of its students."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.assignments.forms import LayoutForm
from games.assignments.gradebooks import Layout, written
from games.assignments.grades import Grades, grades_file
from games.assignments.results_views import gone_since
from games.assignments.student_work import work_of
from games.classes.access import get_classroom_as_staff, get_membership
from games.web.audit import What, note
from games.web.fragments import wants_fragment
from games.web.polling import Now, paced


@require_safe
@never_cache
def grades(request: HttpRequest, classroom_id: uuid.UUID) -> HttpResponse:
    """Students and assignments with their points, and the weighted total. A page that looks again
    says what it has *seen*, and hears nothing where that is still so."""
    classroom = get_classroom_as_staff(request.user, classroom_id)
    grades = Grades(classroom, request.GET.dict())
    if wants_fragment(request) and request.GET.get("seen") == grades.version:
        return paced(HttpResponse(status=204), Now(grades.version, is_awaited=False))
    begun = grades.columns[0].assignment.published_at if grades.columns else None
    context = {
        "classroom": classroom,
        "grades": grades,
        "gone": gone_since(classroom, begun),
    }
    page = render(request, "assignments/grades.html", context)
    return paced(page, Now(grades.version, is_awaited=False))


@require_safe
@never_cache
def file(request: HttpRequest, classroom_id: uuid.UUID) -> StreamingHttpResponse:
    """The same as a CSV file."""
    classroom = get_classroom_as_staff(request.user, classroom_id)
    asked = LayoutForm(request.GET)
    layout = asked.layout if asked.is_valid() else Layout()
    note(What.DOWNLOAD, classroom, "grades")
    rows = grades_file(Grades(classroom, request.GET.dict()))
    response = StreamingHttpResponse(written(rows, layout), content_type="text/csv; charset=utf-8")
    name = slugify(classroom.name) or "class"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}-grades.csv"'
    return response


@require_safe
@never_cache
def work(request: HttpRequest, classroom_id: uuid.UUID, membership_id: uuid.UUID) -> HttpResponse:
    """All that one student did for the class, and nothing that was done elsewhere."""
    classroom = get_classroom_as_staff(request.user, classroom_id)
    member = get_membership(classroom, membership_id)
    context = {
        "classroom": classroom,
        "member": member,
        "work": work_of(classroom, member),
    }
    return render(request, "assignments/student_work.html", context)
