"""Push, Shove and Domineering as rulesets: who wins each board, compared with play on the board."""

import json
from copy import deepcopy
from functools import cache
from itertools import combinations_with_replacement, product

import pytest

from solver import (
    Boards,
    Budget,
    InvalidInputError,
    MisereIntegers,
    Player,
    UnsettledMonoid,
    analyse,
    ask,
    distinguish,
    get_ruleset,
    invertibility,
    misere_monoid,
)
from solver.commands.command_line import main
from solver.opponents.ladder import ladder_of
from solver.teaching import film

OTHER = {"left": "right", "right": "left"}
LETTERS = {"left": "L", "right": "R"}

# A strip is played as a set of pieces, each the number of its square and its letter. A board of
# Domineering is played as the set of its free squares. Neither is cut into parts or turned over.


def pushed(pieces, player):
    at = dict(pieces)
    for place, letter in pieces:
        if letter == LETTERS[player]:
            left, moving, letters = dict(at), place, letter
            del left[place]
            while moving > 1:
                moving -= 1
                left[moving], letters = letters, left.get(moving)
                if letters is None:
                    break
            yield frozenset(left.items())


def shoved(pieces, player):
    for place, letter in pieces:
        if letter == LETTERS[player]:
            moved = {(at - 1, who) if at <= place else (at, who) for at, who in pieces}
            yield frozenset(piece for piece in moved if piece[0] > 0)


def laid(cells, player):
    down, across = (1, 0) if player == "left" else (0, 1)
    for row, column in cells:
        domino = {(row, column), (row + down, column + across)}
        if domino <= cells:
            yield cells - domino


RULES = {"push": pushed, "shove": shoved, "domineering": laid}


@cache
def wins(rule, boards, player, misere):
    """Whether a player wins moving first on boards side by side, by plain recursion."""
    after = [
        (*boards[:place], left, *boards[place + 1 :])
        for place, board in enumerate(boards)
        for left in rule(board, player)
    ]
    if not after:
        return misere
    return any(not wins(rule, left, OTHER[player], misere) for left in after)


def laid_out(text):
    """A board as it is played here, from its text."""
    if "x" in text:
        height, width = map(int, text.split("x"))
        return frozenset(product(range(height), range(width)))
    if "#" in text:
        rows = text.split("/")
        return frozenset(
            (y, x) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell == "#"
        )
    return frozenset((place, piece) for place, piece in enumerate(text, 1) if piece != ".")


def check(key, texts, convention):
    rule = RULES[key.partition(":")[0]]
    boards = tuple(map(laid_out, texts))
    for player in Player:
        won = wins(rule, boards, player.value, convention == "misere")
        found = analyse(key, "+".join(texts), convention, player)
        assert found.to_move_wins == won, (key, texts, convention, player)
        assert bool(found.winning_moves) == (won and any(list(rule(b, player)) for b in boards))
        for move in found.winning_moves:
            left = tuple(laid_out(part) for part in map(str, move.apply(found.position)))
            assert not wins(rule, left, player.other.value, convention == "misere")


@pytest.mark.parametrize("convention", ["misere", "normal"])
@pytest.mark.parametrize(
    ("key", "boards"),
    [
        ("push:4", 80),
        ("shove:4", 80),
        ("domineering:2x5", 19),
        ("domineering:3x3", 22),
        ("domineering:1x7", 6),
    ],
)
def test_every_board_is_won_by_whoever_wins_on_the_board(key, boards, convention):
    rules = get_ruleset(key)
    assert rules.largest == len(rules.boards) == boards
    for number in rules.numbers.values():
        check(key, [str(number)], convention)


@pytest.mark.parametrize("key", ["push:2", "shove:2", "domineering:2x3"])
def test_sums_of_boards_are_those_on_the_table(key):
    for pair in combinations_with_replacement(map(str, get_ruleset(key).numbers.values()), 2):
        check(key, pair, "misere")


def test_the_boards_are_those_that_play_leads_to():
    for squares in (1, 2, 3):
        strips = {"".join(strip).rstrip(".") for strip in product(".LR", repeat=squares)}
        for game in ("push", "shove"):
            assert set(get_ruleset(f"{game}:{squares}").boards) == strips - {""}
    numbers = get_ruleset("domineering:2x3").numbers.values()
    assert [str(number) for number in numbers] == ["1x2", "2x1", "1x3", "###/#..", "2x2", "2x3"]
    assert get_ruleset("domineering:4x4").largest == 381


@pytest.mark.parametrize("key", ["push:3", "shove:3", "domineering:3x4"])
def test_a_board_comes_after_what_a_move_leaves_of_it(key):
    rules = get_ruleset(key)
    assert rules.key == key
    for size in range(1, rules.largest + 1):
        for player in Player:
            assert all(part < size for option in rules.options(size, player) for part in option)


@pytest.mark.parametrize(
    ("key", "written", "read"),
    [
        ("push:4", "LR.L + R", "LR.L+R"),
        ("shove:4", "l.r.., rl", "L.R+RL"),
        ("push:3", "... + L", "L"),
        ("push:2", "1+8+0", "L+RR"),
        ("push:2", [8, 1], "RR+L"),
        ("push:2", 3, ".L"),
        ("domineering:2x3", "2x3+3X2", None),
        ("domineering:2x3", "2x3+1x1", "2x3"),
        ("domineering:2x3", "..#/### + ..", "###/#.."),
        ("domineering:2x3", "##.##/...##", "1x2+2x2"),
    ],
)
def test_a_position_is_written_with_boards_or_numbers(key, written, read):
    if read is None:
        with pytest.raises(InvalidInputError, match="'3X2' is not one of the boards that arise"):
            analyse(key, written)
        return
    assert "+".join(map(str, analyse(key, written).position)) == read


@pytest.mark.parametrize(
    ("key", "position", "says"),
    [
        ("push:3", "LR.L", "'LR.L' is not one of the strips of up to 3 squares; write L or R"),
        ("push:3", "27", "'27' is not one of the strips"),
        ("push:3", [27], "'27' is not one of the strips"),
        ("push:3", "L+", r"'L\+' is not one of the strips"),
        ("domineering:2x3", "9x9", "'9x9' is not one of the boards that arise within 2 by 3"),
        ("domineering:2x3", "##/#.", "write 2x3 for a rectangle, or rows of # and ."),
        ("domineering:2x3", "LR", "'LR' is not one of the boards"),
    ],
)
def test_a_board_that_the_game_does_not_have_is_refused(key, position, says):
    with pytest.raises(InvalidInputError, match=says) as refused:
        analyse(key, position)
    assert refused.value.field == "position"


@pytest.mark.parametrize(
    ("key", "says"),
    [
        ("push:6", "'6' is not a game on strips; write push:3, with 1 to 5 squares: each further"),
        ("shove:0", "write shove:3, with 1 to 5 squares"),
        ("push:x", "'x' is not a game on strips"),
        ("domineering:1x1", "'1x1' is not a board of 2 to 16 squares; write its rows and columns"),
        ("domineering:3x6", "as in domineering:2x3"),
        ("domineering:4", "'4' is not a board of 2 to 16 squares"),
        ("push", "push:3, shove:3 or domineering:2x3"),
    ],
)
def test_a_game_that_is_too_large_is_refused_in_a_sentence(key, says):
    with pytest.raises(InvalidInputError, match=says) as refused:
        get_ruleset(key)
    assert refused.value.field == "ruleset"


def test_a_number_remembers_its_board_and_counts_like_any_other():
    [number] = get_ruleset("push:3").read_position("L.R")
    assert (number, str(number), json.dumps([number])) == (19, "L.R", "[19]")
    assert str(deepcopy(number)) == "L.R"


# --- what sums count as ---------------------------------------------------------------------


@pytest.mark.parametrize("game", ["push", "shove"])
def test_a_strip_counts_as_the_square_of_its_last_piece(game):
    monoid = misere_monoid(f"{game}:5")
    assert isinstance(monoid, MisereIntegers)
    assert len(monoid.values) == 242
    for number, value in monoid.values.items():
        strip = str(number)
        assert value == len(strip) * {"L": 1, "R": -1}[strip[-1]]
    at = [monoid.outcomes[value].value for value in range(-40, 41)]
    assert at == [*"L" * 40, "N", *"R" * 40]
    assert monoid.said == (
        "The sums of strips of up to 5 squares count as the integers, and that is proved."
    )


@pytest.mark.parametrize("game", ["push", "shove"])
def test_sums_that_are_one_integer_are_won_by_the_same_player_on_the_table(game):
    monoid = misere_monoid(f"{game}:2")
    texts = list(map(str, monoid.values))
    for heaps in (1, 2, 3):
        for position in combinations_with_replacement(texts, heaps):
            outcome = monoid.outcomes[monoid.element("+".join(position))]
            boards = tuple(map(laid_out, position))
            for player in Player:
                assert outcome.wins(player) == wins(RULES[game], boards, player.value, True)


def test_strips_are_cancelled_by_strips_and_boards_of_domineering_are_not_settled():
    assert [*map(str, misere_monoid("push:3").inverse("L.R+.L"))] == ["L"]
    assert misere_monoid("domineering:1x6").order == 2
    assert isinstance(misere_monoid("domineering:2x3"), UnsettledMonoid)
    part = misere_monoid("push:3", 8)
    assert part.said.startswith("The sums of the first 8 strips count as the integers")
    with pytest.raises(InvalidInputError, match=r"use the first 8 strips\."):
        part.element("L.R")
    with pytest.raises(InvalidInputError, match="write a number from 1 to 26"):
        misere_monoid("push:3", 27)
    with pytest.raises(InvalidInputError, match="'nothing' is not a largest heap"):
        misere_monoid("kayles")


def test_an_inverse_is_told_with_the_board_that_forbids_it():
    told = invertibility("domineering:2x3", "2x2")
    assert [each.answer.value for each in told] == ["outside", "no", "no", "no"]
    assert told[0].why == "In the board 1x2 only Right can move."
    told = invertibility("push:4", "L.R")
    assert [each.answer.value for each in told] == ["outside", "yes", "yes", "no"]


# --- what else is said of them --------------------------------------------------------------


def test_sentences_name_boards():
    texts = [step.text for step in film_of("push:2", ".L+R", "left").steps]
    assert "If Left leaves L of strip 1, Right answers by leaving nothing of strip 2." in texts
    titles = [step.title for step in film_of("push:2", ".L+R", "left").steps]
    assert "Leave L" in titles
    assert get_ruleset("push:2").name == "Push on strips of up to 2 squares"
    assert list(get_ruleset("domineering:2x3").ways(0)) == [
        "Left lays a domino upright on two free squares, and Right lays one flat."
    ]
    assert isinstance(get_ruleset("domineering:2x3"), Boards)


def film_of(key, position, player):
    return film(ask(key, position, "misere", player))


def test_two_sums_of_boards_are_told_apart():
    found = distinguish("push:2", "misere", "LR", "RR", Budget(2_000))
    assert found.company is None
    assert [*map(str, distinguish("push:2", "misere", "L", "R").company)] == []
    assert ladder_of("push:2", "LR", "misere").rungs


def test_what_needs_an_impartial_game_refuses_boards_as_it_refuses_heaps(capsys):
    for command in (["quotient"], ["reach"], ["nim-values", "--up-to", "3"]):
        assert main([command[0], "push:2", *command[1:]]) == 2
        [line] = capsys.readouterr().err.splitlines()
        assert "is not an impartial game" in line


def test_the_command_line_names_boards(capsys):
    def printed(*arguments):
        assert main(list(arguments)) == 0
        return capsys.readouterr().out.splitlines()

    lines = printed("analyse", "push:4", "LR.L + R")
    assert lines[:2] == ["Push on strips of up to 4 squares, misere play", "LR.L+R: R"]
    assert lines[-3:] == [
        "  right: strip 1: LR.L -> R..L",
        "  right: strip 2: R -> 0",
        "(theory: exhaustive)",
    ]
    lines = printed("analyse", "domineering:2x3", "2x3", "--convention", "normal")
    assert lines[1] == "2x3: N"
    assert "  left: board 1: 2x3 -> 2x1+2x1" in lines
    lines = printed("monoid", "shove:2")
    assert lines[0].startswith("The sums of strips of up to 2 squares count as the integers")
    assert [line.split() for line in lines[1:4]] == [["L", "1"], ["R", "-1"], [".L", "2"]]
    assert lines[-1].split()[5:8] == ["-1:L", "0:N", "1:R"]
    assert printed("monoid", "domineering:1x4")[1:] == ["     N  0", "     L  1x2"]
    lines = printed("inverse", "push:4", "L.R")
    assert lines[-1] == "Beside sums of strips of up to 4 squares, ..L cancels it."


def test_programs_read_which_board_a_number_is(capsys):
    def answered(*arguments):
        assert main([*arguments, "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    answer = answered("analyse", "push:2", "LR", "--to-move", "left")
    assert (answer["position"], answer["boards"]) == ([7], {"2": "R", "6": ".R", "7": "LR"})
    assert [move["becomes"] for move in answer["winning_moves"]] == [[6]]
    monoid = answered("monoid", "push:1")
    assert (monoid["boards"], monoid["values"]) == ({"1": "L", "2": "R"}, {"1": 1, "2": -1})
    inverse = answered("inverse", "push:2", "LR")
    assert inverse["own_sums"] == {"complete": True, "inverse": [3]}
    assert inverse["boards"]["3"] == ".L"
    assert "boards" not in answered("analyse", "nim", "1")
