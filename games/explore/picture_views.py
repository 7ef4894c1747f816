"""A position to take away: a frame of its film as a drawing, and its board for other sites."""

from __future__ import annotations

import re

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.cache import patch_cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from games.boards.boards import Board
from games.boards.bounds import ask_within_limits
from games.boards.films import FILM_NAMES
from games.boards.lenses import question_of
from games.boards.pictures import Picture
from games.boards.rules import rule_of
from games.boards.scene_view import scene_view
from games.explore.addresses import address
from games.explore.candidates import try_answer, verdict
from games.explore.views import film_of
from solver import THEORIES, Inquiry, SolverError, format_position
from solver.teaching import Scene

A_DAY = 24 * 60 * 60
"""Seconds for which a drawing may be cached."""


@require_safe
def picture(request: HttpRequest, ruleset: str, position: str) -> HttpResponse:
    """Return one frame as an SVG file, or a sentence if it cannot be drawn."""
    asked = request.GET
    theory = asked.get("theory", "")
    if theory and theory not in FILM_NAMES:
        return refusal(f"There is no theory called “{theory[:40]}”.")
    try:
        question = asked_in(request, ruleset, position)
    except SolverError as error:
        return refusal(str(error))
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


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]  # its types know no arguments
def embed(request: HttpRequest, ruleset: str, position: str) -> HttpResponse:
    """Show the board with its verdict and a link to this site, for a frame in any page."""
    try:
        question = asked_in(request, ruleset, position)
    except SolverError as error:
        return refusal(str(error))
    analysis, _ = try_answer(question)
    board = Board.of(question.ruleset, question.position)
    context = {
        "question": question,
        "rule": rule_of(question.ruleset, question.convention, format_position(question.position)),
        "scene": scene_view(board, Scene(question.position), "board"),
        "verdict": verdict(question, analysis),
        "link": address(question),
    }
    # Without the request, because the response must not depend on the session.
    response = HttpResponse(render_to_string("explore/embed.html", context))
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    patch_cache_control(response, public=True, max_age=A_DAY)
    return response


def asked_in(request: HttpRequest, ruleset: str, position: str) -> Inquiry:
    """The question in the address; raises :class:`SolverError` if it cannot be read."""
    asked = request.GET
    question = ask_within_limits(
        ruleset,
        position,
        asked.get("convention", "misere"),
        asked.get("turn") or None,
        has_sums=True,
    )
    if question.ruleset.partizan and question.to_move is None:
        raise SolverError("Say whose turn it is: turn=left or turn=right.")
    return question_of(Board.of(question.ruleset, question.position), question)


def refusal(sentence: str) -> HttpResponse:
    """A response that says why there is no picture."""
    return HttpResponse(sentence, status=422, content_type="text/plain; charset=utf-8")
