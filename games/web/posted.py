"""What a form posted beside its fields: numbers, and which form it is."""

from __future__ import annotations

import uuid

from django.http import HttpRequest

CSRF = "csrfmiddlewaretoken"


def posted_number(request: HttpRequest, name: str) -> int:
    """A whole number a form posted; -1, which nothing has, for anything else."""
    text = request.POST.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


def key_of_form(request: HttpRequest, maker: str) -> uuid.UUID | None:
    """The key of what *maker* makes with a form: the same for the same form with the same content.
    None where the form brings no key of its own."""
    try:
        form = uuid.UUID(request.POST.get("form_key", ""))
    except ValueError:
        return None
    content = sorted((name, values) for name, values in request.POST.lists() if name != CSRF)
    return uuid.uuid5(form, repr((maker, request.path, content)))
