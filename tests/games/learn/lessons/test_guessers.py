"""Nobody passes a test of the course by guessing: computed exactly, over all its content."""

from fractions import Fraction

import pytest

from games.learn.lessons.taken_tests import TakenTest
from games.learn.taking_tests.questions import is_about_the_other_ending
from games.questions.goals import GoalKey
from games.questions.guessing import chance, is_free
from games.questions.shown_question import ShownQuestion
from games.questions.variants import OWN_FORMS
from solver import Outcome
from tests.guessers import (
    Guessed,
    draw,
    first_try,
    outcomes,
    taken_tests,
    the_lessons,
)

PASSES, FIRST_TRY, BELIEVER_PASSES = 0.02, 0.05, 0.05
GOES = 8
"""How many draws a mean is taken over where one draw says too little."""


@pytest.fixture(scope="module")
def drawn():
    """One draw of every test and checkpoint."""
    return {(kind, slug): draw(kind, slug, groups, 0) for kind, slug, groups in taken_tests()}


def test_no_guesser_passes_a_test_or_checkpoint_once_in_fifty_goes(drawn):
    assert len(drawn) > len(the_lessons())
    reached = {}
    for kind, slug, groups in taken_tests():
        guessed = Guessed(kind, slug)
        guessed.add(drawn[kind, slug])
        if guessed.best[0] >= PASSES:  # of one draw; it is the mean over goes that counts
            for number in range(1, GOES):
                guessed.add(draw(kind, slug, groups, number))
        reached[kind, slug] = guessed.best
    too_often = {taken: best for taken, best in reached.items() if best[0] >= PASSES}
    assert too_often == {}
    assert max(best for best, _ in reached.values()) > 0


TRUE_HERE = {
    ("thirteen-lights", "flip-everything"): "in one row, one more than in the other game is right",
    ("one-more", "flip-everything"): "in one row, one more than in the other game is right",
}
"""Beliefs that a lesson teaches, because there they are so."""


def test_nobody_who_believes_what_is_not_so_passes_a_test_once_in_twenty_goes(drawn):
    """To play as if the last one won is a mistake only in a test about the last one losing."""
    misere, reached = 0, {}
    for kind, slug, groups in taken_tests():
        is_misere = is_about_the_other_ending(groups)
        misere += is_misere
        guessed = Guessed(kind, slug)

        def believed(guessed=guessed, is_misere=is_misere):
            return {
                key: share
                for key, share in guessed.believers.items()
                if is_misere or key != "normal-habit"
            }

        guessed.add(drawn[kind, slug])
        if max(believed().values()) > BELIEVER_PASSES:
            for number in range(1, GOES):
                guessed.add(draw(kind, slug, groups, number))
        reached |= {(slug, key): share for key, share in believed().items()}
    assert misere > 24
    too_often = {one: share for one, share in reached.items() if share > BELIEVER_PASSES}
    assert set(too_often) <= set(TRUE_HERE)
    assert max(reached.values()) > 0


def test_whoever_knows_how_to_win_with_the_last_one_passes_the_tests_about_that(drawn):
    """To play as if the last one won is right there, so nothing is drawn against it."""
    for slug in ("safe-harbors", "nim-sum", "why-it-works", "kayles"):
        guessed = Guessed(TakenTest.Kind.TEST, slug)
        guessed.add(drawn[TakenTest.Kind.TEST, slug])
        assert guessed.believers["normal-habit"] == 1, slug


@pytest.mark.parametrize("slug", the_lessons())
def test_no_guesser_answers_four_of_five_questions_of_a_lesson_at_first_try(slug):
    best, name = first_try(slug)
    assert best < FIRST_TRY, name


def test_half_of_the_questions_about_who_wins_are_losing_positions(drawn):
    asked = [outcome for questions in drawn.values() for outcome in outcomes(questions)]
    assert len(asked) > 40
    assert 0.4 <= asked.count(Outcome.P) / len(asked) <= 0.6
    steps = [step for _, steps in the_lessons().values() for step in steps]
    written = [step.answer for step in steps if step.goal == GoalKey.PREDICT]
    assert 0.4 <= written.count("P") / len(written) <= 0.55


def test_half_of_the_boards_in_lessons_that_ask_who_wins_are_losing_positions():
    """Where both players have the same moves: strips have four outcomes, of which none is half."""
    steps = [step for _, steps in the_lessons().values() for step in steps]
    asked = [ShownQuestion(step) for step in steps if step.goal == GoalKey.PREDICT]
    answers = [task.asking.right(task) for task in asked if not task.ruleset.partizan]
    assert len(answers) > 40
    assert 0.45 <= answers.count("P") / len(answers) <= 0.55
    strips = [task.asking.right(task) for task in asked if task.ruleset.partizan]
    assert max(map(strips.count, strips)) <= len(strips) / 2


def test_no_move_of_a_lesson_is_one_that_half_of_the_moves_answer():
    steps = [step for _, steps in the_lessons().values() for step in steps]
    moves = [step for step in steps if step.goal == GoalKey.MOVE]
    assert len(moves) > 40
    assert [(step.lesson.slug, step.title) for step in moves if is_free(step)] == []
    marked = [step for step in steps if step.goal == GoalKey.ALL]
    assert len(marked) > 20
    assert max(map(chance, marked)) <= Fraction(1, 2)


def test_who_wins_is_always_followed_by_a_move_that_is_not_a_matter_of_luck(drawn):
    every = [one for questions in drawn.values() for one in questions]
    assert all(bool(one.then) is (one.asked.goal == GoalKey.PREDICT) for one in every)
    moves = [part for one in every for part in one.parts if part.goal == GoalKey.MOVE]
    assert len(moves) > 60
    assert [part for part in moves if is_free(part)] == []


def test_a_test_asks_in_the_form_of_its_lesson(drawn):
    for slug, (_, steps) in the_lessons().items():
        forms = {step.goal for step in steps} & OWN_FORMS
        questions = drawn[TakenTest.Kind.TEST, slug]
        asked = {one.asked.goal for one in questions} & OWN_FORMS
        assert bool(asked) is bool(forms), slug
        assert asked <= forms
        assert len({(str(one.asked), str(one.asked.extra)) for one in questions}) == len(questions)


def test_a_form_with_other_numbers_can_be_answered_and_says_what_it_asks(drawn):
    every = [one for questions in drawn.values() for one in questions]
    forms = [one for one in every if one.asked.goal in OWN_FORMS]
    assert {one.asked.goal for one in forms} >= {"build", "company", "fans", "lost-rule"}
    for one in forms:
        task = ShownQuestion(one.asked)
        assert task.asking.contradiction(task) is None
        assert task.asking.grade(task, task.asking.right(task)).correct
        assert task.asks.endswith((".", "?"))
        assert "{" not in task.asks


@pytest.mark.parametrize("goal", ["fails", "lost-rule", "strategy"])
def test_no_place_in_a_list_of_sentences_is_the_right_one_in_most_steps(goal):
    places = []
    for _, steps in the_lessons().values():
        for task in (ShownQuestion(step) for step in steps if step.goal == goal):
            listed = [option.value for option in task.options]
            places.append(listed.index(task.asking.right(task)))
            assert listed == [option.value for option in ShownQuestion(task.exercise).options]
    assert len(places) > 4
    assert max(map(places.count, places)) <= len(places) / 2
    assert min(places) == 0
    assert max(places) > 1
