"""Games side by side with their quotients."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256

from django.core.cache import cache
from django.urls import reverse

from games.boards.games import OFFERS
from games.lab.finding import studied_quotients
from games.lab.models import solver_version
from games.lab.quotient_graph import dots
from games.lab.quotients import Found, find
from solver import Budget, get_ruleset, shipped_games

REMEMBERED = 24 * 60 * 60
"""Seconds for which a card is kept; one of a quotient that is not settled for a tenth of it."""
OCTAL = "0.31 0.35 0.54 0.074 0.241"
GAMES = (
    *(key for key in OFFERS if not get_ruleset(key).partizan),
    *(f"subtraction:{most}" for most in (2, 5, 7)),
    *(f"octal:{code}" for code in OCTAL.split()),
    *(key for key in shipped_games() if key != "octal:0.77"),  # that is Kayles
)
"""What hangs in the gallery."""


@dataclass(frozen=True)
class Card:
    """A game in the gallery. *width*, *height* and the paths are its elements as dots."""

    key: str
    name: str
    order: int
    lost: int
    up_to: int
    preperiod: int | None
    period: int | None
    is_tame: bool
    width: int
    height: int
    won_dots: str
    lost_dots: str

    @property
    def url(self) -> str:
        return reverse("lab:quotient", args=[self.key])

    @property
    def is_settled(self) -> bool:
        return self.period is not None

    @property
    def says(self) -> str:
        """How far it is known."""
        if self.period is None:
            return f"known up to rows of {self.up_to}"
        if self.period == 1:
            return f"all alike from {self.preperiod} on"
        return f"every {self.period} from {max(self.preperiod or 0, 1)} on"


ALL = "all"
CHOICES: dict[str, tuple[str, Callable[[Card], bool]]] = {
    ALL: ("All", lambda card: True),
    "wild": ("Wild", lambda card: card.is_settled and not card.is_tame),
    "tame": ("Tame, as Nim is", lambda card: card.is_settled and card.is_tame),
    "open": ("Not settled", lambda card: not card.is_settled),
}
"""Which cards are shown."""
ORDERS: dict[str, tuple[str, Callable[[Card], tuple[int, str]]]] = {
    "game": ("game", lambda card: (0, "")),
    "order": ("elements", lambda card: (-card.order, card.name)),
    "lost": ("lost elements", lambda card: (-card.lost, card.name)),
    "period": ("period", lambda card: (-(card.period or 0), card.name)),
}
"""How they are sorted."""


def cards(which: str, by: str) -> list[Card]:
    """The games whose quotient is of a sort, in an order."""
    budget, studied = Budget(10_000, 0.6), studied_quotients()
    hung = [card_of(key, key in studied, budget) for key in dict.fromkeys((*GAMES, *studied))]
    return sorted(filter(CHOICES[which][1], hung), key=ORDERS[by][1])


def card_of(key: str, is_studied: bool, budget: Budget) -> Card:
    """The card of a game, from memory or within an eighth of what is left."""
    asked = f"card:{solver_version()}:{is_studied}:{sha256(key.encode()).hexdigest()}"
    card = cache.get(asked)
    if card is None:
        card = _made(find(get_ruleset(key), budget.part(8), is_studied=is_studied))
        cache.set(asked, card, REMEMBERED if card.is_settled else REMEMBERED // 10)
    return card  # type: ignore[no-any-return]


def _made(found: Found) -> Card:
    known = found.known
    return Card(
        found.ruleset.key,
        found.name,
        found.order,
        len(found.lost),
        known.up_to,
        known.preperiod,
        known.period,
        found.is_tame,
        *dots(known),
    )
