"""Browsers without scripts, thirty students among them."""

from __future__ import annotations

import re
import ssl
import time
from dataclasses import dataclass, field
from http.client import HTTPException, HTTPResponse
from http.cookiejar import CookieJar
from random import Random
from threading import Event, Thread
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import (
    HTTPCookieProcessor,
    HTTPRedirectHandler,
    HTTPSHandler,
    Request,
    build_opener,
)

ROW = 40
"""Matches in the row a student empties one by one."""


class Stay(HTTPRedirectHandler):
    """A redirect is an answer."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


@dataclass
class Answer:
    status: int
    body: bytes
    headers: Any

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")


class Client:
    """A browser with cookies of its own; the certificate is the test's and not looked at."""

    def __init__(self, base: str, timeout: float = 30) -> None:
        self.base, self.timeout = base, timeout
        trusting = ssl.create_default_context()
        trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
        self.cookies = CookieJar()
        self.opener = build_opener(
            Stay(), HTTPSHandler(context=trusting), HTTPCookieProcessor(self.cookies)
        )

    def get(self, path: str, **headers: str) -> Answer:
        return self._send(Request(self.base + path, headers=_named(headers)))  # noqa: S310

    def post(self, path: str, fields: dict[str, Any], **headers: str) -> Answer:
        """Send a form as the page it came from would: with its token and its address."""
        fields = {"csrfmiddlewaretoken": self.token, **fields}
        sent = {"Referer": f"{self.base}/", **_named(headers)}
        body = urlencode(fields).encode()
        return self._send(Request(self.base + path, body, sent))  # noqa: S310

    @property
    def token(self) -> str:
        """What Django wants to find in a form; fetched once."""
        if not hasattr(self, "_token"):
            match = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', self.get("/").text)
            self._token = match[1] if match else ""
        return self._token

    def _send(self, request: Request) -> Answer:
        try:
            with self.opener.open(request, timeout=self.timeout) as response:
                return _answer(response)
        except HTTPError as error:
            return Answer(error.code, error.read(), error.headers)


def _answer(response: HTTPResponse) -> Answer:
    return Answer(response.status, response.read(), response.headers)


def _named(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


@dataclass
class Student:
    """Somebody who empties rows one match at a time and thinks in between.

    *told* counts, for each match, the moves the site said it has; *refused* the answers that said
    "not now", *failed* those that said anything else but yes, *broken* the connections that were
    cut, *unsure* the moves whose answer did not arrive, *unsettled* those among them that no page
    told of before the end, *slowest* the longest wait in seconds.
    """

    client: Client
    chance: Random
    told: dict[str, int] = field(default_factory=dict)
    unsure: int = 0
    unsettled: int = 0
    refused: int = 0
    failed: int = 0
    broken: int = 0
    slowest: float = 0.0

    def play(self, done: Event, thinks: float) -> None:
        while not done.is_set():
            try:
                self.match(done, thinks)
            except (OSError, HTTPException):
                self.broken += 1
                done.wait(0.3)

    def match(self, done: Event, thinks: float) -> None:
        """One match of two people at one screen, as far as it gets."""
        chosen = {"start": "own", "ruleset": "nim", "position": f"{ROW}+{ROW}"}
        people = {"convention": "misere", "opponent": "person", "starter": "owner"}
        answer = self.timed("/play/", chosen | people)
        if answer.status != 302:
            self.turned_away(answer)
            done.wait(0.3)
            return
        address = answer.headers["Location"]
        pk, version, left = address.split("/")[2], 1, ROW
        self.told[pk] = 0
        while left and not done.is_set():
            done.wait(thinks * self.chance.random() * 2)
            try:
                answer = self.timed(
                    f"{address}move/", {"version": version, "move": f"1>{left - 1}"}
                )
            except (OSError, HTTPException):
                self.broken += 1
            else:
                if answer.status == 302:
                    self.told[pk] += 1
                    version, left = version + 1, left - 1
                    continue
                self.turned_away(answer)
            self.unsure += 1  # it may have arrived: the page will tell
            more = self.look(address, done, version)
            self.told[pk] += more
            version, left = version + more, left - more

    def turned_away(self, answer: Answer) -> None:
        if answer.status in {502, 503}:
            self.refused += 1
        else:
            self.failed += 1

    def look(self, address: str, done: Event, version: int) -> int:
        """How many more moves than *version* the match has, as reloading its page tells."""
        while not done.is_set():
            done.wait(0.3)
            try:
                page = self.client.get(address)
            except (OSError, HTTPException):
                continue
            shown = re.search(r'name="version" value="(\d+)"', page.text)
            if page.status == 200 and shown:
                return max(int(shown[1]) - version, 0)  # fewer would be moves that are lost
        self.unsettled += 1
        return 0

    def timed(self, path: str, fields: dict[str, Any]) -> Answer:
        started = time.monotonic()
        try:
            return self.client.post(path, fields)
        finally:
            self.slowest = max(self.slowest, time.monotonic() - started)


class Class:
    """Thirty students who play until they are told to stop."""

    def __init__(self, base: str, number: int = 30, thinks: float = 0.5) -> None:
        self.done = Event()
        self.students = [Student(Client(base), Random(place)) for place in range(number)]
        self.threads = [
            Thread(target=student.play, args=(self.done, thinks)) for student in self.students
        ]

    def __enter__(self) -> Class:
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.done.set()
        for thread in self.threads:
            thread.join(60)

    @property
    def told(self) -> dict[str, int]:
        return {pk: moves for student in self.students for pk, moves in student.told.items()}

    def sum(self, name: str) -> int:
        return sum(getattr(student, name) for student in self.students)

    @property
    def slowest(self) -> float:
        return max(student.slowest for student in self.students)


def compare(told: dict[str, int], stored: dict[str, int]) -> tuple[int, int]:
    """How many moves students were told of are not stored, and how many more are stored."""
    lost = sum(max(moves - stored.get(pk, 0), 0) for pk, moves in told.items())
    extra = sum(max(stored.get(pk, 0) - moves, 0) for pk, moves in told.items())
    return lost, extra
