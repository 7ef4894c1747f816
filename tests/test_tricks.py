"""What leans on something that CPython or a library does not promise: decision 19 lists it all."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType

import pytest

from tests import census

DECISION = census.ROOT / "docs/decisions/0019-what-leans-on-no-promise.md"
ROW = re.compile(r"^\| `([\w/]+\.py)` \| `([\w.]+)`", re.MULTILINE)
DOCUMENTED = {"_asdict", "_base_manager", "_default_manager", "_exit", "_fields", "_make", "_meta"}
DOCUMENTED |= {"_replace", "_state"}
"""Names with an underscore that Python or Django documents."""


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and not name.endswith("_")


def own_names(tree: ast.Module) -> set[str]:
    """Every name that a file itself gives to something."""
    names = set(DOCUMENTED)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.Attribute) and ast.unparse(node.value) in ("self", "cls"):
            names.add(node.attr)
    return names


def leaning(tree: ast.Module, module: ModuleType) -> Iterator[str]:
    """What a file takes from others that they do not promise: their private names, calls into C,
    another class for an object, a value of their modules, a private method of their classes."""
    own = own_names(tree)
    imported = {
        alias.asname or alias.name.partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            if (node.module or "").split(".")[0] == "ctypes":
                yield from (alias.name for alias in node.names if "_" not in alias.name)
            yield from (alias.name for alias in node.names if is_private(alias.name))
        if isinstance(node, ast.Attribute):
            is_stored = isinstance(node.ctx, ast.Store)
            owner = node.value.id if isinstance(node.value, ast.Name) else ""
            if (is_private(node.attr) and node.attr not in own) or (
                is_stored and (node.attr == "__class__" or owner in imported)
            ):
                yield node.attr
        if isinstance(node, ast.ClassDef):
            bases = [getattr(module, ast.unparse(base), object) for base in node.bases]
            theirs = {
                name
                for base in bases
                for kind in getattr(base, "__mro__", ())
                if kind.__module__.split(".")[0] not in ("games", "solver", "config")
                for name in vars(kind)
            }
            methods = {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
            yield from (name for name in methods & theirs if is_private(name))


def found() -> set[tuple[str, str]]:
    return {
        (str(path.relative_to(census.ROOT)), name)
        for path in census.modules("games", "solver", "config")
        if path.name != "__main__.py"
        for name in leaning(census.tree(path), import_module(census.dotted(path)))
    }


def test_what_leans_on_no_promise_is_listed_with_its_reason():
    """A new one needs a row there, with what would replace it. One that is gone leaves the list."""
    assert set(ROW.findall(DECISION.read_text())) == found()


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("response._container = []", "_container"),
        ("from sys import _getframe", "_getframe"),
        ("from ctypes import pythonapi", "pythonapi"),
        ("import sys\nsys.modules['x'].__class__ = object", "__class__"),
        ("import json\njson.loads = print", "loads"),
        ("def made():\n    class Plain(Decoder):\n        def _raw(self): ...", "_raw"),
    ],
)
def test_another_one_would_be_found(source, name):
    theirs = type("Decoder", (), {"_raw": None, "__module__": "json"})
    module = ModuleType("tried")
    module.Decoder = theirs
    assert list(leaning(ast.parse(source), module)) == [name]
    assert not list(leaning(ast.parse("self._own(row._meta)\nother._own = 1"), module))
