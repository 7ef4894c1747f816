"""A position played on without a match: the owner moves, the perfect player answers.

Nothing of it is stored: the line of moves is in the address, and is replayed for every page.
"""

from __future__ import annotations

from django.utils.functional import cached_property

from games.boards.boards import Board, Placed
from games.boards.ghosts import Ghost, MoveOutline
from games.boards.lenses import question_of
from solver import BudgetExceededError, InvalidInputError, Question, answer, get_opponent

MAX_TRIED = 200
"""How many moves a line may have: an address that every server and browser still takes."""


class TriedLine:
    """A line of moves from a position, the owner's and the answers by turns. *opponent* is what
    the player is called who answers; where the owner does not start, that player does."""

    def __init__(
        self,
        board: Board,
        question: Question,
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
        """Play the moves of *line*, one more, and, where it *is_answered*, the answer to it.

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
            self.make(self.board.place(text, self.question.to_move))
        if is_answered and not self.is_over and not self.is_owners_turn:
            self._answer()

    def make(self, placed: Placed) -> None:
        """Make a move on the board as it is."""
        self.board = self.board.after(placed)
        self.question = question_of(self.board, self.question.after(placed.move))
        self.placed.append(placed)

    def reply(self) -> None:
        """Make the perfect player's move, of equal ones the one with which the game lasts longest;
        raises :class:`BudgetExceededError`."""
        move = get_opponent("perfect").plan(self.question)[0]
        self.make(self.board.place(self.board.from_the_left(move), move.player))

    def _answer(self) -> None:
        try:
            self.reply()
        except BudgetExceededError as error:
            self.refusal = str(error)

    @property
    def line(self) -> str:
        """The moves as the address has them."""
        return ".".join(placed.text for placed in self.placed)

    @property
    def is_owners_turn(self) -> bool:
        return self.is_owners(len(self.placed))

    def is_owners(self, index: int) -> bool:
        """Whether the owner makes the move at *index*, counted from 0."""
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
        """The last move of the owner's and the answer to it."""
        outlines = [
            MoveOutline.MINE if self.is_owners(index) else MoveOutline.THEIRS
            for index in range(len(self.placed))
        ]
        moves = list(map(Ghost, self.placed, outlines, self.sentences))
        return moves[-self._latest :] if moves else []

    @property
    def _latest(self) -> int:
        """How many of the last moves are seen: the owner's, and the answer where there is one."""
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
        """What just happened, who wins, and whose turn it is."""
        last = self.sentences[-self._latest :]
        turn = ["Your turn."] if self.is_open else []
        return " ".join([*last, self.verdict, *turn])
