"""Search, and the tree of what can happen."""

from __future__ import annotations

from solver import Scene, parse_position
from tests.solver.sentences import Read

from .frame import OTHER, fact, lost, moved

MAX_BRANCHES = 12


@fact("exhaustive:visit", "exhaustive:values")
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
        whose, _, named = line.label.rpartition(": ")
        player = whose.lower() or None
        [move] = Read(named, start).moves
        left = parse_position(line.value)
        row, parts = move
        became = left[row : row + len(parts)]
        assert start[:row] + became + start[row + 1 :] == left
        assert move in frame.game.judge.moves(start, player)
        word = "won" if frame.game.judge.wins(left, OTHER[player]) else "lost"
        other = OTHER[player].title() if player else "whoever moves then"
        assert line.verdict == f"{word} for {other}"
        told.add((player, start[row], parts))
    players = [frame.case.player] if frame.case.player else PLAYERS[frame.answer.ruleset.partizan]
    legal = {
        (player, start[row], parts)
        for player in players
        for row, parts in frame.game.judge.moves(start, player)
    }
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
    assert frame.text.removesuffix(f" Whatever {who(frame)} does, there is an answer.") in own
    return []


def who(frame):
    return frame.loser.title() if frame.loser else "the player to move"


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
    told = frame.said.numbers
    if frame.step.rule == "exhaustive:after":
        answered(frame)
    ways = frame.game.options
    legal = {
        (row, tuple(sorted(filter(None, option))))
        for row, size in enumerate(frame.scene.position)
        for option in ways(size, frame.loser)
    }
    assert told == ([] if len(legal) == 1 else [len(legal)])
    return told
