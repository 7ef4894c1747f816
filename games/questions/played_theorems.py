"""What somebody has proved, played as a card on the board: the position changes to one that counts
the same, and the question stays.

On strips, Theorem 1 cuts three squares off. Where squares and dominoes may cancel, Corollary 4
takes a square and a domino away, and Corollary 5 a strip whose length is a multiple of three
(Milley, *Partizan Kayles and misère invertibility*). In normal play a row counts as its nim-value
(Sprague 1935, Grundy 1939): two equal rows are taken away in any impartial game, and in Kayles a
shorter row stands for a longer one. The shelf registers here, so that puzzles do not depend on
lessons.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest

from games.boards.board_view import BoardView, view
from games.boards.boards import Board
from games.boards.bounds import example_budget
from games.people.browsers import owner_of
from games.people.models import Owner
from games.questions.goals import goal_of
from games.questions.goals.goal import COROLLARY_4, COROLLARY_5, NIM_VALUES, THEOREM_1, Fields
from games.questions.question import QuestionLike
from games.questions.shown_question import ShownQuestion
from solver import Position, Ruleset, get_ruleset, nim_value

CARDS = "cards"
"""The parameter of an address, and the field of a form, with the cards that were played, joined by
points."""
STAYING = ("again", "theme")
"""The parameters of an address that stay: a step is asked once more, a puzzle is of a theme."""
KNOWN = 9
"""Lesson 11 works out by hand what rows of up to nine pins are worth; cards use no other value."""


class TheoremUse(NamedTuple):
    """A theorem used once: its *code* in an address, what it does, the position that it leaves, and
    why that counts the same. *size* is the strip that it is used on, 0 for rows and for a pair of
    strips."""

    code: str
    label: str
    size: int
    position: Position
    says: str


Uses = Callable[[Ruleset, Position], Iterator[TheoremUse]]

TILES = {0: "a square and a domino", 1: "two squares and a domino", 2: "a square and two dominoes"}


def cut(_: Ruleset, position: Position) -> Iterator[TheoremUse]:
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


def cancel(_: Ruleset, position: Position) -> Iterator[TheoremUse]:
    """Corollary 4, where there are both."""
    if {1, 2} <= set(position):
        yield TheoremUse(
            "cancel",
            "Take a square and a domino away",
            0,
            _without(position, 1, 2),
            "A square and a domino count as nothing.",
        )


def third(_: Ruleset, position: Position) -> Iterator[TheoremUse]:
    """Corollary 5 for each multiple of 3."""
    for size in sorted({size for size in position if not size % 3}, reverse=True):
        yield TheoremUse(
            f"third-{size}",
            f"Take the strip of {size} away",
            size,
            _without(position, size),
            f"A strip of {size} counts as nothing, because three goes into {size}.",
        )


def by_value(rules: Ruleset, position: Position) -> Iterator[TheoremUse]:
    """The theorem of Sprague and Grundy. Equal rows cancel. In Kayles, up to :data:`KNOWN` pins,
    the shortest row of a value stands for a longer one, and for two rows that have it together."""
    word = rules.component_word
    for size in sorted({size for size in position if position.count(size) > 1}, reverse=True):
        yield TheoremUse(
            f"twins-{size}",
            f"{size} and {size} count as nothing",
            0,
            _without(position, size, size),
            f"Two {word}s of {size} are worth the same, so together they count as nothing.",
        )
    if rules.key != "kayles":
        return
    budget = example_budget()
    worth = {size: nim_value(rules, size, budget) for size in range(1, KNOWN + 1)}
    shortest = {worth[size]: size for size in reversed(worth)}
    known = sorted(worth.keys() & set(position), reverse=True)
    for size in known:
        other = shortest[worth[size]]
        if other != size:
            yield TheoremUse(
                f"as-{size}",
                f"{size} counts as {other}",
                0,
                _without(position, size, more=(other,)),
                f"A row of {size} is worth {worth[size]}, and so is a row of {other}.",
            )
    for one, two in combinations([size for size in known if shortest[worth[size]] == size], 2):
        both = worth[one] ^ worth[two]
        other = shortest.get(both, 0)
        if other:
            yield TheoremUse(
                f"join-{one}-{two}",
                f"{one} and {two} count as {other}",
                0,
                _without(position, one, two, more=(other,)),
                f"{worth[one]} ⊕ {worth[two]} = {both}, and a row of {other} is worth {both}.",
            )


def _without(position: Position, *gone: int, more: Sequence[int] = ()) -> Position:
    left = list(position)
    for size in gone:
        left.remove(size)
    return tuple(sorted((*left, *filter(None, more)), reverse=True))


class PlayableTheorem(NamedTuple):
    """A theorem that can be played: its *name* on a card, and its *uses*."""

    name: str
    uses: Uses


THEOREMS = {
    THEOREM_1: PlayableTheorem("Theorem 1", cut),
    COROLLARY_4: PlayableTheorem("Corollary 4", cancel),
    COROLLARY_5: PlayableTheorem("Corollary 5", third),
    NIM_VALUES: PlayableTheorem("Nim-values", by_value),
}
"""The theorems that can be played, by the source and the statement in its address."""


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
    played now, and the address before the last one. *codes* are the cards as an address has
    them."""

    rules: Ruleset
    position: Position
    codes: str
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
    def invites(self) -> str:
        """What may be done with them."""
        by_hand = ", or cut a strip yourself" if self.rules.partizan else ""
        return f"Use what you have proved{by_hand}."

    @property
    def played_words(self) -> str:
        """The latest card, with its number if it was not the first; and whether nothing is left."""
        counted = f"{len(self.played)}. " if len(self.played) > 1 else ""
        rest = "" if self.position else " Nothing is left on the board."
        return f"{counted}{self.played[-1]}{rest}"

    @property
    def board(self) -> BoardView:
        """What lies on the table, as a picture."""
        return view(Board.of(self.rules, self.position))

    @property
    def fields(self) -> Fields:
        """The answer, once only squares and dominoes are left."""
        if not self.played or not self.rules.partizan or max(self.position, default=0) > 2:
            return {}
        counted = {"squares": self.position.count(1), "dominoes": self.position.count(2)}
        return {name: [str(number)] for name, number in counted.items()}


Proved = Callable[[Owner | None], Collection[str]]
_SHELVES: list[Proved] = []


def register(proved: Proved) -> Proved:
    """Register the function that gives what a person has proved, as :data:`THEOREMS` names it."""
    _SHELVES.append(proved)
    return proved


def theorems_on(
    request: HttpRequest, task: ShownQuestion | None, path: str
) -> PlayedTheorems | None:
    """What the person has proved and may use on the board of a question at *path*, and what they
    have used of it, in the address or in a form that was refused."""
    if task is None or not usable_on(task.exercise):
        return None
    owner = owner_of(request)
    proved = {key for shelf in _SHELVES for key in shelf(owner)}
    sent = {name: request.POST.get(name) or request.GET.get(name) for name in (CARDS, *STAYING)}
    asked = {name: value for name, value in sent.items() if value}
    return played_theorems(task, proved, path, asked)


def usable_on(exercise: QuestionLike) -> Sequence[str]:
    """The theorems that can be used on the board of a question, one after the other; none where
    none fits the position as it is."""
    keys = goal_of(exercise.goal).theorems_on(exercise) if exercise.goal else ()
    if not keys:
        return ()
    rules = get_ruleset(exercise.ruleset)
    position = rules.read_position(exercise.position)
    return keys if any(any(THEOREMS[key].uses(rules, position)) for key in keys) else ()


def played_theorems(
    task: ShownQuestion, proved: Collection[str], path: str, asked: Mapping[str, str]
) -> PlayedTheorems | None:
    """The board after the cards that the query of an address *asked* for; those that do not fit,
    and what follows them, are ignored. None where the question has no use for what is *proved*."""
    own = [THEOREMS[key] for key in task.asking.theorems_on(task.exercise) if key in proved]
    rules, start = task.ruleset, task.question.position

    def uses(position: Position) -> list[tuple[str, TheoremUse]]:
        return [(theorem.name, use) for theorem in own for use in theorem.uses(rules, position)]

    def address(codes: Sequence[str]) -> str:
        query = {name: asked[name] for name in STAYING if name in asked}
        query |= {CARDS: ".".join(codes)} if codes else {}
        return f"{path}?{urlencode(query)}" if query else path

    if not uses(start):
        return None
    position, codes, played = start, [], []
    for code in asked.get(CARDS, "").split("."):
        use = next(((name, use) for name, use in uses(position) if use.code == code), None)
        if use is None:
            break
        position = use[1].position
        codes.append(code)
        played.append(f"{use[0]}: {use[1].says}")
    return PlayedTheorems(
        rules,
        position,
        ".".join(codes),
        tuple(played),
        tuple(PlayableCard(name, use, address([*codes, use.code])) for name, use in uses(position)),
        address(codes[:-1]),
    )
