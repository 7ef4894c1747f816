"""Who wins: the two conventions, the two players of a partizan game, the four outcomes."""

from __future__ import annotations

from enum import StrEnum

from .errors import InvalidInputError, about
from .words import unreadable as words


class Convention(StrEnum):
    """Which end of the game wins."""

    NORMAL = "normal"
    """The last player able to move wins."""
    MISERE = "misere"
    """The first player unable to move wins."""

    @classmethod
    @about("convention")
    def parse(cls, text: str | Convention) -> Convention:
        """Read ``normal``, ``misere`` or ``misère``.

        Raises :class:`InvalidInputError` for anything else.
        """
        try:
            return cls(str(text).strip().lower().replace("è", "e"))
        except ValueError:
            raise InvalidInputError.because(words.CONVENTION, text) from None

    @property
    def other(self) -> Convention:
        return Convention.MISERE if self is Convention.NORMAL else Convention.NORMAL

    @property
    def stuck_player_wins(self) -> bool:
        """Whether a player who has no move has won."""
        return self is Convention.MISERE


class Player(StrEnum):
    """The players of a partizan game. In an impartial game it does not matter who is who."""

    LEFT = "left"
    RIGHT = "right"

    @classmethod
    @about("to_move")
    def parse(cls, text: str | Player | None) -> Player | None:
        """Read ``left``, ``right``, or None for "not said".

        Raises :class:`InvalidInputError` for anything else.
        """
        if text is None:
            return None
        try:
            return cls(str(text).strip().lower())
        except ValueError:
            raise InvalidInputError.because(words.PLAYER, text) from None

    @property
    def other(self) -> Player:
        return Player.RIGHT if self is Player.LEFT else Player.LEFT


class Outcome(StrEnum):
    """Who wins with perfect play: Next, Previous, Left or Right."""

    N = "N"
    P = "P"
    L = "L"
    R = "R"

    @classmethod
    def of(cls, *, left_first_wins: bool, right_first_wins: bool) -> Outcome:
        """Name the outcome from whether each player wins when moving first."""
        if left_first_wins:
            return cls.N if right_first_wins else cls.L
        return cls.R if right_first_wins else cls.P

    def wins(self, player: Player | None) -> bool:
        """Whether *player*, to move, wins; for an impartial game leave *player* out."""
        return self is Outcome.N or (player is not None and self == player.value[0].upper())
