"""The page that compares published rules with the truth, on any position."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.boards.limits import ask_within_limits
from games.boards.rules import endings
from games.explore.candidates import try_answer, verdict
from games.lab.lenses import FIRST, Lenses, games
from solver import Inquiry, Player, SolverError


@require_safe
def lenses(request: HttpRequest) -> HttpResponse:
    """Show the verdict of every rule on the given position."""
    problem = ""
    try:
        question = asked_with_lenses(request)
    except SolverError as error:
        question, problem = ask_within_limits(*FIRST), str(error)
    lenses = Lenses(question, request.GET.get("lens", ""))
    truth, refusal = try_answer(question)
    context = {
        "lenses": lenses,
        "question": question,
        "verdict": verdict(question, truth),
        "refusal": refusal,
        "games": games(question.ruleset),
        "endings": endings(),
        "typed": request.GET.dict(),
        "problem": problem,
    }
    return render(request, "lab/lenses.html", context, status=422 if problem else 200)


def asked_with_lenses(request: HttpRequest) -> Inquiry:
    """The position in the address, or the first example; raises :class:`SolverError`."""
    if "position" not in request.GET:
        return ask_within_limits(*FIRST)
    given = request.GET
    question = ask_within_limits(
        given.get("ruleset", FIRST[0]), given["position"], given.get("convention", "misere")
    )
    if not question.ruleset.partizan:
        return question
    turn = Player.parse(given.get("turn") or Player.LEFT)
    return ask_within_limits(
        question.ruleset, question.position, question.convention, turn, budget=question.budget
    )
