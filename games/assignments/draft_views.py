"""The drafts of a class: publishing several at once."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from games.assignments.publishing import drafts_of, publish_all
from games.classes.access import get_classroom_to_change
from games.people.views import FORM_METHODS
from games.web.zones import called
from solver import InvalidInputError


@FORM_METHODS
@never_cache
def drafts(request: HttpRequest, classroom_id: uuid.UUID) -> HttpResponse:
    """A tick for each draft, with its opening day; a POST publishes those ticked."""
    classroom = get_classroom_to_change(request.user, classroom_id)
    every, problem = drafts_of(classroom), ""
    chosen = {draft.key for draft in every if not draft.problem}
    if request.method == "POST":
        chosen = set(request.POST.getlist("draft"))
        try:
            publish_all(classroom, chosen)
            return redirect(f"{classroom.get_absolute_url()}?done=drafts-published")
        except InvalidInputError as error:
            problem = str(error)
    context = {
        "classroom": classroom,
        "drafts": every,
        "chosen": chosen,
        "problem": problem,
        "zone": called(classroom.zone),
    }
    return render(request, "assignments/drafts.html", context, status=422 if problem else 200)
