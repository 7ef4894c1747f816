"""The house in numbers: ``python -m tests.census`` prints the table of docs/architecture.md.

It counts what grows although nobody decides that it should: folders, modules, lines, models, names
with two meanings, and what stands in a circle. ``tests/test_house.py`` fails on what must not grow.
"""

from __future__ import annotations

import ast
import os
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VAGUE = {"MOST", "KEPT"}
"""Names of constants that do not say what they limit."""
FACES = {"management", "migrations", "templatetags"}
"""Folders that Django asks for."""
DJANGOS = {"access", "admin", "apps", "forms", "models", "urls", "views"}
"""Names of modules that every folder may have: Django's own, and ``access``, which decides who
may."""
SHORT = 40
"""Lines: a shorter module that serves one other is part of that one."""
REGISTRARS = {"piece_of", "receiver", "register"}
"""The decorators that put what they decorate on a list of a lower area."""


def modules(*packages: str) -> list[Path]:
    """The files of *packages* in order, without the migrations, which are frozen."""
    files = (path for package in packages for path in (ROOT / package).rglob("*.py"))
    return sorted(path for path in files if "migrations" not in path.parts)


def holding_code(package: str = "games") -> list[Path]:
    """The modules in the folders of *package*, without empty doors, commands and tags."""
    return [
        path
        for path in modules(package)
        if path.name != "__init__.py" and not FACES & set(path.relative_to(ROOT).parts)
    ]


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def code_lines(path: Path) -> int:
    """The lines that hold code: neither blank nor a comment nor a docstring."""
    docstrings = {
        line
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    numbered = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    return sum(
        bool(line.strip()) and not line.lstrip().startswith("#") and number not in docstrings
        for number, line in numbered
    )


def dotted(path: Path) -> str:
    """The name by which a file is imported."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def arrows(package: str) -> Iterator[tuple[Path, int, Path]]:
    """Every import of one file of *package* by another, with its line. Imports inside functions
    count, and those that only name a type."""
    files = {dotted(path): path for path in modules(package)}
    for path in files.values():
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Import):
                named = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                source = _source(node, path)
                inner = (f"{source}.{alias.name}" for alias in node.names)
                named = [module if module in files else source for module in inner]
            else:
                continue
            yield from ((path, node.lineno, files[name]) for name in named if name in files)


def _source(node: ast.ImportFrom, path: Path) -> str:
    """The module a ``from`` names; a relative one counts from the folder of *path*."""
    if not node.level:
        return node.module or ""
    parts = path.relative_to(ROOT).parts
    folder = parts[: len(parts) - node.level]
    return ".".join((*folder, node.module) if node.module else folder)


def graphs(package: str) -> dict[str, dict[str, set[str]]]:
    """For each folder, what in it imports what else in it. An import between two rooms counts in
    the folder that has both."""
    found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for path, _, target in arrows(package):
        ours, theirs = (one.relative_to(ROOT).with_suffix("").parts for one in (path, target))
        level = next((i for i, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b), 0)
        if level:
            found["/".join(ours[:level])][ours[level]].add(theirs[level])
    return found


def reached(graph: Mapping[str, set[str]], start: str) -> set[str]:
    """All that *start* imports, and what this imports, and so on."""
    found: set[str] = set()
    waiting = [start]
    while waiting:
        new = graph.get(waiting.pop(), set()) - found
        found |= new
        waiting += new
    return found


def circles(package: str = "games") -> dict[str, list[str]]:
    """For each folder, what in it stands in a circle: a folder, a room or a file that imports
    itself by way of others. Django's faces at the top know everybody and do not count."""
    found = {}
    for folder, graph in sorted(graphs(package).items()):
        inside = {
            one: targets
            for one, targets in graph.items()
            if folder != package or ((ROOT / folder / one).is_dir() and one not in FACES)
        }
        if turning := sorted(one for one in inside if one in reached(inside, one)):
            found[folder] = turning
    return found


def turning_files(package: str) -> list[str]:
    """The files of *package* that import themselves by way of others, wherever these stand."""
    graph: dict[str, set[str]] = defaultdict(set)
    for path, _, target in arrows(package):
        graph[dotted(path)].add(dotted(target))
    return sorted(one for one in graph if one in reached(graph, one))


def folders() -> list[str]:
    """The folders of ``games`` that hold code."""
    return sorted(
        {path.relative_to(ROOT).parts[1] for path in holding_code() if path.parts[-2] != "games"}
    )


def floors() -> int:
    """The floors on which the folders of ``games`` stand: the longest way down from one to
    another."""
    graph, here = graphs("games")["games"], set(folders())

    @cache
    def floor(one: str) -> int:
        return 1 + max((floor(other) for other in graph.get(one, set()) & here), default=0)

    return 0 if "games" in circles() else max(map(floor, here))


def serving_one() -> list[str]:
    """The modules that exactly one other module of ``games`` imports."""
    users = defaultdict(set)
    for path, _, target in arrows("games"):
        users[target].add(path)
    return [str(path.relative_to(ROOT)) for path in holding_code() if len(users[path]) == 1]


def short_modules() -> list[str]:
    return [str(path.relative_to(ROOT)) for path in holding_code() if lines(path) < SHORT]


def module_names() -> dict[str, list[str]]:
    """The names of modules of ``games`` that have several homes, with the homes."""
    homes: dict[str, list[str]] = defaultdict(list)
    for path in holding_code():
        homes[path.stem].append(str(path.relative_to(ROOT)))
    return {
        name: paths
        for name, paths in sorted(homes.items())
        if len(paths) > 1 and name not in DJANGOS
    }


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


def registered(module: ast.Module) -> Iterator[str]:
    """What a module puts something on when it is imported: a decorator that keeps a list, a list
    of another module, a signal."""
    for node in module.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            for decorator in node.decorator_list:
                called = decorator.func if isinstance(decorator, ast.Call) else decorator
                if isinstance(called, ast.Name) and called.id in REGISTRARS:
                    yield called.id
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            called = node.value.func
            if isinstance(called, ast.Attribute) and called.attr == "append":
                yield ast.unparse(called.value)
            elif isinstance(called, ast.Attribute) and called.attr == "connect":
                yield "receiver"


def registries() -> set[str]:
    """The lists on which upper floors put what lower ones use. Django's signals are one."""
    return {name for path in modules("games") for name in registered(tree(path))}


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

    every = apps.get_app_config("games").get_models()
    return sum(not model._meta.proxy for model in every)


def rows() -> list[tuple[str, str]]:
    """The census: what is counted, and how many there are."""
    migrations = sorted((ROOT / "games/migrations").glob("[0-9]*.py"))
    counted = [
        ("folders of `games` that hold code", len(folders())),
        ("floors on which they stand (0: none, they are in a circle)", floors()),
        ("folders, rooms and files of `games` in a circle", sum(map(len, circles().values()))),
        ("modules of `games` that hold code", len(holding_code())),
        ("lines of code of `games`", sum(map(code_lines, modules("games")))),
        (f"modules of `games` under {SHORT} lines", len(short_modules())),
        ("modules of `games` that serve exactly one other", len(serving_one())),
        ("module names with several homes", len(module_names())),
        ("registries", len(registries())),
        ("modules of `solver`", len(modules("solver"))),
        ("lines of code of `solver`", sum(map(code_lines, modules("solver")))),
        ("files at the top of `solver`", len(list((ROOT / "solver").glob("*.py")))),
        ("models", models()),
        ("migrations", len(migrations)),
        ("lines of migrations", sum(map(lines, migrations))),
        ("class names that several modules define", len(homonyms())),
        ("constants called MOST or KEPT", len(vague_constants())),
        ("modules that load a folder of content", len(loaders())),
        ("lines of tests", sum(map(lines, modules("tests")))),
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
