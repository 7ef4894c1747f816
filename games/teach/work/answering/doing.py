"""Doing an assignment: starting it, answers, hints, games. Each answer is recorded once."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from django.db import IntegrityError, transaction
from django.urls import resolve
from django.utils import timezone

from games.boards.lenses import theories_of
from games.learn.lessons.feedback import mistake_of_game
from games.play.models import Match, Seat
from games.play.origins import Origin, Setup, register
from games.play.protocol import open_match, took_help
from games.questions.attempts import Attempts, GradedAnswer, one_at_a_time
from games.questions.goals import goal_of
from games.questions.grading import LOST, WON
from games.questions.hints import TIERS
from games.teach.classes.models import ARCHIVED, Membership
from games.teach.work.answer_drafts import LONGEST, Edit, draft_at, store_draft
from games.teach.work.models import Assignment, Item, ItemAttempt, Start
from games.teach.work.standings.own_work import PLAYED, WITHDRAWN, Work, attempt_of, work_of
from games.teach.work.standings.revealing import is_revealed
from games.teach.work.standings.settling import settle
from games.teach.work.windows import window_now
from solver import InvalidInputError


class ClosedError(Exception):
    """The assignment takes no answers now; the message says why. Nothing was recorded."""


def start(work: Work) -> None:
    """Start a test with a time limit. A second request changes nothing."""
    permission = work.may_start()
    if not permission:
        raise ClosedError(permission.reason)
    try:
        with transaction.atomic():
            Start.objects.get_or_create(assignment=work.assignment, membership=work.membership)
    except IntegrityError:  # two tabs at the same time
        return


def _check_open(work: Work, item: Item | None = None) -> None:
    permission = work.may_answer(item)
    if not permission:
        raise ClosedError(permission.reason)


@contextmanager
def writing(work: Work) -> Iterator[None]:
    """A transaction for one change to a student's work.

    Other requests of the student wait, and times and handing in are read again. Raises
    :class:`ClosedError` if no more answers count, or if the assignment was withdrawn.
    """
    with one_at_a_time(work.membership.user):
        current, times = window_now(work.assignment, work.membership)
        if not current.is_published:
            raise ClosedError(WITHDRAWN)
        _check_open(replace(work, assignment=current, window=times))
        yield


def hand_in(work: Work) -> None:
    """End a test early: the stored answers count, and nothing can change. A second request does
    nothing."""
    if not work.assignment.is_test:
        raise InvalidInputError("You don’t hand in practice: each answer counts as you give it.")
    whose = {"assignment": work.assignment, "membership": work.membership}
    try:
        with writing(work):
            start, _ = Start.objects.get_or_create(**whose, defaults={"started_at": None})
            start.handed_in_at = timezone.now()
            start.save(update_fields=["handed_in_at"])
    except ClosedError:
        if not Start.objects.exclude(handed_in_at=None).filter(**whose).exists():
            raise


def tries_at(work: Work, item: Item) -> Attempts[ItemAttempt]:
    """A student's tries at a question that were not set aside by another try."""
    return Attempts(ItemAttempt, {"membership": work.membership, "set_aside_by": None}, item=item)


def fresh(work: Work, token: uuid.UUID) -> uuid.UUID:
    """The token of a form. If the form is from before another try, a new token, always the same
    one."""
    old = ItemAttempt.objects.filter(membership=work.membership, token=token)
    by = old.exclude(set_aside_by=None).values_list("set_aside_by", flat=True).first()
    return uuid.uuid5(token, str(by)) if by else token


def _attempt(work: Work, item: Item, token: uuid.UUID) -> ItemAttempt:
    """The try with this token, or the unfinished one, or a new one."""
    tries, token = tries_at(work, item), fresh(work, token)
    attempt = tries.named(token) or tries.waiting()
    if attempt is None:
        _check_open(work, item)
        attempt = tries.store(token, position=item.position)
    return attempt


def answer(work: Work, item: Item, token: uuid.UUID, given: str) -> ItemAttempt:
    """Grade an answer and record it, once for each token; in a test the last one counts.

    Raises :class:`ClosedError` if it is too early or too late, and a solver error if the answer
    cannot be read; then nothing is recorded.
    """
    _check_open(work)
    graded = GradedAnswer.to(item, given, theories_of(work.membership.user))
    with writing(work):
        attempt = _record(work, item, token, graded)
        store_draft(item, work.membership, {}, timezone.now())
    attempt.refresh_from_db()
    return attempt


def _record(work: Work, item: Item, token: uuid.UUID, graded: GradedAnswer) -> ItemAttempt:
    """Store an answer once for each token. In a test, which tells nothing, another answer in the
    same form replaces the first."""
    attempt = _attempt(work, item, token)
    habit = graded.verdict.habit
    more = {"misconception": habit.key if habit else ""}
    if not attempt.settle(graded, **more) and work.assignment.is_test:
        others = ItemAttempt.objects.filter(pk=attempt.pk).exclude(answer=graded.text)
        others.update(**graded.fields, answered_at=timezone.now(), **more)
    settle(work.assignment, [work.membership.pk], item)
    return attempt


def keep(work: Work, item: Item, token: uuid.UUID, edit: Edit) -> None:
    """Store an answer that was not sent. In a test it counts if it is complete. A change that
    arrives after a later one does nothing.

    Raises :class:`ClosedError` if it is too early or too late, and an error if it is too long; then
    nothing is stored.
    """
    _check_open(work, item)
    if edit.length > LONGEST + goal_of(item.goal).code_length:
        raise InvalidInputError("That is too long for an answer.", value="")
    graded = edit.graded
    with writing(work):
        draft = draft_at(item, work.membership)
        if draft is not None and edit.edited_at < draft.edited_at:
            return
        tries = tries_at(work, item).rows.exclude(solved=None)
        last = tries.order_by("answered_at").values_list("answer", flat=True).last()
        is_same = edit.answer != "" and edit.answer == last
        is_kept = not (edit.is_empty or is_same)
        if is_kept or draft is not None:
            store_draft(item, work.membership, edit.fields if is_kept else {}, edit.edited_at)
        if graded is not None and not is_same:
            _record(work, item, token, graded)


def give_hint(work: Work, item: Item, token: uuid.UUID, tier: int) -> ItemAttempt:
    """Record that the student asked for hints up to *tier*. A repeated request changes nothing."""
    _check_open(work)
    if not work.assignment.gives_hints:
        raise InvalidInputError("This assignment has no hints.")
    with writing(work):
        attempt = _attempt(work, item, token)
        attempt.take_help(tier)
        settle(work.assignment, [work.membership.pk], item)
    return attempt


def start_game(work: Work, item: Item, token: uuid.UUID) -> Match:
    """The game of a question to win: the running one, or a new one."""
    _check_open(work)
    setup = Setup.of(
        item,
        origin=f"{work.assignment.get_absolute_url()}{work.place_of(item)}/",
        has_help=work.assignment.gives_hints,
    )
    opening = open_match(work.membership.user, setup)
    with writing(work):
        tries = tries_at(work, item)
        counted = tries.rows.exclude(solved=None).select_related("match").first()
        if work.assignment.is_test and counted is not None:
            if counted.match is None:
                raise InvalidInputError(PLAYED)
            return counted.match
        attempt = _attempt(work, item, token)
        if attempt.solved is not None:
            attempt = _attempt(work, item, uuid.uuid4())
        if attempt.match is None:
            attempt.match = opening.store()
            attempt.save(update_fields=["match"])
            settle(work.assignment, [work.membership.pk], item)
        return attempt.match


@register
class AssignmentOrigin(Origin):
    """The question that a game belongs to."""

    label = "the assignment"
    may_be_passed_on = False
    address = "/assignments/"

    def finished(self, match: Match) -> None:
        """Record how the game of a question ended; help during the game counts as help."""
        attempt = attempt_of(match)
        if attempt is None or attempt.solved is not None:
            return
        if not work_of(attempt.item.assignment, attempt.membership).may_answer():
            return  # a game that ends after the closing time does not count
        won = match.winner == Seat.OWNER
        habits = () if won else mistake_of_game(match).habits
        with one_at_a_time(attempt.membership.user):
            attempt.settle(
                GradedAnswer.to(
                    attempt.asked_item,
                    WON if won else LOST,
                    theories_of(attempt.membership.user),
                ),
                hint_tier=TIERS if took_help(match) else attempt.hint_tier,
                misconception=habits[0].key if habits else "",
            )
            settle(attempt.item.assignment, [attempt.membership.pk], attempt.item)

    def closed(self, match: Match) -> str:
        """Why the game has ended early: its class is archived."""
        assignment_id = resolve(match.origin).kwargs["assignment_id"]
        ended = Assignment.objects.filter(pk=assignment_id, classroom__archived_at__isnull=False)
        return ARCHIVED if ended.exists() else ""

    def is_sealed(self, match: Match) -> bool:
        """Hide explanations of a game in a test that is not over."""
        if match.has_help:
            return False
        assignment_id = resolve(match.origin).kwargs["assignment_id"]
        assignment = Assignment.objects.filter(pk=assignment_id).first()
        if assignment is None or not assignment.is_test:
            return False
        return not is_revealed(assignment) or _is_open_again(match, assignment)


def _is_open_again(match: Match, check: Assignment) -> bool:
    """Whether the game's player has another try at a test that is over for the others."""
    places = Membership.objects.filter(user=match.user_id, classroom=check.classroom_id)
    return any(window_now(check, place)[1].is_open_again for place in places)
