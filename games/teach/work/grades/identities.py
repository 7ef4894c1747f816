"""The ids by which Moodle and Canvas find the students of a class, and the students they cannot
find.

A gradebook gives the grade of a row without an id to somebody else or to nobody, so such a row is
left out of the file, and the page names the student instead.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.people.names import in_same_signs
from games.teach.classes.models import Membership
from games.teach.classes.rosters.rosters import guarded

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
