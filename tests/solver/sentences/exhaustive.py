"""Search: what it met, and the moves it found."""

from __future__ import annotations

from .reading import promise, rule


@rule("exhaustive:visit")
def visit(case, said, step):
    seen = case.game.below(tuple(sorted(case.position)))
    # A position counts once for each player who may be to move in it.
    sides = 2 if case.answer.ruleset.partizan else 1
    assert 1 <= step.data["visited"] <= sides * len(seen)
    assert ("cannot move has won" in said.text) is case.game.misere
    return [step.data["visited"]]


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
