"""What a person has learnt: the theories, by the lessons that introduce them, and the words of the
theory, each with its lesson."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from games.boards.lenses import Theories, register, theories_of
from games.explore.theory.theory_pages import EXHAUSTIVE, THEORY_PAGES
from games.learn.lessons.course import the_course
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


@dataclass(frozen=True)
class Word:
    """A *text* that explanations use, the slug of the *lesson* that introduces it, and the key of
    the *theory* whose page explains it. *forms* is a pattern for its spellings."""

    text: str
    lesson: str
    theory: str
    forms: str = ""

    @property
    def pattern(self) -> str:
        """The pattern that finds the word in a sentence, with word boundaries."""
        return rf"\b(?:{self.forms or f'{self.text}s?'})\b"


WORDS = (
    Word("divisor", "safe-harbors", "safe-harbors"),
    Word("remainder", "safe-harbors", "safe-harbors"),
    Word("complement", "safe-harbors", "safe-harbors"),
    Word("harbor", "safe-harbors", "safe-harbors", "(?:safe )?harbors?"),
    Word("frame", "safe-harbors", "safe-harbors", "(?:final )?frames?"),
    Word("misère play", "one-more", "safe-harbors", "misère play"),
    Word("nim-sum", "nim-sum", "nim-sum"),
    Word("impartial", "a-program-that-plays", "nim-sum", "impartial"),
    Word("mex", "kayles", "nim-sum", "mex"),
    Word("nim-value", "kayles", "nim-sum"),
    Word("kind", "four-kinds", "r1"),
    Word("null", "four-kinds", "r1"),
    Word("inverter", "four-kinds", "r1"),
    Word("trap", "four-kinds", "r1"),
    Word("switch", "four-kinds", "r1", "(?:higher )?switch(?:es)?(?! off)"),
    Word("gremlin", "four-kinds", "r1"),
    Word("component scheme", "lost-sorts", "r1"),
    Word("component", "four-kinds", "r1"),
    Word("firm board", "lost-sorts", "r1", "firm(?: boards?)?"),
    Word("odd board", "lost-sorts", "r1", "odd boards?"),
    Word("higher inverter", "where-r1-breaks", "r1"),
    Word("tame", "where-r1-breaks", "r1", "tame"),
    Word("wild", "where-r1-breaks", "r1", "wild"),
    Word("reversible", "telling-apart", "reduction", "reversible"),
    Word("element", "perfect-kayles", "misere-quotient"),
    Word("misère quotient", "perfect-kayles", "misere-quotient"),
    Word("partizan", "left-and-right", "reduction", "partizan"),
    Word("outcome", "left-and-right", "reduction"),
    Word("dominated", "option-fans", "reduction", "dominated"),
    Word("reduction", "squares-and-dominoes", "reduction"),
    Word("canonical form", "squares-and-dominoes", "reduction"),
    Word("balance", "winning-strips", "reduction"),
    Word("universe", "an-inverse", "reduction"),
    Word("inverse", "an-inverse", "reduction"),
    Word("conjugate", "an-inverse", "reduction"),
    Word("misère monoid", "an-inverse", "reduction"),
)
"""The words in the order of the course."""

ANY = re.compile("|".join(f"(?P<w{place}>{word.pattern})" for place, word in enumerate(WORDS)))


Introduction = tuple[str, str]
"""The name of a page and the word that its address has."""


def introductions(owner: Owner | None) -> dict[str, Introduction]:
    """For each word that the person has not met, what introduces it: the lesson or, if that is not
    published, its theory."""
    waits: dict[str, bool]
    if owner is None:  # who has done nothing yet has met no word, and most readers are strangers
        course = the_course()
        waits = {lesson.slug: bool(course.steps[lesson.pk]) for lesson in course.published}
    else:
        lessons = Lesson.objects.filter(
            state=Lesson.State.PUBLISHED, slug__in={word.lesson for word in WORDS}
        ).annotate(waits=Exists(open_steps_of(owner)))
        waits = dict(lessons.values_list("slug", "waits"))
    return {
        word.text: ("lessons:lesson", word.lesson)
        if word.lesson in waits
        else ("explore:theory", word.theory)
        for word in WORDS
        if waits.get(word.lesson, True)
    }


class Glossary:
    """The words of one page for its reader: each is linked once, and none to the page itself."""

    def __init__(self, owner: Callable[[], Owner | None], path: str) -> None:
        self.owner, self.path = owner, path
        self.introductions: dict[str, Introduction] | None = None

    def linked(self, sentence: str) -> SafeString:
        """A sentence as HTML, with links from new words to their introductions."""
        parts: list[SafeString] = []
        end = 0
        for match in ANY.finditer(sentence):
            url = self.url_of(WORDS[int((match.lastgroup or "w0")[1:])].text)
            if url:
                parts += [
                    conditional_escape(sentence[end : match.start()]),
                    format_html('<a class="word" href="{}">{}</a>', url, match[0]),
                ]
                end = match.end()
        parts.append(conditional_escape(sentence[end:]))
        return mark_safe("".join(parts))  # noqa: S308 - every part is escaped

    def url_of(self, word: str) -> str:
        """The address for a word at its first use, otherwise empty; needs one query in all."""
        if self.introductions is None:
            self.introductions = introductions(self.owner())
        if (met := self.introductions.pop(word, None)) is None:
            return ""
        name, key = met
        url = reverse(name, args=[key])
        return "" if self.path.startswith(url) else url
