"""How the site is: the page of the admin, line by line, and the numbers for Prometheus."""

import os
import platform
import re
import subprocess
import sys
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
import yaml
from django.contrib.auth.models import Permission
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from games import __version__
from games.people.models import User
from games.site.upkeep.condition import commit
from games.web.models import Heartbeat, Job

from ..world import browser_of

pytestmark = [pytest.mark.days, pytest.mark.django_db]

TOKEN = "twenty random characters or more"


@pytest.fixture
def boss():
    return browser_of(User.objects.create_superuser("boss"))


@pytest.fixture(autouse=True)
def own_folders(settings, tmp_path):
    settings.BACKUPS, settings.METRICS = tmp_path / "backups", tmp_path / "metrics"


def told(browser):
    """The lines of the page: what, how it is, and what to do."""
    page = browser.get("/admin/condition/").content.decode()
    rows = re.findall(r'<tr><th scope="row">(.*?)</th><td>(.*?)</td><td>(.*?)</td></tr>', page)
    return {what: (how, advice) for what, how, advice in rows}


def test_without_worker_backup_and_tidy_it_says_what_to_do(boss):
    lines = told(boss)
    assert lines["Workers"] == (
        "0",
        "No worker is running. Start one with manage.py work.",
    )
    assert lines["Last backup"] == ("never", "Run manage.py daily once a day.")
    assert lines["Last tidy"] == ("never", "Run manage.py daily once a day.")
    assert (lines["Jobs waiting"], lines["Jobs failed"]) == (("0", ""), ("0", ""))
    assert next(iter(lines)) == "Workers"


def test_with_them_it_says_when(boss, settings):
    now = timezone.now()
    Heartbeat.objects.create(worker="one", seen_at=now)
    Job.objects.create(kind="cards", total=1, state=Job.State.FAILED)
    Job.objects.create(kind="cards", total=1)
    settings.BACKUPS.mkdir()
    file = settings.BACKUPS / "marienbad-x.zip"
    file.touch()
    os.utime(file, (now.timestamp(), now.timestamp()))
    call_command("tidy", stdout=StringIO())
    lines = told(boss)
    assert lines["Workers"] == ("1", "")
    assert lines["Jobs waiting"] == ("1", "")
    assert lines["Jobs failed"][0] == "1"
    assert "The log of the worker" in lines["Jobs failed"][1]
    for what in ("Last backup", "Last tidy"):
        assert lines[what][0].startswith(f"{timezone.localtime(now):%Y-%m-%d}")
        assert lines[what][1] == ""
    old = (now - timedelta(days=2)).timestamp()
    os.utime(file, (old, old))
    assert told(boss)["Last backup"][1] == "Run manage.py daily once a day."


def test_versions_sizes_and_the_disk(boss, monkeypatch):
    lines = told(boss)
    assert lines["Python"] == (platform.python_version(), "")
    assert lines["Marienbad and its solver"][0].startswith(__version__)
    assert lines["Django"][0].startswith("5.2")
    assert lines["gunicorn"][0]
    assert re.fullmatch(r"SQLite, [\d.]+\xa0[KM]B", lines["Database"][0])
    assert re.match(r"\d+\.\d+", lines["Database version"][0])
    page = boss.get("/admin/condition/").content.decode()
    assert re.search(r'<th scope="row">games_user</th><td>1</td>', page)
    usage = type("usage", (), {"free": 5_000_000})
    monkeypatch.setattr("games.site.upkeep.condition.shutil.disk_usage", lambda folder: usage)
    assert told(boss)["Free disk space for DATA_DIR"] == (
        "4.8\xa0MB",
        "Free some space. Backups are written there.",
    )


def test_the_commit_where_the_site_came_by_git(tmp_path):
    assert commit(tmp_path) == ""
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "HEAD").write_text("ref: main\n")
    (tmp_path / ".git" / "main").write_text("0123456789abcdef\n")
    assert commit(tmp_path) == "0123456789ab"


@pytest.mark.parametrize(
    ("name", "value", "advice"),
    [
        ("DEBUG", True, "Errors show code"),
        ("ALLOWED_HOSTS", ["*"], "List the host names"),
        ("HTTPS", False, "Passwords travel unencrypted"),
        ("SECRET_KEY_FALLBACKS", ["old"], "An old key still opens sessions"),
        ("METRICS_TOKEN", "short", "It can be guessed"),
    ],
)
def test_a_setting_that_looks_unsafe(boss, settings, name, value, advice):
    settings.DEBUG, settings.HTTPS = False, True
    assert told(boss)[name] == ("looks safe", "")
    setattr(settings, name, value)
    assert told(boss)[name][0] == "looks unsafe"
    assert advice in told(boss)[name][1]


def test_the_page_needs_the_permission_and_the_admin_leads_there(boss):
    assert 'href="/admin/condition/"' in boss.get("/admin/").content.decode()
    helper = User.objects.create_user("helper", is_staff=True)
    browser = browser_of(helper)
    assert browser.get("/admin/condition/").status_code == 403
    assert "condition" not in browser.get("/admin/").content.decode()
    helper.user_permissions.add(Permission.objects.get(codename="watch_site"))
    assert browser.get("/admin/condition/").status_code == 200


# --- /metrics -----------------------------------------------------------------------------------


def ask(token):
    return Client().get("/metrics", headers={"Authorization": f"Bearer {token}"})


def test_metrics_need_the_token_that_is_set(settings):
    settings.METRICS_TOKEN = ""
    assert ask("").status_code == 404
    settings.METRICS_TOKEN = TOKEN
    assert ask("another").status_code == 404
    assert Client().get("/metrics").status_code == 404
    assert ask(TOKEN).status_code == 200


def test_metrics_of_the_whole_site(settings):
    settings.METRICS_TOKEN = TOKEN
    Heartbeat.objects.create(worker="one", seen_at=timezone.now())
    Job.objects.create(kind="cards", total=1, state=Job.State.FAILED)
    text = ask(TOKEN).content.decode()
    for line in ("database_up 1.0", "workers 1.0", "jobs_failed 1.0", "jobs_waiting 0.0"):
        assert f"\nmarienbad_{line}\n" in text
    assert re.search(r"\nmarienbad_database_bytes [\d.e+]+\n", text)
    assert "last_tidy_age" not in text
    call_command("tidy", stdout=StringIO())
    age = re.search(r"\nmarienbad_last_tidy_age_seconds (.+)\n", ask(TOKEN).content.decode())[1]
    assert 0 <= float(age) < 60


COUNTING = """
import os, django
django.setup()
from games.web.watch.watching import count_request
count_request("site:home", "GET", 200, 0.02, 3)
if os.fork():
    os.wait()
else:
    count_request("site:home", "GET", 200, 0.3, 4)
    count_request("site:home", "GET", 500, 0.3, 0)
"""


def test_requests_of_all_processes_are_summed_in_few_files(settings, tmp_path):
    settings.METRICS_TOKEN = TOKEN
    settings.METRICS = tmp_path / "metrics"
    environment = os.environ | {
        "METRICS_TOKEN": TOKEN,
        "DATA_DIR": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    for _ in range(3):  # the site is started again and again
        subprocess.run([sys.executable, "-c", COUNTING], env=environment, check=True)
    text = ask(TOKEN).content.decode()
    asked = 'marienbad_requests_total{method="GET",page="site:home",status='
    assert f'{asked}"200"}} 6.0' in text
    assert f'{asked}"500"}} 3.0' in text
    assert 'marienbad_queries_total{page="site:home"} 21.0' in text
    assert 'marienbad_request_seconds_bucket{le="0.025",page="site:home"} 3.0' in text
    assert 'marienbad_request_seconds_count{page="site:home"} 9.0' in text
    assert len(list(settings.METRICS.glob("*.lock"))) == 2


def test_the_changelog_and_the_citation_name_this_release(settings):
    changes = Path(settings.BASE_DIR, "CHANGELOG.md").read_text(encoding="utf-8")
    citation = yaml.safe_load(Path(settings.BASE_DIR, "CITATION.cff").read_text(encoding="utf-8"))
    first, *older = re.findall(r"^## (.+)$", changes, re.MULTILINE)
    assert first == "Unreleased"
    assert older[0] == f"{__version__} – {citation['date-released']}"
    assert citation["version"] == __version__
    assert len({name.split()[0] for name in older}) == len(older)  # no release is named twice
