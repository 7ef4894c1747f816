"""Rounds of a room: everybody plays a neighbour, each position from both sides."""

from __future__ import annotations

import uuid

from django.db import models
from django.utils.functional import cached_property

from games.live.models import Participant, Room
from games.play.models import Match, Seat
from solver import get_opponent


class RoomRound(models.Model):
    """One position that everybody in a room plays against somebody.

    What is still being played when it has *ended* gives nobody a point. Names are on the
    projector only if whoever leads *shows_names*.
    """

    class Draw(models.TextChoices):
        ROBIN = "robin", "Everyone plays everyone"
        LADDER = "ladder", "Winners play winners"

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    draw = models.CharField(max_length=6, choices=Draw, default=Draw.ROBIN)
    ruleset = models.CharField(max_length=300)
    position = models.CharField(max_length=100)
    convention = models.CharField(max_length=6)
    to_move = models.CharField(max_length=5, blank=True)
    shows_names = models.BooleanField(default=False)
    started_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["room", "number"], name="one_round_for_a_number"),
        )

    def __str__(self) -> str:
        return f"Round {self.number}: {self.ruleset} {self.position}"

    @property
    def is_going(self) -> bool:
        return self.ended_at is None


class RoomPair(models.Model):
    """Two who play each other in a round; without a *second* one *first* plays a character.

    *table* counts the pairs of a round from 1: a number by which two find each other.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    round = models.ForeignKey(RoomRound, on_delete=models.CASCADE, related_name="pairs")
    first = models.ForeignKey(Participant, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(
        Participant, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    table = models.PositiveSmallIntegerField()
    drawn_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("drawn_at", "pk")

    def __str__(self) -> str:
        return f"{self.first} and {self.second or 'a character'}"

    @property
    def people(self) -> list[Participant]:
        """Who plays."""
        return [self.first, self.second] if self.second else [self.first]

    def partner_of(self, participant: Participant) -> Participant | None:
        """Whom *participant* plays; None for a character."""
        return self.second if participant == self.first else self.first

    @cached_property
    def ordered(self) -> list[RoomGame]:
        """Its games in the order in which they are played."""
        return sorted(self.games.all(), key=lambda game: game.number)

    @property
    def at(self) -> RoomGame | None:
        """The game that they are at: the first that is not finished."""
        return next((game for game in self.ordered if not game.is_finished), None)


class RoomGame(models.Model):
    """A game of two; in the second they have changed sides."""

    NUMBERS = (1, 2)

    pair = models.ForeignKey(RoomPair, on_delete=models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField()
    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="of_room")

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["pair", "number"], name="one_game_of_a_pair"),
        )

    def __str__(self) -> str:
        return f"game {self.number} of {self.pair}"

    @property
    def is_finished(self) -> bool:
        return self.match.state == Match.State.FINISHED

    @property
    def owner(self) -> Participant:
        """Who sits on the owner's seat: each of two people once."""
        return self.pair.second if self.number == 2 and self.pair.second else self.pair.first

    @property
    def winner(self) -> Participant | None:
        """Who has won; None for a character, and while it goes on."""
        if not self.is_finished:
            return None
        return self.owner if self.match.winner == Seat.OWNER else self.pair.partner_of(self.owner)

    @property
    def counts(self) -> bool:
        """Whether it was finished before its round ended."""
        finished, ended = self.match.finished_at, self.pair.round.ended_at
        return finished is not None and (ended is None or finished <= ended)

    @property
    def character(self) -> str:
        """The name of the character that is played; empty between two people."""
        return "" if self.pair.second_id else get_opponent(self.match.opponent).name
