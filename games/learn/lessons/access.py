"""Access to lessons."""

from __future__ import annotations

from django.http import Http404

from games.learn.lessons.models import Lesson


def get_lesson(slug: str) -> Lesson:
    """A published lesson, otherwise 404: drafts and retired lessons are for curators only."""
    lessons = Lesson.objects.filter(state=Lesson.State.PUBLISHED, slug=slug)
    lesson = lessons.select_related("track").first()
    if lesson is None:
        raise Http404("There is no such lesson.")
    return lesson
