"""Which explanations a page shows: all, those already learnt, or those without theory."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.boards.films import NAMES
from games.boards.lenses import EVERY, PLAIN, Lens, Theories, below, theories_of
from games.people.models import Owner
from solver import Inquiry
from solver.teaching import BELOW

ALL = "all"
LEVELS = {
    ALL: "Everything",
    "mine": "At my level",
    "below": PLAIN,
}
"""The levels to choose from; the first is the default."""


@dataclass(frozen=True)
class Level:
    """A level's choice of theories: *tabs* to choose from, theories *ahead* of the person, and
    *silent* theories that do not apply."""

    tabs: tuple[Lens, ...]
    ahead: tuple[Lens, ...]
    silent: tuple[Lens, ...]

    def chosen(self, key: str) -> Lens:
        """The requested view, otherwise the first one."""
        views = [*self.tabs, *self.silent]
        return next((view for view in views if view.key == key), views[0])


def enough(views: Iterable[Lens], shown: Theories, theory: str) -> list[Lens]:
    """As many *views* as a page needs that shows one of them: up to the first that answers, and of
    those *shown* up to the answer of *theory*, or the first if that is not among them."""
    looked_at: list[Lens] = []
    decided, found = False, theory == BELOW or not shown
    for view in views:
        looked_at.append(view)
        if view.analysis:
            decided = True
            is_asked = theory not in shown or view.key == theory
            found = found or (is_asked and view.key in shown)
        if decided and found:
            break
    return looked_at


def level_of(
    key: str, question: Inquiry, views: list[Lens], shown: Theories, theory: str = ""
) -> Level:
    """The level called *key*, which has the theories *shown*. Every level except the first has a
    tab for the explanation without theory, and the first has one if *theory* asks for it."""
    tabs = [view for view in views if view.analysis and view.key in shown]
    if key != ALL or theory == BELOW:
        tabs.append(below(question))
    hidden = [view for view in views if view.key not in shown and key == "mine"]
    ahead = [view for view in hidden if view.key != "exhaustive" and view.analysis]
    silent = [view for view in views if not view.analysis] if key == ALL else []
    return Level(tuple(tabs), tuple(ahead), tuple(silent))


def open_theories(key: str, owner: Owner | None) -> Theories:
    """The theories that a level uses; search appears as what one can see on the board."""
    if key == "mine":
        had = theories_of(owner)
        return {name for name in NAMES if name != "exhaustive" and name in had}
    return EVERY if key == ALL else frozenset()
