"""The engine as a package of its own: built without a network, and used without Django."""

import doctest
import re
import shutil
import subprocess
import sys
import tomllib
import warnings
import zipfile
from pathlib import Path

import pytest

import solver
from solver.commands import building
from solver.version import RELEASE

ROOT = Path(solver.__file__).parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """What ``pip install ./solver`` would install; built from a copy, which leaves nothing here."""
    place = tmp_path_factory.mktemp("package")
    shutil.copytree(ROOT, place / "solver", ignore=shutil.ignore_patterns("__pycache__"))
    pip = [sys.executable, "-m", "pip", "wheel", "--no-build-isolation", "--no-deps", "--no-index"]
    subprocess.run([*pip, "-q", "-w", str(place / "dist"), str(place / "solver")], check=True)
    [built] = (place / "dist").glob("*.whl")
    return built


def test_nothing_is_left_beside_the_source(tmp_path, monkeypatch):
    """The wheel is built from a copy, and the archive too."""
    shutil.copytree(ROOT, tmp_path / "solver", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.chdir(tmp_path / "solver")
    before = {path for path in tmp_path.rglob("*") if "__pycache__" not in path.parts}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # setuptools has its own
        names = [building.build_wheel(str(tmp_path)), building.build_sdist(str(tmp_path))]
        after = {path for path in tmp_path.rglob("*") if "__pycache__" not in path.parts}
        editable = building.build_editable(str(tmp_path))
    assert {path.name for path in after - before} == set(names)
    assert [Path(name).suffix for name in (*names, editable)] == [".whl", ".gz", ".whl"]


def test_it_is_built_whole_under_its_own_name(wheel):
    source = wheel.parent.parent / "solver"
    assert not [*source.glob("build"), *source.glob("*.egg-info")]
    assert wheel.name == f"marienbad_solver-{RELEASE}-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as packed:
        names = {name for name in packed.namelist() if name.startswith("solver/")}
        [about] = [name for name in packed.namelist() if name.endswith("/METADATA")]
        metadata = packed.read(about).decode()
    here = {
        path.relative_to(ROOT.parent).as_posix()
        for pattern in ("*.py", "*.pyi", "py.typed", "data/*")
        for path in ROOT.rglob(pattern)
    }
    assert names == here
    needed = re.findall("Requires-Dist: .*", metadata)
    assert [line for line in needed if "extra ==" not in line] == []
    extras = re.findall(r'Requires-Dist: (\w+).*; extra == "(.*)"', metadata)
    assert extras == [("distributed", "cluster"), ("numba", "fast")]
    assert "# marienbad-solver" in metadata


def test_installed_it_answers_without_django_or_any_other_package(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(tmp_path)
    code = (
        "import sys, solver\n"
        f"assert solver.__file__.startswith({str(tmp_path)!r})\n"
        "from solver import Budget, QuotientTable, analyse, ask, film, get_ruleset, known_reaches\n"
        "print(*analyse('nim', '1+3+5', 'misere').winning_moves)\n"
        "print(known_reaches()['octal:0.35'].size)\n"
        "print(film(ask('nim', '1+2')).steps[0].scene.position)\n"
        "table = QuotientTable(get_ruleset('octal:0.75'))\n"
        "table.grow(None, Budget())\n"
        "print(table.monoid.order)\n"
        "assert not [name for name in sys.modules if name.partition('.')[0] == 'django']\n"
    )
    run = [
        sys.executable,
        "-I",
        "-S",
        "-c",
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n{code}",
    ]
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout.splitlines() == ["3>2", "4", "(1, 2)", "8"]


def test_the_packages_named_are_those_there_are():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    there = {path.parent.relative_to(ROOT.parent).as_posix() for path in ROOT.rglob("__init__.py")}
    assert set(settings["tool"]["setuptools"]["packages"]) == {
        name.replace("/", ".") for name in there
    }
    assert "dependencies" not in settings["project"]


def test_the_examples_of_its_readme_are_true():
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert result.attempted >= 4
    assert result.failed == 0
