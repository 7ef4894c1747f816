"""A whole class at one moment, and what makes it possible: no password is hashed while others wait
for the database, and who found it busy tries once more."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core.management import call_command
from django.db import OperationalError, connection, connections, transaction
from django.test import Client

from games.people import accounts
from games.people.models import User
from games.play.models import Match
from games.teach.classes import teaching as service
from games.teach.classes.models import Classroom, Membership
from games.web import transactions
from tests.games.play.games import start
from tests.games.teach.classes.lists import bring

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]

PHONES = 30
PASSWORD = "correct horse battery"


class SlowHasher(MD5PasswordHasher):
    """As slow as a real one, without using up the machine; notes who made others wait."""

    seconds = 0.3
    used: list[bool] = []

    def encode(self, password, salt):
        self.used.append(connection.in_atomic_block)
        time.sleep(self.seconds)
        return super().encode(password, salt)


@pytest.fixture
def slow_passwords(settings, monkeypatch):
    settings.PASSWORD_HASHERS = [f"{__name__}.SlowHasher"]
    monkeypatch.setattr(SlowHasher, "used", [])
    return SlowHasher


@pytest.fixture
def room():
    return service.create_class(User.objects.create_user("irene", password=PASSWORD), "Logic 101")


def test_thirty_phones_join_in_the_same_second(slow_passwords, room):
    phones = [Client() for _ in range(PHONES)]
    together = threading.Barrier(PHONES)

    def join(number):
        try:
            together.wait(timeout=60)
            form = {"real_name": f"Pupil {number}", "username": f"pupil-{number}"}
            link = f"/join/{room.join_code}/"
            answer = phones[number].post(link, form | {"password": PASSWORD})
            page = phones[number].get(answer.headers.get("Location", link))
            return answer.status_code, "You have joined the class." in page.content.decode()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(PHONES) as pool:
        seen = list(pool.map(join, range(PHONES)))
    assert seen == [(302, True)] * PHONES
    assert Membership.objects.filter(classroom=room, archived_at=None).count() == PHONES
    assert User.objects.count() == PHONES + 1


def test_no_password_is_hashed_while_the_database_is_held(slow_passwords, monkeypatch, room):
    """Through every door where a password is set or looked at."""
    monkeypatch.setattr(slow_passwords, "seconds", 0)
    link, people = f"/join/{room.join_code}/", f"/classes/{room.pk}/"
    phone, teacher, admin = Client(), Client(), Client()
    admin.force_login(User.objects.create_superuser("admin"))
    account = {"username": "nora", "password": PASSWORD}
    teacher.post("/accounts/login/", {"username": "irene", "password": PASSWORD})
    doors = {
        "joining": lambda: phone.post(link, account | {"real_name": "Nora Quist"}),
        "signing up": lambda: Client().post("/accounts/signup/", account | {"username": "ben"}),
        "logging in": lambda: Client().post("/accounts/login/", account),
        "changing it": lambda: phone.post(
            "/accounts/password/",
            {
                "old_password": PASSWORD,
                "new_password1": "another horse battery",
                "new_password2": "another horse battery",
            },
        ),
        "names": lambda: bring(teacher, room, names="Anna\nBerta"),
        "roster": lambda: bring(teacher, room, file="name\nCarla\n"),
        "cards": lambda: teacher.post(f"{people}cards/", {"all": "1"}),
        "admin": lambda: admin.post(
            f"/admin/games/user/{User.objects.get(username='ben').pk}/password/",
            {"password1": PASSWORD, "password2": PASSWORD, "usable_password": "true"},
        ),
        "demo": lambda: call_command("demo"),
        "deleting": lambda: phone.post("/me/delete/", {"password": "another horse battery"}),
    }
    for name, open_door in doors.items():
        slow_passwords.used.clear()
        open_door()
        assert slow_passwords.used, f"{name} hashes nothing"
        assert not any(slow_passwords.used), name
    assert not User.objects.filter(username="nora").exists()


def busy(monkeypatch, times):
    """Let the database refuse the first *times* new accounts, as it does when others write."""
    real, left = accounts.claim, [times]

    class TableIsLocked(Exception):
        sqlite_errorcode = 5
        sqlstate = "55P03"

    def claim(*given):
        done = real(*given)
        if left[0]:
            left[0] -= 1
            raise OperationalError("database is locked") from TableIsLocked()
        return done

    monkeypatch.setattr(accounts, "claim", claim)


def join_busy(client, room):
    form = {"real_name": "Nora Quist", "username": "nora", "password": PASSWORD}
    return client.post(f"/join/{room.join_code}/", form)


def test_a_busy_database_is_asked_once_more(monkeypatch, room):
    busy(monkeypatch, 1)
    phone = Client()
    match = start(phone, position="3+5")
    answer = join_busy(phone, room)
    assert "You have joined the class." in phone.get(answer.url).content.decode()
    assert Match.objects.get(pk=match.pk).user.username == "nora"
    assert Membership.objects.count() == 1


def test_who_finds_it_busy_twice_reads_words_that_fit_and_can_send_the_form_again(
    monkeypatch, room
):
    busy(monkeypatch, 2)
    phone = Client()
    match = start(phone, position="3+5")
    refused = join_busy(phone, room)
    assert refused.status_code == 503
    page = refused.content.decode()
    assert "The site is busy" in page
    assert "game" not in page[page.index("<main") : page.index("</main>")]
    assert not Membership.objects.exists()
    assert not User.objects.filter(username="nora").exists()
    assert phone.get(f"/play/{match.pk}/").status_code == 200
    assert join_busy(phone, room).status_code == 302
    assert Match.objects.get(pk=match.pk).user.username == "nora"


def test_a_lock_that_is_really_held_is_known_as_busy(room):
    """Another connection writes and does not end; the wait for it is cut short."""
    held, done = threading.Event(), threading.Event()

    def hold():
        with transaction.atomic():
            Classroom.objects.filter(pk=room.pk).update(name="Held")
            held.set()
            done.wait(30)
        connections.close_all()

    holder = threading.Thread(target=hold)
    holder.start()
    held.wait(30)
    impatient = {"sqlite": "PRAGMA busy_timeout = 50", "postgresql": "SET lock_timeout = '50ms'"}
    patient = {"sqlite": "PRAGMA busy_timeout = 5000", "postgresql": "RESET lock_timeout"}
    try:
        with connection.cursor() as cursor:
            cursor.execute(impatient[connection.vendor])
        with pytest.raises(OperationalError) as refused:
            Classroom.objects.filter(pk=room.pk).update(name="Mine")
        assert transactions.is_busy(refused.value)
        assert not transactions.is_busy(OperationalError("the disk is full"))
    finally:
        done.set()
        holder.join()
        with connection.cursor() as cursor:
            cursor.execute(patient[connection.vendor])
