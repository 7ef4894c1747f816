"""A hundred games of a program against an opponent, all of them one move further with each request.

The program runs in its author's browser, and the opponents and the rules are here. A request brings
one line for each game: the board and the program's move on it. The answer has the opponent's reply
and the moves of the board after it. So a hundred games take as many requests as one, and we keep
nothing between two of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from games.boards.bounds import page_budget
from games.boards.games import PRESETS, Preset, get_preset
from solver import (
    Budget,
    BudgetExceededError,
    Convention,
    Heaps,
    Inquiry,
    InvalidInputError,
    Move,
    Position,
    Ruleset,
    ask,
    format_position,
)
from solver import get_ruleset as rules_of
from solver.teaching import OPPONENTS, Opponent, get_opponent

LINES = 100
"""Games in a run. Enough that chance moves the score by ten at most, and so few that every opponent
answers all of them within the budget of one page."""
LINE = re.compile(r"([0-9]{1,15}):([0-9]{1,3}):([0-9+]{1,200}):([-0-9>+]{0,40})")
MOVE = re.compile(r"([0-9]{1,3})>([0-9]{1,3}(?:\+[0-9]{1,3}){0,9})")
LOOK = "-"
"""In place of a move: nobody moves, and the answer has the moves of the board."""
RIVAL = "rival"
"""In place of an opponent: the other player is a program as well, which replies in the browser."""


@dataclass(frozen=True)
class BoardInRun:
    """A board of one game. The program has made *move* on it; without one the opponent moves first.
    *seed* and *ply* decide what the opponent draws, so that a run can be played again."""

    seed: int
    ply: int
    position: str
    move: str


@dataclass(frozen=True)
class BoardAfter:
    """The board when the program is to move again, with the *reply* that the opponent made. *won*
    says whether the program has won; None while the game runs. Of two programs it is the one that
    has just moved."""

    reply: str
    position: str
    won: bool | None


def games_for_programs() -> Iterator[Preset]:
    """The starting positions to choose from: of games in which both players have the same moves,
    since a program is not told whom it plays."""
    return (one for one in PRESETS if not rules_of(one.ruleset).partizan)


def missing_at(game: Preset) -> list[str]:
    """The keys of the opponents who do not play this game."""
    rules, ending = rules_of(game.ruleset), Convention(game.convention)
    return [one.key for one in OPPONENTS if one.mismatch(rules, ending)]


def read_lines(text: str) -> list[BoardInRun]:
    """The boards that a request brings; raises :class:`InvalidInputError` for anything else."""
    lines = text.split()
    if not 1 <= len(lines) <= LINES:
        raise InvalidInputError.of("the games of a run", len(lines), f"send 1 to {LINES}")
    boards = []
    for line in lines:
        read = LINE.fullmatch(line)
        if not read:
            raise InvalidInputError.of("a board of a run", line, "send 1:0:1+3+5+7:4>0")
        seed, ply, position, move = read.groups(default="")
        boards.append(BoardInRun(int(seed), int(ply), position, move))
    return boards


class Arena:
    """The rules of one starting position. Everything asked within a request shares its *budget*,
    without one that of a page."""

    def __init__(self, game: str, budget: Budget | None = None) -> None:
        preset = get_preset(game)
        if preset is None or preset not in games_for_programs():
            raise InvalidInputError.of("a game for programs", game, "choose one of the list")
        self.preset = preset
        self.budget = budget or page_budget()

    def question(self, position: str) -> Inquiry:
        """A board as a question; raises :class:`InvalidInputError` for one that cannot come from
        the start. It may have more rows than a page lets anybody type."""
        ruleset, start, convention = self.preset.question
        asked = ask(ruleset, position, convention, budget=self.budget)
        rules = asked.ruleset
        if _left(rules, asked.position) > _left(rules, rules.read_position(start)):
            raise InvalidInputError.of("a board of this game", position, f"begin with {start}")
        return asked

    def legal(self, position: str) -> list[str]:
        """The moves of a board, ``2>1+3``."""
        return [str(move) for move in self.question(position).legal_moves()]

    def move(self, question: Inquiry, text: str) -> Move:
        """The move that a program has made; raises a solver error for one that is not allowed."""
        read = MOVE.fullmatch(text)
        if not read:
            raise InvalidInputError.of("a move", text, "send 4>0 or 1>2+3")
        parts = tuple(map(int, read[2].split("+")))
        return question.ruleset.check_move(question.position, int(read[1]) - 1, parts)

    def after(self, board: BoardInRun, opponent: Opponent | None) -> BoardAfter:
        """The board after the program's move and the reply of the opponent, if there is one."""
        asked, ply, reply = self.question(board.position), board.ply, ""
        if board.move and board.move != LOOK:
            asked, ply = asked.after(self.move(asked, board.move)), ply + 1
        wins_if_stuck = asked.convention.stuck_player_wins
        if board.move != LOOK:
            if _is_over(asked):
                return BoardAfter("", format_position(asked.position), not wins_if_stuck)
            if opponent:
                chosen = opponent.choose(asked, Random(f"{board.seed}:{ply}"))
                asked, reply = asked.after(chosen), str(chosen)
        won = wins_if_stuck if _is_over(asked) else None
        return BoardAfter(reply, format_position(asked.position), won)

    def round(self, boards: list[BoardInRun], opponent_key: str) -> dict[str, Any]:
        """The boards after one move of each side, and the moves of each.

        If the budget ends before the last board, the answer has fewer, and the browser asks for the
        others again. Raises :class:`BudgetExceededError` if it does not last for one.
        """
        opponent = None if opponent_key == RIVAL else get_opponent(opponent_key)
        start = self.question(boards[0].position)
        if opponent and (mismatch := opponent.mismatch(start.ruleset, start.convention)):
            raise InvalidInputError(mismatch, value=opponent_key)
        done: list[BoardAfter] = []
        legal: dict[str, list[str]] = {}
        for board in boards:
            try:
                after = self.after(board, opponent)
                if after.won is None and after.position not in legal:
                    legal[after.position] = self.legal(after.position)
            except BudgetExceededError:
                if done:
                    break
                raise
            done.append(after)
        return {"boards": [[one.reply, one.position, one.won] for one in done], "legal": legal}


def _left(rules: Ruleset, position: Position) -> int:
    """What each move makes less: the pieces, or of heaps, which may grow, the most moves."""
    if isinstance(rules, Heaps):
        return sum(rules.most_moves([size]) for size in position)
    return sum(position)


def _is_over(question: Inquiry) -> bool:
    legal = question.ruleset.legal_moves(question.position, question.to_move)
    return next(legal, None) is None
