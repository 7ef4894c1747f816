"""How much of the reasons a page shows: all, what somebody has had, or what needs no theory."""

from __future__ import annotations

from dataclasses import dataclass

from games.boards.films import NAMES
from games.boards.learnt import EVERY, Theories, theories_of
from games.boards.lenses import PLAIN, Lens, below
from games.people.models import Owner
from solver import BELOW, Question

ALL = "all"
LEVELS = {
    ALL: "Everything",
    "mine": "At my level",
    "below": PLAIN,
}
"""The levels to choose from; the first is meant where an address names none."""


@dataclass(frozen=True)
class Level:
    """What a level makes of the theories: *tabs* to choose from, those *ahead* of somebody, and
    those that do not apply and are *silent*."""

    tabs: tuple[Lens, ...]
    ahead: tuple[Lens, ...]
    silent: tuple[Lens, ...]

    def chosen(self, key: str) -> Lens:
        """The view asked for, or the first that answers."""
        views = [*self.tabs, *self.silent]
        return next((view for view in views if view.key == key), views[0])


def level_of(
    key: str, question: Question, views: list[Lens], owner: Owner | None, theory: str = ""
) -> Level:
    """The level called *key*. The one below every theory is among the tabs of all the others but
    the first, and there if *theory* asks for it."""
    shown = open_theories(key, owner)
    tabs = [view for view in views if view.analysis and view.key in shown]
    if key != ALL or theory == BELOW:
        tabs.append(below(question))
    hidden = [view for view in views if view.key not in shown and key == "mine"]
    ahead = [view for view in hidden if view.key != "exhaustive" and view.analysis]
    silent = [view for view in views if not view.analysis] if key == ALL else []
    return Level(tuple(tabs), tuple(ahead), tuple(silent))


def open_theories(key: str, owner: Owner | None) -> Theories:
    """The theories that a level explains by; search is told as what can be seen on the board."""
    if key == "mine":
        had = theories_of(owner)
        return {name for name in NAMES if name != "exhaustive" and name in had}
    return EVERY if key == ALL else frozenset()
