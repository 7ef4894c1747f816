"""What people get wrong in the course, as curators see it."""

import re

import pytest
from django.test import Client

from .curation import LESSONS, staff
from .lessons import MOVE, PREDICT, fields_of, give, lesson, step

pytestmark = pytest.mark.django_db
PAGE = f"{LESSONS}hard-steps/"


def rows(client, **asked):
    """Every row of the page: its text without tags."""
    page = client.get(PAGE, asked).content.decode()
    return [
        " ".join(re.sub(r"<svg.*?</svg>|<[^>]+>", " ", row, flags=re.S).split())
        for row in re.findall(r"<tr>(.*?)</tr>", page.partition('hard-steps">')[2], re.S)[1:]
    ]


def tried(found, number, *answers, people=1):
    """Somebody (or several) who gives these answers to a step, None for the right one."""
    one = step(found, number)
    for _ in range(people):
        client = Client()
        for answer in answers:
            give(client, one, **(fields_of(one) if answer is None else answer))


def test_the_hardest_step_comes_first_with_the_answers_people_gave(curator):
    found = lesson(PREDICT, MOVE)
    tried(found, 1, {"choice": "N"}, None, people=3)
    tried(found, 2, {"move": "2>1"}, {"move": "2>3"}, None, people=2)
    first, second = rows(curator)
    assert "A lesson, step 2 One and five" in first
    assert "67&nbsp;% 4 of 6 tries, by 2 people" in first
    assert "Take 4 from row 2, leaving 1 ×2" in first
    assert "Take 2 from row 2, leaving 3 ×2" in first
    assert "A lesson, step 1 Two and two" in second
    assert "50&nbsp;% 3 of 6 tries, by 3 people" in second
    assert "×3" in second


def test_a_step_tried_four_times_or_never_wrongly_is_not_there(curator):
    found = lesson(PREDICT, MOVE)
    tried(found, 1, {"choice": "N"}, people=4)
    tried(found, 2, None, people=6)
    assert rows(curator) == []
    assert "No step has five tries" in curator.get(PAGE).content.decode()


def test_one_lesson_can_be_chosen(curator):
    easy, other = lesson(PREDICT), lesson(MOVE, slug="other", number=2, title="The other")
    tried(easy, 1, {"choice": "N"}, people=5)
    tried(other, 1, {"move": "2>1"}, people=5)
    assert len(rows(curator)) == 2
    [only] = rows(curator, lesson="other")
    assert "The other, step 1" in only
    assert len(rows(curator, lesson="nothing-like-it")) == 2


def test_rare_answers_are_counted_together(curator):
    found = lesson(MOVE | {"position": "1+9"})
    for rest in range(1, 9):
        tried(found, 1, {"move": f"2>{rest}"})
    [row] = rows(curator)
    assert "Something else ×3" in row


def test_an_answer_that_the_step_no_longer_reads_is_shown_as_it_was(curator):
    found = lesson(MOVE)
    tried(found, 1, {"move": "2>4"}, people=5)
    one = step(found, 1)
    one.position = "1+2"
    one.save()
    assert "2>4 ×5" in rows(curator)[0].replace("&gt;", ">")


def test_only_those_who_see_lessons_see_it(reader):
    assert reader.get(PAGE).status_code == 200
    assert staff("nobody").get(PAGE).status_code == 403
    assert Client().get(PAGE).status_code == 302


def test_the_page_costs_the_same_for_any_number_of_answers(curator, django_assert_max_num_queries):
    found = lesson(*[MOVE] * 4)
    tried(found, 1, {"move": "2>4"}, people=5)
    with django_assert_max_num_queries(10) as one:
        assert len(rows(curator)) == 1
    for number in range(2, 5):
        tried(found, number, {"move": "2>4"}, {"move": "2>3"}, people=5)
    with django_assert_max_num_queries(10) as four:
        assert len(rows(curator)) == 4
    assert len(four) == len(one)
