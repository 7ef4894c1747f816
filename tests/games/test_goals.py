"""Every question knows everything that is asked of a question."""

from random import Random

import pytest
from django.http import QueryDict
from django.template.loader import get_template

from games.content.shapes import strict
from games.learn.lessons.checks import check_step
from games.learn.lessons.models import Step
from games.learn.lessons.schema import KINDS, step_shapes
from games.questions.goals import GOALS, PUZZLE_GOALS, GoalKey, goal_of
from games.questions.goals.goal import Goal
from games.questions.grading import grade
from games.questions.question import Question
from games.questions.shown_question import ShownQuestion, puzzle_hints
from games.questions.verdicts import read_verdict, written_verdict
from solver import InvalidInputError
from solver.teaching import PLAYS_ON_LOST

NIM = {"ruleset": "nim", "position": "1+2+4", "convention": "misere"}
EXAMPLES = {
    "move": NIM,
    "all-moves": NIM | {"position": "1+1+3+3+2"},
    "predict": NIM,
    "classify": NIM | {"simple": True},
    "case": {"ruleset": "subtraction:3", "position": "1+2", "convention": "misere"},
    "play": NIM,
    "reduce": {"ruleset": "partizan-kayles", "position": "7", "convention": "misere"},
    "build": {
        "ruleset": "nim",
        "convention": "misere",
        "rows": [1, 2],
        "largest": 3,
        "goal": {"outcome": "P"},
    },
    "fans": {"ruleset": "partizan-kayles", "position": "5", "convention": "misere"},
    "company": {
        "ruleset": "partizan-kayles",
        "position": "2",
        "convention": "misere",
        "claim": "at-least",
        "other": "1+1",
    },
    "lost-set": {"ruleset": "nim", "convention": "normal", "within": {"rows": 2, "largest": 3}},
    "lost-rule": {
        "ruleset": "nim",
        "convention": "normal",
        "within": {"rows": 2, "largest": 3},
        "rules": [{"rows": "even"}, {"unpaired": 0}],
    },
    "strategy": NIM
    | {"position": "3+3", "convention": "normal", "strategies": [{"leave": {"rows": 1}}, "copy"]},
    "order": {
        "ruleset": "nim",
        "convention": "normal",
        "sentences": [
            {"name": "first", "says": "One.", "light": "inside"},
            {"name": "second", "says": "So two.", "needs": ["first"]},
            {"name": "third", "says": "So three.", "needs": ["second"]},
        ],
    },
    "fails": {
        "ruleset": "nim",
        "convention": "misere",
        "within": {"rows": 2, "largest": 3},
        "sentences": [
            {"name": "even", "says": "One.", "check": {"from": {"rows": 0}, "is": {"total": 0}}},
            {"name": "lost", "says": "Two.", "check": {"from": {"rows": 0}, "mover": "loses"}},
            {"name": "end", "says": "So three.", "needs": ["even", "lost"]},
        ],
    },
    "number": NIM | {"quantity": "nim_sum"},
    "program": NIM | {"position": "1+3+5"},
}
EVERY = pytest.mark.parametrize("asking", GOALS.values(), ids=lambda asking: asking.key)


def example(asking):
    """A step that asks it, with the answer of its author."""
    assert asking.key in EXAMPLES, f"add a position for {asking.key} to EXAMPLES"
    content = {"kind": asking.key, "text": "What?"} | EXAMPLES[asking.key]
    answer = asking.solution(ShownQuestion(Step.of(content))) if asking.answers else None
    if asking.key == "build":
        answer = "1"
    return content | ({} if answer is None else {"answer": answer})


def posted(fields):
    post = QueryDict(mutable=True)
    for name, values in fields.items():
        post.setlist(name, values)
    return post


def test_every_stored_goal_has_its_question_and_no_other_is_let_pass():
    assert list(GOALS) == GoalKey.values
    assert [goal_of(goal).label for goal in GoalKey] == GoalKey.labels
    with pytest.raises(InvalidInputError, match="count"):
        goal_of("count")
    with pytest.raises(InvalidInputError, match="count"):
        ShownQuestion(Step.of({"kind": "count", **NIM}))


@EVERY
def test_every_question_has_its_words_and_its_own_part_of_a_form(asking):
    assert isinstance(asking, Goal)
    assert asking.label
    assert asking.question.endswith((".", "?"))
    assert bool(asking.line_words) is (asking.for_puzzles or asking.is_seeded)
    if not asking.is_game:
        assert get_template(asking.template).template.source.strip()


def test_no_word_of_a_line_asks_two_things():
    words = [word for asking in GOALS.values() for word in asking.line_words]
    assert len(words) == len(set(words))


@EVERY
def test_right_is_right_and_wrong_is_wrong_through_the_form(asking):
    task = ShownQuestion(Step.of(example(asking)))
    for answer, is_right in ((asking.right(task), True), (asking.wrong(task, Random(1)), False)):
        verdict = asking.grade(task, answer)
        assert verdict.correct is is_right
        assert verdict.words.endswith(".")
        assert asking.answer_label(task, answer)
        if not asking.is_game:
            assert asking.read(task, posted(asking.fields(task, answer))) == answer
    assert all(0 < share <= 1 for share in asking.by_lot(task).values())


@EVERY
def test_a_verdict_is_the_same_after_it_was_kept(asking):
    task = ShownQuestion(Step.of(example(asking)))
    for answer in (asking.right(task), asking.wrong(task, Random(1))):
        verdict = asking.grade(task, answer)
        assert read_verdict(written_verdict(verdict)) == verdict
    assert read_verdict("") is None
    for other in ("{}", '{"correct": 1}', "[]", "not JSON", '{"habits": ["unheard-of"]}'):
        assert read_verdict(other) is None, other


@EVERY
def test_a_form_that_answers_nothing_is_refused_in_a_sentence(asking):
    task = ShownQuestion(Step.of(example(asking)))
    with pytest.raises(InvalidInputError) as refusal:
        asking.grade(task, asking.read(task, posted({})))
    assert str(refusal.value).endswith(".")


@EVERY
def test_a_step_that_asks_it_is_read_and_fits(asking):
    content = example(asking)
    if not asking.for_lessons:
        assert asking.key not in KINDS
        return
    assert strict(content, step_shapes(asking.key)) == content
    assert check_step(content, []) == []
    if asking.answers and asking.key != "move":
        [problem] = check_step({k: v for k, v in content.items() if k != "answer"}, [])
        assert problem.startswith("answer")


@EVERY
def test_a_puzzle_that_asks_it_has_four_hints_and_the_last_gives_it_away(asking):
    task = ShownQuestion(Step.of(example(asking)))
    assert (asking.key in PUZZLE_GOALS) is asking.for_puzzles
    if asking.for_puzzles:
        assert asking.no_puzzle(task.facts) is None
        assert [len(puzzle_hints(task, tiers)) for tiers in range(5)] == [0, 1, 2, 3, 4]
        assert len(set(puzzle_hints(task, 4))) == 4
    else:
        assert puzzle_hints(task, 4) == []


@EVERY
def test_an_answer_in_words_says_nothing_of_what_is_right(asking):
    if not asking.for_puzzles:
        return
    task = ShownQuestion(Step.of(example(asking)))
    for answer in (asking.right(task), asking.wrong(task, Random(1))):
        words = asking.answer_label(task, answer)
        assert ". " not in words
        assert "Look again" not in words


@pytest.mark.parametrize(
    ("key", "answer", "places"),
    [
        ("move", "3>2", [(3, 2)]),
        ("all-moves", "1>0;5>1", [(1, 0), (5, 1)]),
        ("all-moves", "none", []),
    ],
)
def test_the_moves_an_answer_names_are_where_they_are_made(key, answer, places):
    task = ShownQuestion(Step.of(example(GOALS[key])))
    assert [(placed.lane, placed.start) for placed in task.asking.named(task, answer)] == places


def test_marking_moves_where_none_wins_is_playing_on_in_a_lost_position():
    asked = Question("nim", "2+2", "misere", "", "all-moves")
    marked = grade(asked, "1>0")
    assert not marked.correct
    assert marked.habit == PLAYS_ON_LOST
    assert grade(asked, "none").correct
    assert grade(asked, "none").habit is None
