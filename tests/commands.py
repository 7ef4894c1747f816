"""The commands that no other test runs, each in a short form: ``make test-commands``.

Each has to end well and to print its figures. The engine's own commands are run by the tests of the
engine: ``make prove`` in ``test_reach.py``, the wheel of ``make package`` in ``test_package.py``,
and the notebooks in ``test_notebooks.py``.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_urlsafe

from tests.ready import FOLDER
from tests.services import IN_CI, install

PATIENCE = 900
"""Seconds that no short form takes, however busy the machine is."""


@dataclass(frozen=True)
class Short:
    """A *module* that is run with *options* and this environment, and what it then *prints*."""

    module: str
    prints: str
    options: tuple[str, ...] = ()
    env: dict[str, str] = field(default_factory=dict)


COMMANDS = (
    Short("tests.deploy", r"everything held$", ("--short",)),
    Short("tests.faults", r"\| [1-9]\d* \| 0 \| 0 \|[^$]*everything held$", ("--short",)),
    Short(
        "tests.load",
        r"\| 1 \| 4 \| \d+\.\d \| [^|]+ \| [^|]+ \| [^|]+ \| 0 \| 0 \|",
        env={"STUDENTS": "4", "WORKERS": "1", "ROUND": "4", "THINKS": "0.5"},
    ),
    Short("tests.load.rooms", r"\| 4 \|(.*\|)* 0 \| 0 \| 0 \| \d+\.\d \|", env={"PHONES": "4"}),
    Short(
        "tests.load.handing_in",
        r"\| 3 \|.* \| 0 \| 0 \| 9 \| 3 \| 0 \| 0 \|",
        env={"STUDENTS": "3", "SPREAD": "2"},
    ),
    Short(
        "tests.bench.costs", r"2 random rulesets, 0 answered", env={"RULESETS": "2", "KNOWN": "1"}
    ),
    Short(
        "tests.bench.classes",
        r"\(8 students, 8 items, [1-9]\d* answers to exercises\)",
        env={"STUDENTS": "8", "ITEMS": "8", "ASSIGNMENTS": "2"},
    ),
    Short("tests.bench.crowd", r"beside 2 dear requests: median \d", env={"ATTACKERS": "2"}),
    Short("tests.bench.pages", r"results of 200 .* \d+\.\d ", env={"ROUNDS": "1"}),
    Short("tests.bench.polls", r"an unchanged poll of a room .*\d \(\d", env={"ROUNDS": "1"}),
)


def set_up(folder: str) -> None:
    """The site that each of them begins with a copy of."""
    env = {**os.environ, "DATA_DIR": folder, "SECRET_KEY": token_urlsafe(50), "HTTPS": "0"}
    for command in ("migrate --verbosity 0", "load_content", "collectstatic --noinput -v 0"):
        subprocess.run(
            [sys.executable, "manage.py", *command.split()],
            env=env | {"ALLOWED_HOSTS": "localhost"},
            stdout=subprocess.DEVNULL,
            check=True,
        )


def holds(command: Short, folder: str) -> bool:
    """Run one; whether it ended well and printed what it should."""
    started = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", command.module, *command.options],
        env={**os.environ, **command.env, FOLDER: folder, "COLUMNS": "130"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    held = done.returncode == 0 and re.search(command.prints, done.stdout.strip(), re.M)
    took = time.monotonic() - started
    print(f"{'ok    ' if held else 'FAILED'}  {command.module} in {took:.0f} s", flush=True)
    if not held:
        print(done.stdout, done.stderr, f"(wanted: {command.prints})", sep="\n", flush=True)
    return bool(held)


def main() -> int:
    """All of them, or those named; 1 if one did not hold."""
    if not install(("caddy", "postgres", "redis-server")):
        return 1 if IN_CI else 0
    named = sys.argv[1:]
    chosen = [one for one in COMMANDS if not named or one.module in named]
    with tempfile.TemporaryDirectory(prefix="ready-") as folder:
        set_up(folder)
        Path(folder).chmod(0o755)
        held = [holds(command, folder) for command in chosen]
    return 0 if chosen and all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
