"""Matches and their moves. The moves are authoritative; the position is stored beside them for
speed and can be recomputed from them (``manage.py check_matches``)."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

from django.db import models
from django.db.models.deletion import CASCADE, Collector
from django.urls import reverse
from django.utils import timezone

from games.people.models import Owned, Owner, User, Visitor
from games.people.name_fields import NameField
from games.web.polling import Now, current
from solver import Convention, Player
from solver.teaching import get_opponent


class Seat(models.TextChoices):
    """The two seats: the owner of the match, and the other player (the computer or a second
    person)."""

    OWNER = "owner", "you"
    OTHER = "other", "your opponent"


def other_seat(seat: str) -> str:
    """The seat across the table."""
    return Seat.OTHER if seat == Seat.OWNER else Seat.OWNER


def leave_seat(collector: Collector, field: Any, matches: models.QuerySet[Any], using: str) -> None:
    """When an account or visitor is deleted, leave their matches to the player across the table and
    remove their name. Delete the matches that have no player left."""
    is_owner = field.name in ("user", "visitor")
    seat, across = (Seat.OWNER, "other_") if is_owner else (Seat.OTHER, "")
    kept = models.Q(pk__in=())
    for kind, model in (("user", User), ("visitor", Visitor)):
        going = [row.pk for row in collector.data.get(model, ())]
        stays = models.Q(**{f"{across}{kind}__isnull": False})
        kept |= stays & ~models.Q(**{f"{across}{kind}__in": going})
    staying = list(matches.filter(kept))
    columns = {column.name: column for column in Match._meta.fields}
    for name, value in ((field.name, None), (f"{seat}_name", ""), ("left_by", seat)):
        collector.add_field_update(columns[name], value, staying)
    CASCADE(collector, field, matches.exclude(pk__in=[match.pk for match in staying]), using)


def seat_of(kind: type[Owner]) -> models.ForeignKey[Any, Any]:
    """The person in a seat, if they are a *kind* (an account or a visitor)."""
    return models.ForeignKey(kind, on_delete=leave_seat, null=True, blank=True, related_name="+")


NAME_LENGTH = 30
NOBODY = models.Q(user=None, visitor=None)
NO_OTHER = models.Q(other_user=None, other_visitor=None)
ONE_OWNER = models.Q(user=None) ^ models.Q(visitor=None)
ONE_OTHER = models.Q(other_user=None) ^ models.Q(other_visitor=None)


class Match(Owned):
    """One game from a start position to its end.

    *version* counts the changes of the match; each move stores the version it was made on. *origin*
    is the page that started the match, if the match is part of something. Without *has_help* the
    players cannot ask for hints or take moves back. A program has its name in *other_name*.

    Between two people on two devices, both seats have a person. The other player joins with the
    *invitation*, a key that nobody can guess; it moves on to the next game of the two. A game won
    against the computer has one once its owner challenges a friend with the same board.

    *left_by* is the seat of the player who has left, *asked_again* the seat of the player who asks
    for another game, and *next* that game, once both have asked. *seat* is the seat from which the
    match is shown.
    """

    seat: str = Seat.OWNER
    part: Any = None
    """The thing that the match is part of, as its origin has read it; one read per request."""

    class State(models.TextChoices):
        WAITING = "waiting", "waiting for a second player"
        CHOOSING = "choosing", "choosing who starts"
        RUNNING = "running", "running"
        FINISHED = "finished", "finished"

    PERSON = "person"  # the opponent of a match between two people on one screen
    FRIEND = "friend"  # and on two devices
    PROGRAM = "program"  # somebody's program, which plays in the owner's browser
    NOT_OURS = (PERSON, FRIEND, PROGRAM)  # those whose moves come to us from outside

    user = seat_of(User)
    visitor = seat_of(Visitor)
    other_user = seat_of(User)
    other_visitor = seat_of(Visitor)
    owner_name = NameField(max_length=NAME_LENGTH, blank=True)
    other_name = NameField(max_length=NAME_LENGTH, blank=True)
    invitation = models.CharField(max_length=22, unique=True, null=True, blank=True)
    left_by = models.CharField(max_length=5, choices=Seat, blank=True)
    asked_again = models.CharField(max_length=5, choices=Seat, blank=True)
    next = models.OneToOneField(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="previous"
    )
    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    ruleset = models.TextField()
    start = models.TextField()
    convention = models.CharField(max_length=6, choices=[(c.value, c.value) for c in Convention])
    opponent = models.CharField(max_length=20)
    seed = models.PositiveBigIntegerField()
    starter = models.CharField(max_length=5, choices=Seat, blank=True)
    owner_player = models.CharField(
        max_length=5, choices=[(p.value, p.value) for p in Player], default=Player.LEFT.value
    )
    position = models.TextField()
    version = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=8, choices=State, default=State.RUNNING)
    winner = models.CharField(max_length=5, choices=Seat, blank=True)
    resigned = models.BooleanField(default=False)
    hint_version = models.PositiveIntegerField(default=0)
    hint_tier = models.PositiveSmallIntegerField(default=0)
    origin = models.CharField(max_length=200, blank=True)
    has_help = models.BooleanField(default=True)
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta(Owned.Meta):
        verbose_name_plural = "matches"
        ordering = ("-created_at",)
        constraints = (
            models.CheckConstraint(
                condition=(ONE_OWNER & (ONE_OTHER | NO_OTHER)) | (NOBODY & ONE_OTHER),
                name="match_has_somebody",
            ),
        )

    def __str__(self) -> str:
        return f"{self.ruleset} {self.start} {self.convention}"

    @property
    def hints(self) -> int:
        """How many tiers of the hint for the current position the player has asked for."""
        return self.hint_tier if self.hint_version == self.version else 0

    @classmethod
    def theirs(cls, kind: str, who: Any) -> models.Q:
        """The condition that this person has either seat."""
        return models.Q(**{kind: who}) | models.Q(**{f"other_{kind}": who})

    @classmethod
    def claim(cls, visitor: Visitor, user: User) -> None:
        """Give the visitor's matches to the account, in either seat."""
        super().claim(visitor, user)
        cls.objects.filter(other_visitor=visitor).update(other_user=user, other_visitor=None)

    def seen_by(self, owner: Owner) -> Match:
        """The match from the seat of this player."""
        mine = self.user_id if isinstance(owner, User) else self.visitor_id
        return self.seen_from(Seat.OWNER if mine == owner.pk else Seat.OTHER)

    def seen_from(self, seat: str) -> Match:
        """The match from this seat."""
        self.seat = seat
        return self

    @property
    def is_hot_seat(self) -> bool:
        return self.opponent == self.PERSON

    @property
    def is_with_friend(self) -> bool:
        """Whether two people play it, each on their own device."""
        return self.opponent == self.FRIEND

    @property
    def is_with_program(self) -> bool:
        """Whether the other side is a program that runs in the owner's browser."""
        return self.opponent == self.PROGRAM

    def sitter(self, seat: str) -> tuple[int | None, uuid.UUID | None]:
        """The keys of the user and the visitor in this seat."""
        if seat == Seat.OWNER:
            return self.user_id, self.visitor_id
        return self.other_user_id, self.other_visitor_id

    def seat_at(self, ply: int) -> str:
        """The seat that moves at *ply* (from 0)."""
        return self.starter if ply % 2 == 0 else other_seat(self.starter)

    @property
    def is_won(self) -> bool:
        """Whether the player who looks at the match has won."""
        return self.winner == self.seat

    @property
    def friend_name(self) -> str:
        """The name that the friend has entered, if any."""
        return self.other_name if self.seat == Seat.OWNER else self.owner_name

    @property
    def opponent_name(self) -> str:
        """The name of the other side."""
        if self.is_with_friend:
            return self.friend_name or "Your friend"
        if self.is_with_program:
            return self.other_name or "The program"
        return "Player 2" if self.is_hot_seat else get_opponent(self.opponent).name

    def get_absolute_url(self) -> str:
        return reverse("play:match", args=[self.pk])


class Move(models.Model):
    """One move of a match. *text* is ``row>parts``, with zeros, so that a board can draw gaps.

    A move taken back stays, with the version that undid it. *hint_tier* says how much help was
    asked for before it.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="moves")
    ply = models.PositiveIntegerField()
    seat = models.CharField(max_length=5, choices=Seat)
    version = models.PositiveIntegerField()
    text = models.TextField()
    hint_tier = models.PositiveSmallIntegerField(default=0)
    undone_at = models.PositiveIntegerField(null=True, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("ply",)
        constraints = (
            models.UniqueConstraint(
                fields=["match", "ply"],
                condition=models.Q(undone_at__isnull=True),
                name="move_ply_unique_in_match",
            ),
        )

    def __str__(self) -> str:
        return f"{self.ply}. {self.text}"


AFTERWARDS = timedelta(minutes=5)
"""The time after a game in which a player is likely to ask for another."""


@current("match")
def match_now(match_id: uuid.UUID) -> Now | None:
    """The version of the match. Pages expect changes until shortly after the end."""
    match = Match.objects.filter(pk=match_id).only("version", "finished_at", "left_by").first()
    if match is None:
        return None
    is_late = match.finished_at is not None and match.finished_at < timezone.now() - AFTERWARDS
    return Now(match.version, is_awaited=not match.left_by and not is_late)
