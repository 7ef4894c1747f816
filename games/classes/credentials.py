"""Names and passwords of accounts that a class makes: easy to read out, hard to guess.

A user name is seen by others, so nothing of the student's real name is in it. A password is three
words and a number: about 36 bits, where ten wrong tries wait ten minutes.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Collection, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import islice
from math import inf
from pathlib import Path

from django.contrib.auth.hashers import make_password

from games.people.models import User

WORDS = Path(__file__).resolve().parent.parent / "content" / "words"
TOGETHER = 2
"""How many are hashed at a time: hashing lets go of the interpreter's lock, so that it helps."""


@cache
def words(kind: str) -> tuple[str, ...]:
    """The words of a kind: ``passwords``, ``manners`` or ``animals``."""
    lines = (WORDS / f"{kind}.txt").read_text(encoding="utf-8").splitlines()
    return tuple(line for line in lines if line and not line.startswith("#"))


def new_password() -> str:
    """Such as ``acorn-lake-tulip-47``."""
    chosen = [secrets.choice(words("passwords")) for _ in range(3)]
    return "-".join([*chosen, str(10 + secrets.randbelow(90))])


def new_usernames(number: int, reserved: Collection[str] = ()) -> list[str]:
    """*number* names nobody has, such as ``calm-otter-42``, and none of *reserved*."""
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
    """What is stored of generated passwords, by the site's hasher: of the first two, and of
    those after them that are begun before *until* by the monotonic clock."""
    stored: list[str] = []
    waiting = iter(passwords)
    with ThreadPoolExecutor(TOGETHER) as pool:
        while some := list(islice(waiting, TOGETHER)):
            stored += pool.map(make_password, some)
            if time.monotonic() >= until:
                break
    return stored
