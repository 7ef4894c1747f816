"""Alphabetical order, in which accents and case matter only between otherwise equal words.

PostgreSQL has the Unicode order under a name; each SQLite connection gets something close to it
under the same name.
"""

from __future__ import annotations

from typing import Any

from django.db.backends.signals import connection_created
from django.dispatch import receiver

from games.people.names import sort_key

ALPHABETICAL = "und-x-icu"


def compare(text: str, other: str) -> int:
    """Negative, zero or positive if *text* comes before, with or after *other*."""
    first, second = sort_key(text), sort_key(other)
    return (first > second) - (first < second)


@receiver(connection_created)
def teach_sqlite(connection: Any, **rest: Any) -> None:
    """Define the order on a new SQLite connection."""
    if connection.vendor == "sqlite":
        connection.connection.create_collation(ALPHABETICAL, compare)
