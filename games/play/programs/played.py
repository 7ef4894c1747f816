"""One game of a program, to be looked at move by move on its board."""

from __future__ import annotations

from collections.abc import Sequence

from games.boards.boards import Board
from games.boards.bounds import MAX_MOVES
from games.play.models import Seat, other_seat
from games.play.programs.arena import RIVAL, Arena
from games.play.reviews.game_ends import LineMove, LineOfPlay
from solver import InvalidInputError
from solver.teaching import get_opponent

PROGRAM, OTHER_PROGRAM = "Your program", "The other program"


def played_line(
    arena: Arena, opponent_key: str, moves: Sequence[str], *, program_starts: bool
) -> LineOfPlay:
    """All moves of a game to its end, in which the program has the owner's seat.

    Raises a solver error for a move that the rules forbid and for a game that is not over.
    """
    other = OTHER_PROGRAM if opponent_key == RIVAL else get_opponent(opponent_key).name
    if not 1 <= len(moves) <= MAX_MOVES:
        raise InvalidInputError.of("the moves of a game", len(moves), f"send 1 to {MAX_MOVES}")
    start = arena.question(arena.preset.position)
    board, line = Board.of(start.ruleset, start.position), []
    seat = Seat.OWNER.value if program_starts else Seat.OTHER.value
    for text in moves:
        placed = board.place(text)
        line.append(LineMove(board, placed, seat))
        board, seat = board.after(placed), other_seat(seat)
    if next(board.choices(), None) is not None:
        raise InvalidInputError.of("a whole game", moves[-1], "send every move to the end")
    wins = seat if start.convention.stuck_player_wins else other_seat(seat)
    names = ((Seat.OWNER.value, PROGRAM), (Seat.OTHER.value, other))
    return LineOfPlay(tuple(line), names, wins)
