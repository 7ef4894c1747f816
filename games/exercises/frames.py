"""What the frames of a film tell: up to which one it keeps an answer to itself."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from enum import StrEnum

from solver import ReasoningStep, Scene


class Told(StrEnum):
    """What a frame may tell somebody who is still asked for it."""

    KINDS = "the kinds of the rows"
    CASE = "the case"
    TILES = "the squares and dominoes"
    OUTCOME = "who wins"
    MOVE = "a move that wins"


BY_RULE = {
    "r1:kind": Told.KINDS,
    "r1:kinds": Told.KINDS,
    "r1:count": Told.KINDS,
    "r1:case": Told.CASE,
    "r1:lost": Told.CASE,
    "reduction:reduce": Told.TILES,
    "exhaustive:count": Told.MOVE,
}
"""What a frame tells by its sentence or its tags, by its rule without a number."""
PAIRS = "below:pairs"
"""The rule of the frame in which equal rows cancel. Where they are all there is, it tells who
wins."""
WHO_WINS = re.compile(r"\b(wins|won|loses|lost)\b")
WHO_WINS_RULES = (":verdict", ":outcome", ":lost", ":end", ":stuck")
ALSO_WINS = "also wins"


def told(step: ReasoningStep) -> set[Told]:
    """What one frame tells."""
    rule = re.sub(r"-[0-9]+$", "", step.rule)
    found = {BY_RULE[rule]} if rule in BY_RULE else set()
    scene = step.scene or Scene(())
    if scene.move or any(line.label == ALSO_WINS for line in scene.tally):
        found.add(Told.MOVE)
    decides = any(WHO_WINS.search(line.verdict) for line in scene.tally)
    cancels = rule == PAIRS and not step.data["rest"]
    if cancels or decides or rule.endswith(WHO_WINS_RULES) or found & {Told.CASE, Told.MOVE}:
        found.add(Told.OUTCOME)
    return found


def frames_before(steps: Sequence[ReasoningStep], secret: Collection[Told]) -> int:
    """How many frames of a film there are before the first that tells anything *secret*."""
    for number, step in enumerate(steps):
        if not told(step).isdisjoint(secret):
            return number
    return len(steps)
