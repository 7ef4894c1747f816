"""Signing up, logging in and out, and the claim of what was done before."""

import json

import pytest
from django.test import Client
from django.utils import timezone

from games.people import accounts as service
from games.people.browsers import KEY
from games.people.models import User, Visitor
from games.play.models import Match
from tests.games.play.games import play_to_the_end, send, start

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery"


def sign_up(client, name="bob", password=PASSWORD, **more):
    return client.post("/accounts/signup/", {"username": name, "password": password} | more)


def log_in(client, name="alice", password=PASSWORD, **more):
    return client.post("/accounts/login/", {"username": name, "password": password} | more)


ENTER = {"sign-up": sign_up, "log-in": log_in}
BEFORE = {
    "nothing": lambda client: None,
    "a running match": lambda client: start(client, position="3+5"),
    "a finished match": lambda client: play_to_the_end(client, start(client, position="1+1")),
    "a match to choose": lambda client: start(client, starter="choose"),
}


@pytest.mark.parametrize("way", ENTER)
@pytest.mark.parametrize("what", BEFORE)
def test_what_was_done_before_is_kept_once(visitor, alice, way, what):
    before = start(Client(), position="9")  # somebody else's, to stay theirs
    match = BEFORE[what](visitor)
    key = visitor.session.session_key if match else None
    assert ENTER[way](visitor).status_code == 302
    user = User.objects.get(username="bob" if way == "sign-up" else "alice")
    assert Match.objects.filter(user=user).count() == (1 if match else 0)
    assert Match.objects.get(pk=before.pk).visitor is not None
    assert visitor.session.session_key != key
    assert KEY not in visitor.session
    if match:
        match.refresh_from_db()
        visit = Visitor.objects.get(claimed_by=user)
        assert (match.user, match.visitor) == (user, None)
        assert visit.claimed_at is not None
        assert visitor.get(match.get_absolute_url()).status_code == 200
        assert service.claim(visit, User.objects.create_user("thief")) is False
        match.refresh_from_db()
        assert match.user == user
    if what == "a running match":
        assert send(visitor, match, "1>1").status_code == 302


def test_after_logging_out_the_browser_is_a_fresh_visitor(visitor):
    match = start(visitor, position="3+5")
    sign_up(visitor)
    assert visitor.post("/accounts/logout/").status_code == 302
    assert visitor.get(match.get_absolute_url()).status_code == 404
    start(visitor, position="4")
    assert Visitor.objects.filter(claimed_by=None).count() == 1


def test_this_is_not_me_starts_afresh(visitor):
    match = start(visitor, position="3+5")
    assert visitor.post("/accounts/fresh/").status_code == 302
    assert visitor.get(match.get_absolute_url()).status_code == 404
    assert Match.objects.get(pk=match.pk).visitor is not None


def test_a_failed_claim_undoes_the_sign_up(visitor, monkeypatch):
    start(visitor, position="3+5")

    def crash(visitor, user):
        raise RuntimeError("power cut")

    monkeypatch.setattr(service, "claim", crash)
    with pytest.raises(RuntimeError):
        sign_up(visitor)
    assert not User.objects.exists()


@pytest.mark.parametrize(
    ("name", "password", "said"),
    [
        ("", PASSWORD, "Choose a user name."),
        ("bob", "", "Choose a password."),
        ("ALICE", PASSWORD, "This user name is taken"),
        (
            "Mia B",
            PASSWORD,
            "one word of letters and digits. It may contain . - _ + and @. You could choose "
            "“Mia-B”.",
        ),
        ("x" * 41, PASSWORD, "at most 40"),
        ("bob", "short", "too short"),
        ("bob", "password123", "too common"),
        ("marguerite", "marguerite", "too similar"),
        ("Mia B.", PASSWORD, "You could choose “Mia-B.”"),
        ("bo/b", PASSWORD, "You could choose “bo-b”"),
    ],
)
def test_a_bad_sign_up_says_why_and_keeps_the_name(visitor, alice, name, password, said):
    response = sign_up(visitor, name, password)
    assert response.status_code == 422
    assert said in response.content.decode()
    assert User.objects.count() == 1


def test_names_are_found_whatever_the_case(visitor, alice):
    assert log_in(visitor, "Alice").status_code == 302


def test_a_wrong_password_and_an_unknown_name_get_the_same_answer(visitor, alice):
    wrong = log_in(visitor, "alice", "wrong").content.decode()
    unknown = log_in(visitor, "nobody", "wrong").content.decode()
    assert "Please enter a correct username and password" in wrong
    assert wrong.replace("alice", "").count("<") == unknown.replace("nobody", "").count("<")


@pytest.mark.parametrize(
    "wanted",
    ["//evil.example", "https:evil.example", "\\\\evil", "/\t/evil.example", "javascript:1"],
)
def test_next_never_leaves_the_site(visitor, alice, wanted):
    assert log_in(visitor, next=wanted).url == "/"


@pytest.mark.parametrize("wanted", ["9999", "home", "play/", "%00"])
def test_what_is_no_address_leads_home_whether_signed_in_or_not(visitor, alice, wanted):
    assert log_in(visitor, next=wanted).url == "/"
    assert visitor.get("/accounts/signup/", {"next": wanted}).url == "/"


def test_next_leads_on_within_the_site(visitor, alice):
    assert log_in(visitor, next="/play/").url == "/play/"
    assert b'value="/opponents/"' in Client().get("/accounts/login/?next=/opponents/").content


def test_a_classroom_behind_one_address_logs_in_and_a_guesser_is_stopped(alice):
    for number in range(40):
        User.objects.create_user(f"pupil{number}", password=PASSWORD)
        assert log_in(Client(), f"pupil{number}").status_code == 302
    for number in range(10):
        status = log_in(Client(), "alice" if number % 2 else "ALICE", "guess").status_code
        assert status in (422, 429)
    locked = log_in(Client(), "alice")
    assert locked.status_code == 429
    assert "Wait ten minutes" in locked.content.decode()
    assert log_in(Client(), "pupil3").status_code == 302


def test_changing_the_password_asks_for_the_old_one_and_ends_other_sessions(alice):
    here, there = Client(), Client()
    log_in(here)
    log_in(there)
    new = {
        "old_password": "wrong",
        "new_password1": PASSWORD + "2",
        "new_password2": PASSWORD + "2",
    }
    assert here.post("/accounts/password/", new).status_code == 422
    assert here.post("/accounts/password/", new | {"old_password": PASSWORD}).status_code == 302
    assert here.get("/me/").context["user"].is_authenticated
    assert not there.get("/me/").context["user"].is_authenticated


def test_own_data_can_be_downloaded(signed_in, alice):
    match = play_to_the_end(signed_in, start(signed_in, position="1+2"))
    response = signed_in.get("/me/export/")
    data = json.loads(response.content)
    assert data["name"] == "alice"
    assert data["matches"][0]["id"] == str(match.pk)
    assert data["matches"][0]["moves"]
    assert "attachment" in response.headers["Content-Disposition"]


def test_own_data_tells_where_one_is_signed_in_and_of_the_recovery_codes(signed_in, alice):
    signed_in.post("/accounts/codes/")
    data = json.loads(signed_in.get("/me/export/").content)
    [device] = data["signed_in"]
    assert device == {"device": "A browser", "since": alice.devices.get().since.isoformat()}
    assert len(data["recovery_codes"]) == 10
    assert data["recovery_codes"][0]["given_by"] is None
    assert data["recovery_codes"][0]["made_at"].startswith(str(timezone.now().date()))


def test_deleting_asks_for_the_password_and_leaves_nothing(visitor):
    start(visitor, position="3+5")
    sign_up(visitor)
    assert visitor.post("/me/delete/", {"password": "wrong"}).status_code == 422
    assert User.objects.count() == 1
    assert visitor.post("/me/delete/", {"password": PASSWORD}).status_code == 302
    assert not User.objects.exists()
    assert not Visitor.objects.exists()
    assert not Match.objects.exists()


def test_a_deactivated_user_is_out(signed_in, alice):
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert not signed_in.get("/me/").context["user"].is_authenticated


def test_pages_of_an_account_send_others_to_the_log_in(visitor):
    for address in ("/me/export/", "/me/delete/", "/accounts/password/"):
        response = visitor.get(address)
        assert response.status_code == 302
        assert response.url.startswith("/accounts/login/?next=")


def test_my_page_lists_my_games_with_or_without_a_name(visitor, signed_in):
    start(visitor, position="3+5")
    assert "3 + 5" in visitor.get("/me/").content.decode()
    assert "3 + 5" not in signed_in.get("/me/").content.decode()
    finished = play_to_the_end(signed_in, start(signed_in, position="1+1"))
    page = signed_in.get("/me/").content.decode()
    assert f"/play/{finished.pk}/review/" in page
    assert signed_in.get("/accounts/signup/").status_code == 302


def test_the_offer_to_keep_a_game_is_for_visitors(visitor, signed_in):
    mine = play_to_the_end(visitor, start(visitor, position="1"))
    assert "Keep this game:" in visitor.get(mine.get_absolute_url()).content.decode()
    hers = play_to_the_end(signed_in, start(signed_in, position="1"))
    assert "Keep this game:" not in signed_in.get(hers.get_absolute_url()).content.decode()


def test_a_name_taken_at_the_same_moment_is_told(visitor, alice, monkeypatch):
    monkeypatch.setattr(User, "validate_constraints", lambda *args, **kwargs: None)
    monkeypatch.setattr("games.people.forms.SignUpForm.clean_username", lambda form: "alice")
    response = sign_up(visitor, name="alice")
    assert response.status_code == 422
    assert "This user name is taken" in response.content.decode()
