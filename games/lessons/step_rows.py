"""Which stored step a step of a lesson goes on with, so that what people did stays with it.

A step stays the same step while its exercise does (:attr:`Step.identity`): its words may change,
its place in the lesson, and the lesson itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.content.shapes import Content
from games.lessons.models import Lesson, Step


def store_steps(lesson: Lesson, contents: list[Content], rows: Sequence[int | None] = ()) -> None:
    """Write the steps in their order. A step keeps its row while its exercise stays the same; one
    that people have answered is set aside, not deleted.

    *rows* names for each step the row it was edited in, if any.
    """
    before = list(lesson.steps.all())
    steps = [Step.of(content) for content in contents]
    kept = _kept(steps, before, rows)
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
    """Hand rows from lessons that no longer have a step to those that have it now.

    *lessons* are about to get the steps beside them; a row is handed over without a place, and
    :func:`store_steps` gives it one.
    """
    changed = [lesson for lesson, _ in lessons]
    free = list(Step.objects.filter(order=None).exclude(lesson__in=changed))
    wanted: list[tuple[Lesson, Step]] = []
    for lesson, contents in lessons:
        before = list(lesson.steps.all())
        steps = [Step.of(content) for content in contents]
        kept = _kept(steps, before, ())
        free += [old for old in before if old not in kept.values()]
        wanted += [(lesson, step) for order, step in enumerate(steps, 1) if order not in kept]
    for lesson, step in wanted:
        twins = [old for old in free if old.identity == step.identity]
        titled = [old for old in twins if old.title == step.title]
        # Without a position asked about there is nothing but the title to know a step by.
        usable = titled or twins if step.goal and step.position else titled
        if usable:
            old = usable[0]
            free.remove(old)
            old.lesson, old.order = lesson, None
            old.save(update_fields=["lesson", "order"])


def _kept(steps: list[Step], before: list[Step], rows: Sequence[int | None]) -> dict[int, Step]:
    """Which stored step each new one goes on with, by place. Among twins it is the one that was
    edited, else the one of the same title, else the one that stood here before, else any."""
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
