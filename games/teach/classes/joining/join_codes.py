"""The codes of classes, for students to join and for colleagues to accept an invitation."""

from __future__ import annotations

import uuid

from django.db.models import Count, Q
from django.urls import reverse
from django.utils.crypto import salted_hmac

from games.teach.classes.models import CODE_LENGTH, Classroom, Invitation
from games.web.codes import opens, tidy
from games.web.limits import NEW_BY_CODE, TooManyError
from games.web.polling import Now, current


def find_class(typed: str) -> Classroom | None:
    """The class with this code, however the code was typed."""
    code = tidy(typed, CODE_LENGTH)
    return Classroom.objects.filter(join_code=code).first() if code else None


@opens
def class_behind(typed: str) -> str | None:
    """The address where students join the class with this code."""
    classroom = find_class(typed)
    if classroom is None:
        return None
    return f"{reverse('classes:join-class', args=[classroom.join_code])}?typed=1"


@opens
def invitation_behind(typed: str) -> str | None:
    """The address of an invitation to teach a class."""
    invitation = Invitation.objects.filter(code=typed).first()
    return invitation.get_absolute_url() if invitation else None


def count_newcomer(classroom: Classroom) -> None:
    """Count a new account that joins by the class's code; raise :class:`TooManyError` after too
    many. Somebody with the code is no stranger, so the address does not matter."""
    if NEW_BY_CODE.exceeds(classroom.join_code):
        raise TooManyError(
            f"{NEW_BY_CODE.most:,} people have joined this class with new accounts within an hour. "
            "Tell your instructor, or try again later."
        )


MARK_LENGTH = 32


@current("joined")
def joined_now(classroom_id: uuid.UUID) -> Now | None:
    """The version of that page; students may join at any moment while the class is open."""
    students = Count("memberships", filter=Q(memberships__archived_at=None))
    classroom = Classroom.objects.filter(pk=classroom_id).annotate(students=students).first()
    if classroom is None:
        return None
    # A poll is answered before the person's rights are checked, so the version must reveal nothing.
    seen = f"{classroom.students}-{classroom.join_code}-{classroom.can_join}-{classroom.name}"
    mark = salted_hmac(f"joined {classroom_id}", seen, algorithm="sha256").hexdigest()
    return Now(mark[:MARK_LENGTH], is_awaited=classroom.can_join)
