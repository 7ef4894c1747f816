"""Skills and kinds of puzzle: how well they sit, and when they are asked again."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from games.learn.lessons.models import Lesson, Skill
from games.learn.lessons.taken_tests import follows
from games.learn.progress.due import schedule

from .lessons import MOVE, PREDICT, give, later, lesson, step
from .test_taken_tests import begun, page_of, take

pytestmark = [pytest.mark.days, pytest.mark.django_db]

START = datetime(2026, 3, 1, tzinfo=UTC)
SKILLS = ("one", "two", "three")


def day(number):
    return START + timedelta(days=number)


@pytest.mark.parametrize(
    ("tries", "stage", "due"),
    [
        ([], 0, None),
        ([(0, False), (0, False)], 1, 1),
        ([(0, False), (0, True)], 1, 1),
        ([(0, False), (1, True)], 2, 4),
        ([(0, True), (0.5, True)], 1, 1),
        ([(0, True), (1, True)], 2, 4),
        ([(0, True), (1, True), (3, True)], 2, 4),
        ([(0, True), (1, True), (4, True), (11, True)], 4, 32),
        ([(0, True), (1, True), (4, True), (11, True), (32, True)], 5, 92),
        ([(0, True), (1, True), (4, True), (11, True), (32, True), (92, True)], 6, None),
        ([(0, True), (1, True), (4, True), (5, False)], 1, 6),
        (
            [(0, True), (1, True), (4, True), (11, True), (32, True), (92, True), (99, False)],
            1,
            100,
        ),
    ],
)
def test_a_topic_is_asked_again_after_growing_intervals_and_a_miss_begins_them_again(
    tries, stage, due
):
    found = schedule((day(at), right) for at, right in tries)
    assert found == (stage, None if due is None else day(due))


def test_what_was_right_once_is_due_tomorrow_and_three_days_after_that(visitor):
    found = lesson(PREDICT, MOVE)
    give(visitor, step(found, 1), choice="P")
    assert "Nothing is due today" in page_of(visitor, "/learn/")
    assert "Looking back" in page_of(visitor, "/learn/review/").split("Later")[1]
    assert visitor.post("/learn/review/").status_code == 422
    with later(1):
        page = page_of(visitor, "/learn/")
        assert "Due today: 1" in page
        assert "Looking back" in page
        taken = begun(visitor, "/learn/review/")
        assert (taken.kind, taken.size) == ("review", 1)
        assert taken.posing(1).goal == "predict"
        assert taken.posing(1).position != "2+2"
        assert "You don't need to review these for a while." in take(visitor, taken)
        assert "Nothing is due today" in page_of(visitor, "/learn/")
    with later(3):
        assert "Nothing is due today" in page_of(visitor, "/learn/")
    with later(5):
        assert "Due today: 1" in page_of(visitor, "/learn/")


def test_a_review_that_goes_wrong_names_the_idea_and_comes_back_tomorrow(visitor):
    found = lesson(PREDICT)
    give(visitor, step(found, 1), choice="P")
    with later(1):
        page = take(visitor, begun(visitor, "/learn/review/"), wrong=[1])
        assert "What went wrong comes back tomorrow" in page
        assert "Practise these again:" in page
    with later(2.1):
        assert "Due today: 1" in page_of(visitor, "/learn/")


def test_a_review_asks_one_question_of_each_skill_that_is_due(visitor):
    for number, slug in enumerate(SKILLS, 2):
        Skill.objects.create(slug=slug, order=number, title=f"Skill {slug}")
        found = lesson(PREDICT, MOVE, number=number, slug=f"lesson-{slug}", skills=[slug])
        give(visitor, step(found, 1), choice="P")
    with later(1):
        taken = begun(visitor, "/learn/review/")
        asked = [one["skill"] for one in taken.questions if not follows(one)]
        assert sorted(asked) == ["one", "three", "two"]


def look_up(client, found):
    """Have the answer of a step shown, after two wrong ones."""
    wrong = {"choice": "N"} if found.kind == "predict" else {"move": "1>0"}
    for _ in range(2):
        give(client, found, **wrong)
    client.post(f"{found.get_absolute_url()}reveal/")
    assert "The answer." in page_of(client, found.get_absolute_url())


def test_a_review_asks_first_for_what_was_looked_up(visitor, stranger):
    """Two students: one looked an answer up, the other gave it. Both wait for the same skills."""
    for number, slug in enumerate(SKILLS, 2):
        Skill.objects.create(slug=slug, order=number, title=f"Skill {slug}")
        lesson(PREDICT, MOVE, number=number, slug=f"lesson-{slug}", skills=[slug])
    steps = {slug: Lesson.objects.get(slug=f"lesson-{slug}").live_steps for slug in SKILLS}
    for client in (visitor, stranger):
        for slug in ("one", "two"):
            give(client, steps[slug][0], choice="P")
    look_up(visitor, steps["three"][1])
    give(stranger, steps["three"][1], move="2>0")

    def asked(client, taken):
        """The skills in the order in which a review asks for them, and how its page lists them."""
        order = [one["skill"] for one in taken.questions if not follows(one)]
        return order, re.findall(r"<li>\s*Skill (\w+)", page_of(client, "/learn/review/"))

    with later(1.5):
        order, listed = asked(visitor, taken := begun(visitor, "/learn/review/"))
        assert (order[0], listed) == ("three", ["three", "one", "two"])
        assert taken.questions[0]["step"] == steps["three"][1].pk
        page = page_of(visitor, "/learn/review/")
        assert page.count("the lesson told you the answer") == 1
        other, theirs = asked(stranger, begun(stranger, "/learn/review/"))
        assert sorted(other) == sorted(order)
        assert theirs == ["one", "two", "three"]
        assert "the lesson told you the answer" not in page_of(stranger, "/learn/review/")
        take(visitor, taken)
    with later(5.5):  # it was right by oneself, and waits like the others
        assert asked(visitor, begun(visitor, "/learn/review/"))[1] == ["one", "two", "three"]
        assert "the lesson told you the answer" not in page_of(visitor, "/learn/review/")


def test_what_was_looked_up_stays_first_until_it_is_right(visitor):
    found = lesson(PREDICT, MOVE)
    give(visitor, step(found, 1), choice="P")
    look_up(visitor, step(found, 2))
    for day_later in (1.5, 3):
        with later(day_later):
            taken = begun(visitor, "/learn/review/")
            assert taken.questions[0]["step"] == step(found, 2).pk
            assert "the lesson told you the answer" in page_of(visitor, "/learn/review/")
            take(visitor, taken, wrong=[1])


def test_a_skill_of_which_everything_was_looked_up_is_due_tomorrow(visitor, stranger):
    found = lesson(PREDICT, MOVE)
    look_up(visitor, step(found, 2))
    give(stranger, step(found, 2), move="1>0")
    assert "Nothing is due today" in page_of(visitor, "/learn/")
    with later(1.5):
        assert "Due today: 1" in page_of(visitor, "/learn/")
        assert begun(visitor, "/learn/review/").posing(1).goal == "move"
        assert "Nothing is due today" in page_of(stranger, "/learn/")


def test_a_skill_that_never_went_well_is_not_due_for_review(visitor):
    found = lesson(PREDICT)
    give(visitor, step(found, 1), choice="N")
    with later(2):
        assert "Nothing is due today" in page_of(visitor, "/learn/review/")


def test_five_questions_come_at_once_and_the_next_ones_after_them(visitor):
    for number in range(2, 9):
        slug = f"skill-{number}"
        Skill.objects.create(slug=slug, order=number, title=slug)
        found = lesson(PREDICT, MOVE, number=number, slug=f"lesson-{number}", skills=[slug])
        give(visitor, step(found, 1), choice="P")
    with later(1):
        page = page_of(visitor, "/learn/review/")
        assert "7 questions due" in page
        assert "About 4 minutes, 5 questions at a time" in " ".join(page.split())
        done = take(visitor, begun(visitor, "/learn/review/"))
        assert "Start the next 2 questions" in " ".join(done.split())
        done = take(visitor, begun(visitor, "/learn/review/"))
        assert "Start the next" not in done
        assert "Nothing is due today" in page_of(visitor, "/learn/review/")


def test_an_answer_in_a_test_counts_for_its_skill(visitor):
    found = lesson()
    taken = begun(visitor)
    take(visitor, taken)
    for _ in range(3):
        give(visitor, step(found, 1), choice="P")
    tries = taken.size + 3
    assert f"{tries} of the last {tries} right without help" in page_of(visitor, "/me/")


def test_what_a_visitor_learnt_is_due_in_the_account_too(visitor):
    found = lesson(PREDICT)
    give(visitor, step(found, 1), choice="P")
    visitor.post("/accounts/signup/", {"username": "zoe", "password": "a long enough one"})
    with later(1):
        assert "Due today: 1" in page_of(visitor, "/learn/")
