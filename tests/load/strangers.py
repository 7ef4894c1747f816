"""People without an account who ask for what costs most: ``python -m tests.load.strangers``.

First, strangers at many addresses ask one worker for REQUESTS pages about games of every family
that nobody has asked for before, and then 200 students work. It prints what was answered and the
memory of the worker. Then, n clients at one address ask for one quotient after the other, for each
n of THINKERS, while somebody else opens two ordinary pages. The short form, in a minute or two, is
``REQUESTS=300 THINKERS=0,30 ROUND=8``.
"""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import repeat
from pathlib import Path
from random import Random
from statistics import median

from tests.load.__main__ import CLASS, SECONDS, chosen
from tests.load.browsing import Browser, Tally, many_connections
from tests.load.site import WORKERS, Site, family, new_site, spread
from tests.load.students import attend

REQUESTS = int(os.environ.get("REQUESTS", "3000"))
CLIENTS = 8
"""How many strangers ask at once while they fill the memory."""
STUDENTS = 200
EVERY = 0.2
"""Seconds between two looks at the memory of the workers."""
CODE = "01234567"
PAGES = ("/privacy/", "/assignments/")
"""What somebody with an account opens meanwhile: a page without and one with many queries."""


def digits(chance: Random, number: int, signs: str = CODE) -> str:
    return "".join(chance.choice(signs) for _ in range(number - 1)) + chance.choice(signs[1:])


def games(chance: Random) -> Iterator[str]:
    """Games of every family that hardly anybody has asked for before."""
    while True:
        yield f"octal:0.{digits(chance, 7)}"
        yield f"octal:4.{digits(chance, 5)}"
        yield f"hexadecimal:0.{digits(chance, 6, '0123456789ABCDEF')}"
        taken = sorted(chance.sample(range(1, 60), 8))
        yield f"subtraction:{{{','.join(map(str, taken))}}}"
        yield f"subtraction:{chance.randint(1, 10**6)}"
        rows = (
            f"{size}:[[],[{size - 1}],[{chance.randint(0, size - 1)},{size // 3}]]"
            for size in range(2, 16)
        )
        yield f"heaps:{{{','.join(rows)}}}".replace(" ", "")
        yield chance.choice(["kayles", "grundy", "lasker", "nim", "octal:0.07", "octal:0.137"])


def heavy(chance: Random) -> Iterator[str]:
    """Addresses that cost much, each for the first time."""
    named = games(chance)
    while True:
        yield f"/lab/quotients/{next(named)}/quotient.json"
        third = chance.randint(1, 40)
        yield f"/maps/{next(named)}/map.svg?size=40&third={third}"
        rows = "+".join(str(chance.randint(2, 20)) for _ in range(4))
        yield f"/explore/{next(named)}/{rows}/frame.svg"
        yield f"/explore/{next(named)}/{rows}/"
        yield f"/maps/{next(named)}/?size={chance.randint(20, 40)}&third={third}"
        yield f"/lab/quotients/{next(named)}/"


@dataclass
class Memory:
    """Megabytes of the largest worker at each look, and the workers that were seen."""

    pid: int
    most: list[int] = field(default_factory=list)
    seen: set[int] = field(default_factory=set)

    async def watch(self) -> None:
        while True:
            self.most.append(max((resident(pid) for pid in self._workers()), default=0))
            await asyncio.sleep(EVERY)

    def _workers(self) -> list[int]:
        workers = family(self.pid)[1:]
        self.seen.update(workers)
        return workers


def resident(pid: int) -> int:
    """Megabytes of memory that a process holds; 0 if it has ended."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096 >> 20
    except OSError:
        return 0


@dataclass
class Strangers:
    """Clients that share a list of addresses to ask for. Each request comes from an address of its
    own if they are *many*, otherwise all come from one."""

    port: int
    paths: Iterator[str]
    are_many: bool
    tally: Tally = field(default_factory=Tally)
    statuses: Counter[int] = field(default_factory=Counter)
    failed: list[str] = field(default_factory=list)

    async def ask(self, chance: Random) -> None:
        path = next(self.paths)
        parts = chance.choices(range(1, 255), k=3) if self.are_many else [0, 0, 1]
        sent = {"X-Forwarded-For": ".".join(map(str, (10, *parts)))}
        answer = await Browser(self.port, self.tally).ask(path, headers=sent)
        self.statuses[answer.status] += 1
        if answer.status != 503 and not 0 < answer.status < 500:
            self.failed.append(f"{answer.status} {path}")


async def fill(port: int, pid: int) -> tuple[Strangers, Memory]:
    """Strangers at many addresses ask for REQUESTS heavy pages."""
    strangers, memory = Strangers(port, heavy(Random(1)), are_many=True), Memory(pid)
    watching = asyncio.create_task(memory.watch())
    left = iter(range(REQUESTS))

    async def client(number: int) -> None:
        chance = Random(number)
        for _ in left:
            await strangers.ask(chance)

    await asyncio.gather(*(client(number) for number in range(CLIENTS)))
    watching.cancel()
    return strangers, memory


async def saturate(port: int, number: int, session: str) -> dict[str, list[float]]:
    """Seconds that each of PAGES takes while so many clients at one address ask for quotients."""
    chance, end = Random(number), time.monotonic() + SECONDS
    named = (f"/lab/quotients/octal:0.{digits(chance, 7)}/quotient.json" for _ in repeat(None))
    strangers = Strangers(port, named, are_many=False)
    readers = {page: Browser(port, Tally(), {"sessionid": session}) for page in PAGES}

    async def thinker() -> None:
        while time.monotonic() < end:
            await strangers.ask(chance)

    async def read(page: str) -> None:
        await asyncio.sleep(min(2, SECONDS / 4))
        while time.monotonic() < end:
            await readers[page].ask(page, headers={"X-Forwarded-For": "10.9.9.9"})
            await asyncio.sleep(0.1)

    await asyncio.gather(*map(read, PAGES), *(thinker() for _ in range(number)))
    return {page: reader.tally.times or [0.0] for page, reader in readers.items()}


def memory_round(site: Site, workers: str, sessions: list[str]) -> None:
    with site.served(workers) as (port, pid):
        print(f"at the beginning: {[resident(one) for one in family(pid)[1:]]} MB", flush=True)
        begun = time.monotonic()
        strangers, memory = asyncio.run(fill(port, pid))
        print(
            f"{REQUESTS} pages in {time.monotonic() - begun:.0f} s: {dict(strangers.statuses)}, "
            f"{strangers.tally.broken} broken; worst worker {max(memory.most)} MB; "
            f"{len(memory.seen)} workers in all",
            flush=True,
        )
        curve = memory.most[:: max(1, len(memory.most) // 12)]
        print(f"largest worker over time, MB: {curve}")
        print("\n".join(strangers.failed[:5]), flush=True)
        tally = attend(port, sessions, SECONDS, 5)
        print(
            f"{len(sessions)} students afterwards: {len(tally.times)} answers, median "
            f"{1e3 * median(tally.times):.0f} ms, {tally.failed} x 5xx, {tally.broken} broken; "
            f"workers {[resident(one) for one in family(pid)[1:]]} MB",
            flush=True,
        )


def fairness_rounds(site: Site, session: str) -> None:
    print("| clients | page | answers | median ms | 95 % ms | slowest ms |\n" + "|---" * 6 + "|")
    for number in map(int, chosen("THINKERS", "0,6,12,30,60")):
        with site.served(WORKERS) as (port, _):
            found = asyncio.run(saturate(port, number, session))
        for page, times in found.items():
            told = [str(number), page, str(len(times)), *spread(times)]
            print("| " + " | ".join(told) + " |", flush=True)


def main() -> None:
    many_connections()
    os.environ["PROXIES"] = "1"
    with new_site() as site:
        sessions = json.loads(site.shell(CLASS % STUDENTS))
        print(f"{os.cpu_count()} cores, {os.getloadavg()[0]:.0f} processes waiting")
        if REQUESTS:
            memory_round(site, "1", sessions)
        fairness_rounds(site, sessions[0])


if __name__ == "__main__":
    main()
