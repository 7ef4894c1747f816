"""How long the first page takes while eight of the dearest requests run, again and again.

``python -m tests.bench.crowd`` serves the site with gunicorn, two workers of four threads.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from itertools import count
from statistics import median
from threading import Event, Thread
from urllib.error import HTTPError
from urllib.request import urlopen

from tests.ready import amount, begin

ATTACKERS, PROBES = amount("ATTACKERS", 8), 15


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def attack(base: str, name: int, done: Event) -> None:
    """Ask for a game that nobody has asked for before, for as long as it lasts, refused or not."""
    for number in count():
        if done.is_set():
            return
        code = f"{number % 8}{name}6477{number // 8 % 8}7"
        with suppress(HTTPError):
            urlopen(f"{base}/explore/octal:4.{code}/18+58+47+33/", timeout=60).read()  # noqa: S310


def probe(base: str) -> float:
    started = time.perf_counter()
    urlopen(f"{base}/", timeout=60).read()  # noqa: S310
    return time.perf_counter() - started


def main() -> None:
    """Serve, attack, measure, print."""
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "DATA_DIR": folder, "HTTPS": "0", "ALLOWED_HOSTS": "127.0.0.1"}
        env |= {"SECRET_KEY": os.urandom(32).hex(), "WORKERS": "2"}
        if not begin(folder):
            for command in ("migrate --verbosity 0", "collectstatic --noinput --verbosity 0"):
                manage = [sys.executable, "manage.py", *command.split()]
                subprocess.run(manage, env=env, check=True)
        port = free_port()
        serve = [sys.executable, "-m", "gunicorn", "config.wsgi", "--config", "config/gunicorn.py"]
        server = subprocess.Popen([*serve, "--bind", f"127.0.0.1:{port}"], env=env)
        base, done = f"http://127.0.0.1:{port}", Event()
        try:
            time.sleep(5)
            alone = [probe(base) for _ in range(PROBES)]
            crowd = [Thread(target=attack, args=(base, n, done)) for n in range(ATTACKERS)]
            for one in crowd:
                one.start()
            time.sleep(2)
            beside = [probe(base) for _ in range(PROBES)]
            done.set()
            for one in crowd:
                one.join()
        finally:
            done.set()
            server.terminate()
            server.wait()
    for name, times in (("alone", alone), (f"beside {ATTACKERS} dear requests", beside)):
        print(f"first page {name}: median {median(times):.2f} s, slowest {max(times):.2f} s")


if __name__ == "__main__":
    main()
