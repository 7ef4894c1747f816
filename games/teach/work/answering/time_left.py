"""The times of a student's test, for the page that polls them: more time shows by itself."""

from __future__ import annotations

import uuid

from games.teach.classes.models import Membership
from games.teach.work.models import Assignment
from games.teach.work.windows import Window, windows
from games.web.polling import Now, current


def version_of(window: Window) -> str:
    """A text that changes when the student gets another end, when time is up, and when nothing
    counts any more."""
    end = window.last_moment
    stage = "over" if window.is_finished else "up" if window.is_time_up else "open"
    return f"{int(end.timestamp()) if end else 0}-{stage}"


@current("time")
def time_now(assignment_id: uuid.UUID, membership_id: uuid.UUID) -> Now | None:
    """The version of a student's times. A change is rare, and may show some seconds later."""
    places = Membership.objects.filter(pk=membership_id, classroom__assignments=assignment_id)
    timed = windows(Assignment.objects.filter(pk=assignment_id), list(places)) if places else []
    return next((Now(version_of(window), is_awaited=False) for _, window, _ in timed), None)
