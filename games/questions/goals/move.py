"""Make a winning move: every move that wins is right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any, ClassVar

from django.http import QueryDict

from games.boards.boards import Board
from games.boards.looks.look import Placed
from games.content.shapes import Many, Problem, Text
from games.questions.frames import Told
from games.questions.goals.goal import (
    Fields,
    Goal,
    ending,
    how_many_win,
    is_same_answer,
    lost,
    no_mover,
    share,
    shares,
    shown,
    written_moves,
)
from games.questions.goals.lines_of_play import YOU_LOSE, left_words
from games.questions.guessers import Guesser
from games.questions.hints import hints
from games.questions.question import QuestionBoard
from games.questions.verdicts import Verdict, line_of, on_position
from solver import Inquiry, Move, Profile
from solver.teaching import best_answer, habits, joined, shown_by_move


class MakeMove(Goal):
    key = "move"
    label = "make a winning move"
    question = "Make a winning move."
    line_words = ("move",)
    is_quick = True
    is_on_board = True
    is_about_moves = True
    secret = frozenset({Told.MOVE})
    takes_sums = has_siblings = True
    answers: ClassVar = {"answer": Many(each=Text(), speaks=True)}

    def solution(self, task: QuestionBoard) -> Any:
        return written_moves(task.facts.analysis)

    def right(self, task: QuestionBoard) -> str:
        return str(task.facts.winning[0])

    def wrong(self, task: QuestionBoard, chance: Random) -> str:
        return str(chance.choice(losing_moves(task) or task.facts.legal))

    def grade(self, task: QuestionBoard, answer: str) -> Verdict:
        placed = task.board.place(answer, task.player)
        correct = task.facts.analysis.keeps_win(placed.move)
        replies = [] if correct else reply(task, placed)
        verdict = on_position(
            task,
            correct=correct,
            words="That wins." if correct else "That loses.",
            answered=f"You {placed.phrase(past=True)}.",
            truth=how_many_win(task),
            line=line_of([placed, *replies]),
        )
        if correct:
            return verdict
        slip = shown_by_move(task.question, placed.move, task.facts)
        return replace(
            verdict,
            move=placed.move,
            refutation=refuted_by(task, placed, replies),
            habits=slip.habits,
            remarks=slip.remarks,
        )

    def read(self, task: QuestionBoard, post: QueryDict) -> str:
        typed = post.get("typed", "")
        if typed and "move" not in post:
            return task.board.read_typed(typed, task.player).text
        return post.get("move", "")

    def said(self, task: QuestionBoard, answer: str) -> str:
        return f"You chose to {task.board.place(answer, task.player).phrase()}."

    def fields(self, task: QuestionBoard, answer: str) -> Fields:
        return {"move": [answer]}

    def named(self, task: QuestionBoard, answer: str) -> list[Placed]:
        return [task.board.place(answer, task.player)]

    def played(self, task: QuestionBoard, answer: str) -> list[Placed]:
        [placed] = self.named(task, answer)
        wins = task.facts.analysis.keeps_win(placed.move)
        return [placed] if wins else [placed, *reply(task, placed)]

    def answer_label(self, task: QuestionBoard, answer: str) -> str:
        return task.move_words(task.board.place(answer, task.player).move.canonical)

    def hints(self, task: QuestionBoard, tiers: int) -> Sequence[str]:
        return hints(task.question, task.board, tiers, task.theories)

    def by_lot(self, task: QuestionBoard) -> dict[str, float]:
        return moves_by_lot(task)

    def guessed(self, task: QuestionBoard, guesser: Guesser) -> Fraction:
        moves = guesser.moves(task)
        return share(len(set(moves) & set(task.facts.winning)), len(moves))

    def no_puzzle(self, facts: Profile) -> str | None:
        question = facts.question
        problem = no_mover(question) or lost(facts)
        if problem or len(facts.winning) < len(facts.legal):
            return problem
        moves = f"Every move of {shown(question)}"
        return f"{moves} wins {ending(question)}, so there is nothing to find."

    def contradiction(self, task: QuestionBoard) -> str | None:
        return no_mover(task.question) or lost(task.facts)

    def wrong_solution(self, task: QuestionBoard, written: Any) -> str:
        return "" if written is None else wrong_moves(task, written)


def wrong_moves(task: QuestionBoard, written: Any) -> str:
    """What is wrong with the winning moves in a content file; empty if nothing is."""
    true = written_moves(task.facts.analysis)
    if written is None:
        return Problem(f"answer is missing; {_do(task.question, true, 'win')}", "answer")
    if is_same_answer(written, true):
        return ""
    return Problem(contradicted_moves(task.question, written, true), "answer", named=True)


def contradicted_moves(question: Inquiry, written: Sequence[str], true: Sequence[str]) -> str:
    """The error in words: ``taking 4 from row 1 does not win; taking 1 from row 1 does``.

    Raises :class:`~solver.SolverError` if a move is illegal.
    """
    wrong = [move for move in written if move not in true]
    missing = [move for move in true if move not in written]
    if not true:
        return f"{_do(question, wrong, 'not win')}; no move does"
    if not wrong:
        return f"{_do(question, missing, 'win')}, too" if written else _do(question, true, "win")
    does = "do" if len(true) > 1 else "does"
    return f"{_do(question, wrong, 'not win')}; {doing_in_words(question, true)} {does}"


def _do(question: Inquiry, moves: Sequence[str], verb: str) -> str:
    if not moves:
        return "no move wins"
    one, many = {"win": ("wins", "win"), "not win": ("does not win", "do not win")}[verb]
    return f"{doing_in_words(question, moves)} {many if moves[1:] else one}"


def doing_in_words(question: Inquiry, moves: Sequence[str]) -> str:
    """Moves as gerunds: ``taking 2 from row 1 and taking 1 from row 2``."""
    board = Board.of(question.ruleset, question.position)
    return joined(board.place(move, question.to_move).doing for move in moves)


def losing_moves(task: QuestionBoard) -> list[Move]:
    return [move for move in task.facts.legal if not task.facts.analysis.keeps_win(move)]


def moves_by_lot(task: QuestionBoard) -> dict[str, float]:
    """The share of the losing moves that show each habit."""
    return shares([habits(task.question, move, task.facts) for move in losing_moves(task)])


def refutation(task: QuestionBoard, placed: Placed) -> str:
    """How the other player wins after the move *placed*, as a sentence."""
    return refuted_by(task, placed, reply(task, placed))


def refuted_by(task: QuestionBoard, placed: Placed, replies: Sequence[Placed]) -> str:
    """The same where the reply is known."""
    for answered in replies:
        left = left_words(task.question, [placed, answered], YOU_LOSE)
        return f"The other player answers by {answered.doing}. {left}"
    return "The other player has no move left, and so wins."


def reply(task: QuestionBoard, placed: Placed) -> list[Placed]:
    """The move that refutes a losing move; empty if the other player has no move and so wins."""
    best = best_answer(task.question.after(placed.move))
    return [task.board.after(placed).place_answer(best, placed, best.player)] if best else []
