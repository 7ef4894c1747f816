"""What following a large class costs: ``python -m tests.bench.classes``.

500 students at 40 items, four of them lessons, in one assignment and in five; each page asked
cold and then warm. Figures are printed, never asserted.
"""

from __future__ import annotations

import os
import tempfile
import time
import uuid
from datetime import timedelta
from random import Random
from typing import Any
from unittest.mock import patch

from rich.console import Console
from rich.table import Table

from config.gunicorn import collect_less
from tests.ready import amount, begin

STUDENTS = amount("STUDENTS", 500)
ITEMS = amount("ITEMS", 40)
ASSIGNMENTS = amount("ASSIGNMENTS", 5)
LESSONS, STEPS = 4, 8
LOOKS = 3
"""How often a page is asked once it is warm; the least is told."""


def lines(number: int, chance: Random) -> list[str]:
    """Positions to set, all different, a quarter of them about who wins."""
    made: dict[str, None] = {}
    while len(made) < number:
        rows = "+".join(str(chance.randint(1, 9)) for _ in range(chance.randint(2, 4)))
        game = chance.choice(["nim", "kayles", "subtraction:3"])
        made[f"{game} {rows} misere{chance.choice(['', '', '', ' who'])}"] = None
    return list(made)


class School:
    """A class in which everybody has done something, and the browser of its instructor."""

    def __init__(self, seed: int = 1) -> None:
        from django.test import Client

        from games.people.models import User
        from games.teach.classes.models import Classroom, Staff

        self.chance = Random(seed)
        self.room = Classroom.objects.create(name="A large class")
        self.teacher = User.objects.create(username="teacher")
        Staff.objects.create(classroom=self.room, user=self.teacher, role="owner")
        self.browser = Client()
        self.browser.force_login(self.teacher)
        self.lessons = [self._lesson(number) for number in range(1, LESSONS + 1)]
        self.members = self._members()
        self._read()

    def _members(self) -> list[Any]:
        from games.people.models import User
        from games.teach.classes.models import Group, Membership

        names = [f"student-{number:03}" for number in range(STUDENTS)]
        users = User.objects.bulk_create(User(username=name) for name in names)
        members = Membership.objects.bulk_create(
            Membership(
                classroom=self.room,
                user=user,
                real_name=f"{self.chance.choice(('Ada', 'Émile', 'Çelik', 'Zoë'))} {user.username}",
                extra_days=self.chance.choice((0, 0, 0, 2)),
            )
            for user in users
        )
        for number in range(4):
            group = Group.objects.create(classroom=self.room, name=f"Group {number}")
            group.memberships.set(members[number::4])
        return members

    def _lesson(self, number: int) -> Any:
        from games.learn.lessons.models import Lesson, Step, Track

        track, _ = Track.objects.get_or_create(slug="rows", defaults={"order": 1, "title": "Rows"})
        made = Lesson.objects.create(
            slug=f"lesson-{number}", number=number, title=f"Lesson {number}", track=track, version=1
        )
        Lesson.objects.filter(pk=made.pk).update(state="published")
        Step.objects.bulk_create(
            Step(
                lesson=made,
                order=order,
                kind="predict",
                ruleset="nim",
                position=f"{number}+{order}",
                convention="misere",
                answer="N",
            )
            for order in range(1, STEPS + 1)
        )
        return Lesson.objects.get(pk=made.pk)

    def _read(self) -> None:
        """Everybody's way through the lessons."""
        from django.utils import timezone

        from games.learn.lessons.models import Step, StepAttempt, StepRecord

        now, steps = timezone.now(), list(Step.objects.select_related("lesson"))
        records, attempts = [], []
        for member in self.members:
            strength = self.chance.random()
            for step in steps:
                if self.chance.random() < strength:
                    done = {"step": step, "user_id": member.user_id}
                    records.append(StepRecord(**done, done_at=now))
                    token = uuid.UUID(int=self.chance.getrandbits(128), version=4)
                    right = self.chance.random() < strength
                    more = {"token": token, "solved": right, "answer": "N" if right else "P"}
                    attempts.append(StepAttempt(**done, **more, lesson_version=1))
        StepRecord.objects.bulk_create(records, batch_size=2_000)
        StepAttempt.objects.bulk_create(attempts, batch_size=2_000)

    def give(self, title: str) -> Any:
        """An assignment that everybody has worked at."""
        from games.teach.work.models import Assignment
        from games.teach.work.writing import storing_work
        from games.teach.work.writing.typed_lines import read_lines

        made = storing_work.create(self.room, self.teacher, title)
        asked: list[Any] = []
        typed = lines(ITEMS - LESSONS, self.chance)
        for start in range(0, len(typed), 10):
            asked += [line.exercise for line in read_lines("\n".join(typed[start : start + 10]))]
        storing_work.add_exercises(made, [exercise for exercise in asked if exercise])
        for lesson in self.lessons:
            storing_work.add_ready(made, lesson)
        storing_work.publish(made)
        Assignment.objects.filter(pk=made.pk).update(published_at=made.created_at)
        self._answer(made)
        return made

    def _answer(self, made: Any) -> None:
        """Everybody's answers to the exercises, up to six at an item."""
        from django.utils import timezone

        from games.questions.attempts import GradedAnswer
        from games.questions.shown_question import ShownQuestion
        from games.teach.work.models import ItemAttempt
        from games.teach.work.standings.settling import settle

        begun = timezone.now() - timedelta(days=1)
        attempts = []
        for item in made.items.filter(lesson=None):
            task = ShownQuestion(item)
            right = GradedAnswer.to(item, task.asking.right(task))
            wrong = [GradedAnswer.to(item, given) for given in self._slips(task)]
            for number, member in enumerate(self.members):
                strength = (number % 10) / 10
                if self.chance.random() < 0.1:
                    continue
                for at in range(self.chance.choice((1, 1, 2, 2, 3, 6))):
                    solved = self.chance.random() < strength
                    given = right if solved else self.chance.choice(wrong)
                    habit = given.verdict.habit
                    attempts.append(
                        ItemAttempt(
                            item=item,
                            membership=member,
                            **item.asked.columns,
                            answered_at=begun + timedelta(minutes=at),
                            hint_tier=self.chance.choice((0, 0, 0, 2)),
                            misconception=habit.key if habit else "",
                            **given.fields,
                        )
                    )
                    if solved:
                        break
        ItemAttempt.objects.bulk_create(attempts, batch_size=2_000)
        settle(made)

    def _slips(self, task: Any) -> list[str]:
        given = {task.asking.wrong(task, self.chance) for _ in range(12)}
        return sorted(given)


def cost(browser: Any, address: str) -> tuple[float, float, float, int]:
    """Seconds of CPU of a page, the answer read to its end, and those of its template; kB and
    queries."""
    from django.db import connection
    from django.template.backends.django import Template
    from django.test.utils import CaptureQueriesContext

    render, drawn = Template.render, [0.0]

    def timed(self: Any, *given: Any, **named: Any) -> Any:
        begun = time.process_time()
        told = render(self, *given, **named)
        drawn.append(time.process_time() - begun)
        return told

    with patch.object(Template, "render", timed), CaptureQueriesContext(connection) as asked:
        started = time.process_time()
        response = browser.get(address)
        sent = len(response.getvalue())
        spent = time.process_time() - started
    assert response.status_code == 200, (address, response.status_code)
    return spent, max(drawn), sent / 1024, len(asked)


def pages(school: School, made: Any) -> dict[str, str]:
    """What an instructor looks at, by name."""
    results = f"/assignments/{made.pk}/results/"
    return {
        "results": results,
        "item by item": f"{results}items/",
        "files": f"{results}files/",
        "tidy file": f"{results}tidy.csv",
        "Canvas file, by item": f"{results}canvas.csv?columns=items",
        "Moodle file": f"{results}moodle.csv",
        "one student": f"{results}{school.members[0].pk}/",
        "class": f"/classes/{school.room.pk}/",
        "grades, by name": f"/classes/{school.room.pk}/grades/",
        "grades, lowest first": f"/classes/{school.room.pk}/grades/?sort=need",
        "grades, as a file": f"/classes/{school.room.pk}/grades.csv",
    }


def main() -> None:
    """Build, measure, print."""
    console = Console(width=110)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATA_DIR"] = folder
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        import django
        from django.conf import settings

        django.setup()
        settings.ALLOWED_HOSTS, settings.DEBUG = ["testserver"], False
        from django.core.management import call_command
        from django.db import connection

        from games.teach.work.models import ItemAttempt

        if not begin(folder):
            call_command("migrate", verbosity=0)
        collect_less()  # as every worker does
        school = School()
        table = Table(
            "page", "assignments", "cold ms of CPU", "warm", "of it drawing", "kB", "queries"
        )
        for number in range(1, ASSIGNMENTS + 1):
            made = school.give(f"Homework {number}")
            if number not in (1, ASSIGNMENTS):
                continue
            for name, address in pages(school, made).items():
                if number > 1 and name not in ("results", "class") and "grades" not in name:
                    continue
                cold, _, size, queries = cost(school.browser, address)
                looks = [cost(school.browser, address) for _ in range(LOOKS)]
                times = (cold, min(look[0] for look in looks), min(look[1] for look in looks))
                figures = (*(f"{1e3 * one:.0f}" for one in times), f"{size:.0f}", str(queries))
                table.add_row(name, str(number), *figures)
        answers = ItemAttempt.objects.count()
        connection.close()
    console.print(table)
    console.print(f"({STUDENTS} students, {ITEMS} items, {answers} answers to exercises)")


if __name__ == "__main__":
    main()
