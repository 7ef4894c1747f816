"""The atlas of the misère monoids of two and three heaps written by hand.

A game has a short code: for each player a digit for each heap, which adds 1, 2, 4 and 8 for the
moves that leave nothing, a heap of 1, two heaps of 1, and a heap of 2. In ``1F|03`` Left may take a
heap of 1, and Right may take a heap of 2 or one counter of it. Exchanging the players exchanges L
and R and nothing else, so one code of each such pair is kept.

The data have a line for each monoid that occurs, with its certificate and the codes of its games,
and ``python -m solver check`` goes through all of them. A game that no line has is not settled.
``python -m solver monoids --write`` makes the data anew, ``python -m solver prove`` finds every
game's monoid again.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, product
from pathlib import Path
from typing import Any, NamedTuple

from ..rulesets.keys import get_ruleset
from ..words import counted
from ..words.monoids import SORTS
from .monoid_search import misere_monoid

DATA = Path(__file__).parents[1] / "data" / "monoids.jsonl"
LEFT_OF_A_HEAP = ("[]", "[1]", "[1,1]", "[2]")
"""What a move may leave of a heap; its place is that of a bit in the heap's digit."""
LARGEST_DIGITS = {2: (1, 7), 3: (1, 3, 15)}
"""The largest digit of each heap, by the number of heaps. Of three heaps each move takes a counter,
which makes 16,384 games, a minute's work. If a heap of 2 could also leave two of 1, and one of 3
a smaller one with one of 2, there would be 64 times as many."""
TELLS = ("sort", "elements", "values", "outcomes", "below", "above")
"""What games with one monoid share."""

Record = dict[str, Any]


class MonoidCount(NamedTuple):
    """How many games of two and of three heaps have a monoid of this *sort* and *order*, and the
    *smallest* of them: of the fewest heaps, with the fewest options."""

    sort: str
    order: int | None
    two: int
    three: int
    smallest: str

    @property
    def said(self) -> str:
        """What the monoid is."""
        return SORTS[self.sort] if self.order is None else counted(self.order, "element")


def short_codes(heaps: int) -> Iterator[str]:
    """The codes of the games of so many heaps, one of each pair that exchanges the players.

    >>> [len(list(short_codes(heaps))) for heaps in LARGEST_DIGITS]
    [136, 8256]
    """
    digits = ([f"{digit:X}" for digit in range(most + 1)] for most in LARGEST_DIGITS[heaps])
    sides = map("".join, product(*digits))
    return map("|".join, combinations_with_replacement(sides, 2))


def heaps_of(code: str) -> str:
    """The key of a code.

    >>> heaps_of("13|04")
    'heaps:{1:[[]]|[],2:[[],[1]]|[[1,1]]}'
    """
    left, right = code.split("|")
    heaps = zip(map(_options, left), map(_options, right), strict=True)
    sizes = (f"{size}:{of_left}|{of_right}" for size, (of_left, of_right) in enumerate(heaps, 1))
    return get_ruleset(f"heaps:{{{','.join(sizes)}}}").key


def _options(digit: str) -> str:
    bits = int(digit, 16)
    return f"[{','.join(left for bit, left in enumerate(LEFT_OF_A_HEAP) if bits >> bit & 1)}]"


def found(code: str) -> Record | None:
    """What the games of a line share, found for one of them; None where it is not settled."""
    monoid = misere_monoid(heaps_of(code), code.index("|"))
    told = monoid.as_json()
    return {name: told[name] for name in TELLS if name in told} if monoid.is_proved else None


def written() -> str:
    """The file of the data."""
    games: dict[str, list[str]] = {}
    for heaps in LARGEST_DIGITS:
        for code in short_codes(heaps):
            record = found(code)
            if record:
                games.setdefault(json.dumps({"heaps": heaps} | record), []).append(code)
    lines = (
        {"ruleset": heaps_of(codes[0])} | json.loads(monoid) | {"games": codes}
        for monoid, codes in games.items()
    )
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)


@lru_cache(maxsize=1)
def kept_monoids() -> tuple[Record, ...]:
    """The lines of the data."""
    return tuple(map(json.loads, DATA.read_text(encoding="utf-8").splitlines()))


def found_again() -> Iterator[bool]:
    """For each game, whether what is kept of it is what is found anew."""
    kept = {
        code: {name: record[name] for name in TELLS if name in record}
        for record in kept_monoids()
        for code in record["games"]
    }
    for heaps in LARGEST_DIGITS:
        for code in short_codes(heaps):
            yield kept.get(code) == found(code)


@lru_cache(maxsize=1)
def monoid_counts() -> tuple[MonoidCount, ...]:
    """The monoids that occur, from the smallest on; the integers and what is not settled follow.

    >>> [count.order for count in monoid_counts()][:5]
    [1, 2, 4, 5, 6]
    """
    sorts = {
        code: (record["sort"], len(record.get("elements", ())) or None)
        for record in kept_monoids()
        for code in record["games"]
    }
    counts: Counter[tuple[tuple[str, int | None], int]] = Counter()
    smallest: dict[tuple[str, int | None], str] = {}
    for heaps in LARGEST_DIGITS:
        for code in sorted(short_codes(heaps), key=_size):
            sort = sorts.get(code, ("open", None))
            left, right = code.split("|")
            counts[sort, heaps] += 1 if left == right else 2
            smallest.setdefault(sort, code)
    rows = [
        MonoidCount(*sort, counts[sort, 2], counts[sort, 3], heaps_of(code))
        for sort, code in smallest.items()
    ]
    return tuple(sorted(rows, key=lambda row: (row.order is None, row.order, row.sort)))


def _size(code: str) -> int:
    """How many options a game has."""
    return sum(int(digit, 16).bit_count() for digit in code.replace("|", ""))
