"""What a program with a token plays: whole games, by the rules and the counts of the pages."""

import uuid

import pytest
from django.test import Client

from games.boards.games import PRESETS
from games.management.commands.check_matches import broken_matches
from games.people.models import User
from games.play.models import Match
from games.web.limits import Limit
from solver import get_ruleset
from tests.games.play.games import START, start

from .programs import Program, program_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def program(alice):
    return program_of(alice)


def play(program, game, choose=lambda moves: moves[0]):
    while game["state"] == "running":
        game = program.move(game, choose(game["moves"]))
    return game


@pytest.mark.parametrize("convention", ["normal", "misere"])
@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_every_game_of_the_site_is_played_to_its_end(program, preset, convention):
    terms = {"ruleset": preset.ruleset, "position": preset.position, "convention": convention}
    game = program.begin(**terms, opponent="random", starter="opponent")
    assert len(game["played"]) == 1
    assert (game["player"] is None) == (not get_ruleset(preset.ruleset).partizan)
    game = play(program, game)
    assert (game["state"], game["moves"]) == ("finished", [])
    assert game["said"].endswith("You win." if game["won"] else "Random wins.")
    assert not list(broken_matches())


def test_two_games_side_by_side_are_played_as_one(program):
    game = program.begin(ruleset="kayles+nim", position="kayles:3+nim:2", opponent="perfect")
    assert game["position"] == ["kayles:3", "nim:2"]
    assert "1>1+1" in game["moves"]
    assert play(program, game)["state"] == "finished"


def test_the_last_one_decides_as_the_game_has_it(program):
    for convention, won in (("normal", True), ("misere", False)):
        game = program.begin(position="2", convention=convention)
        assert program.move(game, "1>0")["won"] is won


def test_a_game_of_a_program_is_a_game_of_its_account(program, signed_in):
    game = program.begin()
    page = signed_in.get(game["page"]).content.decode()
    assert 'name="move"' in page
    signed_in.post(f"/play/{game['id']}/move/", {"version": game["version"], "move": "1>0"})
    now = program.ask(f"games/{game['id']}")
    assert now["version"] == game["version"] + 1
    assert now["played"][0] == "You took 1 from row 1."
    assert f"/play/{game['id']}/" in signed_in.get("/me/").content.decode()


def test_a_move_on_an_old_version_gets_the_game_as_it_stands(program):
    game = program.begin()
    now = program.move(game, "4>0")
    late = program.move(game, "3>0", 409)
    assert late["error"].startswith("The game has moved on.")
    assert late["game"] == now
    assert program.move(game, "4>0") == now  # the same move, sent again


def test_a_game_that_is_over_takes_no_move(program):
    game = program.move(program.begin(position="1"), "1>0")
    assert (game["state"], game["won"]) == ("finished", False)
    late = program.move(game, "1>0", 409)
    assert late["error"] == "The game is over already, so nothing has changed."
    assert late["game"] == game


def test_a_program_resigns(program):
    game = program.begin()
    over = program.send(f"games/{game['id']}/resignation", version=game["version"])
    assert (over["state"], over["won"]) == ("finished", False)
    assert over["said"] == "You resigned. Perfect wins."
    again = program.send(f"games/{game['id']}/resignation", version=game["version"])
    assert again == over
    other = program.begin()
    program.move(other, "1>0")
    program.send(f"games/{other['id']}/resignation", 409, version=other["version"])
    assert Match.objects.get(pk=other["id"]).state == Match.State.RUNNING


@pytest.mark.database
def test_the_same_key_begins_one_game(program, db):
    key = str(uuid.uuid4())
    one, again = program.begin(key=key), program.begin(key=key)
    assert one == again
    assert Match.objects.count() == 1
    bob = program_of(User.objects.create_user("bob"))
    assert bob.begin(key=key)["id"] != one["id"]


def test_nobody_plays_the_games_of_others(program, signed_in, db):
    bob = program_of(User.objects.create_user("bob"))
    game = program.begin()
    for refusal in (
        bob.ask(f"games/{game['id']}", 404),
        bob.move(game, "4>0", 404),
        bob.send(f"games/{game['id']}/resignation", 404, version=1),
        bob.ask(f"games/{uuid.uuid4()}", 404),
    ):
        assert refusal["error"] == "There is no such game, or it belongs to somebody else."
    assert program.ask(f"games/{game['id']}") == game


def test_games_between_people_and_those_that_count_elsewhere_are_left_to_their_pages(
    program, signed_in
):
    for opponent in ("person", "friend"):
        assert "is not an opponent" in program.begin(422, opponent=opponent)["error"]
    here = start(signed_in, opponent="person")
    program.ask(f"games/{here.pk}", 404)
    lesson = start(signed_in)
    Match.objects.filter(pk=lesson.pk).update(origin="/learn/somewhere/")
    assert "Play it on its page." in program.ask(f"games/{lesson.pk}", 403)["error"]
    game = {"id": lesson.pk, "version": 1}
    assert "Play it on its page." in program.move(game, "1>0", 403)["error"]
    assert Match.objects.get(pk=lesson.pk).version == 1


def test_a_game_begun_in_the_browser_is_played_on_by_a_program(program, signed_in):
    match = start(signed_in, starter="choose")
    game = program.ask(f"games/{match.pk}")
    assert (game["state"], game["moves"]) == ("choosing", [])
    assert program.move(game, "1>0", 409)["game"] == game
    other = start(signed_in, **START | {"position": "1+2"})
    assert program.move(program.ask(f"games/{other.pk}"), "2>0")["state"] == "finished"


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"position": ""}, "add at least one row"),
        ({"position": "x"}, "'x' is not a position"),
        ({"position": 7}, "position: Input should be a valid string"),
        ({"position": "61"}, "use at most 60 in a row"),
        ({"ruleset": "chess"}, "'chess' is not"),
        ({"ruleset": "push:3"}, "shows games on boards"),
        ({"opponent": "nobody"}, "'nobody' is not an opponent"),
        ({"opponent": "max"}, "Max needs a game with a maximum take"),
        ({"starter": "me"}, "starter: Input should be 'you' or 'opponent'"),
        ({"convention": "x"}, "convention: Input should be 'normal' or 'misere'"),
        ({"key": "x"}, "key: Input should be a valid UUID"),
        ({"help": True}, "help: Extra inputs are not permitted"),
    ],
)
def test_a_game_that_cannot_be_begun_is_refused_in_one_sentence(program, fields, says):
    refusal = program.begin(422, **fields)
    assert list(refusal) == ["error"]
    assert says in refusal["error"]
    assert not Match.objects.exists()


@pytest.mark.database
@pytest.mark.parametrize(
    ("body", "status", "says"),
    [
        ("{", 400, "The body is no JSON."),
        (b"\xff", 400, "The body is no JSON."),
        ("", 422, "Field required"),
        ("[]", 422, "Input should be"),
        ("null", 422, "Input should be"),
        ("[" * 100_000, 400, "The body is no JSON."),
        ('{"version": 1' + "0" * 5_000 + "}", 400, "The body is no JSON."),
        ('{"version": -1, "move": "1>0"}', 422, "version: Input should be greater"),
        ('{"version": "1.5", "move": "1>0"}', 422, "version: Input should be a valid integer"),
        ('{"version": 1}', 422, "move: Field required"),
        ('{"version": 1, "move": "x"}', 422, "'x' is not a move"),
        ('{"version": 1, "move": "\\u0000"}', 422, "is not a move"),
        ('{"version": 1, "move": "4>9"}', 422, "row of 7"),
        ('{"version": 1, "move": "9>0"}', 422, "row 9"),
        ('{"version": 1, "move": 5}', 422, "move: Input should be a valid string"),
    ],
)
def test_what_is_no_move_is_refused_and_changes_nothing(program, body, status, says):
    game = program.begin()
    refusal = program.send(f"games/{game['id']}/moves", status, body=body)
    assert says in refusal["error"]
    assert program.ask(f"games/{game['id']}") == game


def test_too_much_at_once_is_refused_before_it_is_read(program):
    refusal = program.send("games", 413, body="x" * 2_500_001)
    assert refusal["error"].startswith("That is too much at once.")


def test_a_session_is_no_token(signed_in):
    """So no page of another site can play in the name of its reader."""
    for path in ("games", f"games/{uuid.uuid4()}/moves"):
        answer = signed_in.post(f"/api/{path}", "{}", content_type="application/json")
        assert answer.status_code == 401
        assert answer.headers["WWW-Authenticate"] == "Bearer"
        assert "/me/" in answer.json()["error"]
    assert not Match.objects.exists()


def test_a_program_that_begins_too_many_games_waits(program, alice, monkeypatch):
    few = Limit("games of programs of a test", 2, 3600)
    monkeypatch.setattr("games.play.api.tokens.GAMES_OF_PROGRAMS", few)
    game = program.begin()
    program.begin()
    refusal = program.begin(429)
    assert "2 games within an hour" in refusal["error"]
    assert program.said.headers["Retry-After"] == "3600"
    program_of(alice).begin(429)  # another token of the same account
    assert play(program, game)["state"] == "finished"
    program_of(User.objects.create_user("bob")).begin()


def test_a_visitors_program_plays_for_the_visitor(visitor):
    page = visitor.post("/me/tokens/", {"label": "Mine"}).content.decode()
    program = Program(page.split('id="token" value="')[1].split('"')[0])
    game = program.begin()
    assert visitor.get(f"/play/{game['id']}/").status_code == 200
    assert Client().get(f"/play/{game['id']}/").status_code == 404
