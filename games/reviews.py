"""A finished match looked back on: every ply judged, the turning point first."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from games.boards import Board, Placed
from games.lenses import Columns
from games.models.play import other_seat
from games.tables import Table
from solver import Analysis, Step, answer


@dataclass(frozen=True)
class Verdict:
    """How a move is judged: a *key* for the style sheet, a *glyph*, and *words*."""

    key: str
    glyph: str
    words: str


SOUND = Verdict("wins", "✓", "kept the win")
ONLY = Verdict("wins", "✓", "found the only winning move")
SLIP = Verdict("loses", "✗", "gave the win away")
LOST = Verdict("lost", "–", "was lost anyway")


@dataclass(frozen=True)
class Ply:
    """One move with what it was worth. *number* counts from 1."""

    number: int
    who: str
    seat: str
    sentence: str
    board: Board
    after: Board
    placed: Placed
    analysis: Analysis
    keeps_win: bool

    @property
    def won_before(self) -> bool:
        """Whether whoever moved could win."""
        return bool(self.analysis.to_move_wins)

    @property
    def verdict(self) -> Verdict:
        if not self.won_before:
            return LOST
        if not self.keeps_win:
            return SLIP
        return ONLY if len(self.analysis.moves) == 1 else SOUND

    @property
    def chances(self) -> str:
        """Who could win before the move, with perfect play."""
        mover = "you" if self.who == "You" else self.who
        return f"{mover} could win" if self.won_before else f"lost for {mover}"


@dataclass(frozen=True)
class Reason:
    """Why a move wins: where it is, the columns before and after it, the steps."""

    placed: Placed
    before: Columns
    after: Columns
    steps: tuple[Step, ...]

    @property
    def sentence(self) -> str:
        """What to do: ``Take 3 from row 4``."""
        return f"Take {self.taking}"

    @property
    def taking(self) -> str:
        """What is taken: ``3 from row 4``."""
        return f"{self.placed.take} from row {self.placed.lane}"


class Review:
    """A finished match, read ply by ply."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.match = table.match

    @cached_property
    def plies(self) -> tuple[Ply, ...]:
        """Every move with the outcome before and after it."""
        table = self.table
        questions = [table.question(ply) for ply in range(len(table.placed))]
        found = []
        for number, (placed, question) in enumerate(zip(table.placed, questions, strict=True)):
            analysis = answer(question)
            seat = table.seat_at(number)
            found.append(
                Ply(
                    number=number + 1,
                    who=table.name(seat),
                    seat=seat,
                    sentence=table.move_said(number),
                    board=table.boards[number],
                    after=table.boards[number + 1],
                    placed=placed,
                    analysis=analysis,
                    keeps_win=placed.move.canonical in {m.canonical for m in analysis.moves},
                )
            )
        return tuple(found)

    @cached_property
    def turning_point(self) -> Ply | None:
        """The last move at which the loser still had a win and gave it away."""
        loser = other_seat(self.match.winner)
        slips = [ply for ply in self.plies if ply.seat == loser and ply.verdict is SLIP]
        return slips[-1] if slips else None

    @property
    def summary(self) -> str:
        """What the match came down to, in two sentences."""
        point = self.turning_point
        loser, winner = (
            self.table.name(other_seat(self.match.winner)),
            self.table.name(self.match.winner),
        )
        if point is None:
            if self.match.resigned and self.table.question().position:
                return f"{loser} resigned a position that could not be won."
            first = "moved first" if self.table.seat_at(0) != self.match.winner else "moved second"
            return (
                f"{loser} {first}, and from there the position was lost against perfect play. "
                f"{winner} gave nothing back."
            )
        verb = "were" if loser == "You" else "was"
        return (
            f"{loser} {verb} winning until move {point.number}. "
            f"Taking {self.reason(point).taking} would have kept it."
        )

    def reason(self, ply: Ply) -> Reason:
        """Why the preferred move of the position before *ply* wins."""
        move = ply.analysis.preferred
        assert move is not None  # asked only where there is a win
        placed = ply.board.place(str(move), move.player)
        after = ply.board.after(placed)
        left = answer(self.table.question(ply.number - 1).after(move))
        return Reason(
            placed=placed,
            before=Columns.of(ply.board, ply.analysis),
            after=Columns.of(after, left),
            steps=ply.analysis.steps,
        )
