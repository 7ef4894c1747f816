"""What somebody has proved, played as a card on the board: the position changes to one that counts
the same, and the question stays.

Theorem 1 cuts three squares off a strip. Where squares and dominoes may cancel, Corollary 4 takes a
square and a domino away, and Corollary 5 a strip whose length is a multiple of three (Milley,
*Partizan Kayles and misère invertibility*).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import urlencode

from games.questions.goals.goal import Fields
from games.questions.shown_question import ShownQuestion
from solver import Position

PAPER = "partizan-kayles"
"""The source of the theorems."""
CARDS = "cards"
"""The parameter of an address with the cards that were played, joined by points."""
AGAIN = "again"
"""The parameter that stays: the step is asked once more."""


class TheoremUse(NamedTuple):
    """A theorem used once: its *code* in an address, what it does, the position that it leaves, and
    why that counts the same. *size* is the strip that it is used on, 0 for a pair of strips."""

    code: str
    label: str
    size: int
    position: Position
    says: str


Uses = Callable[[Position], Iterator[TheoremUse]]

TILES = {0: "a square and a domino", 1: "two squares and a domino", 2: "a square and two dominoes"}


def cut(position: Position) -> Iterator[TheoremUse]:
    """Theorem 1 for each length from 3 on."""
    for size in sorted({size for size in position if size >= 3}, reverse=True):
        left = size - 3
        counts_as = TILES.get(left, f"a strip of {left}, {TILES[0]}")
        yield TheoremUse(
            f"cut-{size}",
            f"Cut three off the strip of {size}",
            size,
            _without(position, size, more=(left, 1, 2)),
            f"A strip of {size} counts as {counts_as}.",
        )


def cancel(position: Position) -> Iterator[TheoremUse]:
    """Corollary 4, where there are both."""
    if {1, 2} <= set(position):
        yield TheoremUse(
            "cancel",
            "Take a square and a domino away",
            0,
            _without(position, 1, 2),
            "A square and a domino count as nothing.",
        )


def third(position: Position) -> Iterator[TheoremUse]:
    """Corollary 5 for each multiple of 3."""
    for size in sorted({size for size in position if not size % 3}, reverse=True):
        yield TheoremUse(
            f"third-{size}",
            f"Take the strip of {size} away",
            size,
            _without(position, size),
            f"A strip of {size} counts as nothing, because three goes into {size}.",
        )


def _without(position: Position, *gone: int, more: Sequence[int] = ()) -> Position:
    left = list(position)
    for size in gone:
        left.remove(size)
    return tuple(sorted((*left, *filter(None, more)), reverse=True))


THEOREMS: dict[str, Uses] = {"theorem-1": cut, "corollary-4": cancel, "corollary-5": third}
"""The theorems that can be played, by their statement in the source."""


class PlayableCard(NamedTuple):
    """A card that can be played now: the *name* of its theorem, its *use*, and the address of the
    board after it."""

    name: str
    use: TheoremUse
    url: str


class ShownStrip(NamedTuple):
    """A strip on the table: its places from 1, and the cards that can be played on it."""

    places: range
    cards: tuple[PlayableCard, ...]


@dataclass(frozen=True)
class PlayedTheorems:
    """The *position* after the cards that were *played*, each with its reason, those that can be
    played now, and the address before the last one."""

    position: Position
    played: tuple[str, ...]
    playable: tuple[PlayableCard, ...]
    back: str

    @property
    def strips(self) -> list[ShownStrip]:
        """What lies on the table; of equal strips the first one has the cards."""
        first = {size: place for place, size in reversed([*enumerate(self.position)])}
        return [
            ShownStrip(
                range(1, size + 1),
                tuple(c for c in self.playable if c.use.size == size and first[size] == place),
            )
            for place, size in enumerate(self.position)
        ]

    @property
    def loose(self) -> list[PlayableCard]:
        """The cards that are played on no single strip."""
        return [card for card in self.playable if not card.use.size]

    @property
    def played_words(self) -> str:
        """The latest card, with its number if it was not the first; and whether nothing is left."""
        counted = f"{len(self.played)}. " if len(self.played) > 1 else ""
        rest = "" if self.position else " Nothing is left on the board."
        return f"{counted}{self.played[-1]}{rest}"

    @property
    def fields(self) -> Fields:
        """The answer, once only squares and dominoes are left."""
        if not self.played or max(self.position, default=0) > 2:
            return {}
        counted = {"squares": self.position.count(1), "dominoes": self.position.count(2)}
        return {name: [str(number)] for name, number in counted.items()}


def played_theorems(
    task: ShownQuestion, names: Mapping[str, str], path: str, asked: Mapping[str, str]
) -> PlayedTheorems | None:
    """The board after the cards that the query of an address *asked* for; those that do not fit,
    and what follows them, are ignored. *names* has the theorems that somebody has proved. None
    where the question has no use for them."""
    own = {key: names[key] for key in task.asking.theorems_on(task) if key in names}
    if not own:
        return None

    def uses(position: Position) -> list[tuple[str, TheoremUse]]:
        return [(own[key], use) for key in own for use in THEOREMS[key](position)]

    def address(codes: Sequence[str]) -> str:
        query = {AGAIN: asked[AGAIN]} if AGAIN in asked else {}
        query |= {CARDS: ".".join(codes)} if codes else {}
        return f"{path}?{urlencode(query)}" if query else path

    position, codes, played = task.question.position, [], []
    for code in asked.get(CARDS, "").split("."):
        use = next(((name, use) for name, use in uses(position) if use.code == code), None)
        if use is None:
            break
        position = use[1].position
        codes.append(code)
        played.append(f"{use[0]}: {use[1].says}")
    return PlayedTheorems(
        position,
        tuple(played),
        tuple(PlayableCard(name, use, address([*codes, use.code])) for name, use in uses(position)),
        address(codes[:-1]),
    )
