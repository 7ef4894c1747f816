"""The cost of one move through the pages, against a bare view with as many queries."""

from __future__ import annotations

import os
import tempfile
from statistics import median
from time import perf_counter
from typing import Any


def move_against_bare_view(rounds: int = 40) -> tuple[float, int]:
    """The ratio of the two times, and how many queries each makes.

    Works on a database of its own in a temporary folder.
    """
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATA_DIR"] = folder
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        import django
        from django.conf import settings

        django.setup()
        settings.ALLOWED_HOSTS = ["testserver"]
        from django.core.management import call_command
        from django.db import connection, reset_queries
        from django.http import HttpResponse
        from django.test import Client
        from django.urls import path

        from config import urls
        from games.play.models import Match

        call_command("migrate", verbosity=0)
        client, times = Client(), []
        setup = {"start": "own", "ruleset": "nim", "position": "1+3+5+7"}
        setup |= {"convention": "misere", "opponent": "perfect", "starter": "owner"}
        queries = 0
        for _ in range(rounds):
            address = client.post("/play/", setup).url
            match = Match.objects.get(pk=address.split("/")[2])
            posted = {"version": match.version, "move": "4>4"}
            reset_queries()
            start = perf_counter()
            client.post(f"{address}move/", posted, headers={"HX-Request": "true"})
            times.append(perf_counter() - start)
            queries = len(connection.queries)

        def bare(request: Any) -> HttpResponse:
            for _ in range(queries):
                Match.objects.first()
            return HttpResponse("done")

        class Bare:
            urlpatterns = [path("bare/", bare), *urls.urlpatterns]

        settings.ROOT_URLCONF = Bare
        bare_times = []
        for _ in range(rounds):
            start = perf_counter()
            client.post("/bare/")
            bare_times.append(perf_counter() - start)
        connection.close()
        return median(times) / median(bare_times), queries
