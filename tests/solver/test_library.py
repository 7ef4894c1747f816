"""The library has no corners: one kind of error, one order of arguments, one kind of budget, games
that compare, and who wins on boards whose moves nobody would list."""

import json
from functools import reduce
from itertools import combinations_with_replacement
from operator import xor

import pytest

import solver
from solver import Budget, BudgetExceededError, Game, InvalidInputError, Outcome, SolverError
from solver.commands.command_line import main
from solver.opponents.misconceptions import EVEN_ONES

from . import oracle

JUNK = [None, 1.0, b"3+2", Game, True, -1, "x", [1.0], [None], {"a": 1}]


@pytest.mark.parametrize("junk", JUNK, ids=repr)
@pytest.mark.parametrize(
    "ask",
    [
        lambda junk: solver.analyse(junk, (1,)),
        lambda junk: solver.analyse("kayles", junk),
        lambda junk: solver.analyse("kayles", 5, budget=junk if junk is not None else -1),
        lambda junk: solver.analyse("kayles", 5, junk),
        lambda junk: solver.analyse("kayles", 5, theory=junk if junk is not None else ""),
        lambda junk: solver.analyse("partizan-kayles", 5, "misere", junk or "nobody"),
        lambda junk: solver.distinguish("kayles", junk, 1),
        lambda junk: solver.distinguish("kayles", 1, junk),
        lambda junk: solver.distinguish("kayles", 1, 2, junk),
        lambda junk: solver.bearing("kayles", junk),
        lambda junk: solver.classify("kayles", junk),
        lambda junk: solver.row_kinds("kayles", junk),
        lambda junk: solver.nim_value("kayles", junk),
        lambda junk: solver.invertibility("partizan-kayles", junk),
        Game,
        lambda junk: Game("kayles").nim_values(junk),
        lambda junk: Game("kayles").quotient(-1 if junk is None else junk),
        lambda junk: Game("kayles").outcome(junk),
        lambda junk: Game("kayles").winning_move(junk),
        lambda junk: list(Game("kayles").p_positions(junk)),
        lambda junk: Game("kayles").misere_nim_value(junk),
        lambda junk: Game("octal:0.75").quotient().word(junk),
        lambda junk: Game("octal:0.75").quotient().product(str(junk) + "?"),
        lambda junk: solver.misere_monoid("partizan-kayles", 0 if junk is None else junk),
        lambda junk: solver.separate(junk, solver.Spec("kayles"), 1),
        lambda junk: solver.separate(EVEN_ONES, junk, 1),
    ],
)
def test_what_cannot_be_read_is_a_solver_error_in_one_sentence(ask, junk):
    with pytest.raises(SolverError) as caught:
        ask(junk)
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)


def test_a_user_error_is_no_error_of_theirs_to_read_twice():
    """A position is looked at before the budget is spent, and says what is accepted."""
    with pytest.raises(InvalidInputError, match="'None' is not a position; write whole numbers"):
        solver.analyse("kayles", None)
    with pytest.raises(InvalidInputError, match="'-1' is not a size; write a whole number from 0"):
        Game("kayles").nim_values(-1)
    with pytest.raises(InvalidInputError, match="'kayles' is not a habit; use the one with"):
        solver.separate("kayles", (9,), (12,))


@pytest.mark.parametrize("ending", ["misere", solver.Convention.NORMAL])
def test_the_position_comes_before_the_convention_and_the_old_order_is_read(ending):
    for one, other in (("2+2", ()), (4, 1), ("1", "2")):
        now = solver.distinguish("kayles", one, other, ending)
        assert solver.distinguish("kayles", ending, one, other) == now
        named = {"convention": ending, "one": one, "other": other}
        assert solver.distinguish("kayles", **named) == now
    assert solver.distinguish("kayles", "2+2", ()).company == ()


@pytest.mark.parametrize(
    "ask",
    [
        lambda budget: solver.analyse("kayles", (30, 29), theory="exhaustive", budget=budget),
        lambda budget: solver.ask("kayles", 30, budget=budget).search().wins((30, 29)),
        lambda budget: solver.classify("octal:0.07", 300, budget=budget),
        lambda budget: solver.bearing("octal:0.3122", (20, 20), budget),
        lambda budget: solver.nim_value("octal:0.6", 3000, budget),
        lambda budget: Game("octal:0.16").nim_values(3000, budget),
        lambda budget: Game("octal:0.16").quotient(40, budget),
        lambda budget: Game("octal:0.3122").genus((20, 20), budget),
        lambda budget: Game("octal:0.16").outcome((60, 59, 58), budget=budget),
        lambda budget: Game("octal:0.16").winning_move((60, 59, 58), budget=budget),
        lambda budget: list(Game("octal:0.16").p_positions(40, budget=budget)),
    ],
)
def test_a_budget_is_a_number_or_what_is_left_of_one(ask):
    for budget in (20, Budget(20)):
        with pytest.raises(BudgetExceededError):
            ask(budget)
    spent = Budget(0)
    with pytest.raises(BudgetExceededError):
        ask(spent)
    assert solver.select(solver.Spec("nim"), 1, seed=1, budget=Budget(5_000))


def test_games_are_equal_if_their_rules_are():
    class Own(type(solver.get_ruleset("kayles"))):
        """Somebody's class, whose key tells nobody what it does."""

    games = {Game("kayles"), Game(" Kayles "), Game("octal:0.77"), Game("nim")}
    assert len(games) == 3
    assert Game("subtraction:{1,2,3}") == Game("subtraction:3") != "subtraction:3"
    own = Own()
    assert Game(own) == Game(own) != Game(Own())
    assert Game(own) != Game("kayles")


def test_the_package_says_its_release():
    assert solver.__version__ == solver.RELEASE
    assert "__version__" in dir(solver)


def test_kinds_are_iterated_and_results_are_told_in_a_line():
    kinds = solver.classify("kayles", 30)
    assert [entry.size for entry in kinds] == [*range(31)]
    assert (len(kinds), kinds[5]) == (31, kinds.sizes[5])
    assert repr(kinds) == "<kinds of Kayles up to 30: R1 stops at 5>"
    assert repr(solver.classify("nim", 3)) == "<kinds of Nim up to 3: R1 holds so far>"
    many = [
        solver.analyse("kayles", range(1, 60), "normal"),
        solver.misere_monoid("partizan-kayles", 8),
        solver.misere_monoid("kayles", 8),
        solver.misere_monoid("domineering:2x2", budget=5_000),
        solver.infinite_quotient("octal:0.354"),
        solver.shipped_quotient("octal:0.75"),
        Game("kayles").quotient().known,
        Game("kayles").quotient().known.monoid,
        Game("kayles").nim_values(100),
        Game("kayles").quotient(),
    ]
    for told in many:
        assert 20 < len(repr(told)) < 200, repr(told)
    assert "43 winning moves" in repr(many[0]) or "winning move" in repr(many[0])
    assert "count as the integers" in repr(many[1])
    assert "40 elements, 9 losing" in repr(many[6])


def test_a_quotient_multiplies_and_is_iterated():
    quotient = Game("kayles").quotient()
    assert [*quotient] == quotient.elements
    assert len(quotient) == quotient.order == 40
    search = oracle.Oracle(oracle.kayles, misere=True)
    positions = [*combinations_with_replacement(range(1, 7), 2)]
    for one in positions:
        for other in positions[::3]:
            word = quotient.product(quotient.word(one), quotient.word(other))
            assert word == quotient.word(one + other)
            assert (word in quotient.p_portion) == (not search.wins(one + other))
    assert quotient.product() == quotient.product("1") == "1"
    assert quotient.product("aab") == quotient.product("b")


def test_sage_gets_relations_that_hold_and_as_many_elements():
    quotient = Game("octal:0.75").quotient()
    lines = quotient.to_sage().splitlines()
    assert lines[0].startswith("# The misere quotient of octal:0.75: order 8")
    given = dict(line.split(" = ", 1) for line in lines[1:5] if not line.startswith("R "))
    assert lines[1].startswith('R = PolynomialRing(QQ, "a, b')

    def value(word):
        """A monomial as an element."""
        letters = [part.partition("^") for part in word.split("*")]
        return quotient.product(*(letter * int(power or 1) for letter, _, power in letters))

    relations = given["relations"].removeprefix("R.ideal([").removesuffix("])").split(", ")
    assert len(relations) == len(quotient.relations) > 1
    for relation in relations:
        one, other = relation.split(" - ")
        assert value(one) == value(other), relation
    for name, elements in (("elements", quotient.elements), ("losing", quotient.p_portion)):
        words = given[name].partition("in [")[2].removesuffix("]]").split(", ")
        assert [*map(value, words)] == elements
    from solver.quotients.lettered import sage_word

    assert (sage_word("abb"), sage_word("{{"), sage_word("1")) == ("a*b^2", "x27^2", "1")


DECIDED = [
    ("nim", oracle.nim),
    ("kayles", oracle.kayles),
    ("grundy", oracle.grundy),
    ("octal:0.35", oracle.octal("0.35")),
    ("octal:0.16", oracle.octal("0.16")),
    ("subtraction:{1,3,4}", oracle.takes([1, 3, 4])),
    ("partizan-kayles", oracle.partizan_kayles),
    ("heaps:{1:[[]]|[],2:[[1]]|[[]]}", oracle.sided_heaps({1: [()], 2: [(1,)]}, {2: [()]})),
]


@pytest.mark.parametrize("is_listed", [True, False])
@pytest.mark.parametrize("ending", ["normal", "misere"])
@pytest.mark.parametrize(("key", "options"), DECIDED)
def test_outcomes_and_moves_are_those_of_search(key, options, ending, is_listed, monkeypatch):
    """Also where the moves count as too many to list, and classes of rows decide."""
    if not is_listed:
        refusal = BudgetExceededError("Too many.", budget=1)
        monkeypatch.setattr("solver.outcome_classes._listed", lambda question: refusal)
    game, search = Game(key), oracle.Oracle(options, misere=ending == "misere")
    players = ("left", "right") if game.ruleset.partizan else (None,)
    largest = {"heaps": 2, "grundy": 4, "octal:0.16": 4}.get(key.partition(":{")[0], 7)
    lost = set()
    for rows in range(4):
        for position in combinations_with_replacement(range(1, largest + 1), rows):
            wins = {player: search.wins(position, player) for player in players}
            lost |= set() if any(wins.values()) else {position}
            try:
                outcome = game.outcome(position, ending)
            except BudgetExceededError:
                assert not is_listed
                assert key.startswith("heaps")  # which nothing decides but search
                continue
            for player, won in wins.items():
                assert outcome.wins(player and solver.Player(player)) == won, position
                move = game.winning_move(position, ending, player)
                if move is None:
                    stuck = not any([*options(size, player)] for size in position)
                    assert not won or stuck, position
                    continue
                assert won
                other = {None: None, "left": "right", "right": "left"}[player]
                assert not search.wins(move.apply(position), other), (position, str(move))
                sizes = {tuple(sorted(filter(None, one))) for one in options(move.size, player)}
                assert move.becomes in sizes
    if is_listed or not key.startswith("heaps"):
        pieces = 6
        told = [*game.p_positions(pieces, ending)]
        small = {one for one in lost if sum(one) <= pieces}
        assert small == {one for one in told if len(one) <= 3 and max(one, default=0) <= largest}
        assert [*map(sum, told)] == sorted(map(sum, told))


def test_five_thousand_rows_of_up_to_five_thousand_have_an_outcome_and_a_move():
    """Kayles by a nim-sum of this test's own, partizan Kayles by the balance of Milley's theorem
    and by the values of strips."""
    rows = [*range(1, 5001)]
    values = [0]
    for size in range(1, 5001):
        if size > 160:  # they repeat every 12 from 71 on
            values.append(values[size - 12])
            continue
        splits = (
            (part, total - part) for total in (size - 1, size - 2) for part in range(total + 1)
        )
        reached = {values[one] ^ values[other] for one, other in splits if other >= 0}
        values.append(next(n for n in range(99) if n not in reached))

    def nim_sum(position):
        return reduce(xor, (values[size] for size in position), 0)

    kayles, strips = Game("kayles"), Game("partizan-kayles")
    assert nim_sum(rows) > 0
    assert kayles.outcome(rows, "normal") is Outcome.N
    assert nim_sum(kayles.winning_move(rows, "normal").apply(tuple(rows))) == 0
    twice = rows + rows
    assert kayles.outcome(twice, "normal") is Outcome.P
    assert kayles.winning_move(twice, "normal") is None
    move = kayles.winning_move(rows, "misere")
    assert kayles.outcome(rows, "misere") is Outcome.N
    assert kayles.outcome(move.apply(tuple(rows)), "misere") is Outcome.P

    for ending in ("normal", "misere"):
        outcome = strips.outcome(rows, ending)
        for player in solver.Player:
            move = strips.winning_move(rows, ending, player)
            assert (move is not None) == outcome.wins(player)
            if move:
                left = strips.outcome(move.apply(tuple(rows)), ending)
                assert not left.wins(player.other)


def test_written_heaps_have_a_largest_one(capsys):
    assert main(["monoid", "heaps:{1:[[]]|[]}"]) == 0
    assert "1" in capsys.readouterr().out
    assert main(["monoid", "heaps:{1:[[]]|[],2:[]|[[]]}", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["up_to"], told["sort"], told["values"]) == (2, "integers", {"1": 1, "2": -1})
    for key in ("heaps:{}", "kayles"):
        with pytest.raises(InvalidInputError, match="'nothing' is not a largest heap"):
            solver.misere_monoid(key)


def test_a_quotient_names_its_solver_and_a_partizan_game_its_monoid(capsys):
    for asked in (["octal:0.75"], ["nim"], ["octal:0.75", "--growth"], ["subtraction:4000"]):
        assert main(["quotient", *asked, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["solver"] == solver.VERSION
    with pytest.raises(InvalidInputError, match="misere_monoid"):
        Game("partizan-kayles").quotient()
    assert main(["quotient", "partizan-kayles"]) == 2
    assert "the command monoid" in capsys.readouterr().err


def test_the_misere_nim_value_is_that_of_a_search():
    search = oracle.Oracle(oracle.kayles, misere=True)
    for size in range(9):
        value = Game("kayles").misere_nim_value(size)
        found = next(n for n in range(9) if not beside_nim(search, size, n))
        assert value == found


def beside_nim(search, size, heap):
    """Whether a row beside a Nim heap is won, where the last one loses."""
    options = search.options
    memory = {}

    def wins(rows, nim):
        key = tuple(sorted(rows)), nim
        if key not in memory:
            after = [(rows, left) for left in range(nim)]
            for place, row in enumerate(rows):
                rest = rows[:place] + rows[place + 1 :]
                after += [(rest + option, nim) for option in options(row, None)]
            memory[key] = not after or not all(wins(*one) for one in after)
        return memory[key]

    return wins((size,), heap)


@pytest.mark.parametrize(
    ("key", "is_solved"),
    [
        *((f"octal:{code}", True) for code in ("4.7", "4.71", "0.355", "0.75")),
        *((f"octal:{code}", False) for code in ("0.26", "0.77", "4.704", "0.7577")),
        ("nim", False),
        ("subtraction:{1,3,4}", False),
    ],
)
def test_the_literature_on_play_is_named_for_its_games_alone(key, is_solved):
    """Octal games of at most three digits with nim-values 1, 2, 1, 2, … by a search."""
    assert ("1992" in solver.solved_play(solver.get_ruleset(key))) == is_solved
    if is_solved:
        values = Game(key).nim_values(30).values
        assert values[1:] == (1, 2) * 15


def test_the_command_names_the_literature_where_the_quotient_is_open(capsys):
    assert main(["quotient", "4.7", "--up-to", "8"]) == 0
    assert "Theoretical Computer Science 96, 1992" in capsys.readouterr().out
    assert main(["quotient", "4.7", "--up-to", "8", "--json"]) == 0
    assert "Plambeck" in json.loads(capsys.readouterr().out)["literature"]
    assert main(["quotient", "0.75", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["literature"] is None
