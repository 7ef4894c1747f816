"""Search: what it met, and the moves it found."""

from __future__ import annotations

from fractions import Fraction

from .reading import promise, rule


@rule("exhaustive:visit")
def visit(case, said, step):
    seen = case.game.below(tuple(sorted(case.position)))
    # A position counts once for each player who may be to move in it.
    sides = 2 if case.answer.ruleset.partizan else 1
    assert 1 <= step.data["visited"] <= sides * len(seen)
    assert ("cannot move has won" in said.text) is case.game.misere
    return [step.data["visited"]]


@rule("exhaustive:values")
def values(case, said, step):
    """Half a move more or less is told where an odd number of strips has it. Left wins, whoever
    begins, as soon as there is more than a strip of two."""
    switches = sum(size % 4 > 1 for size in case.position)
    halves = sum(2 * (size // 4) + (0, 2, 1, 3)[size % 4] for size in case.position)
    assert Fraction(step.data["ahead"]) == Fraction(halves, 2)
    assert ("give or take half a move" in said.text) is bool(switches % 2)
    assert (" and a half moves ahead" in said.text) is bool(halves % 2)
    return [1, 2, 3, 2, 3, halves // 2]


@rule("exhaustive:count")
def count(case, said, step):
    assert ("none leaves" in said.text) is not bool(case.winning)
    return [len(case.moves), *([len(case.winning)] if case.winning else [])]


@rule("exhaustive:moves")
def moves(case, said, step):
    return promise(case, said, case.winning, step.data["moves"])


@rule("exhaustive:outcome")
def search_outcome(case, said, step):
    if not case.answer.ruleset.partizan:
        assert ("player to move wins" in said.text) is case.wins
    return []
