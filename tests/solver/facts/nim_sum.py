"""Groups that pair, and what is left over."""

from __future__ import annotations

import re

from solver.teaching import Mark

from .frame import CHECKED, fact, lost, moved, over, values
from .options import cards_shown, options_named, options_of


@fact("nim-sum:value")
def nim_value(frame):
    """What a row counts as follows from its options, which all are shown."""
    size, value = frame.step.data["size"], frame.game.value(frame.step.data["size"])
    cards_shown(frame, judged=False)
    options_named(frame.text, options_of(frame.game, size))
    assert frame.step.title in (
        f"Row of {size} counts as {value}",
        f"Heap of {size} counts as {value}",
    )
    assert frame.tags() == [f"nim-value {value}"] * frame.scene.position.count(size)
    said = re.search(r"its own is (\d+)|none has (\d+)|nim-value is (0)", frame.text)
    assert int(next(filter(None, said.groups()))) == value
    return CHECKED


@fact("nim-sum:values")
def nim_values(frame):
    counts = values(frame)
    if counts != list(frame.scene.position):
        assert [int(text.split()[-1]) for text in frame.tags()] == counts


@fact("nim-sum:groups")
def nim_groups(frame):
    live = frame.groups(Mark.PLAIN)
    per_row = [[g.size for g in live if g.component == row] for row in range(len(values(frame)))]
    assert [sum(row) for row in per_row] == values(frame)
    assert all(size & (size - 1) == 0 for row in per_row for size in row)
    assert all(len(row) == len(set(row)) for row in per_row)
    return sorted({group.size for group in live}) or [0]


def paired(frame):
    """Every link is of two equal groups in different rows; the rest makes the nim-sum."""
    named = {group.id: group for group in frame.scene.groups}
    for one, other in frame.scene.links:
        assert named[one].size == named[other].size
        assert named[one].component != named[other].component
    if frame.scene.groups:
        assert sum(size for size, _ in over(frame)) == frame.game.sum(frame.scene.position)
        linked = {name for link in frame.scene.links for name in link}
        assert {group.id for group in frame.groups(Mark.PAIRED)} == linked


def heaps_of_values(frame):
    """Where nim-values are no cells, they lie below as rows of Nim, cut and paired."""
    counts = values(frame)
    sizes, below = frame.scene.heaps
    assert sizes == tuple(counts)
    assert below.position == tuple(filter(None, counts))
    for place, count in enumerate(below.position):
        mine = [group.size for group in below.groups if group.component == place]
        assert sum(mine) == count
        assert all(size & (size - 1) == 0 for size in mine)
    named = {group.id: group for group in below.groups}
    linked = {name for link in below.links for name in link}
    for one, other in below.links:
        assert named[one].size == named[other].size
        assert named[one].component != named[other].component
    left = [group.size for group in below.groups if group.id not in linked]
    assert len(left) == len(set(left))
    assert sum(left) == frame.case.nim_sum
    drawn = frame.scene.as_json()["heaps"]
    assert drawn["sizes"] == counts
    assert len(drawn["scene"]["groups"]) == len(below.groups)


@fact("nim-sum:columns")
def nim_columns(frame):
    paired(frame)
    assert frame.tally["nim-sum"] == frame.case.nim_sum
    if not frame.scene.groups and any(values(frame)):
        heaps_of_values(frame)
        return None
    told = [(int(size), int(row) - 1) for size, row in re.findall(LEFT, frame.text)]
    assert told == over(frame)
    assert ("Nothing is left over" in frame.text) is not told
    return [*(size for size, _ in told), frame.case.nim_sum]


LEFT = r"[Tt]he (\d+) of (?:row|heap) (\d+)"


@fact("nim-sum:misere-as-normal")
def as_normal(frame):
    assert frame.tally["rows that count 2 or more"] == frame.case.large
    assert len(frame.tags(Mark.LIT)) == frame.case.large


@fact("nim-sum:misere-moment")
def moment(frame):
    normal, misere = (line.value for line in frame.scene.tally)
    after = frame.answer.preferred.apply(frame.answer.position)
    assert misere == [frame.game.value(size) for size in after].count(1)
    assert (normal % 2, misere % 2) == (0, 1)
    assert abs(normal - misere) == 1
    assert {frame.case.values[group.component] > 1 for group in frame.groups(Mark.FOCUS)} == {True}


@fact("nim-sum:misere-endgame")
def endgame(frame):
    assert frame.tally["ones"] == frame.case.ones
    assert frame.verdicts["ones"] == ("odd" if frame.case.ones % 2 else "even")


@fact("nim-sum:verdict")
def nim_verdict(frame):
    paired(frame)
    assert ("The player to move wins" in frame.text) is frame.case.wins
    if "largest group left over" in frame.text:
        [(size, row)] = re.findall(LEFT, frame.text)
        assert (int(size), int(row) - 1) == over(frame)[0]
        assert frame.answer.preferred.component == int(row) - 1
        return [int(size)]
    if "partner" in frame.text or "Every remainder" in frame.text:
        assert over(frame) == []
        return board_reason(frame)
    return None


@fact("nim-sum:raise")
def nim_raise(frame):
    paired(frame)


@fact("nim-sum:after", "nim-sum:replied")
def nim_lost(frame):
    return board_reason(frame) if lost(frame) else []


def board_reason(frame):
    """Why a board is lost, in groups, and the numbers that the sentence names."""
    misere, counts = frame.game.misere, values(frame)
    if misere and max(counts) < 2:
        ones = counts.count(1)
        assert frame.tally["ones"] == ones
        assert ones % 2 == 1
        return [1] if ones == 1 else [ones, 1]
    assert frame.tally["nim-sum"] == frame.game.sum(frame.scene.position) == 0
    assert over(frame) == []
    if "The nim-sum is 0" in frame.text:
        return [0, 0] if "can make it 0 again" in frame.text else [0]
    assert ("Every group has a partner" in frame.text) is any(counts)
    assert misere or "Once only one row" not in frame.text
    return [2] if "Once only one row" in frame.text else [] if any(counts) else [0]


@fact("nim-sum:move")
def nim_move(frame):
    moved(frame)
    partner = "Then every group has a partner." in frame.text
    after = [frame.game.value(size) for size in frame.following.position]
    if partner:
        assert frame.game.sum(frame.following.position) == 0
    said = re.search(r"which (?:together )?counts? as (\d+)", frame.text)
    ones = re.search(r"number of ones is odd: (\d+)", frame.text)
    assert not ones or int(ones[1]) == after.count(1)
    return [int(found[1]) for found in (said, ones) if found]
