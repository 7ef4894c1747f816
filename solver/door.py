"""A door: a module that fetches a name from where it lives when the name is first asked for (PEP
562)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module


def open_door(
    name: str, homes: Mapping[str, tuple[str, ...]], beside: str = ""
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """The ``__getattr__`` and ``__dir__`` of the module *name*.

    *homes* has the names by the module of this package in which they live. Names of the door
    *beside* it are fetched too, for code from before there were two, but they are not listed. No
    name at the door of a package may be that of a file in it: an import of the file would take its
    place.
    """
    package = __name__.rpartition(".")[0]
    places = {each: f"{package}.{home}" for home, names in homes.items() for each in names}
    door = sys.modules[name].__dict__

    def fetch(asked: str) -> object:
        if asked in places:
            door[asked] = getattr(import_module(places[asked]), asked)
            return door[asked]
        if beside and asked in dir(next_door := import_module(f"{package}.{beside}")):
            return getattr(next_door, asked)
        raise AttributeError(f"module {name!r} has no attribute {asked!r}")

    return fetch, lambda: sorted(places)
