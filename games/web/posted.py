"""Values that a form posts beside its fields: numbers, and the key of the form."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import TypeVar

from django.db import IntegrityError, transaction
from django.db.models import Model, QuerySet
from django.http import HttpRequest

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
