"""A phone in a room: its page, its poll, and an answer."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from games.questions.posted_answers import posted_answer, posted_fields
from games.teach.live.rooms import turns as service
from games.teach.live.rooms.access import get_room, get_room_asked_for, participant_of
from games.teach.live.rooms.models import Participant, Room, RoomQuestion
from games.teach.live.rooms.now import room_now
from games.teach.live.rooms.turns import task_of
from games.teach.live.screens.phone import Phone
from games.teach.live.screens.phone_parts import part_of
from games.web.polling import polled
from games.web.requests import page_or_fragment, wants_fragment
from solver import SolverError

PAGE = "teach/live/phone.html"


def phone_page(
    request: HttpRequest, phone: Phone, *, problem: str = "", status: int = 200
) -> HttpResponse:
    """The page of a phone, or the part of it that changes."""
    part = part_of(phone)
    news, more = part.words(phone)
    is_form = part.is_form(phone)
    context = {
        "room": phone.room,
        "phone": phone,
        "part": part,
        "news": news,
        "more": more,
        "refreshes": not is_form and not phone.room.is_over,
        **part.context(phone),
        "where": part.where(phone),
        "heading": part.heading(phone),
        "problem": problem,
    }
    return page_or_fragment(request, PAGE, "", context, status=status)


@require_safe
@never_cache
@polled(room_now)
def poll(request: HttpRequest, code: str) -> HttpResponse:
    """The part of the page that has changed since the phone's version."""
    room = get_room_asked_for(request, code)
    participant = participant_of(request, room)
    if participant is None or not wants_fragment(request):  # or now on another phone
        return to_room(request, room)
    return phone_page(request, Phone(room, participant))


@require_POST
def answer(request: HttpRequest, code: str) -> HttpResponse:
    """Store an answer to the question in the form's address."""
    room = get_room_asked_for(request, code)
    participant = participant_of(request, room)
    if participant is None:
        return to_room(request, room)
    number = request.GET.get("question", "")
    asked = room.questions.filter(number=number) if number.isdecimal() and len(number) < 6 else None
    question = asked.first() if asked else None
    if question is None:
        return to_room(request, room)
    try:
        service.check_open(room, question)
        service.give(participant, question, posted_answer(request, task_of(question)))
    except service.LateError as error:
        return late(request, participant, question, str(error))
    except SolverError as error:
        phone = Phone(room, participant, posted_fields(request))
        return phone_page(request, phone, problem=str(error), status=422)
    if not wants_fragment(request):
        return redirect(room)
    return phone_page(request, Phone(room, participant))


def late(
    request: HttpRequest, participant: Participant, question: RoomQuestion, why: str
) -> HttpResponse:
    """The current page of the room, which says why an answer was too late and what counts
    instead."""
    before = participant.answers.filter(question=question).first()
    if before is None:
        counts = "You hadn't answered before, so nothing counts for this question."
    else:
        task = task_of(question)
        said = task.asking.said(task, before.text)
        counts = f"Your earlier answer counts. {said}"
    room = get_room(question.room.code)
    problem = f"Too late: {why}. {counts}"
    return phone_page(request, Phone(room, participant), problem=problem, status=409)


def to_room(request: HttpRequest, room: Room) -> HttpResponse:
    """Go to the full page of the room."""
    if wants_fragment(request):
        return HttpResponseClientRedirect(room.get_absolute_url())
    return redirect(room)
