"""What is asked about a position: one vocabulary for lesson steps, puzzles and assignments."""

from __future__ import annotations

from typing import Any, Protocol

from django.db import models


class Goal(models.TextChoices):
    """What somebody is asked to do with a position."""

    MOVE = "move", "make a winning move"
    ALL = "all-moves", "find all winning moves"
    PREDICT = "predict", "say who wins"
    CLASSIFY = "classify", "name the kind of each row"
    CASE = "case", "name the case of R1"
    PLAY = "play", "win it against perfect play"
    REDUCE = "reduce", "take strips apart into squares and dominoes"
    BUILD = "build", "build a position"


PUZZLE_GOALS = [goal for goal in Goal if goal not in (Goal.REDUCE, Goal.BUILD)]
"""What a puzzle may ask; the other two need the words of a lesson around them."""


class Exercise(Protocol):
    """A position and a goal. *to_move* is empty outside partizan games and where both are asked
    about; *extra* holds what only one goal needs (``simple``, ``cancel``, ``rows``, ``largest``,
    ``goal``, ``forbid``, ``opponent``, ``starter``).
    """

    @property
    def ruleset(self) -> str: ...

    @property
    def position(self) -> str: ...

    @property
    def convention(self) -> str: ...

    @property
    def to_move(self) -> str: ...

    @property
    def goal(self) -> str: ...

    @property
    def extra(self) -> dict[str, Any]: ...
