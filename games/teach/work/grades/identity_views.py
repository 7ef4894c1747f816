"""The ids of students in Canvas and Moodle: uploaded once, stored, deleted."""

from __future__ import annotations

import re
import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from games.people.views import FORM_METHODS
from games.teach.classes.access import get_classroom_for
from games.teach.classes.models import Classroom, Membership
from games.teach.classes.rosters.columns import RosterError
from games.teach.classes.rosters.sent_files import Letters
from games.teach.classes.student_views import sent_letters
from games.teach.work.grades.exports import Export, forget, keep, match, read_export
from games.teach.work.grades.identities import CANVAS, MOODLE
from solver.teaching import counted

GRADEBOOKS = {book.key: book for book in (CANVAS, MOODLE)}
NUMBER = re.compile("[0-9]{1,6}")
CHOICE = "entry-"
"""The prefix of a field, followed by the key of a student."""


@FORM_METHODS
@never_cache
def identities(request: HttpRequest, classroom_id: uuid.UUID) -> HttpResponse:
    """The students with ids of a gradebook, and a form to upload an export."""
    classroom = get_classroom_for(request, classroom_id)
    people = list(
        Membership.objects.active().filter(classroom=classroom).select_related("user").by_name()
    )
    asked = request.POST.get("do", "")
    if asked == "forget":
        kind, one = request.POST.get("kind", ""), request.POST.get("student", "")
        forget(classroom, kind, [p for p in people if not one or str(p.pk) == one])
        return page(request, classroom, people, notice="Forgotten.")
    if request.method != "POST":
        return page(request, classroom, people)
    export: Export | None = None
    letters: Letters | None = None
    try:
        letters = sent_letters(request)
        export = read_export(letters.text if letters else _text(request))
        matching = match(people, export)
        if asked != "keep":
            return page(request, classroom, people, matching=matching, letters=letters)
        number = keep(matching, _chosen(request, people))
    except RosterError as error:
        again = match(people, export) if export else None
        told = {"matching": again, "letters": letters, "problem": str(error)}
        return page(request, classroom, people, status=422, **told)
    name = GRADEBOOKS[export.kind].name
    notice = f"Saved the {name} IDs of {counted(number, 'student')}."
    return page(request, classroom, people, notice=notice)


def _text(request: HttpRequest) -> str:
    """What was read from a file before."""
    if not request.POST.get("text"):
        raise RosterError("Choose a file exported from Canvas or Moodle.")
    return request.POST["text"]


def _chosen(request: HttpRequest, people: list[Membership]) -> dict[uuid.UUID, int]:
    """The chosen entry of each student, by number."""
    given = {person.pk: request.POST.get(f"{CHOICE}{person.pk}", "") for person in people}
    return {pk: int(value) for pk, value in given.items() if NUMBER.fullmatch(value)}


def _known(
    kind: str, people: list[Membership]
) -> tuple[list[tuple[Membership, dict[str, str]]], list[Membership]]:
    """The students with stored ids of a gradebook, each with these ids, and the other students."""
    known = [(person, person.identities[kind]) for person in people if kind in person.identities]
    return known, [person for person in people if kind not in person.identities]


def page(
    request: HttpRequest,
    classroom: Classroom,
    people: list[Membership],
    *,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    """The stored ids, and what a file would add."""
    kept = [(book, *_known(book.key, people)) for book in GRADEBOOKS.values()]
    matching = more.get("matching")
    context = {
        "classroom": classroom,
        "kept": [(book, known, unknown) for book, known, unknown in kept if known],
        "gradebook": GRADEBOOKS[matching.export.kind] if matching else None,
        "field": CHOICE,
    } | more
    return render(request, "teach/work/identities.html", context, status=status)
