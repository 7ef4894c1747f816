"""Lesson texts: Markdown with tables, without HTML or images, cleaned once more after rendering.

Links lead to pages of this site alone.
"""

from __future__ import annotations

import re
from functools import lru_cache

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

TAGS = {
    *("p", "em", "strong", "ul", "ol", "li", "code", "br", "a"),
    *("table", "thead", "tbody", "tr", "th", "td"),
}
OWN_PAGE = re.compile(r"/[a-z][\w/?=&;%+.#-]*")
"""An address that cannot leave the site."""

MAX_CACHED_TEXTS = 1_000
"""How many texts stay rendered: more than the course has."""

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


@lru_cache(maxsize=MAX_CACHED_TEXTS)
def markdown(text: str) -> SafeString:
    """Render a lesson's text."""
    html = nh3.clean(
        _MARKDOWN.render(text),
        tags=TAGS,
        attributes={"a": {"href"}},
        attribute_filter=_kept,
        link_rel=None,
    )
    return mark_safe(html)  # noqa: S308 - cleaned on the line above


def _kept(tag: str, attribute: str, value: str) -> str | None:
    return value if OWN_PAGE.fullmatch(value) else None
