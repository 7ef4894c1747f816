"""Requests nobody's browser sends: each gets an answer in words, none breaks anything."""

import pytest
from django.test import Client

from games.teach.classes.rosters.rosters import MAX_BYTES

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "address", ["http://[::1", "http://[", "//[x]:y/", "\x00", "http://a:b:c/"]
)
@pytest.mark.parametrize("page", ["/assignments/", "/accounts/password/"])
def test_a_broken_current_address_leads_to_the_log_in_and_back_to_the_first_page(address, page):
    response = Client().get(page, headers={"HX-Request": "true", "HX-Current-URL": address})
    assert response.status_code == 200
    assert response.headers["HX-Redirect"] == "/accounts/login/?next=/"


@pytest.mark.parametrize("address", ["/healthz", "/readyz"])
@pytest.mark.parametrize("host", ["10.1.2.3:8000", "[fe80::1]", "evil.example", "not a host"])
def test_a_probe_may_ask_by_any_host(address, host):
    response = Client().get(address, headers={"Host": host})
    assert response.status_code == 200
    assert Client().post(address, headers={"Host": host}).status_code == 405


@pytest.mark.parametrize("address", ["/", "/healthz/", "/readyz/x", "//healthz", "/admin/"])
def test_nothing_else_may(address):
    assert Client().get(address, headers={"Host": "10.1.2.3"}).status_code == 400


@pytest.mark.database
@pytest.mark.parametrize(
    "address",
    [
        "games/daily/?day__year=4294967296",
        "games/lesson/?state=%00",
        "games/lesson/?state__exact=%00",
        "games/puzzle/?goal__exact=%00",
        "games/puzzle/?q=%00",
        "games/puzzle/?difficulty__exact=99999999999999999999",
        "games/puzzle/?p=99999999999999999999",
        "games/classroom/?archived_at__isempty=%00",
        "games/user/?groups__id__exact=99999999999999999999",
        "games/tally/?key__exact=%00",
        "games/tally/?ends_at__year=99999999999",
        "autocomplete/?app_label=games&model_name=daily&field_name=puzzle&term=%00",
    ],
)
def test_nonsense_in_a_filter_of_the_admin_breaks_nothing(admin_client, address):
    admin_client.raise_request_exception = False
    response = admin_client.get(f"/admin/{address}", follow=True)
    assert response.status_code in (200, 400)
    if response.status_code == 400:
        assert "You cannot filter or search the list like that." in response.content.decode()


class Untouchable:
    """A body that says so if anybody reads it."""

    def read(self, *args):
        raise AssertionError("the body was read")

    readline = __iter__ = read


MULTIPART = {"CONTENT_TYPE": "multipart/form-data; boundary=x", "wsgi.input": Untouchable()}


@pytest.mark.parametrize("address", ["/play/", "/accounts/login/", "/nothing/", "/admin/login/"])
@pytest.mark.parametrize("checks", [False, True])
def test_three_hundred_megabytes_are_refused_before_a_byte_is_read(address, checks):
    client = Client(enforce_csrf_checks=checks)
    response = client.generic("POST", address, CONTENT_LENGTH="300000000", **MULTIPART)
    assert response.status_code == 413
    assert "That is too much at once" in response.content.decode()


def test_what_does_not_say_how_long_it_is_is_refused_before_a_byte_is_read():
    chunked = MULTIPART | {"HTTP_TRANSFER_ENCODING": "chunked", "CONTENT_LENGTH": ""}
    response = Client(enforce_csrf_checks=True).generic("POST", "/play/", **chunked)
    assert response.status_code == 411
    assert "It gave no length." in response.content.decode()


def test_the_longest_roster_is_read(settings):
    assert MAX_BYTES + 10_000 < settings.DATA_UPLOAD_MAX_MEMORY_SIZE


@pytest.mark.django_db
def test_a_proxy_that_nobody_has_told_us_of_is_named_in_the_log_once(settings, caplog, monkeypatch):
    """Behind it every page redirects to itself, which nobody understands by looking at it."""
    monkeypatch.setattr("games.web.limits._told", set())
    settings.SECURE_SSL_REDIRECT = True
    client = Client(headers={"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"})
    settings.PROXIES = 1
    client.get("/privacy/")
    assert "PROXIES" not in caplog.text
    settings.PROXIES = 0
    Client().get("/privacy/")
    assert "PROXIES" not in caplog.text
    for _ in range(3):
        assert client.get("/privacy/").headers["Location"] == "https://testserver/privacy/"
    said = [line.getMessage() for line in caplog.records if "PROXIES" in line.getMessage()]
    assert len(said) == 1
    assert "If pages redirect to themselves" in said[0]
    assert "set PROXIES to the number of proxies" in said[0]
