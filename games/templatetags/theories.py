"""The theories and the lessons that introduce them, for pages about either."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from django import template
from django.template import Context

from games.boards.films import in_parts
from games.explore.theory.papers import SourceItem
from games.explore.theory.theory_pages import THEORY_PAGES, TheoryPage, theory_page
from games.learn.lessons.course import the_course
from games.learn.lessons.models import Lesson, Step
from games.learn.progress.learnt import WORDS, Glossary, Word
from games.learn.puzzles.models import Puzzle, PuzzleSet
from games.people.browsers import owner_of
from games.questions.goals import GoalKey
from solver.teaching import BELOW, Idea

register = template.Library()
register.filter(in_parts)

TAUGHT_IN = {"ones": "marienbad", BELOW: "two-rows"}
"""The lessons for ideas that belong to no theory, by key."""


@register.simple_tag
def theory_of(lesson_slug: str) -> TheoryPage | None:
    """The theory that a lesson introduces; None if it introduces none."""
    return next((page for page in THEORY_PAGES if page.lesson == lesson_slug), None)


@register.simple_tag
def lesson_of(theory: TheoryPage) -> Lesson | None:
    """The lesson that introduces a theory, if it is published."""
    return _published(theory.lesson)


@register.simple_tag
def lesson_introducing(key: str) -> Lesson | None:
    """The same for the key of a theory."""
    page = theory_page(key)
    return lesson_of(page) if page else None


@register.simple_tag
def lesson_on(idea: Idea | None) -> Lesson | None:
    """The lesson that teaches an idea, if it is published."""
    if idea is None:
        return None
    page = theory_page(idea.key)
    return _published(page.lesson if page else TAUGHT_IN[idea.key])


def _published(slug: str) -> Lesson | None:
    return next((lesson for lesson in the_course().published if lesson.slug == slug), None)


@register.simple_tag(takes_context=True)
def worded(context: Context, sentence: str) -> str:
    """A sentence with a link from each word that the reader has not learnt yet to its introduction;
    each word is linked once on a page."""
    request = getattr(context, "request", None)
    if request is None:
        return sentence
    if not hasattr(request, "glossary"):
        request.glossary = Glossary(partial(owner_of, request), request.path)
    glossary: Glossary = request.glossary
    return glossary.linked(sentence)


@register.simple_tag
def words() -> list[tuple[Word, Lesson | None]]:
    """Every word of the theory with the lesson that introduces it, if it is published."""
    published = Lesson.objects.filter(state=Lesson.State.PUBLISHED)
    lessons = {lesson.slug: lesson for lesson in published}
    return [(word, lessons.get(word.lesson)) for word in WORDS]


@register.simple_tag
def lesson_practised_by(puzzle: Puzzle) -> Lesson | None:
    """The lesson that the puzzle's set practises, if it is published."""
    sets = puzzle.sets.filter(state=PuzzleSet.State.PUBLISHED)
    numbers = sets.exclude(lesson=None).values("lesson")
    lessons = Lesson.objects.filter(number__in=numbers, state=Lesson.State.PUBLISHED)
    return lessons.order_by("number").first()


class TaughtStep(NamedTuple):
    """A step that teaches something, and *how*: told, done on a board, or proved."""

    how: str
    step: Step


@register.simple_tag
def steps_on(item: SourceItem) -> list[TaughtStep]:
    """The steps of published lessons that teach an item of a source."""
    lessons = {one.lesson for one in item.taught}
    steps = Step.objects.filter(
        lesson__slug__in=lessons, order__isnull=False, lesson__state=Lesson.State.PUBLISHED
    )
    found = {(step.lesson.slug, step.title): step for step in steps.select_related("lesson")}
    return [
        TaughtStep(one.how, found[one.lesson, title])
        for one in item.taught
        for title in one.steps
        if (one.lesson, title) in found
    ]


@register.simple_tag
def sets_on(item: SourceItem) -> list[PuzzleSet]:
    """The puzzle sets that practise a lesson in which an item is done or proved."""
    lessons = Lesson.objects.filter(
        slug__in={one.lesson for one in item.taught if one.how != "told"},
        state=Lesson.State.PUBLISHED,
    )
    numbers = lessons.values("number")
    return list(PuzzleSet.published().filter(lesson__in=numbers).order_by("order"))


@register.simple_tag
def proofs() -> list[Step]:
    """The steps of published lessons that ask for a proof, in the order of the course."""
    steps = Step.objects.filter(
        kind=GoalKey.ORDER, order__isnull=False, lesson__state=Lesson.State.PUBLISHED
    )
    return list(steps.select_related("lesson").order_by("lesson__number", "order"))
