"""`make test-near`: a file leads to the tests of its folder. `make test-fast`: what is quick."""

from pathlib import Path

import pytest

from tests import mutants
from tests.near import ALWAYS, home_of, near
from tests.pace import FAST, listed, slow_of

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize(
    ("file", "tests"),
    [
        ("games/teach/classes/rosters/columns.py", "tests/games/teach/classes/test_columns.py"),
        ("games/teach/classes/rosters/rosters.py", "tests/games/teach/classes/test_rosters.py"),
        ("games/teach/classes/views.py", "tests/games/teach/classes"),
        ("games/play/table.py", "tests/games/play"),
        ("templates/play/review.html", "tests/games/play/test_review.py"),
        ("templates/teach/classes/people.html", "tests/games/teach/classes/test_people.py"),
        ("static/css/pages/learn.css", "tests/games/learn"),
        ("static/css/boards.css", "tests/games/test_weight.py"),
        ("solver/films/r1.py", "tests/solver/test_r1.py"),
        ("solver/research/unheard.py", "tests/solver"),
        ("games/content/lessons/11-kayles.yaml", "tests/games/content"),
        ("tests/games/play/test_move.py", "tests/games/play/test_move.py"),
        ("tests/games/play/games.py", "tests/games/play"),
        ("requirements.lock", "tests/test_lock.py"),
        ("README.md", ""),
    ],
)
def test_a_file_leads_to_its_tests(file, tests):
    assert home_of(file) == tests


def test_each_is_run_once_and_what_is_gone_is_not():
    files = ["games/play/table.py", "templates/play/review.html", "tests/games/play/test_gone.py"]
    assert near(files) == sorted(["tests/games/play", *ALWAYS])
    assert all((ROOT / test).exists() for test in near(files))


def test_a_fault_meets_the_tests_of_its_folder_and_those_that_hold_its_module():
    held = [
        "tests/games/people",
        "tests/games/teach/classes/test_people.py",
        "tests/games/web/test_limits.py",
    ]
    assert mutants.tests_of(["games/people/lockout.py", "games/people/names.py"]) == held
    assert mutants.tests_of(["games/templatetags/theories.py", "solver/mex.py"]) == [
        "tests/games",
        "tests/solver",
    ]
    known = {file.relative_to(ROOT).parts[0] for file in mutants.files(".")}
    assert known == {"games", "solver"}


def test_the_quick_tests_take_no_longer_together_than_they_may():
    seconds = {"half": FAST / 2, "little": FAST / 10, "whole": FAST, "most": FAST * 0.4}
    assert slow_of(seconds) == ["whole"]
    assert slow_of(seconds | {"more": FAST / 100}) == ["half", "whole"]


def test_the_list_of_slow_tests_names_tests_that_are_there():
    gone = set()
    for name in listed():
        file, *_, function = name.split("::")
        path = ROOT / file
        if not path.exists() or f"def {function}(" not in path.read_text():
            gone.add(name)
    assert not gone
