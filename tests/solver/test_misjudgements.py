"""What a wrong answer to "who wins?" or "which case?" gives away."""

import pytest

from solver import Outcome, ask
from solver.teaching import misjudged_case, misjudged_outcome


@pytest.mark.parametrize(
    ("ruleset", "position", "convention", "said", "keys"),
    [
        ("nim", "1+1", "misere", "N", []),
        ("nim", "1+1", "misere", "P", ["normal-habit", "plays-on-lost"]),
        ("nim", "2+2", "misere", "N", ["flip-everything", "plays-on-lost"]),
        ("nim", "2+2", "normal", "N", ["plays-on-lost"]),
        ("partizan-kayles", "1", "misere", "R", []),
        ("partizan-kayles", "1", "misere", "N", ["forgets-the-partizan", "plays-on-lost"]),
        ("partizan-kayles", "1", "misere", "L", ["normal-habit", "plays-on-lost"]),
        ("partizan-kayles", "3", "misere", "P", ["plays-on-lost"]),
    ],
)
def test_a_wrong_outcome_shows_its_mistake(ruleset, position, convention, said, keys):
    question = ask(ruleset, position, convention)
    assert [one.key for one in misjudged_outcome(question, Outcome(said))] == keys


@pytest.mark.parametrize(
    ("true", "said", "keys"),
    [
        (2, 2, []),
        (2, 3, ["gives-away-parity", "wrong-case"]),
        (3, 2, ["gives-away-parity", "wrong-case"]),
        (1, 4, ["wrong-case"]),
        (0, 3, ["wrong-case"]),
    ],
)
def test_a_wrong_case_shows_its_mistake(true, said, keys):
    assert [one.key for one in misjudged_case(true, said)] == keys
