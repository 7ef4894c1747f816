"""Queries whose SQL Django writes once in a process.

Building a queryset and writing its SQL takes Django five to ten times as long as reading the rows.
A page sends the same few statements to everybody, with other keys, so a reader of rows whose
queryset depends on nothing but its arguments keeps the statement and sends only the values anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from datetime import UTC, date, datetime, timedelta
from functools import wraps
from typing import Any, NamedTuple, ParamSpec, TypeVar
from uuid import UUID

from django.core.exceptions import EmptyResultSet
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Model, QuerySet, UUIDField

Values = ParamSpec("Values")
Row = TypeVar("Row")

MAX_SHAPES, MAX_VALUES = 24, 40
"""How many shapes of values a reader keeps a statement for, and the most values in one. A page
passes a key, or the keys of the questions of an assignment, seldom more than a dozen; the lists of
a whole class are longer, and their statements are written anew."""


def written_once(make: Callable[Values, QuerySet[Any, Row]]) -> Callable[Values, list[Row]]:
    """Make a reader of rows from a function that returns a queryset.

    The queryset may put the arguments into conditions and do nothing else with them: it is made
    with stand-ins, once for each shape of values. A shape is the type of each value and the length
    of each list; None, True and False stand for themselves. Of a stored object it may use the key
    alone. What is to be fetched with the rows is fetched after them.

    Raises :class:`ValueError` if the queryset depends on anything else, such as the time.
    """
    kept: dict[Any, _Statement] = {}

    @wraps(make)
    def read(*values: Values.args, **named: Values.kwargs) -> list[Row]:
        assert not named, "a reader takes its values in order"
        connection, told = connections[DEFAULT_DB_ALIAS], list[Any]()
        shape = (connection.vendor, *_shape(values, told, connection))
        statement = kept.get(shape)
        if statement is None:
            if len(kept) >= MAX_SHAPES or len(told) > MAX_VALUES:
                return list(make(*values, **named))
            try:
                statement = kept[shape] = _Statement.of(make, values, connection)
            except EmptyResultSet:  # a list is empty, so that nothing need be read
                return []
        return statement.rows(told, connection)

    return read


def _shape(values: Any, told: list[Any], connection: Any) -> list[Any]:
    """The shape of these values. Adds to *told* what stands for each of them in the database."""
    shapes: list[Any] = []
    for value in values:
        kind = value.__class__
        if value is None or kind is bool:
            shapes.append(value)
            continue
        if kind in (tuple, list):
            shapes.append(tuple(_shape(value, told, connection)))
            continue
        shapes.append(kind)
        sent = value.pk if issubclass(kind, Model) else value
        if isinstance(sent, UUID):
            sent = _KEY.get_db_prep_value(sent, connection)
        elif isinstance(sent, datetime):
            sent = connection.ops.adapt_datetimefield_value(sent)
        elif isinstance(sent, date):
            sent = connection.ops.adapt_datefield_value(sent)
        told.append(sent)
    return shapes


_KEY: Any = UUIDField()


def _stand_in(value: Any, numbers: Iterator[int]) -> Any:
    """A value of the same shape that occurs nowhere else."""
    match value:
        case None | bool():
            return value
        case tuple() | list():
            return [_stand_in(one, numbers) for one in value]
        case Model():
            return value.__class__(pk=_stand_in(value.pk, numbers))
        case int():
            return next(numbers)
        case str():
            return f"stand-in {next(numbers)}"
        case UUID():
            return UUID(int=next(numbers))
        case datetime():
            return datetime(1, 1, 1, tzinfo=UTC) + timedelta(days=next(numbers))
        case date():
            return date.fromordinal(next(numbers))
    raise TypeError(f"{type(value).__name__} is no value that a statement can be sent with.")


class _Statement(NamedTuple):
    """A queryset with its SQL. *slots* are the *params* that are arguments: the place of each, and
    its place among the arguments."""

    queryset: Any
    compiler: Any
    sql: str
    params: tuple[Any, ...]
    slots: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, make: Callable[..., QuerySet[Any]], values: Any, connection: Any) -> _Statement:
        """Write the statement for values of this shape."""
        # Two sets of stand-ins, all of them small integers: what differs is an argument.
        first, other = (
            [_stand_in(value, numbers) for value in values]
            for numbers in (iter(range(31_000, 31_500)), iter(range(31_500, 32_000)))
        )
        queryset = make(*first)
        compiler, again = (
            rows.query.get_compiler(DEFAULT_DB_ALIAS) for rows in (queryset, make(*other))
        )
        (sql, params), (sql_again, others) = compiler.as_sql(), again.as_sql()
        told: list[Any] = []
        _shape(first, told, connection)
        places = {value: place for place, value in enumerate(told)}
        differ = [place for place, one in enumerate(params) if one != others[place]]
        try:
            slots = tuple((place, places[params[place]]) for place in differ)
        except KeyError:
            raise ValueError(f"{make.__qualname__} depends on more than its arguments.") from None
        if sql != sql_again or {argument for _, argument in slots} != set(places.values()):
            raise ValueError(f"{make.__qualname__} does not only compare with its arguments.")
        return cls(queryset, compiler, sql, tuple(params), slots)

    def rows(self, told: list[Any], connection: Any) -> list[Any]:
        """The rows for these values."""
        params = list(self.params)
        for place, argument in self.slots:
            params[place] = told[argument]
        compiler = copy(self.compiler)
        compiler.connection = connection
        compiler.as_sql = lambda *_, **__: (self.sql, params)
        return list(self.queryset._iterable_class(_Asked(self.queryset.model, compiler)))


class _Asked:
    """What Django's readers of rows need of a queryset and of its query."""

    def __init__(self, model: type[Model], compiler: Any) -> None:
        self.db, self.model, self.query = DEFAULT_DB_ALIAS, model, self
        self._known_related_objects: dict[Any, Any] = {}
        self.get_compiler = lambda *_, **__: compiler
