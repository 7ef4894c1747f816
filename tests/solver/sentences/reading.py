"""Reading sentences back: the moves they name and the numbers they hold."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from operator import xor

from solver import Analysis
from tests.solver import oracle

PARTS = r"(nothing|\d+(?:(?:, \d+)* and \d+)?)"
TAKING = re.compile(rf"[Tt]ak(?:e|es|ing) (\d+) from (?:row|strip|heap) (\d+), leaving {PARTS}")
SPLITTING = re.compile(rf"[Ss]plit(?:s|ting)? (?:row|strip|heap) (\d+) into {PARTS}")
NAME = re.compile(r"(?:[Rr]ow|[Ss]trip|[Hh]eap) (\d+)")
LABEL = re.compile(r"S[12]\b|(?:Theorem|Lemma|Corollary) \d")
NUMBER = re.compile(r"−?\d+")


def number(text):
    return int(text.replace("−", "-"))


@dataclass
class Read:
    """A sentence taken apart: *moves* as (component, parts), rows *named*, other *numbers*."""

    text: str
    sizes: tuple[int, ...]
    moves: list = field(default_factory=list)
    named: list = field(default_factory=list)
    numbers: list = field(default_factory=list)

    def __post_init__(self):
        rest = TAKING.sub(self._taking, self.text)
        rest = SPLITTING.sub(self._splitting, rest)
        self.named = [int(found) - 1 for found in NAME.findall(rest)]
        rest = LABEL.sub("", NAME.sub("", rest))
        self.numbers = sorted(number(found) for found in NUMBER.findall(rest))

    def _taking(self, found):
        taken, component, parts = int(found[1]), int(found[2]) - 1, parts_of(found[3])
        assert self.sizes[component] - taken == sum(parts), self.text
        self.moves.append((component, parts))
        return ""

    def _splitting(self, found):
        component, parts = int(found[1]) - 1, parts_of(found[2])
        assert len(parts) > 1
        assert self.sizes[component] <= sum(parts), self.text
        self.moves.append((component, parts))
        return ""


def parts_of(words):
    """What a move leaves, as sizes: ``nothing``, ``4``, ``2 and 5``."""
    return tuple(sorted(int(size) for size in re.findall(r"\d+", words)))


class Game:
    """One ruleset under one convention as the oracle sees it, with nim-values of its own."""

    def __init__(self, key, options, *, misere, most=0):
        self.key, self.options, self.misere = key, options, misere
        self.most = most
        self.judge = oracle.Oracle(options, misere)
        self.alone = oracle.Oracle(options, True)
        self.normal = oracle.Oracle(options, False)
        self.reached = {}
        self._values = {}

    def on_table(self, position, moves):
        """How many moves a player counts: the pieces of these games keep their places, so what
        is taken is counted from where it begins."""
        if self.key not in ("kayles", "partizan-kayles"):
            return len(moves)
        ways = 0
        for row, size in enumerate(position):
            for first in range(size):
                for last in range(first, size):
                    left = tuple(sorted(filter(None, (first, size - 1 - last))))
                    ways += (row, left) in moves
        return ways

    def value(self, size):
        """The nim-value by the definition."""
        if size not in self._values:
            reached = {self.sum(option) for option in self.options(size, None)}
            self._values[size] = next(n for n in range(len(reached) + 1) if n not in reached)
        return self._values[size]

    def below(self, position):
        """Every position that play can reach, this one among them, whoever moves."""
        if position not in self.reached:
            found = {position}
            for player in ("left", "right"):
                for move in self.judge.moves(position, player):
                    found |= self.below(self.judge.after(position, move))
            self.reached[position] = frozenset(found)
        return self.reached[position]

    def sum(self, parts):
        total = 0
        for part in parts:
            total = xor(total, self.value(part)) if part else total
        return total

    def kind(self, parts):
        """The kind of a sum of sizes, by nim-value and by search."""
        value, won = self.sum(parts), self.alone.wins(tuple(parts))
        named = ("null", "gremlin", "higher switch") if won else ("trap", "inverter", "?")
        return named[min(value, 2)]


@dataclass
class Board:
    """A position of a game, as the oracle sees it."""

    game: Game
    position: tuple[int, ...]
    player: str | None = None

    @cached_property
    def values(self):
        return [self.game.value(size) for size in self.position]

    @cached_property
    def nim_sum(self):
        return self.game.sum(self.position)

    @cached_property
    def ones(self):
        return self.values.count(1)

    @cached_property
    def large(self):
        return sum(value > 1 for value in self.values)

    @cached_property
    def kinds(self):
        return [self.game.kind((size,)) for size in self.position]

    @cached_property
    def moves(self):
        return self.game.judge.moves(self.position, self.player)

    @cached_property
    def winning(self):
        return self.game.judge.winning_moves(self.position, self.player)

    @cached_property
    def wins(self):
        return self.game.judge.wins(self.position, self.player)

    def value_after(self, move):
        return self.game.sum(move[1])

    def after(self, move):
        return self.position[: move[0]] + move[1] + self.position[move[0] + 1 :]

    def raising(self):
        """The winning moves that make a row count more."""
        return {move for move in self.winning if self.value_after(move) > self.values[move[0]]}

    def taken(self, move):
        return self.position[move[0]] - sum(move[1])


class Case(Board):
    """One answer of one theory, beside what the oracle knows of its position."""

    def __init__(self, game: Game, answer: Analysis, player: str | None = None):
        super().__init__(game, answer.position, player)
        self.answer = answer


def told_by_size(position):
    """The sizes that a list of rows names, each once, and how: ``each 1`` where there are more."""
    sizes = dict.fromkeys(position)
    return {size: "each " * (position.count(size) > 1) + str(size) for size in sizes}


def check_each(position, text, pattern):
    """Every size is told once, as *each* where several rows have it; *pattern* follows a size."""
    found = re.findall(rf"((?:each )?\d+) {pattern}", text)
    named = [one[0] if isinstance(one, tuple) else one for one in found]
    assert named == [*told_by_size(position).values()]
    return found


CHECKERS: dict[str, Callable[..., list[int]]] = {}


def rule(*names):
    """Register the checker of a rule: it asserts the claims of a sentence and gives its numbers."""

    def keep(checker):
        CHECKERS.update(dict.fromkeys(names, checker))
        return checker

    return keep


def promise(case, said, allowed, moves=None):
    """The moves a sentence names win, and are of the sort it speaks of."""
    assert said.moves
    assert set(said.moves) <= allowed <= case.winning
    if moves is not None:
        shown = 4
        hidden = [len(moves) - shown] if len(moves) > shown + 1 else []
        assert len(said.moves) == (shown if hidden else len(moves)), "a single other one is named"
        return hidden
    return []


def lost(case, text):
    assert ("loses" in text) is not case.wins
    assert ("wins" in text) is case.wins
