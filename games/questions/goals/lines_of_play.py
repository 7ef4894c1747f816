"""The first moves of a line of play that shows who wins."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from games.boards.boards import Board, row_sizes
from games.boards.looks.look import Placed
from solver import Analysis, Inquiry, Move, Outcome, Player, Profile, answer
from solver.teaching import best_answer, capitalised

STARTS = {Outcome.N: (True, True), Outcome.P: (False, False)}
STARTS |= {Outcome.L: (True, False), Outcome.R: (False, True)}
"""For each outcome, whether Left wins when she starts, and whether Right wins when he starts."""

YOU_LOSE = "you lose"


@dataclass(frozen=True)
class PlayedLine:
    """A line of play: whether the player who starts *wins*, and the moves on the board that show
    it. These are a winning move, or a losing one with its reply. There are none if the starting
    player has no move and so wins."""

    question: Inquiry
    wins: bool
    moves: tuple[Placed, ...]

    @property
    def words(self) -> str:
        """The line as sentences."""
        return self._of_both() if self.question.to_move else self._of_yours()

    def _of_yours(self) -> str:
        if self.wins:
            won = capitalised(self.moves[0].phrase())
            left = left_words(self.question, self.moves, "the other player loses")
            return f"{won}, and you win. {left}"
        tried, *reply = self.moves
        if not reply:
            return f"If you {tried.phrase()}, the other player has no move left, and so wins."
        answered = f"If you {tried.phrase()}, the other player answers by {reply[0].doing}."
        return f"{answered} {left_words(self.question, self.moves, YOU_LOSE)}"

    def _of_both(self) -> str:
        assert self.question.to_move
        starter = self.question.to_move.value.title()
        other = self.question.to_move.other.value.title()
        if not self.moves:
            return f"If {starter} starts, {starter} has no move, and so wins."
        first, *reply = (placed.doing for placed in self.moves)
        if self.wins:
            won = f"If {starter} starts, {starter} wins by {first}."
            return f"{won} {left_words(self.question, self.moves, f'{other} loses')}"
        if not reply:
            return f"If {starter} starts by {first}, {other} has no move left, and so wins."
        answered = f"If {starter} starts by {first}, {other} answers by {reply[0]}."
        return f"{answered} {left_words(self.question, self.moves, f'{starter} loses')}"


def left_words(question: Inquiry, moves: Iterable[Placed], loses: str) -> str:
    """What remains after these moves, and who *loses* by it."""
    position = question.position
    for placed in moves:
        position = placed.move.apply(position)
    if not position:
        return f"Nothing is left, and {loses}."
    return f"That leaves {row_sizes(position)}, and {loses} from there."


def line(question: Inquiry, board: Board, known: Analysis | None = None) -> PlayedLine:
    """The line of play from *question*, which says who starts. After the first move, both players
    play perfectly. *known* is the solver's answer, if the caller has it."""
    analysis = known or answer(question)
    wins = bool(analysis.to_move_wins)
    moves: list[Move | None]
    if wins:
        moves = [analysis.preferred]
    else:
        first = next(question.legal_moves())
        moves = [first, best_answer(question.after(first))]
    placed: list[Placed] = []
    for move in moves:
        if move is not None:
            made = placed[-1] if placed else None
            placed.append(board.place_answer(move, made, move.player))
            board = board.after(placed[-1])
    return PlayedLine(question, wins, tuple(placed))


def contradicting(
    question: Inquiry, board: Board, predicted: Outcome, facts: Profile | None = None
) -> PlayedLine | None:
    """A line of play that refutes *predicted*; None if it is the true outcome. *facts* are those of
    the question, if the caller has them."""
    known = facts.analysis if facts else answer(question)
    for player, said, is_so in zip(Player, STARTS[predicted], STARTS[known.outcome], strict=True):
        if said != is_so and question.ruleset.partizan:
            return line(replace(question, to_move=player), board)
        if said != is_so:
            return line(question, board, known)
    return None
