"""A control for a condition on a number: at least two, odd, one of several."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms

from games.content.editors.compound import CompoundWidget, LabelledControl, entry
from games.content.editors.controls import Choices, LineControl, number, parts


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
