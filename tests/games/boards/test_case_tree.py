"""The four cases as a tree: the one that is asked about and the one in the film."""

import re
from itertools import combinations_with_replacement

import pytest
from django.template.loader import render_to_string

from games.boards.case_tree import CASES, LOST, case_tree, case_tree_of
from games.learn.lessons.models import Step
from games.questions.shown_question import ShownQuestion
from solver import ask
from solver.teaching import Scene, film
from tests.solver.oracle import Oracle, octal

ASKED = [
    "A trap, a gremlin, or two or more higher switches?",
    "No trap and no switch?",
    "Just one higher switch?",
]


def asked(position, **context):
    content = {"ruleset": "octal:0.31", "position": position, "convention": "misere"}
    step = Step.of({"kind": "case", "text": "Which?"} | content)
    return render_to_string("components/answers/case.html", {"task": ShownQuestion(step)} | context)


def test_the_question_is_a_tree_whose_ends_are_touched_once_each():
    page = asked("3+1+1")
    assert re.findall(r'class="case-ask">(.*?)</li>', page) == ASKED
    assert re.findall(r'<button[^>]*value="(\d)"', page) == ["1", "0", "4", "2", "3"]
    lost = page.split('data-case="0"')[1].split("</li>")[0]
    assert re.findall("<small>(.*?)</small>", lost) == ["nim-sum 0", "inverters odd"]


def test_where_an_answer_counts_once_an_end_is_chosen_first():
    page = asked("3+1+1", counts_once=True, given={"choice": ["3"]})
    assert "<button" not in page
    assert re.findall(r'value="(\d)" checked', page) == ["3"]


def lit_tree(position):
    steps = film(ask("octal:0.31", position, "misere"), theory="r1").steps
    [tree] = [tree for step in steps if step.scene and (tree := case_tree_of(step.scene))]
    return tree


@pytest.mark.parametrize("rows", list(combinations_with_replacement(range(6), 3))[1:])
def test_the_lit_end_of_every_small_board_is_right_and_on_the_lit_branch(rows):
    position = [size for size in rows if size]
    won = Oracle(octal("0.31"), misere=True).wins(tuple(position))
    tree = lit_tree("+".join(map(str, position)))
    [lit] = [branch for branch in tree if branch.lit]
    [end] = [end for branch in tree for end in branch.ends if end.applies]
    assert (end.number != LOST) == won
    assert end.why
    assert end in lit.ends or end.number == LOST


def test_nothing_is_lit_where_it_is_asked_and_every_case_is_an_end():
    assert not any(branch.lit or end.applies for branch in case_tree() for end in branch.ends)
    assert {end.number for branch in case_tree() for end in branch.ends} == set(CASES)
    assert case_tree_of(Scene((1, 2))) == ()
