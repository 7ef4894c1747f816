"""Which theories somebody has had, by the lessons that introduce them."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.functional import SimpleLazyObject

from games.boards.learnt import Theories, register
from games.explore.theories import EXHAUSTIVE, THEORY_PAGES
from games.lessons.finishes import LessonFinish
from games.lessons.models import Lesson, Step, StepRecord
from games.lessons.quizzes import Quiz
from games.people.models import Owner, owned_by
from games.puzzles.met import Pairs, meets


@register
def learnt(owner: Owner | None) -> Theories:
    """The theories whose lessons somebody has finished, or passed by test: one begun may not have
    got to its word."""
    return _all_but(Lesson.objects.filter(Exists(open_steps_of(owner))))


def open_steps_of(owner: Owner | None) -> QuerySet[Step]:
    """The steps of a lesson, in a query for lessons, that somebody has still to do: none where
    its test was passed, or where it was finished before it was written anew."""
    done = owned_by(owner, StepRecord.objects.filter(step=OuterRef("pk"), done_at__isnull=False))
    passed = owned_by(owner, Quiz.objects.filter(kind=Quiz.Kind.TEST, passed=True))
    finished = owned_by(owner, LessonFinish.objects.all())
    steps = Step.objects.filter(~Exists(done), lesson=OuterRef("pk"), order__isnull=False)
    steps = steps.exclude(lesson__in=finished.values("lesson"))
    return steps.exclude(lesson__slug__in=passed.values("slug"))


@meets
def in_lessons(owner: Owner | None) -> Pairs:
    """The games and questions of the steps somebody has done."""
    done = owned_by(owner, StepRecord.objects.filter(done_at__isnull=False)).order_by()
    return done.exclude(step__ruleset="").values_list("step__ruleset", "step__kind").distinct()


def learnt_by(lesson: Lesson) -> Theories:
    """The theories that the course has introduced by the end of *lesson*, whoever takes it."""
    ahead = Lesson.objects.filter(number__gt=lesson.number)
    return SimpleLazyObject(lambda: _all_but(ahead))


def _all_but(ahead: QuerySet[Lesson]) -> Theories:
    """Every theory but those that lessons *ahead* introduce.

    Nobody waits for a lesson that is not published, and for search nobody waits at all.
    """
    introducing = [page.lesson for page in THEORY_PAGES if page is not EXHAUSTIVE]
    published = ahead.filter(state=Lesson.State.PUBLISHED, slug__in=introducing)
    waiting = set(published.values_list("slug", flat=True))
    return frozenset(page.key for page in THEORY_PAGES if page.lesson not in waiting)
