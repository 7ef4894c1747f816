"""What is said of a single component, in every family, against plain recursion."""

from functools import cache
from itertools import combinations_with_replacement

import pytest

from solver import Budget, Game, get_ruleset, reach_of, row_kinds
from solver.commands.command_line import main
from solver.genus import Species, bearing, forms_of
from solver.mex import mex
from solver.rulesets.octal import Octal
from solver.rulesets.rules import Ruleset
from solver.statements.sorts_of_rows import is_nim
from tests.solver.oracle import Oracle, grundy, heaps, hexadecimal, lasker, nim, octal, takes
from tests.solver.test_genus import HEAP, with_heaps

BY_HAND = {1: [()], 2: [(), (1,)], 3: [(1,), (1, 2)], 4: [(2, 2), ()], 5: [(4, 1), (3,)]}
HEAPS = "heaps:{1:[[]],2:[[],[1]],3:[[1],[1,2]],4:[[2,2],[]],5:[[4,1],[3]]}"
GAMES = {
    "nim": (nim, 7),
    "subtraction:1": (takes([1]), 7),
    "subtraction:3": (takes([1, 2, 3]), 9),
    "subtraction:{1,2,3}": (takes([1, 2, 3]), 9),
    "subtraction:{2,3}": (takes([2, 3]), 9),
    "subtraction:{1,3,4}": (takes([1, 3, 4]), 9),
    "kayles": (octal("0.77"), 8),
    "octal:0.33": (octal("0.33"), 9),
    "octal:0.07": (octal("0.07"), 11),
    "octal:0.137": (octal("0.137"), 10),
    "octal:4.7": (octal("4.7"), 6),
    "octal:0.4523": (octal("0.4523"), 8),
    "hexadecimal:8.3": (hexadecimal("8.3"), 6),
    "grundy": (grundy, 11),
    "lasker": (lasker, 8),
    HEAPS: (heaps(BY_HAND), 6),
}
every_game = pytest.mark.parametrize("key", GAMES)


class Recursion:
    """A game with heaps of Nim beside it, by its options alone."""

    def __init__(self, options):
        self.judge = with_heaps(options)
        self.plain = Oracle(self.judge.options, misere=False)
        self.nim_value = cache(lambda position: self._value(position, self.nim_value, 0))
        self.misere_value = cache(lambda position: self._value(position, self.misere_value, 1))

    def after(self, position):
        return {self.judge.after(position, move) for move in self.judge.moves(position)}

    def _value(self, position, of, stuck):
        reached = {of(later) for later in self.after(position)}
        return mex(reached) if reached else stuck

    def genus(self, position, most=4):
        beside = [tuple(sorted((*position, *[HEAP + 2] * twos))) for twos in range(most)]
        return self.nim_value(tuple(sorted(position))), list(map(self.misere_value, beside))

    def kind(self, position):
        """The kind by the words of the source."""
        value, wins = self.nim_value(tuple(sorted(position))), self.judge.wins(position)
        names = {0: ("trap", "null"), 1: ("inverter", "gremlin")}
        return names.get(value, ("higher inverter", "higher switch"))[wins]

    def broken(self, size):
        """The condition of R1 that a component breaks, or None."""
        kind, options = self.kind((size,)), {self.kind(later) for later in self.after((size,))}
        match kind:
            case "higher inverter":
                return 1
            case "higher switch" if not options & {"null", "gremlin"}:
                return 2
            case "null" if "gremlin" in options:
                return 3
            case "gremlin" if "null" in options:
                return 4
        return None


@cache
def found(key):
    return Recursion(GAMES[key][0])


@every_game
def test_nim_values_and_their_period(key):
    recursion, largest = found(key), GAMES[key][1]
    told = Game(key).nim_values(60)
    values = [recursion.nim_value((size,)) for size in range(largest + 1)]
    assert list(told.values[: largest + 1]) == values
    if told.period:
        for size in range(told.preperiod, 61 - told.period):
            assert told[size] == told[size + told.period]
    if get_ruleset(key).has_each_value_once:
        assert told.period is None
        assert sorted(Game(key).nim_values(64).values[:61]) == list(range(61))
        assert "nothing repeats" in told.proof


@every_game
def test_genus_and_misere_nim_value(key):
    recursion, largest = found(key), GAMES[key][1]
    singles = [(size,) for size in range(largest + 1)]
    sizes = range(1, min(largest, 5) + 1)
    for position in [*singles, *combinations_with_replacement(sizes, 2)]:
        genus = bearing(key, position, Budget()).genus
        value, beside = recursion.genus(position)
        assert (genus.normal, [genus.misere_beside(twos) for twos in range(4)]) == (value, beside)


@every_game
def test_species_and_form(key):
    """A form that is a Nim heap wins and loses as that heap does, beside rows and heaps. A tame
    component has the genus of a sum of Nim heaps; one that has another genus is not tame."""
    recursion, largest = found(key), GAMES[key][1]
    company = [(), (1,), (2,), (3,), (1, 2), (3, 3), (HEAP + 2,), (HEAP + 1, HEAP + 3)]
    for size in range(largest + 1):
        told = bearing(key, size, Budget())
        assert told.species is not Species.TAME or told.genus.is_of_nim
        if told.form.isdigit():
            heap = (HEAP + int(told.form),) if int(told.form) else ()
            for rows in company:
                assert recursion.judge.wins((size, *rows)) == recursion.judge.wins((*heap, *rows))


@every_game
def test_a_component_called_equal_to_a_nim_heap_reduces_to_it(key):
    """Nothing but the options is asked here: the claim is left out."""
    rules, largest = get_ruleset(key), GAMES[key][1]

    class Unclaimed(Ruleset):
        key, name, family = rules.key, rules.name, rules.family

        def options(self, size, player=None):
            return rules.options(size, player)

    forms = forms_of(Unclaimed())
    for size in range(largest + 1):
        heap = rules.closed_heap(size)
        if heap is not None:
            assert forms[forms.of((size,), Budget())].heap == heap
    assert is_nim(rules) == (key == "nim")


@every_game
def test_kinds_and_how_far_r1_reaches(key):
    recursion, largest = found(key), GAMES[key][1]
    kinds = row_kinds(key, largest)
    for row in kinds.rows:
        assert row.kind == recursion.kind((row.size,))
        assert row.nim_value == recursion.nim_value((row.size,))
    breaks = [size for size in range(1, largest + 1) if recursion.broken(size)]
    reach = reach_of(key)
    if breaks:
        assert (reach.ending, reach.size) == ("broken", breaks[0])
        assert reach.detail == recursion.broken(breaks[0])
    else:
        assert reach.holds or reach.size > largest or reach.ending == "open"
    if reach.ending == "periodic":
        for size in range(reach.size, largest + 1 - reach.detail):
            assert recursion.kind((size,)) == recursion.kind((size + reach.detail,))


class Daisies(Octal):
    """4.7 with a formula for its nim-values, which is right."""

    def __init__(self):
        super().__init__((4, 7))
        self.key, self.name = "daisies of my own", "Daisies"

    def closed_nim_value(self, size):
        return size and 2 - size % 2


def test_a_formula_for_nim_values_makes_no_answer_wrong():
    rules, sizes = Daisies(), range(1, 8)
    positions = [rows for n in (1, 2, 3) for rows in combinations_with_replacement(sizes, n)]
    assert Game(rules).analyse((1, 1, 5)).outcome == "N"
    for convention in ("normal", "misere"):
        search = Oracle(octal("4.7"), misere=convention == "misere")
        for position in positions:
            answer = Game(rules).analyse(position, convention)
            assert answer.to_move_wins == search.wins(position), position
            moves = {(move.component, tuple(sorted(move.becomes))) for move in answer.moves}
            assert moves == search.winning_moves(position), position


def test_a_formula_says_what_a_table_would_say():
    rules, plain = Daisies(), "octal:4.7"
    ours, theirs = Game(rules).nim_values(40), Game(plain).nim_values(40)
    assert (ours.values, ours.preperiod, ours.period) == (
        (theirs.values, theirs.preperiod, theirs.period)
    )
    assert Game(rules).genus(5) == Game(plain).genus(5)
    assert reach_of(rules).text == reach_of(plain).text
    assert reach_of(rules).violation == reach_of(plain).violation
    assert Game(rules).quotient(6).order == Game(plain).quotient(6).order


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("subtraction:2", "from 0 on they repeat every 3"),
        ("subtraction:3", "from 0 on they repeat every 4"),
        ("subtraction:{1,2,3}", "from 0 on they repeat every 4"),
        ("octal:0.33", "from 0 on they repeat every 3"),
        ("nim", "a formula gives every value, and no two sizes share one: nothing repeats"),
        ("lasker", "a formula gives every value, and no two sizes share one: nothing repeats"),
        ("grundy", "no period is proved"),
    ],
)
def test_the_command_line_tells_what_is_proved_of_nim_values(key, said, capsys):
    assert main(["nim-values", key, "--up-to", "100"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == said


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("lasker", "R1 covers heaps of every size: their kinds follow from a formula."),
        ("subtraction:2", "R1 covers rows of every length: from 0 on, the kinds repeat every 3."),
        (
            "heaps:{1:[[]],2:[[],[1]]}",
            "R1 covers heaps of every size: from 3 on, all are of one kind.",
        ),
    ],
)
def test_heaps_are_called_heaps(key, said):
    assert reach_of(key).text == said


def test_the_proof_of_a_quotient_speaks_of_the_components_of_its_game():
    rules = "heaps:{1:[[]],2:[[],[1]]}"
    assert Game(rules).quotient().report()["reason"] == (
        "This is proved for heaps of every size: from 3 on, all are alike."
    )
    assert repr(Game(rules).quotient()).endswith("heaps of every size>")
    assert repr(Game("grundy").quotient(5)).endswith("heaps up to 5>")
    assert (
        Game("octal:0.75")
        .quotient()
        .report()["reason"]
        .startswith("This is proved for rows of every length")
    )
