"""Django's migrate, safe for replicas that run it at once: one migrates, and the others find it
done.

On the command line it changes no site with people's data unless there is a backup; a program that
calls it must see to that itself.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.core.management.commands import migrate
from django.db import connections
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from games.management.alone import alone
from games.management.comparing import ByName
from games.site.upkeep.backups import back_up, has_todays
from games.site.upkeep.databases import BackupError, holds_people

IN_BETWEEN = (
    "This database has a part of the changes that are now made in one step. Nothing was changed. "
    "docs/deploy.md says under “Updating” how to bring it up to date."
)


class Command(migrate.Command):
    autodetector = ByName

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        either = parser.add_mutually_exclusive_group()
        either.add_argument(
            "--backup", action="store_true", help="make a backup first if one is needed"
        )
        either.add_argument("--no-backup", action="store_true", help="continue without a backup")

    def handle(self, *args: Any, **options: Any) -> None:
        with alone(connections[options["database"]]):
            typed = getattr(self, "_called_from_command_line", False) and not options["no_backup"]
            if is_in_between(MigrationLoader(connections[options["database"]])):
                raise CommandError(IN_BETWEEN)
            if typed and self.changes_something(options) and holds_people():
                self.insist_on_a_backup(make=options["backup"])
            super().handle(*args, **options)

    def changes_something(self, options: dict[str, Any]) -> bool:
        """Whether there is anything to migrate; with named migrations, assume so."""
        if options["plan"] or options["check_unapplied"]:
            return False
        executor = MigrationExecutor(connections[options["database"]])
        pending = executor.migration_plan(executor.loader.graph.leaf_nodes())
        return bool(pending or options["app_label"])

    def insist_on_a_backup(self, *, make: bool) -> None:
        """Refuse to continue without a backup from today, or make one."""
        try:
            if has_todays():
                return
            if not make:
                raise BackupError(
                    "There is no backup from today, and an update changes the stored data. Use "
                    "--backup to make one first, or --no-backup to continue without one."
                )
            file, manifest = back_up()
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{file}: {manifest}.")


def is_in_between(loader: MigrationLoader) -> bool:
    """Whether only a part was applied of migrations that now are one and no longer there. Django
    would leave that one out, and continue without what it does."""
    for migration in loader.disk_migrations.values():
        applied = [name for name in migration.replaces if name in loader.applied_migrations]
        gone = set(migration.replaces).difference(loader.disk_migrations)
        if gone and 0 < len(applied) < len(migration.replaces):
            return True
    return False
