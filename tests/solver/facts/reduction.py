"""Dominoes and squares, and what cancels."""

from __future__ import annotations

import re

from solver import Mark, Scene, parse_position

from .frame import CHECKED, OTHER, fact, lost


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
        (True, True): "the player to move wins",
        (False, False): "the player to move loses",
        (False, True): "Right wins, whoever starts",
    }[tuple(wins)]
    assert frame.verdicts["balance"] == who
    return squares, dominoes, who


@fact("reduction:strips")
def strips(frame):
    assert frame.scene == Scene(frame.answer.position)
    return []


@fact("reduction:options")
def options(frame):
    """A strip's options by what they count as: the best, and those that are no better."""
    sizes = [group.size for group in frame.scene.groups]
    assert sizes.count(3) == sum(size // 3 for size in frame.scene.position)
    size = frame.step.data["size"]
    rows = {group.component for group in frame.groups(Mark.FOCUS)}
    assert {frame.scene.position[row] for row in rows} == {size}
    told = {}
    for line in frame.scene.tally:
        player = line.label.partition(" ")[0].rstrip(",").lower()
        assert line.label in (f"{player.title()} can leave", f"{player.title()}, no better")
        ways = re.findall(r"\d+(?:\+\d+)*", line.value.partition(" more option")[0])
        verdict = line.verdict.removeprefix("that is ")
        told.setdefault(player, {})[line.label.endswith("leave")] = verdict
        for way in ways if "more option" not in line.value else ways[:-1]:
            left = parse_position(way)
            assert (0, tuple(sorted(left))) in frame.game.judge.moves((size,), player)
            assert in_words(counted(left)) == verdict
    squares, dominoes = counted((size,))
    best = {"left": (squares - 1, dominoes), "right": (squares, dominoes - 1)}
    for player, one in best.items():
        every = {counted(parts): parts for _, parts in frame.game.judge.moves((size,), player)}
        assert told[player] == {total == one: in_words(total) for total in every}
        for total, parts in every.items():
            assert total == one or never_better(frame.game.judge, parts, every[one], player)
    assert f"to leave {in_words(best['left'])}, and Right {in_words(best['right'])}" in frame.text
    assert frame.text.endswith(f"leaves of {in_words((squares, dominoes))}.")
    return CHECKED


@fact("reduction:cut")
def first_cut(frame):
    """Three squares of one strip stand apart, and trading them changes nothing, by search."""
    place, left = frame.step.data["component"], frame.step.data["left"]
    position = frame.scene.position
    apart = [(group.size, group.mark) for group in frame.scene.groups]
    assert apart == [(2, Mark.FOCUS), (1, Mark.FOCUS), (left, Mark.PLAIN)]
    assert {group.component for group in frame.scene.groups} == {place}
    assert position[place] == left + 3
    assert all(size <= 3 for size in position[:place])
    traded = (*position[:place], 2, 1, left, *position[place + 1 :])
    for side in ("left", "right"):
        assert frame.game.judge.wins(position, side) == frame.game.judge.wins(traded, side)
    assert f"beside a strip of {left}." in frame.text
    return [1, 1, left]


def counted(parts):
    """Squares and dominoes by Theorem 1."""
    whole = sum(size // 3 for size in parts)
    rests = [size % 3 for size in parts]
    return whole + rests.count(1), whole + rests.count(2)


def in_words(total):
    squares, dominoes = total
    words = [f"{squares} square{'s' * (squares > 1)}"] * bool(squares)
    return " and ".join(words + [f"{dominoes} domino{'es' * (dominoes > 1)}"] * bool(dominoes))


def never_better(judge, worse, better, player):
    """Whether, beside some strips, what *player* leaves wins for them only if the better does."""
    other = OTHER[player]
    return all(
        judge.wins((*worse, *company), other) or not judge.wins((*better, *company), other)
        for company in ((), (1,), (2,), (1, 1), (2, 2), (3,), (1, 2, 2))
    )


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
    assert ("Nothing cancels" in frame.text) is not across
    assert ("Nothing is left over" in frame.text) is (squares == dominoes)
    assert ("square is" in frame.text or "squares are" in frame.text) is (squares > 0)
    return [*filter(None, (len(across), squares, dominoes))]


@fact("reduction:outcome", "reduction:lost")
def outcome(frame):
    squares, dominoes, who = track(frame)
    if frame.step.rule == "reduction:outcome":
        assert frame.text.lower().startswith(who.lower())
        assert frame.step.data["balance"] == squares - dominoes


@fact("reduction:after", "reduction:replied")
def reduction_lost(frame):
    assert lost(frame)
    squares, dominoes, who = track(frame)
    assert who in frame.text
    assert f"{frame.loser.title()}, to move, loses" in frame.text
    assert ("square" in frame.text) is (squares > 0)
    return [squares or dominoes, squares - dominoes]
