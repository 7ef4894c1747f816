"""What can break: each breaks a site on purpose, looks at it meanwhile, and mends it."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from signal import SIGINT, SIGKILL, SIGQUIT

import psycopg

from tests.deploy.pieces import HOST, Piece, Server

HELD = 12
"""Seconds for which a lock is held; longer than the site waits for one."""
BETWEEN = 3
"""Seconds from one blow to the next."""
WITHOUT = 8
"""Seconds without a database, or without room in it."""
DISK = "64m"

Look = Callable[[], None]
Fault = Callable[[Server, Look], None]


class Small(Server):
    """One machine on SQLite, without a proxy, as ``make run`` serves it."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.base = f"http://{HOST}:{self.ports['one']}"
        for name in ("DATABASE_URL", "CACHE_URL", "PROXIES", "CSRF_TRUSTED_ORIGINS"):
            del self.env[name]
        self.env["HTTPS"] = "0"

    def start(self) -> None:
        self.add_machines("one")


@contextmanager
def small_disk(folder: Path) -> Iterator[None]:
    """A disk of its own in *folder*, which can be filled; only root can make one."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}", "disk", folder], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", folder], check=True)


def machines(server: Server) -> list[Piece]:
    return [piece for name, piece in server.pieces.items() if name.startswith("site")]


def pid_of(machine: Piece) -> int:
    assert machine.process
    return machine.process.pid


def workers(machine: Piece) -> list[int]:
    children = f"/proc/{pid_of(machine)}/task/{pid_of(machine)}/children"
    return [int(pid) for pid in Path(children).read_text().split()]


def kill_workers(server: Server, look: Look) -> None:
    for _ in range(4):
        for machine in machines(server):
            for pid in workers(machine):
                os.kill(pid, SIGKILL)
        time.sleep(BETWEEN)


def kill_machines(server: Server, look: Look) -> None:
    """As when the power fails, and what started them starts them again."""
    for _ in range(3):
        for machine in machines(server):
            for pid in (pid_of(machine), *workers(machine)):
                os.kill(pid, SIGKILL)
            machine.stop()
        for machine in machines(server):
            machine.start()
        time.sleep(BETWEEN)


def write_lock(server: Server, look: Look) -> None:
    other = sqlite3.connect(server.folder / "marienbad.sqlite3", isolation_level=None, timeout=30)
    other.execute("BEGIN IMMEDIATE")
    held(look)
    other.execute("ROLLBACK")
    other.close()


def held(look: Look) -> None:
    """Look, for as long as a lock is held."""
    end = time.monotonic() + HELD
    time.sleep(1)
    look()
    time.sleep(max(0.0, end - time.monotonic()))


def disk_full(server: Server, look: Look) -> None:
    filler = server.folder / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            pass
    time.sleep(1)
    look()
    time.sleep(WITHOUT)
    filler.unlink()


@contextmanager
def other(server: Server) -> Iterator[psycopg.Connection]:
    """Somebody else at the database."""
    with psycopg.connect(
        host=str(server.folder / "pg"), user="postgres", dbname="postgres", autocommit=True
    ) as connection:
        yield connection


def table_lock(server: Server, look: Look) -> None:
    with other(server) as connection, connection.transaction():
        connection.execute("LOCK TABLE games_move IN ACCESS EXCLUSIVE MODE")
        held(look)


def restart_database(server: Server, look: Look) -> None:
    database = server.pieces["database"]
    for signal in (SIGINT, SIGQUIT, SIGINT):
        assert database.process
        server.tell_database(signal)
        database.process.wait(60)
        database.start()
        time.sleep(BETWEEN)


def stop_database(server: Server, look: Look) -> None:
    server.pieces["database"].stop()
    look()
    time.sleep(WITHOUT)
    server.pieces["database"].start()


def read_only(server: Server, look: Look) -> None:
    with other(server) as connection:
        connection.execute("SET default_transaction_read_only = off")
        connection.execute("ALTER SYSTEM SET default_transaction_read_only = on")
        connection.execute("SELECT pg_reload_conf()")
        time.sleep(1)
        look()
        time.sleep(WITHOUT)
        connection.execute("ALTER SYSTEM RESET default_transaction_read_only")
        connection.execute("SELECT pg_reload_conf()")


ON_SQLITE: dict[str, Fault] = {
    "`kill -9` of all workers, four times": kill_workers,
    "`kill -9` of the server with its workers, three times": kill_machines,
    f"another program holds the write lock for {HELD} s": write_lock,
    f"the disk is full for {WITHOUT} s": disk_full,
}
ON_POSTGRESQL: dict[str, Fault] = {
    "`kill -9` of all workers of both machines, four times": kill_workers,
    "`kill -9` of both machines with their workers, three times": kill_machines,
    f"another program locks the table of moves for {HELD} s": table_lock,
    "PostgreSQL restarted: fast, immediate, fast": restart_database,
    f"PostgreSQL stopped for {WITHOUT} s": stop_database,
    f"PostgreSQL read-only for {WITHOUT} s": read_only,
}


def integrity(server: Server) -> str:
    """What SQLite says of its own file."""
    with closing(sqlite3.connect(server.folder / "marienbad.sqlite3")) as connection:
        return str(connection.execute("PRAGMA integrity_check").fetchone()[0])


def is_tried(fault: Fault) -> bool:
    """Whether this machine lets us do it: only root can make a disk that fills up."""
    return fault is not disk_full or (os.geteuid() == 0 and bool(shutil.which("mount")))
