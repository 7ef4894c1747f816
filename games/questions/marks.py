"""Marks: how somebody stands at each question, at a glance.

A mark says it by its shape and by its hue, and in words to those who point at it or hear the page.
Every page on which somebody looks at work draws the same marks, a strip of them for an assignment.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import NamedTuple

from django.utils.html import escape
from django.utils.safestring import SafeString


class ResultMark(Enum):
    """How somebody stands at one question, in the words of the legend."""

    FIRST = "right at once"
    HELPED = "right later or with help"
    WRONG = "wrong"
    OPEN = "started"
    BLANK = "not yet"
    EXCUSED = "not asked"

    __hash__ = object.__hash__  # equal only to itself, and counted very often

    def __init__(self, words: str) -> None:
        self.words = words
        self.slug = self.name.lower()

    @property
    def is_right(self) -> bool:
        return self in (ResultMark.FIRST, ResultMark.HELPED)


class StripMark(NamedTuple):
    """A mark in a strip: its details in *words*, and the *address* of the answers, if the reader
    may open it. Both are ours and hold nothing to escape: pages draw thousands of them."""

    mark: ResultMark
    words: str
    address: str = ""


LINK = '<a class="bead bead-%s" href="%s" aria-label="%s"></a>'
PLAIN = '<i class="bead bead-%s" title="%s"></i>'


def counted_marks(marks: Iterable[ResultMark]) -> list[tuple[ResultMark, int]]:
    """The sorts of marks among these, in the order of the legend, with their numbers."""
    number = Counter(marks)
    return [(mark, number[mark]) for mark in ResultMark if number[mark]]


def marks_in_words(marks: Iterable[ResultMark]) -> str:
    """What a strip says, in a few words: “5 right at once, 1 wrong, 3 not yet”."""
    return ", ".join(f"{number} {mark.words}" for mark, number in counted_marks(marks))


def strip(about: str, marks: Sequence[StripMark]) -> SafeString:
    """A strip of marks *about* something, as HTML: each mark that has an address is a link. Where
    nothing is asked there is no strip."""
    if not marks:
        return SafeString()
    told = escape(f"{about}: {marks_in_words(one.mark for one in marks)}")
    role = "group" if any(one.address for one in marks) else "img"
    drawn = "".join(
        LINK % (mark.slug, address, f"{place}. {words}")
        if address
        else PLAIN % (mark.slug, f"{place}. {words}")
        for place, (mark, words, address) in enumerate(marks, 1)
    )
    return SafeString(f'<span class="strip" role="{role}" aria-label="{told}">{drawn}</span>')


def strip_beside(about: str, marks: Sequence[StripMark], address: str) -> SafeString:
    """The same in a long table: one link to the page that opens the strip. Who hears the page hears
    one sentence, and who types goes by the link of the line."""
    told = escape(f"{about}: {marks_in_words(one.mark for one in marks)}")
    drawn = "".join(
        [PLAIN % (one.mark.slug, f"{place}. {one.words}") for place, one in enumerate(marks, 1)]
    )
    return SafeString(
        f'<a class="strip" href="{address}" tabindex="-1" aria-hidden="true">{drawn}</a>'
        f'<span class="only-heard">{told}</span>'
    )


def silent_strip(went_well: Iterable[bool]) -> SafeString:
    """A strip of tries that went well or not, beside a text that says as much."""
    marks = (ResultMark.FIRST if well else ResultMark.WRONG for well in went_well)
    drawn = "".join(
        PLAIN % (mark.slug, "went well" if mark.is_right else "wrong") for mark in marks
    )
    return SafeString(f'<span class="strip" aria-hidden="true">{drawn}</span>')
