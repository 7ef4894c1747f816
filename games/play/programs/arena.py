"""The games of a program: a hundred against an opponent, all of them one move further with each
request; one of them to be looked at move by move; and what its moves tell.

The program runs in its author's browser, and the opponents and the rules are here. A request brings
one line for each game: the board and the program's move on it. The answer has the opponent's reply
and the moves of the board after it. So a hundred games take as many requests as one, and we keep
nothing between two of them.

A habit misleads in a position if every move it would make loses although another wins. Of these
positions we count those in which the program made such a move.

In a game by hand against somebody's program, the program runs in the player's browser, which sends
its moves; the table checks them like those of a person."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from games.boards.boards import Board
from games.boards.bounds import MAX_MOVES, page_budget
from games.boards.games import PRESETS, Preset, get_preset
from games.people.models import Owner
from games.play.models import NAME_LENGTH, Match, Seat, other_seat
from games.play.origins import Origin, Setup, register
from games.play.programs.saved_programs import ProgramVersion, SavedProgram
from games.play.protocol import start_match
from games.play.reviews.game_ends import LineMove, LineOfPlay
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
    profile,
)
from solver import get_ruleset as rules_of
from solver.teaching import OPPONENTS, Opponent, get_opponent, misled, result_of

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


SAID = {
    "normal-habit": "It plays as if the last one won",
    "mirror": "It trusts equal pairs",
    "even-ones": "It counts on an even number of single pieces",
    "no-remainder": "It plays as if there were no maximum",
    "missed-split": "It plays as if no row could be split",
    "grab": "It takes as much as it can",
    "flip-everything": "It leaves one more than it would if the last one won",
    "odd-total": "It goes by whether the total is odd or even",
    "longest-row": "It plays in the longest row",
}
"""What a program does that follows a belief, by its key, before “: 31 of 40 such positions.”"""


def judged(arena: Arena, text: str) -> dict[str, Any]:
    """The verdict on each move that a program made, ``1+3+5+7:4>0``, in the order of the lines, and
    fewer of them if the budget ends.

    A verdict has the winning move that the program missed, or nothing; and, for each habit that
    misleads there, its key, whether the program followed it, and how likely a move at random would.
    """
    lines = text.split()
    if not 1 <= len(lines) <= LINES:
        raise InvalidInputError.of("the moves of a program", len(lines), f"send 1 to {LINES}")
    verdicts: list[dict[str, Any]] = []
    for line in lines:
        position, _, move = line.partition(":")
        try:
            verdicts.append(_verdict(arena, position, move))
        except BudgetExceededError:
            if verdicts:
                break
            raise
    return {"verdicts": verdicts, "said": SAID}


def _verdict(arena: Arena, position: str, text: str) -> dict[str, Any]:
    question = arena.question(position)
    move = arena.move(question, text)
    facts = profile(question)
    is_slip = bool(facts.winning) and not facts.analysis.keeps_win(move)
    made = result_of(move)
    habits = [
        [one.belief.key, made in set(map(result_of, one.moves)), one.share]
        for one in misled(facts)
        if one.moves
    ]
    preferred = facts.analysis.preferred
    return {"better": str(preferred) if is_slip else "", "habits": habits}


def begin(
    owner: Owner, program: SavedProgram, game: str, *, is_first: bool, key: uuid.UUID
) -> Match:
    """A game of *owner* against a program, at most one for each *key* of a form. Raises
    :class:`~solver.InvalidInputError` for a game that programs do not play."""
    ruleset, position, convention = Arena(game).preset.question
    setup = Setup(
        ruleset=ruleset,
        position=position,
        convention=convention,
        opponent=Match.PROGRAM,
        starter=Seat.OWNER if is_first else Seat.OTHER,
        origin=program.address_to_play,
        name=program.name[:NAME_LENGTH].strip(),
    )
    return start_match(owner, setup, key)


def program_of(match: Match) -> ProgramVersion | None:
    """The version that plays, the latest; None if no program plays or if it was deleted."""
    if not match.is_with_program:
        return None
    link = match.origin.removeprefix(ProgramOrigin.address).rstrip("/")
    versions = ProgramVersion.objects.filter(program__invitation=link)
    return versions.select_related("program").first()


@register
class ProgramOrigin(Origin):
    """The page on which a program is passed on."""

    address = "/play/program/with/"
    may_be_passed_on = False

    def closed(self, match: Match) -> str:
        """The game stops if the program's author deletes it."""
        return "" if program_of(match) else f"{match.opponent_name} was deleted by its author."
