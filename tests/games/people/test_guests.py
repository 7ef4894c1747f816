"""What somebody without an account can never be or do, whatever they have stored here.

A guest is a browser with work of its own and no account. Other tests say what guests keep by
signing up (``test_accounts.py``, ``test_claim.py``), how long they are kept
(``games/site/test_tidying.py``), how they sit in live rooms (``games/teach/live/test_joining.py``),
and what a browser without any work reaches (``games/test_roles.py``)."""

import copy
import re
from datetime import timedelta
from io import StringIO

import pytest
import time_machine
from django.contrib import admin
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.explore.lab.rules.saved import SavedRules
from games.learn.puzzles.models import Puzzle
from games.people.models import User
from games.play.models import Match
from games.teach.classes import teaching
from games.teach.classes.models import Invitation, Membership
from games.teach.live.rooms.models import Participant

from ..at_once import form_key
from ..learn.lessons.lessons import give, lesson, step
from ..learn.puzzles.puzzles import puzzle, solve
from ..play.games import START, send, start
from ..teach.classes.lists import carry_out, look
from ..teach.live.rooms import room
from ..test_roles import MATRIX, allowed, asks_for_login
from ..world import browser_of, build, every_row

pytestmark = [pytest.mark.days, pytest.mark.django_db]

PASSWORD = "correct horse battery"


def work(browser):
    """Something of every kind that nobody needs an account for; the match."""
    found = lesson()
    give(browser, step(found, 1), choice="N")
    solve(browser, Puzzle.objects.filter(position="1+2+4").first() or puzzle(), move="3>3")
    browser.post("/lab/save/", {"ruleset": "octal:0.35", "name": "The escape"})
    match = start(browser, position="3+5", opponent="person")
    send(browser, match, "1>1")
    return match


def key_of(match):
    """The number under which the site knows whoever played *match*."""
    return Match.objects.get(pk=match.pk).owner.pk


def sees(browser, match):
    """Whether a browser is shown a match."""
    status = browser.get(match.get_absolute_url()).status_code
    assert status in (200, 404)
    return status == 200


def sign_in(browser, name, password, where="/accounts/login/", **more):
    return browser.post(where, {"username": name, "password": password}, **more)


def has_account(browser):
    return browser.get("/me/export/").status_code == 200


@pytest.fixture
def guest():
    """A browser without an account that has done something of every kind."""
    browser = Client()
    browser.match = work(browser)
    return browser


@pytest.fixture
def boss():
    """The browser of somebody who may do everything."""
    return browser_of(User.objects.create_superuser("boss", password=PASSWORD))


@pytest.fixture
def classroom(db):
    """Logic 101, owned by irene."""
    return teaching.create_class(User.objects.create_user("irene"), "Logic 101")


@pytest.fixture
def irene(classroom):
    return browser_of(classroom.staff.get().user)


# --- signing in ---------------------------------------------------------------------------------


def names_of(match):
    """What somebody might take for the user name of a guest."""
    key = str(key_of(match))
    word = key.replace("-", "")
    return [key, word, f"visitor {key}", f"visitor-{word}", f"guest-{word}", "visitor", "guest"]


@pytest.mark.parametrize("where", ["/accounts/login/", "/admin/login/"])
def test_nobody_signs_in_as_a_guest(guest, boss, where):
    tries = [(name, word) for name in names_of(guest.match) for word in ("", "!", name, PASSWORD)]
    for number, (name, password) in enumerate(tries):
        browser = Client()
        sign_in(browser, name, password, where, REMOTE_ADDR=f"192.0.2.{number}")
        assert not has_account(browser), (name, password)
        assert not sees(browser, guest.match), (name, password)
    browser = Client()
    assert sign_in(browser, "boss", PASSWORD, where).status_code == 302
    assert has_account(browser)


def test_a_guest_gets_no_codes_so_that_no_code_sets_a_password(guest, boss):
    assert asks_for_login(guest.post("/accounts/codes/"))
    codes = re.findall(r"<code>([^<]+)</code>", boss.post("/accounts/codes/").content.decode())
    posted = {"code": codes[0], "password": "another horse battery"}
    for number, name in enumerate(names_of(guest.match)):
        forgotten = Client(REMOTE_ADDR=f"192.0.2.{number}")
        answer = forgotten.post("/accounts/forgotten/", posted | {"username": name})
        assert answer.status_code == 422, name
    assert Client().post("/accounts/forgotten/", posted | {"username": "boss"}).status_code == 302


# --- classes ------------------------------------------------------------------------------------


def test_a_guest_joins_no_class_without_signing_up(guest, signed_in, classroom):
    link = f"/join/{classroom.join_code}/"
    for browser in (guest, signed_in):
        browser.post(link, {"real_name": "Somebody"})
    assert [member.user.username for member in Membership.objects.all()] == ["alice"]
    assert asks_for_login(guest.get(f"/classes/{classroom.pk}/"))
    assert signed_in.get(f"/classes/{classroom.pk}/").status_code == 200


def test_no_list_of_an_instructor_brings_a_guest_into_a_class(guest, alice, irene, classroom):
    names = [name for name in names_of(guest.match) if " " not in name and len(name) <= 40]
    rows = "".join(f"{name},Somebody {number}\n" for number, name in enumerate(names))
    looked = look(irene, classroom, file=f"username,name\n{rows}alice,Alice Able\n")
    page = looked.content.decode()
    assert f"{len(names)} new accounts" in page
    assert "1 student is invited to join" in page
    assert carry_out(irene, classroom, looked).status_code == 302
    members = Membership.objects.select_related("user")
    assert sorted(member.user.username for member in members) == sorted(names)
    for member in members:
        assert not sees(browser_of(member.user), guest.match)
    assert sees(guest, guest.match)
    assert asks_for_login(guest.get(f"/classes/{classroom.pk}/"))


def test_a_guest_in_the_live_room_of_a_class_is_not_in_the_class(guest, alice, irene, classroom):
    teaching.join(classroom, alice, "Alice Able", "code")
    held = room(owner=classroom.staff.get().user, classroom=classroom, code="KHP4TWX")
    guest.post(held.get_absolute_url(), {"name": "Gus"})
    assert Participant.objects.get().name == "Gus"
    assert "Gus" in irene.get(f"{held.get_absolute_url()}desk/").content.decode()
    names = {"": "Able, Alice", "grades/": "Able, Alice", "grades.csv": "Alice Able"}
    for page, name in {**names, "roster.csv": "Alice Able"}.items():
        listed = irene.get(f"/classes/{classroom.pk}/{page}").getvalue().decode()
        assert name in listed, page
        assert "Gus" not in listed, page
    assert asks_for_login(guest.get(f"/classes/{classroom.pk}/"))


# --- staff --------------------------------------------------------------------------------------


def test_a_guest_accepts_no_invitation_to_teach(guest, signed_in, irene, classroom):
    irene.post(f"/classes/{classroom.pk}/staff/", {"role": "instructor"})
    link = Invitation.objects.get().get_absolute_url()
    assert asks_for_login(guest.post(link))
    assert [post.user.username for post in classroom.staff.all()] == ["irene"]
    signed_in.post(link)
    assert sorted(post.user.username for post in classroom.staff.all()) == ["alice", "irene"]


def test_no_page_of_the_admin_opens_for_a_guest(guest, boss):
    pages = [reverse("admin:index"), reverse("admin:password_change"), "/admin/condition/"]
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        pages += [reverse(f"{name}_changelist"), reverse(f"{name}_add")]
    for page in pages:
        response = guest.get(page)
        assert response.status_code == 302, page
        assert "/login/" in response.url, page
        assert boss.get(page).status_code in (200, 403), page  # some lists are only for reading
    assert boss.get(pages[0]).status_code == 200


# --- counting -----------------------------------------------------------------------------------


def listed(boss, **search):
    """How many accounts the admin lists."""
    page = boss.get("/admin/games/user/", search).content.decode()
    return int(re.search(r"(\d+) users?\n", page)[1])


def test_a_guest_is_counted_as_no_account_and_found_by_no_search(guest, boss):
    work(Client())
    page = boss.get("/admin/condition/").content.decode()
    assert '<th scope="row">games_user</th><td>1</td>' in page
    assert listed(boss) == listed(boss, q="boss") == 1
    for name in names_of(guest.match):
        assert listed(boss, q=name) == 0, name
    posted = {"username": "carla", "password": PASSWORD}
    assert guest.post("/accounts/signup/", posted).status_code == 302
    assert listed(boss) == 2


def test_the_name_of_a_guest_in_a_room_is_free_for_an_account(guest, stranger):
    held = room(code="KHP4TWX")
    guest.post(held.get_absolute_url(), {"name": "Mia"})
    posted = {"username": "mia", "password": PASSWORD}
    assert stranger.post("/accounts/signup/", posted).status_code == 302
    assert not sees(stranger, guest.match)
    assert "You're in, Mia." not in stranger.get(held.get_absolute_url()).content.decode()
    assert "in, Mia." in guest.get(held.get_absolute_url()).content.decode()


# --- pages that need an account -----------------------------------------------------------------


def test_a_guest_reaches_nothing_that_needs_an_account():
    world, guest = build(), Client()
    match = work(guest)
    before, asked = every_row(), 0
    for number, (name, address) in enumerate(world.addresses.items()):
        for method in MATRIX[name][0]:
            if "anonymous" in allowed(name, method):
                continue
            headers = {"HX-Request": "true"} if number % 2 else {}
            cookies = copy.deepcopy(guest.cookies)
            with transaction.atomic():
                response = guest.generic(method, address, headers=headers)
                transaction.set_rollback(True)
            guest.cookies = cookies
            refused = response.status_code in (401, 403, 404) or asks_for_login(response)
            assert refused, (name, method, response.status_code)
            asked += 1
    assert asked > 120
    assert every_row() == before
    assert sees(guest, match)


# --- ninety days --------------------------------------------------------------------------------


def later(**time):
    return time_machine.travel(timezone.now() + timedelta(**time), tick=False)


def rows_of(owner):
    """Everything that names somebody as its owner, by model."""
    kinds = ("user_id", "visitor_id", "other_user_id", "other_visitor_id")
    columns = [kind for kind in kinds if ("user" in kind) == isinstance(owner, User)]
    return {
        name: theirs
        for name, rows in every_row().items()
        if (theirs := [row for row in rows if owner.pk in [row.get(kind) for kind in columns]])
    }


def test_a_guest_goes_after_90_days_with_everything_and_nobody_else_does(guest, signed_in, alice):
    work(signed_in)
    both = start(guest, opponent="friend", name="Gus", position="5+7")
    signed_in.post(f"/play/with/{both.invitation}/", {"name": "Alice"})
    with later(days=60):
        other, alices = Client(), browser_of(alice)
        theirs = work(other)
    with later(days=89):
        call_command("tidy", stdout=StringIO())
        assert sees(guest, guest.match)
    gone, new = guest.match.owner, theirs.owner
    assert {"Match", "StepRecord", "PuzzleAttempt", "Rating", "SavedRules"} <= set(rows_of(gone))
    of_alice, of_new = rows_of(alice), rows_of(new)
    with later(days=91):
        call_command("tidy", stdout=StringIO())
        assert rows_of(gone) == {}
        assert not sees(guest, guest.match)
        assert "The escape" not in guest.get("/lab/").content.decode()
        assert sees(other, theirs)
        assert rows_of(new) == of_new
        # The other player keeps the game that both played, without the name.
        page = alices.get(both.get_absolute_url()).content.decode()
        assert "Your friend left the game." in page
        assert "Gus" not in page
        left = rows_of(alice)
        assert len(left.pop("Match")) == len(of_alice.pop("Match")) == 2
        assert len(left.pop("Device")) == len(of_alice.pop("Device")) - 1  # of 91 days ago
        assert left == of_alice


# --- the cookie ---------------------------------------------------------------------------------


def forged(guest):
    """Cookies that somebody could make who knows the guest's number and the name of the cookie."""
    key, real = str(key_of(guest.match)), guest.cookies["sessionid"].value
    other = "a" if real[0] != "a" else "b"
    yield {"sessionid": key}
    yield {"sessionid": key.replace("-", "")}
    yield {"sessionid": other + real[1:]}
    yield {"sessionid": real[:-1]}
    yield {"sessionid": real.upper()}
    yield {"sessionid": f"{real}:{key}"}
    yield {"visitor": key}
    yield {"visitor": key, "user": key, "guest": key, "sessionid": str(guest.match.pk)}


def test_a_forged_cookie_is_nobodys(guest):
    for cookies in forged(guest):
        thief = Client()
        thief.cookies.load(cookies)
        assert not sees(thief, guest.match), cookies
        start(thief, position="2+2", visitor=key_of(guest.match), owner=key_of(guest.match))
        assert not sees(thief, guest.match), cookies
    holder = Client()
    holder.cookies.load({"sessionid": guest.cookies["sessionid"].value})
    assert sees(holder, guest.match)


def test_signing_in_with_a_forged_cookie_takes_nothing_over(guest, alice):
    for cookies in forged(guest):
        thief = Client()
        thief.cookies.load(cookies)
        sign_in(thief, "alice", PASSWORD)
        assert has_account(thief)
        assert not sees(thief, guest.match), cookies
    assert sees(guest, guest.match)
    assert not Match.objects.filter(user=alice).exists()


def test_no_two_browsers_get_the_same_key_in_a_form():
    """A new browser is known by the key of its first form, until its cookie arrives."""
    world, pages = build(), 0
    for name, address in world.addresses.items():
        if "GET" not in MATRIX[name][0] or "anonymous" not in allowed(name, "GET"):
            continue
        keys = [
            set(re.findall(r'name="form_key" value="([^"]+)"', Client().get(address).text))
            for _ in range(2)
        ]
        assert not keys[0] & keys[1], name
        pages += bool(keys[0])
    assert pages > 8


def test_the_form_of_whoever_sat_here_before_brings_nothing_of_theirs_back():
    browser = Client()
    posted = START | {"form_key": form_key(browser.get("/play/"))}
    match = Match.objects.get(pk=browser.post("/play/", posted).url.split("/")[2])
    assert sees(browser, match)
    browser.post("/accounts/fresh/")
    browser.post("/play/", posted)
    assert not sees(browser, match)


# --- after the claim ----------------------------------------------------------------------------


def sign_up(browser, classroom):
    return browser.post("/accounts/signup/", {"username": "bob", "password": PASSWORD})


def come_in(browser, classroom):
    return sign_in(browser, "alice", PASSWORD)


def join(browser, classroom):
    posted = {"username": "bob", "password": PASSWORD, "real_name": "Bob Barker"}
    return browser.post(f"/join/{classroom.join_code}/", posted)


@pytest.mark.parametrize("way", [sign_up, come_in, join])
def test_the_cookie_from_before_gives_nothing_more(guest, alice, classroom, way):
    old = Client()
    old.cookies = copy.deepcopy(guest.cookies)
    assert sees(old, guest.match)
    assert way(guest, classroom).status_code == 302
    account = Match.objects.get(pk=guest.match.pk).user
    assert account.username == ("alice" if way is come_in else "bob")
    assert not sees(old, guest.match)
    assert not has_account(old)
    work(old)
    assert Match.objects.filter(user=account).count() == 1
    assert SavedRules.objects.filter(user=account).count() == 1
    assert sees(guest, guest.match)


def test_a_second_browser_of_a_guest_who_has_signed_up_is_a_guest_of_its_own(classroom):
    """Two that sent the same first form are one guest until one of them has an account."""
    first, second = Client(), Client()
    posted = START | {"form_key": form_key(first.get("/play/"))}
    match = Match.objects.get(pk=first.post("/play/", posted).url.split("/")[2])
    second.post("/play/", posted)
    assert sees(second, match)
    sign_up(first, classroom)
    assert not sees(second, match)
    theirs = start(second, position="4+4")
    assert second.post("/accounts/signup/", {"username": "carla", "password": PASSWORD}).url == "/"
    assert sees(second, theirs)
    assert not sees(second, match)
    assert sees(first, match)
    assert not sees(first, theirs)
