"""A test that a whole class hands in within one minute, on two workers:
``python -m tests.load.handing_in``.

STUDENTS (as in ``STUDENTS=30,200``) each open a test, answer its three questions, the first about a
position of their own, and hand in. In the end what is stored is compared with what the site said it
had taken. The database is that of DATABASE_URL, else SQLite.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import time
import uuid
from dataclasses import dataclass, field
from random import Random

from tests.load.browsing import Browser, Tally
from tests.load.site import WORKERS, Processor, Site, family, print_rounds, spread

SPREAD = float(os.environ.get("SPREAD", "50"))
"""Seconds within which all begin; the last of them are done within a minute."""
CLASS = """
import json
from datetime import timedelta
from django.test import Client
from django.utils import timezone
from games.teach.work.writing import storing_work
from games.teach.work.writing.typed_lines import read_lines
from games.teach.work.models import Assignment
from games.teach.classes.models import Classroom, Membership
from games.people.models import User
NUMBER = %d
room = Classroom.objects.create(name=f"A class of {NUMBER}")
ends = timezone.now() + timedelta(hours=1)
test = Assignment.objects.create(
    classroom=room, title="Test", mode="check", minutes=30, due_at=ends, closes_at=ends)
lines = read_lines("nim 5+7+9 misere\\nkayles 4 misere\\nnim 1+3+5 misere")
storing_work.add_exercises(test, [line.exercise for line in lines])
storing_work.ask_each_another(test, test.items.first())
storing_work.publish(test)
sessions = []
for number in range(NUMBER):
    user = User.objects.create(username=f"hands-in-{NUMBER}-{number}", password="!")
    Membership.objects.create(classroom=room, user=user, real_name=f"Student {number}")
    client = Client(headers={"host": "127.0.0.1"})
    client.force_login(user)
    sessions.append(client.cookies["sessionid"].value)
print(json.dumps({"test": test.get_absolute_url(), "sessions": sessions}))
"""
STORED = """
import json
from games.teach.work.models import Assignment, ItemAttempt, Standing, Start
from games.teach.work.standings.settling import differences
test = Assignment.objects.get(pk="%s")
tries = ItemAttempt.objects.filter(item__assignment=test).exclude(solved=None)
told = tries.values_list("membership__user__username", "item__order", "answer")
starts = Start.objects.filter(assignment=test).exclude(handed_in_at=None)
print(json.dumps({
    "answers": sorted(told),
    "handed_in": sorted(starts.values_list("membership__user__username", flat=True)),
    "standings": Standing.objects.filter(item__assignment=test).count(),
    "wrong_standings": len(differences(test)),
}))
"""


@dataclass
class Student:
    """Opens the *test*, answers and hands in; *given* is what the site has taken."""

    name: str
    browser: Browser
    test: str
    chance: Random
    given: dict[int, str] = field(default_factory=dict)
    has_handed_in: bool = False

    async def work(self) -> None:
        """All of it, in the minute that everybody has."""
        await asyncio.sleep(self.chance.uniform(0, SPREAD))
        await self.browser.look(self.test)
        await self.browser.look(f"{self.test}start/", {})
        for place in (1, 2, 3):
            page = (await self.browser.look(f"{self.test}{place}/")).body
            offered = re.findall(r'name="(move|choice)"[^>]*? value="([^"]+)"', page)
            if not offered:
                continue
            name, text = self.chance.choice(offered)
            text = text.replace("&gt;", ">")
            posted = {"token": uuid.uuid4(), name: text}
            taken = await self.browser.look(f"{self.test}{place}/answer/", posted)
            if "Saved." in taken.body:
                self.given[place] = text
            await asyncio.sleep(self.chance.uniform(0.5, 2.5))
        done = await self.browser.look(f"{self.test}hand-in/", {"sure": "1"})
        self.has_handed_in = "handed it in" in done.body


async def hand_in(students: list[Student]) -> None:
    await asyncio.gather(*(student.work() for student in students))


def lost_or_double(students: list[Student], stored: dict) -> tuple[int, int]:
    """How many answers and hand-ins were taken and are not there, and how many are there twice."""
    there = [tuple(one) for one in stored["answers"]]
    taken = [(s.name, place, text) for s in students for place, text in s.given.items()]
    handed_in = {student.name for student in students if student.has_handed_in}
    lost = len(set(taken) - set(there)) + len(handed_in - set(stored["handed_in"]))
    return lost, len(there) - len({key[:2] for key in there}) + stored["wrong_standings"]


def held(site: Site, number: int) -> list[str]:
    """The figures of one class."""
    made = json.loads(site.shell(CLASS % number))
    tally = Tally()
    students = [
        Student(
            f"hands-in-{number}-{place}",
            Browser(0, tally, {"sessionid": session}),
            made["test"],
            Random(session),
        )
        for place, session in enumerate(made["sessions"])
    ]
    with site.served(WORKERS) as (port, pid):
        for student in students:
            student.browser.port = port
        asyncio.run(Browser(port, Tally()).look("/"))
        before, started = Processor.of(*family(pid)), time.monotonic()
        asyncio.run(hand_in(students))
        took, used = time.monotonic() - started, Processor.of(*family(pid)) - before
    stored = json.loads(site.shell(STORED % made["test"].split("/")[-2]))
    lost, double = lost_or_double(students, stored)
    return [
        *(str(number), f"{took:.0f}", str(len(tally.times))),
        *spread(tally.times),
        f"{1e3 * used.ran / len(tally.times):.1f}",
        *(str(tally.failed), str(tally.broken)),
        *(str(len(stored["answers"])), str(len(stored["handed_in"])), str(lost), str(double)),
    ]


HEAD = (
    "| students | seconds | requests | median ms | 95 % ms | slowest ms | CPU ms a request | 5xx "
    "| broken | answers stored | handed in | lost | double |"
)


def main() -> None:
    """Every class, one after the other."""
    print_rounds(HEAD, os.environ.get("STUDENTS", "30,200").split(","), held)


if __name__ == "__main__":
    main()
