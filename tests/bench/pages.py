"""What pages cost: CPU time, queries and size, against a bare view with the same queries and bytes.

``python -m tests.bench.pages`` measures the pages students and instructors look at most, on the
whole course and the class to look around in. Page and bare view take turns, so that whatever else
the machine does falls on both; the least time of each is told.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from io import StringIO
from itertools import chain
from time import process_time
from typing import Any

from rich.console import Console
from rich.table import Table

from tests.ready import amount, begin

ROUNDS = amount("ROUNDS", 40)
Ask = Callable[[], Any]


@contextmanager
def site() -> Iterator[None]:
    """Django on a database of its own in a temporary folder, as it is served."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"DATA_DIR": folder, "HTTPS": "0", "ALLOWED_HOSTS": "testserver"}
        os.environ.setdefault("SECRET_KEY", os.urandom(32).hex())
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        import django
        from django.core.management import call_command
        from django.db import connection

        from config.gunicorn import collect_less

        django.setup()
        if not begin(folder):
            call_command("collectstatic", "--noinput", verbosity=0)
            call_command("migrate", verbosity=0)
        collect_less()
        yield
        connection.close()


@contextmanager
def bare_view() -> Iterator[dict[str, Any]]:
    """A view that sends the statements in "sql" and answers with "size" bytes, at /bare/."""
    from django.conf import settings
    from django.db import connection
    from django.http import HttpRequest, HttpResponse
    from django.urls import path

    from config import urls

    does: dict[str, Any] = {"sql": [], "size": 0}

    def bare(request: HttpRequest) -> HttpResponse:
        with connection.cursor() as cursor:
            for statement in does["sql"]:
                cursor.execute(statement)
                cursor.fetchall()
        return HttpResponse("x" * does["size"])

    class Bare:
        urlpatterns = [path("bare/", bare), *urls.urlpatterns]

    settings.ROOT_URLCONF, kept = Bare, settings.ROOT_URLCONF
    try:
        yield does
    finally:
        settings.ROOT_URLCONF = kept


def least(*asks: Ask) -> list[float]:
    """The least CPU seconds of each, taking turns."""
    times: list[list[float]] = [[] for _ in asks]
    for _ in range(ROUNDS):
        for ask, taken in zip(asks, times, strict=True):
            started = process_time()
            ask()
            taken.append(process_time() - started)
    return [min(taken) for taken in times]


def against_bare(ask: Ask, ask_bare: Ask, bare: dict[str, Any]) -> tuple[float, float, int, int]:
    """Seconds of CPU of a page and of a bare view that does as much; queries, and bytes."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    ask()
    with CaptureQueriesContext(connection) as asked:
        response = ask()
        statements = [query["sql"] for query in asked]
    assert response.status_code in (200, 302), response.status_code
    reads = [statement for statement in statements if statement.startswith("SELECT")]
    size = len(response.content)
    bare |= {"sql": reads, "size": size}
    page, plain = least(ask, ask_bare)
    return page, plain, len(statements), size


def move_against_bare_view(rounds: int = 40) -> tuple[float, int]:
    """How much longer than a bare view with as many queries a move takes, and how many they are."""
    with site(), bare_view() as bare:
        from django.test import Client

        from games.play.models import Match

        client = Client()
        setup = {"start": "own", "ruleset": "nim", "position": "1+3+5+7"}
        setup |= {"convention": "misere", "opponent": "perfect", "starter": "owner"}
        addresses = iter([client.post("/play/", setup).url for _ in range(ROUNDS + 2)])

        def move() -> Any:
            address = next(addresses)
            version = Match.objects.values_list("version", flat=True).get(pk=address.split("/")[2])
            posted = {"version": version, "move": "4>4"}
            return client.post(f"{address}move/", posted, headers={"HX-Request": "true"})

        page, plain, queries, _ = against_bare(move, lambda: client.get("/bare/"), bare)
        return page / plain, queries


def pages() -> Iterator[tuple[str, Any, str]]:
    """What is looked at most: a name, who looks, and the address."""
    from django.test import Client

    from games.learn.lessons.models import Step
    from games.learn.puzzles.models import Puzzle
    from games.teach.classes.models import Membership, Staff
    from games.teach.work.models import Assignment

    anybody, student, instructor = Client(), Client(), Client()
    teaches = Staff.objects.select_related("user").filter(classroom__assignments__isnull=False)
    staff = teaches.first()
    given = Assignment.objects.exclude(published_at=None).filter(classroom=staff.classroom).first()
    student.force_login(Membership.objects.filter(classroom=staff.classroom)[3].user)
    instructor.force_login(staff.user)
    setup = {"start": "own", "ruleset": "nim", "position": "1+3+5+7"}
    setup |= {"convention": "misere", "opponent": "perfect", "starter": "owner"}
    told = Step.objects.filter(kind="tell", order__gt=1).first()
    asked = Step.objects.filter(kind="move", order__gt=1).first()
    yield "home page", anybody, "/"
    yield "home page of a student", student, "/"
    yield "story", anybody, "/story/"
    yield "course", anybody, "/learn/"
    yield "course of a student", student, "/learn/"
    yield "lesson step to read", student, told.get_absolute_url()
    yield "lesson step with a question", student, asked.get_absolute_url()
    yield "game", student, student.post("/play/", setup).url
    yield "new game", student, "/play/"
    yield "puzzle", student, Puzzle.objects.filter(state="published").first().get_absolute_url()
    yield "maps", anybody, "/maps/"
    yield "map of Kayles", anybody, "/maps/kayles/"
    yield "errata", anybody, "/errata/"
    yield "theory", anybody, "/theory/r1/"
    yield "conjectures", anybody, "/lab/conjectures/"
    yield "misère quotients", anybody, "/lab/quotients/"
    yield "misère quotient of Kayles", anybody, "/lab/quotients/kayles/"
    yield "how far R1 reaches", anybody, "/lab/reach/"
    yield "explorer", anybody, "/explore/nim/1+3+5+7/"
    yield "puzzles", anybody, "/puzzles/"
    yield "shelf of a teacher", instructor, "/teach/ready/"
    yield "homework of a student", student, f"/assignments/{given.pk}/"
    yield "question of homework", student, f"/assignments/{given.pk}/1/"
    yield "student’s own page", student, "/me/"
    yield "class of a student", student, f"/classes/{staff.classroom_id}/"
    yield "class of an instructor", instructor, f"/classes/{staff.classroom_id}/"
    yield "what waits for an instructor", instructor, "/classes/"
    yield "results of a class", instructor, f"/assignments/{given.pk}/results/"
    yield "question by question", instructor, f"/assignments/{given.pk}/results/items/"
    yield "grades of a class", instructor, f"/classes/{staff.classroom_id}/grades/"


def large_class() -> Iterator[tuple[str, Any, str]]:
    """What a lecturer looks at: 200 students with standings in 12 assignments of 5 questions, of
    which every other one takes points from late answers."""
    from django.test import Client
    from django.utils import timezone

    from games.people.models import User
    from games.teach.classes.models import Classroom, Membership, Staff
    from games.teach.work.models import Assignment, Standing
    from games.teach.work.writing import storing_work
    from games.teach.work.writing.typed_lines import read_lines

    now, lecturer = timezone.now(), User.objects.create(username="lecturer")
    room = Classroom.objects.create(name="A course of two hundred", drops_lowest=2)
    Staff.objects.create(classroom=room, user=lecturer, role="owner")
    users = User.objects.bulk_create(User(username=f"one-of-many-{n}") for n in range(200))
    people = Membership.objects.bulk_create(
        Membership(classroom=room, user=user, real_name=f"Student {n:03}")
        for n, user in enumerate(users)
    )
    lines = ("nim 1+2+4", "kayles 4", "nim 3+5", "nim 4+6", "nim 1+1+2")
    asked = [line.exercise.columns for line in read_lines("\n".join(lines)) if line.exercise]
    for week in range(12):
        given = Assignment.objects.create(
            classroom=room,
            title=f"Week {week + 1}",
            due_at=now - timedelta(days=2),
            late_cost=week % 2 * 10,
            published_at=now - timedelta(days=9),
        )
        storing_work.store_items(given, asked)
        Standing.objects.bulk_create(
            Standing(
                item=item,
                membership=student,
                tries=1,
                wrong=0,
                hints=0,
                is_right=True,
                at_once=True,
                worth=(student.user_id + item.pk) % 3 / 2,
                is_done=True,
                last_at=now,
                done_at=now - timedelta(days=student.user_id % 4),
            )
            for item in given.items.all()
            for student in people
        )
    instructor = Client()
    instructor.force_login(lecturer)
    grades = f"/classes/{room.pk}/grades/"
    yield "grades of 200 in 12 assignments", instructor, grades
    yield "the same, lowest first", instructor, f"{grades}?sort=need"
    yield "results of 200", instructor, f"/assignments/{given.pk}/results/"


def main() -> None:
    """Fill a site, measure, print."""
    table = Table("page", "CPU ms", "queries", "kB", "bare view, CPU ms", "ratio")
    with site(), bare_view() as bare:
        from django.core.management import call_command

        call_command("load_content", stdout=StringIO())
        call_command("demo", stdout=StringIO())
        for name, client, address in chain(pages(), large_class()):
            page, plain, queries, size = against_bare(
                lambda client=client, address=address: client.get(address),
                lambda client=client: client.get("/bare/"),
                bare,
            )
            figures = (f"{1e3 * page:.1f}", str(queries), f"{size / 1024:.0f}")
            table.add_row(name, *figures, f"{1e3 * plain:.1f}", f"{page / plain:.1f}")
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
