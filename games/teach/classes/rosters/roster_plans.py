"""The effect of a list of students on a class, line by line, before anything is written."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.db.models.functions import Lower

from games.people.models import User
from games.people.names import APOSTROPHES, account_key, cleaned, folded, in_same_signs, spellings
from games.teach.classes.models import Classroom, Membership
from games.teach.classes.person_names import as_spoken
from games.teach.classes.rosters.rosters import BETWEEN_GROUPS, Roster, RosterEntry, groups_of

USERNAME_LENGTH = 40
AT_ONCE = 5_000
"""The number of names in one query."""
FIELDS = {
    "name": "real_name",
    "surname": "surname",
    "student_id": "student_id",
    "email": "email",
}
KEPT_WHEN_EMPTY = ("name", "surname")
"""Columns whose empty cells do not clear the field."""


class RosterVerdict(StrEnum):
    """The effect of a line."""

    ERROR = "error"
    NEW = "new account"
    ASKED = "invited to join"
    BACK = "back in the class"
    UPDATED = "updated"
    SAME = "no change"


IN_NUMBERS = {
    RosterVerdict.ERROR: ("line is wrong", "lines are wrong"),
    RosterVerdict.NEW: ("new account", "new accounts"),
    RosterVerdict.ASKED: ("student is invited to join", "students are invited to join"),
    RosterVerdict.BACK: ("student comes back", "students come back"),
    RosterVerdict.UPDATED: ("student is updated", "students are updated"),
    RosterVerdict.SAME: ("student stays the same", "students stay the same"),
}


@dataclass
class RosterRow:
    """A line of the list, its student, and the effect."""

    entry: RosterEntry
    verdict: RosterVerdict
    detail: str = ""
    member: Membership | None = None
    user: User | None = None

    @property
    def name(self) -> str:
        """The student's name in the line, or else in the class."""
        stored = self.member.real_name if self.member else ""
        return self.entry.values.get("name") or stored

    @property
    def username(self) -> str:
        stored = self.member.user.username if self.member else ""
        return stored or self.entry.values.get("username", "")

    @property
    def ok(self) -> bool:
        return self.verdict != RosterVerdict.ERROR


@dataclass
class RosterPlan:
    """The effects of a list, worst first."""

    rows: list[RosterRow]
    notes: list[str] = field(default_factory=list)

    def of(self, *verdicts: RosterVerdict) -> list[RosterRow]:
        return [row for row in self.rows if row.verdict in verdicts]

    @property
    def new(self) -> list[RosterRow]:
        return self.of(RosterVerdict.NEW)

    @property
    def errors(self) -> list[RosterRow]:
        return self.of(RosterVerdict.ERROR)

    @property
    def placed(self) -> list[RosterRow]:
        """The lines that give a student a place in the class or change it."""
        return self.of(RosterVerdict.NEW, RosterVerdict.BACK, RosterVerdict.UPDATED)

    @property
    def changing(self) -> list[RosterRow]:
        return [*self.placed, *self.of(RosterVerdict.ASKED)]

    @property
    def same(self) -> list[RosterRow]:
        return self.of(RosterVerdict.SAME)

    @property
    def summary(self) -> str:
        """The number of lines of each kind, for the head of the page."""
        counts = [(len(self.of(verdict)), verdict) for verdict in RosterVerdict]
        return ", ".join(
            f"{number} {IN_NUMBERS[verdict][number != 1]}" for number, verdict in counts if number
        )

    @property
    def digest(self) -> str:
        """A digest of the plan, to check that the carried-out plan is the one that was shown."""
        lines = [
            (row.entry.line, row.verdict.value, row.detail, str(row.member and row.member.pk))
            for row in self.rows
        ]
        return hashlib.sha256(repr(lines).encode()).hexdigest()[:32]


def plan_roster(classroom: Classroom, roster: Roster) -> RosterPlan:
    """Judge every line of *roster*, with a fixed number of queries for a class of any size."""
    desk = _Desk(classroom, roster.entries)
    rows = [desk.judge(entry) for entry in roster.entries]
    return RosterPlan(rows, [*roster.notes, *_kept_numbers(rows)])


def _kept_numbers(rows: list[RosterRow]) -> list[str]:
    """A note that student IDs have lost their zeros, with the first one as an example."""
    for row in rows:
        number = row.entry.values.get("student_id", "")
        if row.member and has_lost_zeros(number, row.member.student_id):
            return [
                f"A spreadsheet has taken the zeros off student IDs, such as {number}. The class "
                f"keeps its own, such as {row.member.student_id}."
            ]
    return []


class _Desk:
    """The current class, indexed by every way in which a line can identify a student."""

    def __init__(self, classroom: Classroom, entries: list[RosterEntry]) -> None:
        self.classroom = classroom
        self.by_username: dict[str, Membership] = {}
        self.by_id: dict[str, list[Membership]] = defaultdict(list)
        self.by_bare_id: dict[str, list[Membership]] = defaultdict(list)
        """The same by the digits that a spreadsheet leaves of a number."""
        self.by_email: dict[str, list[Membership]] = defaultdict(list)
        self.by_name: dict[str, list[Membership]] = defaultdict(list)
        self.by_spelling: dict[str, list[Membership]] = defaultdict(list)
        people = Membership.objects.filter(classroom=classroom)
        for member in people.select_related("user", "section").prefetch_related("groups"):
            self.by_username[account_key(member.user.username)] = member
            if member.archived_at is None:
                spoken = as_spoken(member.real_name)
                self.by_name[in_same_signs(spoken)].append(member)
                for spelling in spellings(spoken):
                    self.by_spelling[spelling].append(member)
                if member.student_id:
                    number = in_same_signs(member.student_id)
                    self.by_id[number].append(member)
                    self.by_bare_id[without_zeros(number)].append(member)
                if member.email:
                    self.by_email[in_same_signs(member.email)].append(member)
        self.listed_names = {in_same_signs(one.values.get("name", "")) for one in entries}
        self.listed_emails = Counter(in_same_signs(one.values.get("email", "")) for one in entries)
        self.taken = {account_key(user.username): user for user in self._holders(entries)}
        self.staff = set(classroom.staff.values_list("user", flat=True))
        self.lines: dict[object, int] = {}
        """The first line for each student or new name."""

    def _holders(self, entries: list[RosterEntry]) -> Iterator[User]:
        """The accounts outside the class with a user name in the list."""
        wanted = {
            account_key(entry.values.get("username", "")) for entry in entries if not entry.problem
        }
        names = sorted(wanted - self.by_username.keys() - {""})
        for start in range(0, len(names), AT_ONCE):
            some = names[start : start + AT_ONCE]
            yield from User.objects.annotate(low=Lower("username")).filter(low__in=some)

    def judge(self, entry: RosterEntry) -> RosterRow:
        """The verdict on a line."""
        if entry.problem:
            return RosterRow(entry, RosterVerdict.ERROR, entry.problem)
        try:
            row = self._place(entry)
            self._once(row)
        except ValidationError as error:
            return RosterRow(entry, RosterVerdict.ERROR, str(error.message))
        return row

    def _place(self, entry: RosterEntry) -> RosterRow:
        member = self._member(entry)
        if member is None:
            return self._newcomer(entry)
        if member.has_left:
            raise ValidationError(
                "This student has left the class, and only the student can join it again, by code."
            )
        changes = differences(member, entry)
        if member.archived_at:
            return RosterRow(
                entry, RosterVerdict.BACK, "; ".join(["was removed", *changes]), member
            )
        return RosterRow(
            entry,
            RosterVerdict.UPDATED if changes else RosterVerdict.SAME,
            "; ".join(changes),
            member,
        )

    def _member(self, entry: RosterEntry) -> Membership | None:
        """The student of a line: by user name, or else by student id, or else by e-mail address,
        or else by name."""
        given = entry.values
        username = account_key(given.get("username", ""))
        if username:
            return self.by_username.get(username)
        number = in_same_signs(given.get("student_id", ""))
        same_id = self.by_id.get(number, []) or self.by_bare_id.get(without_zeros(number), [])
        if len(same_id) == 1:
            return same_id[0]

        def fits(member: Membership) -> bool:
            # A different id means another person with that name or address.
            return not given.get("student_id") or not member.student_id or bool(same_id)

        reached = [one for one in self._with_email(given) if fits(one)]
        if len(reached) == 1:
            return reached[0]
        same_name = [one for one in self._with_name(given) if fits(one)]
        if len(same_name) > 1:
            raise ValidationError("Several students of the class have this name. Add user names.")
        return same_name[0] if same_name else None

    def _with_email(self, given: dict[str, str]) -> list[Membership]:
        """The students with the address of a line. Brothers and sisters may share their parents':
        an address on two lines, or with no word of the name the same, identifies nobody."""
        email = in_same_signs(given.get("email", ""))
        if not email or self.listed_emails[email] > 1:
            return []
        found, words = self.by_email.get(email, []), {*folded(given.get("name", "")).split()}
        if len(found) == 1 and words and not words & {*folded(found[0].real_name).split()}:
            return []
        return found

    def _with_name(self, given: dict[str, str]) -> list[Membership]:
        """The students with the name of a line, or else those whose name has another spelling, such
        as without accents, and stands on no other line."""
        name = given.get("name", "")
        same = self.by_name.get(in_same_signs(name), [])
        if same or not name:
            return same
        found = {one.pk: one for form in spellings(name) for one in self.by_spelling.get(form, [])}
        others = self.listed_names
        return [
            one for one in found.values() if in_same_signs(as_spoken(one.real_name)) not in others
        ]

    def _newcomer(self, entry: RosterEntry) -> RosterRow:
        username = entry.values.get("username", "")
        holder = self.taken.get(account_key(username))
        if not entry.values.get("name"):
            raise ValidationError("A new student needs a name.")
        if holder is not None and holder.managed_by_id == self.classroom.pk:
            return RosterRow(entry, RosterVerdict.BACK, "an account of this class", user=holder)
        if holder is not None:
            if holder.pk in self.staff:
                raise ValidationError(f"{holder.username} teaches this class.")
            return RosterRow(
                entry, RosterVerdict.ASKED, "the student decides at the next visit", user=holder
            )
        if username:
            UnicodeUsernameValidator()(username)
            if len(username) > USERNAME_LENGTH:
                raise ValidationError(f"A user name has at most {USERNAME_LENGTH} characters.")
        groups, section = groups_of(entry.values), entry.values.get("section")
        told = [f"group {', '.join(groups)}"] if groups else []
        told += [f"section {section}"] if section else []
        return RosterRow(entry, RosterVerdict.NEW, "; ".join(told))

    def _once(self, row: RosterRow) -> None:
        """Refuse a second line about the same student."""
        values = row.entry.values
        keys: list[object] = [row.member.pk] if row.member else []
        if not row.member:
            username = account_key(values.get("username", ""))
            student_id = in_same_signs(values.get("student_id", ""))
            keys = [("username", username)] if username else []
            keys += [("id", student_id)] if student_id else []
            keys = keys or [("name", in_same_signs(values["name"]))]
        for key in keys:
            line = self.lines.setdefault(key, row.entry.line)
            if line != row.entry.line:
                raise ValidationError(
                    f"Line {line} names the same student. If these are two students, add user "
                    "names or student IDs."
                )


def new_values(member: Membership, entry: RosterEntry) -> dict[str, str]:
    """The columns of a line that change a student of the class; empty names change nothing, and
    neither do names that look the same in other signs."""
    new = {}
    for column, name in FIELDS.items():
        value, old = entry.values.get(column), getattr(member, name)
        if value is None or (not value and column in KEPT_WHEN_EMPTY):
            continue
        if column == "student_id" and has_lost_zeros(value, old):
            continue
        if cleaned(value).translate(APOSTROPHES) != cleaned(old).translate(APOSTROPHES):
            new[column] = value
    return new


def without_zeros(number: str) -> str:
    """A student ID as a spreadsheet writes it: digits without the zeros in front."""
    return number.lstrip("0") if number.isdecimal() else number


def has_lost_zeros(number: str, stored: str) -> bool:
    """Whether a spreadsheet has made a student ID of the *stored* one."""
    return len(number) < len(stored) and number == without_zeros(stored) != ""


def differences(member: Membership, entry: RosterEntry) -> list[str]:
    """What a line would change about a student of the class."""
    changes = [
        f"{column.replace('_', ' ')}: {getattr(member, FIELDS[column]) or 'none'} → "
        f"{value or 'none'}"
        for column, value in new_values(member, entry).items()
    ]
    if "group" in entry.values:
        old_groups = {in_same_signs(group.name): group.name for group in member.groups.all()}
        new_groups = {in_same_signs(name): name for name in groups_of(entry.values)}
        if old_groups.keys() != new_groups.keys():
            old, new = (", ".join(sorted(g.values())) for g in (old_groups, new_groups))
            changes.append(f"group: {old or 'none'} → {new or 'none'}")
    if "section" in entry.values:
        old, new = (member.section.name if member.section else "", entry.values["section"])
        if in_same_signs(old) != in_same_signs(new):
            changes.append(f"section: {old or 'none'} → {new or 'none'}")
    return changes


def roster_rows(classroom: Classroom) -> Iterator[dict[str, str]]:
    """The students of a class as rows of its roster file."""
    people = Membership.objects.active().filter(classroom=classroom).by_name()
    for member in people.select_related("user", "section").prefetch_related("groups"):
        yield {
            "name": member.real_name,
            "last name": member.surname,
            "username": member.user.username,
            "email": member.email,
            "student_id": member.student_id,
            "group": BETWEEN_GROUPS.join(group.name for group in member.groups.all()),
            "section": member.section.name if member.section else "",
            "class": classroom.name,
        }
