"""The pages of the four sources: each paper item by item, and each item to cite."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.boards.films import FilmView, film_view
from games.explore.theory.papers import ItemBoard, Paper, SourceItem, papers
from games.explore.views import frame_response
from games.web.fragments import wants_fragment


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
    paper = _paper(paper_key)
    shown = paper.by_key.get(item_key)
    if shown is None:
        raise Http404("There is no such statement.")
    film = _film(shown, request.GET.get("frame", ""))
    if film and wants_fragment(request):
        return frame_response(request, film)
    place = paper.items.index(shown)
    context = {
        "paper": paper,
        "item": shown,
        "film": film,
        "address": request.build_absolute_uri(shown.get_absolute_url()),
        "before": paper.items[:place][-1:],
        "after": paper.items[place + 1 :][:1],
    }
    return render(request, "explore/theory/source_item.html", context)


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
