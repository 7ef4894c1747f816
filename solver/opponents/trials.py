"""Strategies played against every move there is, the shortest lines of play first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..budget import length_in_steps
from ..positions import Move, Position
from ..search import VISIT_STEPS
from ..statements.quantities import Figures
from ..theory import Inquiry
from .strategies import Situation, Strategy

ANSWER_STEPS = 8
"""Steps that a legal move is worth where a strategy answers: it is made, its rows are sorted and
weighed by the strategy's rule, and compared with the answers. That takes as long as eight steps of
a search do."""


@dataclass(frozen=True)
class TrialRound:
    """A move of the other player and the answer to it; either is None where there is none."""

    move: Move | None
    answer: Move | None


@dataclass(frozen=True)
class Trial:
    """What became of a strategy. *line* leads to where it fails, one round after the other, and is
    empty where it wins; *ended* tells whether the game is over there, so that it was lost and not
    left without an answer. *begun* is a move it begins with, if it does, and *answers* has one to
    every move after that. It was asked for an answer in so many *places*."""

    line: tuple[TrialRound, ...]
    ended: bool
    begun: Move | None
    answers: tuple[TrialRound, ...]
    places: int

    @property
    def wins(self) -> bool:
        return not self.line


@dataclass(frozen=True)
class _Node:
    """A position with the other player to move, and the rounds that lead there."""

    position: Position
    line: tuple[TrialRound, ...]


class _Fails(Exception):
    def __init__(self, line: tuple[TrialRound, ...], *, ended: bool) -> None:
        self.line, self.ended = line, ended


def try_out(question: Inquiry, strategy: Strategy, *, begins: bool) -> Trial:
    """Play *strategy* against every line of play from a position, the shortest lines first.

    *begins* tells whether the strategy makes the first move; the player to move of *question*,
    where there is one, is whoever does. Raises :class:`BudgetExceededError`.

    >>> from solver import ask
    >>> from solver.teaching import read_strategy
    >>> try_out(ask("nim", "2+2", "normal"), read_strategy("copy"), begins=False).wins
    True
    """
    trial = _Trial(question, strategy, begins=begins)
    line: tuple[TrialRound, ...] = ()
    ended = False
    try:
        trial.play()
    except _Fails as failure:
        line, ended = failure.line, failure.ended
    return Trial(line, ended, trial.begun, tuple(trial.answers), trial.places)


class _Trial:
    """The playing of one strategy."""

    def __init__(self, question: Inquiry, strategy: Strategy, *, begins: bool) -> None:
        self.rules, self.budget = question.ruleset, question.budget
        self.figures = Figures(self.rules, self.budget)
        self.stuck_wins = question.convention.stuck_player_wins
        self.strategy, self.begins, self.start = strategy, begins, question.position
        mover = question.to_move
        self.mine = mover if begins else mover and mover.other
        self.theirs = self.mine and self.mine.other
        self.begun: Move | None = None
        self.answers: list[TrialRound] = []
        self.places = 0

    def play(self) -> None:
        """Raises :class:`_Fails` where the strategy does."""
        waiting = [_Node(self.start, ())]
        if self.begins:
            opened = self.answered(Situation(self.figures, self.start, self.mine), None, ())
            waiting = [_Node(one.apply(self.start), (TrialRound(None, one),)) for one in opened]
            self.begun = next(iter(opened), None)
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
            raise _Fails((*node.line, TrialRound(None, None)), ended=True)
        for move in moves:
            after = move.apply(node.position)
            now = Situation(self.figures, after, self.mine, node.position, move)
            answers = self.answered(now, move, node.line)
            if node.line == self.first:
                self.answers.append(TrialRound(move, next(iter(answers), None)))
            for answer in answers:
                yield _Node(answer.apply(after), (*node.line, TrialRound(move, answer)))

    @property
    def first(self) -> tuple[TrialRound, ...]:
        """The rounds before the moves whose answers are shown: how it begins, if it does."""
        return (TrialRound(None, self.begun),) if self.begun else ()

    def answered(
        self, now: Situation, move: Move | None, line: tuple[TrialRound, ...]
    ) -> list[Move]:
        """The answers; none where the game is over and won."""
        self.places += 1
        every = self.budget.each(now.moves, ANSWER_STEPS)
        legal = {(m.component, m.canonical.becomes) for m in every}
        if not legal:
            if self.stuck_wins:
                return []
            raise _Fails((*line, TrialRound(move, None)), ended=True)
        answers = self.strategy.answers(now)
        if not answers or any((a.component, a.canonical.becomes) not in legal for a in answers):
            raise _Fails((*line, TrialRound(move, None)), ended=False)
        return answers

    def distinct(self, position: Position) -> Iterator[Move]:
        """The other player's moves, each once among equal components."""
        known = set()
        for move in self.budget.each(self.rules.legal_moves(position, self.theirs)):
            kind = (move.size, move.canonical.becomes)
            if kind not in known:
                known.add(kind)
                yield move
