"""Strategies against every reply, and against an independent search."""

import pytest

from solver import Budget, BudgetExceededError, InvalidInputError, ask, get_ruleset
from solver.teaching import Figures, Rule, read_strategy, try_out

from . import oracle
from .test_lemmas import partitions

ODD_ONES = {"any": [{"largest": "<=1", "rows": "odd"}, {"largest": ">=2", "unpaired": 0}]}


def tried(game, position, convention, written, *, mover=None, begins=False):
    question = ask(game, position, convention, mover)
    return try_out(question, read_strategy(written), begins=begins)


def line(trial):
    return [(str(done.move), str(done.answer)) for done in trial.line]


@pytest.mark.parametrize(
    ("game", "position", "convention", "written", "more"),
    [
        ("nim", "4+4", "normal", "copy", {}),
        ("nim", "3+3+5+5", "normal", "copy", {}),
        ("nim", "3+3", "misere", {"leave": ODD_ONES}, {}),
        ("nim", "1+2+3", "normal", {"leave": {"nim_sum": 0}}, {}),
        ("nim", "1+3+5", "normal", {"leave": {"nim_sum": 0}}, {"begins": True}),
        ("subtraction:3", "12", "normal", "complement", {}),
        ("subtraction:3", "13", "misere", "complement", {}),
        ("subtraction:3", "12", "normal", {"leave": {"total": "0 mod 4"}}, {}),
        ("kayles", "9", "normal", "mirror", {"begins": True}),
        ("kayles", "8", "normal", "mirror", {"begins": True}),
        ("kayles", "4+4", "normal", "copy", {}),
        ("partizan-kayles", "1+2+2", "misere", "swap", {"mover": "left"}),
        ("partizan-kayles", "1+2+2", "misere", "swap", {"mover": "right"}),
        ("partizan-kayles", "1+2+5", "misere", "pair", {"mover": "right"}),
        ("partizan-kayles", "1+2+5", "misere", "pair", {"mover": "left"}),
    ],
)
def test_a_strategy_that_wins_has_an_answer_everywhere(game, position, convention, written, more):
    trial = tried(game, position, convention, written, **more)
    assert trial.wins
    assert (trial.line, trial.ended) == ((), False)
    assert (trial.begun is not None) is more.get("begins", False)
    assert all(done.answer for done in trial.answers)
    assert trial.places >= len(trial.answers) > 0


@pytest.mark.parametrize("convention", ["normal", "misere"])
@pytest.mark.parametrize("written", ["copy", {"leave": {"nim_sum": 0}}, {"leave": ODD_ONES}])
def test_no_strategy_wins_a_position_that_is_lost(convention, written):
    search = oracle.Oracle(oracle.nim, convention == "misere")
    won = 0
    for one in range(1, 5):
        for other in range(1, 5):
            trial = tried("nim", f"{one}+{other}", convention, written)
            won += trial.wins
            assert not (trial.wins and search.wins((one, other)))
    assert won or written != "copy" or convention == "misere"


@pytest.mark.parametrize(
    ("game", "position", "convention", "written", "more", "moves", "ended"),
    [
        ("nim", "1+1", "misere", "copy", {}, [("1>0", "1>0"), ("None", "None")], True),
        ("nim", "1+2", "normal", "copy", {}, [("1>0", "None")], False),
        ("nim", "1", "normal", "copy", {}, [("1>0", "None")], True),
        ("nim", "3", "normal", "copy", {"begins": True}, [("None", "None")], False),
        ("nim", "0", "misere", "copy", {}, [("None", "None")], True),
        ("nim", "2+2", "normal", {"leave": {"rows": 3}}, {}, [("1>0", "None")], False),
        ("subtraction:3", "6", "normal", "complement", {}, None, False),
        ("subtraction:3", "3", "normal", "complement", {}, [("1>2", "None")], False),
        ("subtraction:3", "4", "normal", "complement", {"begins": True}, [("None", "None")], False),
        ("kayles", "3+1", "normal", "mirror", {"begins": True}, [("None", "None")], False),
        ("partizan-kayles", "1+3", "misere", "swap", {"mover": "left"}, None, False),
        ("partizan-kayles", "1+2+5", "misere", "swap", {"mover": "right"}, None, False),
    ],
)
def test_a_strategy_fails_by_the_shortest_line(
    game, position, convention, written, more, moves, ended
):
    trial = tried(game, position, convention, written, **more)
    assert not trial.wins
    assert trial.ended is ended
    assert trial.line[-1].answer is None
    if moves is not None:
        assert line(trial) == moves


def test_where_one_cannot_move_and_that_wins_the_strategy_need_not_answer():
    trial = tried("nim", "1", "misere", "copy")
    assert trial.wins
    assert line(trial) == []
    begun = tried("partizan-kayles", "1", "misere", "swap", mover="right", begins=True)
    assert begun.wins
    assert begun.begun is None


def test_an_answer_that_the_rules_forbid_is_none():
    trial = tried("partizan-kayles", "2+2", "misere", "copy", mover="left")
    assert not trial.wins


@pytest.mark.parametrize(
    ("written", "game", "words", "refusal"),
    [
        ("copy", "nim", "Copy every move in an equal row", ""),
        ("copy", "partizan-kayles", "Copy every move in an equal strip", "Nobody can copy"),
        ("mirror", "kayles", "Begin in the middle of the row, then mirror every move", ""),
        ("mirror", "nim", "Begin in the middle of the row, then mirror every move", "no middle"),
        ("complement", "subtraction:4", "so that you take 5 together", ""),
        ("complement", "nim", "Answer in the same row", "no maximum"),
        ("swap", "partizan-kayles", "Answer a square with a whole strip of 2", ""),
        ("swap", "nim", "Answer a square", "no squares"),
        ("pair", "partizan-kayles", "Answer a move in the pair there, and any other as if", ""),
        ("pair", "nim", "Answer a move in the pair", "no squares"),
        ({"leave": {"rows": "even"}}, "nim", "Always leave an even number of rows", ""),
        ({"leave": {"balance": 0}}, "nim", "Always leave balance 0", "nothing"),
    ],
)
def test_a_strategy_says_itself_and_where_it_means_nothing(written, game, words, refusal):
    strategy, rules = read_strategy(written), get_ruleset(game)
    assert words in strategy.words(rules)
    assert refusal in strategy.refusal(rules)
    assert bool(refusal) is bool(strategy.refusal(rules))


@pytest.mark.parametrize("written", ["win", 3, {"leave": {}}, {"take": 1}, {"leave": {}, "x": 1}])
def test_what_is_no_strategy_is_refused(written):
    with pytest.raises(InvalidInputError):
        read_strategy(written)


def test_trying_out_keeps_to_the_budget():
    question = ask("nim", "6+6+7+7", "normal", budget=Budget(2))
    with pytest.raises(BudgetExceededError):
        try_out(question, read_strategy("copy"), begins=False)


def test_a_strategy_that_leaves_a_choice_wins_only_if_every_choice_does():
    wins = [
        tried("nim", "2+3", "normal", {"leave": {"total": "even"}}, begins=True),
        tried("nim", "2+3", "normal", {"leave": {"unpaired": 0}}, begins=True),
    ]
    assert [trial.wins for trial in wins] == [False, True]


@pytest.mark.parametrize("written", [{"total": "even"}, {"rows": 2}, {"largest": "<=2"}])
def test_a_strategy_that_wins_leaves_only_lost_positions(written):
    search = oracle.Oracle(oracle.nim, False)
    rule, figures = Rule.read(written), Figures(get_ruleset("nim"), Budget())
    for one in range(1, 5):
        for other in range(1, 5):
            trial = tried("nim", f"{one}+{other}", "normal", {"leave": written}, begins=True)
            moves = [search.after((one, other), m) for m in search.moves((one, other))]
            left = [
                p for p in (tuple(filter(None, m)) for m in moves) if rule.holds(figures, p, None)
            ]
            assert not trial.wins or not any(search.wins(p) for p in left)


@pytest.mark.parametrize("starts", ["left", "right"])
def test_a_pair_beside_any_strips_is_won_by_answering_in_the_pair(starts):
    """Corollary 4 as a duel, for all strips of up to eight squares together: whoever wins second
    without the pair wins second with it, and every piece of the pair is answered by the other."""
    game = oracle.Oracle(oracle.partizan_kayles, misere=True)
    duels = 0
    for total in range(9):
        for rest in partitions(total):
            if game.wins(rest, starts):
                continue
            position = "+".join(map(str, (1, 2, *rest)))
            trial = tried("partizan-kayles", position, "misere", "pair", mover=starts)
            assert trial.wins, position
            for done in trial.answers:
                if done.move.becomes == () and done.move.size < 3:
                    assert done.answer.becomes == ()
                    assert done.answer.size == 3 - done.move.size
            duels += 1
    assert duels > 10
