"""The weekly list of a class: who is on it, what counts, and who may read it."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from games.learn.puzzles.models import PuzzleAttempt
from games.play.models import Match, Move
from games.teach.classes.models import Classroom, Membership

from ...learn.puzzles.puzzles import puzzle, solve
from ...play.friends import together
from ...play.games import send, start

pytestmark = [pytest.mark.days, pytest.mark.django_db]


@pytest.fixture
def week(classroom):
    """The address of the list, which the owner of the class has turned on."""
    Classroom.objects.update(has_weekly_list=True)
    return f"/classes/{classroom.pk}/week/"


def list_me(browser, week, listed="1"):
    return browser.post(week, {"listed": listed})


def text_of(browser, week):
    response = browser.get(week)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def rows(browser, week):
    """The list as it is read: both together, name, puzzles, opponents."""
    part = text_of(browser, week).partition('id="listed">')[2].partition("</ol>")[0]
    one = r"<strong>(\d+)</strong> ([^<]+?) <span class=\"quiet\"> (\d+) puzzles?, (\d+) opponents?"
    return re.findall(one, part)


def beat(browser, opponent="random", **changes):
    """A game won by the only sensible move: of two matches one is taken."""
    match = start(browser, position="2", opponent=opponent, **changes)
    assert send(browser, match, "1>1").status_code == 302
    match.refresh_from_db()
    assert match.winner == "owner"
    return match


def test_nobody_is_named_before_choosing_it_and_choosing_can_be_taken_back(people, week):
    pupil, mate = people["student"], people["classmate"]
    beat(pupil)
    assert rows(mate, week) == []
    assert "No names yet: 2 students in the class." in text_of(mate, week)
    assert "Pavel" not in text_of(mate, week)
    assert "Your name is not on the list." in text_of(pupil, week)
    assert list_me(pupil, week).url == week
    assert rows(mate, week) == [("1", "Pavel Realname", "0", "1")]
    assert "And 1 other." in text_of(mate, week)
    page = week.removesuffix("week/")
    assert "Your class reads your name and what you won this week" in text_of(pupil, page)
    assert "Other students can't see that name." in text_of(mate, page)
    assert list_me(pupil, week, "0").url == week
    assert rows(mate, week) == []
    assert "Pavel" not in text_of(mate, week)


def test_staff_read_the_same_list_and_choose_for_nobody(people, week):
    beat(people["student"])
    beat(people["classmate"])
    list_me(people["classmate"], week)
    for who in ("owner", "instructor", "assistant"):
        assert rows(people[who], week) == [("1", "Class Mate", "0", "1")]
        assert "Pavel" not in text_of(people[who], week)
        assert list_me(people[who], week).status_code == 403
    assert Membership.objects.get(is_listed=True).real_name == "Class Mate"


def test_others_and_a_class_without_a_list_have_none(people, week):
    list_me(people["student"], week)
    for who in ("other instructor", "somebody"):
        assert people[who].get(week).status_code == 404
        assert list_me(people[who], week).status_code == 404
    assert people["nobody"].get(week).status_code == 302
    Classroom.objects.update(has_weekly_list=False)
    for who in ("owner", "student", "classmate"):
        assert people[who].get(week).status_code == 404
        assert week not in people[who].get("/classes/").content.decode()


def test_an_instructor_turns_it_on_and_students_find_it(people, classroom):
    page = classroom.get_absolute_url()
    assert people["owner"].get(f"{page}week/").status_code == 404
    assert people["student"].post(f"{page}settings/", {"has_weekly_list": "on"}).status_code == 404
    settings = {"name": "Logic 101", "time_zone": "Europe/Vienna", "has_weekly_list": "on"}
    people["owner"].post(f"{page}settings/", settings)
    assert f'href="{page}week/"' in people["owner"].get(page).content.decode()
    assert f'href="{page}week/"' in people["student"].get("/classes/").content.decode()
    people["owner"].post(f"{page}settings/", settings | {"has_weekly_list": ""})
    assert people["student"].get(f"{page}week/").status_code == 404


def test_each_opponent_counts_once_and_only_without_help(pupil, week):
    list_me(pupil, week)
    beat(pupil)
    beat(pupil)
    beat(pupil, "perfect")
    assert rows(pupil, week) == [("2", "Pavel Realname", "0", "2")]
    Move.objects.filter(match__opponent="perfect", seat="owner").update(hint_tier=1)
    assert rows(pupil, week) == [("1", "Pavel Realname", "0", "1")]
    Move.objects.filter(match__opponent="random", seat="owner").update(undone_at=3)
    assert rows(pupil, week) == []


def test_games_with_people_and_games_of_lessons_and_assignments_do_not_count(pupil, people, week):
    list_me(pupil, week)
    mate = people["classmate"]
    match = together(pupil, mate, position="2")
    send(pupil, match, "1>1")
    send(mate, match, "1>0")
    beat(pupil)
    Match.objects.filter(opponent="random").update(origin="/learn/rows/1/")
    assert rows(pupil, week) == []


def test_a_puzzle_counts_that_was_solved_at_the_first_try(pupil, week):
    list_me(pupil, week)
    solve(pupil, puzzle(position="1+2+4"), move="3>3")
    second = puzzle(position="1+2+5")
    solve(pupil, second, move="3>1")
    solve(pupil, second, move="3>3")
    assert PuzzleAttempt.objects.filter(solved=True).count() == 2
    assert rows(pupil, week) == [("1", "Pavel Realname", "1", "0")]


def test_the_best_stands_first_and_last_week_is_over(people, classroom, week):
    pupil, mate = people["student"], people["classmate"]
    for browser in (pupil, mate):
        list_me(browser, week)
        beat(browser)
    beat(mate, "perfect")
    assert [row[1] for row in rows(pupil, week)] == ["Class Mate", "Pavel Realname"]
    assert "other" not in text_of(pupil, week).partition("</ol>")[2].partition("<section")[0]
    now = timezone.now().astimezone(classroom.zone)
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    monday = midnight - timedelta(days=now.weekday())
    Match.objects.filter(opponent="perfect").update(finished_at=monday - timedelta(seconds=1))
    Match.objects.filter(opponent="random").update(finished_at=monday)
    assert {(row[0], *row[2:]) for row in rows(pupil, week)} == {("1", "0", "1")}


def test_the_week_begins_on_monday_by_the_clock_of_the_class(pupil, week):
    Classroom.objects.update(time_zone="Pacific/Auckland")
    list_me(pupil, week)
    beat(pupil)
    sunday, monday = datetime(2026, 3, 1, 10, 59, tzinfo=UTC), datetime(2026, 3, 1, 11, tzinfo=UTC)
    with time_machine.travel(monday + timedelta(hours=1), tick=False):  # 1 am on 2 March there
        assert "The week began on Monday, 2 March." in text_of(pupil, week)
        Match.objects.update(finished_at=sunday)
        assert rows(pupil, week) == []
        Match.objects.update(finished_at=monday)
        assert rows(pupil, week) == [("1", "Pavel Realname", "0", "1")]
    with time_machine.travel(sunday, tick=False):
        assert "The week began on Monday, 23 February." in text_of(pupil, week)


def test_a_student_who_leaves_is_off_the_list_and_comes_back_unnamed(people, classroom, week):
    pupil, mate = people["student"], people["classmate"]
    beat(pupil)
    list_me(pupil, week)
    pupil.post(f"{classroom.get_absolute_url()}leave/")
    assert "Pavel" not in text_of(mate, week)
    assert pupil.get(week).status_code == 404
    pupil.post(f"/join/{classroom.join_code}/", {"real_name": "Pavel Realname"})
    assert "Your name is not on the list." in text_of(pupil, week)
    assert rows(mate, week) == []


def test_the_choice_is_among_ones_own_data_and_goes_with_the_account(people, member, week):
    pupil = people["student"]
    [place] = pupil.get("/me/export/").json()["classes_joined"]
    assert place["on_the_weekly_list"] is False
    beat(pupil)
    list_me(pupil, week)
    [place] = pupil.get("/me/export/").json()["classes_joined"]
    assert place["on_the_weekly_list"] is True
    member.user.delete()
    assert rows(people["classmate"], week) == []
    assert "No names yet: 1 student in the class." in text_of(people["classmate"], week)
