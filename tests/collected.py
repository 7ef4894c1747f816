"""Static files as a server has them: collected, under the names that say what is in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.management import call_command

from games.web.parts import PARTS

HASHED = re.compile(r"\.[0-9a-f]{12}\.\w+$")
"""The end of a name that a browser may keep for good: deploy/Caddyfile has the same rule."""


@contextmanager
def collected(folder: Path, settings: Any) -> Iterator[Path]:
    """Serve the static files from *folder*, as with DEBUG off."""
    settings.STATIC_ROOT = folder
    settings.WHITENOISE_AUTOREFRESH = False
    settings.WHITENOISE_USE_FINDERS = False
    settings.WHITENOISE_SKIP_COMPRESS_EXTENSIONS = ["css", "js", "svg", "txt", "map"]
    backend = {"BACKEND": "games.web.static_files.HashedStaticFiles"}
    settings.STORAGES = settings.STORAGES | {"staticfiles": backend}
    call_command("collectstatic", interactive=False, verbosity=0)
    PARTS.clear()  # parts of pages name the files as they are called elsewhere
    try:
        yield folder
    finally:
        PARTS.clear()
