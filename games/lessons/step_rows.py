"""Match the steps of a changed lesson with stored steps, so that people's answers stay with them.

A step stays the same while its exercise does (:attr:`Step.identity`), even if its words, its place
or its lesson change.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.content.shapes import Content
from games.lessons.models import Lesson, Step


def store_steps(lesson: Lesson, contents: list[Content], rows: Sequence[int | None] = ()) -> None:
    """Write the steps in order. A step keeps its row if its exercise is unchanged; a step that is
    no longer used is deleted, or set aside if people have answered it.

    *rows* names for each step the row in which it was edited, if any.
    """
    before = list(lesson.steps.all())
    steps = [Step.of(content) for content in contents]
    kept = _matching_rows(steps, before, rows)
    lesson.steps.update(order=None)
    for order, step in enumerate(steps, 1):
        old = kept.get(order)
        step.lesson, step.order = lesson, order
        step.pk = old.pk if old else None
        step.save(force_insert=old is None, force_update=old is not None)
    for old in before:
        is_gone = old not in kept.values()
        if is_gone and not old.records.exists() and not old.attempts.exists():
            old.delete()


def move_steps(lessons: list[tuple[Lesson, list[Content]]]) -> None:
    """Move rows from lessons that no longer have a step to the lessons that have it now.

    Each of *lessons* is paired with its new steps. A moved row has no place until
    :func:`store_steps` gives it one.
    """
    changed = [lesson for lesson, _ in lessons]
    free = list(Step.objects.filter(order=None).exclude(lesson__in=changed))
    wanted: list[tuple[Lesson, Step]] = []
    for lesson, contents in lessons:
        before = list(lesson.steps.all())
        steps = [Step.of(content) for content in contents]
        kept = _matching_rows(steps, before, ())
        free += [old for old in before if old not in kept.values()]
        wanted += [(lesson, step) for order, step in enumerate(steps, 1) if order not in kept]
    for lesson, step in wanted:
        twins = [old for old in free if old.identity == step.identity]
        titled = [old for old in twins if old.title == step.title]
        # Without a question about a position, only the title identifies a step.
        usable = titled or twins if step.goal and step.position else titled
        if usable:
            old = usable[0]
            free.remove(old)
            old.lesson, old.order = lesson, None
            old.save(update_fields=["lesson", "order"])


def _matching_rows(
    steps: list[Step], before: list[Step], rows: Sequence[int | None]
) -> dict[int, Step]:
    """The stored step for each new one, by place. Among equal steps, prefer the one that was
    edited, then the one with the same title, then the one at this place, then any."""
    named = dict(enumerate(rows, 1))
    same: tuple[Callable[[int, Step, Step], bool], ...] = (
        lambda order, step, old: old.pk == named.get(order),
        lambda order, step, old: old.title == step.title,
        lambda order, step, old: old.order == order,
        lambda order, step, old: True,
    )
    free, kept = list(before), dict[int, Step]()
    for fits in same:
        for order, step in enumerate(steps, 1):
            twins = [old for old in free if old.identity == step.identity]
            twin = next((old for old in twins if fits(order, step, old)), None)
            if order not in kept and twin is not None:
                kept[order] = twin
                free.remove(twin)
    return kept
