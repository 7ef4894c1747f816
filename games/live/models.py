"""Rooms: a class, or whoever is there, in front of one board.

An answer is stored as it was given and nothing else is touched by it; what is right is computed
when the room is shown it, and not before.
"""

from __future__ import annotations

import secrets
import uuid
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.db import models
from django.urls import reverse
from django.utils import timezone

from games.classes.models import CODE_ALPHABET, Classroom
from games.exercises.asked import Asked
from games.exercises.goals import puzzle_goals
from games.people.models import Owned, User, Visitor, one_per_owner
from games.play.models import Match

CODE_LENGTH = 7
TITLE_LENGTH = 80
NAME_LENGTH = 40
STEP_LENGTH = 200
LASTS = timedelta(hours=3)
"""How long a room is open that nobody closes."""


def new_code() -> str:
    """Seven characters that can be read from the back row; about 33 bits."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


def closing_time() -> datetime:
    """When a room that is opened now is over."""
    return timezone.now() + LASTS


class Room(models.Model):
    """Some questions for the people in a room, one after the other.

    *version* counts everything that a phone has to see; an instructor's step names the version
    it was made on, and *last_step* says which it was, so that the same one sent twice is known.
    *current* is the question the room is at, none in the lobby. *match* is the game that the room
    plays together, *round* the round in which its people play each other, as long as that is what
    the room is at. A room without a class keeps nothing once it is over.
    """

    SETTINGS: ClassVar = ("classroom", "title")
    """What is filled in when it is opened, each in a field of its form."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_code)
    owner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="rooms")
    classroom = models.ForeignKey(
        Classroom, on_delete=models.CASCADE, null=True, blank=True, related_name="rooms"
    )
    title = models.CharField(max_length=TITLE_LENGTH)
    version = models.PositiveIntegerField(default=1)
    current = models.ForeignKey(
        "Question", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    match = models.ForeignKey(
        Match, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    round = models.ForeignKey(
        "RoomRound", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    last_step = models.CharField(max_length=STEP_LENGTH, blank=True, editable=False)
    turn_seconds = models.PositiveSmallIntegerField(default=0)
    """How long a turn of the game is open for votes; 0 without a clock."""
    is_paused = models.BooleanField(default=False)
    is_shut = models.BooleanField(default=False)
    """Whether nobody new comes in; those who have been here come back."""
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
        """The code in two parts, easier to copy."""
        return f"{self.code[:3]} {self.code[3:]}"

    @property
    def is_over(self) -> bool:
        """Whether it was closed, or three hours have gone by."""
        return self.closed_at is not None or self.closes_at <= timezone.now()

    @property
    def stage(self) -> str:
        """What goes on: ``over``, a ``round`` of neighbours, the ``lobby``, a ``turn`` of its game,
        or the state of the question."""
        if self.is_over:
            return "over"
        if self.round:
            return "round"
        if self.current is None:
            return "lobby"
        return "turn" if self.current.turn_version is not None else str(self.current.state)


class Question(models.Model):
    """One thing that a room is asked: a position and a goal, as everywhere.

    *frame* counts the frames of the film of *theory* from 1, 0 while none is shown. Until
    *ends_at* an answer counts, without it until the answers are shown. A question about the
    room's game belongs to it as *turn*: its *turn_version* is the version of the match.
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
    """What whoever teaches wants to remember; on their own screen alone."""
    turn_version = models.PositiveIntegerField(null=True, blank=True)
    theory = models.CharField(max_length=20, blank=True)
    frame = models.PositiveSmallIntegerField(default=0)
    ends_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["room", "number"], name="one_question_for_a_number"),
        )

    def __str__(self) -> str:
        return f"{self.number}. {self.ruleset} {self.position}"

    @property
    def asked(self) -> Asked:
        """What is asked, as a value."""
        return Asked.of(self)

    @property
    def is_open(self) -> bool:
        """Whether an answer still counts."""
        on_time = self.ends_at is None or timezone.now() < self.ends_at
        return self.state == self.State.ASKED and on_time


class Participant(Owned):
    """Somebody in a room: a student of its class, or a visitor by a first name.

    *seat* is a number by which a visitor without an account comes back on another phone;
    *moved_from* is who they were on the phone before that. Somebody who was *taken out* has left,
    too: their name stays taken, and their answers do not count until they are let in again.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="participants")
    name = models.CharField(max_length=NAME_LENGTH)
    seat = models.PositiveIntegerField(null=True, blank=True)
    is_hidden = models.BooleanField(default=False)
    joined_at = models.DateTimeField(auto_now_add=True)
    left_at = models.DateTimeField(null=True, blank=True)
    taken_out_at = models.DateTimeField(null=True, blank=True)
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

    @classmethod
    def claim(cls, visitor: Visitor, user: User) -> None:
        """Make the visitor's seats the user's. Where both sit in one room, the visitor's is left
        with what it has answered."""
        seats = cls._default_manager.filter(visitor=visitor)
        both = Room.objects.filter(participants__visitor=visitor)
        both = both.filter(participants__in=cls._default_manager.filter(user=user))
        seats.filter(room__in=both, left_at=None).update(left_at=timezone.now())
        seats.exclude(room__in=both).update(user=user, visitor=None)


class Answers(models.QuerySet["Answer"]):
    """What was said to questions."""

    def counting(self) -> Answers:
        """Without the answers of those who were taken out."""
        return self.filter(participant__taken_out_at=None)


class Answer(models.Model):
    """What a participant says to a question; the last one before it is shown counts."""

    question = models.ForeignKey(Question, on_delete=models.CASCADE, related_name="answers")
    participant = models.ForeignKey(Participant, on_delete=models.CASCADE, related_name="answers")
    text = models.TextField()
    given_at = models.DateTimeField(default=timezone.now)

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


def asked_columns(asked: Asked, **more: Any) -> dict[str, Any]:
    """What is asked, as the columns of a :class:`Question`."""
    return {**asked.columns, "extra": asked.extra, **more}
