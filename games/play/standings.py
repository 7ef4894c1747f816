"""How the games against each opponent went; a habit is told once it has been beaten twice."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q

from games.boards.games import Preset
from games.people.models import Owner, owned_by
from games.play.habits import HabitExample, example_of
from games.play.models import Match, Seat
from solver import OPPONENTS, Opponent

BEATEN = 2


@dataclass(frozen=True)
class OpponentStanding:
    """One opponent with the games won and lost against it."""

    opponent: Opponent
    won: int
    lost: int

    @property
    def habit(self) -> str:
        """The character's habit, once it has been beaten often enough."""
        known = self.opponent.habit
        return known.text if known and self.won >= BEATEN else ""

    @property
    def example(self) -> HabitExample | None:
        """Where the habit goes wrong, once it is told."""
        return example_of(self.opponent) if self.habit else None

    @property
    def to_go(self) -> int:
        """How many wins are missing until the habit is told."""
        return max(0, BEATEN - self.won)


def beaten_by(owner: Owner | None, game: Preset | None = None) -> set[str]:
    """The opponents that somebody has won against, by their keys: in any game, or in *game*."""
    won = Match.objects.filter(state=Match.State.FINISHED, winner=Seat.OWNER)
    if game:
        ruleset, position, convention = game.question
        won = won.filter(ruleset=ruleset, start=position, convention=convention)
    return set(owned_by(owner, won).order_by().values_list("opponent", flat=True).distinct())


def standings(owner: Owner | None) -> list[OpponentStanding]:
    """Every opponent with the owner's results."""
    finished = owned_by(owner, Match.objects.filter(state=Match.State.FINISHED))
    counted = {
        row["opponent"]: row
        for row in finished.values("opponent")
        .annotate(
            won=Count("pk", filter=Q(winner=Seat.OWNER)),
            lost=Count("pk", filter=Q(winner=Seat.OTHER)),
        )
        .order_by("opponent")
    }
    nothing = {"won": 0, "lost": 0}
    results = ((opponent, counted.get(opponent.key, nothing)) for opponent in OPPONENTS)
    return [
        OpponentStanding(opponent, result["won"], result["lost"]) for opponent, result in results
    ]
