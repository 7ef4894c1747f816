"""The page on which learners find a misère quotient by hand."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.lab.distinguisher import games_with
from games.lab.workshop import EXAMPLES, START, Workshop, workshop_url
from solver import BudgetExceededError, SolverError

TOO_LONG = "Working this game out takes too long for one page. Try shorter rows."


@require_safe
def workshop(request: HttpRequest) -> HttpResponse:
    """Show the table, the next question, and the error in the last answer."""
    given = {key: request.GET.get(key, usual).strip() for key, usual in START.items()}
    if code := request.GET.get("code", "").strip():
        return redirect(workshop_url(given | {"game": code}))
    context: dict[str, Any] = {
        "given": given,
        "games": games_with(given["game"]),
        "examples": [
            (name, workshop_url(fields), fields["game"], board) for name, fields, board in EXAMPLES
        ],
    }
    try:
        workshop = Workshop(given)
    except BudgetExceededError:
        context["problem"] = TOO_LONG
    except SolverError as error:
        context |= {"problem": str(error), "field": error.field}
    else:
        context["workshop"] = workshop
        if answer := _answered(request, workshop, context):
            return answer
    status = 422 if "problem" in context else 200
    return render(request, "lab/workshop.html", context, status=status)


def _answered(
    request: HttpRequest, workshop: Workshop, context: dict[str, Any]
) -> HttpResponse | None:
    """A redirect after a successful answer; otherwise None, with the error in *context*."""
    said, company = "", None
    if "say" in request.GET:
        said = workshop.answered(request.GET["say"])
        if not said:
            return redirect(workshop.next_url)
    elif "bring" in request.GET:
        context["written"] = request.GET["bring"]
        try:
            said, company = workshop.brought(request.GET["bring"])
        except SolverError as error:
            context |= {"problem": str(error), "field": error.field}
    elif "show" in request.GET:
        said, company = workshop.shown()
    elif "mark" in request.GET and not workshop.question:
        marked = request.GET.getlist("lost")
        said = workshop.marked(marked)
        context |= {"marked": marked, "is_done": not said}
    if company is not None:
        return redirect(workshop.url_with(company))
    context["said"] = said
    return None
