"""Whose tries are counted together, and that nobody is locked out for somebody else's."""

import re
import uuid
from concurrent.futures import ThreadPoolExecutor
from html import unescape

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.hashers import make_password
from django.db import connection
from django.test import Client

from games.people import lockout
from games.people.lockout import ACCOUNTS, COOKIE
from games.people.models import User
from games.people.ways_in import issue, new_list
from games.teach.classes import teaching as classes
from games.teach.classes.joining import newcomers
from games.teach.classes.models import Classroom
from games.web import codes as joining
from games.web.background.jobs import begin
from games.web.limits import (
    LIMITS,
    MOMENT,
    SIGN_UPS_FROM,
    SIGN_UPS_IN,
    SLOWED_FROM,
    WRONG_CODES_FROM,
    WRONG_CODES_OF_ONE,
    WRONG_PASSWORDS_AT,
    WRONG_PASSWORDS_FOR,
    WRONG_PASSWORDS_FROM,
    Limit,
)
from games.web.models import Tally

pytestmark = [pytest.mark.days, pytest.mark.django_db]

PASSWORD = "correct horse battery"
LOG_INS = ["/accounts/login/", "/admin/login/"]


def log_in(
    name,
    password=PASSWORD,
    *,
    seen="",
    address="/accounts/login/",
    remote="10.0.0.1",
    browser=None,
):
    """One try from a fresh *browser*, or this one; *seen* is what the proxies wrote of the
    client."""
    more = {"HTTP_X_FORWARDED_FOR": seen} if seen else {}
    posted = {"username": name, "password": password}
    return (browser or Client()).post(address, posted, REMOTE_ADDR=remote, **more)


def pupils(number):
    """Accounts that exist, without passwords."""
    names = [f"pupil{n}" for n in range(number)]
    User.objects.bulk_create(User(username=name, password="!") for name in names)
    return names


def known(name):
    """A browser in which this account has signed in and out again."""
    browser = Client()
    assert log_in(name, browser=browser).status_code == 302
    browser.post("/accounts/logout/")
    return browser


@pytest.fixture
def boss(db):
    return User.objects.create_superuser("boss", password=PASSWORD)


@pytest.mark.parametrize("address", LOG_INS)
def test_behind_a_proxy_nobody_is_locked_out_by_a_stranger(settings, boss, address):
    settings.PROXIES = 1
    for _ in range(11):
        log_in("boss", "guess", seen="6.6.6.6", address=address)
    assert log_in("boss", seen="6.6.6.6", address=address).status_code == 429
    assert log_in("boss", seen="9.9.9.9", address=address).status_code == 302


@pytest.mark.parametrize(
    ("proxies", "forged"),
    [
        (0, "1.1.1.{}"),
        (1, "1.1.1.{}, 6.6.6.6"),
        (2, "1.1.1.{}, 6.6.6.6, 10.0.0.2"),
        (2, "1.1.1.{}"),  # past the outer proxy
    ],
)
@pytest.mark.parametrize("address", LOG_INS)
def test_a_forged_address_does_not_help_a_guesser(settings, boss, address, proxies, forged):
    settings.PROXIES = proxies
    for number in range(10):
        log_in("boss", "guess", seen=forged.format(number), address=address)
    assert log_in("boss", seen=forged.format(99), address=address).status_code == 429


def test_without_a_proxy_the_header_locks_nobody_out(settings, boss):
    for _ in range(11):
        log_in("boss", "guess", seen="9.9.9.9", remote="6.6.6.6")
    assert log_in("boss", remote="9.9.9.9").status_code == 302


@pytest.mark.parametrize(
    "seen",
    ["6.6.6.6:{}", "::ffff:6.6.6.6", "[2001:db8::{}]:{}", "2001:db8::{}", "fe80::{}%eth0", "x{}"],
)
def test_every_form_of_an_address_and_its_whole_network_count_as_one(settings, boss, seen):
    settings.PROXIES = 1
    for number in range(10):
        log_in("boss", "guess", seen=seen.format(number, number))
    assert log_in("boss", seen=seen.format(77, 77)).status_code == 429
    assert log_in("boss", seen="2001:db8:0:1::1").status_code == 302


def test_who_waits_ten_minutes_gets_in_though_somebody_kept_trying(boss, time_machine):
    time_machine.move_to("2026-03-02 10:00", tick=False)
    for _ in range(10):
        log_in("boss", "guess")
    time_machine.move_to("2026-03-02 10:09", tick=False)
    assert log_in("boss", "guess").status_code == 429
    time_machine.move_to("2026-03-02 10:11", tick=False)
    assert log_in("boss").status_code == 302


# --- an address is slowed down, and never stopped -------------------------------------------------


@pytest.fixture
def at_ten(time_machine):
    time_machine.move_to("2026-03-02 10:00", tick=False)
    return time_machine


def test_one_password_on_many_names_is_slowed_down(settings, boss, at_ten):
    settings.PROXIES = 1
    names = pupils(WRONG_PASSWORDS_FROM.most + 20)

    def spray(some):
        return [log_in(name, "Summer2026", seen="6.6.6.6").status_code for name in some]

    assert set(spray(names[: WRONG_PASSWORDS_FROM.most])) == {422}
    assert spray(names[-20:]) == [422] * SLOWED_FROM.most + [429] * (20 - SLOWED_FROM.most)
    for address in LOG_INS:
        slowed = log_in("boss", seen="6.6.6.6", address=address)
        assert slowed.status_code == 429
        assert slowed.headers["Retry-After"] == str(MOMENT)
        page = slowed.content.decode()
        assert "Many wrong passwords come from your network" in page
        assert "Try again in a few seconds." in page
        assert 'value="boss"' in page
        assert 'action="/accounts/login/"' in page
    assert log_in("boss", seen="9.9.9.9").status_code == 302
    at_ten.shift(MOMENT + 1)
    for _ in range(3 * SLOWED_FROM.most):  # the right password takes nobody's turn
        assert log_in("boss", seen="6.6.6.6").status_code == 302


def test_an_hour_of_guessing_from_one_address_finds_no_more_than_the_documents_say(at_ten):
    names = pupils(150)
    # In a tenth of the hour, so that the test takes a tenth of the time.
    looked_at = 0
    for second in range(0, 360, MOMENT):
        at_ten.move_to(f"2026-03-02 10:{second // 60:02}:{second % 60:02}", tick=False)
        for turn in range(6 if second else 130):
            name = names[(second + turn) % len(names)]
            looked_at += log_in(name, "Summer2026").status_code == 422
    slowed = 3600 // SLOWED_FROM.seconds * SLOWED_FROM.most
    assert looked_at == WRONG_PASSWORDS_FROM.most + slowed // 10
    assert slowed == 1080


def test_an_hour_of_guessing_one_name_from_anywhere_is_a_hundred_tries(settings, boss, at_ten):
    settings.PROXIES = 1
    browser = known("boss")
    by_address = dict.fromkeys(["6.6.6.6", "7.7.7.7", "8.8.8.8"], 0)
    for minute in range(0, 60, 10):
        at_ten.move_to(f"2026-03-02 10:{minute}:01", tick=False)
        for seen in by_address:
            for _ in range(WRONG_PASSWORDS_AT.most + 2):
                by_address[seen] += log_in("boss", "guess", seen=seen).status_code == 422
    assert sum(by_address.values()) == WRONG_PASSWORDS_FOR.most == 100
    assert max(by_address.values()) <= 6 * WRONG_PASSWORDS_AT.most
    refused = log_in("boss", seen="9.9.9.9")
    assert refused.status_code == 429
    assert "in a browser in which you have signed in before" in refused.content.decode()
    assert log_in("boss", seen="6.6.6.6", browser=browser).status_code == 302
    at_ten.move_to("2026-03-02 11:01", tick=False)
    assert log_in("boss", seen="9.9.9.9").status_code == 302


@pytest.mark.parametrize("address", LOG_INS)
def test_ten_wrong_passwords_from_the_classroom_leave_the_teachers_browser_alone(boss, address):
    browser = known("boss")
    for _ in range(30):
        log_in("boss", "guess", address=address)
    assert log_in("boss", address=address).status_code == 429
    assert log_in("boss", browser=browser, address=address).status_code == 302


def test_a_whole_school_of_wrong_passwords_leaves_known_browsers_alone(boss):
    browser = known("boss")
    WRONG_PASSWORDS_FROM.count("10.0.0.1", WRONG_PASSWORDS_FROM.most)
    SLOWED_FROM.count("10.0.0.1", SLOWED_FROM.most)
    assert log_in("boss").status_code == 429
    assert log_in("boss", browser=browser).status_code == 302


def test_names_that_nobody_has_fill_nothing(boss):
    tries = range(WRONG_PASSWORDS_FROM.most + 30)
    # Where the tests run slowly, a moment is over before the last of them.
    assert 429 in [log_in(f"nobody{number}", "guess").status_code for number in tries]
    assert log_in("boss").status_code == 302


def test_a_known_browser_is_stopped_by_its_own_tries_and_by_no_others(boss):
    mine, other = known("boss"), known("boss")
    for _ in range(WRONG_PASSWORDS_AT.most):
        assert log_in("boss", "guess", browser=mine).status_code == 422
    # From now on it is like any other browser of this address.
    for _ in range(WRONG_PASSWORDS_AT.most):
        assert log_in("boss", "guess", browser=mine).status_code == 422
    assert log_in("boss", browser=mine).status_code == 429
    assert log_in("boss", browser=other).status_code == 302


def test_a_browser_knows_only_who_has_signed_in_there(boss):
    User.objects.create_user("eve", password=PASSWORD)
    browser = known("eve")
    for _ in range(WRONG_PASSWORDS_AT.most):
        log_in("boss", "guess", browser=browser)
    assert log_in("boss", browser=browser).status_code == 429
    assert log_in("eve", browser=browser).status_code == 302


def test_signing_out_everywhere_makes_every_browser_unknown(boss):
    browser = known("boss")
    away = Client()
    log_in("boss", browser=away)
    away.post("/accounts/devices/end/")
    for _ in range(WRONG_PASSWORDS_AT.most):
        log_in("boss", "guess")
    assert log_in("boss", browser=browser).status_code == 429


@pytest.mark.parametrize("forged", ["", "x", "WyJ4Iix7IjEiOjB9XQ:1:x"])
def test_a_cookie_that_we_did_not_write_opens_nothing(boss, forged):
    browser = Client()
    browser.cookies[COOKIE] = forged
    for _ in range(WRONG_PASSWORDS_AT.most):
        log_in("boss", "guess", browser=browser)
    assert log_in("boss", browser=browser).status_code == 429


def test_a_browser_of_a_school_remembers_the_latest_accounts_in_a_small_cookie(boss):
    browser = known("boss")
    first = browser.cookies[COOKIE].value
    for number in range(ACCOUNTS):
        User.objects.create_user(f"pupil{number}", password=PASSWORD)
        log_in(f"pupil{number}", browser=browser)
    assert len(browser.cookies[COOKIE].value) < 1000
    assert browser.cookies[COOKIE]["httponly"]
    assert browser.cookies[COOKIE].value != first
    for _ in range(WRONG_PASSWORDS_AT.most):
        log_in("boss", "guess")
        log_in("pupil0", "guess")
    assert log_in("boss", browser=browser).status_code == 429  # the oldest
    assert log_in("pupil0", browser=browser).status_code == 302


def test_a_card_and_a_recovery_code_work_whatever_others_type(boss):
    pupil = User.objects.create_user("pupil", password=PASSWORD)
    WRONG_PASSWORDS_FROM.count("10.0.0.1", 10_000)
    SLOWED_FROM.count("10.0.0.1", 10_000)
    for _ in range(20):
        log_in("pupil", "guess")
        Client().post("/card/nothing-like-it/", REMOTE_ADDR="10.0.0.1")
    posted = {"username": "pupil", "code": new_list(pupil)[0], "password": "blue lamp by night"}
    answer = Client().post("/accounts/forgotten/", posted, REMOTE_ADDR="10.0.0.1")
    assert answer.status_code == 302
    User.objects.filter(pk=pupil.pk).update(password="!")
    issue([pupil], ["a printed password"], begin("cards", 1, uuid.uuid4()))
    User.objects.filter(pk=pupil.pk).update(password=make_password(PASSWORD))
    card = pupil.card.get_absolute_url()
    assert Client().post(card, REMOTE_ADDR="10.0.0.1").status_code == 302


def test_a_new_password_ends_the_wait_of_one_pupil_and_of_no_other_at_this_address(db):
    pupil, other = (User.objects.create_user(name, password=PASSWORD) for name in ("mia", "ben"))
    for _ in range(30):
        log_in("mia", "guess")
        log_in("ben", "guess")
    assert [log_in(one.username).status_code for one in (pupil, other)] == [429, 429]
    new = "blue lamp by night"
    posted = {"username": "mia", "code": new_list(pupil)[0], "password": new}
    assert Client().post("/accounts/forgotten/", posted, REMOTE_ADDR="10.0.0.1").status_code == 302
    assert log_in("mia", new).status_code == 302
    assert log_in("ben").status_code == 429


@pytest.mark.parametrize(("proxies", "answer"), [(0, 429), (1, 422)])
def test_wrong_codes_of_a_stranger_are_nobody_elses(monkeypatch, settings, db, proxies, answer):
    settings.PROXIES = proxies
    monkeypatch.setattr(joining, "WRONG_CODES_FROM", Limit("wrong codes from", 3, 600))

    def try_code(seen):
        sent = {"HTTP_X_FORWARDED_FOR": seen, "REMOTE_ADDR": "10.0.0.1"}
        return Client().post("/join/", {"code": "BBBBBBBB"}, **sent).status_code

    assert [try_code("6.6.6.6") for _ in range(4)] == [422] * 3 + [429]
    assert try_code("9.9.9.9") == answer
    assert try_code("9.9.9.9, 6.6.6.6") == 429


def test_three_classes_of_forty_who_mistype_twice_behind_one_address_all_get_in(db):
    for number in range(120):
        User.objects.create_user(f"pupil{number}", password=PASSWORD)
        for typed, status in (("oops", 422), ("again", 422), (PASSWORD, 302)):
            assert log_in(f"pupil{number}", typed).status_code == status, number


def test_getting_in_oneself_does_not_buy_tries_on_other_names(boss):
    for number, name in enumerate(pupils(WRONG_PASSWORDS_FROM.most)):
        log_in(name, "guess")
        if number % 9 == 0:
            log_in("boss")
    assert [log_in("pupil1", "guess").status_code for _ in range(4)] == [422] * 3 + [429]


def test_mistyping_ones_own_name_a_few_times_leaves_no_trace(boss):
    for typed in ("oops", "again", PASSWORD):
        log_in("BOSS", typed)
    assert not Tally.objects.exclude(count=0).exists()


# --- new accounts ---------------------------------------------------------------------------------


def sign_up(name, seen="", address="/accounts/signup/", browser=None):
    form = {"username": name, "password": PASSWORD, "real_name": f"Real {name}"}
    more = {"HTTP_X_FORWARDED_FOR": seen} if seen else {}
    return (browser or Client()).post(address, form, **more)


def test_accounts_made_by_the_dozen_are_slowed_down_at_their_address_only(
    monkeypatch, settings, at_ten, db
):
    few = Limit("sign-ups from", 3, SIGN_UPS_FROM.seconds)
    monkeypatch.setattr(lockout, "SIGN_UPS_FROM", few)
    settings.PROXIES = 1
    browser = Client()
    assert sign_up("first", "6.6.6.6", browser=browser).status_code == 302
    for number in range(3):  # one more than the few: it is slowed down from now on
        assert sign_up(f"pupil{number}", "6.6.6.6").status_code == 302
    slowed = sign_up("one-more", "1.2.3.4, 6.6.6.6")
    assert slowed.status_code == 429
    page = slowed.content.decode()
    assert "Many new accounts come from your network" in page
    assert "one-more" in page
    assert not User.objects.filter(username="one-more").exists()
    assert sign_up("elsewhere", "9.9.9.9").status_code == 302
    browser.post("/accounts/logout/")
    for number in range(SIGN_UPS_IN.most):
        answer = sign_up(f"sister{number}", "6.6.6.6", browser=browser)
        assert answer.status_code == 302, number
        browser.post("/accounts/logout/")
    assert sign_up("one-too-many", "6.6.6.6", browser=browser).status_code == 429
    at_ten.shift(MOMENT + 1)
    assert sign_up("one-more", "6.6.6.6").status_code == 302


def test_three_classes_of_forty_sign_up_behind_one_address_without_waiting():
    assert SIGN_UPS_FROM.most >= 3 * 40


@pytest.mark.database
def test_six_hundred_pupils_join_by_one_code_on_one_morning(boss):
    classroom: Classroom = classes.create_class(boss, "Logic")
    address = f"/join/{classroom.join_code}/"
    for number in range(600):
        assert sign_up(f"pupil{number}", address=address).status_code == 302, number
    assert classroom.memberships.count() == 600
    assert sign_up("somebody").status_code == 302  # nor do they slow anybody else down


def test_a_code_in_wrong_hands_makes_no_endless_accounts(boss, monkeypatch):
    assert newcomers.NEW_BY_CODE.most == 1000
    few = Limit("new accounts by the class code", 2, 3600)
    monkeypatch.setattr(newcomers, "NEW_BY_CODE", few)
    classroom, other = (classes.create_class(boss, name) for name in ("Logic", "Games"))
    address = f"/join/{classroom.join_code}/"
    assert [sign_up(f"p{n}", address=address).status_code for n in range(3)] == [302, 302, 429]
    assert sign_up("q", address=f"/join/{other.join_code}/").status_code == 302
    User.objects.create_user("old", password=PASSWORD)
    with_account = Client()
    log_in("old", browser=with_account)
    assert sign_up("old", address=address, browser=with_account).status_code == 302


# --- one count ------------------------------------------------------------------------------------


def test_a_limit_counts_from_nothing_again_after_its_time_and_bites_again(at_ten, db):
    limit = Limit("knocks of", 2, 60)
    for _ in range(3):
        assert [limit.exceeds("ada") for _ in range(4)] == [False, False, True, True]
        assert limit.is_reached("ada")
        at_ten.shift(61)
        assert limit.used("ada") == 0
        assert not limit.is_reached("ada")


def test_who_is_counted_twice_is_counted_in_both_even_when_one_is_full(db):
    """A browser that guesses while its network is over the limit has not guessed for nothing."""
    WRONG_CODES_FROM.count("127.0.0.1", WRONG_CODES_FROM.most)
    guesser = Client()
    for _ in range(WRONG_CODES_OF_ONE.most):
        assert guesser.post("/enter/", {"code": "BBBBBBBB"}).status_code == 429
    WRONG_CODES_FROM.forget("127.0.0.1")
    assert guesser.post("/enter/", {"code": "BBBBBBBB"}).status_code == 429
    assert Client().post("/enter/", {"code": "BBBBBBBB"}).status_code == 422


# --- what administrators see and lift -------------------------------------------------------------


@pytest.fixture
def office(boss):
    """The browser of an administrator, who signed in by another way."""
    browser = Client()
    browser.force_login(boss)
    return browser


def listed(office):
    html = office.get("/admin/games/tally/").content.decode()
    rows = re.findall(r"<tr><td class=\"action.*?</tr>", html, re.DOTALL)
    return [" ".join(unescape(re.sub("<[^>]+>", " ", row)).split()) for row in rows]


def test_every_limit_of_the_site_shows_what_it_counts_of_whom_since_when_and_until_when(
    office, at_ten
):
    for number, limit in enumerate(LIMITS.values()):
        limit.count(f"somebody{number} at 10.0.0.1", limit.most)
    assert {"wrong passwords for", "guests from", "rosters of", "rules saved from"} <= LIMITS.keys()
    rows = listed(office)
    assert len(rows) == len(LIMITS)
    for number, limit in enumerate(LIMITS.values()):
        [row] = [one for one in rows if f"somebody{number} at 10.0.0.1" in one]
        assert row.startswith(limit.name)
        assert f"{limit.most} of {limit.most}" in row
        assert "March 2, 2026, 10 a.m." in row
    at_ten.shift(3601)
    assert listed(office) == []


def test_an_administrator_lifts_one_limit_and_somebody_else_gets_in(office):
    for name in ("ada", "ben"):
        User.objects.create_user(name, password=PASSWORD)
        for _ in range(WRONG_PASSWORDS_AT.most):
            log_in(name, "guess")
        assert log_in(name).status_code == 429
    [row] = Tally.objects.filter(key=f"{WRONG_PASSWORDS_AT.name}:ada at 10.0.0.1")
    posted = {"action": "lift", "_selected_action": [row.pk]}
    page = office.post("/admin/games/tally/", posted, follow=True).content.decode()
    assert "1 limit lifted." in page
    assert log_in("ada").status_code == 302
    assert log_in("ben").status_code == 429
    assert LogEntry.objects.filter(object_repr__contains="ada at 10.0.0.1").exists()
    assert "Lift all limits" in page
    office.post("/admin/games/tally/lift/")
    assert log_in("ben").status_code == 302
    assert listed(office) == []


def test_nobody_else_sees_or_lifts_a_limit(boss):
    User.objects.create_user("helper", password=PASSWORD, is_staff=True)
    WRONG_PASSWORDS_FOR.count("boss", 100)
    for name in ("helper", ""):
        browser = Client()
        if name:
            log_in(name, browser=browser)
        assert browser.get("/admin/games/tally/").status_code in (302, 403)
        assert browser.post("/admin/games/tally/lift/").status_code in (302, 403)
    assert WRONG_PASSWORDS_FOR.used("boss") == 100


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_none_is_lost_when_workers_count_at_once():
    limit = Limit("tries of", 1000, 600)

    def count(_):
        try:
            for _ in range(20):
                limit.count("somebody")
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(count, range(6)))
    assert limit.used("somebody") == 120
