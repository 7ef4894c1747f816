"""The page of the story, or one of its boards for htmx."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from games.site.story_boards import chapters
from games.web.fragments import wants_fragment


@require_safe
def story(request: HttpRequest) -> HttpResponse:
    """Show the story with the moves in the address; nothing is stored."""
    told = chapters(request.GET)
    asked = next((one for one in told if one.part.slug == request.GET.get("board")), None)
    status = 422 if any(one.board.problem for one in told) else 200
    if asked and wants_fragment(request):
        context = {"board": asked.board, "others": asked.others, "boards": len(told)}
        template = "site/story_board.html"
        response = render(request, template, context | {"is_fragment": True}, status=status)
        response.headers["Cache-Control"] = "no-store"
    else:
        context = {"chapters": told, "is_plain": not request.GET}
        response = render(request, "site/story.html", context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response
