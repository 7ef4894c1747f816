"""The database of a run: migrated once, and copied as long as no migration changes.

A run on SQLite begins with a copy of what an earlier run migrated, and migrates that: a copy that
lacks a migration gets it. PostgreSQL is migrated by every run.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
from pathlib import Path

import django
from django.apps import apps
from django.db import connection


class Migrated:
    """The copy, beside the database of this run."""

    def __init__(self) -> None:
        self.is_file = connection.vendor == "sqlite"
        self.file = Path(connection.settings_dict["TEST"]["NAME"] or "one-of-a-server")
        self.copy = self.file.with_name(f"migrated-{_migrations()}.sqlite3")

    def begins_with_copy(self) -> bool:
        """Put the copy in the place of the run's database, if there is one."""
        if not (self.is_file and self.copy.exists()):
            return False
        self.remove()
        shutil.copyfile(self.copy, self.file)
        return True

    def save(self) -> None:
        """Keep the database as it was just migrated, and no older one."""
        if not self.is_file:
            return
        for older in self.copy.parent.glob("migrated-*.sqlite3"):
            if older != self.copy:
                older.unlink(missing_ok=True)
        written = self.copy.with_suffix(f".{os.getpid()}")
        with sqlite3.connect(written) as target:
            connection.connection.backup(target)
        target.close()
        written.replace(self.copy)

    def remove(self) -> None:
        """Remove the database of this run, and what SQLite writes beside it."""
        for beside in ("", "-wal", "-shm", "-journal"):
            Path(f"{self.file}{beside}").unlink(missing_ok=True)


def _migrations() -> str:
    """A fingerprint of every migration of every app."""
    found = hashlib.sha256(f"{django.VERSION}".encode())
    for app in apps.get_app_configs():
        for path in sorted(Path(app.path).glob("migrations/*.py")):
            found.update(path.name.encode() + path.read_bytes())
    return found.hexdigest()[:16]
