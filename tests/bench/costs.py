"""The dearest requests anybody can make: ``python -m tests.bench.costs``.

The worst cases are asked of a process of their own each, so that they are cold and their memory
can be told, and six times, after which they are warm. Figures are printed, never asserted.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote, unquote

from rich.console import Console
from rich.table import Table

from tests.ready import amount, begin

RULESETS = amount("RULESETS", 2000)
FRESH = 8
"""Of the random cases so many, the dearest, are asked again of a process of their own."""
PROCESSES = 2
LOOKS = 6
"""What is learnt of a game at one look is remembered at the next; then a page is warm."""

Request = list[Any]
"""Method, address and what is posted."""


def heap_of(parts: int) -> str:
    return f"heaps:{{9:[[{','.join(['8'] * parts)}]],8:[[{','.join(['7'] * parts)}]]}}"


def many_options() -> str:
    options = [[a, b] for a in range(1, 30) for b in range(a, 30)][:600]
    return "heaps:{60:[[]," + ",".join(str(o).replace(" ", "") for o in options) + "]}"


SIXTIES = "+".join(["60"] * 12)
DOWN = "+".join(str(60 - n) for n in range(12))
KNOWN = [
    (heap_of(300), "9"),
    (heap_of(900), "9"),
    ("heaps:{" + ",".join(f"{n}:[[{n - 1}]*4]" for n in range(1, 30)) + "}", "29"),
    (many_options(), SIXTIES),
    ("octal:4." + "7" * 32, DOWN),
    ("octal:4." + "7" * 8, DOWN),
    ("octal:4.7777", SIXTIES),
    ("octal:0.565", "14"),
    ("octal:0.07", SIXTIES),
    ("nim", SIXTIES),
    ("nim", DOWN),
    ("kayles", SIXTIES),
    ("partizan-kayles", SIXTIES),
    ("subtraction:{1,3,4}", SIXTIES),
][-amount("KNOWN", 14) :]


def random_cases(seed: int = 7) -> Iterator[tuple[str, str]]:
    """Rulesets of every kind, with rows."""
    chance = Random(seed)
    for _ in range(RULESETS):
        rows = [chance.randint(1, 60) for _ in range(chance.randint(1, 12))]
        match chance.choice(["octal", "octal", "takes", "heaps"]):
            case "octal":
                digits = "".join(chance.choices("01234567", k=chance.randint(1, 8)))
                key = f"octal:{chance.choice('04')}.{digits}"
            case "takes":
                chosen = sorted(chance.sample(range(1, 20), chance.randint(1, 6)))
                key = f"subtraction:{{{','.join(map(str, chosen))}}}"
            case _:
                key, rows = _random_heaps(chance)
        yield key, "+".join(map(str, rows))


def _random_heaps(chance: Random) -> tuple[str, list[int]]:
    most = chance.randint(2, 14)
    rules = {
        size: [
            [chance.randrange(size) for _ in range(chance.randint(0, 4))]
            for _ in range(chance.randint(0, 4))
        ]
        for size in range(1, most + 1)
    }
    text = ",".join(f"{size}:{json.dumps(options)}" for size, options in rules.items())
    return f"heaps:{{{text}}}".replace(" ", ""), [
        chance.randint(1, most) for _ in range(chance.randint(1, 12))
    ]


def addresses(cases: list[tuple[str, str]]) -> list[str]:
    return [f"/explore/{quote(key, safe=':{}[],.')}/{rows}/" for key, rows in cases]


def prepare() -> None:
    """Set Django up, on the database in DATA_DIR."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from django.conf import settings

    settings.ALLOWED_HOSTS = ["testserver"]
    settings.DEBUG = False


def make_database() -> None:
    """The empty database that every process gets a copy of."""
    prepare()
    from django.core.management import call_command
    from django.db import connection

    if not begin(os.environ["DATA_DIR"]):
        call_command("migrate", verbosity=0)
    connection.close()


def ask_all(asked: list[Request]) -> list[dict[str, Any]]:
    """Make the requests [method, address, data] one after the other in this process."""
    prepare()
    from django.test import Client

    client = Client(raise_request_exception=False)
    client.get("/explore/kayles/5/")
    client.get("/explore/octal:0.12/1/")
    answers = []
    for method, address, data in asked:
        before = memory()
        response, spent = timed(client.get if method == "GET" else client.post, address, data)
        answer = {"cpu": spent, "mb": memory() - before, "kb": len(response.content) / 1024}
        answers.append(answer | {"status": response.status_code})
    if len(asked) == 1 and response.status_code in (200, 302):
        page = response.headers.get("Location", address)
        for _ in range(LOOKS):
            shown, answers[0]["warm"] = timed(client.get, page)
        answers[0]["kb"] = len(shown.content) / 1024
    return answers


def timed(work: Callable[..., Any], *arguments: Any) -> tuple[Any, float]:
    """What *work* returns, and the seconds of CPU it took."""
    started = time.process_time()
    return work(*arguments), time.process_time() - started


def memory() -> float:
    """The most megabytes this process has held so far."""
    status = Path("/proc/self/status").read_text()
    [kilobytes] = [line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")]
    return int(kilobytes) / 1024


def in_a_process(asked: list[Request]) -> list[dict[str, Any]]:
    """The same in a new process, on a database of its own."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(os.environ["DATA_DIR"], folder, dirs_exist_ok=True)
        answered = subprocess.run(
            [sys.executable, "-m", "tests.bench.costs", "ask"],
            input=json.dumps(asked),
            env={**os.environ, "DATA_DIR": folder},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    return list(json.loads(answered.stdout.splitlines()[-1]))


def measure(batches: list[list[Request]]) -> list[dict[str, Any]]:
    """The answers to all batches, each in a process of its own, some at a time."""
    with ThreadPoolExecutor(PROCESSES) as pool:
        return [answer for answers in pool.map(in_a_process, batches) for answer in answers]


def start(key: str, rows: str, opponent: str, starter: str) -> dict[str, str]:
    chosen = {"start": "own", "ruleset": key, "position": rows, "convention": "misere"}
    return chosen | {"opponent": opponent, "starter": starter, "player": "left"}


def main() -> None:
    """Measure and print the dearest first."""
    known: list[Request] = [["GET", address, {}] for address in addresses(KNOWN)]
    known += [["POST", "/play/", start(*case, "perfect", "other")] for case in KNOWN]
    known += [["POST", "/play/", start(*case, "person", "owner")] for case in KNOWN]
    lots: list[Request] = [["GET", address, {}] for address in addresses(list(random_cases()))]
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATA_DIR"] = folder
        make_database()
        batches = [lots[n::PROCESSES] for n in range(PROCESSES)]
        answered = list(zip(chain(*batches), measure(batches), strict=True))
        answered.sort(key=lambda pair: -pair[1]["cpu"])
        alone = known + [request for request, _ in answered[:FRESH]]
        answers = list(zip(alone, measure([[request] for request in alone]), strict=True))
    answers.sort(key=lambda pair: -pair[1]["cpu"])
    table = Table("request", "status", "CPU s cold", "warm", "MB grown", "kB sent")
    for request, figures in answers:
        _, address, data = request
        words = (data.get("opponent", ""), data.get("ruleset", ""), data.get("position", ""))
        table.add_row(
            " ".join([unquote(address), *words])[:60],
            str(figures["status"]),
            f"{figures['cpu']:.3f}",
            f"{figures['warm']:.3f}" if "warm" in figures else "",
            f"{figures['mb']:.1f}",
            f"{figures['kb']:.0f}",
        )
    console = Console(width=120)
    console.print(table)
    failed = sum(figures["status"] >= 500 for _, figures in answered)
    grown = sum(figures["mb"] for _, figures in answered) / PROCESSES
    console.print(
        f"{len(lots)} random rulesets, {failed} answered with an error of the site; "
        f"a process that answered {len(lots) // PROCESSES} grew by {grown:.0f} MB"
    )
    for name, unit, pairs in (
        ("dearest cold", "s of CPU", [figures["cpu"] for _, figures in answers + answered]),
        ("dearest warm", "s of CPU", [figures.get("warm", 0.0) for _, figures in answers]),
        ("largest growth", "MB", [figures["mb"] for _, figures in answers]),
        ("heaviest page", "kB", [figures["kb"] for _, figures in answers + answered]),
    ):
        console.print(f"{name}: {max(pairs):.3f} {unit}")


if __name__ == "__main__":
    if sys.argv[1:] == ["ask"]:
        print(json.dumps(ask_all(json.load(sys.stdin))))
    else:
        main()
