import ast
import subprocess
import sys
from collections import OrderedDict
from dataclasses import replace
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random
from time import thread_time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import solver
from solver import (
    FAMILIES,
    BudgetExceededError,
    Conjecture,
    Convention,
    Game,
    Inquiry,
    Kind,
    SolverError,
    analyse,
    answer,
    ask,
    bearing,
    classified,
    classify,
    distinguish,
    examine,
    get_ruleset,
    nim_value,
    quotient_of,
    reach_of,
    read_formula,
    row_kinds,
    signature,
    teaching,
)
from solver.budget import DEFAULT_BUDGET, LOOK_EVERY, STEPS, Budget, Once
from solver.nim_values import nim_values
from solver.opponents.opponents import get_opponent, hardest_replies
from solver.profiles import length, profile
from solver.quotients import QuotientTable
from solver.teaching import Atlas, Figures, film, miscount
from solver.theories import THEORIES

from . import oracle

digits = st.text("01234567", min_size=1, max_size=8)
octals = st.builds("octal:{}.{}".format, st.sampled_from("04"), digits)
sets = st.sets(st.integers(1, 9), min_size=1, max_size=4).map(
    lambda takes: f"subtraction:{{{','.join(map(str, sorted(takes)))}}}"
)


@st.composite
def heaps(draw):
    largest = draw(st.integers(1, 8))
    rules = {
        size: draw(st.lists(st.lists(st.integers(0, size - 1), max_size=4), max_size=4))
        for size in range(1, largest + 1)
    }
    return "heaps:{" + ",".join(f"{size}:{options}" for size, options in rules.items()) + "}"


def answered_or_refused(work, *arguments, said=lambda: "."):
    """What *work* answers; None where it refuses, which it must do in a sentence."""
    try:
        return work(*arguments)
    except SolverError as error:
        sentence = str(error)
    assert said() in sentence
    assert sentence.endswith(".")
    return None


rulesets = st.one_of(octals, sets, heaps())
rows = st.lists(st.integers(1, 60), max_size=12)


def options_of(key):
    kind, _, rest = key.partition(":")
    if kind == "octal":
        return oracle.octal(rest)
    rules = get_ruleset(key)
    if kind == "subtraction":
        return oracle.takes(rules.takes)
    return oracle.heaps(rules.rules)


@settings(max_examples=60, deadline=None)
@given(key=rulesets, position=rows, convention=st.sampled_from(["normal", "misere"]))
@example(key="octal:0.7476", position=[17, 7, 10, 10, 48, 7, 17], convention="normal")
def test_any_game_is_answered_or_refused_within_what_it_may_cost(key, position, convention):
    question = ask(key, position, convention, budget=200)
    for theory in THEORIES:
        if theory.refusal(question.within(2)) is None:
            answered_or_refused(theory.analyse, question.within(2))
    for look in (answer, profile, hardest_replies):
        answered_or_refused(look, question)
    # Each loop stops at the first step it cannot pay for, and no single step is a long one.
    assert question.budget.spent < 200 * STEPS + 40_000


@settings(max_examples=40, deadline=None)
@given(key=rulesets, up_to=st.integers(0, 40))
def test_any_game_is_classified_and_given_a_quotient_or_refused(key, up_to):
    found = answered_or_refused(lambda: classify(get_ruleset(key), up_to, budget=200))
    assert found is None or found.up_to == up_to
    table = QuotientTable(get_ruleset(key))
    answered_or_refused(table.grow, up_to, Budget(200), said=lambda: f"up to {table.up_to}")
    assert table.complete or table.up_to <= up_to


@settings(max_examples=60, deadline=None)
@given(key=rulesets, position=st.lists(st.integers(1, 6), max_size=3))
def test_any_answer_about_a_small_position_is_that_of_search(key, position):
    judge = oracle.Oracle(options_of(key), misere=True)
    try:
        answered = analyse(key, position, "misere", budget=2_000)
    except SolverError:
        return
    assert answered.to_move_wins == judge.wins(tuple(position))
    assert oracle.found(answered) == judge.winning_moves(tuple(position))


@pytest.mark.parametrize("code", ["0.564", "0.565", "0.566", "0.567"])
@pytest.mark.no_cover
def test_a_heap_told_apart_from_a_sum_only_by_a_later_heap_gets_a_letter_of_its_own(code):
    table = QuotientTable(get_ruleset(f"octal:{code}"))
    table.grow(10, Budget())
    # Up to heap 8 the heap of 8 counts as 1+1+3; the heap of 9 tells them apart.
    assert table.element(8, Budget()) != table.product((1, 1, 3), Budget())
    judge = oracle.Oracle(oracle.octal(code), misere=True)
    for count in (1, 2, 3):
        for position in combinations_with_replacement(range(1, 11), count):
            assert table.is_p(position, Budget()) == (not judge.wins(position))
    assert analyse(f"octal:{code}", "14", budget=1_000).to_move_wins == judge.wins((14,))


def test_the_length_of_a_position_is_paid_for():
    inner, outer = ",".join(["7"] * 300), ",".join(["8"] * 300)
    rules = f"heaps:{{9:[[{outer}]],8:[[{inner}]]}}"
    search = ask(rules, [9], "misere", budget=3_000)
    with pytest.raises(BudgetExceededError, match="3,000 positions"):
        answer(search, theory="exhaustive")
    # 9 becomes 300 heaps of 8, each of which becomes 300 of 7: 90,000 heaps at the end.
    assert search.budget.spent < 3_000 * STEPS + 12_000


def test_a_long_game_is_no_deep_recursion():
    rules = "heaps:{" + ",".join(f"{n}:[[{n - 1},{n - 1}]]" for n in range(1, 14)) + "}"
    assert length(ask(rules, [13], "misere")) is None


def test_a_part_of_a_budget_is_spent_of_the_whole():
    whole = Budget(10)
    part = whole.part(2)
    part.spend(400)
    assert (whole.remaining, part.remaining) == (600, 100)
    with pytest.raises(BudgetExceededError, match="10 positions"):
        part.spend(101)
    whole.spend(400)
    assert whole.remaining == 99


def test_one_position_is_said_in_the_singular():
    with pytest.raises(BudgetExceededError, match="of 1 position\\."):
        Budget(1).spend(STEPS + 1)


def test_the_clock_ends_what_takes_too_long():
    budget = Budget(10**6, seconds=0)
    with pytest.raises(BudgetExceededError, match="0 seconds of thinking"):
        budget.spend(LOOK_EVERY)
    assert budget.is_late


def test_a_small_question_is_answered_however_late_its_thread_is():
    late = Budget(2_000, seconds=-1)  # a machine may stop a thread before it has done anything
    assert answer(ask("nim", "1+3+5+7", "misere", budget=late)).outcome.value == "P"
    part = late.part(2)
    with pytest.raises(BudgetExceededError, match="seconds of thinking"):
        part.spend(LOOK_EVERY)


def test_within_its_time_a_budget_is_spent_to_the_end():
    budget = Budget(100, seconds=600)
    for _ in range(5):
        budget.spend(LOOK_EVERY)
    assert (budget.remaining, budget.is_late) == (0, False)
    with pytest.raises(BudgetExceededError, match="100 positions"):
        budget.spend(1)


def test_a_quotient_goes_on_where_a_budget_ended_it():
    rules = get_ruleset("kayles")
    table, looks = QuotientTable(rules), 0
    while not table.complete:
        looks += 1
        try:
            table.grow(None, Budget(150))
        except BudgetExceededError:
            assert looks < 30
    assert (table.monoid.order, table.preperiod, table.period) == (40, 71, 12)
    assert looks > 1


def test_what_was_too_costly_is_not_tried_again_with_no_more():
    table = QuotientTable(get_ruleset("octal:0.565"))
    with pytest.raises(BudgetExceededError):
        table.grow(14, Budget(1_000))
    known = table.up_to
    for _ in range(2):  # the first may have had little left when it came to the heap
        again = Budget(1_000)
        with pytest.raises(BudgetExceededError):
            table.grow(14, again)
    assert again.spent == 0
    assert table.up_to >= known


def test_a_clock_that_ends_it_says_nothing_about_the_next_time():
    table = QuotientTable(get_ruleset("kayles"))
    with pytest.raises(BudgetExceededError, match="thinking"):
        table.grow(None, Budget(10**6, seconds=0))
    table.grow(20, Budget())
    assert [size for size in range(1, 21) if table.is_p((size,), Budget())] == [1, 4, 9, 12, 20]


def test_a_habit_that_takes_too_long_is_not_followed(monkeypatch):
    norma, question = get_opponent("norma"), ask("nim", "1+2+4", "misere")

    def too_long(asked):
        asked.question.budget.spend(asked.question.budget.remaining + 1)

    monkeypatch.setattr(norma, "habit", replace(norma.habit, chooses=too_long))
    assert norma.choose(question, Random(1)) in answer(question).moves


def test_a_clock_that_has_time_left_ends_nothing():
    budget = Budget(100, seconds=60)
    budget.spend(LOOK_EVERY)
    assert not budget.is_late
    assert budget.remaining == 100 * STEPS - LOOK_EVERY


def test_a_search_that_was_too_large_is_refused_at_once_the_next_time():
    def spent(budget):
        question = ask("octal:0.07", "60+59+58", "normal", budget=budget)
        with pytest.raises(BudgetExceededError, match="An exact answer takes more than"):
            answer(question, theory="exhaustive")
        return question.budget.spent

    assert spent(300) >= 300 * STEPS
    assert spent(300) == 0
    # With much more it is tried again.
    assert spent(400) >= 400 * STEPS


def test_a_search_that_was_begun_goes_on_where_it_was():
    question = ask("partizan-kayles", "9+8+7", "misere", "left", budget=10_000)
    looks = 0
    while looks < 50:
        looks += 1
        try:
            found = answer(replace(question, budget=Budget(25)), theory="exhaustive")
            break
        except BudgetExceededError:
            pass
    assert looks > 2
    assert found.moves == answer(question, theory="exhaustive").moves


def test_only_so_many_refusals_are_remembered(monkeypatch):
    monkeypatch.setattr("solver.theories.exhaustive.REMEMBERED", 1)
    monkeypatch.setattr("solver.theories.exhaustive._too_large", OrderedDict())
    for position in ("31+30+29", "32+31+30", "33+32+31"):
        for fresh in (True, False):
            question = ask("octal:0.07", position, "normal", budget=200)
            with pytest.raises(BudgetExceededError):
                answer(question, theory="exhaustive")
            assert bool(question.budget.spent) is fresh
    forgotten = ask("octal:0.07", "31+30+29", "normal", budget=200)
    with pytest.raises(BudgetExceededError):
        answer(forgotten, theory="exhaustive")
    assert forgotten.budget.spent


def test_what_is_done_once_for_everybody_takes_nobodys_time():
    budget = Budget(10**6, seconds=0.2)
    with budget.aside(Once.KAYLES):
        until = thread_time() + 0.3
        while thread_time() < until:
            pass
    budget.spend(LOOK_EVERY)
    assert not budget.is_late
    with Budget().aside(Once.KAYLES):
        pass


def test_who_asks_first_about_kayles_is_answered_however_little_time_there_is():
    asked = (
        "from solver import Budget, analyse; from time import thread_time; analyse('nim', '3');"
        "start = thread_time();"
        "print(analyse('kayles', '9', budget=Budget(2000, 0.01)).outcome.value);"
        "assert thread_time() - start > 0.01"
    )
    said = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert said.stdout == "P\n"


# --- nothing is computed without a budget -----------------------------------------------------

SOLVER = Path(solver.__file__).parent
AT_THE_DOOR = {
    "analyse",
    "ask",
    "classify",
    "matched",
    "nim_value",
    "reach_of",
    "select",
    "bearing",
    "classified",
    "distinguish",
    "genus_film",
    "growth_of",
    "compare_forms",
    "form_census",
    "invertibility",
    "outcomes_beside",
    "reduced_form",
    "mex_function",
    "miscount",
    "misere_monoid",
    "quotient_of",
    "row_kinds",
}
"""What may be asked without saying what it may cost; there the usual budget is filled in."""
OF_A_GAME = {
    *("genus", "misere_nim_value", "nim_values", "quotient"),
    *("outcome", "p_positions", "winning_move"),
}
"""What a notebook asks of a :class:`Game`; the site has none."""
OF_THE_COMMANDS = {"answer_lines"}


def functions_with_a_default():
    """Every function of the solver whose budget may be left out, and where it stands."""
    for file in sorted(SOLVER.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                plain = [*node.args.posonlyargs, *node.args.args]
                filled = plain[len(plain) - len(node.args.defaults) :]
                named = zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
                filled += [argument for argument, default in named if default is not None]
                if any(argument.arg == "budget" for argument in filled):
                    yield node.name


def test_below_the_door_everything_that_grows_demands_a_budget():
    assert set(functions_with_a_default()) == AT_THE_DOOR | OF_A_GAME | OF_THE_COMMANDS
    assert {*solver.__all__, *teaching.__all__} >= AT_THE_DOOR


def test_the_clock_stops_for_named_constants_alone():
    """Whatever somebody can name costs them; each constant is computed in one place."""
    named = []
    for file in sorted(SOLVER.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(".aside"):
                [constant] = map(ast.unparse, node.args)
                named.append(constant)
    assert named == [f"Once.{once.name}" for once in Once]
    with pytest.raises(ValueError, match=r"octal:0\.07"), Budget().aside("octal:0.07"):
        raise AssertionError("It was let in.")


def test_a_question_made_by_hand_has_the_usual_budget_of_its_own():
    one, other = (Inquiry(get_ruleset("kayles"), (5, 4), Convention.MISERE) for _ in range(2))
    answer(one)
    assert one.budget.positions == other.budget.positions == DEFAULT_BUDGET
    assert one.budget.spent > other.budget.spent == 0


# --- the heaviest of every family ---------------------------------------------------------------

HEAPS = "heaps:{" + ",".join(f"{n}:[[{n - 1},{n - 1}],[{n - 2}]]" for n in range(2, 32)) + "}"
HEAVIEST = {
    "octal": ("octal:4.77777777", "octal:0.77777777", "octal:0.07"),
    "hexa": ("hexadecimal:C.FFFFFFFF", "hexadecimal:0.FFFFFD", "hexadecimal:0.8"),
    "heaps": (HEAPS, "push:5", "domineering:4x4"),
    "takes": ("subtraction:{1,7,23,41,43,47,53,59}", "subtraction:{2,999983}"),
    "rows": ("subtraction:60", "subtraction:1000000"),
    "kayles": ("kayles",),
    "chess": ("octal:0.137",),
    "grundy": ("grundy",),
    "lasker": ("lasker",),
    "nim": ("nim",),
    "partizan": ("partizan-kayles",),
}
FEW = 200
ENOUGH = 1.5
"""Seconds of processor that :data:`FEW` positions never cost: they are worth some hundredths."""
LONG = (60, 59, 58, 57)


def test_every_family_has_its_heaviest_members():
    assert set(HEAVIEST) == {get_ruleset(key).family for keys in HEAVIEST.values() for key in keys}
    assert {family.key for family in FAMILIES} <= set(HEAVIEST)


def computations(key):
    """Everything at the door that computes, with the budget that it is given."""
    rules, budget = get_ruleset(key), Budget(FEW)
    game = Game(rules)
    player = "left" if rules.partizan else None
    for convention in ("normal", "misere"):
        question = ask(rules, LONG, convention, player, budget=Budget(FEW))
        for compute in (answer, film, profile, signature, hardest_replies, length):
            yield compute.__name__, lambda compute=compute, asked=question: compute(asked)
        ending = Convention(convention)
        yield "distinguish", lambda e=ending: distinguish(rules, e, (60, 59), (58,), Budget(FEW))
        yield "outcome", lambda e=ending: game.outcome(LONG, e, Budget(FEW))
        yield "winning_move", lambda e=ending: game.winning_move(LONG, e, player, Budget(FEW))
        yield "p_positions", lambda e=ending: list(game.p_positions(40, e, Budget(FEW)))
    yield "figures", lambda: Figures(rules, budget).how_many(LONG, list(Kind))
    formula = read_formula("a = b", rules)
    yield "examine", lambda: examine(Conjecture(formula, rules, Convention.MISERE, Budget(FEW)))
    if rules.partizan:
        return
    yield "two_rows", lambda: Atlas(rules, Budget(FEW)).two_rows(40, 37)
    yield "sequence", lambda: Atlas(rules, Budget(FEW)).sequence()
    yield "classified", lambda: classified(rules, 300, Budget(FEW))
    yield "row_kinds", lambda: row_kinds(rules, 300, Budget(FEW))
    yield "miscount", lambda: miscount(rules, 60, Budget(FEW))
    yield "reach_of", lambda: reach_of(rules, budget=Budget(FEW))
    yield "nim_value", lambda: nim_value(rules, 15_000, Budget(FEW))
    yield "quotient_of", lambda: quotient_of(rules, budget).grow(None, Budget(FEW))
    yield "QuotientTable", lambda: QuotientTable(rules).grow(None, Budget(FEW))
    yield "bearing", lambda: bearing(rules, LONG, Budget(FEW))


@pytest.mark.parametrize("key", [key for keys in HEAVIEST.values() for key in keys])
@pytest.mark.no_cover
def test_the_heaviest_of_every_family_stops_where_its_budget_ends(key):
    QuotientTable(get_ruleset("kayles")).grow(None, Budget())  # and what is loaded once
    quotient_of(get_ruleset("kayles"), Budget())
    taken = {}
    for name, compute in computations(key):
        begun = thread_time()
        answered_or_refused(compute)
        taken[name] = thread_time() - begun
    assert {name: seconds for name, seconds in taken.items() if seconds > ENOUGH} == {}


def test_looking_for_a_period_in_three_rows_is_paid_for():
    """A move may leave three rows, so that 512 values are a third power of work."""
    rules = get_ruleset("hexadecimal:0.FFFFFE")
    budget = Budget(600)
    told = Atlas(rules, budget).sequence()
    assert told.nim_period is None
    assert budget.spent < 600 * STEPS + 40_000
    assert len(nim_values(rules).table) < 200
