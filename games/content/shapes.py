"""The shapes of content: what each key of a file may hold, declared once.

A :class:`Shape` reads a value of a file, or raises ValueError that says what is expected. It also
has the label, the help and the control by which an author edits the value, and the words for the
tables of ``docs/curate.md``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from django import forms
from django.db import models
from django.utils.functional import cached_property
from django.utils.safestring import SafeString
from django.utils.text import capfirst

from games.boards.boards import Board
from games.boards.rules import endings
from games.content.compound import Each, GroupControl, Labelled
from games.content.controls import (
    Choose,
    ControlField,
    LineControl,
    ListControl,
    NumberControl,
    Numbers,
    TextControl,
    Tick,
)
from games.content.game_control import GameControl
from solver import (
    Convention,
    Kind,
    Player,
    SolverError,
    distinct,
    format_position,
    get_ruleset,
    parse_position,
)
from solver.teaching import joined

Content = dict[str, Any]
Reader = Callable[[Any], Any]

MAX_LINE = 100
MAX_WORD = 50
MAX_WHOLE = 9_999
"""The greatest number in a file; the greatest in any content is a year."""
MAX_LISTED = 1_000
"""The most values of a list that has no bound of its own; the longest of any content has twenty."""
PLAYERS = {player.value: player.value.title() for player in Player}
KIND_NAMES = (*(kind.value for kind in Kind), "switch")


class Problem(str):
    """An error as a sentence, with its *field*; the field is empty if the error is about the whole.

    With *named*, the text begins with the name of the field, for readers of a file; *sentence* is
    the part to show beside the field itself.
    """

    field: str
    sentence: str

    def __new__(cls, sentence: object, field: str, *, named: bool = False) -> Problem:
        problem = super().__new__(cls, f"{field}: {sentence}" if named else str(sentence))
        problem.field, problem.sentence = field, str(sentence)
        return problem


PartReader = Callable[[Any, list[Problem]], Content]
"""A function that reads a step or a part, and appends its errors to the list."""


class StepSetting:
    """What controls depend on: the content around them, and the existing *skills*."""

    def __init__(self, content: Content, skills: Iterable[tuple[str, str]] = ()) -> None:
        self.content, self.skills = content, list(skills)

    def inside(self, held: Any) -> StepSetting:
        """The same with the values that a fact of its own holds."""
        return StepSetting(self.content | (held if isinstance(held, dict) else {}), self.skills)

    @property
    def moves(self) -> list[tuple[str, str]]:
        """The legal moves of the position, each with its words."""
        held = self.content
        try:
            rules = get_ruleset(str(held.get("ruleset") or ""))
            rows = tuple(filter(None, parse_position(str(held.get("position") or ""))))
            player = Player.parse(held.get("to_move") or None) if rules.partizan else None
            board = Board.of(rules, rows)
            if rules.partizan and player is None:
                return []
            moves = distinct(rules.legal_moves(rows, player))
            return [(str(move.canonical), board.place(str(move), player).label) for move in moves]
        except SolverError:
            return []

    @property
    def rows(self) -> int:
        """The number of rows of the position; 0 while it cannot be read."""
        try:
            return len([size for size in parse_position(str(self.content["position"])) if size])
        except (SolverError, KeyError):
            return 0


@dataclass(frozen=True)
class ControlRow:
    """A control with its *label*, its *help*, and the *problem* with its value."""

    key: str
    ident: str
    label: str
    help: str
    control: SafeString
    problem: str
    is_group: bool


@dataclass(frozen=True, eq=False)
class Shape:
    """What a key may hold. *needed* says whether a file must have the key, and *speaks* whether
    zero or an empty value says something. An editor leaves out a key without a *label*."""

    label: str = ""
    help: str = ""
    needed: bool = field(default=False, kw_only=True)
    speaks: bool = field(default=False, kw_only=True)

    def __call__(self, value: Any) -> Any:
        """The value in canonical form. Raises ValueError that says what is expected."""
        raise NotImplementedError

    @property
    def accepts(self) -> str:
        """What is accepted, in words."""
        raise NotImplementedError

    def in_words(self, value: Any) -> str:
        """A value as an author knows it: an option by its label."""
        return joined(list(map(str, value))) if isinstance(value, list) else str(value)

    def control(self, place: StepSetting, held: Any = None) -> forms.Widget:
        """The control for a value, which may depend on the content around it and on the value."""
        return LineControl()

    def form_field(self) -> ControlField:
        """The field of a form whose control is set when the form is made."""
        return ControlField(label=self.label, help_text=self.help, required=self.needed)

    def row(
        self, key: str, prefix: str, value: Any, place: StepSetting, problem: str = ""
    ) -> ControlRow:
        """The control of *key* on a page, with its value and the problem with it."""
        widget, name = self.control(place), f"{prefix}{key}"
        attrs = {"id": f"id_{name}"}
        if problem:
            attrs["aria-describedby"] = f"id_{name}-wrong"
        control = widget.render(name, value, attrs)
        is_group = getattr(widget, "template", None) is not None
        return ControlRow(key, f"id_{name}", self.label, self.help, control, problem, is_group)


@dataclass(frozen=True, eq=False)
class Own(Shape):
    """A value with a *reader* of its own, the *widget* that edits it, and *said*, the words for
    what is accepted."""

    reader: Reader = field(kw_only=True)
    said: str = field(kw_only=True)
    widget: Callable[[StepSetting], forms.Widget] = field(
        default=lambda place: LineControl(), kw_only=True
    )

    def __call__(self, value: Any) -> Any:
        return self.reader(value)

    @property
    def accepts(self) -> str:
        return self.said

    def control(self, place: StepSetting, held: Any = None) -> forms.Widget:
        return self.widget(place)


def text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("a text is expected")
    if "\x00" in value or any("\ud800" <= sign <= "\udfff" for sign in value):
        raise ValueError("a text without control characters is expected")
    return value.strip()


@dataclass(frozen=True, eq=False)
class Text(Shape):
    """A text of at most *most* characters, in a field of so many *lines*."""

    most: int | None = field(default=None, kw_only=True)
    lines: int = field(default=2, kw_only=True)

    def __call__(self, value: Any) -> str:
        written = text(value)
        if self.most is not None and len(written) > self.most:
            raise ValueError(f"at most {self.most} characters are allowed")
        return written

    @property
    def accepts(self) -> str:
        return f"a text of at most {self.most} characters" if self.most else "a text"

    def control(self, place: StepSetting, held: Any = None) -> forms.Widget:
        return TextControl(self.lines)


@dataclass(frozen=True, eq=False)
class Line(Text):
    """A name or title, not longer than the database allows."""

    most: int | None = field(default=MAX_LINE, kw_only=True)

    def control(self, place: StepSetting, held: Any = None) -> forms.Widget:
        return LineControl()


@dataclass(frozen=True, eq=False)
class Slug(Line):
    """The last part of an address, or the key of something else."""

    most: int | None = field(default=MAX_WORD, kw_only=True)

    def __call__(self, value: Any) -> str:
        written = super().__call__(value)
        if not written or not all(c.isascii() and (c.isalnum() or c == "-") for c in written):
            raise ValueError("letters, digits and hyphens are expected")
        return written

    @property
    def accepts(self) -> str:
        return f"letters, digits and hyphens, at most {self.most}"


@dataclass(frozen=True, eq=False)
class Whole(Shape):
    """A whole number from *least* to *most*."""

    least: int = field(default=0, kw_only=True)
    most: int = field(default=MAX_WHOLE, kw_only=True)

    def __call__(self, value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise ValueError("a whole number is expected")
        if not self.least <= value <= self.most:
            raise ValueError(f"a whole number from {self.least} to {self.most} is expected")
        return int(value)

    @property
    def accepts(self) -> str:
        return f"a whole number from {self.least} to {self.most}"

    def control(self, place: StepSetting, held: Any = None) -> forms.Widget:
        return NumberControl()


@dataclass(frozen=True, eq=False)
class Flag(Shape):
    """True or false."""

    def __call__(self, value: Any) -> bool:
        if not isinstance(value, bool):
            raise ValueError("true or false is expected")
        return value

    @property
    def accepts(self) -> str:
        return "true or false"

    def control(self, place: StepSetting, held: Any = None) -> forms.Widget:
        return Tick()


@dataclass(frozen=True, eq=False)
class OneOf(Shape):
    """One of the *choices*, each with its words; *none* are the words for no choice."""

    choices: Mapping[Any, str] = field(kw_only=True)
    none: str = field(default="—", kw_only=True)

    @cached_property
    def keys(self) -> dict[str, Any]:
        """The choices by their text."""
        return {str(key): key for key in self.choices}

    def __call__(self, value: Any) -> Any:
        read = self.keys.get(str(value))
        if isinstance(value, bool) or read is None or read != value:
            known = ", ".join(self.keys)
            raise ValueError(f"{str(value)[:60]!r} is not one of {known}")
        return read if isinstance(read, int) else str(read)

    def in_words(self, value: Any) -> str:
        return self.choices.get(value, str(value))

    @property
    def accepts(self) -> str:
        return " · ".join(self.keys)

    def control(self, place: StepSetting, held: Any = None) -> forms.Widget:
        return Choose(
            [(text, self.choices[key]) for text, key in self.keys.items()],
            none=self.none,
            read=lambda text: self.keys.get(text, text),
        )


@dataclass(frozen=True, eq=False)
class Many(Shape):
    """A list of values of shape *each*, at most *most*. An editor calls one a *noun*, or has all of
    them on one line with commas."""

    each: Shape = field(kw_only=True)
    most: int = field(default=MAX_LISTED, kw_only=True)
    noun: str = field(default="", kw_only=True)

    def __call__(self, value: Any) -> list[Any]:
        if not isinstance(value, list):
            raise ValueError("a list is expected")
        if len(value) > self.most:
            raise ValueError(f"at most {self.most} are allowed")
        return [self.each(entry) for entry in value]

    @property
    def accepts(self) -> str:
        most = f", at most {self.most}" if self.most < MAX_LISTED else ""
        return f"a list{most}, of: {self.each.accepts}"

    def control(self, place: StepSetting, held: Any = None) -> forms.Widget:
        if not self.noun:
            return Numbers() if isinstance(self.each, Whole) else ListControl()
        return Each(lambda one: self.each.control(place, one), self.most, label=self.noun)


@dataclass(frozen=True, eq=False)
class Keys(Shape):
    """A mapping with known keys, each with its shape. *shown* are the keys that an editor always
    shows, if not all. *check* raises ValueError for values that do not go together."""

    shapes: Mapping[str, Shape] = field(kw_only=True)
    shown: Collection[str] | None = field(default=None, kw_only=True)
    check: Callable[[Content], object] = field(default=lambda content: None, kw_only=True)

    def __call__(self, value: Any) -> Content:
        content = strict(value, self.shapes)
        self.check(content)
        return content

    @property
    def accepts(self) -> str:
        return f"a mapping with {', '.join(f'`{key}`' for key in self.shapes)}"

    def control(self, place: StepSetting, held: Any = None) -> forms.Widget:
        around = place.inside(held)
        return GroupControl(
            {
                key: Labelled(
                    shape.label,
                    shape.control(around),
                    optional=self.shown is not None and key not in self.shown,
                )
                for key, shape in self.shapes.items()
            }
        )


def position(value: Any) -> str:
    """``1+2+3``; a single row may be written as a bare number."""
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise ValueError("a position such as 1+2+3 is expected")
    return format_position(parse_position(str(value)))


def day(value: Any) -> str:
    """A date, as YAML reads it or as text: ``2026-11-25``."""
    try:
        return date.fromisoformat(str(value)).isoformat()
    except ValueError:
        raise ValueError("a day such as 2026-11-25 is expected") from None


def position_of(label: str = "", help: str = "", **more: Any) -> Own:
    """A position."""
    return Own(label, help, reader=position, said="a position such as 1+2+3", **more)


KIND = Own(
    # A bare ``null`` in YAML means the kind *null*.
    reader=lambda value: "null" if value is None else text(value),
    widget=lambda place: Choose([(name, name) for name in KIND_NAMES]),
    said=" · ".join(KIND_NAMES),
)
"""The kind of a row."""
PLACE: dict[str, Shape] = {
    "ruleset": Own(
        "Game",
        reader=text,
        widget=lambda place: GameControl(),
        said="the key of a game, such as nim, kayles or subtraction:3",
    ),
    "position": position_of(
        "Position", "Touch the board, or write rows with plus signs, such as 1+3+5."
    ),
    "convention": Own(
        "Ending",
        reader=lambda value: Convention.parse(value).value,
        widget=lambda place: Choose(endings()),
        said=" · ".join(Convention),
    ),
    "to_move": Own(
        "Player to move",
        "Only for games where Left and Right move differently.",
        reader=lambda value: (Player.parse(value) or Player.LEFT).value,
        widget=lambda place: Choose(list(PLAYERS.items())),
        said=" · ".join(PLAYERS),
    ),
}
"""A position with its game, its ending and the player to move."""


def of_model(
    model: type[models.Model],
    names: Iterable[str],
    needed: Collection[str] = (),
    **own: Shape | dict[str, Any],
) -> dict[str, Shape]:
    """The shapes of the columns *names*, with the labels, helps and bounds of the model. *own* has
    what differs in a shape, or a whole shape, for a key without a column too. A file must have what
    the database needs, and the keys *needed*."""
    shapes: dict[str, Shape] = {}
    for name in names:
        mine = own.get(name, {})
        if isinstance(mine, dict):
            mine = replace(_of_column(model._meta.get_field(name), name in needed), **mine)
        shapes[name] = mine
    return shapes


def _of_column(column: Any, needed: bool) -> Shape:
    needed = needed or not _is_optional(column)
    words: tuple[str, str] = (capfirst(str(column.verbose_name)), str(column.help_text))
    if column.choices:
        return OneOf(*words, choices=dict(column.flatchoices), needed=needed)
    match column:
        case models.SlugField() | models.ForeignKey():
            return Slug(*words, needed=needed)
        case models.DateField():
            return Own(*words, reader=day, said="a day such as 2026-11-25", needed=needed)
        case models.BooleanField():
            return Flag(*words, needed=needed, speaks=True)
        case models.PositiveSmallIntegerField():
            return Whole(*words, needed=needed, speaks=needed)
        case models.TextField():
            return Text(*words, most=column.max_length, needed=needed)
        case _:
            return Line(*words, most=column.max_length, needed=needed)


def left_out(model: type[models.Model], shapes: Iterable[str]) -> Content:
    """The values of the columns that a file may leave out, as the model has them by default."""
    columns: Iterator[Any] = (model._meta.get_field(name) for name in shapes)
    return {column.name: column.get_default() for column in columns if _is_optional(column)}


def _is_optional(column: Any) -> bool:
    return bool(column.blank or column.null or column.has_default())


def strict(value: Any, shapes: Mapping[str, Shape]) -> Content:
    """Read a mapping; raises ValueError with a sentence for the first error."""
    problems: list[Problem] = []
    content = lenient(value, shapes, problems)
    if problems:
        raise ValueError(problems[0])
    return content


def lenient(value: Any, shapes: Mapping[str, Shape], problems: list[Problem]) -> Content:
    """Read as much of a mapping as possible, and append a sentence for each error."""
    if not isinstance(value, dict):
        problems.append(Problem("a mapping is expected", ""))
        return {}
    problems += [
        Problem(f"unknown key {str(key)[:60]!r}; known are {', '.join(shapes)}", "extra")
        for key in value
        if key not in shapes
    ]
    content = {}
    for key, shape in shapes.items():
        read = None
        if value.get(key) is not None:
            try:
                read = shape(value[key])
            except ValueError as error:
                problems.append(Problem(error, key, named=True))
                continue
        # Leave out values without meaning, so that absent and empty are equal.
        if read is not None and (shape.speaks or read not in ("", [], {}, False)):
            content[key] = read
        elif shape.needed:
            known = f"; known are {', '.join(shape.keys)}" if isinstance(shape, OneOf) else ""
            problems.append(Problem(f"{key} is missing{known}", key))
    return content
