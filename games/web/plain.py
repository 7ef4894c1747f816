"""Rows of numbers and texts as the database gives them.

Django looks at every value of a row whether it has to be made something else, which for thousands
of counted rows takes longer than counting them.
"""

from __future__ import annotations

from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import QuerySet


def plain_rows(rows: QuerySet[Any]) -> list[tuple[Any, ...]]:
    """The rows of a query whose columns are numbers and texts alone: times, truth values and UUIDs
    are not the same in every database."""
    try:
        statement, values = rows.query.sql_with_params()
    except EmptyResultSet:  # one of no rows, say: nothing is asked
        return []
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())
