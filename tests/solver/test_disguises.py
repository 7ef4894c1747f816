"""Games in disguise: each is played on its own board by rules that are written down here alone, and
compared move by move and outcome by outcome with the game that it is said to be."""

from collections import Counter
from functools import cache, reduce
from itertools import combinations_with_replacement, product
from operator import xor

import pytest

from solver import answer, ask, get_ruleset, nim_value

from . import oracle

CHESS = get_ruleset("dawsons-chess")


# --- chess, with pawns that must take if they can ----------------------------------------------


def captures(board, side):
    """What *side* may take: boards of files, each the ranks from below as a text."""
    own, other, up = ("w", "b", 1) if side else ("b", "w", -1)
    for file, ranks in enumerate(board):
        for rank, piece in enumerate(ranks):
            for beside in (file - 1, file + 1):
                to = rank + up
                is_there = 0 <= beside < len(board) and 0 <= to < 3
                if piece == own and is_there and board[beside][to] == other:
                    yield moved(board, (file, rank), (beside, to))


def steps(board, side):
    """The moves straight on."""
    own, up = ("w", 1) if side else ("b", -1)
    for file, ranks in enumerate(board):
        for rank, piece in enumerate(ranks):
            to = rank + up
            if piece == own and 0 <= to < 3 and ranks[to] == ".":
                yield moved(board, (file, rank), (file, to)), file


def moved(board, start, end):
    files = [list(ranks) for ranks in board]
    piece, files[start[0]][start[1]] = files[start[0]][start[1]], "."
    files[end[0]][end[1]] = piece
    return tuple("".join(ranks) for ranks in files)


def chess_moves(board, side):
    taking = list(captures(board, side))
    return taking or [after for after, _ in steps(board, side)]


@cache
def last_mover_is_next(board, side):
    """Whether the player to move makes the last move, with perfect play."""
    return any(not last_mover_is_next(after, not side) for after in chess_moves(board, side))


@cache
def last_mover_is_other(board, side):
    """The same for a player who does not want to make it: whether they win."""
    moves = chess_moves(board, side)
    return not moves or any(not last_mover_is_other(after, not side) for after in moves)


def set_up(rows):
    """Rows of files side by side, with an empty file between two rows."""
    files = []
    for size in rows:
        files += [*([] if not files else ["..."]), *["w.b"] * size]
    return tuple(files)


def free_groups(board):
    """How many files stand side by side on which both pawns are at home, group by group."""
    told = "".join("x" if ranks == "w.b" else " " for ranks in board)
    return Counter(map(len, told.split()))


def quiet(board, side):
    """Every board after the exchanges, whatever is taken with, and whose turn it is then."""
    taking = list(captures(board, side))
    if not taking:
        return {(board, side)}
    return set().union(*(quiet(after, not side) for after in taking))


@pytest.mark.parametrize("files", range(1, 9))
def test_every_push_ends_on_the_other_players_turn_with_the_files_that_the_rules_leave(files):
    for side in (True, False):
        board = set_up([files])
        reached = []
        for after, file in steps(board, side):
            ends = quiet(after, not side)
            assert {turn for _, turn in ends} == {not side}, "an odd number of moves"
            [groups] = {tuple(sorted(free_groups(end).elements())) for end, _ in ends}
            reached.append(groups)
            left, right = max(0, file - 1), max(0, files - file - 2)
            assert groups == tuple(sorted(part for part in (left, right) if part))
        assert set(reached) == set(CHESS.options(files))


def rows_up_to(total):
    return [
        rows
        for many in (1, 2, 3)
        for rows in combinations_with_replacement(range(1, total + 1), many)
        if sum(rows) <= total
    ]


@pytest.mark.parametrize("rows", rows_up_to(8), ids=str)
def test_real_pawns_have_the_winner_that_the_solver_names(rows):
    board = set_up(rows)
    for convention, wins in (("normal", last_mover_is_next), ("misere", last_mover_is_other)):
        said = answer(ask("dawsons-chess", rows, convention)).outcome
        assert {wins(board, True), wins(board, False)} == {said == "N"}


# --- counters: a file is the gap between two of them --------------------------------------------


@pytest.mark.parametrize("files", range(15))
def test_a_row_of_files_has_the_options_of_one_counter_more(files):
    def as_counters(parts):
        # A part without a gap has no move, and is left out in files.
        return tuple(sorted(part + 1 for part in parts))

    counters = {
        tuple(part for part in option if part > 1)
        for option in get_ruleset("octal:0.07").options(files + 1)
    }
    assert {as_counters(option) for option in CHESS.options(files)} == counters


# --- Nim: what a row is worth -------------------------------------------------------------------


def test_what_rows_are_worth_in_nim_says_who_wins():
    wins = oracle.octal("0.137")

    @cache
    def won(rows):
        return any(
            not won(tuple(sorted((*rows[:index], *option, *rows[index + 1 :]))))
            for index, size in enumerate(rows)
            for option in wins(size)
        )

    worth = {size: nim_value(CHESS, size) for size in range(1, 10)}
    for rows in product(range(1, 10), repeat=2):
        for third in (0, 2, 5):
            all_rows = tuple(sorted(size for size in (*rows, third) if size))
            assert won(all_rows) == bool(reduce(xor, (worth[size] for size in all_rows)))


# --- Treblecross: three crosses in a row win ----------------------------------------------------


@cache
def crossing_wins(strip):
    """Whether the player to move wins on a strip of ``x`` and ``.`` by making three in a row."""
    for place, sign in enumerate(strip):
        if sign == ".":
            after = f"{strip[:place]}x{strip[place + 1 :]}"
            if "xxx" in after or not crossing_wins(after):
                return True
    return False


@pytest.mark.parametrize("squares", range(3, 13))
def test_a_strip_for_crosses_is_a_row_of_two_counters_more(squares):
    said = answer(ask("treblecross", (squares + 2,), "normal")).outcome
    assert crossing_wins("." * squares) == (said == "N")


# --- Kayles: how long a table must be -----------------------------------------------------------


def test_the_values_of_kayles_repeat_every_12_from_71_pins_on():
    """The lesson on periods says so: the table up to 167 is checked, and the rest follows."""
    values = [0]
    for size in range(1, 400):
        reached = {
            values[part] ^ values[size - take - part]
            for take in (1, 2)
            for part in range(size - take + 1)
        }
        values.append(next(n for n in range(len(reached) + 1) if n not in reached))
    kayles = get_ruleset("kayles")
    assert values[:90] == [nim_value(kayles, size) for size in range(90)]
    assert all(values[size] == values[size - 12] for size in range(83, 168))
    assert values[70] != values[82]
    assert all(values[size] == values[size - 12] for size in range(168, 400))
    for size in range(168, 400):  # the step of the induction, as its sentences say it
        for left in (size - 1, size - 2):
            for part in range(left // 2 + 1):
                longest = left - part
                assert longest >= 83
                assert values[longest] == values[longest - 12]
