"""Every sentence of every theory against search and against nim-values of its own making.

Each rule has a checker. It asserts what its sentence claims and says which numbers it may hold,
from where; a rule without a checker fails, and so does a number that nobody can account for.
"""

import re
from itertools import combinations_with_replacement
from pathlib import Path

import pytest

import solver
from solver import NotCoveredError, analyse, get_ruleset
from solver.budget import Budget
from solver.quotients import QuotientTable

from . import oracle
from .sentences import CHECKERS, Case, Game, Read
from .test_components import BY_HAND
from .test_theories import TAME, TAME_RULES

KAYLES, DAWSON = oracle.kayles, oracle.octal("0.07")
GROWING = {1: [()], 2: [()], 3: [(2, 2)]}
MANY = {1: [()], 2: [(), (1,)], 3: [(), (1,), (2,)], 4: [(), (2, 3), (2, 2, 2)], 5: [(3,), (4, 4)]}
FOUR, TWO_THREE = oracle.takes(range(1, 5)), oracle.takes([2, 3])


def written(rules):
    """The key of heaps written by hand."""
    return f"heaps:{ {size: [list(option) for option in rules[size]] for size in rules} }"


WALKS = [
    *(("nim", oracle.nim, 0, 4, 7, theory) for theory in ("nim-sum", "safe-harbors", "r1")),
    *(
        (f"subtraction:{k}", oracle.takes(range(1, k + 1)), k, 4 if k > 1 else 3, 7, theory)
        for k in range(1, 6)
        for theory in ("nim-sum", "safe-harbors", "r1")
    ),
    *(("subtraction:4", FOUR, 4, 2, 13, t) for t in ("nim-sum", "safe-harbors")),
    *(("kayles", KAYLES, 0, 3, 7, t) for t in ("nim-sum", "r1", "misere-quotient")),
    ("kayles", KAYLES, 0, 3, 6, "exhaustive"),
    *(("octal:0.07", DAWSON, 0, 3, 7, t) for t in ("nim-sum", "r1", "misere-quotient")),
    *(("octal:0.31", oracle.octal("0.31"), 0, 3, 7, t) for t in ("r1", "misere-quotient")),
    *(("octal:0.75", oracle.octal("0.75"), 0, 3, 7, t) for t in ("nim-sum", "misere-quotient")),
    *(("subtraction:{2,3}", TWO_THREE, 0, 3, 9, t) for t in ("nim-sum", "r1", "exhaustive")),
    ("subtraction:{2,3}", TWO_THREE, 0, 3, 9, "misere-quotient"),
    ("octal:0.35", oracle.octal("0.35"), 0, 2, 8, "misere-quotient"),
    ("octal:4.7", oracle.octal("4.7"), 0, 3, 8, "exhaustive"),
    (TAME_RULES, TAME, 0, 3, 6, "r1"),
    *(
        (key, options, 0, rows, largest, theory)
        for key, options, rows, largest in (
            ("grundy", oracle.grundy, 3, 8),
            ("lasker", oracle.lasker, 3, 5),
            ("hexadecimal:8.3", oracle.hexadecimal("8.3"), 3, 5),
            ("hexadecimal:0.0F", oracle.hexadecimal("0.0F"), 3, 7),
            ("hexadecimal:0.9", oracle.hexadecimal("0.9"), 3, 6),
            *((written(rules), oracle.heaps(rules), 3, len(rules)) for rules in (GROWING, BY_HAND)),
        )
        for theory in ("nim-sum", "r1", "misere-quotient", "exhaustive")
    ),
    *((written(MANY), oracle.heaps(MANY), 0, 2, 5, t) for t in ("nim-sum", "r1", "exhaustive")),
    *(("partizan-kayles", oracle.partizan_kayles, 0, 3, 7, t) for t in ("reduction", "exhaustive")),
]  # fmt: skip


def check(case):
    for step in case.answer.steps:
        assert step.rule in CHECKERS, f"no checker says what is true of {step.rule}"
        said = Read(step.text, case.position)
        expected = CHECKERS[step.rule](case, said, step)
        assert said.numbers == sorted(expected), (case.position, step.text, expected)
        assert step.text[0].isupper() or step.text[0].isdigit()
        assert step.text.endswith(".")
        assert re.search(r"\b1 (ones|rows|squares|dominoes|inverters|moves)\b", step.text) is None
    wins = case.answer.to_move_wins
    assert wins is None or wins == case.wins


@pytest.mark.parametrize("convention", ["misere", "normal"])
@pytest.mark.parametrize(
    ("key", "options", "most", "rows", "largest", "theory"),
    WALKS,
    ids=[f"{walk[0][:18]} {walk[5]}" for walk in WALKS],
)
@pytest.mark.no_cover
def test_every_sentence_is_true(key, options, most, rows, largest, theory, convention):
    game = Game(key, options, misere=convention == "misere", most=most)
    game.nim = key == "nim"
    told = 0
    for sizes in combinations_with_replacement(range(largest + 1), rows):
        position = tuple(size for size in sizes if size)
        for player in ("left", "right") if key == "partizan-kayles" else (None,):
            try:
                answer = analyse(key, position, convention, player, theory=theory)
            except NotCoveredError:
                continue
            case = Case(game, answer, player)
            case.nim = game.nim
            check(case)
            told += 1
    rows_only = most or key == "nim"
    covers = {"nim-sum": convention == "normal" or rows_only, "safe-harbors": True}
    assert bool(told) is bool(covers.get(theory, convention == "misere" or theory == "exhaustive"))


def test_every_rule_has_a_checker_and_nothing_else_is_checked():
    source = "".join(
        path.read_text() for path in (Path(solver.__file__).parent / "theories").glob("*.py")
    )
    keys = "nim-sum|safe-harbors|r1|quotient|reduction|exhaustive"
    written = set(re.findall(rf'f?"((?:{keys}):[a-z0-9{{}}-]+)"', source))
    cases = {f"r1:case-{number}" for number in range(1, 5)}
    assert (written - {"r1:case-{case}"}) | cases == set(CHECKERS)


def told(key, position, convention, theory, player=None):
    answer = analyse(key, position, convention, player, theory=theory)
    return " ".join(step.text for step in answer.steps)


@pytest.mark.parametrize(
    ("key", "position", "theory", "said", "unsaid"),
    [
        ("nim", "1+1+4", "safe-harbors", "exactly one remainder is 2 or more", "every column"),
        ("nim", "4", "nim-sum", "This is the moment", "decides as if"),
        ("subtraction:3", "13", "nim-sum", "so that together they make 4, until", "in turn"),
        ("subtraction:4", "5+6", "safe-harbors", "It is 1 already", "lower the other"),
        (
            "subtraction:4",
            "3+3",
            "safe-harbors",
            "have to match. They match already",
            "lower the larger",
        ),
        ("subtraction:3", "1", "safe-harbors", "the player to move has to take it", "match"),
        ("subtraction:4", "1+5+10", "safe-harbors", "takes 4, the most allowed", "match"),
        ("nim", "3+5+6", "nim-sum", "(Lemma 2)", "(Lemma 1, up to"),
        ("kayles", "4", "r1", "the other player makes it odd again", "stays the other player's"),
        ("subtraction:2", "2+3", "r1", "take 1 from row 2, leaving 2", "becomes a trap"),
        ("kayles", "5+4+1", "misere-quotient", "ac times a is aac, the same as c", "²"),
        ("subtraction:{2,3}", "2", "misere-quotient", "a is the only losing product", "1 elements"),
        ("subtraction:{2,3}", "3+4+1", "misere-quotient", "1 counts as nothing", "1 is 1"),
        (
            "kayles",
            "5+3",
            "exhaustive",
            "take 2 from row 1, leaving 1 and 2",
            "the next player loses:",
        ),
    ],
)
def test_what_was_false_is_not_said_again(key, position, theory, said, unsaid):
    text = told(key, position, "misere", theory)
    assert said in text
    assert unsaid not in text


def test_a_reduction_speaks_of_the_balance_and_of_any_company():
    text = told("partizan-kayles", "5+5+8+2", "misere", "reduction", "left")
    assert "whatever strips lie beside them" in text
    assert "The balance, squares minus dominoes, is 0 − 4 = −4" in text
    assert "−4 is like −1" in text
    assert "falls apart" not in text
    assert "0 strips" not in text


@pytest.mark.parametrize(
    ("key", "position", "theory", "said"),
    [
        ("kayles", "4+1+1+1", "r1", "4 is an inverter (1, losing) and each 1 is an inverter (1, l"),
        ("subtraction:3", "6+6+1", "nim-sum", "by 4: each 6 counts as 2 and 1 counts as 1."),
        ("subtraction:3", "5+5", "safe-harbors", "keep the remainder: each 5 leaves 1."),
        ("kayles", "5+5+1", "misere-quotient", "each 5 counts as c and 1 counts as a"),
        ("partizan-kayles", "5+4+4", "reduction", "5 counts as 1 square and 2 dominoes; each 4 co"),
    ],
)
def test_rows_of_one_size_are_told_once(key, position, theory, said):
    assert said in told(key, position, "misere", theory)


@pytest.mark.parametrize(
    "key", ["octal:0.123", "octal:0.75", "subtraction:{2,5}", "heaps:{1:[[]],3:[[],[2,2]]}"]
)
def test_a_quotient_says_the_same_whatever_was_asked_before(key):
    fresh = [QuotientTable(get_ruleset(key)) for _ in range(20)]
    grown = QuotientTable(get_ruleset(key))
    grown.grow(40, Budget())
    for size, table in enumerate(fresh):
        table.grow(size, Budget())
        known, later = table.known(size), grown.known(size)
        rules = get_ruleset(key)
        assert known.certificate(rules) == later.certificate(rules)
        assert known.names == later.names
        assert known.monoid == later.monoid
        assert known.values[: size + 1] == later.values[: size + 1]


def test_many_rows_and_many_moves_are_counted_not_listed():
    many = [*range(1, 15), 14, 13, 1]
    assert " and 4 more rows. The product" in told("kayles", many, "misere", "misere-quotient")
    assert "3 more rows make it" in told("kayles", [5] * 15, "misere", "misere-quotient")
    assert "; 4 more strips." in told("partizan-kayles", many, "misere", "reduction", "left")
    assert "; 9 more moves." in told("kayles", [3] * 13, "misere", "exhaustive")
