"""The house: who may import whom. An area imports only the areas below it, and inside an area no
two rooms or files import each other."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from pkgutil import resolve_name

import pytest
import yaml
from django.core.management import get_commands

from games.apps import REGISTERING
from games.boards.games import LOOKS
from tests import census

ROOT = Path(__file__).parents[1]
AREAS = (
    "web",
    "people",
    "boards",
    "content",
    "questions",
    "play",
    "explore",
    "learn",
    "teach",
    "site",
)
"""From the ground up, as the navigation of the site has them from the right. A new area takes its
place here, in CONTRIBUTING.md and in docs/architecture.md."""


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


def floor_of(path: Path) -> int:
    """The floor a file of ``games`` stands on. What Django asks for – the commands, the tags, the
    files at the top – knows everybody, so it stands above all."""
    parts = path.relative_to(census.ROOT / "games").parts
    return AREAS.index(parts[0]) if parts[0] in AREAS else len(AREAS)


def arrows_up() -> list[str]:
    """Every import of ``games`` that climbs, with its place: for a type too, or in a function."""
    return [
        f"{path.relative_to(census.ROOT)}:{line} imports {census.dotted(target)}"
        for path, line, target in census.arrows("games")
        if floor_of(target) > floor_of(path) and census.dotted(target) != "games"
    ]


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
    assert len(WHERE.findall(text)) == 55
    assert rules_not_there(text) == []


PATHS = re.compile(r"`((?:games|solver|templates|static|tests|config|docs)/[\w./]*[\w/])`")


def paths_not_there(text):
    """The files and folders in a paper that are not there."""
    return [path for path in PATHS.findall(text) if not (ROOT / path).exists()]


@pytest.mark.parametrize("paper", ["CONTRIBUTING.md", "docs/recipes.md"])
def test_every_file_that_a_recipe_names_is_there(paper):
    text = (ROOT / paper).read_text()
    assert len(PATHS.findall(text)) > 20
    assert paths_not_there(text) == []
    assert paths_not_there("`games/web/gone.py` and `tests/games/`") == ["games/web/gone.py"]


@pytest.mark.parametrize(
    ("file", "name"), [("games/web/gone.py", "grade"), ("games/questions/grading.py", "gone")]
)
def test_a_rule_that_has_moved_would_be_missed(file, name):
    assert rules_not_there(f"| an answer is right? | `{file}` | `{name}` |") == [f"{file}: {name}"]


def test_every_folder_of_games_is_an_area_or_a_face():
    folders = {path.parent.name for path in (ROOT / "games").glob("*/__init__.py")}
    assert folders - census.FACES == set(AREAS)
    assert census.floors() == len(AREAS)


NO_AREAS = {
    "templates": {"admin", "components", "django"},
    "static/css/pages": set(),
    "tests/games": set(),
}
"""Folders of pages, styles and tests that belong to no area."""


@pytest.mark.parametrize("where", NO_AREAS)
def test_pages_styles_and_tests_stand_in_folders_of_the_same_names(where):
    folders = {
        path.relative_to(ROOT / where).parts[0]
        for path in (ROOT / where).rglob("*.*")
        if path.suffix in {".css", ".html", ".py"} and path.parent != ROOT / where
    }
    assert folders - NO_AREAS[where] - set(AREAS) == set()


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


TOPS = "config|deploy|docs|games|solver|static|templates|tests"
PATH = re.compile(rf"`((?:{TOPS})/[\w./-]*)`")
DOTTED = re.compile(r"`((?:games|solver|config|tests)(?:\.\w+)+)`")
WRITTEN_BY_OTHERS = {"deploy/env"}
"""Files that a paper tells the reader to write."""


def not_there(text: str) -> list[str]:
    """Every file, folder, module or function in *text* that is nowhere."""
    paths = set(PATH.findall(text)) - WRITTEN_BY_OTHERS
    missing = [path for path in sorted(paths) if not (ROOT / path).exists()]
    for name in sorted(set(DOTTED.findall(text))):
        try:
            resolve_name(name)
        except (ImportError, AttributeError):
            if not (ROOT / name.replace(".", "/")).with_suffix(".py").exists():
                missing.append(name)
    return missing


@pytest.mark.parametrize("path", PAPERS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_file_of_the_papers_is_there(path):
    assert not_there(path.read_text()) == []


def test_a_file_that_has_moved_would_be_missed():
    text = "Its row in `games/gone/forms.py`: `games/web/`, `games.play.gone`, `games.play.access`."
    assert not_there(text) == ["games/gone/forms.py", "games.play.gone"]


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
    assert arrows_up() == []


def test_no_two_rooms_or_files_need_each_other():
    assert census.circles() == {}


@pytest.fixture
def house(tmp_path, monkeypatch):
    """A house with nothing in it."""
    monkeypatch.setattr(census, "ROOT", tmp_path)

    def built(files):
        for file, text in files.items():
            (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / file).write_text(text)

    return built


@pytest.mark.parametrize(
    "statement",
    [
        "def late():\n    from games.play import table\n",
        "if TYPE_CHECKING:\n    from games.play import table\n",
        "if True:\n    import games.play.table\n",
    ],
)
def test_an_import_that_runs_up_would_be_found(house, statement):
    house({"games/web/pages.py": statement, "games/play/table.py": ""})
    assert arrows_up() == ["games/web/pages.py:2 imports games.play.table"]


def test_a_tag_would_be_found_that_is_called_as_a_function(house):
    house(
        {
            "games/site/me.py": "from games.templatetags.parts import part\n",
            "games/templatetags/parts.py": "from games.site import me\n",
        }
    )
    assert arrows_up() == ["games/site/me.py:1 imports games.templatetags.parts"]


@pytest.mark.parametrize(
    ("files", "found"),
    [
        ({"a": "play import b", "b": "play import a"}, {"games/play": ["a", "b"]}),
        (
            {
                "late/a": "play.early import b",
                "early/b": "play import c",
                "c": "play.late import a",
            },
            {"games/play": ["c", "early", "late"]},
        ),
        (
            {"late/a": "play.early import b", "early/b": "play.late import d", "late/d": ""},
            {"games/play": ["early", "late"]},
        ),
        ({"late/a": "play.late import d", "late/d": "play import c", "c": ""}, {}),
    ],
)
def test_a_circle_of_rooms_or_files_would_be_found(house, files, found):
    house(
        {
            f"games/play/{name}.py": f"from games.{said}\n" if said else ""
            for name, said in files.items()
        }
    )
    assert census.circles() == found


@pytest.mark.parametrize("path", sorted(ROOT.glob("solver/**/*.py")), ids=str)
def test_the_solver_knows_nobody(path):
    if path.name == "apps.py":
        return
    for line, module in imports(path):
        assert module.split(".")[0] not in {"games", "config", "django"}, f"{path}:{line}"


ASKED_BY = {
    "commands": {"__main__"},
    "opponents": {"commands"},
    "research": {"commands"},
}
"""Folders of the solver that nothing of it needs to decide or explain a position, and who asks for
them beside the doors."""
TOP_OF_THE_SOLVER = 40
"""Files that somebody looks through who opens the folder for the first time."""


def test_no_two_files_of_the_solver_need_each_other():
    assert census.turning_files("solver") == []
    assert census.circles("solver") == {}


def test_two_files_that_need_each_other_would_be_found(house):
    house(
        {
            "solver/mex.py": "from .words import few\n",
            "solver/words/few.py": "from ..kinds import Kind\n",
            "solver/kinds.py": "if TYPE_CHECKING:\n    from .mex import mex\n",
            "solver/game.py": "from .mex import mex\n",
        }
    )
    assert census.turning_files("solver") == ["solver.kinds", "solver.mex", "solver.words.few"]


@pytest.mark.parametrize("folder", ASKED_BY)
def test_what_decides_a_position_knows_no_command_opponent_or_research(folder):
    graph = census.graphs("solver")["solver"]
    assert {one for one, asked in graph.items() if folder in asked} == ASKED_BY[folder]


def test_the_top_of_the_solver_is_read_in_one_look():
    assert len(list((ROOT / "solver").glob("*.py"))) <= TOP_OF_THE_SOLVER


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


KINDS_OF_PARTS = ROOT / "games/teach/live/lessons/kinds.py"
KIND = re.compile(r"(^|\.)kind(\.key)?$|\[['\"]kind['\"]\]$|\.get\(['\"]kind['\"].*\)$")


LOOK = re.compile(r"(^|\.)look(\.key)?$")


def told_apart(source: str, what: re.Pattern[str] = KIND) -> list[str]:
    """What *source* compares with a part's kind, or looks up by it in a dictionary of its own; or
    with the look of a board."""
    found = []
    for node in ast.walk(ast.parse(source)):
        sides: list[ast.expr] = []
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
        elif isinstance(node, ast.Match):
            sides = [node.subject]
        elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
            sides = [node.slice]
        found += [ast.unparse(side) for side in sides if what.search(ast.unparse(side))]
    return found


def test_only_the_kinds_of_parts_tell_them_apart():
    """Everybody else asks the object what it is, so that a new kind is one class."""
    wrong = {
        str(path.relative_to(ROOT)): told_apart(path.read_text())
        for path in (ROOT / "games/teach/live").rglob("*.py")
        if path != KINDS_OF_PARTS
    }
    assert {path: found for path, found in wrong.items() if found} == {}
    pages = (ROOT / "templates/teach/live").rglob("*.html")
    assert [page.name for page in pages if re.search(r"kind(\.key)? [!=]=", page.read_text())] == []


@pytest.mark.parametrize(
    "source",
    [
        "part.kind == FILM",
        "room.part.kind.key in (SOLO, PAIRS)",
        "content['kind'] != 'tell'",
        "content.get('kind', TELL) in TOGETHER",
        "match part.kind:\n    case 'film': ...",
        "BEGINS[part.kind.key]",
    ],
)
def test_a_comparison_of_kinds_would_be_found(source):
    assert told_apart(source)
    assert not told_apart("part.kind.is_film and content['kind'] and KINDS[key]")


def test_only_the_looks_of_boards_tell_them_apart():
    wrong = {
        str(path.relative_to(ROOT)): told_apart(path.read_text(), LOOK)
        for path in (ROOT / "games").rglob("*.py")
        if path.parent.name != "looks"
    }
    assert {path: found for path, found in wrong.items() if found} == {}
    pages = (ROOT / "templates").rglob("*.html")
    assert [page.name for page in pages if re.search(r"look\.key [!=]=", page.read_text())] == []
    named = [
        f"{script.name} asks for {name}: give the look a property, and a class in Look.classes"
        for script in (ROOT / "static/js").rglob("*.js")
        for name in re.findall(rf"board-(?:{'|'.join(LOOKS)})\b", script.read_text())
    ]
    assert named == []


@pytest.mark.parametrize("source", ["board.game.look.key in ENDS", "SPACINGS[look.key].narrow"])
def test_a_comparison_of_looks_would_be_found(source):
    assert told_apart(source, LOOK)
    assert not told_apart("board.look.burns and board.look.key", LOOK)


ALLOWED = (
    (census.holding_code, 395),
    (census.serving_one, 90),
    (census.short_modules, 15),
    (census.registries, 3),
)
"""What grows although nobody decides that it should: modules, those that serve one other, short
ones, and registries. The house has a few less, so that a feature may bring a file. Somebody who
wants to raise a number looks first for what can go."""


@pytest.mark.parametrize(("counted", "most"), ALLOWED, ids=lambda one: getattr(one, "__name__", ""))
def test_the_house_grows_by_decision(counted, most):
    assert len(counted()) <= most


SHARED = {
    "Command": "Django runs the class of this name in each module of commands",
    "Move": "the solver makes a move, and the database has a row of the same name for it",
}
"""Class names with two homes, each with the reason. The list may only shrink."""


def test_a_class_name_means_one_thing():
    """A new name says of what it is: ``RosterRow``, ``MapPlace``. One that means one thing again
    leaves the list above."""
    assert set(census.homonyms()) == set(SHARED), census.homonyms()


def test_a_class_name_with_two_homes_would_be_found(house):
    text = "class Table:\n    class Meta: ...\n\nclass _Row: ...\n"
    house(dict.fromkeys(("games/play/table.py", "games/live/table.py", "solver/seats.py"), text))
    assert list(census.homonyms()) == ["Table"]


SHARED_MODULES = {
    "names": "people have names of their own, and a room decides which part of them it shows",
}
"""Names of modules with several homes, each with the reason, apart from those that every area may
have. The list may only shrink."""


def test_the_name_of_a_module_finds_it():
    assert set(census.module_names()) == set(SHARED_MODULES), census.module_names()


def test_a_module_name_with_two_homes_would_be_found(house):
    names = ("play/results", "teach/results", "teach/models", "play/models", "play/table")
    house({f"games/{name}.py": "" for name in names})
    assert list(census.module_names()) == ["results"]


def test_a_constant_says_what_it_limits():
    assert not list(census.vague_constants())


def test_what_registers_itself_is_there_in_every_process():
    registering = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in census.modules("games")
        if any(census.registered(census.tree(path)))
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
    assert any(census.registered(ast.parse(source)))
    plain = "@dataclass(frozen=True)\nclass Place: ...\nsize = len(MAPS)"
    assert not any(census.registered(ast.parse(plain)))
