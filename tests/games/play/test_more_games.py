"""Games that split heaps: chosen by a picture, played, and looked at in Explore."""

import html
import re

import pytest

from solver.teaching import OPPONENTS
from tests.games.play.games import START

pytestmark = pytest.mark.django_db

ADDED = {
    "chess": ("octal:0.137", "9+5", "Push a pawn: it takes its file and the files next to it."),
    "treblecross": ("octal:0.007", "11+8", "Take 3 counters side by side from anywhere in a row."),
    "three-rows-left": ("hexadecimal:0.0F", "9+6", "one row, two rows or three rows"),
    "grundy": ("grundy", "10+7", "Split a heap into two of different sizes."),
    "lasker": ("lasker", "3+5+7", "Take any number from a heap, or split it into two."),
}


def text(response):
    plain = re.sub(r"<[^>]+>", " ", html.unescape(response.content.decode()))
    return re.sub(r"\s+", " ", plain)


@pytest.mark.parametrize("preset", ADDED)
def test_each_is_chosen_by_its_picture_and_says_its_rule(client, preset):
    ruleset, position, rule = ADDED[preset]
    page = client.get("/play/").content.decode()
    assert f'value="{preset}"' in page
    match = client.post("/play/", START | {"start": preset}, follow=True)
    assert rule in text(match)
    explored = client.get(f"/explore/{ruleset}/{position}/?convention=misere")
    assert explored.status_code == 200
    assert rule in text(explored)
    assert "The player to move" in text(explored)
    assert f"/explore/{ruleset}/" in html.unescape(client.get("/explore/").content.decode())


@pytest.mark.parametrize("opponent", [one.key for one in OPPONENTS])
@pytest.mark.parametrize("preset", ADDED)
def test_every_opponent_makes_a_legal_move_in_each(client, preset, opponent):
    start = START | {"start": preset, "opponent": opponent, "starter": "opponent"}
    match = client.post("/play/", start, follow=True)
    assert match.status_code in (200, 422)
    if match.status_code == 422:  # a habit that means nothing here is refused in words
        assert "alert" in match.content.decode()
        return
    assert re.search(
        r"(took|take) \d+ from (row|heap) \d+|split heap \d+ into \d+"
        r"|pushe[ds] the pawn on file \d+ of row \d+",
        text(match),
        re.IGNORECASE,
    )
    assert "Your turn" in text(match) or "your turn" in text(match)
