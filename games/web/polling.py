"""Pages that follow what other people do: they poll, and mostly nothing has changed.

1. Define the current state: put ``@current("room")`` on a function that takes the arguments of the
   address and returns ``Now`` (a version, and whether a change is expected) with one query, or
   ``None`` if there is nothing.
2. Mark the view that returns the fragment: ``@require_safe @polled(room_now)``. While the version
   in ``?version=`` is current, a poll gets 204 without calling the view, and without session, user
   and template. So the version must change with everything that the fragment shows.
3. Report changes: call ``room_now.changed(code)`` in the transaction that writes. If the processes
   share a cache (``CACHE_URL``), it holds a copy, at most ten seconds old: polls need no query.
4. The fragment is an element with an id and ``data-poll="{{ address }}?version={{ version }}"``.
   Each answer replaces it, with the new version in its address; one without ``data-poll`` ends it.
   ``static/js/polling.js`` does the rest; an answer may also carry ``HX-Redirect``. If the address
   returns a whole page, ``data-poll-part`` picks the element from it.
5. Without scripts: include ``web/look_again.html`` beside it and, on pages without text fields,
   ``web/refresh.html`` in the block ``styles``.
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
"""Seconds between two polls: while a change is expected at any moment, and otherwise."""

COPY_SECONDS = 10
"""Seconds for which we trust a cached copy, in case nobody could report a change."""

Handler = Callable[[HttpRequest], HttpResponseBase]


@dataclass(frozen=True)
class Now:
    """The current state: a new *version* means news. *is_awaited* is True while a change may come
    at any moment."""

    version: int | str
    is_awaited: bool = True

    @property
    def pace(self) -> int:
        """Seconds until the next poll."""
        return (SOON if self.is_awaited else LATER) * settings.SLOWER_POLLS


class Current:
    """The current state as *ask* returns it, cached for all processes if they share a cache."""

    def __init__(self, name: str, ask: Callable[..., Now | None]) -> None:
        self.name, self.ask = name, ask
        update_wrapper(self, ask)

    def __call__(self, *arguments: Any, **named: Any) -> Now | None:
        """The state for the arguments of the view's address."""
        if not settings.CACHE_URL:
            return self.ask(*arguments, **named)
        key = self._key(*arguments, *named.values())
        copy: Now | None = cache.get(key)
        if copy is None:
            copy = self.ask(*arguments, **named)
            if copy is not None:
                cache.add(key, copy, COPY_SECONDS)  # unless changed() has set a newer one
        return copy

    def changed(self, *arguments: Any) -> None:
        """Refresh the cached copy after the current transaction."""
        if settings.CACHE_URL:
            transaction.on_commit(
                lambda: cache.set(self._key(*arguments), self.ask(*arguments), COPY_SECONDS)
            )

    def _key(self, *arguments: Any) -> str:
        return ":".join(("now", self.name, *map(str, arguments)))


def current(name: str) -> Callable[[Callable[..., Now | None]], Current]:
    """Turn a function that returns the current state into a :class:`Current`."""
    return lambda ask: Current(name, ask)


def polled(
    now: Callable[..., Now | None],
) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Let a view answer polls: *now* gives the state that it shows, and the response gives the
    pace."""

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
    """Answer a poll without news before the session and the user are read."""

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
    """The state that a poll asks for; None if there is none, and the view gives the error."""
    try:
        match = request.resolver_match = resolve(request.path_info)
        now: Callable[..., Now | None] | None = getattr(match.func, "polled", None)
        return now(*match.args, **match.kwargs) if now else None
    except (Resolver404, DatabaseError):
        return None


def paced(response: HttpResponse, stands: Now) -> HttpResponse:
    """Add the pace to a response and forbid storing it."""
    response.headers["Pace"] = str(stands.pace)
    response.headers["Cache-Control"] = "no-store"
    return response
