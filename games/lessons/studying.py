"""What people do in a lesson: answers, hints, looking an answer up. Saved at every step.

A step that is done stays done, whatever is answered later.
"""

from __future__ import annotations

import uuid

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.exercises.attempts import Attempts, GradedAnswer, take_help
from games.exercises.hints import TIERS
from games.exercises.tasks import Task
from games.lessons.feedback import ShownMistake, feedback
from games.lessons.models import Step, StepAttempt, StepRecord
from games.people.models import Owner, owned_by, owner_fields

TWO = 2
"""Of so many answers to choose from a wrong one tells the right one."""


def record_of(owner: Owner, step: Step) -> StepRecord:
    """How far somebody is with a step, written down from now on."""
    try:
        with transaction.atomic():
            record, _ = StepRecord.objects.get_or_create(step=step, **owner_fields(owner))
    except IntegrityError:  # two tabs at once
        record = owned_by(owner, StepRecord.objects.filter(step=step)).get()
    record.step = step
    return record


def finish(record: StepRecord) -> None:
    """The step is done. Once done it stays so."""
    StepRecord.objects.filter(pk=record.pk, done_at=None).update(
        done_at=timezone.now(), changed_at=timezone.now()
    )


def answer(owner: Owner, step: Step, token: uuid.UUID, given: GradedAnswer) -> StepAttempt:
    """Record an answer, once for each token. Of two answers to choose from the first one alone is
    one's own: a wrong one tells the other."""
    tries = Attempts(StepAttempt, owner_fields(owner), step=step)
    attempt = tries.named(token)
    if attempt is not None:
        return attempt
    with transaction.atomic():
        record = record_of(owner, step)
        if given.verdict.correct and record.done_at is None and _is_told(step, tries):
            record.answer_shown = True
            record.save(update_fields=["answer_shown", "changed_at"])
        attempt = store(tries, token, given, record)
        if given.verdict.correct:
            finish(record)
    return attempt


def _is_told(step: Step, tries: Attempts[StepAttempt]) -> bool:
    """Whether a wrong answer has told the right one: there were two to choose from."""
    return len(Task(step).options) == TWO and tries.rows.filter(solved=False).exists()


def store(
    tries: Attempts[StepAttempt],
    token: uuid.UUID,
    given: GradedAnswer,
    record: StepRecord,
    *,
    helped: int = 0,
    mistake: ShownMistake | None = None,
) -> StepAttempt:
    """Write a try down; looking the answer up is all the help there is."""
    step = record.step
    return tries.store(
        token,
        **given.fields,
        hint_tier=max(helped, TIERS if record.answer_shown else record.hint_tier),
        misconception=feedback(step, given.verdict, mistake).key,
        lesson_version=step.lesson.version,
    )


def give_hint(owner: Owner, step: Step, tier: int) -> StepRecord:
    """Record that help up to *tier* was asked for. Asking for the same twice changes nothing."""
    record = record_of(owner, step)
    records = StepRecord.objects.all()
    take_help(record, tier, records, most=len(step.hints), changed_at=timezone.now())
    return record


def show_answer(owner: Owner, step: Step) -> None:
    """Look the answer up: the step is done, but not by oneself."""
    record = record_of(owner, step)
    StepRecord.objects.filter(pk=record.pk).update(answer_shown=True)
    finish(record)
