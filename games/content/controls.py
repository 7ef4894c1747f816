"""The controls of an open step. Each turns any posted text into the content of a file and back; the
readers of files decide whether it is valid."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django import forms


class ControlField(forms.Field):
    """A value in the form of a file; its control reads and writes it."""


def plain(value: Any) -> Any:
    """A text with the line breaks of a file."""
    return value.replace("\r\n", "\n") if isinstance(value, str) else value


Choices = Sequence[tuple[str, str]]
Data = Mapping[str, Any]
EMPTY: tuple[Any, ...] = (None, "", [], {})


def says_nothing(value: Any) -> bool:
    return any(value is empty or (type(value) is type(empty) and value == empty) for empty in EMPTY)


def number(text: str) -> int | str:
    """A whole number, or the text itself if it is none."""
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 7 else text


def parts(text: str, read: Callable[[str], Any] = str) -> list[Any]:
    """The parts between commas."""
    return [read(part.strip()) for part in text.split(",") if part.strip()]


class LineControl(forms.TextInput):
    """A text on one line."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        text = str(data.get(name) or "").strip()
        return self.read(text) if text else None

    def read(self, text: str) -> Any:
        return text


class TextControl(forms.Textarea):
    """A text of several lines."""

    def __init__(self, rows: int = 2) -> None:
        super().__init__({"rows": rows})

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        return str(data.get(name) or "").replace("\r\n", "\n").strip() or None


class NumberControl(LineControl):
    """A whole number."""

    def __init__(self) -> None:
        super().__init__({"inputmode": "numeric"})

    def read(self, text: str) -> Any:
        return number(text)


class ListControl(LineControl):
    """Several texts with commas between them."""

    def read(self, text: str) -> Any:
        return parts(text)

    def format_value(self, value: Any) -> Any:
        return ", ".join(map(str, value)) if isinstance(value, list) else value


class Numbers(ListControl):
    """Several whole numbers with commas between them."""

    def read(self, text: str) -> Any:
        return parts(text, number)


class Choose(forms.Select):
    """One choice from a list; an existing value that is not in the list stays."""

    def __init__(
        self, choices: Choices, *, none: str = "—", read: Callable[[str], Any] = str
    ) -> None:
        super().__init__(choices=[("", none), *choices])
        self.convert = read

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        text = data.get(name)
        return self.convert(text) if text else None

    def optgroups(self, name: str, value: Any, attrs: Any = None) -> Any:
        known = {str(key) for key, _ in self.choices}
        strange = [(one, one) for one in value if one and one not in known]
        shown, self.choices = self.choices, [*self.choices, *strange]
        groups = super().optgroups(name, value, attrs)
        self.choices = shown
        return groups


YES_NO = {"yes": True, "no": False}


class YesNo(Choose):
    """Yes, no, or no value."""

    def __init__(self) -> None:
        super().__init__([("yes", "yes"), ("no", "no")], read=YES_NO.__getitem__)

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        return YES_NO.get(data.get(name))

    def format_value(self, value: Any) -> Any:
        return super().format_value({True: "yes", False: "no"}.get(value, value))


class Tick(forms.CheckboxInput):
    """True if ticked, otherwise no value."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        return True if data.get(name) else None
