"""Assignments for the pages of lower areas."""

from __future__ import annotations

from django import template
from django.contrib.auth.models import AnonymousUser

from games.learn.lessons.models import Lesson
from games.people.models import User
from games.teach.work.models import Assignment
from games.teach.work.standings.own_work import assigned

register = template.Library()


@register.simple_tag
def assignments_with(lesson: Lesson, user: User | AnonymousUser) -> list[Assignment]:
    """The student's open assignments that contain this lesson."""
    return assigned(user, lesson) if isinstance(user, User) else []
