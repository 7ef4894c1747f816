"""What goes by itself, what stays, and where it is said."""

import re
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
import time_machine
from django.apps import apps
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from django.utils.html import escape

from games.learn.puzzles.models import Puzzle, PuzzleAttempt, Rating, Round
from games.learn.puzzles.trainer.training import next_puzzle
from games.management.commands import tidy as tidying
from games.people.models import User, Visitor
from games.play.models import Match, Move
from games.site.reports.models import Report
from games.site.upkeep.condition import check_operator
from games.site.upkeep.keeping import duration_label, keepings
from games.teach.classes import teaching
from games.teach.classes.models import Classroom, Membership, Staff

from ..learn.puzzles.puzzles import puzzle, solve
from ..play.games import play_to_the_end, send, start
from ..world import build, every_row

pytestmark = [pytest.mark.days, pytest.mark.django_db]

WITHOUT_ACCOUNT = "Games, programs, lessons, puzzles and rules of a browser without an account"


def later(**time):
    return time_machine.travel(timezone.now() + timedelta(**time), tick=False)


def tidy(*options):
    """What went, by its words in the printed list."""
    out = StringIO()
    call_command("tidy", *options, stdout=out)
    lines = [re.fullmatch(r" *(\d+)  (.+)", line) for line in out.getvalue().splitlines()]
    printed = {line[2].partition(" (")[0]: int(line[1]) for line in lines}
    everything = printed.pop("would go" if "--dry-run" in options else "gone")
    assert everything == sum(printed.values())
    return {what: number for what, number in printed.items() if number}


@pytest.mark.database
def test_a_visitor_goes_90_days_after_the_last_thing_done_with_everything_of_theirs(visitor):
    match = play_to_the_end(visitor, start(visitor, position="1+2"))
    solve(visitor, puzzle(), typed="3 1")
    with later(days=89):
        assert WITHOUT_ACCOUNT not in tidy()
        assert Match.objects.get() == match
    with later(days=91):
        assert tidy()[WITHOUT_ACCOUNT] == 1
        for model in (Visitor, Match, Move, PuzzleAttempt, Rating, Session):
            assert not model.objects.exists(), model
        assert Puzzle.objects.exists()
        assert tidy() == {}


def test_one_move_in_an_old_game_keeps_everything(visitor):
    match = start(visitor, position="9+9", opponent="person")
    with later(days=60):
        send(visitor, match, "1>8")
    with later(days=149):
        assert WITHOUT_ACCOUNT not in tidy()
        assert Match.objects.get().moves.count() == 1
    with later(days=151):
        assert tidy()[WITHOUT_ACCOUNT] == 1


def test_a_visitor_of_whom_a_report_is_open_stays_until_it_is_closed(visitor):
    asked = puzzle()
    visitor.post(f"/puzzles/{asked.pk}/report/", {"text": "The row is too long."})
    report = Report.objects.get()
    with later(days=400):
        assert WITHOUT_ACCOUNT not in tidy()
        Report.objects.filter(pk=report.pk).update(closed=True)
        assert tidy()[WITHOUT_ACCOUNT] == 1


def test_a_browser_of_which_nothing_is_stored_is_forgotten_after_a_week(visitor, alice):
    Visitor.objects.create()
    start(visitor)
    with later(days=6):
        assert tidy() == {}
    with later(days=8):
        assert tidy() == {"The number of a browser with nothing else stored": 1}
        assert Visitor.objects.get() == Match.objects.get().visitor


def test_a_browser_that_was_forgotten_plays_on_as_a_new_one(visitor):
    start(visitor)
    with later(days=89, hours=23):
        Match.objects.update(created_at=timezone.now() - timedelta(days=91))
        Visitor.objects.update(created_at=timezone.now() - timedelta(days=91))
        assert tidy()[WITHOUT_ACCOUNT] == 1
        assert visitor.get("/me/").status_code == 200
        assert start(visitor).visitor == Visitor.objects.get()


def test_nothing_of_somebody_with_an_account_or_of_a_class_ever_goes():
    build()
    kept = every_row()
    with later(days=3650):
        gone = tidy()
        now = every_row()
    assert set(gone) == {
        "Names and answers in a live room",
        "Who is signed in, and which browser comes back",
        "Trainer rounds without an answer",
        "The progress of background work, such as making many accounts",
        "Results of long computations about a game",
        "The password and the code of an unused sign-in card, encrypted",
        "Sign-ins, failed sign-ins, downloads of lists, and changes of grades, roles or passwords: "
        "the account number, the time and the network address",
    }
    numbers = {"Round": 1, "Job": 1, "Study": 1, "SignInCard": 1, "Device": 9, "Participant": 1}
    for name, number in numbers.items():
        assert len(kept.pop(name)) == number
        assert now.pop(name) == []
    assert now == kept
    assert all(kept[name] for name in ("Match", "PuzzleAttempt", "Membership", "Puzzle"))


def test_what_a_visitor_did_before_signing_up_stays(visitor):
    match = play_to_the_end(visitor, start(visitor, position="1+2"))
    posted = {"username": "bob", "password": "correct horse battery"}
    assert visitor.post("/accounts/signup/", posted).status_code == 302
    with later(days=1000):
        tidy()
        assert not Visitor.objects.exists()
        assert Match.objects.get() == match
        assert Match.objects.get().user == User.objects.get(username="bob")


def test_sign_ins_and_failures_go(signed_in, alice):
    failing = Client(REMOTE_ADDR="192.0.2.1")
    failing.post("/accounts/login/", {"username": "alice", "password": "wrong"})
    counted = (
        "Counts of wrong passwords and codes, new accounts, guests and computations, by user name, "
        "browser, class, room or network address"
    )
    with later(minutes=9):
        assert tidy() == {}
    with later(minutes=11):
        assert tidy() == {counted: 1}  # of the name at this address
    with later(minutes=61):
        assert tidy() == {counted: 2}  # of the name, and of the address
    with later(days=89):
        assert tidy() == {}
        assert signed_in.get("/me/export/").status_code == 200
    with later(days=91):
        # the session, and that it was noted as a device
        assert tidy() == {"Who is signed in, and which browser comes back": 2}
        assert signed_in.get("/me/export/").status_code == 302


def test_a_position_of_the_trainer_goes_unless_anybody_has_to_do_with_it(alice):
    unused, tried = (next_puzzle(User(pk=91), training) for training in ("kayles", "nim"))
    solve_later = PuzzleAttempt.objects.create(puzzle=tried, user=alice)
    shipped = puzzle()
    with later(days=89):
        assert tidy() == {}
    with later(days=91):
        assert tidy() == {"Trainer positions that nobody answered": 1}
        assert set(Puzzle.objects.all()) == {tried, shipped}
        assert tidy() == {}
    assert unused != tried
    assert PuzzleAttempt.objects.get() == solve_later


def test_a_position_that_only_a_forgotten_visitor_tried_goes_with_them():
    theirs = next_puzzle(None, "kayles")
    PuzzleAttempt.objects.create(puzzle=theirs, visitor=Visitor.objects.create())
    with later(days=91):
        assert tidy("--dry-run") == {WITHOUT_ACCOUNT: 1}
        assert len(tidy()) == 2
        assert tidy() == {}
        assert not Puzzle.objects.exists()


@pytest.mark.database
def test_a_round_in_which_something_was_answered_stays(alice):
    empty, played = (Round.objects.create(user=alice, training=key) for key in ("nim", "kayles"))
    with later(minutes=10):
        played = Round.objects.create(user=alice, training="kayles")
    with later(minutes=12):
        PuzzleAttempt.objects.create(
            puzzle=puzzle(), user=alice, solved=False, answered_at=timezone.now()
        )
    with later(days=91):
        assert tidy() == {"Trainer rounds without an answer": 2}
        assert Round.objects.get() == played
    assert empty != played


def test_a_report_that_was_dealt_with_goes_after_a_year_and_an_open_one_stays(alice):
    for closed in (True, False):
        Report.objects.create(
            user=alice, puzzle=puzzle(position=f"{2 + closed}+5"), text="x", closed=closed
        )
    with later(days=364):
        assert tidy() == {}
    with later(days=366):
        assert tidy() == {"Reports of mistakes": 1}
        assert not Report.objects.get().closed


def test_a_dry_run_says_the_same_and_deletes_nothing(visitor):
    start(visitor)
    with later(days=91):
        before = every_row()
        counted = tidy("--dry-run")
        assert every_row() == before
        assert tidy() == counted
        assert counted[WITHOUT_ACCOUNT] == 1


def test_many_go_in_batches_each_once(monkeypatch):
    monkeypatch.setattr(tidying, "BATCH", 3)
    Visitor.objects.bulk_create(Visitor() for _ in range(10))
    with later(days=8):
        assert list(tidy().values()) == [10]
        assert not Visitor.objects.exists()


# --- the end of a year --------------------------------------------------------------------------


def year_end():
    """An archived class with a student, and the names of its owner, a colleague and the student."""
    people = [User.objects.create_user(name) for name in ("irene", "bob", "cleo")]
    room = teaching.create_class(people[0], "Class 7b")
    teaching.join(room, people[2], "Cleo Berg", "code")
    Staff.objects.create(classroom=room, user=people[1], role=Staff.Role.INSTRUCTOR)
    assert signed_in_as(people[0]).post(f"/classes/{room.pk}/archive/").status_code == 302
    return room, *people


def signed_in_as(person):
    """A new browser: sessions end long before a class does."""
    browser = Client()
    browser.force_login(person)
    return browser


def shown(browser, address):
    browser = signed_in_as(browser) if isinstance(browser, User) else browser
    return " ".join(browser.get(address).content.decode().split())


KEEP = "Keep it for another year"


@pytest.mark.database
def test_an_archived_class_is_announced_for_two_months_and_then_deleted_without_accounts():
    room, owner, colleague, student = year_end()
    day = f"{timezone.localtime() + timedelta(days=730):%-d %B %Y}"
    page = room.get_absolute_url()
    for browser in (owner, colleague):
        assert f"We delete it on {day}." in shown(browser, page)
        assert KEEP not in shown(browser, "/classes/")
    with later(days=671):
        for browser in (owner, colleague):
            reminder = shown(browser, "/classes/")
            assert f"On {day} we delete the archived class" in reminder
            assert KEEP in reminder
        assert KEEP not in shown(student, "/classes/")
        tidy()
        assert Classroom.objects.exists()
    with later(days=731):
        assert tidy()["An archived class with everything in it; the accounts of its students stay"]
        assert not Classroom.objects.exists()
        assert not Membership.objects.exists()
        assert set(User.objects.values_list("username", flat=True)) == {"irene", "bob", "cleo"}


def test_a_class_that_is_kept_or_restored_stays(settings):
    room, owner, colleague, student = year_end()
    keep = f"/classes/{room.pk}/keep/"
    with later(days=720):
        assert signed_in_as(student).post(keep).status_code == 404
        assert signed_in_as(colleague).post(keep).status_code == 302
        assert KEEP not in shown(colleague, "/classes/")
    with later(days=1000):
        tidy()
        assert Classroom.objects.exists()
    with later(days=1090):
        assert KEEP in shown(owner, "/classes/")
        assert signed_in_as(owner).post(f"/classes/{room.pk}/restore/").status_code == 302
    with later(days=3000):
        tidy()
        assert Classroom.objects.exists()
        assert signed_in_as(owner).post(f"/classes/{room.pk}/archive/").status_code == 302
        settings.YEARS_OF_CLASSES = 0
        assert "We delete it" not in shown(owner, room.get_absolute_url())
    with later(days=6000):
        tidy()
        assert Classroom.objects.exists()


def test_a_class_archived_before_there_was_a_day_is_announced_first():
    _, owner, *_ = year_end()
    Classroom.objects.update(deleted_on=None)
    with later(days=3000):
        tidy()
        assert KEEP in shown(owner, "/classes/")
    with later(days=3059):
        tidy()
        assert Classroom.objects.exists()
    with later(days=3061):
        tidy()
        assert not Classroom.objects.exists()


# --- where it is said ---------------------------------------------------------------------------


def test_every_model_stands_in_the_table():
    named = {model for keeping in keepings() for model in keeping.models}
    tables = [model for model in apps.get_models() if not model._meta.proxy]
    stored = {model._meta.label.removeprefix("games.") for model in tables}
    assert named == stored


def test_the_guide_for_servers_has_the_table():
    text = Path("docs/deploy.md").read_text()
    rows = [
        f"| {keeping.what} | {keeping.until} | {', '.join(keeping.models)} |"
        for keeping in keepings()
    ]
    assert "\n".join(rows) in text, "\n".join(rows)


def test_the_page_of_privacy_says_every_row_and_every_page_leads_there(
    visitor, signed_in, settings
):
    page = visitor.get("/privacy/").content.decode()
    for keeping in keepings():
        cells = f'<th scope="row">{escape(keeping.what)}</th><td>{escape(keeping.until)}</td>'
        assert cells in page
    assert '<a href="/privacy/"' in visitor.get("/").content.decode()
    assert 'href="/me/export/"' in signed_in.get("/privacy/").content.decode()
    settings.KEPT = settings.KEPT | {"visitors": timedelta(days=30)}
    assert "30 days after the last activity" in visitor.get("/privacy/").content.decode()


TOLD = {
    "operator": "Gymnasium am See",
    "contact": "data@school.example",
    "place": "a server of the school in Kiel",
    "basis": "the task of the school",
    "age": "16",
}


def test_the_page_of_privacy_says_who_runs_the_site_and_commands_warn_until_it_does(
    visitor, settings
):
    settings.DEBUG = False
    settings.OPERATOR = dict.fromkeys(TOLD, "")
    page = shown(visitor, "/privacy/")
    assert "have not written here who they are" in page
    [warning] = check_operator()
    assert "OPERATOR, CONTACT, DATA_PLACE, LEGAL_BASIS, LEAST_AGE" in warning.msg
    err = StringIO()
    call_command("check", stderr=err)
    assert "games.W001" in err.getvalue()
    settings.OPERATOR = TOLD
    assert check_operator() == []
    page = shown(visitor, "/privacy/")
    for told in TOLD.values():
        assert told in page
    assert "have not written" not in page
    assert "data@school.example" in shown(visitor, "/accessibility/")
    assert 'href="/accessibility/"' in shown(visitor, "/")


@pytest.mark.parametrize(
    ("time", "words"),
    [
        (timedelta(days=90), "90 days"),
        (timedelta(days=1), "1 day"),
        (timedelta(days=365), "1 year"),
        (timedelta(days=730), "2 years"),
        (timedelta(hours=1), "1 hour"),
    ],
)
def test_times_are_said_in_words(time, words):
    assert duration_label(time) == words
