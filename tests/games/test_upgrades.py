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
LESSON = {
    "slug": "two-matches",
    "order": 4,
    "title": "Two matches",
    "about": "A short one.",
    "audience": "Anybody.",
    "needs": "Two matches.",
    "minutes": 2,
}
PARTS = [
    {"kind": "tell", "title": "The rule", "minutes": 2, "text": "Take one.", "ruleset": "nim"}
    | {"position": "1+2", "convention": "misere", "claims": [{"outcome": "N"}]}
]
STORE_LESSONS = f"""
import django
django.setup()
from tests.games.upgrades import migrate_to, old_apps
migrate_to("0053_own_room_lessons")
lessons = old_apps("0053_own_room_lessons").get_model("games", "RoomLesson").objects
lessons.create(**{LESSON!r}, parts={PARTS!r})
lessons.create(**{LESSON | {"slug": "by-others", "source": "Bouton (1901)"}!r}, parts={PARTS!r})
"""
READ_LESSONS = """
import json
import django
django.setup()
from django.test import Client
from games.teach.live.lessons.models import RoomLesson
from games.teach.live.lessons.room_lesson_files import restore_version
told = {}
for lesson in RoomLesson.objects.all():
    versions = list(lesson.versions.values("version", "content", "note", "by"))
    page = Client(headers={"host": "localhost"}).get(lesson.get_absolute_url(), secure=True)
    first = lesson.versions.get()
    again = restore_version(lesson, first, None)
    told[lesson.slug] = [lesson.state, versions, page.status_code, again.version, again.parts]
print(json.dumps(told))
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


def test_stored_room_lessons_are_published_as_their_first_version_and_stay_readable(database):
    database("-c", STORE_LESSONS)
    database("manage.py", "migrate", "--verbosity", "0", "--no-backup")
    told = json.loads(database("-c", READ_LESSONS).splitlines()[-1])
    note = "As it was before versions were kept."
    for slug, more in (("two-matches", {}), ("by-others", {"source": "Bouton (1901)"})):
        content = LESSON | more | {"slug": slug, "parts": PARTS}
        first = {"version": 1, "content": content, "note": note, "by": None}
        assert told[slug] == ["published", [first], 200, 2, PARTS]
    assert len(told) == 2
