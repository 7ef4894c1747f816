"""R1 over small abstract games: a game is the bit set of its options' numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..kinds import Kind

BORN_BY_DAY_3, BORN_BY_DAY_4 = 16, 65_536
"""Games born by day 3, which last at most three moves, are the numbers below 16, and so on."""


class SmallGames:
    """Every impartial game born by day 4, game g having option h where bit h of g is set."""

    def __init__(self) -> None:
        self.kinds: list[Kind] = []
        self.values: list[int] = []
        self._of_kind = dict.fromkeys(Kind, 0)
        of_value = [0] * 5
        lost = 0
        for game in range(BORN_BY_DAY_4):
            value = next(v for v in range(5) if not game & of_value[v])
            kind = Kind.of(value, misere_win=not game or bool(game & lost))
            self.values.append(value)
            self.kinds.append(kind)
            if game < BORN_BY_DAY_3:
                of_value[value] |= 1 << game
                self._of_kind[kind] |= 1 << game
                lost |= (kind.misere_outcome == "P") << game
        self._kept = {n: self._keeping(n) for n in (3, 4)}
        self._lost_beside = [0] * BORN_BY_DAY_3
        for game in range(BORN_BY_DAY_3):
            for other, wins in enumerate(self.wins_beside(game)):
                self._lost_beside[other] |= (not wins) << game

    def _keeping(self, conditions: int) -> int:
        """The bit set of the games born by day 3 that keep the conditions."""
        kept = 0
        for game in range(BORN_BY_DAY_3):
            kept |= (self._obeys(game, conditions) and not game & ~kept) << game
        return kept

    def _obeys(self, game: int, conditions: int) -> bool:
        """Whether *game* itself, its followers left aside, keeps the conditions."""
        kind, null, gremlin = (
            self.kinds[game],
            self._of_kind[Kind.NULL],
            self._of_kind[Kind.GREMLIN],
        )
        if kind is Kind.HIGHER_SWITCH:
            return bool(game & (null | gremlin))
        if kind is Kind.NULL:
            return not game & gremlin
        if kind is Kind.GREMLIN and conditions > 3:
            return not game & null
        return kind is not Kind.HIGHER_INVERTER

    def keeps(self, game: int, conditions: int) -> bool:
        """Whether *game* and all its followers keep conditions (1) to *conditions*, 3 or 4."""
        return not game & ~self._kept[conditions] and self._obeys(game, conditions)

    def wins_beside(self, game: int) -> list[bool]:
        """Whether the player to move wins *game* + each game born by day 3, under misère play."""
        wins: list[bool] = []
        for other in range(BORN_BY_DAY_3):
            wins.append(
                bool(game & self._lost_beside[other])
                or any(not wins[h] for h in range(other.bit_length()) if other >> h & 1)
                or not (game or other)
            )
        return wins

    def predicted_win(self, game: int, other: int) -> bool:
        """What the R1 algorithm says of the sum."""
        pair = self.kinds[game], self.kinds[other]
        if all(kind.is_fickle for kind in pair):
            return pair.count(Kind.INVERTER) % 2 == 0
        return self.values[game] != self.values[other]


def r1_predictions(
    conditions: int, games_below: int = BORN_BY_DAY_4
) -> Callable[[], Iterator[bool]]:
    """Games born by day 4 that keep the conditions, beside each born by day 3 (nothing too)."""

    def run() -> Iterator[bool]:
        games = SmallGames()
        beside = [game for game in range(BORN_BY_DAY_3) if games.keeps(game, conditions)]
        for game in range(games_below):
            if games.keeps(game, conditions):
                wins = games.wins_beside(game)
                for other in beside:
                    yield games.predicted_win(game, other) == wins[other]

    return run
