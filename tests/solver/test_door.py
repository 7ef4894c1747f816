import ast
import doctest
import inspect
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import solver
from solver import teaching

DOORS = [solver, teaching]
ROOT = Path(solver.__file__).parent


def test_the_solver_does_not_load_django():
    code = "import solver, solver.commands.command_line, sys; assert 'django' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)  # a fixed command line


@pytest.mark.parametrize("door", DOORS)
def test_the_stub_names_what_the_door_has_and_where_it_lives(door):
    stub = ast.parse(Path(f"{door.__file__}i").read_text(encoding="utf-8"))
    named = {
        (node.module, name.name, name.asname)
        for node in stub.body
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
    assert named == {(home, name, name) for home, names in door.HOMES.items() for name in names}
    assert door.__all__ == dir(door) == sorted(name for _, name, _ in named)


def test_each_name_has_its_place_at_one_door():
    assert set(dir(solver)).isdisjoint(dir(teaching))
    assert "analyse" in dir(solver)
    assert "get_opponent" in dir(teaching)


def test_what_moved_next_door_is_still_fetched():
    assert [
        name for name in dir(teaching) if getattr(solver, name) != getattr(teaching, name)
    ] == []
    with pytest.raises(
        AttributeError, match=r"module 'solver\.teaching' has no attribute 'analyse'"
    ):
        _ = teaching.analyse


def test_importing_the_package_loads_no_other_module_of_it():
    code = (
        "import sys, solver\n"
        "assert [name for name in sys.modules if name.startswith('solver.')] == ['solver.door']\n"
        "from solver import get_ruleset\n"
        "assert 'solver.rulesets.keys' in sys.modules\n"
        "assert 'solver.analysis' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("door", DOORS)
def test_whatever_is_asked_for_first_can_be_had(door):
    """No name depends on another having been asked for before."""
    code = (
        "import importlib, sys\n"
        f"homes = importlib.import_module('{door.__name__}').HOMES\n"
        "for home, names in homes.items():\n"
        "    for module in [name for name in sys.modules if name.startswith('solver')]:\n"
        "        del sys.modules[module]\n"
        f"    door = importlib.import_module('{door.__name__}')\n"
        "    for name in names:\n"
        "        there = importlib.import_module(f'solver.{home}')\n"
        "        assert getattr(door, name) is getattr(there, name), name\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_no_name_at_the_door_is_that_of_a_file():
    """An import of the file would take the place of the name."""
    files = {path.stem for path in ROOT.iterdir()}
    assert files & set(solver.__all__) == set()
    assert files & set(teaching.__all__) == set()
    assert import_module("solver.signatures").signature is solver.signature
    assert import_module("solver.opponents.ladder").ladder_of is teaching.ladder_of
    assert solver.Kind.TRAP == "trap"


def test_what_is_not_there_is_said_by_name():
    with pytest.raises(AttributeError, match="module 'solver' has no attribute 'magic'"):
        _ = solver.magic


def public_functions():
    """Every function at the doors."""
    for door, name in ((one, name) for one in DOORS for name in dir(one)):
        value = getattr(door, name)
        if inspect.isfunction(inspect.unwrap(value)):
            yield name, inspect.unwrap(value)


def test_every_function_at_the_door_shows_how_it_is_used():
    bare = [name for name, function in public_functions() if ">>>" not in (function.__doc__ or "")]
    assert bare == []


def test_the_examples_in_the_docstrings_are_true():
    tried = 0
    for path in sorted(ROOT.rglob("*.py")):
        name = ".".join(path.relative_to(ROOT.parent).with_suffix("").parts).removesuffix(
            ".__init__"
        )
        if name in ("solver.apps", "solver.__main__"):
            continue
        result = doctest.testmod(import_module(name))
        assert result.failed == 0, name
        tried += result.attempted
    assert tried > 100


def test_every_question_takes_a_game_by_its_key_and_needs_no_budget():
    """The functions of the theory are of one kind: a key or a ruleset, a position as text, number
    or sizes, and a budget only where somebody wants to limit the work."""
    kayles, position = solver.get_ruleset("kayles"), (5,)
    asked = [
        solver.bearing,
        lambda game, rows: solver.analyse(game, rows).winning_moves,
        lambda game, rows: solver.distinguish(game, "misere", rows, ()).company,
        lambda game, rows: solver.classify(game, 5),
        lambda game, rows: solver.classified(game, 5),
        lambda game, rows: solver.row_kinds(game, 5).rows,
        lambda game, rows: solver.miscount(game, 5),
        lambda game, rows: solver.nim_value(game, 5),
        lambda game, rows: solver.quotient_of(game).known(),
        lambda game, rows: solver.QuotientTable(game).ruleset,
        lambda game, rows: [step.text for step in solver.genus_film(game, 5)],
        lambda game, rows: solver.infinite_quotient(game),
        lambda game, rows: solver.mex_function(game, solver.quotient_of("kayles").known()),
        lambda game, rows: solver.reach_of(game).text,
        lambda game, rows: solver.standard_form(game),
    ]
    for ask in asked:
        answers = [ask(game, rows) for game in (kayles, "kayles") for rows in (position, "5", 5)]
        assert answers == [answers[0]] * 6
    with pytest.raises(solver.InvalidInputError, match="chess"):
        solver.row_kinds("chess", 5)
