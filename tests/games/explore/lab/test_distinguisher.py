"""Two positions of any game: the smallest company that tells them apart, or that none does."""

import re
from html import unescape

import pytest

from games.explore.lab.distinguisher import EXAMPLES, Apart, apart_url
from tests.solver import oracle

pytestmark = pytest.mark.django_db


def told(client, status=200, **given):
    """What the page says, without its tags."""
    response = client.get("/lab/distinguisher/", given)
    assert response.status_code == status
    page = re.sub(r"<(select|datalist).*?</\1>", " ", response.content.decode(), flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def test_a_row_and_two_of_the_same_outcome_are_told_apart_by_a_pair(client):
    page = told(client)
    assert "Adding 2 + 2 to both tells them apart." in page
    assert "It has 4 pieces, and no company has fewer." in page
    kayles = oracle.Oracle(oracle.kayles, misere=True)
    assert kayles.wins((5, 2, 2))
    assert not kayles.wins((1, 4, 2, 2))
    assert "The player to move wins. A winning move: " in page
    assert "The player to move loses. No move wins." in page


def test_both_boards_open_to_play_and_to_explore(client):
    page = client.get("/lab/distinguisher/").content.decode()
    assert re.findall(r'href="/explore/kayles/([0-9+]+)/', page) == ["5+2+2", "1+4+2+2"]
    assert re.findall(r'href="/play/\?ruleset=kayles&amp;position=([0-9%B]+)&', page) == [
        "5%2B2%2B2",
        "1%2B4%2B2%2B2",
    ]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (("nim", "normal", "3+5", "6"), "Both have the nim-value 6, and only that counts"),
        (("nim", "misere", "1+1", "0"), "meets the four conditions of R1"),
        (("kayles", "misere", "1+1", ""), "the same element of the misère quotient, which has 40"),
        (("partizan-kayles", "misere", "5", "1+2+2"), "Both have the balance −1"),
    ],
)
def test_that_nothing_does_is_proved_by_a_theorem_that_is_named(client, given, says):
    game, ending, one, other = given
    page = told(client, game=game, ending=ending, one=one, other=other)
    assert "Nothing of any size tells them apart: that is proved." in page
    assert says in page


def test_what_a_part_of_a_quotient_proves_holds_for_rows_so_long(client):
    page = told(client, game="octal:0.44", ending="misere", one="1+1", other="0")
    match = re.search(r"Nothing with rows of up to (\d+) tells them apart: that is proved", page)
    assert match or "Nothing of any size tells them apart" in page


def test_positions_of_different_outcomes_need_no_company(client):
    page = told(client, game="nim", ending="misere", one="2+2", other="0")
    assert "They differ even alone." in page
    assert "An empty board." in page
    assert "The player to move wins. There is no move left, and that wins." in page


def test_what_no_theory_decides_says_how_far_it_was_looked(client):
    page = told(client, game="partizan-kayles", ending="normal", one="3", other="1+2")
    assert re.search(r"Nothing of up to \d+ pieces tells them apart\. We did not look", page)
    assert "No theory tells us whether anything larger does." in page


@pytest.mark.parametrize(("name", "fields"), EXAMPLES)
def test_every_example_is_decided(client, name, fields):
    page = client.get(apart_url(fields)).content.decode()
    assert re.search("tells them apart|They differ even alone", page)
    assert "We did not look at" not in page


def test_a_game_in_code_becomes_part_of_the_address(client):
    response = client.get("/lab/distinguisher/", {"code": "octal:0.31", "one": "2", "other": "3"})
    assert response.url == "/lab/distinguisher/?game=octal%3A0.31&ending=misere&one=2&other=3"
    assert client.get(response.url).status_code == 200


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"one": "x"}, "'x' is not"),
        ({"other": "99"}, "'99' is not a row a board can show"),
        ({"game": "chess"}, "'chess' is not"),
        ({"ending": "draw"}, "'draw' is not a convention"),
    ],
)
def test_what_is_no_position_is_refused_in_a_sentence(client, given, problem):
    assert problem in told(client, 422, **given)


def test_what_takes_too_long_is_said_on_the_page_with_what_was_typed(client):
    answer = client.get("/lab/distinguisher/?game=octal:0.07&one=40%2B50&other=45")
    page = unescape(answer.content.decode())
    assert answer.status_code == 422
    assert "Telling these two apart takes too long for one page. Try smaller positions." in page
    assert "That cannot be played" not in page
    assert "<h1>What tells them apart?</h1>" in page
    assert 'name="one" value="40+50"' in page


KAYLES = oracle.Oracle(oracle.kayles, misere=True)
BESIDE = [(), (1,), (2,), (1, 1), (3,), (5,), (1, 2), (2, 2), (9,)]


def rows(words):
    return () if words == "nothing" else tuple(map(int, words.split(" + ")))


def alike(one, other):
    return all(KAYLES.wins((*one, *b)) == KAYLES.wins((*other, *b)) for b in BESIDE)


def leads_to(before, after):
    return tuple(sorted(after)) in {
        tuple(sorted((*before[:n], *parts, *before[n + 1 :])))
        for n, size in enumerate(before)
        for parts in oracle.kayles(size)
    }


@pytest.mark.parametrize(
    ("one", "other", "title", "derived"),
    [
        ("5+9", "2+2", "Why cd = b²", True),
        ("8", "1+2+2", "Why 8 = 1 + 2 + 2", True),
        ("3", "1+2", "Why 3 = 1 + 2", True),
        ("2+9", "2+5", "Why bd = bc", False),
        ("1+1", "0", "Why a² = 1", True),
    ],
)
def test_why_two_boards_count_the_same_is_shown_option_by_option(
    client, one, other, title, derived
):
    page = told(client, game="kayles", ending="misere", one=one, other=other)
    assert title in page
    same = Apart("kayles", "misere", one, other).same
    assert same.is_derived is derived
    assert ("So they win and lose together, whatever you add." in page) is derived
    assert ("The options alone do not decide it. The companies do." in page) is not derived
    for line in same.lines:
        lefts = [(b, rows(w)) for b, w in ((same.one, line.one), (same.other, line.other)) if w]
        assert all(leads_to(before, left) for before, left in lefts)
        if line.one and line.other:
            assert alike(lefts[0][1], lefts[1][1])
        elif line.answer:
            assert leads_to(lefts[0][1], rows(line.answer))
            assert alike(rows(line.answer), same.one)
        else:
            assert not derived
            assert "Only the companies show that it changes nothing." in page
    companies = list(same.companies())
    assert len(companies) == 40
    for company in companies:
        for board in (same.one, same.other):
            if sum(board) + sum(rows(company.rows)) <= 30:
                assert KAYLES.wins((*board, *rows(company.rows))) is not company.loses


def test_long_boards_and_other_theorems_list_no_options(client):
    assert Apart("kayles", "misere", "21+21", "21+21").same is None
    assert Apart("nim", "misere", "1+1", "0").same is None
    assert Apart("kayles", "misere", "5", "2").same is None


def test_the_part_of_a_quotient_that_is_known_explains_too():
    same = Apart("octal:0.26", "misere", "1+1", "0").same
    assert same.words == ["1", "1"]
    assert same.title == "Why 1 + 1 = nothing"
