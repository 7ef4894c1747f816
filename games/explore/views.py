"""The page of a position in the explorer, with every theory and an address to share."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from games.boards.boards import Board
from games.boards.bounds import MAX_LISTED, ask_within_limits
from games.boards.editing import changed, edit_board, games_beside
from games.boards.films import MAX_NAMED, NAMES, FilmView, film_view
from games.boards.lenses import Lens, agreement, lenses, question_of
from games.boards.rules import rule_of
from games.explore.addresses import address, embed_address, play_address
from games.explore.candidates import candidates, preferred, try_answer, verdict
from games.explore.forms import OWN
from games.explore.levels import ALL, LEVELS, Level, enough, level_of, open_theories
from games.explore.start_views import start_page
from games.explore.studies import kept_quotient
from games.people.browsers import owner_of
from games.web.requests import wants_fragment
from solver import (
    THEORIES,
    Analysis,
    Convention,
    Inquiry,
    Player,
    SolverError,
    format_position,
)
from solver.teaching import BELOW, LAST_ONE, convention_words

WHY, THEORY, SHARE = "why", "theories", "share"
TABS = {WHY: "Why", THEORY: "Theories", SHARE: "Type or share"}
"""The tabs beside the board; the first is the default."""
EMBED_HEIGHT, EMBED_ROW = 280, 96
"""In a frame of another page: the height without rows, and the height of each row, in pixels."""
HOST = re.compile(r"[a-z][a-z0-9-]{0,60}")
"""The names that a film may have in another page."""


@dataclass(frozen=True)
class Choice:
    """One of several addresses to choose from; *is_shown* for the current page."""

    key: str
    name: str
    url: str
    is_shown: bool


@require_safe
def position(request: HttpRequest, ruleset: str, position: str) -> HttpResponse:
    """Show a position: a board to edit, who wins, the verdict on every move, and the reasons."""
    convention = request.GET.get("convention", "misere")
    turn = request.GET.get("turn") or None
    try:
        question = ask_within_limits(ruleset, position, convention, turn, has_sums=True)
    except SolverError as error:
        typed = {"ruleset": ruleset, "position": position, "convention": convention}
        return start_page(request, typed, error)
    if question.ruleset.partizan and question.to_move is None:
        return redirect(address(question))
    question = question_of(Board.of(question.ruleset, question.position), question)
    question = replace(question, kept=kept_quotient)
    kept = kept_choices(request)
    if wants_fragment(request):
        return frame(request, question, kept)
    try:
        new = changed(question, request.GET, has_sums=True)
    except SolverError as error:
        return position_page(request, question, kept, str(error))
    return redirect(address(new, **kept)) if new else position_page(request, question, kept)


def kept_choices(request: HttpRequest) -> dict[str, str]:
    """The choices in the address besides the position; further addresses repeat them."""
    theory = request.GET.get("theory") or request.GET.get("lens", "")
    level, tab = request.GET.get("level", ALL), request.GET.get("tab", WHY)
    return (
        (asked_by("level", level, ALL) if level in LEVELS else {})
        | ({"theory": theory} if theory in NAMES else {})
        | (asked_by("tab", tab, WHY) if tab in TABS else {})
    )


def asked_by(name: str, key: str, usual: str) -> dict[str, str]:
    """The query parameter for *key*; empty if it is the *usual* one."""
    return {} if key == usual else {name: key}


def position_page(
    request: HttpRequest, question: Inquiry, kept: dict[str, str], problem: str = ""
) -> HttpResponse:
    """The page of a position; *problem* says why it could not be changed."""
    theory, level_key = kept.get("theory", ""), kept.get("level", ALL)
    if problem and "rows" in request.GET:
        kept = kept | {"tab": SHARE}
    tab = kept.get("tab", WHY)
    shown = open_theories(level_key, owner_of(request))
    views = list(lenses(question)) if tab == THEORY else enough(lenses(question), shown, theory)
    level = level_of(level_key, question, views, shown, theory)
    chosen = level.chosen(theory)
    film = None
    if tab == WHY or "print" in request.GET:
        number = request.GET.get("frame", "1")
        film = film_of(question, chosen.key, number, known=chosen.analysis, kept=kept)
        if "print" in request.GET:
            return render(request, "explore/sheet.html", sheet(question, film))
    context = judged(question, views, kept) | {
        "question": question,
        "rule": rule_of(question.ruleset, question.convention, format_position(question.position)),
        "tab": tab,
        "tabs": tab_links(question, kept),
        "endings": ending_links(question, kept),
        "turns": turn_links(question, kept),
        "chosen": chosen,
        "has_page": chosen.key != BELOW,
        "kept": kept,
        "film": film,
        "problem": problem,
        "urls": urls(question, kept | {"theory": chosen.key}),
    }
    if tab == THEORY:
        context |= every_theory(question, kept, level, views)
    if tab == SHARE:
        context |= shared(request, question)
    winning = [one for one in context["candidates"] if one.wins]
    context |= {
        "editor": edit_board(question, [one.placed for one in winning]),
        "winning": winning[:MAX_NAMED],
        "beside": games_beside(question.ruleset),
        "unnamed": len(winning[MAX_NAMED:]),
    }
    return render(request, "explore/position.html", context, status=422 if problem else 200)


def every_theory(
    question: Inquiry, kept: dict[str, str], level: Level, views: list[Lens]
) -> dict[str, Any]:
    """What the tab of theories adds: each with its address, and whether they agree."""

    def tabs(lenses: Iterable[Lens]) -> list[tuple[Lens, str]]:
        return [(lens, address(question, **kept | {"theory": lens.key})) for lens in lenses]

    return {
        "lenses": tabs(level.tabs),
        "silent": tabs(level.silent),
        "ahead": level.ahead,
        "levels": level_links(question, kept),
        "agreement": "" if "level" in kept else agreement(views),
    }


def shared(request: HttpRequest, question: Inquiry) -> dict[str, Any]:
    """What the tab for typing and sharing adds: the position in numbers, and its addresses."""
    return {
        "link": request.build_absolute_uri(address(question)),
        "embed": request.build_absolute_uri(embed_address(question)),
        "embed_height": EMBED_HEIGHT + EMBED_ROW * len(question.position),
        "rows": request.GET.get("rows", format_position(question.position)),
    }


def without(kept: dict[str, str], *names: str) -> dict[str, str]:
    """The choices in *kept* without these names."""
    return {name: value for name, value in kept.items() if name not in names}


def tab_links(question: Inquiry, kept: dict[str, str]) -> list[Choice]:
    """Each tab with its address."""
    others, shown = without(kept, "tab"), kept.get("tab", WHY)
    return [
        Choice(key, name, address(question, **others | asked_by("tab", key, WHY)), key == shown)
        for key, name in TABS.items()
    ]


def level_links(question: Inquiry, kept: dict[str, str]) -> list[Choice]:
    """Each level with its address, which drops the theory, since levels have different theories."""
    others, shown = without(kept, "level", "theory"), kept.get("level", ALL)
    return [
        Choice(key, name, address(question, **asked_by("level", key, ALL) | others), key == shown)
        for key, name in LEVELS.items()
    ]


def ending_links(question: Inquiry, kept: dict[str, str]) -> list[Choice]:
    """The position under either convention."""
    return [
        Choice(
            ending.value,
            LAST_ONE[ending],
            address(replace(question, convention=ending), **kept),
            ending is question.convention,
        )
        for ending in Convention
    ]


def turn_links(question: Inquiry, kept: dict[str, str]) -> list[Choice]:
    """The position with either player to move, if this makes a difference."""
    return [
        Choice(
            player.value,
            player.value.title(),
            address(replace(question, to_move=player), **kept),
            player is question.to_move,
        )
        for player in (Player if question.to_move else ())
    ]


def urls(question: Inquiry, kept: dict[str, str]) -> dict[str, str]:
    """The addresses that the page links to."""
    film = without(kept, "tab")
    start = reverse("explore:start")
    return {
        "film": address(question, **film),
        "print": address(question, **film, print="1"),
        "play": play_address(question),
        "rules": f"{start}?{urlencode(rows_of(question))}",
        "own": f"{start}?{urlencode(rows_of(question) | {'game': OWN})}",
    }


def rows_of(question: Inquiry) -> dict[str, str]:
    """The rows and the convention, for a look at them under other rules. Rows of several games have
    their own."""
    if question.ruleset.is_sum:
        return {"convention": question.convention.value}
    rows = format_position(question.position)
    return {"rows": rows, "convention": question.convention.value}


def judged(question: Inquiry, views: list[Lens], kept: dict[str, str]) -> dict[str, Any]:
    """Who wins under either convention, and all moves."""
    analysis, refusal = preferred(views)
    other = replace(question, convention=question.convention.other, searches={})
    other_analysis, _ = try_answer(other)
    return {
        "analysis": analysis,
        "refusal": refusal,
        "verdict": verdict(question, analysis),
        "candidates": candidates(question, analysis, other_analysis, kept),
        "most_listed": MAX_LISTED,
        "other_words": convention_words(other.convention),
        "other_verdict": verdict(other, other_analysis),
    }


def frame(request: HttpRequest, question: Inquiry, kept: dict[str, str]) -> HttpResponse:
    """A single frame: of the film on this page, or of one in another page under the name in *in*.
    Without a theory, use the first one with an answer."""
    theory, number = kept.get("theory", ""), request.GET.get("frame", "1")
    if not theory:
        analysis, _ = try_answer(question)
        theory = analysis.theory if analysis else THEORIES[-1].key
    host = request.GET.get("in", "")
    return frame_response(request, film_of(question, theory, number, host=host, kept=kept))


def frame_response(request: HttpRequest, film: FilmView) -> HttpResponse:
    """A frame without its page."""
    response = render(request, "explore/frame.html", {"film": film})
    # No cache may return this fragment as the page of the same address.
    patch_vary_headers(response, ["HX-Request"])
    response.headers["Cache-Control"] = "no-store"
    return response


def film_of(
    question: Inquiry,
    theory: str,
    number: str,
    *,
    known: Analysis | None = None,
    host: str = "",
    kept: dict[str, str] | None = None,
) -> FilmView:
    """A frame of the film by *theory*, with addresses on this page; *host* is its name
    elsewhere."""
    inside = {"in": host} if HOST.fullmatch(host) else {}
    chosen = (kept or {}) | {"theory": theory}

    def frame_address(number: int | str) -> str:
        return address(question, **chosen, frame=str(number), **inside)

    name = inside.get("in", "film")
    return film_view(
        question, theory, number, frame_address, name=name, known=known, is_page=not inside
    )


def sheet(question: Inquiry, film: FilmView) -> dict[str, Any]:
    """The context for printing: every frame."""
    return {
        "question": question,
        "rule": rule_of(question.ruleset, question.convention, format_position(question.position)),
        "film": film,
        "frames": list(film.every_frame()),
        "film_url": film.url,
    }
