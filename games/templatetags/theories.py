"""The theories and the lessons that introduce them, for pages of either."""

from __future__ import annotations

from django import template

from games.explore.theories import THEORY_PAGES, TheoryPage, theory_page
from games.lessons.models import Lesson

register = template.Library()


@register.simple_tag
def theory_of(lesson_slug: str) -> TheoryPage | None:
    """The theory that a lesson introduces, if it does."""
    return next((page for page in THEORY_PAGES if page.lesson == lesson_slug), None)


@register.simple_tag
def lesson_of(theory: TheoryPage) -> Lesson | None:
    """The lesson that introduces a theory, as long as it is published."""
    return Lesson.objects.filter(slug=theory.lesson, state=Lesson.State.PUBLISHED).first()


@register.simple_tag
def lesson_introducing(key: str) -> Lesson | None:
    """The same by the theory's key."""
    page = theory_page(key)
    return lesson_of(page) if page else None
