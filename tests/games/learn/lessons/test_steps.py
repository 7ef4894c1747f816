"""Taking a lesson: every kind of step, without scripts, with nothing lost and nothing doubled."""

import re
import uuid

import pytest
from django.test import Client

from games.learn.lessons.lesson_files import LessonFiles
from games.learn.lessons.models import Lesson, Step, StepAttempt, StepRecord
from games.people.models import User, Visitor
from games.play.models import Match
from games.site.reports.models import Report

from ...play.games import send
from .lessons import (
    MOVE,
    PLAY,
    PREDICT,
    TELL,
    fields_of,
    give,
    give_right,
    lesson,
    step,
    token,
    win,
)

pytestmark = pytest.mark.django_db


def page_of(client, address):
    return client.get(address).content.decode()


def test_a_right_answer_says_why_and_goes_on(visitor):
    found = lesson()
    response = give(visitor, step(found, 1), choice="P")
    page = response.content.decode()
    assert "It is a harbor." in page
    assert "<summary>Why?</summary>" in page
    assert re.search(r"<details>\s*<summary>Why\?</summary>", page), "closed until asked for"
    assert 'id="next" href="/learn/a-lesson/2/"' in page
    assert StepRecord.objects.get().done_at is not None


def test_a_wrong_answer_gets_the_authors_words_for_its_mistake_and_another_try(visitor):
    found = lesson()
    page = give(visitor, step(found, 1), choice="N").content.decode()
    assert "Both endings agree here." in page
    assert "It is a harbor." not in page
    assert "<summary>Why?</summary>" not in page
    assert 'id="step-form"' in page
    attempt = StepAttempt.objects.get()
    assert (attempt.solved, attempt.misconception) == (False, "flip-everything")
    page = give(visitor, step(found, 2), move="2>1").content.decode()
    assert "Two ones are an even number." in page
    assert "The other player answers" in page
    page = give(visitor, step(found, 2), move="2>4").content.decode()
    assert "Leave one." in page


@pytest.mark.parametrize("key", ["mirror", "even-ones", "no-remainder", "forgets-the-partizan"])
def test_where_the_author_expects_a_mistake_that_won_or_lost_cannot_show_it_is_told(visitor, key):
    found = lesson(PREDICT | {"feedback": {key: "So that is what you thought."}})
    page = give(visitor, step(found, 1), choice="N").content.decode()
    assert "So that is what you thought." in page
    assert "Try every move." not in page


def test_an_author_says_something_to_one_wrong_move_and_to_its_like_on_an_equal_row(visitor):
    words = {"2>1": "Just this one.", "even-ones": "Two ones."}
    asked = MOVE | {"position": "1+5+5", "answer": ["1>0"], "feedback": words}
    only = step(lesson(asked), 1)
    assert "Just this one." in give(visitor, only, move="3>1").content.decode()
    page = give(visitor, only, move="2>0").content.decode()
    assert "Just this one." not in page
    assert "Leave one." in page


def test_a_position_shown_before_is_not_built_again_and_another_one_is(visitor):
    asked = {
        "kind": "build",
        "title": "Build",
        "text": "Build a lost position.",
        "ruleset": "nim",
        "convention": "misere",
        "rows": [2, 2],
        "largest": 9,
        "goal": {"outcome": "P"},
        "forbid": ["2+2"],
        "answer": "3+3",
    }
    one = step(lesson(asked), 1)
    refused = give(visitor, one, row=["2", "2"])
    assert refused.status_code == 422
    assert "You&#x27;ve seen 2 + 2 already. Build a different one." in refused.content.decode()
    assert not StepAttempt.objects.exists()
    assert "Right." in give(visitor, one, row=["4", "4"]).content.decode()


def test_a_right_move_is_shown_on_the_board(visitor):
    found = lesson()
    page = give(visitor, step(found, 2), typed="2 5").content.decode()
    assert "One is left." in page
    assert '<span class="only-heard">Row 2: 0 left</span>' in page


def test_nothing_is_told_before_it_is_answered(visitor):
    found = lesson()
    page = page_of(visitor, step(found, 1).get_absolute_url())
    assert "It is a harbor." not in page
    assert "What can you leave?" not in page
    assert "Who <em>wins</em>?" in page


def test_a_diagram_that_is_the_answer_is_drawn_afterwards(visitor):
    drawn = {"diagram": "r1"}
    found = lesson(
        MOVE | {"kind": "classify", "answer": ["inverter", "higher switch"]} | drawn,
        MOVE | {"diagram": "nim-sum"},
    )
    table = "The kind of each row"
    assert table not in page_of(visitor, step(found, 1).get_absolute_url())
    posted = {"kind-1": "inverter", "kind-5": "higher switch"}
    assert table in give(visitor, step(found, 1), **posted).content.decode()
    before = page_of(visitor, step(found, 2).get_absolute_url())
    assert "Each row in binary" in before
    assert "Winning" not in before


def test_hints_come_one_by_one_and_are_recorded_with_the_answer(visitor):
    found = lesson()
    one = step(found, 1)
    address = one.get_absolute_url()
    visitor.post(f"{address}hint/", {"tier": 1})
    page = page_of(visitor, address)
    assert "What can you leave?" in page
    assert "You leave 1 + 2 or 2." not in page
    assert "Show the answer" not in page
    visitor.post(f"{address}hint/", {"tier": 1})
    visitor.post(f"{address}hint/", {"tier": 2})
    visitor.post(f"{address}hint/", {"tier": 99})
    assert "You leave 1 + 2 or 2." in page_of(visitor, address)
    give(visitor, one, choice="P")
    assert StepAttempt.objects.get().hint_tier == 2


def test_the_answer_may_be_looked_up_after_all_hints_or_two_wrong_answers(visitor):
    found = lesson()
    one = step(found, 1)
    address = one.get_absolute_url()
    visitor.post(f"{address}reveal/")
    assert not StepRecord.objects.exists()
    give(visitor, one, choice="N")
    give(visitor, one, choice="N")
    assert "Show the answer" in page_of(visitor, address)
    visitor.post(f"{address}reveal/")
    page = page_of(visitor, address)
    assert "The answer." in page
    assert "You lose, whatever you do" in page
    record = StepRecord.objects.get()
    assert record.answer_shown
    assert record.done_at is not None
    give(visitor, one, choice="P")
    assert StepAttempt.objects.get(solved=True).hint_tier == 4


def test_the_same_form_twice_is_one_answer_and_a_strange_token_is_refused(visitor):
    found = lesson()
    sent = token(visitor, step(found, 1).get_absolute_url())
    for _ in range(2):
        give(visitor, step(found, 1), choice="N", token=sent)
    give(visitor, step(found, 1), choice="P", token=sent)
    assert StepAttempt.objects.get().answer == "N"
    assert give(visitor, step(found, 2), move="2>0", token=sent).status_code == 422
    assert give(visitor, step(found, 2), move="2>0", token="x").status_code == 422


@pytest.mark.parametrize(
    ("number", "posted", "said"),
    [
        (1, {}, "Choose an answer first"),
        (1, {"choice": "X"}, "not an answer"),
        (2, {"typed": "9 9"}, "There is no row 9"),
        (2, {"move": "5>0"}, "5"),
        (2, {}, "not a move"),
        (3, {"choice": "P"}, "nothing to answer"),
        (4, {"choice": "P"}, "nothing to answer"),
    ],
)
def test_what_cannot_be_read_is_said_in_one_sentence_and_nothing_recorded(
    visitor, number, posted, said
):
    found = lesson()
    response = give(visitor, step(found, number), **posted)
    assert response.status_code == 422
    assert said in response.content.decode()
    assert not StepAttempt.objects.exists()
    if "typed" in posted:
        assert f'value="{posted["typed"]}"' in response.content.decode()


def test_telling_is_done_by_going_on_and_the_last_step_ends_at_the_lesson(visitor):
    found = lesson(TELL, {**TELL, "title": "Another"})
    address = step(found, 1).get_absolute_url()
    assert visitor.get(f"{address}next/").status_code == 405
    assert visitor.post(f"{address}next/").url == "/learn/a-lesson/2/"
    assert visitor.post("/learn/a-lesson/2/next/").url == "/learn/a-lesson/"
    page = page_of(visitor, "/learn/a-lesson/")
    assert "You've finished this lesson" in page
    assert "Saved in this browser." in page
    assert ">Sign up</a> to" in page


def next_button(page):
    """Where the button goes that leads on, and what it says."""
    address, said = re.search(r'id="next"\s+href="([^"]+)">([^<]+)<', page).groups()
    return address, said.strip()


def test_a_lesson_begun_with_a_loss_ends_once_the_open_step_is_won(visitor):
    found = lesson(PLAY, TELL, {**TELL, "title": "Another"})
    one = step(found, 1)
    visitor.post(f"{one.get_absolute_url()}play/")
    send(visitor, Match.objects.get(), "2>1")
    send(visitor, Match.objects.get(), "1>0")
    page = page_of(visitor, one.get_absolute_url())
    assert "Perfect wins." in page
    assert next_button(page) == ("/learn/a-lesson/2/", "Next")
    assert visitor.post("/learn/a-lesson/2/next/").url == "/learn/a-lesson/3/"
    page = page_of(visitor, "/learn/a-lesson/3/")
    assert f'<button class="main-button" id="next">One step is left: {one.title}</button>' in page
    assert visitor.post("/learn/a-lesson/3/next/").url == "/learn/a-lesson/1/"
    assert "You've finished this lesson" not in page_of(visitor, "/learn/a-lesson/")
    win(visitor, one)
    page = page_of(visitor, one.get_absolute_url())
    assert next_button(page) == ("/learn/a-lesson/", "Finish the lesson")
    assert "You've finished this lesson" in page_of(visitor, "/learn/a-lesson/")
    assert '<button class="main-button" id="next">Next</button>' in page_of(
        visitor, "/learn/a-lesson/2/"
    )


def test_a_game_that_began_lost_is_played_again_the_other_way_round_and_counts(visitor):
    """From 2 + 2 the player who starts loses; the step lets the student choose who does."""
    found = lesson({**PLAY, "position": "2+2", "starter": "choose"}, TELL)
    one = step(found, 1)
    visitor.post(f"{one.get_absolute_url()}play/", {"starter": "owner", "version": 1})
    for _ in range(3):
        page = page_of(visitor, one.get_absolute_url())
        if moves := re.findall(r'name="move" value="([^"]+)"', page):
            send(visitor, Match.objects.get(), moves[0].replace("&gt;", ">"))
    page = page_of(visitor, one.get_absolute_url())
    assert "Perfect wins." in page
    assert "Play again, Perfect starts" in page
    assert re.search(r'id="same-again">Play it again<', page)
    lost = Match.objects.get()
    posted = {"ply": "1", "swap": "1"}
    assert visitor.post(f"/play/{lost.pk}/retry/", posted).url == one.get_absolute_url()
    again = Match.objects.exclude(pk=lost.pk).get()
    assert (again.starter, again.state, again.start) == ("other", "running", "2+2")
    assert again.moves.count() == 1
    win(visitor, one)
    assert StepRecord.objects.get().done_at is not None


def test_a_game_in_which_the_student_must_start_is_never_played_the_other_way_round(visitor):
    found = lesson({**PLAY, "starter": "you"}, TELL)
    one = step(found, 1)
    visitor.post(f"{one.get_absolute_url()}play/")
    send(visitor, Match.objects.get(), "2>1")
    send(visitor, Match.objects.get(), "1>0")
    lost = Match.objects.get()
    page = page_of(visitor, one.get_absolute_url())
    assert '<button class="main-button" id="play-again">Play it again</button>' in page
    visitor.post(f"/play/{lost.pk}/retry/", {"ply": "1", "swap": "1"})
    assert StepRecord.objects.get().match == lost


def test_a_last_step_that_is_lost_does_not_say_that_the_lesson_is_finished(visitor):
    found = lesson(TELL, PLAY)
    visitor.post("/learn/a-lesson/1/next/")
    two = step(found, 2)
    visitor.post(f"{two.get_absolute_url()}play/")
    send(visitor, Match.objects.get(), "2>1")
    send(visitor, Match.objects.get(), "1>0")
    page = page_of(visitor, two.get_absolute_url())
    assert next_button(page) == ("/learn/a-lesson/", "Back to the lesson")


def test_an_answer_leads_to_the_open_step_and_not_to_one_that_is_done(visitor):
    found = lesson(PREDICT, TELL, MOVE)
    visitor.post("/learn/a-lesson/2/next/")
    page = give_right(visitor, step(found, 1)).content.decode()
    assert next_button(page) == ("/learn/a-lesson/3/", "One step is left: One and five")
    page = give_right(visitor, step(found, 3)).content.decode()
    assert next_button(page) == ("/learn/a-lesson/", "Finish the lesson")


def test_a_game_is_won_in_a_lesson(visitor):
    found = lesson()
    one = step(found, 4)
    visitor.post(f"{one.get_absolute_url()}play/")
    match = Match.objects.get()
    again = visitor.post(f"{one.get_absolute_url()}play/")
    assert again.url == f"{one.get_absolute_url()}#board"
    assert Match.objects.get() == match
    assert visitor.get(match.get_absolute_url()).url == one.get_absolute_url()
    assert send(visitor, match, "2>1").url == f"{one.get_absolute_url()}#board"
    page = page_of(visitor, one.get_absolute_url())
    assert "You start." in page
    assert "Perfect took" in page
    assert send(visitor, Match.objects.get(), "1>0").url == f"{one.get_absolute_url()}#ending"
    match.refresh_from_db()
    assert match.winner == "other"
    page = page_of(visitor, one.get_absolute_url())
    assert "You start." in page
    assert "Perfect wins." in page
    assert "An even number again." in page
    assert "Play it again" in page
    assert StepAttempt.objects.get().misconception == "even-ones"
    assert StepRecord.objects.get().done_at is None
    won = win(visitor, one)
    assert won.pk != match.pk
    page = page_of(visitor, one.get_absolute_url())
    assert "You win." in page
    assert "You won it." in page
    assert next_button(page) == ("/learn/a-lesson/1/", "3 steps are left: go to step 1")
    assert StepRecord.objects.get().done_at is not None


def test_the_board_of_a_game_that_is_not_begun_takes_the_first_move_and_looking_stores_nothing(
    visitor, signed_in
):
    address = step(lesson(PLAY), 1).get_absolute_url()
    for client in (visitor, signed_in):
        page = page_of(client, address)
        assert f'action="{address}play/"' in page
        assert "Your turn." in page
        assert "Resign" not in page
    assert not Match.objects.exists()
    moved = visitor.post(f"{address}play/", {"version": 1, "move": "2>1"})
    assert moved.url == f"{address}#board"
    match = Match.objects.get()
    assert match.moves.count() == 2
    visitor.post(f"{address}play/", {"version": 1, "move": "2>1"})
    assert Match.objects.get().moves.count() == 2
    assert "You took 1 from row 2." in page_of(visitor, address)
    assert "took" not in page_of(signed_in, address)
    assert signed_in.get(match.get_absolute_url()).status_code == 404
    helped = signed_in.post(f"{address}play/", {"version": 1, "hint": "1"}, follow=True)
    assert "<strong>Hint 1:</strong>" in helped.content.decode()
    assert "Hint 1:" not in page_of(visitor, address)


def test_a_move_that_cannot_be_made_is_refused_on_the_page_of_the_step(visitor):
    address = step(lesson(PLAY), 1).get_absolute_url()
    refused = visitor.post(f"{address}play/", {"version": 1, "typed": "9 from row 1"})
    page = refused.content.decode()
    assert refused.status_code == 422
    assert "You start." in page
    assert 'role="alert"' in page
    late = visitor.post(f"{address}play/", {"version": 7, "move": "2>1"})
    assert late.status_code == 409
    assert "The game has moved on" in late.content.decode()
    assert "You start." in late.content.decode()
    assert Match.objects.get().version == 1


def test_a_game_that_perfect_starts_begins_with_one_touch(visitor):
    theirs = PLAY | {"position": "2+2", "starter": "computer"}
    found = lesson(theirs, theirs | {"starter": "choose"})
    page = page_of(visitor, "/learn/a-lesson/1/")
    assert "Let Perfect start" in page
    assert "I start" not in page
    assert not Match.objects.exists()
    visitor.post("/learn/a-lesson/1/play/", {"starter": "other", "version": 1})
    assert "Perfect took" in page_of(visitor, "/learn/a-lesson/1/")
    page = page_of(visitor, step(found, 2).get_absolute_url())
    assert "I start" in page
    visitor.post("/learn/a-lesson/2/play/", {"starter": "owner", "version": 1})
    assert "Your turn." in page_of(visitor, "/learn/a-lesson/2/")


def test_a_game_that_another_one_followed_keeps_its_address_and_so_does_one_whose_step_is_gone(
    visitor,
):
    found = lesson(PLAY, PREDICT)
    first = lose(visitor)
    second = lose(visitor)
    assert visitor.get(second.get_absolute_url()).url == "/learn/a-lesson/1/"
    page = page_of(visitor, first.get_absolute_url())
    assert "Perfect wins." in page
    assert 'href="/learn/a-lesson/1/">Back to the lesson</a>' in page
    found.state = Lesson.State.RETIRED
    found.save()
    assert "Perfect wins." in page_of(visitor, second.get_absolute_url())


def test_progress_is_kept_at_every_step_and_resumed_from_the_first_page(visitor):
    found = lesson()
    assert "Continue:" not in page_of(visitor, "/")
    give(visitor, step(found, 1), choice="P")
    assert "Continue: A lesson, step 2 of 4" in page_of(visitor, "/")
    give(visitor, step(found, 2), move="2>4")
    assert "Continue: A lesson, step 2 of 4" in page_of(visitor, "/")
    give(visitor, step(found, 2), move="2>0")
    page = page_of(visitor, "/learn/")
    assert "Continue: A lesson, step 3" in page
    assert "2 of 4 steps done" in page
    lesson(PREDICT, number=2, slug="next-one", title="The next")
    visitor.post("/learn/a-lesson/3/next/")
    win(visitor, step(found, 4))
    assert "Continue: The next, step 1 of 1" in page_of(visitor, "/")


def test_whoever_began_with_a_later_lesson_is_led_to_the_ones_before_it(visitor):
    lesson(PREDICT, title="The first")
    lesson(PREDICT, number=2, slug="second", title="The second")
    third = lesson(PREDICT, number=3, slug="third", title="The third")
    give(visitor, step(third, 1), choice="P")
    assert "Continue: The first, step 1 of 1" in page_of(visitor, "/")


def test_whoever_loses_a_game_may_go_on_and_is_brought_back_to_where_they_were(visitor):
    found = lesson(PLAY, PREDICT, MOVE)
    visitor.post("/learn/a-lesson/1/play/")
    send(visitor, Match.objects.get(), "2>1")
    send(visitor, Match.objects.get(), "1>0")
    assert 'id="next" href="/learn/a-lesson/2/"' in page_of(visitor, "/learn/a-lesson/1/")
    give(visitor, step(found, 2), choice="P")
    assert "Continue: A lesson, step 3 of 3" in page_of(visitor, "/")
    give(visitor, step(found, 3), move="2>0")
    assert "Continue: A lesson, step 1 of 3" in page_of(visitor, "/")


def test_none_of_them_can_be_said_and_not_together_with_moves(visitor):
    found = lesson(PREDICT | {"kind": "all-moves", "answer": []})
    assert "No move wins" in page_of(visitor, "/learn/a-lesson/1/")
    both = give(visitor, step(found, 1), none="1", moves=["1>1"])
    assert both.status_code == 422
    assert "It is a harbor." in give(visitor, step(found, 1), none="1").content.decode()


def test_going_back_and_answering_wrongly_undoes_nothing(visitor):
    found = lesson()
    give(visitor, step(found, 1), choice="P")
    give(visitor, step(found, 1), choice="N")
    assert StepRecord.objects.get().done_at is not None


def test_drafts_and_retired_lessons_are_not_there(visitor, signed_in):
    for state in ("draft", "retired"):
        found = lesson(state=state)
        for client in (visitor, signed_in):
            assert client.get(found.get_absolute_url()).status_code == 404
            assert client.get("/learn/a-lesson/1/").status_code == 404
            assert client.get("/learn/a-lesson/1/preview/").status_code == 404
        assert "A lesson" not in page_of(visitor, "/learn/")
    assert visitor.get("/learn/nothing/").status_code == 404


def test_a_preview_shows_a_draft_and_leaves_no_rows(client):
    found = lesson(state="draft")
    client.force_login(User.objects.create_superuser("curator", password="x"))
    for one in found.live_steps:
        address = f"/learn/a-lesson/{one.order}/preview/"
        assert "Nothing is recorded" in page_of(client, address)
    page = client.post("/learn/a-lesson/1/preview/", {"choice": "N"}).content.decode()
    assert "Both endings agree here." in page
    assert client.post("/learn/a-lesson/1/preview/", {"choice": ""}).status_code == 422
    assert client.get("/learn/a-lesson/9/preview/").status_code == 404
    assert not StepRecord.objects.exists()
    assert not StepAttempt.objects.exists()
    assert not Visitor.objects.exists()


def test_a_draft_that_cannot_be_shown_says_why_in_the_preview(client):
    lesson(state="draft")
    Step.objects.filter(order=1).update(position="nonsense")
    client.force_login(User.objects.create_superuser("curator", password="x"))
    response = client.get("/learn/a-lesson/1/preview/")
    assert response.status_code == 422
    assert "nonsense" in response.content.decode()


def test_a_report_names_the_step(visitor):
    found = lesson()
    response = visitor.post("/learn/a-lesson/1/report/", {"text": "I think it is won."})
    assert "Thanks." in page_of(visitor, response.url)
    assert Report.objects.get().step == step(found, 1)
    assert visitor.post("/learn/a-lesson/1/report/", {"text": ""}).status_code == 422


def test_a_fragment_is_answered_to_htmx_and_nobody_else(visitor):
    found = lesson()
    posted = {"choice": "P", "token": uuid.uuid4()}
    address = f"{step(found, 1).get_absolute_url()}answer/"
    html = visitor.post(address, posted, headers={"HX-Request": "true"}, follow=True)
    fragment = html.content.decode()
    assert "<html" not in fragment
    # The verdict has the focus and is heard with it; the live region does not say it again.
    assert re.search(r'id="verdict"[^>]*data-focus-here[^>]*>.*?Right\.', fragment, re.DOTALL)
    assert 'id="live" data-hx-swap-oob="innerHTML"></p>' in fragment


def test_a_step_that_was_answered_is_set_aside_when_the_lesson_changes(visitor):
    found = lesson(PREDICT, MOVE)
    give(visitor, step(found, 1), choice="P")
    answered = step(found, 1).pk
    lesson(MOVE, TELL)
    assert Step.objects.get(pk=answered).order is None
    assert StepAttempt.objects.get().step_id == answered
    assert [one.kind for one in Lesson.objects.get().live_steps] == ["move", "tell"]
    lesson(TELL, PREDICT)
    assert step(found, 2).pk == answered
    assert "1 of 2 steps done" in page_of(visitor, "/learn/")


def test_a_step_that_was_only_read_is_set_aside_too_and_is_still_done_when_it_comes_back(visitor):
    found = lesson(TELL, PREDICT)
    visitor.post(f"{step(found, 1).get_absolute_url()}next/")
    lesson(PREDICT)
    assert "Not started" in page_of(visitor, "/learn/")
    lesson(PREDICT, TELL)
    assert "1 of 2 steps done" in page_of(visitor, "/learn/")


# --- what a visitor did is kept -----------------------------------------------------------


def sign_up(client):
    client.post("/accounts/signup/", {"username": "zoe", "password": "a long enough one"})
    return User.objects.get(username="zoe")


def test_signing_up_in_the_middle_of_a_lesson_keeps_it(visitor):
    found = lesson()
    give(visitor, step(found, 1), choice="N")
    give(visitor, step(found, 1), choice="P")
    visitor.post(f"{step(found, 4).get_absolute_url()}play/")
    user = sign_up(visitor)
    assert StepRecord.objects.filter(user=user).count() == 2
    assert StepAttempt.objects.filter(user=user).count() == 2
    assert "Continue: A lesson, step 4 of 4" in page_of(visitor, "/")
    win(visitor, step(found, 4))
    assert StepRecord.objects.get(step=step(found, 4)).done_at is not None


@pytest.mark.parametrize("done_by", ["visitor", "user", "both"])
def test_the_same_step_on_both_sides_keeps_the_better(alice, done_by):
    found = lesson()
    theirs, browser = Client(), Client()
    theirs.force_login(alice)
    give(theirs, step(found, 1), choice="P" if done_by in ("user", "both") else "N")
    give(browser, step(found, 1), choice="P" if done_by in ("visitor", "both") else "N")
    posted = {"username": "alice", "password": "correct horse battery"}
    for _ in range(2):
        browser.post("/accounts/login/", posted)
        record = StepRecord.objects.get()
        assert record.user == alice
        assert record.done_at is not None
        assert StepAttempt.objects.filter(user=alice).count() == 2


@pytest.mark.parametrize("by_oneself", ["in the account", "in the browser"])
def test_of_two_that_are_done_the_one_done_by_oneself_is_kept(alice, by_oneself):
    one = step(lesson(PREDICT), 1)
    theirs, browser = Client(), Client()
    theirs.force_login(alice)
    helped, alone = (browser, theirs) if by_oneself == "in the account" else (theirs, browser)
    for _ in range(2):
        give(helped, one, choice="N")
    helped.post(f"{one.get_absolute_url()}reveal/")
    give(alone, one, choice="P")
    assert "to try again" in page_of(helped, "/learn/a-lesson/")
    browser.post("/accounts/login/", {"username": "alice", "password": "correct horse battery"})
    page = page_of(browser, "/learn/a-lesson/")
    assert "Done" in page_of(browser, "/learn/")
    assert "to try again" not in page


def test_after_logging_out_the_browser_is_a_fresh_visitor(visitor):
    found = lesson()
    give(visitor, step(found, 1), choice="P")
    sign_up(visitor)
    visitor.post("/accounts/logout/")
    assert "Continue:" not in page_of(visitor, "/")
    assert "Not started" in page_of(visitor, "/learn/")


# --- the whole course ---------------------------------------------------------------------


def test_the_course_can_be_taken_from_the_first_to_the_last_lesson_without_an_account(visitor):
    LessonFiles.load()
    for found in Lesson.objects.prefetch_related("steps"):
        for one in found.live_steps:
            address = one.get_absolute_url()
            assert visitor.get(address).status_code == 200, address
            if one.kind == "tell":
                visitor.post(f"{address}next/")
            elif one.kind == "play":
                win(visitor, one)
            else:
                page = give_right(visitor, one)
                assert page.context["page"].verdict.correct, address
        assert "You've finished this lesson" in page_of(visitor, found.get_absolute_url())
    user = sign_up(visitor)
    steps = Step.objects.exclude(order=None).count()
    assert StepRecord.objects.filter(user=user, done_at__isnull=False).count() == steps
    page = page_of(visitor, "/learn/")
    assert page.count("Done") == Lesson.objects.count()
    assert "Continue:" not in page
    me = page_of(visitor, "/me/")
    assert "right without help" in me


def test_every_wrong_prediction_of_the_course_gets_words_of_the_author(visitor):
    LessonFiles.load()
    for one in Step.objects.filter(kind="predict").select_related("lesson"):
        wrong = "N" if fields_of(one)["choice"] != ["N"] else "P"
        page = give(visitor, one, choice=wrong)
        assert page.context["page"].feedback.text, one.get_absolute_url()


# --- skills -------------------------------------------------------------------------------


def test_a_skill_says_too_little_below_six_tries_and_counts_help_as_help(visitor):
    found = lesson()
    one = step(found, 2)
    for number in range(12):
        give(visitor, one, move="2>0" if number > 3 else "2>1")
        page = page_of(visitor, "/me/")
        assert ("right without help" in page) == (number >= 5)
    assert "8 of the last 10 right without help" in page
    assert "familiar" in page
    visitor.post(f"{one.get_absolute_url()}hint/", {"tier": 1})
    give(visitor, one, move="2>0")
    page = page_of(visitor, "/me/")
    assert "8 of the last 10 right without help" in page
    bar = re.findall(r'class="bead bead-(\w+)"', page)
    assert (len(bar), bar.count("first"), bar[-1]) == (10, 8, "wrong")


def test_of_two_choices_the_first_alone_counts_and_the_lesson_says_so(visitor, stranger):
    found = lesson(PREDICT, MOVE)
    for choice in ("N", "P"):
        give(visitor, step(found, 1), choice=choice)
    assert "1 of 2 steps done, 1 to try again" in page_of(visitor, "/learn/")
    give(visitor, step(found, 2), move="2>1")
    give(visitor, step(found, 2), move="2>0")
    give(stranger, step(found, 1), choice="P")
    give(stranger, step(found, 2), move="2>0")
    shown, own = (page_of(client, "/learn/") for client in (visitor, stranger))
    assert "Done, 1 to try again" in shown
    assert "to try again" not in own
    steps = page_of(visitor, "/learn/a-lesson/")
    assert "to try again" in steps
    assert "shown" not in steps, "nobody asked for the answer"
    assert "Done" in own
    assert [one.hint_tier > 0 for one in StepAttempt.objects.filter(step=step(found, 1))] == [
        False,
        True,
        False,
    ]


def test_pages_cost_the_same_queries_however_much_was_done(visitor, django_assert_max_num_queries):
    LessonFiles.load()
    for one in Step.objects.filter(kind="predict").select_related("lesson"):
        give(visitor, one, **fields_of(one))
    visitor.get("/learn/")  # the course is kept from here on
    costs = {"/learn/": 14, "/learn/frames/": 15, "/learn/frames/2/": 8, "/": 17}
    for address, most in costs.items():
        with django_assert_max_num_queries(most):
            visitor.get(address)


# --- games that were lost, and pages that are loaded again ---------------------------------


def lose(client, number=1):
    """Start the game of a step and lose it; the match."""
    client.post(f"/learn/a-lesson/{number}/play/")
    for move in ("2>1", "1>0"):
        send(client, Match.objects.filter(state="running").get(), move)
    return Match.objects.order_by("created_at").last()


def test_the_review_of_a_lesson_game_and_what_follows_lead_back_and_playing_again_counts(visitor):
    found = lesson(PLAY, PREDICT)
    match = lose(visitor)
    back = 'href="/learn/a-lesson/1/">Back to the lesson</a>'
    review = f"/play/{match.pk}/review/"
    for address in (review, f"/play/{match.pk}/review/mistakes/1/"):
        page = page_of(visitor, address)
        assert back in page, address
        assert "Another game" not in page, address
        assert "sides swapped" not in page, address
    again = visitor.post(f"/play/{match.pk}/retry/", {"ply": 1}).url
    assert again == "/learn/a-lesson/1/"
    assert "Your turn." in page_of(visitor, again)
    running = StepRecord.objects.get().match
    assert running != match
    won = win(visitor, step(found, 1))
    assert won == running  # it is the game of the step, not another one
    assert StepRecord.objects.get().done_at is not None
    assert "You won it." in page_of(visitor, "/learn/a-lesson/1/")


def test_trying_again_from_the_middle_of_a_lesson_game_leads_back_too(visitor):
    lesson(PLAY)
    match = lose(visitor)
    again = visitor.post(f"/play/{match.pk}/retry/", {"ply": 2}).url
    assert Match.objects.get(pk=again.split("/")[2]).origin == "/learn/a-lesson/1/"
    assert "Back to the lesson" in page_of(visitor, again)


def test_a_done_step_still_shows_its_verdict_and_reason_after_a_reload(visitor):
    found = lesson(PREDICT, MOVE)
    address = step(found, 1).get_absolute_url()
    give(visitor, step(found, 1), choice="N")
    assert "Not quite." not in page_of(visitor, address)  # not done: the question again
    give(visitor, step(found, 1), choice="P")
    for _ in range(2):
        page = page_of(visitor, address)
        assert "Right." in page
        assert "It is a harbor." in page
        assert 'id="step-form"' not in page
    again = page_of(visitor, f"{address}?again=1")
    assert 'id="step-form"' in again
    assert "It is a harbor." not in again


def test_a_won_start_and_a_lost_one_are_said_so():
    lost = PLAY | {"position": "2+2", "opponent": "random"}
    found = lesson(PLAY, lost, lost | {"starter": "choose"})
    for number, said in (
        (1, "At the start only one move wins."),
        (2, "The start was a losing position for you: your opponent had to make a mistake first."),
        (3, "Against perfect play, the player who starts loses."),
    ):
        from games.questions.grading import grade

        truth = grade(step(found, number), "won").truth
        assert truth == said


def test_a_position_to_build_says_what_is_accepted_before_and_after(visitor):
    build = {
        "kind": "build",
        "title": "Build",
        "text": "Build.",
        "ruleset": "nim",
        "convention": "normal",
        "rows": [2, 3],
        "largest": 5,
        "goal": {"outcome": "P"},
        "answer": "1+1",
        "otherwise": "No.",
        "after": "Yes.",
    }
    found = lesson(build)
    limits = "2 to 3 rows of at most 5"
    assert f"Use {limits}" in page_of(visitor, "/learn/a-lesson/1/")
    for rows in (["2", "3", "6"], ["4"]):
        response = give(visitor, step(found, 1), row=rows)
        assert response.status_code == 422
        assert f"use {limits}" in response.content.decode()


def test_a_table_in_a_lesson_has_no_column_that_no_lesson_teaches(visitor):
    lesson(MOVE | {"diagram": "r1"})
    page = page_of(visitor, "/learn/a-lesson/1/")
    assert "The kind of each row." in page
    assert "genus" not in page


def test_a_hint_shows_code_as_code_and_nothing_else_as_html(visitor):
    taught = lesson(MOVE | {"hints": ["Which of `bb` and `a`? <b>Not</b> this.", "Two.", "Three."]})
    address = f"{taught.get_absolute_url()}1/"
    shown = "Which of <code>bb</code> and <code>a</code>? &lt;b&gt;Not&lt;/b&gt; this."
    assert shown not in page_of(visitor, address)
    visitor.post(f"{address}hint/", {"tier": 1, "token": token(visitor, address)})
    assert shown in page_of(visitor, address)
