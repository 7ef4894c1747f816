"""Lesson texts: Markdown with tables, without HTML or images, cleaned again after rendering.

Links lead only to pages of this site.
"""

from __future__ import annotations

import re

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

from solver import pooled

TAGS = {
    *("p", "em", "strong", "ul", "ol", "li", "code", "br", "a"),
    *("table", "thead", "tbody", "tr", "th", "td"),
}
WRAPPED = re.compile(r"(?m)^(?!\s*(?:\d+[.)]|[-*+])\s)(.*\S)\n(?=1[.)] )")
"""A line of a sentence whose next line begins with the number 1, which is not a list item."""
OWN_PAGE = re.compile(r"/[a-z][\w/?=&;%+.#-]*")
"""An address on this site."""

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


@pooled(lambda text: (text,))
def markdown(text: str) -> SafeString:
    """Render the text of a lesson."""
    html = nh3.clean(
        _MARKDOWN.render(WRAPPED.sub(r"\1 ", text)),
        tags=TAGS,
        attributes={"a": {"href"}},
        attribute_filter=_own_link,
        link_rel=None,
    )
    return mark_safe(html)  # noqa: S308 - cleaned on the line above


def _own_link(tag: str, attribute: str, value: str) -> str | None:
    return value if OWN_PAGE.fullmatch(value) else None
