"""Kinds, derived and counted, and the four cases."""

from __future__ import annotations

import re
from collections import Counter

from tests.solver.sentences import Read
from tests.solver.sentences.r1 import prescribed

from .frame import CHECKED, fact, lost, moved
from .options import cards_shown, options_named, options_of


def kinds_shown(frame):
    kinds = [frame.game.kind((size,)) for size in frame.scene.position]
    assert [text for text in frame.tags() if not text.startswith("was ")] == kinds
    return Counter(kinds)


def counts_shown(frame):
    kinds = kinds_shown(frame)
    assert frame.tally["traps and gremlins"] == kinds["trap"] + kinds["gremlin"]
    assert frame.tally["higher switches"] == kinds["higher switch"]
    assert frame.tally["inverters"] == kinds["inverter"]
    assert frame.verdicts["inverters"] == ("odd" if kinds["inverter"] % 2 else "even")
    assert frame.tally["nim-sum"] == frame.game.sum(frame.scene.position)
    return kinds


@fact("r1:kind")
def kind(frame):
    """A kind follows from what is said: the options, their nim-values, the row played alone."""
    size = frame.step.data["size"]
    cards_shown(frame, judged=True)
    options = options_of(frame.game, size)
    reached = sorted({frame.game.sum(option) for option in options})
    value, kind = frame.game.value(size), frame.game.kind((size,))
    assert frame.text.endswith(f"So it is a {kind}.") or frame.text.endswith(f"an {kind}.")
    assert re.fullmatch(rf"(Row|Heap) of {size} alone: an? {kind}", frame.step.title)
    assert set(frame.tags()) == {f"nim-value {value}: {kind}"}
    assert len(frame.tags()) == frame.scene.position.count(size)
    assert frame.step.data["reached"] == reached
    options_named(frame.text, options)
    leave = re.search(r"leaving ([\d+]+) wins\.", frame.text)
    alone = frame.game.alone.wins((size,))
    if leave:
        left = tuple(map(int, leave[1].split("+")))
        assert left in options
        assert not frame.game.alone.wins(left)
    assert bool(leave) is (alone and bool(options))
    return CHECKED


TARGETS = {
    2: {"trap", "inverter"},
    3: {"null", "gremlin"},
}


@fact("r1:move")
def target(frame):
    """Every option of the row that changes has its kind, and whether it wins; and the reason why
    the case always has such a move is true of the board."""
    moved(frame)
    game, position, move = frame.game, frame.answer.position, frame.answer.preferred
    [shown] = frame.scene.options
    rest = position[: move.component] + position[move.component + 1 :]
    kinds = [game.kind((size,)) for size in position]
    options = options_of(game, move.size)
    assert {card.leaves for card in shown.cards} <= options
    for card in shown.cards:
        assert card.value == game.kind(card.leaves)
        assert card.holds is not game.judge.wins((*rest, *card.leaves))
        assert card.verdict == ("winning move" if card.holds else "losing move")
    assert frame.step.data["options"] == [card.as_json() for card in shown.cards]
    own = next(step.text for step in frame.answer.steps if step.rule == "r1:move")
    why = frame.text.removeprefix(own).strip()
    [case] = [s.data["case"] for s in frame.answer.steps if s.rule.startswith("r1:case-")]
    changed, becomes = kinds[move.component], game.kind(move.becomes)
    if case == 1:
        after = game.kind(move.becomes)
        others = kinds[: move.component] + kinds[move.component + 1 :]
        stays = re.fullmatch(r"The ([a-z ]+) in (?:row|heap) (\d+) is still there\.", why)
        if stays:
            place = int(stays[2]) - 1
            assert place != move.component
            assert kinds[place] == stays[1] not in ("null", "inverter")
        else:
            assert set(others) <= {"null", "inverter"}
            assert (changed, after) in {("trap", "gremlin"), ("gremlin", "trap")}
            assert why.endswith(
                f"That makes this a {after}{' and no inverter' * (after == 'gremlin')}."
            )
    elif case in TARGETS:
        assert becomes in TARGETS[case]
        assert changed == "higher switch"
        assert TARGETS[case] & {game.kind(option) for option in options}
        assert why.startswith("Such a move is always there: ")
    else:
        assert {changed, becomes} == {"null", "inverter"}
        assert f"n {changed}" in why or f"A {changed}" in why
        named = {game.kind(option) for option in options if game.sum(option) < 2}
        assert becomes in named
        assert "gremlin" not in named if changed == "null" else "trap" not in named
    return CHECKED


@fact("r1:kinds")
def kinds_step(frame):
    kinds_shown(frame)


@fact("r1:count")
def count(frame):
    counts_shown(frame)


@fact("r1:lost", *(f"r1:case-{case}" for case in (1, 2, 3, 4)))
def case(frame):
    kinds_shown(frame)
    assert frame.tally["case"] == frame.step.data["case"]
    right = frame.tally["case"]
    assert bool(right) is frame.case.wins
    rules = ("r1:case", "r1:why", "r1:others")
    told = [step.text for step in frame.answer.steps if step.rule.startswith(rules)]
    assert frame.text == (" ".join(told) if right else frame.text)
    assert {label for label in frame.tally if label.startswith("case ")} == {
        f"case {number}" for number in (1, 2, 3, 4) if number != right
    }
    unnamed_told(frame)
    for label, reason in frame.verdicts.items():
        number = re.match(r"(\d+) inverter", reason)
        assert not number or int(number[1]) == frame.case.kinds.count("inverter")
        assert reason or label == "case"
    return CHECKED


def unnamed_told(frame):
    """The winning moves that no case names are told in a sentence of their own, and they are all
    that win beside those of the case."""
    unnamed = frame.case.winning - prescribed(frame.case)
    said = re.search(
        r"(One|Other)( more)? moves?( and (its|their) mirror images?)? wins?( too)?, though no ",
        frame.text,
    )
    assert bool(said) is bool(unnamed and frame.tally["case"])
    if not said:
        return
    on_table = frame.game.on_table(frame.answer.position, unnamed)
    assert (said[1] == "One") is (len(unnamed) == 1)
    assert bool(said[3]) is (on_table > len(unnamed))
    named = set(Read(frame.text, frame.scene.position).moves)
    assert named <= unnamed
    assert named == unnamed or len(named) == 4
    for row, parts in named:
        assert frame.case.kinds[row] != "higher switch"
        left = frame.answer.position[:row] + parts + frame.answer.position[row + 1 :]
        assert not frame.game.judge.wins(left)
        assert frame.game.sum(left) == 0
        assert [frame.game.kind((size,)) for size in left].count("higher switch") > 1


@fact("r1:after", "r1:replied")
def r1_lost(frame):
    if not lost(frame):
        return []
    kinds = counts_shown(frame)
    if "The nim-sum is 0" in frame.text:
        assert frame.tally["nim-sum"] == 0
        assert kinds["trap"] + kinds["gremlin"] + kinds["higher switch"]
        return [0]
    assert not kinds["trap"] + kinds["gremlin"] + kinds["higher switch"]
    assert kinds["inverter"] % 2 == 1
    return [kinds["inverter"]]
