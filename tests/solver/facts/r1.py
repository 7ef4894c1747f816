"""Kinds, derived and counted, and the four cases."""

from __future__ import annotations

import re
from collections import Counter

from tests.solver.sentences import Read

from .frame import CHECKED, fact, lost
from .options import cards_shown, options_named, options_of


def kinds_shown(frame):
    kinds = [frame.game.kind((size,)) for size in frame.scene.position]
    assert [text for text in frame.tags() if not text.startswith("was ")] == kinds
    return Counter(kinds)


def counts_shown(frame):
    kinds = kinds_shown(frame)
    assert frame.tally["traps and gremlins"] == kinds["trap"] + kinds["gremlin"]
    assert frame.tally["higher switches"] == kinds["higher switch"]
    assert frame.tally["inverters"] == kinds["inverter"]
    assert frame.verdicts["inverters"] == ("odd" if kinds["inverter"] % 2 else "even")
    assert frame.tally["nim-sum"] == frame.game.sum(frame.scene.position)
    return kinds


@fact("r1:kind")
def kind(frame):
    """A kind follows from what is said: the options, their nim-values, the row played alone."""
    size = frame.step.data["size"]
    cards_shown(frame, judged=True)
    options = options_of(frame.game, size)
    reached = sorted({frame.game.sum(option) for option in options})
    value, kind = frame.game.value(size), frame.game.kind((size,))
    assert frame.text.endswith(f"So it is a {kind}.") or frame.text.endswith(f"an {kind}.")
    assert re.fullmatch(rf"(Row|Heap) of {size} alone: an? {kind}", frame.step.title)
    assert set(frame.tags()) == {f"nim-value {value}: {kind}"}
    assert len(frame.tags()) == frame.scene.position.count(size)
    assert frame.step.data["reached"] == reached
    options_named(frame.text, options)
    leave = re.search(r"leaving ([\d+]+) wins\.", frame.text)
    alone = frame.game.alone.wins((size,))
    if leave:
        left = tuple(map(int, leave[1].split("+")))
        assert left in options
        assert not frame.game.alone.wins(left)
    assert bool(leave) is (alone and bool(options))
    return CHECKED


@fact("r1:kinds")
def kinds_step(frame):
    kinds_shown(frame)


@fact("r1:count")
def count(frame):
    counts_shown(frame)


@fact("r1:lost", *(f"r1:case-{case}" for case in (1, 2, 3, 4)))
def case(frame):
    kinds_shown(frame)
    assert frame.tally["case"] == frame.step.data["case"]
    right = frame.tally["case"]
    assert bool(right) is frame.case.wins
    told = [step.text for step in frame.answer.steps if step.rule.startswith(("r1:case", "r1:why"))]
    assert frame.text == (" ".join(told) if right else frame.text)
    assert {label for label in frame.tally if label.startswith("case ")} == {
        f"case {number}" for number in (1, 2, 3, 4) if number != right
    }
    unnamed = frame.tally.get("also wins", "")
    for row, parts in Read(unnamed, frame.scene.position).moves if unnamed else ():
        assert frame.case.kinds[row] != "higher switch"
        left = frame.answer.position[:row] + parts + frame.answer.position[row + 1 :]
        assert not frame.game.judge.wins(left)
        assert frame.game.sum(left) == 0
        assert [frame.game.kind((size,)) for size in left].count("higher switch") > 1
    told = [step.data["moves"] for step in frame.answer.steps if step.rule == "r1:others"]
    assert bool(unnamed) is bool(told)
    for label, reason in frame.verdicts.items():
        number = re.match(r"(\d+) inverter", reason)
        assert not number or int(number[1]) == frame.case.kinds.count("inverter")
        assert reason or label == "case"
    return CHECKED


@fact("r1:after", "r1:replied")
def r1_lost(frame):
    if not lost(frame):
        return []
    kinds = counts_shown(frame)
    if "The nim-sum is 0" in frame.text:
        assert frame.tally["nim-sum"] == 0
        assert kinds["trap"] + kinds["gremlin"] + kinds["higher switch"]
        return [0]
    assert not kinds["trap"] + kinds["gremlin"] + kinds["higher switch"]
    assert kinds["inverter"] % 2 == 1
    return [kinds["inverter"]]
