"""Sentences of a proof about every position of a game, put to the test by going through positions.

A lemma speaks of the positions that keep to a rule: ``{from: {nim_sum: 0}, never: {nim_sum: 0}}``
says that no move leads from nim-sum 0 to nim-sum 0. Of strips it may also compare two positions in
every company, and say that the player who can win wins by taking a strip of a size.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..conventions import Player
from ..errors import InvalidInputError
from ..positions import Move, Position, parse_position
from ..rulesets.rules import Ruleset
from ..search import Search
from ..words import counting
from ..words import unreadable as words
from .conditions import Rule
from .conjectures import Breach, Place, Territory
from .quantities import Figures

FROM, MOVER = "from", "mover"
NEVER, SOME, ANSWERED, IS = "never", "some", "answered", "is"
RULED = (NEVER, SOME, ANSWERED, IS)
"""What a lemma says with a second rule: no move leads there, some move does, every move has an
answer that does, the position itself keeps to it."""
WINS, LOSES = "wins", "loses"
COMPARE, FIRST = "compare", "first"
"""What a lemma says of strips: beside every position of *start* one position is at least as good
for Left as another, ``2 >= 1+1``; a player who wins there wins by taking a strip of 1, or of 2."""
WITH_STRIPS = (COMPARE, FIRST)
AT_LEAST = ">="


@dataclass(frozen=True)
class Compared:
    """Two positions to lie beside others: Left never loses with *one* what she wins with the
    *other*."""

    one: Position
    other: Position

    @classmethod
    def read(cls, written: Any) -> Compared:
        """Read ``2 >= 1+1``; raises :class:`InvalidInputError`."""
        one, found, other = str(written).partition(AT_LEAST)
        if not found:
            raise InvalidInputError.because(words.LEMMA, written)
        return cls(parse_position(one), parse_position(other))


@dataclass(frozen=True)
class Lemma:
    """From every position of *start*, *says* holds of *goal*: a rule, or for ``mover`` who wins;
    of strips a comparison, or a size to take."""

    start: Rule
    says: str
    goal: Rule | str | int

    @classmethod
    def read(cls, written: Any) -> Lemma:
        """Read ``{from: {…}, never: {…}}`` or ``{from: {…}, mover: loses}``.

        Raises :class:`InvalidInputError`.

        >>> Lemma.read({"from": {"rows": 0}, "mover": "loses"}).content
        {'from': {'rows': 0}, 'mover': 'loses'}
        """
        keys = [key for key in written if key != FROM] if isinstance(written, Mapping) else []
        if len(keys) != 1 or FROM not in written or keys[0] not in (*RULED, MOVER, *WITH_STRIPS):
            raise InvalidInputError.because(words.LEMMA, written)
        [says] = keys
        goal = written[says]
        if (says == MOVER and goal not in (WINS, LOSES)) or (says == FIRST and goal not in (1, 2)):
            raise InvalidInputError.because(words.LEMMA, written)
        if says == COMPARE:
            Compared.read(goal)
        return cls(Rule.read(written[FROM]), says, Rule.read(goal) if says in RULED else goal)

    @property
    def content(self) -> dict[str, Any]:
        """The same as a content file says it."""
        goal = self.goal.content if isinstance(self.goal, Rule) else self.goal
        return {FROM: self.start.content, self.says: goal}

    def refusal(self, ruleset: Ruleset) -> str:
        """Why it says nothing about a game; empty where it does."""
        goal = self.goal.refusal(ruleset) if isinstance(self.goal, Rule) else ""
        if self.says in WITH_STRIPS and ruleset.family != "partizan":
            goal = counting.MEANS_NOTHING.format(name=self.says, game=ruleset.name)
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
        if lemma.says == COMPARE:
            return self.worse(place, Compared.read(goal))
        if lemma.says == FIRST:
            return self.not_first(place, goal)
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

    def worse(self, place: Place, compared: Compared) -> Breach | None:
        """The board that Left loses though she wins it with the other position: with what she can
        leave there, or with a move by which Right wins."""
        beside, player = place
        here = Breach((tuple(sorted((*beside, *compared.one))), player), ())
        there = tuple(sorted((*beside, *compared.other)))
        if self.left_wins(*here.place) or not self.left_wins(there, player):
            return None
        moves = self.territory.moves(here.place)
        if player is Player.RIGHT:
            moves = [move for move in moves if not self.left_wins(*here.after(move))][:1]
        return Breach(here.place, tuple(moves))

    def left_wins(self, position: Position, player: Player | None) -> bool:
        return self.search.wins(position, player) is (player is Player.LEFT)

    def not_first(self, place: Place, size: Any) -> Breach | None:
        """A board that is won, but not by taking a strip of *size* which lies there."""
        here = Breach(place, ())
        taking = [m for m in self.territory.moves(place) if m.size == size and not m.becomes]
        if not taking or not self.search.wins(*place):
            return None
        return Breach(place, tuple(taking)) if self.search.wins(*here.after(taking[0])) else None
