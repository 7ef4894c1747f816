"""Set a server up, attack it, break its pieces, and print what came of it. With ``--short`` one
piece is broken, while few play."""

from __future__ import annotations

import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from threading import Event, Thread

from tests.deploy.clients import Class, Client, compare
from tests.deploy.pieces import HOST, NotAnsweringError, Server, until
from tests.services import IN_CI, install

SLOW = 60
"""Slow senders at once: many times what the site has threads."""

LARGE = 300_000_000

PIECES = ("site one", "site two", "worker", "cache", "proxy", "database")


class Check:
    """What was tried, line by line, and whether all of it held."""

    def __init__(self) -> None:
        self.failed = 0

    def __call__(self, what: str, held: object, figures: str = "") -> None:
        self.failed += not held
        sign = "ok    " if held else "FAILED"
        print(f"{sign}  {what}{': ' if figures else ''}{figures}", flush=True)


def pages(check: Check, server: Server) -> None:
    """What the proxy adds to every answer."""
    client = Client(server.base)
    page = client.get("/", Accept_Encoding="gzip")
    check("a page comes compressed", page.headers["Content-Encoding"] == "gzip")
    policy = page.headers["Content-Security-Policy"] or ""
    check("with the site's security headers", "script-src 'self'" in policy)
    check("over https only, remembered", page.headers["Strict-Transport-Security"])
    check("without the name of a server", page.headers["Server"] is None)
    sheet = next(iter((server.folder / "static" / "css").glob("every_page.*.css")))
    style = client.get(f"/static/css/{sheet.name}", Accept_Encoding="br")
    check("a style sheet comes from the proxy, brotli", style.headers["Content-Encoding"] == "br")
    check("and is kept for good", "immutable" in (style.headers["Cache-Control"] or ""))
    module = re.search(r'rel="modulepreload" href="([^"]+)"', client.get("/").text)
    script = client.get(module[1]) if module else page
    check("so is a module", "immutable" in (script.headers["Cache-Control"] or ""))
    check("the site is ready", client.get("/readyz").text == "ready")
    until(lambda: server.manage("shell", "-v", "0", "-c", ALIVE).strip() == "True", "a worker")
    check("a worker is there", True)


BOSS = "from games.people.models import User; User.objects.create_user('boss', password='-')"
ALIVE = "from games.web.models import Heartbeat; print(Heartbeat.fresh().exists())"


@contextmanager
def slow_senders(server: Server, number: int) -> Iterator[None]:
    """So many who send a form a byte a second."""
    done = Event()
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE

    def send() -> None:
        head = (
            f"POST /play/ HTTP/1.1\r\nHost: {HOST}:{server.ports['https']}\r\n"
            "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100000\r\n"
            "Cookie: __Host-csrftoken=x\r\n\r\n"
        )
        try:
            raw = socket.create_connection((HOST, server.ports["https"]), timeout=10)
            with trusting.wrap_socket(raw, server_hostname=HOST) as line:
                line.sendall(head.encode())
                while not done.wait(1):
                    line.sendall(b"x")
        except OSError:
            return

    threads = [Thread(target=send) for _ in range(number)]
    for thread in threads:
        thread.start()
    time.sleep(3)
    try:
        yield
    finally:
        done.set()
        for thread in threads:
            thread.join()


def attacks(check: Check, server: Server) -> None:
    """Slow senders, large bodies, forged headers."""
    client = Client(server.base)

    def first_page() -> float:
        started = time.monotonic()
        assert client.get("/").status == 200
        return time.monotonic() - started

    alone = median(first_page() for _ in range(10))
    with slow_senders(server, SLOW):
        beside = [first_page() for _ in range(20)]
    figures = f"first page {alone:.2f} s alone, beside them {median(beside):.2f} s, "
    figures += f"at most {max(beside):.2f} s"
    check(f"{SLOW} slow senders keep nobody waiting", max(beside) < 5, figures)

    started = time.monotonic()
    with tempfile.NamedTemporaryFile() as large:
        large.truncate(LARGE)
        address = f"{server.base}/play/"
        post = ["curl", "-sk", "-o", "/dev/null", "-w", "%{http_code} %{size_upload}", "-X", "POST"]
        done = subprocess.run(
            [*post, "-F", f"file=@{large.name}", address],
            capture_output=True,
            text=True,
            check=False,
        )
    status, sent = done.stdout.split()
    took = time.monotonic() - started
    check(
        "a body of 300 MB is refused",
        status == "413" and int(sent) < 20_000_000,
        f"{status} after {int(sent) / 1e6:.1f} MB and {took:.1f} s",
    )

    # Wrong passwords count for a name that there is, at an address.
    server.manage("shell", "-v", "0", "-c", BOSS)
    for place in range(12):
        fields = {"username": "boss", "password": "wrong"}
        client.post("/accounts/login/", fields, X_Forwarded_For=f"6.6.6.{place}")
    status_here = client.post("/accounts/login/", fields, X_Forwarded_For="9.9.9.9").status
    check("a forged address is not believed", status_here == 429, f"the 13th try: {status_here}")
    forged = client.get("/", X_Forwarded_Proto="http", X_Forwarded_Host="evil.example")
    check("nor a forged scheme or host", forged.status == 200 and "evil" not in forged.text)
    stranger = client.get("/", Host="evil.example")
    check(
        "another name is not served",
        stranger.status == 421 and b"Marienbad" not in stranger.body,
        f"{stranger.status}",
    )


def restarts(
    check: Check, server: Server, pieces: Sequence[str] = PIECES, number: int = 30
) -> None:
    """Every one of *pieces* is restarted while so many students play."""
    with Class(server.base, number) as students:
        time.sleep(5)
        for name in pieces:
            before = students.sum("refused"), students.sum("broken")
            took = server.pieces[name].restart()
            time.sleep(6)
            refused = students.sum("refused") - before[0]
            broken = students.sum("broken") - before[1]
            print(
                f"        {name} restarted in {took:.1f} s: {refused} answers said "
                f"“not now”, {broken} connections broke",
                flush=True,
            )
        played = sum(students.told.values())
        time.sleep(5)
        more = sum(students.told.values()) - played
    check("all of them play on afterwards", more > 0, f"{more} moves in 5 s")
    told = students.told
    lost, extra = compare(told, server.stored_moves())
    unsettled = students.sum("unsettled")
    check(
        "no move that was taken is lost",
        lost == 0 and told,
        f"{sum(told.values())} moves in {len(told)} games, {lost} lost, "
        f"slowest {students.slowest:.1f} s",
    )
    check(
        "none is doubled",
        extra <= unsettled,
        f"{extra} stored beside those, of {unsettled} that nobody was told of before the end",
    )
    checked = server.manage("check_matches")
    check("every stored game replays", "0 " in checked or "as stored" in checked, checked.strip())


def backups(check: Check, server: Server) -> None:
    """A backup is taken while thirty students play, and restored into an empty site."""
    file = str(server.folder / "while-they-play.backup")
    with Class(server.base) as students:
        time.sleep(6)
        before = students.told
        started = time.monotonic()
        server.manage("backup", file)
        took = time.monotonic() - started
    elsewhere = server.empty_database("restored")
    server.manage("restore", file, DATABASE_URL=elsewhere)
    lost, _ = compare(before, server.stored_moves(DATABASE_URL=elsewhere))
    check(
        "a backup taken meanwhile holds everything that was taken before it",
        lost == 0 and before,
        f"{sum(before.values())} moves in {len(before)} games, {lost} lost; it took {took:.1f} s",
    )
    checked = server.manage("check_matches", DATABASE_URL=elsewhere).strip()
    check("and every game in it replays", "all as stored" in checked, checked)


def one_restart(check: Check, server: Server) -> None:
    """The piece whose restart shows most, while six students play."""
    restarts(check, server, ("site one",), 6)


def main() -> int:
    """Everything, or the short form; 1 if something did not hold."""
    is_short = sys.argv[1:] == ["--short"]
    parts = (pages, attacks, one_restart) if is_short else (pages, attacks, restarts, backups)
    if not install(("caddy", "postgres", "redis-server")):
        return 1 if IN_CI else 0
    check = Check()
    folder = Path(tempfile.mkdtemp(prefix="deploy-"))
    server = Server(folder)
    try:
        server.start()
        for part in parts:
            part(check, server)
    except NotAnsweringError as error:
        check(str(error), False, server.logs)
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)
    print("everything held" if not check.failed else f"{check.failed} did not hold")
    return 1 if check.failed else 0


if __name__ == "__main__":
    sys.exit(main())
