"""A phone in a room: joining by its code, coming back, its page, its poll, an answer, leaving."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect, HttpResponseClientRefresh

from games.people.browsers import ensure_owner, owner_of
from games.people.models import User, Visitor
from games.people.ways_in_views import code_refused
from games.questions.grading import posted_answer, posted_fields
from games.teach.live.leading import joining
from games.teach.live.leading.joining import JoinNameForm, SeatForm
from games.teach.live.rooms import turns
from games.teach.live.rooms.access import (
    find_room,
    get_room,
    get_room_asked_for,
    may_enter,
    participant_of,
)
from games.teach.live.rooms.models import Participant, Room, RoomQuestion
from games.teach.live.rooms.steps import room_now
from games.teach.live.screens.phone import Phone
from games.teach.live.screens.phone_parts import part_of
from games.web.limits import TooManyError, client_address
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
        turns.check_open(room, question)
        turns.give(participant, question, posted_answer(request, turns.task_of(question)))
    except turns.LateError as error:
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
        task = turns.task_of(question)
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


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def room(request: HttpRequest, code: str) -> HttpResponse:
    """The phone's page of the room; a POST joins it."""
    room = find_room(code)
    if room is None:
        return code_refused(request, code, 404)
    if request.method == "POST":
        return come_in(request, room)
    if code != room.code:
        return redirect(room)
    participant = joining.seat_of(room, owner_of(request))
    if participant is None or participant.left_at:
        return join_page(request, room)
    if wants_fragment(request):  # the page of a guest who has waited until now
        return HttpResponseClientRefresh()
    return phone_page(request, Phone(room, participant))


def come_in(request: HttpRequest, room: Room) -> HttpResponse:
    """Let people with an account, or with an earlier seat, join as they are; others need a name."""
    owner = owner_of(request)
    if isinstance(owner, User) or joining.seat_of(room, owner):
        form, name = JoinNameForm(), ""
    else:
        form = JoinNameForm(request.POST)
        if not form.is_valid():
            return join_page(request, room, form=form, status=422)
        name = form.cleaned_data["name"]
    is_new_guest = bool(name)
    try:
        if is_new_guest:
            joining.count_guest(room, client_address(request))
        joining.join(room, ensure_owner(request), name)
    except joining.JoinError as error:
        if is_new_guest:
            joining.uncount_guest(room, client_address(request))
        return join_page(request, room, form=form, problem=str(error), status=409)
    except TooManyError as error:
        page = join_page(request, room, form=form, problem=str(error), status=429)
        page.headers["Retry-After"] = str(error.wait)
        return page
    return redirect(room)


@require_POST
def back(request: HttpRequest, code: str) -> HttpResponse:
    """Come back on another phone, with the seat number that the first phone showed."""
    room = find_room(code)
    if room is None:
        return code_refused(request, code, 404)
    form = SeatForm(request.POST)
    if isinstance(request.user, User):
        return redirect(room)
    if not form.is_valid():
        return join_page(request, room, seat_form=form, status=422)
    visitor = ensure_owner(request)
    assert isinstance(visitor, Visitor)
    name, seat = form.cleaned_data["name"], int(form.cleaned_data["seat"].replace(" ", ""))
    try:
        joining.move_seat(room, name, seat, visitor)
    except joining.JoinError as error:
        return join_page(request, room, seat_form=form, problem=str(error), status=409)
    return redirect(room)


@require_POST
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Leave the room."""
    room = find_room(code)
    if room is None:
        return code_refused(request, code, 404)
    participant = participant_of(request, room)
    if participant:
        joining.leave(participant)
    return redirect(room)


def join_page(
    request: HttpRequest,
    room: Room,
    *,
    form: JoinNameForm | None = None,
    seat_form: SeatForm | None = None,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    """The page for a person who is not in the room: the forms to join, or why they cannot."""
    owner = owner_of(request)
    was_here = joining.seat_of(room, owner)
    is_stranger = not may_enter(room, owner)
    if (was_here and was_here.taken_out_at) or is_stranger:
        problem = ""  # the page itself says so
    context: dict[str, Any] = {
        "room": room,
        "was_here": was_here,
        "only_class": joining.ONLY_CLASS.format(classroom=room.classroom) if is_stranger else "",
        "moved_away": None if was_here else joining.moved_away(room, owner),
        "form": form or JoinNameForm(),
        "seat_form": seat_form or SeatForm(),
        "problem": problem,
    }
    return render(request, "teach/live/join.html", context, status=status)
