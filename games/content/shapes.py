"""The shapes of content: readers for the values of each key.

A reader returns the canonical form of a value, or raises ValueError that says what is expected.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from solver import Convention, Outcome, Player, format_position, parse_position

Content = dict[str, Any]
Reader = Callable[[Any], Any]

SPEAKING = ("answer", "case", "nim_sum", "number", "winning", "opens_day", "due_day", "closes_day")
"""Keys for which zero or an empty value has a meaning."""

MAX_LINE = 100
MAX_WORD = 50


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


def text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("a text is expected")
    if "\x00" in value or any("\ud800" <= sign <= "\udfff" for sign in value):
        raise ValueError("a text without control characters is expected")
    return value.strip()


def line(value: Any) -> str:
    """A name or title, not longer than the database allows."""
    written = text(value)
    if len(written) > MAX_LINE:
        raise ValueError(f"at most {MAX_LINE} characters are allowed")
    return written


def word(value: Any) -> str:
    written = text(value)
    if len(written) > MAX_WORD:
        raise ValueError(f"at most {MAX_WORD} characters are allowed")
    if not written or not all(c.isascii() and (c.isalnum() or c == "-") for c in written):
        raise ValueError("letters, digits and hyphens are expected")
    return written


def whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 10_000:
        raise ValueError("a whole number is expected")
    return int(value)


def flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("true or false is expected")
    return value


def position(value: Any) -> str:
    """``1+2+3``; a single row may be written as a bare number."""
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise ValueError("a position such as 1+2+3 is expected")
    return format_position(parse_position(str(value)))


def one_of(*allowed: str) -> Reader:
    def read(value: Any) -> str:
        if value not in allowed:
            raise ValueError(f"{str(value)[:60]!r} is not one of {', '.join(allowed)}")
        return str(value)

    return read


def many(reader: Reader, most: int = 1000) -> Reader:
    def read(value: Any) -> list[Any]:
        if not isinstance(value, list):
            raise ValueError("a list is expected")
        if len(value) > most:
            raise ValueError(f"at most {most} are allowed")
        return [reader(entry) for entry in value]

    return read


def kind_name(value: Any) -> str:
    """The name of a kind; a bare ``null`` in YAML means the kind *null*."""
    return "null" if value is None else text(value)


def player(value: Any) -> str:
    return (Player.parse(value) or Player.LEFT).value


def convention(value: Any) -> str:
    return Convention.parse(value).value


outcome = one_of(*Outcome)


def strict(value: Any, readers: Mapping[str, Reader]) -> Content:
    """Read a mapping; raises ValueError with a sentence for the first error."""
    problems: list[Problem] = []
    content = lenient(value, readers, problems)
    if problems:
        raise ValueError(problems[0])
    return content


def lenient(value: Any, readers: Mapping[str, Reader], problems: list[Problem]) -> Content:
    """Read as much of a mapping as possible, and append a sentence for each error."""
    if not isinstance(value, dict):
        problems.append(Problem("a mapping is expected", ""))
        return {}
    problems += [
        Problem(f"unknown key {str(key)[:60]!r}; known are {', '.join(readers)}", "extra")
        for key in value
        if key not in readers
    ]
    content = {}
    for key, reader in readers.items():
        if value.get(key) is None:
            continue
        try:
            read = reader(value[key])
        except ValueError as error:
            problems.append(Problem(error, key, named=True))
            continue
        # Leave out values without meaning, so that absent and empty are equal.
        if key in SPEAKING or read not in ("", [], {}, False):
            content[key] = read
    return content
