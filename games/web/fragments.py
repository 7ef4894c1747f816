"""Decide whether a request wants a whole page, a fragment or data, and answer with a page or a
fragment."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.cache import patch_vary_headers

WHOLE, BARE = "base.html", "bare.html"
"""What a page with a table extends: the whole page, or nothing around its content."""
FOR_PROGRAMS = "/api/"
"""Below this address programs ask, and every answer is JSON, refusals included. The address itself
is a page, which describes the others."""


def wants_data(request: HttpRequest) -> bool:
    """Whether a program asks, which reads JSON and no page."""
    asked = request.path_info
    return asked.startswith(FOR_PROGRAMS) and asked != FOR_PROGRAMS


def wants_fragment(request: HttpRequest) -> bool:
    """Whether htmx asked for a part of the page; False if the browser wants the whole page."""
    htmx = getattr(request, "htmx", None)
    return bool(htmx and not htmx.boosted and not htmx.history_restore_request)


def page_or_fragment(
    request: HttpRequest, template: str, part: str, context: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    """Render *template*, or only its partial *part* for htmx; without *part* the same template with
    nothing around its content. A fragment is never stored, so that no browser shows it as the page
    of the same address."""
    is_fragment = wants_fragment(request)
    name = f"{template}#{part}" if is_fragment and part else template
    about = {"is_fragment": is_fragment, "base": BARE if is_fragment else WHOLE}
    response = TemplateResponse(request, name, {**context, **about}, status=status)
    patch_vary_headers(response, ["HX-Request"])
    if is_fragment:
        response.headers["Cache-Control"] = "no-store"
    return response
