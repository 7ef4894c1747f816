"""Reports of mistakes in a puzzle or a step of a lesson, and of what readers of the theory know
better."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.utils import timezone

from games.learn.lessons.models import Step
from games.learn.puzzles.models import Puzzle
from games.people.models import Owner, User, owner_fields
from games.site.reports.models import Report
from solver import InvalidInputError

MAX_REPORT = 1000
"""The most characters of a report."""
UNANSWERED: dict[str, Any] = {"answer": "", "answered_by": None, "answered_at": None}


class Page(NamedTuple):
    """A page that a report can be about: its address, and its title in words."""

    address: str
    title: str


def report(owner: Owner, subject: Puzzle | Step | Page, text: str) -> Report:
    """Save a person's report; a second one on the same subject replaces it.

    Raises :class:`InvalidInputError` for a text that is empty or too long.
    """
    complaint = text.replace("\x00", "").strip()
    if not complaint or len(complaint) > MAX_REPORT:
        raise InvalidInputError(f"Say what is wrong, in 1 to {MAX_REPORT} characters.", value=text)
    told = {"text": complaint, "closed": False, **UNANSWERED}
    match subject:
        case Puzzle():
            about: dict[str, Any] = {"puzzle": subject}
        case Step():
            about = {"step": subject}
        case Page():
            about = {"page": subject.address}
            told["page_title"] = subject.title
    report, _ = Report.objects.update_or_create(**about, **owner_fields(owner), defaults=told)
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
