"""Conjectures: stated in five ways, broken at the smallest position or right for ever."""

import re
from html import unescape

import pytest
from django.test import Client

from games.explore.lab.claims.conjectures import conjecture_url
from games.explore.lab.claims.views import EXAMPLES
from tests.solver import oracle

pytestmark = pytest.mark.django_db

BREAKS, RIGHT = "It breaks.", "Right for ever."


def asked(client: Client, status: int = 200, **given):
    """What the page says, without its tags."""
    response = client.get("/lab/conjectures/", given, follow=True)
    assert response.status_code == status
    return said(response.content.decode())


def said(page: str) -> str:
    page = re.sub(r"<title.*?</title>|<(select|datalist).*?</\1>", " ", page, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def test_the_page_begins_with_a_mistake_that_people_make(client):
    page = asked(client)
    assert BREAKS in page
    assert "the player to move loses here: a = b." in page
    assert "The smallest position that breaks it: 1. " in page
    assert "No move inside: on." in page
    assert "Always a move back: off. From 1 you can only leave the empty board" in page


def test_the_same_rows_are_right_where_the_last_one_wins(client):
    page = asked(client, game="nim", ending="normal", way="formula", says="a = b")
    assert RIGHT in page
    assert "Nim-values decide who wins (Sprague and Grundy)." in page
    assert "16 positions decide all of them" in page
    assert "Lengths of the other row; everywhere else you say that the player to move wins." in page


def test_marks_repeat_and_the_missing_one_is_named(client):
    marks = {"game": "subtraction:3", "ending": "normal", "way": "marks", "start": 0, "step": 4}
    assert RIGHT in asked(client, **marks, marks=["0", "1+1", "2+2", "3+3"])
    page = asked(client, **marks, marks=["0", "1+1", "3+3"])
    assert "The smallest position that breaks it: 2 + 2." in page
    assert "From 2 + 2 you can leave 1 + 2 or 2: you call none of them losing." in page


def test_marks_stay_where_they_were_made_and_the_map_repeats_them(client):
    response = client.get(
        "/lab/conjectures/?game=nim&ending=misere&way=marks&start=2&step=2&marks=1&marks=2%2B2"
    )
    page = response.content.decode()
    boxes = re.findall(r'id="lost-([0-9+]+)" name="marks" value="[0-9+]+"\s*(checked)?', page)
    assert {value for value, checked in boxes if checked} == {"1", "2+2"}
    assert "0" not in dict(boxes)  # the empty board is decided by the ending
    marks = response.context["result"].map.marks
    assert [n for n in range(8) if marks[2][n] in ("both", "misere")] == [2, 4, 6]
    lost = oracle.Oracle(oracle.nim, misere=True)
    assert marks[2][4] == "misere"
    assert lost.wins((2, 4))
    assert marks[3][3] == "normal"
    assert not lost.wins((3, 3))


def test_columns_are_boutons_rule_or_moores(client):
    bouton = {"game": "nim", "ending": "misere", "way": "columns", "base": 2, "turn": "odd"}
    page = asked(client, **bouton)
    assert RIGHT in page
    assert "once none of them is above 1, there is an odd number of ones" in page
    assert "states of that and of what you count" in page
    page = asked(client, **(bouton | {"turn": ""}))
    assert "The smallest position that breaks it: 1." in page
    page = asked(client, game="nim", ending="normal", way="columns", base=3)
    assert "holds a multiple of 3 of ones" in page
    assert "The smallest position that breaks it: 1 + 1." in page
    page = asked(client, game="subtraction:4", ending="normal", way="columns", base=2, of=5)
    assert RIGHT in page
    assert "what the rows leave after division by 5" in page


def test_counts_of_kinds_are_r1_where_it_reaches_and_break_in_kayles(client):
    kinds = {
        "ending": "misere",
        "way": "kinds",
        "first-firm": "0",
        "first-inverters": "odd",
        "second-firm": ">=1",
        "second-nim_sum": "0",
    }
    page = asked(client, game="octal:0.31", **kinds)
    assert RIGHT in page
    assert "Every row meets the four conditions of R1" in page
    page = asked(client, game="kayles", **kinds)
    assert "The smallest position that breaks it: 1 + 5." in page
    kayles = oracle.Oracle(oracle.kayles, misere=True)
    assert not kayles.wins((1, 5))


def test_a_balance_of_strips_is_theorem_3_or_breaks(client):
    strips = {"game": "partizan-kayles", "ending": "misere"}
    page = asked(client, **strips, way="balance", left=">=1", right="≤ −1")
    assert "Left to move: balance at least 1; or Right to move: balance at most −1" in page
    assert "The smallest position that breaks it: 2 with Left to move." in page
    theorem = (
        "left and balance >= 1 or left and balance < 0 and balance mod 3 != 0 or "
        "right and balance < 0 and balance mod 3 = 2"
    )
    page = asked(client, **strips, way="formula", says=theorem)
    assert RIGHT in page
    assert "The balance of squares and dominoes decides who wins (Theorem 3)." in page


def test_one_row_of_misere_kayles_is_lost_at_five_lengths_and_no_others_ever(client):
    game = {"game": "kayles", "ending": "misere", "way": "formula"}
    page = asked(client, **game, says="a = 1 or a = 4 or a = 9 or a = 12 or a = 20")
    assert RIGHT in page
    assert "The misère quotient, with its 40 elements, decides who wins" in page
    page = asked(client, **game, says="a = 1 or a = 4 or a = 9 or a = 12")
    assert "The smallest position that breaks it: 20." in page


def test_the_breach_opens_on_a_board_to_play_and_to_explore(client):
    page = client.get(conjecture_url(EXAMPLES[8][1])).content.decode()
    [explore] = re.findall(r'href="(/explore/kayles/1\+4/[^"]*)"', page)[-1:]
    assert "convention=normal" in explore
    assert re.search(r'href="/play/[^"]*position=1%2B4[^"]*"', page)
    [left] = re.findall(r"Row 2 leave ([0-9+, or]+)", said(page))
    assert set(re.findall(r"[0-9+]+", left)) == {"3", "2", "1+2", "1+1"}


@pytest.mark.parametrize(("name", "fields"), EXAMPLES)
def test_every_example_opens_and_is_judged(client, name, fields):
    response = client.get(conjecture_url(fields))
    assert response.status_code == 200
    page = said(response.content.decode())
    assert (RIGHT in page) != (BREAKS in page)


def test_some_examples_are_right_and_some_are_not(client):
    pages = [client.get(conjecture_url(fields)).content.decode() for _, fields in EXAMPLES]
    assert 4 <= sum(RIGHT in page for page in pages) <= 8


def test_what_no_proof_reaches_says_how_far_it_was_looked(client):
    page = asked(client, game="octal:0.6", ending="normal", way="formula", says="nim_sum = 0")
    assert "Unbroken so far." in page
    assert re.search(r"[\d,]+ positions checked: all with up to \d+ pieces\.", page)


def test_an_address_is_as_short_as_what_it_says(client):
    given = {
        "game": "nim",
        "ending": "misere",
        "way": "kinds",
        "first-firm": "0",
        "first-inverters": "",
        "second-traps": "",
        "code": "octal:0.31",
    }
    response = client.get("/lab/conjectures/", given)
    assert response.status_code == 302
    assert response.url == (
        "/lab/conjectures/?game=octal%3A0.31&ending=misere&way=kinds&first-firm=0"
    )
    assert client.get(response.url).status_code == 200


def test_a_way_that_means_nothing_in_a_game_gives_way_to_one_that_does(client):
    page = client.get("/lab/conjectures/?game=partizan-kayles&way=kinds").content.decode()
    assert re.search(r'aria-current="page">A balance</a>', page)
    page = client.get("/lab/conjectures/?game=kayles&way=balance").content.decode()
    assert re.search(r'aria-current="page">Marks on a map</a>', page)


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"way": "formula", "says": "a ="}, "The formula ends too early"),
        ({"way": "formula", "says": "balance = 1"}, "'balance' is not understood here"),
        ({"way": "marks", "step": "0", "marks": "1"}, "'0' is not a step of a map; write a number"),
        ({"way": "marks", "step": "8", "start": "4"}, "the first row and the step together are at"),
        ({"way": "marks", "step": "4", "marks": "1+1+1"}, "'1+1+1' is not a place of the map"),
        ({"way": "marks", "step": "4", "marks": "x"}, "'x' is not a"),
        ({"way": "columns", "base": "1"}, "'1' is not a multiple of ones"),
        ({"way": "columns", "base": "2", "of": "x"}, "'x' is not a divisor of rows"),
        ({"way": "kinds", "first-firm": "some"}, "'some' is not a test of a number"),
        ({"way": "kinds", "first-other": "1"}, "Say how many there are of at least one kind."),
        ({"way": "balance", "game": "partizan-kayles", "left": "much"}, "'much' is not a test of"),
        ({"way": "balance", "game": "partizan-kayles", "x": "1"}, "Say at which balance"),
        ({"game": "chess"}, "'chess' is not"),
        ({"ending": "draw"}, "'draw' is not a convention"),
    ],
)
def test_what_says_nothing_is_refused_in_a_sentence_and_stays_in_its_field(client, given, problem):
    page = asked(client, 422, **given)
    assert problem in page
    if "says" in given:
        whole = client.get("/lab/conjectures/", given).content.decode()
        assert f'value="{given["says"]}"' in whole
