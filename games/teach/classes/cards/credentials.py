"""User names and passwords for accounts that a class makes: easy to read out, hard to guess.

Other people see user names, so they contain nothing of the student's real name. A password is three
words and a number, about 36 bits; after ten wrong tries there is a wait of ten minutes.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Collection, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import islice
from math import inf

from django.contrib.auth.hashers import make_password

from games.content.reading import FOLDER
from games.people.models import User

WORDS = FOLDER / "words"
TOGETHER = 2
"""The number of passwords to hash in parallel; hashing releases the interpreter's lock."""


@cache
def words(kind: str) -> tuple[str, ...]:
    """The words of one kind: ``passwords``, ``manners`` or ``animals``."""
    lines = (WORDS / f"{kind}.txt").read_text(encoding="utf-8").splitlines()
    return tuple(line for line in lines if line and not line.startswith("#"))


def new_password() -> str:
    """A random password, such as ``acorn-lake-tulip-47``."""
    chosen = [secrets.choice(words("passwords")) for _ in range(3)]
    return "-".join([*chosen, str(10 + secrets.randbelow(90))])


def new_usernames(number: int, reserved: Collection[str] = ()) -> list[str]:
    """*number* free user names, such as ``calm-otter-42``, none of them in *reserved*."""
    names: set[str] = set()
    while len(names) < number:
        wanted = number - len(names)
        drawn = {_draw() for _ in range(wanted + 5)} - names - set(reserved)
        taken = User.objects.filter(username__in=drawn).values_list("username", flat=True)
        names.update(sorted(drawn - set(taken), key=lambda _: secrets.randbits(32))[:wanted])
    return sorted(names, key=lambda _: secrets.randbits(32))


def _draw() -> str:
    number = 10 + secrets.randbelow(990)
    return f"{secrets.choice(words('manners'))}-{secrets.choice(words('animals'))}-{number}"


def hashed(passwords: Iterable[str], until: float = inf) -> list[str]:
    """The hashes of generated passwords: of the first two, and of later ones that start before
    *until* on the monotonic clock."""
    stored: list[str] = []
    waiting = iter(passwords)
    with ThreadPoolExecutor(TOGETHER) as pool:
        while some := list(islice(waiting, TOGETHER)):
            stored += pool.map(make_password, some)
            if time.monotonic() >= until:
                break
    return stored
