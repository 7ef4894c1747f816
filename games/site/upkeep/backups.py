"""Backups: one file with everything that a site has stored, and how to restore it.

The file is a zip archive; ``manifest.json`` describes the file ``database``.
"""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory
from typing import IO, Self
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

from django.conf import settings
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from games import __version__
from games.site.upkeep.databases import BackupError, database, holds_people

MANIFEST, DATABASE = "manifest.json", "database"
NAMES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
DAY = timedelta(days=1)


@dataclass(frozen=True)
class Manifest:
    """The description of a backup: the version of the site, the kind of database, the time, the
    migrations, the number of rows in each table, and the SHA-256 of the database file."""

    version: str
    database: str
    made_at: str
    migrations: list[str]
    rows: dict[str, int]
    sha256: str

    @classmethod
    def of(cls, file: Path) -> Self:
        """Read the manifest of a backup and check its checksum. Raises :class:`BackupError`."""
        try:
            with ZipFile(file) as archive:
                manifest = cls(**json.loads(archive.read(MANIFEST)))
                with archive.open(DATABASE) as stored:
                    is_whole = _checksum(stored) == manifest.sha256
        except FileNotFoundError:
            raise BackupError(f"There is no file {file}.") from None
        except (KeyError, TypeError, ValueError):
            raise BackupError(f"{file} is not a Marienbad backup.") from None
        except (BadZipFile, zlib.error, EOFError):
            if file.read_bytes()[:2] != b"PK":
                raise BackupError(f"{file} is not a Marienbad backup.") from None
            is_whole = False
        except OSError as error:
            raise BackupError(f"{file} cannot be read: {error.strerror}.") from None
        if not is_whole:
            raise BackupError(f"{file} is damaged. Use another backup.")
        return manifest

    @property
    def age(self) -> timedelta:
        return timezone.now() - datetime.fromisoformat(self.made_at)

    def __str__(self) -> str:
        """The line that the commands print."""
        return (
            f"{sum(self.rows.values())} rows in {len(self.rows)} tables, {NAMES[self.database]}, "
            f"version {self.version}, {self.made_at[:16].replace('T', ' ')}"
        )


def back_up(file: Path | None = None) -> tuple[Path, Manifest]:
    """Write everything to *file*, or to a new file in the backup folder, where only the latest are
    kept. Raises :class:`BackupError`."""
    target = file or settings.BACKUPS / f"marienbad-{timezone.now():%Y%m%d-%H%M%S-%f}.zip"
    if target.exists():
        raise BackupError(f"{target} already exists. Name another file.")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        manifest = _write(target)
    except OSError as error:
        raise BackupError(f"{target} cannot be written: {error.strerror}.") from None
    if file is None:
        for old in _backups_in_folder()[settings.BACKUPS_KEPT :]:
            old.unlink()
    return target, manifest


def _write(file: Path) -> Manifest:
    kind, site = database()
    with TemporaryDirectory(dir=file.parent) as folder:
        copy, part = Path(folder) / DATABASE, Path(folder) / "part"
        made_at = timezone.now().isoformat()
        contents = site.copy(copy)
        with copy.open("rb") as stored:
            sha256 = _checksum(stored)
        manifest = Manifest(__version__, kind, made_at, contents.migrations, contents.rows, sha256)
        part.touch(mode=0o600)
        with ZipFile(part, "w", ZIP_DEFLATED) as archive:
            archive.writestr(MANIFEST, json.dumps(asdict(manifest), indent=1))
            archive.write(copy, DATABASE)
        part.replace(file)
    return manifest


def restore(file: Path, *, overwrite: bool = False) -> tuple[Manifest, Path | None]:
    """Replace everything with the contents of *file*. If the site holds people's data, this needs
    *overwrite*, and a backup is made first. Raises :class:`BackupError`."""
    manifest, (kind, site), saved = Manifest.of(file), database(), None
    if manifest.database != kind:
        raise BackupError(
            f"{file} is a backup from {NAMES.get(manifest.database, manifest.database)}, but this "
            f"site uses {NAMES[kind]}."
        )
    if _is_newer(manifest):
        raise BackupError(
            f"{file} was made by a newer Marienbad ({manifest.version}). Update this site first."
        )
    if holds_people():
        if not overwrite:
            raise BackupError(
                "This site holds accounts or games. With --overwrite they are backed up and then "
                "replaced."
            )
        saved, _ = back_up()
    settings.BACKUPS.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=settings.BACKUPS) as folder:
        copy = Path(folder) / DATABASE
        with ZipFile(file) as archive, archive.open(DATABASE) as stored, copy.open("wb") as out:
            copyfileobj(stored, out)
        contents = site.replace(copy)
    if contents.rows != manifest.rows:
        raise BackupError(f"The data restored from {file} does not match its manifest.")
    return manifest, saved


def has_todays() -> bool:
    """Whether the newest backup is intact, of this kind of database, and at most a day old."""
    for file in _backups_in_folder()[:1]:
        try:
            manifest = Manifest.of(file)
        except BackupError:
            return False
        return manifest.database == database()[0] and manifest.age < DAY
    return False


def _backups_in_folder() -> list[Path]:
    """The backups in the folder, the latest first."""
    return sorted(settings.BACKUPS.glob("marienbad-*.zip"), reverse=True)


def _is_newer(manifest: Manifest) -> bool:
    known = set()
    for (app, name), migration in MigrationLoader(None).disk_migrations.items():
        known |= {f"{app}.{name}", *(f"{app}.{name}" for app, name in migration.replaces)}
    # A migration that put others together may be gone; it was named after the last of them.
    applied = {re.sub(r"\.\d+_squashed_", ".", name) for name in manifest.migrations}
    return not known.issuperset(applied)


def _checksum(file: IO[bytes]) -> str:
    return hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]
