"""A lost position too large to weigh every answer still gets a legal move, in time."""

from random import Random

from solver import answer, ask, get_opponent
from solver.opponents import hardest_reply


def test_replies_that_cannot_be_listed_count_as_unknown():
    question = ask("octal:0.16", "9+9", "misere", budget=400)
    legal = list(question.ruleset.legal_moves(question.position))
    assert hardest_reply(question) in legal
    assert hardest_reply(ask("partizan-kayles", "8+8", "normal", "right", budget=60)) is not None


def test_perfect_uses_it_where_nothing_wins():
    question = ask("nim", "2+2", "misere")
    assert not answer(question).moves
    assert get_opponent("perfect").choose(question, Random(0)) == hardest_reply(question)
