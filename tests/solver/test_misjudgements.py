"""What a wrong answer to "who wins?" or "which case?" gives away."""

import pytest

from solver import Outcome, ask, profile
from solver.teaching import HABITS, misjudged_case, misjudged_outcome
from tests.solver import oracle


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
    assert [one.key for one in misjudged_outcome(profile(question), Outcome(said))] == keys


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


def test_a_wrong_answer_of_two_says_how_the_rules_compare_and_accuses_nobody_of_a_habit():
    named = {habit.name for habit in HABITS}
    for size in range(1, 6):
        for other in range(6):
            question = ask("nim", (size, other) if other else (size,), "misere")
            wins = {c: oracle.Oracle(oracle.nim, c).wins(question.position) for c in (True, False)}
            wrong = Outcome.P if wins[True] else Outcome.N
            first, *_ = misjudged_outcome(profile(question), wrong)
            compared = "agree" if wins[True] is wins[False] else "differ"
            assert first.name == f"The two rules {compared} here"
            assert first.name not in named
