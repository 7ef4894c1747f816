"""A position in the explorer: who wins, and the verdict on every move."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

from games.boards.boards import Board
from games.boards.bounds import MAX_LISTED
from games.boards.lenses import Lens
from games.boards.looks.look import Placed
from games.explore.addresses import address
from solver import Analysis, BudgetExceededError, Inquiry, answer
from solver.teaching import OUTCOME_TERMS, OUTCOME_WORDS


@dataclass(frozen=True)
class Candidate:
    """A legal move with its verdict under both conventions. None means not decided."""

    placed: Placed
    url: str
    wins: bool | None
    wins_otherwise: bool | None

    @property
    def part_key(self) -> tuple[object, ...]:
        """What the list of all moves shows of it."""
        return self.placed.label, self.url, self.wins, self.wins_otherwise

    @property
    def differs(self) -> bool:
        return None not in (self.wins, self.wins_otherwise) and self.wins != self.wins_otherwise


def preferred(views: list[Lens]) -> tuple[Analysis | None, str]:
    """The answer of the first theory that has one; otherwise None and the last refusal."""
    answers = [lens.analysis for lens in views if lens.analysis]
    return (answers[0], "") if answers else (None, views[-1].refusal)


def try_answer(question: Inquiry) -> tuple[Analysis | None, str]:
    """The answer, or None and the reason for the refusal."""
    try:
        return answer(question), ""
    except BudgetExceededError as error:
        return None, str(error)


def verdict(question: Inquiry, analysis: Analysis | None) -> dict[str, Any] | None:
    """Who wins, in words; None if it is not decided."""
    if analysis is None:
        return None
    who = question.to_move.value.title() if question.to_move else "The player to move"
    wins = bool(analysis.to_move_wins)
    text = f"{who} {'wins' if wins else 'loses'}"
    if question.ruleset.partizan:
        text = f"{text}; {OUTCOME_WORDS[analysis.outcome]}"
    return {"wins": wins, "text": f"{text}.", "term": OUTCOME_TERMS[analysis.outcome]}


def candidates(
    question: Inquiry, analysis: Analysis | None, other: Analysis | None, kept: dict[str, str]
) -> list[Candidate]:
    """The distinct legal moves, winning ones first, at most :data:`MAX_LISTED`; their addresses
    repeat the choices in *kept*."""
    board = Board.of(question.ruleset, question.position)
    winning = dict.fromkeys(analysis.moves) if analysis else {}
    otherwise = set(other.moves) if other else set()
    legal = islice(question.ruleset.legal_moves(question.position, question.to_move), MAX_LISTED)
    moves = islice(dict.fromkeys(chain(winning, legal)), MAX_LISTED)
    return [
        Candidate(
            board.place(board.from_the_left(move), question.to_move),
            address(question.after(move), **kept),
            move in winning if analysis else None,
            move in otherwise if other else None,
        )
        for move in moves
    ]
