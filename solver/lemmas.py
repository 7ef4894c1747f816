"""Sentences of a proof about every position of a game, put to the test by going through positions.

A lemma speaks of the positions that keep to a rule: ``{from: {nim_sum: 0}, never: {nim_sum: 0}}``
says that no move leads from nim-sum 0 to nim-sum 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .conditions import Rule
from .conjectures import Breach, Place, Territory
from .errors import InvalidInputError
from .positions import Move
from .quantities import Figures
from .rulesets import Ruleset
from .search import Search
from .words import unreadable as words

FROM, MOVER = "from", "mover"
NEVER, SOME, ANSWERED, IS = "never", "some", "answered", "is"
RULED = (NEVER, SOME, ANSWERED, IS)
"""What a lemma says with a second rule: no move leads there, some move does, every move has an
answer that does, the position itself keeps to it."""
WINS, LOSES = "wins", "loses"


@dataclass(frozen=True)
class Lemma:
    """From every position of *start*, *says* holds of *goal*: a rule, or for ``mover`` who wins."""

    start: Rule
    says: str
    goal: Rule | str

    @classmethod
    def read(cls, written: Any) -> Lemma:
        """Read ``{from: {…}, never: {…}}`` or ``{from: {…}, mover: loses}``.

        Raises :class:`InvalidInputError`.

        >>> Lemma.read({"from": {"rows": 0}, "mover": "loses"}).content
        {'from': {'rows': 0}, 'mover': 'loses'}
        """
        keys = [key for key in written if key != FROM] if isinstance(written, Mapping) else []
        if len(keys) != 1 or FROM not in written or keys[0] not in (*RULED, MOVER):
            raise InvalidInputError.because(words.LEMMA, written)
        [says] = keys
        goal = written[says]
        if says == MOVER and goal not in (WINS, LOSES):
            raise InvalidInputError.because(words.LEMMA, written)
        return cls(Rule.read(written[FROM]), says, goal if says == MOVER else Rule.read(goal))

    @property
    def content(self) -> dict[str, Any]:
        """The same as a content file says it."""
        goal = self.goal.content if isinstance(self.goal, Rule) else self.goal
        return {FROM: self.start.content, self.says: goal}

    def refusal(self, ruleset: Ruleset) -> str:
        """Why it says nothing about a game; empty where it does."""
        goal = self.goal.refusal(ruleset) if isinstance(self.goal, Rule) else ""
        return self.start.refusal(ruleset) or goal

    def breach(self, territory: Territory) -> Breach | None:
        """The smallest position of *territory* of which it is false, with the moves that show it;
        None where it is true of all."""
        tested = _Tested(self, territory)
        places = territory.budget.each(territory.places)
        found = (tested.breach(place) for place in places if tested.keeps(self.start, place))
        return next(filter(None, found), None)


class _Tested:
    """A lemma about the positions of one territory."""

    def __init__(self, lemma: Lemma, territory: Territory) -> None:
        self.lemma, self.territory = lemma, territory
        self.figures = Figures(territory.ruleset, territory.budget)
        self.search = Search(territory.ruleset, territory.convention, territory.budget)

    def keeps(self, rule: Rule, place: Place) -> bool:
        return rule.holds(self.figures, *place)

    def leads(self, place: Place, goal: Rule) -> list[Move]:
        """The moves from *place* to positions that keep to *goal*."""
        here = Breach(place, ())
        return [move for move in self.territory.moves(place) if self.keeps(goal, here.after(move))]

    def breach(self, place: Place) -> Breach | None:
        lemma, goal = self.lemma, self.lemma.goal
        if not isinstance(goal, Rule):
            is_so = self.search.wins(*place) == (goal == WINS)
            return None if is_so else Breach(place, ())
        if lemma.says == IS:
            return None if self.keeps(goal, place) else Breach(place, ())
        if lemma.says == SOME:
            moves = self.territory.moves(place)
            return None if self.leads(place, goal) else Breach(place, tuple(moves))
        here = Breach(place, ())
        wrong = (
            self.leads(place, goal)
            if lemma.says == NEVER
            else [m for m in self.territory.moves(place) if not self.leads(here.after(m), goal)]
        )
        return Breach(place, tuple(wrong[:1])) if wrong else None
