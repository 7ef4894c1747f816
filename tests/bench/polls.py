"""What it costs to keep up with other people: ``python -m tests.bench.polls``.

Two workers answer polls of a room and of a match in which nothing has changed, and in turn a view
that does nothing, so that whatever else the machine does falls on all of them. "By CPU" counts
what the workers themselves used: it says the same on a machine that has other work to do.
"""

from __future__ import annotations

import json
import socket
from dataclasses import dataclass, field
from statistics import median
from threading import Thread
from time import perf_counter

from rich.console import Console
from rich.table import Table

from tests.load.site import Processor, Site, database, family, new_site
from tests.ready import amount

WORKERS, CONNECTIONS, ROUNDS, SECONDS = "2", 8, amount("ROUNDS", 7), 1.0
ALONE, BARE = "/alone/", "/bare/"
LASTING = ("--max-requests", "0")
SET_UP = """
import json
from django.test import Client
from games.teach.live.rooms.models import Room
from games.people.models import User
browser = Client(headers={"host": "127.0.0.1"})
chosen = {"start": "own", "ruleset": "nim", "position": "3+4", "convention": "misere"}
match = browser.post("/play/", chosen | {"opponent": "person", "starter": "owner"}).url
room = Room.objects.create(owner=User.objects.create(username="ms-lind"), title="8 b")
print(json.dumps({
    "cookie": browser.cookies["sessionid"].value,
    "a room": f"{room.get_absolute_url()}poll/?version=1",
    "a match": f"{match}?version=1",
}))
"""


@dataclass
class Rate:
    """Answers a second, and a second of the workers' CPU, in each round."""

    by_clock: list[float] = field(default_factory=list)
    by_cpu: list[float] = field(default_factory=list)


def ask_on(port: int, path: str, cookie: str, until: float, answered: list[int]) -> None:
    """Ask on one connection, as often as there is an answer."""
    lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", f"Cookie: sessionid={cookie}"]
    asked = "\r\n".join([*lines, "HX-Request: true", "", ""]).encode()
    number = 0
    with socket.create_connection(("127.0.0.1", port), 30) as line:
        while perf_counter() < until:
            line.sendall(asked)
            told = b""
            while not told.endswith(b"\r\n\r\n"):  # 204 has no body
                told += line.recv(4096)
            assert told.startswith(b"HTTP/1.1 204"), told[:200]
            number += 1
    answered.append(number)


def measure(port: int, server: int, path: str, cookie: str, rate: Rate) -> None:
    """One round."""
    answered: list[int] = []
    started, before = perf_counter(), Processor.of(*family(server))
    given = (port, path, cookie, started + SECONDS, answered)
    lines = [Thread(target=ask_on, args=given) for _ in range(CONNECTIONS)]
    for line in lines:
        line.start()
    for line in lines:
        line.join()
    used = Processor.of(*family(server)) - before
    assert len(answered) == CONNECTIONS
    rate.by_clock.append(sum(answered) / (perf_counter() - started))
    rate.by_cpu.append(sum(answered) / used.ran)


def polls_against_a_bare_view(site: Site) -> Table:
    """A line for each of what is asked."""
    paths = json.loads(site.shell(SET_UP))
    cookie = paths.pop("cookie")
    asked = {"Django alone, a view that does nothing": ALONE}
    asked |= {"the site, a view that does nothing": BARE}
    asked |= {f"an unchanged poll of {name}": path for name, path in paths.items()}
    rates = {path: Rate() for path in asked.values()}
    # A worker that is replaced in between would break connections that are counted on.
    with site.served(WORKERS, "--max-requests", "0", application="tests.bench.bare") as (
        port,
        server,
    ):
        for _ in range(ROUNDS):
            for path, rate in rates.items():
                measure(port, server, path, cookie, rate)
    heads = ("what is asked", "a second", "a second of CPU", "of Django alone", "of a bare view")
    table = Table(*heads, title=f"{database()}, {WORKERS} workers")
    for name, path in asked.items():
        rate = rates[path]
        ratios = [
            f"{share(rate.by_clock, bare.by_clock)} ({share(rate.by_cpu, bare.by_cpu)})"
            for bare in (rates[ALONE], rates[BARE])
        ]
        table.add_row(name, f"{median(rate.by_clock):.0f}", f"{median(rate.by_cpu):.0f}", *ratios)
    return table


def share(ours: list[float], theirs: list[float]) -> str:
    """How much of the other rate is reached: the median of neighbouring rounds."""
    return f"{median(a / b for a, b in zip(ours, theirs, strict=True)):.2f}"


def main() -> None:
    """Serve, ask, print."""
    with new_site(content=False) as site:
        table = polls_against_a_bare_view(site)
    console = Console(width=120)
    console.print(table)
    console.print("(ratios by clock, and by the workers' CPU; an unchanged poll: at least 0.6)")


if __name__ == "__main__":
    main()
