"""Students do assignments: practice, checks, time limits, hints, games, lessons."""

import re
import uuid
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games.play.models import Match
from games.teach.classes.models import Membership
from games.teach.work.models import Assignment, ItemAttempt, Override, Start
from games.web.zones import told

from ...learn.lessons.lessons import MOVE, PREDICT, lesson
from ...learn.lessons.lessons import give as give_step
from ...play.games import play_to_the_end, send
from .assignments import address, answers, assignment, form_token, give

pytestmark = [pytest.mark.days, pytest.mark.django_db]
HOUR = timedelta(hours=1)


def page_of(client, where):
    return client.get(where).getvalue().decode()


def words_of(page):
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_practice_is_judged_at_once_and_may_be_tried_again(ann, homework):
    page = give(ann, homework, 1, move="3>2").content.decode()
    assert "That loses." in page
    assert "The other player answers" in page
    assert 'id="item-form"' in page
    page = give(ann, homework, 1, move="3>3").content.decode()
    assert "That wins." in page
    assert answers() == [("Ann Archer", 1, "3>2", False), ("Ann Archer", 1, "3>3", True)]
    assert "1 of 2 completed" in page_of(ann, "/assignments/")
    page = give(ann, homework, 2, choice="P").content.decode()
    assert "Right." in page
    assert "You’ve answered everything" in page_of(ann, address(homework))


def test_the_same_form_twice_is_one_answer(ann, homework):
    token = form_token(ann, homework, 1)
    for move in ("3>2", "3>2", "3>3"):
        give(ann, homework, 1, move=move, token=token)
    assert answers() == [("Ann Archer", 1, "3>2", False)]
    assert give(ann, homework, 2, choice="P", token=token).status_code == 422


@pytest.mark.parametrize(
    ("place", "posted", "said"),
    [
        (1, {"typed": "9 9"}, "There is no row 9"),
        (1, {}, "not a move"),
        (2, {}, "Choose an answer first"),
        (2, {"choice": "Q"}, "not an answer"),
        (1, {"move": "3>3", "token": "x"}, "read that form. Reload the page"),
    ],
)
def test_what_cannot_be_read_is_told_and_not_recorded(ann, homework, place, posted, said):
    response = give(ann, homework, place, **posted)
    assert response.status_code == 422
    assert said in response.content.decode()
    assert answers() == []


def test_before_opening_it_is_not_there_and_after_closing_nothing_counts(ann, room):
    now = timezone.now()
    found = assignment(room, opens_at=now + HOUR, due_at=now + 2 * HOUR, closes_at=now + 3 * HOUR)
    assert ann.get(address(found)).status_code == 404
    assert ann.get(address(found, 1)).status_code == 404
    with time_machine.travel(now + 2.5 * HOUR):
        assert "late" in page_of(ann, "/assignments/")
        give(ann, found, 1, move="3>3")
        assert len(answers()) == 1
    with time_machine.travel(now + 4 * HOUR):
        response = give(ann, found, 2, choice="P")
        assert response.status_code == 409
        assert "New answers don’t count. Nothing was saved." in response.content.decode()
        assert len(answers()) == 1
        hint = ann.post(address(found, 2, "hint"), {"token": uuid.uuid4(), "tier": 1})
        assert hint.status_code == 409


def test_extra_days_of_the_class_and_of_the_assignment_add_up(ann, ben, room, teacher):
    now = timezone.now()
    found = assignment(room, due_at=now + HOUR, closes_at=now + 2 * HOUR)
    Membership.objects.filter(user=ann.user).update(extra_days=1)
    grant = f"{address(found)}results/{ann.membership.pk}/grant/"
    assert teacher.post(grant, {"extra_days": "2"}).status_code == 302
    assert teacher.post(grant, {"extra_days": "-2"}).status_code == 422
    with time_machine.travel(now + timedelta(days=3, hours=1)):
        assert give(ben, found, 2, choice="P").status_code == 409
        assert give(ann, found, 2, choice="P").status_code == 200
    with time_machine.travel(now + timedelta(days=3, hours=3)):
        assert give(ann, found, 1, move="3>3").status_code == 409


def test_a_time_limit_runs_from_the_start_and_is_stretched(ann, ben, room):
    now = timezone.now()
    found = assignment(room, mode="check", minutes=10, closes_at=now + timedelta(days=1))
    Membership.objects.filter(user=ann.user).update(time_factor=2)
    assert ann.get(address(found, 1)).url == address(found)
    for client in (ann, ben):
        page = words_of(page_of(client, address(found)))
        assert "your time begins now" in page
        whole = (
            "20 minutes from when you start, with your extra time."
            if client is ann
            else ("10 minutes from when you start.")
        )
        assert f"You have {whole}" in page
        assert client.post(address(found, what="start")).url == address(found, 1)
        client.post(address(found, what="start"))
    assert Start.objects.count() == 2
    assert "minutes are left" in page_of(ann, address(found, 1))
    with time_machine.travel(now + timedelta(minutes=15)):
        assert give(ben, found, 1, move="3>3").status_code == 409
        assert give(ann, found, 1, move="3>3").status_code == 200
    with time_machine.travel(now + timedelta(minutes=21)):
        assert give(ann, found, 2, choice="P").status_code == 409


def test_somebody_excused_has_nothing_to_do(ann, homework):
    Override.objects.create(assignment=homework, membership=ann.membership, is_excused=True)
    page = page_of(ann, address(homework))
    assert "You’re excused" in page
    assert "Continue:" not in page_of(ann, "/assignments/")


def test_hints_are_recorded_with_the_answer_they_helped(ann, homework):
    token = form_token(ann, homework, 1)
    for tier in (1, 1, 2):
        ann.post(address(homework, 1, "hint"), {"token": token, "tier": tier})
    page = page_of(ann, address(homework, 1))
    assert page.count("hint") > 1
    give(ann, homework, 1, move="3>3", token=form_token(ann, homework, 1))
    assert ItemAttempt.objects.get().hint_tier == 2


def test_without_hints_there_are_none(ann, room):
    found = assignment(room, hints=False)
    assert 'id="hint"' not in page_of(ann, address(found, 1))
    posted = {"token": uuid.uuid4(), "tier": 1}
    assert ann.post(address(found, 1, "hint"), posted).status_code == 422
    assert not ItemAttempt.objects.exists()


def test_winning_against_perfect_play_is_recorded_when_the_game_ends(ann, room):
    found = assignment(room, "nim 1+1+2 misere win")
    token = form_token(ann, found, 1)
    for _ in range(2):
        ann.post(address(found, 1, "play"), {"token": token})
    match = Match.objects.get()
    send(ann, match, "3>0")
    play_to_the_end(ann, match)
    assert answers() == [("Ann Archer", 1, "lost", False)]
    assert ItemAttempt.objects.get().misconception == "even-ones"
    assert "Play it again" in page_of(ann, address(found, 1))
    ann.post(address(found, 1, "play"), {"token": uuid.uuid4()})
    match = Match.objects.get(state="running")
    send(ann, match, "3>1")
    play_to_the_end(ann, match)
    assert answers()[1] == ("Ann Archer", 1, "won", True)
    assert "Back to the assignment" in page_of(ann, match.get_absolute_url())


def test_a_game_in_a_check_has_no_help_and_counts_once(ann, room):
    closes = timezone.now() + HOUR
    found = assignment(room, "nim 1+1+2 misere win", mode="check", closes_at=closes)
    ann.post(address(found, 1, "play"), {"token": uuid.uuid4()})
    match = Match.objects.get()
    page = page_of(ann, match.get_absolute_url())
    assert 'id="hint"' not in page
    assert 'id="take-back"' not in page
    assert ann.post(f"/play/{match.pk}/hint/", {"version": 1}).status_code == 422
    send(ann, match, "3>0")
    assert ann.post(f"/play/{match.pk}/back/", {"version": 2}).status_code == 422
    play_to_the_end(ann, match)
    assert ann.get(f"/play/{match.pk}/review/").status_code == 302
    again = ann.post(address(found, 1, "play"), {"token": uuid.uuid4()})
    assert again.url == match.get_absolute_url()
    assert Match.objects.count() == 1
    assert "Your answer is saved." in page_of(ann, address(found, 1))


def test_a_lesson_counts_step_by_step(ann, room, teacher):
    one = lesson(PREDICT, MOVE)
    found = Assignment.objects.create(classroom=room, title="Read it")
    teacher.post(address(found, what="add"), {"lesson": one.pk})
    teacher.post(address(found, what="publish"))
    assert ann.get(address(found, 1)).url == one.get_absolute_url()
    first, second = one.live_steps
    give_step(ann, first, choice="P")
    assert "Started" in page_of(ann, address(found))
    give_step(ann, second, move="2>0")
    assert "You’ve answered everything" in page_of(ann, address(found))


def test_a_game_cannot_be_answered_and_an_exercise_not_played(ann, room):
    found = assignment(room, "nim 1+1+2 misere win", "nim 1+2+4 misere")
    assert give(ann, found, 1, choice="won").status_code == 422
    response = ann.post(address(found, 2, "play"), {"token": uuid.uuid4()})
    assert response.status_code == 422
    assert answers() == []


def test_strangers_former_members_and_staff_do_not_answer(homework, ann, teacher, visitor):
    posted = {"move": "3>3"}
    sent_away = visitor.post(address(homework, 1, "answer"), posted)
    assert sent_away.url.startswith("/accounts/login/")
    assert teacher.post(address(homework, 1, "answer"), posted).status_code == 404
    Membership.objects.filter(user=ann.user).update(archived_at=timezone.now())
    assert ann.get(address(homework)).status_code == 404
    assert give(ann, homework, 1, move="3>3").status_code == 404
    assert "Homework" not in page_of(ann, "/assignments/")
    assert answers() == []
    assert teacher.get(address(homework)).url == address(homework, what="results")


def test_what_is_due_costs_the_same_queries_for_many_assignments(
    ann, room, django_assert_max_num_queries
):
    for _ in range(8):
        assignment(room, "nim 1+2+4 misere", "kayles 4 misere")
    with django_assert_max_num_queries(14):
        ann.get("/assignments/")


def test_a_closed_item_that_was_never_answered_tells_what_was_right(room, ann):
    found = assignment(room, "nim 1+2+4 misere", mode="check")
    assert "Not answered" not in ann.get(address(found, 1)).content.decode()
    Assignment.objects.filter(pk=found.pk).update(closes_at=timezone.now() - timedelta(hours=1))
    page = ann.get(address(found, 1)).content.decode()
    assert "Not answered." in page
    assert "Take 1 from row 3, leaving 3" in page


def test_an_item_that_takes_no_more_answers_shows_its_board_as_it_is(room, ann):
    found = assignment(room, "nim 1+2+4 misere all", "nim 1+2+4 misere move", mode="check")
    assert 'for="mark-' in page_of(ann, address(found, 1))
    assert 'name="move"' in page_of(ann, address(found, 2))
    Assignment.objects.filter(pk=found.pk).update(closes_at=timezone.now() - timedelta(hours=1))
    for place in (1, 2):
        page = page_of(ann, address(found, place))
        assert 'class="board board-matches to-the-end' in page
        assert 'for="mark-' not in page
        assert 'name="move"' not in page


def test_an_answer_that_was_wrong_stays_marked(room, ann):
    found = assignment(room, "nim 1+2+4 misere all")
    page = give(ann, found, 1, none="1").content.decode()
    assert 'name="none" value="1" checked' in page
    page = give(ann, found, 1, moves=["3>0"]).content.decode()
    assert 'value="3&gt;0" checked' in page
    assert 'name="none" value="1" checked' not in page


def test_a_game_that_ends_after_the_time_does_not_count(ann, room):
    now = timezone.now()
    found = assignment(room, "nim 1+1+2 misere win", "nim 1+1+2+2 misere who", closes_at=now + HOUR)
    ann.post(address(found, 1, "play"), {"token": uuid.uuid4()})
    match = Match.objects.get()
    send(ann, match, "3>1")
    with time_machine.travel(now + 2 * HOUR):
        play_to_the_end(ann, match)
        assert Match.objects.get().winner == "owner"
        assert [one[3] for one in answers()] == [None]


def test_a_game_of_a_check_is_explained_only_after_it_closes(ann, room):
    closes = timezone.now() + HOUR
    found = assignment(room, "nim 1+1+2 misere win", mode="check", closes_at=closes)
    ann.post(address(found, 1, "play"), {"token": uuid.uuid4()})
    match = Match.objects.get()
    send(ann, match, "3>0")
    play_to_the_end(ann, match)
    pages = [f"/play/{match.pk}/review/", f"/play/{match.pk}/review/mistakes/1/"]
    for where in pages:
        assert ann.get(where).status_code == 302
    assert ann.post(f"/play/{match.pk}/retry/", {"ply": "1"}).url == match.get_absolute_url()
    assert Match.objects.count() == 1
    page = page_of(ann, match.get_absolute_url())
    assert "You can see the winning moves after the test closes." in page
    assert "could have won" not in page
    assert "gave the win away" not in page
    with time_machine.travel(closes + HOUR):
        for where in pages:
            assert ann.get(where).status_code == 200
        assert "gave the win away" in page_of(ann, match.get_absolute_url())


def test_when_the_time_is_over_the_pages_say_so(ann, room):
    now = timezone.now()
    found = assignment(room, mode="check", minutes=5, closes_at=now + timedelta(days=1))
    ann.post(address(found, what="start"))
    assert "5 minutes are left." in page_of(ann, address(found))
    with time_machine.travel(now + timedelta(minutes=6)):
        assert "Time’s up." in page_of(ann, address(found))
        assert "Time’s up. New answers don’t count." in page_of(ann, address(found, 1))


def test_the_time_left_is_never_longer_than_the_check_is_open(ann, ben, room, settings):
    settings.TIME_ZONE = "Europe/Berlin"
    closes = timezone.now().replace(hour=20, minute=12, second=0) + timedelta(days=1)
    found = assignment(room, mode="check", minutes=20, closes_at=closes)
    clock = f"{timezone.localtime(closes):%H:%M} Berlin time"
    Membership.objects.filter(user=ben.user).update(time_factor=0.1)
    with time_machine.travel(closes - timedelta(minutes=5), tick=False):
        before = words_of(page_of(ann, address(found)))
        assert "It closes in 5 minutes, so you have 5 minutes, not 20. Start:" in before
        assert "It closes in" not in page_of(ben, address(found))  # two minutes fit in
        for client in (ann, ben):
            client.post(address(found, what="start"))
        for where in (address(found), address(found, 1)):
            page = words_of(page_of(ann, where))
            assert f"5 minutes are left: it closes at {clock}." in page
            page = words_of(page_of(ben, where))
            assert "2 minutes are left." in page
            assert "it closes at" not in page
    with time_machine.travel(closes - timedelta(seconds=20), tick=False):
        page = words_of(page_of(ann, address(found, 1)))
        assert f"Less than a minute is left: it closes at {clock}." in page
    give(ann, found, 1, move="3>2")
    for after in (timedelta(0), timedelta(seconds=10), timedelta(minutes=1), timedelta(days=1)):
        with time_machine.travel(closes + after, tick=False):
            for where in ("/assignments/", address(found), address(found, 1), address(found, 2)):
                page = words_of(page_of(ann, where))
                assert not re.search(r"minutes? (is|are) left", page), (after, where)
                assert "until you hand in" not in page, (after, where)
    with time_machine.travel(closes + timedelta(seconds=10), tick=False):
        assert "Time’s up." in words_of(page_of(ann, address(found)))
        assert give(ann, found, 1, move="3>3").status_code == 200


def test_somebody_who_starts_too_late_is_told_before(ann, room):
    closes = timezone.now() + timedelta(hours=1)
    found = assignment(room, mode="check", minutes=20, closes_at=closes)
    assert "It closes in" not in page_of(ann, address(found))
    with time_machine.travel(closes - timedelta(seconds=20), tick=False):
        page = words_of(page_of(ann, address(found)))
        assert "It closes in less than a minute, so you have less than a minute, not 20." in page
    with time_machine.travel(closes - timedelta(minutes=1), tick=False):
        page = words_of(page_of(ann, address(found)))
        assert "It closes in 1 minute, so you have 1 minute, not 20." in page
    with time_machine.travel(closes, tick=False):
        assert "It closes in" not in page_of(ann, address(found))


def test_a_closed_check_talks_of_the_past(ann, ben, room):
    closes = timezone.now() + HOUR
    found = assignment(room, mode="check", minutes=20, closes_at=closes)
    ann.post(address(found, what="start"))
    give(ann, found, 1, move="3>3")
    with time_machine.travel(closes + HOUR):
        day = told(closes, timezone.get_default_timezone(), "j F")
        page = words_of(page_of(ann, address(found)))
        assert f"Closed {day}. You got 1 of 2 points. Each question shows" in page
        assert f"Closed {day}. You got 0 of 2 points." in words_of(page_of(ben, address(found)))
        for client, unanswered in ((ann, 1), (ben, 2)):
            page = words_of(page_of(client, address(found)))
            assert page.count("No answer") == unanswered
            assert "Question 2: No answer" in words_of(page_of(client, address(found, 2)))
            for said in ("You can change", "You’ll see", "Not started", "Due", "minutes from"):
                assert said not in page, said


def test_late_is_said_and_counts_all_the_same(ann, room, teacher):
    now = timezone.now()
    found = assignment(room, due_at=now + HOUR)
    with time_machine.travel(now + 2 * HOUR):
        give(ann, found, 1, move="3>3")
        assert "right, first try, late" in page_of(teacher, address(found, what="results"))
        tidy = page_of(teacher, f"{address(found)}results/tidy.csv").splitlines()
        assert ",Completed,1,1,1,1,1," in tidy[1]
        assert ",Not started,,1,0,,," in tidy[2]


def test_a_lesson_done_before_counts_and_what_was_answered_before_is_not_shown(ann, room, teacher):
    one = lesson(PREDICT, MOVE)
    give_step(ann, one.live_steps[0], choice="N")
    give_step(ann, one.live_steps[0], choice="P")
    now = timezone.now()
    found = Assignment.objects.create(classroom=room, title="Read", closes_at=now + HOUR)
    teacher.post(address(found, what="add"), {"lesson": one.pk})
    teacher.post(address(found, what="publish"))
    assert "This lesson is part of" in page_of(ann, one.get_absolute_url())
    replay = f"{address(found)}results/{ann.membership.pk}/{found.items.get().pk}/"
    page = page_of(teacher, replay)
    assert "1 of 2 steps" in page
    assert "No answer here yet" in page
    with time_machine.travel(now + 2 * HOUR):
        give_step(ann, one.live_steps[1], move="2>0")
        assert "1 of 2 steps" in page_of(teacher, replay)


def test_a_game_of_a_check_that_no_answer_points_to_explains_nothing_either(ann, room):
    closes = timezone.now() + HOUR
    found = assignment(room, "nim 1+1+2 misere win", mode="check", closes_at=closes)
    ann.post(address(found, 1, "play"), {"token": uuid.uuid4()})
    match = Match.objects.get()
    ItemAttempt.objects.all().delete()
    play_to_the_end(ann, match)
    where = f"{match.get_absolute_url()}review/"
    assert ann.get(where).url == match.get_absolute_url()
    assert "You can see the winning moves after the test closes." in page_of(
        ann, match.get_absolute_url()
    )
    with time_machine.travel(closes + HOUR):
        assert ann.get(where).status_code == 200
