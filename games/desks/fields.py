"""Form fields for values that the database stores as lists and mappings."""

from __future__ import annotations

from typing import Any

from django import forms


class ControlField(forms.Field):
    """A value in the form of a file; its control reads and writes it."""


def plain(value: Any) -> Any:
    """A text with the line breaks of a file."""
    return value.replace("\r\n", "\n") if isinstance(value, str) else value
