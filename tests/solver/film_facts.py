"""What each sentence of a film says, asserted against its scene.

Each rule has a checker, which is given a :class:`Frame`. It asserts what the sentence says of the
board that is shown, and returns the numbers the sentence may hold; None where the sentence is the
analysis's own, whose numbers are accounted for elsewhere.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from solver import Analysis, Mark, Scene, Step

from .sentences import Case, Game, Read

FACTS = {}
CHECKED = "the checker has looked at every number"


@dataclass
class Frame:
    """One frame, the case it belongs to, and the frame after it."""

    case: Case
    step: Step
    following: Scene | None

    @cached_property
    def scene(self):
        return self.step.scene

    @cached_property
    def said(self):
        return Read(self.step.text, self.scene.position)

    @property
    def game(self) -> Game:
        return self.case.game

    @property
    def answer(self) -> Analysis:
        return self.case.answer

    @property
    def text(self):
        return self.step.text

    @cached_property
    def tally(self):
        return {line.label: line.value for line in self.scene.tally}

    @cached_property
    def verdicts(self):
        return {line.label: line.verdict for line in self.scene.tally}

    def tags(self, mark=None):
        return [tag.text for tag in self.scene.tags if mark in (None, tag.mark)]

    def groups(self, *marks):
        return [group for group in self.scene.groups if not marks or group.mark in marks]

    @property
    def loser(self):
        """Who is to move on the board that the replies of the film start from."""
        other = {"left": "right", "right": "left", None: None}
        return other[self.case.player] if self.answer.to_move_wins else self.case.player


def fact(*rules):
    def keep(checker):
        FACTS.update(dict.fromkeys(rules, checker))
        return checker

    return keep


def check_frame(frame):
    assert frame.step.rule in FACTS, f"no checker says what a scene shows of {frame.step.rule}"
    expected = FACTS[frame.step.rule](frame)
    own = [step.text for step in frame.answer.steps]
    if expected is None:
        assert frame.text in own
    elif expected != CHECKED:
        assert frame.said.numbers == sorted(expected), (frame.text, expected)
    assert frame.text[0].isupper() or frame.text[0].isdigit()
    assert frame.text.endswith(".")
    assert (
        re.search(r"\b1 (ones|rows|squares|dominoes|inverters|moves|pairs)\b", frame.text) is None
    )


def values(frame):
    return [frame.game.value(size) for size in frame.scene.position]


def over(frame):
    """The groups left over: size and row, the largest first."""
    left = sorted(frame.groups(Mark.LEFT), key=lambda group: -group.size)
    return [(group.size, group.component) for group in left]


# --- every theory ---------------------------------------------------------------------


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


def moved(frame):
    """What is taken is what the move of the sentence takes."""
    move = frame.answer.preferred
    assert frame.scene.move == move
    assert frame.following.position == move.apply(frame.answer.position)
    gone = frame.groups(Mark.TAKEN)
    assert sum(group.size for group in gone) in (move.removed, move.size)
    assert {group.component for group in gone} <= {move.component}
    assert (move.component, tuple(sorted(move.becomes))) in frame.said.moves


@fact("safe-harbors:move", "quotient:move", "r1:move", "exhaustive:moves")
@fact("reduction:theorem-4", "reduction:silence")
def marks_the_move(frame):
    if frame.answer.preferred and frame.answer.to_move_wins:
        moved(frame)


@fact("nim-sum:move")
def nim_move(frame):
    moved(frame)
    partner = "every group has a partner" in frame.text
    after = [frame.game.value(size) for size in frame.following.position]
    if partner:
        assert frame.game.sum(frame.following.position) == 0
    said = re.search(r"which counts? (\d+)", frame.text)
    ones = re.search(r"odd number of ones, (\d+)", frame.text)
    assert not ones or int(ones[1]) == after.count(1)
    return [int(found[1]) for found in (said, ones) if found]


KEYS = ("nim-sum", "safe-harbors", "r1", "quotient", "reduction", "exhaustive")
OTHER = {"left": "right", "right": "left", None: None}


@fact(*(f"{key}:reply" for key in KEYS))
def reply(frame):
    first, _, second = frame.text.partition(": now ")
    start, shown, loser = frame.answer.position, frame.scene.position, frame.loser
    if frame.answer.to_move_wins:
        start = frame.answer.preferred.apply(start)
    asked = Read(first.partition(", ")[0], start)
    [move] = asked.moves
    assert asked.numbers == []
    assert move in frame.game.judge.moves(start, loser)
    component, parts = move
    became = shown[component : component + len(parts)]
    assert tuple(sorted(became)) == parts
    assert start[:component] + became + start[component + 1 :] == shown
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


def lost(frame):
    """The board shown is lost for who is to move there; whether that player has a move."""
    assert not frame.game.judge.wins(frame.scene.position, frame.loser)
    can_move = bool(frame.game.judge.moves(frame.scene.position, frame.loser))
    assert ("No move is left" in frame.text) is not can_move
    return can_move


# --- nim-sum --------------------------------------------------------------------------


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


@fact("nim-sum:columns")
def nim_columns(frame):
    paired(frame)
    assert frame.tally["nim-sum"] == frame.case.nim_sum
    if not frame.scene.groups and any(values(frame)):
        return None
    told = [(int(size), int(row) - 1) for size, row in re.findall(LEFT, frame.text)]
    assert told == over(frame)
    assert ("Nothing is left over" in frame.text) is not told
    return [*(size for size, _ in told), frame.case.nim_sum]


LEFT = r"the (\d+) of (?:row|heap) (\d+)"


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
    assert ("the player to move wins" in frame.text) is frame.case.wins
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
        return [0, 0]
    assert ("Every group has a partner" in frame.text) is any(counts)
    return [2] if misere else [] if any(counts) else [0]


# --- safe harbors ---------------------------------------------------------------------


def remainders_shown(frame):
    divisor = frame.answer.components[0]["divisor"]
    rests = [size % divisor for size in frame.scene.position]
    assert frame.tags(Mark.PLAIN) == [f"remainder {rest}" for rest in rests]
    for row, rest in enumerate(rests):
        groups = [group for group in frame.scene.groups if group.component == row]
        faded = [group.size for group in groups if group.mark is Mark.FADED]
        assert faded == [divisor] * (frame.scene.position[row] // divisor)
        assert sum(g.size for g in groups if g.mark is not Mark.FADED) == rest
    return rests


@fact("safe-harbors:divisor")
def divisor(frame):
    assert frame.scene == Scene(frame.answer.position)


@fact("safe-harbors:remainders")
def remainders(frame):
    remainders_shown(frame)
    assert frame.tally["divisor"] == frame.answer.components[0]["divisor"]


@fact(
    *(
        f"safe-harbors:{rule}"
        for rule in ("one-row", "two-rows", "columns", "moment", "ones", "universal")
    )
)
@fact("safe-harbors:verdict", "safe-harbors:grow", "safe-harbors:set-aside")
def harbor(frame):
    remainders_shown(frame)
    if "nim-sum" in frame.tally:
        assert frame.tally["nim-sum"] == frame.case.nim_sum


@fact("safe-harbors:replies")
def replies(frame):
    divisor = frame.answer.components[0]["divisor"]
    final = [size < divisor for size in frame.scene.position]
    assert [text == "final frame" for text in frame.tags()] == final


@fact("safe-harbors:after", "safe-harbors:replied")
def harbor_lost(frame):
    if not lost(frame):
        return []
    rests = remainders_shown(frame)
    if frame.game.misere and max(rests) < 2:
        assert rests.count(1) % 2 == 1
        return [*rests, *([rests.count(1)] if rests.count(1) > 1 else [])]
    assert frame.tally["nim-sum"] == frame.game.sum(rests) == 0
    assert ("can be complemented" in frame.text) is not any(rests)
    if "match two by two" in frame.text:
        assert all(number % 2 == 0 for rest, number in Counter(rests).items() if rest)
    return rests


# --- R1 -------------------------------------------------------------------------------


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
    options = {tuple(sorted(filter(None, one))) for one in frame.game.options(size, None)}
    reached = sorted({frame.game.sum(option) for option in options})
    value, kind = frame.game.value(size), frame.game.kind((size,))
    assert frame.text.endswith(f"So it is a {kind}.") or frame.text.endswith(f"an {kind}.")
    assert set(frame.tags()) == {f"nim-value {value}: {kind}"}
    assert len(frame.tags()) == frame.scene.position.count(size)
    assert frame.step.data["reached"] == reached
    told = re.search(r"may become (.*?)\.", frame.text)
    named = re.findall(r"nothing|\d+(?:\+\d+)*", told[1].partition(" or one of")[0]) if told else []
    shown = {() if one == "nothing" else tuple(map(int, one.split("+"))) for one in named}
    assert shown <= options
    others = len(options) - len(shown)
    assert (f"or one of {others} others" in frame.text) is (others > 0)
    leave = re.search(r"won by leaving ([\d+]+)\.", frame.text)
    alone = frame.game.alone.wins((size,))
    if leave:
        left = tuple(map(int, leave[1].split("+")))
        assert left in options
        assert not frame.game.alone.wins(left)
    assert bool(leave) is (alone and bool(options))
    return CHECKED


@fact("r1:kinds")
def kinds_step(frame):
    kinds_shown(frame)


@fact("r1:count", "r1:others")
def count(frame):
    counts_shown(frame)


@fact("r1:lost", *(f"r1:case-{case}" for case in (1, 2, 3, 4)))
def case(frame):
    kinds_shown(frame)
    assert frame.tally["case"] == frame.step.data["case"]
    right = frame.tally["case"]
    assert bool(right) is frame.case.wins
    told = [step.text for step in frame.answer.steps if step.rule.startswith(("r1:case", "r1:why"))]
    assert frame.text == (" ".join(told) if right else frame.text)
    assert {label for label in frame.tally if label.startswith("case ")} == {
        f"case {number}" for number in (1, 2, 3, 4) if number != right
    }
    for label, reason in frame.verdicts.items():
        number = re.match(r"(\d+) inverter", reason)
        assert not number or int(number[1]) == frame.case.kinds.count("inverter")
        assert reason or label == "case"
    return CHECKED


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


# --- quotients ------------------------------------------------------------------------


@fact("quotient:elements", "quotient:product")
def elements(frame):
    data = next(s.data for s in frame.answer.steps if s.rule == "quotient:elements")
    assert frame.tags() == data["elements"]
    if frame.step.rule == "quotient:product":
        assert [line.value for line in frame.scene.tally][:-1] == frame.step.data["products"]
        assert frame.tally["product"] == frame.step.data["product"]


@fact("quotient:verdict")
def quotient_verdict(frame):
    product = next(s.data["product"] for s in frame.answer.steps if "products" in s.data)
    assert frame.tally["product"] == product
    assert frame.verdicts["product"].split()[0] == ("won" if frame.case.wins else "lost")
    listed = re.split(r", | and ", frame.tally["lost products"])
    assert (product in listed) is not frame.case.wins or len(listed) > 10


@fact("quotient:certificate")
def certificate(frame):
    assert frame.scene == Scene(frame.answer.position)


@fact("quotient:after", "quotient:replied")
def quotient_lost(frame):
    assert lost(frame)
    assert frame.verdicts["product"] == "lost for whoever moves"
    product = frame.tally["product"].replace("1", "nothing")
    assert re.search(rf"(make|counts as) {product},", frame.text)
    factors = [text.replace("1", "nothing") for text in frame.tags()]
    if len(factors) > 1:
        told = re.search(r"Together (.*) make", frame.text)[1]
        assert re.split(", | and ", told) == factors
    return []


# --- the reduction --------------------------------------------------------------------


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


# --- search ---------------------------------------------------------------------------


@fact("exhaustive:visit", "exhaustive:count", "exhaustive:outcome")
def search(frame):
    assert frame.scene == Scene(frame.answer.position)


@fact("exhaustive:after", "exhaustive:replied")
def search_lost(frame):
    if not lost(frame):
        return []
    told = frame.said.numbers
    ways = frame.game.options
    legal = {
        (row, tuple(sorted(filter(None, option))))
        for row, size in enumerate(frame.scene.position)
        for option in ways(size, frame.loser)
    }
    assert told == ([] if len(legal) == 1 else [len(legal)])
    return told
