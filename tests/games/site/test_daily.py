"""Once a day: a backup, and then what has had its time is deleted."""

from datetime import datetime, time
from io import StringIO
from zoneinfo import ZoneInfo

import pytest
from django.core.management import CommandError, call_command

from games.management.commands import daily

BERLIN = ZoneInfo("Europe/Berlin")


@pytest.mark.parametrize(
    ("now", "hours"),
    [
        (datetime(2026, 11, 20, 1, 10, tzinfo=BERLIN), 2),
        (datetime(2026, 11, 20, 3, 10, tzinfo=BERLIN), 24),
        (datetime(2026, 11, 20, 4, 10, tzinfo=BERLIN), 23),
        (datetime(2026, 3, 28, 4, 10, tzinfo=BERLIN), 22),  # the clocks go forward in that night
        (datetime(2026, 10, 24, 4, 10, tzinfo=BERLIN), 24),  # and back in this one
    ],
)
def test_it_waits_for_the_clock_on_the_wall(now, hours):
    assert daily.seconds_until(time(3, 10), now) == hours * 3600


@pytest.mark.django_db
def test_the_backup_is_made_before_anything_is_deleted(monkeypatch):
    done = []
    monkeypatch.setattr(daily, "call_command", lambda name, **_: done.append(name))
    call_command("daily")
    assert done == ["backup", "tidy"]


@pytest.mark.django_db
def test_with_a_time_it_goes_on_after_a_day_that_failed(monkeypatch):
    slept, done = [], []

    def sleep(seconds):
        slept.append(seconds)
        if len(slept) == 3:
            raise KeyboardInterrupt

    def call(name, **_):
        done.append(name)
        if len(done) == 1:
            raise CommandError("The disk is full.")

    monkeypatch.setattr(daily.time, "sleep", sleep)
    monkeypatch.setattr(daily, "call_command", call)
    monkeypatch.setattr(daily.connections, "close_all", lambda: None)
    errors = StringIO()
    with pytest.raises(KeyboardInterrupt):
        call_command("daily", "--at", "03:10", stderr=errors)
    assert done == ["backup", "backup", "tidy"]
    assert "Not done today: The disk is full." in errors.getvalue()
    assert all(0 < seconds <= 25 * 3600 for seconds in slept)


def test_a_time_that_is_none_is_refused():
    with pytest.raises(CommandError, match="at"):
        call_command("daily", "--at", "25:00")
