"""What the site insists on before it starts."""

import os
import subprocess
import sys

import pytest

SECRET = {"SECRET_KEY": "x" * 60 + "abcdefghijklmnop0123456789"}
HOSTS = {"ALLOWED_HOSTS": "example.org"}


def manage(*arguments, **environment):
    kept = {key: os.environ[key] for key in ("PATH", "HOME") if key in os.environ}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        env=kept | environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("environment", "missing"),
    [
        ({"DEBUG": "0"}, "SECRET_KEY is not set"),
        ({"DEBUG": "0"} | HOSTS, "SECRET_KEY is not set"),
        ({"DEBUG": "0"} | SECRET, "ALLOWED_HOSTS is not set"),
        (HOSTS, "SECRET_KEY is not set"),
        (SECRET, "ALLOWED_HOSTS is not set"),
    ],
)
def test_with_debug_off_it_refuses_to_start_without_secret_or_hosts(environment, missing):
    done = manage("check", **environment)
    assert done.returncode != 0
    assert missing in done.stderr


OPERATOR = dict.fromkeys(
    ("OPERATOR", "CONTACT", "DATA_PLACE", "LEGAL_BASIS", "LEAST_AGE"), "as told"
)


def test_a_deployment_check_finds_nothing():
    done = manage("check", "--deploy", "--fail-level", "WARNING", **SECRET, **HOSTS, **OPERATOR)
    assert done.returncode == 0, done.stderr


def test_a_deployment_check_asks_who_runs_the_site():
    done = manage("check", **SECRET, **HOSTS, **(OPERATOR | {"CONTACT": ""}))
    assert "(games.W001) /privacy/: The page lacks what these settings say: CONTACT." in done.stderr


def test_a_database_url_chooses_postgresql():
    code = "from django.conf import settings; print(settings.DATABASES['default']['ENGINE'])"
    done = manage("shell", "-v", "0", "-c", code, DATABASE_URL="postgres://u@h:5432/d")
    assert "postgresql" in done.stdout


def test_sqlite_takes_the_write_lock_at_once_and_keeps_a_write_ahead_log(settings):
    from django.db import connection

    if connection.vendor == "sqlite":
        options = settings.DATABASES["default"]["OPTIONS"]
        assert options["transaction_mode"] == "IMMEDIATE"
        assert "journal_mode=WAL" in options["init_command"]
        assert not settings.DATABASES["default"]["ATOMIC_REQUESTS"]
