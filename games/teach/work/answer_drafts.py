"""Answers that a student has not sent yet. They are stored as they change, so that none is lost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import models

from games.questions.attempts import GradedAnswer
from games.questions.goals.goal import Fields
from games.teach.classes.models import Membership
from games.teach.work.models import Item

LONGEST = 5_000
"""Characters of a draft: four times what the form of the largest map sends, if all is marked."""


class AnswerDraft(models.Model):
    """One student's draft at one question: the *fields* of the form, which may come to no answer
    yet, and when the student changed them last. Once the form was sent, they are empty.

    It is no try: it has no verdict and costs nothing. In a test, a whole answer is also stored as
    the answer. *edited_at* decides between two devices, and between requests that overtake each
    other.
    """

    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="answer_drafts")
    membership = models.ForeignKey(
        Membership, on_delete=models.CASCADE, related_name="answer_drafts"
    )
    fields = models.JSONField(default=dict, blank=True)
    edited_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["item", "membership"], name="one_draft_for_a_student_and_item"
            ),
        )

    def __str__(self) -> str:
        return f"{self.membership} at {self.item}"


@dataclass(frozen=True)
class Edit:
    """A form as it stands: its *fields*, when they were changed, and the *answer* that they come
    to, in a test with its verdict; if they come to none, *problem* says why."""

    fields: Fields
    edited_at: datetime
    answer: str = ""
    graded: GradedAnswer | None = None
    problem: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether nothing is ticked, chosen or typed."""
        return not any(value.strip() for values in self.fields.values() for value in values)

    @property
    def length(self) -> int:
        return sum(len(name) + sum(map(len, values)) for name, values in self.fields.items())


def draft_at(item: Item, membership: Membership) -> AnswerDraft | None:
    """The student's draft at a question, perhaps an empty one."""
    return AnswerDraft.objects.filter(item=item.pk, membership=membership).first()


def store_draft(
    item: Item, membership: Membership, fields: Mapping[str, list[str]], edited_at: datetime
) -> None:
    """Replace the student's draft at a question."""
    row = AnswerDraft(
        item_id=item.pk, membership=membership, fields=dict(fields), edited_at=edited_at
    )
    AnswerDraft.objects.bulk_create(
        [row],
        update_conflicts=True,
        unique_fields=("item", "membership"),
        update_fields=("fields", "edited_at"),
    )
