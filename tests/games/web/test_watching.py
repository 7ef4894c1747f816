"""What the log says of a request."""

import io
import json
import logging
import re

import pytest
from django.conf import settings as site_settings
from django.db import connection
from django.http import HttpResponse
from django.urls import path

from config.urls import urlpatterns as site
from games.web.watch.logs import JsonLines

pytestmark = pytest.mark.django_db


def breaks(request):
    return HttpResponse(1 / 0)


def asks_long(request):
    with connection.cursor() as cursor:
        cursor.execute("SELECT 17")
    return HttpResponse("ok")


urlpatterns = [path("breaks/", breaks, name="breaks"), path("asks/", asks_long, name="asks"), *site]
handler500 = "games.web.errors.server_error"


@pytest.fixture
def lines():
    """What a log of JSON holds by now, as a program would read it."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    watching, root = logging.getLogger("games.web.watch.watching"), logging.getLogger()
    level = watching.level
    watching.setLevel(logging.INFO)
    root.addHandler(handler)
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    root.removeHandler(handler)
    watching.setLevel(level)


def test_a_request_is_one_line_with_its_costs_and_without_names(signed_in, lines, alice):
    response = signed_in.get("/me/?secret=17")
    [line] = lines()
    assert line["request"] == response["X-Request-Id"]
    assert (line["level"], line["method"], line["path"]) == ("INFO", "GET", "/me/")
    assert (line["status"], line["page"], line["user"]) == (200, "site:me", alice.pk)
    assert line["queries"] > 5
    assert line["ms"] >= 0 <= line["cpu_ms"]
    assert "alice" not in str(line)
    assert "secret" not in str(line)
    assert "cause" not in line


@pytest.mark.parametrize(
    ("proxies", "given", "is_taken"),
    [
        (1, "0f3a-11b2.proxy_id", True),
        (0, "0f3a-11b2.proxy_id", False),
        (1, "short", False),
        (1, "two lines\nof a log", False),
        (1, "x" * 65, False),
    ],
)
def test_only_a_proxy_of_ours_gives_a_request_its_id(visitor, settings, proxies, given, is_taken):
    settings.PROXIES = proxies
    named = visitor.get("/nothing/", headers={"X-Request-Id": given})["X-Request-Id"]
    assert (named == given) == is_taken
    assert is_taken or re.fullmatch("[0-9a-f]{32}", named)


def test_a_code_that_opens_something_is_not_in_the_log(lines, visitor):
    visitor.get("/card/very-secret.code/")
    [line] = lines()
    assert line["path"] == "/card/-/"


def test_a_path_cannot_begin_another_line(lines, visitor):
    visitor.get("/nothing%0A2026 ERROR all is lost/")
    [line] = lines()
    assert "\n" not in line["path"]
    assert "%0A2026%20ERROR" in line["path"]


def test_refusals_are_no_errors(lines, visitor):
    for address, host, status in (
        ("/nothing/", "localhost", 404),
        ("/accounts/logout/", "localhost", 405),
        ("/", "elsewhere.example", 400),
    ):
        assert visitor.get(address, headers={"Host": host}).status_code == status
    assert [(line["level"], line["status"]) for line in lines()] == [
        ("INFO", 404),
        ("INFO", 405),
        ("INFO", 400),
    ]


@pytest.mark.urls(__name__)
def test_what_fails_is_told_with_its_cause(lines, visitor):
    visitor.raise_request_exception = False
    response = visitor.get("/breaks/")
    told = next(line for line in lines() if line["logger"] == "games.web.watch.watching")
    assert (told["level"], told["status"]) == ("ERROR", 500)
    assert told["cause"].startswith("ZeroDivisionError in games/web/test_watching.py:")
    trace = next(line for line in lines() if line["logger"] == "django.request")
    assert trace["request"] == told["request"] == response["X-Request-Id"]
    assert "1 / 0" in trace["traceback"]
    assert told["page"] == "breaks"


@pytest.mark.urls(__name__)
def test_what_is_slow_is_told_with_where_the_time_went(lines, visitor, settings):
    settings.SLOW_MS = 0
    visitor.get("/asks/")
    [told] = lines()
    assert told["level"] == "WARNING"
    assert re.match("database: .*SELECT 17|computing: |waiting: ", told["cause"])
    assert told["page"] == "asks"


def test_without_json_only_what_is_slow_or_fails_has_a_line():
    assert site_settings.LOG_FORMAT == "line"
    assert site_settings.LOGGING["loggers"]["games.web.watch.watching"]["level"] == "WARNING"
