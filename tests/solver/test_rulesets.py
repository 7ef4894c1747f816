from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import IllegalMoveError, InvalidInputError, Player, get_ruleset

from . import oracle

SAME_RULES = [
    ("nim", oracle.nim),
    ("subtraction:3", oracle.takes([1, 2, 3])),
    ("subtraction:{1,3,4}", oracle.takes([1, 3, 4])),
    ("kayles", oracle.kayles),
    ("octal:0.77", oracle.kayles),
    ("octal:0.137", oracle.octal("0.137")),
    ("octal:4.007", oracle.octal("4.007")),
    ("dawsons-chess", oracle.octal("0.137")),
    ("hexadecimal:0.08", oracle.hexadecimal("0.08")),
    ("hexadecimal:8.3C", oracle.hexadecimal("8.3C")),
    ("hexadecimal:0.0F1", oracle.hexadecimal("0.0F1")),
    ("grundy", oracle.grundy),
    ("lasker", oracle.lasker),
    ("partizan-kayles", oracle.partizan_kayles),
    (
        "heaps:{1:[[]]|[],2:[[1]],3:[[],[2,2]]|[[1]],5:[]|[[4,1]]}",
        oracle.sided_heaps(
            {1: [()], 2: [(1,)], 3: [(), (2, 2)]}, {2: [(1,)], 3: [(1,)], 5: [(4, 1)]}
        ),
    ),
    ("heaps:{1:[[]],3:[[],[2,2],[1]]}", oracle.heaps({1: [()], 3: [(), (2, 2), (1,)]})),
]


@pytest.mark.parametrize(("key", "options"), SAME_RULES)
@pytest.mark.parametrize("player", [Player.LEFT, Player.RIGHT])
def test_options_are_what_the_rules_say_each_once(key, options, player):
    rules = get_ruleset(key)
    for size in range(1, 15):
        expected = {tuple(sorted(p for p in o if p)) for o in options(size, player.value)}
        listed = list(rules.options(size, player))
        assert set(listed) == expected
        assert len(listed) == len(expected)
        for option in [*expected, (size,), (size + 1,), (1, 1, 1), (size, 1), ()]:
            assert rules.allows(size, tuple(sorted(option)), player) == (
                tuple(sorted(option)) in expected
            )
    assert list(rules.options(0, player)) == []


@pytest.mark.parametrize(
    ("key", "options"),
    [
        *SAME_RULES,
        ("subtraction:{2,3}", oracle.takes([2, 3])),
        ("octal:0.07", oracle.octal("0.07")),
        ("octal:0.6", oracle.octal("0.6")),
        ("octal:0.31", oracle.octal("0.31")),
        ("octal:0.103", oracle.octal("0.103")),
        ("octal:0.1003", oracle.octal("0.1003")),
    ],
)
def test_the_last_is_taken_where_every_row_can_move_whatever_its_length(key, options):
    can = all(list(options(size, who)) for size in range(1, 20) for who in ("left", "right"))
    assert get_ruleset(key).last_is_taken is can


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("subtraction:{1,2,3}", "subtraction:3"),
        ("subtraction:{4,1,3,3}", "subtraction:{1,3,4}"),
        ("Octal:.770", "octal:0.77"),
        ("octal:0.0", "octal:0.0"),
        ("heaps:{3:[[],[2,2]],1:[[0]]}", "heaps:{1:[[]],3:[[],[2,2]]}"),
        ('heaps:{"2":[[1],[1]]}', "heaps:{2:[[1]]}"),
        (" partizan-kayles ", "partizan-kayles"),
        (" subtraction : { 1 , 3,\n4 } ", "subtraction:{1,3,4}"),
        ('heaps: { "2" : [ [ 1 ] , [ ] ] }', "heaps:{2:[[],[1]]}"),
        ("heaps: { 2 : [ [ 1 ] ] | [ [ ] ] , 1 : [[0]] | [] }", "heaps:{1:[[]]|[],2:[[1]]|[[]]}"),
        ('heaps:{"2":{"left":[[1],[1]],"right":[]}}', "heaps:{2:[[1]]|[]}"),
        ("heaps:{2:[[]]|[[]],1:[]|[]}", "heaps:{1:[],2:[[]]}"),
        ("heaps:{2:[[],[1]]|[[1]],1:[[]]|[[]]}", "heaps:{1:[[]],2:[[],[1]]|[[1]]}"),
        ("heaps:{0:[[]]|[]}", "heaps:{}"),
        ("octal: 0 . 77", "octal:0.77"),
        ("Dawsons-Chess", "octal:0.137"),
        ("dawsons-kayles", "octal:0.07"),
        ("treblecross", "octal:0.007"),
        ("grundys-game", "grundy"),
        ("laskers-nim", "lasker"),
        ("Hexadecimal:.3f0", "hexadecimal:0.3F"),
        ("hexadecimal:c.8", "hexadecimal:C.8"),
        ("hexadecimal:0.77", "octal:0.77"),
    ],
)
def test_keys_have_one_canonical_form_that_reads_back(written, canonical):
    assert get_ruleset(written).key == canonical
    assert get_ruleset(canonical).key == canonical


@pytest.mark.parametrize(
    "bad",
    [
        "",
        "chess",
        "nim:3",
        "kayles:",
        "subtraction:",
        "subtraction:0",
        "subtraction:-1",
        "subtraction:{}",
        "subtraction:{0,1}",
        "subtraction:{1 3}",
        "subtraction:{1,000}",
        "subtraction:{1,003}",
        "subtraction:1,000",
        "subtraction:1 000",
        "sub traction:3",
        "octal:0.7 7",
        "hexadecimal:0.G",
        "hexadecimal:1.8",
        "hexadecimal:8",
        "grundy:3",
        "heaps:{3:[[1 1]]}",
        "subtraction:99999999999",
        "octal:0.8",
        "octal:1.7",
        "octal:77",
        "octal:0." + "7" * 99,
        "heaps:",
        "heaps:[]",
        "heaps:{1:3}",
        "heaps:{1:[3]}",
        "heaps:{1:[[1]]}",
        "heaps:{2:[[-1]]}",
        "heaps:{2:[[true]]}",
        "heaps:{1:[[]],1:[[]]}",
        "heaps:{" + "[" * 3000,
        "heaps:{1:[[]|[]]}",
        "heaps:{1:[[]]|[]|[]}",
        "heaps:{1:|[]}",
        "heaps:{1:[[]]|}",
        "heaps:{1:[[]]|[[1]]}",
        "heaps:{2:[3]|[]}",
        "heaps:{2:{}}",
        'heaps:{2:{"left":[]}}',
        'heaps:{2:{"left":3,"right":[]}}',
        "heaps:{1:[[]]|[],1:[]}",
        'heaps:{"x":[[]]}',
        "heaps:{1:[[]]" + " " * 5000,
    ],
)
def test_bad_rulesets_get_one_sentence(bad):
    with pytest.raises(InvalidInputError) as caught:
        get_ruleset(bad)
    assert str(caught.value).endswith(".")
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("key", ["subtraction:{}", "subtraction:{{1,{}}}"])
def test_the_largest_take_is_a_million(key):
    assert get_ruleset(key.format(10**6)).takes[-1] == 10**6
    with pytest.raises(InvalidInputError, match="with numbers from 1 to 1000000"):
        get_ruleset(key.format(10**6 + 1))


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text):
    try:
        rules = get_ruleset(text)
    except InvalidInputError:
        return
    assert get_ruleset(rules.key).key == rules.key


def test_a_legal_move_keeps_its_board_order_and_an_illegal_one_says_why():
    kayles = get_ruleset("kayles")
    assert kayles.check_move((9, 2), 0, (5, 2)).becomes == (5, 2)
    with pytest.raises(IllegalMoveError, match="No move takes a row of 9 to 5\\+1"):
        kayles.check_move((9, 2), 0, (5, 1))
    with pytest.raises(IllegalMoveError, match="no row 3"):
        kayles.check_move((9, 2), 2, ())
    strips = get_ruleset("partizan-kayles")
    with pytest.raises(IllegalMoveError, match="No move of Right takes a strip of 3 to 2"):
        strips.check_move((3,), 0, (2,), Player.RIGHT)


@pytest.mark.parametrize("key", ["partizan-kayles", "heaps:{3:[[]]|[]}"])
def test_partizan_options_need_a_player(key):
    with pytest.raises(InvalidInputError, match="left or right"):
        list(get_ruleset(key).options(3))


def test_the_longest_game_of_hand_written_heaps_is_that_of_search():
    key = "heaps:{1:[[]],2:[[],[1]],3:[[2,2],[1]],5:[[3,2],[],[3]],6:[]}"
    sided = "heaps:{1:[[]]|[],2:[[],[1]],3:[[1]]|[[2,2]],5:[[3,2],[3]]|[[]],6:[]}"

    @cache
    def longest(position, key=key):
        rules = get_ruleset(key)
        moves = [move for player in Player for move in rules.legal_moves(position, player)]
        after = {tuple(sorted(move.apply(position))) for move in moves}
        return max((1 + longest(rows, key) for rows in after), default=0)

    for position in ((), (1,), (2,), (3,), (5,), (6,), (4,), (5, 3), (2, 3, 1)):
        assert get_ruleset(key).most_moves(position) == longest(position)
        assert get_ruleset(sided).most_moves(position) == longest(position, sided)


@pytest.mark.parametrize(
    ("key", "sentences"),
    [
        ("nim", []),
        ("subtraction:3", []),
        ("kayles", []),
        ("partizan-kayles", []),
        ("octal:0.07", ["Take 2 counters side by side from anywhere in a row."]),
        (
            "octal:4.131",
            [
                "Split a row into two rows.",
                "Take a whole row of 1 or 3 counters.",
                "Take 2 counters from the end of a row.",
            ],
        ),
        ("octal:0.0", ["No row has a move."]),
        ("dawsons-chess", ["Push a pawn: it takes its file and the files next to it."]),
        ("grundy", ["Split a heap into two of different sizes."]),
        ("lasker", ["Take any number from a heap, or split it into two."]),
        (
            "hexadecimal:0.9",
            ["Take 1 counter from a row, and leave nothing or three rows in its place."],
        ),
        (
            "heaps:{1:[[]],3:[[],[2,2]]}",
            [
                "A heap of 1 may become nothing.",
                "A heap of 3 may become nothing, or 2 and 2.",
                "A heap of 2 has no move.",
            ],
        ),
        (
            "heaps:{4:[[3]]}",
            ["A heap of 4 may become 3.", "Heaps of 1, 2 and 3 have no move."],
        ),
        (
            "heaps:{1:[[]]|[],2:[]|[[],[1]],3:[[1]]|[[],[2]],4:[[3]],5:[]}",
            [
                "When Left moves, a heap of 1 may become nothing; Right has no move there.",
                "When Right moves, a heap of 2 may become nothing, or 1; Left has no move there.",
                "When Left moves, a heap of 3 may become 1; when Right moves, nothing, or 2.",
                "A heap of 4 may become 3.",
                "A heap of 5 has no move.",
            ],
        ),
        ("heaps:{5:[[4]]}", ["A heap of 5 may become 4.", "No other heap has a move."]),
        ("heaps:{2:[]}", ["No heap has a move."]),
        (
            "heaps:{1:[[]],2:[[1]],3:[[1],[2],[1,1],[1,2],[2,2],[1,1,1],[]]}",
            [
                "A heap of 1 may become nothing.",
                "A heap of 2 may become 1.",
                "A heap of 3 may become nothing, or 1, or 1 and 1, or 1, 1 and 1, or 1 and 2, "
                "or 2, or 2 and 2.",
            ],
        ),
    ],
)
def test_every_way_to_move_is_said_where_the_name_does_not_tell(key, sentences):
    assert list(get_ruleset(key).ways(0)) == sentences


def test_of_many_heaps_the_first_ten_are_said():
    key = "heaps:{" + ",".join(f"{size}:[[]]" for size in range(1, 13)) + "}"
    said = list(get_ruleset(key).ways(0))
    assert said[9:] == [
        "A heap of 10 may become nothing.",
        "2 larger heaps have rules of their own.",
    ]
    assert list(get_ruleset(key).ways(2)) == [
        "A heap of 1 may become nothing.",
        "A heap of 2 may become nothing.",
    ]


@pytest.mark.parametrize("key", ["hexadecimal:0.08", "hexadecimal:8.3C", "grundy", "lasker"])
def test_the_options_of_long_heaps_are_paid_for(key):
    rules = get_ruleset(key)
    for size in (20, 40):
        assert rules.breadth(size) >= len(list(rules.options(size))) / 4


def test_games_known_by_a_name_are_called_by_it():
    keys = ("dawsons-chess", "treblecross", "octal:0.07", "octal:0.31")
    names = [get_ruleset(key).name for key in keys]
    assert names == ["Dawson's Chess", "Treblecross", "Dawson's Kayles", "Octal game 0.31"]
