"""A room hears reasons in the words that its class has had, and in no later ones."""

import re

import pytest

from games.learn.lessons.lesson_files import LessonFiles
from games.learn.lessons.models import Lesson
from games.learn.progress.learnt import WORDS
from games.people.models import User
from games.teach.classes.models import Classroom
from games.teach.live.rooms.models import RoomQuestion
from games.teach.live.rooms.room_films import film_choices
from games.teach.work.writing import storing_work
from solver.teaching import BELOW

from .phones import Leader, Phone, words
from .rooms import room

pytestmark = pytest.mark.django_db
LIGHTS = {"ruleset": "subtraction:3", "convention": "normal", "goal": "predict"}
ASKED = (
    LIGHTS | {"position": "8"},
    LIGHTS | {"position": "9", "goal": "move"},
    LIGHTS | {"position": "5+6+7", "convention": "misere", "goal": "predict"},
    {"ruleset": "nim", "position": "1+3+5", "convention": "normal", "goal": "move"},
    {"ruleset": "kayles", "position": "4+3+1", "convention": "misere", "goal": "move"},
    {"ruleset": "partizan-kayles", "position": "5+7", "convention": "misere", "goal": "predict"},
)
FIFTH = "frames"


@pytest.fixture
def course():
    LessonFiles.load()
    return {lesson.slug: lesson for lesson in Lesson.objects.all()}


def class_that_had(*lessons):
    """A class that was set these lessons."""
    owner = User.objects.get_or_create(username="ms-lind", teaches=True)[0]
    classroom = Classroom.objects.create(name="7b")
    classroom.staff.create(user=owner, role="owner")
    for lesson in lessons:
        work = storing_work.create(classroom, owner, "Homework")
        storing_work.add_ready(work, lesson)
        storing_work.publish(work)
    return classroom


def too_early(sentence, course, had=0):
    """The words of lessons after number *had* that a sentence speaks of."""
    later = [word for word in WORDS if course[word.lesson].number > had]
    return [word.text for word in later if re.search(word.pattern, sentence)]


def heard(made):
    """What wall and phone say of every question once it is judged, and the film offered first."""
    leader, phone = Leader(made), Phone(made)
    for question in made.questions.all():
        for step in ("next", "show", "judge"):
            assert leader.press(step).status_code == 302
        wall = re.search(r'class="wall-right">(.*?)</p>', leader.screen().content.decode(), re.S)
        judged = RoomQuestion.objects.get(pk=question.pk)
        first = film_choices(judged.asked, made)[0]
        yield wall[1], words(phone.page()), first.key


@pytest.mark.parametrize("is_class", [False, True])
def test_who_has_had_nothing_hears_no_word_of_any_lesson(course, is_class):
    made = room(*ASKED, classroom=class_that_had() if is_class else None)
    every = list(heard(made))
    assert len(every) == len(ASKED)
    for wall, phone, film in every:
        assert not too_early(wall, course), wall
        assert not too_early(phone, course), phone
        assert film == BELOW
    assert "Take 1 from row 1, leaving 8." in every[1][0]


def test_a_class_that_has_had_the_fifth_lesson_hears_its_words_and_no_later_ones(course):
    made = room(*ASKED, classroom=class_that_had(course[FIFTH]))
    every = list(heard(made))
    had = course[FIFTH].number
    for wall, phone, _ in every:
        assert not too_early(wall, course, had), wall
        assert not too_early(phone, course), phone  # the phone of a guest who has had nothing
    assert "this is a safe harbor" in every[0][0]
    assert [film for *_, film in every][:2] == ["safe-harbors", "safe-harbors"]
    assert [film for *_, film in every][3:] == [BELOW] * 3


def test_a_draft_is_no_lesson_that_a_class_has_had(course):
    classroom = class_that_had()
    work = storing_work.create(classroom, classroom.staff.get().user, "Next week")
    storing_work.add_ready(work, course[FIFTH])
    [(wall, _, film)] = heard(room(ASKED[0], classroom=classroom))
    assert not too_early(wall, course)
    assert film == BELOW
