"""Inverses in universes, compared with every game that lasts at most two moves."""

import json
from functools import cache
from itertools import combinations

import pytest

from solver import Budget, HasInverse, Universe, get_ruleset, invertibility
from solver.commands.command_line import main
from solver.rulesets.heaps import PartizanHeaps

YES, NO, OUTSIDE, UNKNOWN = HasInverse
DICOTS, DEAD_ENDING, BLOCKING, ALL = Universe

# A game is the pair of its Left options and its Right options; NOTHING has none.
NOTHING = (frozenset(), frozenset())
DAY_1 = [NOTHING]
DAY_1 += [
    (frozenset(left), frozenset(right))
    for left in ([], [NOTHING])
    for right in ([], [NOTHING])
    if left or right
]
SETS = [frozenset(some) for number in range(5) for some in combinations(DAY_1, number)]
DAY_2 = [(left, right) for left in SETS for right in SETS]


@cache
def followers(game):
    below = [followers(option) for side in game for option in side]
    return frozenset({game}).union(*below)


def is_dicot(game):
    return all(bool(one[0]) == bool(one[1]) for one in followers(game))


def is_dead_ending(game):
    return all(
        one[side] or not any(later[side] for later in followers(one))
        for one in followers(game)
        for side in (0, 1)
    )


@cache
def is_blocked(game, side):
    """Whether the player of a side has no move, and gets none but to be blocked again."""
    return not game[side] and all(
        is_blocked(option, side) or any(is_blocked(answer, side) for answer in option[side])
        for option in game[1 - side]
    )


def is_blocking(game):
    return all(one[side] or is_blocked(one, side) for one in followers(game) for side in (0, 1))


@cache
def conjugate(game):
    left, right = game
    return frozenset(map(conjugate, right)), frozenset(map(conjugate, left))


@cache
def plus(one, other):
    return tuple(
        frozenset(plus(option, other) for option in one[side])
        | frozenset(plus(one, option) for option in other[side])
        for side in (0, 1)
    )


@cache
def wins(game, side):
    """Whether the player of a side wins moving first, the last one losing."""
    return not game[side] or any(not wins(option, 1 - side) for option in game[side])


def outcome(game):
    return wins(game, 0), wins(game, 1)


def murder(waits):
    """Right may wait so many times, and end it at any time; Left never moves in it."""
    ends = [NOTHING]
    for _ in range(waits):
        ends.append((frozenset(), frozenset({NOTHING, ends[-1]})))
    return ends[-1]


def options(left, right):
    return frozenset(left), frozenset(right)


_, MINUS, ONE, STAR = DAY_1
LONGER = [
    options([options(left, right)], [options(*after)])
    for left, right, after in [
        ([ONE], [NOTHING, STAR, MINUS], ([NOTHING, ONE, MINUS], [NOTHING, MINUS])),
        ([NOTHING, STAR, MINUS], [NOTHING, ONE, MINUS], ([STAR, MINUS], [MINUS])),
        ([ONE], [STAR, ONE, MINUS], ([], [NOTHING, MINUS])),
        ([NOTHING, ONE], [], ([STAR, MINUS], [MINUS])),
        ([ONE], [NOTHING, STAR, ONE], ([], [NOTHING, MINUS])),
    ]
]
"""Dead-ending games of three moves that tell apart what no shorter one does."""

NUMBERS = {game: number for number, game in enumerate([NOTHING, *DAY_1[1:]])}
NUMBERS |= {game: len(DAY_1) + number for number, game in enumerate(DAY_2) if game not in NUMBERS}


def heaps_of(side):
    """What a player may leave of each game, by its number."""
    return {
        number: frozenset((NUMBERS[option],) if NUMBERS[option] else () for option in game[side])
        for game, number in NUMBERS.items()
        if number
    }


HEAPS = PartizanHeaps(heaps_of(0), heaps_of(1))


@cache
def answers(game):
    position = (NUMBERS[game],) if NUMBERS[game] else ()
    return {each.universe: each.answer for each in invertibility(HEAPS, position)}


def companies(fits):
    small = [game for game in DAY_2 if fits(game)]
    longer = [one for one in [*map(murder, range(1, 6)), *LONGER] if fits(one)]
    return small, [*small, *longer, *map(conjugate, longer)]


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("universe", "fits"),
    [(DICOTS, is_dicot), (DEAD_ENDING, is_dead_ending)],
    ids=["dicots", "dead-ending"],
)
def test_an_inverse_is_one_beside_all_small_games_and_there_is_no_other(universe, fits):
    games, beside = companies(fits)
    answered = {game: answers(game)[universe] for game in games}
    assert set(answered.values()) == {YES, NO}
    for game, answer in answered.items():
        if answer is YES:
            both = plus(game, conjugate(game))
            assert all(outcome(plus(both, company)) == outcome(company) for company in beside)
        else:
            for other in games:
                both = plus(game, other)
                assert any(outcome(plus(both, company)) != outcome(company) for company in beside)


@pytest.mark.parametrize(
    ("universe", "fits"),
    [(DICOTS, is_dicot), (DEAD_ENDING, is_dead_ending), (BLOCKING, is_blocking)],
    ids=["dicots", "dead-ending", "blocking"],
)
def test_a_game_outside_a_universe_is_told_to_be_outside(universe, fits):
    for game in DAY_2:
        assert (answers(game)[universe] is OUTSIDE) == (not fits(game))


def test_beside_all_games_only_nothing_has_an_inverse():
    assert [game for game in DAY_2 if answers(game)[ALL] is YES] == [NOTHING]


def test_every_dead_end_has_an_inverse_among_dead_ending_games():
    """Milley and Renault, *Dead ends in misère play*, 2013."""
    ends = [game for game in DAY_2 if is_dead_ending(game) and not all(game)]
    assert len(ends) > 4
    assert {answers(game)[DEAD_ENDING] for game in ends} == {YES}


def test_a_game_that_never_leads_to_a_win_for_previous_has_an_inverse_among_dead_ending_ones():
    """Milley and Renault; stated in Davies, Miller and Milley, arXiv 2506.05257, 2025."""
    free = [
        game
        for game in DAY_2
        if is_dead_ending(game) and all(any(outcome(one)) for one in followers(game))
    ]
    assert len(free) == 47
    assert {answers(game)[DEAD_ENDING] for game in free} == {YES}
    having = [g for g in DAY_2 if is_dead_ending(g) and answers(g)[DEAD_ENDING] == YES]
    assert len(having) == 60  # the others equal P-free games, though they are none themselves


@pytest.mark.no_cover
def test_a_blocking_game_has_an_inverse_exactly_if_it_equals_one_without_a_win_for_previous():
    """Davies, Miller and Milley, *Order and inverses in the monoid of misère blocking games*."""
    free = [game for game in DAY_2 if all(any(outcome(one)) for one in followers(game))]
    assert len(free) == 55
    having = [game for game in DAY_2 if answers(game)[BLOCKING] is YES]
    assert len(having) == 72
    assert set(free) <= set(having)
    _, companies_of_blocking = companies(is_blocking)
    for game in set(having) - set(free):
        assert any(
            all(
                outcome(plus(game, company)) == outcome(plus(other, company))
                for company in companies_of_blocking
            )
            for other in free
        )


def test_a_dicot_whose_followers_all_win_beside_their_conjugates_has_an_inverse():
    """Fisher, Nowakowski and Santos, arXiv 2004.14950, 2020."""
    good = [
        game
        for game in DAY_2
        if is_dicot(game)
        and all(any(outcome(plus(one, conjugate(one)))) for one in followers(game))
    ]
    assert len(good) > 1
    assert {answers(game)[DICOTS] for game in good} == {YES}


@pytest.mark.parametrize(
    ("key", "position", "expected"),
    [
        ("partizan-kayles", 1, (OUTSIDE, YES, YES, NO)),
        ("partizan-kayles", 2, (OUTSIDE, NO, NO, NO)),
        ("partizan-kayles", "1+2", (OUTSIDE, NO, NO, NO)),
        ("partizan-kayles", (), (YES, YES, YES, YES)),
        ("nim", "1+1", (YES, NO, NO, NO)),
        ("nim", 2, (NO, NO, NO, NO)),
        ("heaps:{2:[]|[[]],3:[]|[[1]],4:[]|[[2],[1,1]]}", "4+2", (OUTSIDE, YES, YES, NO)),
        ("heaps:{1:[[]]|[],2:[]|[[1]]}", 2, (OUTSIDE, OUTSIDE, YES, NO)),
        ("heaps:{1:[[]]|[],2:[[1]]|[],3:[]|[[2]]}", 3, (OUTSIDE, OUTSIDE, OUTSIDE, NO)),
        ("heaps:{3:[]}", "3+3", (YES, YES, YES, YES)),
    ],
)
def test_positions_of_games(key, position, expected):
    assert tuple(each.answer for each in invertibility(key, position)) == expected


def test_the_reason_is_said():
    why = {each.universe: each.why for each in invertibility("partizan-kayles", 2)}
    assert why[DICOTS] == "In a strip of 1 only Left can move."
    assert "Left loses if she moves first and Right may wait." in why[DEAD_ENDING]
    [_, dead, _, _] = invertibility("heaps:{1:[[]]|[],2:[]|[[1]]}", 2)
    assert dead.why == "In a heap of 2 Left has no move, but may have one later."


def test_what_would_cost_too_much_is_not_known():
    dicots, dead_ending, _, everything = invertibility("nim", "9+8+7", Budget(30))
    assert (dicots.answer, dead_ending.answer) == (UNKNOWN, UNKNOWN)
    assert "positions" in dicots.why
    assert everything.answer is NO
    deep = "heaps:{1:[[]]," + ",".join(f"{n}:[[{n - 1}]]" for n in range(2, 200)) + "}"
    assert invertibility(deep, 199)[0].answer is UNKNOWN
    assert get_ruleset(deep)


def test_the_command_line_answers_for_each_universe_and_for_the_sums_of_the_game(capsys):
    assert main(["inverse", "partizan-kayles", "1+1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[1] for line in lines[:4]] == ["outside", "yes", "yes", "no"]
    assert main(["inverse", "partizan-kayles", "2+1+2"]) == 0
    assert "Beside sums of strips of up to 2, 1 cancels it." in capsys.readouterr().out
    assert main(["inverse", "partizan-kayles", "2+1+2", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert [each["answer"] for each in answer["universes"]] == ["outside", "no", "no", "no"]
    assert answer["own_sums"] == {"complete": True, "inverse": [1]}
    assert main(["inverse", "partizan-kayles", "21"]) == 0
    *universes, last = capsys.readouterr().out.splitlines()
    assert [line.split()[1] for line in universes] == ["outside", "no", "no", "no"]
    assert last == "We did not check sums with sizes above 20."
    for position, inverse in (("1", [1]), ("2", None)):
        assert main(["inverse", "nim", position, "--json"]) == 0
        own = json.loads(capsys.readouterr().out)["own_sums"]
        assert own == {"complete": True, "inverse": inverse}
    wild = "heaps:{1:[[]]|[],2:[]|[[]],3:[[]]|[[],[2]]}"
    assert main(["inverse", wild, "3", "--json"]) == 0
    own = json.loads(capsys.readouterr().out)["own_sums"]
    assert own == {"complete": False, "inverse": None}
    assert main(["inverse", "nim", "0", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["own_sums"] == {"complete": True, "inverse": []}
