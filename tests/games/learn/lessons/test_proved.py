"""The shelf of what somebody has proved: it fills with the steps of a proof, for one person."""

import html
import re
from functools import cache

import pytest
from django.test import Client

from games.explore.theory.papers import papers
from games.learn.lessons.course import the_course
from games.learn.lessons.models import Lesson, StepRecord
from games.learn.progress.proved import shelf_of
from games.questions.played_theorems import THEOREMS
from tests.guessers import the_lessons

from .lessons import MOVE, PREDICT, give, lesson, step

pytestmark = pytest.mark.django_db

PROOF = ["The next harbor", "Prove it"]
ROWS = [
    "One row, the last one wins",
    "One row solved, the last one wins",
    "One heap, the last one wins",
]
"""What these two steps of the lesson on safe harbors prove, as the sources have it."""


def words(client, address):
    response = client.get(address, follow=True)
    assert response.status_code == 200
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


@pytest.fixture
def harbors():
    steps = [
        PREDICT | {"title": PROOF[0]},
        MOVE | {"title": PROOF[1]},
        PREDICT | {"title": "Another"},
    ]
    return lesson(*steps, slug="safe-harbors", title="Safe harbors")


def test_a_statement_stands_on_the_shelf_once_every_step_of_its_proof_is_done(
    visitor, stranger, harbors
):
    address = "/learn/safe-harbors/"
    gives = f"You prove {' , '.join(ROWS)} ."
    assert gives in words(visitor, address)
    give(visitor, step(harbors, 1), choice="P")
    assert "What you have proved" not in words(visitor, "/me/")
    assert "0 of 3 statements" in words(visitor, "/me/proved/")
    give(visitor, step(harbors, 2), move="2>0")
    page = words(visitor, "/me/")
    assert "What you have proved" in page
    assert all(title in page for title in ROWS)
    shelf = words(visitor, "/me/proved/")
    assert "3 of 3 statements" in shelf
    assert "Proved on 25 November 2026" in shelf
    assert "Still to prove" not in shelf
    assert "One row, the last one wins ✓ proved" in words(visitor, address)
    give(stranger, step(harbors, 1), choice="P")
    other = words(stranger, "/me/proved/")
    assert "0 of 3 statements" in other
    assert "Proved in Safe harbors" in other
    assert "Proved on" not in other
    assert "0 of 3 statements" in words(Client(), "/me/proved/")


def test_a_step_whose_answer_was_told_proves_nothing(visitor, harbors):
    give(visitor, step(harbors, 1), choice="P")
    for move in ("2>4", "2>3", "2>2"):
        give(visitor, step(harbors, 2), move=move)
    visitor.post(f"{step(harbors, 2).get_absolute_url()}reveal/")
    give(visitor, step(harbors, 2), move="2>0")
    assert StepRecord.objects.get(step=step(harbors, 2)).answer_shown
    assert "0 of 3 statements" in words(visitor, "/me/proved/")


def test_each_card_leads_to_its_statement_and_a_lesson_that_is_withdrawn_gives_none(
    visitor, harbors
):
    page = visitor.get("/me/proved/").content.decode()
    for address in set(re.findall(r'href="(/sources/[^"]+/[^"]+/)"', page)):
        assert visitor.get(address).status_code == 200
    assert len(re.findall(r'class="card-name" href="/sources/', page)) == 3
    Lesson.objects.update(state="draft")
    assert "0 of 0" in words(visitor, "/me/proved/")


def test_one_of_two_proofs_is_enough(visitor):
    """The second half of the proof of R1 stands in two lessons."""
    found = lesson(PREDICT | {"title": "Which case has no move?"}, slug="where-r1-breaks")
    give(visitor, step(found, 1), choice="P")
    shelf = words(visitor, "/me/proved/")
    assert "Every case leaves a losing position" in shelf
    assert "2 of 2 statements" in shelf


def test_every_proof_of_the_course_is_made_of_steps_that_there_are():
    """Each row that says proved names steps of its lesson, as their files have them."""
    proofs = [
        one
        for paper in papers().values()
        for item in paper.items
        for one in item.taught
        if one.how == "proved"
    ]
    assert len(proofs) > 20
    for one in proofs:
        _, steps = the_lessons()[one.lesson]
        assert set(one.steps) <= {found.title for found in steps}


def test_without_lessons_the_shelf_is_empty():
    assert shelf_of(None, the_course()).cards == ()


THEOREM_1 = ["Seven, by hand", "Eight", "Nine", "Theorem 1, six and eight"]
CANCELS = ["A pair", "In the pair, answer in the pair", "Left, six squares"]
STRIPS = {"kind": "reduce", "ruleset": "partizan-kayles", "convention": "misere", "position": "5+6"}


@pytest.fixture
def strips():
    """The proofs of Theorem 1 and of both corollaries, then two questions about strips."""
    proofs = [PREDICT | {"title": title} for title in (*THEOREM_1, *CANCELS)]
    after = STRIPS | {"title": "One number", "cancel": True, "answer": [0, 1]}
    before = STRIPS | {"title": "Count them", "answer": [3, 4]}
    return lesson(*proofs, after, before, slug="squares-and-dominoes", title="Squares and dominoes")


def playable(client, address):
    """What the cards on a page do, with their addresses."""
    page = client.get(address).content.decode().partition("data-cuts")[2]
    links = re.findall(
        r'<a class="pill" href="([^"]+)"(?: aria-label="([^"]+)")?>([^<]+)</a>', page
    )
    return {label or text: html.unescape(url) for url, label, text in links}


def test_what_is_proved_is_played_on_the_board_step_by_step(visitor, stranger, strips):
    for number in range(1, 8):
        give(visitor, step(strips, number), choice="P")
    here = step(strips, 8).get_absolute_url()
    first = playable(visitor, here)
    assert list(first) == [
        "Theorem 1: Cut three off the strip of 5",
        "Theorem 1: Cut three off the strip of 6",
        "Corollary 5: Take the strip of 6 away",
    ]
    taken = first["Corollary 5: Take the strip of 6 away"]
    said = words(visitor, taken)
    assert "Corollary 5: A strip of 6 counts as nothing, because three goes into 6." in said
    cut = playable(visitor, taken)["Theorem 1: Cut three off the strip of 5"]
    assert "A strip of 5 counts as a square and two dominoes." in words(visitor, cut)
    done = playable(visitor, cut)["Corollary 4: Take a square and a domino away"]
    page = visitor.get(done).content.decode()
    assert re.search(r'name="squares"[^>]*value="0"', page)
    assert re.search(r'name="dominoes"[^>]*value="1"', page)
    assert f'href="{html.escape(cut)}">Take it back' in page
    assert list(playable(visitor, done)) == ["Take it back"]
    give(visitor, step(strips, 8), squares="0", dominoes="1")
    assert StepRecord.objects.get(step=step(strips, 8), user=None).done_at
    assert "what you have proved" not in words(stranger, here)
    assert "counts as nothing" not in words(stranger, done)


def test_a_lesson_and_the_course_say_what_is_proved_and_what_can_be_used(visitor, strips):
    lesson(STRIPS | {"answer": [3, 4]}, PREDICT, slug="after", title="Afterwards", number=2)
    lesson(PREDICT, slug="plain", title="Plain", number=3)
    three = [
        "Every strip is a sum of squares and dominoes",
        "A square and a domino cancel",
        "Every third strip counts as nothing",
    ]
    can_use = "Once you have proved them, you can use on its boards"
    assert can_use not in words(visitor, "/learn/squares-and-dominoes/")
    later = words(visitor, "/learn/after/")
    assert f"{can_use} {' , '.join(three)} ." in later
    assert "You prove" not in later
    assert can_use not in words(visitor, "/learn/plain/")
    for number in range(1, 8):
        give(visitor, step(strips, number), choice="P")
    assert f"{three[0]} ✓ proved , {three[1]} ✓ proved" in words(visitor, "/learn/after/")
    course = words(visitor, "/learn/")
    assert re.search(rf"1. Squares and dominoes : you prove [^:]*{three[0]} ✓ proved", course)
    assert re.search(rf"2. Afterwards : You can use {three[0]} ✓ proved", course)
    assert "3. Plain :" not in course


def test_a_question_before_the_corollaries_has_no_use_for_them(visitor, strips):
    for number in range(1, 8):
        give(visitor, step(strips, number), choice="P")
    here = step(strips, 9).get_absolute_url()
    assert {label.partition(":")[0] for label in playable(visitor, here)} == {"Theorem 1"}
    same = words(visitor, here)
    for nonsense in ("third-6", "cut-4", "cut-x", "", ".", "cancel.cut-5", "cut-5" * 300):
        assert words(visitor, f"{here}?cards={nonsense}") == same
    later = words(visitor, f"{here}?cards=cut-5.cut-9")
    assert "A strip of 5 counts as a square and two dominoes." in later


def test_a_step_that_is_answered_again_stays_open(visitor, strips):
    for number in range(1, 5):
        give(visitor, step(strips, number), choice="P")
    give(visitor, step(strips, 9), squares="3", dominoes="4")
    here = step(strips, 9).get_absolute_url()
    assert not playable(visitor, here)
    first = playable(visitor, f"{here}?again=1")["Theorem 1: Cut three off the strip of 6"]
    assert first == f"{here}?again=1&cards=cut-6"
    assert "A strip of 6 counts as a strip of 3, a square and a domino." in words(visitor, first)


@pytest.mark.parametrize("key", THEOREMS)
@pytest.mark.parametrize(
    "position", [(3,), (4,), (6, 1), (5, 2), (2, 1, 1), (3, 3), (7,), (2, 2, 1)]
)
def test_what_a_card_leaves_counts_the_same_beside_every_small_sum(key, position):
    """By plain recursion, for both players."""
    for use in THEOREMS[key](position):
        for beside in ((), (1,), (2,), (3,), (1, 1), (2, 2), (4,), (1, 2, 2)):
            for player in ("left", "right"):
                assert strips_won((*position, *beside), player) == strips_won(
                    (*use.position, *beside), player
                ), (use, beside)


@cache
def strips_won(rows, player):
    """Whether the player to move wins in partizan Kayles where the last one loses."""
    take = 1 if player == "left" else 2
    after = {
        tuple(
            sorted((*rows[:place], *filter(None, (left, size - take - left)), *rows[place + 1 :]))
        )
        for place, size in enumerate(rows)
        for left in range(size - take + 1)
    }
    other = "right" if player == "left" else "left"
    return not after or any(not strips_won(left, other) for left in after)
