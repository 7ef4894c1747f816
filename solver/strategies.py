"""Strategies that answer every move, played against every move there is.

A strategy names one answer to each move of the other player, or none. It wins from a position if it
has an answer in every place that can come up, and the game never ends the wrong way.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .budget import length_in_steps
from .conditions import Figures, Rule
from .conventions import Player
from .errors import InvalidInputError
from .positions import Move, Position
from .rulesets import Ruleset
from .search import VISIT_STEPS
from .theory import Question

LEAVE = "leave"


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

    def first_to(self, rule: Rule) -> Move | None:
        """The first move after which *rule* holds for the other player."""
        other = self.player and self.player.other
        for move in self.moves:
            if rule.holds(self.figures, move.apply(self.position), other):
                return move
        return None


class Strategy(ABC):
    """One way to answer. *key* is stored, *words* are read."""

    key: str

    @abstractmethod
    def words(self, rules: Ruleset, piece: str = "piece") -> str:
        """What one does, as an order: ``Copy every move in an equal row``."""

    @abstractmethod
    def answer(self, now: Situation) -> Move | None:
        """The move it names; None where it names none."""

    @abstractmethod
    def refusal(self, rules: Ruleset) -> str:
        """Why it means nothing in a game; empty where it does."""


class Copy(Strategy):
    """What the other player did to one component is done to an equal one."""

    key = "copy"

    def words(self, rules: Ruleset, piece: str = "piece") -> str:
        return f"Copy every move in an equal {rules.component_word}"

    def answer(self, now: Situation) -> Move | None:
        if now.move is None:
            return None
        changed, parts = now.move.component, now.move.becomes
        for index, size in enumerate(now.before):
            if index != changed and size == now.move.size:
                place = index if index < changed else index + len(parts) - 1
                return Move(place, size, parts, now.player)
        return None

    def refusal(self, rules: Ruleset) -> str:
        return f"In {rules.name} nobody can copy." if rules.partizan else ""


class Mirror(Copy):
    """It takes the middle of a row, and copies what the other player does in one half."""

    key = "mirror"
    halves = Rule.read({"rows": 2, "unpaired": 0})

    def words(self, rules: Ruleset, piece: str = "piece") -> str:
        return f"Begin in the middle of the {rules.component_word}, then mirror every move"

    def answer(self, now: Situation) -> Move | None:
        if now.move is None:
            return now.first_to(self.halves) if len(now.position) == 1 else None
        return super().answer(now)

    def refusal(self, rules: Ruleset) -> str:
        return super().refusal(rules) or ("" if rules.splits else f"{rules.name} has no middle.")


class Complement(Strategy):
    """In the same row as much is taken as makes the divisor together."""

    key = "complement"

    def words(self, rules: Ruleset, piece: str = "piece") -> str:
        return f"Answer in the same row, so that together you took {rules.divisor}"

    def answer(self, now: Situation) -> Move | None:
        if now.move is None or not now.move.becomes:
            return None
        [left] = now.move.becomes
        rest = left - (now.rules.divisor - now.move.removed)
        if rest < 0:
            return None
        return Move(now.move.component, left, (rest,) if rest else (), now.player)

    def refusal(self, rules: Ruleset) -> str:
        return "" if rules.maximum else f"{rules.name} has no maximum to complement to."


class Swap(Strategy):
    """A square is answered by a strip of two, and a domino by a strip of one."""

    key = "swap"

    def words(self, rules: Ruleset, piece: str = "piece") -> str:
        return "Answer a square with a whole strip of 2, and a domino with a strip of 1"

    def answer(self, now: Situation) -> Move | None:
        whole = 1 if now.player is Player.LEFT else 2
        if now.move is None or whole not in now.position:
            return None
        return Move(now.position.index(whole), whole, (), now.player)

    def refusal(self, rules: Ruleset) -> str:
        return "" if rules.partizan else f"{rules.name} has no squares and dominoes."


class Leave(Strategy):
    """Every answer leaves a position that keeps to a rule."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self.key = f"{LEAVE}:{rule.key}"

    def words(self, rules: Ruleset, piece: str = "piece") -> str:
        said = self.rule.words(rules, piece)
        return f"Always leave {said[:1].lower()}{said[1:]}"

    def answer(self, now: Situation) -> Move | None:
        return now.first_to(self.rule)

    def refusal(self, rules: Ruleset) -> str:
        return self.rule.refusal(rules)


NAMED: Mapping[str, Strategy] = {s.key: s for s in (Copy(), Mirror(), Complement(), Swap())}


def read_strategy(written: Any) -> Strategy:
    """Read ``copy`` or ``{leave: {nim_sum: 0}}``; raises :class:`InvalidInputError`."""
    if isinstance(written, Mapping) and list(written) == [LEAVE]:
        return Leave(Rule.read(written[LEAVE]))
    if isinstance(written, str) and written in NAMED:
        return NAMED[written]
    known = f"known are {', '.join(NAMED)} and {{{LEAVE}: {{…}}}}"
    raise InvalidInputError.of("a strategy", str(written)[:60], known)


@dataclass(frozen=True)
class Round:
    """A move of the other player and the answer to it; either is None where there is none."""

    move: Move | None
    answer: Move | None


@dataclass(frozen=True)
class Trial:
    """What became of a strategy. *line* leads to where it fails, one round after the other, and is
    empty where it wins; *ended* tells whether the game is over there, so that it was lost and not
    left without an answer. *begun* is the move it begins with, if it does, and *answers* are those
    to every move after that. It was asked for an answer in so many *places*."""

    line: tuple[Round, ...]
    ended: bool
    begun: Move | None
    answers: tuple[Round, ...]
    places: int

    @property
    def wins(self) -> bool:
        return not self.line


@dataclass(frozen=True)
class _Node:
    """A position with the other player to move, and the rounds that lead there."""

    position: Position
    line: tuple[Round, ...]


class _Fails(Exception):
    def __init__(self, line: tuple[Round, ...], *, ended: bool) -> None:
        self.line, self.ended = line, ended


def try_out(question: Question, strategy: Strategy, *, begins: bool) -> Trial:
    """Play *strategy* against every line of play from a position, the shortest lines first.

    *begins* tells whether the strategy makes the first move; the player to move of *question*,
    where there is one, is whoever does. Raises :class:`BudgetExceededError`.
    """
    trial = _Trial(question, strategy, begins=begins)
    line: tuple[Round, ...] = ()
    ended = False
    try:
        trial.play()
    except _Fails as failure:
        line, ended = failure.line, failure.ended
    return Trial(line, ended, trial.begun, tuple(trial.answers), trial.places)


class _Trial:
    """The playing of one strategy."""

    def __init__(self, question: Question, strategy: Strategy, *, begins: bool) -> None:
        self.rules, self.budget = question.ruleset, question.budget
        self.figures = Figures(self.rules, self.budget)
        self.stuck_wins = question.convention.stuck_player_wins
        self.strategy, self.begins, self.start = strategy, begins, question.position
        mover = question.to_move
        self.mine = mover if begins else mover and mover.other
        self.theirs = self.mine and self.mine.other
        self.begun: Move | None = None
        self.answers: list[Round] = []
        self.places = 0

    def play(self) -> None:
        """Raises :class:`_Fails` where the strategy does."""
        waiting = [_Node(self.start, ())]
        if self.begins:
            self.begun = self.answered(Situation(self.figures, self.start, self.mine), None, ())
            waiting = []
            if self.begun:
                waiting.append(_Node(self.begun.apply(self.start), (Round(None, self.begun),)))
        seen: set[Position] = set()
        while waiting:
            coming: list[_Node] = []
            for node in waiting:
                if (ordered := tuple(sorted(node.position))) not in seen:
                    seen.add(ordered)
                    coming += self.replies(node)
            waiting = coming

    def replies(self, node: _Node) -> Iterator[_Node]:
        """Where the other player's moves lead once they are answered."""
        self.budget.spend(VISIT_STEPS + length_in_steps(node.position))
        moves = list(self.distinct(node.position))
        if not moves and self.stuck_wins:
            raise _Fails((*node.line, Round(None, None)), ended=True)
        for move in moves:
            after = move.apply(node.position)
            now = Situation(self.figures, after, self.mine, node.position, move)
            answer = self.answered(now, move, node.line)
            done = Round(move, answer)
            if len(node.line) == self.begins:
                self.answers.append(done)
            if answer:
                yield _Node(answer.apply(after), (*node.line, done))

    def answered(self, now: Situation, move: Move | None, line: tuple[Round, ...]) -> Move | None:
        """The answer; None where the game is over and won."""
        self.places += 1
        legal = {(m.component, m.canonical.becomes) for m in self.budget.each(now.moves)}
        if not legal:
            if self.stuck_wins:
                return None
            raise _Fails((*line, Round(move, None)), ended=True)
        answer = self.strategy.answer(now)
        if answer is None or (answer.component, answer.canonical.becomes) not in legal:
            raise _Fails((*line, Round(move, None)), ended=False)
        return answer

    def distinct(self, position: Position) -> Iterator[Move]:
        """The other player's moves, each once among equal components."""
        known = set()
        for move in self.budget.each(self.rules.legal_moves(position, self.theirs)):
            kind = (move.size, move.canonical.becomes)
            if kind not in known:
                known.add(kind)
                yield move
