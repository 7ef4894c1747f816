"""Answers that a student has not sent yet. They are stored as they change, so that none is lost.

While a question is filled in: what its form holds, the words about it, and the times of a student's
test, for the page that polls them: more time shows by itself."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from django.db import models
from django.http import HttpRequest, QueryDict
from django.urls import reverse
from django.utils import timezone

from games.boards.lenses import theories_of
from games.questions.attempts import GradedAnswer
from games.questions.goals.goal import Fields
from games.questions.grading import posted_fields
from games.questions.shown_question import ShownQuestion
from games.teach.classes.models import Membership
from games.teach.work.models import Assignment, Item
from games.teach.work.standings.own_work import Work
from games.teach.work.windows import Window, windows
from games.web.polling import Now, current
from games.web.requests import CSRF
from solver import SolverError

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


BESIDE = frozenset({CSRF, "edited", "student", "go", "theme"})
"""Fields that are no part of the answer."""


def draft_context(work: Work, item: Item, place: int) -> dict[str, Any]:
    """The draft that the form of a question shows, and what a script needs to keep the next one."""
    stored = draft_at(item, work.membership)
    fields: Fields = stored.fields if stored else {}
    edit = _read(Edit(fields, timezone.now()), item)
    return {
        "draft": fields,
        "draft_url": reverse("assignments:draft", args=[work.assignment.pk, place]),
        "draft_now": _milliseconds(edit.edited_at),
        "draft_edited": _milliseconds(stored.edited_at) if stored else 0,
        # A whole answer of a test is saved, and the page says so already.
        "draft_words": "" if work.assignment.is_test and edit.answer else kept_words(work, edit),
    }


def edit_of(request: HttpRequest, work: Work, item: Item) -> Edit:
    """What a form holds. An answer of a test is graded at once."""
    fields = {
        name: [value.replace("\0", "") for value in values]
        for name, values in posted_fields(request).items()
        if name not in BESIDE
    }
    edit = _read(Edit(fields, _edited_at(request)), item)
    if not work.assignment.is_test or not edit.answer:
        return edit
    theories = theories_of(work.membership.user)
    try:
        return replace(edit, graded=GradedAnswer.to(item, edit.answer, theories))
    except SolverError as error:
        return replace(edit, answer="", problem=str(error))


def _read(edit: Edit, item: Item) -> Edit:
    """The same with the answer that its fields come to, or the reason why they come to none."""
    if edit.is_empty:
        return edit
    posted = QueryDict(mutable=True)
    for name, values in edit.fields.items():
        posted.setlist(name, values)
    task = ShownQuestion(item)
    try:
        return replace(edit, answer=task.asking.read(task, posted))
    except SolverError as error:
        return replace(edit, problem=str(error))


def kept_words(work: Work, edit: Edit) -> str:
    """What became of a form that was kept, for the student."""
    if edit.is_empty:
        return ""
    if edit.graded is not None:
        return "Saved. You can still change it."
    if work.assignment.is_test:
        return f"{edit.problem} Until then it doesn’t count."
    return "We keep your answer. Press “Save my answer” when you’re ready."


def _edited_at(request: HttpRequest) -> datetime:
    """When a form was changed, by the server's clock as a script counts it; now without scripts."""
    now, text = timezone.now(), request.POST.get("edited", "")
    told = int(text) if text.isascii() and text.isdigit() and len(text) < 16 else None
    return now if told is None else min(now, datetime.fromtimestamp(told / 1000, UTC))


def _milliseconds(at: datetime) -> int:
    """A time as scripts count it."""
    return round(at.timestamp() * 1000)


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
