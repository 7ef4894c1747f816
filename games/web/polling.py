"""Pages that keep up with other people: they ask again and again, and mostly nothing is new.

1. Say what is current: ``@current("room")`` on a function from the address's arguments to ``Now``
   (a version, and whether something is awaited), by one query; ``None`` where there is nothing.
2. Mark the view that answers with the fragment: ``@require_safe @polled(room_now)``. Asked with
   ``?version=`` by a script, it is not even called while that version is current: 204, without
   session, user and template. So a version must change with all that anybody is shown.
3. Tell what changed: ``room_now.changed(code)``, in the transaction that writes. Where processes
   share a cache (``CACHE_URL``) it has a copy, at most ten seconds old, and a poll asks no query.
4. The fragment: an element with an id and ``data-poll="{{ address }}?version={{ version }}"``; it
   comes whole, with the next version in its address, and one without ``data-poll`` ends the polls.
   ``static/js/polling.js`` does the rest; an answer may also carry ``HX-Redirect``. Where the whole
   page answers, ``data-poll-part`` takes the element out of it.
5. Without scripts: ``web/look_again.html`` beside it, and ``web/refresh.html`` in the page's block
   ``styles``, where nothing can be typed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import update_wrapper, wraps
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import Resolver404, resolve

SOON, LATER = 2, 10
"""After how many seconds a page asks again: while something is awaited, and otherwise."""

COPY_SECONDS = 10
"""For how many seconds a copy in the cache is believed, if nobody could tell it of a change."""

Handler = Callable[[HttpRequest], HttpResponseBase]


@dataclass(frozen=True)
class Now:
    """How something stands: any change of *version* is news. *is_awaited* while it may change at
    any moment."""

    version: int | str
    is_awaited: bool = True

    @property
    def pace(self) -> int:
        """After how many seconds to ask again."""
        return (SOON if self.is_awaited else LATER) * settings.SLOWER_POLLS


class Current:
    """What *ask* says is current, from the cache that all processes share where there is one."""

    def __init__(self, name: str, ask: Callable[..., Now | None]) -> None:
        self.name, self.ask = name, ask
        update_wrapper(self, ask)

    def __call__(self, *arguments: Any, **named: Any) -> Now | None:
        """How it stands, for the arguments of the view's address."""
        if not settings.CACHE_URL:
            return self.ask(*arguments, **named)
        key = self._key(*arguments, *named.values())
        copy: Now | None = cache.get(key)
        if copy is None:
            copy = self.ask(*arguments, **named)
            if copy is not None:
                cache.add(key, copy, COPY_SECONDS)  # unless somebody has told it of something newer
        return copy

    def changed(self, *arguments: Any) -> None:
        """Once the transaction is through, let everybody see how it stands."""
        if settings.CACHE_URL:
            transaction.on_commit(
                lambda: cache.set(self._key(*arguments), self.ask(*arguments), COPY_SECONDS)
            )

    def _key(self, *arguments: Any) -> str:
        return ":".join(("now", self.name, *map(str, arguments)))


def current(name: str) -> Callable[[Callable[..., Now | None]], Current]:
    """Make a function that asks how something stands the one that polls ask."""
    return lambda ask: Current(name, ask)


def polled(
    now: Callable[..., Now | None],
) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Let a view answer polls: what it shows is as *now* says, and the answer tells the pace."""

    def mark(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def answer(request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponse:
            response = view(request, *arguments, **named)
            stands = getattr(request, "stands", None)
            return paced(response, stands) if stands else response

        answer.polled = now  # type: ignore[attr-defined]
        return answer

    return mark


def answer_polls(get_response: Handler) -> Handler:
    """Answer a poll that hears nothing new before anybody asks who it is from."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        is_poll = "version=" in request.META.get("QUERY_STRING", "")
        if is_poll and request.method == "GET" and "HX-Request" in request.headers:
            stands = how_it_stands(request)
            if stands and request.GET.get("version") == str(stands.version):
                return paced(HttpResponse(status=204), stands)
            request.stands = stands  # type: ignore[attr-defined]
        return get_response(request)

    return middleware


def how_it_stands(request: HttpRequest) -> Now | None:
    """What is current of what a poll asks for. Where that cannot be told, the view will say so."""
    try:
        match = request.resolver_match = resolve(request.path_info)
        now: Callable[..., Now | None] | None = getattr(match.func, "polled", None)
        return now(*match.args, **match.kwargs) if now else None
    except (Resolver404, DatabaseError):
        return None


def paced(response: HttpResponse, stands: Now) -> HttpResponse:
    """Tell when to ask again; nothing of it is stored on the way."""
    response.headers["Pace"] = str(stands.pace)
    response.headers["Cache-Control"] = "no-store"
    return response
