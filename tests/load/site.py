"""A site that is set up in a folder of its own and served, and what its processes used."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from secrets import token_urlsafe
from statistics import median, quantiles

from tests.bench.crowd import free_port
from tests.load.browsing import many_connections
from tests.ready import begin

ROOT = Path(__file__).resolve().parents[2]
WORKERS = os.environ.get("WORKERS", "2")
"""The workers of a site that is served for one table of figures."""


@dataclass
class Site:
    """A site that is set up in *folder*, with the environment it runs in."""

    folder: Path
    env: dict[str, str]

    def manage(self, *arguments: str) -> str:
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(
            command, cwd=ROOT, env=self.env, check=False, capture_output=True, text=True
        )
        if done.returncode:
            raise RuntimeError(done.stderr)
        return done.stdout

    def shell(self, script: str) -> str:
        """What a script in the site's shell prints."""
        return self.manage("shell", "-v", "0", "-c", script)

    @contextmanager
    def served(
        self, workers: str, *options: str, application: str = "config.wsgi"
    ) -> Iterator[tuple[int, int]]:
        """The port and the process of a server with so many workers."""
        port = free_port()
        serve = [sys.executable, "-m", "gunicorn", application, "--config", "config/gunicorn.py"]
        serve += ["--bind", f"127.0.0.1:{port}", "--workers", workers, *options]
        with (self.folder / "server.log").open("ab") as log:
            server = subprocess.Popen(serve, cwd=ROOT, env=self.env, stdout=log, stderr=log)
        try:
            until_ready(port)
            yield port, server.pid
        finally:
            server.terminate()
            server.wait(60)


@contextmanager
def new_site(*, content: bool = True) -> Iterator[Site]:
    """A site with nothing but the course, on the database of DATABASE_URL, else SQLite."""
    with tempfile.TemporaryDirectory(prefix="load-") as folder:
        env = {**os.environ, "DATA_DIR": folder, "HTTPS": "0", "ALLOWED_HOSTS": "127.0.0.1"}
        site = Site(Path(folder), env | {"SECRET_KEY": token_urlsafe(50)})
        if not begin(folder):
            site.manage("migrate", "--verbosity", "0")
            if content:
                site.manage("load_content")
            site.manage("collectstatic", "--noinput", "--verbosity", "0")
        yield site


def database() -> str:
    """What :func:`new_site` stores in."""
    return "PostgreSQL" if os.environ.get("DATABASE_URL") else "SQLite"


def print_rounds(
    head: str, numbers: Iterable[str], figures: Callable[[Site, int], list[str]]
) -> None:
    """Print a table on one site without the course: a line of *figures* for each of these numbers
    of people. *head* is the line with the names of the columns."""
    many_connections()
    with new_site(content=False) as site:
        print(f"{database()}, {os.cpu_count()} cores, {WORKERS} workers\n")
        print(head + "\n" + "|---" * (head.count("|") - 1) + "|")
        for number in numbers:
            print("| " + " | ".join(figures(site, int(number))) + " |", flush=True)


def spread(times: Sequence[float]) -> list[str]:
    """The median, the 95th percentile and the longest of these seconds, in milliseconds."""
    late = quantiles(times, n=20, method="inclusive")[-1] if times[1:] else 0.0
    return [f"{1e3 * one:.0f}" for one in (median(times), late, max(times))]


def until_ready(port: int) -> None:
    for _ in range(600):
        try:
            line = HTTPConnection("127.0.0.1", port, timeout=5)
            line.request("GET", "/readyz")
            if line.getresponse().status == 200:
                return
        except OSError:
            pass
        time.sleep(0.1)
    raise RuntimeError("The site does not get ready.")


@dataclass
class Processor:
    """Seconds for which processes and those they have replaced ran, and for which they could have
    run but had to wait."""

    ran: float = 0
    waited: float = 0

    @classmethod
    def of(cls, *processes: int) -> Processor:
        used = cls()
        for pid in processes:
            for stat in Path(f"/proc/{pid}/task").glob("*/schedstat"):
                ran, waited, _ = stat.read_text().split()
                used.ran, used.waited = used.ran + int(ran) / 1e9, used.waited + int(waited) / 1e9
            ended = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[13:15]
            used.ran += sum(map(int, ended)) / os.sysconf("SC_CLK_TCK")
        return used

    def __sub__(self, before: Processor) -> Processor:
        return Processor(self.ran - before.ran, self.waited - before.waited)


def family(pid: int) -> list[int]:
    """A server and its workers."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [pid, *map(int, children.split())]
