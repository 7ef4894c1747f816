"""Copy a whole database out and back in, for each kind of database that the site supports."""

from __future__ import annotations

import os
import sqlite3
import subprocess
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from django.db import connection, transaction
from django.db.models import UUIDField

from games.teach.classes.models import TOUR

PG_VARIABLES = {
    "dbname": "PGDATABASE",
    "user": "PGUSER",
    "password": "PGPASSWORD",
    "host": "PGHOST",
    "port": "PGPORT",
    "sslmode": "PGSSLMODE",
    "sslrootcert": "PGSSLROOTCERT",
}
HEADER = 60  # lines at the top of a script, with settings of the server


class BackupError(Exception):
    """A backup cannot be made or restored; the message is a sentence for the administrator."""


@dataclass(frozen=True)
class Contents:
    """The contents of a database: the number of rows in each table, and the applied migrations as
    ``app.name``."""

    rows: dict[str, int]
    migrations: list[str]


class Database(Protocol):
    """A kind of database. Both methods raise :class:`BackupError`."""

    def copy(self, file: Path) -> Contents:
        """Write a consistent copy of the database to *file*; return its contents."""

    def replace(self, file: Path) -> Contents:
        """Replace the whole database with the copy in *file*, or change nothing."""


class Sqlite:
    """Copies with SQLite's online backup, while others may write."""

    def copy(self, file: Path) -> Contents:
        with closing(self._site()) as site, closing(sqlite3.connect(file)) as copy:
            site.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # a single file without a log
            return _contents(copy.cursor())

    def replace(self, file: Path) -> Contents:
        connection.close()
        with closing(self._site()) as site, closing(sqlite3.connect(file)) as copy:
            try:
                copy.backup(site)
            except sqlite3.Error as error:
                raise BackupError(f"The database could not be replaced: {error}.") from None
            return _contents(site.cursor())

    def _site(self) -> sqlite3.Connection:
        return sqlite3.connect(connection.settings_dict["NAME"], timeout=60)


class Postgresql:
    """Copies with PostgreSQL's own programs, and counts the rows in the same snapshot."""

    def copy(self, file: Path) -> Contents:
        with transaction.atomic(durable=True), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            cursor.execute("SELECT pg_export_snapshot()")
            snapshot = cursor.fetchone()[0]
            options = ("--format=custom", "--no-owner", "--no-privileges", f"--snapshot={snapshot}")
            _run("pg_dump", *options, f"--file={file}")
            return _contents(cursor)

    def replace(self, file: Path) -> Contents:
        script = file.with_suffix(".sql")
        _run("pg_restore", "--no-owner", "--no-privileges", f"--file={script}", str(file))
        _leave_out_unknown(script)
        tables = ", ".join(map(connection.ops.quote_name, connection.introspection.table_names()))
        drop = ("--command", f"DROP TABLE {tables} CASCADE") if tables else ()
        options = ("--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1")
        _run("psql", *options, *drop, f"--file={script}")
        with connection.cursor() as cursor:
            return _contents(cursor)


def database() -> tuple[str, Database]:
    """The vendor name and the database of this site."""
    kinds: dict[str, Database] = {"sqlite": Sqlite(), "postgresql": Postgresql()}
    if connection.vendor not in kinds:
        raise BackupError(f"There is no backup for {connection.vendor}.")
    return connection.vendor, kinds[connection.vendor]


def holds_people() -> bool:
    """Whether the site has an account or a visitor, whichever migrations are applied.

    The invented students of the tour class do not count.
    """
    there = set(connection.introspection.table_names())
    tour = UUIDField().get_db_prep_value(TOUR, connection)
    with connection.cursor() as cursor:
        if "games_visitor" in there:
            cursor.execute("SELECT 1 FROM games_visitor LIMIT 1")
            if cursor.fetchone():
                return True
        if "games_membership" in there:
            cursor.execute(
                "SELECT 1 FROM games_user WHERE id NOT IN "
                "(SELECT user_id FROM games_membership WHERE classroom_id = %s) LIMIT 1",
                [tour],
            )
        elif "games_user" in there:
            cursor.execute("SELECT 1 FROM games_user LIMIT 1")
        else:
            return False
        return cursor.fetchone() is not None


def _contents(cursor: Any) -> Contents:
    """Count the rows through *cursor*, which may be Django's or SQLite's own."""
    if connection.vendor == "sqlite":
        named = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    else:
        named = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
    cursor.execute(named)
    rows = {}
    for table in sorted(name for (name,) in cursor.fetchall()):
        cursor.execute(f'SELECT COUNT(*) FROM "{table}"')  # noqa: S608  the database's own names
        rows[table] = cursor.fetchone()[0]
    applied: Sequence[tuple[str, str]] = []
    if "django_migrations" in rows:
        cursor.execute("SELECT app, name FROM django_migrations ORDER BY app, name")
        applied = cursor.fetchall()
    return Contents(rows, [f"{app}.{name}" for app, name in applied])


def _run(program: str, *arguments: str) -> None:
    """Run a PostgreSQL program on the site's database, without a time limit."""
    given = connection.get_connection_params()
    named = {PG_VARIABLES[key]: str(given[key]) for key in PG_VARIABLES if given.get(key)}
    try:
        done = subprocess.run(  # noqa: S603  no shell, and the words are ours
            [program, *arguments],
            env=os.environ | named,
            capture_output=True,
            text=True,
            check=False,
        )
    except FileNotFoundError:
        raise BackupError(f"{program} is missing. Install PostgreSQL's client programs.") from None
    if done.returncode:
        said = done.stderr.strip().splitlines() or ["no reason given"]
        raise BackupError(f"{program} failed: {said[0]}")


def _leave_out_unknown(script: Path) -> None:
    """Remove from a script a setting that the programs of version 17 write and a server of version
    16 rejects."""
    kept = script.with_suffix(".kept")
    with script.open("rb") as written, kept.open("wb") as rest:
        for number, line in enumerate(written):
            if number > HEADER or not line.startswith(b"SET transaction_timeout"):
                rest.write(line)
    kept.replace(script)
