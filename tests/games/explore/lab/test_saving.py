"""Rules saved under a name: whose they are, how many, and what becomes of them."""

import pytest
from django.test import Client

from games.explore.lab.rules import saved as saving
from games.explore.lab.rules.saved import SavedRules
from games.people.models import User, Visitor
from games.web.limits import Limit

from .test_rules import said

pytestmark = pytest.mark.django_db


def save(browser, ruleset="octal:0.35", name="The escape"):
    return browser.post("/lab/save/", {"ruleset": ruleset, "name": name})


def cards(browser):
    """The names that the entrance of the lab lists."""
    page = browser.get("/lab/")
    assert page.status_code == 200
    return [one.name for one in page.context["saved"] if f"Delete {one.name}" in page.text]


@pytest.fixture
def somebody():
    browser = Client()
    browser.force_login(User.objects.create(username="ada"))
    return browser


def test_saved_rules_are_listed_in_the_lab_with_a_picture_and_lead_back(client):
    response = save(client)
    assert response.url == "/lab/octal:0.35/"
    assert "Saved in the lab as" in said(client.get(response.url))
    assert 'value="The escape"' in client.get(response.url).text
    page = client.get("/lab/").text
    assert cards(client) == ["The escape"]
    assert '<a class="card example" href="/lab/octal:0.35/">' in page
    assert '<svg class="thumbnail"' in page.split('id="saved"')[1]


def test_nobody_else_sees_them_or_can_delete_them(client, somebody):
    save(client)
    saved = SavedRules.objects.get()
    assert cards(somebody) == []
    assert somebody.post(f"/lab/saved/{saved.pk}/delete/").status_code == 404
    assert cards(client) == ["The escape"]


def test_they_are_deleted_one_by_one(somebody):
    save(somebody)
    save(somebody, "kayles", "Pins")
    first = SavedRules.objects.get(name="The escape")
    assert somebody.post(f"/lab/saved/{first.pk}/delete/").url == "/lab/#saved"
    assert cards(somebody) == ["Pins"]


def test_rules_that_are_saved_again_get_the_new_name(somebody):
    save(somebody)
    save(somebody, "octal: 0.35", "  The   gremlin ")
    assert cards(somebody) == ["The gremlin"]


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        (" ", "Give the rules a name, so that you can find them again."),
        ("x" * 61, "A name has at most 60 characters."),
    ],
)
def test_a_name_that_is_none_is_refused_and_makes_nobody_a_visitor(client, name, problem):
    response = save(client, name=name)
    assert response.status_code == 422
    assert problem in said(response)
    assert f'value="{name}"' in response.text
    assert not Visitor.objects.exists()


def test_what_is_no_game_is_refused_with_its_code_kept(client):
    response = save(client, ruleset="octal:0.9")
    assert response.status_code == 422
    assert "'0.9' is not an octal ruleset" in said(response)
    assert not SavedRules.objects.exists()


def test_one_person_keeps_only_so_many(somebody, monkeypatch):
    monkeypatch.setattr(saving, "MAX_SAVED_GAMES", 2)
    save(somebody, "nim", "One")
    save(somebody, "kayles", "Two")
    response = save(somebody)
    assert response.status_code == 422
    assert "You have saved 2 games. Delete one that you no longer need." in said(response)
    assert save(somebody, "nim", "One again").status_code == 302
    assert cards(somebody) == ["One again", "Two"]


def test_one_network_saves_only_so_many_in_an_hour(client, monkeypatch):
    monkeypatch.setattr(saving, "SAVED_RULES_FROM", Limit("rules saved from", 1, 3600))
    assert save(client).status_code == 302
    response = save(Client(), "kayles", "Pins")
    assert response.status_code == 429
    assert "Try again in an hour." in said(response)
    assert 'value="Pins"' in response.text
    assert SavedRules.objects.count() == 1
    member = Client()
    member.force_login(User.objects.create_user("grace"))
    assert save(member, "kayles", "Pins").status_code == 302  # nobody else's saves stop an account


def test_what_a_visitor_saved_is_theirs_once_they_sign_up(client):
    save(client)
    secret = "a long enough secret"
    client.post("/accounts/signup/", {"username": "grace", "password": secret})
    assert SavedRules.objects.get().user.username == "grace"
    assert cards(client) == ["The escape"]


def test_of_two_names_for_the_same_rules_the_later_stays():
    user, visitor = User.objects.create(username="ada"), Visitor.objects.create()
    SavedRules.objects.create(user=user, ruleset="nim", name="Earlier")
    SavedRules.objects.create(visitor=visitor, ruleset="nim", name="Later")
    SavedRules.claim(visitor, user)
    assert [(one.name, one.user) for one in SavedRules.objects.all()] == [("Later", user)]


def test_the_file_of_ones_own_data_has_them_and_they_go_with_the_account(somebody):
    save(somebody)
    exported = somebody.get("/me/export/").json()["saved_rules"]
    assert [(one["name"], one["ruleset"]) for one in exported] == [("The escape", "octal:0.35")]
    User.objects.get(username="ada").delete()
    assert not SavedRules.objects.exists()
