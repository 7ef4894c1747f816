"""A quotient by hand, on its page: what is asked, what is refused, what the address remembers."""

import re
from html import unescape

import pytest

from games.explore.lab.quotients.workshop import EXAMPLES, workshop_url

pytestmark = pytest.mark.django_db

PAGE = "/lab/workshop/"


def words(response):
    page = re.sub(r"<(select|datalist).*?</\1>", " ", response.content.decode(), flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def opened(client, status=200, **given):
    response = client.get(PAGE, {"game": "octal:0.31", "up_to": "4"} | given)
    assert response.status_code == status
    return words(response)


def led_to(client, **given):
    """What the address after a right answer remembers."""
    response = client.get(PAGE, {"game": "octal:0.31", "up_to": "4"} | given)
    assert response.status_code == 302, words(response)
    assert response.url.endswith("#question")
    return dict(re.findall(r"(beside|told)=([^&#]*)", response.url))


def test_it_begins_with_a_single_counter(client):
    page = opened(client)
    assert "question 1 of 9" in page
    assert "Is a row of 1 new?" in page
    assert "? 1 loses nothing nothing · wins" in page


def test_a_new_line_is_a_new_element_and_gets_a_letter(client):
    assert led_to(client, say="new") == {"beside": "", "told": "1"}
    page = opened(client, told="1")
    assert "Right: a row of 1 is a new element. Call it a." in page
    assert "Is 1 + 1 (aa) new?" in page


def test_the_same_is_refused_with_the_company_that_shows_it(client):
    assert "No: with nothing added, a row of 1 loses and nothing wins." in opened(client, say="0")


def test_equal_lines_are_no_proof_that_two_boards_are_the_same(client):
    page = opened(client, told="2", say="0")
    assert "something you can add tells a row of 2 and nothing apart. Find it." in page


def test_a_board_with_a_line_that_is_taken_is_not_yet_new(client):
    page = opened(client, told="2", say="new")
    assert "The line of a row of 2 is the line of nothing. Add something" in page


def test_what_tells_nothing_new_is_not_added(client):
    page = opened(client, told="2", bring="1+1")
    assert "With 1 + 1 added, a row of 2 wins, and so does nothing. Try something else." in page
    assert 'value="1+1"' in client.get(PAGE, {"told": "2", "bring": "1+1"}).content.decode()


def test_what_tells_two_boards_apart_becomes_a_column(client):
    assert led_to(client, told="2", bring="1") == {"beside": "1", "told": "2"}
    page = opened(client, told="2", beside="1")
    assert "Element Board nothing 1 ?" in page
    assert led_to(client, told="2", beside="1", say="new")["told"] == "3"


def test_shown_is_the_smallest_that_tells_them_apart(client):
    assert led_to(client, told="2", show="1")["beside"] == "1"


def test_where_nothing_tells_them_apart_that_is_said_to_be_proved(client):
    page = opened(client, told="1", show="1")
    assert (
        "Nothing with rows of up to 4 tells 1 + 1 (aa) and nothing apart: that is proved." in page
    )
    assert led_to(client, told="1", say="0")["told"] == "2"
    assert "Right: 1 + 1 (aa) is the same as nothing." in opened(client, told="2")


def test_nothing_need_be_added_where_no_element_has_the_line(client):
    for given in ({"show": "1"}, {"bring": "1"}):
        assert "No element has this line. So a row of 1 is a new element." in opened(
            client, **given
        )


@pytest.mark.parametrize("written", ["5", "1+1+1+1+1+1+1", "two"])
def test_what_cannot_be_added_is_refused_and_the_question_stays(client, written):
    page = opened(client, 422, told="2", bring=written)
    assert "Is a row of 2 new?" in page
    assert page.count("is not") == 1


def test_columns_that_the_elements_need_come_back_if_the_address_lost_them(client):
    page = opened(client, told="9")
    lines = re.findall(
        r"(?:nothing|a|b|ab|bb|abb) (?:nothing|[12+ ]+?) ((?:· wins|loses)(?: · wins| loses)+)",
        page,
    )
    assert len(lines) == len(set(lines)) == 6


def test_the_products_fill_as_questions_are_answered(client):
    before = client.get(PAGE, {"told": "3"}).content.decode()
    after = client.get(PAGE, {"told": "4"}).content.decode()
    assert before.count("<td>ab</td>") == 0
    assert after.count("<td>ab</td>") == 4  # a and b, b and a, nothing and ab, ab and nothing


def test_the_losing_elements_are_read_off_at_the_end(client):
    page = opened(client, told="9")
    assert "Which elements lose?" in page
    assert "Rows: 1 is a, 2 is b, 3 is bb, 4 is abb." in page
    wrong = opened(client, told="9", mark="1", lost=["a", "ab"])
    assert "No: the player who faces 1 + 2 wins. So ab is not a losing element." in wrong
    assert "Not all of them yet." in opened(client, told="9", mark="1", lost="a")
    done = opened(client, told="9", mark="1", lost=["bb", "a"])
    assert "has 6 elements. You lose if you face a and bb." in done
    assert (
        'href="/lab/quotients/octal:0.31/"'
        in client.get(PAGE, {"told": "9", "mark": "1", "lost": ["a", "bb"]}).content.decode()
    )


def test_a_hand_written_address_asks_what_comes_next(client):
    page = opened(client, told="soon", say="99")
    assert "That is not an answer. Choose one below." in page
    assert "Is a row of 1 new?" in page
    assert "That is not an answer." in opened(client, told="9", say="0")
    assert "Which elements lose?" in opened(client, told="500")
    assert led_to(client, told="2", beside="1,,1", say="new")["beside"] == "1"


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"game": "chess"}, "'chess' is not a ruleset"),
        ({"up_to": "0"}, "'0' is not a length; write a number from 1 to 20."),
        ({"game": "kayles", "up_to": "9"}, "there are 18 elements, and you can compare 12 at most"),
        ({"game": "partizan-kayles"}, "a quotient needs one"),
    ],
)
def test_what_cannot_be_worked_out_by_hand_is_refused_in_a_sentence(client, given, says):
    assert says in opened(client, 422, **given)


def test_a_game_in_code_is_worked_out_like_any_other(client):
    response = client.get(PAGE, {"game": "nim", "up_to": "3", "code": "octal:0.07"}, follow=True)
    assert "Dawson's Kayles, rows of up to 3" in words(response)


@pytest.mark.parametrize(("name", "fields", "board"), EXAMPLES)
def test_every_example_can_be_followed_to_its_end(client, name, fields, board):
    """By pressing what is there: the column shown, then the answer that is not refused."""
    response = client.get(workshop_url(fields))
    for _ in range(120):
        page = response.content.decode()
        if "Which elements lose?" in page:
            break
        hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page))
        shown = client.get(PAGE, hidden | {"show": "1"})
        if shown.status_code == 302:
            response = client.get(shown.url)
            continue
        places = ["new", *re.findall(r'name="say" value="(\d+)"', page)]
        answers = (client.get(PAGE, hidden | {"say": place}) for place in places)
        right = [answer for answer in answers if answer.status_code == 302]
        assert len(right) == 1
        response = client.get(right[0].url)
    said = re.search(r": (\d+) elements", name)
    if said:
        assert words(response).count(" elements") >= 1
        assert page.count('name="lost"') == int(said[1])


def test_the_lab_leads_there(client):
    assert 'href="/lab/workshop/"' in client.get("/lab/").content.decode()
