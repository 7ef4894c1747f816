"""Search: what it met, and the moves it found."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import reduce
from operator import xor

from .reading import promise, rule

PLAYERS = {False: [None], True: ["left", "right"]}
OTHER = {"left": "right", "right": "left"}


def said_of(side):
    return side.title()


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


@rule("exhaustive:daisies")
def daisies(case, said, step):
    """A sum of small rows is counted; any other one has a lead and a nim-value."""
    counts = [{1: 0, 2: 1, 3: 0}.get(size, size - 3) for size in case.position]
    large = [count for count in counts if count]
    law = [4, 7, 1, 3, 0, 2, 1, 3]  # the name of the game comes first
    if not large:
        assert said.text.endswith(f"Here it is {len(counts)}.")
        return [*law, len(counts)]
    assert ("the lead is −" in said.text) is (2 * max(counts) < sum(counts))
    lead, value = 2 * max(counts) - sum(counts), reduce(xor, map(case.game.value, case.position))
    return [*law, 2, 0, 5, 3, len(large), lead, value]


@rule("exhaustive:count")
def count(case, said, step):
    sides = [case.player] if case.player else PLAYERS[case.answer.ruleset.partizan]
    side = next(side for side in sides if not side or said_of(side) in said.text or len(sides) == 1)
    judge, other = case.game.judge, said_of(OTHER[side]) if side else "the other player"
    moves = judge.moves(case.position, side)
    winning = judge.winning_moves(case.position, side)
    number, wins = (case.game.on_table(case.position, some) for some in (moves, winning))
    assert ("counting mirror images" in said.text) is (number > len(moves))
    assert said.text.endswith(f"leaves {other} a {'losing' if wins else 'winning'} position.")
    verb = re.split("[,:]", said.text)[0].split()[-1]
    assert (verb in ("win", "wins") and not said.text.startswith(("Non", "Nei"))) is (wins > 0)
    if number == 1 or (number == 2 and wins != 1):
        return []
    return [number] if wins in (0, 1, number) else [number, wins]


@rule("exhaustive:moves")
def moves(case, said, step):
    on_table = case.game.on_table(case.position, case.winning)
    assert ("mirror image" in said.text) is (on_table > len(case.winning))
    return promise(case, said, case.winning, step.data["moves"])


@rule("exhaustive:outcome")
def search_outcome(case, said, step):
    if not case.answer.ruleset.partizan:
        assert ("player to move wins" in said.text) is case.wins
    return []
