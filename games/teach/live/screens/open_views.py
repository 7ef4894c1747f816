"""Opening a room from any page with questions, and the form for it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from games.people.models import User
from games.people.views import FORM_METHODS
from games.questions.grading import posted_key
from games.questions.question import Question
from games.teach.classes.access import may_make_classes, own_classes
from games.teach.classes.models import Classroom
from games.teach.live.leading.hosting import typed
from games.teach.live.lessons.lesson_parts import FILMED
from games.teach.live.lessons.models import RoomLesson
from games.teach.live.rooms.lists import led_rooms, past_rooms
from games.teach.live.rooms.models import TITLE_LENGTH, Room
from games.teach.live.rooms.opening import (
    MAX_QUESTIONS,
    OfferedQuestion,
    QuestionSource,
    open_room,
    source_of,
)
from games.web.codes import CodeForm
from solver import SolverError

GUESTS = "Guests, no class"
MAX_TYPED = 8_000


class RoomForm(forms.Form):
    """The settings of a room, and additional questions as typed lines."""

    classroom = forms.ChoiceField(
        label="For",
        required=False,
        error_messages={"invalid_choice": "Choose one of your classes, or guests."},
    )
    title = forms.CharField(
        label="Title",
        max_length=TITLE_LENGTH,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    is_only_class = forms.BooleanField(
        label="Only students of the class can join",
        required=False,
        help_text="Anybody else with the code is refused. You can change this during the lesson.",
    )
    guests_wait = forms.BooleanField(
        label="Guests wait until you let them in",
        required=False,
        initial=True,
        help_text="Students of the class come straight in.",
    )
    lines = forms.CharField(
        label=mark_safe("One position on each line, such as <code>kayles 5+4+1 misere</code>"),
        max_length=MAX_TYPED,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "%s", **kwargs})
        self.classes = {str(one.pk): one for one in own_classes(user)}
        choices = [(key, classroom.name) for key, classroom in self.classes.items()]
        field = self.fields["classroom"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [*choices, ("", GUESTS)]
        field.initial = next(iter(self.classes), "")

    @classmethod
    def offering(cls, user: User, title: str, classroom: Classroom | None) -> RoomForm:
        """The form with its initial values."""
        known = {"classroom": str(classroom.pk)} if classroom else {}
        return cls(user, initial={"title": title[:TITLE_LENGTH], **known})

    @property
    def fields_of_settings(self) -> list[BoundField]:
        """The fields of the room itself."""
        return [self[name] for name in Room.SETTINGS]

    @property
    def settings(self) -> dict[str, Any]:
        """The values for the room, by column."""
        return {name: self.cleaned_data[name] for name in Room.SETTINGS}

    def clean_classroom(self) -> Classroom | None:
        return self.classes.get(self.cleaned_data["classroom"])

    def clean_is_only_class(self) -> bool:
        """Ignore the setting in a room for guests, which has no class."""
        return bool(self.cleaned_data["is_only_class"] and self.cleaned_data.get("classroom"))

    def clean_guests_wait(self) -> bool:
        """Ignore the setting where there are no guests, or nobody else."""
        cleaned = self.cleaned_data
        is_of_class = cleaned.get("classroom") and not cleaned["is_only_class"]
        return bool(cleaned["guests_wait"] and is_of_class)

    def clean_lines(self) -> list[Question]:
        """The questions in the typed lines."""
        try:
            return typed(self.cleaned_data["lines"])
        except SolverError as error:
            raise ValidationError(str(error)) from None


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
