"""Reading a posted answer, the same on every kind of page, and grading it by outcome, never by a
stored line of play: every winning move is right.

A verdict is a pure function of an exercise and an answer, so it can be computed again at any time,
for a step of a lesson, a puzzle or a question of an assignment."""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import NamedTuple

from django.db.models import Model
from django.http import HttpRequest

from games.boards.boards import Board
from games.boards.films import Address, FilmView, film_view
from games.boards.lenses import EVERY, Theories, explain, question_of
from games.questions.goals.goal import Fields
from games.questions.goals.play import LOST, WON
from games.questions.question import QuestionLike
from games.questions.shown_question import ShownQuestion
from games.questions.verdicts import Verdict, line_of
from games.web.requests import key_of_form
from solver import Analysis, Inquiry, InvalidInputError, SolverError

__all__ = ["LOST", "WON", "grade", "key_in_words", "not_known"]


def grade(exercise: QuestionLike, answer: str, theories: Theories = EVERY) -> Verdict:
    """Judge an answer, with reasons in terms of *theories*.

    Raises :class:`~solver.SolverError`, with one sentence, for an answer that cannot be read.
    """
    return grade_at(ShownQuestion(exercise, theories), answer)


def grade_at(task: ShownQuestion, answer: str) -> Verdict:
    """The same for an exercise on its board."""
    verdict = task.asking.grade(task, answer)
    if verdict.line is None:
        verdict = replace(verdict, line=line_of(task.asking.played(task, answer)))
    return verdict


def key_in_words(task: ShownQuestion) -> Verdict:
    """The verdict on a right answer to an exercise."""
    return task.asking.grade(task, task.asking.right(task))


def not_known(task: ShownQuestion) -> Verdict:
    """The verdict on a question to which somebody says that they do not know the answer: it tells
    the right one."""
    key = key_in_words(task)
    return replace(key, correct=False, words="You did not know.", answered="", line=())


NAME = "answer-film"
"""The id of the film on its page."""


def film_of(task: ShownQuestion, frame: str, address: Address) -> FilmView | None:
    """One frame of the film, by the theory that explains the exercise best. None if no frame was
    asked for, or if the exercise gives no position."""
    if not frame or not task.asking.has_position:
        return None
    analysis = task.facts.analysis
    return film_for(task.question, analysis, task.theories, frame, address, board=task.board)


def film_for(
    question: Inquiry,
    analysis: Analysis,
    theories: Theories,
    frame: str,
    address: Address,
    *,
    board: Board,
) -> FilmView:
    """One frame of the film about a position on its board, for a reader who has learnt the
    *theories*."""
    known = explain(question_of(board, question), analysis, theories)
    return film_view(question, known.theory, frame, address, name=NAME, known=known, board=board)


KEYS = {"token", "form_key"}
"""Fields about the form itself."""


def posted_answer(request: HttpRequest, task: ShownQuestion) -> str:
    """The answer in a form, as text to grade."""
    return task.asking.read(task, request.POST)


class CheckedAnswer(NamedTuple):
    """An answer *given* to a page that records none, with its verdict, or the *problem* with it."""

    given: str = ""
    verdict: Verdict | None = None
    problem: str = ""


def checked(request: HttpRequest, task: ShownQuestion) -> CheckedAnswer:
    """The answer in a form, checked but not recorded; empty where none was sent."""
    if request.method != "POST" or task.asking.is_game:
        return CheckedAnswer()
    try:
        given = posted_answer(request, task)
        return CheckedAnswer(given, grade_at(task, given))
    except SolverError as error:
        return CheckedAnswer(problem=str(error))


def posted_fields(request: HttpRequest) -> Fields:
    """The fields of a form, without those about the form itself."""
    return {key: values for key, values in request.POST.lists() if key not in KEYS}


def posted_key(request: HttpRequest, maker: Model) -> uuid.UUID:
    """The key for the object that a form creates: the same if the same person sends the same form
    with the same content again; a new one if the form has no key."""
    return key_of_form(request, str(maker.pk)) or uuid.uuid4()


def posted_token(request: HttpRequest) -> uuid.UUID:
    """The token of the form. Raises :class:`InvalidInputError` if there is none."""
    try:
        return uuid.UUID(request.POST.get("token", ""))
    except ValueError:
        raise InvalidInputError(
            "We can't read that form. Reload the page and try again.", value=""
        ) from None
