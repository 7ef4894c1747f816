"""What a student reads from the staff: comments on a question or an assignment, and reasons for
points given by hand.

In a test, the student reads them with the results, so that they reveal nothing earlier."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import models
from django.db.models import QuerySet
from django.utils import timezone

from games.people.models import User
from games.teach.classes.models import Membership
from games.teach.work.models import Assignment, GivenPoints, Item
from games.teach.work.standings.own_work import Work
from games.teach.work.standings.revealing import is_revealed
from games.teach.work.windows import Window, windows
from games.web.watch.audit import What, note
from games.web.written_once import written_once
from solver import InvalidInputError

COMMENT_LENGTH = 2000


class Comment(models.Model):
    """A comment to one student on one question or, without an *item*, on the whole assignment."""

    assignment = models.ForeignKey(Assignment, on_delete=models.CASCADE, related_name="comments")
    item = models.ForeignKey(
        Item, on_delete=models.CASCADE, null=True, blank=True, related_name="comments"
    )
    membership = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="comments")
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    text = models.TextField(max_length=COMMENT_LENGTH)

    class Meta:
        ordering = ("at", "pk")

    def __str__(self) -> str:
        return f"{self.membership}, {self.item or self.assignment}"

    @property
    def place(self) -> str:
        """What it is about, in words for staff."""
        return f"Question {self.item.order}" if self.item else "The whole assignment"

    @property
    def about(self) -> str:
        """What it is about, in words for the student, who may see questions in another order."""
        title = f"“{self.assignment.title}”"
        if self.item is None or self.assignment.is_mixed:
            return title
        return f"question {self.item.order} of {title}"

    @property
    def author(self) -> str:
        """The name of the author."""
        return self.by.shown_name if self.by else "a deleted account"


def comment_on(
    assignment: Assignment, membership: Membership, item: Item | None, *, by: User, text: str
) -> Comment:
    """Write a comment to a student. A repeated request makes only one comment.

    Raises :class:`InvalidInputError` if the assignment is not published yet.
    """
    if not assignment.is_published:
        raise InvalidInputError("Publish the assignment first.")
    about: dict[str, Any] = {"assignment": assignment, "membership": membership, "item": item}
    written, _ = Comment.objects.get_or_create(**about, by=by, text=text)
    note(What.GRADES, assignment, f"user {membership.user_id}: comment")
    return written


def remove_comment(comment: Comment) -> None:
    """Delete a comment, also for its student."""
    comment.delete()


def comments_to(assignment: Assignment, membership: Membership) -> list[Comment]:
    """All comments to a student about an assignment, oldest first."""
    return _comments(assignment.pk, membership.pk)


@written_once
def _comments(assignment: UUID, membership: UUID) -> QuerySet[Comment]:
    rows = Comment.objects.filter(assignment=assignment, membership=membership)
    names = ("by__username", "by__first_name", "by__last_name")
    told = ("assignment", "membership", "at", "text", *names, "item__order")
    return rows.select_related("by", "item").only(*told)


NEW = timedelta(days=14)
"""How long a comment counts as new."""


class StaffWords:
    """What a student reads from the staff in one assignment: *comments*, and points given by hand
    with the reason, if it was written for the student too."""

    def __init__(self, work: Work) -> None:
        shown = work.shows_verdicts
        self.comments = comments_to(work.assignment, work.membership) if shown else []
        self.points: dict[int | None, GivenPoints] = {}
        for row in _given(work.assignment.pk, work.membership.pk) if shown else ():
            self.points[row.item_id] = row

    def at(self, item: Item | None) -> dict[str, Any]:
        """The part about one question, or about the whole assignment."""
        key = item.pk if item else None
        given = self.points.get(key)
        return {
            "comments": [one for one in self.comments if one.item_id == key],
            "given": given if given and given.points is not None else None,
        }

    @property
    def whole(self) -> dict[str, Any]:
        return self.at(None)


@written_once
def _given(assignment: UUID, membership: UUID) -> QuerySet[GivenPoints]:
    return GivenPoints.objects.filter(assignment=assignment, membership=membership)


SHOWN = (
    *("at", "assignment__title", "assignment__is_mixed", "item__order"),
    *("by__username", "by__first_name", "by__last_name"),
)
TIMED = ("classroom", "section", "extra_days", "time_factor", "joined_at")
"""The columns that tell of a comment, and those of a student that decide about times."""


def comments_for(user: User) -> list[Comment]:
    """The latest comments to a student over all running classes, newest first."""
    found = _comments_since(timezone.now() - NEW, user.pk)
    if not found:
        return []
    about = Assignment.objects.filter(pk__in={one.assignment_id for one in found})
    timed = windows(about.exclude(published_at=None), {one.membership for one in found})
    shown = {work.pk for work, times, _ in timed if _shows(work, times)}
    return [one for one in found if one.assignment_id in shown]


@written_once
def _comments_since(begun: datetime, user: int) -> QuerySet[Comment]:
    lately = Comment.objects.filter(at__gte=begun, membership__user=user)
    running = lately.filter(membership__archived_at=None, assignment__archived_at=None)
    return (
        running.filter(assignment__classroom__archived_at=None)
        .select_related("assignment", "item", "by", "membership")
        .only(*SHOWN, *(f"membership__{name}" for name in TIMED))
        .order_by("-at")
    )


def _shows(assignment: Assignment, times: Window) -> bool:
    """Whether the student may already read what a test keeps back."""
    return not assignment.is_test or (is_revealed(assignment) and not times.is_open_again)
