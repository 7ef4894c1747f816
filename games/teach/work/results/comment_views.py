"""Comments to one student on a question or an assignment: writing and removing them."""

from __future__ import annotations

import uuid

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from games.people.models import User
from games.teach.classes.access import get_membership
from games.teach.work import comments as service
from games.teach.work.access import get_assignment_to_grade
from games.teach.work.comments import Comment
from games.teach.work.models import Assignment, Item
from games.teach.work.results.granting_forms import CommentForm
from games.teach.work.results.views import student_page
from solver import InvalidInputError


@require_POST
def comment(
    request: HttpRequest, assignment_id: uuid.UUID, membership_id: uuid.UUID
) -> HttpResponse:
    """Write a comment to one student."""
    assignment = get_assignment_to_grade(request.user, assignment_id)
    member = get_membership(assignment.classroom, membership_id)
    assert isinstance(request.user, User)
    form = CommentForm(assignment, member, request.POST)
    if form.is_valid():
        item, text = form.cleaned_data["item"], form.cleaned_data["text"]
        try:
            service.comment_on(assignment, member, item, by=request.user, text=text)
        except InvalidInputError as error:
            form.add_error(None, str(error))
        else:
            return redirect(_back(assignment, member.pk, item))
    return student_page(request, assignment, member, comment_form=form, status=422)


def _back(assignment: Assignment, member: uuid.UUID, item: Item | None) -> str:
    """The page that shows the comment."""
    page = reverse("assignments:student", args=[assignment.pk, member])
    return f"{page}?done=commented#comments-title"


@require_POST
def remove(
    request: HttpRequest, assignment_id: uuid.UUID, membership_id: uuid.UUID, comment_id: int
) -> HttpResponse:
    """Remove a comment. Its author may do so, and the instructors of the class."""
    assignment = get_assignment_to_grade(request.user, assignment_id)
    member = get_membership(assignment.classroom, membership_id)
    found = Comment.objects.filter(assignment=assignment, membership=member, pk=comment_id).first()
    if found is None:
        raise Http404("There is no such comment.")
    if not assignment.classroom.is_led and found.by_id != request.user.pk:
        raise PermissionDenied("Only its author and the instructors can remove this comment.")
    service.remove_comment(found)
    return redirect(_back(assignment, member.pk, None))
