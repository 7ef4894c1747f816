"""Somebody's own page: where they stand, how their ratings went, whom they have beaten."""

import re
import uuid

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.learn.lessons.models import Lesson, StepAttempt
from games.learn.puzzles.models import PuzzleAttempt, Rating
from games.people.models import User
from games.play.models import Match
from games.site.me import points
from games.site.own_data import export
from games.site.reports.models import Report

from ..learn.lessons.lessons import MOVE, PREDICT, give, give_right, lesson, step
from ..learn.puzzles.puzzles import puzzle, solve

pytestmark = pytest.mark.django_db


def page_of(client):
    response = client.get("/me/")
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def match(owner, opponent, winner):
    return Match.objects.create(
        user=owner,
        ruleset="nim",
        start="3+5+7",
        convention="misere",
        opponent=opponent,
        state="finished",
        winner=winner,
        position="0",
        seed=1,
    )


def test_somebody_new_is_shown_no_empty_rows(visitor):
    lesson()
    page = page_of(visitor)
    assert "too little data" not in page
    assert 'Start: <a href="/learn/a-lesson/">A lesson' in page
    assert "Play your first game" in page
    for heading in ("Worth another look", "Puzzle ratings", "Opponents you have beaten", "Skills"):
        assert f">{heading}</h2>" not in page


def test_the_days_of_practice_lead_here_from_the_course_alone(visitor):
    give_right(visitor, lesson(PREDICT, MOVE).steps.first())
    link = '<a class="ghost" href="/me/">See your progress</a>'
    assert "Practised on 1 of 84 days" in page_of(visitor)
    assert link not in page_of(visitor)
    assert link in visitor.get("/learn/").content.decode()


def test_account_and_data_stand_at_the_end(signed_in):
    page = page_of(signed_in)
    assert page.rindex("<h2") == page.index('<h2 id="data-title">Account and data')


def test_what_went_wrong_of_late_is_worth_another_look_with_its_lesson(visitor):
    found = lesson(PREDICT, MOVE)
    give(visitor, step(found, 1), choice="P")
    assert "Worth another look" not in page_of(visitor)
    give(visitor, step(found, 1), choice="N")
    shaky = page_of(visitor).split("Worth another look")[1].split("</section>")[0]
    assert "Looking back" in shaky
    assert f'href="{found.get_absolute_url()}"' in shaky
    give(visitor, step(found, 1), choice="P")
    assert "Worth another look" not in page_of(visitor)


def test_a_rating_has_its_curve_once_it_is_shown(signed_in):
    rows = ("1+2+4", "1+2+5", "1+2+6", "1+3+4")
    solve(signed_in, puzzle(position=rows[0]), move="1>0")
    page = page_of(signed_in)
    assert "1 rated try" in page
    assert "polyline" not in page
    for position in rows[1:]:
        solve(signed_in, puzzle(position=position), move="1>0")
    page = page_of(signed_in)
    assert "4 rated tries" in page
    assert "polyline" not in page
    Rating.objects.update(tries=10)
    page = page_of(signed_in)
    drawn = re.search(r'polyline points="([^"]+)"', page)[1].split()
    heights = [float(point.split(",")[1]) for point in drawn]
    assert len(heights) == 5
    assert heights == sorted(heights)  # every try went wrong, and the line goes down
    last = 10 * round(PuzzleAttempt.objects.order_by("answered_at").last().rating_after / 10)
    assert f'aria-label="From 1500 to {last}"' in page


def test_a_curve_of_small_steps_looks_flat():
    heights = [float(point.split(",")[1]) for point in points([1500, 1501, 1500]).split()]
    assert max(heights) - min(heights) < 1
    assert points([1500, 1510]) == ""


def test_the_opponents_beaten_are_shown_and_the_others_are_not(alice, signed_in):
    for opponent, winner in (("norma", "owner"), ("greta", "owner"), ("greta", "owner")):
        match(alice, opponent, winner)
    match(alice, "evan", "other")
    beaten = page_of(signed_in).split(">Opponents you have beaten</h2>")[1].split("</section>")[0]
    assert re.findall(r'card-name">([^<]+)', beaten) == ["Norma", "Greta"]
    assert "once" in beaten
    assert "2 times" in beaten


def test_the_page_costs_the_same_however_much_was_done(alice, signed_in, django_assert_num_queries):
    found = lesson()
    page_of(signed_in)  # now the course is kept
    with CaptureQueriesContext(connection) as asked:
        page_of(signed_in)
    before = len(asked)
    for number in range(2, 8):
        lesson(PREDICT, number=number, slug=f"lesson-{number}")
    for one in Lesson.objects.all():
        for _ in range(5):
            StepAttempt.objects.create(
                step=one.steps.first(),
                user=alice,
                token=uuid.uuid4(),
                answer="P",
                solved=True,
                lesson_version=1,
            )
    for opponent in ("norma", "greta", "evan", "perfect") * 5:
        match(alice, opponent, "owner")
    for position in ("1+2+4", "1+2+5", "1+2+6"):
        solve(signed_in, puzzle(position=position), move="1>0")
    give(signed_in, step(found, 1), choice="P")
    page_of(signed_in)
    with django_assert_num_queries(before):
        page_of(signed_in)


def test_somebody_else_sees_nothing_of_it(alice, signed_in):
    match(alice, "norma", "owner")
    assert "Norma" not in page_of(Client())


def test_everybody_takes_their_own_reports_along_and_nobody_elses(alice):
    other = User.objects.create_user("other")
    found = puzzle()
    Report.objects.create(puzzle=found, user=alice, text="The board is blank.")
    Report.objects.create(puzzle=found, user=other, text="My name is Other.", answer="Thank you.")
    assert export(alice)["reports"] == [{"text": "The board is blank.", "answer": ""}]
    assert export(other)["reports"] == [{"text": "My name is Other.", "answer": "Thank you."}]
