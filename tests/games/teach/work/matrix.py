"""The table of results as somebody reads it, or has it read out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape

from .assignments import address

SIGN = re.compile(
    r'<td class="marked"><a class="bead bead-(\w+)" href="([^"]+)" aria-label="([^"]+)">'
)
DRAWN = {"first": "●", "helped": "◐", "wrong": "✗", "open": "…", "blank": "○", "excused": "–"}
"""What a mark looks like, in a letter."""


@dataclass(frozen=True)
class Shown:
    """A student's line: *signs*, and *words* beside them, a status and what is added to it."""

    name: str
    need: str
    points: str
    signs: str
    words: tuple[str, ...]
    links: tuple[str, ...]

    @property
    def statuses(self):
        return [word.partition(", ")[0] for word in self.words]

    @property
    def details(self):
        return [word.partition(", ")[2] for word in self.words]


def lines(page):
    """The lines of the table, from the top."""
    shown = []
    for line in page.split("<tbody>")[-1].split("</tbody>")[0].split("<tr>")[1:]:
        text = unescape(line)
        need = re.search(r'matrix-need">(.*?)</td>', text, re.DOTALL)[1]
        signs = SIGN.findall(text)
        shown.append(
            Shown(
                re.search(r"<a[^>]*>([^<]*)</a>", text)[1],
                " ".join(re.sub(r"<[^>]*>", "", need).split()),
                re.search(r'matrix-score">([^<]+)<', text)[1],
                "".join(DRAWN[mark] for mark, *_ in signs),
                tuple(words for *_, words in signs),
                tuple(link for _, link, _ in signs),
            )
        )
    return shown


def matrix(teacher, found, **asked):
    """The lines that an instructor sees of an assignment."""
    page = teacher.get(address(found, what="results"), asked)
    assert page.status_code == 200
    return lines(page.content.decode())
