"""The site, with two views that do nothing beside it: what a poll is measured against.

``/bare/`` goes through everything the site does with a request, ``/alone/`` through Django alone.
"""

from __future__ import annotations

from typing import Any

from config.wsgi import application as site  # isort: skip - sets Django up for what follows

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpRequest, HttpResponse
from django.test.utils import override_settings
from django.urls import path

from config import urls


def nothing(request: HttpRequest) -> HttpResponse:
    """An empty answer."""
    return HttpResponse(status=204)


urlpatterns = [path("bare/", nothing), path("alone/", nothing), *urls.urlpatterns]
settings.ROOT_URLCONF = __name__
with override_settings(MIDDLEWARE=[]):
    django_alone = WSGIHandler()


def application(environ: dict[str, Any], start_response: Any) -> Any:
    """What the server calls."""
    answer = django_alone if environ["PATH_INFO"] == "/alone/" else site
    return answer(environ, start_response)
