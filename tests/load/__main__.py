"""Serve the site, let students come, and print what a request costs: ``python -m tests.load``.

It stays on this machine, and each round lasts SECONDS. STUDENTS and WORKERS choose the rounds, as
in ``STUDENTS=30,200 WORKERS=2``; the database is that of DATABASE_URL, else SQLite. Students and
site share the processors, so the CPU time of a request says more than how long it took.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from secrets import token_urlsafe
from statistics import median, quantiles

from rich.console import Console
from rich.table import Table

from tests.bench.crowd import free_port
from tests.load.students import Tally, attend

ROOT = Path(__file__).resolve().parents[2]
SECONDS = float(os.environ.get("SECONDS", "30"))
THINKS = float(os.environ.get("THINKS", "10"))
"""Seconds from one request of a student to the next, in the middle."""


def chosen(name: str, default: str) -> list[str]:
    return os.environ.get(name, default).split(",")


@dataclass
class Site:
    """A site that is set up in *folder*, with the environment it runs in."""

    folder: Path
    env: dict[str, str]

    def manage(self, *arguments: str) -> None:
        command = [sys.executable, "manage.py", *arguments]
        subprocess.run(command, cwd=ROOT, env=self.env, check=True, stdout=subprocess.DEVNULL)

    @contextmanager
    def served(self, workers: str, port: int | None = None) -> Iterator[tuple[int, int]]:
        """The port and the process of a server with so many workers."""
        port = port or free_port()
        serve = [sys.executable, "-m", "gunicorn", "config.wsgi", "--config", "config/gunicorn.py"]
        serve += ["--bind", f"127.0.0.1:{port}", "--workers", workers]
        with (self.folder / "server.log").open("ab") as log:
            server = subprocess.Popen(serve, cwd=ROOT, env=self.env, stdout=log, stderr=log)
        try:
            until_ready(port)
            yield port, server.pid
        finally:
            server.terminate()
            server.wait(60)


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


def cpu(root: int) -> float:
    """Seconds of CPU that a process and its children have used."""
    ticks = os.sysconf("SC_CLK_TCK")
    used = 0.0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(stat.parent.name) == root or int(fields[1]) == root:
            used += (int(fields[11]) + int(fields[12])) / ticks
    return used


def limit(tally: Tally, used: float, workers: int) -> str:
    """What kept the students from being answered at once."""
    waited = median(tally.times) if tally.times else 0
    if waited < 0.3:
        return "nothing"
    busy = used / SECONDS / workers
    return f"workers {100 * busy:.0f} % of a core each"


def main() -> None:
    """Every round, one after the other."""
    table = Table(
        *("workers", "students", "requests/s", "median ms", "95 % ms", "slowest ms"),
        *("refused", "broken", "CPU ms/request", "limited by"),
    )
    with tempfile.TemporaryDirectory(prefix="load-") as folder:
        env = {**os.environ, "DATA_DIR": folder, "HTTPS": "0", "ALLOWED_HOSTS": "127.0.0.1"}
        site = Site(Path(folder), env | {"SECRET_KEY": token_urlsafe(50)})
        site.manage("migrate", "--verbosity", "0")
        site.manage("load_content")
        site.manage("collectstatic", "--noinput", "--verbosity", "0")
        for workers in chosen("WORKERS", "1,2,4"):
            for students in chosen("STUDENTS", "30,200,1000"):
                with site.served(workers) as (port, pid):
                    before = cpu(pid)
                    tally = attend(port, int(students), SECONDS, THINKS)
                    used = cpu(pid) - before
                table.add_row(workers, students, *figures(tally, used, int(workers)))
    Console(width=130).print(table)
    name = "PostgreSQL" if os.environ.get("DATABASE_URL") else "SQLite"
    print(f"({name}, {os.cpu_count()} cores, {THINKS:.0f} s from request to request)")


def figures(tally: Tally, used: float, workers: int) -> list[str]:
    """What came of a round in which the site used so many seconds of CPU."""
    times = tally.times or [0.0]
    late = quantiles(times, n=20, method="inclusive")[-1] if len(times) > 1 else times[0]
    return [
        f"{len(times) / SECONDS:.1f}",
        *(f"{1e3 * one:.0f}" for one in (median(times), late, max(times))),
        *(str(tally.refused), str(tally.broken)),
        *(f"{1e3 * used / len(times):.1f}", limit(tally, used, workers)),
    ]


if __name__ == "__main__":
    main()
