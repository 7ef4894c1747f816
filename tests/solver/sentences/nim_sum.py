"""Nim-sums: the end, the columns, and the moment where the last one loses."""

from __future__ import annotations

import re

from .reading import check_each, lost, promise, rule
from .rows import lowering


@rule("nim-sum:end", "safe-harbors:end", "r1:end", "quotient:end", "exhaustive:end")
def no_move(case, said, step):
    assert not case.moves
    assert ("has won" in said.text) is case.game.misere
    assert ("has lost" in said.text) is not case.game.misere
    return []


@rule("nim-sum:values")
def values(case, said, step):
    assert step.data["values"] == case.values
    if "in full" in said.text:
        assert case.values == list(case.position)
        return []
    most = case.game.most
    sizes = [*dict.fromkeys(case.position)]
    told = check_each(case.position, said.text, r"counts as (\d+)")
    assert [int(value) for _, value in told] == [case.game.value(size) for size in sizes]
    pairs = [*sizes, *map(case.game.value, sizes)]
    return [*pairs, most, most + 1] if most else pairs


@rule("nim-sum:columns")
def columns(case, said, step):
    odd = [power for power in (1, 2, 4, 8, 16) if case.nim_sum & power]
    assert ("an even number of ones" in said.text) is not odd
    return [*odd, case.nim_sum]


@rule("nim-sum:misere-as-normal")
def as_normal(case, said, step):
    assert case.large >= 2
    assert case.game.normal.winning_moves(case.position) == case.winning
    return [case.large, 2]


@rule("nim-sum:misere-moment")
def moment(case, said, step):
    assert case.large == 1
    assert [case.values[index] > 1 for index in step.components] == [True]
    assert lowering(case)
    assert lowering(case) | case.raising() == case.winning
    return [2]


@rule("nim-sum:misere-endgame")
def endgame(case, said, step):
    assert case.large == 0
    assert ("an odd number" in said.text) is (case.ones % 2 == 1) is not case.wins
    return [0, 1, case.ones]


@rule("nim-sum:verdict")
def nim_verdict(case, said, step):
    lost(case, said.text)
    most = case.game.most
    if case.game.misere and not case.large:
        return odd_ones(case, said.text) if not case.wins else even_ones(case, said.text)
    if case.wins and case.game.misere and case.large == 1:
        assert lowering(case) <= case.winning
        return [0, 1]
    if case.wins:
        leading = 1 << (case.nim_sum.bit_length() - 1)
        rows = [index for index, value in enumerate(case.values) if value & leading]
        assert rows
        lowered = {move for move in case.winning if move[0] in rows}
        assert {move[0] for move in lowered} == set(rows)
        assert lowered | case.raising() == case.winning
        return []
    assert case.nim_sum == 0
    assert all(case.game.sum(case.after(move)) for move in case.moves)
    assert ("(Lemma 1)" in said.text) is ("(Lemma 2)" in said.text) is bool(most or case.nim)
    if case.game.misere:
        assert "Once only one row counts 2 or more" in said.text
        return [2]
    return []


def odd_ones(case, text):
    """The replies that keep the number of ones odd, each tried."""
    most, position = case.game.most, case.position
    if max(position) == 1:
        assert "the player to move takes the last" in text
        return [1]
    for move in case.moves:
        after = case.after(move)
        if not after:
            continue
        if position[move[0]] > most:
            reply = (move[0], most + 1 - case.taken(move))
        else:
            rest = [index for index, size in enumerate(after) if case.game.value(size) == 1]
            reply = (rest[0], 1) if rest else (0, most)
        left = after[reply[0]] - reply[1]
        answered = after[: reply[0]] + ((left,) if left else ()) + after[reply[0] + 1 :]
        assert not case.game.judge.wins(answered)
    return [most + 1] if len(position) == 1 else [most, most + 1, 1, 1, 1, most]


def even_ones(case, text):
    """Every way named makes the number of ones odd, and there is no other."""
    most = case.game.most
    ways = {
        value: taken for taken, value in re.findall(r"[Tt]?aking (\d+) from .*?counts (\d)", text)
    }
    assert set(ways) == {str(value) for value in case.values}
    allowed = {
        move for move in case.moves if case.taken(move) == int(ways[str(case.values[move[0]])])
    }
    assert allowed == case.winning
    return [1, 1] * (1 in case.values) + [most, 0] * (0 in case.values)


@rule("nim-sum:move")
def nim_move(case, said, step):
    [move] = said.moves
    promise(case, said, case.winning)
    value, data = case.value_after(move), step.data
    after = case.after(move)
    ones = [case.game.value(size) for size in after].count(1)
    assert data["value"] == value
    assert data["ones"] == ones or not case.game.misere
    if "Then every column is even." in said.text:
        assert case.game.sum(after) == 0
        told = []
    else:
        assert ones % 2 == 1
        assert all(case.game.value(size) < 2 for size in after)
        told = [ones]
    return told + ([value] if re.search("which (together )?counts? as", said.text) else [])


@rule("nim-sum:raise")
def nim_raise(case, said, step):
    assert all(case.game.sum(case.after(move)) == 0 for move in case.raising())
    assert len(step.data["moves"]) == len(case.raising())
    return promise(case, said, case.raising(), step.data["moves"])
