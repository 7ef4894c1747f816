"""The dearest requests anybody can make: ``python -m tests.bench.costs``.

Every case is asked of a process of its own, so that it is cold and its memory can be told.
Figures are printed, never asserted.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from random import Random
from typing import Any
from urllib.parse import quote

from rich.console import Console
from rich.table import Table

RULESETS = int(os.environ.get("RULESETS", "2000"))
SHOWN = 12
FRESH = 8
"""Of the random cases so many, the dearest, are asked again of a process of their own."""


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
]


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


def ask_all(asked: list[list[Any]]) -> list[dict[str, Any]]:
    """Make the requests [method, address, data] one after the other in this process."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.test import Client

    settings.ALLOWED_HOSTS = ["testserver"]
    settings.DEBUG = False
    call_command("migrate", verbosity=0)
    client = Client(raise_request_exception=False)
    client.get("/explore/kayles/5/")
    client.get("/explore/octal:0.12/1/")
    told = []
    for method, address, data in asked:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        started = time.process_time()
        response = client.get(address) if method == "GET" else client.post(address, data)
        spent = time.process_time() - started
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        size = len(response.content) / 1024
        told.append({"cpu": spent, "mb": grown / 1024, "kb": size, "status": response.status_code})
        if method == "GET" and len(asked) == 1:
            started = time.process_time()
            client.get(address)
            told[-1]["warm"] = time.process_time() - started
    return told


def in_a_process(asked: list[list[Any]]) -> list[dict[str, Any]]:
    """The same in a new process, on a database of its own."""
    with tempfile.TemporaryDirectory() as folder:
        answered = subprocess.run(
            [sys.executable, "-m", "tests.bench.costs", "ask"],
            input=json.dumps(asked),
            env={**os.environ, "DATA_DIR": folder},
            capture_output=True,
            text=True,
            check=True,
        )
    return list(json.loads(answered.stdout.splitlines()[-1]))


def start(key: str, rows: str, opponent: str, starter: str) -> dict[str, str]:
    told = {"start": "own", "ruleset": key, "position": rows, "convention": "misere"}
    return told | {"opponent": opponent, "starter": starter, "player": "left"}


def main() -> None:
    """Measure and print the dearest first."""
    known = [["GET", address, {}] for address in addresses(KNOWN)]
    known += [["POST", "/play/", start(*case, "perfect", "other")] for case in KNOWN]
    lots = [["GET", address, {}] for address in addresses(list(random_cases()))]
    told = in_a_process(lots)
    ranked = sorted(zip(lots, told, strict=True), key=lambda pair: -pair[1]["cpu"])
    again = [asked for asked, _ in ranked[:FRESH]]
    answers = [(asked, in_a_process([asked])[0]) for asked in known + again]
    answers.sort(key=lambda pair: -pair[1]["cpu"])
    table = Table("request", "status", "CPU s cold", "warm", "MB grown", "kB sent")
    for asked, one in answers[:SHOWN] + [pair for pair in answers[SHOWN:] if pair[0] in known]:
        shown = f"{asked[0]} {asked[1]} {asked[2].get('ruleset', '')}"[:60]
        warm = f"{one['warm']:.3f}" if "warm" in one else ""
        figures = (f"{one['cpu']:.3f}", warm, f"{one['mb']:.1f}", f"{one['kb']:.0f}")
        table.add_row(shown, str(one["status"]), *figures)
    console = Console(width=120)
    console.print(table)
    failed = [asked[1] for asked, one in zip(lots, told, strict=True) if one["status"] >= 500]
    worst = max(one["cpu"] for _, one in answers)
    console.print(f"{len(lots)} random rulesets, {len(failed)} answered with an error of the site")
    console.print(f"dearest: {worst:.3f} s of CPU, {max(o['mb'] for _, o in answers):.1f} MB grown")


if __name__ == "__main__":
    if sys.argv[1:] == ["ask"]:
        print(json.dumps(ask_all(json.load(sys.stdin))))
    else:
        main()
