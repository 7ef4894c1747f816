"""Break a site while students play, compare the confirmed moves with the stored ones, and write
docs/faults.md. With ``--short`` only the workers of a small site are killed, and nothing is
written."""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path

from tests.deploy.clients import Answer, Class, Client, compare
from tests.deploy.pieces import ROOT, Server
from tests.faults.breaking import (
    ON_POSTGRESQL,
    ON_SQLITE,
    Fault,
    Small,
    integrity,
    is_tried,
    small_disk,
)
from tests.ready import begin
from tests.services import IN_CI, install

PAGE = ROOT / "docs" / "faults.md"
STUDENTS, THINKS = 8, 0.2
AFTER = 4
"""Seconds for which students play before something breaks, and after it works again."""
PATIENCE = 60
"""Seconds without a move after which the site counts as broken for good."""

ADDRESSES = (
    *("/", "/privacy/", "/teach/", "/play/", "/opponents/", "/explore/", "/explore/nim/3+5+7/"),
    *("/maps/", "/theory/", "/errata/", "/learn/", "/learn/thirteen-lights/1/", "/puzzles/"),
    *("/puzzles/daily/", "/learn/review/", "/me/", "/classes/", "/assignments/"),
)

INTRODUCTION = f"""# What holds when something breaks

`make faults` writes this page and can repeat it all. It serves the site, lets {STUDENTS} students
play as fast as they can, breaks something and repairs it. Then it compares the moves that the site
confirmed to the students with the moves that it stored. If a student gets no answer, the student
reloads the page, as a person would.

- *moves*: moves that an answer or a page confirmed to a student.
- *lost*: confirmed moves that the site did not store. *doubled*: stored moves that nobody made.
- *"not now"*: answers 503 or 502, with a sentence. *broken*: connections that ended without an
  answer. *errors*: any other answer that reports a failure.
- *slowest*: the longest time that a student waited for an answer.
- *meanwhile*: the answers of {len(ADDRESSES)} addresses during the fault. A right answer is the
  page itself or "not now". The two probes follow.
- *again after*: the time from the repair to the next move that counts.
"""
HEAD = (
    '| what broke | moves | lost | doubled | "not now" | broken | errors | slowest | meanwhile '
    "| again after |\n|---|---|---|---|---|---|---|---|---|---|"
)


@dataclass
class Meanwhile:
    """The answers of a site while something is broken."""

    base: str
    answers: dict[str, str] = field(default_factory=dict)

    def look(self) -> None:
        with ThreadPoolExecutor(6) as threads:
            asked = (*ADDRESSES, "/healthz", "/readyz")
            self.answers = dict(zip(asked, threads.map(self.ask, asked), strict=True))

    def ask(self, path: str) -> str:
        try:
            answer = Client(self.base).get(path)
        except (OSError, HTTPException):
            return "nothing"
        return "not now" if is_not_now(answer) else str(answer.status)

    @property
    def wrong(self) -> dict[str, str]:
        """The addresses that sent neither their page nor "not now"."""
        right = {"200", "302", "not now"}
        return {
            path: said
            for path, said in self.answers.items()
            if path in ADDRESSES and said not in right
        }

    def __str__(self) -> str:
        if not self.answers:
            return ""
        said = Counter(self.answers[path] for path in ADDRESSES)
        right = len(ADDRESSES) - len(self.wrong)
        probes = f"`/healthz` {self.answers['/healthz']}, `/readyz` {self.answers['/readyz']}"
        return f'{right} right, {said["not now"]} of them "not now"; {probes}'


def is_not_now(answer: Answer) -> bool:
    return answer.status in {502, 503} and bool(answer.headers["Retry-After"] or answer.text)


@dataclass
class Outcome:
    """The result of one fault."""

    row: str
    held: bool


def until_more(students: Class) -> float:
    """Seconds until another move counts, at most PATIENCE."""
    started, before = time.monotonic(), sum(students.told.values())
    while sum(students.told.values()) == before and time.monotonic() - started < PATIENCE:
        time.sleep(0.05)
    return time.monotonic() - started


def outcome(server: Server, name: str, fault: Fault) -> Outcome:
    """Compare the moves confirmed before, during and after a fault with the stored ones."""
    meanwhile = Meanwhile(server.base)
    with Class(server.base, STUDENTS, THINKS) as students:
        time.sleep(AFTER)
        fault(server, meanwhile.look)
        again = until_more(students)
        time.sleep(AFTER)
    lost, extra = compare(students.told, server.stored_moves())
    doubled = max(extra - students.sum("unsettled"), 0)
    failed = students.sum("failed")
    told = sum(students.told.values())
    counts = (told, lost, doubled, students.sum("refused"), students.sum("broken"), failed)
    row = f"| {name} | " + " | ".join(f"{count:,}" for count in counts)
    row += f" | {students.slowest:.1f} s | {meanwhile} | {again:.1f} s |"
    held = again < PATIENCE and not (lost or doubled or failed or meanwhile.wrong)
    for path, said in meanwhile.wrong.items():
        print(f"{path} says {said}", flush=True)
    print(row, flush=True)
    return Outcome(row, bool(held))


def tried(server: Server, faults: dict[str, Fault]) -> tuple[list[str], bool]:
    """The table of a site, and whether everything held."""
    server.start()
    Meanwhile(server.base).look()  # the first request for a page takes longer
    outcomes = [outcome(server, name, fault) for name, fault in faults.items() if is_tried(fault)]
    checked = server.manage("check_matches").strip()
    lines = [
        HEAD,
        *(one.row for one in outcomes),
        "",
        f"Afterwards, `manage.py check_matches`: {checked}",
    ]
    return lines, all(one.held for one in outcomes) and "all as stored" in checked


def short() -> int:
    """One fault on SQLite; 1 if something did not hold."""
    [(name, fault), *_] = ON_SQLITE.items()
    with tempfile.TemporaryDirectory(prefix="faults-") as folder:
        begin(folder)
        server = Small(Path(folder))
        try:
            _, held = tried(server, {name: fault})
        finally:
            server.stop()
    print("everything held" if held else "not everything held")
    return 0 if held else 1


def main() -> int:
    """Both kinds of site; 1 if something did not hold."""
    if sys.argv[1:] == ["--short"]:
        return short()
    if not install(("caddy", "postgres", "redis-server")):
        return 1 if IN_CI else 0
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="faults-")))
        if any(not is_tried(fault) for fault in ON_SQLITE.values()):
            print("The disk is not filled, because only root can do that.", file=sys.stderr)
        else:
            stack.enter_context(small_disk(folder))
        server = Small(folder)
        stack.callback(server.stop)
        small, small_held = tried(server, ON_SQLITE)
        file = integrity(server)
        small.append(f"`PRAGMA integrity_check`: {file}.")
    with tempfile.TemporaryDirectory(prefix="faults-", ignore_cleanup_errors=True) as folder_name:
        server = Server(Path(folder_name))
        try:
            large, large_held = tried(server, ON_POSTGRESQL)
        finally:
            server.stop()
    titles = (
        "## SQLite, one machine, as `make run` serves it",
        "## PostgreSQL, two machines behind Caddy, with Redis",
    )
    tables = [titles[0], "", *small, "", titles[1], "", *large]
    PAGE.write_text("\n".join([INTRODUCTION, *tables, ""]))
    held = small_held and large_held and file == "ok"
    print(f"docs/faults.md is written; {'everything held' if held else 'not everything held'}")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
