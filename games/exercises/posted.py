"""Reading an answer and its token from a form: the same wherever it is asked."""

from __future__ import annotations

import uuid

from django.db.models import Model
from django.http import HttpRequest

from games.exercises.goals.asking import Fields
from games.exercises.tasks import Task
from games.web.posted import key_of_form
from solver import InvalidInputError

KEYS = {"token", "form_key"}
"""What a form says of itself."""


def posted_answer(request: HttpRequest, task: Task) -> str:
    """The answer a form holds, as it is graded."""
    return task.asking.read(task, request.POST)


def posted_fields(request: HttpRequest) -> Fields:
    """What a form held when it was sent, without what it says of itself."""
    return {key: values for key, values in request.POST.lists() if key not in KEYS}


def posted_key(request: HttpRequest, maker: Model) -> uuid.UUID:
    """The key of what a form makes: the same for the same form with the same content from the
    same person, and a new one where the form brings none."""
    return key_of_form(request, str(maker.pk)) or uuid.uuid4()


def posted_token(request: HttpRequest) -> uuid.UUID:
    """The token of the form; raises :class:`InvalidInputError` for anything else."""
    try:
        return uuid.UUID(request.POST.get("token", ""))
    except ValueError:
        raise InvalidInputError(
            "We can't read that form. Reload the page and try again.", value=""
        ) from None
