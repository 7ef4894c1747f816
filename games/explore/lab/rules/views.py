"""The entrance of the lab, with the door to each of its pages, and the page of one set of rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games.boards.bounds import ask_within_limits, check_rules, page_budget
from games.boards.films import GENUS, film_view
from games.boards.rules import rule_of
from games.content.game_control import name_of
from games.explore.addresses import address, play_address
from games.explore.lab.rules import saved as service
from games.explore.lab.rules.fields import CODE, WAYS, Fields, usual_way
from games.explore.lab.rules.partizan import (
    EXAMPLES,
    START,
    PartizanGame,
    partizan_url,
)
from games.explore.lab.rules.rows import USUAL, RowsView
from games.explore.lab.rules.saved import saved_by
from games.explore.views import frame_response
from games.people.browsers import ensure_owner, owner_of
from games.people.models import User
from games.web.limits import TooManyError, client_address
from games.web.requests import page_or_fragment, wants_fragment
from solver import (
    BudgetExceededError,
    Inquiry,
    Ruleset,
    SolverError,
    format_position,
    get_ruleset,
    monoid_counts,
)
from solver.teaching import ESCAPING_ROWS


@dataclass(frozen=True)
class Door:
    """A page called *title* with the URL name *name* and the question that it *asks*; *picture* is
    a file in ``templates/explore/lab/doors``."""

    name: str
    picture: str
    title: str
    asks: str

    @property
    def url(self) -> str:
        return reverse(self.name)

    @property
    def drawing(self) -> str:
        """The template of its picture."""
        return f"explore/lab/doors/{self.picture}.html"


DOORS = (
    Door(
        "lab:reach",
        "reach",
        "How far does R1 reach?",
        "Which octal games does it cover for ever, and at which row does it fail in the others?",
    ),
    Door(
        "lab:conditions",
        "conditions",
        "Conditions",
        "Which is the smallest game that R1 gets wrong without one of its four conditions?",
    ),
    Door(
        "lab:lenses",
        "lenses",
        "Published rules",
        "What do four published rules say about a position, and what is true?",
    ),
    Door(
        "lab:quotients",
        "quotients",
        "Quotients",
        "How many different values can the positions of a game have when the last one loses?",
    ),
    Door(
        "lab:workshop",
        "workshop",
        "A quotient by hand",
        "Which boards count the same? Build the table yourself, one question at a time.",
    ),
    Door("explore:maps", "maps", "Maps", "Which positions of a game are losing positions?"),
    Door(
        "lab:conjectures",
        "conjectures",
        "Conjectures",
        "State a rule for who loses, and see whether it ever breaks.",
    ),
    Door(
        "lab:distinguisher",
        "distinguisher",
        "Same or different?",
        "What is the smallest thing you can add to two positions to tell them apart?",
    ),
    Door(
        "lab:partizan",
        "partizan",
        "Left and Right",
        "What cancels a position of a game in which the players have different moves?",
    ),
    Door(
        "lab:forms",
        "forms",
        "Games as trees",
        "When may one game of Left and Right stand for another, and what tells them apart?",
    ),
)


PAGE = "explore/lab/rules.html"
ADDRESS_FIELDS = ("by", "rows")
"""The parameters that the address of rules may have."""


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the entrance, or redirect to the page of the rules in the fields."""
    if "by" not in request.GET:
        return rules_page(request, get_ruleset(ESCAPING_ROWS), is_entrance=True)
    fields = Fields.typed(request.GET)
    try:
        rules = fields.rules
    except SolverError as error:
        return refused(request, fields, error)
    return redirect(rules_address(rules, by=fields.by, rows=request.GET.get("rows", "")))


@require_safe
def rules(request: HttpRequest, ruleset: str) -> HttpResponse:
    """Show one set of rules: its rows by kind, how far R1 reaches, and links."""
    try:
        read = get_ruleset(ruleset)
        check_rules(read)
    except SolverError as error:
        return refused(request, Fields(by=CODE, code=ruleset), error)
    return rules_page(request, read)


def rules_address(rules: Ruleset, **kept: str) -> str:
    """The address of rules, with the parameters that differ from the defaults."""
    path = reverse("lab:rules", args=[rules.key])
    usual = {"by": usual_way(rules), "rows": ""}
    told = {name: value for name, value in kept.items() if value != usual[name]}
    return f"{path}?{urlencode(told)}" if told else path


def refused(request: HttpRequest, fields: Fields, error: SolverError) -> HttpResponse:
    """The page with the typed values, and the reason why they are not rules."""
    context = fields_of(request, fields) | {"problem": str(error)}
    return page_or_fragment(request, PAGE, "maker", context, status=422)


def fields_of(request: HttpRequest, fields: Fields) -> dict[str, Any]:
    """The context for the fields and for the links to the other ways to enter rules."""
    rules = get_ruleset(ESCAPING_ROWS)
    return {
        "fields": fields,
        "ways": ways(rules, {}),
        "rows_typed": request.GET.get("rows", ""),
    }


def ways(rules: Ruleset, kept: dict[str, str]) -> list[tuple[str, str, str]]:
    """Each way to enter rules, with its label and the address of the same rules in this way."""
    return [(way, words, rules_address(rules, **kept | {"by": way})) for way, words in WAYS.items()]


def rules_page(
    request: HttpRequest,
    rules: Ruleset,
    *,
    is_entrance: bool = False,
    name: str = "",
    name_problem: str = "",
    status: int = 200,
) -> HttpResponse:
    """The page of rules; at the entrance, they are an example to change. *name* was typed for
    saving them, and *name_problem* says why it was refused."""
    fields = Fields.of(rules, request.GET.get("by", ""))
    kept = {name: request.GET[name] for name in ADDRESS_FIELDS if request.GET.get(name)}
    context = fields_of(request, fields) | {
        "is_entrance": is_entrance,
        "doors": DOORS if is_entrance else (),
        "name_problem": name_problem,
        "rules": rules,
        "name": name_of(rules),
        "ways": ways(rules, kept),
        "rule": rule_of(rules, "misere"),
        "link": request.build_absolute_uri(rules_address(rules)),
    }
    table = None
    if not rules.partizan:
        table = context["table"] = RowsView(rules, page_budget())
    rows = request.GET.get("rows") or (table.start if table else USUAL)
    context["rows"] = rows
    try:
        question = ask_within_limits(rules, rows, "misere", "left" if rules.partizan else None)
    except SolverError as error:
        context |= {"rows_problem": str(error)}
    else:
        context |= leads(question)
    saved = list(saved_by(owner_of(request)))
    context["saved"] = saved if is_entrance else []
    context["own"] = own = next((one for one in saved if one.ruleset == rules.key), None)
    context["typed_name"] = name or (own.name if own else "")
    return page_or_fragment(request, PAGE, "maker", context, status=status)


def leads(question: Inquiry) -> dict[str, str]:
    """The links from the rules and one of their positions."""
    key = question.ruleset.key
    asked = {"ruleset": key, "position": format_position(question.position)}
    return {
        "lens_url": f"{reverse('lab:lenses')}?{urlencode(asked)}",
        "explore_url": address(question),
        "opponents_url": play_address(question),
        "map_url": reverse("explore:map", args=[key]),
        "set_url": f"{reverse('assignments:set')}?{urlencode(line_of(question))}",
    }


def line_of(question: Inquiry) -> dict[str, str]:
    """The position as a line of an assignment, with a title for it."""
    rows = format_position(question.position)
    words = [question.ruleset.key, rows, question.convention.value]
    if question.to_move:
        words.append(question.to_move.value)
    return {"lines": " ".join(words), "title": name_of(question.ruleset)}


TOO_LONG = "Working this game out takes too long for one page. Try smaller heaps."


@require_safe
def partizan(request: HttpRequest) -> HttpResponse:
    """Show who wins, the monoid, and the inverses of a position."""
    given = {key: request.GET.get(key, usual).strip() for key, usual in START.items()}
    context: dict[str, Any] = {
        "given": given,
        "examples": [
            (name, partizan_url(fields), fields["game"], fields["position"])
            for name, fields in EXAMPLES
        ],
        "atlas": [
            (
                count,
                [f"{games:,}" if games else "–" for games in (count.two, count.three)],
                partizan_url({"game": count.smallest, "position": "1"}),
            )
            for count in monoid_counts()
        ],
    }
    try:
        game = PartizanGame(**given)
        context |= {"outcomes": game.outcomes, "inverses": game.inverses, "game": game}
    except BudgetExceededError:
        context["problem"] = TOO_LONG
    except SolverError as error:
        context |= {"problem": str(error), "field": error.field}
    status = 422 if "problem" in context else 200
    return render(request, "explore/lab/partizan.html", context, status=status)


@require_safe
def row(request: HttpRequest, ruleset: str, size: int) -> HttpResponse:
    """Show the options of a row with their genus, and how the row's own genus follows."""
    path = reverse("lab:row", args=[ruleset, size])
    try:
        rules = get_ruleset(ruleset)
        check_rules(rules)
        question = ask_within_limits(rules, str(size), "misere")
        asked = request.GET.get("frame", "1")
        film = film_view(question, GENUS, asked, lambda number: f"{path}?frame={number}")
    except SolverError as error:
        return refused(request, Fields(by=CODE, code=ruleset), error)
    if wants_fragment(request):
        return frame_response(request, film)
    context = {
        "film": film,
        "rules": rules,
        "size": size,
        "name": name_of(rules),
        "rule": rule_of(rules, "misere", str(size)),
        "explore_url": address(question),
    }
    return render(request, "explore/lab/row.html", context)


@require_POST
def save(request: HttpRequest) -> HttpResponse:
    """Save rules under a name."""
    code, name = request.POST.get("ruleset", ""), request.POST.get("name", "")
    try:
        rules = get_ruleset(code)
        check_rules(rules)
    except SolverError as error:
        return refused(request, Fields(by=CODE, code=code), error)
    try:
        service.read_name(name)
        user = request.user if isinstance(request.user, User) else None
        service.count_save(user, client_address(request))
        saved = service.save(ensure_owner(request), rules, name)
    except SolverError as error:
        return rules_page(request, rules, name=name, name_problem=str(error), status=422)
    except TooManyError as error:
        return rules_page(request, rules, name=name, name_problem=str(error), status=429)
    return redirect(saved)


@require_POST
def forget(request: HttpRequest, saved_id: int) -> HttpResponse:
    """Delete saved rules."""
    saved = get_object_or_404(saved_by(owner_of(request)), pk=saved_id)
    saved.delete()
    return redirect(f"{reverse('lab:index')}#saved")
