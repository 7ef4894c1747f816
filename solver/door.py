"""A door: a module that fetches a name from where it lives when the name is first asked for."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from types import ModuleType


class FrontDoor(ModuleType):
    """A module with *places*: the module that each of its names is fetched from."""

    places: Mapping[str, str]
    next_door: str

    def __getattr__(self, name: str) -> object:
        if name in self.places:
            value = getattr(import_module(self.places[name]), name)
            self.__dict__[name] = value
            return value
        beside = self.__dict__.get("next_door") and import_module(self.next_door)
        if isinstance(beside, FrontDoor) and name in beside.places:
            return getattr(beside, name)
        raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")

    def __setattr__(self, name: str, value: object) -> None:
        """Some names are also those of files: the name at the door comes before the file."""
        if not (name in self.places and isinstance(value, ModuleType)):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted(self.places)


def open_door(name: str, homes: Mapping[str, tuple[str, ...]], beside: str = "") -> list[str]:
    """Make a door of the module *name*, and return its names.

    *homes* has the names by the module of this package in which they live. Names of the door
    *beside* it are fetched too, for code from before there were two, but they are not listed.
    """
    package = __name__.rpartition(".")[0]
    module = sys.modules[name]
    module.__dict__["places"] = {
        each: f"{package}.{home}" for home, names in homes.items() for each in names
    }
    module.__dict__["next_door"] = beside and f"{package}.{beside}"
    module.__class__ = FrontDoor
    return dir(module)
