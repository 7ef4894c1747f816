"""The line of balances beside strips: who wins at each place, and where the position stands."""

import pytest

from games.boards.lenses import lens
from solver import answer, ask


def shown(position):
    return lens(ask("partizan-kayles", position, "misere"), "reduction").balances


def test_the_line_says_who_wins_with_so_many_squares_or_dominoes():
    line = {place.number: place.outcome.value for place in shown("4+5+5")}
    assert "".join(line.values()) == "PNRPNRPNRRR"
    for number, outcome in line.items():
        balance = int(number.replace("−", "-"))
        tiles = (1,) * balance or (2,) * -balance
        assert answer(ask("partizan-kayles", tiles, "misere")).outcome.value == outcome


@pytest.mark.parametrize(
    ("position", "here"), [("4+5+5", "−1"), ("6", "0"), ("2+" * 9 + "2", "−10")]
)
def test_the_position_stands_on_it_with_room_on_either_side(position, here):
    line = [place.number for place in shown(position)]
    assert [place.number for place in shown(position) if place.is_here] == [here]
    assert 2 <= line.index(here) <= len(line) - 3


def test_nothing_and_other_theories_have_no_line():
    assert shown("0") == []
    assert lens(ask("nim", "1+2", "misere"), "nim-sum").balances == []
