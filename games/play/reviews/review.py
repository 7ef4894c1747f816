"""The review of a finished match: every ply judged, the turning point first."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Any
from urllib.parse import urlencode

from django.core.cache import cache
from django.utils.functional import cached_property

from games.boards.boards import Board
from games.boards.ghosts import Ghost, MoveOutline
from games.boards.lenses import EVERY, Theories
from games.boards.looks.look import Placed
from games.play.table import Table
from solver import Analysis, BudgetExceededError, Inquiry, Move, answer, format_position
from solver.teaching import MISCONCEPTIONS, Misconception, capitalised, misconception


@dataclass(frozen=True)
class MoveVerdict:
    """A verdict on a move: a *key*, a *glyph*, and *words*."""

    key: str
    glyph: str
    words: str

    @property
    def tone(self) -> str:
        """The class name in the style sheet."""
        return {"wins": "good", "loses": "bad"}.get(self.key, "lost")


SOUND = MoveVerdict("wins", "✓", "kept the win")
ONLY = MoveVerdict("wins", "✓", "found the only winning move")
FORCED = MoveVerdict("wins", "–", "was the only move")
SLIP = MoveVerdict("loses", "✗", "gave the win away")
LOST = MoveVerdict("lost", "–", "could not save the game")
UNKNOWN = MoveVerdict("lost", "?", "was too hard to judge")
VERDICTS = {
    "SOUND": SOUND,
    "ONLY": ONLY,
    "FORCED": FORCED,
    "SLIP": SLIP,
    "LOST": LOST,
    "UNKNOWN": UNKNOWN,
}
KEEPING = (SOUND, ONLY, FORCED)
"""The verdicts for a move that keeps a winning position won."""
REMEMBERED = 24 * 60 * 60
"""Seconds for which the verdicts of a match stay in the cache."""

_HABITS = {habit.key: habit for habit in MISCONCEPTIONS}


@dataclass(frozen=True)
class Ply:
    """One move and its verdict. *number* counts from 1; *winning* is a winning move of the position
    before it in the solver's notation, or empty if there was none."""

    number: int
    who: str
    seat: str
    sentence: str
    board: Board
    after: Board
    placed: Placed
    verdict: MoveVerdict
    habit: Misconception | None
    winning: str
    table: Table

    @property
    def next(self) -> int:
        """The number of the next move."""
        return self.number + 1

    @property
    def is_mine(self) -> bool:
        """Whether the reader made the move; on a shared screen, always true."""
        return self.seat == self.table.match.seat or self.table.match.is_hot_seat

    @property
    def won_before(self) -> bool:
        """Whether the player who made the move could win before it."""
        return self.keeps_win or self.is_slip

    @property
    def keeps_win(self) -> bool:
        """Whether the move is a winning move."""
        return self.verdict in KEEPING

    @property
    def is_slip(self) -> bool:
        """Whether the move gave a win away."""
        return self.verdict is SLIP

    @cached_property
    def question(self) -> Inquiry:
        """The position before the move, as a question to the solver."""
        return self.table.question(self.number - 1)

    @cached_property
    def analysis(self) -> Analysis | None:
        """The solver's answer about the position before the move; None if the budget is too
        small."""
        return _answer(self.question)

    @property
    def explored(self) -> str:
        """The position before the move, in the notation of an address."""
        return format_position(self.board.position)

    @property
    def asked(self) -> str:
        """The query string that asks about that position."""
        turn = {"turn": self.question.to_move.value} if self.question.to_move else {}
        return urlencode({"convention": self.question.convention.value} | turn)

    @property
    def better(self) -> Placed | None:
        """A winning move of the same position, if there was one."""
        return self.board.place(self.winning, self.placed.move.player) if self.winning else None

    def by_size(self, placed: Placed | None = None, *, is_past: bool = False) -> str:
        """The move, or another one in its place, with its row named by its size."""
        move = placed or self.placed
        is_alone = self.board.position.count(move.move.size) == 1
        return move.by_size(is_alone=is_alone, is_past=is_past)

    @property
    def judged(self) -> str:
        """The move with its verdict: ``You took 2 from row 2. It gave the win away.``"""
        return f"{self.sentence} It {self.verdict.words}."

    @property
    def ghosts(self) -> list[Ghost]:
        """The moves to draw on the board before it: this one, and a winning one instead."""
        made = Ghost(self.placed, MoveOutline.MADE, self.judged)
        if self.keeps_win or self.better is None:
            return [made]
        return [made, Ghost(self.better, MoveOutline.WINS, f"{self.better.label}: that wins.")]

    @property
    def chances(self) -> str:
        """Who could win before the move with perfect play, in words."""
        mover = "you" if self.who == "You" else self.who
        if self.verdict is UNKNOWN:
            return "too large to decide here"
        return f"{mover} could {'' if self.won_before else 'not '}win"


def _answer(question: Inquiry) -> Analysis | None:
    try:
        return answer(question)
    except BudgetExceededError:
        return None


def judged(table: Table, ply: int) -> dict[str, Any] | None:
    """The verdict on the move at *ply*, with the habit if it was a slip; None if undecided."""
    question = table.question(ply)
    analysis = _answer(question)
    if analysis is None:
        return None
    placed = table.placed[ply]
    won = bool(analysis.to_move_wins)
    slip = won and not analysis.keeps_win(placed.move)
    verdict = SLIP if slip else VERDICTS[kept(question, analysis)] if won else LOST
    habit = misconception(question, placed.move) if slip else None
    return {"verdict": verdict, "habit": habit, "slip": slip, "sentence": table.move_said(ply)}


@dataclass(frozen=True)
class Judgement:
    """The verdict on a move, as keys: the *verdict*, the *habit* it shows, and a move that would
    have won (*winning*), if there was one."""

    verdict: str
    habit: str = ""
    winning: str = ""


UNDECIDED = Judgement("UNKNOWN")


def judgements(table: Table) -> list[Judgement]:
    """The verdicts on all moves.

    They follow from the moves, so they are only cached. Moves that do not fit into the budget of
    one request are judged in a later request.
    """
    key = f"judgements:{table.match.pk}:{table.match.version}"
    known: dict[int, Judgement] = cache.get(key, {})
    before = len(known)
    for ply in range(len(table.placed)):
        if table.budget.is_late or not table.budget.remaining:
            break
        if ply not in known and (judgement := _judge(table, ply)):
            known[ply] = judgement
    if len(known) > before:
        cache.set(key, known, REMEMBERED)
    return [known.get(ply, UNDECIDED) for ply in range(len(table.placed))]


def _judge(table: Table, ply: int) -> Judgement | None:
    """The verdict on the move at *ply*; None if too little of the budget was left to tell."""
    question, placed = table.question(ply), table.placed[ply]
    enough = table.budget.spent * 2 < table.budget.remaining
    analysis = _answer(question)
    if analysis is None:
        return UNDECIDED if enough else None
    if not analysis.to_move_wins:
        return Judgement("LOST")
    winning = str(analysis.preferred or "")
    if not analysis.keeps_win(placed.move):
        habit = misconception(question, placed.move)
        return Judgement("SLIP", habit.key if habit else "", winning)
    return Judgement(kept(question, analysis), "", winning)


def kept(question: Inquiry, analysis: Analysis) -> str:
    """The verdict on a winning move: the only winning one, one of several, or the only legal move,
    which deserves no praise."""
    count = question.ruleset.count
    if count(islice(question.ruleset.legal_moves(question.position, question.to_move), 2)) == 1:
        return "FORCED"
    return "ONLY" if count(analysis.moves) == 1 and not analysis.classes else "SOUND"


class Review:
    """The review of a finished match, ply by ply, explained by *theories*."""

    def __init__(self, table: Table, theories: Theories = EVERY) -> None:
        self.table = table
        self.theories = theories
        self.match = table.match

    @cached_property
    def plies(self) -> tuple[Ply, ...]:
        """Every move with its verdict."""
        table = self.table
        return tuple(
            Ply(
                number=index + 1,
                who=table.name(table.match.seat_at(index)),
                seat=table.match.seat_at(index),
                sentence=table.move_said(index),
                board=table.boards[index],
                after=table.boards[index + 1],
                placed=table.placed[index],
                verdict=VERDICTS[judgement.verdict],
                habit=_HABITS.get(judgement.habit),
                winning=judgement.winning,
                table=table,
            )
            for index, judgement in enumerate(judgements(table))
        )

    @property
    def lost_by(self) -> tuple[Inquiry, Move] | None:
        """The position and the move at the turning point."""
        point = self.turning_point
        return (point.question, point.placed.move) if point else None

    @cached_property
    def turning_point(self) -> Ply | None:
        """The move by which the loser gave away their last win. None if the loser never had a win,
        or if the solver could not judge a later move."""
        turns = [ply for ply in self.plies if ply.verdict in (SLIP, UNKNOWN)]
        last = turns[-1] if turns else None
        return last if last and last.is_slip and last.seat != self.match.winner else None

    def given_up(self, loser: str) -> str:
        """What *loser* gave up by resigning or leaving, as a sentence."""
        gave_up = f"{loser} {'left' if self.table.is_left else 'resigned'}"
        analysis = _answer(self.table.question())
        if analysis is None:
            return f"{gave_up}."
        to_move = self.table.match.seat_at(len(self.table.placed)) != self.match.winner
        if bool(analysis.to_move_wins) != to_move:
            return f"{gave_up} in a losing position."
        said = f"{gave_up} in a winning position"
        move = analysis.preferred
        if not to_move or move is None:
            return f"{said}."
        better = self.table.board.place(str(move), move.player)
        return f"{said}. {capitalised(better.doing)} was a winning move."

    @cached_property
    def mistakes(self) -> tuple[Ply, ...]:
        """The moves with which the reader gave a win away; on a shared screen, those of both
        players."""
        return tuple(ply for ply in self.plies if ply.is_slip and ply.is_mine)
