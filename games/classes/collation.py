"""The order of an alphabet: accents and case count only where letters are the same.

PostgreSQL has the Unicode order under a name; SQLite is given something close to it under the
same name, on every connection.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any
from unicodedata import combining, normalize

from django.db.backends.signals import connection_created
from django.dispatch import receiver

ALPHABETICAL = "und-x-icu"


@lru_cache(maxsize=4096)
def sort_key(text: str) -> tuple[str, str]:
    """Where a text stands: by its letters without accents and case, then by itself."""
    letters = normalize("NFKD", text.casefold())
    return "".join(sign for sign in letters if not combining(sign)), text


def compare(text: str, other: str) -> int:
    """Negative, zero or positive, as *text* stands before, with or after *other*."""
    first, second = sort_key(text), sort_key(other)
    return (first > second) - (first < second)


@receiver(connection_created)
def teach_sqlite(connection: Any, **rest: Any) -> None:
    """Give a new SQLite connection the order by its name."""
    if connection.vendor == "sqlite":
        connection.connection.create_collation(ALPHABETICAL, compare)
