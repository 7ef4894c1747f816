"""What films of every theory show: the end, the move, the replies."""

from __future__ import annotations

import re
from collections import Counter

from solver.films import FILMS
from solver.teaching import Mark, Scene
from tests.solver.sentences import Read
from tests.solver.sentences.r1 import prescribed, r1_case
from tests.solver.sentences.reading import Board, parts_of

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
    """The sentence of a reply without the case of R1 that finds it, which is that of the board;
    and the answer is a move that this case prescribes."""
    told = re.search(r" is in case (\d) and answers by", frame.text)
    assert bool(told) is (frame.step.rule == "r1:reply" and " by " in frame.text)
    if not told:
        return frame.text
    board = Board(frame.game, frame.scene.position)
    assert int(told[1]) == r1_case(board)
    answer = frame.scene.move
    assert (answer.component, tuple(sorted(answer.becomes))) in prescribed(board), frame.text
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
    named = re.fullmatch(
        r"(?:Take (\d+), leaving|Split into) (nothing|[\d, and]+)", frame.step.title
    )
    assert parts_of(named[2]) == parts
    # A heap written by hand may become more than it was.
    taken = max(0, start[component] - sum(parts))
    assert int(named[1] or 0) == taken
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
    if "matches by" in frame.text:
        assert pairs_up(frame, answer)
    if "complements" in frame.text:
        assert taken == frame.answer.components[0]["divisor"]
        assert answer[0] == component
    return CHECKED


def pairs_up(frame, answer):
    """The row of the answer is left like the row of the move, or all remainders pair up."""
    divisor = frame.answer.components[0]["divisor"]
    left = Counter(size % divisor for size in frame.following.position)
    moved = [tag.component for tag in frame.scene.tags if tag.mark is Mark.FOCUS]
    here = sum(frame.scene.position[place] for place in moved) % divisor
    alike = sum(answer[1]) % divisor == here
    return alike or all(number % 2 == 0 for rest, number in left.items() if rest)


@fact(*(f"{key}:more" for key in KEYS))
def more(frame):
    """Sorts of move that no frame answers: there are moves enough for them and for the others."""
    said = int(re.fullmatch(r"And (\d+) more sorts? of move", frame.step.title)[1])
    moves = frame.game.judge.moves(frame.scene.position, frame.loser)
    assert 0 < said <= len(moves) - FILMS[frame.answer.theory].most_sorts
    return [said]
