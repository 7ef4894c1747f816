"""Frames and remainders."""

from __future__ import annotations

from collections import Counter

from solver.teaching import Mark, Scene

from .frame import fact, lost


def remainders_shown(frame):
    divisor = frame.answer.components[0]["divisor"]
    rests = [size % divisor for size in frame.scene.position]
    assert frame.tags(Mark.PLAIN) == [f"remainder {rest}" for rest in rests]
    for row, rest in enumerate(rests):
        groups = [group for group in frame.scene.groups if group.component == row]
        faded = [group.size for group in groups if group.mark is Mark.FADED]
        assert faded == [divisor] * (frame.scene.position[row] // divisor)
        assert sum(g.size for g in groups if g.mark is not Mark.FADED) == rest
    return rests


@fact("safe-harbors:divisor")
def divisor(frame):
    assert frame.scene == Scene(frame.answer.position)


@fact("safe-harbors:remainders")
def remainders(frame):
    remainders_shown(frame)
    assert frame.tally["divisor"] == frame.answer.components[0]["divisor"]


@fact(
    *(
        f"safe-harbors:{rule}"
        for rule in ("one-row", "two-rows", "columns", "moment", "ones", "universal")
    )
)
@fact("safe-harbors:verdict", "safe-harbors:grow", "safe-harbors:set-aside")
def harbor(frame):
    remainders_shown(frame)
    if "nim-sum" in frame.tally:
        assert frame.tally["nim-sum"] == frame.case.nim_sum


@fact("safe-harbors:replies")
def replies(frame):
    divisor = frame.answer.components[0]["divisor"]
    final = [size < divisor for size in frame.scene.position]
    assert [text == "final frame" for text in frame.tags()] == final


@fact("safe-harbors:after", "safe-harbors:replied")
def harbor_lost(frame):
    if not lost(frame):
        return []
    rests = remainders_shown(frame)
    if frame.game.misere and max(rests) < 2:
        assert rests.count(1) % 2 == 1
        return [*rests, *([rests.count(1)] if rests.count(1) > 1 else [])]
    assert frame.tally["nim-sum"] == frame.game.sum(rests) == 0
    assert ("can complement" in frame.text) is not any(rests)
    if "match two by two" in frame.text:
        assert all(number % 2 == 0 for rest, number in Counter(rests).items() if rest)
    return rests
