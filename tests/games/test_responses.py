"""What every response carries, and what becomes of errors."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import OperationalError
from django.urls import path

from config import urls
from games.web.errors import TITLES, render_error
from solver import InvalidInputError

pytestmark = pytest.mark.django_db

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}


def fails_with(error):
    def view(request):
        raise error

    return view


class Trouble:
    """The site's addresses and one for each way to fail."""

    urlpatterns = [
        *urls.urlpatterns,
        path("trouble/broken/", fails_with(RuntimeError("secret detail"))),
        path("trouble/busy/", fails_with(OperationalError("database is locked"))),
        path("trouble/refused/", fails_with(InvalidInputError("'x' is not a position; no."))),
    ]
    handler400, handler403 = urls.handler400, urls.handler403
    handler404, handler500 = urls.handler404, urls.handler500


@pytest.fixture
def troubled(settings, client):
    settings.ROOT_URLCONF = Trouble
    client.raise_request_exception = False
    return client


ADDRESSES = ["/", "/play/", "/nothing/", "/admin/login/"]
TROUBLE = {"broken": 500, "busy": 503, "refused": 422}


@pytest.mark.parametrize("address", [*ADDRESSES, *(f"/trouble/{name}/" for name in TROUBLE)])
def test_every_response_carries_the_security_headers(troubled, address):
    response = troubled.get(address)
    for name, value in HEADERS.items():
        assert response.headers[name] == value
    policy = response.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert "camera=()" in response.headers["Permissions-Policy"]


@pytest.mark.parametrize(
    ("address", "headers", "status"),
    [
        ("/", {}, 200),
        ("/nothing/", {"HX-Request": "true"}, 404),
        ("/assignments/", {}, 302),
        ("/worker.js", {}, 200),
        ("/", {"Host": "somebody.example"}, 400),
        ("/trouble/broken/", {"HX-Request": "true"}, 500),
        ("/trouble/busy/", {}, 503),
    ],
)
def test_scripts_know_every_answer_of_ours_by_its_mark(troubled, address, headers, status):
    response = troubled.get(address, headers=headers)
    assert (response.status_code, response.headers["Marienbad"]) == (status, "1")


def test_a_page_without_a_network_knows_by_a_probe_that_the_site_is_back(client):
    assert client.get("/healthz").headers["Marienbad"] == "1"


def test_an_answer_that_has_not_changed_bears_the_mark_too(client):
    first = client.get("/manifest.webmanifest")
    again = client.get("/manifest.webmanifest", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.headers["Marienbad"]) == (304, "1")


@pytest.mark.parametrize(("name", "status"), TROUBLE.items())
@pytest.mark.parametrize("htmx", [False, True])
def test_an_error_is_a_page_or_a_fragment_of_the_house(troubled, name, status, htmx):
    headers = {"HX-Request": "true"} if htmx else {}
    response = troubled.get(f"/trouble/{name}/", headers=headers)
    html = response.content.decode()
    assert response.status_code == status
    assert ("<html" in html) is not htmx
    assert TITLES[status][0] in html
    assert 'href="/">Home</a>' in html
    assert "secret detail" not in html
    assert "HX-Request" in response.headers["Vary"]
    if htmx:
        assert response.headers["HX-Retarget"] == "#content"
    if status == 503:
        assert response.headers["Retry-After"] == "5"


def test_an_unknown_address_is_a_page_of_the_house(client):
    response = client.get("/nothing/")
    assert response.status_code == 404
    assert TITLES[404][0] in response.content.decode()


def test_a_request_for_another_host_is_refused(client):
    response = client.get("/", headers={"Host": "evil.example"})
    assert response.status_code == 400


@pytest.mark.parametrize("address", ["/", "/play/", "/healthz", "/readyz"])
def test_inline_scripts_and_styles_do_not_occur(client, address):
    html = client.get(address).content.decode()
    assert " style=" not in html
    assert "<style" not in html
    assert " on" not in "".join(part.split(">")[0] for part in html.split("<button"))
    assert all("src=" in part.split(">")[0] for part in html.split("<script")[1:])


def test_health_and_readiness(client, monkeypatch):
    assert client.get("/healthz").content == b"ok"
    assert client.get("/readyz").content == b"ready"

    def gone(*args):
        raise OperationalError("gone")

    monkeypatch.setattr("games.web.watch.health.MigrationExecutor", gone)
    response = client.get("/readyz")
    assert response.status_code == 503
    assert b"gone" not in response.content


def test_an_expired_log_in_sends_the_whole_page_to_the_log_in(settings, client):
    from django.contrib.auth.decorators import login_required
    from django.http import HttpResponse

    class Closed(Trouble):
        urlpatterns = [
            *urls.urlpatterns,
            path("closed/", login_required(lambda request: HttpResponse("in"))),
        ]

    settings.ROOT_URLCONF = Closed
    headers = {"HX-Request": "true", "HX-Current-URL": "http://testserver/play/?a=1"}
    response = client.get("/closed/", headers=headers)
    assert response.status_code == 200
    assert response.headers["HX-Redirect"].endswith("?next=/play/%3Fa%3D1")


def test_an_error_knows_who_is_signed_in_and_where_to_go_on(client, alice):
    missing = client.get("/nowhere/").content.decode()
    assert "Sign in" in missing
    assert "Try again" not in missing
    client.force_login(alice)
    missing = client.get("/nowhere/").content.decode()
    assert '<a href="/me/">alice</a>' in missing
    assert "Sign in" not in missing
    assert 'class="main-button" href="/">Home</a>' in missing


@pytest.mark.parametrize("status", [409, 429, 500, 503])
def test_what_may_go_well_the_next_time_can_be_tried_again(rf, status):
    page = render_error(rf.get("/play/?start=nim"), status).content.decode()
    assert '<a class="main-button" href="/play/?start=nim">Try again</a>' in page
    ours, theirs = "http://testserver/play/1/", "https://elsewhere.example/"
    page = render_error(rf.post("/play/1/move/", headers={"referer": ours}), status)
    assert f'<a class="main-button" href="{ours}">Try again</a>' in page.content.decode()
    page = render_error(rf.post("/play/1/move/", headers={"referer": theirs}), status)
    assert "Try again</a>" not in page.content.decode()
    assert theirs not in page.content.decode()


@pytest.mark.parametrize("status", [403, 404, 405, 413, 422])
def test_what_will_not_go_well_the_next_time_leads_back_to_where_one_was(rf, status):
    ours, theirs = "http://testserver/play/1/", "https://elsewhere.example/"
    page = render_error(rf.get("/nowhere/", headers={"referer": ours}), status).content.decode()
    assert f'<a class="main-button" href="{ours}">Go back</a>' in page
    assert '<a class="ghost" href="/">Home</a>' in page
    assert "Try again</a>" not in page
    for headers in ({}, {"referer": theirs}):
        page = render_error(rf.get("/nowhere/", headers=headers), status).content.decode()
        assert "Go back</a>" not in page
        assert '<a class="main-button" href="/">Home</a>' in page


def test_who_may_not_is_asked_to_sign_in_unless_they_are(rf, alice):
    request = rf.get("/classes/?page=2")
    request.user = AnonymousUser()
    page = " ".join(render_error(request, 403).content.decode().split())
    assert "/accounts/login/?next=/classes/%3Fpage%3D2" in page
    request.user = alice
    assert "/accounts/login/" not in render_error(request, 403).content.decode()
