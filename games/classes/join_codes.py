"""The codes of classes, for students to join and for colleagues to accept an invitation."""

from __future__ import annotations

from django.urls import reverse

from games.classes.models import CODE_LENGTH, Classroom, Invitation
from games.web.codes import opens, tidy


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
