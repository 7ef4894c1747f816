"""The first page for somebody who comes back: what they can do today, each with one touch."""

import re
from datetime import timedelta
from html import unescape

import pytest
import time_machine
from django.utils import timezone

from games.learn.puzzles.models import Daily
from games.play.models import Match

from ..learn.lessons.lessons import PREDICT, give, lesson, step
from ..learn.puzzles.puzzles import answer, puzzle
from ..teach.work.assignments import assignment, classroom, member, person

pytestmark = [pytest.mark.days, pytest.mark.django_db]


def today_on(client):
    """What "Today" says on the first page; empty where it is not there."""
    page = unescape(" ".join(client.get("/").content.decode().split()))
    parts = page.split('id="today-title"')
    return parts[1].split("</section>")[0] if len(parts) > 1 else ""


def days_later(days):
    return time_machine.travel(timezone.now() + timedelta(days=days, minutes=1), tick=False)


@pytest.fixture
def pair():
    """Today's easy puzzle and the hard one."""
    hard = puzzle(position="2+3", goal="predict")
    Daily.objects.create(state="published", day=timezone.localdate(), puzzle=hard)
    return puzzle(position="1+2"), hard


def test_one_touch_leads_to_the_first_question_that_is_due(visitor, stranger):
    give(visitor, step(lesson(PREDICT), 1), choice="P")
    assert "Looking back comes back on" in today_on(visitor)
    with days_later(1):
        today = today_on(visitor)
        assert "1 question due" in today
        assert "About 1 minute<" in today
        action = re.search(r'now-due" method="post" action="([^"]+)"', today)[1]
        question = visitor.post(action, follow=True).content.decode()
        assert "question 1 of 1" in question
        assert today_on(stranger) == ""


def test_the_puzzles_of_the_day_are_marked_once_they_are_tried(visitor, pair):
    easy, hard = pair
    answer(visitor, hard, choice="P")
    today = today_on(visitor)
    assert "Solved" not in today
    assert "Not solved yet" in today
    assert today.index(easy.get_absolute_url()) < today.index(hard.get_absolute_url())
    answer(visitor, easy, move="2>0")
    today = today_on(visitor)
    assert today.count("</span>Solved") == 1
    assert "Share my result" not in today


def test_the_line_to_share_says_how_it_went_and_gives_nothing_away(visitor, pair):
    easy, hard = pair
    with time_machine.travel(timezone.now(), tick=False):
        day = timezone.localdate()
        assert "Your result to share" not in visitor.get("/puzzles/daily/").content.decode()
        answer(visitor, easy, move="2>0")
        answer(visitor, hard, choice="P")
        line = f"Marienbad, {day.day} {day:%B}: easy ✓ at the first try, hard not yet."
        assert line in visitor.get("/puzzles/daily/").content.decode()
        answer(visitor, hard, choice="N")
        line = f"easy ✓ at the first try, hard ✓ at the second try. {ADDRESS}"
        for address in ("/puzzles/daily/", "/"):
            page = visitor.get(address).content.decode()
            field = re.search(r'<input id="day-line" value="([^"]+)" readonly>', page)[1]
            assert field == f"Marienbad, {day.day} {day:%B}: {line}"


ADDRESS = "http://testserver/puzzles/daily/"


def test_homework_stands_there_with_its_date(db):
    room, student = classroom(person("teacher")), person("ann")
    member(room, student, "Ann Archer")
    found = assignment(room, due_at=timezone.now() + timedelta(days=3))
    due = timezone.localtime(found.due_at)
    today = today_on(student)
    assert found.title in today
    assert f"done, due {due.day} {due:%B}" in today
    assert found.get_absolute_url() in today


def test_the_opponent_is_the_easiest_one_not_yet_beaten_there(signed_in, alice):
    assert "Beat Norma" in today_on(signed_in)
    game = {"ruleset": "nim", "convention": "misere", "state": "finished", "seed": 1}
    beaten = {"user": alice, "winner": "owner", "position": "0", "opponent": "norma"}
    Match.objects.create(start="3+5+7", **game, **beaten)
    assert "Beat Norma" in today_on(signed_in)
    Match.objects.create(start="1+3+5+7", **game, **beaten)
    assert "Beat Evan" in today_on(signed_in)
    form = today_on(signed_in).split('class="now-play"')[1].split("</form>")[0]
    fields = dict(re.findall(r'name="(start|convention|opponent|starter)" value="([^"]+)"', form))
    response = signed_in.post("/play/", fields)
    assert response.status_code == 302
    match = Match.objects.get(pk=response.url.split("/")[2])
    assert (match.opponent, match.start) == ("evan", "1+3+5+7")


def test_the_days_of_practice_are_counted_and_none_is_no_reproach(signed_in, pair):
    assert "Today can be the first" in today_on(signed_in)
    with days_later(-2):
        answer(signed_in, pair[0], move="2>0")
    answer(signed_in, pair[1], choice="P")
    today = today_on(signed_in)
    assert "2 of the last 7" in today
    assert today.count('class="practised"') == 2
