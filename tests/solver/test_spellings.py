"""Every spelling of a game is the game: those of the literature, and the names that we print."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import InvalidInputError, get_ruleset
from solver.commands.command_line import main

octal = st.tuples(st.sampled_from("04"), st.text("01234567", min_size=1, max_size=6)).map(".".join)
hexadecimal = st.tuples(
    st.sampled_from("048C"), st.text("0123456789ABCDEF", min_size=1, max_size=6)
).map(".".join)
takes = st.sets(st.integers(1, 99), min_size=3, max_size=6).map(sorted)


def game(text):
    """What a ruleset is: its key, and its rules in words."""
    rules = get_ruleset(text)
    return rules.key, type(rules), rules.name, list(rules.ways(9))


@given(octal, st.sampled_from(".·⋅∙•．"), st.integers(0, 3))
def test_an_octal_code_needs_no_prefix_and_may_have_the_dot_of_winning_ways(code, dot, zeros):
    written = "0" * zeros + code.replace(".", dot)
    spellings = [written, f"octal:{written}", f"Octal game {code}", f"octal {written}"]
    if code[0] == "0":
        spellings += [written.lstrip("0"), f"octal:{dot}{code[2:]}"]
    for spelling in spellings:
        assert game(spelling) == game(f"octal:{code}"), spelling


@given(hexadecimal, st.sampled_from(".·"), st.integers(0, 3))
def test_a_hexadecimal_code_is_known_by_its_digits(code, dot, zeros):
    written = "0" * zeros + code.replace(".", dot)
    for spelling in (
        written,
        written.lower(),
        f"hexadecimal:{written}",
        f"Hexadecimal game {code}",
    ):
        assert game(spelling) == game(f"hexadecimal:{code}"), spelling


@given(takes, st.sampled_from([",", ", ", " , "]))
def test_a_set_may_stand_in_any_brackets_or_in_none(numbers, comma):
    listed = comma.join(map(str, numbers))
    several = f"Take {comma.join(map(str, numbers[:-1]))} or {numbers[-1]}"
    spellings = [listed, f"{{{listed}}}", f"[{listed}]", f"({listed})", f"S({listed})", several]
    spellings += [f"subtraction:{text}" for text in spellings[:4]]
    for spelling in spellings:
        assert game(spelling) == game(f"subtraction:{{{listed}}}"), spelling


@pytest.mark.parametrize(
    "key",
    [
        *("nim", "kayles", "grundy", "lasker", "partizan-kayles"),
        *("octal:0.07", "octal:0.137", "octal:0.007", "octal:0.0", "octal:4.7", "octal:0.77"),
        *("hexadecimal:0.0F", "hexadecimal:C.8"),
        *("subtraction:1", "subtraction:3", "subtraction:{3}", "subtraction:{2,5}"),
        *("subtraction:{1,3,4}", "push:1", "push:3", "shove:2", "domineering:2x3"),
    ],
)
def test_the_name_that_we_print_is_a_key_however_it_is_typed(key):
    name = get_ruleset(key).name
    spellings = [name, name.lower(), name.upper(), name.replace(" ", "  "), f" {name} "]
    spellings += [name.replace("'", sign) for sign in ("", "’", "‘", "`", "´", "′")]
    spellings += [name.replace(" ", "-")] * ("'" in name) + [name.replace("'s", "")] * ("'" in name)
    for spelling in spellings:
        assert game(spelling) == game(key), spelling


@pytest.mark.parametrize(
    ("written", "key"),
    [
        *((code, "nim") for code in ("0.3...", "0.333…", "octal:0.[3]", ".(3)", "·3̇", "00.33[3]")),
        *((code, "lasker") for code in ("4.3...", "octal:4.[3]", "04·3̇")),
        ("S(1..4)", "subtraction:4"),
        ("subtraction:[3]", "subtraction:{3}"),
        ("domineering:2×3", "domineering:2x3"),
        ("Domineering 2 × 3", "domineering:2x3"),
        ("domineering: 2 * 3", "domineering:2x3"),
    ],
)
def test_what_else_the_literature_writes(written, key):
    assert game(written) == game(key)


@pytest.mark.parametrize("written", ["4,7", "0,77", "1,000,000", "0.[7]", "1.7", "80.0", "0.77.7"])
def test_what_may_mean_two_games_or_none_is_refused(written):
    with pytest.raises(InvalidInputError) as caught:
        get_ruleset(written)
    assert caught.value.field == "ruleset"
    assert caught.value.value in {written, f"{{{written}}}"}


def test_the_command_line_takes_any_spelling(capsys):
    answers = []
    for written in ("octal:0.07", "·07", "Dawson’s Kayles"):
        assert main(["analyse", written, "5+4", "--json"]) == 0
        answers.append(json.loads(capsys.readouterr().out))
    assert answers[0]["ruleset"] == "octal:0.07"
    assert answers[1:] == answers[:1] * 2


def test_a_board_may_be_written_with_a_cross():
    rules = get_ruleset("domineering:2×3")
    assert rules.read_position("2×3 + 1×2") == rules.read_position("2x3 + 1x2")
