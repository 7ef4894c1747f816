"""A site that is set up once, for commands that would each set one up: :data:`FOLDER`."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

FOLDER = "SITE_TO_COPY"
"""The variable of the environment with the folder of such a site, on SQLite."""


def begin(folder: Path | str) -> bool:
    """Put a copy of the site that is ready into *folder*; whether there is one. A server's database
    is no file: its sites are set up anew."""
    ready = os.environ.get(FOLDER)
    if not ready or os.environ.get("DATABASE_URL"):
        return False
    shutil.copytree(ready, folder, dirs_exist_ok=True)
    return True


def amount(name: str, usual: int) -> int:
    """How much is done, if the environment says so."""
    return int(os.environ.get(name, usual))
