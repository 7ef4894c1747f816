"""Carrying out what a list of students says: accounts, places in the class, groups, cards."""

from __future__ import annotations

import uuid
from collections.abc import Collection
from dataclasses import dataclass

from axes.models import AccessAttempt
from django.db import IntegrityError

from games.classes.credentials import hashed, new_password, new_usernames
from games.classes.models import Classroom, Membership
from games.classes.offering import offer_places
from games.classes.roster_plans import FIELDS, Plan, Row, Verdict, plan_roster
from games.classes.rosters import Roster, groups_of
from games.classes.teaching import group_named
from games.people.models import User
from games.web.writing import all_or_nothing

MAX_NEW = 500
"""Accounts made at once: hashing a password is slow on purpose."""


class PlanError(ValueError):
    """The list was not carried out; *plan* is what it would do now."""

    def __init__(self, text: str, plan: Plan) -> None:
        super().__init__(text)
        self.plan = plan


@dataclass(frozen=True)
class Card:
    """What is printed for a student, once: the password is stored only hashed."""

    name: str
    username: str
    password: str


def carry_out(
    classroom: Classroom, roster: Roster, via: str, *, digest: str, skip_errors: bool = False
) -> list[Card]:
    """Do what the list says, all of it or nothing; the cards of the accounts that were made.

    Raises :class:`PlanError` if the class has changed since the plan with *digest* was shown,
    if lines are wrong and are not to be skipped, or if too many accounts would be made.
    """
    plan = _checked(classroom, roster, digest, skip_errors=skip_errors)
    passwords = [new_password() for _ in plan.new]
    hashes = hashed(passwords)

    @all_or_nothing
    def write() -> tuple[Plan, list[User]]:
        Classroom.objects.select_for_update().get(pk=classroom.pk)
        plan = _checked(classroom, roster, digest, skip_errors=skip_errors)
        users = _make_accounts(classroom, plan.new, hashes)
        _place(classroom, plan, users, via)
        offer_places(classroom, plan.of(Verdict.ASKED), via)
        return plan, users

    try:
        plan, users = write()
    except IntegrityError:
        raise PlanError(_clash(plan, digest), plan_roster(classroom, roster)) from None
    named = zip(plan.new, users, passwords, strict=True)
    return [Card(row.name, user.username, password) for row, user, password in named]


def _checked(classroom: Classroom, roster: Roster, digest: str, *, skip_errors: bool) -> Plan:
    plan = plan_roster(classroom, roster)
    if plan.digest != digest:
        raise PlanError("The class has changed since. This is what the list would do now.", plan)
    if plan.errors and not skip_errors:
        text = "Nothing was written, because some lines are wrong. Mend them, or tick the box."
        raise PlanError(text, plan)
    if len(plan.new) > MAX_NEW:
        text = f"{len(plan.new)} accounts are too many at once; at most {MAX_NEW} can be made."
        raise PlanError(f"{text} Split the list.", plan)
    return plan


def _clash(plan: Plan, digest: str) -> str:
    """Why the names of new accounts were refused though the list looked right."""
    if any(row.username and not row.username.isascii() for row in plan.new):
        return (
            "Two user names are the same for the database, which takes some letters for one "
            "another, or somebody took one just now. Look again; leave out accents in user names."
        )
    return "Somebody took one of the user names just now. Look again."


def _make_accounts(classroom: Classroom, rows: list[Row], hashes: list[str]) -> list[User]:
    given = {row.username.lower() for row in rows if row.username}
    fresh = iter(new_usernames(sum(not row.username for row in rows), given))
    return User.objects.bulk_create(
        [
            User(
                username=User.normalize_username(row.username or next(fresh)),
                password=stored,
                managed_by=classroom,
            )
            for row, stored in zip(rows, hashes, strict=True)
        ]
    )


def _place(classroom: Classroom, plan: Plan, users: list[User], via: str) -> None:
    """Write the places of the new, and what changed about the others."""
    accounts = dict(zip(map(id, plan.new), users, strict=True))
    places: list[tuple[Row, Membership]] = []
    for row in plan.placed:
        member = row.member or Membership(
            classroom=classroom, user=accounts.get(id(row)) or row.user, joined_via=via
        )
        for column, name in FIELDS.items():
            value = row.entry.values.get(column)
            if value is not None and (value or column != "name"):
                setattr(member, name, value)
        member.archived_at = None
        places.append((row, member))
    Membership.objects.bulk_create(
        [member for _, member in places],
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=[*FIELDS.values(), "archived_at"],
    )
    _regroup(classroom, [place for place in places if "group" in place[0].entry.values])


def _regroup(classroom: Classroom, places: list[tuple[Row, Membership]]) -> None:
    """Put students into exactly the groups their lines name; make the groups that are missing."""
    groups = {group.name.casefold(): group for group in classroom.groups.all()}
    wanted = {n.casefold(): n for row, _ in places for n in groups_of(row.entry.values)}
    for key, name in sorted(wanted.items()):
        if key not in groups:
            groups[key] = group_named(classroom, name)
    through = Membership.groups.through
    members = [member.pk for _, member in places]
    for start in range(0, len(members), MAX_NEW):
        through.objects.filter(membership__in=members[start : start + MAX_NEW]).delete()
    through.objects.bulk_create(
        [
            through(membership_id=member.pk, group_id=group_id)
            for row, member in places
            for group_id in {groups[name.casefold()].pk for name in groups_of(row.entry.values)}
        ]
    )


def new_cards(classroom: Classroom, instructor: User, chosen: Collection[uuid.UUID]) -> list[Card]:
    """New passwords for chosen students, as far as *instructor* may give them.

    Their old passwords and open sessions end; so does the wait after too many wrong passwords.
    """
    people = Membership.objects.helped_by(instructor).filter(classroom=classroom, pk__in=chosen)
    members = list(people.select_related("user").by_name()[:MAX_NEW])
    passwords = [new_password() for _ in members]
    users = [member.user for member in members]
    for user, stored in zip(users, hashed(passwords), strict=True):
        user.password = stored
    _set_passwords(users)
    return [
        Card(member.real_name, member.user.username, password)
        for member, password in zip(members, passwords, strict=True)
    ]


@all_or_nothing
def _set_passwords(users: list[User]) -> None:
    User.objects.bulk_update(users, ["password"], batch_size=100)
    names = [user.username.lower() for user in users]
    AccessAttempt.objects.filter(username__in=names).delete()
