"""An atlas of the octal games with up to four digits: what a survey has found about each.

For each standard form the data say how far R1 reaches, from where on nim-values repeat, and how
large the misère quotient is. What the survey did not find in its time is left open. The rows of a
game are longer than those of its standard form by a fixed number, so everything begins as much
later.

``python -m solver atlas --write RESULTS`` makes the data from the results of a survey (see
:mod:`solver.research.survey`), and ``python -m solver prove`` finds everything in them anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

from ..reach import Ending, Reach, octal_codes
from ..rulesets.cousins import standard_form
from ..version import VERSION
from ..words import atlas as words
from ..words import counted
from .survey import PARTS, Line, lines_of, octal, surveyed

DATA = Path(__file__).parents[1] / "data" / "atlas.json"
DIGITS = 4
"""The number of digits after the point, at most."""

Entry = tuple[Sequence[Any] | None, ...]
"""The data of one standard form: its nim-values, reach and quotient, each as a list of plain values
or None."""


class Repetition(NamedTuple):
    """The nim-values of rows from *preperiod* on repeat with this *period*."""

    preperiod: int
    period: int

    @property
    def text(self) -> str:
        return words.PERIOD.format(period=self.period, row=max(self.preperiod, 1))


class QuotientSize(NamedTuple):
    """A misère quotient of so many elements, of which so many are losing. The elements of rows from
    *preperiod* on repeat with this *period*."""

    order: int
    losing: int
    preperiod: int
    period: int

    @property
    def text(self) -> str:
        return words.ELEMENTS.format(elements=counted(self.order, "element"), losing=self.losing)


@dataclass(frozen=True)
class Chart:
    """What the atlas says about the game *key*; None for what is open. The survey has found how far
    R1 reaches in every game."""

    key: str
    reach: Reach
    nim: Repetition | None
    quotient: QuotientSize | None


def chart_of(rules: str) -> Chart | None:
    """The chart of an octal game; None if the atlas does not have it.

    Raises :class:`InvalidInputError` for any other game.

    >>> chart_of("octal:0.0123").nim
    Repetition(preperiod=7, period=7)
    """
    game = octal(rules)
    form, shorter = standard_form(game)
    entry = kept_entries().get(form)
    if entry is None:
        return None
    nim, reach, quotient = entry
    return Chart(
        game.key,
        Reach(game.key, Ending(reach[0]), reach[1] + shorter, reach[2]),
        nim and Repetition(nim[0] + shorter, nim[1]),
        quotient and QuotientSize(quotient[0], quotient[1], quotient[2] + shorter, quotient[3]),
    )


@lru_cache(maxsize=1)
def kept_entries() -> dict[str, Any]:
    """The data of the atlas: an entry for each standard form."""
    kept: dict[str, Any] = json.loads(DATA.read_text(encoding="utf-8"))["games"]
    return kept


def charted_codes() -> Iterator[str]:
    """The keys of all games in the atlas, each once.

    >>> len(list(charted_codes()))
    8192
    """
    return iter(dict.fromkeys(octal_codes(DIGITS)))


def entry_of(line: Line) -> Entry:
    """The entry that a line of results makes."""
    nim, reach, quotient = (line.get(part) for part in PARTS)
    return (
        nim and [nim["preperiod"], nim["period"]],
        reach and [reach["ending"], reach["size"], reach["detail"]],
        quotient
        and [
            len(quotient["acts"][0]) if quotient["acts"] else 1,  # no row has a move
            len(quotient["lost"]),
            quotient["preperiod"],
            quotient["period"],
        ],
    )


def written(lines: Iterable[Line]) -> str:
    """The file of the data: a line for each form, and the version of the solver that made them."""
    rows = sorted(
        f"  {json.dumps(line['ruleset'].removeprefix('octal:'))}: "
        f"{json.dumps(entry_of(line), separators=(',', ':'))}"
        for line in lines
    )
    return "".join((f'{{"solver": "{VERSION}", "games": {{\n', ",\n".join(rows), "\n}}\n"))


def is_found_again(form: str) -> bool:
    """Whether everything in the entry of a form is found anew."""
    entry = kept_entries()[form]
    parts = [part for part, facts in zip(PARTS, entry, strict=True) if facts]
    found: bool = [*entry_of(surveyed(f"octal:{form}", inf, parts))] == entry
    return found


def run(ruleset: str | None, results: Sequence[str]) -> None:
    """Print the chart of a game, or make the data anew from *results*."""
    if results:
        lines = [line for file in results for line in lines_of(Path(file))]
        DATA.write_text(written(lines), encoding="utf-8")
    if ruleset:
        chart = chart_of(ruleset)
        print("\n".join(_told(chart) if chart else [words.MISSING.format(digits=DIGITS)]))


def _told(chart: Chart) -> Iterator[str]:
    yield chart.reach.text
    yield words.NIM.format(words=chart.nim.text if chart.nim else words.OPEN_PERIOD)
    yield words.QUOTIENT.format(
        words=chart.quotient.text if chart.quotient else words.OPEN_QUOTIENT
    )
