"""Who is right is told to nobody before it is shown: in no page, no export, no error, no time.

And who said what is told to nobody but whoever leads.
"""

import re
from collections import Counter
from html.parser import HTMLParser

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.teach.live.rooms.models import Answer, RoomQuestion

from .phones import Leader, Phone, browser, words
from .rooms import KAYLES, NIM, room

pytestmark = pytest.mark.django_db

WINS, LOSES = "1>2+2", "1>1+3"
RIGHT, WRONG = {"choice": "N"}, {"choice": "P"}
VERDICTS = re.compile(r"[✓✗]|\b(right|wrong|correct|keeps|wins|loses)\b")


class Marks(HTMLParser):
    """The elements of a page with their classes: what a page shows beside its words. Which of
    two buttons was pressed is no secret to whoever pressed it, so their order is none of it."""

    def __init__(self, response):
        super().__init__()
        self.found = []
        self.feed(response.content.decode())

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs).get("class")))


def marks(response):
    return Counter(Marks(response).found)


@pytest.fixture
def made():
    return room(NIM, KAYLES)


@pytest.fixture
def leader(made):
    leads = Leader(made)
    leads.press("next")
    return leads


@pytest.fixture
def ada(made, leader):
    return Phone(made, "Ada")


@pytest.fixture
def bob(made, leader):
    return Phone(made, "Bob")


def test_two_phones_that_said_the_opposite_show_the_same_marks(leader, ada, bob):
    """Until the verdicts: while it is asked, and while the answers are shown."""
    ada.answer(**RIGHT)
    bob.answer(**WRONG)
    for _ in range(2):
        for ask in (Phone.page, lambda phone: phone.poll(0)):
            assert marks(ask(ada)) == marks(ask(bob))
        leader.press("show")
    assert marks(ada.page()) == marks(bob.page())
    leader.press("judge")
    assert marks(ada.page()) != marks(bob.page())
    assert "That is right" in words(ada.page()) or "Right" in words(ada.page())


def test_a_room_that_is_all_right_looks_like_one_that_is_all_wrong(leader, ada):
    """On the projector, before the verdicts: the words differ by what was said alone."""
    ada.answer(**RIGHT)
    asked = words(leader.screen())
    ada.answer(**WRONG)
    assert words(leader.screen()) == asked
    leader.press("show")
    shown, looks = words(leader.screen()), marks(leader.screen())
    Answer.objects.update(text="N")
    assert marks(leader.screen()) == looks
    goes = set(words(leader.screen()).split()) ^ set(shown.split())
    assert not VERDICTS.search(" ".join(goes) + " ".join(c or "" for _, c in looks))


@pytest.mark.parametrize(
    ("number", "right", "wrong"),
    [(1, RIGHT, WRONG), (2, {"move": WINS}, {"move": LOSES})],
    ids=["who wins", "a move"],
)
def test_an_answer_costs_the_same_statements_whether_it_is_right(
    leader, ada, bob, number, right, wrong
):
    """No time to be measured: the same is asked of the database, and the solver nothing."""
    leader.press("ask", number=number)
    asked = []
    for phone, fields in ((ada, right), (bob, wrong), (ada, wrong), (bob, right)):
        with CaptureQueriesContext(connection) as queries:
            assert phone.answer(number, **fields).status_code == 302
        asked.append([re.sub(r"'[^']*'|\b[0-9a-f-]{32,36}\b|\d+", "?", q["sql"]) for q in queries])
    assert asked[0] == asked[1] == asked[2] == asked[3]


def test_what_cannot_be_read_is_refused_in_words_that_do_not_tell(leader, ada):
    leader.press("ask", number=2)
    told = []
    for typed in ("1 3", "9 9"):
        response = ada.answer(2, typed=typed)
        told.append((response.status_code, words(response)))
    assert told[0][0] == 302
    assert told[1][0] == 422
    assert not VERDICTS.search(told[1][1].partition("Make a winning move.")[0].split("loses")[-1])


def test_the_export_of_what_is_ones_own_has_no_verdict(made, leader):
    told = []
    for fields in (RIGHT, WRONG):
        phone = Phone(made, client=browser("alice" if fields is RIGHT else "bella"))
        phone.answer(**fields)
        export = phone.client.get("/me/export/").content.decode()
        told.append(re.sub(r"alice|bella|\d", "", export.replace('"P"', '"N"')))
    assert len(told[0]) == len(told[1])
    assert sorted(told[0]) == sorted(told[1])


def test_names_stay_in_the_room(leader, made, ada, bob, visitor):
    """Neither outside, nor on another phone, nor on the projector once something is asked."""
    ada.answer(**RIGHT)
    leader.press("show")
    for page in (visitor.get(ada.address), bob.page(), bob.poll(0), leader.screen()):
        assert "Ada" not in words(page)
    assert "Ada" in words(ada.page())


SCREENS = ["projector/", "projector/poll/?version=0", "desk/", "desk/poll/?version=0"]


@pytest.mark.parametrize("screen", SCREENS)
def test_the_screens_of_whoever_leads_are_for_nobody_else(leader, ada, screen):
    address = f"{ada.address}{screen}"
    assert ada.client.get(address).url.startswith("/accounts/login/")
    for username in ("alice", "another-instructor"):
        response = browser(username).get(address)
        assert response.status_code == 404
        assert "Ada" not in words(response)
    assert leader.client.get(address).status_code == 200


@pytest.mark.parametrize("step", ["show", "next", "pause", "close"])
def test_nobody_else_leads(leader, made, ada, step):
    made.refresh_from_db()
    alice = Phone(made, client=browser("alice"))
    for client in (ada.client, alice.client, browser("another-instructor"), Client()):
        response = Leader(made, client).press(step)
        assert response.status_code in (302, 404)
        assert response.status_code == 404 or response.url.startswith("/accounts/login/")
    version = made.version
    made.refresh_from_db()
    assert (made.version, made.is_paused, made.closed_at) == (version, False, None)
    assert made.questions.first().state == RoomQuestion.State.ASKED


def test_who_is_in_one_room_answers_in_no_other(leader, ada):
    other = room(NIM)
    leads = Leader(other)
    leads.press("next")
    response = ada.client.post(f"{other.get_absolute_url()}answer/?question=1", RIGHT)
    assert response.url == other.get_absolute_url()
    assert "Your first name" in words(ada.client.get(response.url))
    assert not Answer.objects.exists()
    poll = ada.client.get(
        f"{other.get_absolute_url()}poll/?version=0", headers={"HX-Request": "true"}
    )
    assert poll.headers["HX-Redirect"] == other.get_absolute_url()


def test_a_question_that_waits_is_told_to_no_phone(leader, ada):
    """What comes next is neither in a page nor to be answered."""
    assert "Kayles" not in ada.page().content.decode()
    assert ada.answer(2, move=WINS).status_code in (302, 409)
    assert not Answer.objects.exists()
