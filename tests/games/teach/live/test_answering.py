"""Answering on a phone: every question that can be asked, changed, too late, and never judged."""

from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.questions.goals import GOALS, PUZZLE_GOALS
from games.questions.shown_question import ShownQuestion
from games.teach.live.rooms.models import Answer, Room, RoomQuestion

from ...test_goals import EXAMPLES
from .rooms import KAYLES, NIM, room

pytestmark = pytest.mark.django_db

State = RoomQuestion.State
ANSWERED = [goal.value for goal in PUZZLE_GOALS if not GOALS[goal].is_game]


@pytest.fixture
def made():
    made = room(KAYLES, NIM, code="KHP4TWX")
    ask(made, 1)
    return made


@pytest.fixture
def ada(made):
    client = Client()
    client.post("/live/KHP4TWX/", {"name": "Ada"})
    return client


def ask(made, number, state=State.ASKED, **columns):
    question = made.questions.get(number=number)
    RoomQuestion.objects.filter(pk=question.pk).update(state=state, **columns)
    version = Room.objects.get(pk=made.pk).version
    Room.objects.filter(pk=made.pk).update(current=question, version=version + 1)
    return question


def page(client):
    return unescape(client.get("/live/KHP4TWX/").content.decode())


def words(html):
    """The sentence below the board."""
    live = unescape(html).rsplit('id="live"', 1)[1].split(">", 1)[1].split("</p>")[0]
    return " ".join(live.replace("<strong>", "").replace("</strong>", "").split())


def give(client, number=1, **posted):
    return client.post(f"/live/KHP4TWX/answer/?question={number}", posted)


def texts():
    return list(Answer.objects.values_list("text", flat=True))


def test_a_move_is_chosen_by_one_touch_and_the_board_shows_it(ada):
    html = page(ada)
    assert "Question 1" in html
    assert "Make a winning move." in html
    assert words(html) == "You haven't answered yet."
    assert give(ada, move="1>2+2").url == "/live/KHP4TWX/"
    html = page(ada)
    assert (
        words(html)
        == "You chose to knock down pin 3 of row 1. You can change it until the answers are shown."
    )
    assert html.count('<span class="cell move-made move-made-first move-made-last">') == 1


def test_the_last_answer_counts_and_is_one_row(ada):
    give(ada, move="1>2+2")
    give(ada, typed="3 1")
    assert len(texts()) == 1
    assert words(page(ada)).startswith("You chose to knock down pin 1 of row 3.")


def test_a_vote_is_one_statement_that_writes_also_when_it_changes(ada):
    for move in ("1>2+2", "3>0"):
        with CaptureQueriesContext(connection) as asked:
            give(ada, move=move)
        writes = [q["sql"] for q in asked if q["sql"].startswith(("INSERT", "UPDATE", "DELETE"))]
        assert len(writes) == 1
        assert "games_answer" in writes[0]
        assert len(asked) <= 10


@pytest.mark.parametrize("goal", ANSWERED)
def test_every_question_is_answered_without_being_judged(goal, visitor, monkeypatch):
    asking = GOALS[goal]
    extra = {key: EXAMPLES[goal][key] for key in asking.extras if key in EXAMPLES[goal]}
    asked = {key: value for key, value in EXAMPLES[goal].items() if key not in extra}
    made = room({**asked, "goal": goal, "extra": extra}, code="KHP4TWX")
    question = ask(made, 1)
    visitor.post("/live/KHP4TWX/", {"name": "Ada"})
    task = ShownQuestion(question)
    right = asking.right(task)
    fields = asking.fields(task, right)
    said = asking.grade(task, right).answered
    monkeypatch.setattr(type(asking), "grade", None)
    assert give(visitor, **fields).status_code == 302
    assert texts() == [right]
    sentence = words(page(visitor))
    assert sentence.endswith("You can change it until the answers are shown.")
    if not asking.is_on_board:
        assert sentence.startswith(said.rstrip("."))
    assert give(visitor, move="9>9", choice="nonsense", squares="x").status_code == 422
    assert texts() == [right]


def test_right_and_wrong_answers_are_told_in_the_same_words(ada):
    """Apart from what was chosen, nothing differs, whether it wins or loses."""
    pages = []
    for move, place in (("1>2+2", "3"), ("1>1+3", "2")):
        give(ada, move=move)
        shown = page(ada).split('<div class="pieces"')[0] + words(page(ada))
        pages.append(shown.replace(f"pin {place}", "pin").split("csrf")[0] + words(page(ada))[-40:])
    assert pages[0] == pages[1]
    assert not any(word in pages[0] for word in ("✓", "✗", "That wins", "That loses"))


def test_what_is_no_answer_is_refused_in_a_sentence_and_what_was_typed_stays(ada):
    response = give(ada, typed="9 9")
    html = response.content.decode()
    assert response.status_code == 422
    assert 'role="alert"' in html
    assert 'value="9 9"' in html
    assert not Answer.objects.exists()


def test_with_scripts_the_part_of_the_page_comes_back(ada):
    response = ada.post(
        "/live/KHP4TWX/answer/?question=1", {"move": "1>2+2"}, headers={"HX-Request": "true"}
    )
    html = response.content.decode()
    assert "<html" not in html
    assert words(html).startswith("You chose to knock down pin 3 of row 1.")


@pytest.mark.parametrize("state", [State.SHOWN, State.JUDGED])
def test_a_late_answer_is_told_that_it_is_late_and_what_counts(made, ada, state):
    give(ada, move="1>2+2")
    ask(made, 1, state)
    response = give(ada, move="3>0")
    html = response.content.decode()
    assert response.status_code == 409
    assert (
        "Too late: the answers are already on the big screen. "
        "Your earlier answer counts. You chose to knock down pin 3 of row 1."
    ) in html
    assert texts() == ["1>2+2"]


def test_who_is_late_with_the_first_answer_is_told_that_none_counts(made, ada):
    ask(made, 1, State.SHOWN)
    html = give(ada, move="3>0").content.decode()
    assert "You hadn't answered before, so nothing counts for this question." in unescape(html)
    assert not Answer.objects.exists()


def test_an_answer_after_the_time_is_late(made, ada):
    ask(made, 1, ends_at=timezone.now())
    assert "Too late: time was up." in give(ada, move="3>0").content.decode()
    assert words(page(ada)) == "You didn't answer. Time's up. Wait for the answers."


def test_nothing_is_answered_in_a_break_or_when_the_room_is_over(made, ada):
    Room.objects.update(is_paused=True)
    assert "Too late: the room is paused." in give(ada, move="3>0").content.decode()
    Room.objects.update(closed_at=timezone.now())
    assert "Too late: the room is closed." in give(ada, move="3>0").content.decode()
    assert not Answer.objects.exists()


def test_a_page_left_open_at_an_earlier_question_answers_neither(made, ada):
    give(ada, move="1>2+2")
    ask(made, 1, State.JUDGED)
    ask(made, 2)
    html = give(ada, move="3>0").content.decode()
    assert "Too late: the class has moved on to another question." in html
    assert "You chose to knock down pin 3 of row 1." in html
    assert "Question 2" in html
    assert "Who wins" in html
    assert texts() == ["1>2+2"]


def test_what_was_shown_in_between_is_seen_before_anything_is_written(made, ada, monkeypatch):
    """The question is shown after the page was looked up and before the answer is stored."""
    monkeypatch.setattr(
        "games.teach.live.screens.phone_views.posted_answer",
        lambda request, task: ask(made, 1, State.SHOWN) and "3>0",
    )
    assert give(ada, move="3>0").status_code == 409
    assert not Answer.objects.exists()


@pytest.mark.parametrize("number", ["", "0", "99", "x", "٣", "9" * 50])
def test_an_answer_to_no_question_leads_back_to_the_room(ada, number):
    assert give(ada, number, move="3>0").url == "/live/KHP4TWX/"
    assert not Answer.objects.exists()


def test_nobody_answers_who_is_not_in(made, visitor):
    assert give(visitor, move="3>0").url == "/live/KHP4TWX/"
    response = visitor.post(
        "/live/KHP4TWX/answer/?question=1", {"move": "3>0"}, headers={"HX-Request": "true"}
    )
    assert response.headers["HX-Redirect"] == "/live/KHP4TWX/"
    assert not Answer.objects.exists()
