"""Who joins a class after some of its work is over: that work was not failed."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.teach.classes.models import Membership
from games.teach.work.models import Assignment

from ...learn.lessons.lessons import PREDICT, lesson
from .assignments import address, assignment, give, member, person
from .test_results import page_of, rows_of

pytestmark = [pytest.mark.days, pytest.mark.django_db]


@pytest.fixture
def over(room, ann):
    """A check of two positions that closed an hour ago; Ann was there and did not begin."""
    made = assignment(room, mode="check", closes_at=timezone.now() + timedelta(hours=1))
    an_hour_ago = timezone.now() - timedelta(hours=1)
    Membership.objects.update(joined_at=an_hour_ago - timedelta(days=1))
    Assignment.objects.update(closes_at=an_hour_ago)
    return Assignment.objects.get(pk=made.pk)


@pytest.fixture
def late(over, room):
    client = person("late")
    client.membership = member(room, client, "Lea Later")
    return client


def test_the_newcomer_reads_before_you_joined_and_no_result(over, late, ann):
    page = page_of(late, address(over))
    assert "Before you joined." in page
    assert "0 of 2 points" not in page
    assert "Not started" not in page
    assert "Before you joined" in page_of(late, "/assignments/")
    assert "0 of 2 points" in page_of(ann, address(over))
    assert "Before" not in page_of(ann, address(over))


def test_the_instructor_sees_no_score_and_does_not_wait_for_the_newcomer(over, late, teacher, room):
    page = page_of(teacher, address(over, what="results"))
    row = page[page.index("Later, Lea") :]
    assert '<td class="matrix-score">–</td>' in row
    assert row.count("Before joining") == 2
    assert "1 not started" in page_of(teacher, room.get_absolute_url())
    alone = page_of(teacher, f"{address(over)}results/{late.membership.pk}/")
    assert "no score" in alone
    assert "0 of 2 points" not in alone


def test_the_files_have_a_zero_for_who_was_there_and_nothing_for_the_newcomer(over, late, teacher):
    tidy = {row[2]: (row[10], row[11]) for row in rows_of(teacher, over, "tidy")[1:]}
    assert tidy == {"Ann Archer": ("Not started", "0"), "Lea Later": ("Before joining", "")}


def test_more_days_for_the_newcomer_open_practice_but_no_check_whose_key_is_out(
    over, late, room, teacher
):
    practice = assignment(room, closes_at=timezone.now() - timedelta(hours=1))
    for found in (over, practice):
        assert "Before you joined" in page_of(late, address(found))
        grant = f"{address(found)}results/{late.membership.pk}/grant/"
        teacher.post(grant, {"extra_days": "1"})
        assert "Before you joined" not in page_of(late, address(found))
    assert give(late, over, 1, move="3>3").status_code == 409
    give(late, practice, 1, move="3>3")
    assert "right, first try" in page_of(late, address(practice))


def test_a_lesson_that_was_over_is_not_failed_either(room, teacher, late):
    made = assignment(room, closes_at=timezone.now() - timedelta(hours=1))
    made.items.all().delete()
    made.items.create(order=1, lesson=lesson(PREDICT), points=1)
    assert "Before you joined." in page_of(late, address(made))
    results = page_of(teacher, address(made, what="results"))
    assert '<td class="matrix-score">–</td>' in results[results.index("Later, Lea") :]


def test_while_somebody_still_writes_the_newcomer_is_promised_no_answers(over, late, ann):
    assert "Each question shows the right answer." in page_of(late, address(over))
    Membership.objects.filter(pk=ann.membership.pk).update(extra_days=1)
    page = page_of(late, address(over))
    assert "Before you joined." in page
    assert "Each question shows the right answer." not in page
