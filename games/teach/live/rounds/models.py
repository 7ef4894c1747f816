"""Rounds of a room: everybody plays a partner, each position from both sides."""

from __future__ import annotations

import uuid

from django.db import models
from django.utils.functional import cached_property

from games.play.models import Match, Seat
from games.teach.live.rooms.agenda import RoomPart
from games.teach.live.rooms.models import Participant, Room
from solver.teaching import get_opponent

CHARACTER = "learner"
"""The opponent of a person without a partner: one who loses often enough, to everybody."""


class RoomRound(models.Model):
    """A round in which everybody in a room plays one position.

    Games that are unfinished when it *ended* score no point. The wall shows names only if the
    instructor *shows_names*. A person without a partner plays the *opponent*; in a round with the
    draw ``alone`` everybody does. *part* is the part of the lesson that started the round, if any.
    """

    class Draw(models.TextChoices):
        ROBIN = "robin", "Everyone plays everyone"
        LADDER = "ladder", "Winners play winners"
        ALONE = "alone", "Everyone plays a character"

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    draw = models.CharField(max_length=6, choices=Draw, default=Draw.ROBIN)
    ruleset = models.CharField(max_length=300)
    position = models.CharField(max_length=100)
    convention = models.CharField(max_length=6)
    to_move = models.CharField(max_length=5, blank=True)
    opponent = models.CharField(max_length=20, default=CHARACTER)
    part = models.ForeignKey(
        RoomPart, on_delete=models.SET_NULL, null=True, blank=True, related_name="rounds"
    )
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

    @property
    def alone_against(self) -> str:
        """The character that everybody plays; empty if people play each other."""
        is_alone = self.draw == RoomRound.Draw.ALONE
        return get_opponent(self.opponent).name if is_alone else ""


class RoomPair(models.Model):
    """Two people who play each other in a round. Without a *second*, *first* plays a character.

    *table* numbers the pairs of a round from 1, so that two people can find each other. If *second*
    came late, *taken_over_at* is when they took a character's seat in the running games.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    round = models.ForeignKey(RoomRound, on_delete=models.CASCADE, related_name="pairs")
    first = models.ForeignKey(Participant, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(
        Participant, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    table = models.PositiveSmallIntegerField()
    drawn_at = models.DateTimeField(auto_now_add=True)
    taken_over_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("drawn_at", "pk")

    def __str__(self) -> str:
        return f"{self.first} and {self.second or 'a character'}"

    @property
    def people(self) -> list[Participant]:
        """The people of the pair."""
        return [self.first, self.second] if self.second else [self.first]

    def partner_of(self, participant: Participant) -> Participant | None:
        """The partner of *participant*; None for a character."""
        return self.second if participant == self.first else self.first

    @cached_property
    def ordered(self) -> list[RoomGame]:
        """Its games in the order in which they are played."""
        return sorted(self.games.all(), key=lambda game: game.number)

    @property
    def at(self) -> RoomGame | None:
        """The current game: the first unfinished one."""
        return next((game for game in self.ordered if not game.is_finished), None)


class RoomGame(models.Model):
    """A game of a pair; in the second one they swap sides."""

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
    def people(self) -> list[Participant]:
        """The people who play it: both, or one against a character."""
        return self.pair.people if self.match.is_with_friend else [self.pair.first]

    @property
    def owner(self) -> Participant:
        """The person in the owner's seat. Each of two people has it once, unless the second took
        over a character's seat."""
        pair = self.pair
        is_seconds = self.number == 2 and pair.second and not pair.taken_over_at
        return pair.second if pair.second and is_seconds else pair.first

    @property
    def winner(self) -> Participant | None:
        """The winner; None if it is a character or the game is not finished."""
        if not self.is_finished:
            return None
        if self.match.winner == Seat.OWNER:
            return self.owner
        return self.pair.partner_of(self.owner) if self.match.is_with_friend else None

    @property
    def counts(self) -> bool:
        """Whether the game was finished before its round ended."""
        finished, ended = self.match.finished_at, self.pair.round.ended_at
        return finished is not None and (ended is None or finished <= ended)

    @property
    def character(self) -> str:
        """The name of the character in this game; empty between two people."""
        return "" if self.match.is_with_friend else get_opponent(self.match.opponent).name
