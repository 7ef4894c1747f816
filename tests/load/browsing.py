"""A browser of few words: it keeps its cookies, follows where it is led, and reads forms."""

from __future__ import annotations

import asyncio
import re
import resource
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode, urlsplit

WAIT = 30
"""Seconds after which an answer is given up."""
TOKEN = "a" * 32
FAILED = (OSError, TimeoutError, ValueError, asyncio.IncompleteReadError)


@dataclass
class Tally:
    """Seconds of every answer; how many were *refused* (an error of the site, or "not now"), how
    many connections were *broken* or gave no answer in time, how many answers were 5xx."""

    times: list[float] = field(default_factory=list)
    refused: int = 0
    broken: int = 0
    failed: int = 0


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    head: str
    body: str

    def header(self, name: str) -> str:
        found = re.search(rf"(?im)^{name}: ([^\r\n]*)", self.head)
        return found[1] if found else ""


Fields = Mapping[str, object]
NO_MORE: Mapping[str, str] = {}
NOTHING = Answer(0, "", "")


def many_connections() -> None:
    """Let this process hold a connection for each of its browsers."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


@dataclass
class Browser:
    """One browser at the site on *port*; each request is on a connection of its own, as behind a
    proxy. *cookies* are those it has already."""

    port: int
    tally: Tally
    cookies: dict[str, str] = field(default_factory=dict)

    async def ask(
        self, path: str, fields: Fields | None = None, headers: Mapping[str, str] = NO_MORE
    ) -> Answer:
        """What the site answers; :data:`NOTHING` where it does not."""
        started = time.monotonic()
        try:
            answer = await asyncio.wait_for(self._exchange(path, fields, headers), WAIT)
        except FAILED:
            self.tally.broken += 1
            return NOTHING
        self.tally.times.append(time.monotonic() - started)
        self.tally.refused += answer.status >= 400
        self.tally.failed += answer.status >= 500
        for name, value in re.findall(r"(?im)^set-cookie: ([^=]+)=([^;\r\n]*)", answer.head):
            self.cookies[name] = value
        return answer

    async def look(self, path: str, fields: Fields | None = None) -> Answer:
        """The page that a request leads to."""
        answer = await self.ask(path, fields)
        for _ in range(5):
            leads = urlsplit(answer.header("location"))
            if not leads.path:
                break
            answer = await self.ask(leads.path + (f"?{leads.query}" if leads.query else ""))
        return answer

    async def _exchange(
        self, path: str, fields: Fields | None, headers: Mapping[str, str]
    ) -> Answer:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            sent = b""
            lines = [f"{'GET' if fields is None else 'POST'} {path} HTTP/1.1"]
            lines += [f"Host: 127.0.0.1:{self.port}", "Connection: close"]
            lines += [f"{name}: {value}" for name, value in headers.items()]
            known = {**self.cookies, "csrftoken": TOKEN}.items()
            lines.append("Cookie: " + "; ".join(f"{name}={value}" for name, value in known))
            if fields is not None:
                sent = urlencode({**fields, "csrfmiddlewaretoken": TOKEN}, doseq=True).encode()
                lines.append("Content-Type: application/x-www-form-urlencoded")
                lines.append(f"Content-Length: {len(sent)}")
            writer.write("\r\n".join([*lines, "", ""]).encode() + sent)
            await writer.drain()
            told = (await reader.read()).decode("utf-8", "replace")
        finally:
            writer.close()
        head, _, body = told.partition("\r\n\r\n")
        if not head.startswith("HTTP/"):
            raise OSError("no answer")
        return Answer(int(head.split(None, 2)[1]), head, body)
