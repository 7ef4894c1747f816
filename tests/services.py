"""The programs the tests need beside Python: three browsers and a PostgreSQL server.

``python -m tests.services`` looks for them, installs Debian's where it may, and otherwise says
which command is missing. ``python -m tests.services database -- COMMAND`` starts a throw-away
PostgreSQL server, runs COMMAND with DATABASE_URL pointing at it, and stops the server.
In continuous integration (CI set) a missing program is an error, elsewhere a loud notice.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

IN_CI = bool(os.environ.get("CI"))
MISSING = {
    "chromium": "apt-get install chromium-headless-shell",
    "firefox": "apt-get install firefox-esr",
    "webkit": "apt-get install xvfb webkit2gtk-driver",
    "postgres": "apt-get install postgresql",
    "caddy": "apt-get install caddy",
    "redis-server": "apt-get install redis-server",
}
NEEDED = ("chromium", "firefox", "webkit", "postgres")
"""What the tests need; the others belong to a server."""


def find_chromium() -> str | None:
    """The path of a Chromium or Chrome; without windows, it does a page with less work."""
    names = ("chromium-headless-shell", "chromium", "google-chrome", "google-chrome-stable")
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


def find_firefox() -> str | None:
    """The path of a Firefox."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


def find_webkit() -> tuple[str, str, str] | None:
    """The paths of WebKit's driver, of its browser, and of a server for a screen nobody sees."""
    pages = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
    driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    return (driver, str(pages[-1]), screen) if driver and pages and screen else None


def find_postgres() -> Path | None:
    """The folder of PostgreSQL's server programs."""
    on_path = [Path(found).parent for found in [shutil.which("initdb")] if found]
    for folder in [*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True), *on_path]:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    return None


FIND: dict[str, Callable[[], object]] = {
    "chromium": find_chromium,
    "firefox": find_firefox,
    "webkit": find_webkit,
    "postgres": find_postgres,
}


def is_there(program: str) -> bool:
    return bool(FIND[program]() if program in FIND else shutil.which(program))


def install(programs: Sequence[str]) -> bool:
    """Make sure these programs are there, or say which are missing; whether all are."""
    wanted = [program for program in programs if not is_there(program)]
    if wanted and os.geteuid() == 0 and shutil.which("apt-get"):
        packages = [name for program in wanted for name in MISSING[program].split()[2:]]
        quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        print(f"Installing {' and '.join(packages)} …", flush=True)
        subprocess.run(["apt-get", "update", "-qq"], env=quiet, check=False)
        subprocess.run(["apt-get", "install", "-y", "-qq", *packages], env=quiet, check=False)
    missing = [program for program in programs if not is_there(program)]
    for program in missing:
        print(
            f"\n*** {program} is missing: its tests are SKIPPED. To run them: "
            f"sudo {MISSING[program]} ***\n",
            file=sys.stderr,
        )
    return not missing


def main() -> int:
    """Make sure that what the tests need is there, or say what is missing."""
    return 1 if not install(NEEDED) and IN_CI else 0


def with_database(command: list[str]) -> int:
    """Run *command* with a PostgreSQL server of its own."""
    programs = find_postgres()
    if programs is None:
        print("*** PostgreSQL is missing: its tests are SKIPPED. ***", file=sys.stderr)
        return 1 if IN_CI else 0
    with tempfile.TemporaryDirectory(prefix="pg-", ignore_cleanup_errors=True) as folder:
        data, run_as = Path(folder) / "data", []
        if os.geteuid() == 0:  # the server refuses to run as root
            shutil.chown(folder, "postgres", "postgres")
            run_as = ["runuser", "-u", "postgres", "--"]
        initdb = [*run_as, programs / "initdb", "-D", data, "-U", "postgres", "-A", "trust"]
        subprocess.run([*initdb, "-E", "UTF8"], check=True, stdout=subprocess.DEVNULL)
        # Two runs beside each other, each with as many threads as a class has phones.
        serve = f"-c listen_addresses= -c unix_socket_directories={folder} -c fsync=off"
        serve += " -c max_connections=300"
        control = [*run_as, programs / "pg_ctl", "-D", data, "-w"]
        log = ["-l", Path(folder) / "log"]
        subprocess.run(
            [*control, *log, "-o", serve, "start"], check=True, stdout=subprocess.DEVNULL
        )
        try:
            Path(folder).chmod(0o755)
            url = f"postgres://postgres@{folder.replace('/', '%2F')}/postgres"
            env = os.environ | {"DATABASE_URL": url}
            return subprocess.run(command, env=env, check=False).returncode
        finally:
            subprocess.run([*control, "-m", "fast", "stop"], check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    arguments = sys.argv[1:]
    if arguments[:2] == ["database", "--"]:
        sys.exit(with_database(arguments[2:]))
    sys.exit(main())
