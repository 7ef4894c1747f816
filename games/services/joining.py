"""Join codes as people type them, and how many wrong ones are too many.

A class of thirty behind one school address mistypes a lot, so wrong codes are counted for each
browser or account, and only very many for an address. The right code is never refused: with 38
bits, slowing the wrong ones is a courtesy to the database rather than the lock on the door.
"""

from __future__ import annotations

from django.core.cache import cache
from django.http import HttpRequest

from games.models import Classroom
from games.models.classes import CODE_LENGTH

SECONDS = 600
FROM_ONE_BROWSER = 10
FROM_ONE_ADDRESS = 300


def find_class(typed: str) -> Classroom | None:
    """The class with this code, however it was typed."""
    code = "".join(filter(str.isalnum, typed[:40])).upper()
    if len(code) != CODE_LENGTH or not code.isascii():
        return None
    return Classroom.objects.filter(join_code=code).first()


def too_many_wrong(request: HttpRequest) -> bool:
    """Count one more wrong code; True if there were too many in the last ten minutes."""
    counts = {f"wrong-codes-from:{request.META.get('REMOTE_ADDR', '')}": FROM_ONE_ADDRESS}
    if request.user.is_authenticated:
        counts[f"wrong-codes-of:{request.user.pk}"] = FROM_ONE_BROWSER
    elif request.session.session_key:
        counts[f"wrong-codes-in:{request.session.session_key}"] = FROM_ONE_BROWSER
    elif request.method == "POST":
        request.session.create()
        counts[f"wrong-codes-in:{request.session.session_key}"] = FROM_ONE_BROWSER
    return any([_count(key) > limit for key, limit in counts.items()])  # noqa: C419 – count all


def _count(key: str) -> int:
    if cache.add(key, 1, SECONDS):
        return 1
    try:
        return cache.incr(key)
    except ValueError:  # it ran out between the two
        return 1
