"""Programs that people save: versions, test cases, a link, and whose they are."""

import html
import re

import pytest
from django.test import Client

from games.people.models import User
from games.play.programs.saved_programs import ProgramVersion, SavedProgram
from games.site.own_data import export
from games.web.limits import Limit

pytestmark = pytest.mark.django_db

CODE = "def choose(rows, moves):\n    return moves[0]\n"


def save(client, status=302, **more):
    fields = {"name": "Ada's player", "language": "python", "code": CODE, "wrong": "", **more}
    response = client.post("/play/program/save/", fields)
    assert response.status_code == status
    return response


def text_on(page):
    return html.unescape(re.search(r"<textarea class[^>]*>\n(.*?)</textarea>", page, re.DOTALL)[1])


def test_a_visitor_saves_a_program_and_each_change_of_its_text_is_a_version(visitor):
    address = save(visitor).url
    program = SavedProgram.objects.get()
    save(visitor, program=program.pk, code=CODE + "# better\r\n")
    save(visitor, program=program.pk, code=CODE + "# better\n", name="A new name")
    assert [one.number for one in program.versions.all()] == [2, 1]
    page = visitor.get(address).content.decode()
    assert text_on(page) == CODE + "# better\n"
    assert text_on(visitor.get(f"{address}?version=1").content.decode()) == CODE
    assert 'aria-current="page">\n          A new name' in page
    assert "A new name" in visitor.get("/play/program/").content.decode()


def test_the_same_form_sent_twice_makes_one_program(visitor):
    form = {"form_key": "8b5f6bd0-6a4b-4f5e-9a41-0d6a3f6d7c11"}
    first = save(visitor, **form).url
    assert save(visitor, **form).url == first
    assert ProgramVersion.objects.count() == 1


def test_nobody_else_opens_changes_passes_on_or_deletes_it(visitor, other):
    address = save(visitor).url
    program = SavedProgram.objects.get()
    assert other.get(address).status_code == 404
    assert other.post(f"{address}share/").status_code == 404
    assert other.post(f"{address}delete/").status_code == 404
    save(other, status=404, program=program.pk, code="stolen")
    save(other, status=404, program="nonsense")
    assert text_on(visitor.get(address).content.decode()) == CODE
    assert "Ada" not in html.unescape(other.get("/play/program/").content.decode())


def test_the_link_opens_it_as_an_opponent_for_anybody_until_it_is_deleted(visitor, other):
    address = save(visitor).url
    assert "Make a link" in visitor.get(address).content.decode()
    assert visitor.post(f"{address}share/").status_code == 302
    link = SavedProgram.objects.get().invitation
    visitor.post(f"{address}share/")
    assert SavedProgram.objects.get().invitation == link
    assert f"/play/program/with/{link}/" in visitor.get(address).content.decode()
    save(visitor, program=SavedProgram.objects.get().pk, code=CODE + "# newest\n")
    page = html.unescape(other.get(f"/play/program/with/{link}/").content.decode())
    assert "Ada's player" in page
    assert "# newest" in page
    assert '<option value="rival">' in page
    assert visitor.post(f"{address}delete/").status_code == 302
    assert other.get(f"/play/program/with/{link}/").status_code == 404
    assert not ProgramVersion.objects.exists()


def test_its_test_cases_stay_with_it_the_latest_twenty(visitor):
    many = [f"marienbad:{size}" for size in range(1, 31)]
    wrong = " ".join([*many, "marienbad:1+1+2", "nothing:3", "<b>", "marienbad:1+1+2"])
    address = save(visitor, wrong=wrong).url
    cases = SavedProgram.objects.get().wrong.split()
    assert cases == [*many[-19:], "marienbad:1+1+2"]
    assert f'name="wrong" value="{" ".join(cases)}"' in visitor.get(address).content.decode()


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"code": " \n"}, "Write a program first."),
        ({"code": "x" * 20_001}, "A program has at most 20,000 characters."),
        ({"name": "x" * 61}, "A name has at most 60 characters."),
        ({"language": "perl"}, "choose Python or JavaScript"),
    ],
)
def test_what_cannot_be_saved_says_why_and_keeps_what_was_typed(visitor, fields, says):
    page = save(visitor, status=422, **fields).content.decode()
    assert says in page
    assert text_on(page).strip() == fields.get("code", CODE).strip()
    assert not SavedProgram.objects.exists()


def test_programs_and_versions_have_a_limit(visitor, monkeypatch):
    monkeypatch.setattr("games.play.programs.saved_programs.MAX_SAVED_PROGRAMS", 2)
    monkeypatch.setattr("games.play.programs.saved_programs.MAX_VERSIONS", 2)
    save(visitor)
    save(visitor)
    assert "You have saved 2 programs." in save(visitor, status=422).content.decode()
    program = SavedProgram.objects.first()
    save(visitor, program=program.pk, code="# 2")
    page = save(visitor, status=422, program=program.pk, code="# 3").content.decode()
    assert "This program has 2 versions." in page
    assert text_on(page) == "# 3"
    assert program.versions.count() == 2


def test_a_network_of_visitors_saves_so_many_and_an_account_goes_on(visitor, alice, monkeypatch):
    few = Limit("programs saved in this test", 1, 60)
    monkeypatch.setattr("games.play.programs.saved_programs.SAVED_PROGRAMS_FROM", few)
    save(visitor)
    assert "without an account" in save(visitor, status=429).content.decode()
    save(visitor, program=SavedProgram.objects.get().pk, code="# a version is none")
    signed_in = Client()
    signed_in.force_login(alice)
    save(signed_in)


def test_an_account_takes_over_what_its_visitor_saved_and_its_owner_takes_it_along(visitor, alice):
    address = save(visitor, wrong="marienbad:1+1").url
    fields = {"username": "bob", "password": "long enough 7"}
    assert visitor.post("/accounts/signup/", fields).status_code == 302
    bob = User.objects.get(username="bob")
    assert SavedProgram.objects.get().user == bob
    assert visitor.get(address).status_code == 200
    [told] = export(bob)["programs"]
    assert (told["name"], told["language"]) == ("Ada's player", "python")
    assert told["test_cases"] == ["marienbad:1+1"]
    assert [one["code"] for one in told["versions"]] == [CODE]
    assert export(alice)["programs"] == []
    bob.delete()
    assert not SavedProgram.objects.exists()


# --- two programs --------------------------------------------------------------------------------


def test_two_programs_move_in_turn_and_the_site_says_when_it_is_over(client):
    def played(*lines):
        fields = {"game": "pairs", "opponent": "rival", "lines": " ".join(lines)}
        return client.post("/play/program/round/", fields).json()["boards"]

    assert played("1:0:2+2+2:-") == [["", "2+2+2", None]]
    assert played("1:0:2+2+2:1>0", "2:3:1+1:1>0") == [["", "2+2", None], ["", "1", None]]
    assert played("1:5:1:1>0") == [["", "0", False]]  # who takes the last one loses
    fields = {"game": "pairs", "opponent": "rival", "moves": "1>0 1>0 1>1 1>0", "starts": "1"}
    page = client.post("/play/program/game/", fields).content.decode()
    assert "The other program takes 2 from row 2." in page
    assert "Your program wins." in page


@pytest.fixture
def other():
    return Client()
