"""Serve the site, let students come, and print what a request costs: ``python -m tests.load``.

It stays on this machine, and each round lasts ROUND seconds. STUDENTS and WORKERS choose the
rounds, as in ``STUDENTS=30,200 WORKERS=2``; the database is that of DATABASE_URL, else SQLite.
Students and site share the processors, so the CPU time of a request says more than how long it
took.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from statistics import median

from tests.load.browsing import Tally
from tests.load.site import Processor, Site, database, family, new_site, spread
from tests.load.students import attend

SECONDS = float(os.environ.get("ROUND", "15"))
WARM = 3
THINKS = float(os.environ.get("THINKS", "10"))
"""Seconds from one request of a student to the next, in the middle."""
SOON = 0.3
"""Seconds at the median up to which nobody waits."""
FULL = 0.85
"""The share of a core from which a process is taken to use all it can."""
CLASS = """
import json
from django.test import Client
from django.utils import timezone
from games.teach.work.writing import storing_work
from games.teach.work.writing.typed_lines import read_lines
from games.teach.work.models import Assignment
from games.teach.classes.models import Classroom, Membership
from games.people.models import User
room = Classroom.objects.create(name="Load")
given = Assignment.objects.create(classroom=room, title="Homework")
lines = read_lines("nim 1+2+4 misere\\nkayles 4 misere\\nnim 1+3+5 misere")
storing_work.add_exercises(given, [line.exercise for line in lines])
storing_work.publish(given)
sessions = []
for number in range(%d):
    client, user = Client(), User.objects.create(username=f"load-{number}", password="!")
    Membership.objects.create(classroom=room, user=user, real_name=f"Student {number}")
    client.force_login(user)
    sessions.append(client.cookies["sessionid"].value)
print(json.dumps(sessions))
"""
"""A class of so many with an assignment, and a session for each, as JSON."""


def chosen(name: str, default: str) -> list[str]:
    return os.environ.get(name, default).split(",")


@dataclass
class Round:
    """What students met, and what site and students used meanwhile."""

    workers: int
    tally: Tally
    site: Processor
    students: Processor

    @property
    def times(self) -> list[float]:
        return self.tally.times or [0.0]

    @property
    def limit(self) -> str:
        """What kept the students from being answered at once."""
        busy = self.site.ran / SECONDS / self.workers
        if median(self.times) < SOON:
            return "nothing"
        if busy > FULL:
            return f"the workers: {100 * busy:.0f} % of a core each"
        if self.site.waited > self.site.ran:
            missing = self.site.waited / SECONDS
            return f"the processors: {missing:.1f} more would have been used"
        if self.students.ran / SECONDS > FULL:
            return "the process of the students"
        return "waiting for the database or a thread"

    @property
    def figures(self) -> list[str]:
        return [
            f"{len(self.times) / SECONDS:.1f}",
            *spread(self.times),
            *(str(self.tally.refused), str(self.tally.broken)),
            *(f"{1e3 * self.site.ran / len(self.times):.1f}", f"{self.site.ran / SECONDS:.2f}"),
            *(f"{self.site.waited / SECONDS:.2f}", self.limit),
        ]


def attended(site: Site, workers: str, sessions: list[str]) -> Round:
    """One round."""
    with site.served(workers) as (port, pid):
        attend(port, sessions[:20], WARM, 0.5)  # a worker's first pages cost more
        site_before, own_before = Processor.of(*family(pid)), Processor.of(os.getpid())
        tally = attend(port, sessions, SECONDS, THINKS)
        used = Processor.of(*family(pid)) - site_before
        return Round(int(workers), tally, used, Processor.of(os.getpid()) - own_before)


HEAD = (
    "| workers | students | requests/s | median ms | 95 % ms | slowest ms | refused | broken "
    "| CPU ms a request | cores used | waited for | limited by |\n" + "|---" * 12 + "|"
)


def main() -> None:
    """Every round, one after the other."""
    numbers = [int(number) for number in chosen("STUDENTS", "30,200,1000")]
    with new_site() as site:
        sessions = json.loads(site.shell(CLASS % max(numbers)))
        print(f"{database()}, {os.cpu_count()} cores, {THINKS:.0f} s from request to request\n")
        print(HEAD)
        for workers in chosen("WORKERS", "1,2,4"):
            for number in numbers:
                told = attended(site, workers, sessions[:number]).figures
                print("| " + " | ".join([workers, str(number), *told]) + " |", flush=True)


if __name__ == "__main__":
    main()
