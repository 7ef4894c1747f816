"""What a wrong answer is told, and each after it; then one like it."""

import re

import pytest

from games.learn.lessons.lesson_files import LessonFiles
from games.learn.lessons.models import Lesson, Step, StepAttempt, StepRecord
from games.questions.grading import grade
from games.questions.shown_question import ShownQuestion
from games.questions.siblings import sibling

from ....solver.oracle import Oracle, kayles, nim
from .lessons import MOVE, PREDICT, give, lesson, step

pytestmark = pytest.mark.django_db

BARE = MOVE | {"position": "3+4+5", "answer": ["1>1"], "feedback": {}}
STRIP = {"ruleset": "partizan-kayles", "convention": "misere"}


def text_of(response):
    """The page's text without tags."""
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def test_the_first_miss_shows_the_reply_the_second_the_picture_the_third_the_answer(visitor):
    one = step(lesson(BARE), 1)
    first = give(visitor, one, move="1>0")
    assert "The other player answers by taking 1 from row 3" in text_of(first)
    assert "was-theirs" in first.content.decode()
    assert "Leave one." not in text_of(first)
    assert 'id="picture"' not in first.content.decode()
    second = give(visitor, one, move="3>4")
    assert "Leave one." in text_of(second)
    told = text_of(second)
    assert "The 2 of row 1 is left over" in told or "left over is the 2 of row 1" in told
    assert 'id="picture"' in second.content.decode()
    assert "is-taken" not in second.content.decode()
    assert "Take 2 from row 1" not in text_of(second)
    third = give(visitor, one, move="2>1")
    assert "Take 2 from row 1, leaving 1" in text_of(third)
    assert 'id="picture"' not in third.content.decode()
    assert 'id="next"' in third.content.decode(), "nobody is kept here"
    assert StepAttempt.objects.filter(solved=False).count() == 3
    assert not StepRecord.objects.get().done_at, "and it is not taken for done"


def test_before_any_theory_the_second_miss_is_shown_the_row_that_matters(visitor):
    LessonFiles.load()
    Lesson.objects.filter(number=1).update(number=50)
    one = lesson(BARE, number=1, slug="first").live_steps[0]
    give(visitor, one, move="1>0")
    page = give(visitor, one, move="3>4")
    assert "Look at row 1." in text_of(page)
    assert "is-focus" in page.content.decode()
    assert "nim-sum" not in text_of(page)


def test_the_third_hint_of_a_lesson_brings_the_picture_too(visitor):
    one = step(lesson(BARE | {"hints": ["One?", "Two?", "Three?"]}), 1)
    for tier in (1, 2, 3):
        visitor.post(f"{one.get_absolute_url()}hint/", {"tier": tier})
        page = visitor.get(one.get_absolute_url()).content.decode()
        assert ('id="picture"' in page) is (tier == 3)


def test_who_wins_is_answered_on_the_board(visitor):
    page = give(visitor, step(lesson(PREDICT), 1), choice="N")
    assert "If you take 2 from row 1, the other player answers by taking 1 from row 2." in text_of(
        page
    )
    assert "was-theirs" in page.content.decode()
    assert 'name="choice"' in page.content.decode(), "and can be answered again at once"


@pytest.mark.parametrize("given", ["L", "R", "N", "P"])
def test_who_wins_at_strips_is_contradicted_for_the_player_who_starts(given):
    asked = Step.of({"kind": "predict", "text": "?", "position": "7+5", **STRIP})
    true = ShownQuestion(asked).asking.right(ShownQuestion(asked))
    said = grade(asked, given).refutation
    assert bool(said) is (given != true)
    if said:
        assert said.startswith(("If Left starts", "If Right starts"))


def test_one_like_it_is_offered_after_two_misses_and_counts_nothing(visitor):
    one = step(lesson(BARE), 1)
    assert 'id="like"' not in give(visitor, one, move="1>0").content.decode()
    page = give(visitor, one, move="3>4").content.decode()
    address = re.search(r'id="like" href="([^"]+)"', page)[1]
    like = visitor.get(address)
    task = like.context["task"]
    assert task.question.position != (3, 4, 5)
    before = StepAttempt.objects.count()
    wrong = task.asking.fields(task, str(next(m for m in task.facts.legal if m not in wins(task))))
    answered = visitor.post(address, wrong)
    assert "The other player answers" in text_of(answered)
    right = visitor.post(address, task.asking.fields(task, task.asking.right(task)))
    assert "That wins." in text_of(right)
    assert f'href="{one.get_absolute_url()}"' in right.content.decode()
    assert StepAttempt.objects.count() == before
    assert visitor.post(address, {}).status_code == 422


def test_one_like_it_is_offered_after_a_right_answer(visitor):
    one = step(lesson(BARE), 1)
    page = give(visitor, one, move="1>1").content.decode()
    assert "That wins." in page
    address = re.search(r'id="like" href="([^"]+)"', page)[1]
    assert visitor.get(address).context["task"].question.position != (3, 4, 5)
    fresh = visitor.get(f"{one.get_absolute_url()}?again=1").content.decode()
    assert 'id="like"' not in fresh  # not before the answer


def wins(task):
    return set(task.facts.winning)


def test_there_is_none_like_a_word_or_a_game(visitor):
    found = lesson()
    for number in (3, 4):
        assert visitor.get(f"/learn/{found.slug}/{number}/like/").status_code == 404


@pytest.mark.parametrize(
    ("kind", "rules", "position"),
    [
        ("move", "nim", "3+4+5"),
        ("move", "nim", "1+1+4"),
        ("all-moves", "kayles", "4+4"),
        ("predict", "kayles", "4+1+1"),
        ("classify", "kayles", "1+2+3"),
        ("case", "kayles", "4+3+1"),
    ],
)
def test_one_like_it_has_the_same_idea_and_other_numbers(kind, rules, position):
    content = {"kind": kind, "text": "?", "ruleset": rules, "position": position}
    task = ShownQuestion(Step.of(content | {"convention": "misere"}))
    found = sibling(task)
    assert found == sibling(task), "always the same"
    other = ShownQuestion(found)
    assert sorted(other.question.position) != sorted(task.question.position)
    assert len(other.question.position) == len(task.question.position)
    if position not in ("4+4", "4+1+1"):  # where rows of other kinds have to do
        assert sorted(other.facts.kinds) == sorted(task.facts.kinds)
        assert other.facts.case == task.facts.case
    game = Oracle({"nim": nim, "kayles": kayles}[rules], misere=True)
    assert game.wins(other.question.position) == game.wins(task.question.position)


def test_strips_have_siblings_too():
    asked = Step.of({"kind": "reduce", "text": "?", "position": "7+5", **STRIP})
    found = sibling(ShownQuestion(asked))
    assert found.position not in ("7+5", "5+7")
    assert grade(found, ShownQuestion(found).asking.right(ShownQuestion(found))).correct
