"""Reading an answer from a form: one form for each goal, the same wherever it is asked."""

from __future__ import annotations

import uuid

from django.db.models import Model
from django.http import HttpRequest

from games.exercises.goals import Goal
from games.exercises.grading import NONE
from games.exercises.tasks import Task
from solver import InvalidInputError

CSRF = "csrfmiddlewaretoken"


def posted_answer(request: HttpRequest, task: Task) -> str:
    """What the form of this goal says, in the form that is graded."""
    match task.goal:
        case Goal.ALL:
            marked = request.POST.getlist("moves")
            if not marked and "none" not in request.POST:
                raise InvalidInputError("Mark the moves that win.", value="")
            if marked and "none" in request.POST:
                said = "You marked moves and said that none wins; keep one of the two."
                raise InvalidInputError(said, value="none")
            return ";".join(sorted(set(marked))) or NONE
        case Goal.CLASSIFY:
            kinds = [request.POST.get(f"kind-{size}", "") for size in task.sizes]
            if "" in kinds:
                raise InvalidInputError("Choose a kind for each row.", value="")
            return ";".join(kinds)
        case Goal.PREDICT | Goal.CASE:
            chosen = request.POST.get("choice", "")
            if not chosen:
                raise InvalidInputError("Choose an answer first.", value="")
            return chosen
        case Goal.REDUCE:
            return ";".join(request.POST.get(name, "").strip() for name in ("squares", "dominoes"))
        case Goal.BUILD:
            sizes = [size.strip() for size in request.POST.getlist("row")]
            return "+".join(size for size in sizes if size)
    typed = request.POST.get("typed", "")
    if typed and "move" not in request.POST:
        return task.board.read_typed(typed, task.player).text
    return request.POST.get("move", "")


def form_of(task: Task, answer: str) -> dict[str, list[str]]:
    """An answer as the fields it was posted in, so that a form can show it again."""
    parts = answer.split(";")
    match task.goal:
        case Goal.ALL:
            return {"none": ["1"]} if answer == NONE else {"moves": parts}
        case Goal.CLASSIFY:
            return {f"kind-{n}": [kind] for n, kind in zip(task.sizes, parts, strict=False)}
        case Goal.PREDICT | Goal.CASE:
            return {"choice": [answer]}
        case Goal.REDUCE:
            return {n: [v] for n, v in zip(("squares", "dominoes"), parts, strict=False)}
    return {}


def posted_fields(request: HttpRequest) -> dict[str, list[str]]:
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
