"""Fields of the admin's forms that hold what the database keeps as lists and mappings."""

from __future__ import annotations

from typing import Any

from django import forms


class ControlField(forms.Field):
    """A value as a file says it; its control reads and writes it."""


def plain(value: Any) -> Any:
    """A text with the line breaks a file has."""
    return value.replace("\r\n", "\n") if isinstance(value, str) else value
