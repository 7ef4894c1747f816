"""The house: who may import whom. An area imports only the areas below it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from django.core.management import get_commands

from games.apps import REGISTERING
from tests import census

ROOT = Path(__file__).parents[1]
AREAS = (
    "web",
    "people",
    "boards",
    "exercises",
    "desks",
    "play",
    "explore",
    "lab",
    "puzzles",
    "lessons",
    "classes",
    "assignments",
    "lti",
    "plans",
    "live",
    "reports",
    "site",
)
"""From the ground up. A new area takes its place here, in CONTRIBUTING.md and in
docs/architecture.md."""

FACES = {"content", "management", "migrations", "templatetags"}
"""Folders that Django or the loader asks for; what stands there may know everybody."""


WHERE = re.compile(r"^\| .+\? \| `([^`]+)` \| `([^`]+)` \|$", re.MULTILINE)
"""A row of the table that says where a rule is: a file and a name in it."""


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Every module *path* imports, anywhere in it, with the line."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom):
            assert not node.level or path.is_relative_to(ROOT / "solver"), f"{path}: relative"
            yield node.lineno, node.module or ""
            for alias in node.names:
                yield node.lineno, f"{node.module}.{alias.name}"
        elif isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name


def area_of(module: str) -> str:
    """The area a module of ``games`` belongs to; empty for what is none."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[0] == "games" and parts[1] in AREAS else ""


def arrows_up(root: Path) -> list[str]:
    """Every import of ``games`` that climbs, with its place."""
    wrong = []
    for path in sorted((root / "games").glob("*/**/*.py")):
        area = path.relative_to(root / "games").parts[0]
        if area not in AREAS:
            continue
        for line, module in imports(path):
            target = area_of(module)
            if target and AREAS.index(target) > AREAS.index(area):
                wrong.append(f"{path.relative_to(root)}:{line} imports {module}")
    return wrong


def definitions(path: Path) -> Iterator[str]:
    """The names a file defines: classes, functions and constants, methods as ``Class.method``."""
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            yield node.name
        if isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))
        if isinstance(node, ast.ClassDef):
            members = (member for member in node.body if isinstance(member, ast.FunctionDef))
            yield from (f"{node.name}.{member.name}" for member in members)


def rules_not_there(text: str) -> list[str]:
    """Every row of the table in *text* that names a file or a thing that is not there."""
    return [
        f"{file}: {name}"
        for file, name in WHERE.findall(text)
        if not (ROOT / file).is_file() or name not in definitions(ROOT / file)
    ]


def test_where_is_the_rule_names_what_is_there():
    text = (ROOT / "CONTRIBUTING.md").read_text()
    assert len(WHERE.findall(text)) == 52
    assert rules_not_there(text) == []


@pytest.mark.parametrize(
    ("file", "name"), [("games/web/gone.py", "grade"), ("games/questions/grading.py", "gone")]
)
def test_a_rule_that_has_moved_would_be_missed(file, name):
    assert rules_not_there(f"| an answer is right? | `{file}` | `{name}` |") == [f"{file}: {name}"]


def test_every_folder_of_games_is_an_area_or_a_face():
    folders = {path.parent.name for path in (ROOT / "games").glob("*/__init__.py")}
    assert folders - FACES == set(AREAS)


def test_the_architecture_names_every_area_from_the_top_down():
    text = (ROOT / "docs/architecture.md").read_text()
    assert re.findall(r"^\| `(\w+)/` \|", text, re.MULTILINE) == list(reversed(AREAS))


PAPERS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), ROOT / "solver/README.md"])
LINK = re.compile(r"\]\(([^)#:]+)\)")
COMMAND = re.compile(r"manage\.py ([a-z_]+)")


@pytest.mark.parametrize("path", PAPERS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_of_the_papers_leads_to_a_file(path):
    missing = [link for link in LINK.findall(path.read_text()) if not (path.parent / link).exists()]
    assert missing == []


def test_every_paper_is_one_or_two_links_from_the_readme():
    reached = {ROOT / "README.md"}
    for _ in range(2):
        for paper in list(reached):
            if paper.suffix == ".md":
                links = LINK.findall(paper.read_text())
                reached |= {(paper.parent / link).resolve() for link in links}
    assert set(PAPERS) - reached == set()


def test_every_command_of_the_papers_is_there():
    named = {command for path in PAPERS for command in COMMAND.findall(path.read_text())}
    assert {"load_content", "migrate", "backup", "tidy"} <= named
    assert named - set(get_commands()) == set()


def test_every_target_of_make_that_the_papers_name_is_there():
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = {
        target for path in PAPERS for target in re.findall(r"`make ([a-z-]+)", path.read_text())
    }
    assert "run" in named
    assert named - targets == set()


def test_the_readme_is_read_in_one_sitting():
    assert len((ROOT / "README.md").read_text().splitlines()) <= 110


def test_the_readme_counts_what_is_there():
    words = " ".join((ROOT / "README.md").read_text().split())
    content = ROOT / "games/content"
    lessons, rooms = (len(list((content / kind).glob("*.yaml"))) for kind in ("lessons", "live"))
    sets = [yaml.safe_load(path.read_text()) for path in (content / "puzzles").glob("*.yaml")]
    plans = [yaml.safe_load(path.read_text()) for path in (content / "plans").glob("*.yaml")]
    assert f"a course of {lessons} lessons" in words
    assert f"{sum(map(len, sets))} positions in {len(sets)} sets" in words
    numbers = {11: "eleven", 18: "eighteen"}
    ready = f"{numbers[rooms]} room lessons and {numbers[sum(map(len, plans))]} unit plans"
    assert ready in words


def test_no_import_runs_up():
    assert arrows_up(ROOT) == []


def test_an_import_that_runs_up_would_be_found(tmp_path):
    (tmp_path / "games/web").mkdir(parents=True)
    (tmp_path / "games/web/pages.py").write_text("def late():\n    from games.play import table\n")
    assert arrows_up(tmp_path) == [
        "games/web/pages.py:2 imports games.play",
        "games/web/pages.py:2 imports games.play.table",
    ]


@pytest.mark.parametrize("path", sorted(ROOT.glob("solver/**/*.py")), ids=str)
def test_the_solver_knows_nobody(path):
    if path.name == "apps.py":
        return
    for line, module in imports(path):
        assert module.split(".")[0] not in {"games", "config", "django"}, f"{path}:{line}"


def test_games_and_config_ask_the_solver_at_its_doors():
    wrong = []
    for folder in ("games", "config"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for line, module in imports(path):
                if module.removeprefix("solver.teaching.").startswith("solver.") and (
                    module.count(".") > 1
                ):
                    wrong.append(f"{path.relative_to(ROOT)}:{line} imports {module}")
    assert wrong == []


def test_no_property_of_games_is_kept_under_a_lock():
    """Before Python 3.12 functools computes a kept property under one lock for all objects: a
    request that computes it and waits for a seat would block those who have one."""
    wrong = [
        f"{path.relative_to(ROOT)}"
        for path in sorted((ROOT / "games").rglob("*.py"))
        if re.search(r"from functools import .*\bcached_property\b", path.read_text())
    ]
    assert wrong == []


SHARED = {
    "Command": "Django runs the class of this name in each module of commands",
    "Move": "the solver makes a move, and the database has a row of the same name for it",
    "Question": "the solver is asked about a position, and a room stores what it is asked",
}
"""Class names with two homes, each with the reason. The list may only shrink."""


def test_a_class_name_means_one_thing():
    """A new name says of what it is: ``RosterRow``, ``MapPlace``. One that means one thing again
    leaves the list above."""
    assert set(census.homonyms()) == set(SHARED), census.homonyms()


def test_a_class_name_with_two_homes_would_be_found(tmp_path, monkeypatch):
    for file in ("games/play/table.py", "games/live/table.py", "solver/seats.py"):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text("class Table:\n    class Meta: ...\n\nclass _Row: ...\n")
    monkeypatch.setattr(census, "ROOT", tmp_path)
    assert list(census.homonyms()) == ["Table"]


def test_a_constant_says_what_it_limits():
    assert not list(census.vague_constants())


REGISTRARS = {"opens", "piece_of", "receiver", "register", "register_words", "regularly"}
"""The decorators that put what they decorate on a list of a lower area."""


def registers(module: ast.Module) -> bool:
    """Whether importing a module puts something on a list of another one."""
    for node in module.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            for decorator in node.decorator_list:
                called = decorator.func if isinstance(decorator, ast.Call) else decorator
                if isinstance(called, ast.Name) and called.id in REGISTRARS:
                    return True
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            called = node.value.func
            if isinstance(called, ast.Attribute) and called.attr in {"append", "connect"}:
                return True
    return False


def test_what_registers_itself_is_there_in_every_process():
    registering = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in census.modules("games")
        if registers(census.tree(path))
    }
    assert registering == set(REGISTERING)


@pytest.mark.parametrize(
    "source",
    [
        "@register\nclass RoomOrigin: ...",
        "@piece_of(KIND, is_urgent=False)\ndef study(): ...",
        "MAPS.append(chart)",
    ],
)
def test_a_module_that_registers_something_would_be_found(source):
    assert registers(ast.parse(source))
    assert not registers(ast.parse("@dataclass(frozen=True)\nclass Place: ...\nsize = len(MAPS)"))
