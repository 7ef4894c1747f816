"""R1 without some of its conditions: the smallest games it mispredicts, against a second search."""

from functools import cache
from itertools import chain, combinations, combinations_with_replacement

import pytest

from solver.errata.small_games import SmallGames
from solver.research.weakened import OWN, as_kept, smallest_octal, smallest_written
from solver.teaching import CHOICES, OCTAL, WRITTEN, choices, own_row, smallest

from . import oracle

EVERY_STATE = [
    frozenset(left_out) for number in range(5) for left_out in combinations((1, 2, 3, 4), number)
]


class Rows:
    """Rows and their kinds by plain recursion: (nim-value, won where the last one loses)."""

    def __init__(self, options):
        self.options = options
        self.misere = oracle.Oracle(options, misere=True)
        self.values = {0: 0}

    def value(self, position):
        total = 0
        for size in position:
            if size not in self.values:
                after = {self.value(option) for option in self.options(size, None)}
                self.values[size] = min(set(range(len(after) + 1)) - after)
            total ^= self.values[size]
        return total

    def kind(self, position):
        return self.value(position), self.misere.wins(tuple(position))

    def broken(self, size):
        """The conditions that a row breaks, one by one as the note and its repair have them."""
        (value, won), below = (
            self.kind((size,)),
            {self.kind(o) for o in self.options(size, None)},
        )
        null, gremlin = (0, True), (1, True)
        return {
            number
            for number, breaks in (
                (1, value > 1 and not won),
                (2, value > 1 and won and not {null, gremlin} & below),
                (3, (value, won) == null and gremlin in below),
                (4, (value, won) == gremlin and null in below),
            )
            if breaks
        }

    def called_won(self, position):
        kinds = [self.kind((size,)) for size in position]
        if any((value == 0) != won for value, won in kinds):
            return self.value(position) != 0
        return sum(not won for _, won in kinds) % 2 == 0

    def errs(self, position):
        return self.called_won(position) != self.misere.wins(position)

    def smallest_error(self, sizes):
        """The mispredicted sum with the fewest rows, and of these with the smallest sizes."""
        sums = chain.from_iterable(
            sorted(combinations_with_replacement(sizes, rows), key=sum) for rows in (1, 2, 3)
        )
        return next((position for position in sums if self.errs(position)), None)


def rows_of(rules):
    return Rows(lambda size, player=None: list(rules.options(size)))


def full_sets(heaps):
    """Every game of so many heaps, each of which may become nothing or one other: a set of sets
    that holds the members of its members, the empty set being nothing."""
    games = {frozenset({frozenset()})}
    for _ in range(heaps):
        games = {
            game | {new}
            for game in games
            for number in range(len(game) + 1)
            for new in map(frozenset, combinations(game, number))
            if new not in game
        }
    return games


def lasts(heap):
    return 1 + max(map(lasts, heap)) if heap else 0


def as_rules(game):
    ordered = sorted(game, key=lasts)
    return {
        size: [(ordered.index(left),) if left else () for left in heap]
        for size, heap in enumerate(ordered)
        if heap
    }


@cache
def looked_at():
    """Every game of up to five heaps: its rules, what it breaks, the sum that is mispredicted."""
    found = []
    for heaps in range(1, 6):
        for rules in map(as_rules, full_sets(heaps)):
            rows = Rows(oracle.heaps(rules))
            broken = set().union(*map(rows.broken, rules))
            found.append((rules, broken, rows.smallest_error(sorted(rules))))
    return found


def test_a_game_of_up_to_five_heaps_is_mispredicted_exactly_if_it_breaks_a_condition():
    assert len(looked_at()) == 1 + 2 + 9 + 88 + 1802
    assert all(bool(broken) == bool(error) for _, broken, error in looked_at())


@pytest.mark.parametrize("left_out", EVERY_STATE, ids=lambda state: "".join(map(str, state)))
@pytest.mark.no_cover
def test_each_state_has_the_smallest_game_among_all(left_out):
    weakness = smallest_written(left_out)
    assert weakness == smallest(left_out)
    sizes = sorted(
        (len(rules), sum(map(len, rules.values())), len(error), sum(error))
        for rules, broken, error in looked_at()
        if error and broken <= left_out
    )
    if weakness is None:
        assert (left_out, sizes) == (frozenset(), [])
        return
    rules = weakness.ruleset.rules
    options = sum(map(len, rules.values()))
    assert sizes[0] == (len(rules), options, len(weakness.position), sum(weakness.position))
    assert lasts(as_set(rules)) == len(rules)


def as_set(rules):
    heaps = [frozenset()]
    for options in rules.values():
        heaps.append(frozenset(heaps[sum(option)] for option in options))
    return heaps[-1]


def test_no_game_that_lasts_fewer_moves_is_mispredicted():
    """All 16 games of up to three moves keep the four conditions; and of up to four moves none
    breaks the first or the third, since no game of three is a gremlin."""
    games = SmallGames()
    assert all(games.keeps(game, 4) for game in range(16))
    assert "gremlin" not in games.kinds[:16]
    assert "higher inverter" not in games.kinds


@pytest.mark.parametrize("weakness", [*WRITTEN, *OCTAL], ids=lambda weakness: weakness.key)
def test_each_game_breaks_its_condition_alone_and_is_mispredicted(weakness):
    rows = rows_of(weakness.ruleset)
    largest = max(weakness.position)
    assert rows.broken(largest) == {weakness.condition}
    assert not any(map(rows.broken, range(1, largest)))
    assert rows.smallest_error(range(1, largest + 1)) == weakness.position
    assert rows.called_won(weakness.position) == weakness.called_won
    assert rows.misere.wins(weakness.position) != weakness.called_won


def test_what_is_kept_is_what_a_search_finds_in_each_of_the_16_states():
    found = list(as_kept())
    assert (len(found), all(found)) == (32, True)


def test_with_all_four_conditions_there_is_no_game():
    assert smallest_octal(set()) is None
    assert smallest(set()) is None


def test_the_smallest_games_are_these():
    found = {weakness.condition: (weakness.key, weakness.position) for weakness in WRITTEN}
    assert found == {
        1: ("heaps:{1:[[]],2:[[],[1]],3:[[2]],4:[[3]],5:[[],[4]]}", (2, 5)),
        2: ("heaps:{1:[[]],2:[[],[1]],3:[[2]],4:[[1],[3]]}", (1, 4)),
        3: ("heaps:{1:[[]],2:[[],[1]],3:[[2]],4:[[3]],5:[[1],[4]]}", (1, 5)),
        4: ("heaps:{1:[[]],2:[[],[1]],3:[[2]],4:[[],[3]]}", (1, 4)),
    }
    assert {weakness.condition: weakness.key for weakness in OCTAL} == {
        1: "octal:0.314",
        2: "octal:0.312",
        3: "octal:0.337",
        4: "octal:0.35",
    }


def test_every_row_of_ones_own_breaks_what_it_says_and_errs_exactly_then():
    broken = {None: 0, 1: 0, 2: 0, 3: 0, 4: 0}
    for number in range(len(CHOICES) + 1):
        for options in combinations(CHOICES, number):
            row = own_row(options)
            rows = rows_of(row.ruleset)
            assert rows.kind((OWN,)) == (row.nim_value, row.kind.misere_outcome == "N")
            assert rows.broken(OWN) == ({row.condition} if row.condition else set())
            error = rows.smallest_error((1, 2, 3, 4, OWN))
            assert error == (row.weakness.position if row.weakness else None)
            assert bool(error) == bool(row.condition)
            broken[row.condition] += 1
    assert broken == {None: 96, 1: 12, 2: 4, 3: 4, 4: 12}


def test_the_choices_have_their_kinds():
    assert [(option, kind.value) for option, kind in choices()] == [
        ((), "null"),
        ((1,), "inverter"),
        ((2,), "higher switch"),
        ((3,), "higher switch"),
        ((1, 1), "null"),
        ((2, 2), "trap"),
        ((2, 3), "gremlin"),
    ]
