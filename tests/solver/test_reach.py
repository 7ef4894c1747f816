"""How far R1 reaches, against plain search, and the table that the package keeps."""

import json
from functools import cache
from itertools import combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solver.reach
from solver import Budget, InvalidInputError, get_ruleset, known_reaches, reach_of, standard_form
from solver.commands.command_line import main
from solver.commands.proofs import reach_as_kept
from solver.mex import mex
from solver.quotients.shipped import is_proved, kept_partial_quotients
from solver.r1 import KindTable, is_lost
from solver.reach import Ending, Reach, octal_codes
from tests.solver.oracle import Oracle, octal

REACHES = known_reaches()
FIRM = [key for key, reach in REACHES.items() if reach.ending is Ending.FIRM]
BROKEN = {key: r for key, r in REACHES.items() if r.ending is Ending.BROKEN and r.size <= 11}


class Kinds:
    """Kinds of positions by search: the words of the source, no algebra."""

    def __init__(self, code):
        self.judge = Oracle(octal(code), misere=True)
        self.value = cache(self.value_of)

    def after(self, position):
        return {self.judge.after(position, move) for move in self.judge.moves(position)}

    def value_of(self, position):
        return mex({self.value(later) for later in self.after(position)})

    def kind(self, position):
        wins, value = self.judge.wins(position), self.value(tuple(sorted(position)))
        names = {0: ("trap", "null"), 1: ("inverter", "gremlin")}
        return names.get(value, ("higher inverter", "higher switch"))[wins]

    def broken(self, size):
        """The first condition that a row breaks, by the kinds of all that it may become."""
        kind, options = self.kind((size,)), {self.kind(later) for later in self.after((size,))}
        match kind:
            case "higher inverter":
                return 1
            case "higher switch" if not options & {"null", "gremlin"}:
                return 2
            case "null" if "gremlin" in options:
                return 3
            case "gremlin" if "null" in options:
                return 4
        return None


@given(st.sampled_from(sorted(BROKEN)))
@settings(max_examples=60, deadline=None)
def test_the_row_named_is_the_first_that_search_finds_to_break_a_condition(key):
    kinds, reach = Kinds(key.removeprefix("octal:")), REACHES[key]
    found = [kinds.broken(size) for size in range(1, reach.size + 1)]
    assert found == [None] * (reach.size - 1) + [reach.detail]


@given(st.sampled_from([key for key, reach in REACHES.items() if reach.holds]))
@settings(max_examples=40, deadline=None)
def test_where_r1_covers_every_row_search_finds_no_break_and_every_outcome(key):
    kinds, table = Kinds(key.removeprefix("octal:")), KindTable(get_ruleset(key))
    assert [kinds.broken(size) for size in range(1, 10)] == [None] * 9
    for count in (1, 2, 3):
        for position in combinations_with_replacement(range(1, 7), count):
            assert kinds.judge.wins(position) != is_lost(table.sum(position, Budget())), position


@pytest.mark.parametrize("key", FIRM[::5])
def test_rows_past_the_last_fickle_one_stay_firm(key):
    table, last = KindTable(get_ruleset(key)), REACHES[key].size
    assert table.check(200, Budget()) is None
    fickle = [size for size in range(201) if table.kind(size, Budget()).is_fickle]
    assert max(fickle) == last


def test_the_certificate_waits_for_the_rows_it_needs(monkeypatch):
    """In 0.156 a row of 9 is the last fickle one: all from 10 to 2(9 + 1) + 3 - 1 must be firm."""
    monkeypatch.setattr("solver.reach.LOOKED_AT", 21)
    assert reach_of("octal:0.156") == Reach("octal:0.156", Ending.OPEN, 21)
    monkeypatch.setattr("solver.reach.LOOKED_AT", 22)
    assert reach_of("octal:0.156") == Reach("octal:0.156", Ending.FIRM, 9)


def test_the_table_kept_is_the_table_computed_and_speaks_of_every_code():
    assert list(reach_as_kept()) == [True] * 1024
    assert list(REACHES) == list(octal_codes())
    kept = solver.reach.DATA.read_text(encoding="utf-8")
    assert json.loads(kept)["solver"] == solver.reach.VERSION
    assert solver.reach.written(REACHES.values()) == kept


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("octal:0.35", "R1 stops at a row of 4, on condition 4."),
        ("octal:0.77", "R1 stops at a row of 5, on condition 2."),
        ("octal:0.07", "R1 stops at a row of 10, on condition 2."),
        ("octal:0.152", "R1 stops at a row of 21, on condition 3."),
        (
            "octal:0.56",
            "R1 covers rows of every length: from 7 on, every row is a trap or a switch.",
        ),
        ("octal:4.0", "R1 covers rows of every length: from 1 on, the kinds repeat every 2."),
        ("octal:0.0", "R1 covers rows of every length: from 0 on, all are of one kind."),
        ("nim", "R1 covers rows of every length: their kinds follow from a formula."),
        (
            "subtraction:{2,3}",
            "R1 covers rows of every length: from 0 on, the kinds repeat every 5.",
        ),
    ],
)
def test_what_is_said_of_a_game(key, text):
    assert reach_of(key).text == text
    assert (reach_of(key).violation is not None) == ("stops" in text)


def test_a_budget_leaves_a_game_open():
    reach = reach_of("octal:0.156", budget=Budget(1))
    assert reach.ending is Ending.OPEN
    assert reach.text == (f"R1 covers rows of up to {reach.size}; nothing is proved beyond that.")
    assert 5 < reach.size < 22
    assert not reach.holds


def test_kinds_are_those_of_impartial_games():
    with pytest.raises(InvalidInputError, match="'partizan-kayles' is not an impartial game"):
        reach_of("partizan-kayles")


def trees(code, largest, numbers):
    """Each row by a number that stands for its options, move for move; 0 where it has no move."""
    options, rows = octal(code), [0]
    for size in range(1, largest + 1):
        reached = frozenset(
            tuple(sorted(rows[part] for part in option if rows[part])) for option in options(size)
        )
        rows.append(numbers.setdefault(reached, len(numbers)))
    return rows


@given(st.sampled_from(sorted(REACHES)))
@settings(deadline=None)
def test_a_standard_form_has_the_same_rows_a_little_shorter(key):
    form, shorter = standard_form(key)
    numbers = {frozenset(): 0}
    longer = trees(key.removeprefix("octal:"), 16, numbers)
    assert longer[: shorter + 1] == [0] * (shorter + 1)
    assert trees(form, 16 - shorter, numbers) == longer[shorter:]


def test_games_of_one_standard_form_break_at_the_same_row():
    broken = {}
    for key, reach in REACHES.items():
        form, shorter = standard_form(key)
        size = reach.size - shorter if reach.ending is Ending.BROKEN else None
        broken.setdefault(form, set()).add((size, size and reach.detail))
    assert len(broken) == 560
    assert {len(verdicts) for verdicts in broken.values()} == {1}


def test_standard_forms_from_the_tables():
    assert standard_form("octal:0.07") == ("0.137", 1)
    assert standard_form("octal:0.4") == ("0.137", 2)
    assert standard_form("octal:0.007") == ("0.11337", 2)
    assert standard_form("octal:4.4") == ("0.77", 1)
    assert standard_form("octal:0.77") == ("0.77", 0)
    assert standard_form("octal:0.0") == ("0.0", 0)
    with pytest.raises(InvalidInputError, match="'nim' is not an octal game"):
        standard_form("nim")


def test_the_command_says_one_game(capsys):
    assert main(["reach", "octal:0.35"]) == 0
    assert capsys.readouterr().out == (
        "R1 stops at a row of 4, on condition 4.\n"
        "A row of 4 is a gremlin whose options are a null and a trap; "
        "no gremlin can become a null.\n"
    )
    assert main(["reach", "octal:0.56", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "ruleset": "octal:0.56",
        "covered": True,
        "ending": "firm",
        "size": 6,
        "detail": 0,
        "text": "R1 covers rows of every length: from 7 on, every row is a trap or a switch.",
        "violation": None,
    }
    assert main(["reach", "nim"]) == 0
    assert main(["reach", "partizan-kayles"]) == 2


def test_the_command_counts_all_games(capsys):
    assert main(["reach", "--digits", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "| stops at a row of 7 |  | 1 |  |  | 1 |" in lines  # 0.6
    assert lines[-1] == "| all, of which 12 are different games | | | | | 16 |"
    assert main(["reach", "--digits", "1", "--json"]) == 0
    assert [json.loads(line)["ruleset"] for line in capsys.readouterr().out.splitlines()] == [
        f"octal:{whole}.{digit}" for whole in "04" for digit in range(8)
    ]


def test_the_command_makes_the_table_anew(monkeypatch, tmp_path, capsys):
    kept = solver.reach.DATA.read_text(encoding="utf-8")
    monkeypatch.setattr("solver.commands.reach.DATA", tmp_path / "reach.json")
    assert main(["reach", "--write"]) == 0
    assert (tmp_path / "reach.json").read_text(encoding="utf-8") == kept


@pytest.mark.no_cover
def test_proving_compares_every_line_with_a_new_computation(monkeypatch, capsys):
    early = {"octal:0.07": (53, 34), "octal:0.137": (52, 34), "octal:0.77": (71, 12)}
    monkeypatch.setattr(
        "solver.commands.proofs.LONG_PERIODS", {"octal:0.165": (5_181, 1_550)} | early
    )
    # Half a minute and more than one; samples are proved in tests of their own.
    partial = kept_partial_quotients()
    monkeypatch.setattr("solver.commands.proofs.is_found_again", lambda form: True)
    monkeypatch.setattr(
        "solver.commands.proofs.is_proved", lambda form: form in partial or is_proved(form)
    )
    assert main(["prove"]) == 0
    assert "octal games of up to 3 digits  1,024           0       0  as stated" in (
        capsys.readouterr().out
    )
    wrong = {**REACHES, "octal:0.07": reach_of("octal:0.77")}
    monkeypatch.setattr("solver.commands.proofs.known_reaches", lambda: wrong)
    assert main(["prove"]) == 1
    assert "DIFFERS" in capsys.readouterr().out
