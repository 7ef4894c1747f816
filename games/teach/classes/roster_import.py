"""Carrying out a list of students: accounts, places in the class, groups, cards."""

from __future__ import annotations

import uuid

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError

from games.people.models import User
from games.people.names import account_key, in_same_signs
from games.teach.classes.cards.credentials import new_usernames
from games.teach.classes.cards.issuing import give_cards
from games.teach.classes.groups.grouping import groups_named, place_in_sections
from games.teach.classes.joining.newcomers import offer_places
from games.teach.classes.models import Classroom, Membership
from games.teach.classes.rosters.roster_plans import (
    FIELDS,
    RosterPlan,
    RosterRow,
    RosterVerdict,
    new_values,
    plan_roster,
)
from games.teach.classes.rosters.rosters import Roster, groups_of
from games.web.models import Job
from games.web.transactions import all_or_nothing

MAX_NEW = 500
"""The most accounts from one list: enough for a school year, and no whole city by mistake."""


class PlanError(ValueError):
    """The list was not carried out; *plan* is what it would do now."""

    def __init__(self, text: str, plan: RosterPlan) -> None:
        super().__init__(text)
        self.plan = plan


def carry_out(
    classroom: Classroom,
    roster: Roster,
    via: str,
    key: uuid.UUID,
    *,
    digest: str,
    skip_errors: bool = False,
) -> Job | None:
    """Carry out the list completely or not at all. Return the job for the cards of new accounts, if
    any.

    At most once for each *key*. Raises :class:`PlanError` if the class has changed since the plan
    with *digest* was shown, if lines are wrong and not to be skipped, or if there would be too many
    accounts.
    """
    plan = RosterPlan([])

    @all_or_nothing
    def write() -> Job | None:
        nonlocal plan
        Classroom.objects.select_for_update().get(pk=classroom.pk)
        made = Job.objects.filter(pk=key).first()
        if made:
            return made
        plan = _checked(classroom, roster, digest, skip_errors=skip_errors)
        users = _make_accounts(classroom, plan.new)
        _place(classroom, plan, users, via)
        offer_places(classroom, plan.of(RosterVerdict.ASKED), via)
        return give_cards(users, key) if users else None

    try:
        return write()
    except IntegrityError:
        raise PlanError(_clash(plan, digest), plan_roster(classroom, roster)) from None


def _checked(classroom: Classroom, roster: Roster, digest: str, *, skip_errors: bool) -> RosterPlan:
    plan = plan_roster(classroom, roster)
    if plan.digest != digest:
        raise PlanError("The class has changed since your preview. This is the new preview.", plan)
    if plan.errors and not skip_errors:
        text = "Nothing was saved, because some lines are wrong. Correct them, or tick the box."
        raise PlanError(text, plan)
    if len(plan.new) > MAX_NEW:
        text = (
            f"The list needs {len(plan.new)} new accounts. You can make at most {MAX_NEW} at once."
        )
        raise PlanError(f"{text} Split the list.", plan)
    return plan


def _clash(plan: RosterPlan, digest: str) -> str:
    """Why the database refused the names of new accounts although the list looked right."""
    if any(row.username and not row.username.isascii() for row in plan.new):
        return (
            "Two user names look the same to the database, or somebody has just taken one. Leave "
            "out accents in user names, then preview the list again."
        )
    return "Somebody has just taken one of the user names. Preview the list again."


def _make_accounts(classroom: Classroom, rows: list[RosterRow]) -> list[User]:
    given = {account_key(row.username) for row in rows if row.username}
    fresh = iter(new_usernames(sum(not row.username for row in rows), given))
    return User.objects.bulk_create(
        [
            User(
                username=row.username or next(fresh),
                password=make_password(None),
                managed_by=classroom,
            )
            for row in rows
        ]
    )


def _place(classroom: Classroom, plan: RosterPlan, users: list[User], via: str) -> None:
    """Write the places of new students, and the changes to others."""
    accounts = dict(zip(map(id, plan.new), users, strict=True))
    places: list[tuple[RosterRow, Membership]] = []
    for row in plan.placed:
        member = row.member or Membership(
            classroom=classroom, user=accounts.get(id(row)) or row.user, joined_via=via
        )
        new = new_values(member, row.entry)
        if "name" in new:  # the surname is found again in the new name, unless the line says it
            new.setdefault("surname", row.entry.values.get("surname", ""))
        for column, value in new.items():
            setattr(member, FIELDS[column], value)
        member.is_name_sure = member.is_name_sure or bool(row.entry.values.get("surname"))
        member.archived_at = None
        places.append((row, member))
    Membership.objects.bulk_create(
        [member for _, member in places],
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=[*FIELDS.values(), "is_name_sure", "archived_at"],
    )
    _regroup(classroom, [place for place in places if "group" in place[0].entry.values])
    place_in_sections(
        classroom,
        {
            member: row.entry.values["section"]
            for row, member in places
            if "section" in row.entry.values
        },
    )


def _regroup(classroom: Classroom, places: list[tuple[RosterRow, Membership]]) -> None:
    """Put students into exactly the groups in their lines; create missing groups."""
    wanted = {name for row, _ in places for name in groups_of(row.entry.values)}
    groups = groups_named(classroom, wanted)
    through = Membership.groups.through
    members = [member.pk for _, member in places]
    for start in range(0, len(members), MAX_NEW):
        through.objects.filter(membership__in=members[start : start + MAX_NEW]).delete()
    through.objects.bulk_create(
        [
            through(membership_id=member.pk, group_id=group_id)
            for row, member in places
            for group_id in {groups[in_same_signs(name)].pk for name in groups_of(row.entry.values)}
        ]
    )
