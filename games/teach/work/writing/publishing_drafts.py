"""Publishing several drafts at once, each of which opens on its own day."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from games.teach.classes.models import Classroom
from games.teach.work.models import Assignment
from games.teach.work.writing import storing_work
from games.web.zones import told
from solver import InvalidInputError


@dataclass(frozen=True)
class WaitingAssignment:
    """An unpublished assignment, its number of questions, and the *problem* that prevents
    publishing, if any."""

    assignment: Assignment
    questions: int
    problem: str

    @property
    def key(self) -> str:
        return str(self.assignment.pk)


def drafts_of(classroom: Classroom) -> list[WaitingAssignment]:
    """The drafts of a class by opening time; those that open at once come first."""
    found = Assignment.objects.filter(classroom=classroom, published_at=None, archived_at=None)
    drafts = []
    for draft in found.prefetch_related("items"):
        draft.classroom = classroom
        items = list(draft.items.all())
        late = passed("closing", draft, draft.closes_at) or passed("due", draft, draft.due_at)
        drafts.append(
            WaitingAssignment(draft, len(items), storing_work.unfit(draft, items) or late)
        )
    first = timezone.now()
    return sorted(drafts, key=lambda one: (one.assignment.opens_at or first, one.assignment.title))


def publish_all(classroom: Classroom, chosen: Collection[str]) -> int:
    """Publish the drafts with these keys, all or none; return their number. Published ones stay so.

    Raises :class:`InvalidInputError` if one of them cannot be published.
    """
    if not chosen:
        raise InvalidInputError("Tick a draft first.")
    drafts = [draft for draft in drafts_of(classroom) if draft.key in chosen]
    for draft in drafts:
        if draft.problem:
            raise InvalidInputError(f"“{draft.assignment.title}”: {draft.problem}")
    storing_work.publish(*(draft.assignment for draft in drafts))
    return len(drafts)


def passed(word: str, assignment: Assignment, at: datetime | None) -> str:
    """The message that a time of an assignment has passed; empty if it has not."""
    if at is None or at > timezone.now():
        return ""
    when = told(at, assignment.classroom.zone, "j F Y")
    return f"Its {word} time, {when}, has passed. Choose a later time."
