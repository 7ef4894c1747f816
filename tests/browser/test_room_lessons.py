"""Room lessons in a real browser: on a screen, and on paper."""

import re

import pytest

from games.teach.live.lessons.models import RoomLesson
from games.teach.live.lessons.room_lesson_files import RoomLessonFiles

from .test_curation import at_work  # noqa: F401

pytestmark = pytest.mark.browser


def test_each_lesson_prints_on_two_pages_and_can_be_read_by_everybody(
    at_work,  # noqa: F811
    site,
    axe_finds_nothing,
):
    RoomLessonFiles.load()
    for lesson in RoomLesson.objects.all():
        at_work.goto(f"{site}{lesson.get_absolute_url()}")
        axe_finds_nothing(at_work, "#content")
        pdf = at_work.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf)) <= 2, lesson
        assert re.search(rb"/MediaBox\s*\[0 0 59[45]", pdf), "A4"
