"""Glicko-2 for one try at a puzzle: the student and the puzzle rate each other.

After Mark E. Glickman, *Example of the Glicko-2 system* (2013), steps 2 to 8; a test uses its
numbers. A rating period is a day, and a try ends the part of a period since the previous try. So
ratings become less certain with time and not with tries, and many tries make them stable.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from math import exp, log, pi, sqrt

SCALE = 173.7178
TAU = 0.5
"""The constraint on the change of volatility. The paper recommends 0.3 to 1.2 and uses 0.5 in its
example."""

TOLERANCE = 1e-6
MAX_DEVIATION = 350.0


PERIOD = timedelta(days=1)
"""The time in which a rating becomes less certain by one step. At the initial volatility, a
deviation of 50 becomes 100 after ten weeks of holidays, and as large as a newcomer's after three
years, when the student may play quite differently."""


@dataclass(frozen=True)
class Strength:
    """A rating with its deviation and volatility, on the scale that people see."""

    rating: float = 1500.0
    deviation: float = MAX_DEVIATION
    volatility: float = 0.06


def rounded(points: float) -> int:
    """A rating or a deviation for display, rounded to ten because it is no more precise than
    that."""
    return 10 * round(points / 10)


def rated(
    player: Strength, games: Sequence[tuple[Strength, float]], periods: float = 1.0
) -> Strength:
    """The player after *periods* rating periods, possibly a fraction. *games* are opponents with
    the score against them (1, ½ or 0)."""
    if not games:
        return Strength(player.rating, _waited(player, periods), player.volatility)
    mu, phi = (player.rating - 1500) / SCALE, player.deviation / SCALE
    information = surprise = 0.0
    for opponent, score in games:
        other = opponent.deviation / SCALE
        weight = 1 / sqrt(1 + 3 * other**2 / pi**2)
        expected = 1 / (1 + exp(-weight * (mu - (opponent.rating - 1500) / SCALE)))
        information += weight**2 * expected * (1 - expected)
        surprise += weight * (score - expected)
    variance = 1 / information
    volatility = _volatility(phi, player.volatility, variance, variance * surprise)
    before = _waited(Strength(player.rating, player.deviation, volatility), periods) / SCALE
    after = 1 / sqrt(1 / before**2 + information)
    return Strength((mu + after**2 * surprise) * SCALE + 1500, after * SCALE, volatility)


def _waited(player: Strength, periods: float) -> float:
    """The deviation after *periods* rating periods without a game: step 6 for each."""
    phi = player.deviation / SCALE
    return min(sqrt(phi**2 + periods * player.volatility**2) * SCALE, MAX_DEVIATION)


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """Step 5: the new volatility, by the Illinois variant of regula falsi."""
    start = log(sigma**2)

    def slope(x: float) -> float:
        square = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - square) / (2 * square**2) - (x - start) / TAU**2

    low = start
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        high = start - TAU
        while slope(high) < 0:
            high -= TAU
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > TOLERANCE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
