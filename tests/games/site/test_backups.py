"""A backup taken while people play, and the site that is made of it again."""

import json
import os
import sqlite3
import subprocess
import sys
import threading
import zipfile
from contextlib import closing
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import connection, connections
from django.test import Client
from django.utils import timezone

from games.people.models import User, Visitor
from games.play.models import Match, Move
from games.site.upkeep import backups
from games.site.upkeep.databases import BackupError

from ..play.games import send, start
from ..upgrades import LANDED, here, migrations

pytestmark = pytest.mark.django_db(transaction=True)
on_sqlite = pytest.mark.skipif("DATABASE_URL" in os.environ, reason="SQLite's own way")


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.BACKUPS = tmp_path / "backups"
    return settings.BACKUPS


def backup(file):
    out = StringIO()
    call_command("backup", str(file), stdout=out)
    return out.getvalue()


def manifest_of(file):
    with zipfile.ZipFile(file) as archive:
        return json.loads(archive.read("manifest.json"))


def changed(file, to, **changes):
    """A copy of a backup with another manifest."""
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(to, "w") as new:
        manifest = json.loads(old.read("manifest.json")) | changes
        new.writestr("manifest.json", json.dumps(manifest))
        new.writestr("database", old.read("database"))
    return to


def manage(folder, *arguments):
    """A site of its own, with SQLite in *folder*."""
    kept = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        env=kept | {"DATA_DIR": str(folder), "DEBUG": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def play(stop, made):
    """Play games until told to stop."""
    client = Client()
    while not stop.is_set():
        match = start(client, position="1+2", opponent="person")
        for move in ("1>0", "1>1", "1>0"):
            send(client, match, move)
            made.set()
    connections.close_all()


def backup_under_load(file):
    stop, made = threading.Event(), threading.Event()
    player = threading.Thread(target=play, args=(stop, made))
    player.start()
    try:
        assert made.wait(30)
        said = backup(file)
    finally:
        stop.set()
        player.join()
    return said


# --- there and back -----------------------------------------------------------------------------


@on_sqlite
def test_a_backup_taken_while_people_play_makes_the_same_site_elsewhere(tmp_path, alice):
    file, elsewhere = tmp_path / "site.zip", tmp_path / "elsewhere"
    said = backup_under_load(file)
    manifest = manifest_of(file)
    assert manifest["database"] == "sqlite"
    assert manifest["rows"]["games_user"] == 1
    assert manifest["rows"]["games_match"] >= 1
    assert f"{sum(manifest['rows'].values())} rows" in said
    assert file.stat().st_mode & 0o077 == 0

    restored = manage(elsewhere, "restore", str(file))
    assert restored.returncode == 0, restored.stderr
    checked = manage(elsewhere, "check_matches")
    assert f"{manifest['rows']['games_match']} games replayed" in checked.stdout
    again = manage(elsewhere, "backup", str(tmp_path / "again.zip"))
    assert again.returncode == 0, again.stderr
    restoring = {"games_auditentry": manifest["rows"]["games_auditentry"] + 1}
    assert manifest_of(tmp_path / "again.zip")["rows"] == manifest["rows"] | restoring


@pytest.mark.database
def test_a_backup_under_load_is_restored_over_what_came_later(tmp_path, alice, folder):
    file = tmp_path / "site.zip"
    backup_under_load(file)
    rows = manifest_of(file)["rows"]
    User.objects.create_user("later")
    call_command("restore", str(file), overwrite=True, stdout=StringIO())
    assert list(User.objects.values_list("username", flat=True)) == ["alice"]
    assert Match.objects.count() == rows["games_match"]
    assert Move.objects.count() == rows["games_move"]
    call_command("check_matches", stdout=StringIO())
    start(Client())  # the next key is free
    assert User.objects.create_user("bob").pk != alice.pk
    (before,) = folder.iterdir()
    assert manifest_of(before)["rows"]["games_user"] == 2


# --- refusals -----------------------------------------------------------------------------------


def refused(file, **options):
    with pytest.raises(CommandError) as said:
        call_command("restore", str(file), **options)
    assert Visitor.objects.count() == 1
    return str(said.value)


@pytest.fixture
def saved(tmp_path):
    """A backup of a site with one visitor, who then goes on."""
    start(Client())
    file = tmp_path / "site.zip"
    backup(file)
    return file


def test_a_site_where_people_have_something_is_replaced_only_when_asked(saved):
    assert refused(saved) == (
        "This site holds accounts or games. With --overwrite they are backed up and then replaced."
    )


@pytest.mark.parametrize("bytes_", [b"", b"hello", b"SQLite format 3\x00" + b"x" * 200])
def test_what_is_no_backup_is_refused(saved, bytes_):
    saved.write_bytes(bytes_)
    assert refused(saved, overwrite=True) == f"{saved} is not a Marienbad backup."


def test_another_archive_and_a_missing_file_are_refused(saved, tmp_path):
    other = tmp_path / "other.zip"
    with zipfile.ZipFile(other, "w") as archive:
        archive.writestr("letter.txt", "Dear parents")
    assert refused(other, overwrite=True) == f"{other} is not a Marienbad backup."
    assert refused(tmp_path / "gone.zip") == f"There is no file {tmp_path / 'gone.zip'}."


def test_a_backup_that_was_cut_short_or_changed_is_refused(saved, tmp_path):
    whole = saved.read_bytes()
    saved.write_bytes(whole[: len(whole) // 2])
    assert refused(saved, overwrite=True) == f"{saved} is damaged. Use another backup."
    middle = len(whole) // 2
    saved.write_bytes(whole[:middle] + bytes([whole[middle] ^ 255]) + whole[middle + 1 :])
    assert refused(saved, overwrite=True) == f"{saved} is damaged. Use another backup."
    saved.write_bytes(whole)
    wrong = changed(saved, tmp_path / "wrong.zip", sha256="0" * 64)
    assert refused(wrong, overwrite=True) == f"{wrong} is damaged. Use another backup."


def test_a_backup_of_a_newer_site_or_another_kind_of_database_is_refused(saved, tmp_path):
    migrations = [*manifest_of(saved)["migrations"], "games.9999_rooms"]
    newer = changed(saved, tmp_path / "newer.zip", migrations=migrations, version="9.0")
    assert refused(newer, overwrite=True) == (
        f"{newer} was made by a newer Marienbad (9.0). Update this site first."
    )
    kind = "postgresql" if connection.vendor == "sqlite" else "sqlite"
    other = changed(saved, tmp_path / "kind.zip", database=kind)
    assert f"is a backup from {backups.NAMES[kind]}, but this site uses" in refused(other)


def test_a_backup_of_an_older_site_is_not_taken_for_a_newer_one(saved, tmp_path):
    """Its migrations have been put together since, some of them twice."""
    others = [name for name in manifest_of(saved)["migrations"] if not name.startswith("games.")]
    own = [f"games.{name}" for held in migrations().values() for name in held]
    names = [*others, *own, "games.0001_squashed_0045_standings"]
    older = changed(saved, tmp_path / "older.zip", migrations=names)
    manifest, _ = backups.restore(older, overwrite=True)
    assert manifest.migrations == names
    joined = [*names, "games.0066_squashed_9999_rooms"]
    newer = changed(saved, tmp_path / "newer.zip", migrations=joined)
    assert "was made by a newer Marienbad" in refused(newer, overwrite=True)


def test_a_backup_is_never_written_over_another_file(saved):
    before = saved.read_bytes()
    with pytest.raises(CommandError, match=r"already exists\. Name another file"):
        backup(saved)
    assert saved.read_bytes() == before


def test_a_folder_that_cannot_be_written_to_is_named(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(CommandError, match="cannot be written"):
        backup(tmp_path / "file" / "site.zip")


def test_the_folder_of_backups_keeps_the_latest(folder, settings):
    settings.BACKUPS_KEPT = 2
    files = []
    for _ in range(4):
        file, _ = backups.back_up()
        files.append(file)
    assert sorted(folder.iterdir()) == files[2:]


# --- updates ------------------------------------------------------------------------------------


def test_an_update_waits_for_a_backup_only_on_a_site_with_people(tmp_path, make_tables):
    site, empty = tmp_path / "site", tmp_path / "empty"
    old = manage(site, "migrate", "-v", "0", "games", here(LANDED[-1]))
    assert old.returncode == 0, old.stderr
    key = f"{7:032x}"
    add = f"INSERT INTO games_visitor (id, created_at) VALUES ('{key}', '2026-11-21')"  # noqa: S608
    with closing(sqlite3.connect(site / "marienbad.sqlite3")) as database, database:
        database.execute(add)
    empty.mkdir()
    make_tables(empty)
    assert "Unapplying admin.0003" in manage(empty, "migrate", "admin", "0002").stdout
    refused = manage(site, "migrate", "-v", "0")
    assert refused.returncode != 0
    assert "There is no backup from today" in refused.stderr
    assert manage(site, "migrate", "--plan").returncode == 0
    for folder, backups_made in ((empty, 0), (site, 1)):
        update = manage(folder, "migrate", "-v", "0", "--backup")
        assert update.returncode == 0, update.stderr
        made = list((folder / "backups").glob("*.zip"))
        assert len(made) == backups_made
        again = manage(folder, "migrate", "-v", "0")
        assert again.returncode == 0, "there is nothing to do, and nothing to save"
    back = manage(site, "restore", "--overwrite", str(made[0]))
    assert back.returncode == 0, back.stderr
    with closing(sqlite3.connect(site / "marienbad.sqlite3")) as database:
        assert database.execute("SELECT id FROM games_visitor").fetchall() == [(key,)]
    assert manage(site, "migrate", "--check").returncode == 0, "it is brought up to date"


def test_a_backup_counts_for_a_day(visitor):
    assert not backups.has_todays()
    file, _ = backups.back_up()
    assert backups.has_todays()
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        assert not backups.has_todays()
    file.write_bytes(b"PK")
    assert not backups.has_todays()


def test_without_the_programs_of_postgresql_it_is_said_which_is_missing(monkeypatch):
    from games.site.upkeep import databases

    monkeypatch.setattr(databases.connection, "get_connection_params", dict, raising=False)
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(BackupError, match=r"pg_dump is missing\. Install PostgreSQL's client"):
        databases._run("pg_dump")


def test_containers_and_make_bring_their_backup_themselves():
    assert "migrate --noinput --backup" in Path("deploy/setup.sh").read_text()
    makefile = Path("Makefile").read_text()
    assert makefile.count("manage.py migrate") == makefile.count("manage.py migrate --backup") == 2
