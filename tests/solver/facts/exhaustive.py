"""Search, and the tree of what can happen."""

from __future__ import annotations

from solver import parse_position
from solver.teaching import Scene
from tests.solver.sentences import Read

from .frame import OTHER, fact, lost, moved

MAX_BRANCHES = 12


@fact("exhaustive:visit", "exhaustive:values", "exhaustive:daisies")
def board(frame):
    assert frame.scene == Scene(frame.answer.position)


@fact("exhaustive:count", "exhaustive:moves")
def branches(frame):
    """Each move leaves the board that is named, lost or won for the other player."""
    if frame.step.rule == "exhaustive:moves" and frame.answer.to_move_wins:
        moved(frame)
        return
    start, told = frame.answer.position, set()
    for line in frame.scene.tally:
        if line.label == "more moves":
            continue
        whose, _, named = line.label.removesuffix(":").rpartition(": ")
        player = whose.lower() or None
        [move] = Read(named, start).moves
        row, parts = move
        # Where there is one row, the move itself says what is left.
        left = parse_position(line.value) if len(start) > 1 else parts
        became = left[row : row + len(parts)]
        assert start[:row] + became + start[row + 1 :] == left
        assert move in frame.game.judge.moves(start, player)
        word = "wins" if frame.game.judge.wins(left, OTHER[player]) else "loses"
        other = OTHER[player].title() if player else "the other player"
        assert (line.verdict if len(start) > 1 else line.value) == f"{other} {word}"
        told.add((player, start[row], parts))
    players = [frame.case.player] if frame.case.player else PLAYERS[frame.answer.ruleset.partizan]
    legal = {
        (player, start[row], parts)
        for player in players
        for row, parts in frame.game.judge.moves(start, player)
    }
    assert frame.tally.get("more moves") != 1, "a single other move is named"
    assert (
        told == legal
        or len(told) == MAX_BRANCHES < len(legal) == MAX_BRANCHES + frame.tally["more moves"]
    )


PLAYERS = {False: [None], True: ["left", "right"]}


@fact("exhaustive:outcome")
def outcome(frame):
    own = [step.text for step in frame.answer.steps]
    if frame.answer.to_move_wins is not False:
        return None
    answered(frame)
    [verdict] = [text for text in own if frame.text.startswith(text)]
    return answers_said(frame, frame.text.removeprefix(verdict))


def answered(frame):
    """After each sort of move there is an answer to a lost board."""
    assert frame.scene.tally
    for line in frame.scene.tally:
        asked = parse_position(line.label.removeprefix("after "))
        if line.value == "no answer is needed":
            assert not frame.game.judge.moves(asked, OTHER[frame.loser])
            continue
        left = parse_position(line.value.removeprefix("answer "))
        assert frame.game.judge.wins(asked, OTHER[frame.loser])
        assert not frame.game.judge.wins(left, frame.loser)


@fact("exhaustive:after", "exhaustive:replied")
def search_lost(frame):
    if not lost(frame):
        return []
    if frame.step.rule == "exhaustive:after":
        answered(frame)
    return answers_said(frame, frame.text)


def answers_said(frame, said):
    """How many moves there are, and that there is an answer: only where there is one to each."""
    position, mover = frame.scene.position, frame.loser
    judge = frame.game.judge
    moves = judge.moves(position, mover)
    final = {move for move in moves if not judge.moves(judge.after(position, move), OTHER[mover])}
    for move in moves - final:
        assert judge.wins(judge.after(position, move), OTHER[mover])
    number, ends = frame.game.on_table(position, moves), frame.game.on_table(position, final)
    assert ("answer" in said) is (ends < number)
    assert ("the last one loses" in said) is (ends > 0)
    if number == 1 and ends:
        assert "has to make the last move, and the last one loses" in said
        return []
    return [number, ends] if 0 < ends < number else [number]
