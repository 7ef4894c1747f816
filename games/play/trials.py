"""A position of a finished match tried another way: the owner moves, the perfect player answers.

Nothing of it is stored: the line of moves is in the address, and is replayed for every page.
"""

from __future__ import annotations

from random import Random

from django.utils.functional import cached_property

from games.boards.boards import Board, Placed
from games.boards.ghosts import Ghost, Outline
from games.boards.lenses import question_of
from games.play.reviews import Ply
from solver import BudgetExceededError, InvalidInputError, Question, answer, get_opponent

MAX_TRIED = 200
"""How many moves a line may have: an address that every server and browser still takes."""


class Trial:
    """A line of moves from the position before a ply, the owner's and the answers by turns."""

    def __init__(self, ply: Ply) -> None:
        self.ply = ply
        self.board: Board = ply.board
        self.question: Question = ply.question
        self.placed: list[Placed] = []
        self.refusal = ""

    def play(self, line: str, move: str = "") -> None:
        """Play the moves of *line*, one more, and the answer to it.

        What came before a move that cannot be made stays played. Raises
        :class:`InvalidInputError` or :class:`IllegalMoveError`, in one sentence.
        """
        moves = [*(line.split(".") if line else []), *([move] if move else [])]
        if len(moves) > MAX_TRIED:
            raise InvalidInputError(
                f"You can try at most {MAX_TRIED} moves here. Replay from here for a longer game.",
                value=line,
            )
        for text in moves:
            self._put(text)
        if not self.is_over and not self.is_owners_turn:
            self._answer()

    def _put(self, text: str) -> None:
        placed = self.board.place(text, self.question.to_move)
        self.board = self.board.after(placed)
        self.question = question_of(self.board, self.question.after(placed.move))
        self.placed.append(placed)

    def _answer(self) -> None:
        try:
            reply = get_opponent("perfect").choose(self.question, Random(0))
        except BudgetExceededError as error:
            self.refusal = str(error)
        else:
            self._put(self.board.from_the_left(reply))

    @property
    def line(self) -> str:
        """The moves as the address has them."""
        return ".".join(placed.text for placed in self.placed)

    @property
    def is_owners_turn(self) -> bool:
        return len(self.placed) % 2 == 0

    @property
    def is_over(self) -> bool:
        """Whether the player to move has no move."""
        question = self.question
        legal = question.ruleset.legal_moves(question.position, question.to_move)
        return next(iter(legal), None) is None

    @property
    def is_open(self) -> bool:
        """Whether the owner may make a move."""
        return self.is_owners_turn and not self.is_over

    @property
    def sentences(self) -> list[str]:
        """Every move in words."""
        return [
            f"{'Perfect' if index % 2 else 'You'} {placed.phrase(past=True)}."
            for index, placed in enumerate(self.placed)
        ]

    @property
    def ghosts(self) -> list[Ghost]:
        """The last move of the owner's and the answer to it."""
        pairs = list(zip(self.placed, self.sentences, strict=True))
        first = (len(pairs) - 1) // 2 * 2 if pairs else 0
        outlines = (Outline.MINE, Outline.THEIRS)
        return [
            Ghost(placed, outline, words)
            for (placed, words), outline in zip(pairs[first:], outlines, strict=False)
        ]

    @cached_property
    def verdict(self) -> str:
        """Who wins, in one sentence."""
        if self.is_over:
            wins = self.is_owners_turn == self.question.convention.stuck_player_wins
            return f"You would have {'won' if wins else 'lost'}."
        if self.refusal:
            return self.refusal
        try:
            can_win = answer(self.question).to_move_wins
        except BudgetExceededError as error:
            return str(error)
        return "You can win from here." if can_win else "You lose from here, whatever you do."

    @property
    def status(self) -> str:
        """What just happened, who wins, and whose turn it is."""
        last = self.sentences[-2:] if self.is_owners_turn else self.sentences[-1:]
        turn = ["Your turn."] if self.is_open else []
        return " ".join([*last, self.verdict, *turn])
