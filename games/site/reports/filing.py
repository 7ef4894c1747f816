"""Reports of mistakes in a puzzle or in a step of a lesson."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from games.learn.lessons.models import Step
from games.learn.puzzles.models import Puzzle
from games.people.models import Owner, User, owner_fields
from games.site.reports.models import Report
from solver import InvalidInputError

MAX_REPORT = 1000
"""The most characters of a report."""
UNANSWERED: dict[str, Any] = {"answer": "", "answered_by": None, "answered_at": None}


def report(owner: Owner, subject: Puzzle | Step, text: str) -> Report:
    """Save a person's report; a second one on the same subject replaces it.

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
    """Answer the author of a report, which closes it. An empty answer removes an earlier one and
    does not close or reopen the report."""
    if text:
        report.answer, report.answered_by, report.answered_at = text, by, timezone.now()
        report.closed = True
    else:
        report.answer, report.answered_by, report.answered_at = "", None, None
    report.save()
