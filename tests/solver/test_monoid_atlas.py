"""The atlas of misère monoids of two and three heaps: found again, checked, and played out."""

import json
from itertools import islice, product
from random import Random

import pytest

from solver import checker, misere_monoid, monoid_counts
from solver.commands.command_line import main
from solver.research import monoid_atlas
from solver.research.monoid_atlas import (
    DATA,
    LARGEST_DIGITS,
    found_again,
    heaps_of,
    kept_monoids,
    short_codes,
)

from . import oracle

CODES = [code for heaps in LARGEST_DIGITS for code in short_codes(heaps)]
MONOIDS = {code: record for record in kept_monoids() for code in record["games"]}
EXCHANGED = str.maketrans("LR", "RL")


def options_of(side):
    """What the digits of a player mean, read here again."""
    by_bit = [(), (1,), (1, 1), (2,)]
    return {
        size: [left for bit, left in enumerate(by_bit) if int(digit, 16) & 2**bit]
        for size, digit in enumerate(side, 1)
    }


def oracle_of(code):
    return oracle.Oracle(oracle.sided_heaps(*map(options_of, code.split("|"))), True)


def outcome(searched, position):
    left, right = (searched.wins(position, player) for player in ("left", "right"))
    return "PRLN"[2 * left + right]


def test_it_has_each_game_once_up_to_exchanging_the_players():
    sides = list(map("".join, product("01", "01234567")))
    assert {code for code in CODES if len(code) == 5} == {
        f"{one}|{other}" for one in sides for other in sides if one <= other
    }
    assert len(CODES) == len(set(CODES)) == 136 + 8_256
    assert MONOIDS.keys() <= set(CODES)
    assert sum(count.two for count in monoid_counts()) == 16**2
    assert sum(count.three for count in monoid_counts()) == 128**2


def test_none_has_three_elements():
    """Every finite order but 3 occurs among partizan games (Rubinstein-Salzedo and Zhou, arXiv
    2603.18244, 2026)."""
    orders = {len(record["elements"]) for record in kept_monoids() if record["sort"] == "finite"}
    assert 3 not in orders
    assert orders == {1, 2, *range(4, 20), 21, 23, 25, 26, 32}
    counts = {(count.sort, count.order): (count.two, count.three) for count in monoid_counts()}
    assert counts["finite", 5] == (30, 2_324)
    assert counts["integers", None] == (18, 1_812)
    assert counts["open", None] == (0, 2_424)


def test_the_smallest_game_of_each_order_has_it():
    for count in monoid_counts():
        monoid = misere_monoid(count.smallest, 3)
        assert (monoid.sort, monoid.order) == (count.sort, count.order)


@pytest.mark.parametrize("code", Random(20_260_318).sample(list(MONOIDS), 60))
def test_what_is_kept_is_so_by_plain_recursion(code):
    """The outcome of each sum is that of its element, and sums with one element have one outcome
    beside random company."""
    record, searched, random = MONOIDS[code], oracle_of(code), Random(code)
    sizes = range(1, record["heaps"] + 1)
    met = {}
    for _ in range(25):
        rows = tuple(random.choice(sizes) for _ in range(random.randint(0, 5)))
        if record["sort"] == "integers":
            element = sum(record["values"][str(size)] for size in rows)
            told = record["outcomes"][str(element)] if abs(element) <= 14 else None
        else:
            element = 0
            for size in rows:
                element = record["elements"][element]["plus"][size - 1]
            told = record["elements"][element]["outcome"]
        assert told in {outcome(searched, rows), None}
        met.setdefault(element, []).append(rows)
    for same in met.values():
        company = tuple(random.choice(sizes) for _ in range(random.randint(0, 4)))
        assert len({outcome(searched, rows + company) for rows in same}) == 1


@pytest.mark.parametrize("code", Random(1).sample(list(MONOIDS), 20))
def test_exchanging_the_players_exchanges_their_outcomes(code):
    left, right = code.split("|")
    one, other = (misere_monoid(heaps_of(each), len(left)) for each in (code, f"{right}|{left}"))
    assert (one.sort, one.order) == (other.sort, other.order)
    if one.sort == "finite":
        assert one.smallest == other.smallest
        exchanged = [who.value.translate(EXCHANGED) for who in other.outcomes]
        assert [who.value for who in one.outcomes] == exchanged


def test_part_of_it_is_found_again():
    """``solver prove`` finds all of it."""
    assert all(islice(found_again(), 136))


def test_what_was_tampered_with_is_not_found_again(monkeypatch):
    first, *others = map(json.loads, DATA.read_text().splitlines())
    other = first | {"elements": [{"smallest": [], "outcome": "P", "plus": [0, 0]}]}
    monkeypatch.setattr(monoid_atlas, "kept_monoids", lambda: (other, *others))
    assert not next(found_again())


@pytest.mark.no_cover
def test_each_monoid_of_each_game_is_accepted(capsys):
    assert main(["check", str(DATA)]) == 0
    assert capsys.readouterr().out == f"{DATA}: {len(kept_monoids())}\n"


def test_the_checker_reads_codes_and_refuses_another_game():
    record = MONOIDS["13|13"]
    checker.check(record | {"games": ["13|13"]})
    with pytest.raises(AssertionError, match="the moves tell who wins"):
        checker.check(record | {"games": ["13|03"]})
    integers = next(each for each in kept_monoids() if each["sort"] == "integers")
    checker.check(integers | {"games": integers["games"][:1]})
    with pytest.raises(AssertionError):
        checker.check(integers | {"games": ["13|13"]})


def test_the_command_line_prints_the_table_and_writes_the_data(tmp_path, monkeypatch, capsys):
    assert main(["monoids"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[2] == "| 1 element | 1 | 1 | `heaps:{1:[],2:[]}` |"
    assert lines[-1].startswith("No game has a misère monoid of 3 elements")
    assert any(line.startswith("| the integers | 18 | 1,812 |") for line in lines)
    few = {2: ["13|13"], 3: ["014|100", "131|13F"]}
    monkeypatch.setattr(monoid_atlas, "short_codes", few.__getitem__)
    monkeypatch.setattr("solver.commands.monoid.DATA", tmp_path / "monoids.jsonl")
    assert main(["monoids", "--write"]) == 0
    found = list(map(json.loads, (tmp_path / "monoids.jsonl").read_text().splitlines()))
    # the second is not settled
    assert [record["games"] for record in found] == [["13|13"], ["131|13F"]]
    assert list(found_again()) == [True] * 3
