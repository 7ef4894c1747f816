"""The words of the theory, and the lesson that introduces each word."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from django.db.models import Exists
from django.urls import reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from games.learn.lessons.course import the_course
from games.learn.lessons.models import Lesson
from games.learn.progress.learnt import open_steps_of
from games.people.models import Owner


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
