"""A match laid out for display: its board at every ply, whose turn it is, and the sentences."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.functional import cached_property

from games.boards.boards import Board
from games.boards.bounds import page_budget
from games.boards.games import takes_of, you_are
from games.boards.ghosts import Ghost, MoveOutline
from games.boards.looks.look import Placed
from games.play.models import Match, Move, Seat, other_seat
from games.play.origins import Origin, closed, origin_of
from solver import Budget, Convention, Inquiry, Player, get_ruleset


def verdict_of(winner: str) -> str:
    """Who wins, in two words."""
    return "You win." if winner == "You" else f"{winner} wins."


def stuck_words(name: str) -> str:
    """The sentence that a player cannot move, which ends a game."""
    return f"{name} {'have' if name == 'You' else 'has'} no move left."


class Table:
    """A match with its boards, its *moves* if they have been read already, and whose turn it is."""

    def __init__(
        self, match: Match, budget: Budget | None = None, moves: Iterable[Move] | None = None
    ) -> None:
        self.match = match
        # One budget for every question about the match in one request.
        self.budget = budget or page_budget()
        self.ruleset = get_ruleset(match.ruleset)
        self.convention = Convention(match.convention)
        # The match and its moves are two reads: ignore moves made between them.
        known = moves if moves is not None else match.moves.all() if match.version else []
        self.moves = [
            move for move in known if move.version < match.version and move.undone_at is None
        ]
        self.boards = [Board.of(self.ruleset, self.ruleset.read_position(match.start))]
        self.placed: list[Placed] = []
        self._said: list[str] = []
        for move in self.moves:
            self.put(self.boards[-1].place(move.text, self.player(move.seat)))

    def put(self, placed: Placed) -> None:
        """Add a move to the table."""
        self.boards.append(self.boards[-1].after(placed))
        self.placed.append(placed)

    @cached_property
    def origin(self) -> Origin:
        """What the match is part of."""
        return origin_of(self.match)

    @cached_property
    def closed(self) -> str:
        """Why an unfinished match takes no more moves; usually empty."""
        return closed(self.match)

    @property
    def note(self) -> str:
        """What the player has to know about the origin."""
        return self.origin.note(self.match)

    @cached_property
    def is_followed(self) -> bool:
        """Whether another person may change the match while its page is open."""
        match = self.match
        is_running = match.state == Match.State.RUNNING
        is_shared = match.is_with_friend or (is_running and self.origin.may_be_joined(match))
        return is_shared and not match.left_by and not match.next_id

    @property
    def board(self) -> Board:
        return self.boards[-1]

    @property
    def turn(self) -> str:
        """The seat whose turn it is; empty while nobody may move."""
        match = self.match
        return match.seat_at(len(self.placed)) if match.state == Match.State.RUNNING else ""

    @property
    def may_move(self) -> bool:
        """Whether it is the turn of the player who looks at the match."""
        turn, match = self.turn, self.match
        is_shared = match.is_with_friend or match.is_with_program
        return bool(turn) and (not is_shared or turn == match.seat) and not self.closed

    @property
    def is_programs_turn(self) -> bool:
        """Whether a program is to move, in the browser of the player who looks at the match."""
        return self.match.is_with_program and self.turn == Seat.OTHER and not self.closed

    @property
    def is_left(self) -> bool:
        """Whether a player gave up by leaving the match."""
        return self.match.resigned and self.match.left_by == other_seat(self.match.winner)

    def player(self, seat: str) -> Player | None:
        """Left or Right in a partizan game, None otherwise."""
        if not self.ruleset.partizan:
            return None
        owner = Player(self.match.owner_player)
        return owner if seat == Seat.OWNER else owner.other

    def question(self, ply: int | None = None) -> Inquiry:
        """The position before *ply* (by default the current one) as a question to the solver."""
        number = len(self.placed) if ply is None else ply
        return Inquiry(
            self.ruleset,
            self.boards[number].position,
            self.convention,
            self.player(self.match.seat_at(number)),
            self.budget,
            self.boards[number].numbers,
        )

    def name(self, seat: str) -> str:
        """The name of the player in this seat, for the start of a sentence."""
        return self._own_name if seat == self.match.seat else self._name_across

    @cached_property
    def _own_name(self) -> str:
        return "Player 1" if self.match.is_hot_seat else self.origin.player(self.match)

    @cached_property
    def _name_across(self) -> str:
        return self.match.opponent_name

    @property
    def moves_said(self) -> list[str]:
        """Each move as a sentence."""
        said = self._said
        for ply in range(len(said), len(self.placed)):
            name = self.name(self.match.seat_at(ply))
            said.append(f"{name} {self.placed[ply].phrase(past=True)}.")
        return said

    def move_said(self, ply: int) -> str:
        """The move at *ply* as a sentence."""
        return self.moves_said[ply]

    @property
    def sides(self) -> str:
        """Who is Left and who is Right in a partizan game, as a sentence."""
        mine = self.player(self.match.seat)
        if not mine:
            return ""
        if not self.match.is_hot_seat:
            return you_are(self.ruleset, mine)
        share = takes_of(self.ruleset, mine)
        return f"Player 1 is {mine.value.title()}{share and f' and takes {share}'}."

    @property
    def ghosts(self) -> list[Ghost]:
        """The moves to draw on the board: the last one, and, if the other player made it, the one
        before."""
        end, mine = len(self.placed), self.match.seat
        is_brought = self.match.opponent in Match.NOT_OURS
        is_answer = end > 1 and not self.match.is_hot_seat and self.match.seat_at(end - 1) != mine
        said = self.moves_said
        return [
            Ghost(
                self.placed[ply],
                MoveOutline.MINE if self.match.seat_at(ply) == mine else MoveOutline.THEIRS,
                said[ply],
                is_new=ply == end - 1 or not is_brought,  # a person has seen the own move leave
            )
            for ply in range(max(0, end - (2 if is_answer else 1)), end)
        ]

    def status(self) -> str:
        """The last moves, the board, and whose turn it is, in words."""
        match = self.match
        if match.state == Match.State.WAITING:
            return f"{self.board.said()} Waiting for your friend."
        if match.state == Match.State.CHOOSING:
            starts = f"{match.opponent_name} starts." if match.starter else "Who starts?"
            return f"{self.board.said()} {starts}"
        if match.state == Match.State.FINISHED:
            ended = self.ending() if self._is_ended_elsewhere else self.ended
            return " ".join([*self._before_the_end(), ended])
        return " ".join([*self.moves_said[-2:], self.board.said(), self.turn_said()])

    def turn_said(self) -> str:
        """Whose turn it is, in words."""
        mover = self.name(self.turn)
        if mover == "You":
            return "Your turn."
        is_elsewhere = self.match.is_with_friend or self.match.is_with_program
        return f"{mover} to move." if is_elsewhere else f"{mover}: your turn."

    @property
    def _is_ended_elsewhere(self) -> bool:
        """Whether the friend ended the game. Then the status says who won, because a change from
        outside never moves the focus to the verdict."""
        match, end = self.match, len(self.placed)
        last = (
            other_seat(match.winner) if match.resigned or not end else self.match.seat_at(end - 1)
        )
        return match.is_with_friend and last != match.seat

    def _before_the_end(self) -> list[str]:
        """The moves since the other player's turn that the ending does not already describe: the
        move before a reply, and the last one if pieces remain."""
        end = len(self.placed)
        is_told = not self.board.position and not self.match.resigned
        is_answer = end > 1 and self.match.seat_at(end - 1) != self.match.seat
        first = end - 2 if is_answer and not self.match.is_hot_seat else end - 1
        if self.match.resigned:
            first = end
        return self.moves_said[max(0, first) : end - is_told]

    @property
    def verdict(self) -> str:
        """Who won: ``You win.``"""
        return verdict_of(self.name(self.match.winner))

    @property
    def ended(self) -> str:
        """How the match ended, as one sentence."""
        match = self.match
        if match.resigned:
            gave_up = "left the game" if self.is_left else "resigned"
            return f"{self.name(other_seat(match.winner))} {gave_up}."
        if self.board.position:
            return stuck_words(self.name(self.match.seat_at(len(self.placed))))
        last = self.placed[-1]
        return f"{self.name(self.match.seat_at(len(self.placed) - 1))} {last.ending}."

    def ending(self) -> str:
        """How the match ended and who won, in two sentences."""
        return f"{self.ended} {self.verdict}"
