"""Students of a class, signed in: they read the course, make moves, and think in between."""

from __future__ import annotations

import asyncio
import re
import resource
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from urllib.parse import urlencode

WAIT = 30
"""Seconds after which an answer is given up."""
ROW = 12
TOKEN = "a" * 32
CSRF = {"csrftoken": TOKEN}
READ = ("/", "/learn/", "/assignments/", "lesson", "step", "step", "step")
LESSONS = ("thirteen-lights", "safe-harbors", "one-more", "two-rows", "frames")


@dataclass
class Tally:
    """Seconds of every answer; how many were *refused* (an error of the site, or "not now"), how
    many connections were *broken* or gave no answer in time."""

    times: list[float] = field(default_factory=list)
    refused: int = 0
    broken: int = 0


def attend(port: int, sessions: Sequence[str], seconds: float, thinks: float) -> Tally:
    """A student in each of these sessions, for so long."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # a connection each
    tally = Tally()
    asyncio.run(_attend(port, sessions, seconds, thinks, tally))
    return tally


async def _attend(
    port: int, sessions: Sequence[str], seconds: float, thinks: float, tally: Tally
) -> None:
    end = time.monotonic() + seconds
    students = (
        Student(port, Random(session), thinks, end, tally, {"sessionid": session, **CSRF})
        for session in sessions
    )
    await asyncio.gather(*(student.learn() for student in students))


@dataclass
class Student:
    """Somebody of a class: reads as often as they make a move, each page as likely as it stands in
    READ."""

    port: int
    chance: Random
    thinks: float
    end: float
    tally: Tally
    cookies: dict[str, str]
    match: str = ""
    left_in_row: int = 0

    async def learn(self) -> None:
        await asyncio.sleep(self.chance.uniform(0, min(self.thinks, self.left)))
        while self.left:
            await (self.play() if self.chance.random() < 0.5 else self.read())
            pause = self.thinks * self.chance.uniform(0.5, 1.5)
            await asyncio.sleep(min(pause, self.left))

    async def read(self) -> None:
        page, lesson = self.chance.choice(READ), f"/learn/{self.chance.choice(LESSONS)}/"
        step = f"{lesson}{self.chance.randint(1, 4)}/"
        await self.ask({"lesson": lesson, "step": step}.get(page, page))

    async def play(self) -> None:
        """One match from a row, or the row to take it from."""
        if not self.left_in_row:
            chosen = {"start": "own", "ruleset": "nim", "position": f"{ROW}", "starter": "owner"}
            chosen |= {"convention": "misere", "opponent": "person"}
            self.match = await self.ask("/play/", chosen)
            self.left_in_row = ROW if self.match else 0
            return
        self.left_in_row -= 1
        made = {"version": ROW - self.left_in_row, "move": f"1>{self.left_in_row}"}
        if not await self.ask(f"{self.match}move/", made):
            self.left_in_row = 0

    async def ask(self, path: str, fields: dict[str, object] | None = None) -> str:
        """Where an answer leads to."""
        started = time.monotonic()
        try:
            head = await asyncio.wait_for(self.exchange(path, fields), WAIT)
        except (OSError, TimeoutError, ValueError, asyncio.IncompleteReadError):
            self.tally.broken += 1
            return ""
        self.tally.times.append(time.monotonic() - started)
        if int(head.split(None, 2)[1]) >= 400:
            self.tally.refused += 1
        leads = re.search(r"(?im)^location: (\S+)", head)
        return leads[1] if leads else ""

    @property
    def left(self) -> float:
        return max(0.0, self.end - time.monotonic())

    async def exchange(self, path: str, fields: dict[str, object] | None) -> str:
        """The head of an answer, on a connection of its own, as behind a proxy."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            sent = urlencode({**fields, "csrfmiddlewaretoken": TOKEN}).encode() if fields else b""
            lines = [f"{'POST' if fields else 'GET'} {path} HTTP/1.1"]
            lines += [f"Host: 127.0.0.1:{self.port}", "Connection: close"]
            said = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
            lines.append(f"Cookie: {said}")
            if fields:
                lines.append("Content-Type: application/x-www-form-urlencoded")
                lines.append(f"Content-Length: {len(sent)}")
            writer.write("\r\n".join([*lines, "", ""]).encode() + sent)
            await writer.drain()
            answer = (await reader.read()).decode("utf-8", "replace")
        finally:
            writer.close()
        head = answer.partition("\r\n\r\n")[0]
        if not head.startswith("HTTP/"):
            raise OSError("no answer")
        return head
