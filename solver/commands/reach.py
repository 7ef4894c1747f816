"""``python -m solver reach``: how far R1 reaches, in one game or in all octal games."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable

from ..budget import Budget
from ..reach import DATA, Ending, Reach, computed, reach_of, written
from ..rulesets.cousins import standard_form
from ..words import capitalised
from ..words import command_line as words

CONDITIONS = (1, 2, 3, 4)


def reach_report(reach: Reach) -> dict[str, object]:
    """A game's reach as plain data, the command line's contract."""
    violation = reach.violation
    return {
        "ruleset": reach.key,
        "covered": reach.holds,
        "ending": reach.ending.value,
        "size": reach.size,
        "detail": reach.detail,
        "text": reach.text,
        "violation": violation and violation.text,
    }


def run(ruleset: str | None, *, digits: int, as_json: bool, write: bool, budget: int) -> None:
    """Print the reach of one game, or a summary of all octal games with so many *digits*.

    As JSON that is an object a line, a game each. With *write* the table that the package keeps
    is made anew instead.
    """
    if write:
        DATA.write_text(written(computed()), encoding="utf-8")
        return
    reaches = [reach_of(ruleset, budget=Budget(budget))] if ruleset else list(computed(digits))
    lines = _one(reaches[0]) if ruleset else _summary(reaches)
    if as_json:
        lines = (json.dumps(reach_report(reach), ensure_ascii=False) for reach in reaches)
    for line in lines:
        print(line)


def _one(reach: Reach) -> Iterable[str]:
    yield reach.text
    if violation := reach.violation:
        yield capitalised(violation.text)


def _summary(reaches: list[Reach]) -> Iterable[str]:
    """How many games break each condition at each row, and how many none: a Markdown table."""
    broken = Counter((r.size, r.detail) for r in reaches if r.ending is Ending.BROKEN)
    conditions = Counter(r.detail for r in reaches if r.ending is Ending.BROKEN)
    endings = Counter(reach.ending for reach in reaches)
    yield words.REACH_HEADING
    yield "|---|--:|--:|--:|--:|--:|"
    for size in sorted({size for size, _ in broken}):
        counts = [broken[size, number] for number in CONDITIONS]
        yield _row(words.STOPS_AT.format(size=size), counts)
    yield _row(words.STOPS, [conditions[number] for number in CONDITIONS])
    for ending, name in (
        (Ending.FIRM, words.LONG_ARE_FIRM),
        (Ending.PERIODIC, words.KINDS_REPEAT),
        (Ending.OPEN, words.OPEN),
    ):
        yield words.ENDING_ROW.format(name=name, games=endings[ending])
    forms = {standard_form(reach.key)[0] for reach in reaches}
    yield words.ENDING_ROW.format(name=words.ALL.format(forms=len(forms)), games=len(reaches))


def _row(name: str, counts: list[int]) -> str:
    cells = " | ".join(str(count or "") for count in counts)
    return words.REACH_ROW.format(name=name, counts=cells, games=sum(counts))
