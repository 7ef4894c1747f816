"""The codes of classes, for students to join and for colleagues to accept an invitation."""

from __future__ import annotations

from django.urls import reverse

from games.classes.models import CODE_LENGTH, Classroom, Invitation
from games.web.codes import opens, tidy
from games.web.limits import NEW_BY_CODE, TooManyError


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
