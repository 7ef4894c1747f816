"""Doing an assignment: starting it, answers, hints, games. An answer is recorded once."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from django.db import IntegrityError, transaction
from django.dispatch import receiver
from django.utils import timezone

from games.assignments.models import Assignment, Item, ItemAttempt, Start
from games.assignments.windows import windows
from games.assignments.work import PLAYED, TIME_IS_UP, Work, attempt_of, work_of
from games.exercises.goals import Goal
from games.exercises.grading import LOST, WON, grade
from games.exercises.hints import TIERS
from games.lessons.feedback import mistake_of_game
from games.play.models import Match, Seat
from games.play.protocol import match_finished, one_at_a_time, open_match, took_help
from games.play.setup import Setup
from solver import InvalidInputError, Player


class ClosedError(Exception):
    """The assignment takes no answers now, for the reason given; nothing was recorded."""


def start(work: Work) -> None:
    """Start a check with a time limit. Starting twice has no further effect."""
    if not work.window.is_open or work.window.is_closed or work.window.is_revealed:
        raise ClosedError(TIME_IS_UP)
    try:
        with transaction.atomic():
            Start.objects.get_or_create(assignment=work.assignment, membership=work.membership)
    except IntegrityError:  # two tabs at once
        return


def _check_open(work: Work) -> None:
    permission = work.may_answer()
    if not permission:
        raise ClosedError(permission.reason)


@contextmanager
def writing(work: Work) -> Iterator[None]:
    """A transaction in which one thing is written to a student's work.

    Whatever they send at once waits, and times and handing in are read anew: raises
    :class:`ClosedError` where nothing counts any more.
    """
    with one_at_a_time(work.membership.user):
        current = Assignment.objects.get(pk=work.assignment.pk)
        times = windows([current], {current.classroom_id: work.membership})
        _check_open(replace(work, assignment=current, window=times[current.pk]))
        yield


def hand_in(work: Work) -> None:
    """End a check before its time: what is saved counts, nothing is changed any more. Handing in
    twice is once."""
    if not work.assignment.is_check:
        raise InvalidInputError("Practice is not handed in: every answer counts as you give it.")
    mine = {"assignment": work.assignment, "membership": work.membership}
    try:
        with writing(work):
            start, _ = Start.objects.get_or_create(**mine, defaults={"started_at": None})
            start.handed_in_at = timezone.now()
            start.save(update_fields=["handed_in_at"])
    except ClosedError:
        if not Start.objects.exclude(handed_in_at=None).filter(**mine).exists():
            raise


def open_attempt(work: Work, item: Item) -> ItemAttempt | None:
    """The try that holds hints or a game and waits for its answer."""
    mine = ItemAttempt.objects.filter(item=item, membership=work.membership, solved=None)
    return mine.select_related("match").first()


def _attempt(work: Work, item: Item, token: uuid.UUID) -> ItemAttempt:
    """The try with this token, or the open one, or a new one."""
    known = ItemAttempt.objects.filter(membership=work.membership, token=token).first()
    if known is not None:
        if known.item_id != item.pk:
            raise InvalidInputError.of("a try at this item", token, "reload the page and try again")
        return known
    waiting = open_attempt(work, item)
    if waiting is not None:
        return waiting
    try:
        with transaction.atomic():
            return ItemAttempt.objects.create(item=item, membership=work.membership, token=token)
    except IntegrityError:  # the same form arrived twice at once
        return ItemAttempt.objects.get(membership=work.membership, token=token)


def answer(work: Work, item: Item, token: uuid.UUID, given: str) -> ItemAttempt:
    """Grade an answer and record it, once for each token; in a check the last one counts.

    Raises :class:`ClosedError` when it is too early or too late, and a solver error for an
    answer that cannot be read; nothing is recorded then.
    """
    _check_open(work)
    verdict = grade(item, given)
    with writing(work):
        attempt = _attempt(work, item, token)
        ItemAttempt.objects.filter(pk=attempt.pk, solved=None).update(
            answer=given,
            solved=verdict.correct,
            misconception=verdict.habit.key if verdict.habit else "",
            answered_at=timezone.now(),
        )
    attempt.refresh_from_db()
    return attempt


def give_hint(work: Work, item: Item, token: uuid.UUID, tier: int) -> ItemAttempt:
    """Record that help up to *tier* was asked for. Asking for the same twice changes nothing."""
    _check_open(work)
    if not work.assignment.gives_hints:
        raise InvalidInputError("Hints are switched off for this assignment.")
    wanted = min(max(tier, 1), TIERS)
    with writing(work):
        attempt = _attempt(work, item, token)
        waiting = ItemAttempt.objects.filter(pk=attempt.pk, solved=None, hint_tier__lt=wanted)
        if waiting.update(hint_tier=wanted):
            attempt.hint_tier = wanted
    return attempt


def start_game(work: Work, item: Item, token: uuid.UUID) -> Match:
    """The game of an item to be won: the one that runs, or a new one."""
    _check_open(work)
    if item.goal != Goal.PLAY:
        raise InvalidInputError.of("an item to play out", item, "answer it on its page")
    opening = open_match(
        work.membership.user,
        Setup(
            ruleset=item.ruleset,
            position=item.position,
            convention=item.convention,
            opponent="perfect",
            starter=Seat.OWNER.value,
            owner_player=item.to_move or Player.LEFT.value,
            origin=f"{work.assignment.get_absolute_url()}{item.order}/",
            has_help=work.assignment.gives_hints,
        ),
    )
    with writing(work):
        played = ItemAttempt.objects.filter(item=item, membership=work.membership)
        counted = played.exclude(solved=None).select_related("match").first()
        if work.assignment.is_check and counted is not None:
            if counted.match is None:
                raise InvalidInputError(PLAYED)
            return counted.match
        attempt = _attempt(work, item, token)
        if attempt.solved is not None:
            attempt = _attempt(work, item, uuid.uuid4())
        if attempt.match is None:
            attempt.match = opening.store()
            attempt.save(update_fields=["match"])
        return attempt.match


@receiver(match_finished)
def record_game(match: Match, **rest: Any) -> None:
    """Record how the game of an item ended; help taken during it counts as help."""
    attempt = attempt_of(match)
    if attempt is None or attempt.solved is not None:
        return
    if not work_of(attempt.item.assignment, attempt.membership).window.takes_answers:
        return  # what ends after the time is over does not count
    won = match.winner == Seat.OWNER
    habits = () if won else mistake_of_game(match).habits
    ItemAttempt.objects.filter(pk=attempt.pk, solved=None).update(
        answer=WON if won else LOST,
        solved=won,
        hint_tier=TIERS if took_help(match) else attempt.hint_tier,
        misconception=habits[0].key if habits else "",
        answered_at=timezone.now(),
    )
