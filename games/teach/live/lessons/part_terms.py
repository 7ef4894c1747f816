"""The terms of a part: the opponent, the number of rounds, the clock, the theory that explains."""

from __future__ import annotations

from collections.abc import Iterator

from games.boards.lenses import PLAIN
from games.content.shapes import Content, OneOf, Problem, Shape, Whole
from solver import THEORIES, Inquiry
from solver.teaching import BELOW, OPPONENTS, get_opponent

CLOCKS = {0: "no clock", 20: "20 seconds a turn", 30: "30 seconds a turn", 60: "one minute a turn"}
FILMED = {BELOW: PLAIN} | {theory.key: theory.name for theory in THEORIES}
"""The theories that have a film, with their names."""
MAX_ROUNDS = 9

THEORY: dict[str, Shape] = {
    "theory": OneOf("Explained by", choices=FILMED, none="as the lesson says")
}
AGAINST: dict[str, Shape] = {
    "opponent": OneOf(
        "Opponent", choices={one.key: one.name for one in OPPONENTS}, none="perfect play"
    )
}
ROUNDS: dict[str, Shape] = {"rounds": Whole("Rounds", least=1, most=MAX_ROUNDS)}
SECONDS: dict[str, Shape] = {"seconds": OneOf("Clock", choices=CLOCKS)}


def explained_by(theory: str) -> Iterator[str]:
    """The theory of a film in words, if a part or its lesson names one."""
    if theory:
        yield f"explained by {FILMED[theory]}"


def wrong_terms(content: Content, question: Inquiry | None) -> Iterator[Problem]:
    """What is wrong with the terms of a part about *question*."""
    if "opponent" in content and question:
        mismatch = get_opponent(content["opponent"]).mismatch(question.ruleset, question.convention)
        if mismatch:
            yield Problem(mismatch, "opponent")
    theories = {theory.key: theory for theory in THEORIES}
    theory = theories.get(content.get("theory", ""))
    if theory and question:
        refusal = theory.refusal(question)
        if refusal:
            yield Problem(f"{theory.name}: {refusal}", "theory")
