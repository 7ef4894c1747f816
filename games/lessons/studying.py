"""What people do in a lesson: answers, hints, looking an answer up, games. Saved at every step.

A step that is done stays done, whatever is answered later.
"""

from __future__ import annotations

import uuid

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.exercises.attempts import Attempts, GradedAnswer, one_at_a_time, take_help
from games.exercises.grading import LOST, WON
from games.exercises.hints import TIERS
from games.lessons.feedback import ShownMistake, feedback, mistake_of_game
from games.lessons.models import Step, StepAttempt, StepRecord
from games.people.models import Owner, owned_by, owner_fields
from games.play.models import Match, Seat
from games.play.origins import Origin, register
from games.play.protocol import open_match
from games.play.setup import Setup


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
    """Record an answer, once for each token."""
    tries = Attempts(StepAttempt, owner_fields(owner), step=step)
    attempt = tries.named(token)
    if attempt is not None:
        return attempt
    with transaction.atomic():
        record = record_of(owner, step)
        attempt = _store(tries, token, given, record)
        if given.verdict.correct:
            finish(record)
    return attempt


def _store(
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


def start_game(owner: Owner, step: Step) -> Match:
    """The game of a step: the one that runs, or a new one."""
    opening = open_match(owner, Setup.of(step, origin=step.get_absolute_url()))
    with one_at_a_time(owner):
        record = record_of(owner, step)
        if record.match is None or record.match.state == Match.State.FINISHED:
            record.match = opening.store()
            record.save(update_fields=["match", "changed_at"])
        return record.match


@register
class LessonOrigin(Origin):
    """The step of a lesson that a game was played for."""

    label = "the lesson"
    address = "/learn/"

    def finished(self, match: Match) -> None:
        """A game that was won finishes its step; a lost one is an answer too."""
        record = _record_of_game(match)
        if record is None:
            return
        won = match.winner == Seat.OWNER
        _store(
            Attempts(StepAttempt, owner_fields(record.owner), step=record.step),
            uuid.uuid5(match.pk, str(match.version)),
            GradedAnswer.to(record.step, WON if won else LOST),
            record,
            helped=max([move.hint_tier for move in match.moves.all()], default=0),
            mistake=None if won else mistake_of_game(match),
        )
        if won:
            finish(record)

    def play_again(self, owner: Owner, match: Match) -> Match | None:
        """The step once more, if it still is one: there it counts."""
        record = _record_of_game(match)
        return start_game(owner, record.step) if record and record.step.order else None


def _record_of_game(match: Match) -> StepRecord | None:
    return match.step_records.select_related("step__lesson", "user", "visitor").first()
