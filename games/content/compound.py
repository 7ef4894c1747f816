"""Controls made of other controls: lists, groups of named values, and mappings with chosen names.
Like those in :mod:`games.content.controls`, they read and write the content of a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.content.controls import (
    Choices,
    Choose,
    LineControl,
    NumberControl,
    number,
    parts,
    says_nothing,
)

NO_MOVE = "none"
"""The posted value for “none of these”."""


class CompoundWidget(forms.Widget):
    """A control made of others; *template* draws its :meth:`entries`."""

    template: ClassVar[str]

    def entries(self, name: str, value: Any, ident: str) -> list[LabelledControl]:
        raise NotImplementedError

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        ident = (attrs or {}).get("id", f"id_{name}")
        context = {"entries": self.entries(name, value, ident), "name": name, "id": ident}
        return SafeString(render_to_string(self.template, context | self.more(name, value, ident)))

    def more(self, name: str, value: Any, ident: str) -> dict[str, Any]:
        return {}


@dataclass(frozen=True)
class LabelledControl:
    """One of several controls: its *label* and its rendered *control*."""

    label: str
    control: SafeString
    ident: str
    is_group: bool


def entry(label: str, widget: forms.Widget, name: str, value: Any, ident: str) -> LabelledControl:
    is_group = isinstance(widget, CompoundWidget)
    attrs = {"id": ident} if is_group else {"id": ident, "aria-label": label}
    return LabelledControl(label, widget.render(name, value, attrs), ident, is_group)


class Each(CompoundWidget):
    """A list: one control for each value, then *spare* empty ones. *sub* makes the control for a
    value. A list of length *fixed* may have gaps. With one spare control, a button of the desk adds
    another."""

    template = "admin/games/controls/each.html"

    def __init__(
        self,
        sub: Callable[[Any], forms.Widget],
        most: int,
        *,
        label: str,
        fixed: int | None = None,
        spare: int = 1,
    ) -> None:
        super().__init__()
        self.sub, self.most, self.label = sub, most, label
        self.fixed, self.spare = fixed, spare

    def entries(self, name: str, value: Any, ident: str) -> list[LabelledControl]:
        values = list(value) if isinstance(value, list) else []
        if self.fixed is not None:
            values += [""] * (self.fixed - len(values))
        else:
            values += [None] * min(self.spare, self.most - len(values))
        return [
            entry(
                f"{self.label} {place + 1}",
                self.sub(one),
                f"{name}-{place}",
                one,
                f"{ident}-{place}",
            )
            for place, one in enumerate(values)
        ]

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        values = []
        for place in range(self.most):
            own = f"{name}-{place}"
            if any(key == own or key.startswith(f"{own}-") for key in data):
                values.append(self.sub(None).value_from_datadict(data, files, own))
        if self.fixed is None:
            return [value for value in values if not says_nothing(value)] or None
        if all(map(says_nothing, values)):
            return None
        while len(values) > self.fixed and says_nothing(values[-1]):
            values.pop()
        return ["" if value is None else value for value in values]

    def more(self, name: str, value: Any, ident: str) -> dict[str, Any]:
        return {"can_grow": self.fixed is None and self.spare == 1}


@dataclass(frozen=True)
class Labelled:
    """A control in a group, with its *label*. An *optional* one without a value can be added."""

    label: str
    widget: forms.Widget
    optional: bool = False


class GroupControl(CompoundWidget):
    """Several values by name."""

    template = "admin/games/controls/group.html"

    def __init__(self, members: Mapping[str, Labelled]) -> None:
        super().__init__()
        self.members = members

    def entries(self, name: str, value: Any, ident: str) -> list[LabelledControl]:
        held = value if isinstance(value, dict) else {}
        shown = [
            entry(m.label, m.widget, f"{name}-{key}", held.get(key), f"{ident}-{key}")
            for key, m in self.members.items()
            if not m.optional or key in held
        ]
        others = [(k, m.label) for k, m in self.members.items() if m.optional and k not in held]
        if others:
            more = Choose(others, none="more …")
            shown.append(entry("Say more", more, f"{name}-more", None, f"{ident}-more"))
        return shown

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        read = {
            key: member.widget.value_from_datadict(data, files, f"{name}-{key}")
            for key, member in self.members.items()
        }
        value = {key: one for key, one in read.items() if one not in (None, "", {})}
        asked = data.get(f"{name}-more")
        return value | ({asked: ""} if asked in self.members else {}) or None


class Pair(CompoundWidget):
    """Two numbers, such as a minimum and a maximum."""

    template = "admin/games/controls/group.html"

    def __init__(self, first: str, second: str) -> None:
        super().__init__()
        self.labels = (first, second)

    def entries(self, name: str, value: Any, ident: str) -> list[LabelledControl]:
        held = [*value, None, None] if isinstance(value, list) else [None, None]
        return [
            entry(label, NumberControl(), f"{name}-{place}", held[place], f"{ident}-{place}")
            for place, label in enumerate(self.labels)
        ]

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        numbers = [
            NumberControl().value_from_datadict(data, files, f"{name}-{n}") for n in range(2)
        ]
        return None if numbers == [None, None] else ["" if n is None else n for n in numbers]


class PairsControl(CompoundWidget):
    """A mapping with chosen names, each with its own control."""

    template = "admin/games/controls/each.html"

    def __init__(
        self, names: Choices, sub: Callable[[], forms.Widget], most: int, *, each: str, label: str
    ) -> None:
        super().__init__()
        self.names, self.sub, self.most, self.each, self.label = names, sub, most, each, label

    def _row(self) -> GroupControl:
        return GroupControl(
            {
                "name": Labelled("about", Choose(self.names)),
                "value": Labelled(self.label, self.sub()),
            }
        )

    def entries(self, name: str, value: Any, ident: str) -> list[LabelledControl]:
        held = list(value.items()) if isinstance(value, dict) else []
        rows: list[Any] = [{"name": key, "value": one} for key, one in held]
        if len(rows) < self.most:
            rows.append(None)
        return [
            entry(f"{self.each} {n + 1}", self._row(), f"{name}-{n}", row, f"{ident}-{n}")
            for n, row in enumerate(rows)
        ]

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        return dict(self._posted(data, files, name)) or None

    def _posted(self, data: Any, files: Any, name: str) -> Iterator[tuple[str, Any]]:
        for place in range(self.most):
            row = self._row().value_from_datadict(data, files, f"{name}-{place}") or {}
            if "value" in row:
                yield row.get("name", ""), row["value"]

    def more(self, name: str, value: Any, ident: str) -> dict[str, Any]:
        return {"can_grow": True}


class TicksControl(CompoundWidget):
    """Several choices from a list, in the order of the value; *none* labels the empty list."""

    template = "admin/games/controls/ticks.html"

    def __init__(self, choices: Choices, none: str) -> None:
        super().__init__()
        self.choices, self.none = choices, none

    def entries(self, name: str, value: Any, ident: str) -> list[LabelledControl]:
        return []

    def more(self, name: str, value: Any, ident: str) -> dict[str, Any]:
        ticked = list(map(str, value)) if isinstance(value, list) else []
        known = dict(self.choices)
        rest = [key for key in known if key not in ticked]
        rows = [(key, known.get(key, key), key in ticked) for key in (*ticked, *rest)]
        return {"rows": [*rows, (NO_MOVE, self.none, value == [])]}

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        ticked = data.getlist(name)
        chosen = [one for one in ticked if one != NO_MOVE]
        return chosen or ([] if ticked else None)


class CasesControl(Each):
    """A rule: one case or several, in the form of a file."""

    def entries(self, name: str, value: Any, ident: str) -> list[LabelledControl]:
        several = value.get("any") if isinstance(value, dict) else None
        return super().entries(name, several or ([value] if value else []), ident)

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        cases = super().value_from_datadict(data, files, name)
        return cases[0] if cases and len(cases) == 1 else {"any": cases} if cases else None


class NamedOrRule(CompoundWidget):
    """A strategy: a named one, or a rule for the positions to leave."""

    template = "admin/games/controls/group.html"

    def __init__(self, choices: Choices, other: str, label: str, rule: forms.Widget) -> None:
        super().__init__()
        self.other = other
        self.group = GroupControl(
            {"name": Labelled("strategy", Choose(choices)), other: Labelled(label, rule)}
        )

    def entries(self, name: str, value: Any, ident: str) -> list[LabelledControl]:
        is_named = not isinstance(value, dict)
        return self.group.entries(name, {"name": value} if is_named else value, ident)

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        read = self.group.value_from_datadict(data, files, name) or {}
        return {self.other: read[self.other]} if self.other in read else read.get("name")


class NumberTest(CompoundWidget):
    """A condition on a number: the comparison and its value."""

    template = "admin/games/controls/group.html"
    hows: ClassVar[Choices] = [
        ("", "exactly, or one of several"),
        (">=", "at least"),
        ("<=", "at most"),
        ("odd", "odd"),
        ("even", "even"),
        ("mod", "a remainder"),
    ]

    def entries(self, name: str, value: Any, ident: str) -> list[LabelledControl]:
        how, number = self.split(value)
        chosen = forms.Select(choices=self.hows)
        return [
            entry("how", chosen, f"{name}-how", how, f"{ident}-how"),
            entry("number", LineControl(), f"{name}-number", number, f"{ident}-number"),
        ]

    def split(self, value: Any) -> tuple[str, str]:
        """The comparison of a test, and the text in the field beside it."""
        if isinstance(value, list):
            return "", ", ".join(map(str, value))
        text = "" if value is None else str(value)
        if text in ("odd", "even"):
            return text, ""
        if text[:2] in (">=", "<="):
            return text[:2], text[2:]
        return ("mod", text.replace("mod", "of")) if "mod" in text else ("", text)

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        how = data.get(f"{name}-how") or ""
        text = str(data.get(f"{name}-number") or "").strip()
        if how in ("odd", "even"):
            return how
        if not text:
            return None
        if how == "mod":
            return text.replace("of", "mod")
        tests = parts(text, number)
        return f"{how}{text}" if how else tests if len(tests) > 1 else tests[0] if tests else None
