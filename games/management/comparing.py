"""What ``makemigrations`` compares."""

from __future__ import annotations

from types import FunctionType
from typing import Any

from django.db.migrations.autodetector import MigrationAutodetector


class ByName(MigrationAutodetector):
    """Compares functions in fields (choices, defaults, validators, ``on_delete``) by their name, as
    no table depends on them. So a migration holds a frozen one, and the site's own may move."""

    def deep_deconstruct(self, obj: Any) -> Any:
        if isinstance(obj, FunctionType):
            return obj.__name__
        return super().deep_deconstruct(obj)
