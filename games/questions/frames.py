"""What each frame of a film reveals, and how many frames can be shown before the answer."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from enum import StrEnum

from solver import ReasoningStep
from solver.teaching import Scene


class Told(StrEnum):
    """What a frame may reveal although the student still has to answer it."""

    KINDS = "the kinds of the rows"
    CASE = "the case"
    TILES = "the squares and dominoes"
    OUTCOME = "who wins"
    MOVE = "a move that wins"


BY_RULE = {
    "r1:kind": Told.KINDS,
    "r1:kinds": Told.KINDS,
    "r1:breaks": Told.KINDS,
    "r1:loses": Told.OUTCOME,
    "r1:count": Told.KINDS,
    "r1:case": Told.CASE,
    "r1:lost": Told.CASE,
    "reduction:reduce": Told.TILES,
    "exhaustive:count": Told.MOVE,
}
"""What a frame reveals in its sentence or tags, by its rule without the number."""
PAIRS = "below:pairs"
"""The rule of the frame in which equal rows cancel. If no other rows remain, it reveals who
wins."""
WHO_WINS = re.compile(r"\b(wins|won|loses|lost)\b")
WHO_WINS_RULES = (":verdict", ":outcome", ":lost", ":end", ":stuck")
MOVES = "moves"
"""Under this name the facts of a frame have the winning moves that its sentence lists."""


def told(step: ReasoningStep) -> set[Told]:
    """What one frame reveals."""
    rule = re.sub(r"-[0-9]+$", "", step.rule)
    found = {BY_RULE[rule]} if rule in BY_RULE else set()
    scene = step.scene or Scene(())
    if scene.move or MOVES in step.data:
        found.add(Told.MOVE)
    decides = any(WHO_WINS.search(line.verdict) for line in scene.tally)
    cancels = rule == PAIRS and not step.data["rest"]
    if cancels or decides or rule.endswith(WHO_WINS_RULES) or found & {Told.CASE, Told.MOVE}:
        found.add(Told.OUTCOME)
    return found


def frames_before(steps: Sequence[ReasoningStep], secret: Collection[Told]) -> int:
    """The number of frames before the first one that reveals anything *secret*."""
    for number, step in enumerate(steps):
        if not told(step).isdisjoint(secret):
            return number
    return len(steps)
