"""Opening a room from any page with questions."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.people.models import User
from games.people.views import FORM_METHODS
from games.questions.posted_answers import posted_key
from games.teach.classes.access import may_make_classes
from games.teach.live.leading.room_form import RoomForm
from games.teach.live.lessons.models import RoomLesson
from games.teach.live.lessons.part_terms import FILMED
from games.teach.live.rooms.lists import led_rooms, past_rooms
from games.teach.live.rooms.opening import MAX_QUESTIONS, open_room
from games.teach.live.rooms.sources import OfferedQuestion, QuestionSource, source_of
from games.web.codes import CodeForm
from solver import SolverError


@FORM_METHODS
@login_required
def open_(request: HttpRequest) -> HttpResponse:
    """Show the questions and the classes to choose from; a POST opens the room and its wall."""
    assert isinstance(request.user, User)
    if not may_make_classes(request.user):
        return redirect("classes:teach")
    if request.method != "POST":
        source, problem = QuestionSource(), ""
        try:
            source = source_of(request)
        except SolverError as error:
            problem = str(error)
        form = RoomForm.offering(request.user, source.title, source.classroom)
        return page(request, source, form, problem=problem)
    form = RoomForm(request.user, request.POST)
    try:
        source = QuestionSource(offers=posted_offers(request), theory=posted_theory(request))
    except SolverError as error:
        return page(request, QuestionSource(), form, problem=str(error))
    if "earlier" in request.POST:
        again = RoomForm(request.user, initial=request.POST.dict())
        return page(request, earlier(source, request.POST["earlier"]), again)
    if not form.is_valid():
        return page(request, source, form)
    taken = [offer for offer in source.offers if offer.is_taken and not offer.problem]
    asked = [offer.asked for offer in taken] + form.cleaned_data["lines"]
    if len(asked) > MAX_QUESTIONS:
        problem = f"A room holds at most {MAX_QUESTIONS} questions; you chose {len(asked)}."
        return page(request, source, form, problem=problem)
    notes = [offer.notes for offer in taken]
    key = posted_key(request, request.user)
    parts = [offer.part for offer in taken]
    theory = posted_theory(request)
    room = open_room(
        request.user, asked, key=key, notes=notes, parts=parts, theory=theory, **form.settings
    )
    return redirect("live:projector", room.code)


@require_safe
def entrance(request: HttpRequest) -> HttpResponse:
    """The page to enter a code; for an instructor, also their rooms and a new one."""
    user = request.user if isinstance(request.user, User) else None
    context: dict[str, Any] = {
        "form": CodeForm(),
        "open_rooms": led_rooms(user) if user else [],
        "past_rooms": past_rooms(user) if user else [],
        "may_open": may_make_classes(request.user),
    }
    return render(request, "teach/live/entrance.html", context)


def page(
    request: HttpRequest, source: QuestionSource, form: RoomForm, *, problem: str = ""
) -> HttpResponse:
    """The form, with the values that were typed."""
    assert isinstance(request.user, User)
    context = {
        "source": source,
        "form": form,
        "problem": problem,
        "for_class": f"&classroom={source.classroom.pk}" if source.classroom else "",
        "lessons": [] if source.offers else RoomLesson.objects.to_run(request.user),
    }
    status = 422 if problem or form.errors else 200
    return render(request, "teach/live/open.html", context, status=status)


def posted_offers(request: HttpRequest) -> tuple[OfferedQuestion, ...]:
    """All questions that the page offered, with the choice of each."""
    taken = set(request.POST.getlist("take"))
    return tuple(
        replace(OfferedQuestion.of(token), is_taken=str(place) in taken)
        for place, token in enumerate(request.POST.getlist("offer")[: 2 * MAX_QUESTIONS])
    )


def posted_theory(request: HttpRequest) -> str:
    """The theory of the page's lesson; empty for an unknown one."""
    theory = request.POST.get("theory", "")
    return theory if theory in FILMED else ""


def earlier(source: QuestionSource, place: str) -> QuestionSource:
    """The source with the offer at *place* (from 0) moved up by one."""
    offers = list(source.offers)
    if place.isascii() and place.isdecimal() and 0 < int(place[:3]) < len(offers):
        number = int(place[:3])
        offers[number - 1 : number + 1] = reversed(offers[number - 1 : number + 1])
    return replace(source, offers=tuple(offers))
