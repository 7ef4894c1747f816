"""A new database gets its tables in one step, an older one step by step, and they are the same."""

import json
import os
import subprocess
import sys

import pytest

from config import settings

WALK = """
import json, sys
import django
django.setup()
from django.db import connection
from tests.games.upgrades import fill, migrate_to, shape
told = {}
for name in sys.argv[1:]:
    migrate_to(name)
    told[name] = fill(name)
print(json.dumps(told))
"""
SHAPE = """
import json
import django
django.setup()
from tests.games.upgrades import rows, shape
print(json.dumps({"shape": shape(), "rows": rows()}))
"""
LANDED = ("0030_studies", "0038_room_lessons", "0043_words_of_terms")
"""The last migrations of databases that people may have."""
READ_FROM_TRIES = {"games_reviewcard"}
"""Tables that are no more, since the tries say the same."""


@pytest.fixture
def database(tmp_path):
    """Run a program, or ``manage.py``, on a database of its own; what it prints."""

    def run(*arguments, name="site"):
        environment = {
            **os.environ,
            "DATABASE_URL": f"sqlite:///{tmp_path / name}.sqlite3",
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=settings.BASE_DIR,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


def test_a_database_of_each_landed_shape_becomes_what_a_new_one_is_and_keeps_its_rows(database):
    filled = json.loads(database("-c", WALK, *LANDED).splitlines()[-1])
    database("manage.py", "migrate", "--verbosity", "0", "--no-backup")
    old = json.loads(database("-c", SHAPE))
    database("manage.py", "migrate", "--verbosity", "0", "--no-backup", name="new")
    new = json.loads(database("-c", SHAPE, name="new"))
    assert old["shape"] == new["shape"]
    assert len(filled[LANDED[-1]]) > 55
    for table, number in filled[LANDED[-1]].items():
        if table not in READ_FROM_TRIES:
            assert old["rows"][table] >= number > 0, table
    assert new["rows"]["games_match"] == 0
    assert "all as the tries say" in database("manage.py", "check_results")
