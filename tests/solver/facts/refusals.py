"""Why R1 gives up: the row that breaks a condition, R1's claim, and what beats it."""

from __future__ import annotations

import re

from solver.teaching import Mark
from tests.solver.sentences import Read

from .frame import CHECKED, fact
from .options import cards_shown, options_named, options_of

NAMED = {
    (True, 0): "null",
    (False, 0): "trap",
    (True, 1): "gremlin",
    (False, 1): "inverter",
    (True, 2): "higher switch",
    (False, 2): "higher inverter",
}


def kind_of(game, parts):
    return NAMED[game.alone.wins(tuple(parts)), min(game.sum(parts), 2)]


def counted_as_won(game, position):
    """R1's count, by the true kind of every row."""
    kinds = [kind_of(game, (size,)) for size in position]
    if set(kinds) <= {"null", "inverter", "higher inverter"}:
        return sum("inverter" in kind for kind in kinds) % 2 == 0
    return game.sum(position) != 0


@fact("r1:breaks")
def breaks(frame):
    """What the row is, by its options and by search."""
    size = frame.step.data["size"]
    cards_shown(frame, judged=True)
    options_named(frame.text, options_of(frame.game, size))
    kind = kind_of(frame.game, (size,))
    assert frame.tags() == [f"nim-value {frame.game.value(size)}: {kind}"]
    assert re.search(rf"So it is an? {kind}\.$", frame.text)
    leave = re.search(r"leaving ([\d+ ]+) wins\.", frame.text)
    assert bool(leave) is frame.game.alone.wins((size,))
    if leave:
        assert not frame.game.alone.wins(tuple(map(int, leave[1].split(" + "))))
    else:
        assert "every move from it loses" in frame.text
    return CHECKED


@fact("r1:condition")
def condition(frame):
    """Every option with its kind, and a cross where the condition objects."""
    game, data = frame.game, frame.step.data
    [shown] = frame.scene.options
    kind = kind_of(game, (data["size"],))
    assert frame.tags() == [kind]
    kinds = {kind_of(game, option) for option in options_of(game, data["size"])}
    for card in shown.cards:
        assert card.value == kind_of(game, card.leaves)
    crossed = {card.value for card in shown.cards if card.holds is False}
    match data["condition"]:
        case 1:
            assert kind == "higher inverter"
            assert all(card.holds and game.alone.wins(card.leaves) for card in shown.cards)
        case 2:
            assert kind == "higher switch"
            assert not kinds & {"null", "gremlin"}
            assert crossed == kinds
        case 3:
            assert (kind, crossed) == ("null", {"gremlin"})
        case 4:
            assert (kind, crossed) == ("gremlin", {"null"})
    assert frame.text.startswith(f"Condition {data['condition']} of R1: ")
    return CHECKED


def kinds_shown(frame):
    kinds = [kind_of(frame.game, (size,)) for size in frame.scene.position]
    assert frame.tags() == kinds
    assert frame.tally["inverters"] == kinds.count("inverter")
    assert frame.tally["nim-sum"] == frame.game.sum(frame.scene.position)
    return kinds


CASES = {2: {"trap", "inverter"}, 3: {"null", "gremlin"}}


@fact("r1:claim")
def claim(frame):
    """R1's count says one thing of the board, and search the other."""
    game, position = frame.game, frame.scene.position
    kinds = kinds_shown(frame)
    won = frame.step.data["won"]
    assert counted_as_won(game, position) is won
    assert game.alone.wins(position) is not won
    assert " + ".join(map(str, position)) in frame.text
    if not won:
        assert "would leave" in frame.text
        firm = bool(set(kinds) & {"trap", "gremlin", "higher switch"})
        assert ("there is a trap or a switch" in frame.text) is firm
        return CHECKED
    case = int(re.search(r"by case (\d)\.", frame.text)[1])
    assert case == (3 if kinds.count("inverter") % 2 else 2)
    assert kinds.count("higher switch") == 1
    place = kinds.index("higher switch")
    wanted = {kind_of(game, option) for option in options_of(game, position[place])}
    assert not wanted & CASES[case]
    return CHECKED


@fact("r1:beaten")
def beaten(frame):
    """The move of the frame leaves a board that loses."""
    kinds_shown(frame)
    position, move = frame.scene.position, frame.scene.move
    assert frame.game.alone.wins(position)
    assert not frame.game.alone.wins(move.apply(position))
    assert frame.following.position == move.apply(position)
    gone = frame.groups(Mark.TAKEN)
    assert sum(group.size for group in gone) in (move.removed, move.size)
    answer = frame.text.rpartition(" by ")[2]
    assert Read(answer, position).moves == [(move.component, tuple(sorted(move.becomes)))]
    return CHECKED


@fact("r1:loses")
def loses(frame):
    position, game = frame.scene.position, frame.game
    assert not game.alone.wins(position)
    assert all(
        game.alone.wins(game.alone.after(position, move)) for move in game.alone.moves(position)
    )
    for shown in frame.scene.options:
        assert {card.leaves for card in shown.cards} == options_of(game, position[0])
        assert all(card.holds for card in shown.cards)
    return CHECKED
