"""How the site starts and is served: the settings, compose.yaml, gunicorn, PostgreSQL."""

import os
import re
import subprocess
import sys
import threading
import time
import uuid
from pathlib import Path

import pytest
import yaml
from django.db import connection
from django.test import Client

from games.play.models import Match
from tests.games.play.games import START
from tests.games.test_settings import HOSTS, OPERATOR, SECRET, manage

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("key", ["x", "a" * 60, "changeme" * 8, "k3J9_-x" * 7, "s3cret"])
def test_a_key_that_is_no_secret_is_refused_in_one_sentence(key):
    done = manage("check", SECRET_KEY=key, **HOSTS)
    assert done.returncode != 0
    assert "SECRET_KEY is too easy to guess" in done.stderr
    assert key not in done.stderr or len(key) < 10


SHOWN = """
from django.conf import settings as s
from django.core.management import call_command
print(s.SECURE_HSTS_INCLUDE_SUBDOMAINS, s.SECURE_HSTS_PRELOAD)
call_command("check", deploy=True, fail_level="WARNING")
"""


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ({}, "False False"),
        ({"HSTS": ""}, "False False"),
        ({"HSTS": "subdomains"}, "True False"),
        ({"HSTS": "preload"}, "True True"),
    ],
)
def test_https_is_promised_for_other_hosts_only_when_asked_for(asked, shown):
    done = manage("shell", "-v", "0", "-c", SHOWN, **SECRET, **HOSTS, **OPERATOR, **asked)
    assert done.stdout.splitlines()[0] == shown, done.stderr
    assert done.returncode == 0, done.stderr


def test_a_misspelt_promise_is_refused():
    assert "HSTS" in manage("check", **SECRET, **HOSTS, HSTS="sub-domains").stderr


PASSWORD = "p@ss/w:rd?#%2F&"
LIBPQ = """
from django.db import connection
from psycopg.pq import Conninfo
given = connection.get_connection_params()
usual = {d.keyword.decode(): (d.val or b"").decode() for d in Conninfo.get_defaults()}
print([given.get(name) or usual[name] for name in ("user", "password", "host", "dbname")])
"""


def composed(**chosen):
    """The site's environment as compose makes it of what somebody has chosen."""
    text = (ROOT / "compose.yaml").read_text()
    site = yaml.safe_load(text)["services"]["site"]

    def fill(match):
        name, _, default = match[1].partition(":")
        return chosen.get(name) or (default[1:] if default.startswith("-") else "")

    return {k: re.sub(r"\$\{([^}]*)\}", fill, v) for k, v in site["environment"].items()}


CHOSEN = {
    "SECRET_KEY": SECRET["SECRET_KEY"],
    "ALLOWED_HOSTS": "example.org",
    "DATABASE_PASSWORD": PASSWORD,
}


def test_a_database_password_may_have_any_characters():
    done = manage("shell", "-v", "0", "-c", LIBPQ, **composed(**CHOSEN))
    assert done.stdout.strip() == str(["marienbad", PASSWORD, "database", "marienbad"]), done.stderr


def test_what_is_chosen_for_compose_reaches_the_site():
    chosen = {
        "CSRF_TRUSTED_ORIGINS": "https://example.org",
        "TIME_ZONE": "Europe/Berlin",
        "PROXIES": "2",
        "HSTS": "subdomains",
    }
    code = (
        "from django.conf import settings as s; "
        "print(s.CSRF_TRUSTED_ORIGINS, s.TIME_ZONE, s.PROXIES, s.HSTS, s.DEBUG)"
    )
    with_all = manage("shell", "-v", "0", "-c", code, **composed(**CHOSEN, **chosen))
    assert with_all.stdout.strip() == "['https://example.org'] Europe/Berlin 2 subdomains False"
    without = manage("shell", "-v", "0", "-c", code, **composed(**CHOSEN))
    assert without.stdout.strip() == "[] UTC 1  False"


def services():
    return yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]


def test_compose_publishes_the_proxy_alone_and_starts_everything_again():
    assert {name for name, service in services().items() if "ports" in service} == {"proxy"}
    restarts = {name: service["restart"] for name, service in services().items()}
    assert restarts.pop("setup") == "no"
    assert set(restarts.values()) == {"unless-stopped"}


def test_in_containers_the_site_can_write_nowhere_but_where_it_must():
    for name in ("proxy", "setup", "site", "worker", "daily", "cache"):
        assert services()[name]["read_only"], name
    for name in ("setup", "site", "worker", "daily"):
        assert services()[name]["cap_drop"] == ["ALL"]
    for name in ("proxy", "site", "worker", "daily", "database", "cache"):
        assert services()[name]["mem_limit"].endswith(("m", "g")), name
    writes = {
        name: [v for v in service.get("volumes", ()) if not v.endswith(":ro")]
        for name, service in services().items()
    }
    assert writes["site"] == writes["worker"] == []
    assert writes["daily"] == ["backups:/site/var/backups"]


def test_every_variable_of_compose_is_explained_and_nothing_else_is():
    asked = set(re.findall(r"\$\{(\w+)", (ROOT / "compose.yaml").read_text()))
    example = (ROOT / "deploy" / "env.example").read_text()
    with_containers = example.partition("--- Without containers")[0]
    assert set(re.findall(r"^(\w+)=", with_containers, re.M)) == asked


def test_the_proxy_is_told_everything_its_file_asks_for():
    asked = set(re.findall(r"\{\$(\w+)", (ROOT / "deploy" / "Caddyfile").read_text()))
    optional = {"REQUEST_BUFFERING"}
    assert asked - optional == set(services()["proxy"]["environment"])


def test_the_proxy_refuses_what_is_too_large_and_other_names_in_so_many_words():
    told = (ROOT / "deploy" / "Caddyfile").read_text()
    assert re.search(r"strict_sni_host on\n", told)
    [length] = re.findall(r"@announced header_regexp Content-Length (\S+)\n", told)
    assert "error @announced 413\n" in told
    for size, refused in ((0, False), (2_999_999, False), (3_000_000, True), (3 * 10**8, True)):
        assert bool(re.search(length, str(size))) is refused


def test_the_units_of_systemd_run_what_compose_runs():
    units = ROOT / "deploy" / "systemd"
    worker, daily = services()["worker"]["command"], services()["daily"]["command"]
    assert " ".join(worker[1:]) in (units / "marienbad-worker.service").read_text()
    urgent = " ".join(services()["urgent"]["command"][1:])
    assert urgent in (units / "marienbad-urgent.service").read_text()
    assert "marienbad-urgent.service" in (units / "marienbad.service").read_text()
    assert " ".join(daily[1:3]) in (units / "marienbad-daily.service").read_text()
    setup = (ROOT / "deploy" / "setup.sh").read_text().splitlines()
    site = (units / "marienbad.service").read_text()
    for line in setup:
        if line.startswith("python "):
            assert f"ExecStartPre=/opt/marienbad/.venv/bin/{line}" in site


AWAY = """
from django.contrib.sessions.backends.cached_db import SessionStore
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.core.management import call_command
call_command("migrate", verbosity=0)
session = SessionStore()
session["who"] = "nora"
session.save()
print(cache.get("anything"), SessionStore(session.session_key)["who"], Session.objects.count())
"""


def test_without_its_cache_the_site_migrates_and_reads_sessions_from_the_database(site):
    told = {**SECRET, **HOSTS, "DATA_DIR": str(site), "CACHE_URL": "redis://127.0.0.1:1/0"}
    done = manage("shell", "-v", "0", "-c", AWAY, **told)
    assert done.stdout.split() == ["None", "nora", "1"], done.stderr


def test_gunicorn_starts_clean_and_guards_its_memory(tmp_path):
    """No complaint, a bound on each worker, and no control socket at home: the image has none."""
    socket = tmp_path / "socket"
    command = [sys.executable, "-m", "gunicorn", "config.wsgi", "--config", "config/gunicorn.py"]
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "WORKERS": "1"}
    server = subprocess.Popen(
        [*command, "--bind", f"unix:{socket}"],
        env=environment | {"MEMORY": "1500", **SECRET, **HOSTS, "DATA_DIR": str(tmp_path)},
        stderr=subprocess.PIPE,
        text=True,
    )
    said = []
    try:
        for line in server.stderr:
            said.append(line)
            if "Booting worker" in line:
                worker = re.search(r"pid: (\d+)", line)[1]
                break
        limits = ""
        for _ in range(50):
            limits = Path(f"/proc/{worker}/limits").read_text()
            if "1572864000" in limits:
                break
            time.sleep(0.1)
        assert re.search(r"Max address space +1572864000 ", limits)
    finally:
        server.terminate()
        said += server.communicate(timeout=30)[1].splitlines()
    assert not [line for line in said if "ERROR" in line]
    assert not (tmp_path / ".gunicorn").exists()


def test_gunicorn_keeps_connections_longer_than_proxies_do_and_renews_its_workers():
    from config import gunicorn

    assert gunicorn.keepalive > 120
    assert 0 < gunicorn.max_requests_jitter < gunicorn.max_requests


def test_gunicorn_lets_workers_share_what_stays_and_look_for_garbage_rarely():
    code = (
        "import gc, os; from config import gunicorn; gunicorn.when_ready(None)\n"
        "if not os.fork(): print(gc.get_freeze_count(), *gc.get_threshold())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    frozen, *thresholds = map(int, done.stdout.split())
    assert frozen > 1000
    assert thresholds == [50_000, 20, 100]


postgresql_only = pytest.mark.skipif(
    connection.vendor != "postgresql", reason="SQLite waits five seconds, and has one machine"
)


@pytest.mark.database
@postgresql_only
@pytest.mark.django_db(transaction=True)
def test_a_locked_table_is_told_after_a_few_seconds():
    other = connection.copy()
    client = Client(raise_request_exception=False)
    with other.cursor() as cursor:
        cursor.execute("BEGIN")
        cursor.execute("LOCK TABLE games_match IN ACCESS EXCLUSIVE MODE")
        begun = time.monotonic()
        response = client.post("/play/", START)
        waited = time.monotonic() - begun
        cursor.execute("ROLLBACK")
    other.close()
    assert response.status_code == 503
    assert "The site is busy" in response.content.decode()
    assert 3 < waited < 10
    assert client.post("/play/", START).status_code == 302
    assert Match.objects.count() == 1


@pytest.mark.database
@postgresql_only
@pytest.mark.django_db(transaction=True)
def test_a_statement_that_takes_too_long_is_ended_for_pages():
    with connection.cursor() as cursor:
        cursor.execute("SHOW statement_timeout")
        assert cursor.fetchone() == ("30s",)


@pytest.mark.database
@postgresql_only
@pytest.mark.django_db(transaction=True)
def test_three_replicas_that_start_at_once_all_start(tmp_path):
    """On an empty database: each migrates and loads the course; each ends well."""
    name = f"replicas_{uuid.uuid4().hex}"
    url = os.environ["DATABASE_URL"].rpartition("/")[0] + f"/{name}"
    lessons = tmp_path / "content" / "lessons"
    lessons.mkdir(parents=True)
    for file in ("tracks.yaml", "skills.yaml"):
        (lessons.parent / file).write_bytes((ROOT / "games/content" / file).read_bytes())
    first = min((ROOT / "games/content/lessons").iterdir())
    (lessons / first.name).write_bytes(first.read_bytes())
    done = []

    def start_replica():
        at = {"DATABASE_URL": url, "DATA_DIR": str(tmp_path)}
        done.append(manage("migrate", "--noinput", **at))
        done.append(manage("load_content", str(lessons.parent), **at))

    with connection.cursor() as cursor:
        cursor.execute(f'CREATE DATABASE "{name}"')
        try:
            replicas = [threading.Thread(target=start_replica) for _ in range(3)]
            for replica in replicas:
                replica.start()
            for replica in replicas:
                replica.join()
        finally:
            cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
    assert [each.returncode for each in done] == [0] * 6, [each.stderr for each in done]
    assert sum("Lessons: 1 new" in each.stdout for each in done) == 1
