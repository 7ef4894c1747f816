"""Published rules beside the truth: what each says is compared with a search of its own."""

from itertools import combinations_with_replacement

import pytest

from solver import (
    PUBLISHED,
    Budget,
    BudgetExceededError,
    Convention,
    NotCoveredError,
    Player,
    ask,
    compare,
    disagreements,
    get_ruleset,
    published,
)
from solver.enumeration import strips, totals

from . import oracle

R1, THEOREM_4, PROGRAM, LAUNDRY = PUBLISHED
NIM = {misere: oracle.Oracle(oracle.nim, misere) for misere in (False, True)}
MISERE, NORMAL = Convention.MISERE, Convention.NORMAL


def sums(rows, largest):
    for number in range(1, rows + 1):
        yield from combinations_with_replacement(range(1, largest + 1), number)


def read(rule, *asked):
    return compare(rule, ask(*asked))


def test_r1_as_printed_errs_at_the_six_positions_of_octal_035_that_the_errata_name():
    truth = oracle.Oracle(oracle.octal("0.35"), misere=True)
    called_lost, called_won, slips = set(), set(), 0
    for position in sums(5, 4):
        comparison = read(R1, "octal:0.35", position)
        assert comparison.wins == truth.wins(position)
        if comparison.wrong_about_winner:
            (called_won if comparison.reading.wins else called_lost).add(position)
        losing = {(move.component, tuple(sorted(move.becomes))) for move in comparison.losing}
        assert not losing & truth.winning_moves(position)
        slips += comparison.wrong_about_move
    assert called_lost == {(1, 4), (1, 1, 1, 4), (1, 2, 2, 4)}
    assert called_won == {(2, 4), (1, 1, 2, 4), (2, 2, 2, 4)}
    assert slips


@pytest.mark.parametrize("key", ["nim", "subtraction:3", "octal:0.07", "octal:0.31"])
def test_r1_as_printed_is_right_where_the_fourth_condition_holds(key):
    for position in sums(3, 7):
        comparison = read(R1, key, position)
        assert comparison.agrees
        assert comparison.reading.moves or not comparison.truth.moves


def test_r1_as_printed_passes_a_row_that_breaks_a_condition_of_its_own():
    for key, size, number in (
        ("kayles", 5, "second"),
        ("octal:0.314", 5, "first"),
        ("octal:0.337", 8, "third"),
        ("heaps:{1:[[]],2:[[],[1]],3:[[],[2,2]],4:[[1],[2,2]]}", 4, "second"),
    ):
        assert read(R1, key, (size - 1, 1)).question.position == (size - 1, 1)
        with pytest.raises(NotCoveredError, match=f"of {size} breaks its {number} condition"):
            read(R1, key, (1, size))


def test_r1_as_printed_names_the_moves_of_its_case():
    def moves(key, position):
        return {str(move) for move in read(R1, key, position).reading.moves}

    assert moves("kayles", "4+3+1") == {"2>1"}
    assert moves("kayles", "3+1") == {"1>1+1"}
    assert moves("kayles", "4+1") == {"1>1+1", "2>0"}
    assert moves("octal:0.35", "4") == {"1>3", "1>1+1"}
    assert moves("nim", "5+1") == {"1>0"}
    assert moves("nim", "5+1+1") == {"1>1"}
    assert moves("nim", "1+1") == {"1>0", "2>0"}
    assert read(R1, "nim", "5+1").reading.why.startswith("Case 3. ")
    assert (
        read(R1, "nim", "2+2").reading.why == "The nim-sum is 0, and there is a trap or a switch."
    )
    assert read(R1, "nim", "1").reading.why == (
        "The number of inverters is odd, and there is no trap or switch."
    )
    assert read(R1, "nim", "5+1").reading.tags == ("higher switch", "inverter")


@pytest.mark.parametrize("player", Player)
def test_theorem_4_is_silent_where_no_strip_that_it_names_is_there(player):
    truth = oracle.Oracle(oracle.partizan_kayles, misere=True)
    for position in strips(12):
        comparison = read(THEOREM_4, "partizan-kayles", position, "misere", player)
        wins = truth.wins(position, player.value)
        assert comparison.reading.wins == comparison.wins == wins
        room = any(size >= 4 for size in position if size % 3 == 1)
        named = any(
            size % 3 == 2 or (size % 3 == 1 and (player is Player.LEFT or room))
            for size in position
        )
        silent = wins and bool(truth.moves(position, player.value)) and not named
        assert comparison.wrong_about_move == silent
        assert not comparison.losing


def test_theorem_4_says_where_to_play():
    def why(position, player):
        return read(THEOREM_4, "partizan-kayles", position, "misere", player).reading.why

    assert why("4+5", "left") == "Play at the end of a strip of length 1 modulo 3."
    assert why("4", "right") == "Play one square away from the end of a strip of length 1 modulo 3."
    assert why("3", "left") == "It names no strip on this board."
    assert why("4", "left") == "By Theorem 3 the player to move loses."
    assert read(THEOREM_4, "partizan-kayles", "3", "misere", "left").says == (
        "It rightly says that the player to move wins. But it names no move."
    )


@pytest.mark.parametrize("convention", Convention)
def test_the_program_errs_where_only_ones_are_left(convention):
    truth = NIM[convention is MISERE]
    for position in sums(4, 4):
        comparison = read(PROGRAM, "nim", position, convention)
        assert comparison.wins == truth.wins(position)
        ones = set(position) == {1}
        warned = "prints" in comparison.reading.why
        assert comparison.reading.wins != warned
        assert comparison.wrong_about_winner == (ones and convention is MISERE)
        assert comparison.wrong_about_move == (
            ones and convention is NORMAL and len(position) % 2 == 1
        )
    with pytest.raises(NotCoveredError, match="With nothing on the table"):
        read(PROGRAM, "nim", "0")
    assert read(PROGRAM, "nim", "1", NORMAL).says == (
        "It rightly says that the player to move wins. But it takes nothing, which is no move."
    )


def test_the_laundry_idea_plays_what_would_win_without_the_card():
    for position in sums(4, 4):
        if 1 not in position:
            with pytest.raises(NotCoveredError, match="no single card"):
                read(LAUNDRY, "nim", position)
            continue
        comparison = read(LAUNDRY, "nim", position)
        rest = position[1:]
        assert comparison.wins == NIM[True].wins(position)
        assert comparison.reading.wins == NIM[False].wins(rest)
        named = {(move.component - 1, move.becomes) for move in comparison.reading.moves}
        assert named == NIM[False].winning_moves(rest)
        lost = {(index - 1, left) for index, left in NIM[True].winning_moves(position)}
        assert comparison.wrong_about_move == bool(
            comparison.wins and comparison.reading.wins and named - lost
        )
    assert read(LAUNDRY, "nim", "1+2+4").says == (
        "It rightly says that the player to move wins. But leaving 1 + 2 + 2 loses."
    )
    assert read(LAUNDRY, "nim", "2+1+2").reading.tags == ("", "set aside", "")
    assert read(LAUNDRY, "nim", "1").reading.why == (
        "Set one card aside, and nothing is left. "
        "If the last one won, the player to move would lose."
    )


def test_what_each_rule_says_in_a_sentence():
    assert read(R1, "octal:0.35", "4+1").says == (
        "It says that the player to move loses. In fact the player to move wins."
    )
    assert read(R1, "octal:0.35", "4+2").says == (
        "It says that the player to move wins. In fact the player to move loses."
    )
    assert read(R1, "octal:0.35", "3").says == "It rightly says that the player to move loses."
    assert read(R1, "octal:0.35", "4").says == (
        "It rightly says that the player to move wins. But leaving 1 + 1 loses."
    )
    # Nothing can be played, so nothing is let slip.
    assert read(R1, "octal:0.07", "1+1").says == "It rightly says that the player to move wins."


def test_each_rule_says_which_games_it_is_about():
    fits = {
        rule.key: {
            (key, convention.value)
            for key in ("nim", "kayles", "octal:0.07", "partizan-kayles")
            for convention in Convention
            if not rule.misfit(get_ruleset(key), convention)
        }
        for rule in PUBLISHED
    }
    assert fits == {
        "r1-printed": {(key, "misere") for key in ("nim", "kayles", "octal:0.07")},
        "theorem-4": {("partizan-kayles", "misere")},
        "program": {("nim", "misere"), ("nim", "normal")},
        "laundry": {("nim", "misere"), ("kayles", "misere")},
    }
    assert published("laundry") is LAUNDRY
    assert published("gossip") is None


def test_each_rule_errs_in_its_own_example():
    for rule in PUBLISHED:
        assert not read(rule, *rule.example).agrees


@pytest.mark.parametrize(
    ("rule", "key", "convention", "winner", "move"),
    [
        (R1, "octal:0.35", MISERE, (4, 1), (4,)),
        (PROGRAM, "nim", MISERE, (1,), None),
        (PROGRAM, "nim", NORMAL, None, (1,)),
        (THEOREM_4, "partizan-kayles", MISERE, None, (3,)),
        (LAUNDRY, "nim", MISERE, (2, 2, 1), (4, 2, 1)),
        (LAUNDRY, "kayles", MISERE, (2, 2, 1), (6, 1)),
        (R1, "kayles", MISERE, None, None),
    ],
    ids=lambda value: getattr(value, "key", None),
)
@pytest.mark.no_cover
def test_the_smallest_disagreements_are_the_first(rule, key, convention, winner, move):
    found = disagreements(rule, get_ruleset(key), convention, Budget())
    first = {"winner": None, "move": None}
    looked = 0
    for position in totals(12, 4):
        for player in Player if key == "partizan-kayles" else [None]:
            try:
                comparison = read(rule, key, position, convention, player)
            except NotCoveredError:
                continue
            looked += 1
            if comparison.wrong_about_winner:
                first["winner"] = first["winner"] or position
            if comparison.wrong_about_move:
                first["move"] = first["move"] or position
    assert (winner, move) == (first["winner"], first["move"])
    assert (found.winner and found.winner.question.position) == winner
    assert (found.move and found.move.question.position) == move
    assert found.looked == looked or (winner and move)


def test_looking_for_a_disagreement_keeps_to_its_budget():
    kayles = get_ruleset("kayles")
    of_four = [one for one in strips(12) if one and len(one) <= 4 and max(one) <= 4]
    assert disagreements(R1, kayles, MISERE, Budget()).looked == len(of_four)
    with pytest.raises(BudgetExceededError):
        disagreements(R1, kayles, MISERE, Budget(20))


def test_positions_come_with_the_fewest_pieces_first_and_then_the_fewest_rows():
    assert list(totals(4, 2)) == [(1,), (2,), (1, 1), (3,), (2, 1), (4,), (3, 1), (2, 2)]
