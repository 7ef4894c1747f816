"""The questions of the lessons, for people who put positions into puzzle sets."""

from __future__ import annotations

from collections.abc import Collection

from games.learn.lessons.models import Lesson, Step
from games.questions.question import Asked
from solver import format_position, parse_position


def asked_in_lessons(asked: Collection[Asked]) -> dict[Asked, str]:
    """For each question that a published lesson asks, a sentence that says where. The order of the
    rows does not matter."""
    games = {(one.ruleset, one.convention, one.goal) for one in asked}
    steps = Step.objects.filter(
        lesson__state=Lesson.State.PUBLISHED,
        order__isnull=False,
        ruleset__in={ruleset for ruleset, _, _ in games},
        position__gt="",
    ).select_related("lesson")
    said: dict[Asked, str] = {}
    for step in steps:
        place = format_position(tuple(sorted(parse_position(step.position))))
        key = Asked(step.ruleset, place, step.convention, step.to_move, step.goal)
        lesson = step.lesson
        said.setdefault(
            key, f"Lesson {lesson.number}, “{lesson.title}”, asks this in step {step.order}."
        )
    return {one: said[one] for one in asked if one in said}
