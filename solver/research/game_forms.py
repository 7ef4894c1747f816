"""Games written as forms: ``{0,*|-1}`` is the game in which Left may leave 0 or *, and Right -1.

A form is what its options are, and nothing else: two forms with the same options are one object.
Whoever cannot move has won (misère play). In this module are the forms, how they are written, and
what one form tells alone. :mod:`solver.research.form_reading` reads them, and
:mod:`solver.research.universes` compares them beside others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import combinations, count
from threading import Lock
from typing import ClassVar, Protocol
from weakref import WeakValueDictionary

from ..conventions import Outcome, Player
from ..errors import InvalidInputError
from ..words import unreadable

MAX_BIRTHDAY = 20
"""The most moves of a game. A comparison nests two to three calls for each move of both games,
and Python allows a thousand."""
MAX_FOLLOWERS = 300
"""The most positions that play may lead to. A comparison looks at pairs of them, and 300 times 300
is within the usual budget."""
MAX_SIZE = 7
"""The most moves of the games that are listed by size: there are 4,792 of 7 moves, and four to five
times as many of 8."""

Sum = tuple["Component", ...]
"""A sum of components, in ascending :attr:`Component.rank`; the empty game is in none."""


class Component(Protocol):
    """One game of a sum: a form, or a row of some rules."""

    @property
    def rank(self) -> tuple[int, ...]:
        """Its place in a sum; different for different components."""

    def options(self, player: Player) -> Iterable[Sum]:
        """What *player* may make of it."""

    def __str__(self) -> str:
        """Its name in a sentence."""


class MisereForm:
    """A game: the forms that *left* and *right* may leave. Make one with :meth:`of` or
    :func:`~solver.read_form`.

    >>> star = MisereForm.of([ZERO], [ZERO])
    >>> star + star, -MisereForm.of([ZERO], []), star.outcome
    (<MisereForm: {*|*}>, <MisereForm: -1>, <Outcome.P: 'P'>)
    """

    left: tuple[MisereForm, ...]
    right: tuple[MisereForm, ...]
    number: int
    size: int
    """How many moves its tree has."""
    birthday: int
    """How many moves it lasts at most."""

    _known: ClassVar[WeakValueDictionary[tuple[frozenset[int], frozenset[int]], MisereForm]] = (
        WeakValueDictionary()
    )
    _numbers: ClassVar = count()
    _lock: ClassVar = Lock()

    @classmethod
    def of(cls, left: Iterable[MisereForm], right: Iterable[MisereForm]) -> MisereForm:
        """The form with these options."""
        sides = [{option.number: option for option in side} for side in (left, right)]
        key = frozenset(sides[0]), frozenset(sides[1])
        with cls._lock:
            form = cls._known.get(key)
            if form is None:
                form = cls._known[key] = cls()
                form.number = next(cls._numbers)
                form.left, form.right = (tuple(side.values()) for side in sides)
                options = form.left + form.right
                form.size = sum(1 + option.size for option in options)
                form.birthday = max((1 + option.birthday for option in options), default=0)
        return form

    # --- as a component of sums ----------------------------------------------------------------

    @property
    def rank(self) -> tuple[int, ...]:
        return 0, self.number

    def side(self, player: Player) -> tuple[MisereForm, ...]:
        """The options of a player."""
        return self.left if player is Player.LEFT else self.right

    def sorted_side(self, player: Player) -> list[MisereForm]:
        """The same in an order that stays: shorter forms first."""
        return in_order(self.side(player))

    def options(self, player: Player) -> Iterator[Sum]:
        return (option.alone for option in self.side(player))

    @property
    def alone(self) -> Sum:
        """The sum that has nothing else."""
        return (self,) if self.size else ()

    # --- text ----------------------------------------------------------------------------------

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<MisereForm: {self.text}>"

    @cached_property
    def name(self) -> str:
        """What a number or a nimber is called; other forms have no name."""
        for name, other in ((str(self.birthday), number), (f"-{self.birthday}", minus)):
            if self is other(self.birthday):
                return name
        if self is nimber(self.birthday):
            return "*" if self.birthday == 1 else f"*{self.birthday}"
        return ""

    @cached_property
    def text(self) -> str:
        """The form as it is read again: shorter options first, numbers and nimbers by name."""
        if self.name:
            return self.name
        left, right = (",".join(map(str, self.sorted_side(player))) for player in Player)
        return f"{{{left}|{right}}}"

    @cached_property
    def length(self) -> int:
        """How many characters the text has, found without writing it: two braces, a bar, and a
        comma between two options."""
        if self.name:
            return len(self.name)
        sides = [[1 + option.length for option in side] for side in (self.left, self.right)]
        return 3 + sum(sum(side) - bool(side) for side in sides)

    # --- arithmetic ----------------------------------------------------------------------------

    def __add__(self, other: MisereForm) -> MisereForm:
        """The sum, in which a move is made in one of the two.

        Raises :class:`InvalidInputError` where it would be too large to compare.
        """
        most = len(self.followers) * len(other.followers)
        if most > MAX_FOLLOWERS or self.birthday + other.birthday > MAX_BIRTHDAY:
            raise InvalidInputError.because(
                unreadable.LARGE_FORM, f"{self} + {other}", most=MAX_FOLLOWERS
            )
        return _added(self, other, {})

    def __neg__(self) -> MisereForm:
        """The conjugate, in which Left and Right have changed sides."""
        conjugates: dict[MisereForm, MisereForm] = {}
        for form in reversed(self.followers):
            conjugates[form] = MisereForm.of(
                (conjugates[option] for option in form.right),
                (conjugates[option] for option in form.left),
            )
        return conjugates[self]

    # --- what it tells alone -------------------------------------------------------------------

    @cached_property
    def followers(self) -> tuple[MisereForm, ...]:
        """The form and every other that play may lead to, options after what they are options
        of."""
        met = {self}
        queue = [self]
        for form in queue:  # grows while it is gone through
            for option in form.left + form.right:
                if option not in met:
                    met.add(option)
                    queue.append(option)
        return tuple(sorted(queue, key=lambda form: -form.birthday))

    @cached_property
    def outcome(self) -> Outcome:
        """Who wins, the last one losing."""
        wins: dict[tuple[MisereForm, Player], bool] = {}
        for form in reversed(self.followers):
            for player in Player:
                options = form.side(player)
                wins[form, player] = not options or any(
                    not wins[option, player.other] for option in options
                )
        return Outcome.of(
            left_first_wins=wins[self, Player.LEFT], right_first_wins=wins[self, Player.RIGHT]
        )

    @property
    def is_p_free(self) -> bool:
        """Whether nothing that play leads to is a P-position, the form itself included."""
        return all(form.outcome is not Outcome.P for form in self.followers)

    @cached_property
    def adjoint(self) -> MisereForm:
        """A dicot that makes the sum of both a P-position (Mesdal and Ottaway 2007, for partizan
        games; Siegel, *Misère canonical forms of partizan games*, 2015).

        Whoever begins loses. A move in the form to an option is answered by its adjoint, and the
        other way round, and the two are a P-position again. Where the form has no option for a
        player, the adjoint has 0 for the other one. A move to that 0 leaves the form, and its
        player to move has no move there, which wins. The first player always has a move.
        """
        left = [option.adjoint for option in self.right] or [ZERO]
        right = [option.adjoint for option in self.left] or [ZERO]
        return MisereForm.of(left, right)


ZERO = MisereForm.of((), ())
"""The game in which nobody can move."""


def in_order(forms: Iterable[MisereForm]) -> list[MisereForm]:
    """Forms from the smallest on, in the same order everywhere."""
    return sorted(forms, key=lambda form: (form.size, form.text))


def _added(one: MisereForm, other: MisereForm, known: dict[Sum, MisereForm]) -> MisereForm:
    key: Sum = (one, other)
    if key not in known:
        known[key] = MisereForm.of(
            *(
                [_added(option, other, known) for option in one.side(player)]
                + [_added(one, option, known) for option in other.side(player)]
                for player in Player
            )
        )
    return known[key]


def number(moves: int) -> MisereForm:
    """The game in which Left may move so many times and Right never: ``2`` is ``{1|}``."""
    form = ZERO
    for _ in range(moves):
        form = MisereForm.of([form], ())
    return form


def minus(moves: int) -> MisereForm:
    """Its conjugate: ``-2`` is ``{|-1}``."""
    form = ZERO
    for _ in range(moves):
        form = MisereForm.of((), [form])
    return form


def nimber(size: int) -> MisereForm:
    """A heap of Nim: ``*2`` is ``{0,*|0,*}``."""
    smaller = [ZERO]
    for _ in range(size):
        smaller.append(MisereForm.of(smaller, smaller))
    return smaller[-1]


@lru_cache(maxsize=MAX_SIZE + 1)
def forms_of_size(size: int) -> tuple[MisereForm, ...]:
    """Every form whose tree has so many moves, in the order of their text.

    >>> [form.text for form in forms_of_size(1)], len(forms_of_size(3))
    (['-1', '1'], 18)
    """
    if not 0 <= size <= MAX_SIZE:
        raise InvalidInputError.because(unreadable.NUMBER_OF_MOVES, size, most=MAX_SIZE)
    sides = [list(_sides(moves)) for moves in range(size + 1)]
    found = (
        MisereForm.of(left, right)
        for moves in range(size + 1)
        for left in sides[moves]
        for right in sides[size - moves]
    )
    return tuple(sorted(found, key=str))


def _sides(moves: int, most: int | None = None) -> Iterator[tuple[MisereForm, ...]]:
    """Every set of options with so many moves in all, none with more than *most*."""
    if moves == 0:
        yield ()
    largest = moves - 1 if most is None else min(most, moves - 1)
    for size in range(largest, -1, -1):
        for many in range(1, moves // (size + 1) + 1):
            rest = moves - many * (size + 1)
            others = list(_sides(rest, size - 1))
            for some in combinations(forms_of_size(size), many):
                for other in others:
                    yield some + other
