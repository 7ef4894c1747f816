"""The pages of the four sources: each paper item by item, and each item to cite."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

import solver
from games.boards.films import FilmView, film_view
from games.explore.theory.papers import ItemBoard, Paper, SourceItem, papers
from games.explore.views import frame_response
from games.web.requests import wants_fragment
from solver import outcome_certificate

CHECKER = Path(solver.__file__).with_name("checker.py")


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the four sources, each with what the course makes of it."""
    return render(request, "explore/theory/sources.html", {"papers": papers().values()})


@require_safe
def source(request: HttpRequest, paper_key: str) -> HttpResponse:
    """Show one source, item by item."""
    return render(request, "explore/theory/source.html", {"paper": _paper(paper_key)})


@require_safe
def item(request: HttpRequest, paper_key: str, item_key: str) -> HttpResponse:
    """Show one item: what it says, on boards and in a film, where it is taught, how to cite it."""
    return item_page(request, source_item(paper_key, item_key))


def item_page(
    request: HttpRequest, shown: SourceItem, problem: str = "", status: int = 200
) -> HttpResponse:
    """The page of an item, or a frame of its film; *problem* says why a report was refused."""
    film = _film(shown, request.GET.get("frame", ""))
    if film and wants_fragment(request):
        return frame_response(request, film)
    paper = papers()[shown.paper]
    place = paper.items.index(shown)
    context = {
        "paper": paper,
        "item": shown,
        "film": film,
        "address": request.build_absolute_uri(shown.get_absolute_url()),
        "before": paper.items[:place][-1:],
        "after": paper.items[place + 1 :][:1],
        "problem": problem,
        "given": dict(request.POST.lists()),
        "thanks": "reported" in request.GET,
    }
    return render(request, "explore/theory/source_item.html", context, status=status)


@require_safe
def certificate(request: HttpRequest, paper_key: str, item_key: str) -> HttpResponse:
    """Give the outcome of each board of an item with a strategy that proves it, one to a line."""
    shown = source_item(paper_key, item_key)
    if not shown.boards:
        raise Http404("This statement has no board.")
    headers = {"Content-Disposition": f'attachment; filename="{paper_key}-{item_key}.jsonl"'}
    lines = "".join(map(_certified, shown.boards))
    return HttpResponse(lines, content_type="application/jsonl", headers=headers)


@cache
def _certified(board: ItemBoard) -> str:
    return f"{json.dumps(outcome_certificate(board.question))}\n"


@require_safe
def checking_program(request: HttpRequest) -> HttpResponse:
    """Give the program that checks certificates: one file, which needs nothing but Python."""
    headers = {"Content-Disposition": f'attachment; filename="{CHECKER.name}"'}
    return HttpResponse(CHECKER.read_bytes(), content_type="text/x-python", headers=headers)


def source_item(paper_key: str, item_key: str) -> SourceItem:
    """The item under this address. Raises :class:`~django.http.Http404`."""
    shown = _paper(paper_key).by_key.get(item_key)
    if shown is None:
        raise Http404("There is no such statement.")
    return shown


def _paper(key: str) -> Paper:
    paper = papers().get(key)
    if paper is None:
        raise Http404("There is no such source.")
    return paper


def _film(shown: SourceItem, frame: str) -> FilmView | None:
    """A frame of the film of the first board that has one."""
    filmed: list[ItemBoard] = [one for one in shown.boards if one.theory]
    if not filmed:
        return None
    here = shown.get_absolute_url()
    return film_view(
        filmed[0].question, filmed[0].theory, frame, lambda number: f"{here}?frame={number}"
    )
