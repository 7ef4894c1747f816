"""Sums of different games: what is said of them, against a recursion that knows only options."""

import io
import json
import sys
from copy import copy
from itertools import product
from random import Random

import pytest

from solver import (
    Budget,
    BudgetExceededError,
    Convention,
    Game,
    InvalidInputError,
    NotCoveredError,
    SolverError,
    analyse,
    ask,
    bearing,
    format_position,
    get_ruleset,
    read_sum,
)
from solver.commands.command_line import main
from solver.enumeration import partitions
from solver.rulesets.rules import Nim
from solver.teaching import OPPONENTS, film, genus_film, get_opponent
from solver.theories import THEORIES
from tests.solver import oracle
from tests.solver.test_components import GAMES, Recursion

IMPARTIAL = {key: options for key, (options, _) in GAMES.items()} | {
    "octal:0.35": oracle.octal("0.35")
}
GAME = 100
"""Rows of the game with number n stand in a position of the recursion as n times this and their
size."""
PARTS = {
    "partizan-kayles": oracle.partizan_kayles,
    "heaps:{1:[[]]|[],2:[[1]]|[[]]}": oracle.sided_heaps({1: [()], 2: [(1,)]}, {2: [()]}),
}


def beside_each_other(keys, of=IMPARTIAL):
    """The options of all *keys*, each with its own hundred of sizes."""

    def options(size, player=None):
        game, own = divmod(size, GAME)
        for option in of[keys[game]](own, player):
            yield tuple(game * GAME + part for part in option if part)

    return options


def sums(seed, number):
    """Sums of three different games, with two to four rows, as text and for the recursion."""
    choose = Random(seed)
    for _ in range(number):
        keys = choose.sample(sorted(IMPARTIAL), 3)
        rows = [(game, choose.randint(1, 5)) for game in (0, 1, 2)]
        rows += [(choose.randrange(3), choose.randint(1, 3))] * choose.randint(0, 1)
        choose.shuffle(rows)
        text = " + ".join(f"{keys[game]}:{size}" for game, size in rows)
        yield keys, text, tuple(game * GAME + size for game, size in rows)


def own(moves):
    """Moves in the sizes of their rows, as the recursion has them."""
    return {(move.component, tuple(sorted(map(int, move.becomes)))) for move in moves}


def of_rows(moves):
    return {(place, tuple(sorted(part % GAME for part in parts))) for place, parts in moves}


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("convention", ["normal", "misere"])
def test_who_wins_a_sum_of_three_games_and_by_which_moves(seed, convention):
    for keys, text, rows in sums(seed, 4):
        search = oracle.Oracle(beside_each_other(keys), misere=convention == "misere")
        rules, position = read_sum(text)
        assert format_position(rules.read_position(format_position(position))) == format_position(
            position
        )
        asked = ask(rules, position, convention)
        for theory in THEORIES:
            if theory.refusal(asked) is None:
                told = analyse(rules, position, convention, theory=theory.key)
                assert told.to_move_wins == search.wins(rows), (text, theory.key)
                winning = search.winning_moves(rows)
                assert own(told.winning_moves) == of_rows(winning), (text, theory.key)
                assert len(told.winning_moves) == len(winning)
        assert analyse(rules, text, convention).outcome == told.outcome


@pytest.mark.parametrize("seed", range(6))
def test_what_is_said_of_each_row_and_of_the_sum_is_so(seed):
    for keys, text, rows in sums(seed, 3):
        recursion = Recursion(beside_each_other(keys))
        rules, position = read_sum(text)
        told = bearing(rules, position)
        normal, misere = recursion.genus(rows, most=2)
        assert (told.genus.normal, told.genus.misere_beside(0)) == (normal, misere[0]), text
        assert told.genus.misere_beside(1) == misere[1]
        values = analyse(rules, position, "normal")
        for facts, row in zip(values.components, rows, strict=True):
            assert facts["nim_value"] == recursion.nim_value((row,))
        said = " ".join(step.text for step in values.steps)
        assert values.steps[0].rule == "nim-sum:end" or all(
            f"row {place} counts as {recursion.nim_value((row,))}" in said
            for place, row in enumerate(rows, 1)
        )
        try:
            kinds = analyse(rules, position, "misere", theory="r1")
        except NotCoveredError:
            continue
        for facts, row in zip(kinds.components, rows, strict=True):
            assert facts["kind"] == recursion.kind((row,))


def test_r1_covers_rows_of_several_games_as_long_as_each_keeps_the_conditions():
    keys = ["kayles", "octal:0.35", "lasker"]
    recursion = Recursion(beside_each_other(keys))
    covered = 0
    for sizes in [(4, 3, 2), (1, 2, 2), (4, 2, 1), (5, 1, 1), (1, 4, 1), (2, 1, 3)]:
        rules, position = read_sum(
            " + ".join(f"{key}:{size}" for key, size in zip(keys, sizes, strict=True))
        )
        rows = tuple(game * GAME + size for game, size in enumerate(sizes))
        breaks = [
            any(recursion.broken(game * GAME + size) for size in range(1, row % GAME + 1))
            for game, row in enumerate(rows)
        ]
        refusal = THEORIES[3].refusal(ask(rules, position, "misere"))
        assert bool(refusal) == any(breaks), sizes
        covered += refusal is None
        if refusal:
            name = get_ruleset(keys[breaks.index(True)]).name
            assert refusal.startswith(f"{name}: R1 does not hold: a row of "), refusal
    assert covered == 4


def test_where_a_row_belongs_is_read_and_written():
    rules, position = read_sum(" Kayles: 5 + 3+nim:2 + octal:.35:4 ")
    assert (rules.key, rules.name) == ("kayles+nim+octal:0.35", "Kayles + Nim + Octal game 0.35")
    assert repr(position) == "(kayles:5, kayles:3, nim:2, octal:0.35:4)"
    assert format_position(position) == "kayles:5+3+nim:2+octal:0.35:4"
    assert get_ruleset("octal:0.35 + kayles + nim").key == rules.key
    assert rules.read_position(["nim:2", *position[:1]]) == (position[2], position[0])
    assert rules.read_position("0") == rules.read_position("") == ()
    assert format_position(rules.read_position("nim:0+kayles:1")) == "kayles:1"
    assert format_position(read_sum("dawsons-kayles:3 + grundys-game:4")[1]) == (
        "octal:0.07:3+grundy:4"
    )
    heaps = "heaps:{1:[[]],3:[[],[2,2]]}"
    assert repr(read_sum(f"nim:1+{heaps}:3")[1][1]) == f"{heaps}:3"
    assert read_sum("nim:3 + 5 + subtraction:{1,2}:4")[0].key == "nim+subtraction:2"
    assert read_sum("nim:3+nim:5") == (get_ruleset("nim"), (3, 5))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("5+nim:3", "'5' is not a row in a sum of games; write the game, a colon and the size"),
        ("nim:3++kayles:2", "'' is not a row in a sum of games"),
        ("nim:+kayles:2", "'nim:' is not a row in a sum of games"),
        ("", "'' is not a row in a sum of games"),
        ("nim:3+chess:5", "'chess' is not a ruleset; use nim"),
        ("nim:3+kayles:x", "'x' is not a position"),
    ],
)
def test_what_is_no_sum_is_refused_in_a_sentence(text, sentence):
    with pytest.raises(InvalidInputError) as refused:
        read_sum(text)
    assert str(refused.value).startswith(sentence)
    assert refused.value.field in ("position", "ruleset")


def test_a_row_of_another_game_and_a_size_alone_are_refused():
    rules = get_ruleset("kayles+nim")
    with pytest.raises(InvalidInputError, match="'grundy' is not a game of this sum; use kayles"):
        rules.read_position("kayles:3+grundy:4")
    with pytest.raises(InvalidInputError, match="'5' is not a row in a sum of games"):
        analyse(rules, "5+3")
    for wrong in ((5, 3), 5):
        with pytest.raises(InvalidInputError, match="is not one game; write every row with its"):
            analyse(rules, wrong)
    for ask_for in (
        lambda game: game.nim_values(5),
        lambda game: game.quotient(),
        lambda game: game.quotient(4),
        lambda game: list(game.ruleset.options(3)),
    ):
        with pytest.raises(InvalidInputError, match="'kayles\\+nim' is not one game; write every"):
            ask_for(Game(rules))
    refused = "The quotients of several games do not give that of their sum"
    for text in ("kayles:5+nim:4", "kayles:5+octal:0.35:4", "nim:2+lasker:2", "kayles:5+grundy:20"):
        with pytest.raises(NotCoveredError, match=refused):
            analyse(*read_sum(text), theory="misere-quotient")


def test_games_add_up():
    both = Game("kayles") + Game("nim")
    assert repr(both) == "Game('kayles+nim')"
    assert repr(both + Game("grundy") + both) == "Game('grundy+kayles+nim')"
    assert (Game("nim") + Game("nim")).ruleset is get_ruleset("nim")
    answer = both.analyse("kayles:5+3 + nim:2", "normal")
    assert list(map(str, answer.winning_moves)) == ["1>4"]
    assert both.genus("kayles:5+nim:3") == "7^57"
    with pytest.raises(TypeError):
        both + "nim"

    class Mine(Nim):
        key = "nim"

    with pytest.raises(InvalidInputError, match="'nim' is not a key for two games in one sum"):
        Game("nim") + Game(Mine())

    class Own(Nim):
        key = "own"

    mixed = Game(Own()) + Game("kayles")
    assert mixed.analyse("own:3+kayles:3", "normal").outcome.value == "P"


def test_the_order_of_rows_does_not_matter_and_equal_sizes_stay_apart():
    rules, (one, other, third) = read_sum("kayles:3+nim:3+kayles:3")
    assert one == third
    assert other not in (one, 3)
    assert one != 3
    assert len({one, other, third}) == 2
    assert sorted([one, other, third]) == sorted([third, one, other]) == [one, third, other]
    assert max((one, *rules.read_position("nim:4"))) == rules.read_position("nim:4")[0]
    assert copy(one) == one
    move = rules.check_move((one, other), 0, (1, 1))
    assert move.apply((one, other)) == rules.read_position("kayles:1+1+nim:3")
    with pytest.raises(SolverError, match="No move takes a row of 3 \\(Kayles\\) to 3"):
        rules.check_move((one,), 0, (3,))
    with pytest.raises(SolverError, match="There is no row 2; the position has 1"):
        rules.check_move((one,), 1, (1,))


def test_the_words_of_a_sum_are_those_of_its_games():
    rules, position = read_sum("grundy:5+lasker:3+grundy:4")
    assert rules.component_word == "heap"
    assert rules.row_words(position[0]) == "a heap of 5 (Grundy's game)"
    assert list(rules.ways(5)) == [
        "Grundy's game: Split a heap into two of different sizes.",
        "Lasker's Nim: Take any number from a heap, or split it into two.",
    ]
    assert not rules.last_is_taken
    assert get_ruleset("kayles+nim").last_is_taken


def test_partizan_games_are_part_of_sums_by_search():
    keys = [*PARTS, "kayles"]
    options = beside_each_other(keys, PARTS | {"kayles": oracle.kayles})
    for sizes in [(3, 2, 2), (4, 1, 1), (2, 2, 3), (5, 2, 1)]:
        text = "+".join(f"{key}:{size}" for key, size in zip(keys, sizes, strict=True))
        rows = tuple(game * GAME + size for game, size in enumerate(sizes))
        for convention in Convention:
            search = oracle.Oracle(options, misere=convention is Convention.MISERE)
            for player in ("left", "right"):
                told = analyse(*read_sum(text), convention, player)
                assert told.to_move_wins == search.wins(rows, player), (text, convention)
                assert own(told.moves) == of_rows(search.winning_moves(rows, player))
    told = analyse(*read_sum("domineering:2x3:2x3 + push:3:LR.L"[:-2] + " + nim:1"), "normal")
    assert told.theory == "exhaustive"
    assert all(move.is_on_board for move in told.winning_moves if move.component < 2)


def test_a_long_row_costs_nothing_beside_one_that_splits():
    huge = 10**12
    told = analyse(*read_sum(f"nim:{huge} + kayles:5 + subtraction:3:{huge}"), "normal")
    assert [(str(move), int(move.becomes[0])) for move in told.winning_moves] == [("1>4", 4)]
    with pytest.raises(BudgetExceededError):
        analyse(*read_sum(f"nim:3 + kayles:{huge}"), "misere")
    with pytest.raises(BudgetExceededError, match="are too many to list"):
        analyse(*read_sum("nim:3 + kayles:900000"), "normal", theory="nim-sum")
    with pytest.raises(BudgetExceededError):
        analyse(*read_sum("nim:3 + octal:0.26:60 + grundy:40"), "misere", budget=Budget(3_000))


def test_the_command_line_takes_a_sum_in_one_word(capsys, monkeypatch):
    text = "kayles:5 + nim:3 + octal:0.35:4"
    assert main(["analyse", text, "--convention", "normal"]) == 0
    printed = capsys.readouterr().out
    assert "Kayles + Nim + Octal game 0.35, normal play\nkayles:5+nim:3+octal:0.35:4: N" in printed
    assert "row 1 counts as 4, row 2 counts as 3 and row 3 counts as 1." in printed
    assert "  row 1: 5 -> 1+3\n" in printed
    assert main(["analyse", text, "--convention", "normal", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["position"] == ["kayles:5", "nim:3", "octal:0.35:4"]
    assert answer["winning_moves"][0] == {
        "component": 0,
        "size": 5,
        "becomes": [1, 3],
        "result": ["kayles:1", "kayles:3", "nim:3", "octal:0.35:4"],
    }
    assert [facts["ruleset"] for facts in answer["components"]] == ["kayles", "nim", "octal:0.35"]
    query = {key: answer[key] for key in ("ruleset", "position", "convention")}
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(query).encode())))
    assert main(["analyse", "--jsonl"]) == 0
    assert json.loads(capsys.readouterr().out) == answer
    assert main(["analyse", text, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["genus"]
    assert main(["analyse", "kayles:5"]) == 0
    assert main(["analyse", "kayles:5+kayles"]) == main(["classify", "kayles+nim", "--up-to", "3"])
    assert "is not one game" in capsys.readouterr().err


@pytest.mark.parametrize("seed", range(4))
def test_a_film_of_a_sum_shows_its_rows_and_names_their_games(seed):
    for _, text, _ in sums(seed + 50, 4):
        for convention in Convention:
            asked = ask(*read_sum(text), convention)
            told = film(asked)
            assert told.steps[0].scene.position == asked.position
            for step in told.steps:
                assert step.text
                assert step.title
                assert step.as_json()["scene"]
            for step in film(asked, theory="below").steps:
                assert step.text
                assert step.scene


def test_the_frame_of_a_row_says_which_game_it_is_of():
    for convention, rule in (("normal", "nim-sum:value"), ("misere", "r1:kind")):
        told = film(ask(*read_sum("kayles:4+nim:4+lasker:2"), convention))
        alone = [step for step in told.steps if step.rule == rule]
        names = ["Lasker's Nim: Heap of 2", "Kayles: Row of 4", "Nim: Row of 4"]
        for step, name in zip(alone, names, strict=True):
            assert step.title.startswith(name)
            game = name.partition(":")[0]
            assert step.text.startswith(f"{game}: A move in a ")
            [options] = step.scene.options
            assert options.size == told.position[step.components[0]]
    steps = genus_film("kayles+nim", read_sum("kayles:5+nim:3")[1][0])
    assert "4¹⁴⁶" in steps[-1].title


@pytest.mark.parametrize("convention", Convention)
def test_every_opponent_plays_a_legal_move_in_a_sum(convention):
    choose = Random(7)
    for text in (
        "kayles:5+nim:3+octal:0.35:4",
        "nim:2+1+lasker:3",
        "grundy:5+subtraction:3:6+kayles:2",
        "octal:0.137:5+nim:4+hexadecimal:0.0F:5",
        "kayles:1+1+nim:3",
        "subtraction:3:1+nim:1+1",
        "nim:1+kayles:1",
    ):
        asked = ask(*read_sum(text), convention)
        legal = {move.canonical for move in asked.ruleset.legal_moves(asked.position)}
        for opponent in OPPONENTS:
            if opponent.mismatch(asked.ruleset, convention) is None:
                assert opponent.choose(asked, choose).canonical in legal, (opponent.key, text)


def test_the_habit_of_leaving_an_even_number_of_ones_counts_those_of_all_games():
    evan = get_opponent("evan")
    asked = ask(*read_sum("nim:3+1+kayles:1"), "misere")
    assert [str(move) for move in evan.plan(asked)] == ["1>0"]
    asked = ask(*read_sum("nim:3+1+octal:0.07:1"), "misere")  # a row of 1 there has no move
    assert evan.tempted(asked) == []


@pytest.mark.parametrize("seed", range(6))
def test_the_quotient_of_one_game_decides_beside_rows_that_are_its_own(seed):
    choose = Random(seed)
    hosts = {"kayles": 8, "octal:0.07": 11, "octal:0.137": 10}
    guests = {"nim": 3, "subtraction:3": 6, "lasker": 2, "octal:0.33": 9, "grundy": 7, "kayles": 4}
    covered = 0
    for _ in range(12):
        host = choose.choice(sorted(hosts))
        others = choose.sample(sorted(guests.keys() - {host}), 2)
        keys, longest = [host, *others], [hosts[host], *(guests[key] for key in others)]
        rows = [(0, longest[0] - choose.randint(0, 2))]
        rows += [(game, choose.randint(1, longest[game])) for game in (1, 2)]
        text = " + ".join(f"{keys[game]}:{size}" for game, size in rows)
        asked = ask(*read_sum(text), "misere", budget=Budget(2_000_000))
        [theory] = [theory for theory in THEORIES if theory.key == "misere-quotient"]
        if theory.refusal(asked):
            continue
        covered += 1
        told = film(asked, theory="misere-quotient")
        search = oracle.Oracle(beside_each_other(keys), misere=True)
        position = tuple(game * GAME + size for game, size in rows)
        assert told.to_move_wins == search.wins(position), text
        assert own(told.winning_moves) == of_rows(search.winning_moves(position)), text
        for step in told.steps:
            assert step.text
            assert step.scene
        for facts, row in zip(told.components, position, strict=True):
            assert facts["nim_value"] == Recursion(beside_each_other(keys)).nim_value((row,))
            assert (facts["kind"] in ("trap", "inverter", "higher inverter")) != search.wins((row,))
    assert covered


def test_each_row_of_another_game_is_told_by_the_row_that_stands_for_it():
    told = analyse(*read_sum("kayles:30+25 + nim:3 + octal:0.07:6+5"), "misere")
    assert told.theory == "misere-quotient"
    [first, *_, last] = [step.text for step in told.steps]
    assert first.startswith(
        "Row 3 is equal to a Nim heap of 3, and so is a row of 3 in Kayles. Row 4 is equal to a "
        "Nim heap of 3, and so is a row of 3 in Kayles. Row 5 is equal to no row at all. Letters "
        "stand for rows of Kayles: a for 1"
    )
    assert "row 3 counts as ab, row 4 counts as ab and row 5 counts as nothing" in first
    assert last.startswith("Kayles: This is proved for rows of every length")
    assert told.winning_moves
    for move in told.winning_moves:
        left = move.apply(told.position)
        assert analyse(told.ruleset, left, "misere").outcome.value == "P"


def test_where_no_form_can_be_found_the_quotient_says_that_it_does_not_decide(monkeypatch):
    monkeypatch.setattr("solver.quotients.beside.STEPS", 0)
    asked = ask(*read_sum("octal:0.2613:7 + heaps:{1:[[]],2:[[1]],3:[[2],[1,1]]}:3"), "misere")
    assert "One of them decides it where" in THEORIES[4].refusal(asked)


def test_the_library_lists_the_lost_boards_of_a_sum_and_decides_large_ones():
    both, keys = Game("kayles") + Game("grundy"), ["grundy", "kayles"]
    for convention in Convention:
        search = oracle.Oracle(beside_each_other(keys), misere=convention is Convention.MISERE)
        told = list(both.p_positions(5, convention))
        written = {tuple(sorted(map(repr, rows))) for rows in told}
        assert len(written) == len(told)
        lost = set()
        for total in range(6):
            for sizes in partitions(total, total, total):
                for games in product((0, 1), repeat=len(sizes)):
                    rows = [game * GAME + size for game, size in zip(games, sizes, strict=True)]
                    if not search.wins(tuple(rows)):
                        names = (f"{keys[row // GAME]}:{row % GAME}" for row in rows)
                        lost.add(tuple(sorted(names)))
        assert written == lost
    many = "+".join(f"kayles:{size}" for size in range(1, 2_500)) + "+grundy:5"
    assert both.outcome(many, "normal").value == "N"
    move = both.winning_move(many, "normal")
    left = move.apply(both.ruleset.read_position(many))
    assert both.outcome(left, "normal").value == "P"
    for ask_for in (both.outcome, both.winning_move):
        with pytest.raises(BudgetExceededError):
            ask_for("kayles:40+39+38+grundy:30", "misere")
