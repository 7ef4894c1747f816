"""The ladder: the opponents of a game, from the easiest to the hardest to beat.

Measured is how often Learner beats each of them, as often moving first as second and, in a
partizan game, as often Left as Right. Nothing is sampled: who moves chooses among a few moves,
each as likely as the others, so that the chance of a win at a position follows from the chances
one move later. The rows of a position count in ascending order. An opponent has no flaw where no
line of play lets them give a win away.

``python -m solver ladder RULESET POSITION --write`` keeps a game under both conventions, and
``python -m solver prove`` measures every game that is kept again. A game that is not kept has the
order of the nearest one that is.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from pathlib import Path

from ..analysis import answer
from ..budget import DEFAULT_BUDGET, STEPS, Budget
from ..conventions import Convention, Player
from ..positions import Position, format_position
from ..rulesets.keys import get_ruleset
from ..rulesets.rules import Ruleset
from ..theory import Inquiry
from ..version import VERSION
from .opponents import OPPONENTS, Learner, Opponent, get_opponent

DATA = Path(__file__).parents[1] / "data" / "ladders.json"
DOTS = 5
"""The strength of the hardest opponent of a game; the easiest has 1."""
DIGITS = 3
"""To how many digits a chance is kept."""


@dataclass(frozen=True)
class Rung:
    """An opponent on a ladder: how often Learner wins (*beaten*), and whether it is known that
    they never give a win away."""

    opponent: Opponent
    beaten: float
    is_flawless: bool


@dataclass(frozen=True)
class Ladder:
    """The opponents of a game, the easiest first."""

    ruleset: Ruleset
    position: Position
    convention: Convention
    rungs: tuple[Rung, ...]

    def strength(self, rung: Rung) -> int:
        """How hard an opponent is to beat in this game, from 1 to :data:`DOTS`."""
        easiest = max(rung.beaten for rung in self.rungs)
        hardest = min(rung.beaten for rung in self.rungs)
        if easiest == hardest:
            return DOTS
        return 1 + round((DOTS - 1) * (easiest - rung.beaten) / (easiest - hardest))

    def above(self, opponent: Opponent) -> Iterator[Rung]:
        """Those who are harder to beat than *opponent*, the next one first."""
        places = [rung.opponent.key for rung in self.rungs]
        yield from self.rungs[places.index(opponent.key) + 1 :]

    @property
    def text(self) -> str:
        """The position as text."""
        return format_position(self.position)

    @property
    def key(self) -> str:
        """The game as three words that a command line takes, which name it in the file."""
        return f"{self.ruleset.key} {self.text} {self.convention.value}"


# --- measuring ----------------------------------------------------------------------------


@dataclass(frozen=True)
class _Turn:
    """A position in ascending order, with who is to move there."""

    position: Position
    player: Player | None
    is_learners: bool


class _Games:
    """All games between Learner and an *opponent* at one game; *budget* is for the positions that
    are met."""

    def __init__(self, opponent: Opponent, game: Inquiry) -> None:
        self.opponent = opponent
        self.game = game
        self.is_flawless = True
        self._wins: dict[_Turn, Fraction] = {}

    @cached_property
    def starts(self) -> list[_Turn]:
        """Every way to sit down at the game."""
        position = tuple(sorted(self.game.position))
        players = tuple(Player) if self.game.ruleset.partizan else (None,)
        return [_Turn(position, player, first) for player in players for first in (True, False)]

    def beaten(self) -> Fraction:
        """How often Learner wins."""
        return sum(map(self._winning, self.starts), Fraction()) / len(self.starts)

    def _winning(self, start: _Turn) -> Fraction:
        turns = [start]
        following: dict[_Turn, dict[_Turn, Fraction]] = {}
        while turns:
            turn = turns[-1]
            if turn in self._wins:
                turns.pop()
                continue
            if turn not in following:
                following[turn] = self._following(turn)
            later = [then for then in following[turn] if then not in self._wins]
            turns += later
            if not later:
                self._wins[turn] = self._chance(turn, following.pop(turn))
        return self._wins[start]

    def _chance(self, turn: _Turn, following: dict[_Turn, Fraction]) -> Fraction:
        if not following:
            return Fraction(self.game.convention.stuck_player_wins is turn.is_learners)
        return sum((share * self._wins[then] for then, share in following.items()), Fraction())

    def _following(self, turn: _Turn) -> dict[_Turn, Fraction]:
        """What comes after a turn, with how often."""
        self.game.budget.spend(STEPS)
        question = self._question(turn)
        mover = Learner() if turn.is_learners else self.opponent
        legal = list(question.legal_moves())
        if not legal:
            return {}
        plan = mover.plan(question) or legal
        following: dict[_Turn, Fraction] = {}
        for moves, skill in ((plan, mover.skill), (legal, 1 - mover.skill)):
            for move in moves if skill else ():
                left = tuple(sorted(move.apply(turn.position)))
                then = _Turn(left, turn.player and turn.player.other, not turn.is_learners)
                following[then] = following.get(then, Fraction()) + skill / len(moves)
        if self.is_flawless and not turn.is_learners:
            self.is_flawless = not (self._is_won(turn) and any(map(self._is_won, following)))
        return following

    def _question(self, turn: _Turn) -> Inquiry:
        """A turn as a question, each with a budget of its own, as in a game that is played."""
        game = self.game
        return Inquiry(game.ruleset, turn.position, game.convention, turn.player)

    def _is_won(self, turn: _Turn) -> bool:
        return bool(answer(self._question(turn)).to_move_wins)


def measured(game: Inquiry) -> Ladder:
    """Measure the ladder of a game; who is to move in *game* does not matter.

    Raises :class:`BudgetExceededError` for a game with more positions than its budget has.

    >>> from solver import ask
    >>> [rung.opponent.key for rung in measured(ask("nim", "1+2", "normal")).rungs]
    ['greta', 'random', 'learner', 'perfect']
    """
    rungs = []
    for opponent in OPPONENTS:
        if not opponent.mismatch(game.ruleset, game.convention):
            games = _Games(opponent, game)
            rungs.append((games.beaten(), Rung(opponent, 0.0, games.is_flawless)))
    rungs.sort(key=lambda rung: -rung[0])
    rounded = (replace(rung, beaten=round(float(chance), DIGITS)) for chance, rung in rungs)
    return Ladder(game.ruleset, game.position, game.convention, tuple(rounded))


# --- what is kept -------------------------------------------------------------------------


def written(ladders: Iterable[Ladder]) -> str:
    """Ladders as they are kept: a line a game, and the version of the solver that measured."""
    rows = (
        f"  {json.dumps(ladder.key)}: "
        + json.dumps([[rung.opponent.key, rung.beaten, rung.is_flawless] for rung in ladder.rungs])
        for ladder in ladders
    )
    return "".join((f'{{"solver": "{VERSION}", "ladders": {{\n', ",\n".join(rows), "\n}}\n"))


@lru_cache(maxsize=1)
def kept_ladders() -> tuple[Ladder, ...]:
    """The ladders that are kept."""
    kept = json.loads(DATA.read_text(encoding="utf-8"))["ladders"]
    return tuple(_read(key, rows) for key, rows in kept.items())


def _read(key: str, rows: list[tuple[str, float, bool]]) -> Ladder:
    ruleset, position, convention = key.split()
    rungs = (Rung(get_opponent(name), beaten, flawless) for name, beaten, flawless in rows)
    rules = get_ruleset(ruleset)
    return Ladder(rules, rules.read_position(position), Convention(convention), tuple(rungs))


def measured_again(ladder: Ladder) -> Ladder:
    """A ladder measured anew, which is its proof."""
    budget = Budget(DEFAULT_BUDGET)
    return measured(Inquiry(ladder.ruleset, ladder.position, ladder.convention, budget=budget))


def as_kept() -> Iterator[bool]:
    """Whether each ladder that is kept is the one that is measured anew."""
    for ladder in kept_ladders():
        yield measured_again(ladder).rungs == ladder.rungs


def ladder_of(
    ruleset: Ruleset | str, position: str | Iterable[int], convention: str | Convention
) -> Ladder:
    """The ladder on file for a game, or else for the game most like it: the same convention, then
    the same family and ruleset, then as many pieces. Only a ladder of the game itself says who has
    no flaw.

    >>> [rung.opponent.key for rung in ladder_of("nim", "1+3+5+7", "normal").rungs]
    ['random', 'greta', 'learner', 'perfect']
    >>> ladder_of("kayles", "12", "misere").key
    'kayles 10 misere'
    """
    rules = get_ruleset(ruleset)
    rows = rules.read_position(position)
    ending = Convention.parse(convention)

    def distance(ladder: Ladder) -> tuple[bool, bool, bool, bool, int]:
        return (
            ladder.convention is not ending,
            ladder.ruleset.family != rules.family,
            ladder.ruleset.key != rules.key,
            sorted(ladder.position) != sorted(rows),
            abs(sum(ladder.position) - sum(rows)),
        )

    nearest = min(kept_ladders(), key=distance)
    is_it = not any(distance(nearest))
    rungs = (
        replace(rung, is_flawless=rung.is_flawless and is_it)
        for rung in nearest.rungs
        if not rung.opponent.mismatch(rules, ending)
    )
    return replace(nearest, rungs=tuple(rungs))
