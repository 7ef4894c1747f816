import pytest

from solver import (
    Convention,
    InvalidInputError,
    Player,
    SolverError,
    as_position,
    get_ruleset,
    parse_position,
)
from solver.rulesets.keys import FAMILIES
from solver.teaching import (
    capitalised,
    convention_words,
    counted,
    elided,
    joined,
    parts_in_words,
    with_article,
)
from solver.words import summed_up


def test_lists_are_joined_as_in_a_sentence():
    assert joined([]) == ""
    assert joined([4]) == "4"
    assert joined(["a", "b"]) == "a and b"
    assert joined((1, 3, 4), "or") == "1, 3 or 4"


def test_a_long_list_ends_in_how_many_more_there_are():
    names = [f"row {number}" for number in range(1, 14)]
    assert summed_up(names[:12]).endswith("row 11 and row 12")
    assert summed_up(names).endswith("row 11, row 12 and row 13"), "a single other one is named"
    assert summed_up([*names, "row 14"]).endswith("row 11, row 12 and 2 more rows")
    assert elided(["a", "b", "c", "d"], "move", 2) == ["a", "b", "2 more moves"]


def test_numbers_articles_parts_and_endings():
    assert (counted(1, "domino"), counted(2, "domino", "dominoes")) == ("1 domino", "2 dominoes")
    assert (with_article("inverter"), with_article("higher switch")) == (
        "an inverter",
        "a higher switch",
    )
    assert [parts_in_words(parts) for parts in ((), (0, 4), (2, 5))] == ["nothing", "4", "2 and 5"]
    assert capitalised("take 3 from Row 1") == "Take 3 from Row 1"
    assert [convention_words(ending) for ending in Convention] == [
        "the last one wins",
        "the last one loses",
    ]


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.key)
def test_the_example_of_every_family_is_a_ruleset_of_it(family):
    ruleset = get_ruleset(family.example)
    assert (ruleset.family, ruleset.key) == (family.key, family.example)
    with pytest.raises(InvalidInputError, match=r"is not a ruleset; use nim, ") as refusal:
        get_ruleset(family.example.replace(":", ";") + ":")
    assert family.example in str(refusal.value)


@pytest.mark.parametrize(
    ("read", "field"),
    [
        (lambda: get_ruleset("chess"), "ruleset"),
        (lambda: get_ruleset("heaps:{1:[[1]]}"), "ruleset"),
        (lambda: parse_position("1+x"), "position"),
        (lambda: as_position([-1]), "position"),
        (lambda: Convention.parse("fast"), "convention"),
        (lambda: Player.parse("up"), "to_move"),
        (lambda: get_ruleset("nim").check_move((1,), 4, ()), ""),
    ],
)
def test_an_error_says_which_part_of_the_question_it_is_about(read, field):
    with pytest.raises(SolverError) as refusal:
        read()
    assert refusal.value.field == field


@pytest.mark.parametrize(
    ("key", "maximum", "divisor", "takes_pieces"),
    [
        ("nim", None, 0, True),
        ("subtraction:3", 3, 4, True),
        ("subtraction:{1,3}", None, 0, True),
        ("octal:0.3", None, 0, True),
        ("heaps:{1:[[]]}", None, 0, False),
    ],
)
def test_a_ruleset_answers_for_its_maximum_and_divisor(key, maximum, divisor, takes_pieces):
    ruleset = get_ruleset(key)
    assert (ruleset.maximum, ruleset.divisor) == (maximum, divisor)
    assert ruleset.takes_pieces is takes_pieces
