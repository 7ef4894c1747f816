"""The boards of the story for one reader: the moves so far, M's reaction, and the next step.

The address contains the moves of every board, so all of it works without cookies. The reader's own
browser keeps them too, in a cookie, and the site stores nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from urllib.parse import parse_qsl, urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.functional import cached_property

from games.boards.board_view import BoardView, view
from games.boards.boards import Board
from games.boards.films import FilmView, film_view
from games.play.reviews.trials import TriedLine
from games.play.table import verdict_of
from games.site.story import CHOOSE, GAME, MOVE, OTHER, YOU, StoryPart, parts
from solver import InvalidInputError, SolverError, answer

OPPONENT = "M"
COOKIE = "story"
"""The cookie with the moves on every board, written as in an address."""
KEPT_FOR = 60 * 60 * 24 * 180
"""Seconds that a browser keeps it: half a year, in which somebody comes back to a story or has
forgotten it."""
FULL = 3000
"""Characters up to which moves are kept. Browsers drop cookies of more than 4,096 bytes; twelve
games to the last match take less than half of it."""
PLAYED = "played"
"""In the cookie, the number of boards that are played to their end."""


class PlayedBoard:
    """The board of a part, with a reader's moves. *others* are the moves on the other boards, which
    every address of this board repeats."""

    def __init__(self, part: StoryPart) -> None:
        self.part = part
        self.others: tuple[tuple[str, str], ...] = ()
        self.starter = part.starter
        self.problem = ""
        self.is_fresh = False
        self.frame = ""
        self._game = self._new_game()

    def _new_game(self) -> TriedLine:
        question = self.part.question()
        board = Board.of(question.ruleset, question.position)
        starts = self.starter != OTHER
        return TriedLine(board, question, opponent=OPPONENT, owner_starts=starts)

    def play(self, told: str, move: str = "") -> None:
        """Play the moves in *told*, and then *move*. If a move is illegal, set *problem* and keep
        the moves before it."""
        moves = [one for one in told.split(".") if one]
        self.is_fresh = bool(move)
        try:
            if self.is_choosing and (moves or move):
                starter, move = (moves.pop(0), move) if moves else (move, "")
                self._choose(starter)
            if not self.is_choosing:
                self._play(moves, move)
        except SolverError as error:
            self.problem = str(error)

    def _choose(self, starter: str) -> None:
        if starter not in (YOU, OTHER):
            raise InvalidInputError("Choose who starts.", value=starter)
        self.starter = starter
        self._game = self._new_game()

    def _play(self, moves: list[str], move: str) -> None:
        if self.part.goal == GAME:
            self._game.play(".".join(moves))
            self._game.play("", move)
            return
        self._game.play("", *[*moves, move][:1], is_answered=False)
        if self.is_begun and not self.is_won:
            self._game.play("")

    # --- how it stands ----------------------------------------------------------------

    @property
    def slug(self) -> str:
        return self.part.slug

    @property
    def start(self) -> PlayedBoard:
        """The same board without any moves."""
        return untouched(self.part)

    @property
    def is_choosing(self) -> bool:
        """Whether the reader still has to choose who starts."""
        return self.starter == CHOOSE

    @property
    def is_begun(self) -> bool:
        """Whether the reader has made a move."""
        return any(self._game.is_owners(index) for index in range(len(self._game.placed)))

    @property
    def is_touched(self) -> bool:
        """Whether the reader has made a choice or a move here."""
        return self.is_begun or (self.part.starter == CHOOSE and not self.is_choosing)

    @property
    def is_over(self) -> bool:
        return self._game.is_over or (self.part.goal == MOVE and self.is_begun)

    @property
    def is_swept(self) -> bool:
        """Whether the board is empty."""
        return not any(self._game.board.position)

    @cached_property
    def is_won(self) -> bool:
        """Whether the reader has won the game, or made a winning move."""
        if self.part.goal == GAME:
            return self._game.is_won
        start, placed = self.part.question(), self._game.placed
        return bool(placed) and answer(start).keeps_win(placed[0].move)

    @cached_property
    def could_win(self) -> bool:
        """Whether the reader could win from the start, with the starter that was chosen."""
        return answer(self.part.question()).to_move_wins == (self.starter == YOU)

    @cached_property
    def smiles(self) -> bool:
        """Whether M sees that he can win; after the game, whether he has won."""
        if self.is_choosing or self.is_over:
            return self.is_over and not self.is_won
        return not answer(self._game.question).to_move_wins

    @property
    def has_slipped(self) -> bool:
        """Whether the reader gave away a win and may take the move back."""
        return self.is_begun and self.could_win and self.smiles

    @property
    def board(self) -> BoardView:
        return view(
            self._game.board,
            playable=not (self.is_over or self.is_choosing),
            prefix=f"{self.slug}-",
            ghosts=self._game.ghosts,
            is_fresh=self.is_fresh,
        )

    # --- what is said of it -----------------------------------------------------------

    @property
    def verdict(self) -> str:
        """The result in two or three words."""
        if self.part.goal == MOVE:
            return f"That {'wins' if self.is_won else 'loses'}."
        return verdict_of("You" if self.is_won else OPPONENT)

    @property
    def moves_said(self) -> str:
        """The last moves in words."""
        said = [ghost.words for ghost in self._game.ghosts]
        if said and self.is_swept:
            last = self._game.placed[-1]
            who = "You" if self._game.is_owners(len(self._game.placed) - 1) else OPPONENT
            said[-1] = f"{who} {last.ending}."
        return " ".join(said)

    @property
    def status(self) -> str:
        """What has just happened, and what the reader can do."""
        if self.is_choosing:
            return "Look first. Who starts?"
        if self.is_over:
            return self.moves_said
        turn = "Find the move that wins." if self.part.goal == MOVE else "Your turn."
        return " ".join(filter(None, (self.moves_said, turn)))

    @property
    def tell(self) -> str:
        """What M's face shows during the game."""
        return f"{OPPONENT} smiles." if self.smiles and not self.is_over else ""

    @property
    def heard(self) -> str:
        """The text for a screen reader: verdict, moves, and the reason or the tell."""
        said = (self.verdict, self.status, self.words) if self.is_over else (self.status, self.tell)
        return " ".join(filter(None, said))

    @property
    def words(self) -> str:
        """The story's words after the game."""
        return self.part.won if self.is_won else self.part.lost

    # --- addresses --------------------------------------------------------------------

    @property
    def line(self) -> str:
        """The moves so far, as written in an address."""
        return self._line(len(self._game.placed))

    def _line(self, moves: int) -> str:
        chosen = [self.starter] if self.part.starter == CHOOSE and not self.is_choosing else []
        return ".".join([*chosen, *(placed.text for placed in self._game.placed[:moves])])

    def address(self, told: str = "", **more: str) -> str:
        """The address of the page with the moves *told* on this board."""
        mine = {self.slug: told} if told else {}
        query = dict(self.others) | mine | {"board": self.slug} | more
        return f"{reverse('site:story')}?{urlencode(query)}"

    @property
    def again_url(self) -> str:
        """The address of the board without moves."""
        return self.address()

    @property
    def back_url(self) -> str:
        """The address of the board before the reader's last move."""
        made = len(self._game.placed)
        last = max(index for index in range(made) if self._game.is_owners(index))
        return self.address(self._line(last))

    @property
    def film_url(self) -> str:
        """The address of the board with its film; empty if it has none."""
        return self.address(self.line, frame="1") if self.part.theory else ""

    @cached_property
    def film(self) -> FilmView | None:
        """The film of the starting position, once the game is over and the reader asks for it."""
        if not (self.frame and self.is_over and self.part.theory):
            return None

        def frame_address(number: int | str) -> str:
            return self.address(self.line, frame=str(number))

        return film_view(
            self.part.question(),
            self.part.theory,
            self.frame,
            frame_address,
            name=f"{self.slug}-film",
            is_page=False,
        )


@cache
def untouched(part: StoryPart) -> PlayedBoard:
    """The board of a part before any move."""
    board = PlayedBoard(part)
    board.play("")
    return board


@dataclass(frozen=True)
class Chapter:
    """A part of the story with its board for one reader, and the moves on the *others*."""

    part: StoryPart
    board: PlayedBoard
    others: tuple[tuple[str, str], ...]


def chapters(query: Mapping[str, str]) -> list[Chapter]:
    """The story with the moves in an address: each slug has the line of its board, and the board
    named by *board* gets one more move or the frame of its film."""
    boards = [_played(part, query) for part in parts()]
    lines = [(board.slug, board.line) for board in boards if board.is_touched or board.problem]
    told = []
    for board in boards:
        others = tuple((slug, line) for slug, line in lines if line and slug != board.slug)
        if board is not board.start:
            board.others = others
        told.append(Chapter(board.part, board, others))
    return told


def _played(part: StoryPart, query: Mapping[str, str]) -> PlayedBoard:
    told, is_asked = query.get(part.slug, ""), query.get("board") == part.slug
    if not told and not is_asked:
        return untouched(part)
    board = PlayedBoard(part)
    board.frame = query.get("frame", "") if is_asked else ""
    board.play(told, query.get("move", "") if is_asked else "")
    return board


def kept_boards(request: HttpRequest) -> dict[str, str]:
    """The moves on the boards of the story that this browser keeps, and how many it has played."""
    return dict(parse_qsl(request.COOKIES.get(COOKIE, "")[:FULL]))


def kept_chapters(request: HttpRequest) -> list[Chapter]:
    """The story with the moves that this browser keeps. Of a board that has changed since, those
    that are still legal."""
    told = chapters({part.slug: kept_boards(request).get(part.slug, "") for part in parts()})
    for one in told:
        one.board.problem = ""
    return told


def boards_played(request: HttpRequest) -> int:
    """How many boards of the story this browser has played to their end; 0 if it keeps none."""
    number = kept_boards(request).get(PLAYED, "")
    return int(number) if number in {str(one.number) for one in parts()} else 0


def keep_boards(request: HttpRequest, response: HttpResponse, told: list[Chapter]) -> None:
    """Let the browser keep the moves of an answer beside those that it has. Of the
    board that was asked for, it keeps the present state, even when that board starts again."""
    kept, asked = kept_boards(request), request.GET.get("board")
    lines = {}
    for one in told:
        slug, line = one.part.slug, one.board.line if one.board.is_touched else ""
        lines[slug] = line if line or slug == asked else kept.get(slug, "")
    played = sum(one.board.is_over for one in chapters(lines))
    kept_now = urlencode({slug: line for slug, line in lines.items() if line} | {PLAYED: played})
    if len(kept_now) <= FULL:
        response.set_cookie(
            COOKIE,
            kept_now,
            max_age=KEPT_FOR,
            secure=settings.HTTPS,
            httponly=True,
            samesite="Lax",
        )
