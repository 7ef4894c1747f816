"""Dominoes and squares, and what cancels."""

from __future__ import annotations

from solver import Mark, Scene

from .frame import fact, lost


def pieces(frame):
    """How many squares and dominoes the strips shown count as, and how many are left over."""
    for row, size in enumerate(frame.scene.position):
        sizes = [g.size for g in frame.scene.groups if g.component == row]
        whole, rest = divmod(size, 3)
        assert (sizes.count(1), sizes.count(2)) == (whole + (rest == 1), whole + (rest == 2))
        assert sum(sizes) == size
    left = [group.size for group in frame.groups(Mark.LEFT)]
    return left.count(1), left.count(2)


def track(frame):
    squares, dominoes = pieces(frame)
    assert (frame.tally["squares left"], frame.tally["dominoes left"]) == (squares, dominoes)
    assert not squares or not dominoes
    assert frame.tally["balance"] == squares - dominoes
    wins = [frame.game.judge.wins(frame.scene.position, side) for side in ("left", "right")]
    who = {
        (True, True): "whoever moves next wins",
        (False, False): "whoever moves next loses",
        (False, True): "Right wins, whoever starts",
    }[tuple(wins)]
    assert frame.verdicts["balance"] == who
    return squares, dominoes, who


@fact("reduction:strips")
def strips(frame):
    assert frame.scene == Scene(frame.answer.position)
    return []


@fact("reduction:threes")
def threes(frame):
    sizes = [group.size for group in frame.scene.groups]
    assert sizes.count(3) == sum(size // 3 for size in frame.scene.position)
    return []


@fact("reduction:reduce")
def tiles(frame):
    pieces(frame)
    data = frame.step.data
    assert (frame.tally["squares"], frame.tally["dominoes"]) == (data["s1"], data["s2"])


@fact("reduction:inside")
def inside(frame):
    named = {group.id: group for group in frame.scene.groups}
    for one, other in frame.scene.links:
        assert named[one].component == named[other].component
        assert {named[one].size, named[other].size} == {1, 2}
    squares, dominoes = pieces(frame)
    assert (frame.tally["squares left"], frame.tally["dominoes left"]) == (squares, dominoes)
    return [len(frame.scene.links)]


@fact("reduction:cancel")
def cancel(frame):
    squares, dominoes, _ = track(frame)
    named = {group.id: group.component for group in frame.scene.groups}
    across = [1 for one, other in frame.scene.links if named[one] != named[other]]
    assert ("nothing cancels" in frame.text) is not across
    assert ("Nothing is left over" in frame.text) is (squares == dominoes)
    assert ("square is" in frame.text or "squares are" in frame.text) is (squares > 0)
    return [*filter(None, (len(across), squares, dominoes))]


@fact("reduction:outcome", "reduction:lost")
def outcome(frame):
    squares, dominoes, who = track(frame)
    if frame.step.rule == "reduction:outcome":
        assert who in frame.text
        assert frame.step.data["balance"] == squares - dominoes


@fact("reduction:after", "reduction:replied")
def reduction_lost(frame):
    assert lost(frame)
    squares, dominoes, who = track(frame)
    assert who in frame.text
    assert f"{frame.loser.title()}, to move, loses" in frame.text
    assert ("square" in frame.text) is (squares > 0)
    return [squares or dominoes, squares - dominoes]
