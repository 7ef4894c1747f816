"""What people do in a lesson: answers, hints and looking up an answer. Everything is saved at once.

A step that is done stays done, whatever the later answers are.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.learn.lessons.feedback import feedback
from games.learn.lessons.models import Step, StepAttempt, StepRecord
from games.people.models import Owner, owned_by, owner_fields
from games.questions.attempts import Attempts, GradedAnswer, take_help
from games.questions.goals import goal_of
from games.questions.hints import TIERS
from games.questions.shown_question import ShownQuestion
from solver import InvalidInputError
from solver.teaching import Mistake, counted

TWO = 2
"""With this many choices, a wrong answer reveals the right one."""


def record_of(owner: Owner, step: Step) -> StepRecord:
    """The person's record of a step, created if it is missing."""
    try:
        with transaction.atomic():
            record, _ = StepRecord.objects.get_or_create(step=step, **owner_fields(owner))
    except IntegrityError:  # two requests at once
        record = owned_by(owner, StepRecord.objects.filter(step=step)).get()
    record.step = step
    return record


def finish(record: StepRecord) -> None:
    """Mark the step as done, if it is not yet."""
    StepRecord.objects.filter(pk=record.pk, done_at=None).update(
        done_at=timezone.now(), changed_at=timezone.now()
    )


def answer(owner: Owner, step: Step, token: uuid.UUID, given: GradedAnswer) -> StepAttempt:
    """Record an answer, once for each token. With two choices, only the first answer counts as
    unaided, because a wrong one reveals the other."""
    tries = Attempts(StepAttempt, owner_fields(owner), step=step)
    attempt = tries.named(token)
    if attempt is not None:
        return attempt
    with transaction.atomic():
        record = record_of(owner, step)
        if record.done_at is None and not goal_of(step.goal).tries(given.text):
            refuse_too_early(still_to_try(step, tries.rows.values_list("answer", flat=True)))
        if given.verdict.correct and record.done_at is None and _is_told(step, tries):
            record.answer_shown = True
            record.save(update_fields=["answer_shown", "changed_at"])
        attempt = store(tries, token, given, record)
        if given.verdict.correct:
            finish(record)
    return attempt


def refuse_too_early(left: int) -> None:
    """Raise :class:`InvalidInputError` if *left* answers still have to be tried."""
    if left:
        boards = counted(left, "more board")
        raise InvalidInputError(
            f"First try {boards}. Then you can say that nothing breaks the claim.", value=str(left)
        )


def still_to_try(step: Step, answers: Iterable[str]) -> int:
    """How many more different answers must be tried before the step accepts that nothing fits."""
    asking = goal_of(step.goal)
    return max(0, asking.tries_first - len({text for text in answers if asking.tries(text)}))


def _is_told(step: Step, tries: Attempts[StepAttempt]) -> bool:
    """Whether a wrong answer has revealed the right one, because there were two choices."""
    return len(ShownQuestion(step).options) == TWO and tries.rows.filter(solved=False).exists()


def store(
    tries: Attempts[StepAttempt],
    token: uuid.UUID,
    given: GradedAnswer,
    record: StepRecord,
    *,
    helped: int = 0,
    mistake: Mistake | None = None,
) -> StepAttempt:
    """Store a try; after an answer was looked up, it counts as tried with all hints."""
    step = record.step
    return tries.store(
        token,
        **given.fields,
        hint_tier=max(helped, TIERS if record.answer_shown else record.hint_tier),
        misconception=feedback(step, given.verdict, mistake).key,
        lesson_version=step.lesson.version,
    )


def give_hint(owner: Owner, step: Step, tier: int) -> StepRecord:
    """Record that hints up to *tier* were requested. A repeated request changes nothing."""
    record = record_of(owner, step)
    records = StepRecord.objects.all()
    take_help(record, tier, records, most=len(step.hints), changed_at=timezone.now())
    return record


def show_answer(owner: Owner, step: Step) -> None:
    """Look the answer up: the step is done, but with help."""
    record = record_of(owner, step)
    StepRecord.objects.filter(pk=record.pk).update(answer_shown=True)
    finish(record)
