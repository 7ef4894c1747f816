"""A game as one object: what it says, and the forms that other programs read."""

import json
import re
from itertools import combinations_with_replacement

import pytest

from solver import BudgetExceededError, Game, InvalidInputError, get_ruleset
from solver.budget import Budget
from solver.commands.command_line import main

from . import oracle


def nim_value(options, size):
    """The size of the Nim row beside which the row is lost, when the last one wins."""
    search = oracle.Oracle(options, misere=False)
    values = []
    for n in range(size + 1):
        reached = {values[option[0]] if option else 0 for option in options(n)}
        values.append(next(value for value in range(size + 2) if value not in reached))
    assert search.wins((size,)) == (values[size] > 0)
    return values[size]


KAYLES = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]


def test_a_game_is_told_in_a_line():
    assert repr(Game("octal:0.75")) == "Game('octal:0.75')"
    assert Game(get_ruleset("kayles")).name == "Kayles"
    quotient = Game("octal:0.75").quotient()
    assert repr(quotient) == (
        "<misère quotient of Octal game 0.75: 8 elements, 2 losing; rows of every length>"
    )
    part = Game("octal:0.26").quotient(5)
    assert repr(part).endswith("; rows up to 5>")
    values = Game("kayles").nim_values(11)
    assert repr(values) == "<nim-values of Kayles up to 11: no period is proved>"


def test_nim_values_are_those_of_a_search_and_their_period_is_told():
    game = Game("subtraction:{1,3,4}")
    values = game.nim_values(40)
    assert list(values.values) == [nim_value(oracle.takes([1, 3, 4]), n) for n in range(41)]
    assert (values.preperiod, values.period) == (0, 7)
    assert (values[9], len(values)) == (0, 41)
    assert list(Game("kayles").nim_values(11).values) == KAYLES
    assert Game("octal:0.3").nim_values(70).proof == "from 0 on they repeat every 2"
    assert Game("octal:0.07").nim_values(200).as_json()["period"] == 34
    assert Game("nim").nim_values(3).to_b_file() == "0 0\n1 1\n2 2\n3 3\n"
    with pytest.raises(BudgetExceededError):
        Game("octal:0.07").nim_values(500, Budget(0))


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("octal:0.75", oracle.octal("0.75")),
        ("kayles", oracle.kayles),
        ("octal:0.31", oracle.octal("0.31")),
    ],
)
def test_a_quotient_knows_who_loses(key, options):
    quotient, search = Game(key).quotient(), oracle.Oracle(options, misere=True)
    for position in combinations_with_replacement(range(7), 3):
        lost = not search.wins(position)
        assert quotient.is_lost(position) == lost, position
        assert (quotient.word(position) in quotient.p_portion) == lost


def test_a_quotient_of_some_rows_speaks_of_no_other():
    part = Game("octal:0.26").quotient(5)
    assert not part.is_complete
    with pytest.raises(InvalidInputError, match="'6' is not a row of this quotient; it knows rows"):
        part.word("6+1")
    with pytest.raises(InvalidInputError, match="The misère quotient of Nim is infinite"):
        Game("nim").quotient()
    assert Game("nim").quotient(3).order == 6


def test_what_is_taken_away_names_its_game_and_its_solver():
    quotient = Game("octal:0.31").quotient()
    told = json.loads(quotient.to_json())
    assert (told["ruleset"], told["order"], told["solver"]) == ("octal:0.31", 6, "1.0")
    assert told["relations"] == [list(relation) for relation in quotient.relations]
    assert told["pretending_function"][:4] == [quotient.word(n) for n in range(4)]
    latex = quotient.to_latex()
    assert "% The misere quotient of octal:0.31: order 6" in latex
    assert r"\mathcal{P} = \{ " + ", ".join(quotient.p_portion[:1]) in latex
    assert quotient._repr_latex_() in latex
    assert latex.count(r" \\") == 1 + (quotient.known.up_to // 12 + 1)
    assert quotient.to_latex(30).count(r" \\") == 1 + 3


def test_gap_reads_the_same_products():
    quotient = Game("octal:0.75").quotient()
    text = quotient.to_gap()
    rows = [list(map(int, re.findall(r"\d+", row))) for row in re.findall(r"\[([\d, ]+)\]", text)]
    table = [[element + 1 for element in row] for row in quotient.known.monoid.table]
    assert rows[: len(table)] == table
    [losing] = re.findall(r"losing := \[([\d, ]+)\];", text)
    names = [quotient.elements[int(place) - 1] for place in losing.split(", ")]
    assert names == quotient.p_portion
    assert 'names := ["1", "a", ' in text


def test_many_letters_are_numbered_for_a_paper():
    from solver.quotients.lettered import tex_word

    assert tex_word("abb") == "ab^{2}"
    assert tex_word("{{") == "x_{27}^{2}"


def test_cgsuite_is_asked_for_its_own():
    sheet = Game("kayles").to_cgsuite(5)
    assert sheet.splitlines() == [
        'g := game.heap.TakeAndBreak("0.77");',
        "[g(n).NimValue for n from 0 to 5] == [0,1,2,3,1,4]",
        "[g(n).Genus for n from 0 to 5]",
        f"// {', '.join(Game('kayles').genus(n) for n in range(6))}",
    ]
    with pytest.raises(InvalidInputError, match="not an octal game"):
        Game("nim").to_cgsuite()


def test_the_command_lists_nim_values(capsys):
    assert main(["nim-values", "kayles", "--up-to", "13"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Kayles: nim-values by size",
        "       0  0 1 2 3 1 4 3 2 1 4 2 6",
        "      12  4 1",
        "no period is proved",
    ]
    assert main(["nim-values", "octal:0.3", "--up-to", "70", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["preperiod"], told["period"], len(told["nim_values"])) == (0, 2, 71)
    assert main(["nim-values", "nim", "--up-to", "2", "--b-file"]) == 0
    assert capsys.readouterr().out == "0 0\n1 1\n2 2\n"
    assert main(["nim-values", "octal:0.07", "--up-to", "9000", "--budget", "1"]) == 3
