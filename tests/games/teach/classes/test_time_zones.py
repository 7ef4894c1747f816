"""A class has a clock of its own, and so has each person."""

import csv
import html
import io
import os
import subprocess
import sys
from datetime import UTC, datetime

import pytest
import time_machine
from django.test import Client

from games.people.models import User
from games.teach.classes.models import Classroom
from games.teach.work.models import Assignment

from ..work.assignments import assignment, give
from .conftest import browser_of

pytestmark = [pytest.mark.days, pytest.mark.django_db]
FRIDAY = datetime(2026, 11, 27, 11, 0, tzinfo=UTC)


def page_of(client, address):
    return " ".join(client.get(address).content.decode().split())


@pytest.fixture(autouse=True)
def now():
    with time_machine.travel(datetime(2026, 3, 2, 10, tzinfo=UTC)):
        yield


@pytest.fixture
def berlin(classroom):
    Classroom.objects.update(time_zone="Europe/Berlin")
    classroom.refresh_from_db()
    return classroom


@pytest.fixture
def draft(berlin):
    return Assignment.objects.create(classroom=berlin, title="A draft")


def write(client, work, **times):
    return client.post(
        f"/assignments/{work.pk}/settings/", {"title": "Homework", "mode": "practice", **times}
    )


def test_a_class_is_made_with_the_zone_that_was_chosen(alice, settings):
    client = browser_of(alice)
    page = client.get("/classes/new/").content.decode()
    assert f'name="time_zone" value="{settings.TIME_ZONE}"' in page
    for zone, told in (
        ("America/Argentina/Buenos_Aires", "Buenos Aires, Argentina"),
        ("Asia/Kolkata", "Kolkata, India"),
    ):
        assert f'<option value="{zone}">{told}</option>' in page
    assert "Calcutta" not in page
    client.post("/classes/new/", {"name": "Logik", "time_zone": "Europe/Berlin"})
    made = Classroom.objects.get(name="Logik")
    stored = client.get(f"/classes/{made.pk}/settings/").content.decode()
    assert 'name="time_zone" value="Europe/Berlin"' in stored
    client.post(f"/classes/{made.pk}/settings/", {"name": "Logik", "time_zone": "Asia/Tokyo"})
    stored = client.get(f"/classes/{made.pk}/settings/").content.decode()
    assert 'name="time_zone" value="Asia/Tokyo"' in stored


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("berlin", "Europe/Berlin"),
        ("Berlin, Germany", "Europe/Berlin"),
        ("India", "Asia/Kolkata"),
        ("Asia/Calcutta", "Asia/Calcutta"),
        ("europe/kiev", "Europe/Kiev"),
        ("New York", "America/New_York"),
        (" new_york ", "America/New_York"),
        ("UTC", "UTC"),
        ("", ""),
    ],
)
def test_a_zone_is_found_by_its_place_its_country_and_every_name_it_had(alice, typed, zone):
    browser = browser_of(alice)
    assert browser.post("/accounts/time-zone/", {"time_zone": typed}).status_code == 302
    alice.refresh_from_db()
    assert alice.time_zone == zone


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("Brazil", "“Brazil” has several time zones. Choose one:"),
        ("Narnia", "We don't know the time zone “Narnia”. Type a large city near you"),
    ],
)
def test_a_zone_that_is_not_clear_is_asked_for_again(alice, typed, said):
    refused = browser_of(alice).post("/accounts/time-zone/", {"time_zone": typed})
    assert refused.status_code == 422
    assert said in html.unescape(refused.content.decode())


def test_a_zone_that_is_none_is_refused(alice):
    refused = browser_of(alice).post("/classes/new/", {"name": "Logik", "time_zone": "../etc"})
    assert refused.status_code == 422
    assert not Classroom.objects.filter(name="Logik").exists()


def test_staff_write_and_read_deadlines_in_the_zone_of_the_class(owner, berlin, draft):
    write(owner, draft, due_at="2026-11-27T12:00")
    assert Assignment.objects.get().due_at == FRIDAY
    page = page_of(owner, f"/assignments/{draft.pk}/edit/")
    assert 'value="2026-11-27T12:00"' in page
    assert "All times are Berlin time" in page


def test_staff_elsewhere_read_the_zone_of_the_class(owner, berlin):
    User.objects.filter(username="irene").update(time_zone="Asia/Tokyo")
    assignment(berlin, due_at=FRIDAY)
    assert "due 27 November 2026, 12:00 Berlin time" in page_of(owner, f"/classes/{berlin.pk}/")


def test_a_class_without_a_zone_keeps_the_sites(owner, classroom, pupil, settings):
    settings.TIME_ZONE = "UTC"
    assignment(classroom, due_at=FRIDAY)
    assert "due 27 November 2026, 11:00 UTC" in page_of(owner, f"/classes/{classroom.pk}/")
    assert "due Friday 27 November, 11:00 UTC" in page_of(pupil, "/assignments/")


def test_a_student_reads_their_own_zone_and_that_of_the_class_where_it_differs(
    berlin, member, pupil
):
    work = assignment(berlin, due_at=FRIDAY)
    address = f"/assignments/{work.pk}/"
    assert "Due Friday 27 November 2026, 12:00 Berlin time." in page_of(pupil, address)
    pupil.post("/accounts/time-zone/", {"time_zone": "Asia/Tokyo"})
    told = "Due Friday 27 November 2026, 20:00 Tokyo time (12:00 Berlin time)."
    assert told in page_of(pupil, address)
    pupil.post("/accounts/time-zone/", {"time_zone": "Pacific/Auckland"})
    told = (
        "Due Saturday 28 November 2026, 00:00 Auckland time (Friday 27 November, 12:00 Berlin time)"
    )
    assert told in page_of(pupil, address)
    pupil.post("/accounts/time-zone/", {"time_zone": "Europe/Paris"})
    assert "Due Friday 27 November 2026, 12:00 Paris time." in page_of(pupil, address)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (
            "2026-03-29T02:30",
            "There is no 02:30 on 29 March 2026 in Berlin, because the clocks go forward. Choose "
            "another time, such as 03:30.",
        ),
        (
            "2026-10-25T02:30",
            "02:30 comes twice on 25 October 2026 in Berlin, because the clocks go back. Choose "
            "another time, such as 03:30.",
        ),
    ],
)
def test_a_time_that_the_clocks_jump_over_or_repeat_is_refused(owner, draft, typed, said):
    refused = write(owner, draft, due_at=typed)
    assert refused.status_code == 422
    assert said in refused.content.decode()
    assert f'value="{typed}"' in refused.content.decode()
    assert Assignment.objects.get().due_at is None


def test_files_hold_times_with_the_offset_of_the_class(owner, berlin, member, pupil):
    work = assignment(berlin, "nim 1+2+4 misere")
    give(pupil, work, 1, move="3>2")
    response = owner.get(f"/assignments/{work.pk}/results/tidy.csv")
    file = b"".join(response) if response.streaming else response.content
    [row] = csv.DictReader(io.StringIO(file.decode("utf-8-sig")))
    assert row["last_at"].startswith("2026-03-02T11:00")
    assert row["last_at"].endswith("+01:00")


def test_the_zone_of_a_browser_is_kept_until_somebody_chooses(alice):
    client = Client()
    page = client.get("/accounts/signup/").content.decode()
    assert '<input type="hidden" name="time_zone" data-browser-zone' in page
    asked = {"username": "zoe", "password": "a long password", "time_zone": "Asia/Tokyo"}
    client.post("/accounts/signup/", asked)
    assert 'value="Asia/Tokyo" ' in client.get("/accounts/time-zone/").content.decode()
    assert User.objects.get(username="zoe").time_zone == "Asia/Tokyo"
    client.post("/accounts/time-zone/", {"time_zone": "Europe/Berlin"})
    client.post("/accounts/logout/")
    client.post("/accounts/login/", asked)
    assert User.objects.get(username="zoe").time_zone == "Europe/Berlin"


@pytest.mark.parametrize("nonsense", ["", "Etc/Unknown", "x" * 5_000, "Europe/Berlin\x00"])
def test_a_browser_that_says_nonsense_is_let_in_all_the_same(nonsense):
    asked = {"username": "zoe", "password": "a long password", "time_zone": nonsense}
    assert Client().post("/accounts/signup/", asked).status_code == 302
    assert User.objects.get(username="zoe").time_zone == ""


OLD_NAMES = {
    "Asia/Calcutta": "Asia/Kolkata",
    "Europe/Kiev": "Europe/Kyiv",
    "Asia/Saigon": "Asia/Ho_Chi_Minh",
    "Asia/Rangoon": "Asia/Yangon",
    "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
}


def test_the_old_names_of_zones_are_known_where_the_system_lacks_them(tmp_path):
    """Newer servers keep them in a package of their own, and browsers still send them."""
    script = (
        "import django; from datetime import datetime; django.setup();"
        "from games.web.zones import zone_named;"
        "day = datetime(2026, 7, 1);"
        f"pairs = {OLD_NAMES!r}.items();"
        "same = [zone_named(old).utcoffset(day) == zone_named(new).utcoffset(day)"
        " for old, new in pairs];"
        "assert zone_named('Asia/Calcutta').utcoffset(day).total_seconds() == 19_800;"
        "print(all(same), all(str(zone_named(old)) == old for old, _ in pairs))"
    )
    env = os.environ | {"PYTHONTZPATH": str(tmp_path), "DJANGO_SETTINGS_MODULE": "tests.settings"}
    done = subprocess.run(
        [sys.executable, "-c", script], env=env, capture_output=True, text=True, check=False
    )
    assert done.stdout.split() == ["True", "True"], done.stderr
