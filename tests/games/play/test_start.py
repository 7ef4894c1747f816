import re
import secrets
from html import unescape
from random import Random

import pytest
from django.test import Client

from games.boards.games import FIRST
from games.people.models import Visitor
from games.play.models import Match, Move
from games.site.views import GREETINGS
from solver import answer, ask
from solver.teaching import OPPONENTS, get_opponent

from .games import START, send, start

pytestmark = pytest.mark.django_db


def test_the_first_page_is_a_board_and_stores_nothing(visitor):
    page = visitor.get("/")
    assert page.status_code == 200
    assert b'id="row-3-take-2"' in page.content
    assert b"Take 1 from row 3, leaving 1" in page.content
    assert not Visitor.objects.exists()
    assert not Match.objects.exists()


def test_the_first_move_on_the_first_page_starts_the_match(visitor):
    page = visitor.get("/").content.decode()
    assert 'name="start" value="pairs"' in page
    match = start(visitor, start="pairs", opponent="learner", move="3>1")
    assert match.visitor is not None
    assert match.user is None
    first, second = match.moves.all()
    assert (first.seat, first.text) == ("owner", "3>1+0")
    assert second.seat == "other"


def test_the_computer_may_start(visitor):
    match = start(visitor, starter="other")
    assert [move.seat for move in match.moves.all()] == ["other"]


def test_the_computer_does_not_start_every_game_alike(visitor, monkeypatch):
    monkeypatch.setattr("games.play.origins.secrets", secrets)
    matches = [start(visitor, opponent="random", starter="other") for _ in range(12)]
    assert len({match.moves.get().text for match in matches}) > 1


def test_the_owner_may_look_first_and_then_choose_who_starts(visitor):
    match = start(visitor, start="lights", starter="choose")
    assert match.state == Match.State.CHOOSING
    page = visitor.get(match.get_absolute_url()).content.decode()
    assert "Do you want to start?" in page
    assert 'name="move"' not in page
    chosen = visitor.post(f"/play/{match.pk}/starter/", {"starter": "other"})
    assert chosen.status_code == 302
    match.refresh_from_db()
    assert match.state == Match.State.RUNNING
    assert match.moves.count() == 1
    again = visitor.post(f"/play/{match.pk}/starter/", {"starter": "other"})
    assert again.status_code == 302
    assert match.moves.count() == 1
    other = visitor.post(f"/play/{match.pk}/starter/", {"starter": "owner"})
    assert other.status_code == 409
    assert visitor.post(f"/play/{match.pk}/starter/", {"starter": "cat"}).status_code == 422


def test_a_user_owns_what_he_starts(signed_in, alice):
    match = start(signed_in)
    assert match.user == alice
    assert match.visitor is None


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"position": "1+x"}, "x"),
        ({"position": ""}, "at least one row"),
        ({"position": "+".join(["1"] * 13)}, "at most 12 rows"),
        ({"position": "61"}, "at most 60"),
        ({"position": "9" * 199}, "is not a position"),
        ({"ruleset": "chess"}, "chess"),
        ({"convention": ""}, "wins or loses"),
        ({"convention": "odd"}, "odd"),
        ({"opponent": "nobody"}, "nobody"),
        ({"starter": ""}, "who starts"),
        ({"move": "9>1"}, "There is no row 9"),
    ],
)
def test_bad_input_gets_a_sentence_and_keeps_what_was_typed(visitor, changes, said):
    response = visitor.post("/play/", START | changes)
    page = response.content.decode()
    assert response.status_code == 422
    assert said in page
    if "position" in changes:
        assert f'value="{changes["position"]}"' in page
        assert not Match.objects.exists()


def test_a_link_can_ask_for_a_position(visitor):
    page = visitor.get("/play/?ruleset=subtraction:3&position=5 6 7&convention=normal")
    assert b'value="5 6 7"' in page.content
    assert b'value="subtraction:3"' in page.content


@pytest.mark.parametrize("opponent", ["perfect", "learner", "person"])
@pytest.mark.parametrize(
    "key", ["marienbad", "lights", "two-rows", "three-rows", "laundry", "escape"]
)
def test_every_preset_can_be_started(visitor, key, opponent):
    match = start(visitor, start=key, opponent=opponent, starter="owner")
    assert visitor.get(match.get_absolute_url()).status_code == 200


@pytest.mark.parametrize(
    ("key", "ruleset", "position"),
    [
        ("escape", "octal:0.35", "4+1"),
        ("gremlin", "heaps:{1:[[]],2:[[],[1]],3:[[],[2,2]]}", "3+1"),
    ],
)
def test_both_gremlins_can_be_chosen(visitor, key, ruleset, position):
    match = start(visitor, start=key, opponent="perfect", starter="owner")
    assert (match.ruleset, match.position) == (ruleset, position)


def test_a_link_can_say_who_starts(visitor):
    page = visitor.get("/play/?ruleset=octal:0.35&position=4+2&starter=other").content.decode()
    assert re.search(r'name="starter" value="other"[^>]* checked', page)


def test_setting_up_writes_nothing(visitor):
    visitor.get("/play/")
    assert not Visitor.objects.exists()
    assert not Move.objects.exists()


def newcomer_wins(preset, seed):
    """A game against Learner of somebody who starts, moves by lot, and sees the end from four."""
    chance = Random(seed)
    question = ask(preset.ruleset, preset.position, preset.convention)
    mine = True
    while question.position:
        if not mine:
            move = get_opponent("learner").choose(question, chance)
        elif sum(question.position) <= 4 and answer(question).moves:
            move = answer(question).moves[0]
        else:
            move = chance.choice(list(question.ruleset.legal_moves(question.position)))
        question, mine = question.after(move), not mine
    return mine  # the other one has taken the last


def test_the_first_games_grow_harder_and_a_newcomer_can_win_the_first():
    question = ask(FIRST[0].ruleset, FIRST[0].position, FIRST[0].convention)
    moves = list(question.ruleset.legal_moves(question.position))
    assert answer(question).to_move_wins
    assert len(answer(question).moves) * 2 >= len(moves)
    won = [sum(newcomer_wins(preset, seed) for seed in range(200)) for preset in FIRST]
    assert won[0] > 120
    assert won[1] < 80
    assert won[2] < 80


@pytest.mark.parametrize("preset", FIRST, ids=[preset.key for preset in FIRST])
def test_what_learner_says_about_a_first_game_is_true(preset):
    starter_wins = answer(ask(preset.ruleset, preset.position, preset.convention)).to_move_wins
    asks, says = GREETINGS[preset.key]
    assert starter_wins is says.startswith("you can win this one")
    assert not (says and "?" in asks), "Learner's question is not answered beside it"


def on_the_table(visitor):
    """The start and the row lengths of the game on the first page."""
    page = visitor.get("/").content.decode().split('id="rule"')[1]
    sizes = re.findall(r'<span class="only-heard">Row \d+: (\d+) left', page)
    return re.search(r'name="start" value="([a-z]+)"', page)[1], "+".join(sizes)


def test_each_win_brings_the_next_of_the_first_games_to_the_table(visitor, stranger):
    assert on_the_table(visitor) == ("pairs", "2+2+2")
    win(visitor, "pairs", ("1>0", "1>0", "1>1", "1>0"))
    assert on_the_table(visitor) == ("pyramid", "1+3+5")
    win(visitor, "pyramid", ("3>1", "2>0", "1>0", "1>0"))
    assert on_the_table(visitor) == ("marienbad", "1+3+5+7")
    assert on_the_table(stranger) == ("pairs", "2+2+2")


def test_a_newcomer_hears_what_the_site_is_and_nothing_about_today(visitor):
    page = visitor.get("/").content.decode()
    assert "Don’t take the last <em>match</em>." in page
    for promise in ("Lose, and see why", "Win, and get the fourth row", "Bring a class"):
        assert promise in page
    assert 'id="today-title"' not in page
    start(visitor, start="pairs", opponent="learner", move="3>1")
    page = visitor.get("/").content.decode()
    assert page.index('id="today-title"') < page.index('id="rule"')
    assert "Continue the game" in page


def test_a_won_first_game_offers_the_next_one_and_a_lost_one_itself(visitor, stranger):
    """The button leads to the next first game against the same opponent."""
    match = start(visitor, start="pairs", convention="", opponent="random")
    Match.objects.filter(pk=match.pk).update(state=Match.State.FINISHED, winner="owner")
    page = visitor.get(match.get_absolute_url()).content.decode()
    assert page.count('class="main-button"') == 1
    assert "ending-won" in page
    assert re.search(r'id="next-game">Now play\s+1 \+ 3 \+ 5<', page)
    form = page.split('id="next-game"')[0].rsplit("<form", 1)[1]
    fields = dict(re.findall(r'name="([a-z_]+)" value="([^"]*)"', form))
    assert (fields["start"], fields["opponent"], fields["starter"]) == (
        "pyramid",
        "random",
        "choose",
    )
    begun = visitor.post("/play/", fields)
    assert Match.objects.get(pk=begun.url.split("/")[2]).start == "1+3+5"

    lost = start(stranger, start="pairs", convention="", opponent="random")
    Match.objects.filter(pk=lost.pk).update(state=Match.State.FINISHED, winner="other")
    page = stranger.get(lost.get_absolute_url()).content.decode()
    assert page.count('class="main-button"') == 1
    assert "ending-lost" in page
    assert 'class="main-button" id="play-again"' in page
    assert "next-game" not in page


def win(visitor, key, moves):
    """Win a first game in the seat that starts, moving for both."""
    match = start(visitor, start=key, convention="", opponent="person")
    for move in moves:
        send(visitor, match, move)
    match.refresh_from_db()
    assert (match.convention, match.winner) == ("misere", "owner")


def test_a_start_keeps_the_ending_it_is_known_for_until_another_is_asked(visitor):
    assert start(visitor, start="two-rows", convention="").convention == "normal"
    assert start(visitor, start="two-rows", convention="misere").convention == "misere"


def folded(page):
    """Whether own rules, the ending and the side are folded away."""
    return '<details class="more" id="own-game">' in page


@pytest.mark.parametrize("asked", ["position=5 6 7", "convention=normal", "start=own"])
def test_what_a_link_asks_for_is_never_folded_away(visitor, asked):
    assert folded(visitor.get("/play/").content.decode())
    assert not folded(visitor.get(f"/play/?{asked}").content.decode())


@pytest.mark.parametrize(
    ("changes", "is_folded"),
    [
        ({"start": "own", "convention": "misere"}, False),
        ({"start": "two-rows", "player": "nobody"}, False),
        ({"start": "two-rows", "starter": ""}, True),
        ({"start": "two-rows", "opponent": "max"}, True),
    ],
)
def test_what_is_folded_opens_when_it_holds_the_error(visitor, changes, is_folded):
    response = visitor.post("/play/", START | {"position": "", "convention": ""} | changes)
    assert response.status_code == 422
    assert folded(response.content.decode()) == is_folded


def test_every_start_has_its_picture_and_every_opponent_a_face_of_its_own(visitor):
    page = visitor.get("/play/").content.decode()
    for words in ("Nim: rows of 1, 3, 5 and 7", "Kayles: a row of 10", "strips of 7 and 5"):
        assert words in page
    faces = re.findall(r'<svg class="face.*?</svg>', page, re.DOTALL)
    assert len(set(faces)) == len(OPPONENTS) + 2
    for opponent in OPPONENTS:
        said = "Max needs a game with a maximum take" if opponent.key == "max" else opponent.about
        assert f'<span class="card-note">{said}' in page
    listed = visitor.get("/opponents/").content.decode()
    assert sorted(re.findall(r'<svg class="face.*?</svg>', listed, re.DOTALL)) == sorted(faces[:-2])


FACE = r'name="opponent" value="([^"]+)"(.*?)</svg>'


def cards(page):
    """What each card of an opponent says, in order, by its key."""
    fieldset = page.split('<fieldset id="opponents"')[1].split("</fieldset>")[0]
    return {
        re.search(r'value="([^"]+)"', card)[1]: " ".join(re.sub("<[^>]+>", " ", card).split())
        for card in re.findall(
            r'<label class="card choice-card face-card.*?</label>', fieldset, re.DOTALL
        )
    }


@pytest.mark.parametrize(
    ("asked", "order", "at"),
    [
        ("", "norma random greta miss-ere evan learner mira perfect max", "Three pairs"),
        (
            "start=lights",
            "norma greta random learner miss-ere evan mira max perfect",
            "Thirteen lights",
        ),
        ("start=two-rows", "random greta learner perfect norma miss-ere evan mira max", "Two rows"),
        (
            "start=lights&convention=normal",
            "random greta learner max perfect norma miss-ere evan mira",
            "Thirteen lights",
        ),
        (
            "ruleset=kayles&position=9",
            "norma random evan greta mira learner miss-ere perfect max",
            "Kayles 10",
        ),
        (
            "ruleset=chess&position=1+x",
            "norma random greta miss-ere evan learner mira perfect max",
            "Three pairs",
        ),
        (
            "start=nonsense&convention=odd",
            "norma random greta miss-ere evan learner mira perfect max",
            "Three pairs",
        ),
    ],
)
def test_the_opponents_of_a_game_stand_from_the_easiest_to_the_hardest(visitor, asked, order, at):
    page = visitor.get(f"/play/?{asked}").content.decode()
    assert list(cards(page)) == [*order.split(), "person", "friend"]
    assert f"harder to beat at {at}." in " ".join(page.split())


def test_the_strength_is_drawn_and_said_and_who_has_no_flaw_here(visitor):
    said = cards(visitor.get("/play/?start=lights").content.decode())
    assert said["norma"].startswith("●○○○○ Norma")
    assert said["norma"].endswith("Strength 1 of 5.")
    assert said["perfect"].startswith("●●●●● Perfect")
    flawless = {key for key, words in said.items() if "No flaw here." in words}
    assert flawless == {"miss-ere", "evan", "mira", "max"}
    # Of a game that nobody measured nothing is claimed.
    others = cards(visitor.get("/play/?ruleset=subtraction:3&position=14").content.decode())
    assert others["mira"].endswith("Strength 5 of 5.")
    assert not any("flaw here" in words for words in others.values())
    twos = cards(visitor.get("/play/?start=two-rows").content.decode())
    assert "Strength" not in twos["norma"]
    assert "choose that the last one loses" in twos["norma"]


def test_a_face_takes_colour_for_who_has_won_against_it(visitor, alice):
    def lively(client):
        page = client.get("/play/").content.decode()
        return {
            key for key, card in re.findall(FACE, page, re.DOTALL) if "face-outline" not in card
        } - {"person", "friend"}

    assert lively(visitor) == set()
    match = start(visitor, position="1+2", opponent="norma")
    send(visitor, match, "2>0")
    assert Match.objects.get().winner == "owner"
    assert lively(visitor) == {"norma"}
    said = cards(visitor.get("/play/").content.decode())
    assert said["norma"].endswith("You have beaten Norma.")
    assert "beaten" not in said["evan"]
    listed = visitor.get("/opponents/").content.decode()
    assert listed.count('class="face face-glad"') == 1
    lost = start(visitor, position="1+1+1", opponent="evan")
    for move in ("1>0", "1>0"):
        send(visitor, lost, move)
    assert Match.objects.get(pk=lost.pk).winner == "other"
    assert lively(visitor) == {"norma"}
    other = Client()
    other.force_login(alice)
    assert lively(other) == set()


def test_rows_of_ones_own_are_drawn_where_they_can_be_read(visitor):
    page = visitor.get("/play/?ruleset=kayles&position=4+3+1").content.decode()
    assert 'aria-label="Kayles: rows of 4, 3 and 1"' in page
    assert visitor.get("/play/?ruleset=chess&position=1+x").status_code == 200


def test_rules_of_ones_own_can_be_put_together_from_fields_and_played(visitor):
    page = visitor.get("/play/").content.decode()
    door = re.search(r'href="([^"]+)">Or choose the rules from pictures', page)[1]
    fields = visitor.get(door).content.decode()
    assert '<details class="more own-rules" open>' in fields
    chosen = {"game": "own", "amount": "only", "take": "1, 3", "position": "5+4"}
    board = visitor.get(door.split("?")[0], chosen, follow=True).content.decode()
    tab = unescape(re.search(r'href="([^"]+)"[^>]*>\s*Type or share', board)[1])
    on = unescape(
        re.search(r'href="([^"]+)">Choose an opponent', visitor.get(tab).content.decode())[1]
    )
    setup = visitor.get(on).content.decode()
    assert 'name="ruleset" value="subtraction:{1,3}"' in setup
    assert 'name="position" value="5+4"' in setup
