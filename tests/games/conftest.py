"""One of everything, and tables for a site of its own."""

import sqlite3
from contextlib import closing

import pytest

from tests.games.test_settings import HOSTS, SECRET, manage
from tests.games.world import build


@pytest.fixture
def world(db):
    return build()


@pytest.fixture
def make_tables(migrated, django_db_setup):
    """Give a site in a folder its tables, while others may have its database open."""

    def make(folder):
        if not migrated.is_file:
            done = manage("migrate", "-v", "0", **SECRET, **HOSTS, DATA_DIR=str(folder))
            assert done.returncode == 0, done.stderr
            return
        file = folder / "marienbad.sqlite3"
        with closing(sqlite3.connect(migrated.copy)) as made, closing(sqlite3.connect(file)) as new:
            made.backup(new)

    return make
