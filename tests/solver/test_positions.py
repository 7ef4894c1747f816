import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import InvalidInputError, Move, as_position, format_position, parse_position


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("1+3+5+7", (1, 3, 5, 7)),
        ("1,3 5-7", (1, 3, 5, 7)),
        ("1, 3 + 5", (1, 3, 5)),
        (" 5 ", (5,)),
        ("0", ()),
        ("", ()),
        ("3+0+2", (3, 2)),
        ("007", (7,)),
        ("1+007, 05", (1, 7, 5)),
        ("1,0", (1,)),
        ("1,100", (1, 100)),
    ],
)
def test_it_reads_positions(text, sizes):
    assert parse_position(text) == sizes


@pytest.mark.parametrize(
    ("text", "piece"),
    [
        ("1++3", "1++3"),
        ("1,,3", "1,,3"),
        ("1  3", "1  3"),
        ("+1", "+1"),
        ("-1", "-1"),
        ("1+", "1+"),
        ("1+-3", "1+-3"),
        ("1+x", "x"),
        ("1.5", "1.5"),
        ("1e9", "1e9"),
        ("٣", "٣"),
        ("²", "²"),
        ("9" * 101, "999"),
        ("1,000", "1,000"),
        ("5+1 000", "1 000"),
        ("12,000,345", "12,000"),
    ],
)
def test_it_names_the_piece_it_cannot_read(text, piece):
    with pytest.raises(InvalidInputError) as caught:
        parse_position(text)
    assert piece in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.accepted


@given(st.lists(st.integers(1, 10**12)))
def test_writing_and_reading_is_a_round_trip(sizes):
    assert parse_position(format_position(sizes)) == tuple(sizes) == as_position(sizes)


@pytest.mark.parametrize("bad", [[-1], [True], ["3"], [1.0], [10**100], [-(10**5000)]])
def test_sizes_must_be_whole_numbers(bad):
    with pytest.raises(InvalidInputError):
        as_position(bad)


def test_a_move_replaces_one_component_in_place():
    move = Move(1, 5, (3, 1))
    assert move.apply((4, 5, 1)) == (4, 3, 1, 1)
    assert str(move) == "2>3+1"
    assert str(Move(0, 1, ())) == "1>0"
    assert move.canonical.becomes == (1, 3)
    assert move.removed == 1
