"""What people, probes and the log are told when the database cannot be used."""

import shutil
import sqlite3
from collections import namedtuple

import pytest
from django.db import InterfaceError, OperationalError, connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import path

import manage
from config import urls
from games.play.models import Match
from games.web import transactions
from games.web.background.worker import BackgroundWorker
from games.web.models import Tally
from tests.games.play.games import START, start


@pytest.fixture(autouse=True)
def nothing_logged_yet(monkeypatch):
    monkeypatch.setattr(transactions, "_heard", {})


@pytest.fixture
def anybody():
    return Client(raise_request_exception=False)


@pytest.fixture
def read_only(transactional_db):
    """A database that can only be read, as after a failover."""
    is_sqlite = connection.vendor == "sqlite"
    switch = "PRAGMA query_only = {}" if is_sqlite else "SET default_transaction_read_only = {}"
    with connection.cursor() as cursor:
        cursor.execute(switch.format("on"))
        yield
        cursor.execute(switch.format("off"))


def save_session(request):
    request.session["kept"] = True
    return HttpResponse("kept")


class Sessions:
    urlpatterns = [*urls.urlpatterns, path("sessions/", save_session)]
    handler500 = urls.handler500


@pytest.mark.database
def test_a_read_only_database_is_told_in_words_and_pages_can_be_read(read_only, anybody):
    response = anybody.post("/play/", START)
    page = response.content.decode()
    assert response.status_code == 503
    assert response.headers["Retry-After"] == "5"
    assert "The site is read-only for the moment" in page
    assert "game" not in page.split("<main")[1]
    assert anybody.get("/").status_code == 200
    fragment = anybody.post("/play/", START, headers={"HX-Request": "true"})
    assert fragment.status_code == 503
    assert "<html" not in fragment.content.decode()


@pytest.mark.database
def test_a_session_that_cannot_be_saved_is_told_in_words_too(read_only, anybody, settings):
    settings.ROOT_URLCONF = Sessions
    response = anybody.get("/sessions/")
    assert response.status_code == 503
    assert "The site is read-only for the moment" in response.content.decode()


@pytest.mark.database
def test_readiness_says_that_the_database_is_read_only(read_only, anybody):
    response = anybody.get("/readyz")
    assert response.status_code == 503
    assert response.content == b"not ready: the database cannot be written to"
    assert anybody.get("/healthz").status_code == 200


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_readiness_keeps_nothing_of_what_it_writes(anybody):
    assert anybody.get("/readyz").content == b"ready"
    assert not Tally.objects.exists()


@pytest.mark.skipif(connection.vendor != "sqlite", reason="a file with one writer at a time")
@pytest.mark.django_db(transaction=True)
def test_readiness_waits_a_second_for_another_writer_and_writes_nothing_else(anybody):
    connection.ensure_connection()
    other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        with CaptureQueriesContext(connection) as queries:
            response = anybody.get("/readyz")
    finally:
        other.execute("ROLLBACK")
        other.close()
    assert response.status_code == 503
    assert response.content == b"not ready: the database cannot be used"
    waits = [query["sql"] for query in queries if "busy_timeout" in query["sql"]]
    usual = connection.settings_dict["OPTIONS"]["timeout"]
    assert waits == ["PRAGMA busy_timeout = 1000", f"PRAGMA busy_timeout = {usual}000"]
    assert anybody.get("/readyz").content == b"ready"


@pytest.mark.skipif(connection.vendor != "sqlite", reason="a file that can be made full")
@pytest.mark.django_db(transaction=True)
def test_a_full_database_loses_nothing_and_recovers(anybody):
    match = start(anybody, position="3+5")
    with connection.cursor() as cursor:
        pages = cursor.execute("PRAGMA page_count").fetchone()[0]
        cursor.execute("VACUUM")
        cursor.execute("PRAGMA max_page_count = 1")
        answers = {anybody.post("/play/", START).status_code for _ in range(40)}
        assert anybody.get(match.get_absolute_url()).status_code == 200
        cursor.execute(f"PRAGMA max_page_count = {pages + 100_000}")
    assert 503 in answers
    assert answers <= {302, 503}
    assert anybody.post("/play/", START).status_code == 302
    assert Match.objects.filter(pk=match.pk).exists()


def test_readiness_says_that_the_disk_is_full(db, anybody, monkeypatch):
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL looks after its own disk")
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: usage(100, 99, 1))
    response = anybody.get("/readyz")
    assert (response.status_code, response.content) == (503, b"not ready: the disk is full")


def fail(request):
    raise Failing.error


class Failing:
    """An address that fails with whatever is in *error*."""

    error: Exception = OperationalError("database is locked")
    urlpatterns = [*urls.urlpatterns, path("failing/", fail)]
    handler500 = urls.handler500


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_busy_database_is_told_in_words_that_fit_any_page(db, anybody, settings, method):
    settings.ROOT_URLCONF = Failing
    response = getattr(anybody, method)("/failing/")
    assert response.status_code == 503
    assert "Your work is saved." in response.content.decode()
    assert "game" not in response.content.decode().split("<main")[1]


def test_a_lost_connection_is_a_503_too(db, anybody, settings, monkeypatch):
    settings.ROOT_URLCONF = Failing
    monkeypatch.setattr(Failing, "error", InterfaceError("connection already closed"))
    assert anybody.get("/failing/").status_code == 503


def test_the_cause_is_logged_once_a_minute_with_how_often_it_came(
    db, anybody, settings, monkeypatch, caplog
):
    settings.ROOT_URLCONF = Failing
    clock = [1000.0]
    monkeypatch.setattr(transactions.time, "monotonic", lambda: clock[0])
    for _ in range(50):
        anybody.get("/failing/")
    full = OperationalError("database or disk is full")
    full.__cause__ = sqlite3.OperationalError()
    full.__cause__.sqlite_errorcode = sqlite3.SQLITE_FULL
    monkeypatch.setattr(Failing, "error", full)
    anybody.get("/failing/")
    clock[0] += 61
    anybody.get("/failing/")
    monkeypatch.setattr(Failing, "error", OperationalError("database is locked"))
    anybody.get("/failing/")
    lines = [record.getMessage() for record in caplog.records]
    assert lines == [
        "The database cannot be used (GET /failing/): database is locked",
        "The database cannot be used (GET /failing/): database or disk is full",
        "The database cannot be used (GET /failing/): database or disk is full",
        "The database cannot be used (GET /failing/; 49 more since the last line): "
        "database is locked",
    ]
    assert caplog.records[0].exc_info


def locked(code=sqlite3.SQLITE_BUSY):
    """The error of SQLite when somebody else has been writing for longer than it waits."""
    error = OperationalError("database is locked")
    error.__cause__ = sqlite3.OperationalError("database is locked")
    error.__cause__.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    "error", [locked(), locked(sqlite3.SQLITE_LOCKED), locked(sqlite3.SQLITE_BUSY | 2 << 8)]
)
def test_a_worker_waits_for_other_writers_with_one_line_and_no_trace(db, error, caplog):
    calls = []

    def act():
        calls.append(error)
        raise error

    worker = BackgroundWorker("patient")
    worker._try(act)
    worker._try(act)
    assert len(calls) == 2
    assert [record.getMessage() for record in caplog.records] == [
        "Others keep the database busy (worker); it is tried again"
    ]
    assert caplog.records[0].levelname == "WARNING"
    assert not caplog.records[0].exc_info


def test_a_page_that_found_the_database_busy_leaves_no_trace_but_other_errors_do(
    db, anybody, settings, monkeypatch, caplog
):
    settings.ROOT_URLCONF = Failing
    for error in (locked(), OperationalError("no such table: games_match")):
        monkeypatch.setattr(Failing, "error", error)
        assert anybody.get("/failing/").status_code == 503
    busy, broken = caplog.records
    assert busy.getMessage() == "Others keep the database busy (GET /failing/); it is tried again"
    assert not busy.exc_info
    assert broken.exc_info


def test_a_command_that_finds_the_database_busy_says_so_in_one_sentence(monkeypatch):
    def execute(arguments):
        raise error

    monkeypatch.setattr("django.core.management.execute_from_command_line", execute)
    error = locked()
    with pytest.raises(SystemExit) as ended:
        manage.main()
    assert ended.value.code == (
        "Other processes are writing to the database. Run the command again in a minute."
    )
    error = OperationalError("no such table: games_match")
    with pytest.raises(OperationalError, match="no such table"):
        manage.main()
