"""The theories that a person has learnt, by the lessons that introduce them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.functional import SimpleLazyObject

from games.boards.known_theories import Theories, register, theories_of
from games.explore.theory.theory_pages import EXHAUSTIVE, THEORY_PAGES
from games.learn.lessons.finishes import LessonFinish
from games.learn.lessons.models import Lesson, Step, StepRecord
from games.learn.lessons.taken_tests import TakenTest
from games.people.models import Owner, User, owned_by
from solver import THEORIES


@register
def learnt(owner: Owner | None) -> Theories:
    """The theories whose lessons the person has finished or passed by test; in a lesson that is
    only begun, the theory may come later."""
    return _all_but(Lesson.objects.filter(Exists(open_steps_of(owner))))


def open_steps_of(owner: Owner | None) -> QuerySet[Step]:
    """A subquery for lessons: the steps that the person still has to do; none if they passed its
    test, or finished it before it was rewritten."""
    done = owned_by(owner, StepRecord.objects.filter(step=OuterRef("pk"), done_at__isnull=False))
    passed = owned_by(owner, TakenTest.objects.filter(kind=TakenTest.Kind.TEST, passed=True))
    finished = owned_by(owner, LessonFinish.objects.all())
    steps = Step.objects.filter(~Exists(done), lesson=OuterRef("pk"), order__isnull=False)
    steps = steps.exclude(lesson__in=finished.values("lesson"))
    return steps.exclude(lesson__slug__in=passed.values("slug"))


def theories_of_each(owners: Iterable[Owner]) -> dict[Owner, frozenset[str]]:
    """The theories that each of many people has learnt. Looking them up takes milliseconds for
    each, so those who have finished nothing yet, such as most guests, share one answer."""
    everybody = set(owners)
    users = [one for one in everybody if isinstance(one, User)]
    theirs = Q(user__in=users) | Q(visitor__in=everybody.difference(users))
    done: tuple[QuerySet[Any], ...] = (
        StepRecord.objects.exclude(done_at=None),
        LessonFinish.objects.all(),
        TakenTest.objects.filter(kind=TakenTest.Kind.TEST, passed=True),
    )
    first, *others = [
        rows.filter(theirs).order_by().values_list("user_id", "visitor_id") for rows in done
    ]
    begun = {user or visitor for user, visitor in first.union(*others)}
    nobody = _keys(theories_of(None))
    return {one: _keys(theories_of(one)) if one.pk in begun else nobody for one in everybody}


def _keys(theories: Theories) -> frozenset[str]:
    return frozenset(theory.key for theory in THEORIES if theory.key in theories)


def learnt_by(lesson: Lesson) -> Theories:
    """The theories that the course has introduced by the end of *lesson*."""
    ahead = Lesson.objects.filter(number__gt=lesson.number)
    return SimpleLazyObject(lambda: _all_but(ahead))


def _all_but(ahead: QuerySet[Lesson]) -> Theories:
    """Every theory except those that lessons in *ahead* introduce.

    A theory whose lesson is not published counts as learnt, and so does search.
    """
    introducing = [page.lesson for page in THEORY_PAGES if page is not EXHAUSTIVE]
    published = ahead.filter(state=Lesson.State.PUBLISHED, slug__in=introducing)
    waiting = set(published.values_list("slug", flat=True))
    return frozenset(page.key for page in THEORY_PAGES if page.lesson not in waiting)
