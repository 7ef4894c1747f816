"""Delete expired data in small batches, so that no request has to wait."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from games.site.upkeep.keeping import Keeping, keepings
from games.teach.classes.ending import set_missing_days
from games.web.transactions import all_or_nothing

BATCH = 500


def tidy(now: datetime, *, dry_run: bool = False) -> Iterator[tuple[Keeping, int]]:
    """Delete the data that has expired at *now*; yield each kind with the number of rows.

    A dry run only counts, and misses rows that expire because others are deleted.
    """
    if not dry_run:
        set_missing_days()
    for keeping in keepings():
        if keeping.over:
            found = [over(now) for over in keeping.over]
            yield keeping, sum(rows.count() if dry_run else _delete(rows) for rows in found)


def _delete(rows: QuerySet[Any]) -> int:
    """Delete *rows* in the order of their keys, each batch in its own transaction."""
    number = 0
    batch = list(rows.order_by("pk").values_list("pk", flat=True)[:BATCH])
    while batch:
        number += _delete_batch(rows, batch)
        later = rows.filter(pk__gt=batch[-1])
        batch = list(later.order_by("pk").values_list("pk", flat=True)[:BATCH])
    return number


@all_or_nothing
def _delete_batch(rows: QuerySet[Any], keys: list[Any]) -> int:
    """Delete the rows that are still expired; visitors who have come back meanwhile stay."""
    model = rows.model
    list(model._base_manager.select_for_update().filter(pk__in=keys).values_list("pk"))
    _, gone = rows.filter(pk__in=keys).delete()
    return gone.get(model._meta.label, 0)
