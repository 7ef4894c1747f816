"""How far one request goes through the house: ``python -m tests.bench.walks``.

Counts the functions of `games` and `solver` that are called while a request is answered, in how
many files, and how often a call enters another area than the one before it. Each request is made
once before it is counted, so that what a process learns once is not in the figures.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from types import FrameType
from typing import Any

from rich.console import Console
from rich.table import Table

from tests.bench.pages import site

ROOT = Path(__file__).resolve().parents[2]
OWN = tuple(str(ROOT / name) + "/" for name in ("games", "solver"))
Ask = Callable[[], Any]
SCRIPTED = {"HX-Request": "true"}


class Walk:
    """The own functions that were called, in their order, by the file they are in."""

    def __init__(self) -> None:
        self.files: list[str] = []

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(OWN):
            self.files.append(frame.f_code.co_filename)

    def figures(self) -> tuple[int, int, int, int]:
        """Calls, files, changes of area, and areas."""
        areas = [area_of(file) for file in self.files]
        changes = sum(area != last for area, last in zip(areas[1:], areas, strict=False))
        return len(self.files), len(set(self.files)), changes, len(set(areas))


def area_of(file: str) -> str:
    """The folder under `games`, or `solver` as a whole."""
    first, *rest = Path(file).relative_to(ROOT).parts
    return rest[0] if first == "games" and len(rest) > 1 else first


def walk(ask: Ask) -> Walk:
    """What is called while it is asked."""
    steps = Walk()
    sys.setprofile(steps)
    try:
        ask()
    finally:
        sys.setprofile(None)
    return steps


def moves() -> Iterator[tuple[str, Ask]]:
    """The first move of a game, without scripts and with them."""
    from django.test import Client

    client = Client()
    setup = {"start": "own", "ruleset": "nim", "position": "1+3+5+7"}
    setup |= {"convention": "misere", "opponent": "perfect", "starter": "owner"}

    def move(**headers: str) -> Ask:
        address = client.post("/play/", setup).url
        posted = {"version": "1", "move": "4>4"}
        return lambda: client.post(f"{address}move/", posted, headers=headers)

    for name, headers in (("a move without scripts", {}), ("a move", SCRIPTED)):
        move(**headers)()
        yield name, move(**headers)


def answered(place: str, address: str, browser: Callable[[], Any]) -> Iterator[tuple[str, Ask]]:
    """The first answer that a page offers, and the page to which it leads."""
    for name in ("", place):
        client, shown = browser(), [address]
        page = client.get(address).content.decode()
        posted = dict(re.findall(r'name="(form_key|token)" value="([^"]+)"', page))
        posted["move"] = re.findall(r'name="move" value="([^"]+)"', page)[0].replace("&gt;", ">")

        def answer(client: Any = client, posted: Any = posted, shown: Any = shown) -> Any:
            shown[0] = client.post(f"{address}answer/", posted).url

        yield name and f"an answer {name}", answer
        yield name and "the page after it", lambda client=client, shown=shown: client.get(shown[0])


def questions() -> Iterator[tuple[str, Ask]]:
    """An answer to a question of a lesson, to a puzzle and to a question of homework."""
    from django.test import Client

    from games.learn.lessons.models import Step
    from games.learn.puzzles.models import Puzzle
    from tests.games.teach.work import assignments

    step = Step.objects.filter(kind="move", order__gt=1).first()
    yield from answered("in a lesson", step.get_absolute_url(), Client)
    puzzle = Puzzle.objects.filter(goal="move", ruleset="nim").order_by("position").first()
    yield from answered("to a puzzle", puzzle.get_absolute_url(), Client)
    room = assignments.classroom(assignments.person("ms-berg"))
    work = assignments.assignment(room, "kayles 3+5 misere")
    students = (assignments.person(name) for name in ("Ann", "Cem"))

    def student() -> Any:
        client = next(students)
        assignments.member(room, client)
        return client

    yield from answered("in homework", assignments.address(work, 1), student)


def votes() -> Iterator[tuple[str, Ask]]:
    """Votes of a class that plays against Perfect, what a phone hears of it, and counting them."""
    from django.test import Client

    from games.people.models import User
    from games.teach.live.rooms.models import Room
    from tests.games.teach.live.rooms import room

    asked = {"ruleset": "nim", "position": "1+2+4", "convention": "misere", "goal": "move"}
    lead, ada, ben, eve = (Client() for _ in range(4))
    lead.force_login(User.objects.create(username="ms-lind", teaches=True))
    made = room(asked, code="KHP4TWX")
    made.current = made.questions.get()
    made.save()
    made.questions.update(state="judged")
    for client, name in ((ada, "Ada"), (ben, "Ben"), (eve, "Eve")):
        client.post(made.get_absolute_url(), {"name": name})

    def press(step: str) -> Any:
        version = Room.objects.values_list("version", flat=True).get()
        posted = {"version": version, "from": "desk"}
        return lead.post(f"{made.get_absolute_url()}do/{step}/", posted, headers=SCRIPTED)

    def vote(client: Client, move: str) -> Any:
        question = Room.objects.values_list("current__number", flat=True).get()
        address = f"{made.get_absolute_url()}answer/?question={question}"
        return client.post(address, {"move": move}, headers=SCRIPTED)

    press("play")
    yield "", lambda: vote(ada, "3>3+0")
    yield "a vote in a room", lambda: vote(ben, "3>1+0")
    yield "", lambda: ada.get(f"{made.get_absolute_url()}poll/?version=1", headers=SCRIPTED)
    yield (
        "a phone's poll that hears something new",
        lambda: eve.get(f"{made.get_absolute_url()}poll/?version=1", headers=SCRIPTED),
    )
    yield "counting the votes", lambda: press("vote")


def main() -> None:
    """Fill a site, walk, print."""
    table = Table("request", "own calls", "files", "changes of area", "areas")
    with site():
        from django.core.management import call_command

        call_command("load_content", stdout=StringIO())
        for source in (moves, questions, votes):
            for name, ask in source():
                figures = walk(ask).figures()
                if name:  # what has none is the round before, which is not counted
                    table.add_row(name, *map(str, figures))
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
