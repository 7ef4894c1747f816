"""Checks: answers that can be changed until they are handed in, and when what was right is told."""

import re
import uuid
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from games.play.models import Match
from games.teach.classes.models import Membership
from games.teach.work.models import Assignment, ItemAttempt, Start

from ...play.games import play_to_the_end
from .assignments import address, answers, assignment, form_token, give, tried
from .matrix import matrix

pytestmark = [pytest.mark.days, pytest.mark.django_db]
HOUR, SECOND, DAY = timedelta(hours=1), timedelta(seconds=1), timedelta(days=1)
VERDICTS = (
    "That wins.",
    "That loses.",
    "The other player answers",
    "Only one move wins",
    "You got",
    "wrong",
    "right,",
)


@pytest.fixture
def closes():
    return timezone.now() + HOUR


@pytest.fixture
def check(room, closes):
    """Nim 1+2+4 to move in, Kayles 4 to say who wins; an hour long."""
    return assignment(room, mode="check", closes_at=closes)


def page_of(client, where):
    return client.get(where, follow=True).getvalue().decode()


def words_of(page):
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def tells(client, found):
    """What a student finds of the verdict on the overview and at the first item."""
    pages = page_of(client, address(found)) + page_of(client, address(found, 1))
    return [said for said in VERDICTS if said in pages]


def hand_in(client, found, **posted):
    return client.post(address(found, what="hand-in"), {"sure": "1"} | posted)


def results(teacher, found):
    """Every row of the matrix: points and what its cells add."""
    return [
        (line.points, [detail for detail in line.details if detail])
        for line in matrix(teacher, found, sort="name")
    ]


def test_an_answer_can_be_changed_and_the_last_one_counts(ann, check, teacher, closes):
    page = words_of(give(ann, check, 1, move="3>2").content.decode())
    assert "Saved. Take 2 from row 3, leaving 2. You can still change it" in page
    page = words_of(give(ann, check, 1, move="3>3").content.decode())
    assert "Saved. Take 1 from row 3, leaving 3. You can still change it" in page
    give(ann, check, 2, choice="P")
    give(ann, check, 2, choice="N")
    assert "You’ve answered 2 of 2 questions." in words_of(page_of(ann, address(check)))
    assert tells(ann, check) == []
    assert results(teacher, check) == [("1", ["right", "wrong"])]
    tidy = page_of(teacher, f"{address(check)}results/tidy.csv").splitlines()
    assert ",Completed,1,1,1,1,0," in tidy[1]
    assert ",Completed,0,1,1,0,0," in tidy[2]
    with time_machine.travel(closes + HOUR):
        page = words_of(page_of(ann, address(check)))
        assert "You got 1 of 2 points." in page
        assert "That wins." in page_of(ann, address(check, 1))
        assert "You got 1 of 2" in page


def test_a_right_answer_and_a_wrong_one_look_the_same(ann, ben, check):
    pages = []
    for client, typed in ((ann, "3>2"), (ben, "3>3")):
        page = give(client, check, 1, move=typed).content.decode()
        for text in (
            r"Take \d from row 3, leaving (\d|nothing)",
            r'value="[\w-]{20,}"',
            r"Ann|Ben|ann|ben",
            rf"{client.membership.pk}|data-(now|edited)=\"\d+\"",
        ):
            page = re.sub(text, "", page)
        pages.append(page)
    assert pages[0] == pages[1]


def test_an_answered_item_is_marked_as_saved_and_never_ticked(ann, check, closes):
    page = give(ann, check, 1, move="3>2").content.decode()
    assert "Question 1: saved" in page
    assert "✓" not in page
    assert "✓" not in page_of(ann, address(check))
    with time_machine.travel(closes + HOUR):
        assert "Question 1: Completed" in page_of(ann, address(check, 1))


def test_times_are_told_with_their_zone(ann, room, settings):
    settings.TIME_ZONE = "Europe/Berlin"
    at = datetime(2090, 1, 2, 18, 42, tzinfo=UTC)
    found = assignment(room, mode="check", due_at=at, closes_at=at)
    assert "due Monday 2 January, 19:42 Berlin time" in page_of(ann, "/assignments/")
    page = page_of(ann, address(found))
    for said in ("Due", "Closes", "for everybody,"):
        assert f"{said} Monday 2 January 2090, 19:42 Berlin time" in page


def test_what_is_shown_in_the_form_is_the_answer_that_stands(ann, check):
    give(ann, check, 2, choice="P")
    page = give(ann, check, 2, choice="N").content.decode()
    assert 'value="N" checked' in page
    assert 'value="P" checked' not in page


def test_after_handing_in_nothing_can_be_changed(ann, check, teacher, closes):
    give(ann, check, 1, move="3>3")
    refused = ann.post(address(check, what="hand-in"))
    assert refused.status_code == 422
    assert "First tick that you’ve finished" in refused.content.decode()
    assert give(ann, check, 1, move="3>2").status_code == 200
    assert "A question without an answer scores no points." in page_of(ann, address(check))
    for _ in range(2):
        assert hand_in(ann, check).url == address(check)
    assert Start.objects.count() == 1
    late = give(ann, check, 1, move="3>3")
    assert late.status_code == 409
    assert "You handed it in, so you can’t change anything now." in late.content.decode()
    assert [row[2] for row in answers()] == ["3>3", "3>2"]
    page = page_of(ann, address(check))
    assert "You handed it in" in page
    assert 'id="hand-in"' not in page
    assert "handed in" in page_of(ann, "/assignments/")
    assert "You handed it in without an answer here" in page_of(ann, address(check, 2))
    assert "Your answer: Take 2 from row 3" in words_of(page_of(ann, address(check, 1)))
    assert tells(ann, check) == []
    where = f"{address(check)}results/{ann.membership.pk}/"
    assert "Handed in" in page_of(teacher, where)
    with time_machine.travel(closes + HOUR):
        assert "You got 0 of 2 points." in words_of(page_of(ann, address(check)))


def test_what_was_never_handed_in_counts_as_it_stands(ann, check, teacher, closes):
    give(ann, check, 1, move="3>3")
    with time_machine.travel(closes + HOUR):
        assert hand_in(ann, check).status_code == 409
        assert "You got 1 of 2 points." in words_of(page_of(ann, address(check)))
        assert results(teacher, check) == [("1", ["right"])]


def test_a_check_gives_no_hints(ann, check):
    give(ann, check, 1, move="3>2")
    asked = {"token": uuid.uuid4(), "tier": 1}
    assert ann.post(address(check, 1, "hint"), asked).status_code == 422


def test_practice_is_not_handed_in(ann, homework):
    assert 'id="hand-in"' not in page_of(ann, address(homework))
    assert hand_in(ann, homework).status_code == 422
    assert give(ann, homework, 1, move="3>3").status_code == 200


def test_in_the_grace_answers_are_taken_and_nothing_is_told(ann, ben, check, closes):
    give(ben, check, 1, move="3>2")
    with time_machine.travel(closes + SECOND):
        assert tells(ann, check) == tells(ben, check) == []
        assert "Not answered." not in page_of(ann, address(check, 1))
        assert give(ann, check, 1, move="3>3").status_code == 200
    with time_machine.travel(closes + 31 * SECOND):
        assert "That loses." in page_of(ben, address(check, 1))
        assert "Not answered." in page_of(ann, address(check, 2))
        assert give(ann, check, 2, choice="P").status_code == 409
    assert len(answers()) == 2


def test_the_key_of_practice_waits_for_the_grace_too(ann, room, closes):
    found = assignment(room, closes_at=closes)
    with time_machine.travel(closes + SECOND):
        assert "Not answered." not in page_of(ann, address(found, 1))
        assert give(ann, found, 2, choice="P").status_code == 200
    with time_machine.travel(closes + 31 * SECOND):
        assert "Not answered." in page_of(ann, address(found, 1))


@pytest.mark.parametrize("how", ["in the class", "in this check"])
def test_nobody_is_told_while_somebody_with_more_days_writes(ann, ben, check, teacher, how, closes):
    give(ann, check, 1, move="3>2")
    if how == "in the class":
        Membership.objects.filter(user=ben.user).update(extra_days=2)
    else:
        grant = f"{address(check)}results/{ben.membership.pk}/grant/"
        teacher.post(grant, {"extra_days": "2"})
    with time_machine.travel(closes + DAY):
        assert give(ann, check, 1, move="3>3").status_code == 409
        assert tells(ann, check) == []
        assert "Your answer: Take 2 from row 3" in words_of(page_of(ann, address(check, 1)))
        assert give(ben, check, 1, move="3>3").status_code == 200
    with time_machine.travel(closes + 2 * DAY + 29 * SECOND, tick=False):
        assert tells(ann, check) == []
    with time_machine.travel(closes + 2 * DAY + 31 * SECOND):
        assert "That loses." in page_of(ann, address(check, 1))
        assert give(ben, check, 2, choice="P").status_code == 409


def test_more_days_of_whoever_cannot_write_keep_nobody_waiting(ann, ben, room, check, closes):
    give(ann, check, 1, move="3>2")
    Membership.objects.filter(user=ben.user).update(extra_days=2)
    hand_in(ben, check)
    with time_machine.travel(closes + 31 * SECOND):
        assert "That loses." in page_of(ann, address(check, 1))
    only_ann = assignment(room, mode="check", closes_at=closes)
    only_ann.students.add(ann.membership)
    give(ann, only_ann, 1, move="3>2")
    with time_machine.travel(closes + 31 * SECOND):
        assert "That loses." in page_of(ann, address(only_ann, 1))


def test_a_time_limit_that_runs_is_waited_for(ann, ben, room, closes):
    found = assignment(room, mode="check", minutes=10, closes_at=closes)
    Membership.objects.filter(user=ben.user).update(extra_days=1)
    ann.post(address(found, what="start"))
    give(ann, found, 1, move="3>2")
    with time_machine.travel(closes + HOUR):
        assert tells(ann, found) == []
        ben.post(address(found, what="start"))
    with time_machine.travel(closes + HOUR + timedelta(minutes=9)):
        assert tells(ann, found) == []
        assert give(ben, found, 1, move="3>3").status_code == 200
    with time_machine.travel(closes + HOUR + timedelta(minutes=11)):
        assert "That loses." in page_of(ann, address(found, 1))
        assert give(ben, found, 2, choice="P").status_code == 409


def test_a_game_of_a_check_is_not_explained_while_somebody_writes(ann, ben, room, closes):
    found = assignment(room, "nim 1+1+2 misere win", mode="check", closes_at=closes)
    Membership.objects.filter(user=ben.user).update(extra_days=1)
    ann.post(address(found, 1, "play"), {"token": uuid.uuid4()})
    match = play_to_the_end(ann, Match.objects.get())
    review = f"{match.get_absolute_url()}review/"
    with time_machine.travel(closes + HOUR):
        assert ann.get(review).status_code == 302
        assert "The result counts." in page_of(ann, address(found, 1))
    with time_machine.travel(closes + DAY + 31 * SECOND):
        assert ann.get(review).status_code == 200


def later_end(teacher, found, ann):
    later = (timezone.now() + DAY).strftime("%Y-%m-%dT%H:%M")
    posted = {"title": "Homework", "mode": "check", "closes_at": later}
    return teacher.post(address(found, what="settings"), posted)


def more_days(teacher, found, ann):
    grant = f"{address(found)}results/{ann.membership.pk}/grant/"
    return teacher.post(grant, {"extra_days": "5"})


def more_days_in_the_class(teacher, found, ann):
    posted = {"real_name": "Ann Archer", "extra_days": "5", "time_factor": "1"}
    return teacher.post(f"/classes/{found.classroom_id}/people/{ann.membership.pk}/", posted)


@pytest.mark.parametrize("more_time", [later_end, more_days, more_days_in_the_class])
def test_more_time_after_the_key_was_shown_opens_nothing_again(
    ann, check, teacher, closes, more_time
):
    give(ann, check, 1, move="3>2")
    with time_machine.travel(closes + HOUR):
        assert "That loses." in page_of(ann, address(check, 1))
        assert more_time(teacher, check, ann).status_code == 302
        assert give(ann, check, 1, move="3>3").status_code == 409
        assert "That loses." in page_of(ann, address(check, 1))
        page = words_of(page_of(teacher, address(check, what="results")))
        assert "Later answers do not count, whatever times you set." in page
    assert [row[2] for row in answers()] == ["3>2"]


def test_who_comes_back_with_more_days_after_the_key_was_shown_writes_no_more(
    ann, ben, room, check, closes
):
    Membership.objects.filter(user=ann.user).update(extra_days=5)
    ann.post(f"/classes/{room.pk}/leave/")
    assert Membership.objects.get(user=ann.user).has_left
    with time_machine.travel(closes + HOUR):
        assert "Not answered." in page_of(ben, address(check, 1))
        ann.post(f"/join/{room.join_code}/", {"real_name": "Ann"})
        assert ann.get(address(check)).status_code == 200
        assert give(ann, check, 1, move="3>3").status_code == 409


def test_two_tabs_and_a_form_sent_again_leave_the_newest_answer(ann, check, teacher):
    first, second = form_token(ann, check, 1), form_token(ann, check, 1)
    give(ann, check, 1, move="3>2", token=first)
    give(ann, check, 1, move="3>3", token=second)
    for _ in range(3):
        give(ann, check, 1, move="3>2", token=first)
    assert ItemAttempt.objects.count() == 2
    assert results(teacher, check) == [("1", ["right"])]
    page = page_of(ann, f"{address(check, 1)}?answer={first}")
    assert "Saved. Take 1 from row 3" in words_of(page)
    hand_in(ann, check)
    assert give(ann, check, 1, move="3>2", token=first).status_code == 409
    assert results(teacher, check) == [("1", ["right"])]


def test_an_answer_stored_before_answers_could_be_changed_still_counts(ann, check, teacher):
    item = check.items.first()
    values = {"answer": "3>3", "solved": True, "answered_at": timezone.now()}
    tried(item=item, membership=ann.membership, **values)
    Assignment.objects.filter(pk=check.pk).update(closes_at=timezone.now() - HOUR)
    assert results(teacher, check) == [("1", ["right"])]
    assert "That wins." in page_of(ann, address(check, 1))


def test_own_data_holds_the_answers_of_a_check_and_no_verdict(ann, check):
    give(ann, check, 1, move="3>2")
    mine = ann.get("/me/export/").json()["assignments"]
    assert [one["answer"] for one in mine] == ["3>2"]
    assert not {"solved", "right", "misconception"} & set(mine[0])
