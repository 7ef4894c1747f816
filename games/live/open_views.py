"""Opening a room from any page that has something to ask."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.classes.access import may_make_classes, own_classes
from games.exercises.asked import Asked
from games.exercises.posted import posted_key
from games.live.hosting import typed
from games.live.models import TITLE_LENGTH
from games.live.opening import MAX_QUESTIONS, open_room
from games.live.rooms import led_rooms, past_rooms
from games.live.sources import Offer, Source, source_of
from games.people.models import User
from games.people.views import FORM_METHODS
from games.web.codes import CodeForm
from solver import InvalidInputError, SolverError


@FORM_METHODS
@login_required
def open_(request: HttpRequest) -> HttpResponse:
    """What is to be asked, and for which class; then the room, with its projector."""
    assert isinstance(request.user, User)
    if not may_make_classes(request.user):
        return redirect("classes:teach")
    if request.method != "POST":
        try:
            return page(request, source_of(request))
        except SolverError as error:
            return page(request, Source(), problem=str(error))
    source = Source()
    try:
        source = posted(request)
        if "earlier" in request.POST:
            return page(request, earlier(source, request.POST["earlier"]))
        asked, notes = chosen(source, request.POST.get("lines", ""))
    except SolverError as error:
        return page(request, source, problem=str(error))
    key = posted_key(request, request.user)
    room = open_room(request.user, asked, source.title, source.classroom, key=key, notes=notes)
    return redirect("live:projector", room.code)


@require_safe
def entrance(request: HttpRequest) -> HttpResponse:
    """The way into a room; for whoever teaches, their rooms and a new one."""
    user = request.user if isinstance(request.user, User) else None
    context: dict[str, Any] = {
        "form": CodeForm(),
        "open_rooms": led_rooms(user) if user else [],
        "past_rooms": past_rooms(user) if user else [],
        "may_open": may_make_classes(request.user),
    }
    return render(request, "live/entrance.html", context)


def page(request: HttpRequest, source: Source, *, problem: str = "") -> HttpResponse:
    """The form, with what was typed."""
    context: dict[str, Any] = {
        "source": source,
        "classes": own_classes(request.user),
        "lines": request.POST.get("lines", ""),
        "problem": problem,
    }
    return render(request, "live/open.html", context, status=422 if problem else 200)


def posted(request: HttpRequest) -> Source:
    """What the form holds: everything it offered, and what of it is taken."""
    post = request.POST
    taken = set(post.getlist("take"))
    offers = tuple(
        replace(Offer.of(token), is_taken=str(place) in taken)
        for place, token in enumerate(post.getlist("offer")[: 2 * MAX_QUESTIONS])
    )
    title = post.get("title", "").replace("\x00", "")[:TITLE_LENGTH]
    classes = {str(one.pk): one for one in own_classes(request.user)}
    classroom = classes.get(post.get("classroom", ""))
    return Source(title, offers, classroom=classroom)


def earlier(source: Source, place: str) -> Source:
    """The same with the offer at *place*, from 0, before the one in front of it."""
    offers = list(source.offers)
    if place.isascii() and place.isdecimal() and 0 < int(place[:3]) < len(offers):
        number = int(place[:3])
        offers[number - 1 : number + 1] = reversed(offers[number - 1 : number + 1])
    return replace(source, offers=tuple(offers))


def chosen(source: Source, lines: str) -> tuple[list[Asked], list[str]]:
    """What is taken and then what is typed, with notes; raises :class:`InvalidInputError` for a
    line that cannot be asked, or where it is too much."""
    taken = [offer for offer in source.offers if offer.is_taken and not offer.problem]
    asked = [offer.asked for offer in taken] + typed(lines)
    if len(asked) > MAX_QUESTIONS:
        chose = f"A room holds at most {MAX_QUESTIONS} questions; you chose {len(asked)}."
        raise InvalidInputError(chose, value=str(len(asked)))
    return asked, [offer.notes for offer in taken]
