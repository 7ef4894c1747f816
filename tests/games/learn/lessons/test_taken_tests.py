"""Tests and checkpoints, taken through the pages as a browser without scripts would."""

import re
from html import unescape
from random import Random

import pytest
from django.test import Client

from games.learn.lessons.lesson_files import LessonFiles
from games.learn.lessons.models import Lesson, Route, Skill, Step, StepRecord, Track
from games.learn.lessons.taken_tests import TakenTest, enough_of
from games.learn.taking_tests import examining
from games.learn.taking_tests.examining import begin, steps_of
from games.learn.taking_tests.questions import make_test
from games.people.models import User, Visitor, owner_fields
from games.questions.attempts import Attempt
from games.questions.grading import grade, key_in_words
from games.questions.guessing import following, lead_to
from games.questions.question import Question
from games.questions.shown_question import ShownQuestion
from games.questions.signs import signs

from ....solver.oracle import Oracle, kayles, nim, partizan_kayles, takes
from ...claims import Told, check_earlier, options_of
from .lessons import MOVE, PLAY, PREDICT, TELL, fields_of, give, later, lesson

pytestmark = [pytest.mark.days, pytest.mark.django_db]

GAMES = {"nim": nim, "kayles": kayles, "partizan-kayles": partizan_kayles}
OUTCOMES = {(True,): "N", (False,): "P"}
OUTCOMES |= {(True, True): "N", (False, False): "P", (True, False): "L", (False, True): "R"}
"""Who wins, by whether each player does who may start."""
GAMES |= {f"subtraction:{most}": takes(range(1, most + 1)) for most in range(2, 8)}


def page_of(client, address):
    response = client.get(address, follow=True)
    assert response.status_code == 200
    return response.content.decode()


def begun(client, address="/learn/a-lesson/test/"):
    """The test that the button of its first page begins."""
    response = client.post(address)
    assert response.status_code == 302
    return TakenTest.objects.get(pk=response.url.split("/")[3])


def form(taken, place, *, right=True):
    task = ShownQuestion(taken.posing(place))
    text = task.asking.right(task) if right else task.asking.wrong(task, Random(1))
    return task.asking.fields(task, text)


def take(client, taken, *, wrong=(), wrong_parts=()):
    """Answer every question that is left in all its parts, those of *wrong* and the parts at the
    places *wrong_parts* wrongly; the page at the end."""
    while not taken.is_finished:
        page = page_of(client, taken.get_absolute_url())
        assert f"question {taken.number_now} of {taken.size}" in page
        check_board(page, taken)
        action = re.search(r'id="quiz-form" method="post" action="([^"]+)"', page)[1]
        is_right = taken.number_now not in wrong and taken.place not in wrong_parts
        posted = form(taken, taken.place, right=is_right)
        assert client.post(action, posted).status_code == 302
        taken.refresh_from_db()
    return page_of(client, taken.get_absolute_url())


def check_board(page, taken):
    """The words of a question are true of the board that its page draws: the position from which
    the other player moved is named, and the move leads to this board."""
    task = ShownQuestion(taken.posing(taken.place))
    if not task.is_drawn or options_of(task.exercise.ruleset) is None:
        return
    board = Told.drawn(task.drawn(), task.exercise.ruleset, task.exercise.convention)
    heard = re.findall(r"(?:Row|Strip|Heap) (\d+): (\S+) left", page)
    sizes = {row: "+".join(str(len(one)) for one in board.segments(row)) for row in board.rows}
    assert {int(row): "" if left == "0" else left for row, left in heard} == sizes
    said = re.search(r'id="live"[^>]*>(.*?)</p>', page, re.DOTALL)[1]
    is_reply = check_earlier(" ".join(said.split()), board)
    assert is_reply is (task.made is not None)


def test_a_test_asks_other_numbers_than_the_steps_and_gives_no_hints(visitor):
    lesson()
    assert "I know this: test me" in page_of(visitor, "/learn/a-lesson/")
    assert "without hints" in page_of(visitor, "/learn/a-lesson/test/")
    assert not Visitor.objects.exists()
    taken = begun(visitor)
    assert 3 <= taken.size <= 5
    own = {(step.position, step.goal) for step in Step.objects.all()}
    places = range(1, len(taken.questions) + 1)
    asked = {(taken.posing(n).position, taken.posing(n).goal) for n in places}
    assert not own & asked
    assert len(asked) == len(taken.questions)
    page = page_of(visitor, taken.get_absolute_url())
    assert "hint" not in page.lower().replace("nothing", "")


def test_a_lesson_with_one_question_asks_three_in_its_test(visitor):
    lesson(MOVE)
    assert begun(visitor).size == 3


def test_of_three_questions_or_more_one_may_be_wrong():
    assert [enough_of(size) for size in range(1, 7)] == [1, 2, 2, 3, 4, 5]


def test_one_wrong_answer_still_passes_and_the_map_says_by_test(visitor):
    Route.objects.create(slug="player", order=1, title="Player", lessons=["a-lesson", "next-one"])
    lesson()
    lesson(PREDICT, number=2, slug="next-one", title="The next")
    taken = begun(visitor)
    page = take(visitor, taken, wrong=[2])
    assert "Passed: A lesson" in page
    assert f"{taken.size - 1} of {taken.size} right" in page
    assert "Next lesson: The next" in page
    assert "Passed by test" in page_of(visitor, "/learn/")
    assert "You've passed its test" in page_of(visitor, "/learn/a-lesson/")
    assert not StepRecord.objects.exists()
    assert 'id="next" href="/learn/next-one/1/"' in page
    assert 'id="known"' not in page
    assert "Continue: The next" in page_of(visitor, "/learn/")


def unknown(client, taken):
    """Press "I don't know" at the question that the page shows, twice as a hasty finger does."""
    page = page_of(client, taken.get_absolute_url())
    button = re.search(
        r"""action="([^"]+)">\s*<input[^>]*>\s*<button[^>]*id="unknown"[^>]*>I don't know<""", page
    )
    for _ in range(2):
        assert client.post(button[1], {"unknown": ""}).status_code == 302
    taken.refresh_from_db()


def test_who_does_not_know_goes_on_is_told_the_answer_and_has_it_wrong(visitor, stranger):
    lesson()
    taken = begun(visitor)
    unknown(visitor, taken)
    assert [one.solved for one in taken.answers] == [False]
    page = take(visitor, taken)
    first, *others = page.split('class="quiz-answer"')[1:]
    assert "You did not know." in first
    truth = key_in_words(ShownQuestion(taken.posing(1))).truth
    assert truth
    assert truth in unescape(first)
    assert all("You did not know." not in one for one in others)
    assert f"{taken.size - 1} of {taken.size} right" in page
    every = begun(stranger)
    while not every.is_finished:
        unknown(stranger, every)
    page = page_of(stranger, every.get_absolute_url())
    assert page.count("You did not know.") == len(every.questions)
    assert f"0 of {every.size} right" in page


def test_a_verdict_that_no_longer_fits_is_told_anew_of_who_did_not_know(visitor):
    lesson()
    taken = begun(visitor)
    unknown(visitor, taken)
    take(visitor, taken)
    Attempt.objects.filter(place=1).update(judged="")
    assert "You did not know." in page_of(visitor, taken.get_absolute_url())
    assert Attempt.objects.get(place=1).judged


def test_no_answer_says_nothing_about_a_belief():
    asked = Question("nim", "1+1+2", "misere", "", "predict")
    assert signs(asked, "N")
    assert signs(asked, "") == []


@pytest.fixture
def two_lines(db):
    """Two routes: first, second and fourth build on each other, third stands on the other line."""
    Route.objects.create(slug="red", order=1, title="Red", lessons=["first", "second", "fourth"])
    Route.objects.create(slug="dark", order=2, title="Dark", lessons=["third"])
    Skill.objects.create(slug="look-back", order=1, title="Looking back")
    Skill.objects.create(slug="match", order=2, title="Matching", requires=["look-back"])
    Skill.objects.create(slug="prove", order=3, title="Proving", requires=["match"])
    Skill.objects.create(slug="wait", order=4, title="Waiting", requires=["match"])
    Track.objects.create(slug="nim", order=2, title="Nim")
    lesson(PREDICT, slug="first", title="The first")
    lesson(PREDICT, number=2, slug="second", title="The second", skills=["match"])
    lesson(PREDICT, number=3, slug="third", title="The third", skills=["prove"], track="nim")
    lesson(PREDICT, number=4, slug="fourth", title="The fourth", skills=["wait"], track="nim")


def test_a_test_that_is_passed_places_and_somebody_else_stays_where_they_are(
    visitor, stranger, two_lines
):
    before = page_of(stranger, "/learn/")
    opens = "What counts as known if you pass: "
    assert f"{opens}The first." in page_of(visitor, "/learn/second/test/")
    assert opens not in page_of(visitor, "/learn/first/test/")
    page = take(visitor, begun(visitor, "/learn/second/test/"))
    assert "These lessons now count as known: The first." in page
    assert 'id="next" href="/learn/fourth/1/"' in page
    assert "A test that you passed covers this lesson." in page_of(visitor, "/learn/first/")
    course = page_of(visitor, "/learn/")
    assert "Continue: The fourth" in course
    assert course.count("Known by test") == 1
    assert course.count("Passed by test") == 1
    assert '<a class="stop stop-here"\n  tabindex="-1" href="/learn/fourth/1/">' in course
    assert "Builds on" not in course
    assert "Continue: The fourth, step 1 of 1" in page_of(visitor, "/")
    assert not StepRecord.objects.exists()
    assert page_of(stranger, "/learn/") == before
    assert "Start the lesson" in before
    assert "Builds on" in before


def test_a_checkpoint_that_is_passed_covers_its_lessons_and_what_they_build_on(
    visitor, stranger, two_lines
):
    covers = "The first, The second, The third and The fourth"
    first_page = page_of(visitor, "/learn/checkpoints/nim/")
    assert f"What counts as known if you pass: {covers}." in first_page
    taken = begun(visitor, "/learn/checkpoints/nim/")
    assert take(stranger, begun(stranger, "/learn/checkpoints/nim/"), wrong=[1, 2])
    page = take(visitor, taken)
    said = f"These lessons now count as known: {covers}."
    assert said in page
    assert page_of(visitor, "/learn/").count("Known by test") == 4
    assert "You have finished the course" in page_of(visitor, "/learn/")
    assert "Known by test" not in page_of(stranger, "/learn/")
    assert "Start the lesson" in page_of(stranger, "/learn/")


def test_the_checkpoint_of_rows_leads_on_along_the_first_route(visitor, two_lines):
    page = take(visitor, begun(visitor, "/learn/checkpoints/rows/"))
    assert "These lessons now count as known: The first and The second." in page
    assert "Next lesson: The fourth" in page
    assert "Continue: The fourth" in page_of(visitor, "/learn/")


def test_two_wrong_answers_name_the_idea_and_lead_to_the_step(visitor):
    lesson()
    taken = begun(visitor)
    page = take(visitor, taken, wrong=[1, 2])
    assert taken.passed is False
    assert f"<h1>\n        \n          {taken.size - 2} of {taken.size} right" in page
    assert "Practise these again:" in page
    assert "Looking back" in page
    wrong = [
        one["step"]
        for one, given in zip(taken.questions, taken.answers, strict=True)
        if not given.solved
    ]
    steps = Step.objects.filter(pk__in=wrong).order_by("order")
    step = steps.exclude(kind="play").first() or Step.objects.get(pk=wrong[0])
    assert f'id="next" href="{step.get_absolute_url()}"' in page
    assert "Passed by test" not in page_of(visitor, "/learn/")


def test_after_a_failed_go_the_steps_come_first_or_the_next_day(visitor, stranger):
    lesson()
    taken = begun(visitor)
    page = take(visitor, taken, wrong=range(1, taken.size + 1))
    wrong = {
        one["step"]
        for one, given in zip(taken.questions, taken.answers, strict=True)
        if not given.solved
    }
    steps = Step.objects.filter(pk__in=wrong).exclude(kind="play")
    assert steps
    for one in steps:
        assert f'<li><a href="{one.get_absolute_url()}">A lesson, step {one.order}</a></li>' in page
    assert 'id="again"' not in page
    offered = page_of(visitor, "/learn/a-lesson/test/")
    assert 'id="first"' in offered
    assert 'id="begin"' not in offered
    assert re.search(r'id="next" href="([^"]+)"', offered)[1] == steps[0].get_absolute_url()
    refused = visitor.post("/learn/a-lesson/test/")
    assert refused.status_code == 422
    assert "Do the steps below first, or come back tomorrow." in refused.content.decode()
    assert begun(stranger).number == 1
    with later(1):
        tomorrow = page_of(visitor, "/learn/a-lesson/test/")
        assert 'id="first"' not in tomorrow
        assert 'id="begin"' in tomorrow
    for one in steps:
        task = ShownQuestion(one)
        give(visitor, one, **task.asking.fields(task, task.asking.right(task)))
    assert 'id="first"' not in page_of(visitor, taken.get_absolute_url())
    again = begun(visitor)
    assert again.number == 2
    assert again.questions != taken.questions


def test_who_wins_is_one_question_with_the_move_that_follows(visitor):
    lesson(PREDICT)
    taken = begun(visitor)
    assert len(taken.questions) == 2 * taken.size
    for first, then in zip(taken.questions[::2], taken.questions[1::2], strict=True):
        assert (first["asked"]["goal"], then["asked"]["goal"]) == ("predict", "move")
        wins = ShownQuestion(Question(**first["asked"])).facts.outcome.value == "N"
        assert (first["asked"]["position"] == then["asked"]["position"]) is wins
        said = lead_to(
            ShownQuestion(following(Question(**first["asked"]), Question(**then["asked"])))
        )
        assert ("By which move?" in said) is wins
    visitor.post(f"{taken.get_absolute_url()}1/", form(taken, 1))
    page = page_of(visitor, taken.get_absolute_url())
    assert f"question 1 of {taken.size}" in page
    assert lead_to(ShownQuestion(taken.posing(2))) in page
    visitor.post(f"{taken.get_absolute_url()}2/", form(taken, 2, right=False))
    taken.refresh_from_db()
    assert taken.right == 0
    assert [solved for _, _, solved in taken.tries] == [False]
    page = take(visitor, taken)
    assert f"{taken.size - 1} of {taken.size} right" in page


@pytest.fixture
def reply():
    """A function that begins a test of two questions about Kayles as an earlier version stored
    them, with the words for both."""

    def begin(owner):
        who = {"ruleset": "kayles", "convention": "misere", "to_move": "", "extra": {}}
        false = "The player to move loses here. Suppose they knock down pin 2 of row 1."
        parts = [
            {"asked": {**who, "position": "9", "goal": "predict"}},
            {"asked": {**who, "position": "1+7", "goal": "move"}, "lead": false},
        ]
        about = {"step": None, "skill": "look-back"}
        questions = [{**part, **about} for part in parts]
        return TakenTest.objects.create(kind="review", questions=questions, **owner_fields(owner))

    return begin


def test_a_reply_is_asked_on_the_board_that_shows_the_move(visitor, reply):
    """From 9 pins the player who starts loses. The second pin falls, and the board is the row of
    nine with a gap, not two rows, of which the first has no pin 2."""
    lesson(PREDICT)
    visitor.get("/")
    begun(visitor)
    taken = reply(Visitor.objects.get())
    page = page_of(visitor, taken.get_absolute_url())
    assert "Who wins, with perfect play?" in page
    visitor.post(f"{taken.get_absolute_url()}1/", {"choice": "P"})
    page = page_of(visitor, taken.get_absolute_url())
    said = (
        "From a row of 9, the player who starts loses. Your opponent started and knocked down "
        "pin 2 of row 1 (outlined). How do you answer?"
    )
    assert said in page
    assert "Suppose" not in page
    assert "question 1 of 1" in page
    assert re.findall(r"Row \d+: \S+ left", page) == ["Row 1: 1+7 left"]
    assert page.count("was-theirs-first") == 1
    assert "Your opponent knocked down pin 2 of row 1." in page
    assert 'aria-label="Knock down pin 1 of row 1, leaving nothing"' in page
    assert 'aria-label="Knock down pin 2 of row 1' not in page
    visitor.post(f"{taken.get_absolute_url()}2/", {"typed": "1 1"})
    taken.refresh_from_db()
    assert taken.is_finished
    page = page_of(visitor, taken.get_absolute_url())
    answers = page.split('class="quiz-answers"')[1]
    assert answers.count("Kayles: a row of 9 pins. The last one loses.") == 2
    assert "started and knocked down pin 2 of row 1. How do you answer?" in answers
    assert "You knocked down pin 1 of row 1." in answers


def test_the_right_move_does_not_make_up_for_a_wrong_winner(visitor, stranger):
    lesson(PREDICT)
    taken = begun(visitor)
    assert all("follows" in part for part in taken.questions[1::2])
    page = take(visitor, taken, wrong_parts=[1, 3])
    assert f"{taken.size - 2} of {taken.size} right" in page
    assert taken.passed is False
    theirs = begun(stranger)  # other numbers, and perhaps another number of questions
    page = take(stranger, theirs, wrong_parts=[2, 3])
    assert f"{theirs.size - 2} of {theirs.size} right" in page


def test_everybody_has_numbers_of_their_own_and_the_same_again(visitor, alice):
    found = lesson()
    steps = [steps_of([found])]
    mine = begin(alice, TakenTest.Kind.TEST, "a-lesson", steps).questions
    TakenTest.objects.all().delete()
    assert begin(alice, TakenTest.Kind.TEST, "a-lesson", steps).questions == mine
    other = User.objects.create_user("bob")
    assert begin(other, TakenTest.Kind.TEST, "a-lesson", steps).questions != mine


def test_an_unlucky_draw_is_drawn_again_and_a_lesson_without_questions_says_so(
    visitor, stranger, monkeypatch
):
    lesson(PREDICT)
    draws = []

    def unlucky(groups, wanted, chance):
        draws.append(chance.random())
        return make_test(groups, wanted, chance) if len(draws) == 2 else []

    monkeypatch.setattr(examining, "make_test", unlucky)
    assert begun(visitor).size > 0
    assert len(set(draws)) == 2
    draws[:] = [0.0, 0.0]  # from now on every draw is empty
    page = stranger.post("/learn/a-lesson/test/")
    assert page.status_code == 422
    assert "There is nothing to ask here yet." in page.content.decode()


def test_what_is_sent_twice_counts_once(visitor):
    lesson()
    taken = begun(visitor)
    assert begun(visitor) == taken
    address = f"{taken.get_absolute_url()}1/"
    visitor.post(address, form(taken, 1, right=False))
    visitor.post(address, form(taken, 1))
    taken.refresh_from_db()
    assert [answer.solved for answer in taken.answers] == [False]
    visitor.post(f"{taken.get_absolute_url()}3/", form(taken, 3))
    taken.refresh_from_db()
    assert len(taken.answers) == 1
    assert visitor.post(f"{taken.get_absolute_url()}9/", {}).status_code == 404


def test_an_answer_that_cannot_be_read_loses_nothing(visitor):
    lesson()
    taken = begun(visitor)
    response = visitor.post(f"{taken.get_absolute_url()}1/", {})
    assert response.status_code == 422
    assert f"question 1 of {taken.size}" in response.content.decode()
    taken.refresh_from_db()
    assert taken.answers == []


def test_strangers_find_no_taken(visitor, stranger):
    lesson()
    taken = begun(visitor)
    assert stranger.get(taken.get_absolute_url()).status_code == 404
    assert stranger.post(f"{taken.get_absolute_url()}1/", form(taken, 1)).status_code == 404


def test_a_lesson_with_nothing_to_ask_offers_no_test(visitor):
    lesson(TELL)
    assert "test me" not in page_of(visitor, "/learn/a-lesson/")
    response = visitor.post("/learn/a-lesson/test/")
    assert response.status_code == 422
    assert "nothing to ask" in response.content.decode()
    assert visitor.get("/learn/nothing/test/").status_code == 404
    assert visitor.get("/learn/checkpoints/nothing/").status_code == 404


def test_a_game_is_asked_for_its_first_move(visitor):
    lesson(PLAY)
    taken = begun(visitor)
    assert {one["asked"]["goal"] for one in taken.questions} <= {"move", "predict"}
    assert "move" in {one["asked"]["goal"] for one in taken.questions}


def test_a_checkpoint_asks_from_every_lesson_of_its_track(visitor):
    for number, steps in enumerate(([PREDICT, MOVE, TELL], [MOVE], [PREDICT, MOVE], [PLAY]), 1):
        lesson(*steps, number=number, slug=f"lesson-{number}", title=f"Lesson {number}")
    assert "Open" in page_of(visitor, "/learn/").split('id="checkpoints-title"')[1]
    taken = begun(visitor, "/learn/checkpoints/rows/")
    lessons = [Step.objects.get(pk=one["step"]).lesson.number for one in taken.questions]
    assert set(lessons) == {1, 2, 3, 4}
    assert "Passed: Rows" in take(visitor, taken, wrong=[4])
    assert "Passed" in page_of(visitor, "/learn/").split('id="checkpoints-title"')[1]
    assert "Passed by test" not in page_of(visitor, "/learn/")


def test_a_step_that_is_no_longer_taught_keeps_nobody_from_another_go(visitor):
    for number in range(1, 4):
        lesson(MOVE, number=number, slug=f"lesson-{number}", title=f"Lesson {number}")
    where = "/learn/checkpoints/rows/"
    taken = begun(visitor, where)
    page = take(visitor, taken, wrong=range(1, taken.size + 1))
    assert "Lesson 1, step 1" in page
    assert visitor.post(where).status_code == 422
    for one in Step.objects.filter(lesson__number__gt=1):
        give(visitor, one, **fields_of(one))
    assert visitor.post(where).status_code == 422
    Lesson.objects.filter(number=1).update(state=Lesson.State.RETIRED)
    assert "Lesson 1, step 1" not in page_of(visitor, where)
    assert begun(visitor, where).number == 2


def test_of_two_goes_on_both_sides_the_one_that_passed_is_kept(alice):
    lesson()
    theirs, browser = Client(), Client()
    theirs.force_login(alice)
    take(theirs, begun(theirs), wrong=[1, 2])
    take(browser, begun(browser))
    browser.post("/accounts/login/", {"username": "alice", "password": "correct horse battery"})
    assert TakenTest.objects.get().user == alice
    assert "Passed by test" in page_of(theirs, "/learn/")


def test_a_test_survives_that_its_lesson_changes(visitor):
    lesson()
    taken = begun(visitor)
    lesson(TELL)
    page = take(visitor, taken, wrong=[1, 2])
    assert f"{taken.size - 2} of {taken.size} right" in page


def test_a_test_is_exported_with_ones_data(signed_in):
    lesson()
    take(signed_in, begun(signed_in))
    [kept] = signed_in.get("/me/export/").json()["tests"]
    assert (kept["kind"], kept["about"], kept["passed"]) == ("test", "a-lesson", True)
    assert len(kept["answers"]) == len(kept["questions"])


def test_every_lesson_that_ships_has_a_test_whose_answers_search_confirms(visitor):
    LessonFiles.load()
    checked = 0
    for found in Lesson.objects.order_by("number"):
        taken = begun(visitor, f"/learn/{found.slug}/test/")
        assert 3 <= taken.size <= 5, found.slug
        for place in range(1, len(taken.questions) + 1):
            posing = taken.posing(place)
            task = ShownQuestion(posing)
            assert grade(posing, task.asking.right(task)).correct
            if posing.goal == "move" and posing.ruleset in GAMES:
                oracle = Oracle(GAMES[posing.ruleset], posing.convention == "misere")
                sizes = tuple(map(int, posing.position.split("+")))
                assert oracle.wins(sizes, posing.to_move or None), posing
                checked += 1
            if posing.goal == "predict" and posing.ruleset in GAMES:
                oracle = Oracle(GAMES[posing.ruleset], posing.convention == "misere")
                sizes = tuple(map(int, posing.position.split("+")))
                players = ("left", "right") if posing.ruleset == "partizan-kayles" else (None,)
                wins = tuple(oracle.wins(sizes, player) for player in players)
                assert task.facts.outcome.value == OUTCOMES[wins], posing
                checked += 1
        assert "Passed" in take(visitor, taken), found.slug
    assert page_of(visitor, "/learn/").count("Passed by test") == Lesson.objects.count()
    assert checked > 10


def test_a_posing_is_what_its_exercise_asks():
    one = lesson().steps.first()
    assert Question.of(one) == Question(
        one.ruleset, one.position, one.convention, one.to_move, one.goal, one.extra
    )


def test_of_a_game_a_move_is_asked_where_it_cannot_be_asked_who_wins(db, monkeypatch):
    lesson(PLAY)
    games = [list(Step.objects.select_related("lesson"))]
    monkeypatch.setattr(
        "games.learn.taking_tests.questions._Draw._who_wins", lambda draw, step: None
    )
    for seed in range(8):  # the coin falls on both sides
        [one] = make_test(games, 1, Random(seed))
        assert one.asked.goal == "move"
