"""A process that has used up its memory makes room for a new one, and nobody loses a request."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from http.client import HTTPConnection
from pathlib import Path

import pytest

from games.web.watch import watching
from tests.bench.crowd import free_port

from ..test_settings import HOSTS, SECRET

ROOT = Path(__file__).resolve().parents[3]
GROWS = """
import os
from config.wsgi import application as site
from games.web.watch import watching

def application(environ, answer):
    if environ["PATH_INFO"] == "/grow":
        watching.LARGE = 0
    answer("200 OK", [("Content-Type", "text/plain")])
    return [str(os.getpid()).encode()]
"""


@pytest.fixture(autouse=True)
def nothing_has_failed(monkeypatch):
    monkeypatch.setattr(watching, "_has_failed", False)


def test_a_process_knows_its_own_size(monkeypatch):
    held = watching.resident()
    assert held > 10
    more = b"x" * 30_000_000
    assert watching.resident() >= held + 25
    del more
    monkeypatch.setattr(watching, "LARGE", held // 2)
    assert watching.is_used_up()
    monkeypatch.setattr(watching, "LARGE", 100_000)
    assert not watching.is_used_up()
    monkeypatch.setattr(watching, "_STATM", Path("/there/is/none"))
    assert watching.resident() == 0


@pytest.mark.django_db
def test_who_meets_a_lack_of_memory_is_asked_to_come_again_and_the_process_ends(
    client, monkeypatch
):
    def too_large(*arguments):
        raise MemoryError

    monkeypatch.setattr(watching, "LARGE", 100_000)
    with monkeypatch.context() as broken:
        broken.setattr("games.explore.maps.views.map_of", too_large)
        page = client.get("/maps/kayles/")
    assert page.status_code == 503
    assert page.headers["Retry-After"] == page.headers["Refresh"]
    assert "more memory than the site has at the moment" in page.content.decode()
    assert watching.is_used_up()


@pytest.mark.parametrize("probe", ["/healthz", "/readyz"])
@pytest.mark.django_db
def test_probes_are_answered_whatever_else_does_not_work(client, monkeypatch, probe):
    def broken(*arguments):
        raise MemoryError

    monkeypatch.setattr("games.web.watch.watching.Watched", broken)
    assert client.get(probe, headers={"Host": "10.0.0.7"}).status_code == 200


def asked(port, path):
    line = HTTPConnection("127.0.0.1", port, timeout=60)
    line.request("GET", path)
    answer = line.getresponse()
    return answer.status, answer.read().decode()


def test_a_worker_that_has_grown_is_replaced_and_no_request_is_lost(tmp_path):
    """Every request is answered, from before one of two workers leaves until after another has
    come."""
    (tmp_path / "grows.py").write_text(GROWS)
    port = free_port()
    command = [sys.executable, "-m", "gunicorn", "grows", "--config", "config/gunicorn.py"]
    server = subprocess.Popen(
        [*command, "--pythonpath", f"{tmp_path},{ROOT}", "--bind", f"127.0.0.1:{port}"],
        env={"PATH": os.environ["PATH"], "DATA_DIR": str(tmp_path), **SECRET, **HOSTS}
        | {"ALLOWED_HOSTS": "127.0.0.1", "HTTPS": "0", "WORKERS": "2"},
        cwd=ROOT,
        stderr=subprocess.PIPE,
        text=True,
    )
    booted = []
    for line in server.stderr:
        booted += re.findall(r"Booting worker with pid: (\d+)", line)
        if len(booted) == 2:
            break
    said = []
    reading = threading.Thread(target=lambda: said.extend(server.stderr))
    reading.start()
    try:
        told = [asked(port, "/grow")]
        until = time.monotonic() + 60
        while {worker for _, worker in told} <= set(booted) and time.monotonic() < until:
            told.append(asked(port, "/"))
        told += [asked(port, "/") for _ in range(20)]
        assert {status for status, _ in told} == {200}
        assert {worker for _, worker in told} - set(booted)
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(60)
        reading.join()
    assert any("a new one begins" in line for line in said)
    assert not [line for line in said if "Traceback" in line]
