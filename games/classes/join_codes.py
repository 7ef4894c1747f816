"""Join codes as people type them, and how many wrong ones are too many.

A class of thirty behind one school address mistypes a lot, so wrong codes are counted for each
browser or account, and only very many for an address. The right code is never refused: with 38
bits, slowing the wrong ones is a courtesy to the database rather than the lock on the door.
"""

from __future__ import annotations

from django.http import HttpRequest

from games.classes.models import CODE_LENGTH, Classroom
from games.web.client import client_address
from games.web.limits import WRONG_CODES_FROM, WRONG_CODES_OF_ONE


def find_class(typed: str) -> Classroom | None:
    """The class with this code, however it was typed."""
    code = "".join(filter(str.isalnum, typed[:40])).upper()
    if len(code) != CODE_LENGTH or not code.isascii():
        return None
    return Classroom.objects.filter(join_code=code).first()


def too_many_wrong(request: HttpRequest) -> bool:
    """Count one more wrong code; True if there were too many in the last ten minutes."""
    counts = [(WRONG_CODES_FROM, client_address(request))]
    if request.user.is_authenticated:
        counts.append((WRONG_CODES_OF_ONE, f"account {request.user.pk}"))
    elif request.session.session_key or request.method == "POST":
        if not request.session.session_key:
            request.session.create()
        counts.append((WRONG_CODES_OF_ONE, f"browser {request.session.session_key}"))
    return any([limit.count(who) > limit.most for limit, who in counts])  # noqa: C419 – count all
