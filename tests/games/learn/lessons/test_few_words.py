"""No step of the course talks for long, and none talks without a picture."""

import re

import pytest

from games.learn.lessons.lesson_files import LessonFiles
from games.questions.goals import GOALS

MOST_WORDS = 60
LESSONS = {content["slug"]: content for content in LessonFiles().read().values()}


def words(text):
    """How many words somebody reads: signs between numbers and the address of a link are none."""
    shown = re.sub(r"\]\([^)]*\)", "]", text)
    return sum(any(letter.isalnum() for letter in word) for word in shown.split())


@pytest.mark.parametrize("slug", LESSONS)
def test_something_is_to_be_done_after_sixty_words(slug):
    for step in LESSONS[slug]["steps"]:
        assert words(step["text"]) <= MOST_WORDS, step["title"]


@pytest.mark.parametrize("slug", LESSONS)
def test_every_step_has_a_picture(slug):
    for step in LESSONS[slug]["steps"]:
        asking = GOALS.get(step["kind"])
        draws_itself = asking is not None and not asking.has_position
        drawn = draws_itself or ("ruleset" in step and "position" in step)
        assert drawn, step["title"]


def test_a_word_has_a_letter_or_a_digit():
    assert words("3 ⊕ 5 = 6, *so* [run it](/errata/program/?position=1) – now.") == 7
