"""Answering in a room: one row for each question and participant, and the last answer counts.

Nothing is graded here, so neither the server's response nor its timing reveals what is right.
"""

from __future__ import annotations

from django.utils import timezone

from games.live.models import Answer, Participant, Question, Room
from games.live.now import leaders_now
from games.live.turns import task_of
from games.web.writing import all_or_nothing


class LateError(Exception):
    """The question takes no answers; nothing was stored. The message says why, in a few words."""


def check_open(room: Room, question: Question) -> None:
    """Raise :class:`LateError` if an answer to *question* no longer counts."""
    if room.is_over:
        raise LateError("the room is closed")
    if room.current_id != question.pk:
        raise LateError("the class has moved on to another question")
    if room.is_paused:
        raise LateError("the room is paused")
    if question.state != Question.State.ASKED:
        raise LateError("the answers are already on the big screen")
    if not question.is_open:
        raise LateError("time was up")


def give(participant: Participant, question: Question, text: str) -> None:
    """Store a participant's answer in place of an earlier one, in one statement.

    Raises :class:`~solver.SolverError`, with one sentence, for an invalid answer, and
    :class:`LateError`.
    """
    task = task_of(question)
    task.asking.said(task, text)  # slow for a long list, so it runs before the lock
    _store(participant, question, text)


@all_or_nothing
def _store(participant: Participant, question: Question, text: str) -> None:
    # The step that shows the answers waits for answers being written; later ones are too late.
    locked = Question.objects.select_for_update(of=("self",)).select_related("room")
    question = locked.get(pk=question.pk)
    check_open(question.room, question)
    Answer.objects.bulk_create(
        [Answer(question=question, participant=participant, text=text, given_at=timezone.now())],
        update_conflicts=True,
        unique_fields=["question", "participant"],
        update_fields=["text", "given_at"],
    )
    leaders_now.changed(question.room.code)
