"""Every target of R1's four cases is asked for in a lesson and in a set of puzzles, and shown on
the theory's page. Kinds and moves are found by search alone."""

import ast

import pytest

from games.explore.theory.theory_pages import R1
from games.learn.lessons.lesson_files import LessonFiles
from games.learn.puzzles.puzzle_files import read_puzzles, read_sets
from solver import NotCoveredError, analyse, parse_position

from ....solver import oracle
from ....solver.sentences import Game

TARGETS = {
    "case 1 leaves a trap",
    "case 1 leaves a switch",
    "case 2: higher switch to inverter",
    "case 2: higher switch to trap",
    "case 3: higher switch to null",
    "case 3: higher switch to gremlin",
    "case 4: inverter to null",
    "case 4: null to inverter",
}
"""Each case with what its move does, as the note says it."""
ASK_FOR_A_MOVE = {"move", "all-moves", "play"}


def options_of(ruleset):
    """The moves of a game by the oracle; None of a game that it does not play."""
    name, _, rule = ruleset.partition(":")
    if name == "heaps":
        rules = ast.literal_eval(rule)
        return oracle.heaps({n: [tuple(one) for one in rules[n]] for n in rules})
    if name == "subtraction":
        taken = ast.literal_eval(rule)
        return oracle.takes(sorted(taken) if isinstance(taken, set) else range(1, taken + 1))
    known = {"nim": oracle.nim, "kayles": oracle.kayles}
    return oracle.octal(rule) if name == "octal" else known.get(name)


def targets_of(ruleset, position, convention):
    """What the winning moves of a board do by R1's list: none where it does not hold."""
    options = options_of(ruleset)
    if convention != "misere" or options is None:
        return set()
    rows = tuple(size for size in parse_position(position) if size)
    try:
        analyse(ruleset, position, "misere", theory="r1")
    except NotCoveredError:
        return set()
    game = Game(ruleset, options, misere=True)
    kinds = [game.kind((size,)) for size in rows]
    case = case_of(kinds)
    found = set()
    for component, parts in game.alone.winning_moves(rows):
        before, after = kinds[component], game.kind(parts)
        left = [*kinds[:component], *kinds[component + 1 :], after]
        if case == 1:
            assert game.sum(game.alone.after(rows, (component, parts))) == 0
            is_switch = {"higher switch", "gremlin"} & set(left)
            found.add(f"case 1 leaves a {'switch' if is_switch else 'trap'}")
            assert is_switch or "trap" in left
        else:
            found.add(f"case {case}: {before} to {after}")
    return found


def case_of(kinds):
    """The case by the note's count."""
    higher = kinds.count("higher switch")
    if higher > 1 or {"trap", "gremlin"} & set(kinds):
        return 1
    if not higher:
        return 4
    return 3 if kinds.count("inverter") % 2 else 2


def in_lessons():
    for content in LessonFiles().read().values():
        for step in content["steps"]:
            if step["kind"] in ASK_FOR_A_MOVE and step.get("ruleset"):
                yield step["ruleset"], step["position"], step["convention"]


def in_puzzles():
    for content in read_sets():
        for puzzle in read_puzzles(content["slug"]):
            if puzzle["goal"] in ASK_FOR_A_MOVE:
                yield puzzle["ruleset"], puzzle["position"], puzzle["convention"]


def on_the_page():
    for example in R1.examples:
        yield example.ruleset, example.position, example.convention


@pytest.mark.parametrize("boards", [in_lessons, in_puzzles, on_the_page])
def test_every_target_of_the_four_cases_is_met(boards):
    met = set()
    for board in boards():
        if "partizan" not in board[0] and not met >= TARGETS:
            met |= targets_of(*board)
    assert met >= TARGETS, f"missing: {sorted(TARGETS - met)}"


def test_a_target_that_no_board_has_would_be_missed():
    assert targets_of("kayles", "3+1", "misere") == {"case 3: higher switch to null"}
    assert targets_of("kayles", "5+1", "misere") == set()
    assert targets_of("kayles", "4+1+1", "misere") == set()
    assert targets_of("kayles", "4+3+1", "normal") == set()


@pytest.mark.parametrize("light", ["inside", "back"])
def test_each_half_of_the_bracketed_proof_is_put_in_order(light):
    """No losing board inside, and always back to one: a step of the lessons on R1 for each."""
    proofs = [
        step
        for content in LessonFiles().read().values()
        if content["track"] == "r1"
        for step in content["steps"]
        if step["kind"] == "order"
    ]
    assert [one for one in proofs if light in {part.get("light") for part in one["sentences"]}]


def test_each_condition_is_refused_on_the_page():
    refused = {one.situation for one in R1.examples if one.situation.startswith("refused")}
    assert refused == {f"refused-{number}" for number in (1, 2, 3, 4)}
