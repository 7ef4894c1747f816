"""The gallery: games side by side with their quotients."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from math import inf

from django.core.cache import cache
from django.urls import reverse

from games.boards.bounds import thinking
from games.boards.games import OFFERS
from games.explore.lab.quotients.drawings import dots
from games.explore.lab.quotients.quotients import Found, find
from games.explore.studies import solver_version, studied_quotients
from solver import QuotientTable, get_ruleset, shipped_games

REMEMBERED = 24 * 60 * 60
"""Seconds for which a card is cached."""
POSITIONS = 100
"""The budget of a card in positions, without a time limit, so that it says the same on every
machine under any load."""
OCTAL = "0.354 0.3541 0.3122 0.31 0.35 0.54 0.074 0.241"
GAMES = (
    *(key for key in OFFERS if not get_ruleset(key).partizan),
    *(f"subtraction:{most}" for most in (2, 5, 7)),
    *(f"octal:{code}" for code in OCTAL.split()),
    *(key for key in shipped_games() if key != "octal:0.77"),  # this is Kayles
)
"""The games in the gallery."""


@dataclass(frozen=True)
class GalleryCard:
    """A game in the gallery. *infinite* says why the quotient is infinite, if that is proved.
    *width*, *height* and the paths draw its elements as dots."""

    key: str
    name: str
    order: int
    lost: int
    up_to: int
    preperiod: int | None
    period: int | None
    is_tame: bool
    infinite: str
    width: int
    height: int
    won_dots: str
    lost_dots: str

    @property
    def url(self) -> str:
        return reverse("lab:quotient", args=[self.key])

    @property
    def is_settled(self) -> bool:
        return self.period is not None or bool(self.infinite)

    @property
    def says(self) -> str:
        """How far the quotient is known."""
        if self.infinite:
            return self.infinite.partition(": ")[2].partition(".")[0]
        if self.period is None:
            return f"known up to rows of {self.up_to}"
        if self.period == 1:
            return f"all rows from {self.preperiod} on are alike"
        return f"period {self.period} from row {max(self.preperiod or 0, 1)} on"


ALL = "all"
CHOICES: dict[str, tuple[str, Callable[[GalleryCard], bool]]] = {
    ALL: ("All", lambda card: True),
    "wild": ("Wild", lambda card: card.period is not None and not card.is_tame),
    "tame": ("Tame, as Nim is", lambda card: card.period is not None and card.is_tame),
    "infinite": ("Infinite", lambda card: bool(card.infinite)),
    "open": ("Not settled", lambda card: not card.is_settled),
}
"""The filters for cards."""
ORDERS: dict[str, tuple[str, Callable[[GalleryCard], tuple[float, str]]]] = {
    "game": ("game", lambda card: (0, "")),
    "order": ("elements", lambda card: (-inf if card.infinite else -card.order, card.name)),
    "lost": ("losing elements", lambda card: (-card.lost, card.name)),
    "period": ("period", lambda card: (-(card.period or 0), card.name)),
}
"""The orders for cards."""


def cards(which: str, by: str) -> list[GalleryCard]:
    """The cards that pass the filter *which*, in the order *by*."""
    studied = studied_quotients()
    hung = [card_of(key, key in studied) for key in dict.fromkeys((*GAMES, *studied))]
    return sorted(filter(CHOICES[which][1], hung), key=ORDERS[by][1])


def card_of(key: str, is_studied: bool) -> GalleryCard:
    """The card of a game, from the cache or made within the budget of a card."""
    asked = f"gallery:{solver_version()}:{is_studied}:{sha256(key.encode()).hexdigest()}"
    card = cache.get(asked)
    if card is None:
        rules = get_ruleset(key)
        table = QuotientTable(rules)
        card = _new_card(find(rules, thinking(POSITIONS), is_studied=is_studied, table=table))
        cache.set(asked, card, REMEMBERED)
    return card  # type: ignore[no-any-return]


def _new_card(found: Found) -> GalleryCard:
    known = found.known
    return GalleryCard(
        found.ruleset.key,
        found.name,
        found.order,
        len(found.lost),
        known.up_to,
        known.preperiod,
        known.period,
        found.is_tame,
        found.infinite.reason if found.infinite else "",
        *dots(known),
    )
