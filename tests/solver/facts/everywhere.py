"""What films of every theory show: the end, the move, the replies."""

from __future__ import annotations

import re

from solver.films import FILMS
from solver.teaching import Mark, Scene
from tests.solver.sentences import Read
from tests.solver.sentences.reading import parts_of

from .frame import CHECKED, OTHER, fact, moved


@fact(*(f"{key}:end" for key in ("nim-sum", "safe-harbors", "r1", "quotient", "exhaustive")))
def end(frame):
    ends = [step.text for step in frame.answer.steps if step.rule == frame.step.rule]
    assert frame.text == " ".join(ends)
    assert frame.scene == Scene(frame.answer.position)
    return []


@fact("reduction:stuck")
def stuck(frame):
    assert not frame.case.moves
    assert frame.scene == Scene(frame.answer.position)


@fact("safe-harbors:move", "quotient:move")
@fact("reduction:theorem-4", "reduction:silence")
def marks_the_move(frame):
    if frame.answer.preferred and frame.answer.to_move_wins:
        moved(frame)


KEYS = ("nim-sum", "safe-harbors", "r1", "quotient", "reduction", "exhaustive")


def without_case(frame):
    """The sentence of a reply without the case of R1 that finds it, which is that of the board."""
    told = re.search(r" is in case (\d) and answers by", frame.text)
    assert bool(told) is (frame.step.rule == "r1:reply" and " by " in frame.text)
    if not told:
        return frame.text
    kinds = [frame.game.kind((size,)) for size in frame.scene.position]
    higher, inverters = kinds.count("higher switch"), kinds.count("inverter")
    case = 2 + inverters % 2 if higher else 4
    if higher > 1 or {"trap", "gremlin"} & set(kinds):
        case = 1
    assert int(told[1]) == case
    return frame.text.replace(told[0], " answers by")


@fact(*(f"{key}:reply" for key in KEYS))
def reply(frame):
    first, _, second = without_case(frame).partition(" by ")
    start, shown, loser = frame.answer.position, frame.scene.position, frame.loser
    if frame.answer.to_move_wins:
        start = frame.answer.preferred.apply(start)
    asked = Read(first, start)
    [move] = asked.moves
    assert asked.numbers == []
    assert move in frame.game.judge.moves(start, loser)
    component, parts = move
    became = shown[component : component + len(parts)]
    assert tuple(sorted(became)) == parts
    assert start[:component] + became + start[component + 1 :] == shown
    named = re.fullmatch(r"Take (\d+), leaving (nothing|[\d, and]+)", frame.step.title)
    assert int(named[1]) == start[component] - sum(parts)
    assert parts_of(named[2]) == parts
    assert frame.tags(Mark.FOCUS) == [f"was {start[component]}"] * len(parts)
    if not second:
        assert "has no move left and has won" in frame.text
        assert frame.scene.move is None
        assert not frame.game.judge.moves(shown, OTHER[loser])
        return CHECKED
    answered = Read(second, shown)
    [answer] = answered.moves
    assert answered.numbers == []
    assert (frame.scene.move.component, tuple(sorted(frame.scene.move.becomes))) == answer
    assert frame.following.position == frame.scene.move.apply(shown)
    taken = start[component] - sum(parts) + frame.scene.move.removed
    if "complements" in frame.text:
        assert taken == frame.answer.components[0]["divisor"]
        assert answer[0] == component
    return CHECKED


@fact(*(f"{key}:more" for key in KEYS))
def more(frame):
    """Sorts of move that no frame answers: there are moves enough for them and for the others."""
    said = int(re.fullmatch(r"And (\d+) more sorts? of move", frame.step.title)[1])
    moves = frame.game.judge.moves(frame.scene.position, frame.loser)
    assert 0 < said <= len(moves) - FILMS[frame.answer.theory].most_sorts
    return [said]
