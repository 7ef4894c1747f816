"""Matches and their moves. The moves are the truth; the position is kept beside them for speed
and can be recomputed from them (``manage.py check_matches``)."""

from __future__ import annotations

import uuid

from django.db import models
from django.urls import reverse

from games.exercises.practice import practised
from games.people.models import Owned, owned_by
from games.play.origins import origin_of
from games.web.prepared import Slot
from solver import Convention, Player, get_opponent


class Seat(models.TextChoices):
    """Who sits where: the owner of the match, or the other one (computer or second person)."""

    OWNER = "owner", "you"
    OTHER = "other", "the other"


def other_seat(seat: str) -> str:
    """The seat across the table."""
    return Seat.OTHER if seat == Seat.OWNER else Seat.OWNER


class Match(Owned):
    """One game from a start position to its end.

    *version* counts the changes of the match; a move names the version it was made on. *origin*
    is the page it was started from, if it is part of something; without *has_help* there are
    neither hints nor a way to take moves back.
    """

    class State(models.TextChoices):
        CHOOSING = "choosing", "choosing who starts"
        RUNNING = "running", "running"
        FINISHED = "finished", "finished"

    PERSON = "person"  # the opponent of a match between two people on one screen

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

    def __str__(self) -> str:
        return f"{self.ruleset} {self.start} {self.convention}"

    @property
    def hints(self) -> int:
        """How many tiers of the hint for the position at hand have been asked for."""
        return self.hint_tier if self.hint_version == self.version else 0

    @property
    def origin_name(self) -> str:
        """What the page of its origin is called."""
        return origin_of(self).label

    @property
    def is_hot_seat(self) -> bool:
        return self.opponent == self.PERSON

    @property
    def opponent_name(self) -> str:
        """What the page calls the other side."""
        return "Player 2" if self.is_hot_seat else get_opponent(self.opponent).name

    def get_absolute_url(self) -> str:
        return reverse("play:match", args=[self.pk])


class Move(models.Model):
    """One move of a match. *text* is ``row>parts``, zeros kept so that a board can draw gaps.

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


@practised("created_at")
def _matches(owner: Slot) -> models.QuerySet[Match]:
    return owned_by(owner, Match.objects.all())
