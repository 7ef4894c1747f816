"""Comments of staff to a student about a question or an assignment."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import models
from django.db.models import QuerySet
from django.utils import timezone

from games.people.models import User
from games.teach.classes.models import Membership
from games.teach.work.models import Assignment, Item
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
