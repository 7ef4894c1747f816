"""``python -m solver ladder``: how hard each opponent of a game is to beat."""

from __future__ import annotations

from collections.abc import Iterable

from ..analysis import ask
from ..budget import Budget
from ..conventions import Convention
from ..errors import InvalidInputError
from ..opponents.ladder import DATA, Ladder, kept_ladders, measured, measured_again, written
from ..words import command_line as words


def run(ruleset: str | None, position: str | None, *, write: bool, budget: int) -> None:
    """Print the ladders of a game with either end, or of every game that is kept.

    With *write* they are kept instead, measured anew.
    """
    if ruleset is None:
        ladders = kept_ladders()
        if write:
            ladders = tuple(map(measured_again, ladders))
    elif position is None:
        raise InvalidInputError(words.NO_POSITION)
    else:
        ladders = tuple(
            measured(ask(ruleset, position, convention, budget=Budget(budget)))
            for convention in (Convention.MISERE, Convention.NORMAL)
        )
    if write:
        kept = {ladder.key: ladder for ladder in (*kept_ladders(), *ladders)}
        DATA.write_text(written(kept.values()), encoding="utf-8")
        kept_ladders.cache_clear()
        return
    for line in _lines(ladders):
        print(line)


def _lines(ladders: Iterable[Ladder]) -> Iterable[str]:
    for ladder in ladders:
        yield ladder.key
        for rung in ladder.rungs:
            line = words.FLAWLESS_RUNG if rung.is_flawless else words.RUNG
            beaten = f"{rung.beaten:6.1%}"
            yield line.format(name=f"{rung.opponent.name:<10}", beaten=beaten)
