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
from games.learn.puzzles.models import PuzzleAttempt, Round
from games.questions.played_theorems import THEOREMS, usable_on
from games.questions.question import Question
from solver import get_ruleset
from tests.guessers import the_lessons

from ..puzzles.puzzles import form_token, puzzle
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
    return pills(client.get(address).content.decode().partition("data-cuts")[2])


def pills(page):
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
    pairs = STRIPS | {"cancel": True, "answer": [0, 1]}
    lesson(pairs, PREDICT, slug="after", title="Afterwards", number=2)
    lesson(PREDICT, slug="plain", title="Plain", number=3)
    lesson(STRIPS | {"answer": [3, 4]}, slug="counted", title="Counted", number=4)
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
    assert f"{can_use} {three[0]} ." in words(visitor, "/learn/counted/")
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


STRIP_KEYS = [key for key in THEOREMS if key.startswith("partizan-kayles/")]
ROW_KEYS = [key for key in THEOREMS if key not in STRIP_KEYS]


@pytest.mark.parametrize("key", STRIP_KEYS)
@pytest.mark.parametrize(
    "position", [(3,), (4,), (6, 1), (5, 2), (2, 1, 1), (3, 3), (7,), (2, 2, 1)]
)
def test_what_a_card_leaves_counts_the_same_beside_every_small_sum(key, position):
    """By plain recursion, for both players."""
    for use in THEOREMS[key].uses(get_ruleset("partizan-kayles"), position):
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


@pytest.mark.parametrize("key", ROW_KEYS)
@pytest.mark.parametrize(
    "position", [(4,), (4, 4), (9, 1), (6, 7, 8), (3, 2, 1), (5, 3), (8, 8, 8), (9, 5, 2, 2)]
)
def test_rows_that_stand_for_others_win_and_lose_as_they_do_beside_every_small_board(key, position):
    """By plain recursion: pins, the last one wins."""
    uses = list(THEOREMS[key].uses(get_ruleset("kayles"), position))
    assert bool(uses) is (position != (5, 3))
    for use in uses:
        assert (len(use.position), sum(use.position)) < (len(position), sum(position))
        for beside in ((), (1,), (2,), (3,), (5,), (1, 1), (2, 5), (4, 4, 3)):
            assert pins_won(by_size(*position, *beside)) == pins_won(
                by_size(*use.position, *beside)
            ), (use, beside)


@pytest.mark.parametrize("key", ROW_KEYS)
def test_in_another_game_only_equal_rows_go(key):
    uses = THEOREMS[key].uses(get_ruleset("octal:0.137"), (8, 7, 4, 4, 1))
    assert [(use.code, use.position) for use in uses] == [("twins-4", (8, 7, 1))]


def by_size(*rows):
    return tuple(sorted(filter(None, rows)))


@cache
def pins_won(rows):
    """Whether the player to move wins in Kayles where the last one wins."""
    after = {
        by_size(*rows[:place], left, size - take - left, *rows[place + 1 :])
        for place, size in enumerate(rows)
        for take in (1, 2)
        for left in range(size - take + 1)
    }
    return any(not pins_won(left) for left in after)


SPRAGUE_GRUNDY = PREDICT | {"title": "The theorem of Sprague and Grundy"}


@pytest.fixture
def values(visitor):
    """The lesson on nim-values, whose theorem the visitor has proved."""
    found = lesson(SPRAGUE_GRUNDY, slug="kayles", title="Kayles")
    give(visitor, step(found, 1), choice="P")
    return found


def cards(client, address):
    page = client.get(address).content.decode().partition('id="theorems"')[2].partition("</div>")[0]
    return pills(page)


def row_sizes(client, address):
    """The rows of the board as they are heard."""
    board = words(client, address).partition("Row 1")[2]
    return re.findall(r"Row \d+: (\d+) left", f"Row 1{board}")


def test_a_puzzle_of_kayles_is_reduced_by_the_own_theorem_and_rates_nobody(
    visitor, stranger, values
):
    asked = puzzle("kayles", "6+7+8", "normal", "predict")
    rating = asked.rating
    here = f"{asked.get_absolute_url()}?theme=kayles-splits"
    assert cards(stranger, here) == {}
    shown = cards(visitor, here)
    assert list(shown) == [
        "Nim-values: 8 counts as 1",
        "Nim-values: 7 counts as 2",
        "Nim-values: 6 counts as 3",
    ]
    address = here
    for label in (
        "Nim-values: 8 counts as 1",
        "Nim-values: 7 counts as 2",
        "Nim-values: 2 and 1 count as 3",
        "Nim-values: 6 counts as 3",
        "Nim-values: 3 and 3 count as nothing",
    ):
        before, address = address, cards(visitor, address)[label]
        assert "theme=kayles-splits" in address
        assert cards(visitor, address)["Take it back"].replace("&cards=", "?cards=") in (
            before.replace("&cards=", "?cards="),
        )
    said = words(visitor, address)
    assert "5. Nim-values: Two rows of 3 are worth the same" in said
    assert "Nothing is left on the board." in said
    assert "You used what you have proved, so your rating stays the same." in said
    assert row_sizes(visitor, cards(visitor, here)["Nim-values: 8 counts as 1"]) == [
        "7",
        "6",
        "1",
    ]
    assert row_sizes(stranger, address) == row_sizes(stranger, here) == ["6", "7", "8"]
    page = visitor.get(address).content.decode()
    token = re.search(r'name="token" value="([^"]+)"', page)[1]
    played = re.search(r'name="cards" value="([^"]+)"', page)[1]
    form = {"token": token, "cards": played, "theme": "kayles-splits"}
    refused = visitor.post(f"{asked.get_absolute_url()}answer/", form)
    assert refused.status_code == 422
    refused = html.unescape(refused.content.decode())
    assert f'href="{cards(visitor, address)["Take it back"]}"' in refused
    done = visitor.post(f"{asked.get_absolute_url()}answer/", form | {"choice": "P"}, follow=True)
    verdict = " ".join(re.sub(r"<[^>]+>", " ", done.content.decode()).split())
    assert "Right." in verdict
    assert "You had help or used what you have proved, so your rating stays the same." in verdict
    attempt = PuzzleAttempt.objects.get(puzzle=asked)
    assert (attempt.solved, attempt.first, attempt.rated) == (True, True, False)
    asked.refresh_from_db()
    assert asked.rating == rating


def test_an_answer_without_a_card_counts_for_the_rating(visitor, values):
    asked = puzzle("kayles", "4+8", "normal", "predict")
    token = form_token(visitor, asked.get_absolute_url())
    form = {"token": token, "cards": "", "choice": "P"}
    visitor.post(f"{asked.get_absolute_url()}answer/", form)
    assert PuzzleAttempt.objects.get(puzzle=asked).rated


@pytest.mark.parametrize(
    ("ruleset", "position", "convention", "goal"),
    [
        ("kayles", "8+8", "misere", "predict"),
        ("kayles", "8+8+1", "normal", "move"),
        ("kayles", "5+3", "normal", "predict"),
        ("partizan-kayles", "4+4", "normal", "predict"),
    ],
)
def test_where_nim_values_decide_nothing_there_is_no_card(
    visitor, values, ruleset, position, convention, goal
):
    asked = puzzle(ruleset, position, convention, goal)
    assert cards(visitor, asked.get_absolute_url()) == {}
    assert 'name="cards"' not in visitor.get(asked.get_absolute_url()).content.decode()


def test_equal_rows_of_two_games_do_not_cancel():
    assert usable_on(Question("kayles", "4+4", "normal", "", "predict"))
    assert not usable_on(Question("kayles+nim", "4+4", "normal", "", "predict"))


def test_a_round_of_three_minutes_has_no_cards(visitor, values):
    asked = puzzle("kayles", "8+8", "normal", "predict")
    assert cards(visitor, asked.get_absolute_url())
    visitor.post("/puzzles/train/kayles/round/")
    theme = f"round-{Round.objects.get().pk}"
    assert cards(visitor, f"{asked.get_absolute_url()}?theme={theme}") == {}


def test_a_lesson_in_which_the_last_one_wins_uses_nim_values(visitor, stranger, values):
    later = lesson(
        PREDICT | {"ruleset": "octal:0.137", "position": "4+4", "convention": "normal"},
        PREDICT | {"ruleset": "kayles", "position": "1+1", "answer": "N"},
        slug="later",
        title="Later",
        number=2,
    )
    can_use = "Once you have proved them, you can use on its boards Normal play by nim-values"
    assert f"{can_use} ✓ proved" in words(visitor, "/learn/later/")
    here = step(later, 1).get_absolute_url()
    taken = cards(visitor, here)["Nim-values: 4 and 4 count as nothing"]
    assert "Two rows of 4 are worth the same, so together they count as nothing." in words(
        visitor, taken
    )
    assert cards(visitor, step(later, 2).get_absolute_url()) == {}
    assert cards(stranger, taken) == {}
    give(visitor, step(later, 1), choice="P")
    assert StepRecord.objects.get(step=step(later, 1)).done_at
