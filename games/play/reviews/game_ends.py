"""The end of a finished game in words: who won, by which move, and what else was possible.

Every game uses it, alone or with a friend, in a lesson, a puzzle or a room: the verdict, the
winner's good move with what it left, and a line of play if few moves remain.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.functional import cached_property

from games.boards.boards import Board
from games.boards.films import played_scene
from games.boards.looks.look import Placed
from games.boards.scene_view import SceneView
from games.play.models import Match, Seat, other_seat
from games.play.origins import origin_of
from games.play.reviews.review import UNKNOWN, Ply, Review
from games.play.reviews.trials import TriedLine
from games.play.table import stuck_words, verdict_of
from solver import BudgetExceededError, Inquiry, pooled
from solver.teaching import (
    Character,
    Idea,
    best_answer,
    get_opponent,
    idea_of,
    position_words,
    uncapitalised,
)

LONGEST_LINE = 7
"""Readers cannot follow a longer line, so a longer one is left out and only the idea is named."""
SMALL_BOARD = 16
"""No line is shown for a board with more pieces than this."""
TOO_LARGE = "This board is too large to say which move decided the game."


class Forced(NamedTuple):
    """The only *piece* that is left, and what a player has to *do*: ``One match``, ``take it``."""

    piece: str
    do: str


@dataclass(frozen=True)
class LineFrame:
    """One move of a line of play: the board with the move marked, and a sentence."""

    sentence: str
    scene: SceneView


@dataclass(frozen=True)
class LineMove:
    """One move of a line of play, the board before it, and the *seat* of the player who makes
    it."""

    board: Board
    placed: Placed
    seat: str


@dataclass(frozen=True)
class LineOfPlay:
    """The moves to the end of the game. *names* pairs each seat with a name; *wins* is the seat of
    the player who wins by them. If nobody played them, *would* is True: the loser would have won.
    """

    moves: tuple[LineMove, ...]
    names: tuple[tuple[str, str], ...]
    wins: str
    would: bool = False

    @property
    def frames(self) -> Iterator[LineFrame]:
        """One frame for each move of the line."""
        names = dict(self.names)
        for number, move in enumerate(self.moves, 1):
            who, placed = names[move.seat], move.placed
            said = f"{placed.told_of(who)}."
            if number == len(self.moves):
                wins = names[self.wins]
                verdict = f"{wins} would have won." if self.would else verdict_of(wins)
                said = f"{self._last(move)} {verdict}"
            yield LineFrame(said, played_scene(move.board, placed, f"line-{number}"))

    def _last(self, move: LineMove) -> str:
        """The sentence for the last move. If pieces remain, it adds that the next player cannot
        move."""
        names = dict(self.names)
        who = names[move.seat]
        if not move.board.after(move.placed).position:
            return f"{move.placed.ending_of(who)}."
        return f"{move.placed.told_of(who)}. {stuck_words(names[other_seat(move.seat)])}"


def _named(lost: Inquiry) -> tuple[str, ...]:
    """Everything that an answer about a board depends on."""
    about = (lost.position, lost.convention, lost.to_move, lost.lanes)
    return lost.ruleset.key, *map(str, about)


@pooled(_named)
def idea_on(lost: Inquiry) -> Idea | None:
    """The idea of a losing board, cached because the same few boards end many games."""
    return idea_of(lost.within(2))


@pooled(
    lambda board, question, first: (
        *_named(question),
        *map(str, (board.position, board.kept, first.move, first.lane, first.start, first.parts)),
    )
)
def winning_line(board: Board, question: Inquiry, first: Placed) -> tuple[Placed, ...]:
    """The moves by which the player to move wins after *first*, while the other player holds out as
    long as possible. It stops one move after the longest line that we show."""
    line = TriedLine(board, question)
    line.make(first)
    while len(line.placed) <= LONGEST_LINE and not line.is_over:
        if line.is_owners_turn:
            answer = best_answer(line.question)
            assert answer is not None  # every move of this line keeps the win
            line.make(line.board.place_answer(answer, line.placed[-1], answer.player))
        else:
            line.reply()
    return tuple(line.placed)


class GameEnd:
    """How the game of a *review* ended, from the reader's side."""

    def __init__(self, review: Review) -> None:
        self.review = review
        self.table = review.table
        self.match = review.match
        self.is_won = self.match.is_won and not self.match.is_hot_seat

    # --- who won --------------------------------------------------------------------------

    @property
    def tone(self) -> str:
        """The style of the page: "won" or "lost", or empty if two people share the screen."""
        if self.match.is_hot_seat:
            return ""
        return "won" if self.is_won else "lost"

    @property
    def winner(self) -> str:
        return self.table.name(self.match.winner)

    @property
    def loser(self) -> str:
        return self.table.name(other_seat(self.match.winner))

    @property
    def point(self) -> Ply | None:
        """The turning point."""
        return self.review.turning_point

    @property
    def is_given_up(self) -> bool:
        """Whether a player resigned while there were still pieces."""
        return self.match.resigned and bool(self.table.question().position)

    @cached_property
    def is_judged(self) -> bool:
        """Whether the solver could judge every move."""
        return all(ply.verdict is not UNKNOWN for ply in self.review.plies)

    @cached_property
    def good(self) -> Ply | None:
        """The winner's good move: the first one after which the loser could no longer win."""
        if self.is_given_up or not self.is_judged:
            return None
        start = self.point.number if self.point else 0
        later = (ply for ply in self.review.plies[start:] if ply.seat == self.match.winner)
        return next((ply for ply in later if ply.keeps_win), None)

    # --- in sentences ---------------------------------------------------------------------

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """The winner's good move, and how the loser could have won or a habit lost the game."""
        return tuple(filter(None, (self._winner_words(), self.missed, self.lost_by_habit)))

    def _winner_words(self) -> str:
        """What the winner did, or what the loser gave up by resigning."""
        if self.is_given_up:
            return self.review.given_up(self.loser)
        if not self.is_judged:
            return TOO_LARGE
        ply = self.good
        if ply is not None:
            return self._move_words(ply, self._left_words(ply))
        last = [ply for ply in self.review.plies if ply.seat == self.match.winner]
        ended = self.table.ended
        return (
            f"{self._move_words(last[-1], self._left_words(last[-1]))} {ended}" if last else ended
        )

    def _move_words(self, ply: Ply, leaves: str) -> str:
        """A move in words: ``You took 3 from the row of 5: that left two equal rows.``"""
        if not leaves:
            return self.table.ended
        move = f"{ply.who} {ply.by_size(is_past=True)}"
        if forced := self._forced(ply, ply.placed):
            loser = self._inside(self.loser)
            return f"{move}. {forced.piece} was left, and {loser} had to {forced.do}."
        return f"{move}: that left {leaves}."

    def _forced(self, ply: Ply, placed: Placed) -> Forced | None:
        """What the other player has to do after a move that leaves a single piece, which loses."""
        after = ply.board.after(placed)
        if after.position != (1,) or not self.table.convention.stuck_player_wins:
            return None
        other = self.table.player(other_seat(ply.seat))
        return next(
            (Forced(f"One {last.piece}", last.taking_it) for last in after.choices(other)),
            None,
        )

    def _left_words(self, ply: Ply) -> str:
        """What a move left, in words; empty if it took the last piece."""
        after = ply.question.after(ply.placed.move)
        legal = after.ruleset.legal_moves(after.position, after.to_move)
        if after.position and next(legal, None) is None:
            return f"{self._inside(self.loser)} no move"
        return self._idea_words(self._idea(after)) or position_words(after.position, empty="")

    @property
    def missed(self) -> str:
        """Where the loser could have won, and by which move; empty for a reader who won."""
        if self.is_won or self.is_given_up or not self.is_judged:
            return ""
        if self.point is None:
            if self.table.match.seat_at(0) == self.match.winner:
                return f"{self.winner} could win from the first move on."
            return f"{self.loser} moved first, and no first move wins here."
        better = self.point.better
        assert better is not None  # a slip always has a better move
        by = self.point.by_size(better)
        told = f"{self.loser} could have won at move {self.point.number} by {by}."
        if forced := self._forced(self.point, better):
            winner = self._inside(self.winner)
            return (
                f"{told} {forced.piece} would have been left, and {winner} would have had to "
                f"{forced.do}."
            )
        rest = position_words(self.point.board.after(better).position, empty="")
        leaves = self.leaves_at(self.point) or rest
        return f"{told} That would have left {leaves}." if leaves else told

    @cached_property
    def lost_by_habit(self) -> str:
        """Where the opponent's habit gave the win away, for a reader who won."""
        is_ours = self.match.opponent not in Match.NOT_OURS
        if not (is_ours and self.is_won) or self.is_given_up or self.point is None:
            return ""
        opponent, ply = get_opponent(self.match.opponent), self.point
        if isinstance(opponent, Character) and opponent.is_tempted(ply.question, ply.placed.move):
            return opponent.lost_by_habit.format(number=ply.number)
        return ""

    @cached_property
    def next_starter(self) -> str:
        """The player who should start the same game next time, as the reader calls them, because
        the reader never had a win: "you", or a name. Empty if the reader had one, or if the game
        cannot begin the other way round."""
        plies, table = self.review.plies, self.table
        if self.tone != "lost" or self.match.is_with_friend or not plies or not self.is_judged:
            return ""
        if any(ply.won_before if ply.is_mine else not ply.keeps_win for ply in plies):
            return ""
        if not table.origin.may_swap(self.match):
            return ""
        starts = other_seat(table.match.seat_at(0))
        return "you" if starts == self.match.seat else table.name(starts)

    @property
    def turned(self) -> str:
        """Where the game turned; empty if it never did."""
        return f"The game turned at move {self.point.number}." if self.point else ""

    def idea_at(self, ply: Ply | None) -> Idea | None:
        """The idea of the winning move at *ply*: the better move, or the one that was made."""
        move = ply and (ply.better if ply.is_slip else ply.placed if ply.keeps_win else None)
        return self._idea(ply.question.after(move.move)) if ply and move else None

    @property
    def idea(self) -> Idea | None:
        """The idea behind the move that the sentences are about."""
        return self.idea_at(self.told_ply)

    def leaves_at(self, ply: Ply) -> str:
        """What the winning move at *ply* leaves, in words that the reader has already learnt."""
        return self._idea_words(self.idea_at(ply))

    def _idea(self, lost: Inquiry) -> Idea | None:
        with suppress(BudgetExceededError):
            return idea_on(lost)
        return None

    def _idea_words(self, idea: Idea | None) -> str:
        """The words of an idea; empty if the reader has not learnt it yet."""
        if idea and (idea.is_plain or idea.key in self.review.theories):
            return idea.leaves
        return ""

    def _inside(self, name: str) -> str:
        """A player inside a sentence: a name stays as it is, but "You" becomes "you"."""
        is_called = name == origin_of(self.match).player(self.match)
        return uncapitalised(name) if is_called else name

    # --- on the board ---------------------------------------------------------------------

    @cached_property
    def told_ply(self) -> Ply | None:
        """The move that the sentences describe: the loser's turning point, or the winner's good
        move."""
        if self.is_given_up or not self.is_judged:
            return None
        return self.point if self.point and not self.is_won else self.good

    @cached_property
    def line(self) -> LineOfPlay | None:
        """The moves from that move to the end, if they are few: as they were played, or as they
        would have followed the better move."""
        told = self.told_ply
        if told is None or sum(told.board.position) > SMALL_BOARD:
            return None
        moves = self._better_line(told) if told is self.point else self._played(told)
        names = tuple((seat, self.table.name(seat)) for seat in Seat.values)
        few = 1 < len(moves) <= LONGEST_LINE
        return LineOfPlay(moves, names, told.seat, self.is_better_line) if few else None

    @property
    def is_better_line(self) -> bool:
        """Whether the line follows the better move, so that nobody played it."""
        return self.told_ply is not None and self.told_ply is self.point

    def _played(self, told: Ply) -> tuple[LineMove, ...]:
        later = self.review.plies[told.number - 1 :]
        return tuple(LineMove(ply.board, ply.placed, ply.seat) for ply in later)

    def _better_line(self, told: Ply) -> tuple[LineMove, ...]:
        assert told.better is not None  # a slip always has a better move
        line: tuple[Placed, ...] = ()
        with suppress(BudgetExceededError):
            line = winning_line(told.board, told.question, told.better)
        moves, board, seat = [], told.board, told.seat
        for placed in line:
            moves.append(LineMove(board, placed, seat))
            board, seat = board.after(placed), other_seat(seat)
        return tuple(moves)
