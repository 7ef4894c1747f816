"""The entrance of the explorer: games as pictures, rules from fields, and example positions."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.boards.bounds import MAX_DIGITS, ask_within_limits
from games.boards.games import PRESETS
from games.content.game_control import LEAVES
from games.explore.addresses import address
from games.explore.forms import CODE, OWN, USUAL, field_of, game_cards, ruleset_of
from solver import Position, Ruleset, SolverError, get_ruleset, read_sum

LEFT = {"none": "nothing", "one": "one row", "two": "two rows"}


@require_safe
def start(request: HttpRequest) -> HttpResponse:
    """Show the ways to choose a game, or redirect to the chosen position."""
    typed = request.GET.dict()
    if "position" not in typed:
        return start_page(request, typed)
    try:
        rules: str | Ruleset = ruleset_of(typed)
        rows: str | Position = typed["position"]
        if typed.get("game", CODE) == CODE and ":" in typed["position"]:
            rules, rows = read_sum(typed["position"], get_ruleset(rules))
        question = ask_within_limits(
            rules,
            rows,
            typed.get("convention", "misere"),
            typed.get("turn") or None,
            has_sums=True,
        )
    except SolverError as error:
        return start_page(request, typed, error)
    return redirect(address(question))


def start_page(
    request: HttpRequest, typed: dict[str, str], error: SolverError | None = None
) -> HttpResponse:
    """The entrance with the *typed* values, and the reason why they were refused.

    The games are drawn with the *rows* in the address, if there are any.
    """
    rows, ending = typed.get("rows", ""), typed.get("convention", "")
    try:
        cards = game_cards(rows, ending)
    except SolverError as refusal:
        error, rows = error or refusal, ""
        cards = game_cards()
    usual = {"ruleset": "nim", "position": rows or USUAL, "convention": "misere", "turn": "left"}
    usual["game"] = OWN if typed.get("game") == OWN else CODE
    usual["amount"] = "only" if "take" in typed else "any"
    context: dict[str, Any] = {
        "typed": usual | typed,
        "cards": cards,
        "rows": rows,
        "table": table(typed),
        "opens_table": typed.get("amount") == "each",
        "examples": [
            (preset, address(ask_within_limits(preset.ruleset, preset.position, preset.convention)))
            for preset in PRESETS
        ],
    }
    if error:
        context |= {"problem": str(error), "problem_field": field_of(error, typed)}
    return render(request, "explore/start.html", context, status=422 if error else 200)


def table(typed: dict[str, str]) -> list[tuple[int, list[tuple[str, bool, str]]]]:
    """The boxes for each number to take: field, whether it is ticked, and what is left."""
    return [
        (number, [_box(f"{number}-{name}", name, typed) for name in LEAVES])
        for number in range(1, MAX_DIGITS + 1)
    ]


def _box(field: str, name: str, typed: dict[str, str]) -> tuple[str, bool, str]:
    return field, field in typed, LEFT[name]
