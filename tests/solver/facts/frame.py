"""What each sentence of a film says, asserted against its scene.

Each rule has a checker, which is given a :class:`Frame`. It asserts what the sentence says of the
board that is shown, and returns the numbers the sentence may hold; None where the sentence is the
analysis's own, whose numbers are accounted for elsewhere.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from solver import Analysis, ReasoningStep
from solver.teaching import Mark, Scene
from tests.solver.sentences import Case, Game, Read

FACTS = {}
OTHER = {"left": "right", "right": "left", None: None}
CHECKED = "the checker has looked at every number"


@dataclass
class Frame:
    """One frame, the case it belongs to, and the frame after it."""

    case: Case
    step: ReasoningStep
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
        return OTHER[self.case.player] if self.answer.to_move_wins else self.case.player


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
    check_title(frame.step)
    assert frame.text[0].isupper() or frame.text[0].isdigit()
    assert frame.text.endswith(".")
    assert (
        re.search(
            r"\b1 (ones|rows|squares|dominoes|inverters|moves|pairs|strips|others|more)\b",
            frame.text,
        )
        is None
    )


def check_title(step):
    """A title is short, stands without its sentence, and names no number that this does not."""
    assert 0 < len(step.title) <= 40
    assert step.title[0].isupper()
    assert step.title[-1] != "."
    numbers = set(re.findall(r"\d+", step.title)) - set("34" * ("Theorem" in step.title))
    assert numbers <= set(re.findall(r"\d+", step.text))


def values(frame):
    return [frame.game.value(size) for size in frame.scene.position]


def over(frame):
    """The groups left over: size and row, the largest first."""
    left = sorted(frame.groups(Mark.LEFT), key=lambda group: -group.size)
    return [(group.size, group.component) for group in left]


def moved(frame):
    """What is taken is what the move of the sentence takes."""
    move = frame.answer.preferred
    assert frame.scene.move == move
    assert frame.following.position == move.apply(frame.answer.position)
    gone = frame.groups(Mark.TAKEN)
    assert sum(group.size for group in gone) in (move.removed, move.size)
    assert {group.component for group in gone} <= {move.component}
    assert (move.component, tuple(sorted(move.becomes))) in frame.said.moves
    comes_to(frame)


AFTER = {
    "nim-sum": r"nim-sum is (\d+)",
    "ones": r"number of ones is odd: (\d+)",
    "inverters": r"Now there (?:is|are) (\d+) inverter",
    "balance": r"balance becomes (−?\d+)",
}
"""What the sentence of a move says that a count becomes."""


def comes_to(frame):
    """The counts beside a move are those of the board before it and, as the sentence says, of the
    board that it leaves."""
    for line in frame.scene.tally:
        assert line.value == count_of(frame.game, frame.answer.position, line.label, line.value)
        after = count_of(frame.game, frame.following.position, line.label, line.after.value)
        assert line.after.value == after
        if line.after.value != line.value:
            assert line.said.split(" → ")[1].partition(",")[0] == str(after).replace("-", "−")
        told = re.search(AFTER.get(line.label, "$^"), frame.text)
        assert not told or int(told[1].replace("−", "-")) == after
    for label, words in AFTER.items():
        assert not re.search(words, frame.text) or label in frame.tally


def count_of(game, position, label, unknown):
    """A count of a board by its label, worked out anew; *unknown* where only a table knows."""
    values = [game.value(size) for size in position]
    if label in ("squares", "dominoes", "balance"):
        rests = [size % 3 for size in position]
        whole = sum(size // 3 for size in position)
        squares, dominoes = whole + rests.count(1), whole + rests.count(2)
        return {"squares": squares, "dominoes": dominoes}.get(label, squares - dominoes)
    if label in ("nim-sum", "ones"):
        return game.sum(position) if label == "nim-sum" else values.count(1)
    named = {
        "inverters": {"inverter"},
        "higher switches": {"higher switch"},
        "traps and gremlins": {"trap", "gremlin"},
    }
    if label not in named:
        return unknown
    return sum(game.kind((size,)) in named[label] for size in position)


def lost(frame):
    """The board shown is lost for who is to move there; whether that player has a move."""
    assert not frame.game.judge.wins(frame.scene.position, frame.loser)
    can_move = bool(frame.game.judge.moves(frame.scene.position, frame.loser))
    assert ("no move is left" in frame.text) is not can_move
    return can_move
