"""A lost position too large to weigh every answer still gets a legal move, in time."""

from random import Random

from solver import answer, ask
from solver.opponents.opponents import hardest_replies
from solver.teaching import get_opponent


def test_replies_that_cannot_be_listed_count_as_unknown():
    question = ask("octal:0.16", "9+9", "misere", budget=400)
    legal = list(question.ruleset.legal_moves(question.position))
    assert set(hardest_replies(question)) <= set(legal)
    assert hardest_replies(ask("partizan-kayles", "8+8", "normal", "right", budget=60))


def test_perfect_makes_every_reply_that_is_as_hard_to_answer():
    question = ask("nim", "1+3+5+7", "misere")
    assert not answer(question).moves
    hardest = hardest_replies(question)
    assert len(hardest) > 3
    perfect = get_opponent("perfect")
    chosen = {perfect.choose(question, Random(seed)) for seed in range(40 * len(hardest))}
    assert chosen == set(hardest)
