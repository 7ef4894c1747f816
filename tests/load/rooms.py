"""A whole room with many phones, on two workers: ``python -m tests.load.rooms``.

Somebody leads a room from its projector, PHONES (as in ``PHONES=30,200``) follow it, half of them
students with an account: they come in, answer, change their minds, follow a film and vote against
the perfect player. In the end what is stored is compared with what each of them was told counts.
The database is that of DATABASE_URL, else SQLite.
"""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import median, quantiles

from tests.load.browsing import Browser, Tally, many_connections
from tests.load.phones import Leader, Phone
from tests.load.site import Processor, Site, database, family, new_site

WORKERS = os.environ.get("WORKERS", "2")
FRAMES = 4
PATIENCE = 40
"""Seconds after which something that all wait for has gone wrong."""
ROOM = """
import json
from django.test import Client
from games.classes.models import Classroom, Membership, Staff
from games.exercises.asked import Asked
from games.live.opening import open_room
from games.people.models import User
NUMBER = %d
lead, _ = User.objects.get_or_create(username="ms-lind", teaches=True)
where = Classroom.objects.create(name=f"A room of {NUMBER}")
Staff.objects.create(classroom=where, user=lead, role="owner")
def session(user):
    client = Client(headers={"host": "127.0.0.1"})
    client.force_login(user)
    return client.cookies["sessionid"].value
students = []
for number in range(NUMBER // 2):
    user = User.objects.create(username=f"student-{NUMBER}-{number}", password="!")
    Membership.objects.create(classroom=where, user=user, real_name=f"Student {number}")
    students.append(session(user))
asked = [Asked("kayles", "5+4+1", "misere", "", "move"),
         Asked("nim", "1+2+4", "normal", "", "predict")]
room = open_room(lead, asked, "Load", where)
print(json.dumps({"room": room.get_absolute_url(), "lead": session(lead), "students": students}))
"""
STORED = """
import json
from collections import Counter
from games.live.models import Answer, Participant
rows = Answer.objects.filter(question__room__code="%s").values_list(
    "question__number", "participant__name", "text")
print(json.dumps({
    "rows": list(rows),
    "participants": Participant.objects.filter(room__code="%s").count(),
}))
"""


@dataclass
class Lesson:
    """One room from its lobby to its end."""

    leader: Leader
    phones: list[Phone]
    frames: list[list[float]] = field(default_factory=list)

    async def hold(self) -> None:
        """Everybody comes in within some seconds; then the questions, the film, the game."""
        staying = [asyncio.create_task(self.attend(phone)) for phone in self.phones]
        await self.until(lambda phone: phone.page.status == 200)
        for _ in range(2):
            await self.ask("next")
            await self.all_have(await self.leader.press("show"))
            await self.all_have(await self.leader.press("judge"))
        await self.follow("film", *["room-film-next"] * (FRAMES - 1))
        await self.leader.press("room-film-end")
        await self.ask("play")
        await self.ask("vote")
        await self.leader.press("close", screen="desk")
        await asyncio.wait_for(asyncio.gather(*staying), PATIENCE)

    async def attend(self, phone: Phone) -> None:
        await asyncio.sleep(phone.chance.uniform(0, 8))
        await phone.come_in()
        await phone.stay()

    async def ask(self, button: str) -> None:
        """Ask something, and wait until nearly everybody has answered: some are late."""
        before = [len(phone.counted) for phone in self.phones]
        await self.all_have(await self.leader.press(button))
        enough = 0.95 * len(self.phones)
        await self.wait(
            lambda: (
                sum(len(p.counted) > n for p, n in zip(self.phones, before, strict=True)) >= enough
            )
        )

    async def follow(self, *buttons: str) -> None:
        """Step through a film; how long each phone takes to have each frame."""
        for button in buttons:
            version, started = await self.leader.press(button), time.monotonic()
            await self.all_have(version)
            self.frames.append([phone.seen_at(version) - started for phone in self.phones])

    async def all_have(self, version: int) -> None:
        await self.until(lambda phone: max(phone.seen, default=0) >= version)

    async def until(self, holds: Callable[[Phone], object]) -> None:
        await self.wait(lambda: all(map(holds, self.phones)))

    async def wait(self, holds: Callable[[], object]) -> None:
        end = time.monotonic() + PATIENCE
        while not holds():
            if time.monotonic() > end:
                raise TimeoutError([p.problems for p in self.phones if p.problems][:5])
            await asyncio.sleep(0.05)


def lost_or_double(phones: Sequence[Phone], stored: Sequence[Sequence[str]]) -> tuple[int, int]:
    """How many answers that the site said count are not stored as they were given, and how many
    are stored that it did not say so of, or more than once."""
    told = {
        (int(action.rpartition("=")[2]), phone.name): text
        for phone in phones
        for action, text in phone.counted.items()
    }
    kept = Counter((number, name) for number, name, _ in stored)
    right = {(number, name): text for number, name, text in stored}
    lost = sum(right.get(key) != text for key, text in told.items())
    return lost, sum(kept.values()) - len(told.keys() & kept.keys())


def hold(site: Site, number: int) -> list[str]:
    """A room of so many, and its figures."""
    made = json.loads(site.shell(ROOM % number))
    tally, lead = Tally(), Tally()
    with site.served(WORKERS) as (port, server):
        phones = [
            Phone(Browser(port, tally, cookies), made["room"], name, Random(name))
            for name, cookies in people(number, made["students"])
        ]
        leader = Leader(Browser(port, lead, {"sessionid": made["lead"]}), made["room"])
        lesson, before, started = Lesson(leader, phones), Processor.of(*family(server)), time.time()
        asyncio.run(lesson.hold())
        took, used = time.time() - started, Processor.of(*family(server)) - before
    code = made["room"].strip("/").rpartition("/")[2]
    stored = json.loads(site.shell(STORED % (code, code)))
    problems = [problem for phone in phones for problem in phone.problems]
    assert not problems, problems[:5]
    lost, double = lost_or_double(phones, stored["rows"])
    firsts = [median(frame) for frame in lesson.frames]
    lasts = [max(frame) for frame in lesson.frames]
    times = sorted(tally.times)
    return [
        *(str(number), str(len(times)), f"{len(times) / took:.0f}"),
        *(f"{1e3 * one:.0f}" for one in (median(times), quantiles(times, n=20)[-1], times[-1])),
        f"{1e3 * used.ran / len(times):.1f}",
        *(str(tally.failed + lead.failed), str(tally.broken + lead.broken)),
        *(str(len(stored["rows"])), str(sum(len(phone.late) for phone in phones))),
        *(str(lost), str(double), str(number - stored["participants"])),
        *(f"{median(firsts):.1f}", f"{max(lasts):.1f}"),
    ]


def people(number: int, sessions: Sequence[str]) -> Iterator[tuple[str, dict[str, str]]]:
    """Names and cookies: students with an account, and as many with a first name alone."""
    for place in range(number):
        if place < len(sessions):
            yield f"student-{number}-{place}", {"sessionid": sessions[place]}
        else:
            yield f"Guest {place}", {}


HEAD = (
    "| phones | requests | a second | median ms | 95 % ms | slowest ms | CPU ms a request | 5xx "
    "| broken | answers kept | late | lost | double | missing | half have a frame after s "
    "| the last after s |\n" + "|---" * 16 + "|"
)


def main() -> None:
    """Every room, one after the other."""
    many_connections()
    with new_site(content=False) as site:
        print(f"{database()}, {os.cpu_count()} cores, {WORKERS} workers\n\n{HEAD}")
        for number in os.environ.get("PHONES", "30,200").split(","):
            print("| " + " | ".join(hold(site, int(number))) + " |", flush=True)


if __name__ == "__main__":
    main()
