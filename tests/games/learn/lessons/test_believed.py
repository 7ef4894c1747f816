"""What somebody alone is told about what they go by, from everything they answered."""

import html
import re
import uuid
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from django.test import Client

from games.learn.lessons.taken_tests import TakenTest
from games.learn.progress.believed import AnsweredQuestion, best_of, weighed
from games.people.models import Visitor, owner_fields
from games.questions.attempts import Attempt
from games.questions.question import Question
from games.questions.shown_question import ShownQuestion
from games.questions.signs import BY_KEY, THAT_TELL
from solver import Outcome
from solver.teaching import BELIEFS, result_of
from tests.guessers import the_lessons

from ...play.games import play_to_the_end, start
from .lessons import MOVE, PREDICT, give, lesson, step

pytestmark = pytest.mark.django_db

TITLE = "What your answers have in common"
BEGUN = datetime(2026, 3, 1, tzinfo=UTC)
BOARDS = ["1+3", "1+4", "1+5", "1+1+5", "1+1+6"]
"""Here the move of the other game leaves an even number of single pieces, and loses."""


def questions(most):
    """What lessons up to this number ask about winning, in their order."""
    lessons = sorted((steps for _, steps in the_lessons().values()), key=number_of)
    steps = [step for steps in lessons if number_of(steps) <= most for step in steps]
    return [Question.of(step) for step in steps if step.goal in THAT_TELL]


def number_of(steps):
    return steps[0].lesson.number


def said(belief, asked, chance):
    """The answer of somebody who believes it and knows the rest, or by lot without a belief."""
    task = ShownQuestion(asked)
    legal, right = task.facts.legal, task.asking.right(task)
    if asked.goal == "predict":
        named = belief.outcome(task.question) if belief else chance.choice(task.options)
        knows = named is None or (belief and belief.knows_lost and named is Outcome.N)
        return right if knows else named.value
    if belief is None:
        moves = [chance.choice(legal)] if asked.goal == "move" else chance.sample(legal, 2)
    else:
        lost = str(belief.outcome(task.question)) == "P"
        moves = [] if lost else list(belief.moves(task.question))
        if lost and asked.goal == "all-moves":
            return "none"
    if not moves:
        return right
    by_result = {result_of(move): move for move in legal}
    named = [str(by_result[result_of(move)]) for move in moves]
    return named[0] if asked.goal == "move" else ";".join(sorted(set(named)))


def through(belief, most, seed=1):
    """Everything that somebody answers in the lessons up to this number."""
    chance = Random(seed)
    for number, asked in enumerate(questions(most)):
        task = ShownQuestion(asked)
        answer = said(belief, asked, chance)
        solved = task.asking.grade(task, answer).correct
        yield AnsweredQuestion(asked, answer, solved, BEGUN + timedelta(minutes=number))


@pytest.mark.parametrize(
    "key", ["normal-habit", "mirror", "even-ones", "grab", "flip-everything", "odd-total"]
)
def test_whoever_goes_through_nine_lessons_with_one_belief_is_told_it_by_name(key):
    found = best_of(weighed(through(BY_KEY[key], 9)))
    assert found.belief.key == key
    size = len(found.evidence)
    of = "the last 12" if size == 12 else size
    assert found.sentence.startswith(f"In {size} of {of} positions where it matters, you ")
    assert not found.is_gone


def test_whoever_knows_the_course_or_tosses_a_coin_is_told_nothing():
    asked = questions(9)
    knows = [
        AnsweredQuestion(one, task.asking.right(task), True, BEGUN + timedelta(minutes=number))
        for number, one in enumerate(asked)
        for task in [ShownQuestion(one)]
    ]
    assert len(knows) > 50
    assert best_of(weighed(knows)) is None
    assert [seed for seed in range(20) if best_of(weighed(through(None, 9, seed)))] == []


def test_a_coin_that_falls_wrong_six_times_is_no_habit():
    """Who wins has two answers: six wrong ones come by chance once in 64."""
    boards = ["1", "1+1", "1+1+1", "1+1+1+1", "1+1+1+1+1", "1+1+1+1+1+1"]
    asked = [Question("nim", rows, "misere", "", "predict") for rows in boards]
    wrong = {"P": "N", "N": "P"}
    given = []
    for number, one in enumerate(asked):
        task = ShownQuestion(one)
        answer = wrong[task.asking.right(task)]
        given.append(AnsweredQuestion(one, answer, False, BEGUN + timedelta(minutes=number)))
    [normal] = [one for one in weighed(given) if one.belief.key == "normal-habit"]
    assert normal.times == 6
    assert best_of(weighed(given)) is None


def moved(rows, *, follows, number=0):
    """An answer on one of the boards: the other game's move, or the right one."""
    asked = Question("nim", rows, "misere", "", "move")
    task = ShownQuestion(asked)
    [move] = BELIEFS[0].moves(task.question)
    answer = str(move) if follows else task.asking.right(task)
    return AnsweredQuestion(asked, answer, not follows, BEGUN + timedelta(minutes=number))


def test_it_is_gone_once_three_positions_in_a_row_were_right():
    boards = [*BOARDS, "1+1+7", "1+1+8"]
    given = [moved(rows, follows=True, number=n) for n, rows in enumerate(boards)]
    found = best_of(weighed(given))
    assert (found.belief.key, found.sentence) == (
        "normal-habit",
        "In 7 of 7 positions where it matters, you played as if the last one won.",
    )
    for number, rows in enumerate(["1+6", "1+7"], 10):
        given.append(moved(rows, follows=False, number=number))
    assert "In 7 of 9 positions" in best_of(weighed(given)).sentence
    given.append(moved("1+8", follows=False, number=12))
    assert best_of(weighed(given)) is None


def test_it_is_named_from_the_second_time_on_and_only_first_answers_count():
    first = moved("1+9", follows=True)
    assert best_of(weighed([first])) is None
    stubborn = [moved("1+9", follows=True, number=n) for n in range(9)]
    assert best_of(weighed(stubborn)) is None
    five = [moved(rows, follows=True, number=n) for n, rows in enumerate(BOARDS)]
    corrected = [moved(rows, follows=False, number=n + 5) for n, rows in enumerate(BOARDS)]
    assert "In 5 of 5" in best_of(weighed([*corrected, *five])).sentence


# --- on the pages ---------------------------------------------------------------------------


def page_of(client, address):
    response = client.get(address, follow=True)
    assert response.status_code == 200
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def a_lesson_on_moves():
    steps = [
        MOVE | {"title": rows, "position": rows, "answer": answers(rows), "feedback": {}}
        for rows in BOARDS
    ]
    return lesson(PREDICT, *steps)


def answers(rows):
    task = ShownQuestion(Question("nim", rows, "misere", "", "move"))
    return task.asking.solution(task)


def forget_the_ending(client, found):
    """Answer each step as in the other game first, and then right, as told."""
    give(client, step(found, 1), choice="P")
    for number, rows in enumerate(BOARDS, 2):
        give(client, step(found, number), move=moved(rows, follows=True).answer)
        give(client, step(found, number), move=answers(rows)[0])


def test_the_end_of_a_lesson_and_the_own_page_tell_one_person_what_they_go_by(visitor):
    found, other = a_lesson_on_moves(), Client()
    forget_the_ending(visitor, found)
    give(other, step(found, 1), choice="P")
    for number, rows in enumerate(BOARDS, 2):
        give(other, step(found, number), move=answers(rows)[0])
    for address in ("/learn/a-lesson/", "/me/"):
        page = page_of(visitor, address)
        assert TITLE in page
        assert (
            "The habit of the other game. In 5 of 5 positions where it matters, you played" in page
        )
        assert TITLE not in page_of(other, address)
    nothing = page_of(other, "/learn/telling/normal-habit/")
    assert "None of your latest answers shows it." in nothing
    assert TITLE not in page_of(Client(), "/me/")
    assert Client().get("/learn/telling/no-such-belief/").status_code == 404


def begin_five(client):
    page = page_of(client, "/learn/telling/normal-habit/")
    assert "Try 5 positions that tell" in page
    address = client.post("/learn/telling/normal-habit/").url
    return TakenTest.objects.get(pk=address.split("/")[3])


def answer_five(client, taken, *, follows):
    """Answer each position as in the other game, or right; the page of the result."""
    for place in range(1, 6):
        asked = taken.posing(place)
        assert asked.position not in BOARDS
        chosen = moved(asked.position, follows=follows).answer
        address = f"/learn/tests/{taken.pk}/{place}/"
        assert client.post(address, {"move": chosen}).status_code == 302
    return page_of(client, taken.get_absolute_url())


def test_five_positions_tell_whether_it_is_gone(visitor):
    forget_the_ending(visitor, a_lesson_on_moves())
    page = page_of(visitor, "/learn/telling/normal-habit/")
    assert "Where you went by it" in page
    assert page.count("You chose to") + page.count("You took") >= 5
    first = begin_five(visitor)
    page = answer_five(visitor, first, follows=True)
    assert "0 of 5 right" in page
    assert "In 5 of 5 positions, you played as if the last one won." in page
    assert "Passed" not in page
    assert TITLE in page_of(visitor, "/me/")
    second = begin_five(visitor)
    positions = [{one.posing(place).position for place in range(1, 6)} for one in (first, second)]
    assert not positions[0] & positions[1]
    page = answer_five(visitor, second, follows=False)
    assert "5 of 5 right" in page
    assert "You did not go by it once." in page
    assert TITLE not in page_of(visitor, "/me/")
    assert "Lately you got them right." in page_of(visitor, "/learn/telling/normal-habit/")
    assert "known" not in page_of(visitor, "/learn/").lower()


def test_nothing_is_told_of_a_test_that_still_goes_on(visitor):
    a_lesson_on_moves()
    visitor.post("/learn/a-lesson/test/")
    owner, taken = Visitor.objects.get(), TakenTest.objects.get()
    wrong = [moved(rows, follows=True) for rows in BOARDS]
    taken.questions = [{"asked": asdict(one.asked), "step": None, "skill": ""} for one in wrong]
    taken.save()
    for place, one in enumerate(wrong, 1):
        Attempt.objects.create(
            taken_test=taken,
            place=place,
            token=uuid.uuid4(),
            answer=one.answer,
            solved=False,
            **one.asked.columns,
            **owner_fields(owner),
        )
    assert TITLE not in page_of(visitor, "/me/")
    TakenTest.objects.update(finished_at=BEGUN)
    assert TITLE in page_of(visitor, "/me/")


def test_the_moves_of_games_are_answers_too(visitor):
    other = Client()
    for rows in BOARDS:
        match = start(visitor, position=rows)
        follow = moved(rows, follows=True).answer
        play_to_the_end(visitor, match, choose=lambda moves, best=follow: pick(moves, best))
        play_to_the_end(other, start(other, position=rows))
    page = page_of(visitor, "/learn/telling/normal-habit/")
    assert "In 5 of 5 positions where it matters, you played as if the last one won." in page


def pick(moves, best):
    """The move with these parts, or the first one."""
    plain = [move.replace("&gt;", ">") for move in moves]
    wanted = [move for move in plain if parts(move) == parts(best)]
    return (wanted or plain)[0]


def parts(move):
    row, _, left = move.partition(">")
    return row, sorted(part for part in left.split("+") if part != "0")
