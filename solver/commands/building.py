"""Builds the package from a copy of itself, so that ``pip install ./solver`` leaves nothing behind.

setuptools builds beside the source: in a folder ``build``, which has every file twice. pip finds
these functions by ``pyproject.toml`` (PEP 517, and PEP 660 for ``pip install -e``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import chdir, contextmanager
from importlib import import_module
from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory

Settings = Mapping[str, object] | None
SETUPTOOLS = "setuptools.build_meta"
"""What does the work; the solver itself needs no package."""


@contextmanager
def _copied() -> Iterator[None]:
    """Work in a copy of this folder."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "solver"
        left_out = ignore_patterns("__pycache__", "build", "*.egg-info")
        copytree(Path(), copy, ignore=left_out, ignore_dangling_symlinks=True)
        with chdir(copy):
            yield


def build_wheel(folder: str, settings: Settings = None, metadata: str | None = None) -> str:
    """Put a wheel into a *folder*; its name."""
    place = str(Path(folder).absolute())
    with _copied():
        return str(import_module(SETUPTOOLS).build_wheel(place, settings, metadata))


def build_sdist(folder: str, settings: Settings = None) -> str:
    """Put the source into a *folder* as an archive; its name."""
    place = str(Path(folder).absolute())
    with _copied():
        return str(import_module(SETUPTOOLS).build_sdist(place, settings))


def build_editable(folder: str, settings: Settings = None, metadata: str | None = None) -> str:
    """Put a wheel into a *folder* that leads to this source, so that it is not copied."""
    return str(import_module(SETUPTOOLS).build_editable(folder, settings, metadata))
