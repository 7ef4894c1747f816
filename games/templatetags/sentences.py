"""Filters and tags that write a position or a player inside a sentence, and the text of a lesson:
Markdown with tables, without HTML or images, cleaned again after rendering. Its links lead only to
pages of this site."""

from __future__ import annotations

import re
import uuid
from collections.abc import Mapping, Sequence

import nh3
from django import template
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

from games.boards.games import OFFERS
from games.boards.rules import game_in_words, rule_of
from games.learn.puzzles.set_progress import THEMES
from solver import (
    BOARD_GAMES,
    FAMILIES,
    Convention,
    format_position,
    get_ruleset,
    parse_position,
    pooled,
    read_sum,
)
from solver.teaching import convention_words, position_words, uncapitalised

TAGS = {
    *("p", "em", "strong", "ul", "ol", "li", "code", "br", "a"),
    *("table", "thead", "tbody", "tr", "th", "td"),
}
WRAPPED = re.compile(r"(?m)^(?!\s*(?:\d+[.)]|[-*+])\s)(.*\S)\n(?=1[.)] )")
"""A line of a sentence whose next line begins with the number 1, which is not a list item."""
OWN_PAGE = re.compile(r"/[a-z][\w/?=&;%+.#-]*")
"""An address on this site."""

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")

register = template.Library()
register.filter(uncapitalised)


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


@register.simple_tag
def form_key() -> SafeString:
    """A hidden key for a form, so that a form that is sent twice creates only one object."""
    return format_html('<input type="hidden" name="form_key" value="{}">', uuid.uuid4())


@register.filter
def position(sizes: Sequence[int]) -> str:
    """Sizes as a position in words: ``1 + 3 + 5``."""
    return position_words(sizes)


@register.filter
def plain_position(sizes: Sequence[int]) -> str:
    """Sizes in the form of an address: ``1+3+5``."""
    return format_position(sizes)


@register.filter
def spaced(text: str) -> str:
    """A position's text with blanks around the plus signs."""
    return position(read_sum(text)[1] if ":" in text else parse_position(text))


@register.filter
def chosen(given: Mapping[str, Sequence[str]] | None, size: int) -> str:
    """The kind that the form chose for rows of this size."""
    return next(iter((given or {}).get(f"kind-{size}", [])), "")


@register.filter
def typed_size(text: str) -> int:
    """A typed size as a number; 0 if it is not one."""
    return int(text) if re.fullmatch("[0-9]{1,3}", text) else 0


@register.filter
def prose(text: str) -> SafeString:
    """The text of a lesson as HTML."""
    return markdown(text)


@register.filter
def coded(sentence: str) -> SafeString:
    """A sentence as HTML, with text between backticks as code."""
    escaped = conditional_escape(sentence)
    return mark_safe(re.sub("`([^`]+)`", r"<code>\1</code>", escaped))  # noqa: S308 – escaped


@register.inclusion_tag("components/rulesets.html")
def rulesets(*, impartial: bool = False, has_boards: bool = False) -> dict[str, object]:
    """The rulesets to offer in a field; only *impartial* ones if it accepts no others. *has_boards*
    adds the games on boards."""
    games = OFFERS | {game.example: game.name for game in BOARD_GAMES if has_boards}
    offers = [
        (key, name, rule_of(key, "misere").move)
        for key, name in games.items()
        if not (impartial and get_ruleset(key).partizan)
    ]
    return {"offers": offers}


def inside(family: str, example: str) -> str:
    """The name of a family inside a sentence: that of a single game keeps its capital letter."""
    return family if family == game_name(example) else uncapitalised(family)


@register.simple_tag
def ruleset_keys() -> SafeString:
    """Examples of how to write the rules of each family of games."""
    return format_html_join(
        ", ",
        "<code>{}</code>{}",
        (
            (family.example, f" ({inside(family.name, family.example)})" * (":" in family.example))
            for family in FAMILIES
        ),
    )


@register.filter
def game_name(ruleset: str) -> str:
    """The name of a ruleset."""
    return get_ruleset(ruleset).name


@register.filter
def in_rows(ruleset: str, position: str) -> str:
    """A game and its start: ``Kayles: a row of 9 pins``."""
    return game_in_words(ruleset, position)


@register.filter
def theme_name(slug: str) -> str:
    """The name of a puzzle theme."""
    return THEMES.get(slug, slug)


@register.filter
def ending(convention: str) -> str:
    """The convention in words."""
    return convention_words(Convention(convention))
