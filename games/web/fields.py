"""Fields of the admin's forms that hold what the database keeps as lists and mappings."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError


class ControlField(forms.Field):
    """A value as a file says it; its control reads and writes it."""


class WordsField(forms.CharField):
    """A list of slugs on one line, with commas."""

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(value) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        return list(dict.fromkeys(str(value or "").replace(",", " ").split()))

    def validate(self, value: Any) -> None:
        if self.required and not value:
            raise ValidationError(self.error_messages["required"], code="required")

    def run_validators(self, value: Any) -> None:
        for slug in value:
            super().run_validators(slug)

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool((initial or []) != self.to_python(data))


def plain(value: Any) -> Any:
    """A text with the line breaks a file has."""
    return value.replace("\r\n", "\n") if isinstance(value, str) else value


def sentence(text: str) -> str:
    """A finding as a sentence of its own."""
    text = text[:300].rstrip()
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"
