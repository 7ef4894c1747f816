"""Live rooms: a class, or any guests, in front of one board.

An answer is stored as it was given, and that changes nothing else. The right answer is computed
only when the room shows it, and then the verdict is stored with each answer.
"""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.db import models
from django.urls import reverse
from django.utils import timezone

from games.people.models import Owned, User, Visitor, one_per_owner
from games.people.name_fields import NameField
from games.play.models import Match
from games.questions.goals import puzzle_goals
from games.questions.question import Question
from games.teach.classes.models import Classroom
from games.web.codes import drawn_code

CODE_LENGTH = 7
TITLE_LENGTH = 80
NAME_LENGTH = 40
STEP_LENGTH = 200
LASTS = timedelta(hours=3)
"""How long a room stays open if nobody closes it."""


def new_code() -> str:
    """A code of seven characters that can be read from the back row; about 33 bits."""
    return drawn_code(CODE_LENGTH)


def closing_time() -> datetime:
    """The time at which a room opened now will end."""
    return timezone.now() + LASTS


class Room(models.Model):
    """A room, which asks its participants one question after the other.

    *version* counts every change that a phone shows. A step of an instructor names the version it
    was made on; *last_step* stores which step that was, to recognise a repeated request. *current*
    is the current question, or None in the lobby. *match* is the game that the room plays together,
    and *round* the round in which its people play each other; both are None at other times. A room
    without a class keeps nothing after its end.

    In a room with a lesson, *part* is the current part, *theory* the one that the lesson explains
    by, and *begun_at* the start of the lesson's clock.
    """

    SETTINGS: ClassVar = ("classroom", "title", "is_only_class", "guests_wait")
    """The settings in the form that opens a room, by column."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_code)
    owner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="rooms")
    classroom = models.ForeignKey(
        Classroom, on_delete=models.CASCADE, null=True, blank=True, related_name="rooms"
    )
    title = models.CharField(max_length=TITLE_LENGTH)
    version = models.PositiveIntegerField(default=1)
    current = models.ForeignKey(
        "RoomQuestion", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    match = models.ForeignKey(
        Match, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    round = models.ForeignKey(
        "RoomRound", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    part = models.ForeignKey(
        "RoomPart", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    theory = models.CharField(max_length=20, blank=True)
    begun_at = models.DateTimeField(null=True, blank=True)
    last_step = models.CharField(max_length=STEP_LENGTH, blank=True, editable=False)
    turn_seconds = models.PositiveSmallIntegerField(default=0)
    """The seconds for voting in a turn of the game; 0 without a clock."""
    is_paused = models.BooleanField(default=False)
    is_shut = models.BooleanField(default=False)
    """Whether new people are locked out; those who were here may come back."""
    is_only_class = models.BooleanField(default=False)
    """Whether only people of the class can join."""
    guests_wait = models.BooleanField(default=False)
    """Whether others than the people of the class wait until the desk lets them in."""
    created_at = models.DateTimeField(auto_now_add=True)
    closes_at = models.DateTimeField(default=closing_time)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-created_at",)

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("live:room", args=[self.code])

    @property
    def shown_code(self) -> str:
        """The code in two groups, which is easier to copy."""
        return f"{self.code[:3]} {self.code[3:]}"

    @property
    def begun(self) -> str:
        """The time of day when the room was opened, where its class is."""
        zone = self.classroom.zone if self.classroom else None
        return f"{timezone.localtime(self.created_at, zone):%H:%M}"

    @property
    def is_over(self) -> bool:
        """Whether the room was closed, or its three hours are over."""
        return self.closed_at is not None or self.closes_at <= timezone.now()

    @property
    def stage(self) -> str:
        """The stage of the room: ``over``, a ``round`` of games, the ``lobby``, a ``part`` that
        asks nothing, a ``turn`` of the room's game, or the state of its question."""
        if self.is_over:
            return "over"
        if self.round:
            return "round"
        if self.current is None:
            return "part" if self.part else "lobby"
        return "turn" if self.current.turn_version is not None else str(self.current.state)


class RoomQuestion(models.Model):
    """A question to the room: a position and a goal, as everywhere.

    *frame* is the number of the shown frame in the film of *theory*, from 1; it is 0 if no film is
    shown. Answers count until *ends_at*, or, if that is None, until they are shown. *picked* is the
    one answer that the wall shows, as it was given. A question about the next move of the room's
    game is a *turn*; its *turn_version* is the version of the match.
    """

    class State(models.TextChoices):
        WAITING = "waiting", "waiting"
        ASKED = "asked", "asked"
        SHOWN = "shown", "answers shown"
        JUDGED = "judged", "verdicts shown"

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="questions")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=7, choices=State, default=State.WAITING)
    ruleset = models.CharField(max_length=300)
    position = models.TextField()
    convention = models.CharField(max_length=6)
    to_move = models.CharField(max_length=5, blank=True)
    goal = models.CharField(max_length=10, choices=puzzle_goals)
    extra = models.JSONField(default=dict, blank=True)
    notes = models.TextField(blank=True)
    """The instructor's notes, shown only on their own screen."""
    turn_version = models.PositiveIntegerField(null=True, blank=True)
    theory = models.CharField(max_length=20, blank=True)
    frame = models.PositiveSmallIntegerField(default=0)
    ends_at = models.DateTimeField(null=True, blank=True)
    asked_at = models.DateTimeField(null=True, blank=True)
    picked = models.TextField(blank=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["room", "number"], name="one_question_for_a_number"),
        )

    def __str__(self) -> str:
        return f"{self.number}. {self.ruleset} {self.position}"

    @property
    def asked(self) -> Question:
        """The question as a value."""
        return Question.of(self)

    @property
    def is_open(self) -> bool:
        """Whether an answer still counts."""
        on_time = self.ends_at is None or timezone.now() < self.ends_at
        return self.state == self.State.ASKED and on_time


class Participant(Owned):
    """A person in a room: a student of its class, or a visitor with a first name.

    A visitor without an account comes back on another phone with the number *seat*; *moved_from* is
    the visitor of the previous phone. A person who was removed (*taken_out_at*) has also left:
    their name stays taken, and their answers do not count until they are let in again. The same
    holds of a guest who *waits* to be let in for the first time.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="participants")
    name = NameField(max_length=NAME_LENGTH)
    seat = models.PositiveIntegerField(null=True, blank=True)
    is_hidden = models.BooleanField(default=False)
    joined_at = models.DateTimeField(auto_now_add=True)
    left_at = models.DateTimeField(null=True, blank=True)
    taken_out_at = models.DateTimeField(null=True, blank=True)
    waits = models.BooleanField(default=False)
    moved_from = models.ForeignKey(
        Visitor, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta(Owned.Meta):
        ordering = ("joined_at", "pk")
        constraints = (
            *Owned.Meta.constraints,
            *one_per_owner("room", name="one_participant"),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def seat_in_groups(self) -> str:
        """The seat number with a space in the middle, as people read it out."""
        number = str(self.seat)
        return f"{number[:4]} {number[4:]}" if len(number) == 8 else number

    @classmethod
    def claim(cls, visitor: Visitor, user: User) -> None:
        """Give the visitor's seats to the user. If both have a seat in one room, the visitor's seat
        is left there, with its answers. A student of the class need not wait any more."""
        seats = cls._default_manager.filter(visitor=visitor)
        both = Room.objects.filter(participants__visitor=visitor)
        both = both.filter(participants__in=cls._default_manager.filter(user=user))
        seats.filter(room__in=both, left_at=None).update(left_at=timezone.now())
        own = seats.exclude(room__in=both)
        learnt = user.memberships.filter(archived_at=None).values("classroom")
        known = own.filter(waits=True, room__classroom__in=learnt)
        known.update(waits=False, taken_out_at=None, left_at=None)
        own.update(user=user, visitor=None)


class Answers(models.QuerySet["Answer"]):
    """Answers of participants."""

    def counting(self) -> Answers:
        """The answers without those of removed people."""
        return self.filter(participant__taken_out_at=None)


class Answer(models.Model):
    """A participant's answer to a question; only the last one before the answers are shown counts.

    *solved* says whether it was right, and *judged* is the verdict as it was given. There is none
    until the room shows who is right, and none after the answer has changed.
    """

    question = models.ForeignKey(RoomQuestion, on_delete=models.CASCADE, related_name="answers")
    participant = models.ForeignKey(Participant, on_delete=models.CASCADE, related_name="answers")
    text = models.TextField()
    given_at = models.DateTimeField(default=timezone.now)
    solved = models.BooleanField(null=True, blank=True)
    judged = models.TextField(blank=True, editable=False)

    objects = Answers.as_manager()

    class Meta:
        ordering = ("given_at", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=["question", "participant"], name="one_answer_to_a_question"
            ),
        )

    def __str__(self) -> str:
        return self.text


def asked_columns(asked: Question, **more: Any) -> dict[str, Any]:
    """The question as the columns of a :class:`RoomQuestion`."""
    return {**asked.columns, "extra": asked.extra, **more}
