"""What is the same for everybody and made of stored rows, kept in each process.

Making objects of a few hundred rows is what costs; asking for them is not. So they are asked for
each time, as they come from the database, and while they are the same, so is what was made of
them. Nothing has to be told when something changes, in another process either. What is kept is
shared by threads and never changed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import QuerySet
from django.utils.functional import cached_property

Made = TypeVar("Made")
Rows = list[list[tuple[Any, ...]]]


def kept(
    *queries: Callable[[], QuerySet[Any]],
) -> Callable[[Callable[[], Made]], Callable[[], Made]]:
    """Let a function be called only when the rows of *queries*, all it reads, have changed."""

    def keep(make: Callable[[], Made]) -> Callable[[], Made]:
        keeper = Keeper(make, queries)
        return keeper.now

    return keep


class Keeper(Generic[Made]):
    """What was *made* last, with the rows it was made of."""

    def __init__(
        self, make: Callable[[], Made], queries: tuple[Callable[[], QuerySet[Any]], ...]
    ) -> None:
        self.make, self.queries = make, queries
        self.last: tuple[Rows, Made] | None = None

    def now(self) -> Made:
        rows = self.rows()  # first: what changes while it is made is seen the next time
        last = self.last
        if last is None or last[0] != rows:
            self.last = last = rows, self.make()
        return last[1]

    def rows(self) -> Rows:
        """All rows as they come from the database."""
        read = []
        with connection.cursor() as cursor:
            for statement, values in self.statements:
                cursor.execute(statement, values)
                read.append(cursor.fetchall())
        return read

    @cached_property
    def statements(self) -> list[tuple[str, tuple[Any, ...]]]:
        """Written by Django once."""
        return [query().query.sql_with_params() for query in self.queries]
