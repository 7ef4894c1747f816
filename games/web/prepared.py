"""Queries that are the same but for a few values: written by Django once in each process.

For the queries of a student's page Django takes many times as long to write the statement as the
database takes to answer it. A statement does not depend on the values it is sent with, so a
:class:`Slot` stands for each while it is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from datetime import datetime
from functools import reduce, wraps
from operator import or_
from typing import Any
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import (
    CharField,
    DateTimeField,
    Expression,
    Field,
    Model,
    Q,
    QuerySet,
    UUIDField,
)
from django.utils import timezone

FIELDS: dict[type, type[Field[Any, Any]]] = {
    datetime: DateTimeField,
    UUID: UUIDField,
    str: CharField,
}
"""What a value that is no row is stored as."""

MOST = 200
"""How many forms of one query are kept."""


class Slot(Expression):
    """A value that is known when the query is asked: the *place*-th of them. Where it stands for a
    row, *model* is the model, and the value its key."""

    def __init__(self, place: int, kind: type) -> None:
        self.place = place
        self.model = kind if issubclass(kind, Model) else None
        field: Field[Any, Any] = kind._meta.pk if issubclass(kind, Model) else FIELDS[kind]()
        super().__init__(output_field=field)

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, list[Any]]:
        return "%s", [self]

    def adapted(self, value: Any, connection: Any) -> Any:
        """A value as the database takes it."""
        key = value.pk if isinstance(value, Model) else value
        return self.output_field.get_db_prep_value(key, connection)


def among(name: str, rows: Iterable[Any]) -> Q:
    """Whether *name* is one of these rows or slots; Django takes no slots in a list."""
    some = list(rows)
    if not any(isinstance(one, Slot) for one in some):
        return Q(**{f"{name}__in": some})
    return reduce(or_, (Q(**{name: one}) for one in some))


class Prepared:
    """A query as Django has written it."""

    def __init__(self, rows: QuerySet[Any]) -> None:
        self.rows = rows
        self.compiler: Any = rows.query.get_compiler(DEFAULT_DB_ALIAS)
        self.statement, self.values = self.compiler.as_sql()

    def ask(self, given: Sequence[Any]) -> list[Any]:
        """The rows, with these values in the slots."""
        connection = connections[DEFAULT_DB_ALIAS]  # each thread has its own
        values = tuple(
            value.adapted(given[value.place], connection) if isinstance(value, Slot) else value
            for value in self.values
        )
        compiler = copy(self.compiler)
        compiler.connection = connection
        compiler.as_sql = lambda *_, **__: (self.statement, values)
        rows = self.rows.all()
        rows.query.get_compiler = lambda *_, **__: compiler  # type: ignore[method-assign]
        return list(rows)


def prepared(query: Callable[..., QuerySet[Any]]) -> Callable[..., list[Any]]:
    """Let a function that writes a query answer with its rows, and write it once for each kind of
    argument: rows, times, keys, and lists of rows by their length.

    It sees nothing of its arguments but slots, and may use nothing else that changes.
    """
    written: dict[tuple[Any, ...], Prepared] = {}

    @wraps(query)
    def ask(*arguments: Any) -> list[Any]:
        flat = [value for one in arguments for value in (one if isinstance(one, list) else [one])]
        kinds = [
            [each.__class__ for each in one] if isinstance(one, list) else one.__class__
            for one in arguments
        ]
        key = (*map(str, kinds), timezone.get_current_timezone_name())
        if key not in written:
            if len(written) >= MOST:
                written.clear()
            places = iter(range(len(flat)))
            slots = (
                [Slot(next(places), each) for each in kind]
                if isinstance(kind, list)
                else Slot(next(places), kind)
                for kind in kinds
            )
            written[key] = Prepared(query(*slots))
        return written[key].ask(flat)

    return ask
