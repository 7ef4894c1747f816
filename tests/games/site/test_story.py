"""The story, read from top to bottom with scripts off; and every fact in it, decided again."""

import re

import brotli
import pytest
from django.test import Client

from games.boards.boards import Board
from games.content.shapes import strict
from games.learn.lessons.checks import check_step
from games.people.models import Visitor
from games.play.models import Match
from games.site.story import PART, StoryPart, parts
from games.site.story_boards import PlayedBoard
from solver import answer, shipped_quotient

from ...forms_read import forms_of

PARTS = {part.slug: part for part in parts()}
LOST_FROM_THE_START = {"the-hotel", "where-it-breaks"}
ONE_MOVE = ["the-copier", "a-pair", "inside-the-rows", "the-last-one-loses"]


def board_of(page, slug):
    """The part of a page that is one board, as HTML."""
    found = re.search(
        rf'<section class="story-board[^"]*" id="{slug}".*?</section>', page, re.DOTALL
    )
    return found[0]


def words(html):
    return " ".join(re.sub(r"<[^>]+>", " ", html).split()).replace("&#x27;", "'")


class Reader:
    """Somebody without scripts: forms are sent, links followed, and pages come back whole."""

    def __init__(self):
        self.client = Client()
        self.page = self.client.get("/story/").content.decode()

    def board(self, slug):
        return board_of(self.page, slug)

    def press(self, slug, move):
        """Press the button of a board that makes *move*."""
        form = forms_of(self.board(slug))[0]
        button = next(one for one in form.buttons if one.adds == {"move": [move]})
        assert button.action == f"/story/#{slug}"
        response = self.client.get("/story/", form.pressed(button))
        assert response.status_code == 200
        self.page = response.content.decode()

    def follow(self, slug, text):
        """Follow the link of a board that says *text*."""
        links = re.findall(r'<a [^>]*?href="([^"]+)"[^>]*>(.*?)</a>', self.board(slug), re.DOTALL)
        address = next(href for href, said in links if " ".join(said.split()) == text)
        assert address.split("#")[1].startswith(slug)
        self.page = self.client.get(address.replace("&amp;", "&").split("#")[0]).content.decode()

    def buttons(self, slug):
        form = forms_of(self.board(slug))[0]
        return [move for button in form.buttons for move in button.adds["move"]]

    def here(self, slug):
        """The board as the site sees it."""
        fields = forms_of(self.board(slug))[0].fields
        played = PlayedBoard(PARTS[slug])
        played.play("".join(fields.get(slug, [""])))
        return played

    def play_badly(self, slug):
        """Make a move that loses, where there is one and one that wins."""
        game = self.here(slug)._game
        wins = answer(game.question).keeps_win
        wrong = [move for move in self.buttons(slug) if not wins(game.board.place(move).move)]
        self.press(slug, wrong[0])

    def play_well(self, slug):
        """Play to the end, with a move that wins wherever there is one."""
        while self.buttons(slug):
            game = self.here(slug)._game
            wins = answer(game.question).keeps_win
            moves = self.buttons(slug)
            right = [move for move in moves if wins(game.board.place(move).move)]
            self.press(slug, (right or moves)[0])


# --- the facts ----------------------------------------------------------------------------


@pytest.mark.parametrize("part", parts(), ids=lambda part: part.slug)
def test_the_solver_agrees_with_every_claim_of_the_story(part):
    keys = ("text", "ruleset", "position", "convention", "claims")
    step = {"kind": "tell", **{key: part.content[key] for key in keys}}
    assert step["claims"]
    assert check_step(step, []) == []


def test_a_wrong_claim_would_be_found():
    content = PARTS["two-rows"].content | {"claims": [{"outcome": "N"}]}
    keys = ("text", "ruleset", "position", "convention", "claims")
    assert check_step({"kind": "tell", **{key: content[key] for key in keys}}, [])


@pytest.mark.parametrize(
    ("slug", "number", "sentence"),
    [
        ("the-hotel", 16, "You had sixteen first moves"),
        ("no-two-alike", 6, "has six first moves"),
        ("where-it-breaks", 10, "You had ten throws"),
        ("nobody-knows", 3, "You have three first moves"),
    ],
)
def test_the_numbers_of_first_moves_are_those_of_the_board(slug, number, sentence):
    question = PARTS[slug].question()
    board = Board.of(question.ruleset, question.position)
    assert len(list(board.choices())) == number
    assert sentence in PARTS[slug].lost


def test_kayles_has_forty_elements_and_nine_of_them_lose():
    monoid = shipped_quotient("kayles").monoid
    assert (monoid.order, monoid.p_portion.bit_count()) == (40, 9)
    assert "**forty** kinds of\nboard, and nine of them lose" in PARTS["where-it-breaks"].after


def test_a_reader_can_win_wherever_the_story_has_words_for_it():
    for slug, part in PARTS.items():
        to_move_wins = answer(part.question()).to_move_wins
        can_win = part.starter == "choose" or to_move_wins == (part.starter == "you")
        assert can_win == bool(part.won) == (slug not in LOST_FROM_THE_START)


@pytest.mark.parametrize("slug", ONE_MOVE)
def test_every_wrong_move_meets_the_reply_that_the_words_speak_of(slug):
    replies = 0
    start = PARTS[slug].question()
    for placed in Board.of(start.ruleset, start.position).choices():
        board = PlayedBoard(PARTS[slug])
        board.play("", placed.text)
        assert board.is_over
        left = sorted(board._game.board.position)
        if board.is_won:
            assert len(board._game.placed) == 1
            assert not board.smiles
            continue
        replies += 1
        assert board.has_slipped
        assert board.words == PARTS[slug].lost
        if slug == "the-copier":
            assert len(set(left)) <= 1
            assert len(left) in (0, 2)
        elif slug == "the-last-one-loses":
            assert set(left) == {1}
            assert len(left) % 2 == 1
        else:
            assert sum(1 for size in left if size & 1) % 2 == 0
            assert sum(1 for size in left if size & 2) % 2 == 0
            assert sum(1 for size in left if size & 4) % 2 == 0
    assert replies > 5


def test_one_two_three_always_leaves_the_second_player_a_pair():
    start = PARTS["no-two-alike"].question()
    board = Board.of(start.ruleset, start.position)
    for first in board.choices():
        after = board.after(first)
        lefts = [after.after(reply).position for reply in after.choices()]
        assert any(len(left) == 2 and left[0] == left[1] for left in lefts)


# --- the page -----------------------------------------------------------------------------

pytestmark = pytest.mark.django_db


def test_the_page_says_what_it_is_and_leads_home():
    page = Client().get("/story/").content.decode()
    assert "<title>How one man never lost</title>" in page
    assert 'property="og:title" content="How one man never lost"' in page
    assert '<nav aria-label="Main">' not in page
    assert '<a class="mark" href="/">Marienbad</a>' in page
    assert re.findall(r"Board (\d+) of 12", page) == [str(number) for number in range(1, 13)]
    assert len(brotli.compress(page.encode())) < 20_000


@pytest.mark.parametrize("address", ["/", "/privacy/"])
def test_other_pages_lead_to_the_story(address):
    assert 'href="/story/"' in Client().get(address).content.decode()


def test_the_story_is_read_and_played_from_top_to_bottom_with_scripts_off():
    reader, other = Reader(), Reader()
    untouched = other.page
    for slug, part in PARTS.items():
        if part.starter == "choose":
            reader.press(slug, "you")
            assert "M smiles." in words(reader.board(slug))
            reader.play_well(slug)
            assert "M wins." in words(reader.board(slug))
            reader.follow(slug, "Play again")
            reader.press(slug, "other")
        if slug not in LOST_FROM_THE_START:
            assert "M smiles." not in words(reader.board(slug))
            reader.play_badly(slug)
            said = words(reader.board(slug))
            assert re.search("That loses|M smiles|M wins", said)
            reader.follow(slug, "Take that back")
            assert "M smiles." not in words(reader.board(slug))
        reader.play_well(slug)
        said = words(reader.board(slug))
        if slug in LOST_FROM_THE_START:
            assert "✗ M wins." in said
            assert part.lost in said
        else:
            assert ("✓ That wins." if part.goal == "move" else "✓ You win.") in said
            assert part.won in said
        if part.theory:
            reader.follow(slug, "Show me why")
            first = words(reader.board(slug))
            assert "Frame 1 of" in first
            for _ in range(4):  # a frame of many words has several parts
                if "Frame 1 of" in words(reader.board(slug)):
                    reader.follow(slug, "Next")
            assert "Frame 2 of" in words(reader.board(slug))
            assert reader.here(slug).is_over
        assert other.client.get("/story/").content.decode() == untouched
    # Everything is still there at the end, and the site stores nothing of it.
    assert [slug for slug in PARTS if not reader.here(slug).is_over] == []
    assert not Match.objects.exists()
    assert not Visitor.objects.exists()
    assert set(reader.client.cookies) == {"story"}


def test_a_part_of_the_page_is_one_board_with_what_is_heard():
    asked = {"board": "two-rows", "move": "2>2+0"}
    told = Client().get("/story/", asked, headers={"HX-Request": "true"})
    page = told.content.decode()
    assert page.count("<section") == 1
    assert "<article" not in page
    heard = re.search(r'<p id="live" data-hx-swap-oob="innerHTML">(.*?)</p>', page)[1]
    assert heard == "You took 2 from row 2. M took 1 from row 1. Your turn. M smiles."
    assert told.headers["Cache-Control"] == "no-store"


def test_the_last_match_is_named():
    page = Client().get("/story/", {"board": "the-copier", "move": "1>0+0"}).content.decode()
    said = words(board_of(page, "the-copier"))
    assert "✗ That loses. You took 4 from row 1. M took the last 6 matches." in said


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"board": "two-rows", "move": "2>9+0"}, "No move takes a row of 4 to 9."),
        ({"two-rows": "nonsense"}, "'nonsense' is not a move"),
        ({"his-table": "nobody"}, "Choose who starts."),
        ({"board": "a-pair", "move": "x" * 300}, "is not a move"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(asked, sentence):
    kept = {"no-two-alike": "other"}
    response = Client().get("/story/", kept | asked)
    page = response.content.decode()
    assert response.status_code == 422
    (problem,) = re.findall(r'<p class="problem" role="alert">(.*?)</p>', page, re.DOTALL)
    assert sentence in words(problem)
    assert "M took" in words(board_of(page, "no-two-alike"))


def test_an_address_that_knows_no_board_shows_the_story():
    response = Client().get("/story/", {"board": "chess", "move": "1>0", "frame": "9"})
    assert response.status_code == 200
    assert len(re.findall(r"Board \d+ of 12", response.content.decode())) == 12


def test_a_part_with_an_unknown_key_is_refused():
    with pytest.raises(ValueError, match="unknown key 'ending'"):
        strict({"slug": "x", "ending": "normal"}, PART)


def test_a_part_without_a_film_has_no_door_to_one():
    assert isinstance(PARTS["the-hotel"], StoryPart)
    reader = Reader()
    reader.play_well("the-hotel")
    assert "M wins." in words(reader.board("the-hotel"))
    assert "Show me why" not in words(reader.board("the-hotel"))


# --- what the reader's browser keeps -------------------------------------------------------


def counted(client):
    """What the first page says of how far this browser has come."""
    page = client.get("/").content.decode()
    return words(re.search(r'<a class="story-card.*?</a>', page, re.DOTALL)[0])


def test_what_was_played_is_there_after_a_reload_and_on_the_first_page_in_this_browser_alone():
    reader, second = Reader(), Client()
    assert "A story to play: a film" in counted(reader.client)
    reader.play_well("the-copier")
    reader.play_well("a-pair")
    reader.press("the-hotel", reader.buttons("the-hotel")[0])
    reader.page = reader.client.get("/story/").content.decode()
    assert "You have played 2 of the 12 boards." in words(reader.page)
    assert "That wins." in words(reader.board("the-copier"))
    assert "M took" in words(reader.board("the-hotel")), "a begun game goes on from here"
    assert "A story to play. 2 of 12 boards played. Continue" in counted(reader.client)
    assert "A story to play: a film" in counted(second)
    assert "You have played" not in second.get("/story/").content.decode()


def test_a_board_played_with_scripts_is_kept_beside_the_others_and_begins_anew_when_asked():
    client, htmx = Client(), {"HX-Request": "true", "HX-Target": "the-copier"}
    client.get("/story/", {"board": "the-copier", "move": "1>0+0"}, headers=htmx)
    client.get("/story/", {"board": "a-pair", "move": "1>0"}, headers=htmx)
    page = client.get("/story/").content.decode()
    assert "That " in words(board_of(page, "the-copier"))
    assert "That " in words(board_of(page, "a-pair"))
    client.get("/story/", {"board": "the-copier"}, headers=htmx)
    page = client.get("/story/").content.decode()
    assert "That " not in words(board_of(page, "the-copier"))
    assert "That " in words(board_of(page, "a-pair"))


@pytest.mark.parametrize(
    "kept",
    [
        "the-copier=1%3E9&played=1",
        "the-hotel=nonsense&played=400",
        "played=-1",
        "played=²",
        "x" * 5000,
        "%%%&&&===",
    ],
)
def test_boards_that_cannot_be_read_any_more_begin_anew_without_a_word(kept):
    client = Client()
    client.cookies["story"] = kept
    response = client.get("/story/")
    assert response.status_code == 200
    assert 'role="alert"' not in response.content.decode()
    assert client.get("/").status_code == 200


def test_an_address_with_moves_that_somebody_sends_changes_nothing_that_is_kept():
    reader = Reader()
    reader.play_well("the-copier")
    kept = reader.client.cookies["story"].value
    page = reader.client.get("/story/", {"a-pair": "1>0"}).content.decode()
    assert "That " in words(board_of(page, "a-pair"))
    assert reader.client.cookies["story"].value == kept


def test_the_browser_keeps_every_board_even_after_the_longest_games():
    reader = Reader()
    for slug, part in PARTS.items():
        if part.starter == "choose":
            reader.press(slug, "other")
        reader.play_well(slug)
    assert len(reader.client.cookies["story"].value) < 3000
    assert "You have played all 12 boards of the story." in counted(reader.client)
