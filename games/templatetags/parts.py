"""Parts of pages, and what a page links: the tags."""

from __future__ import annotations

from django import template

from games.web.parts import part
from games.web.static_files import modules, parts_of

register = template.Library()
register.simple_tag(part)


@register.simple_tag
def sheets_of(sheet: str) -> list[str]:
    """The style sheets to link for *sheet*, which imports others; just one once collected."""
    return parts_of(sheet)


@register.simple_tag
def imported_by(module: str) -> list[str]:
    """The modules that a module imports, so that a page can request all of them at once."""
    return modules(module)
