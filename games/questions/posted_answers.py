"""Reading an answer and its token from a form; the same for every kind of page."""

from __future__ import annotations

import uuid
from typing import NamedTuple

from django.db.models import Model
from django.http import HttpRequest

from games.questions.goals.goal import Fields
from games.questions.grading import grade_at
from games.questions.shown_question import ShownQuestion
from games.questions.verdicts import Verdict
from games.web.requests import key_of_form
from solver import InvalidInputError, SolverError

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
