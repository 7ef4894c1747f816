"""A position for the author of a lesson: its board, and who wins under both conventions and how."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from games.boards.board_view import BoardView, view
from games.boards.boards import Board
from games.boards.bounds import ask_within_limits
from games.questions.goals.goal import written_moves
from solver import (
    BudgetExceededError,
    Convention,
    Inquiry,
    InvalidInputError,
    Outcome,
    Profile,
    profile,
)
from solver.teaching import OUTCOME_WORDS, convention_words

MAX_RULESET = 1000
MAX_POSITION = 200


@dataclass(frozen=True)
class MovesOf:
    """The winning moves of one player; *who* is empty if both players have the same moves.

    *written* is the answer in the notation of a lesson file.
    """

    who: str
    moves: tuple[str, ...]
    written: str


@dataclass(frozen=True)
class ConventionFacts:
    """The facts about a position under one convention. *asked* marks the convention of the step.
    Without an outcome, the solver could not decide it."""

    words: str
    asked: bool
    outcome: Outcome | None = None
    winning: tuple[MovesOf, ...] = ()
    case: int | None = None

    @property
    def verdict(self) -> str:
        return OUTCOME_WORDS[self.outcome] if self.outcome else "this is too large to decide here"


@dataclass(frozen=True)
class PositionFacts:
    """A board with everything that the solver says about it."""

    board: BoardView
    endings: tuple[ConventionFacts, ...]
    kinds: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """The outcomes in words, for screen readers."""
        return " ".join(f"When {ending.words}, {ending.verdict}." for ending in self.endings)


def position_facts(
    ruleset: str, position: str, convention: str = "", to_move: str = "", *, prefix: str = ""
) -> PositionFacts:
    """The facts about a position.

    Raises a solver error, with one sentence, for a position that cannot be read or shown on a page.
    """
    for name, text, most in (
        ("a ruleset", ruleset, MAX_RULESET),
        ("a position", position, MAX_POSITION),
    ):
        if len(text) > most:
            raise InvalidInputError.of(name, text, f"use at most {most} characters")
    asked = Convention.parse(convention or Convention.MISERE.value)
    question = ask_within_limits(ruleset, position, asked.value, to_move or None)
    if not question.position:
        raise InvalidInputError.of("a position with pieces", position, "write one such as 1+2+3")
    board = Board.of(question.ruleset, question.position)
    if not question.ruleset.partizan:
        question = replace(question, to_move=None)
    sides = [
        _ending(
            replace(question, convention=ending), board, asked=bool(convention) and ending is asked
        )
        for ending in (Convention.MISERE, Convention.NORMAL)
    ]
    kinds = next((facts.kinds for _, facts in sides if facts), ())
    return PositionFacts(
        board=view(board, prefix=prefix),
        endings=tuple(ending for ending, _ in sides),
        kinds=tuple(
            f"{board.row_word} of {size}: {kind.value}"
            for size, kind in dict(zip(question.position, kinds, strict=False)).items()
        ),
    )


def _ending(
    question: Inquiry, board: Board, *, asked: bool
) -> tuple[ConventionFacts, Profile | None]:
    words = convention_words(question.convention)
    try:
        facts = profile(question)
    except BudgetExceededError:
        return ConventionFacts(words, asked), None
    winning = tuple(_winning(facts, board))
    return ConventionFacts(words, asked, facts.outcome, winning, facts.case), facts


def _winning(facts: Profile, board: Board) -> Iterator[MovesOf]:
    """The winning moves by player, in words and in written form."""
    for player in facts.question.players:
        moves = [move for move in facts.winning if move.player in (None, player)]
        if moves:
            labels = tuple(board.place(str(move), move.player).label for move in moves)
            written = written_moves(replace(facts.analysis, to_move=player))
            yield MovesOf(player.value.title() if player else "", labels, ", ".join(written))
