"""A form creates its object only once, however often it is sent."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import TypeVar

from django.db import IntegrityError, transaction
from django.db.models import Model, QuerySet

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
