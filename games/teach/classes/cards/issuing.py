"""Giving sign-in cards to students: who may do it, and hashing passwords in the background.

Everything except the slow hashes is written at once. The cards show which hashes are missing, so no
work is done twice.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from games.people.cards import SignInCard, issue
from games.people.lockout import forgive
from games.people.models import User
from games.teach.classes.cards.credentials import hashed, new_password
from games.teach.classes.models import Classroom, Membership
from games.web.background.jobs import begin, piece_of
from games.web.models import Job
from games.web.transactions import all_or_nothing

KIND = "cards"
AT_ONCE = 8
"""The number of passwords in one piece of work, about two seconds."""
ENOUGH = 4.0
"""On a busy machine, no more hashes start after this many seconds."""


@dataclass(frozen=True)
class PrintedCard:
    """The text of a student's card: the name, and how to sign in."""

    name: str
    username: str
    password: str
    address: str


def give_cards(users: Sequence[User], key: uuid.UUID) -> Job:
    """Create a card for each of *users*, with the job *key*. Call it in a transaction."""
    job = begin(KIND, len(users), key)
    issue(users, [new_password() for _ in users], job)
    return job


def new_cards(
    classroom: Classroom, instructor: User, chosen: Collection[uuid.UUID], key: uuid.UUID
) -> Job | None:
    """Create cards for the chosen students to whom *instructor* may give them, at most once for
    each *key*.

    This ends their old passwords, open sessions, and the wait after too many wrong passwords.
    """
    people = Membership.objects.helped_by(instructor).filter(classroom=classroom, pk__in=chosen)

    @all_or_nothing
    def give() -> Job | None:
        Classroom.objects.select_for_update().get(pk=classroom.pk)
        made = Job.objects.filter(pk=key).first()
        users = [member.user for member in people.select_related("user")]
        if made or not users:
            return made
        forgive(user.username for user in users)
        return give_cards(users, key)

    return give()


@piece_of(KIND)
def hash_some(job_id: uuid.UUID) -> int:
    """Hash some of the passwords of a job; return how many students can sign in by now."""
    waiting = SignInCard.objects.waiting().filter(job=job_id).select_related("user")
    # In random order, so that two simultaneous workers mostly take different ones.
    cards = list(waiting.order_by("?")[:AT_ONCE])
    hashes = hashed((card.password for card in cards), time.monotonic() + ENOUGH)

    @all_or_nothing
    def write() -> None:
        for card, stored in zip(cards, hashes, strict=False):
            unchanged = User.objects.filter(pk=card.user_id, password=card.user.password)
            unchanged.update(password=stored)

    write()
    return Job.objects.get(pk=job_id).total - waiting.count()


def unused_cards(classroom: Classroom, instructor: User) -> QuerySet[SignInCard]:
    """The cards that *instructor* may see, because nobody has signed in with them yet."""
    helped = Membership.objects.helped_by(instructor).filter(classroom=classroom)
    return SignInCard.objects.ready().filter(user__in=helped.values("user"))


def printed(classroom: Classroom, cards: QuerySet[SignInCard]) -> list[PrintedCard]:
    """The text of cards, in register order."""
    by_user = {card.user_id: card for card in cards.select_related("user")}
    members = Membership.objects.filter(classroom=classroom, user__in=by_user).by_name()
    return [
        PrintedCard(member.real_name, card.username, card.password, card.get_absolute_url())
        for member in members
        for card in [by_user[member.user_id]]
    ]
