"""A course that is cut differently: steps go to another lesson, and what was done goes along."""

import uuid

import pytest

from games.content.reading import FOLDER, as_yaml
from games.learn.lessons.course import the_course
from games.learn.lessons.lesson_files import LessonFiles, file_name
from games.learn.lessons.models import Lesson, Step
from games.learn.progress.learnt import learnt
from games.learn.progress.progress import overview
from games.learn.study import studying as service
from games.people.models import User
from games.questions.attempts import GradedAnswer
from games.site.own_data import export

from .lessons import MOVE, PREDICT, TELL

pytestmark = pytest.mark.django_db


def content(slug, number, *steps):
    return {
        "slug": slug,
        "number": number,
        "title": slug.title(),
        "track": "rows",
        "skills": ["look-back"],
        "summary": "One sentence.",
        "minutes": 5,
        "state": "published",
        "steps": list(steps),
    }


@pytest.fixture
def load(tmp_path):
    """Load just these lessons, as files that replace the ones before."""
    for name in ("tracks.yaml", "skills.yaml"):
        (tmp_path / name).write_text((FOLDER / name).read_text(encoding="utf-8"), encoding="utf-8")
    folder = tmp_path / "lessons"
    folder.mkdir()

    def load(*contents):
        for path in folder.glob("*.yaml"):
            path.unlink()
        for each in contents:
            (folder / file_name(each)).write_text(as_yaml(each), encoding="utf-8")
        return LessonFiles.load(tmp_path)

    return load


def rows(slug):
    return [(step.pk, step.title) for step in Lesson.objects.get(slug=slug).live_steps]


def test_a_lesson_is_split_and_nothing_is_lost(load, alice):
    load(content("whole", 1, PREDICT, MOVE, TELL))
    [[predict, _], [move, _], [tell, _]] = rows("whole")
    for pk, given in ((predict, "P"), (move, "2>0")):
        step = Step.objects.get(pk=pk)
        service.answer(alice, step, uuid.uuid4(), GradedAnswer.to(step, given))

    load(content("whole", 1, PREDICT), content("rest", 2, TELL, MOVE | {"text": "Now win it."}))

    assert rows("whole") == [(predict, "Two and two")]
    assert rows("rest") == [(tell, "A word"), (move, "One and five")]
    moved = Step.objects.get(pk=move)
    assert moved.text == "Now win it."
    assert [attempt.answer for attempt in moved.attempts.all()] == ["2>0"]
    lessons = overview(alice, the_course())
    assert [[step.is_done for step in lesson.steps] for lesson in lessons] == [
        [True],
        [False, True],
    ]
    assert Step.objects.filter(order=None).count() == 0


def test_steps_change_places_between_two_lessons(load):
    load(content("one", 1, PREDICT), content("two", 2, MOVE))
    [[predict, _]], [[move, _]] = rows("one"), rows("two")
    load(content("one", 1, MOVE), content("two", 2, PREDICT))
    assert (rows("one"), rows("two")) == ([(move, "One and five")], [(predict, "Two and two")])


def test_a_step_that_stays_is_not_taken_by_its_twin_elsewhere(load):
    load(content("one", 1, PREDICT))
    [[predict, _]] = rows("one")
    load(content("one", 1, PREDICT), content("two", 2, PREDICT))
    assert rows("one") == [(predict, "Two and two")]
    assert rows("two")[0][0] != predict


def test_words_alone_go_along_only_under_their_title(load):
    load(content("one", 1, PREDICT, TELL))
    tell = rows("one")[1][0]
    load(content("one", 1, PREDICT), content("two", 2, TELL | {"title": "Other words"}))
    assert rows("two")[0][0] != tell


def test_a_position_to_build_goes_along_to_the_step_of_its_title_and_no_other(load):
    asked = {"ruleset": "nim", "convention": "misere", "rows": [2, 2], "goal": {"outcome": "P"}}
    build = {**TELL, **asked, "kind": "build", "title": "Two equal rows", "answer": "2+2"}
    other = {**build, "title": "Three rows", "rows": [3, 3], "answer": "1+1+1"}
    load(content("one", 1, PREDICT, build))
    [_, [done, _]] = rows("one")
    load(content("one", 1, PREDICT), content("two", 2, other), content("three", 3, build))
    assert rows("two")[0][0] != done
    assert rows("three") == [(done, "Two equal rows")]


def test_words_that_get_a_board_are_the_same_words(load):
    load(content("one", 1, PREDICT, TELL))
    tell = rows("one")[1][0]
    pictured = TELL | {"ruleset": "nim", "position": "2+2", "convention": "misere"}
    load(content("one", 1, PREDICT), content("two", 2, pictured))
    assert rows("two") == [(tell, "A word")]


def test_a_step_set_aside_before_comes_back_where_it_is_taught_now(load, alice):
    load(content("one", 1, PREDICT, MOVE))
    move = rows("one")[1][0]
    step = Step.objects.get(pk=move)
    service.answer(alice, step, uuid.uuid4(), GradedAnswer.to(step, "2>0"))
    load(content("one", 1, PREDICT))
    load(content("one", 1, PREDICT), content("two", 2, MOVE))
    assert rows("two") == [(move, "One and five")]


def do(owner, slug):
    """Do every step of a lesson."""
    for step in Lesson.objects.get(slug=slug).live_steps:
        service.finish(service.record_of(owner, step))


NEW = TELL | {"title": "A new word"}


def test_a_finished_lesson_stays_finished_and_learnt_when_it_is_split(load, client, alice):
    bob = User.objects.create_user("bob")
    load(content("nim-sum", 1, PREDICT, MOVE), content("four-kinds", 2, TELL | {"title": "Kinds"}))
    do(alice, "nim-sum")
    service.finish(service.record_of(bob, Lesson.objects.get(slug="nim-sum").live_steps[0]))
    split = content("nim-sum", 1, PREDICT, NEW), content("perfect-kayles", 3, MOVE, TELL)

    load(*split, content("four-kinds", 2, TELL | {"title": "Kinds"}))

    assert [(one.lesson.slug, one.is_done, one.words) for one in overview(alice, the_course())] == [
        ("nim-sum", True, "Done, 1 new step since then"),
        ("four-kinds", False, "Not started"),
        ("perfect-kayles", False, "1 of 2 steps done"),
    ]
    assert {"nim-sum", "r1", "misere-quotient"} & set(learnt(alice)) == {"nim-sum"}
    assert "nim-sum" not in learnt(bob)
    assert not overview(bob, the_course())[0].is_done
    assert export(alice)["finished_lessons"] == ["nim-sum"]
    client.force_login(alice)
    page = client.get("/learn/nim-sum/").content.decode()
    assert "You've finished this lesson" in page
    assert 'href="/learn/nim-sum/2/">Go to step 2</a>' in page

    load(content("nim-sum", 1, NEW, TELL), content("four-kinds", 2, TELL))
    assert overview(alice, the_course())[0].is_done


def test_the_course_goes_on_past_a_lesson_that_was_finished_before_it_grew(load, client, alice):
    load(content("one", 1, PREDICT), content("two", 2, MOVE))
    do(alice, "one")
    load(content("one", 1, PREDICT, NEW), content("two", 2, MOVE))
    client.force_login(alice)
    page = client.get("/learn/").content.decode()
    assert 'href="/learn/two/1/"' in page
    assert 'href="/learn/one/2/"' not in page
