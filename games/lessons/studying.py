"""What people do in a lesson: answers, hints, looking an answer up, games. Saved at every step.

An answer carries a token from its form; what arrives twice is recorded once. A step that is done
stays done, whatever is answered later.
"""

from __future__ import annotations

import uuid
from typing import Any

from django.db import IntegrityError, transaction
from django.dispatch import receiver
from django.utils import timezone

from games.exercises.goals import Goal
from games.exercises.grading import LOST, WON, grade
from games.exercises.hints import TIERS
from games.exercises.verdicts import Verdict
from games.lessons.feedback import Mistake, feedback, mistake_of_game
from games.lessons.models import Step, StepAttempt, StepRecord
from games.people.models import User, Visitor, owned_by, owner_fields
from games.play.models import Match, Seat
from games.play.protocol import match_finished, one_at_a_time, open_match
from games.play.setup import Setup
from solver import InvalidInputError, Player

Owner = User | Visitor


STARTERS = {"you": Seat.OWNER.value, "computer": Seat.OTHER.value, "choose": ""}


def record_of(owner: Owner, step: Step) -> StepRecord:
    """How far somebody is with a step, written down from now on."""
    try:
        with transaction.atomic():
            return StepRecord.objects.get_or_create(step=step, **owner_fields(owner))[0]
    except IntegrityError:  # two tabs at once
        return owned_by(owner, StepRecord.objects.filter(step=step)).get()


def finish(owner: Owner, step: Step) -> None:
    """The step is done. Once done it stays so."""
    record = record_of(owner, step)
    StepRecord.objects.filter(pk=record.pk, done_at=None).update(
        done_at=timezone.now(), changed_at=timezone.now()
    )


def answer(owner: Owner, step: Step, token: uuid.UUID, given: str) -> StepAttempt:
    """Grade an answer and record it, once for each token.

    Raises :class:`~solver.SolverError` for an answer that cannot be read; nothing is recorded.
    """
    known = owned_by(owner, StepAttempt.objects.filter(token=token)).first()
    if known is not None:
        if known.step_id != step.pk:
            raise InvalidInputError.of("an answer to this step", given, "reload the page first")
        return known
    verdict = grade(step, given)
    record = record_of(owner, step)
    with transaction.atomic():
        attempt = _record(owner, step, token, given, verdict, tier=_help(record))
        if verdict.correct:
            finish(owner, step)
    return attempt


def _help(record: StepRecord) -> int:
    """How much help was taken so far; looking the answer up is all of it."""
    return TIERS if record.answer_shown else record.hint_tier


def _record(
    owner: Owner,
    step: Step,
    token: uuid.UUID,
    given: str,
    verdict: Verdict,
    *,
    tier: int,
    mistake: Mistake | None = None,
) -> StepAttempt:
    values = {
        "step": step,
        "answer": given,
        "solved": verdict.correct,
        "hint_tier": tier,
        "misconception": feedback(step, verdict, mistake).key,
        "lesson_version": step.lesson.version,
    }
    try:
        with transaction.atomic():
            return StepAttempt.objects.create(token=token, **owner_fields(owner), **values)
    except IntegrityError:  # the same form arrived twice at once
        return owned_by(owner, StepAttempt.objects.filter(token=token)).get()


def give_hint(owner: Owner, step: Step, tier: int) -> StepRecord:
    """Record that help up to *tier* was asked for. Asking for the same twice changes nothing."""
    record = record_of(owner, step)
    wanted = min(max(tier, 1), len(step.hints))
    if record.hint_tier < wanted:
        StepRecord.objects.filter(pk=record.pk, hint_tier__lt=wanted).update(
            hint_tier=wanted, changed_at=timezone.now()
        )
        record.hint_tier = wanted
    return record


def show_answer(owner: Owner, step: Step) -> None:
    """Look the answer up: the step is done, but not by oneself."""
    record = record_of(owner, step)
    StepRecord.objects.filter(pk=record.pk).update(answer_shown=True)
    finish(owner, step)


def start_game(owner: Owner, step: Step) -> Match:
    """The game of a step: the one that runs, or a new one."""
    if step.goal != Goal.PLAY:
        raise InvalidInputError.of("a step to play out", step.title, "answer it on its page")
    opening = open_match(
        owner,
        Setup(
            ruleset=step.ruleset,
            position=step.position,
            convention=step.convention,
            opponent=step.extra.get("opponent", "perfect"),
            starter=STARTERS[step.extra.get("starter", "you")],
            owner_player=step.to_move or Player.LEFT.value,
            origin=step.get_absolute_url(),
        ),
    )
    with one_at_a_time(owner):
        record = record_of(owner, step)
        if record.match is None or record.match.state == Match.State.FINISHED:
            record.match = opening.store()
            record.save(update_fields=["match", "changed_at"])
        return record.match


@receiver(match_finished)
def record_game(match: Match, **rest: Any) -> None:
    """A game that was won finishes its step; a lost one is an answer too."""
    record = match.step_records.select_related("step__lesson", "user", "visitor").first()
    if record is None:
        return
    won = match.winner == Seat.OWNER
    verdict = grade(record.step, WON if won else LOST)
    helped = max([move.hint_tier for move in match.moves.all()], default=0)
    token = uuid.uuid5(match.pk, str(match.version))
    _record(
        record.owner,
        record.step,
        token,
        WON if won else LOST,
        verdict,
        tier=max(helped, _help(record)),
        mistake=None if won else mistake_of_game(match),
    )
    if won:
        finish(record.owner, record.step)
