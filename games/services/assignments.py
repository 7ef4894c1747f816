"""Assignments: writing them, publishing, answers to them.

A published assignment asks what it asked when it was published; its times, title and help can
still be changed, its items no more.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F, Max
from django.dispatch import receiver
from django.utils import timezone

from games.assignments.cells import Cell
from games.assignments.homework import Work, work_for
from games.assignments.lines import Asked
from games.exercises import Goal
from games.exercises.grading import LOST, WON, grade
from games.lessons.feedback import habits_of_game
from games.models import (
    Assignment,
    Classroom,
    Group,
    HelpSeen,
    Item,
    ItemAttempt,
    Lesson,
    Match,
    Membership,
    Override,
    PuzzleSet,
    Start,
    User,
)
from games.models.play import Seat
from games.play.hints import TIERS
from games.services.play import Setup, match_finished, start_match, took_help
from solver import InvalidInputError, Player

MAX_ITEMS = 100
TWICE = timedelta(seconds=20)
"""Within this time the same title is the same form."""


class PublishedError(Exception):
    """The items of a published assignment are fixed; nothing was changed."""


class ClosedError(Exception):
    """The assignment takes no answers now; nothing was recorded."""


# --- writing ------------------------------------------------------------------------------


def create(classroom: Classroom, user: User, title: str) -> Assignment:
    """A new assignment, seen by staff only until it is published; a form sent twice makes one."""
    moment = timezone.now() - TWICE
    same = Assignment.objects.filter(classroom=classroom, created_by=user, title=title)
    known = same.filter(created_at__gte=moment, items=None, published_at=None).first()
    return known or Assignment.objects.create(classroom=classroom, created_by=user, title=title)


def _draft(assignment: Assignment) -> Assignment:
    """The assignment, locked, if its items may still change."""
    found = Assignment.objects.select_for_update().get(pk=assignment.pk)
    if found.is_published:
        raise PublishedError
    return found


def _append(assignment: Assignment, items: Iterable[Item]) -> int:
    """Put items at the end, those that are there already left out; how many were added."""
    with transaction.atomic():
        found = _draft(assignment)
        known = {_same(item) for item in found.items.all()}
        last = found.items.aggregate(last=Max("order"))["last"] or 0
        new: list[Item] = []
        for item in items:
            if _same(item) not in known:
                known.add(_same(item))
                item.assignment, item.order = found, last + len(new) + 1
                new.append(item)
        if len(known) > MAX_ITEMS:
            raise InvalidInputError.of(
                "an assignment", f"{len(known)} items", f"use at most {MAX_ITEMS}"
            )
        return len(Item.objects.bulk_create(new))


def _same(item: Item) -> tuple[object, ...]:
    """What makes two items the same."""
    place = (item.ruleset, item.position, item.convention, item.to_move, item.goal)
    return (item.lesson_id, *place)


def _item(asked: Any, **more: Any) -> Item:
    """An item with its own copy of an exercise."""
    names = ("ruleset", "position", "convention", "to_move", "goal")
    return Item(**{name: getattr(asked, name) for name in names}, **more)


def add_exercises(assignment: Assignment, exercises: Iterable[Asked]) -> int:
    """Put typed positions at the end."""
    return _append(assignment, (_item(asked) for asked in exercises))


def add_set(assignment: Assignment, chosen: PuzzleSet) -> int:
    """Put the puzzles of a set at the end."""
    puzzles = chosen.puzzles.filter(state="published").order_by("items__order")
    return _append(assignment, [_item(puzzle, puzzle=puzzle) for puzzle in puzzles])


def add_lesson(assignment: Assignment, lesson: Lesson) -> int:
    """Put a lesson at the end. A check holds none: lessons judge at once and give help."""
    if assignment.is_check:
        raise InvalidInputError("A check holds no lessons: they judge at once and give help.")
    return _append(assignment, [Item(lesson=lesson, lesson_version=lesson.version)])


def change_item(assignment: Assignment, item: Item, *, move: int = 0, points: int = 0) -> None:
    """Move an item up (-1) or down (1), or give it points."""
    with transaction.atomic():
        items = list(_draft(assignment).items.all())
        here = next((n for n, one in enumerate(items) if one.pk == item.pk), None)
        if here is None:
            return
        there = here + move
        if move and 0 <= there < len(items):
            items[here], items[there] = items[there], items[here]
        if points:
            Item.objects.filter(pk=item.pk).update(points=points)
        for order, one in enumerate(items, 1):
            Item.objects.filter(pk=one.pk).exclude(order=order).update(order=order)


def remove_item(assignment: Assignment, item: Item) -> None:
    """Take an item out again."""
    with transaction.atomic():
        rest = _draft(assignment).items
        rest.filter(pk=item.pk).delete()
        rest.filter(order__gt=item.order).update(order=F("order") - 1)


def settle(assignment: Assignment, groups: Iterable[int], **fields: Any) -> None:
    """Change what may be changed at any time: title, words, times, groups; and before
    publishing the mode, the help and the time limit."""
    fixed = ("mode", "hints", "minutes")
    with transaction.atomic():
        found = Assignment.objects.select_for_update().get(pk=assignment.pk)
        for name, value in fields.items():
            if name not in fixed or not found.is_published:
                setattr(found, name, value)
        found.save(update_fields=list(fields))
        found.groups.set(Group.objects.filter(classroom=found.classroom_id, pk__in=list(groups)))


def publish(assignment: Assignment) -> None:
    """Give it to the students; from now on its items are fixed. Publishing twice is once.

    Raises :class:`InvalidInputError` where there is nothing in it.
    """
    with transaction.atomic():
        found = Assignment.objects.select_for_update().get(pk=assignment.pk)
        if not found.items.exists():
            raise InvalidInputError("Put something in it first: a position, a set or a lesson.")
        if found.is_check and found.items.filter(lesson__isnull=False).exists():
            raise InvalidInputError("A check holds no lessons. Take them out, or make it practice.")
        if found.published_at is None:
            found.published_at = timezone.now()
            found.save(update_fields=["published_at"])


def archive(assignment: Assignment, *, back: bool = False) -> None:
    """Put it away, or bring it back. What was done stays."""
    Assignment.objects.filter(pk=assignment.pk).update(archived_at=None if back else timezone.now())


def copy(assignment: Assignment, classroom: Classroom, user: User) -> Assignment:
    """A draft with the same items, for this class or another one."""
    with transaction.atomic():
        made = Assignment.objects.create(
            classroom=classroom,
            created_by=user,
            title=assignment.title,
            about=assignment.about,
            mode=assignment.mode,
            hints=assignment.hints,
            minutes=assignment.minutes,
        )
        for item in assignment.items.all():
            item.pk, item.assignment = None, made
            item.save(force_insert=True)
    return made


def grant(
    assignment: Assignment, membership: Membership, *, extra_days: int, is_excused: bool
) -> None:
    """Give one student more days, or excuse them."""
    Override.objects.update_or_create(
        assignment=assignment,
        membership=membership,
        defaults={"extra_days": extra_days, "is_excused": is_excused},
    )


def see_to(cell: Cell, user: User) -> None:
    """Somebody has helped: the call for help is quiet until there are as many mistakes again."""
    HelpSeen.objects.update_or_create(
        item=cell.item, membership=cell.membership, defaults={"wrong": cell.wrong, "by": user}
    )


# --- doing --------------------------------------------------------------------------------


def start(work: Work) -> None:
    """Begin a check with a time limit. Beginning twice is once."""
    if not work.window.is_open or work.window.is_closed:
        raise ClosedError
    try:
        with transaction.atomic():
            Start.objects.get_or_create(assignment=work.assignment, membership=work.membership)
    except IntegrityError:  # two tabs at once
        return


def _check_open(work: Work) -> None:
    if not work.window.takes_answers or work.assignment.archived_at:
        raise ClosedError


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
    """Grade an answer and record it, once for each token; in a check once for each item.

    Raises :class:`ClosedError` when it is too early or too late, and a solver error for an
    answer that cannot be read; nothing is recorded then.
    """
    _check_open(work)
    verdict = grade(item, given)
    with transaction.atomic():
        # A student's answers wait for one another, so that a check takes only one.
        Membership.objects.select_for_update().get(pk=work.membership.pk)
        if work.assignment.is_check:
            first = ItemAttempt.objects.filter(item=item, membership=work.membership)
            counted = first.exclude(solved=None).first()
            if counted is not None:
                return counted
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
        raise InvalidInputError("This assignment is done without hints.")
    attempt = _attempt(work, item, token)
    wanted = min(max(tier, 1), TIERS)
    waiting = ItemAttempt.objects.filter(pk=attempt.pk, solved=None, hint_tier__lt=wanted)
    if waiting.update(hint_tier=wanted):
        attempt.hint_tier = wanted
    return attempt


def start_game(work: Work, item: Item, token: uuid.UUID) -> Match:
    """The game of an item to be won: the one that runs, or a new one."""
    _check_open(work)
    if item.goal != Goal.PLAY:
        raise InvalidInputError.of("an item to play out", item, "answer it on its page")
    played = ItemAttempt.objects.filter(item=item, membership=work.membership)
    counted = played.exclude(solved=None).select_related("match").first()
    if work.assignment.is_check and counted is not None and counted.match is not None:
        return counted.match
    attempt = _attempt(work, item, token)
    if attempt.match is not None:
        return attempt.match
    if attempt.solved is not None:
        attempt = _attempt(work, item, uuid.uuid4())
    match = start_match(
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
    ItemAttempt.objects.filter(pk=attempt.pk, match=None).update(match=match)
    return match


@receiver(match_finished)
def record_game(match: Match, **rest: Any) -> None:
    """Record how the game of an item ended; help taken during it counts as help."""
    attempt = ItemAttempt.objects.select_related("item").filter(match=match, solved=None).first()
    work = work_for(match) if attempt else None
    if attempt is None or work is None or not work.window.takes_answers:
        return  # what ends after the time is over does not count
    won = match.winner == Seat.OWNER
    habits = () if won else habits_of_game(match)
    ItemAttempt.objects.filter(pk=attempt.pk, solved=None).update(
        answer=WON if won else LOST,
        solved=won,
        hint_tier=TIERS if took_help(match) else attempt.hint_tier,
        misconception=habits[0].key if habits else "",
        answered_at=timezone.now(),
    )
