"""Pages about quotients: the gallery, the quotient of one game, an element and the company that
tells it from the others, and downloads."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.boards.bounds import check_rules
from games.explore.lab.distinguisher import apart_url, games_with, named
from games.explore.lab.quotients.gallery import ALL, CHOICES, ORDERS, cards
from games.explore.lab.quotients.quotients import Element, QuotientPage, find, page_budget
from games.explore.lab.quotients.workshop import EXAMPLES, START, Workshop, workshop_url
from games.explore.lab.requesting import asked_for, study_of, watched
from games.explore.lab.subjects import subject
from games.explore.picture_views import refusal
from solver import (
    BudgetExceededError,
    Convention,
    Quotient,
    SolverError,
    format_position,
    get_ruleset,
    separating_companies,
)


@dataclass(frozen=True)
class ApartLine:
    """Another element: the smallest *company* that tells it from the chosen one, whether it *loses*
    with that company (then the chosen one wins), and the address of both on boards, if they fit."""

    name: str
    company: str
    loses: bool
    url: str


class ElementsApart:
    """The element called *chosen*, otherwise the first after the empty board, and all others."""

    def __init__(self, page: QuotientPage, chosen: str = "") -> None:
        self.page, known = page, page.known
        self.names = known.names[0]
        usual = 1 if len(self.names) > 1 else 0
        self.element = self.names.index(chosen) if chosen in self.names else usual
        self.was_chosen = chosen in self.names

    @property
    def part_key(self) -> tuple[object, ...]:
        """The values that determine what is shown."""
        return *self.page.part_key, self.element, self.was_chosen

    @property
    def name(self) -> str:
        return self.names[self.element]

    @property
    def limit(self) -> int:
        """The longest row in a company; 0 if there is no limit."""
        return 0 if self.page.found.is_complete else self.page.known.up_to

    def lines(self) -> Iterator[ApartLine]:
        """The other elements in the order of their names."""
        monoid, elements = self.page.known.monoid, self.page.elements
        worth = {element.position: number for number, element in enumerate(elements)}
        companies = separating_companies(self.page.known, self.element)
        for number, (other, company) in enumerate(zip(elements, companies, strict=True)):
            if company is not None:
                product = monoid.table[number][worth[company]]
                yield ApartLine(other.name, named(company), monoid.is_p(product), self._url(other))

    def _url(self, other: Element) -> str:
        mine = self.page.elements[self.element]
        if not (mine.has_board and other.has_board):
            return ""
        return apart_url(
            {
                "game": self.page.ruleset.key,
                "ending": Convention.MISERE.value,
                "one": format_position(mine.position or (0,)),
                "other": format_position(other.position or (0,)),
            }
        )


@require_safe
@cache_control(private=True, no_cache=True)
def index(request: HttpRequest) -> HttpResponse:
    """Show the gallery, or redirect to the quotient of a typed game."""
    typed = request.GET.get("ruleset")
    if typed is None:
        return index_page(request)
    try:
        return redirect("lab:quotient", ruleset=read(request, typed).ruleset.key)
    except SolverError as error:
        return index_page(request, typed, str(error))


def index_page(request: HttpRequest, typed: str = "", problem: str = "") -> HttpResponse:
    """The gallery, with the reason why a *typed* game has no quotient."""
    which, by = request.GET.get("which", ""), request.GET.get("by", "")
    which = which if which in CHOICES else ALL
    by = by if by in ORDERS else "game"

    def link(which: str, by: str) -> str:
        return f"?{urlencode({'which': which, 'by': by})}"

    context = {
        "cards": cards(which, by),
        "choices": [(name, link(key, by), key == which) for key, (name, _) in CHOICES.items()],
        "orders": [(name, link(which, key), key == by) for key, (name, _) in ORDERS.items()],
        "typed": typed,
        "problem": problem,
        "studies": asked_for(request),
    }
    return render(request, "explore/lab/quotients.html", context, status=422 if problem else 200)


def read(request: HttpRequest, ruleset: str) -> QuotientPage:
    """The requested quotient; raises :class:`SolverError`."""
    rules = get_ruleset(ruleset)
    check_rules(rules)
    return QuotientPage(find(rules, page_budget()), request.GET.get("by", ""))


@require_safe
@cache_control(private=True, no_cache=True)
def page(request: HttpRequest, ruleset: str) -> HttpResponse:
    """Show the quotient of one game, and the progress of its study, if one is running."""
    try:
        shown = read(request, ruleset)
    except SolverError as error:
        return index_page(request, ruleset, str(error))
    study = None
    if not shown.found.is_complete and not shown.found.infinite:
        study = study_of(subject({"what": "quotient", "ruleset": shown.ruleset.key}))
    path = reverse("lab:quotient", args=[shown.ruleset.key])
    has_pairs = shown.is_drawn and shown.found.order > 1
    context = {
        "page": shown,
        "found": shown.found,
        "path": path,
        "apart": ElementsApart(shown, request.GET.get("apart", "")) if has_pairs else None,
        "picture_url": f"{path}graph.svg" + (f"?by={shown.by}" if shown.by else ""),
        **(watched(request, study) if study and study.is_open else {}),
    }
    return render(request, "explore/lab/quotient.html", context)


@require_safe
def data(request: HttpRequest, ruleset: str) -> HttpResponse:
    """Download the quotient as JSON, with the address of its page."""

    def written(page: QuotientPage) -> HttpResponse:
        shown, found = reverse("lab:quotient", args=[page.ruleset.key]), page.found
        told: dict[str, object] = {"address": request.build_absolute_uri(shown)}
        if found.infinite:
            told |= {
                "finite": False,
                "reason": f"{found.infinite.reason} {page.known.certificate(page.ruleset)}",
            }
            told["infinite"] = found.infinite.as_json()
        if page.growth:
            told |= page.growth.growth.as_json()
        return JsonResponse(Quotient(page.ruleset, page.known).as_json() | told)

    return taken_away(request, ruleset, "json", written)


@require_safe
def paper(request: HttpRequest, ruleset: str) -> HttpResponse:
    """Download the quotient as LaTeX."""

    def written(page: QuotientPage) -> HttpResponse:
        quotient = Quotient(page.ruleset, page.known)
        text = quotient.to_latex(page.pretending.longest)
        return HttpResponse(text, content_type="text/plain; charset=utf-8")

    return taken_away(request, ruleset, "tex", written)


@require_safe
def picture(request: HttpRequest, ruleset: str) -> HttpResponse:
    """Download the graph of the elements as a complete drawing."""

    def drawn(page: QuotientPage) -> HttpResponse:
        if not page.is_drawn:
            return refusal(f"{page.found.order} elements are too many for a drawing.")
        drawing = render_to_string("explore/lab/quotient.svg", {"page": page, "graph": page.graph})
        return HttpResponse(drawing, content_type="image/svg+xml")

    return taken_away(request, ruleset, "svg", drawn)


def taken_away(
    request: HttpRequest, ruleset: str, kind: str, made: Callable[[QuotientPage], HttpResponse]
) -> HttpResponse:
    """A file about a quotient as far as it is known, or the reason why there is none."""
    try:
        page = read(request, ruleset)
    except SolverError as error:
        return refusal(str(error))
    response = made(page)
    if response.status_code == HTTPStatus.OK:
        name = re.sub(r"[^a-z0-9.+]+", "-", page.ruleset.key.lower()).strip("-")[:80]
        response.headers["Content-Disposition"] = f'attachment; filename="quotient-{name}.{kind}"'
    return response


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
    return render(request, "explore/lab/workshop.html", context, status=status)


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
