"""The sentence over each set of puzzles is true of every puzzle in it, by exhaustive search."""

from functools import cache

import pytest

from games.learn.puzzles.puzzle_files import read_puzzles, read_sets
from solver import Convention, get_ruleset, parse_position

NOTES = {entry["slug"]: entry["note"] for entry in read_sets()}


@cache
def wins(key, rows, convention):
    """Whether whoever moves wins, from the rules alone."""
    after = results(key, rows)
    if not after:
        return convention == "misere"
    return any(not wins(key, result, convention) for result in after)


@cache
def results(key, rows):
    moves = get_ruleset(key).legal_moves(rows)
    return frozenset(tuple(sorted(move.apply(rows))) for move in moves)


def winning(key, rows, convention):
    return {result for result in results(key, rows) if not wins(key, result, convention)}


def puzzles(slug, *goals):
    found = [
        (one["ruleset"], parse_position(one["position"]), one["convention"], one["goal"])
        for one in read_puzzles(slug)
        if not goals or one["goal"] in goals
    ]
    assert found
    return found


def test_both_endings_have_different_answers():
    said = "Each question has a different answer in normal and in misère play."
    assert NOTES["both-endings"] == said
    for key, rows, convention, goal in puzzles("both-endings"):
        other = Convention(convention).other.value
        if goal == "predict":
            assert wins(key, rows, convention) != wins(key, rows, other), rows
        else:
            assert winning(key, rows, convention) != winning(key, rows, other), rows
    said = {
        wins(key, rows, convention)
        for key, rows, convention, _ in puzzles("both-endings", "predict")
    }
    assert said == {True, False}  # the answer is not always the same


def test_in_every_trap_a_move_of_the_other_game_loses():
    said = "Careful: a move that wins in normal play loses here."
    assert NOTES["ten-kayles-traps"].startswith(said)
    assert len(puzzles("ten-kayles-traps")) == 10
    for key, rows, convention, goal in puzzles("ten-kayles-traps"):
        right, usual = winning(key, rows, convention), winning(key, rows, "normal")
        assert usual - right, rows
        assert goal == "all-moves" or len(right) == 1, rows


def test_halving_wins_a_single_row_and_beside_others_only_a_split_wins():
    assert NOTES["kayles-splits"] == (
        "Halve a single row and mirror every move. With other rows on the board, only the right "
        "split wins."
    )
    for key, rows, convention, _ in puzzles("kayles-splits", "move", "play"):
        right = winning(key, rows, convention)
        if len(rows) == 1:
            half, odd = divmod(rows[0] - 1, 2)
            part = half if not odd else (rows[0] - 2) // 2
            assert (part, part) in right, rows
        else:
            assert right, rows
            assert all(len(left) > len(rows) for left in right), rows


def test_harbors_of_one_row_are_multiples_of_the_divisor_and_then_one_more():
    for slug, more in (("safe-harbors", 0), ("one-more", 1)):
        for key, rows, convention, goal in puzzles(slug):
            divisor = int(key.split(":")[1]) + 1
            if goal == "predict":
                assert wins(key, rows, convention) == (rows[0] % divisor != more), rows
            else:
                for left in winning(key, rows, convention):
                    assert sum(left) % divisor == more, rows


def columns(rows):
    total = 0
    for row in rows:
        total ^= row
    return total


@pytest.mark.parametrize("slug", ["nim-sum", "why-it-works"])
def test_even_columns_are_lost_and_the_winning_moves_are_odd_in_number(slug):
    for key, rows, convention, _ in puzzles(slug):
        assert wins(key, rows, convention) == bool(columns(rows)), rows
        moves = get_ruleset(key).legal_moves(rows)
        right = [move for move in moves if not wins(key, move.apply(rows), convention)]
        assert len(right) % 2 == bool(columns(rows)), rows


def test_marienbad_is_the_other_game_until_only_single_matches_are_left():
    for key, rows, convention, _ in puzzles("marienbad"):
        for left in results(key, rows):
            single = not left or max(left) == 1
            good = len(left) % 2 == 1 if single else not columns(left)
            assert (left in winning(key, rows, convention)) == good, rows


def test_on_each_board_of_the_laundry_room_one_of_two_ideas_goes_wrong():
    wrong = []
    for key, rows, convention, _ in puzzles("laundry-room"):
        card = rows.index(1)
        rest = rows[:card] + rows[card + 1 :]
        right = winning(key, rows, convention)
        named = {tuple(sorted((*left, 1))) for left in winning(key, rest, "normal")}
        wrong.append(
            (bool(named) and not named & right, bool(winning(key, rows, "normal") - right))
        )
    assert all(any(ideas) for ideas in wrong)
    assert min(map(sum, zip(*wrong, strict=True))) > 4  # each goes wrong on five boards or more


def test_whoever_forgets_the_ending_gets_every_one_of_the_twenty_wrong():
    found = puzzles("the-last-one-loses")
    assert len(found) == 20
    for key, rows, convention, goal in found:
        assert convention == "misere"
        if goal == "predict":
            assert wins(key, rows, convention) != wins(key, rows, "normal"), rows
        else:
            assert winning(key, rows, "normal"), rows
            assert not winning(key, rows, "normal") & winning(key, rows, convention), rows


@cache
def nim_value(key, rows):
    """The smallest number that is missing among the nim-values a position can leave."""
    below = {nim_value(key, left) for left in results(key, rows)}
    return next(value for value in range(len(below) + 1) if value not in below)


def test_the_two_lost_sorts_are_all_there_are():
    lost = set()
    for key, rows, convention, _ in puzzles("lost-sorts"):
        values = [nim_value(key, (row,)) for row in rows]
        alone = [wins(key, (row,), convention) for row in rows]
        pairs = list(zip(values, alone, strict=True))
        fickle = all(pair in ((0, True), (1, False)) for pair in pairs)
        sort = "odd" if fickle else "firm"
        is_lost = pairs.count((1, False)) % 2 == 1 if fickle else not columns(values)
        assert wins(key, rows, convention) != is_lost, rows
        if is_lost:
            lost.add(sort)
    assert lost


def test_the_gremlin_of_octal_0_35_is_on_every_board_about_it():
    assert nim_value("octal:0.35", (4,)) == 1
    assert wins("octal:0.35", (4,), "misere")
    for key, rows, _, _ in puzzles("the-gremlin"):
        assert key == "octal:0.35"
        assert 4 in rows


def test_r1_covers_no_row_of_kayles_from_5_on_and_each_trap_has_one():
    for _, rows, _, _ in puzzles("kayles-traps"):
        assert max(rows) >= 5, rows


def test_a_short_row_does_the_work_of_a_long_one():
    short = {4: 1, 6: 3, 7: 2}
    for key, rows, convention, _ in puzzles("telling-apart"):
        assert set(rows) & set(short), rows
        shorter = tuple(sorted(short.get(row, row) for row in rows))
        assert wins(key, shorter, convention) == wins(key, rows, convention), rows


@cache
def left_or_right_wins(rows, player):
    """Whether *player*, to move, wins strips; who cannot move has won."""
    after = strips_after(rows, player)
    other = "right" if player == "left" else "left"
    return not after or any(not left_or_right_wins(left, other) for left in after)


def strips_after(rows, player):
    width = 1 if player == "left" else 2
    return {
        tuple(
            sorted(part for part in (*rows[:at], left, row - width - left, *rows[at + 1 :]) if part)
        )
        for at, row in enumerate(rows)
        for left in range(row - width + 1)
    }


def test_taking_the_single_square_wins_wherever_left_can_win():
    won = 0
    for _, rows, _, _ in puzzles("a-square-in-hand"):
        assert 1 in rows
        if left_or_right_wins(rows, "left"):
            won += 1
            assert not left_or_right_wins(rows[1:], "right"), rows
    assert won > 3


def test_strips_from_3_to_7_count_as_the_note_says():
    counts = {3: (), 6: (), 4: (1,), 7: (1,), 5: (2,)}
    for _, rows, _, _ in puzzles("option-fans"):
        assert set(rows) <= set(counts)
        counted = tuple(sorted(part for row in rows for part in counts[row]))
        for player in ("left", "right"):
            assert left_or_right_wins(rows, player) == left_or_right_wins(counted, player), rows


KINDS = {(0, True): "null", (0, False): "trap", (1, True): "gremlin", (1, False): "inverter"}


def kind_alone(key, rows):
    """What rows are alone, by their nim-value and by who wins them when the last one loses."""
    value, wins_alone = nim_value(key, rows), wins(key, rows, "misere")
    return KINDS.get((value, wins_alone), "higher switch" if wins_alone else "higher inverter")


TARGETS = {
    "case-1": {"trap", "switch"},
    "case-2": {"inverter", "trap"},
    "case-3": {"null", "gremlin"},
    "case-4": {"inverter", "null"},
}
"""What the winning moves of each set about a case leave."""


def changes(key, rows):
    """The kind before and after each winning move that the case prescribes, with what is left."""
    for move in get_ruleset(key).legal_moves(rows):
        after = tuple(sorted(move.apply(rows)))
        if not wins(key, after, "misere"):
            became = tuple(sorted(move.becomes))
            yield kind_alone(key, (move.size,)), kind_alone(key, became), after


@pytest.mark.parametrize("slug", TARGETS)
def test_each_case_has_puzzles_for_both_of_its_targets(slug):
    found = dict.fromkeys(TARGETS[slug], 0)
    for key, rows, _, _ in puzzles(slug, "move"):
        kinds = [kind_alone(key, (row,)) for row in rows]
        switches, inverters = kinds.count("higher switch"), kinds.count("inverter")
        firm = switches > 1 or "trap" in kinds or "gremlin" in kinds
        case = 1 if firm else 2 + inverters % 2 if switches else 4
        assert f"case-{case}" == slug, rows
        targets = set()
        for before, became, after in changes(key, rows):
            if case == 1:
                assert nim_value(key, after) == 0, rows
                left = {kind_alone(key, (row,)) for row in after}
                assert left & {"trap", "gremlin", "higher switch"}, rows
                targets.add("switch" if left & {"gremlin", "higher switch"} else "trap")
            elif case == 4 or before == "higher switch":
                targets.add(became)
        assert len(targets) == 1, (rows, targets)
        found[targets.pop()] += 1
    assert set(found) == TARGETS[slug]
    assert set(found.values()) == {4}


def test_in_the_sets_about_cases_2_and_3_the_move_of_the_other_ending_often_loses():
    losing = [
        bool(winning(key, rows, "normal") - winning(key, rows, convention))
        for slug in ("case-2", "case-3")
        for key, rows, convention, _ in puzzles(slug)
    ]
    assert sum(losing) > len(losing) / 2
