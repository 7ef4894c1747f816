"""Reading an answer and its token from a form: the same wherever it is asked."""

from __future__ import annotations

import uuid

from django.db.models import Model
from django.http import HttpRequest

from games.exercises.goals.asking import Fields
from games.exercises.tasks import Task
from solver import InvalidInputError

CSRF = "csrfmiddlewaretoken"


def posted_answer(request: HttpRequest, task: Task) -> str:
    """The answer a form holds, as it is graded."""
    return task.asking.read(task, request.POST)


def posted_fields(request: HttpRequest) -> Fields:
    """What a form held when it was sent, without its token."""
    return {key: values for key, values in request.POST.lists() if key != "token"}


def posted_key(request: HttpRequest, maker: Model) -> uuid.UUID:
    """The key of what a form makes: the same for the same form with the same content from the
    same person, and a new one where the form brings none."""
    try:
        form = uuid.UUID(request.POST.get("form_key", ""))
    except ValueError:
        return uuid.uuid4()
    content = sorted((name, values) for name, values in request.POST.lists() if name != CSRF)
    return uuid.uuid5(form, repr((str(maker.pk), request.path, content)))


def posted_token(request: HttpRequest) -> uuid.UUID:
    """The token of the form; raises :class:`InvalidInputError` for anything else."""
    try:
        return uuid.UUID(request.POST.get("token", ""))
    except ValueError:
        raise InvalidInputError(
            "That form cannot be read; reload the page and try again.", value=""
        ) from None
