"""Write a program that never gives a win away. It runs in the student's browser on boards that we
draw by lot, and we judge the move that it makes on each."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any

from django.http import QueryDict

from games.boards.board_view import view
from games.boards.boards import Board
from games.boards.bounds import SEARCH_BUDGET, thinking
from games.boards.ghosts import Ghost, MoveOutline
from games.boards.looks.look import Placed
from games.boards.rules import game_named
from games.questions.first_versions import (
    FIRST_VERSIONS,
    LANGUAGES,
    LONGEST_CODE,
    checked_code,
)
from games.questions.goals.goal import Fields, Goal, WrittenProgram
from games.questions.guessers import Guesser
from games.questions.question import QuestionBoard
from games.questions.verdicts import Verdict, on_position
from solver import (
    Analysis,
    Inquiry,
    InvalidInputError,
    Position,
    Profile,
    SolverError,
    ask,
    distinct,
    format_position,
)
from solver import answer as solve
from solver.teaching import counted, uncapitalised

BOARDS = 60
"""Boards that a program gets. One that is right on 95 of 100 passes one time in twenty."""
FEWEST = 12
"""Of a small game there are fewer; with less than a dozen, one could write down the moves."""
WALKS, IDLE = 240, 60
"""Random games in which to look for boards, and those without a new one after which to stop."""
ONLY_BOTH_ALIKE = "A program is not told whom it plays, so both players must have the same moves."


@dataclass(frozen=True)
class ProgramTask:
    """What the page of the question needs: for each board its moves, what to begin with in each
    language, and the *seed* that goes back with the answer."""

    boards: str
    number: int
    seed: str
    first_versions: Sequence[tuple[str, str, str]]


@dataclass(frozen=True)
class JudgedMove:
    """The move *placed* of a program on a *board*, and the winning move that it missed, if any."""

    board: Board
    placed: Placed
    better: Placed | None

    @property
    def words(self) -> str:
        """Where the win was given away, as a sentence."""
        rows = " + ".join(map(str, self.board.position))
        return f"From {rows} it chose to {self.placed.phrase()}, and that loses."

    @property
    def truth(self) -> str:
        """The move that wins, as a sentence."""
        rows = " + ".join(map(str, self.board.position))
        assert self.better is not None
        return f"To win from {rows}, {self.better.phrase()}."


class WritePlayer(Goal):
    key = "program"
    label = "write a player that never gives a win away"
    question = "Write a player that never gives a win away."
    line_words = ("program",)
    for_puzzles = False
    for_lessons = False
    has_numbers = False
    has_turn = False
    is_beside = True
    is_seeded = True
    code_length = LONGEST_CODE

    def posed(self, task: QuestionBoard) -> str:
        return f"Write a player that never gives a win away at {game_named(task.ruleset)}."

    def draws_board(self, task: QuestionBoard) -> bool:
        return False

    def seed(self, task: QuestionBoard) -> str:
        """By what the boards are drawn; empty where everybody gets the same."""
        return str(task.extra.get("seed", ""))

    def boards(self, task: QuestionBoard) -> tuple[Position, ...]:
        """The boards of this student, the smallest first. Raises a solver error for a game that is
        too large to be judged."""
        asked = task.question
        start = format_position(asked.position)
        return _drawn(asked.ruleset.key, start, asked.convention.value, self.seed(task))

    def parts(self, task: QuestionBoard) -> Sequence[ProgramTask]:
        boards = self.boards(task)
        legal = (
            f"{format_position(one)}:{','.join(map(str, task.ruleset.legal_moves(one)))}"
            for one in boards
        )
        first = [(key, name, FIRST_VERSIONS[key][2]) for key, name in LANGUAGES.items()]
        return [ProgramTask(" ".join(legal), len(boards), self.seed(task), first)]

    # --- the answer: the program, and its move on each board ------------------------------

    def solution(self, task: QuestionBoard) -> Any:
        return None

    def right(self, task: QuestionBoard) -> str:
        return self._written(task, [asked.preferred for asked in self._solved(task)])

    def wrong(self, task: QuestionBoard, chance: Random) -> str:
        asked = next(_asked(task, self.boards(task)))
        keeps = solve(asked).keeps_win
        losing = [move for move in asked.legal_moves() if not keeps(move)]
        moves = [chance.choice(losing), *(one.preferred for one in self._solved(task)[1:])]
        return self._written(task, moves)

    def _solved(self, task: QuestionBoard) -> list[Analysis]:
        return [solve(asked) for asked in _asked(task, self.boards(task))]

    def _written(self, task: QuestionBoard, moves: Sequence[object]) -> str:
        python = FIRST_VERSIONS["python"][2]
        return self._stored(task, "python", python, list(map(str, moves)))

    def _stored(self, task: QuestionBoard, language: str, code: str, moves: list[str]) -> str:
        boards = map(format_position, self.boards(task))
        lines = " ".join(f"{board}:{move}" for board, move in zip(boards, moves, strict=True))
        answer = {"language": language, "code": code, "seed": self.seed(task), "moves": lines}
        return json.dumps(answer, ensure_ascii=False)

    def read(self, task: QuestionBoard, post: QueryDict) -> str:
        language = post.get("language", "")
        code = checked_code(language, post.get("code", ""))
        moves, boards = post.get("moves", "").split(), self.boards(task)
        if post.get("seed", "") != self.seed(task):
            raise InvalidInputError(
                "Your program was tried on boards that are not yours. Reload the page and send it "
                "again."
            )
        if not moves:
            raise InvalidInputError(
                "Your program runs in your browser first, so this answer needs JavaScript."
            )
        if len(moves) != len(boards):
            made = counted(len(moves), "move")
            raise InvalidInputError(
                f"Your program made {made} on {len(boards)} boards. Send it again."
            )
        for board, move in zip(boards, moves, strict=True):
            Board.of(task.ruleset, board).place(move)
        return self._stored(task, language, code, moves)

    def fields(self, task: QuestionBoard, answer: str) -> Fields:
        told = _read(answer)
        moves = " ".join(line.partition(":")[2] for line in told["moves"].split())
        return {name: [told[name]] for name in ("language", "code", "seed")} | {"moves": [moves]}

    def answer_label(self, task: QuestionBoard, answer: str) -> str:
        told = _read(answer)
        lines = counted(len(told["code"].strip().splitlines()), "line")
        return f"A program in {LANGUAGES[told['language']]}, {lines}"

    def said(self, task: QuestionBoard, answer: str) -> str:
        return f"You sent {uncapitalised(self.answer_label(task, answer))}."

    # --- judging -------------------------------------------------------------------------

    def judged(self, task: QuestionBoard, answer: str) -> list[JudgedMove]:
        """Each move of an answer on its board."""
        lines = [line.partition(":") for line in _read(answer)["moves"].split()]
        boards = [task.ruleset.read_position(rows) for rows, _, _ in lines]
        found = []
        for asked, (_, _, text) in zip(_asked(task, boards), lines, strict=True):
            board, solved = Board.of(asked.ruleset, asked.position), solve(asked)
            placed, better = board.place(text), None
            if not solved.keeps_win(placed.move):
                better = board.place(str(solved.preferred))
            found.append(JudgedMove(board, placed, better))
        return found

    def grade(self, task: QuestionBoard, answer: str) -> Verdict:
        judged = self.judged(task, answer)
        slips = [one for one in judged if one.better]
        number = len(judged)
        if not slips:
            told = f"Your program kept the win on all {number} boards."
            words = "It never gives a win away."
            truth = "Its moves are right; who wrote them, nobody knows."
        else:
            kept = number - len(slips)
            told = f"Your program kept the win on {kept} of {number} boards. {slips[0].words}"
            words, truth = "It gives wins away.", slips[0].truth
        return on_position(task, correct=not slips, words=words, answered=told, truth=truth)

    def program(self, task: QuestionBoard, answer: str, prefix: str) -> WrittenProgram | None:
        told = _read(answer)
        slip = next((one for one in self.judged(task, answer) if one.better), None)
        language = LANGUAGES[told["language"]]
        if slip is None:
            return WrittenProgram(language, told["code"])
        ghost = Ghost(slip.placed, MoveOutline.MINE, slip.words)
        board = view(slip.board, ghosts=[ghost], prefix=prefix)
        return WrittenProgram(language, told["code"], slip.truth, board)

    def guessed(self, task: QuestionBoard, guesser: Guesser) -> Fraction:
        """A program that moves at random is right by accident on every board."""
        shares = [
            Fraction(len(solve(asked).moves), len(list(asked.legal_moves())))
            for asked in _asked(task, self.boards(task))
        ]
        return math.prod(shares, start=Fraction(1))

    # --- suitable positions --------------------------------------------------------------

    def no_puzzle(self, facts: Profile) -> str | None:
        return _unfit(facts.question)

    def contradiction(self, task: QuestionBoard) -> str | None:
        return _unfit(task.question)


def _unfit(asked: Inquiry) -> str | None:
    """Why no program can be judged by boards of this game, as a sentence; None if it can."""
    if asked.ruleset.partizan:
        return ONLY_BOTH_ALIKE
    start = format_position(asked.position)
    try:
        found = len(_drawn(asked.ruleset.key, start, asked.convention.value, ""))
    except SolverError:
        return f"{start} is too large to judge a program on {BOARDS} boards."
    if found < FEWEST:
        boards = counted(found, "board")
        return (
            f"Below {start} there are {boards} where a win can be given away, and a program needs "
            f"{FEWEST}: begin with more."
        )
    return None


def _read(answer: str) -> dict[str, str]:
    """A stored answer. Raises :class:`InvalidInputError` for any other text."""
    try:
        told = json.loads(answer)
        return {name: str(told[name]) for name in ("language", "code", "seed", "moves")}
    except (KeyError, TypeError, ValueError):
        raise InvalidInputError.of("a program", answer[:40], "send one from its page") from None


def _asked(task: QuestionBoard, boards: Sequence[Position]) -> Iterator[Inquiry]:
    """The boards as questions to the solver, which share what one request may cost."""
    asked = task.question
    budget = thinking(BOARDS * SEARCH_BUDGET)
    for board in boards:
        yield ask(asked.ruleset, board, asked.convention.value, budget=budget)


@lru_cache(maxsize=256)  # sixty short tuples each, of some 100 bytes: 2 MB
def _drawn(ruleset: str, start: str, convention: str, seed: str) -> tuple[Position, ...]:
    """Boards that random games from the start lead to, on which one move wins and another does not,
    at most :data:`BOARDS` of them. Two with the same rows in another order are one, and the lot
    decides in which order they lie."""
    budget = thinking(WALKS * SEARCH_BUDGET)
    begun = ask(ruleset, start, convention, budget=budget)
    chance, idle = Random(seed), 0
    seen: set[Position] = set()
    found: list[Position] = []
    for _ in range(WALKS):
        played = chance.choice(_walk(begun, chance)).position
        board, rows = tuple(chance.sample(played, len(played))), tuple(sorted(played))
        idle = idle + 1 if rows in seen else 0
        if idle > IDLE or len(found) == BOARDS:
            break
        if rows in seen:
            continue
        seen.add(rows)
        asked = ask(ruleset, board, convention, budget=budget)
        winning = distinct(solve(asked).winning_moves)
        if winning and len(winning) < len(distinct(asked.legal_moves())):
            found.append(board)
    return tuple(sorted(found, key=lambda board: (sum(board), board)))


def _walk(begun: Inquiry, chance: Random) -> list[Inquiry]:
    """The boards of a random game on which somebody is to move."""
    boards = [begun]
    while legal := list(boards[-1].legal_moves()):
        boards.append(boards[-1].after(chance.choice(legal)))
    return boards[:-1] or boards
