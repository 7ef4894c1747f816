"""The ids by which Moodle and Canvas find the students of a class: uploaded once, stored, deleted;
and the students they cannot find.

A gradebook gives the grade of a row without an id to somebody else or to nobody, so such a row is
left out of the file, and the page names the student instead.
"""

from __future__ import annotations

import re
import uuid
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from games.people.names import in_same_signs
from games.people.views import FORM_METHODS
from games.teach.classes.access import get_classroom_for
from games.teach.classes.models import Classroom, Membership
from games.teach.classes.rosters.columns import RosterError
from games.teach.classes.rosters.rosters import guarded
from games.teach.classes.rosters.sent_files import Letters
from games.teach.classes.student_views import sent_letters
from games.teach.work.grades.exports import Export, forget, keep, match, read_export
from solver.teaching import counted

BY_EXPORT = "kept"
IDENTITIES = {
    BY_EXPORT: "identity from your export",
    "idnumber": "student ID",
    "email": "e-mail address",
    "username": "user name",
}


@dataclass(frozen=True)
class Gradebook:
    """A gradebook: its names for each id, the ids of its *own* exports, and the values that it
    would misread."""

    key: str
    name: str
    fields: dict[str, str]
    own: tuple[str, ...]
    misread: re.Pattern[str]


MOODLE = Gradebook(
    "moodle",
    "Moodle",
    {"idnumber": "ID number", "email": "Email address", "username": "Username"},
    ("username", "idnumber", "email"),
    re.compile("0"),  # taken for an empty cell
)
CANVAS = Gradebook(
    "canvas",
    "Canvas",
    {"idnumber": "SIS User ID", "email": "SIS Login ID", "username": "SIS Login ID"},
    ("ID", "SIS User ID", "SIS Login ID"),
    re.compile(r"-?[0-9.,]*[.,][0-9.,]*%?"),  # taken for a number, and reformatted
)


def kept_field(people: Iterable[Membership], gradebook: Gradebook) -> str:
    """The id that most of these students have in the gradebook's export."""
    kept = [person.identities.get(gradebook.key, {}) for person in people]
    return max(gradebook.own, key=lambda field: sum(bool(one.get(field)) for one in kept))


def identity_of(person: Membership, by: str, gradebook: Gradebook, field: str = "") -> str:
    """A student's id, e-mail address or user name, or the *field* stored from an export; empty if
    there is none."""
    if by == BY_EXPORT:
        return str(person.identities.get(gradebook.key, {}).get(field, ""))
    if by == "username":
        return person.user.get_username()
    return person.student_id if by == "idnumber" else person.email


@dataclass(frozen=True)
class LeftOut:
    """Students who are not in a file, and why."""

    people: tuple[Membership, ...]
    why: str
    why_many: str

    @property
    def sentence(self) -> str:
        if len(self.people) == 1:
            return f"1 student {self.why}, so this file leaves out:"
        return f"{len(self.people)} students {self.why_many}, so this file leaves out:"

    @property
    def names(self) -> str:
        return ", ".join(person.real_name for person in self.people)


@dataclass(frozen=True)
class Identification:
    """One kind of id for a whole class: its value for each student with a usable unique one, and
    the other students with the reason."""

    by: str
    gradebook: Gradebook
    values: dict[Membership, str]
    left_out: tuple[LeftOut, ...]
    kept: str = ""
    """The field of the export, if that is the id."""

    @property
    def word(self) -> str:
        return IDENTITIES[self.by]

    @property
    def field(self) -> str:
        """The gradebook's name for the id."""
        return self.gradebook.fields.get(self.kept or self.by, self.kept)

    @property
    def heading(self) -> str:
        """Its heading in a file for Moodle."""
        return self.kept or self.by


def identify(people: Iterable[Membership], by: str, gradebook: Gradebook) -> Identification:
    """The students whom one kind of id can identify.

    A value that two students share finds only one of them. A value that a spreadsheet or the
    gradebook would change finds nobody or somebody else.
    """
    people = list(people)
    kept = kept_field(people, gradebook) if by == BY_EXPORT else ""
    values = {person: identity_of(person, by, gradebook, kept).strip() for person in people}
    times = Counter(in_same_signs(value) for value in values.values() if value)

    def fault(value: str) -> str:
        if not value:
            return "none"
        if times[in_same_signs(value)] > 1:
            return "shared"
        changed = guarded(value) != value or gradebook.misread.fullmatch(value)
        return "changed" if changed else ""

    faults = {person: fault(value) for person, value in values.items()}
    word = IDENTITIES[by]
    misread = f"that a spreadsheet or {gradebook.name} would misread"
    why = {
        "none": (f"has no {word}", f"have no {word}"),
        "shared": (f"shares a {word}", f"share their {word} with another"),
        "changed": (f"has a {word} {misread}", f"have a {word} {misread}"),
    }
    left_out = [
        LeftOut(tuple(person for person, reason in faults.items() if reason == kind), *words)
        for kind, words in why.items()
    ]
    return Identification(
        by,
        gradebook,
        {person: value for person, value in values.items() if not faults[person]},
        tuple(group for group in left_out if group.people),
        kept,
    )


def identifications(people: Sequence[Membership], gradebook: Gradebook) -> list[Identification]:
    """Every kind of id for the students of a class, the best one first.

    Ids from the gradebook's own export come first. User names belong to this site, so they come
    last unless there is nothing else.
    """
    ways = [identify(people, by, gradebook) for by in IDENTITIES]
    ways = [way for way in ways if way.by != BY_EXPORT or way.values]

    def fitness(way: Identification) -> tuple[bool, bool, bool, int]:
        return not way.values, way.by != BY_EXPORT, way.by == "username", -len(way.values)

    return sorted(ways, key=fitness)


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
