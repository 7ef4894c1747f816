"""Pages about claims: conjectures that a reader states and tests, with examples, and what R1 and
other published rules say beyond what they are proved for."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.boards.bounds import ask_within_limits, example_budget
from games.boards.rules import endings
from games.explore.candidates import try_answer, verdict
from games.explore.lab.claims.conditions import PROVED, USUAL, Laboratory
from games.explore.lab.claims.conjectures import (
    START,
    ConjecturePage,
    Stated,
    as_query,
    claim_map,
    conjecture_url,
)
from games.explore.lab.claims.published_rules import FIRST, Lenses, games
from games.explore.lab.claims.reach import (
    BREAKS,
    FOURTHS,
    HAPPENS,
    MARKS,
    SORTS,
    WHOLES,
    ReachTable,
    address,
    drawing,
)
from games.explore.lab.claims.statements import CASES, Fields
from games.explore.maps.game_maps import MapView
from solver import Inquiry, Player, SolverError, get_ruleset

Example = tuple[str, Fields]
DIAGONAL = ["0", "1+1", "2+2", "3+3"]
KINDS = {
    "way": "kinds",
    "first-firm": "0",
    "first-inverters": "odd",
    "second-firm": ">=1",
    "second-nim_sum": "0",
}
EXAMPLES: tuple[Example, ...] = (
    (
        "Equal rows lose in misère Nim",
        {"game": "nim", "ending": "misere", "way": "formula", "says": "a = b"},
    ),
    (
        "Equal remainders, whoever takes the last one wins",
        {
            "game": "subtraction:3",
            "ending": "normal",
            "way": "marks",
            "start": "0",
            "step": "4",
            "marks": DIAGONAL,
        },
    ),
    (
        "The same marks, whoever takes the last one loses",
        {
            "game": "subtraction:3",
            "ending": "misere",
            "way": "marks",
            "start": "0",
            "step": "4",
            "marks": DIAGONAL,
        },
    ),
    (
        "Bouton: even columns, and in the end odd ones",
        {"game": "nim", "ending": "misere", "way": "columns", "base": "2", "turn": "odd"},
    ),
    (
        "Moore: every column a multiple of three",
        {"game": "nim", "ending": "normal", "way": "columns", "base": "3"},
    ),
    (
        "Remainders that add up to a multiple of four",
        {
            "game": "subtraction:3",
            "ending": "normal",
            "way": "formula",
            "says": "sum(r mod 4) mod 4 = 0",
        },
    ),
    ("R1's rule in misère Kayles", {"game": "kayles", "ending": "misere", **KINDS}),
    ("R1's rule in 0.31", {"game": "octal:0.31", "ending": "misere", **KINDS}),
    (
        "Only equal pairs lose in Kayles",
        {"game": "kayles", "ending": "normal", "way": "formula", "says": "unpaired = 0"},
    ),
    (
        "One row of misère Kayles: 1, 4, 9, 12 and 20",
        {
            "game": "kayles",
            "ending": "misere",
            "way": "formula",
            "says": "a = 1 or a = 4 or a = 9 or a = 12 or a = 20",
        },
    ),
    (
        "Strips: the player with more left loses",
        {
            "game": "partizan-kayles",
            "ending": "misere",
            "way": "balance",
            "left": ">=1",
            "right": "<=-1",
        },
    ),
    (
        "Strips: Theorem 3",
        {
            "game": "partizan-kayles",
            "ending": "misere",
            "way": "formula",
            "says": "left and balance >= 1 or left and balance < 0 and balance mod 3 != 0 or "
            "right and balance < 0 and balance mod 3 = 2",
        },
    ),
)


@lru_cache(maxsize=1)
def cards() -> tuple[tuple[str, str, MapView | None], ...]:
    """Every example with its address and its small map."""
    return tuple(
        (
            name,
            conjecture_url(fields),
            claim_map(Stated(as_query(fields)).conjecture(example_budget()), is_small=True),
        )
        for name, fields in EXAMPLES
    )


MAY_BE_EMPTY = ("of", "turn", "left", "right")


@require_safe
def conjectures(request: HttpRequest) -> HttpResponse:
    """Show a conjecture and its test; the address contains the whole conjecture."""
    given = request.GET
    shared = canonical(given)
    if shared is not None:
        return redirect(shared)
    context: dict[str, Any] = {"cards": cards(), "problem": ""}
    try:
        context["stated"] = Stated(given or as_query(START))
        context["result"] = ConjecturePage(context["stated"])
    except SolverError as error:
        context |= {"problem": str(error), "field": error.field}
        context.setdefault("stated", Stated(as_query(START)))
    return render(
        request, "explore/lab/conjectures.html", context, status=422 if context["problem"] else 200
    )


def canonical(given: QueryDict) -> str | None:
    """The short address for a form's longer one; None if the address is short already."""
    kept = given.copy()
    code = given.get("code", "").strip()
    if code:
        kept["game"] = code
    for key in given:
        is_count = key.startswith(tuple(f"{case}-" for case in CASES))
        if key == "code" or (not given.get(key, "").strip() and (is_count or key in MAY_BE_EMPTY)):
            del kept[key]
    return None if list(kept) == list(given) else conjecture_url(dict(kept.lists()))


@require_safe
def conditions(request: HttpRequest) -> HttpResponse:
    """Show what R1 gets wrong without the conditions that are off."""
    given = request.GET
    lab = Laboratory.read(
        given.get("on", USUAL),
        given.get("own", ""),
        given.get("found", ""),
        given.get("game", ""),
    )
    games, sums = (f"{number:,}" for number in PROVED)
    context = {"lab": lab, "games": games, "sums": sums}
    return render(request, "explore/lab/conditions.html", context)


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
    return render(request, "explore/lab/lenses.html", context, status=422 if problem else 200)


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


@require_safe
def reach(request: HttpRequest) -> HttpResponse:
    """Show the octal games with up to four digits, or redirect to the page of a typed game."""
    typed, problem = request.GET.get("ruleset"), ""
    if typed is not None:
        try:
            return redirect(address(get_ruleset(typed).key))
        except SolverError as error:
            problem = str(error)
    table = ReachTable(request.GET.dict())
    context = {
        "table": table,
        "drawing": drawing(table.whole, table.fourth),
        "wholes": WHOLES,
        "fourths": FOURTHS,
        "marks": MARKS,
        "breaks": BREAKS,
        "happens": HAPPENS,
        "sorts": SORTS,
        "typed": typed or "",
        "problem": problem,
    }
    return render(request, "explore/lab/reach.html", context, status=422 if problem else 200)
