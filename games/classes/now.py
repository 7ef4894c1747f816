"""The number of students in a class, for the page that shows its code."""

from __future__ import annotations

import uuid

from django.db.models import Count, Q
from django.utils.crypto import salted_hmac

from games.classes.models import Classroom
from games.web.polling import Now, current

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
