"""The kinds of part besides questions, and the terms of each: the opponent, the number of rounds,
the clock, the theory that explains it."""

from __future__ import annotations

from collections.abc import Iterator

from games.boards.lenses import PLAIN
from games.content import shapes
from games.content.shapes import Content, Problem, Reader
from games.learn.lessons.models import TELL
from solver import THEORIES, Inquiry
from solver.teaching import BELOW, OPPONENTS, get_opponent

SOLO, NEIGHBOURS, PERFECT, FILM = "solo", "neighbours", "perfect", "film"
TOGETHER = {
    TELL: "tell the class something",
    SOLO: "everyone plays on their own phone",
    NEIGHBOURS: "play it out in pairs",
    PERFECT: "play it out, the class against Perfect",
    FILM: "show a film",
}
"""The kinds of part that ask nothing."""
PLAYED = (SOLO, NEIGHBOURS, PERFECT)
CLOCKS = {0: "no clock", 20: "20 seconds a turn", 30: "30 seconds a turn", 60: "one minute a turn"}
FILMED = {BELOW: PLAIN} | {theory.key: theory.name for theory in THEORIES}
"""The theories that have a film, with their names."""
MAX_ROUNDS = 9

THEORY: dict[str, Reader] = {"theory": shapes.one_of(*FILMED)}
AGAINST: dict[str, Reader] = {"opponent": shapes.one_of(*(opponent.key for opponent in OPPONENTS))}
TERMS: dict[str, dict[str, Reader]] = {
    TELL: {},
    SOLO: AGAINST,
    NEIGHBOURS: {"rounds": shapes.whole},
    PERFECT: AGAINST | {"seconds": shapes.whole},
    FILM: THEORY,
}
"""The keys for terms in a lesson file, for each kind of part. Every question may also name a
theory."""


def terms_of(kind: object) -> dict[str, Reader]:
    """The terms that a part of this kind may have."""
    return TERMS.get(kind, THEORY) if isinstance(kind, str) else {}


def wrong_terms(content: Content, question: Inquiry | None) -> Iterator[Problem]:
    """What is wrong with the terms of a part about *question*."""
    kind = content["kind"]
    if kind in (*PLAYED, FILM) and question is None:
        yield Problem("position is missing", "position")
        return
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
