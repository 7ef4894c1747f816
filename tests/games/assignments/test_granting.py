"""How work is graded: weights, which answer counts, what hints cost; and what staff grant."""

import re
import uuid
from datetime import timedelta
from decimal import Decimal

import pytest
import time_machine
from django.utils import timezone

from games.assignments import granting
from games.assignments.lines import read_lines
from games.assignments.models import AnotherTry, Assignment, Start
from solver import InvalidInputError

from .assignments import address, answers, assignment, give
from .test_checks import hand_in, page_of, results, words_of

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
RIGHT, WRONG = {"move": "3>3"}, {"move": "3>2"}


@pytest.fixture
def check(room):
    return assignment(room, mode="check", closes_at=timezone.now() + HOUR)


def row(teacher, found, number=0):
    return results(teacher, found)[number]


def total_in_canvas(teacher, found, number=0):
    lines = teacher.get(address(found) + "results/canvas.csv").content.decode().splitlines()
    return lines[2 + number].rsplit(",", 1)[1]


def ask_for_help(client, found):
    assert (
        client.post(
            address(found, 1, "hint"), {"tier": "1", "token": str(uuid.uuid4())}
        ).status_code
        == 302
    )


def asked(line):
    return read_lines(line)[0].exercise


def test_the_best_answer_counts_unless_the_last_is_to(ann, room, teacher, homework):
    last = assignment(room, keeps="latest")
    for found in (homework, last):
        give(ann, found, 1, **RIGHT)
        give(ann, found, 1, **WRONG)
    assert row(teacher, homework) == ("1", ["right, 2 tries"])
    assert row(teacher, last) == ("0", ["wrong, 2 tries"])
    assert "1 of 2 completed" in words_of(page_of(ann, f"/classes/{room.pk}/"))
    assert "0 of 2 completed" in words_of(page_of(ann, f"/classes/{room.pk}/"))
    assert "Homework, 0 of 2" in words_of(page_of(ann, "/"))


@pytest.mark.parametrize(("cost", "points"), [("none", "1"), ("half", "0.5"), ("all", "0")])
def test_help_costs_what_the_assignment_says(ann, ben, room, teacher, cost, points):
    found = assignment(room, hint_cost=cost)
    ask_for_help(ann, found)
    give(ann, found, 1, **RIGHT)
    give(ben, found, 1, **RIGHT)
    ask_for_help(ben, found)  # after it was right: costs nothing
    assert [float(score) for score, _ in results(teacher, found)] == [float(points), 1]
    assert total_in_canvas(teacher, found) == points


def test_points_given_by_hand_stand_until_they_are_taken_back(ann, homework, teacher):
    give(ann, homework, 1, **RIGHT)
    item = homework.items.get(order=2)
    by = {"by": teacher.user, "why": "said it aloud"}
    granting.give_points(homework, ann.membership, Decimal("0.5"), item=item, **by)
    assert (row(teacher, homework)[0], total_in_canvas(teacher, homework)) == ("1.50", "1.5")
    granting.give_points(homework, ann.membership, Decimal(2), **by)
    assert row(teacher, homework)[0] == total_in_canvas(teacher, homework) == "2"
    granting.take_back_points(homework, ann.membership, **by)
    granting.take_back_points(homework, ann.membership, item=item, **by)
    assert row(teacher, homework)[0] == "1"
    assert [given.points for given in homework.givenpoints.all()] == [Decimal("0.5"), 2, None, None]
    with pytest.raises(InvalidInputError, match="Give from 0 to 2 points"):
        granting.give_points(homework, ann.membership, Decimal(3), **by)


def test_a_check_that_was_handed_in_and_closed_opens_again_for_one(ann, ben, check, teacher):
    for client in (ann, ben):
        give(client, check, 1, **WRONG)
        hand_in(client, check)
    after = timezone.now() + 2 * HOUR
    by = {"by": teacher.user, "why": "was ill"}
    with time_machine.travel(after):
        assert "Your result: 0 of 2" in words_of(page_of(ann, address(check)))
        with pytest.raises(InvalidInputError, match="say until when"):
            granting.grant_try(check, [ann.membership], **by)
        assert granting.grant_try(check, [ann.membership], until=after + DAY, **by)
        again = AnotherTry.objects.get()
        assert again.handed_in_at is not None
        page = words_of(page_of(ann, address(check)))
        assert "Your result" not in page
        assert "0 of 2 answered" in page
        assert "Saved." in words_of(give(ann, check, 1, **RIGHT).content.decode())
        assert "You have handed it in" in words_of(give(ben, check, 1, **RIGHT).content.decode())
        assert "Your result: 0 of 2" in words_of(page_of(ben, address(check)))
    with time_machine.travel(after + 2 * DAY):
        assert "Your result: 1 of 2" in words_of(page_of(ann, address(check)))
        assert [score for score, _ in results(teacher, check)] == ["1", "0"]
    assert len(answers()) == 3


def test_another_try_at_one_item_opens_that_item_alone(ann, check, teacher):
    give(ann, check, 1, **WRONG)
    give(ann, check, 2, choice="P")
    hand_in(ann, check)
    item = check.items.get(order=1)
    granting.grant_try(check, [ann.membership], item=item, by=teacher.user, why="unclear")
    assert "Only the items at which you have another try are open." in words_of(
        give(ann, check, 2, choice="N").content.decode()
    )
    assert "Saved." in words_of(give(ann, check, 1, **RIGHT).content.decode())


def test_another_try_at_a_timed_check_has_new_time(ann, room, teacher):
    found = assignment(room, mode="check", minutes=10, closes_at=timezone.now() + DAY)
    ann.post(address(found, what="start"))
    give(ann, found, 1, **WRONG)
    with time_machine.travel(timezone.now() + HOUR):
        assert "Time is up" in words_of(page_of(ann, address(found)))
        granting.grant_try(found, [ann.membership], by=teacher.user, why="a fire drill")
        assert "Start: your time begins now" in words_of(page_of(ann, address(found)))
        ann.post(address(found, what="start"))
        assert "10 minutes are left." in words_of(page_of(ann, address(found)))
        assert Start.objects.count() == 1


def test_a_form_from_before_another_try_is_one_answer(ann, homework, teacher):
    page = page_of(ann, address(homework, 1))
    token = re.search(r'name="token" value="([^"]+)"', page)[1]
    give(ann, homework, 1, token=token, **WRONG)
    granting.grant_try(homework, [ann.membership], by=teacher.user, why="unclear")
    for _ in range(2):
        give(ann, homework, 1, token=token, **RIGHT)
    assert row(teacher, homework) == ("1", ["right, first try"])
    assert [solved for *_, solved in answers()] == [False, True]


def test_who_has_not_begun_needs_no_other_try(ann, ben, homework, teacher):
    give(ann, homework, 1, **WRONG)
    people = [ann.membership, ben.membership]
    given = granting.grant_try(homework, people, by=teacher.user, why="unclear")
    assert given == [ann.membership]


def test_an_assignment_is_withdrawn_until_somebody_has_begun(ann, homework, teacher):
    granting.withdraw(homework)
    assert ann.get(address(homework)).status_code == 404
    Assignment.objects.filter(pk=homework.pk).update(published_at=timezone.now())
    give(ann, homework, 1, **WRONG)
    with pytest.raises(InvalidInputError, match="1 student has begun it"):
        granting.withdraw(homework)


def test_an_item_that_is_dropped_counts_nothing_and_keeps_its_place(ann, homework, teacher):
    give(ann, homework, 1, **WRONG)
    give(ann, homework, 2, choice="P")
    item = homework.items.get(order=1)
    granting.drop(item, by=teacher.user, why="it was ambiguous")
    assert total_in_canvas(teacher, homework) == row(teacher, homework)[0] == "1"
    assert "Points of 1" in words_of(page_of(teacher, address(homework, what="results")))
    page = words_of(page_of(ann, address(homework)))
    assert "You have done everything." in page
    assert "Dropped" in page
    refused = words_of(give(ann, homework, 1, **RIGHT).content.decode())
    assert "Your instructor has dropped this item" in refused
    granting.bring_back(item)
    assert "Points of 2" in words_of(page_of(teacher, address(homework, what="results")))
    assert [answer[:2] for answer in answers()] == [("Ann Archer", 1), ("Ann Archer", 2)]


def test_an_item_is_replaced_while_it_can_still_be_answered(ann, homework, check, teacher):
    by = {"by": teacher.user, "why": "it was ambiguous"}
    item = homework.items.get(order=2)
    granting.replace_item(item, asked("kayles 5 misere who"), **by)
    assert "item 3 of 3" in words_of(page_of(ann, address(homework, 3)))
    give(ann, homework, 3, choice="N")
    assert answers() == [("Ann Archer", 3, "N", True)]
    assert "1 of 2 completed" in words_of(page_of(ann, f"/classes/{homework.classroom_id}/"))
    with (
        time_machine.travel(timezone.now() + DAY),
        pytest.raises(InvalidInputError, match="nobody could answer another position"),
    ):
        granting.replace_item(check.items.get(order=2), asked("kayles 5 misere who"), **by)
