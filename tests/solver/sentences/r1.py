"""R1: kinds found by search, and what each case prescribes."""

from __future__ import annotations

import re
from collections import Counter

from .reading import check_each, promise, rule, told_by_size


def r1_case(case):
    kinds = Counter(case.kinds)
    if kinds["trap"] or kinds["gremlin"] or kinds["higher switch"] > 1:
        return 1
    if kinds["higher switch"]:
        return 2 + kinds["inverter"] % 2
    return 4


def prescribed(case):
    """The moves that the case names, from kinds found by search."""
    wanted = {2: ("trap", "inverter"), 3: ("null", "gremlin")}
    number, found = r1_case(case), set()
    for move in case.moves:
        kind, becomes = case.kinds[move[0]], case.game.kind(move[1])
        if (
            (number == 1 and case.game.sum(case.after(move)) == 0)
            or (number in wanted and kind == "higher switch" and becomes in wanted[number])
            or (number == 4 and {kind, becomes} == {"null", "inverter"})
        ):
            found.add(move)
    return found


@rule("r1:kinds")
def r1_kinds(case, said, step):
    assert step.data["kinds"] == case.kinds
    pattern = r"is an? ([a-z ]+) \((\d+), (winning|losing)\)"
    sizes = told_by_size(case.position)
    assert check_each(case.position, said.text, pattern) == [
        (
            named,
            case.game.kind((size,)),
            str(case.game.value(size)),
            "winning" if case.game.alone.wins((size,)) else "losing",
        )
        for size, named in sizes.items()
    ]
    return [*sizes, *map(case.game.value, sizes)]


@rule("r1:count")
def r1_count(case, said, step):
    numbers = Counter(case.kinds)
    text = re.sub(r" and |\.", ",", said.text).replace("switches", "switch")
    told = re.findall(r"(\d+) ([a-z ]+?)s?,", text)
    assert {kind: int(number) for number, kind in told} == numbers
    return [*numbers.values(), case.nim_sum]


@rule("r1:case-1", "r1:case-2", "r1:case-3", "r1:case-4")
def r1_prescription(case, said, step):
    number = r1_case(case)
    assert step.rule == f"r1:case-{number}"
    assert case.wins
    assert prescribed(case)
    assert prescribed(case) <= case.winning
    if number in (1, 4):
        assert prescribed(case) == case.winning
    return [number, 0] if number == 1 else [number]


@rule("r1:why")
def r1_why(case, said, step):
    number = r1_case(case)
    if number == 1:
        firm = ("trap", "gremlin", "higher switch")
        for move in case.moves:
            kinds = [case.game.kind((size,)) for size in case.after(move)]
            assert any(kind in firm for kind in kinds)
            if case.game.sum(case.after(move)) == 0:
                assert move in case.winning
    return [] if number == 4 else [0]


@rule("r1:lost")
def r1_lost(case, said, step):
    assert not case.wins
    if "nim-sum is 0" in said.text:
        assert case.nim_sum == 0
        assert not {"trap", "gremlin", "higher switch"}.isdisjoint(case.kinds)
        assert all(case.game.sum(case.after(move)) for move in case.moves)
        return [0]
    assert {"inverter"} <= set(case.kinds) <= {"null", "inverter"}
    assert case.kinds.count("inverter") % 2 == 1
    for move in case.moves:
        kinds = [case.game.kind((size,)) for size in case.after(move)]
        switches = kinds.count("higher switch")
        assert switches or kinds.count("inverter") % 2 == 0
        assert case.game.judge.wins(case.after(move))
    return []


@rule("r1:move")
def r1_move(case, said, step):
    [move] = said.moves
    promise(case, said, prescribed(case))
    kinds = [case.game.kind((size,)) for size in case.after(move)]
    assert f"{case.kinds[move[0]]} becomes a" in said.text
    assert f"{case.game.kind(move[1])}. Now" in said.text
    if "with a trap or a switch" in said.text:
        assert not {"trap", "gremlin", "higher switch"}.isdisjoint(kinds)
        assert case.game.sum(case.after(move)) == 0
        return [0]
    assert "an odd number, and no trap or switch" in said.text
    assert set(kinds) <= {"null", "inverter"}
    assert kinds.count("inverter") % 2 == 1
    return [kinds.count("inverter")]


@rule("r1:others")
def r1_others(case, said, step):
    others = case.winning - prescribed(case)
    assert len(step.data["moves"]) == len(others)
    for move in others:
        kinds = [case.game.kind((size,)) for size in case.after(move)]
        assert case.game.sum(case.after(move)) == 0
        assert kinds.count("higher switch") >= 2
    return [0, *promise(case, said, others, step.data["moves"])]
