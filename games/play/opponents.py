"""The opponents at a game, from the easiest to the hardest to beat."""

from __future__ import annotations

from dataclasses import dataclass

from games.boards.games import PRESETS
from games.people.models import Owner
from games.play.beaten import beaten_by
from solver import Convention, get_ruleset
from solver.teaching import DOTS, OPPONENTS, Ladder, Opponent, ladder_of


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
