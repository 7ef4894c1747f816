import pytest

from solver import analyse, get_ruleset
from solver.budget import Budget
from solver.conventions import Convention
from solver.theories.nim_sum import NimSum
from solver.theories.safe_harbors import frames_of, replies
from solver.theory import Inquiry, set_aside


def rules_of(answer):
    return [step.rule for step in answer.steps]


def steps(key, position, convention):
    return analyse(key, position, convention, theory="safe-harbors")


def test_a_row_is_divided_into_frames():
    frames = frames_of(get_ruleset("subtraction:4"), (14, 3, 5))
    assert [(f.frames, f.remainder, f.is_final) for f in frames] == [
        (2, 4, False),
        (0, 3, True),
        (1, 0, False),
    ]


@pytest.mark.parametrize(
    ("key", "position", "convention", "rule", "harbor"),
    [
        ("subtraction:4", "10", "normal", "safe-harbors:one-row", True),
        ("subtraction:4", "11", "misere", "safe-harbors:one-row", True),
        ("subtraction:4", "6+11", "normal", "safe-harbors:two-rows", True),
        ("subtraction:4", "7+11", "misere", "safe-harbors:two-rows", False),
        ("subtraction:4", "7+8", "misere", "safe-harbors:two-rows", False),
        ("subtraction:4", "5+10", "misere", "safe-harbors:two-rows", False),
        ("subtraction:3", "5+6+7", "misere", "safe-harbors:universal", True),
        ("subtraction:4", "6+2+8", "misere", "safe-harbors:universal", True),
        ("nim", "2+2", "normal", "safe-harbors:universal", True),
        ("subtraction:4", "5+6+7", "normal", "safe-harbors:columns", False),
        ("subtraction:6", "9+10+13", "misere", "safe-harbors:columns", False),
        ("subtraction:3", "1+4+5", "misere", "safe-harbors:ones", False),
        ("subtraction:3", "1+5+9", "misere", "safe-harbors:ones", True),
    ],
)
def test_the_rule_that_decides_is_named(key, position, convention, rule, harbor):
    answer = steps(key, position, convention)
    assert rule in rules_of(answer)
    [verdict] = [step for step in answer.steps if step.rule == "safe-harbors:verdict"]
    assert verdict.data["safe_harbor"] is harbor


def test_crossing_a_frame_when_both_remainders_are_zero():
    answer = steps("subtraction:4", "5+10", "misere")
    assert answer.steps[-1].data["crosses_frame"] is True
    assert "one frame further down" in answer.steps[-1].text


def test_what_can_be_complemented_is_said():
    assert "take 5 minus that" in steps("subtraction:4", "6+11", "normal").steps[-1].text
    final = steps("subtraction:4", "1+2+3", "normal").steps[-1].text
    assert "too little is left to complement" in final
    assert "complemented" not in final


def test_replies_complement_above_the_final_frame_and_match_in_it():
    question = Inquiry(get_ruleset("subtraction:4"), (6, 11), Convention.NORMAL, None, Budget())
    rules = question.ruleset
    answers = replies(question, rules.check_move((6, 11), 0, (2,)))
    assert [(reply.kind, str(reply.move)) for reply in answers] == [
        ("complement", "1>1"),
        ("match", "2>7"),
    ]
    question = Inquiry(get_ruleset("subtraction:4"), (1, 11), Convention.NORMAL, None, Budget())
    answers = replies(question, rules.check_move((1, 11), 0, ()))
    assert [reply.kind for reply in answers] == ["match"]


def test_the_card_set_aside_fails_at_1_2_4():
    question = Inquiry(get_ruleset("nim"), (1, 2, 4), Convention.MISERE, None, Budget())
    assert [str(move) for move in set_aside(question, NimSum().analyse)] == ["3>2"]
    assert rules_of(steps("nim", "1+2+4", "misere"))[-1] == "safe-harbors:set-aside"
    for rows in ((2, 4), (1, 2, 2)):
        without = Inquiry(get_ruleset("nim"), rows, Convention.MISERE, None, Budget())
        assert set_aside(without, NimSum().analyse) == ()
    assert "safe-harbors:set-aside" not in rules_of(steps("nim", "1+5", "misere"))


@pytest.mark.parametrize(("convention", "word"), [("normal", "lost"), ("misere", "won")])
def test_the_empty_table(convention, word):
    assert word in steps("nim", "0", convention).steps[0].text
