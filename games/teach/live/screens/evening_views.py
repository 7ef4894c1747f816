"""After a room: who missed what, five positions for them, and the questions on paper."""

from __future__ import annotations

import uuid
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.people.models import User
from games.people.views import FORM_METHODS
from games.questions.posted_answers import posted_key
from games.teach.live.rooms.access import get_room_as_leader, may_keep
from games.teach.live.rooms.closing import NOT_OVER
from games.teach.live.rooms.evening import Evening, set_five
from games.teach.live.rooms.sources import OfferedQuestion
from games.teach.live.screens.paper import sheets_of_room
from games.teach.work.writing.forms import MOMENT, ForStudentsForm
from games.web.zones import called
from solver import SolverError
from solver.teaching import counted


class FiveForm(ForStudentsForm):
    """The form for an assignment of the shown positions: which students get it, and when it is
    due."""

    def __init__(self, evening: Evening, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        title = f"{counted(len(evening.positions), 'more position')}".capitalize()
        due = timezone.localtime(evening.due).strftime(MOMENT)
        self.initial = {"title": title, "due_at": due, **self.initial}
        self.offer((one.membership.pk, one.membership.listed_name) for one in evening.missed)


@FORM_METHODS
@never_cache
def evening(request: HttpRequest, code: str) -> HttpResponse:
    """Show who missed what; a POST sets the five positions for them."""
    room = get_room_as_leader(request.user, code)
    assert isinstance(request.user, User)
    told = Evening(room, section=request.GET.get("section"))
    may_set = may_keep(request.user, room)
    context = {"room": room, "evening": told, "may_set": may_set, "classroom": None}
    if room.classroom is not None:
        context["zone"] = called(room.classroom.zone)
    form = FiveForm(told, request.POST or None)
    problem = "" if room.is_over else NOT_OVER
    if request.method == "POST":
        if not may_set:
            raise PermissionDenied("Your role in this class does not allow this.")
        if not problem and form.is_valid():
            try:
                made = _set(request, told, form)
            except SolverError as error:
                problem = str(error)
            else:
                return redirect(reverse("assignments:results", args=[made]) + "?done=published")
    context |= {"form": form, "problem": problem}
    context["offers"] = [OfferedQuestion(asked) for asked in told.positions]
    status = 422 if request.method == "POST" else 200
    return render(request, "teach/live/evening.html", context, status=status)


def _set(request: HttpRequest, told: Evening, form: FiveForm) -> uuid.UUID:
    """Publish exactly the positions that the page showed."""
    assert isinstance(request.user, User)
    tokens = request.POST.getlist("offer")[:5]
    chosen = set(form.cleaned_data["students"])
    made = set_five(
        told.room,
        request.user,
        posted_key(request, request.user),
        title=form.cleaned_data["title"],
        asked=[OfferedQuestion.of(token).asked for token in tokens],
        students=[one.membership for one in told.missed if one.membership.pk in chosen],
        due_at=form.cleaned_data["due_at"],
    )
    return made.pk


@require_safe
@never_cache
def paper(request: HttpRequest, code: str) -> HttpResponse:
    """The questions of a room on paper, for a student without a phone."""
    room = get_room_as_leader(request.user, code)
    back = reverse("live:desk", args=[room.code])
    context = {"title": room.title, "back_url": back, "sheets": sheets_of_room(room)}
    return render(request, "teach/live/paper.html", context)
