"""What an analysis says: outcome, all winning moves, facts, and the steps that lead there.

The steps are ordered, each with a rule identifier, a sentence, and the facts behind it as
data, so that a page, a terminal and a screen reader show the same reasoning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar, overload

from .conventions import Convention, Outcome, Player
from .errors import shorten
from .move_classes import MoveClass
from .positions import Move, Position, as_data, format_position
from .rulesets.rules import Ruleset
from .scenes import Scene
from .words import counted
from .words import game as words

Facts = Mapping[str, Any]
Told = TypeVar("Told")


@dataclass(frozen=True, slots=True)
class ReasoningStep:
    """One step of reasoning.

    *rule* names the rule for programs (``nim-sum:misere-endgame``), *text* says it to a person,
    *data* holds the numbers behind it, *components* the indices it speaks of. *draw* makes the
    scene of the step where a film was asked for: only the frames that are looked at are drawn.
    *title* is what a film's list of steps calls it, empty outside of films.
    """

    rule: str
    text: str
    data: Facts = field(default_factory=dict)
    components: tuple[int, ...] = ()
    draw: Callable[[], Scene] | None = field(default=None, compare=False, repr=False)
    title: str = ""

    @property
    def scene(self) -> Scene | None:
        """What the board shows meanwhile; None outside of films."""
        return self.draw() if self.draw else None

    @property
    def is_proof(self) -> bool:
        """Whether it answers a move from a lost board: a page may fold these frames away until
        every reply is asked for."""
        return self.rule.endswith((":reply", ":replied", ":more"))

    def shown(self, draw: Callable[[], Scene] | None, title: str = "") -> ReasoningStep:
        """The same step as a frame of a film, with this title if one is given."""
        return ReasoningStep(
            self.rule, self.text, self.data, self.components, draw, title or self.title
        )

    def as_json(self) -> dict[str, Any]:
        """The step as plain data, with its scene."""
        scene = self.scene
        return {
            "rule": self.rule,
            "text": self.text,
            "data": dict(self.data),
            "components": list(self.components),
            "scene": scene.as_json() if scene else None,
        }


class LateStep(ReasoningStep):
    """A step that is told when it is first read: of the many frames of a film a page shows one.

    Its rule and its title stand in the list of frames, so they are known at once. To *tell* it
    must not cost anything that a budget is to refuse.
    """

    tell: Callable[[], ReasoningStep]

    def __init__(self, rule: str, title: str, tell: Callable[[], ReasoningStep]) -> None:
        object.__setattr__(self, "rule", rule)
        object.__setattr__(self, "title", title)
        self.__dict__["tell"] = tell

    @cached_property
    def told(self) -> ReasoningStep:
        """The step in full."""
        return self.tell()

    @property
    def text(self) -> str:
        return self.told.text

    @property
    def data(self) -> Facts:
        return self.told.data

    @property
    def components(self) -> tuple[int, ...]:
        return self.told.components

    @property
    def draw(self) -> Callable[[], Scene] | None:
        return self.told.draw


class OnDemand(Sequence[Told]):
    """Steps that are put into words, or facts that are gathered, when somebody reads them: a
    caller that only asks who wins does not pay for the reasons. *say* must cost nothing of a
    budget."""

    def __init__(self, say: Callable[[], Iterable[Told]]) -> None:
        self._say = say

    @cached_property
    def _told(self) -> tuple[Told, ...]:
        return tuple(self._say())

    @overload
    def __getitem__(self, at: int) -> Told: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Told, ...]: ...
    def __getitem__(self, at: int | slice) -> Told | tuple[Told, ...]:
        return self._told[at]

    def __len__(self) -> int:
        return len(self._told)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._told == tuple(other)

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True)
class Analysis:
    """The whole answer about one position.

    *winning_moves* holds every winning move, one for each component and each way to change it;
    in a partizan game without a player to move, those of both players. *preferred* is the move
    the theory would play, None where there is nothing to win or no move to make. Of rows of more
    than ten thousand that split, a winning move stands for its class, where it has one in
    *classes*.
    """

    ruleset: Ruleset
    position: Position
    convention: Convention
    to_move: Player | None
    theory: str
    outcome: Outcome
    winning_moves: tuple[Move, ...]
    preferred: Move | None
    components: Sequence[Facts]
    steps: Sequence[ReasoningStep]
    classes: tuple[MoveClass, ...] = ()

    def __repr__(self) -> str:
        return words.ANALYSIS.format(
            game=self.ruleset.name,
            position=shorten(format_position(self.position)),
            outcome=self.outcome.value,
            theory=self.theory,
            moves=counted(len(self.winning_moves), "winning move"),
        )

    @property
    def to_move_wins(self) -> bool | None:
        """Whether the player to move wins; None in a partizan game where nobody is named."""
        if self.ruleset.partizan and self.to_move is None:
            return None
        return self.outcome.wins(self.to_move)

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The winning moves of the player to move."""
        return tuple(move for move in self.winning_moves if move.player in (None, self.to_move))

    def keeps_win(self, move: Move) -> bool:
        """Whether *move*, made by the player to move, is one of the winning ones."""
        plain = move.canonical
        return plain in self.moves or any(plain in one for one in self.classes)

    def class_of(self, move: Move) -> MoveClass | None:
        """The class for which a winning move stands, if it stands for others."""
        return next((one for one in self.classes if one.move == move), None)

    def as_json(self) -> dict[str, Any]:
        """The answer as plain data, the command line's contract."""
        more: dict[str, Any] = {}
        if self.classes:
            more["move_classes"] = [one.as_json() for one in self.classes]
        if names := self.ruleset.names(self.position):
            more["boards"] = dict(names)
        return {
            "ruleset": self.ruleset.key,
            "position": as_data(self.position),
            "convention": self.convention.value,
            "to_move": self.to_move.value if self.to_move else None,
            "theory": self.theory,
            "outcome": self.outcome.value,
            "to_move_wins": self.to_move_wins,
            "winning_moves": [
                {
                    "component": move.component,
                    "size": move.size,
                    "becomes": list(move.becomes),
                    "result": as_data(move.apply(self.position)),
                }
                | ({"player": move.player.value} if move.player else {})
                for move in self.winning_moves
            ],
            "preferred": str(self.preferred) if self.preferred else None,
            "components": [
                {**facts, **self.ruleset.facts_of(size)}
                for facts, size in zip(self.components, self.position, strict=False)
            ],
            "steps": [step.as_json() for step in self.steps],
        } | more
