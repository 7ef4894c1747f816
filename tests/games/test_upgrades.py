"""An older database becomes, step by step, what a new one is, and keeps its rows."""

import ast
import json
import os
import subprocess
import sys
import uuid
from pathlib import Path

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from config import settings
from tests.games.upgrades import LANDED, TRIES, migrations, shape

WALK = """
import json, sys
import django
django.setup()
from tests.games.upgrades import fill, full_tries, migrate_to, migrations, old_apps
told = {}
for name in sys.argv[2:]:
    waiting = migrate_to(name)
    assert waiting == [one for one in migrations() if one > name], waiting
    told[name] = {"waiting": waiting, "rows": fill(name)}
    if name == "0043_words_of_terms":
        lessons = old_apps(name).get_model("games", "RoomLesson").objects
        for lesson in json.loads(sys.argv[1]):
            lessons.create(**lesson)
told["tries"] = full_tries()
print(json.dumps(told))
"""
READ = """
import json
import django
django.setup()
from django.test import Client
from games.models import Attempt, Daily, PuzzleSet, RoomLesson
from tests.games.upgrades import rows, shape
told = {}
for lesson in RoomLesson.objects.filter(title="Two matches"):
    versions = list(lesson.versions.values("version", "content", "note", "by"))
    page = Client(headers={"host": "localhost"}).get(lesson.get_absolute_url(), secure=True)
    told[lesson.slug] = [lesson.state, versions, page.status_code, lesson.parts]
tries = [{name: str(value) for name, value in row.items()} for row in Attempt.objects.values()]
seen = [PuzzleSet.objects, Daily.objects]
states = [sorted(set(one.values_list("state", flat=True))) for one in seen]
said = {"shape": shape(), "rows": rows(), "lessons": told, "tries": tries, "states": states}
print(json.dumps(said))
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
BY_OTHERS = LESSON | {"slug": "by-others", "source": "Bouton (1901)"}
PARTS = [
    {"kind": "tell", "title": "The rule", "minutes": 2, "text": "Take one.", "ruleset": "nim"}
    | {"position": "1+2", "convention": "misere", "claims": [{"outcome": "N"}]}
]
GONE = {"games_reviewcard", "games_trouble"}
"""Tables that are no more, since the tries or the log say the same."""
NEW = {
    "games_apitoken",
    "games_dailyversion",
    "games_openquestionversion",
    "games_placedactivity",
    "games_planversion",
    "games_programversion",
    "games_puzzlesetversion",
    "games_savedprogram",
    "games_tournament",
    "games_tournamententry",
    "games_tournamentgame",
}
"""Tables that no landed shape has yet."""
RENAMED = {
    "games_question": "games_roomquestion",
    "games_quiz": "games_takentest",
    **{f"games_{name.lower()}": "games_attempt" for name in TRIES},
}
"""Tables that have another name now, or are part of another one."""
FILES = sorted(Path(settings.BASE_DIR, "games", "migrations").glob("0*.py"))


@pytest.fixture
def database(tmp_path):
    """Run a program, or ``manage.py``, on an empty database of its own; what it prints."""
    name, server = f"upgrade_{uuid.uuid4().hex[:8]}", os.environ.get("DATABASE_URL", "")
    address = f"sqlite:///{tmp_path / name}.sqlite3"
    if connection.vendor == "postgresql":
        address = f"{server.rpartition('/')[0]}/{name}"
        with psycopg.connect(server, autocommit=True) as beside:
            beside.execute(f"CREATE DATABASE {name}")
    environment = os.environ | {
        "DATABASE_URL": address,
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }

    def run(*arguments, refuses=False):
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=settings.BASE_DIR,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert bool(done.returncode) == refuses, done.stderr
        return done.stderr if refuses else done.stdout

    yield run
    if connection.vendor == "postgresql":
        with psycopg.connect(server, autocommit=True) as beside:
            beside.execute(f"DROP DATABASE {name}")


@pytest.mark.database
@pytest.mark.django_db
def test_a_database_of_each_landed_shape_becomes_what_a_new_one_is_and_keeps_its_rows(database):
    lessons = json.dumps([LESSON | {"parts": PARTS}, BY_OTHERS | {"parts": PARTS}])
    told = json.loads(database("-c", WALK, lessons, *LANDED).splitlines()[-1])
    database("manage.py", "migrate", "--verbosity", "0", "--no-backup")
    now = json.loads(database("-c", READ).splitlines()[-1])
    assert now["shape"] == json.loads(json.dumps(shape()))  # the tests' own database is a new one
    kept = {RENAMED.get(one, one) for one in {*told[LANDED[-1]]["rows"]} - GONE}
    assert kept | NEW == set(now["rows"])
    for name in LANDED:
        for table, number in told[name]["rows"].items():
            if table not in GONE:
                assert now["rows"][RENAMED.get(table, table)] >= number > 0, (name, table)
    assert "all as the tries say" in database("manage.py", "check_results")
    note = "As it was before versions were kept."
    for lesson in (LESSON, BY_OTHERS):
        first = {"version": 1, "content": lesson | {"parts": PARTS}, "note": note, "by": None}
        assert now["lessons"][lesson["slug"]] == ["published", [first], 200, PARTS]
    assert len(now["lessons"]) == 2
    # Sets and puzzles of days were seen by everybody, and are.
    assert now["states"] == [["published"]] * 2
    check_tries(told["tries"], now["tries"])


def check_tries(before, now):
    """Every try is there once, and says what it said."""
    kept = {one["id"]: one for one in now}
    assert sum(map(len, before.values())) == len(kept) == len(now)
    answers = before.pop("answers")
    assert len(answers) == 4
    for old in answers:
        [found] = [one for one in now if old.items() <= one.items()]
        assert found["created_at"] == found["answered_at"]
    other_tokens = 0
    for kind, tries in before.items():
        assert len(tries) >= 2, kind
        for old in tries:
            if kind == "StepAttempt":
                old |= {"id": str(uuid.UUID(int=int(old["id"]))), "answered_at": old["created_at"]}
            found = kept[old["id"]]
            if found["token"] != old["token"]:
                assert (kind, found["token"]) == ("PuzzleAttempt", old["id"])
                other_tokens += 1
            differ = {name for name in old if old[name] != found[name]} - {"token"}
            assert not differ or (differ, old["position"]) == ({"position"}, "")
            assert all(found[name] for name in ("ruleset", "position", "goal")), found
    assert other_tokens == 1


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["0003_tallies", "0031_saved_rules", "0067_platform_states"])
def test_a_database_between_two_shapes_is_refused(name):
    """Also where Django would see nothing to do, or begin in the middle."""
    recorder = MigrationRecorder(connection)
    recorder.migration_qs.filter(app="games", name__gt=name).delete()
    recorder.migration_qs.filter(app="games", name__contains="_squashed_").delete()
    with pytest.raises(CommandError, match=r"Nothing was changed\. docs/deploy\.md says"):
        call_command("migrate", verbosity=0)


def test_every_migration_that_a_site_may_have_applied_is_known_by_its_name():
    numbers = [int(name[:4]) for held in migrations().values() for name in held]
    assert numbers == [*range(1, 39), *range(40, numbers[-1] + 1)]  # there never was a 39
    ends = [held[-1] for held in migrations().values()]
    assert [name for name in ends if name <= LANDED[-1]] == list(LANDED)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_migration_imports_nothing_of_the_site(file):
    """Files of the site move and change; what a migration did stays."""
    found = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        if isinstance(node, ast.ImportFrom):
            found.append(node.module or ".")
    assert {name.split(".")[0] for name in found} <= {"datetime", "django", "re", "secrets", "uuid"}
