"""The wall of a room, through the client: what it shows at each step, and what it does not."""

import re
from html import unescape as html_unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.people.models import User
from games.questions.shown_question import ShownQuestion
from games.teach.live.rooms.models import Participant, Room

from .phones import POLLED
from .rooms import KAYLES, NIM, answers, participants, room

pytestmark = pytest.mark.django_db
STRIPS = {
    "ruleset": "partizan-kayles",
    "position": "5+7",
    "convention": "misere",
    "to_move": "right",
    "goal": "move",
}
MIDDLE, ALONE, LOSES = "1>2+2", "3>0", "2>3"
"""Two moves of the Kayles position that win, and one that loses."""


@pytest.fixture
def lead():
    made = User.objects.get_or_create(username="ms-lind", teaches=True)[0]
    client = Client()
    client.force_login(made)
    return client


def wall(lead, made, **headers):
    return lead.get(f"/live/{made.code}/projector/", **headers).content.decode()


def do(lead, made, step, version=None, **fields):
    """Press a button of the wall as it stands."""
    version = version or Room.objects.get(pk=made.pk).version
    posted = {"version": version, "from": "projector", **fields}
    return lead.post(f"/live/{made.code}/do/{step}/", posted)


def through(lead, made, *steps):
    for step in steps:
        assert do(lead, made, step).status_code == 302
    return wall(lead, made)


def told(html):
    """A page as it is read: without tags, its space as one."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def discs(html):
    return [int(n) for n in re.findall(r'class="disc-number[^>]*>(\d+)<', html)]


def bars(html):
    """The bars as their table reads: the answer, how many, and the verdict if there is one."""
    rows = re.findall(r"<tr class.*?</tr>", html, re.DOTALL)
    return [
        [told(cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL)] for row in rows
    ]


def test_the_lobby_has_the_address_the_code_and_the_first_names(lead):
    made = room()
    participants(made, "Anna Berg", "Chen", "Rude Word", "Gast Ü", "Team 12")
    Participant.objects.filter(name="Rude Word").update(is_hidden=True)
    html = wall(lead, made)
    assert "testserver/live" in told(html)
    assert made.shown_code in told(html)
    assert "5 here" in told(html)
    assert "Team 12 Gast Ü Chen Anna B." in told(html)
    assert "Chen" in html
    assert "Berg" not in html
    assert "Rude" not in html
    assert "QR code" in html
    assert "Ask the first question" in html


def test_an_empty_lobby_says_so(lead):
    assert "Nobody is here yet." in told(wall(lead, room()))


def test_what_is_asked_is_shown_with_how_many_have_answered_and_never_who(lead):
    made = room()
    participants(made, "Anna")
    through(lead, made, "next")
    answers(made.questions.first(), MIDDLE, LOSES)
    html = wall(lead, made)
    read = told(html)
    assert "5, 4 and 1 pins. Knock down one pin, or two side by side. Last one loses ." in read
    assert "Make a winning move. 2 of 3 have answered." in read
    assert html.count('href="#piece-pins"') == 10
    assert "Anna" not in html
    assert "Somebody" not in html
    assert discs(html) == []
    assert bars(html) == []
    assert "win" not in read.replace("Make a winning move", "")


def test_shown_answers_are_discs_and_bars_without_a_word_of_what_is_right(lead):
    made = room()
    through(lead, made, "next")
    answers(made.questions.first(), *[MIDDLE] * 11, *[ALONE] * 9, *[LOSES] * 4)
    html = through(lead, made, "show")
    assert sorted(discs(html)) == [4, 9, 11]
    assert bars(html) == [
        ["Knock down pin 3 of row 1, leaving 2 and 2", "11"],
        ["Knock down pin 1 of row 3, leaving nothing", "9"],
        ["Knock down pin 4 of row 2, leaving 3", "4"],
    ]
    answered = html[html.index("</header>") : html.index('class="wall-steps"')]
    assert not re.search(r"right|wrong|lose|win|lost|✓|✗", answered)
    assert "Show me why" not in html
    assert "Somebody" not in html


def test_the_larger_number_has_the_larger_disc(lead):
    made = room()
    through(lead, made, "next")
    answers(made.questions.first(), *[MIDDLE] * 4, LOSES)
    html = through(lead, made, "show")
    radii = [float(r) for r in re.findall(r'class="disc "[^>]* r="([\d.]+)"', html)]
    assert max(radii) == 2 * min(radii)


def test_mirrored_moves_are_two_discs_and_one_bar(lead):
    made = room()
    through(lead, made, "next")
    answers(made.questions.first(), "1>0+4", "1>4+0")
    html = through(lead, made, "show")
    assert discs(html) == [1, 1]
    assert [row[1] for row in bars(html)] == ["2"]


def test_a_bar_names_the_move_where_its_disc_is(lead):
    made = room()
    through(lead, made, "next")
    answers(made.questions.first(), "2>0+3", "2>0+3", "2>3+0")
    html = through(lead, made, "show")
    assert bars(html) == [["Knock down pin 1 of row 2, leaving 3", "3"]]


def test_verdicts_are_said_in_words_with_the_reason(lead):
    made = room()
    through(lead, made, "next")
    answers(made.questions.first(), MIDDLE, MIDDLE, LOSES)
    html = through(lead, made, "show", "judge")
    assert bars(html) == [
        ["Knock down pin 3 of row 1, leaving 2 and 2", "2", "✓ wins"],
        ["Knock down pin 4 of row 2, leaving 3", "1", "✗ loses"],
    ]
    assert "5 moves win, counting mirror images." in told(html)
    assert html.count('class="disc right"') == html.count('class="disc wrong"') == 1
    assert "Somebody" not in html


def test_a_question_without_moves_has_bars_alone(lead):
    made = room(NIM)
    through(lead, made, "next")
    task = ShownQuestion(made.questions.first().asked)
    right = task.asking.right(task)
    wrong = next(option.value for option in task.options if option.value != right)
    answers(made.questions.first(), wrong, right, right)
    html = through(lead, made, "show", "judge")
    assert discs(html) == []
    assert [row[1:] for row in bars(html)] == [["2", "✓ right"], ["1", "✗ wrong"]]


def test_kinds_that_are_wrong_are_named_without_being_judged(lead):
    made = room(KAYLES | {"goal": "classify", "extra": {"simple": True}})
    through(lead, made, "next")
    answers(made.questions.first(), "null;trap;switch")
    html = through(lead, made, "show")
    assert bars(html) == [["5 is a null, 4 is a trap, 1 is a switch", "1"]]
    assert "Refresh this page" not in html


def test_a_case_is_told_by_its_name_alone(lead):
    rows = {"ruleset": "subtraction:3", "position": "1+2+5", "convention": "misere", "goal": "case"}
    html = through(lead, room(rows), "next", "show", "judge")
    right = re.search(r'<b class="wall-right">(.*?)</b>', html, re.DOTALL)[1]
    assert told(right) == "Case 2: one higher switch, an even number of inverters."
    assert "1, 2 and 5 lights. Take 1, 2 or 3 from one row. Last one loses ." in told(html)


def test_rare_answers_are_one_bar_at_the_end(lead):
    made = room({"ruleset": "nim", "position": "8", "convention": "normal", "goal": "move"})
    through(lead, made, "next")
    rare = [f"1>{left}" for left in range(2, 8)]
    answers(made.questions.first(), *["1>0"] * 3, *["1>1"] * 2, *rare)
    html = through(lead, made, "show")
    assert bars(html)[-1] == ["4 other answers", "4"]
    assert len(bars(html)) == 5
    html = through(lead, made, "judge")
    assert bars(html)[-1][0] == "4 other answers, none of them right"


def test_the_right_ones_in_the_last_bar_are_counted_by_people(lead):
    made = room(NIM | {"position": "8+7", "goal": "move"})
    through(lead, made, "next")
    often = [f"1>{left}" for left in range(4) for _ in range(4)]
    answers(made.questions.first(), *often, *["1>7"] * 3, "1>4", "1>5")
    html = through(lead, made, "show", "judge")
    assert bars(html)[-1][:2] == ["3 other answers, 3 of them right", "5"]


def test_an_answer_that_cannot_be_read_counts_under_its_own_words(lead):
    made = room()
    through(lead, made, "next")
    answers(made.questions.first(), "<b>cheese", MIDDLE)
    html = through(lead, made, "show", "judge")
    assert ["&lt;b&gt;cheese", "1", ""] in bars(html)
    assert discs(html) == [1]


def test_nobody_has_answered(lead):
    assert "Nobody has answered." in told(through(lead, room(), "next", "show"))


def test_the_dominoes_of_right_lie_between_their_squares(lead):
    made = room(STRIPS)
    through(lead, made, "next")
    answers(made.questions.first(), "1>0+3", "2>5+0")
    html = wall(lead, made)
    assert "You are Right: you take two squares side by side." in told(html)
    html = through(lead, made, "show")
    first, second = (float(x) for x in re.findall(r'class="disc " cx="([\d.]+)"', html))
    # the first domino of five squares ends 80 units after its row begins; the rows have one middle
    assert discs(html) == [1, 1]
    assert second - first == pytest.approx((6 - 1) * 40 - (7 - 5) * 20)


def film(lead, made, frame):
    return do(lead, made, "film", theory="nim-sum", frame=frame)


def test_a_film_can_be_left_for_the_next_question(lead):
    nim = {"ruleset": "nim", "position": "1+2+4", "convention": "normal", "goal": "move"}
    made = room(nim, nim | {"position": "3+5"})
    through(lead, made, "next", "show", "judge")
    film(lead, made, 1)
    html = wall(lead, made)
    assert "Next frame" in told(html)
    assert "Next question" in told(html)
    asked = told(through(lead, made, "next"))
    assert "3 and 5 matches" in asked
    assert "Frame" not in asked


def test_a_film_is_stepped_through_and_put_away(lead):
    made = room({"ruleset": "nim", "position": "1+2+4", "convention": "normal", "goal": "move"})
    assert "Show me why" in through(lead, made, "next", "show", "judge")
    film(lead, made, 1)
    first = told(wall(lead, made))
    assert "Frame 1 of " in first
    assert "Next frame" in first
    assert "What the class chose" not in first
    film(lead, made, 2)
    second = wall(lead, made)
    assert "Frame 2 of " in told(second)
    assert 'id="room-film-back"' in second
    assert "data-turns" in second
    film(lead, made, 0)
    assert "Show me why" in wall(lead, made)


@pytest.mark.parametrize("matches", [8, 16])
def test_a_wall_names_the_first_of_many_moves_and_counts_the_others(lead, matches):
    """A row of so many matches has as many moves; the wall has room for three."""
    asked = {"ruleset": "nim", "position": str(matches), "convention": "normal", "goal": "move"}
    made = room(asked)
    through(lead, made, "next", "show", "judge")
    do(lead, made, "film", theory="below", frame=1)
    html = wall(lead, made)
    assert f"and {matches - 3} others" in told(html)
    phone = Client()
    phone.post(f"/live/{made.code}/", {"name": "Ada"})
    html = phone.get(f"/live/{made.code}/").content.decode()
    assert f"and {matches - 3} others" in told(html)  # in the page, and hidden on a phone


def test_a_wall_that_has_room_for_every_move_counts_none(lead):
    made = room({"ruleset": "nim", "position": "5", "convention": "normal", "goal": "move"})
    through(lead, made, "next", "show", "judge")
    do(lead, made, "film", theory="below", frame=1)
    assert "others" not in told(wall(lead, made))


@pytest.mark.parametrize(
    ("position", "right"),
    [
        ("3+4+5", "Only one move wins. Take 2 from row 1, leaving 1."),
        ("1+2+3", "No move wins here."),
        ("+".join(map(str, range(1, 13))), "5 moves win."),
    ],
)
def test_up_to_three_winning_moves_are_named(lead, position, right):
    made = room({"ruleset": "nim", "position": position, "convention": "normal", "goal": "move"})
    html = through(lead, made, "next", "show", "judge")
    shown = re.search(r'<b class="wall-right">(.*?)</b>', html, re.DOTALL)[1]
    assert told(shown) == right


@pytest.mark.parametrize(
    ("asked", "right"),
    [
        ("3+4", "You can win. Take 1 from row 2, leaving 3."),
        ("2+2+1", "You can win. Take 1 from row 3, leaving nothing."),
        (
            "1+2+3",
            "You lose, whatever you do. None of the 6 moves wins: each leaves the other player a "
            "winning position.",
        ),
    ],
)
def test_who_wins_is_answered_with_the_reason(lead, asked, right):
    made = room({"ruleset": "nim", "position": asked, "convention": "normal", "goal": "predict"})
    html = through(lead, made, "next", "show", "judge")
    shown = re.search(r'<b class="wall-right">(.*?)</b>', html, re.DOTALL)[1]
    assert told(shown) == right


def test_a_frame_after_the_last_is_the_last(lead):
    made = room({"ruleset": "nim", "position": "1+2+4", "convention": "normal", "goal": "move"})
    through(lead, made, "next", "show", "judge")
    film(lead, made, 500)
    html = wall(lead, made)
    last = re.search(r"Frame (\d+) of (\d+)", html)
    assert last[1] == last[2]
    assert "Next frame" not in html


def test_the_theory_is_chosen_among_those_that_cover_the_position(lead):
    made = room()
    html = through(lead, made, "next", "show", "judge")
    offered = re.findall(r'<option value="([\w-]+)"', html)
    assert "misere-quotient" in offered
    assert "r1" not in offered


def test_the_next_position_is_asked_and_the_last_offers_none(lead):
    made = room()
    assert "Next question" in through(lead, made, "next", "show", "judge")
    html = through(lead, made, "next")
    assert "<b>Who wins?</b>" in html
    assert "Next question" not in html


def test_the_button_for_the_next_position_is_another_one_afterwards(lead):
    made = room(KAYLES, NIM, STRIPS)
    buttons = [
        re.findall(r'id="(next-\d)"', through(lead, made, *steps))
        for steps in ((), ("next",), ("next",))
    ]
    assert buttons == [["next-1"], ["next-2"], ["next-3"]]


def test_an_old_page_is_told_and_shows_how_the_room_stands(lead):
    made = room()
    through(lead, made, "next", "show")
    refused = do(lead, made, "next", version=1)
    assert refused.status_code == 409
    read = told(refused.content.decode())
    assert "The room moved on before you pressed the button." in read
    assert "Show the right answer" in read


def test_a_double_click_is_one_step_and_no_reproach(lead):
    made = room()
    for _ in range(2):
        answer = do(lead, made, "next", version=1)
        assert answer.status_code == 302
        assert answer["Location"] == f"/live/{made.code}/projector/"
    assert Room.objects.get().version == 2


def test_htmx_gets_the_wall_alone_as_it_is_now(lead):
    made = room()
    html = lead.post(
        f"/live/{made.code}/do/next/",
        {"version": 1, "from": "projector"},
        headers={"HX-Request": "true"},
    ).content.decode()
    assert "<html" not in html
    assert "Make a winning move." in html
    assert 'id="projector"' in html


def poll_of(html):
    return re.search(r'data-poll="([^"]+)"', html)[1]


def test_the_wall_hears_nothing_until_somebody_answers(lead):
    made = room()
    html = through(lead, made, "next")
    htmx = {"HX-Request": "true"}
    assert lead.get(poll_of(html), headers=htmx).status_code == 204
    answers(made.questions.first(), LOSES)
    news = lead.get(poll_of(html), headers=htmx).content.decode()
    assert "1 of 1 have answered." in told(news)
    assert lead.get(poll_of(news), headers=htmx).status_code == 204


def test_two_walls_follow_each_other(lead):
    made = room()
    other = poll_of(wall(lead, made))
    do(lead, made, "next")
    assert (
        "Make a winning move." in lead.get(other, headers={"HX-Request": "true"}).content.decode()
    )


def test_a_room_that_is_over_says_so_and_polls_no_more(lead):
    made = room()
    through(lead, made, "next")
    Room.objects.update(closes_at=made.created_at)
    html = wall(lead, made)
    assert "The room is closed" in html
    assert "data-poll" not in html
    assert "Kayles" not in html
    assert do(lead, made, "show").status_code == 409


def test_a_step_that_is_none_is_not_found(lead):
    assert do(lead, room(), "dance").status_code == 404


def test_only_who_leads_the_room_sees_its_wall():
    made = room(owner=User.objects.create(username="someone", teaches=True))
    client = Client()
    assert client.get(f"/live/{made.code}/projector/").status_code == 302
    client.force_login(User.objects.create(username="another", teaches=True))
    assert client.get(f"/live/{made.code}/projector/").status_code == 404
    assert client.post(f"/live/{made.code}/do/next/", {"version": 1}).status_code == 404
    assert Room.objects.get().version == 1


def test_many_rows_have_a_short_heading_and_low_matches(lead):
    twelve = "+".join(map(str, range(1, 13)))
    made = room({"ruleset": "nim", "position": twelve, "convention": "normal", "goal": "move"})
    html = through(lead, made, "next")
    assert "12 rows of matches. Take from one row. Last one wins ." in told(html)
    assert html.count('href="#small-matches"') >= 78


@pytest.mark.parametrize("screen", ["projector", "desk", "round"])
def test_a_stranger_cannot_tell_from_a_poll_what_a_room_is_at(lead, screen):
    made = room()
    address = f"/live/{made.code}/{screen}/"
    own = html_unescape(re.search(r'data-poll="([^"]+)"', lead.get(address).content.decode())[1])
    assert lead.get(own, headers=POLLED).status_code == 204
    # The versions that a stranger can think of are answered alike, in one query of a leader's poll.
    for version in ("1", "1-0-0-0", "1-0-0-0-", "2-0-0-0-", "x"):
        guess = f"{address}poll/?version={version}"
        answer = Client().get(guess, headers=POLLED)
        assert (answer.status_code, "HX-Redirect" in answer.headers) == (200, True), version
        assert "Pace" not in answer.headers
    with CaptureQueriesContext(connection) as asked:
        lead.get(own, headers=POLLED)
    assert len(asked) == 1
    # What is shown of one room says nothing of another that stands the same.
    other = room()
    elsewhere = own.replace(made.code, other.code)
    assert Client().get(elsewhere, headers=POLLED).status_code == 200
