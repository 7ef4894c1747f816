"""The pieces of a server, each a process that can be stopped and started again.

Everything stands in one folder and on ports of its own; Caddy reads the same file as on a real
server, gunicorn the same settings, with two of it as two machines would have.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_urlsafe
from signal import SIGINT

from tests.bench.crowd import free_port
from tests.services import find_postgres

ROOT = Path(__file__).resolve().parents[2]
HOST = "localhost"
STORED = """
import json
from django.db.models import Count
from games.play.models import Move
rows = Move.objects.order_by().values_list("match").annotate(moves=Count("pk"))
print(json.dumps({str(match): moves for match, moves in rows}))
"""


class NotAnsweringError(RuntimeError):
    """A piece that does not come up."""


def until(works: Callable[[], object], what: str, seconds: float = 300) -> None:
    """Wait for something; :class:`NotAnsweringError` if it does not come."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if works():
                return
        except OSError:
            pass
        time.sleep(0.1)
    raise NotAnsweringError(f"{what} does not answer after {seconds:.0f} s")


def answers(address: str) -> bool:
    with urllib.request.urlopen(address, timeout=2) as response:  # noqa: S310
        return bool(response.status == 200)


@dataclass
class Piece:
    """One process: its *command*, what else it is told, and how one sees that it is up."""

    name: str
    command: list[str]
    env: dict[str, str]
    log: Path
    is_up: Callable[[], object] = lambda: True
    end: Callable[[], object] | None = None
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command, env=self.env, cwd=ROOT, stdout=log, stderr=log
            )
        until(self.is_up, self.name)

    def stop(self) -> None:
        """As a machine does that is restarted: it asks, and after a minute it insists."""
        if self.process is None:
            return
        (self.end or self.process.terminate)()
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None

    def restart(self) -> float:
        """Seconds until it is up again."""
        started = time.monotonic()
        self.stop()
        self.start()
        return time.monotonic() - started


@dataclass
class Server:
    """Proxy, two machines with the site, worker, database and cache, in *folder*."""

    folder: Path
    pieces: dict[str, Piece] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.ports = {name: free_port() for name in ("https", "one", "two", "cache")}
        self.base = f"https://{HOST}:{self.ports['https']}"
        socket = str(self.folder / "pg").replace("/", "%2F")
        self.env = {
            **os.environ,
            "SECRET_KEY": token_urlsafe(50),
            "ALLOWED_HOSTS": HOST,
            "DATA_DIR": str(self.folder),
            "CACHE_URL": f"redis://127.0.0.1:{self.ports['cache']}/0",
            "CSRF_TRUSTED_ORIGINS": self.base,
            "PROXIES": "1",
            "WORKERS": "2",
            "DATABASE_URL": f"postgres://postgres@{socket}/postgres",
        }

    def start(self) -> None:
        """Everything, in the order in which compose starts it."""
        self.add_database()
        self.add("cache", ["redis-server", "--port", str(self.ports["cache"]), "--save", ""])
        self.add_machines("one", "two")
        self.add_proxy()

    def add_machines(self, *names: str) -> None:
        """The site and its worker, set up as at every start."""
        for command in ("migrate --noinput --verbosity 0", "load_content"):
            self.manage(*command.split())
        self.manage("collectstatic", "--noinput", "--verbosity", "0")
        for name in names:
            at = f"127.0.0.1:{self.ports[name]}"
            serve = [sys.executable, "-m", "gunicorn", "config.wsgi"]
            serve += ["--config", "config/gunicorn.py", "--bind", at]
            self.add(f"site {name}", serve, lambda at=at: answers(f"http://{at}/readyz"))
        self.add("worker", [sys.executable, "manage.py", "work"])

    def add(
        self,
        name: str,
        command: list[str],
        is_up: Callable[[], object] = lambda: True,
        end: Callable[[], object] | None = None,
        **told: str,
    ) -> None:
        """Start a piece, which is told *told* beside what all are told."""
        log = self.folder / f"{name.replace(' ', '-')}.log"
        piece = Piece(name, command, self.env | told, log, is_up, end)
        self.pieces[name] = piece
        piece.start()

    def add_proxy(self) -> None:
        """Caddy with the file of the deployment; its certificate is its own."""
        version = subprocess.run(
            ["caddy", "version"], capture_output=True, text=True, check=True
        ).stdout
        numbers = [int(part) for part in version.split()[0].lstrip("v").split(".")[:2]]
        told = {
            "SITE_ADDRESS": self.base,
            "CADDY_TLS": "tls internal",
            "CADDY_OPTIONS": "skip_install_trust\nauto_https disable_redirects",
            "STATIC_ROOT": str(self.folder / "static"),
            "UPSTREAMS": " ".join(f"127.0.0.1:{self.ports[name]}" for name in ("one", "two")),
            "XDG_DATA_HOME": str(self.folder / "caddy"),
            "XDG_CONFIG_HOME": str(self.folder / "caddy"),
            "HOME": str(self.folder / "caddy"),
        }
        if numbers < [2, 7]:
            told["REQUEST_BUFFERING"] = "buffer_requests"
        command = ["caddy", "run", "--config", "deploy/Caddyfile", "--adapter", "caddyfile"]
        self.add("proxy", command, self.is_served, **told)

    def is_served(self) -> bool:
        from tests.deploy.clients import Client

        return Client(self.base).get("/healthz").status == 200

    def add_database(self) -> None:
        """PostgreSQL on a socket in the folder, for the user it insists on."""
        programs = find_postgres()
        if programs is None:
            raise NotAnsweringError("PostgreSQL is missing: apt-get install postgresql")
        home = self.folder / "pg"
        home.mkdir()
        as_user: list[str] = []
        if os.geteuid() == 0:
            self.folder.chmod(0o755)
            shutil.chown(home, "postgres", "postgres")
            as_user = ["runuser", "-u", "postgres", "--"]
        data = home / "data"
        make = [*as_user, str(programs / "initdb"), "-D", str(data), "-U", "postgres"]
        subprocess.run([*make, "-A", "trust", "-E", "UTF8"], check=True, stdout=subprocess.DEVNULL)
        home.chmod(0o755)
        server = [*as_user, str(programs / "postgres"), "-D", str(data), "-k", str(home)]
        ready = [str(programs / "pg_isready"), "-h", str(home), "-U", "postgres", "-q"]
        self.add(
            "database",
            [*server, "-c", "listen_addresses="],
            lambda: subprocess.run(ready, check=False).returncode == 0,
            lambda: self.tell_database(SIGINT),
        )

    def tell_database(self, signal: int) -> None:
        """Send PostgreSQL a signal: SIGINT ends it orderly, SIGQUIT at once."""
        pid = (self.folder / "pg" / "data" / "postmaster.pid").read_text().split()[0]
        os.kill(int(pid), signal)

    def manage(self, *arguments: str, **told: str) -> str:
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            env=self.env | told,
            cwd=ROOT,
            check=True,
            capture_output=True,
            text=True,
        )
        return done.stdout

    def stored_moves(self, **told: str) -> dict[str, int]:
        """How many moves each game has."""
        rows: dict[str, int] = json.loads(self.manage("shell", "-v", "0", "-c", STORED, **told))
        return rows

    def empty_database(self, name: str) -> str:
        """Another database beside the site's, and its address."""
        make = "from django.db import connection; connection.cursor().execute('CREATE DATABASE %s')"
        self.manage("shell", "-v", "0", "-c", make % name)
        return f"{self.env['DATABASE_URL'].rpartition('/')[0]}/{name}"

    def stop(self) -> None:
        for piece in reversed(self.pieces.values()):
            piece.stop()

    @property
    def logs(self) -> str:
        """The end of what every piece wrote."""
        ends = [
            f"--- {piece.name}\n{piece.log.read_text(errors='replace')[-800:]}"
            for piece in self.pieces.values()
        ]
        return "\n".join(ends)
