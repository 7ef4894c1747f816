"""A tournament of a class's programs: every program plays every other one twice."""

from __future__ import annotations

from django.db import models
from django.urls import reverse

from games.boards.games import get_preset
from games.play.programs.saved_programs import LENGTH_OF_NAME, ProgramVersion
from games.teach.classes.models import Classroom, Membership

LENGTH_OF_FAULT = 400
"""The longest sentence about a program that stopped: 200 characters of the program's own, a line
and a board."""


class Tournament(models.Model):
    """A tournament at one starting position, the key of a preset. Students enter while it
    *is_open*; when it is finished, they see its table if it *is_shown*."""

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="tournaments")
    game = models.CharField(max_length=40)
    is_open = models.BooleanField(default=True)
    is_shown = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-created_at", "-pk")
        constraints = (
            models.UniqueConstraint(
                fields=["classroom"],
                condition=models.Q(finished_at=None),
                name="one_unfinished_tournament_of_a_class",
            ),
        )

    def __str__(self) -> str:
        preset = get_preset(self.game)
        return preset.name if preset else self.game

    def get_absolute_url(self) -> str:
        page = reverse("tournaments:tournament", args=[self.classroom_id])
        return f"{page}?number={self.pk}"


class TournamentEntry(models.Model):
    """A student's program in a tournament, in the version that was entered. Another program makes
    another entry, so that no result is ever read as one of the program before it."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    membership = models.ForeignKey(
        Membership, on_delete=models.CASCADE, related_name="tournament_entries"
    )
    version = models.ForeignKey(
        ProgramVersion, on_delete=models.SET_NULL, null=True, related_name="tournament_entries"
    )
    """None if the student has deleted the program since."""

    program_name = models.CharField(max_length=LENGTH_OF_NAME)
    given_away = models.PositiveIntegerField(null=True, blank=True)
    """Wins given away in all games; None if the solver could not judge every move in its time."""

    entered_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("entered_at", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=["tournament", "membership"], name="one_entry_in_a_tournament"
            ),
        )

    def __str__(self) -> str:
        return self.program_name


class TournamentGame(models.Model):
    """A game of two entries, with all its *moves* in a line. With a *fault*, a sentence, the
    program to move stopped and lost."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="games")
    first = models.ForeignKey(TournamentEntry, on_delete=models.CASCADE, related_name="first_games")
    second = models.ForeignKey(
        TournamentEntry, on_delete=models.CASCADE, related_name="second_games"
    )
    moves = models.TextField(blank=True)
    first_won = models.BooleanField()
    fault = models.CharField(max_length=LENGTH_OF_FAULT, blank=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=["first", "second"], name="one_game_of_two_entries"),
        )

    def __str__(self) -> str:
        return f"{self.first} against {self.second}"

    @property
    def winner_id(self) -> int:
        """The key of the entry that won."""
        return self.first_id if self.first_won else self.second_id

    @property
    def loser_id(self) -> int:
        """The key of the entry that lost."""
        return self.second_id if self.first_won else self.first_id
