"""Exports of Canvas and Moodle: their ids for each student, matched with the students of a class.

Only the ids are read and stored, not the grades in the file.
"""

from __future__ import annotations

import csv
import io
import re
import uuid
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from django.db import transaction

from games.people.names import cleaned, in_same_signs, spellings
from games.teach.classes.models import Classroom, Membership
from games.teach.classes.person_names import as_spoken
from games.teach.classes.rosters.columns import (
    HEADINGS,
    RosterError,
    is_of_canvas,
    read_rows,
    tidied,
)
from games.teach.classes.rosters.rosters import NO_STUDENTS, unguarded

CANVAS_HEADINGS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
MOODLE_FIELDS = ("username", "idnumber", "email")
MEANT = {"username": "username", "student_id": "idnumber", "email": "email"}
"""The meaning of a heading, and Moodle's name for it when importing."""

Keys = Set[str]
MOST_COLUMNS = 2_000
LONGEST = 250
ELSEWHERE = {"org defined id", "sourced id", "last access", "long name"}
"""Headings of Brightspace, OneRoster, Blackboard and WebUntis: their IDs are not Moodle's."""
DATES = "Date"
"""What Google Classroom writes below its headings."""
NEITHER = (
    "This file comes from neither Canvas nor Moodle. In Canvas, choose Grades, Export. In Moodle, "
    "choose Grades, Export, plain text file."
)


def keys_of(kept: Mapping[str, str]) -> set[str]:
    """The stored ids of a student, each with its field."""
    fields = (*CANVAS_HEADINGS[1:4], *MOODLE_FIELDS)
    return {f"{field} {kept[field]}" for field in fields if kept.get(field)}


@dataclass(frozen=True)
class GradebookEntry:
    """A student in the file: their name with the given name first, and the gradebook's ids for
    them."""

    name: str
    kept: Mapping[str, str]

    @property
    def keys(self) -> set[str]:
        """The ids that identify the student, each with its field."""
        return keys_of(self.kept)

    @property
    def numbers(self) -> set[str]:
        """The values that may equal our student id, address or user name, ignoring case; Canvas's
        own id is not among them."""
        values = (self.kept.get(field, "") for field in (*CANVAS_HEADINGS[2:4], *MOODLE_FIELDS))
        return {in_same_signs(value) for value in values if value}

    @property
    def words(self) -> str:
        """The entry in one line, to distinguish it from others."""
        told = [value for field, value in self.kept.items() if value and field != "Student"]
        return ", ".join([self.name, *told])


@dataclass(frozen=True)
class Export:
    """A file that was read: the kind of gradebook, and its students."""

    kind: str
    entries: tuple[GradebookEntry, ...]

    @property
    def text(self) -> str:
        """The ids in it, as a file of the same kind."""
        out = io.StringIO()
        fields = CANVAS_HEADINGS if self.kind == "canvas" else ("name", *MOODLE_FIELDS)
        writer = csv.writer(out)
        writer.writerow(fields)
        for entry in self.entries:
            values = {"name": entry.name} | dict(entry.kept)
            writer.writerow([values.get(field, "") for field in fields])
        return out.getvalue()


def read_export(text: str) -> Export:
    """Read the export of a gradebook. Raises :class:`RosterError` for any other file."""
    rows = read_rows(text, MOST_COLUMNS)
    if not rows:
        raise RosterError(NEITHER)
    heading = [tidied(cell) for cell in rows[0][1]]
    named = [dict(zip(heading, map(_cell, cells), strict=False)) for _, cells in rows[1:]]
    canvas = [tidied(name) for name in CANVAS_HEADINGS]
    if is_of_canvas(heading):
        kind, entries = "canvas", [_canvas(row, canvas) for row in named]
    else:
        meanings = {name: HEADINGS.get(name, "") for name in heading}
        if not {*meanings.values()} & {*MEANT} or not {"name", "last name"} & {*meanings.values()}:
            raise RosterError(NEITHER)
        if ELSEWHERE & {*heading} or any(DATES in row.values() for row in named[:1]):
            raise RosterError(NEITHER)
        kind, entries = "moodle", [_moodle(row, meanings) for row in named]
    known = tuple(entry for entry in entries if entry and entry.keys)
    if not known:
        raise RosterError("No student in this file has an ID, an address or a login.")
    return Export(kind, known)


def _cell(value: str) -> str:
    return cleaned(unguarded(value.strip()))[:LONGEST]


def _canvas(row: Mapping[str, str], headings: Sequence[str]) -> GradebookEntry | None:
    name = row.get("student", "")
    if name.casefold() in NO_STUDENTS:
        return None
    values = {
        field: row.get(heading, "")
        for field, heading in zip(CANVAS_HEADINGS, headings, strict=True)
    }
    return GradebookEntry(as_spoken(name), values)


def _moodle(row: Mapping[str, str], meanings: Mapping[str, str]) -> GradebookEntry:
    values: dict[str, str] = {}
    for heading, meaning in meanings.items():
        if meaning and row.get(heading):
            values.setdefault(meaning, row[heading])
    parts = (values.get(part, "") for part in ("first name", "last name"))
    name = cleaned(" ".join(parts)) or as_spoken(values.get("name", ""))
    kept = {field: values[meaning] for meaning, field in MEANT.items() if meaning in values}
    return GradebookEntry(name, kept)


def name_keys(name: str) -> frozenset[str]:
    """The forms of a name for comparison, with its parts in alphabetical order."""
    return frozenset(" ".join(sorted(re.findall(r"\w+", form))) for form in spellings(name)) - {""}


@dataclass(frozen=True)
class UncertainStudent:
    """A student whom the file does not identify for certain, with the numbered entries that may be
    theirs."""

    membership: Membership
    options: tuple[tuple[int, GradebookEntry], ...]


@dataclass(frozen=True)
class Matching:
    """Which entry belongs to which student: matched students, students with several possible
    entries, students with none, and entries of other people."""

    export: Export
    matched: dict[Membership, GradebookEntry]
    ambiguous: tuple[UncertainStudent, ...]
    missing: tuple[UncertainStudent, ...]
    others: tuple[GradebookEntry, ...]


def match(people: Sequence[Membership], export: Export) -> Matching:
    """Find the students of a class in an export: by stored ids, then by student id, address or user
    name, and finally by a name that nobody else has."""
    unmatched, free = dict.fromkeys(people), dict(enumerate(export.entries))
    matched: dict[Membership, int] = {}
    kind = export.kind
    ways: tuple[tuple[Callable[[Membership], Keys], Callable[[GradebookEntry], Keys]], ...] = (
        (lambda person: keys_of(person.identities.get(kind, {})), lambda entry: entry.keys),
        (_own_numbers, lambda entry: entry.numbers),
        (lambda person: name_keys(person.real_name), lambda entry: name_keys(entry.name)),
    )
    for of_person, of_entry in ways:
        found = _pairs(unmatched, {n: of_entry(entry) for n, entry in free.items()}, of_person)
        for person, number in found:
            matched[person] = number
            del unmatched[person], free[number]
    ambiguous: list[UncertainStudent] = []
    missing: list[UncertainStudent] = []
    for person in unmatched:
        keys = name_keys(person.real_name)
        fits = tuple((n, entry) for n, entry in free.items() if keys & name_keys(entry.name))
        if fits:
            ambiguous.append(UncertainStudent(person, fits))
        else:
            missing.append(UncertainStudent(person, tuple(free.items())))
    return Matching(
        export,
        {person: export.entries[matched[person]] for person in people if person in matched},
        tuple(ambiguous),
        tuple(missing),
        tuple(free.values()),
    )


def _own_numbers(person: Membership) -> set[str]:
    own = (person.student_id, person.email, person.user.get_username())
    return {in_same_signs(value) for value in own if value}


def _pairs(
    people: Iterable[Membership],
    entries: Mapping[int, Keys],
    of_person: Callable[[Membership], Keys],
) -> list[tuple[Membership, int]]:
    """The pairs that fit each other by a key and fit nobody else."""
    by_key: dict[str, list[int]] = defaultdict(list)
    for number, keys in entries.items():
        for key in keys:
            by_key[key].append(number)
    fits = {p: {number for key in of_person(p) for number in by_key[key]} for p in people}
    times = Counter(number for numbers in fits.values() for number in numbers)
    single = ((person, min(numbers)) for person, numbers in fits.items() if len(numbers) == 1)
    return [(person, number) for person, number in single if times[number] == 1]


def keep(matching: Matching, chosen: Mapping[uuid.UUID, int]) -> int:
    """Store the gradebook's ids of the matched students, and of those *chosen* by number among
    their options. Return how many.

    Raises :class:`RosterError` if two students have the same entry.
    """
    pairs = dict(matching.matched)
    taken: set[int] = set()
    for choice in (*matching.ambiguous, *matching.missing):
        number = chosen.get(choice.membership.pk)
        entry = dict(choice.options).get(number) if number is not None else None
        if number is None or entry is None:
            continue
        if number in taken:
            raise RosterError(
                f"{entry.words} is chosen twice. Choose a different entry for each student."
            )
        taken.add(number)
        pairs[choice.membership] = entry
    for person, entry in pairs.items():
        person.identities = person.identities | {matching.export.kind: dict(entry.kept)}
    Membership.objects.bulk_update(list(pairs), ["identities"], batch_size=200)
    return len(pairs)


def forget(classroom: Classroom, kind: str, people: Iterable[Membership]) -> None:
    """Delete a gradebook's ids of these students."""
    with transaction.atomic():
        known = [person for person in people if kind in person.identities]
        for person in known:
            person.identities = {k: v for k, v in person.identities.items() if k != kind}
        Membership.objects.filter(classroom=classroom).bulk_update(
            known, ["identities"], batch_size=200
        )
