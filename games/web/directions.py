"""Names in Hebrew, Arabic and other scripts that run from right to left, in English sentences.

Beside such a name a browser would take numbers along: after it, “29 May” stands as “May” alone, and
its 29 before the name. So each such name is isolated on the way out, where no template and no
sentence can forget it. Pages without such letters stay as they are.
"""

from __future__ import annotations

import re

from django.http import HttpRequest, HttpResponse, HttpResponseBase

from games.web.watch.watching import Handler

SOME = re.compile(rb"[\xd6-\xdf]|\xe0[\xa0-\xa3]|\xef[\xac-\xbb]")
"""Whether the bytes of a page have a letter that may run from right to left. Most pages have none,
and then this is all that is done."""

LETTER = r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]"
BETWEEN = r"(?:[ \u00a0\u200c\u200d'’-]|&\#x27;|&\#39;)"
NAME = re.compile(rf"{LETTER}+(?:{BETWEEN}{{1,2}}{LETTER}+)*")
"""Words of such letters. A comma ends them: after it comes another name."""

PIECE = re.compile(
    r"<!--.*?-->"
    r"|<(?P<whole>script|style|textarea)\b.*?</(?P=whole)\s*>"
    r"""|<(?P<closes>/?)(?P<tag>[a-z][\w-]*)(?:[^>"']|"[^"]*"|'[^']*')*>"""
    r"|[^<]+|<",
    re.DOTALL | re.IGNORECASE,
)
WITHOUT_TAGS = {"title", "option", "svg"}
"""Elements that have no tags for words inside. Two signs of Unicode do the same in them."""


def isolated(page: str) -> str:
    """A page in which every name from right to left stands for itself.

    >>> isolated('<p title="שרון">2 points for שרון, 3 for Ada</p>')
    '<p title="שרון">2 points for <bdi>שרון</bdi>, 3 for Ada</p>'
    """
    out, inside = [], ""
    for piece in PIECE.finditer(page):
        text, tag = piece[0], (piece["tag"] or "").lower()
        if tag in WITHOUT_TAGS and not (inside and inside != tag):
            inside = "" if piece["closes"] else tag
        elif not text.startswith("<"):
            text = NAME.sub("\u2068\\g<0>\u2069" if inside else r"<bdi>\g<0></bdi>", text)
        out.append(text)
    return "".join(out)


def isolate_names(get_response: Handler) -> Handler:
    """Isolate the names in every page and every fragment of one."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        is_page = response.headers.get("Content-Type", "").startswith("text/html")
        if is_page and isinstance(response, HttpResponse) and SOME.search(response.content):
            response.content = isolated(response.content.decode()).encode()
        return response

    return middleware
