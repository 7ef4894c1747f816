"""Forms as they are written and read, their sums, and what each tells alone."""

from itertools import product

import pytest

from solver import InvalidInputError, MisereForm, Outcome, Player, as_form, get_ruleset, read_form
from solver.research.form_reading import MAX_TEXT
from solver.research.game_forms import ZERO, forms_of_size, number
from tests.solver import oracle
from tests.solver import test_universes as plain


def as_plain(form):
    """A form as the tests of universes write games."""
    return tuple(frozenset(map(as_plain, side)) for side in (form.left, form.right))


def of_plain(game):
    return MisereForm.of(*(map(of_plain, side) for side in game))


SMALL = [form for size in range(5) for form in forms_of_size(size)]


@pytest.mark.parametrize(
    ("text", "written", "birthday", "moves"),
    [
        ("0", "0", 0, 0),
        ("{|}", "0", 0, 0),
        ("{·|∅}", "0", 0, 0),
        (" { 0 , * | −1 } ", "{0,*|-1}", 2, 6),
        ("{{0|}|}", "2", 2, 2),
        ("-3", "-3", 3, 3),
        ("-{0|*}", "{*|0}", 2, 4),
        ("*", "*", 1, 2),
        ("*0", "0", 0, 0),
        ("*3", "*3", 3, 26),
        ("{0,0|*1}", "{0|*}", 2, 4),
        ("1 + -1", "{-1|1}", 2, 4),
        ("{0|0}+*", "{*|*}", 2, 6),
        ("{1+*|.}", "{{1,*|1}|}", 3, 8),
    ],
)
def test_a_form_is_read_and_written_again(text, written, birthday, moves):
    form = read_form(text)
    assert (str(form), form.birthday, form.size) == (written, birthday, moves)
    assert read_form(form.text) is form
    assert form.length == len(form.text)
    assert repr(form) == f"<MisereForm: {written}>"


@pytest.mark.parametrize(
    ("text", "piece", "says"),
    [
        ("", "''", "write 0, a number, * or *2"),
        (
            "x",
            "'x'",
            "a sum of such or a board as in kayles:3.",
        ),
        ("{0|", "'nothing after {0|'", "is not a form"),
        ("{0,|1}", "'|1}'", "is not a form"),
        ("{0}", "'}'", "is not a form"),
        ("0}", "'}'", "is not a form"),
        ("{0|0|0}", "'|0}'", "is not a form"),
        ("٣", "'٣'", "is not a form"),
        ("21", "'21'", "a game may last at most 20 moves"),
        ("{20|}", "'{20|}'", "a game may last at most 20 moves"),
        ("{" * 40, "'{", "a game may last at most 20 moves"),
        ("*20+*20", "'*20 + *20'", "at most 300 different positions"),
        ("15+6", "'15 + 6'", "at most 300 different positions"),
        ("10+-10", "'10+-10'", "at most 6000 characters to write"),
        ("kayles:9", "'kayles:9'", "at most 6000 characters to write"),
        ("nim:21", "'nim:21'", "a game may last at most 20 moves"),
        ("subtraction:1:280", "'subtraction:1:280'", "a game may last at most 20 moves"),
        ("nim:1000000000000", "'nim:1000000000000'", "at most 300 different positions"),
        ("kayles:5+5+5+5", "'kayles:5+5+5+5'", "at most 300 different positions"),
        ("kayles:x", "'x'", "is not a position"),
        ("chess:3", "'chess'", "is not a ruleset"),
        ("kayles:", "'kayles:'", "write the game, a colon and the size"),
        ("kayles:1" + "+1" * MAX_TEXT, "'kayles:1+1", "use at most 300 characters"),
        ("0" + "+0" * MAX_TEXT, "'0+0", "use at most 300 characters"),
    ],
)
def test_what_is_no_form_is_refused_in_one_sentence(text, piece, says):
    with pytest.raises(InvalidInputError) as caught:
        read_form(text)
    message = str(caught.value)
    assert message.startswith(piece)
    assert says in message
    assert "\n" not in message
    assert caught.value.field in ({"ruleset", "position", "form"} if ":" in text else {"form"})


def test_a_form_with_too_many_positions_is_refused(monkeypatch):
    monkeypatch.setattr("solver.research.form_reading.MAX_FOLLOWERS", 3)
    assert read_form("{0|{0|}}").size == 3
    with pytest.raises(InvalidInputError, match="at most 3 different positions"):
        read_form("{0|{|{0|}}}")


def test_equal_forms_are_one_object_and_sums_do_not_depend_on_the_order():
    assert MisereForm.of([ZERO, ZERO], []) is number(1)
    for one, other in product(SMALL[:20], repeat=2):
        assert one + other is other + one
        assert -(one + other) is -one + -other
        conjugate = -one
        assert -conjugate is one


def test_sums_conjugates_and_outcomes_are_those_of_plain_recursion():
    for form in SMALL:
        game = as_plain(form)
        assert of_plain(game) is form
        assert as_plain(-form) == plain.conjugate(game)
        assert {as_plain(each) for each in form.followers} == plain.followers(game)
        left, right = plain.outcome(game)
        assert form.outcome is Outcome.of(left_first_wins=left, right_first_wins=right)
        assert form.is_p_free == all(any(plain.outcome(one)) for one in plain.followers(game))
        assert as_plain(form + SMALL[7]) == plain.plus(game, as_plain(SMALL[7]))


def test_the_adjoint_makes_a_position_that_nobody_wins_moving_first():
    for form in SMALL:
        game, adjoint = as_plain(form), as_plain(form.adjoint)
        assert plain.is_dicot(adjoint)
        assert plain.outcome(plain.plus(game, adjoint)) == (False, False)


def test_every_form_with_few_moves_is_listed_once():
    def moves(game):
        return sum(1 + moves(option) for side in game for option in side)

    by_size = [sum(moves(game) == size for game in plain.DAY_2) for size in range(3)]
    assert by_size == [len(forms_of_size(size)) for size in range(3)] == [1, 2, 5]
    for size in range(6):
        forms = forms_of_size(size)
        assert len(set(forms)) == len(forms)
        assert {moves(as_plain(form)) for form in forms} == {size}
    # Each set of options is a choice of different (player, option) pairs: 1, 2, 5, 18, … follows.
    counts = [1]
    for size in range(1, 8):
        ways = [1] + [0] * size
        for smaller in range(size):
            for _ in range(2 * counts[smaller]):
                for total in range(size, smaller, -1):
                    ways[total] += ways[total - smaller - 1]
        counts.append(ways[size])
    assert [len(forms_of_size(size)) for size in range(8)] == counts
    with pytest.raises(InvalidInputError, match="from 0 to 7"):
        forms_of_size(8)


# --- boards ---------------------------------------------------------------------------------

BOARDS = [
    ("kayles", "3+2", oracle.kayles),
    ("nim", "1+2+3", oracle.nim),
    ("partizan-kayles", "5+1", oracle.partizan_kayles),
    ("octal:0.07", "9", oracle.octal("0.07")),
    ("grundy", "8", oracle.grundy),
    (
        "heaps:{1:[[]]|[],2:[]|[[],[1,1]],3:[[2]]|[[1]]}",
        "3+2",
        oracle.sided_heaps({1: [()], 3: [(2,)]}, {2: [(), (1, 1)], 3: [(1,)]}),
    ),
]


@pytest.mark.parametrize(("key", "position", "options"), BOARDS)
def test_a_board_is_the_form_that_play_on_it_makes(key, position, options):
    def played(rows):
        """The board as a plain game, by the rules written here again."""
        return tuple(
            frozenset(
                played((*rows[:place], *filter(None, left), *rows[place + 1 :]))
                for place, size in enumerate(rows)
                for left in options(size, player)
            )
            for player in ("left", "right")
        )

    rows = tuple(map(int, position.split("+")))
    form = as_form(key, position)
    assert as_plain(form) == played(rows)
    assert read_form(f"{key}:{position}") is form is as_form(get_ruleset(key), rows)
    searched = oracle.Oracle(options, True)
    wins = [form.outcome.wins(player) for player in Player]
    assert wins == [searched.wins(rows, player) for player in ("left", "right")]


def test_boards_of_different_games_and_boards_of_squares_are_read():
    assert read_form("kayles:2 + nim:1") is as_form("kayles", 2) + as_form("nim", 1)
    assert read_form("push:4:LR.L") is as_form("push:4", "LR.L")
    assert read_form("push:4:LR.L+R") is as_form("push:4", "LR.L") + as_form("push:4", "R")
    assert read_form("domineering:2x3:2x2") is read_form("{1|-1}")
    assert read_form("Grundy's game:2").text == "0"
    assert read_form("nim:20").text == "*20"
