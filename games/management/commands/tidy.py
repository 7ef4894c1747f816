"""Delete expired data; run it once a day."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import connection
from django.db.models import QuerySet
from django.utils import timezone

from games.management.alone import alone
from games.site.upkeep.keeping import Keeping, keepings
from games.teach.classes.ending import set_missing_days
from games.web.transactions import all_or_nothing
from games.web.watch.audit import What, note


class Command(BaseCommand):
    help = (
        "Delete data that is too old, by the table in docs/deploy.md and at /privacy/. "
        "A second run deletes nothing more."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--dry-run",
            action="store_true",
            help="only count, without data that becomes unused by the deletion",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        dry_run, all_of_it = options["dry_run"], 0
        with alone(connection):
            for keeping, number in tidy(timezone.now(), dry_run=dry_run):
                all_of_it += number
                self.stdout.write(f"{number:7}  {keeping.what} ({keeping.until})")
        if not dry_run:
            note(What.TIDY, detail=f"{all_of_it} gone")
        self.stdout.write(f"{all_of_it:7}  {'would go' if dry_run else 'gone'}")


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
