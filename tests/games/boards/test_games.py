"""Two tables of games, the theory's and the pages': they agree, and every list is made of them."""

import html

import pytest

from games.boards.games import GAMES, OFFERS, PRESETS
from games.learn.puzzles.models import Puzzle
from games.teach.work.writing.untyped_lines import FindForm
from solver import FAMILIES, get_ruleset
from solver.teaching import ladder_of

pytestmark = pytest.mark.django_db


def test_both_tables_have_the_same_families():
    assert [game.family for game in GAMES] == [family.key for family in FAMILIES]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.family)
def test_what_a_game_offers_is_of_its_family(game):
    keys = [*game.offers, *(preset.ruleset for preset in game.presets)]
    assert keys
    assert [get_ruleset(key).family for key in keys] == [game.family] * len(keys)
    assert [get_ruleset(key).key for key in keys] == keys


@pytest.mark.parametrize("address", ["/explore/", "/play/"])
def test_a_field_for_rules_offers_them_with_their_rule(client, address):
    page = html.unescape(client.get(address).content.decode())
    for key, name in OFFERS.items():
        assert f'<option value="{key}">{name}. ' in page
    assert (
        '<option value="kayles">Kayles. Knock down one pin, or two side by side.</option>' in page
    )


def test_choosing_a_game_shows_every_start_and_how_each_family_is_written(client):
    page = html.unescape(client.get("/play/").content.decode())
    for preset in PRESETS:
        assert f'value="{preset.key}"' in page
    for family in FAMILIES:
        assert f"<code>{family.example}</code>" in page
    assert "<code>subtraction:3</code> (rows with a maximum take)" in page
    assert "<code>octal:0.137</code> (Dawson's Chess)" in page


def test_skills_of_puzzles_and_games_to_find_positions_of_come_from_the_tables():
    skills = dict(Puzzle._meta.get_field("skill").choices)
    families = {family.key: family.name for family in FAMILIES}
    assert skills == families | {"sum": "Games side by side"}
    games = dict(FindForm().fields["game"].choices)
    assert list(games) == list(OFFERS)
    assert games["kayles"] == "Kayles"
    assert games["partizan-kayles"] == "Strips (partizan Kayles), Left to move"


@pytest.mark.parametrize(
    ("typed", "wrong", "right"),
    [
        ({"ruleset": "heaps:{1:[[1]]}", "position": "3"}, "own-ruleset", "own-position"),
        ({"ruleset": "octal:0.777777777", "position": "3"}, "own-ruleset", "own-position"),
        ({"ruleset": "nim", "position": "ruleset"}, "own-position", "own-ruleset"),
    ],
)
def test_the_field_that_cannot_be_read_is_the_one_marked(client, typed, wrong, right):
    start = {"start": "own", "convention": "misere", "opponent": "perfect", "starter": "owner"}
    response = client.post("/play/", start | typed)
    assert response.status_code == 422
    fields = {tag.split('"')[0]: tag for tag in response.content.decode().split('<input id="')[1:]}
    assert 'aria-invalid="true"' in fields[wrong].split(">")[0]
    assert "aria-invalid" not in fields[right].split(">")[0]


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_every_starting_position_has_a_ladder_of_its_own_with_either_end(preset):
    for convention in ("misere", "normal"):
        ladder = ladder_of(preset.ruleset, preset.position, convention)
        assert ladder.key == f"{preset.ruleset} {preset.position} {convention}"
