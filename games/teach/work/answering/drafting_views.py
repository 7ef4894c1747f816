"""While a question is filled in: keeping its form, and the time that is left."""

from __future__ import annotations

import uuid

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from games.questions.grading import posted_token
from games.teach.work.access import get_work
from games.teach.work.answer_drafts import edit_of, kept_words, time_now, version_of
from games.teach.work.answering import doing as service
from games.teach.work.answering.views import UNRECORDED, found_item, refused
from games.web.middleware import asked_from
from games.web.polling import polled
from games.web.requests import posted_number

PLAIN = "text/plain; charset=utf-8"


@require_POST
def draft(request: HttpRequest, assignment_id: uuid.UUID, place: int) -> HttpResponse:
    """Store an answer that was not sent yet. A script reads in a sentence what became of it;
    with *go* in the form, the student goes on to that question, or with 0 to the overview."""
    work, item = found_item(request, assignment_id, place)
    if item.is_game or item.is_lesson:
        raise Http404("This question has no form.")
    if request.POST.get("student", str(work.membership.pk)) != str(work.membership.pk):
        raise PermissionDenied("Somebody else filled in this form.")
    edit = edit_of(request, work, item)
    goes_on = "go" in request.POST
    try:
        service.keep(work, item, posted_token(request), edit)
    except service.ClosedError as error:
        why = f"{error} {UNRECORDED}"
        if goes_on:
            return refused(request, work, item, place, why=why, status=409)
        return HttpResponse(why, status=409, content_type=PLAIN)
    if not goes_on:
        return HttpResponse(kept_words(work, edit), content_type=PLAIN)
    to = posted_number(request, "go")
    if 1 <= to <= len(work.cells):
        return redirect("assignments:item", assignment_id, to)
    return redirect(work.assignment)


@require_safe
@never_cache
@polled(time_now)
def time_left(
    request: HttpRequest, assignment_id: uuid.UUID, membership_id: uuid.UUID
) -> HttpResponse:
    """The time left in a test; once it is over, the page is loaded anew."""
    work = get_work(request.user, assignment_id)
    if work.membership.pk != membership_id:
        raise Http404("That is somebody else’s time.")
    if not work.may_answer():
        return HttpResponseClientRedirect(asked_from(request).partition("#")[0])
    context = {
        "assignment": work.assignment,
        "work": work,
        "time_version": version_of(work.window),
    }
    return render(request, "teach/work/test_time.html", context)
