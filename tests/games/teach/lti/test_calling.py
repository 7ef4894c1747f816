"""Requests to other servers: where they may go, and how long and how much they take."""

import socket
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
import requests

from games.teach.lti import calling
from games.teach.lti.calling import BlockedError, Patient, check_address, is_public


@contextmanager
def server(answer):
    """A server that does to each connection what *answer* says."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            answer(self)

        def log_message(self, *args):
            pass

    made = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made.daemon_threads = True
    threading.Thread(target=made.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{made.server_port}"
    finally:
        made.shutdown()
        made.server_close()


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.1.2.3"),
        *("100.64.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "192.0.2.1"),
        *("::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12::1", "ff02::1"),
        *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "2002:7f00:1::", "64:ff9b::7f00:1"),
    ],
)
def test_no_address_inside_a_network_is_public(address):
    assert not is_public(address)


@pytest.mark.parametrize("address", ["93.184.215.14", "2606:2800:220:1::1", "::ffff:93.184.215.14"])
def test_addresses_of_the_public_network(address):
    assert is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        *("http://moodle.example/", "ftp://moodle.example/", "file:///etc/passwd", "//x", "", "x"),
        *("https://", "https://[bad/", "https://x:99999999/", "gopher://127.0.0.1/"),
    ],
)
def test_only_https_is_asked(url):
    with pytest.raises(BlockedError):
        check_address(url)
    with pytest.raises(requests.RequestException):
        Patient().get(url)


def resolving(monkeypatch, *addresses):
    """Every name has these addresses, one list after the other."""
    told = list(addresses)

    def look_up(host, port, **more):
        found = told.pop(0) if len(told) > 1 else told[0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, port)) for one in found]

    monkeypatch.setattr(calling.socket, "getaddrinfo", look_up)


def test_a_name_that_leads_inside_is_not_asked_and_told_apart_from_nothing(monkeypatch):
    asked = []
    monkeypatch.setattr(
        calling.socket, "create_connection", lambda *where, **more: asked.append(where)
    )
    for inside in (["127.0.0.1"], ["93.184.215.14", "10.0.0.1"], ["::ffff:127.0.0.1"]):
        resolving(monkeypatch, inside)
        with pytest.raises(requests.ConnectionError):
            Patient().get("https://moodle.example/keys")
    assert asked == []


def test_the_address_that_was_checked_is_the_one_that_is_asked(monkeypatch):
    asked = []

    def connect(where, **more):
        asked.append(where)
        raise OSError

    resolving(monkeypatch, ["93.184.215.14"], ["127.0.0.1"])
    monkeypatch.setattr(calling.socket, "create_connection", connect)
    with pytest.raises(requests.ConnectionError):
        Patient().get("https://moodle.example/keys")
    assert asked == [("93.184.215.14", 443)]


def test_a_host_inside_is_asked_if_the_administrator_names_it(settings):
    def answer(ask):
        ask.send_response(200)
        ask.send_header("Content-Length", "2")
        ask.end_headers()
        ask.wfile.write(b"{}")

    with server(answer) as url:
        assert Patient().get(url).json() == {}
        settings.LTI_LOCAL_PLATFORMS = []
        with pytest.raises(BlockedError):
            Patient().get(url)


def drip(ask):
    """One byte after the other, for as long as anybody listens."""
    try:
        ask.wfile.write(b"HTTP/1.0 200 OK\r\n")
        for _ in range(100):
            ask.wfile.write(b"a")
            time.sleep(0.1)
    except OSError:
        return


def drip_body(ask):
    try:
        ask.wfile.write(b"HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\n")
        for _ in range(100):
            ask.wfile.write(b"a")
            time.sleep(0.1)
    except OSError:
        return


@pytest.mark.parametrize("answer", [drip, drip_body, lambda ask: time.sleep(10)])
def test_who_answers_byte_by_byte_is_left_at_the_deadline(answer):
    with server(answer) as url, pytest.raises(requests.Timeout):
        Patient(0.3).get(url)


def test_all_requests_of_an_errand_share_their_deadline_and_their_bytes(monkeypatch):
    def answer(ask):
        ask.send_response(200)
        ask.end_headers()
        ask.wfile.write(b"x" * 600)

    with server(answer) as url:
        monkeypatch.setattr(calling, "MOST_BYTES", 1000)
        session = Patient()
        assert len(session.get(url).content) == 600
        with pytest.raises(requests.ConnectionError):
            session.get(url)
        session.start()
        assert len(session.get(url).content) == 600
        slow = Patient(0.5)
        time.sleep(0.6)
        with pytest.raises(requests.Timeout):
            slow.get(url)


def test_a_redirect_is_not_followed():
    asked = []

    def answer(ask):
        asked.append(ask.path)
        ask.send_response(302)
        ask.send_header("Location", "/inside")
        ask.end_headers()

    with server(answer) as url, pytest.raises(requests.RequestException):
        Patient().get(url)
    assert asked == ["/"]
