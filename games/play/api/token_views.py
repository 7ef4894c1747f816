"""The page on which people make tokens for their programs, and the page that describes the API."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.people.browsers import ensure_owner, owner_of
from games.play.api.calls import description
from games.play.api.tokens import LENGTH_OF_LABEL, MAX_TOKENS, make_token, tokens_of
from games.web.limits import CALLS_WITH_TOKEN, GAMES_OF_PROGRAMS, client_address
from solver import SolverError


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def tokens(request: HttpRequest) -> HttpResponse:
    """Show a person's tokens; a POST makes one, which is shown only once."""
    made, problem, label = "", "", request.POST.get("label", "")
    if request.method == "POST":
        try:
            made = make_token(ensure_owner(request), label, client_address(request))
        except SolverError as error:
            problem = str(error)
    context = {
        "made": made,
        "problem": problem,
        "label": "" if made else label,
        "tokens": tokens_of(owner_of(request)),
        "most": MAX_TOKENS,
        "longest": LENGTH_OF_LABEL,
    }
    return render(request, "play/api/tokens.html", context, status=422 if problem else 200)


@require_POST
def revoke(request: HttpRequest, token_id: str) -> HttpResponse:
    """End a token at once."""
    get_object_or_404(tokens_of(owner_of(request)), pk=token_id).delete()
    return redirect("play:tokens")


@require_safe
def reference(request: HttpRequest) -> HttpResponse:
    """Describe the API, from its own description and without a script: the page of django-ninja
    needs one of 1.4 MB, and writes others into the page, which our policy forbids."""
    context = {
        "calls": described(),
        "site": request.build_absolute_uri("/").rstrip("/"),
        "calls_a_minute": CALLS_WITH_TOKEN.most,
        "games_an_hour": GAMES_OF_PROGRAMS.most,
    }
    return render(request, "play/api/reference.html", context)


@cache
def described() -> list[dict[str, Any]]:
    """Every call: its method and address, what it does, takes and answers."""
    schema = description()
    shapes = schema["components"]["schemas"]
    return [
        {
            "method": method.upper(),
            "parts": path.split("/")[1:],  # long addresses wrap on a phone
            "title": call["summary"],
            "says": call["description"],
            "needs_token": bool(call.get("security")),
            "takes": [*_parameters(call), *_fields(_body(call), shapes)],
            "answers": _fields(_answer(call), shapes),
            "refusals": sorted(code for code in call["responses"] if int(code) >= 400),
        }
        for path, calls in schema["paths"].items()
        for method, call in calls.items()
    ]


def _parameters(call: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        _field(one["name"], one["schema"], is_needed=one["required"])
        for one in call["parameters"]
        if one["in"] == "query"
    ]


def _body(call: dict[str, Any]) -> dict[str, Any]:
    content = call.get("requestBody", {}).get("content", {})
    body: dict[str, Any] = content.get("application/json", {}).get("schema", {})
    return body


def _answer(call: dict[str, Any]) -> dict[str, Any]:
    good = next(answer for code, answer in call["responses"].items() if int(code) < 300)
    schema = good["content"]["application/json"]["schema"]
    one: dict[str, Any] = schema.get("items", schema)
    return one


def _fields(schema: dict[str, Any], shapes: dict[str, Any]) -> list[dict[str, Any]]:
    """The fields of a shape that a call takes or answers."""
    shape = shapes.get(schema.get("$ref", "").rpartition("/")[2], {})
    needed = shape.get("required", ())
    return [
        _field(name, field, is_needed=name in needed)
        for name, field in shape.get("properties", {}).items()
    ]


def _field(name: str, schema: dict[str, Any], *, is_needed: bool) -> dict[str, Any]:
    """A field in a few words."""
    return {
        "name": name,
        "is_needed": is_needed,
        "usual": schema.get("default"),
        "examples": schema.get("examples", ()),
        "says": schema.get("description", ""),
    }
