"""The shapes of what programs send and get, of which the description is made.

An answer of the solver has the shape that the command line prints; the others are ours.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any
from uuid import UUID

from ninja import Field, Schema
from pydantic import ConfigDict

from games.play.models import Seat
from solver import Convention, Player

LONGEST_TEXT = 4_000
"""Characters of rules and rows, as in the form of a new game."""
NUMBERS = 999_999_999
"""Above the versions of any match; PostgreSQL has room for them."""


class LastOne(StrEnum):
    """Who wins: in misère play the player who takes the last piece loses."""

    NORMAL = Convention.NORMAL.value
    MISERE = Convention.MISERE.value


class Starter(StrEnum):
    """Who moves first."""

    YOU = "you"
    OPPONENT = "opponent"

    @property
    def seat(self) -> str:
        return Seat.OWNER.value if self is Starter.YOU else Seat.OTHER.value


class LeftOrRight(StrEnum):
    """The two players of a partizan game."""

    LEFT = Player.LEFT.value
    RIGHT = Player.RIGHT.value


RULES = "The rules, as the addresses of the explorer write them."
ROWS = "The sizes of the rows."
ENDING = "normal: the last one wins. misere: the last one loses."


class ApiRefusal(Schema):
    """Why a call was refused, in one sentence that says what is accepted."""

    error: str


class AskedPosition(Schema):
    """A position as a question."""

    ruleset: str = Field(
        "nim", max_length=LONGEST_TEXT, examples=["nim", "octal:0.77"], description=RULES
    )
    position: str = Field(max_length=LONGEST_TEXT, examples=["1+3+5+7"], description=ROWS)
    convention: LastOne = Field(LastOne.MISERE, description=ENDING)
    to_move: LeftOrRight | None = Field(None, description="Who moves in a partizan game.")
    theory: str | None = Field(None, max_length=40, description="Ask this theory alone.")


class WinningMove(Schema):
    """A move that wins: component *component* (from 0), of size *size*, becomes *becomes*."""

    model_config = ConfigDict(extra="allow")

    component: int
    size: int | str
    becomes: list[int | str]
    result: list[int | str]


class Reason(Schema):
    """One sentence of the explanation, with what a picture of it shows."""

    rule: str
    text: str
    data: dict[str, Any]
    components: list[int]
    scene: dict[str, Any] | None


class PositionAnswer(Schema):
    """Who wins, by which moves, and why, as “python -m solver analyse --json” says it."""

    model_config = ConfigDict(extra="allow")

    ruleset: str = Field(description=RULES)
    position: list[int | str] = Field(description=ROWS)
    convention: LastOne = Field(description=ENDING)
    to_move: LeftOrRight | None = Field(description="Who moves in a partizan game.")
    theory: str = Field(description="The theory that explains.")
    outcome: str = Field(description="P: the player to move loses. N: the player to move wins.")
    to_move_wins: bool | None = Field(description="Nothing if nobody is named in a partizan game.")
    winning_moves: list[WinningMove] = Field(description="All of them. Rows are counted from 0.")
    preferred: str | None = Field(description="A winning move, as you send it in a game.")
    components: list[dict[str, Any]] = Field(description="What each row is for the theory.")
    steps: list[Reason] = Field(description="Why, sentence by sentence, with its picture as data.")


class GameToPlay(Schema):
    """A game of the site's list, with its usual start position and convention."""

    name: str = Field(description="What the site calls it.")
    ruleset: str = Field(description=RULES)
    position: str = Field(description=ROWS)
    convention: LastOne = Field(description=ENDING)
    rule: str = Field(description="The rule in words.")
    opponents: list[str] = Field(description="The keys of the opponents who play it.")


class OpponentToPlay(Schema):
    """Somebody to play against."""

    key: str = Field(description="What you send to play against them.")
    name: str = Field(description="Their name.")
    about: str = Field(description="How they play.")


class NewGame(Schema):
    """The game that a program begins. The same key begins one game only, however often you send
    it."""

    model_config = ConfigDict(extra="forbid")

    ruleset: str = Field(
        "nim", max_length=LONGEST_TEXT, examples=["nim", "subtraction:3"], description=RULES
    )
    position: str = Field(max_length=LONGEST_TEXT, examples=["1+3+5+7"], description=ROWS)
    convention: LastOne = Field(LastOne.MISERE, description=ENDING)
    opponent: str = Field(
        "learner", max_length=20, examples=["learner", "perfect"], description="The key of one."
    )
    starter: Starter = Field(Starter.YOU, description="you or opponent: who moves first.")
    player: LeftOrRight = Field(LeftOrRight.LEFT, description="Who you are in a partizan game.")
    key: UUID | None = Field(None, description="A UUID of yours.")


class AtVersion(Schema):
    """The version of the game that you have seen; after another move it is refused."""

    model_config = ConfigDict(extra="forbid")

    version: int = Field(ge=0, le=NUMBERS, description="As the game told it.")


class NewMove(AtVersion):
    """A move, as the list of moves writes it: a row, counted from 1, and what it leaves."""

    move: str = Field(
        max_length=200, examples=["4>0", "1>2+3"], description="A row, from 1, and what it leaves."
    )


class GameState(Schema):
    """A game as it stands. While it runs it is always your turn: opponents answer at once."""

    id: UUID = Field(description="The id of the game, as in the addresses of its calls.")
    page: str = Field(description="Where you can look at the game and play on.")
    ruleset: str = Field(description=RULES)
    start: str = Field(description="The rows at the beginning.")
    convention: LastOne = Field(description=ENDING)
    opponent: str = Field(description="The key of your opponent.")
    player: LeftOrRight | None = Field(description="Who you are in a partizan game.")
    version: int = Field(description="What you send with your next move.")
    state: str = Field(description="choosing, running or finished")
    position: list[int | str] = Field(description="The sizes of the rows that remain.")
    moves: list[str] = Field(description="Every move you may make; none when it is over.")
    played: list[str] = Field(description="The moves so far, each with who made it.")
    said: str = Field(description="The last moves and whose turn it is, in words.")
    won: bool | None = Field(description="Whether you have won; nothing while the game runs.")


class StaleGame(ApiRefusal):
    """Your move came too late: the game as it stands now."""

    game: GameState
