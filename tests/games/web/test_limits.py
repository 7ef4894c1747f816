"""Whose tries are counted together, and that nobody is locked out for somebody else's."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.test import Client

from games.classes import teaching as classes
from games.classes.models import Classroom
from games.people.models import User
from games.web import codes as joining
from games.web import limits
from games.web.limits import SIGN_UPS_FROM, WRONG_PASSWORDS_FROM, Limit

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery"
LOG_INS = ["/accounts/login/", "/admin/login/"]


def log_in(name, password=PASSWORD, *, seen="", address="/accounts/login/", remote="10.0.0.1"):
    """One try from a fresh browser; *seen* is what the proxies wrote of the client."""
    more = {"HTTP_X_FORWARDED_FOR": seen} if seen else {}
    posted = {"username": name, "password": password}
    return Client().post(address, posted, REMOTE_ADDR=remote, **more)


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


def test_one_password_on_many_names_is_stopped_everywhere(settings, boss):
    settings.PROXIES = 1
    names = [f"name{number}" for number in range(WRONG_PASSWORDS_FROM.most)]
    assert {log_in(name, "Summer2026", seen="6.6.6.6").status_code for name in names} == {422}
    for address in LOG_INS:
        stopped = log_in("boss", seen="6.6.6.6", address=address)
        assert stopped.status_code == 429
        assert "from your network. Try again in an hour." in stopped.content.decode()
    assert log_in("boss", seen="9.9.9.9").status_code == 302


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
    for number in range(WRONG_PASSWORDS_FROM.most):
        log_in(f"name{number}", "guess")
        if number % 9 == 0:
            log_in("boss")
    assert log_in("boss").status_code == 429


@pytest.fixture
def few_sign_ups(monkeypatch):
    few = Limit("sign-ups from", 3, SIGN_UPS_FROM.seconds)
    monkeypatch.setattr(limits, "SIGN_UPS_FROM", few)


@pytest.mark.parametrize("way", ["sign-up", "join"])
def test_accounts_made_by_the_dozen_are_stopped_at_their_address_only(
    few_sign_ups, settings, boss, way, time_machine
):
    settings.PROXIES = 1
    time_machine.move_to("2026-03-02 10:00", tick=False)
    classroom: Classroom = classes.create_class(boss, "Logic")
    address = "/accounts/signup/" if way == "sign-up" else f"/join/{classroom.join_code}/"

    def sign_up(name, seen):
        form = {"username": name, "password": PASSWORD, "real_name": f"Real {name}"}
        return Client().post(address, form, HTTP_X_FORWARDED_FOR=seen)

    for number in range(3):
        assert sign_up(f"pupil{number}", "6.6.6.6").status_code == 302
    stopped = sign_up("one-more", f"1.2.3.4, {'6.6.6.6'}")
    assert stopped.status_code == 429
    page = stopped.content.decode()
    assert "Too many new accounts came from your network" in page
    assert "one-more" in page
    assert not User.objects.filter(username="one-more").exists()
    assert sign_up("elsewhere", "9.9.9.9").status_code == 302
    time_machine.move_to("2026-03-02 11:01", tick=False)
    assert sign_up("one-more", "6.6.6.6").status_code == 302


def test_a_class_of_forty_signs_up_behind_one_address_three_times_over():
    assert SIGN_UPS_FROM.most >= 3 * 40


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
