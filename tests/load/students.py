"""Students with a connection each: they read the course, make moves, and think in between."""

from __future__ import annotations

import asyncio
import re
import time
from dataclasses import dataclass, field
from random import Random
from urllib.parse import urlencode

WAIT = 30
"""Seconds after which an answer is given up."""
ROW = 12
LESSONS = ("thirteen-lights", "safe-harbors", "one-more", "two-rows", "frames")


@dataclass
class Tally:
    """Seconds of every answer; how many were *refused* (an error of the site, or "not now"), how
    many connections were *broken* or gave no answer in time."""

    times: list[float] = field(default_factory=list)
    refused: int = 0
    broken: int = 0


def attend(port: int, number: int, seconds: float, thinks: float) -> Tally:
    """So many students for so long."""
    tally = Tally()
    asyncio.run(_attend(port, number, seconds, thinks, tally))
    return tally


async def _attend(port: int, number: int, seconds: float, thinks: float, tally: Tally) -> None:
    end = time.monotonic() + seconds
    students = (Student(port, Random(place), thinks, end, tally) for place in range(number))
    await asyncio.gather(*(student.learn() for student in students))


@dataclass
class Student:
    """Somebody without an account: reads a step, looks at the course, plays a match, again."""

    port: int
    chance: Random
    thinks: float
    end: float
    tally: Tally
    cookies: dict[str, str] = field(default_factory=dict)

    async def learn(self) -> None:
        while time.monotonic() < self.end:
            lesson = self.chance.choice(LESSONS)
            page = await self.ask("/")
            await self.ask("/learn/")
            await self.ask(f"/learn/{lesson}/")
            for step in range(1, 4):
                await self.ask(f"/learn/{lesson}/{step}/")
            token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page[1])
            if token:
                await self.play(token[1])

    async def play(self, token: str) -> None:
        """One row emptied, a match at a time."""
        chosen = {"start": "own", "ruleset": "nim", "position": f"{ROW}", "starter": "owner"}
        chosen |= {"convention": "misere", "opponent": "person", "csrfmiddlewaretoken": token}
        address, _ = await self.ask("/play/", chosen)
        for left in range(ROW - 1, -1, -1):
            if not address:
                return
            made = {"version": ROW - left, "move": f"1>{left}", "csrfmiddlewaretoken": token}
            await self.ask(f"{address}move/", made)

    async def ask(self, path: str, fields: dict[str, object] | None = None) -> tuple[str, str]:
        """Where an answer leads to and what it says, after some thinking."""
        await asyncio.sleep(min(self.thinks * self.chance.uniform(0.5, 1.5), self.left))
        if not self.left:
            return "", ""
        started = time.monotonic()
        try:
            head, body = await asyncio.wait_for(self.exchange(path, fields), WAIT)
        except (OSError, TimeoutError, ValueError, asyncio.IncompleteReadError):
            self.tally.broken += 1
            return "", ""
        self.tally.times.append(time.monotonic() - started)
        if int(head.split(None, 2)[1]) >= 400:
            self.tally.refused += 1
        for name, value in re.findall(r"(?im)^set-cookie: ([^=]+)=([^;]*)", head):
            self.cookies[name] = value
        leads = re.search(r"(?im)^location: (\S+)", head)
        return leads[1] if leads else "", body

    @property
    def left(self) -> float:
        return max(0.0, self.end - time.monotonic())

    async def exchange(self, path: str, fields: dict[str, object] | None) -> tuple[str, str]:
        """Head and body of an answer, on a connection of its own, as behind a proxy."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            sent = urlencode(fields).encode() if fields else b""
            lines = [f"{'POST' if fields else 'GET'} {path} HTTP/1.1"]
            lines += [f"Host: 127.0.0.1:{self.port}", "Connection: close"]
            if self.cookies:
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
        head, _, body = answer.partition("\r\n\r\n")
        if not head.startswith("HTTP/"):
            raise OSError("no answer")
        return head, body
