"""Work in the background: done once whatever dies in between, and shown with its progress."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import uuid
from contextlib import closing
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
import time_machine
import yaml
from django.core.management import call_command
from django.db import connections
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from games.web.background import jobs
from games.web.background.worker import NAMES, put_back
from games.web.models import Heartbeat, Job, Tally
from tests.games.test_settings import HOSTS, SECRET

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(autouse=True)
def counting(monkeypatch):
    """A kind of job: to make ten rows, three with each piece."""

    def piece(job_id):
        for n in range(10):
            _, new = Tally.objects.get_or_create(
                key=f"{job_id} {n}", defaults={"count": 1, "ends_at": timezone.now()}
            )
            done = Tally.objects.filter(key__startswith=f"{job_id} ").count()
            if new and not done % 3:
                break
        return done

    monkeypatch.setitem(jobs.PIECES, "counting", piece)


def begun():
    return jobs.begin("counting", 10, uuid.uuid4())


def worked(number=10):
    return Tally.objects.count() == number


@pytest.mark.django_db(transaction=True)
@pytest.mark.database
def test_a_worker_does_every_piece_and_says_how_far_it_is():
    job = begun()
    assert not Tally.objects.exists()
    call_command("work", "--once")
    job.refresh_from_db()
    assert (job.state, job.done) == ("done", 10)
    assert worked()
    assert jobs.progress(job, "rows").sentence == "10 of 10 rows."
    call_command("work", "--once")
    assert worked()
    assert not Heartbeat.objects.exists()


@pytest.mark.django_db
def test_a_job_of_a_transaction_that_is_rolled_back_is_nobodys(django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True) as callbacks:
        begun()
        assert not DBTaskResult.objects.exists()
    assert len(callbacks) == 1
    assert DBTaskResult.objects.count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.database
def test_two_that_do_the_same_pieces_at_once_do_nothing_twice():
    job, barrier, problems = begun(), threading.Barrier(3), []

    def work():
        barrier.wait()
        try:
            jobs.carry_on.call(str(job.pk))
        except Exception as error:
            problems.append(error)
        connections.close_all()

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    job.refresh_from_db()
    assert not problems
    assert (job.state, job.done, worked()) == ("done", 10, True)


@pytest.mark.django_db(transaction=True)
def test_a_piece_that_fails_ends_the_job_until_somebody_tries_again(monkeypatch):
    def broken(job_id):
        raise ValueError("broken")

    monkeypatch.setitem(jobs.PIECES, "broken", broken)
    job = jobs.begin("broken", 10, uuid.uuid4())
    call_command("work", "--once")
    job.refresh_from_db()
    assert job.has_failed
    monkeypatch.setitem(jobs.PIECES, "broken", jobs.PIECES["counting"])
    jobs.begin_again(job)
    jobs.begin_again(job)
    assert DBTaskResult.objects.ready().count() == 1
    call_command("work", "--once")
    job.refresh_from_db()
    assert (job.state, worked()) == ("done", True)


@pytest.mark.django_db(transaction=True)
def test_what_a_worker_leaves_that_died_is_done_by_the_next():
    begun()
    DBTaskResult.objects.get().claim("lost")
    Heartbeat.objects.create(worker="lost", seen_at=timezone.now() - timedelta(seconds=15))
    call_command("work", "--once")
    assert not Tally.objects.exists()  # it may still be there
    with time_machine.travel(timezone.now() + timedelta(seconds=10)):
        call_command("work", "--once")
    assert worked()


@pytest.mark.django_db
def test_a_task_in_which_five_workers_died_is_not_begun_again():
    job = begun()
    jobs.carry_on.enqueue(str(job.pk))
    for n in range(5):
        DBTaskResult.objects.get().claim(f"lost {n}")
        put_back()
        assert DBTaskResult.objects.get().status == ("FAILED" if n == 4 else "READY")
        job.refresh_from_db()
        assert job.has_failed is (n == 4)


@pytest.mark.django_db
def test_a_page_goes_on_itself_where_nobody_works():
    job = begun()
    assert jobs.progress(job, "rows").is_by_hand
    Heartbeat.objects.create(worker="one", seen_at=timezone.now())
    assert not jobs.progress(job, "rows").is_by_hand
    with time_machine.travel(timezone.now() + timedelta(seconds=30)):
        assert jobs.progress(job, "rows").is_by_hand  # the worker is not heard of any more
    jobs.go_on(job)
    assert (job.state, job.done) == ("open", 3)
    for _ in range(3):
        jobs.go_on(job)
    assert (job.state, job.done) == ("done", 10)
    assert not jobs.progress(job, "rows").is_by_hand


@pytest.mark.django_db
def test_a_job_that_nobody_gets_to_is_taken_up_by_the_page():
    job = begun()
    with time_machine.travel(timezone.now() + timedelta(minutes=2)):
        Heartbeat.objects.create(worker="busy", seen_at=timezone.now())
        assert jobs.progress(job, "rows").is_by_hand


@pytest.mark.django_db
def test_old_jobs_are_tidied_away():
    begun()
    jobs.carry_on.enqueue(str(uuid.uuid4()))
    Heartbeat.objects.create(worker="lost", seen_at=timezone.now())
    out = StringIO()
    with time_machine.travel(timezone.now() + timedelta(days=6)):
        call_command("tidy", stdout=out)
    assert Job.objects.exists()
    assert DBTaskResult.objects.exists()
    with time_machine.travel(timezone.now() + timedelta(days=8)):
        call_command("tidy", stdout=out)
    assert "2  The progress of background work" in out.getvalue()
    for model in (Job, DBTaskResult, Heartbeat):
        assert not model.objects.exists()


# --- the program itself ---------------------------------------------------------------------------


def hearts(folder):
    """The workers that a site in *folder* knows of, by the numbers of their processes."""
    with closing(sqlite3.connect(folder / "marienbad.sqlite3")) as database:
        return [worker for (worker,) in database.execute("SELECT worker FROM games_heartbeat")]


def workers(folder):
    """The processes of the workers that a site in *folder* knows of."""
    return {int(re.search(r"-(\d+)-\w{8}$", name)[1]) for name in hearts(folder)}


def until(condition):
    for _ in range(120):
        if condition():
            return
        time.sleep(0.25)
    raise AssertionError("it did not happen within half a minute")


def is_there(pid):
    """Whether a process is there that has not ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_the_worker_beside_a_server_ends_with_it_even_if_that_is_killed(site):
    environment = {"PATH": os.environ["PATH"], **SECRET, **HOSTS, "DATA_DIR": str(site)}
    script = f"{sys.executable} manage.py work --beside $$ & echo $!; exec sleep 300"
    server = subprocess.Popen(
        ["bash", "-c", script], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    )
    worker = int(server.stdout.readline())
    until(lambda: workers(site) == {worker})
    server.kill()
    server.wait()
    until(lambda: not is_there(worker))
    assert hearts(site) == []


def test_a_worker_that_is_told_to_stop_says_good_bye(tmp_path, make_tables):
    environment = {"PATH": os.environ["PATH"], **SECRET, **HOSTS, "DATA_DIR": str(tmp_path)}
    worker = subprocess.Popen([sys.executable, "manage.py", "work"], cwd=ROOT, env=environment)
    time.sleep(1)  # it waits for the tables
    assert worker.poll() is None
    make_tables(tmp_path)
    until(lambda: workers(tmp_path) == {worker.pid})
    worker.send_signal(signal.SIGTERM)
    assert worker.wait(10) == 0
    assert hearts(tmp_path) == []


def recipe(target):
    """The last line that make would run."""
    # Under `make test`, make would say which folder it enters and leaves.
    made = subprocess.run(
        ["make", "--dry-run", "--no-print-directory", target],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return made.stdout.replace("\\\n", "").splitlines()[-1]


def test_a_worker_that_died_beside_a_server_begins_anew_until_that_ends(site):
    line = recipe("dev")
    loop = line[line.index("for only") : line.rindex("&&")]
    loop = loop.replace(".venv/bin/python", sys.executable)
    environment = {"PATH": os.environ["PATH"], **SECRET, **HOSTS, "DATA_DIR": str(site)}
    server = subprocess.Popen(
        ["bash", "-c", f"{loop} && exec sleep 300"], cwd=ROOT, env=environment
    )
    until(lambda: len(workers(site)) == 2)
    first = workers(site)
    for worker in first:
        os.kill(worker, signal.SIGKILL)
    until(lambda: len(workers(site) - first) == 2)
    again = workers(site) - first
    server.kill()
    server.wait()
    until(lambda: not any(map(is_there, again)))
    time.sleep(3)
    assert workers(site) <= first  # nobody begins them any more


@pytest.mark.django_db(transaction=True)
def test_what_is_urgent_does_not_wait_for_long_computations(monkeypatch):
    monkeypatch.setitem(jobs.PIECES, "long", jobs.PIECES["counting"])
    monkeypatch.setattr(jobs, "LATER", {"long"})
    long, urgent = jobs.begin("long", 10, uuid.uuid4()), begun()
    call_command("work", "--once", "--only", "urgent")
    for job in (long, urgent):
        job.refresh_from_db()
    assert (urgent.state, long.state) == ("done", "open")
    Heartbeat.objects.create(worker="one", seen_at=timezone.now(), only_urgent=True)
    assert not jobs.has_worker("long")
    assert jobs.has_worker("counting")
    call_command("work", "--once")
    long.refresh_from_db()
    assert long.state == "done"


def test_make_run_and_compose_start_a_worker_with_what_the_site_is_given():
    last = recipe("run")
    assert "manage.py work --beside $$ $only" in last
    assert 'for only in "" "--only urgent"' in last
    assert last.index("work --beside") < last.index("exec .venv/bin/gunicorn")
    services = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    assert services["worker"]["command"] == ["python", "manage.py", "work"]
    assert services["urgent"]["command"] == ["python", "manage.py", "work", "--only", "urgent"]
    finished = {"condition": "service_completed_successfully"}
    for worker in ("worker", "urgent"):
        assert services[worker]["environment"] == services["site"]["environment"]
        assert services[worker]["restart"] == "unless-stopped"
        assert services[worker]["depends_on"]["setup"] == finished


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", ["games.web.jobs.carry_on", "games.gone.carry_on"])
def test_work_that_waited_while_an_update_moved_its_code_is_done(name, monkeypatch):
    monkeypatch.setattr("games.web.background.worker.NAMES", NAMES | {"games.gone.carry_on"})
    job = begun()
    DBTaskResult.objects.update(task_path=name)
    call_command("work", "--once")
    job.refresh_from_db()
    assert (job.state, worked()) == ("done", True)


def test_a_worker_knows_the_task_under_the_name_that_is_stored_now():
    assert jobs.carry_on.module_path in NAMES
