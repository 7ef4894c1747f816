"""The opponents at a game, from the easiest to the hardest to beat, and the results against each.
After two wins the player learns the opponent's habit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q, QuerySet

from games.boards.bounds import example_budget
from games.boards.games import PRESETS, Preset
from games.people.models import Owner, owned_by
from games.play.models import Match, Seat
from games.web.written_once import written_once
from solver import Convention, Inquiry, answer, ask, format_position, get_ruleset
from solver.teaching import DOTS, OPPONENTS, Ladder, Opponent, ladder_of

BEATEN = 2


@dataclass(frozen=True)
class OpponentStanding:
    """The games won and lost against one opponent."""

    opponent: Opponent
    won: int
    lost: int

    @property
    def habit(self) -> str:
        """The character's habit, once the player has beaten it often enough."""
        known = self.opponent.habit
        return known.text if known and self.won >= BEATEN else ""

    @property
    def example(self) -> HabitExample | None:
        """An example of the habit, once the player knows the habit."""
        return example_of(self.opponent) if self.habit else None

    @property
    def to_go(self) -> int:
        """The number of wins that are missing to learn the habit."""
        return max(0, BEATEN - self.won)


def beaten_by(owner: Owner | None) -> set[str]:
    """The keys of the opponents that this person has beaten at any game."""
    return set(_won(owner).values_list("opponent", flat=True).distinct())


def beaten_at(owner: Owner | None, games: Iterable[Preset]) -> dict[str, set[str]]:
    """The opponents that this person has beaten at each of *games*, as a map of keys, in one query.
    Friends and their programs do not count."""
    played = {game.question: game.key for game in games}
    beaten: dict[str, set[str]] = {key: set() for key in played.values()}
    won = _won_from(owner, [start for _, start, _ in played]) if owner else []
    for *question, opponent in won:
        if tuple(question) in played:
            beaten[played[question[0], question[1], question[2]]].add(opponent)
    return beaten


@written_once
def _won_from(owner: Owner, starts: Sequence[str]) -> QuerySet[Any, Any]:
    rivals = _won(owner).exclude(opponent__in=(Match.FRIEND, Match.PROGRAM))
    columns = ("ruleset", "start", "convention", "opponent")
    return rivals.filter(start__in=starts).values_list(*columns).distinct()


def _won(owner: Owner | None) -> QuerySet[Match]:
    won = Match.objects.filter(state=Match.State.FINISHED, winner=Seat.OWNER)
    return owned_by(owner, won).order_by()


def standings(owner: Owner | None) -> list[OpponentStanding]:
    """Every opponent with this person's results."""
    counted = {key: results for key, *results in (_results(owner) if owner else [])}
    return [OpponentStanding(one, *counted.get(one.key, (0, 0))) for one in OPPONENTS]


@written_once
def _results(owner: Owner) -> QuerySet[Any, Any]:
    """The games won and lost against each opponent."""
    finished = owned_by(owner, Match.objects.filter(state=Match.State.FINISHED)).order_by()
    won, lost = (Count("pk", filter=Q(winner=seat)) for seat in (Seat.OWNER, Seat.OTHER))
    counted = finished.values("opponent").annotate(won=won, lost=lost)
    return counted.values_list("opponent", "won", "lost")


@dataclass(frozen=True)
class HabitExample:
    """A winning position where the habit *leaves* a losing one, in misère play."""

    ruleset: str
    position: str
    leaves: str

    @property
    def refuted(self) -> Inquiry:
        """The position that the habit leaves, as a question for the other player."""
        return ask(self.ruleset, self.leaves, Convention.MISERE, budget=example_budget())

    @property
    def answered(self) -> str:
        """The position after a winning reply to the habit."""
        move = answer(self.refuted).preferred
        assert move is not None
        return format_position(move.apply(self.refuted.position))


def example_of(opponent: Opponent) -> HabitExample | None:
    """The example of this opponent's habit; None if the opponent has none."""
    if opponent.habit is None or opponent.example is None:
        return None
    ruleset, position = opponent.example
    question = ask(ruleset, position, Convention.MISERE, budget=example_budget())
    move = opponent.habit.choices(question)[0]
    return HabitExample(ruleset, position, format_position(move.apply(question.position)))


@dataclass(frozen=True)
class OpponentCard:
    """An opponent to choose. *strength* is 0 for an opponent who does not play this game;
    *mismatch* says why. *is_beaten* says whether the player has beaten them at any game."""

    opponent: Opponent
    is_beaten: bool
    strength: int = 0
    has_no_flaw: bool = False
    mismatch: str = ""

    @property
    def dots(self) -> str:
        """The strength as dots."""
        return "●" * self.strength + "○" * (DOTS - self.strength)


@dataclass(frozen=True)
class OpponentCards:
    """The opponents to choose from, and the ladder of the game at which we measured their
    strength."""

    ladder: Ladder
    each: tuple[OpponentCard, ...]

    @property
    def measured_at(self) -> str:
        """The name of that game."""
        measured = self.ladder.ruleset.key, self.ladder.text
        return next(one.name for one in PRESETS if (one.ruleset, one.position) == measured)


def opponents_for(
    owner: Owner | None, ruleset: str, position: str, convention: str
) -> OpponentCards:
    """The opponents for a game; those who do not play it come last."""
    ladder, beaten = ladder_of(ruleset, position, convention), beaten_by(owner)
    playing = tuple(
        OpponentCard(
            rung.opponent,
            rung.opponent.key in beaten,
            strength=ladder.strength(rung),
            has_no_flaw=rung.is_flawless and rung.opponent.habit is not None,
        )
        for rung in ladder.rungs
    )
    rules, ending = get_ruleset(ruleset), Convention(convention)
    misfits = tuple(
        OpponentCard(opponent, opponent.key in beaten, mismatch=mismatch)
        for opponent in OPPONENTS
        if (mismatch := opponent.mismatch(rules, ending))
    )
    return OpponentCards(ladder, playing + misfits)
