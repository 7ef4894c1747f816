"""What a program without a token reads: games, opponents, who wins a position and why."""

import json

import pytest

from games.boards.bounds import SEARCH_BUDGET
from games.boards.games import PRESETS
from games.web.background.fence import ALL, UsedShares
from solver import FAMILIES
from solver.commands.command_line import answer_lines
from solver.teaching import OPPONENTS

from .programs import Program, program_of

pytestmark = pytest.mark.django_db
OPEN = ("rulesets", "opponents", "position?position=1%2B3", "openapi.json")


@pytest.fixture
def program():
    return Program()


@pytest.mark.parametrize("convention", ["normal", "misere"])
@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.key)
def test_a_position_is_answered_as_the_command_line_answers_it(program, family, convention):
    asked = {"ruleset": family.example, "position": "3+1", "convention": convention}
    if family.key == "partizan":
        asked["to_move"] = "left"
    [line] = answer_lines([json.dumps(asked).encode()], SEARCH_BUDGET)
    assert "error" not in json.loads(line)
    assert program.ask("position", **asked) == json.loads(line)


def test_every_game_of_the_list_can_be_asked_about_with_its_own_words(program):
    games = program.ask("rulesets")
    assert [one["name"] for one in games] == [one.name for one in PRESETS]
    assert {key for one in games for key in one["opponents"]} == {one.key for one in OPPONENTS}
    marienbad = next(one for one in games if one["position"] == "1+3+5+7")
    assert marienbad["rule"].endswith("Whoever takes the last match loses.")
    assert "max" not in marienbad["opponents"]
    assert [one["name"] for one in program.ask("opponents")] == [one.name for one in OPPONENTS]


def test_a_sum_and_one_theory_are_answered_too(program):
    both = program.ask("position", ruleset="kayles+nim", position="kayles:5+nim:3")
    assert both["position"] == ["kayles:5", "nim:3"]
    searched = program.ask("position", position="1+2", theory="exhaustive")
    assert searched["theory"] == "exhaustive"


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({}, "position: Field required"),
        ({"position": "x"}, "'x' is not a position"),
        ({"position": "61"}, "use at most 60 in a row"),
        ({"position": "+".join(["1"] * 13)}, "use at most 12 rows"),
        ({"position": "1", "ruleset": "chess"}, "'chess' is not"),
        ({"position": "1", "ruleset": "push:3"}, "shows games on boards"),
        ({"position": "1", "convention": "maybe"}, "'normal' or 'misere'"),
        ({"position": "1", "theory": "hope"}, "'hope' is not"),
        ({"position": "1" * 5000}, "at most 4000 characters"),
    ],
)
def test_what_cannot_be_answered_is_refused_in_one_sentence(program, asked, says):
    refusal = program.ask("position", 422, **asked)
    assert list(refusal) == ["error"]
    assert says in refusal["error"]


def test_what_the_budget_does_not_last_for_is_refused_as_on_the_pages(program):
    asked = {"ruleset": "octal:0.07", "position": "+".join(["59", "58", "57", "56", "55", "54"])}
    on_page = program.client.get(f"/explore/{asked['ruleset']}/{asked['position']}/")
    assert on_page.status_code == 200
    assert "positions" in program.ask("position", 422, **asked)["error"]


@pytest.mark.parametrize("path", OPEN)
def test_scripts_of_every_site_may_read_what_needs_no_token(program, path):
    program.ask(path)
    assert program.said.headers["Access-Control-Allow-Origin"] == "*"
    assert program.said.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert "Access-Control-Allow-Credentials" not in program.said.headers


def test_a_script_of_another_site_reads_why_it_was_refused(program):
    program.ask("position", 422, position="x")
    assert program.said.headers["Access-Control-Allow-Origin"] == "*"


def test_no_other_site_may_read_what_needs_a_token(alice):
    program = program_of(alice)
    game = program.begin()
    for answer in (
        program.said,
        program.client.get(f"/api/games/{game['id']}", headers=program.headers),
        program.client.options("/api/games", headers={"Origin": "https://elsewhere.example"}),
        program.client.get("/api/nothing"),
        program.client.get("/api/"),
        program.client.get("/me/tokens/"),
    ):
        assert "Access-Control-Allow-Origin" not in answer.headers
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"


def test_what_has_been_read_and_is_the_same_is_not_sent_again(program):
    program.ask("rulesets")
    tag = {"If-None-Match": program.said.headers["ETag"]}
    assert program.client.get("/api/rulesets", headers=tag).status_code == 304


@pytest.mark.django_db(transaction=True)
def test_a_network_that_has_computed_too_much_is_asked_to_wait(program, monkeypatch):
    shares = UsedShares()
    shares.count("address 127.0.0.1", ALL * 2)
    monkeypatch.setattr("games.web.background.fence._shares", shares)
    for _ in range(2):  # the second is turned away before it is read
        refusal = program.ask("position", 503, position="1+3")
        assert refusal["error"].endswith("Try again in a minute.")
        assert int(program.said.headers["Retry-After"]) >= 30
        assert "Refresh" not in program.said.headers
    program.ask("opponents")


@pytest.mark.django_db(transaction=True)
def test_a_program_with_a_token_computes_for_its_account(alice, monkeypatch):
    shares = UsedShares()
    shares.count("address 127.0.0.1", ALL * 2)
    monkeypatch.setattr("games.web.background.fence._shares", shares)
    Program().ask("position", 503, position="1+3")
    program = program_of(alice)
    program.ask("position", position="1+3")
    shares.count(f"account {alice.pk}", ALL * 2)
    program.ask("position", 503, position="1+3")


@pytest.mark.parametrize(
    ("method", "path", "status", "says"),
    [
        ("get", "nothing", 404, "There is nothing here."),
        ("get", "games/3", 404, "There is nothing here."),
        ("post", "position", 405, "This address takes"),
        ("delete", "games", 405, "This address takes POST and nothing else."),
        ("get", "games", 405, "This address takes POST and nothing else."),
    ],
)
def test_a_wrong_address_or_method_is_refused_as_data(program, method, path, status, says):
    answer = getattr(program.client, method)(f"/api/{path}")
    assert answer.status_code == status
    assert answer.json()["error"].startswith(says)
    if status == 405:
        assert answer.headers["Allow"]


def test_an_error_of_ours_says_so_and_shows_nothing_of_the_code(program, monkeypatch):
    program.client.raise_request_exception = False

    def fail(*arguments, **more):
        raise RuntimeError("/secret/path")

    monkeypatch.setattr("games.play.api.calls.answer_as_data", fail)
    refusal = program.ask("position", 500, position="1")
    assert refusal["error"].startswith("Something went wrong on our side.")
    assert "secret" not in refusal["error"]


def test_the_page_describes_every_call_without_a_script_of_its_own(client):
    page = client.get("/api/").content.decode().replace("<wbr>", "")
    for path in client.get("/api/openapi.json").json()["paths"]:
        assert f">{path}</code>" in page
    assert page.count("Needs a token.") == 4
    plain = client.get("/privacy/").content.decode()
    assert page.count("<script") == plain.count("<script")
    assert "//cdn" not in page
