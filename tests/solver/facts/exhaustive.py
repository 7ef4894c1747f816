"""Search."""

from __future__ import annotations

from solver import Scene

from .frame import fact, lost


@fact("exhaustive:visit", "exhaustive:count", "exhaustive:outcome")
def search(frame):
    assert frame.scene == Scene(frame.answer.position)


@fact("exhaustive:after", "exhaustive:replied")
def search_lost(frame):
    if not lost(frame):
        return []
    told = frame.said.numbers
    ways = frame.game.options
    legal = {
        (row, tuple(sorted(filter(None, option))))
        for row, size in enumerate(frame.scene.position)
        for option in ways(size, frame.loser)
    }
    assert told == ([] if len(legal) == 1 else [len(legal)])
    return told
