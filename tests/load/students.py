"""Students of a class, signed in: they read the course, make moves, and think in between."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tests.load.browsing import Browser, Tally, many_connections

ROW = 12
READ = ("/", "/learn/", "/assignments/", "lesson", "step", "step", "step")
LESSONS = ("thirteen-lights", "safe-harbors", "one-more", "two-rows", "frames")


def attend(port: int, sessions: Sequence[str], seconds: float, thinks: float) -> Tally:
    """A student in each of these sessions, for so long."""
    many_connections()
    tally = Tally()
    asyncio.run(_attend(port, sessions, seconds, thinks, tally))
    return tally


async def _attend(
    port: int, sessions: Sequence[str], seconds: float, thinks: float, tally: Tally
) -> None:
    end = time.monotonic() + seconds
    students = (
        Student(Browser(port, tally, {"sessionid": session}), Random(session), thinks, end)
        for session in sessions
    )
    await asyncio.gather(*(student.learn() for student in students))


@dataclass
class Student:
    """Somebody of a class: reads as often as they make a move, each page as likely as it stands in
    READ."""

    browser: Browser
    chance: Random
    thinks: float
    end: float
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
        return (await self.browser.ask(path, fields)).header("location")

    @property
    def left(self) -> float:
        return max(0.0, self.end - time.monotonic())
