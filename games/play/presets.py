"""Start positions worth a click, each with the convention it is best known under."""

from __future__ import annotations

from dataclasses import dataclass

from solver import ESCAPING_ROWS, GREMLIN_RULES


@dataclass(frozen=True)
class Preset:
    """A start position to choose from. *note* says in a few words why it is here."""

    key: str
    name: str
    ruleset: str
    position: str
    convention: str
    note: str


PRESETS = (
    Preset("marienbad", "Marienbad", "nim", "1+3+5+7", "misere", "The game of the film"),
    Preset("lights", "Thirteen lights", "subtraction:3", "13", "misere", "Switch off 1 to 3"),
    Preset("two-rows", "Two rows", "nim", "4+6", "normal", "Make them equal"),
    Preset("three-rows", "5, 6 and 7", "subtraction:3", "5+6+7", "misere", "At most 3 at a time"),
    Preset("six-eleven", "6 and 11", "subtraction:4", "6+11", "normal", "At most 4 at a time"),
    Preset("laundry", "1, 2 and 4", "nim", "1+2+4", "misere", "Where a clever idea fails"),
    Preset("kayles", "Kayles 10", "kayles", "10", "misere", "One pin, or two neighbours"),
    Preset("kayles-rows", "Kayles 5 and 4", "kayles", "5+4+1", "misere", "Rows that split"),
    Preset("strips", "Strips", "partizan-kayles", "7+5", "misere", "Squares against dominoes"),
    Preset(
        "strip-3", "A strip of 3", "partizan-kayles", "3+6", "misere", "Where Theorem 4 is silent"
    ),
    Preset("dawson", "Dawson's Kayles", "octal:0.07", "9+4", "misere", "Only pairs may go"),
    Preset("escape", "The gremlin", ESCAPING_ROWS, "4+1", "misere", "A row that escapes"),
    Preset("gremlin", "The smallest gremlin", GREMLIN_RULES, "3+1", "misere", "One heap, two ways"),
)


def get_preset(key: str) -> Preset | None:
    """The preset called *key*, if there is one."""
    return next((preset for preset in PRESETS if preset.key == key), None)
