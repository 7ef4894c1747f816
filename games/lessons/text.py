"""Lesson texts: Markdown without HTML, links or images, cleaned once more after rendering."""

from __future__ import annotations

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

TAGS = {"p", "em", "strong", "ul", "ol", "li", "code", "br"}

_MARKDOWN = MarkdownIt("commonmark", {"html": False})


def markdown(text: str) -> SafeString:
    """Render a lesson's text."""
    html = nh3.clean(_MARKDOWN.render(text), tags=TAGS, attributes={})
    return mark_safe(html)  # noqa: S308 - cleaned on the line above
