"""The house in numbers: ``python -m tests.census`` prints the table of docs/architecture.md.

It counts what grows although nobody decides that it should: modules, lines, models, names with
two meanings.
"""

from __future__ import annotations

import ast
import os
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VAGUE = {"MOST", "KEPT"}
"""Names of constants that do not say what they limit."""


def modules(*packages: str) -> list[Path]:
    """The files of *packages* in order, without the migrations, which are frozen."""
    files = (path for package in packages for path in (ROOT / package).rglob("*.py"))
    return sorted(path for path in files if "migrations" not in path.parts)


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def code_lines(path: Path) -> int:
    """The lines that hold code: neither blank nor a comment nor a docstring."""
    docstrings = {
        line
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    lines = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    return sum(
        bool(line.strip()) and not line.lstrip().startswith("#") and number not in docstrings
        for number, line in lines
    )


def classes(path: Path) -> Iterator[str]:
    """The public classes of a module. A class inside another is named with it, as in
    ``Match.State``, and is left out."""
    for node in tree(path).body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node.name


def homonyms() -> dict[str, list[str]]:
    """The class names that several modules of ``games`` and ``solver`` define, with the modules."""
    homes: dict[str, list[str]] = defaultdict(list)
    for path in modules("games", "solver"):
        for name in classes(path):
            homes[name].append(str(path.relative_to(ROOT)))
    return {name: paths for name, paths in sorted(homes.items()) if len(paths) > 1}


def constants(path: Path) -> Iterator[str]:
    """The names that a module gives at its top level, of a tuple too."""
    for node in tree(path).body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                named = target.elts if isinstance(target, ast.Tuple) else [target]
                yield from (name.id for name in named if isinstance(name, ast.Name))


def vague_constants() -> list[str]:
    """Every constant called MOST or KEPT, with its module."""
    return [
        f"{path.relative_to(ROOT)}: {name}"
        for path in modules("games", "solver")
        for name in constants(path)
        if name in VAGUE
    ]


def loaders() -> list[str]:
    """The modules that load a folder of content by rules of their own: each has a ``load``, as a
    function or as a method."""
    return [
        str(path.relative_to(ROOT))
        for path in modules("games")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef)
        and node.name == "load"
        and any(argument.arg == "folder" for argument in node.args.args)
    ]


def models() -> int:
    """The models of the site that have a table."""
    from django.apps import apps

    return len(list(apps.get_app_config("games").get_models()))


def rows() -> list[tuple[str, str]]:
    """The census: what is counted, and how many there are."""
    counted = [
        (f"{noun} of `{package}`", number)
        for package in ("games", "solver")
        for noun, number in (
            ("modules", len(modules(package))),
            ("lines of code", sum(map(code_lines, modules(package)))),
        )
    ]
    counted += [
        ("models", models()),
        ("class names that several modules define", len(homonyms())),
        ("constants called MOST or KEPT", len(vague_constants())),
        ("modules that load a folder of content", len(loaders())),
    ]
    return [(what, f"{number:,}") for what, number in counted]


def main() -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    print("| counted | number |\n|---|---|")
    for what, number in rows():
        print(f"| {what} | {number} |")


if __name__ == "__main__":
    main()
