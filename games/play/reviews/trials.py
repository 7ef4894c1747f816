"""Moves tried out from a position without a match: the owner moves, the perfect player replies.

Nothing is stored: the address contains the moves, and each page replays them.
"""

from __future__ import annotations

from django.utils.functional import cached_property

from games.boards.boards import Board
from games.boards.ghosts import Ghost, MoveOutline
from games.boards.lenses import question_of
from games.boards.looks.look import Placed
from solver import BudgetExceededError, Inquiry, InvalidInputError, answer
from solver.teaching import get_opponent

MAX_TRIED = 200
"""The greatest number of moves in a line; servers and browsers accept an address of that length."""


class TriedLine:
    """A line of moves from a position, alternating between the owner and the opponent. *opponent*
    is the opponent's name. Without *owner_starts* the opponent moves first."""

    def __init__(
        self,
        board: Board,
        question: Inquiry,
        *,
        opponent: str = "Perfect",
        owner_starts: bool = True,
    ) -> None:
        self.board = board
        self.question = question
        self.opponent = opponent
        self.owner_starts = owner_starts
        self.placed: list[Placed] = []
        self.refusal = ""

    def play(self, line: str, move: str = "", *, is_answered: bool = True) -> None:
        """Play the moves of *line*, then *move*, and, if *is_answered*, the opponent's reply.

        The moves before an illegal one stay played. Raises :class:`InvalidInputError` or
        :class:`IllegalMoveError`, with one sentence.
        """
        moves = [*(line.split(".") if line else []), *([move] if move else [])]
        if len(moves) > MAX_TRIED:
            raise InvalidInputError(
                f"You can try at most {MAX_TRIED} moves here. Replay from here for a longer game.",
                value=line,
            )
        for text in moves:
            self.make(self.board.place(text, self.question.to_move))
        if is_answered and not self.is_over and not self.is_owners_turn:
            self._answer()

    def make(self, placed: Placed) -> None:
        """Make a move on the current board."""
        self.board = self.board.after(placed)
        self.question = question_of(self.board, self.question.after(placed.move))
        self.placed.append(placed)

    def reply(self) -> None:
        """Make the perfect player's move; of equally good ones, the one that makes the game
        longest. Raises :class:`BudgetExceededError`."""
        move = get_opponent("perfect").plan(self.question)[0]
        self.make(self.board.place(self.board.from_the_left(move), move.player))

    def _answer(self) -> None:
        try:
            self.reply()
        except BudgetExceededError as error:
            self.refusal = str(error)

    @property
    def line(self) -> str:
        """The moves in the notation of the address."""
        return ".".join(placed.text for placed in self.placed)

    @property
    def is_owners_turn(self) -> bool:
        return self.is_owners(len(self.placed))

    def is_owners(self, index: int) -> bool:
        """Whether the owner makes the move at *index* (from 0)."""
        return (index % 2 == 0) == self.owner_starts

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
            f"{'You' if self.is_owners(index) else self.opponent} {placed.phrase(past=True)}."
            for index, placed in enumerate(self.placed)
        ]

    @property
    def ghosts(self) -> list[Ghost]:
        """The owner's last move and the reply, to draw on the board."""
        outlines = [
            MoveOutline.MINE if self.is_owners(index) else MoveOutline.THEIRS
            for index in range(len(self.placed))
        ]
        moves = list(map(Ghost, self.placed, outlines, self.sentences))
        return moves[-self._latest :] if moves else []

    @property
    def _latest(self) -> int:
        """How many of the last moves to draw: the owner's, and the reply if there is one."""
        return 2 if self.is_owners_turn else 1

    @property
    def is_won(self) -> bool:
        """Whether the game is over and the owner has won it."""
        wins = self.is_owners_turn == self.question.convention.stuck_player_wins
        return self.is_over and wins

    @cached_property
    def verdict(self) -> str:
        """Who wins, in one sentence."""
        if self.is_over:
            return f"You would have {'won' if self.is_won else 'lost'}."
        if self.refusal:
            return self.refusal
        try:
            can_win = answer(self.question).to_move_wins
        except BudgetExceededError as error:
            return str(error)
        return "You can win from here." if can_win else "You lose from here, whatever you do."

    @property
    def status(self) -> str:
        """The last moves, the verdict, and whose turn it is, in words."""
        last = self.sentences[-self._latest :]
        turn = ["Your turn."] if self.is_open else []
        return " ".join([*last, self.verdict, *turn])
