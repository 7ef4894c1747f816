"""The effect of a course's people on its class, person by person, before anything is written.

The platform's number finds people who came by the course before. We compare all others with the
students of the class: by e-mail address, student ID and name, with umlauts as one letter or two.
The instructor says who is the same person, so that nobody is made twice.
"""

from __future__ import annotations

import hashlib
import uuid
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.hashers import make_password
from django.utils import timezone
from lti_tool.models import LtiMembership, LtiUser

from games.people.models import User
from games.people.names import in_same_signs
from games.teach.classes.cards.credentials import new_usernames
from games.teach.classes.groups.grouping import groups_named
from games.teach.classes.models import Classroom, Membership, Staff
from games.teach.classes.rosters.roster_plans import RosterVerdict
from games.teach.classes.teaching import times_change
from games.teach.lti.launch.admitting import NAMELESS, numbered
from games.teach.lti.models import LinkedCourse
from games.teach.work.grades.exports import name_keys
from games.web.transactions import all_or_nothing

NEW, LATER = "new", "later"
LEAVE_OUT = "leave out for now"

Told = Mapping[str, Any]
"""A student as the platform tells them."""


class CoursePlanError(ValueError):
    """The plan was not carried out; the message says why."""


@dataclass
class CourseRow:
    """A student of the course, what happens, and the *options* if the instructor has a choice:
    value and label. *chosen* is the first suggestion."""

    told: Told
    verdict: RosterVerdict
    detail: str = ""
    member: Membership | None = None
    account: int | None = None
    options: list[tuple[str, str]] = field(default_factory=list)
    chosen: str = ""
    number: int = 0

    @property
    def name(self) -> str:
        return self.told["name"] or (self.member.real_name if self.member else NAMELESS)

    @property
    def field(self) -> str:
        """The name of the choice in the form."""
        return f"who-{self.number}"


@dataclass
class CoursePlan:
    """The rows of a course: questions first, then new students, then those who are here."""

    rows: list[CourseRow]

    @property
    def asked(self) -> list[CourseRow]:
        return [row for row in self.rows if row.options]

    @property
    def same_people(self) -> list[CourseRow]:
        """Those who seem to be students of the class already."""
        return [row for row in self.asked if row.chosen not in (NEW, LATER)]

    @property
    def new(self) -> list[CourseRow]:
        return [row for row in self.rows if row.verdict is RosterVerdict.NEW and not row.options]

    @property
    def same(self) -> list[CourseRow]:
        return [row for row in self.rows if row.verdict is RosterVerdict.SAME]

    @property
    def digest(self) -> str:
        """A digest, to check that the plan that is carried out is the one that was shown."""
        lines = [
            (row.told["subject"], row.verdict.value, row.detail, row.options) for row in self.rows
        ]
        return hashlib.sha256(repr(lines).encode()).hexdigest()[:32]

    def choose(self, posted: Mapping[str, str]) -> None:
        """Take over what the instructor has chosen. Raises :class:`CoursePlanError` if two people
        of the course are to be one student."""
        for row in self.asked:
            said = posted.get(row.field, row.chosen)
            row.chosen = said if said in dict(row.options) else row.chosen
        times = Counter(row.chosen for row in self.asked)
        for row in self.asked:
            if row.chosen not in (NEW, LATER) and times[row.chosen] > 1:
                label = dict(row.options)[row.chosen]
                raise CoursePlanError(f"You chose “{label}” twice. Choose each student only once.")


def plan_people(link: LinkedCourse, told: Iterable[Told], instructor: User) -> CoursePlan:
    """Judge every student of a course; *instructor* is the person who asks."""
    desk = _Desk(link, list(told), instructor)
    rows = [desk.judge(one) for one in desk.told]
    for number, row in enumerate(rows):
        row.number = number
    return CoursePlan(rows)


class _Desk:
    """The class as it is, by everything that may identify a student."""

    def __init__(self, link: LinkedCourse, told: list[Told], instructor: User) -> None:
        self.told = told
        known, room = link.platform, link.classroom_id
        same = LtiUser.objects.filter(
            registration__issuer=known.issuer, registration__keyset_url=known.keyset_url
        ).exclude(auth_user=None)
        self.accounts: dict[str, int] = dict(same.values_list("sub", "auth_user_id"))
        members = list(Membership.objects.filter(classroom=room).select_related("user", "section"))
        self.by_user = {member.user_id: member for member in members}
        self.staff = set(Staff.objects.filter(classroom=room).values_list("user_id", flat=True))
        self.teaching = set(
            Staff.objects.filter(user__in=self.by_user).values_list("user_id", flat=True)
        )
        self.helped = set(
            Membership.objects.helped_by(instructor)
            .filter(classroom=room)
            .values_list("pk", flat=True)
        )
        self.keys: dict[str, set[uuid.UUID]] = defaultdict(set)
        self.members = {member.pk: member for member in members}
        joined = set(self.accounts.values())
        for member in members:
            if member.user_id not in joined and member.user_id not in self.staff:
                for key in _keys(member.real_name, member.email, member.student_id):
                    self.keys[key].add(member.pk)
        self.wanted = Counter(pk for one in told for pk in self._fits(one))

    def _fits(self, one: Told) -> list[uuid.UUID]:
        """The students of the class who may be this person."""
        if self.accounts.get(one["subject"]) in self.by_user:
            return []
        keys = _keys(one["name"], one["email"], one["student_id"])
        found: set[uuid.UUID] = set().union(*(self.keys.get(key, set()) for key in keys))
        return sorted(found, key=str)

    def judge(self, one: Told) -> CourseRow:
        """The verdict on one student of the course."""
        account = self.accounts.get(one["subject"])
        if account in self.staff:
            return CourseRow(one, RosterVerdict.SAME, "teaches this class", account=account)
        member = self.by_user.get(account) if account else None
        if member is not None:
            return self._known(one, member)
        fits = [self.members[pk] for pk in self._fits(one)]
        row = CourseRow(one, RosterVerdict.NEW, account=account)
        if one["groups"]:
            row.detail = f"group {', '.join(one['groups'])}"
        if not fits:
            return row
        possible = [member for member in fits if account is None and self._may_join(member)]
        row.options = [
            *((str(member.pk), _label(member)) for member in possible),
            (NEW, "another person: a new student"),
            (LATER, LEAVE_OUT),
        ]
        row.chosen, row.detail = LATER, self._question(fits, possible)
        sure = possible[0] if len(fits) == len(possible) == 1 else None
        if sure and not sure.archived_at and self.wanted[sure.pk] == 1:
            row.chosen = str(sure.pk)
        return row

    def _known(self, one: Told, member: Membership) -> CourseRow:
        if member.archived_at is None:
            return CourseRow(one, RosterVerdict.SAME, member=member, account=member.user_id)
        if member.has_left:
            detail = "has left the class, and comes back by opening Marienbad from the course"
            return CourseRow(one, RosterVerdict.SAME, detail, account=member.user_id)
        options = [(LATER, "stays out of the class"), (str(member.pk), "back in the class")]
        detail = "was removed from this class"
        return CourseRow(one, RosterVerdict.BACK, detail, member, member.user_id, options, LATER)

    def _may_join(self, member: Membership) -> bool:
        """Whether the instructor may let the course open this student's account: only one whose
        password they may reset too. Other accounts open with their password alone."""
        if member.archived_at is None:
            return member.pk in self.helped
        is_harmless = not (member.user.is_staff or member.user.is_superuser)
        is_own = member.user.managed_by_id == member.classroom_id
        return (
            is_harmless and is_own and not member.has_left and member.user_id not in self.teaching
        )

    def _question(self, fits: list[Membership], possible: list[Membership]) -> str:
        if not possible:
            names = ", ".join(member.real_name for member in fits)
            return (
                f"{names} is here with an account of their own. Leave the line out: the student "
                "joins that account with its password at the first visit from the course"
            )
        if len(fits) > 1 or self.wanted[fits[0].pk] > 1:
            return "several people have this name"
        return "was removed from this class" if fits[0].archived_at else "the same person?"


def _label(member: Membership) -> str:
    """A student of the class as an answer to “the same person?”."""
    section = f", {member.section}" if member.section else ""
    back = ", back in the class" if member.archived_at else ""
    return f"{member.real_name} ({member.user.username}{section}){back}"


def _keys(name: str, email: str, student_id: str) -> set[str]:
    """Everything by which two lines may name one person."""
    keys = {f"name {key}" for key in name_keys(name)}
    keys |= {f"email {in_same_signs(email)}"} if email else set()
    return keys | ({f"id {in_same_signs(student_id)}"} if student_id else set())


# --- Carrying out -----------------------------------------------------------------------


@all_or_nothing
def carry_out(
    link: LinkedCourse,
    told: list[Told],
    instructor: User,
    posted: Mapping[str, str],
) -> None:
    """Write what the preview showed. Raises :class:`CoursePlanError` if the class has changed since
    then, or if the choices do not go together."""
    classroom = Classroom.objects.select_for_update().get(pk=link.classroom_id)
    plan = plan_people(link, told, instructor)
    if plan.digest != posted.get("digest"):
        raise CoursePlanError("The class has changed since your preview. This is the new preview.")
    plan.choose(posted)
    people = _people(link, plan)
    _note(link, people)
    rows = [row for row in plan.rows if row.chosen != LATER]
    same = {row.chosen for row in rows if row.options and row.chosen != NEW}
    found = {str(one.pk): one for one in Membership.objects.filter(pk__in=same)}
    for row in rows:
        if row.chosen in found:
            row.member = found[row.chosen]
            row.account = row.member.user_id
    back = Membership.objects.filter(pk__in=same).exclude(archived_at=None)
    if back:
        times_change.send(None, classroom=classroom)
        back.update(archived_at=None, moved_to=None)
    _accounts(classroom, rows)
    for row in rows:
        people[row.told["subject"]].auth_user_id = row.account
    LtiUser.objects.bulk_update(people.values(), ["auth_user"], batch_size=200)
    _places(classroom, rows)
    _regroup(classroom, [row for row in rows if row.member])
    LinkedCourse.objects.filter(pk=link.pk).update(
        roster_at=timezone.now(), changed_at=timezone.now()
    )


def _people(link: LinkedCourse, plan: CoursePlan) -> dict[str, LtiUser]:
    """Every person as django-lti stores them, by the platform's identifier."""
    known, names = link.platform, {row.told["subject"]: row.told["name"] for row in plan.rows}
    people = {one.sub: one for one in LtiUser.objects.filter(registration=known, sub__in=names)}
    accounts = {row.told["subject"]: row.account for row in plan.rows}
    new = [
        LtiUser(registration=known, sub=subject, auth_user_id=accounts[subject])
        for subject in names
        if subject not in people
    ]
    people |= {one.sub: one for one in LtiUser.objects.bulk_create(new)}
    for subject, person in people.items():
        person.name = names[subject] or person.name
    LtiUser.objects.bulk_update(people.values(), ["name"], batch_size=200)
    return people


def _note(link: LinkedCourse, people: dict[str, LtiUser]) -> None:
    """Who is a student of the course now, and who has left it."""
    rows = LtiMembership.objects.filter(context=link.context)
    learning = rows.filter(is_learner=True)
    learning.update(is_active=False)
    here = set(rows.values_list("user_id", flat=True))
    learning.filter(user__in=people.values()).update(is_active=True)
    LtiMembership.objects.bulk_create(
        LtiMembership(user=person, context=link.context, is_learner=True)
        for person in people.values()
        if person.pk not in here
    )


def _accounts(classroom: Classroom, rows: list[CourseRow]) -> None:
    """Make accounts for those who have none. Staff of the class can give them passwords."""
    without = [row for row in rows if row.account is None]
    made = User.objects.bulk_create(
        User(username=name, password=make_password(None), managed_by=classroom)
        for name in new_usernames(len(without))
    )
    for row, user in zip(without, made, strict=True):
        row.account = user.pk


def _places(classroom: Classroom, rows: list[CourseRow]) -> None:
    """Add everybody who is new; of the others, keep all that the staff have entered."""
    new, told_more, names = [], [], numbered(classroom)
    for row in rows:
        if row.member is not None:
            if row.told["email"] and not row.member.email:
                row.member.email = row.told["email"]
                told_more.append(row.member)
        elif row.verdict is RosterVerdict.NEW and row.account is not None:
            row.member = Membership(
                classroom=classroom,
                user_id=row.account,
                real_name=row.told["name"] or next(names),
                surname=row.told["surname"],
                email=row.told["email"],
                joined_via=Membership.Via.COURSE,
            )
            new.append(row.member)
    Membership.objects.bulk_create(new)
    Membership.objects.bulk_update(told_more, ["email"], batch_size=200)


def _regroup(classroom: Classroom, rows: list[CourseRow]) -> None:
    """Add students to the groups that the platform names; remove them from none."""
    wanted = [(row.member, name) for row in rows for name in row.told["groups"]]
    made = groups_named(classroom, {name for _, name in wanted})
    through = Membership.groups.through
    through.objects.bulk_create(
        [
            through(membership=member, group=made[in_same_signs(name)])
            for member, name in wanted
            if member is not None
        ],
        ignore_conflicts=True,
    )
