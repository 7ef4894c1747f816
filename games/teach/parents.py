"""A page for parents, to be printed: one student's work for a class, in plain words. It is not
public: only the student and the staff of the class can open it."""

from __future__ import annotations

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.questions.marks import strip
from games.teach.classes.access import get_membership, get_own_class
from games.teach.classes.models import Membership
from games.teach.live.rooms.models import Room
from games.teach.work.grades.student_work import work_of
from games.teach.work.models import Assignment
from games.teach.work.standings.reports import ResultRow
from games.teach.work.standings.revealing import Withheld, withheld
from solver import get_ruleset


@require_safe
@never_cache
def parents(
    request: HttpRequest, classroom_id: uuid.UUID, membership_id: uuid.UUID
) -> HttpResponse:
    """Show the page of one student."""
    classroom, own = get_own_class(request.user, classroom_id)
    if own is None:
        member = get_membership(classroom, membership_id)
    elif own.pk == membership_id:
        member = own
    else:
        raise Http404("There is no such student, or this page is not yours.")
    work = work_of(classroom, member)
    secret = withheld(Assignment.objects.filter(classroom=classroom))
    cells = [
        cell
        for entry, _, row in work.assignments
        if not secret.covers(entry.column.assignment.pk, member.pk)
        for cell in row.cells
    ]
    exercises = [cell for cell in cells if not cell.item.is_lesson and cell.tries]
    lessons = [cell for cell in cells if cell.item.is_lesson]
    finished = [cell.item.lesson for cell in lessons if cell.size and cell.done == cell.size]
    keys = {cell.item.ruleset for cell in exercises}
    context = {
        "classroom": classroom,
        "member": member,
        "work": work,
        "strips": [
            (entry.column.assignment, row, told(entry.column.assignment, row, secret, member))
            for entry, _, row in work.assignments
        ],
        "games": sorted({get_ruleset(key).name for key in keys}),
        "exercises": exercises,
        "right": sum(cell.solved for cell in exercises),
        "at_once": sum(bool(cell.first_try) for cell in exercises),
        "can": [lesson.can for lesson in finished if lesson and lesson.can],
        "rooms": rooms_with(member),
        "is_own": own is not None,
    }
    return render(request, "teach/parents.html", context)


def told(
    assignment: Assignment, row: ResultRow, secret: Withheld, member: Membership
) -> SafeString:
    """The strip of an assignment; empty while its results are kept back."""
    if secret.covers(assignment.pk, member.pk):
        return SafeString()
    return strip(assignment.title, row.marks())


def rooms_with(member: Membership) -> list[Room]:
    """The live rooms of the class in which the student took part, the latest first."""
    there = Room.objects.filter(
        classroom=member.classroom_id,
        participants__user=member.user_id,
        participants__taken_out_at=None,
    )
    return list(there.distinct().only("title", "created_at"))
