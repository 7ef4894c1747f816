"""Strategies: each says how to answer every move of the other player, as far as it can.

A strategy wins from a position if it has an answer in every place that can come up, and the game
never ends the wrong way, whichever of its answers are given; :mod:`solver.opponents.trials` tries
that out.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..conventions import Player
from ..errors import InvalidInputError
from ..positions import Move, Position
from ..rulesets.rules import Ruleset
from ..statements.conditions import Rule
from ..statements.quantities import Figures
from ..theories.reduction import winning_moves
from ..words import joined, uncapitalised, unreadable
from ..words import strategies as texts

LEAVE = "leave"
THREE = 3
"""How many squares a pair has."""


@dataclass(frozen=True)
class Situation:
    """Where a strategy is asked: *position* with *player* to move, after the other player made
    *move* in *before*; no move where the strategy begins."""

    figures: Figures
    position: Position
    player: Player | None
    before: Position = ()
    move: Move | None = None

    @property
    def rules(self) -> Ruleset:
        return self.figures.ruleset

    @property
    def moves(self) -> Iterator[Move]:
        """Every legal move."""
        return self.rules.legal_moves(self.position, self.player)

    def moves_to(self, rule: Rule) -> list[Move]:
        """The moves after which *rule* holds for the other player, equal ones once."""
        other = self.player and self.player.other
        found: dict[Position, Move] = {}
        for move in self.moves:
            after = move.apply(self.position)
            if rule.holds(self.figures, after, other):
                found.setdefault(tuple(sorted(after)), move)
        return list(found.values())


class Strategy(ABC):
    """One way to answer. *key* is stored, *words* are read."""

    key: str

    @abstractmethod
    def words(self, rules: Ruleset, piece: str = "piece") -> str:
        """What one does, as an order: ``Copy every move in an equal row``."""

    @abstractmethod
    def answers(self, now: Situation) -> list[Move]:
        """The moves that follow it; none where it says nothing."""

    @abstractmethod
    def refusal(self, rules: Ruleset) -> str:
        """Why it means nothing in a game; empty where it does."""


class Copy(Strategy):
    """What the other player did to one component is done to an equal one."""

    key = "copy"

    def words(self, rules: Ruleset, piece: str = "piece") -> str:
        return texts.COPY.format(row=rules.component_word)

    def answers(self, now: Situation) -> list[Move]:
        if now.move is None:
            return []
        changed, parts = now.move.component, now.move.becomes
        for index, size in enumerate(now.before):
            if index != changed and size == now.move.size:
                place = index if index < changed else index + len(parts) - 1
                return [Move(place, size, parts, now.player)]
        return []

    def refusal(self, rules: Ruleset) -> str:
        return texts.NOBODY_COPIES.format(game=rules.name) if rules.partizan else ""


class Mirror(Copy):
    """It takes the middle of a row, and copies what the other player does in one half."""

    key = "mirror"
    halves = Rule.read({"rows": 2, "unpaired": 0})

    def words(self, rules: Ruleset, piece: str = "piece") -> str:
        return texts.MIRROR.format(row=rules.component_word)

    def answers(self, now: Situation) -> list[Move]:
        if now.move is None:
            return now.moves_to(self.halves) if len(now.position) == 1 else []
        return super().answers(now)

    def refusal(self, rules: Ruleset) -> str:
        return super().refusal(rules) or (
            "" if rules.splits else texts.NO_MIDDLE.format(game=rules.name)
        )


class Complement(Strategy):
    """In the same row as much is taken as makes the divisor together."""

    key = "complement"

    def words(self, rules: Ruleset, piece: str = "piece") -> str:
        return texts.COMPLEMENT.format(divisor=rules.divisor)

    def answers(self, now: Situation) -> list[Move]:
        if now.move is None or not now.move.becomes:
            return []
        [left] = now.move.becomes
        rest = left - (now.rules.divisor - now.move.removed)
        if rest < 0:
            return []
        return [Move(now.move.component, left, (rest,) if rest else (), now.player)]

    def refusal(self, rules: Ruleset) -> str:
        return "" if rules.maximum else texts.NO_MAXIMUM.format(game=rules.name)


class Swap(Strategy):
    """A square is answered by a strip of two, and a domino by a strip of one."""

    key = "swap"

    def words(self, rules: Ruleset, piece: str = "piece") -> str:
        return texts.SWAP

    def answers(self, now: Situation) -> list[Move]:
        whole = 1 if now.player is Player.LEFT else 2
        if now.move is None or whole not in now.position:
            return []
        return [Move(now.position.index(whole), whole, (), now.player)]

    def refusal(self, rules: Ruleset) -> str:
        return "" if rules.family == "partizan" else texts.NO_TILES.format(game=rules.name)


class Duel(Swap):
    """Corollary 4 of the partizan paper as a duel: a move in the pair of a square and a domino is
    answered in the pair, and any other as if the pair were not there."""

    key = "pair"

    def words(self, rules: Ruleset, piece: str = "piece") -> str:
        return texts.PAIR

    def answers(self, now: Situation) -> list[Move]:
        swapped = super().answers(now)
        if swapped and now.move and now.move.size < THREE and not now.move.becomes:
            return swapped
        assert now.player  # strips have players
        position = now.position
        pair = {position.index(size) for size in (1, 2)} if {1, 2} <= set(position) else set()
        winning = winning_moves(position, now.player)
        elsewhere = [move for move in winning if move.component not in pair]
        return elsewhere or swapped


class Leave(Strategy):
    """Every answer leaves a position that keeps to a rule."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self.key = f"{LEAVE}:{rule.key}"

    def words(self, rules: Ruleset, piece: str = "piece") -> str:
        said = self.rule.words(rules, piece)
        return texts.LEAVE.format(what=uncapitalised(said))

    def answers(self, now: Situation) -> list[Move]:
        return now.moves_to(self.rule)

    def refusal(self, rules: Ruleset) -> str:
        return self.rule.refusal(rules)


NAMED: Mapping[str, Strategy] = {s.key: s for s in (Copy(), Mirror(), Complement(), Swap(), Duel())}


def read_strategy(written: Any) -> Strategy:
    """Read ``copy`` or ``{leave: {nim_sum: 0}}``; raises :class:`InvalidInputError`.

    >>> read_strategy("copy").key
    'copy'
    """
    if isinstance(written, Mapping) and list(written) == [LEAVE]:
        return Leave(Rule.read(written[LEAVE]))
    if isinstance(written, str) and written in NAMED:
        return NAMED[written]
    known = joined([*NAMED, f"{{{LEAVE}: {{…}}}}"], "or")
    raise InvalidInputError.because(unreadable.STRATEGY, str(written)[:60], known=known)
