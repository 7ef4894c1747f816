"""Cards of a whole year: made in the background, kept until they are used, and good for once."""

import csv
import io
import re
import threading
from datetime import timedelta

import pytest
import time_machine
from django.core.management import call_command
from django.db import connections
from django.test import Client
from django.utils import timezone

from games.people.models import User
from games.people.ways_in import SignInCard
from games.teach.classes.cards import issuing
from games.teach.classes.models import Membership
from games.web.background import jobs
from games.web.models import Heartbeat, Job

from ...at_once import at_once, form_key
from .conftest import browser_of
from .lists import bring, cards_after, finished, log_in, look

YEAR = "\n".join(f"Pupil {n:03}" for n in range(300))


def addresses(page):
    """Where the code of each card leads, as its file says."""
    rows = list(csv.DictReader(io.StringIO(page.content.decode("utf-8-sig"))))
    return {row["name"]: row["signs in once"].removeprefix("http://testserver") for row in rows}


def cards_of(client, classroom):
    return addresses(client.get(f"/classes/{classroom.pk}/cards/cards.csv"))


@pytest.mark.django_db(transaction=True)
def test_300_accounts_are_made_in_the_background_and_their_cards_are_there(owner, classroom):
    Heartbeat.objects.create(worker="one", seen_at=timezone.now())
    answer = bring(owner, classroom, names=YEAR)
    page = owner.get(answer.headers["Location"])
    text = page.content.decode()
    assert "8 of 300 accounts." in text  # a first piece is done at once
    assert '<progress max="300" value="8"' in text
    assert 'hx-trigger="every 2s"' in text
    assert '<noscript><meta http-equiv="refresh" content="3"></noscript>' in text
    assert Membership.objects.filter(classroom=classroom).count() == 300
    part = owner.get(answer.headers["Location"], headers={"HX-Request": "true"})
    assert "<h1>" not in part.content.decode()
    call_command("work", "--once")
    over = owner.get(answer.headers["Location"], headers={"HX-Request": "true"})
    assert over.headers["HX-Refresh"] == "true"
    made = owner.get(answer.headers["Location"])
    assert "300 cards, eight to a sheet." in " ".join(made.content.decode().split())
    cards = made.context["cards"]
    assert [card.name for card in cards][::299] == ["Pupil 000", "Pupil 299"]
    assert log_in(cards[299].username, cards[299].password).get("/me/").context["user"].pk
    again = owner.get(f"/classes/{classroom.pk}/cards/sheet/").context["cards"]
    assert [card.password for card in again] == [card.password for card in cards[:299]]


@pytest.mark.django_db
def test_on_a_busy_machine_a_piece_is_smaller(owner, classroom, monkeypatch):
    monkeypatch.setattr(issuing, "ENOUGH", 0.0)
    answer = bring(owner, classroom, names="\n".join(YEAR.split("\n")[:6]))
    assert "2 of 6 accounts." in owner.get(answer.headers["Location"]).content.decode()
    step = owner.post(answer.headers["Location"], headers={"HX-Request": "true"})
    assert "4 of 6 accounts." in step.content.decode()


@pytest.mark.django_db
def test_without_a_worker_the_page_says_so_and_does_the_work(owner, classroom):
    answer = bring(owner, classroom, names="\n".join(YEAR.split("\n")[:20]))
    text = " ".join(owner.get(answer.headers["Location"]).content.decode().split())
    assert "No background worker is running" in text
    assert "8 of 20 accounts." in text
    step = owner.post(answer.headers["Location"], headers={"HX-Request": "true"})
    assert "16 of 20 accounts." in step.content.decode()
    done = owner.post(answer.headers["Location"], headers={"HX-Request": "true"})
    assert done.headers["HX-Refresh"] == "true"
    assert len(owner.get(answer.headers["Location"]).context["cards"]) == 20


@pytest.mark.django_db(transaction=True)
@pytest.mark.database
def test_two_workers_at_once_make_every_account_once(owner, classroom):
    answer = bring(owner, classroom, names="\n".join(YEAR.split("\n")[:40]))
    job = Job.objects.get()
    barrier = threading.Barrier(2)

    def work():
        barrier.wait()
        jobs.carry_on.call(str(job.pk))
        connections.close_all()

    workers = [threading.Thread(target=work) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    cards = owner.get(answer.headers["Location"]).context["cards"]
    assert len({card.username for card in cards}) == User.objects.count() - 1 == 40
    for card in cards:
        assert User.objects.get(username=card.username).check_password(card.password)


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_dies_in_the_middle_leaves_nobody_out_and_nobody_twice(
    owner, classroom, monkeypatch
):
    answer = bring(owner, classroom, names="\n".join(YEAR.split("\n")[:40]))
    real, times = issuing.hashed, []

    def dies(passwords, until):
        times.append(1)
        if len(times) == 3:
            raise SystemExit  # no error of the work itself
        return real(passwords, until)

    monkeypatch.setattr(issuing, "hashed", dies)
    with pytest.raises(SystemExit):
        jobs.carry_on.call(str(Job.objects.get().pk))
    assert Job.objects.get().done == 24
    before = dict(User.objects.values_list("username", "password"))
    call_command("work", "--once")
    cards = owner.get(answer.headers["Location"]).context["cards"]
    assert len(cards) == User.objects.count() - 1 == 40
    after = dict(User.objects.values_list("username", "password"))
    kept = [name for name, stored in before.items() if not stored.startswith("!")]
    assert len(kept) == 25  # with the instructor
    assert all(after[name] == before[name] for name in kept)


@pytest.mark.django_db(transaction=True)
@pytest.mark.database
def test_the_button_of_a_list_pressed_in_many_tabs_makes_its_accounts_once(owner, classroom):
    looked = look(owner, classroom, names="Anna\nBen")
    posted = {
        "kind": "names",
        "digest": looked.context["plan"].digest,
        "text": "Anna\r\nBen",
        "form_key": form_key(looked),
    }
    responses = at_once(owner, [(f"/classes/{classroom.pk}/people/add/", posted)] * 8)
    assert len({(r.status_code, r.headers["Location"]) for r in responses}) == 1
    assert Membership.objects.count() == 2
    assert Job.objects.get().total == 2


@pytest.mark.django_db
def test_one_click_more_gives_nobody_a_second_new_card(owner, classroom):
    cards_after(owner, bring(owner, classroom, names="Anna"))
    page = f"/classes/{classroom.pk}/cards/"
    posted = {"all": "1", "form_key": form_key(owner.get(page))}
    first = cards_after(owner, owner.post(page, posted))
    assert cards_after(owner, owner.post(page, posted)) == first


# --- until the first sign-in ----------------------------------------------------------------------


@pytest.mark.django_db
def test_a_card_can_be_fetched_until_the_student_signs_in_and_never_after(owner, classroom):
    cards = cards_after(owner, bring(owner, classroom, names="Anna\nBen"))
    page = f"/classes/{classroom.pk}/cards/"
    assert "2 cards have not been used yet." in " ".join(owner.get(page).content.decode().split())
    assert list(cards_of(owner, classroom)) == ["Anna", "Ben"]
    log_in(cards[0].username, cards[0].password)
    assert "1 card has not been used yet." in " ".join(owner.get(page).content.decode().split())
    sheet = owner.get(f"{page}sheet/").content.decode()
    assert cards[1].password in sheet
    assert cards[0].password not in sheet
    assert not SignInCard.objects.filter(user__username=cards[0].username).exists()


@pytest.mark.django_db
def test_the_database_alone_opens_no_account(owner, classroom, settings):
    cards = cards_after(owner, bring(owner, classroom, names="Anna"))
    stored = SignInCard.objects.get()
    assert cards[0].password not in str(vars(stored))
    assert cards_of(owner, classroom)["Anna"]
    old = settings.SECRET_KEY
    settings.SECRET_KEY = "another secret of fifty characters or even more of them"
    assert stored.password == ""
    settings.SECRET_KEY_FALLBACKS = [old]
    assert stored.password == cards[0].password


@pytest.mark.django_db
def test_a_password_set_elsewhere_ends_the_card(owner, classroom):
    cards_after(owner, bring(owner, classroom, names="Anna"))
    [address] = cards_of(owner, classroom).values()
    anna = User.objects.get(managed_by=classroom)
    anna.set_password("another horse battery")
    anna.save()
    assert cards_of(owner, classroom) == {}
    assert Client().get(address).status_code == 404


@pytest.mark.django_db
def test_cards_nobody_used_go_after_90_days_and_the_page_says_so(owner, classroom):
    made = finished(owner, bring(owner, classroom, names="Anna"))
    assert "or for 90 days" in " ".join(made.content.decode().split())
    [address] = cards_of(owner, classroom).values()
    with time_machine.travel(timezone.now() + timedelta(days=91)):
        assert Client().get(address).status_code == 404
        call_command("tidy", stdout=io.StringIO())
    assert not SignInCard.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("role", ["assistant", "other instructor", "student", "somebody", "nobody"])
def test_only_who_may_change_the_class_sees_its_cards(people, classroom, role):
    answer = bring(people["owner"], classroom, names="Anna")
    cards_after(people["owner"], answer)
    pages = ["cards/sheet/", "cards/cards.csv"]
    pages = [f"/classes/{classroom.pk}/{page}" for page in pages] + [answer.headers["Location"]]
    for page in pages:
        assert people[role].get(page).status_code in (302, 403, 404)
    anna = Membership.objects.get(real_name="Anna")
    people[role].post(f"/classes/{classroom.pk}/people/{anna.pk}/revoke/")
    assert SignInCard.objects.count() == 1


# --- the code -------------------------------------------------------------------------------------


@pytest.fixture
def code(owner, classroom):
    """Where the code of Anna's card leads."""
    cards_after(owner, bring(owner, classroom, names="Anna"))
    [address] = cards_of(owner, classroom).values()
    return address


@pytest.mark.django_db
def test_the_code_asks_first_signs_in_once_and_stays_for_a_year(code, classroom):
    anna, phone, thief = User.objects.get(managed_by=classroom), Client(), Client()
    page = phone.get(code)
    assert f"Sign in as {anna.username}?" in page.content.decode()
    assert not phone.get("/me/").context["user"].is_authenticated
    assert phone.head(code).status_code == 200
    assert phone.post(code).status_code == 302
    assert phone.get("/me/").context["user"] == anna
    gone = thief.post(code)
    assert gone.status_code == 404
    assert "The code on a card works once" in gone.content.decode()
    assert thief.get(code).status_code == 404
    with time_machine.travel(timezone.now() + timedelta(days=360)):
        assert phone.get("/me/").context["user"] == anna
    with time_machine.travel(timezone.now() + timedelta(days=370)):
        assert not phone.get("/me/").context["user"].is_authenticated


@pytest.mark.django_db
def test_the_password_of_a_card_still_works_after_its_code_and_ends_no_session(owner, classroom):
    [card] = cards_after(owner, bring(owner, classroom, names="Anna"))
    phone = Client()
    phone.post(card.address)
    assert log_in(card.username, card.password).get("/me/").context["user"].pk
    assert phone.get("/me/").context["user"].username == card.username


@pytest.mark.django_db(transaction=True)
@pytest.mark.database
def test_the_code_on_many_phones_at_once_signs_one_in(code):
    results, barrier = [], threading.Barrier(8)

    def scan():
        phone = Client()
        barrier.wait()
        results.append(phone.post(code).status_code)
        connections.close_all()

    phones = [threading.Thread(target=scan) for _ in range(8)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    assert sorted(results) == [302] + [404] * 7


@pytest.mark.django_db
def test_a_code_is_worth_nothing_once_the_card_is_replaced_or_revoked(owner, classroom, code):
    anna = Membership.objects.get(real_name="Anna")
    [new] = cards_after(owner, owner.post(f"/classes/{classroom.pk}/cards/", {"all": "1"}))
    assert Client().post(code).status_code == 404
    page = owner.get(anna.get_absolute_url()).content.decode()
    assert "has not been used yet. Is it lost?" in page
    said = owner.post(f"{anna.get_absolute_url()}revoke/", follow=True).content.decode()
    assert "The card no longer works." in said
    assert "Is it lost?" not in said
    assert Client().post(new.address).status_code == 404
    assert not log_in(new.username, new.password).get("/me/").context["user"].pk


@pytest.mark.django_db
def test_a_card_in_use_is_not_made_worthless_by_an_old_page(owner, classroom, code):
    phone = Client()
    phone.post(code)
    anna = Membership.objects.get(real_name="Anna")
    owner.post(f"{anna.get_absolute_url()}revoke/")
    assert phone.get("/me/").context["user"].pk


@pytest.mark.django_db
@pytest.mark.parametrize(
    "change", [{"is_active": False}, {"is_staff": True}, {"is_superuser": True}]
)
def test_a_code_opens_no_door_of_the_site_itself(code, classroom, change):
    User.objects.filter(managed_by=classroom).update(**change)
    assert Client().post(code).status_code == 404


@pytest.mark.django_db
def test_a_code_that_was_changed_or_guessed_is_refused_and_keeps_nobody_out(code):
    for wrong in (code[:-3] + "xx/", "/card/x/", "/card/AAAA.BBBB/", "/card/%00/"):
        assert Client().get(wrong).status_code == 404
        assert Client().post(wrong).status_code == 404
    for _ in range(96):
        Client().post("/card/x/")
    pupil = Client()
    assert pupil.post(code).status_code == 302
    assert pupil.get("/accounts/devices/").status_code == 200, "signed in"


# --- devices --------------------------------------------------------------------------------------

FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"
SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1"


def signed_in_with(agent):
    browser = Client(headers={"user-agent": agent})
    browser.post("/accounts/login/", {"username": "alice", "password": "correct horse battery"})
    return browser


@pytest.mark.django_db
def test_devices_are_listed_and_one_of_them_is_signed_out(alice):
    laptop, phone = signed_in_with(FIREFOX), signed_in_with(SAFARI)
    page = laptop.get("/accounts/devices/").content.decode()
    assert "Firefox on Windows, this one" in page
    assert "Safari on an iPhone\n" in page
    assert page.count("Somebody signed in with your user name: Safari on an iPhone") == 1
    found = re.findall(r'action="(/accounts/devices/[^"]+/end/)"', page)
    ends = list(dict.fromkeys(found))  # the sign-in that is told stands in the list, too
    assert len(ends) == 2
    laptop.post(ends[0])  # the latest first
    assert not phone.get("/me/").context["user"].is_authenticated
    assert laptop.get("/me/").context["user"] == alice
    assert "iPhone" not in laptop.get("/accounts/devices/").content.decode()
    laptop.post(ends[1])
    assert not laptop.get("/me/").context["user"].is_authenticated


@pytest.mark.django_db
def test_signing_out_everywhere_ends_every_session_also_those_nobody_noted(alice):
    laptop, phone = signed_in_with(FIREFOX), signed_in_with(SAFARI)
    alice.devices.all().delete()
    laptop.post("/accounts/devices/end/")
    for browser in (laptop, phone):
        assert not browser.get("/me/").context["user"].is_authenticated
    assert signed_in_with(FIREFOX).get("/me/").context["user"] == alice


@pytest.mark.django_db
def test_nobody_signs_out_somebody_elses_device(alice):
    laptop = signed_in_with(FIREFOX)
    other = browser_of(User.objects.create_user("other"))
    other.post(f"/accounts/devices/{alice.devices.get().pk}/end/")
    assert laptop.get("/me/").context["user"] == alice


@pytest.mark.django_db
def test_a_new_password_keeps_this_device_in_the_list_and_ends_the_others(alice):
    laptop, phone = signed_in_with(FIREFOX), signed_in_with(SAFARI)
    words = {"new_password1": "another horse battery", "new_password2": "another horse battery"}
    laptop.post("/accounts/password/", words | {"old_password": "correct horse battery"})
    assert not phone.get("/me/").context["user"].is_authenticated
    assert "Firefox on Windows, this one" in laptop.get("/accounts/devices/").content.decode()
