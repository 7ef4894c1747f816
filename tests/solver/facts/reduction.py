"""Dominoes and squares, and what cancels."""

from __future__ import annotations

import re

from solver.teaching import Mark, Scene

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


def fans_of(frame, *players):
    """Every option of a strip for each player, by what it counts as: the best ones, and those that
    are no better."""
    sizes = [group.size for group in frame.scene.groups]
    assert sizes.count(3) == sum(size // 3 for size in frame.scene.position)
    size = frame.step.data["size"]
    rows = {group.component for group in frame.groups(Mark.FOCUS)}
    assert {frame.scene.position[row] for row in rows} == {size}
    squares, dominoes = counted((size,))
    best = {"left": (squares - 1, dominoes), "right": (squares, dominoes - 1)}
    assert len(frame.scene.options) == len(players)
    for player, shown in zip(players, frame.scene.options, strict=True):
        assert shown.title == f"{player.title()} can leave"
        moves = {parts for _, parts in frame.game.judge.moves((size,), player)}
        left = [card.leaves for card in shown.cards]
        assert len(left) == len(set(left))
        assert set(left) <= moves
        assert len(left) + shown.more + sum(card.others for card in shown.cards) == len(moves)
        yield player, best[player], shown, moves


def judged(frame, *players):
    """Whether something is struck out, for each player; the best of each is that by search."""
    for player, best, shown, moves in fans_of(frame, *players):
        for card in shown.cards:
            total = counted(card.leaves)
            assert card.value == in_words(total)
            assert card.struck is (total != best)
            assert card.verdict == "never better" * card.struck
        kept = next(card.leaves for card in shown.cards if not card.struck)
        for parts in moves:
            assert counted(parts) == best or never_better(frame.game.judge, parts, kept, player)
        yield any(card.struck for card in shown.cards)


@fact("reduction:left")
def left_leaves(frame):
    [(_, _, shown, moves)] = fans_of(frame, "left")
    assert not any(card.value or card.verdict or card.struck for card in shown.cards)
    told = re.search(r"Look at a strip of (\d+)\. Left can leave (.+?)\.", frame.text)
    assert int(told[1]) == frame.step.data["size"]
    named = {
        tuple(sorted(map(int, one.split(" + "))))
        for one in re.split(", | or ", told[2])
        if not one.startswith("one of")
    }
    others = re.search(r"one of (\d+) others", told[2])
    assert named <= {tuple(sorted(parts)) for parts in moves}
    assert len(named) + (int(others[1]) if others else 0) == len(moves)
    return CHECKED


@fact("reduction:best")
def left_best(frame):
    squares, dominoes = counted((frame.step.data["size"],))
    [strikes] = judged(frame, "left")
    pieces = in_words((squares - 1, dominoes))
    best = f"So she does best to leave {pieces}. What is struck out is never better."
    assert (best if strikes else f"Whatever she leaves counts as {pieces}.") in frame.text
    return CHECKED


@fact("reduction:options")
def options(frame):
    size = frame.step.data["size"]
    squares, dominoes = counted((size,))
    _, strikes = judged(frame, "left", "right")
    pieces = in_words((squares, dominoes - 1))
    best = f"and does best to leave {pieces}. What is struck out is never better."
    assert (best if strikes else f"Whatever Right leaves counts as {pieces}.") in frame.text
    assert frame.text.endswith(f"So {size} counts as {in_words((squares, dominoes))}.")
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


def answered_in_pair(frame):
    """Every move in a pair of a square and a domino has its card, and the answer in the pair leaves
    nothing of it; the card that is struck is never better."""
    judge, pair = frame.game.judge, (1, 2)
    [shown] = frame.scene.options
    said = {(card.value.split()[0].lower(), card.leaves) for card in shown.cards}
    assert said == {
        (player, judge.after(pair, move))
        for player in ("left", "right")
        for move in judge.moves(pair, player)
    }
    for card in shown.cards:
        player, other = card.value.split()[0].lower(), card.verdict.split()[0].lower()
        if card.struck:
            assert card.verdict == "never better"
            assert never_better(judge, card.leaves, (2,), player)
        else:
            assert other == OTHER[player]
            assert (0, ()) in judge.moves(card.leaves, other)
    assert frame.text.endswith("the other player takes the rest of it.")


@fact("reduction:inside")
def inside(frame):
    answered_in_pair(frame)
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
    inside = any(size > 2 for size in frame.scene.position)
    assert bool(frame.scene.options) is bool(across and not inside)
    if frame.scene.options:
        answered_in_pair(frame)
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
