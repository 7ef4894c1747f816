"""What a request wants, a page, a fragment or data, and what its form brings beside the fields."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any, TypeVar

from django.db import IntegrityError, transaction
from django.db.models import Model, QuerySet
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


CSRF = "csrfmiddlewaretoken"


def posted_number(request: HttpRequest, name: str) -> int:
    """A whole number from a form; -1, which nothing has, for any other text."""
    text = request.POST.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


def key_of_form(request: HttpRequest, maker: str) -> uuid.UUID | None:
    """The key of the object that *maker* creates from a form: the same form with the same content
    gives the same key. None if the form has no key."""
    try:
        form = uuid.UUID(request.POST.get("form_key", ""))
    except ValueError:
        return None
    content = sorted((name, values) for name, values in request.POST.lists() if name != CSRF)
    return uuid.uuid5(form, repr((maker, request.path, content)))


Made = TypeVar("Made", bound=Model)


def made_once(rows: QuerySet[Made], key: uuid.UUID, make: Callable[[], Made]) -> Made:
    """Call *make* to create the object with *key*; a form sent again gets the first object."""
    try:
        with transaction.atomic():
            return rows.filter(pk=key).first() or make()
    except IntegrityError:  # the same form arrived twice at once
        made = rows.filter(pk=key).first()
        if made is None:
            raise
        return made
