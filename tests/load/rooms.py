"""A whole room lesson with many phones, on two workers: ``python -m tests.load.rooms``.

An instructor leads a room with a part of every kind from its projector, and PHONES (as in
``PHONES=30,200``) follow it, half of them students with an account: they join, are told something,
answer, change their minds, follow two films, play a character, each other twice, and vote against
the perfect player. In the end what is stored is compared with what the site said it had taken.
The database is that of DATABASE_URL, else SQLite.
"""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import median

from tests.load.browsing import Browser, Tally
from tests.load.phones import Leader, Phone
from tests.load.site import WORKERS, Processor, Site, family, print_rounds, spread

FRAMES = 4
PATIENCE = 120
"""Seconds after which something that all wait for has gone wrong."""
Key = tuple[str, str]
ROOM = """
import json
from django.test import Client
from games.teach.classes.models import Classroom, Membership, Staff
from games.people.models import User
from tests.games.teach.live.every_kind import lesson_room
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
room = lesson_room(lead, where)
print(json.dumps({"room": room.get_absolute_url(), "lead": session(lead), "students": students}))
"""
STORED = """
import json
from games.teach.live.rooms.models import Answer, Participant
from games.play.models import Move, Seat
CODE = "%s"
rows = Answer.objects.filter(question__room__code=CODE).values_list(
    "question__number", "participant__name", "text")
moves = Move.objects.filter(match__of_room__pair__round__room__code=CODE)
moves = moves.exclude(match__opponent="learner", seat=Seat.OTHER)
print(json.dumps({
    "rows": list(rows),
    "moves": [(str(match), text) for match, text in moves.values_list("match", "text")],
    "participants": Participant.objects.filter(room__code=CODE).count(),
}))
"""


@dataclass
class Lesson:
    """One room from its lobby to its end."""

    leader: Leader
    phones: list[Phone]
    frames: list[list[float]] = field(default_factory=list)

    async def hold(self) -> None:
        """Everybody joins within some seconds; then the parts, one after the other."""
        staying = [asyncio.create_task(self.attend(phone)) for phone in self.phones]
        await self.until(lambda phone: phone.page.status == 200)
        await self.all_have(await self.leader.press("next"))  # something that is told
        await self.ask()
        await self.follow("film", *["room-film-next"] * (FRAMES - 1))
        await self.all_have(await self.leader.press("room-film-end"))
        await self.ask()
        await self.follow("next")  # a part that is a film
        while self.leader.find("room-film-next"):
            await self.follow("room-film-next")
        await self.play("next")  # each against a character
        await self.play("next")  # in pairs
        await self.play("begin")  # and once more with others
        await self.vote()
        await self.leader.press("close", screen="desk")
        await asyncio.wait_for(asyncio.gather(*staying), PATIENCE)

    async def attend(self, phone: Phone) -> None:
        await asyncio.sleep(phone.chance.uniform(0, 8))
        await phone.come_in()
        await phone.stay()

    async def ask(self) -> None:
        """Ask the next question, wait for the answers, and show them and the right one."""
        await self.answers(await self.leader.press("next"))
        await self.all_have(await self.leader.press("show"))
        await self.all_have(await self.leader.press("judge"))

    async def answers(self, version: int) -> None:
        """Wait until nearly everybody has answered what is asked now: some are late."""
        before = [len(phone.counted) for phone in self.phones]
        await self.all_have(version)
        enough = 0.95 * len(self.phones)
        await self.wait(
            lambda: (
                sum(len(p.counted) > n for p, n in zip(self.phones, before, strict=True)) >= enough
            )
        )

    async def play(self, button: str) -> None:
        """Begin a round, and end it when everybody has played both games."""
        enough = [len(phone.games) + 2 for phone in self.phones]
        await self.leader.press(button)
        await self.wait(
            lambda: all(len(p.games) >= n for p, n in zip(self.phones, enough, strict=True))
        )
        await self.all_have(await self.leader.press("round-end"))

    async def vote(self) -> None:
        """Play the game of the class to its end."""
        version = await self.leader.press("next")
        while self.leader.find("play-vote"):
            await self.answers(version)
            version = await self.leader.press("vote")
        await self.all_have(version)

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


def lost_or_double(told: Mapping[Key, str], stored: Sequence[tuple[Key, str]]) -> tuple[int, int]:
    """How much of what the site said it had taken is not stored as it was given, and how much is
    stored that it did not say so of, or more than once."""
    right = dict(stored)
    lost = sum(right.get(key) != text for key, text in told.items())
    return lost, len(stored) - len(told.keys() & right.keys())


def answers_of(phones: Sequence[Phone]) -> dict[Key, str]:
    """What counts, by the number of the question and the name of who said it."""
    return {
        (action.rpartition("=")[2], phone.name): text
        for phone in phones
        for action, text in phone.counted.items()
    }


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
    stored = json.loads(site.shell(STORED % code))
    problems = [problem for phone in phones for problem in phone.problems]
    assert not problems, problems[:5]
    answers = [((str(number), name), text) for number, name, text in stored["rows"]]
    moves = [((game, text), text) for game, text in stored["moves"]]
    moved = {(game, text): text for phone in phones for game, text in phone.moved}
    lost, double = map(
        sum,
        zip(lost_or_double(answers_of(phones), answers), lost_or_double(moved, moves), strict=True),
    )
    firsts = [median(frame) for frame in lesson.frames]
    lasts = [max(frame) for frame in lesson.frames]
    return [
        *(str(number), str(len(tally.times)), f"{len(tally.times) / took:.0f}"),
        *spread(tally.times),
        f"{1e3 * used.ran / len(tally.times):.1f}",
        *(str(tally.failed + lead.failed), str(tally.broken + lead.broken)),
        *(str(len(answers)), str(sum(len(phone.late) for phone in phones)), str(len(moves))),
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
    "| broken | answers stored | late | moves stored | lost | double | missing "
    "| half have a frame after s | the last after s |"
)


def main() -> None:
    """Every room, one after the other."""
    print_rounds(HEAD, os.environ.get("PHONES", "30,200").split(","), hold)


if __name__ == "__main__":
    main()
