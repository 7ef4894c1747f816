"""How a game written as a form is read: ``{0,*|-1}``, or a board such as ``kayles:3+2``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from string import digits

from ..conventions import Player
from ..errors import InvalidInputError, about
from ..positions import Position, format_position
from ..rulesets.keys import get_ruleset, read_sum
from ..rulesets.rules import Ruleset
from ..words import unreadable
from .game_forms import MAX_BIRTHDAY, MAX_FOLLOWERS, MisereForm, nimber, number

MAX_TEXT = 300
"""The most characters of a form: two of them fit into an address."""
MAX_LENGTH = 6_000
"""The most characters that a form which is read is written with: a page writes it a dozen times."""
OF_A_GAME = ":"
"""What stands between a game and a row of it, and in no form."""
NO_OPTIONS = (".", "·", "∅")
"""What may stand where a player has no option, besides nothing."""


@about("form")
def read_form(text: str | MisereForm) -> MisereForm:
    """Read a form: ``0``, ``2``, ``*``, ``*3``, ``{0,*|-1}``, a conjugate ``-{0|*}``, or a sum. A
    text with a colon is a board, such as ``kayles:3+2`` or ``push:4:LR.L``.

    Raises :class:`InvalidInputError` for anything else, and for a form too large to compare.

    >>> read_form("{0, {0|0} | } + 1").birthday, read_form("*+-*").text
    (3, '{*|*}')
    """
    if isinstance(text, MisereForm):
        return text
    if OF_A_GAME in str(text) and len(str(text)) <= MAX_TEXT:
        return as_form(*read_sum(str(text)))
    return _Reader(str(text)).form()


def as_form(rules: str | Ruleset, position: str | int | Iterable[int]) -> MisereForm:
    """The form of a position of any game.

    Raises :class:`InvalidInputError` where it is too large to compare.

    >>> as_form("partizan-kayles", "2"), as_form("octal:0.07", 4)
    (<MisereForm: {1|0}>, <MisereForm: *2>)
    """
    rules = get_ruleset(rules)
    rows = rules.read_position(position)
    written = f"{rules.key}:{format_position(rows)}"
    return _checked(_Board(rules, written).form(rows), written)


class _Board:
    """The positions that play leads to, with their forms."""

    def __init__(self, rules: Ruleset, written: str) -> None:
        self.rules, self.written = rules, written
        self.met: set[Position] = set()
        self.known: dict[Position, MisereForm] = {}

    def form(self, position: Position, moves: int = 0) -> MisereForm:
        """The form of a position that so many *moves* lead to. Options are looked at one by one,
        and the first that leads to too many positions, or too far, ends it: a row may be long."""
        position = tuple(sorted(filter(None, position)))
        if position not in self.known:
            self.met.add(position)
            if len(self.met) > MAX_FOLLOWERS:
                raise InvalidInputError.because(
                    unreadable.LARGE_FORM, self.written, most=MAX_FOLLOWERS
                )
            if moves > MAX_BIRTHDAY:
                raise InvalidInputError.because(
                    unreadable.DEEP_FORM, self.written, most=MAX_BIRTHDAY
                )
            self.known[position] = MisereForm.of(
                *(
                    [self.form(after, moves + 1) for after in self._after(position, who)]
                    for who in Player
                )
            )
        return self.known[position]

    def _after(self, position: Position, player: Player) -> Iterator[Position]:
        for place, size in enumerate(position):
            for option in self.rules.options(size, player):
                yield (*position[:place], *option, *position[place + 1 :])


def _checked(form: MisereForm, written: str) -> MisereForm:
    """The form, if it is small enough to be compared and to be written."""
    if len(form.followers) > MAX_FOLLOWERS:
        raise InvalidInputError.because(unreadable.LARGE_FORM, written, most=MAX_FOLLOWERS)
    if form.birthday > MAX_BIRTHDAY:
        raise InvalidInputError.because(unreadable.DEEP_FORM, written, most=MAX_BIRTHDAY)
    if form.length > MAX_LENGTH:
        raise InvalidInputError.because(unreadable.WIDE_FORM, written, most=MAX_LENGTH)
    return form


class _Reader:
    """A text, and how far it was read."""

    def __init__(self, text: str) -> None:
        self.written = text
        self.text = "".join(text.replace("−", "-").split())
        self.place = 0
        self.depth = 0

    def form(self) -> MisereForm:
        """The form that the whole text is."""
        if len(self.text) > MAX_TEXT:
            raise InvalidInputError.because(unreadable.LONG_FORM, self.written, most=MAX_TEXT)
        form = self._sum()
        if self.place < len(self.text):
            raise self._unreadable()
        return _checked(form, self.written)

    def _sum(self) -> MisereForm:
        form = self._term()
        while self._takes("+"):
            form = form + self._term()
        return form

    def _term(self) -> MisereForm:
        if self._takes("-"):
            return -self._term()
        if self._takes("*"):
            return nimber(self._whole())
        if self._takes("{"):
            return self._braces()
        if self._sees_digit():
            return number(self._whole())
        raise self._unreadable()

    def _braces(self) -> MisereForm:
        self.depth += 1
        self._check_moves(self.depth)
        left = self._options("|")
        right = self._options("}")
        self.depth -= 1
        form = MisereForm.of(left, right)
        self._check_moves(form.birthday)
        return form

    def _options(self, end: str) -> list[MisereForm]:
        """The options up to the sign that *ends* them."""
        if any(self._takes(sign) for sign in NO_OPTIONS) or self._follows(end):
            options = []
        else:
            options = [self._sum()]
            while self._takes(","):
                options.append(self._sum())
        if not self._takes(end):
            raise self._unreadable()
        return options

    def _sees_digit(self) -> bool:
        return self.text[self.place : self.place + 1] in tuple(digits)

    def _whole(self) -> int:
        """A number of moves; 1 where none is written."""
        start = self.place
        while self._sees_digit():
            self.place += 1
        moves = int(self.text[start : self.place] or 1)
        self._check_moves(moves)
        return moves

    def _follows(self, sign: str) -> bool:
        return self.text.startswith(sign, self.place)

    def _takes(self, sign: str) -> bool:
        if not self._follows(sign):
            return False
        self.place += len(sign)
        return True

    def _check_moves(self, moves: int) -> None:
        if moves > MAX_BIRTHDAY:
            raise InvalidInputError.because(unreadable.DEEP_FORM, self.written, most=MAX_BIRTHDAY)

    def _unreadable(self) -> InvalidInputError:
        rest = self.text[self.place :]
        before = self.text[: self.place]
        return InvalidInputError.because(
            unreadable.FORM,
            rest or (unreadable.NOTHING_AFTER.format(before=before) if before else ""),
        )
