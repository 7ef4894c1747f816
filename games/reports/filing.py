"""Reports of errors: what somebody thinks is wrong with a puzzle or a step of a lesson."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from games.lessons.models import Step
from games.people.models import Owner, User, owner_fields
from games.puzzles.models import Puzzle
from games.reports.models import Report
from solver import InvalidInputError

MAX_REPORT = 1000
"""Characters."""
UNANSWERED: dict[str, Any] = {"answer": "", "answered_by": None, "answered_at": None}


def report(owner: Owner, subject: Puzzle | Step, text: str) -> Report:
    """Keep what somebody thinks is wrong; once more replaces it.

    Raises :class:`InvalidInputError` for a text that is empty or too long.
    """
    complaint = text.replace("\x00", "").strip()
    if not complaint or len(complaint) > MAX_REPORT:
        raise InvalidInputError(f"Say what is wrong, in 1 to {MAX_REPORT} characters.", value=text)
    about: dict[str, Any] = {"puzzle" if isinstance(subject, Puzzle) else "step": subject}
    report, _ = Report.objects.update_or_create(
        **about, **owner_fields(owner), defaults={"text": complaint, "closed": False, **UNANSWERED}
    )
    return report


def answer(report: Report, text: str, by: User) -> None:
    """Tell who wrote a report what came of it, which closes it; an empty answer takes back what
    was said and leaves it open or closed as it is."""
    if text:
        report.answer, report.answered_by, report.answered_at = text, by, timezone.now()
        report.closed = True
    else:
        report.answer, report.answered_by, report.answered_at = "", None, None
    report.save()
