"""A frame of a film to take away: a drawing that needs nothing of the site."""

from __future__ import annotations

import re

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from games.boards.boards import Board
from games.boards.films import NAMES
from games.boards.lenses import question_of
from games.boards.limits import ask_within_limits
from games.boards.pictures import Picture
from games.boards.rules import rule_of
from games.explore.candidates import try_answer
from games.explore.views import film_of
from solver import THEORIES, SolverError, format_position

A_DAY = 24 * 60 * 60
"""How many seconds a drawing may be kept."""


@require_safe
def picture(request: HttpRequest, ruleset: str, position: str) -> HttpResponse:
    """One frame as an SVG file; what cannot be drawn is refused in one sentence."""
    asked = request.GET
    theory = asked.get("theory", "")
    if theory and theory not in NAMES:
        return refusal(f"There is no theory called “{theory[:40]}”.")
    try:
        question = ask_within_limits(
            ruleset, position, asked.get("convention", "misere"), asked.get("turn") or None
        )
    except SolverError as error:
        return refusal(str(error))
    if question.ruleset.partizan and question.to_move is None:
        return refusal("Say whose turn it is: turn=left or turn=right.")
    question = question_of(Board.of(question.ruleset, question.position), question)
    if not theory:
        analysis, _ = try_answer(question)
        theory = analysis.theory if analysis else THEORIES[-1].key
    film = film_of(question, theory, asked.get("frame", "1"))
    rule = rule_of(question.ruleset, question.convention, format_position(question.position))
    context = {"picture": Picture(film), "film": film, "question": question, "rule": rule}
    response = HttpResponse(
        render_to_string("components/frame.svg", context), content_type="image/svg+xml"
    )
    named = f"{question.ruleset.key}-{format_position(question.position)}-{theory}-{film.number}"
    name = re.sub(r"[^a-z0-9.+]+", "-", named.lower()).strip("-")[:80]
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.svg"'
    patch_cache_control(response, public=True, max_age=A_DAY)
    return response


def refusal(sentence: str) -> HttpResponse:
    """Why there is no picture."""
    return HttpResponse(sentence, status=422, content_type="text/plain; charset=utf-8")
