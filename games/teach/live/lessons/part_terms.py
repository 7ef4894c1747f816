"""The terms of a part: the opponent, the number of rounds, the clock, the theory that explains."""

from __future__ import annotations

from collections.abc import Iterator

from games.boards.lenses import PLAIN
from games.content import shapes
from games.content.shapes import Content, Problem, Reader
from solver import THEORIES, Inquiry
from solver.teaching import BELOW, OPPONENTS, get_opponent

CLOCKS = {0: "no clock", 20: "20 seconds a turn", 30: "30 seconds a turn", 60: "one minute a turn"}
FILMED = {BELOW: PLAIN} | {theory.key: theory.name for theory in THEORIES}
"""The theories that have a film, with their names."""
MAX_ROUNDS = 9

THEORY: dict[str, Reader] = {"theory": shapes.one_of(*FILMED)}
AGAINST: dict[str, Reader] = {"opponent": shapes.one_of(*(opponent.key for opponent in OPPONENTS))}


def explained_by(theory: str) -> Iterator[str]:
    """The theory of a film in words, if a part or its lesson names one."""
    if theory:
        yield f"explained by {FILMED[theory]}"


def wrong_terms(content: Content, question: Inquiry | None) -> Iterator[Problem]:
    """What is wrong with the terms of a part about *question*."""
    if not 1 <= content.get("rounds", 1) <= MAX_ROUNDS:
        yield Problem(f"1 to {MAX_ROUNDS} rounds are accepted", "rounds")
    if content.get("seconds", 0) not in CLOCKS:
        seconds = ", ".join(map(str, CLOCKS))
        yield Problem(f"the seconds of a turn are one of {seconds}", "seconds")
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
