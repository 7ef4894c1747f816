"""The boards of the story for one reader: what was played, what M makes of it, what comes next.

Nothing of it is stored: the moves made on every board are in the address.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.functional import cached_property

from games.boards.board_view import BoardView, view
from games.boards.boards import Board
from games.boards.films import FilmView, film_view
from games.play.table import verdict_of
from games.play.trials import TriedLine
from games.site.story import CHOOSE, GAME, MOVE, OTHER, YOU, StoryPart, parts
from solver import InvalidInputError, SolverError, answer

OPPONENT = "M"


class PlayedBoard:
    """The board of a part, and what one reader has done there. *others* are the moves on the other
    boards, which every address of this one keeps."""

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
        """Play the moves that an address tells, and one more. What cannot be played is a
        *problem*, and what came before it stays."""
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
        """The same board as everybody finds it."""
        return untouched(self.part)

    @property
    def is_choosing(self) -> bool:
        """Whether the reader is asked who starts."""
        return self.starter == CHOOSE

    @property
    def is_begun(self) -> bool:
        """Whether the reader has made a move."""
        return any(self._game.is_owners(index) for index in range(len(self._game.placed)))

    @property
    def is_touched(self) -> bool:
        """Whether the reader has done anything here."""
        return self.is_begun or (self.part.starter == CHOOSE and not self.is_choosing)

    @property
    def is_over(self) -> bool:
        return self._game.is_over or (self.part.goal == MOVE and self.is_begun)

    @property
    def is_swept(self) -> bool:
        """Whether nothing is left to look at."""
        return not any(self._game.board.position)

    @cached_property
    def is_won(self) -> bool:
        """Whether the reader has won the game, or made a move that wins."""
        if self.part.goal == GAME:
            return self._game.is_won
        start, placed = self.part.question(), self._game.placed
        return bool(placed) and answer(start).keeps_win(placed[0].move)

    @cached_property
    def could_win(self) -> bool:
        """Whether the reader could win from the start, as it was chosen."""
        return answer(self.part.question()).to_move_wins == (self.starter == YOU)

    @cached_property
    def smiles(self) -> bool:
        """Whether M sees that he can win."""
        if self.is_choosing or self.is_over:
            return self.is_over and not self.is_won
        return not answer(self._game.question).to_move_wins

    @property
    def has_slipped(self) -> bool:
        """Whether the reader gave a win away, and may take the move back."""
        return self.is_begun and self.could_win and self.smiles

    @property
    def board(self) -> BoardView:
        return view(
            self._game.board,
            playable=not (self.is_over or self.is_choosing),
            prefix=f"{self.slug}-",
            ghosts=() if self.is_swept else self._game.ghosts,
            is_fresh=self.is_fresh,
        )

    # --- what is said of it -----------------------------------------------------------

    @property
    def verdict(self) -> str:
        """How it ended, in two or three words."""
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
        """What has just happened, and what there is to do."""
        if self.is_choosing:
            return "Look first. Who starts?"
        if self.is_over:
            return self.moves_said
        turn = "Find the move that wins." if self.part.goal == MOVE else "Your turn."
        return " ".join(filter(None, (self.moves_said, turn)))

    @property
    def tell(self) -> str:
        """What M's face gives away while the game runs."""
        return f"{OPPONENT} smiles." if self.smiles and not self.is_over else ""

    @property
    def heard(self) -> str:
        """All of it for those who listen: verdict, moves, and the reason or the tell."""
        said = (self.verdict, self.status, self.words) if self.is_over else (self.status, self.tell)
        return " ".join(filter(None, said))

    @property
    def words(self) -> str:
        """What the story says when it is over."""
        return self.part.won if self.is_won else self.part.lost

    # --- addresses --------------------------------------------------------------------

    @property
    def line(self) -> str:
        """What has been played, as an address has it."""
        return self._line(len(self._game.placed))

    def _line(self, moves: int) -> str:
        chosen = [self.starter] if self.part.starter == CHOOSE and not self.is_choosing else []
        return ".".join([*chosen, *(placed.text for placed in self._game.placed[:moves])])

    def address(self, told: str = "", **more: str) -> str:
        """The page with other moves on this board."""
        mine = {self.slug: told} if told else {}
        query = dict(self.others) | mine | {"board": self.slug} | more
        return f"{reverse('site:story')}?{urlencode(query)}"

    @property
    def again_url(self) -> str:
        """The board from its start."""
        return self.address()

    @property
    def back_url(self) -> str:
        """The board before the reader's last move."""
        made = len(self._game.placed)
        last = max(index for index in range(made) if self._game.is_owners(index))
        return self.address(self._line(last))

    @property
    def film_url(self) -> str:
        """The board with the film of it, where it has one."""
        return self.address(self.line, frame="1") if self.part.theory else ""

    @cached_property
    def film(self) -> FilmView | None:
        """The film of the board as it began, once it is over and asked for."""
        if not (self.frame and self.is_over and self.part.theory):
            return None

        def frame_address(number: int) -> str:
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
    """A board as everybody finds it."""
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
    """The story with the moves that an address tells: for each board its line, and for the one
    called *board* one more move, or the frame of its film."""
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
