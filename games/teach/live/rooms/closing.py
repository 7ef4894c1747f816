"""The end of a room: what is deleted, and what its class keeps as practice."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from datetime import datetime

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format

from games.people.models import User
from games.questions.attempts import GradedAnswer
from games.questions.question import Question
from games.teach.classes.models import Membership
from games.teach.live.rooms.models import Participant, Room, RoomQuestion
from games.teach.live.rooms.tally import judged, verdict_of
from games.teach.work.models import Assignment, Item, ItemAttempt
from games.teach.work.shares import FULL
from games.teach.work.standings.settling import settle
from games.teach.work.terms import TITLE_LENGTH
from games.teach.work.writing import storing_work
from games.web.transactions import all_or_nothing
from solver import InvalidInputError

NOTHING_TO_KEEP = "This room asked no question that can be saved as practice."
NOT_OVER = "The room is still open. Close it first, then save its questions."


def is_over(now: datetime) -> Q:
    """The condition for rooms that were closed or whose three hours are over."""
    return Q(closed_at__isnull=False) | Q(closes_at__lte=now)


def rooms_to_forget(now: datetime) -> QuerySet[Room]:
    """Rooms without a class that ended long enough ago."""
    old = now - settings.KEPT["rooms of nobody"]
    return Room.objects.filter(is_over(now), classroom=None, created_at__lt=old)


def people_to_forget(now: datetime) -> QuerySet[Participant]:
    """The participants of closed rooms whose answers nobody needs any more."""
    old = Q(created_at__lt=now - settings.KEPT["answers in a room"])
    rooms = Room.objects.filter(is_over(now)).filter(Q(classroom=None) | old)
    return Participant.objects.filter(room__in=rooms)


def forget_people(room: Room) -> None:
    """Delete the participants of a room without a class, with their answers."""
    if room.classroom_id is None:
        room.participants.all().delete()


# --- keeping as practice --------------------------------------------------------------------------


def practice_of(room: Room) -> Assignment | None:
    """The practice that the class saved from the room; None if it saved none."""
    return Assignment.objects.filter(pk=_key(room)).first()


def keepable(room: Room) -> list[RoomQuestion]:
    """The questions of the room that can be asked again: not the turns of a game, and none that
    needs more than its position."""
    asked = room.questions.exclude(state=RoomQuestion.State.WAITING).filter(turn_version=None)
    return [question for question in asked if not question.extra]


@all_or_nothing
def keep(room: Room, user: User) -> Assignment:
    """Save the room's questions as practice of the class, and each student's answers as tries, at
    most once.

    The class talked while it answered, so the practice has no weight in the grades, every try earns
    full points, and students who were not in the room are excused. Raises
    :class:`InvalidInputError` if nothing was asked or the room is still open.
    """
    room = Room.objects.select_for_update(of=("self",)).select_related("classroom").get(pk=room.pk)
    kept = practice_of(room)
    if kept is not None:
        return kept
    questions = keepable(room)
    if not room.is_over:
        raise InvalidInputError(NOT_OVER, value="")
    if room.classroom is None or not questions:
        raise InvalidInputError(NOTHING_TO_KEEP, value="")
    day = date_format(timezone.localtime(room.created_at, room.classroom.zone), "j F Y")
    title = f"{room.title[: TITLE_LENGTH - len(day) - 2]}, {day}"
    practice = storing_work.create(room.classroom, user, title, key=_key(room))
    storing_work.add_exercises(practice, (question.asked for question in questions))
    storing_work.settle(practice, weight=0, choice_tries=FULL)
    storing_work.excuse(practice, _absent(room))
    ItemAttempt.objects.bulk_create(_tries(room, practice, questions))
    settle(practice)
    storing_work.publish(practice)
    return Assignment.objects.get(pk=practice.pk)


def _absent(room: Room) -> QuerySet[Membership]:
    """The students of the class who were not in the room."""
    there = room.participants.filter(user__isnull=False, taken_out_at=None)
    members = Membership.objects.active().filter(classroom=room.classroom_id)
    return members.exclude(user__in=there.values("user"))


def _tries(
    room: Room, practice: Assignment, questions: Sequence[RoomQuestion]
) -> Iterable[ItemAttempt]:
    """The answers of the class's students as tries, earliest first."""
    items: dict[Question, Item] = {item.asked: item for item in practice.items.all()}
    students: dict[int | None, Membership] = {
        member.user_id: member for member in Membership.objects.filter(classroom=room.classroom_id)
    }
    for answer in judged(questions):
        member = students.get(answer.participant.user_id)
        if member is None:
            continue
        asked, given = answer.question.asked, GradedAnswer(answer.text, verdict_of(answer))
        habit = given.verdict.habit
        yield ItemAttempt(
            item=items[asked],
            membership=member,
            **asked.columns,
            token=uuid.uuid5(room.pk, f"{answer.pk}"),
            answered_at=answer.given_at,
            misconception=habit.key if habit else "",
            **given.fields,
        )


def _key(room: Room) -> uuid.UUID:
    return uuid.uuid5(room.pk, "practice")
