"""Reasons stay within the theories that somebody has had, or that a lesson has come to."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from games.boards.lenses import EVERY, explain, explaining, theories_of
from games.learn.lessons.finishes import LessonFinish
from games.learn.lessons.lesson_files import LessonFiles
from games.learn.lessons.models import Lesson, StepRecord
from games.learn.lessons.taken_tests import TakenTest
from games.learn.progress.learnt import theories_of_each
from games.people.models import User, Visitor
from games.questions.goals import GOALS
from solver import ask

from ...play.games import play_to_the_end, send, start
from ..puzzles.puzzles import answer, form_token, puzzle
from .lessons import give_right, lesson

pytestmark = [pytest.mark.days, pytest.mark.django_db]

WORDS = {
    "safe-harbors": ("harbor", "divisor", "remainder"),
    "nim-sum": ("nim-sum", "binary", "column"),
    "four-kinds": ("inverter", "higher switch", "gremlin"),
    "perfect-kayles": ("quotient", "element"),
    "squares-and-dominoes": ("cancel", "domino too many", "Theorem 4"),
}
"""What only the lesson that introduces it makes a word somebody can read."""


def finish(slug, visitor=None):
    """Let *visitor*, or the one there is, finish a lesson."""
    for step in Lesson.objects.get(slug=slug).live_steps:
        StepRecord.objects.create(
            step=step, visitor=visitor or Visitor.objects.get(), done_at=timezone.now()
        )


def lost_at_kayles(client):
    """The address of the review of a match at Kayles 4+3+1 that was won and given away."""
    match = start(client, opponent="person", ruleset="kayles", position="4+3+1")
    send(client, match, "3>0")  # leaves 4+3, which is won
    match = play_to_the_end(client, match)
    return f"/play/{match.pk}/review/?ply=1"


def hinted_at(client, asked, tier):
    """The page of a puzzle with so many hints taken."""
    address = asked.get_absolute_url()
    client.post(f"{address}hint/", {"token": form_token(client, address), "tier": tier})
    return client.get(address).content.decode()


def why(client, address):
    """Everything that the film in the dock of a review says."""
    film = client.get(f"{address}&why=1").context["film"]
    return " ".join(frame.text for frame in film.frames)


def test_a_newcomer_who_loses_at_kayles_is_told_without_kinds_until_the_lesson_is_done(visitor):
    LessonFiles.load()
    address = lost_at_kayles(visitor)
    told = why(visitor, address)
    assert "each leaves the other player a losing position" in told
    assert not [word for word in ("inverter", "switch", "Kinds") if word in told]
    *most, last = Lesson.objects.get(slug="four-kinds").live_steps
    person = Visitor.objects.get()
    for step in most:
        StepRecord.objects.create(step=step, visitor=person, done_at=timezone.now())
    assert "inverter" not in why(visitor, address)
    StepRecord.objects.create(step=last, visitor=person, done_at=timezone.now())
    told = why(visitor, address)
    assert "inverter" in told
    assert "higher switch" in told


def test_what_somebody_else_has_learnt_is_not_taken_for_granted(visitor):
    LessonFiles.load()
    address = lost_at_kayles(visitor)
    finish("four-kinds", Visitor.objects.create())
    assert "inverter" not in why(visitor, address)


def test_hints_stay_within_what_was_learnt(visitor):
    LessonFiles.load()
    match = start(visitor, ruleset="kayles", position="4+3+1")
    hints = []
    for _ in range(3):
        match.refresh_from_db()
        visitor.post(f"/play/{match.pk}/hint/", {"version": match.version})
        hints.append(visitor.get(match.get_absolute_url()).content.decode())
    assert "Which move leaves the other player with no good move?" in hints[1]
    assert "each leaves the other player a losing position" in hints[2]
    assert "What kind is each row" not in hints[2]
    finish("four-kinds")
    page = visitor.get(match.get_absolute_url()).content.decode()
    assert "What kind is each row: null, inverter, trap or switch?" in page


def test_a_puzzle_is_explained_by_what_was_learnt(visitor):
    LessonFiles.load()
    asked = puzzle("kayles", "1+3+4", goal="predict")
    address = answer(visitor, asked, choice="N").url
    page = visitor.get(address).content.decode()
    assert "each leaves the other player a losing position" in page
    assert "inverter" not in page
    finish("four-kinds")
    assert "inverter" not in visitor.get(address).content.decode()  # as it was told then
    later = answer(visitor, asked, choice="N").url
    assert "inverter" in visitor.get(later).content.decode()


def test_who_has_had_no_theory_is_shown_the_equal_rows(visitor):
    LessonFiles.load()
    asked = puzzle("nim", "5+3+5", goal="predict")
    why = "Beside a row of 2 or more, two equal rows change nothing"
    hinted = hinted_at(visitor, asked, tier=3)
    assert f"Row 2 and row 3 are equal. {why}, so the rest decides who wins: 3." in hinted
    assert why in visitor.get(answer(visitor, asked, choice="P").url).content.decode()


def test_equal_rows_that_are_all_there_is_are_no_hint_where_who_wins_is_asked(visitor):
    LessonFiles.load()
    asked = puzzle("nim", "5+5", goal="predict")
    hinted = hinted_at(visitor, asked, tier=3)
    assert "Look at each board you can leave" in hinted
    assert "twin" not in hinted
    assert (
        "copies every move in the twin row"
        in visitor.get(answer(visitor, asked, choice="N").url).content.decode()
    )


def test_a_new_word_in_a_hint_leads_to_where_it_is_introduced(visitor):
    LessonFiles.load()
    asked = puzzle("kayles", "1+3+4", goal="predict")
    Lesson.objects.filter(slug="four-kinds").update(state="draft")
    hinted = hinted_at(visitor, asked, tier=2)
    assert 'What <a class="word" href="/theory/r1/">kind</a> is each row' in hinted


def test_no_lesson_gives_reasons_in_the_words_of_a_later_one(visitor):
    LessonFiles.load()
    numbers = dict(Lesson.objects.values_list("slug", "number"))
    explained = set()
    for taught in Lesson.objects.all():
        later = [w for slug, words in WORDS.items() if numbers[slug] > taught.number for w in words]
        for step in taught.live_steps:
            if not step.goal or GOALS[step.goal].is_game or not step.position:
                continue
            page = give_right(visitor, step).content.decode()
            reasons = re.search(r"Why\?</summary>(.*?)</details>", page, re.DOTALL)
            if reasons:
                explained.add(taught.slug)
                assert not [word for word in later if word in reasons[1]], (str(step), reasons[1])
    assert {"two-rows", "nim-sum", "four-kinds", "perfect-kayles"} <= explained


def test_nobody_waits_for_a_lesson_that_is_not_published(visitor):
    assert all(key in theories_of(None) for key in EVERY)
    lesson(slug="four-kinds", state="draft")
    assert "r1" in theories_of(None)
    Lesson.objects.update(state="published")
    assert "r1" not in theories_of(None)
    assert "exhaustive" in theories_of(None)
    lesson(slug="thirteen-lights", number=2)
    assert "exhaustive" in theories_of(None)


@pytest.mark.parametrize(
    ("rules", "position", "theories", "picked"),
    [
        ("nim", "3+5+7", EVERY, "nim-sum"),
        ("nim", "3+5+7", {"safe-harbors", "exhaustive"}, "below"),
        ("nim", "3+5", {"safe-harbors", "exhaustive"}, "safe-harbors"),
        ("subtraction:3", "9+6", EVERY, "safe-harbors"),
        ("subtraction:3", "9+6", {"nim-sum", "exhaustive"}, "nim-sum"),
        ("kayles", "4+3+1", EVERY, "r1"),
        ("kayles", "4+3+1", {"misere-quotient", "exhaustive"}, "misere-quotient"),
        ("kayles", "4+3+1", {"exhaustive"}, "below"),
    ],
)
def test_the_level_below_explains_where_the_theory_is_not_known(rules, position, theories, picked):
    question = ask(rules, position)
    assert [theory.key for theory in explaining(question, theories)][:1] in ([picked], [])
    assert explain(question, theories=theories).theory == picked


def test_rows_that_are_many_and_long_are_told_without_a_theory():
    known = explain(ask("kayles", "20+19+18+17+17"))
    told = explain(ask("kayles", "20+19+18+17+17"), theories={"exhaustive"})
    assert told.winning_moves == known.winning_moves
    assert [step.rule for step in told.steps] == [
        "exhaustive:count",
        "exhaustive:outcome",
    ]


def test_what_is_too_large_to_look_at_is_told_without_reasons():
    question = ask("kayles", "20+19+18+17", budget=4)
    known = explain(ask("kayles", "20+19+18+17"))
    told = explain(question, known, theories={"exhaustive"})
    assert [step.text for step in told.steps] == [
        "There are too many positions below this one to look at each.",
        "The player to move wins.",
    ]
    assert told.winning_moves == known.winning_moves


def test_frames_are_offered_to_who_has_had_them_and_in_no_game_of_a_lesson(visitor):
    LessonFiles.load()
    match = start(visitor, ruleset="subtraction:3", position="13")
    assert "Show frames" not in visitor.get(match.get_absolute_url()).content.decode()
    other = Client()
    theirs = start(other, ruleset="subtraction:3", position="13")
    learner = Visitor.objects.exclude(pk=match.visitor_id).get()
    finish("safe-harbors", learner)
    assert "Show frames of 4" in other.get(theirs.get_absolute_url()).content.decode()
    assert "Show frames" not in visitor.get(match.get_absolute_url()).content.decode()
    step = Lesson.objects.get(slug="thirteen-lights").live_steps[0]
    begun = other.post(f"{step.get_absolute_url()}play/")
    page = other.get(begun.url).content.decode()
    assert "Your friend lets you choose" in page
    assert "Show frames" not in page
    assert "Perfect starts" in page


def test_what_each_of_many_has_learnt_is_what_that_person_has_learnt():
    """By steps, by a test, before a lesson was rewritten, or not at all."""
    LessonFiles.load()
    stepped, guest, other_guest = (Visitor.objects.create() for _ in range(3))
    finish("safe-harbors", stepped)
    ann, ben, eve = (User.objects.create_user(name) for name in ("ann", "ben", "eve"))
    TakenTest.objects.create(kind="test", slug="nim-sum", questions=[], passed=True, user=ann)
    TakenTest.objects.create(kind="test", slug="nim-sum", questions=[], passed=False, user=eve)
    LessonFinish.objects.create(
        lesson=Lesson.objects.get(slug="four-kinds"), user=ben, finished_at=timezone.now()
    )
    people = [stepped, guest, other_guest, ann, ben, eve]
    each = theories_of_each(iter(people))
    alone = {one: {key for key in EVERY if key in theories_of(one)} for one in people}
    assert each == alone
    assert len({frozenset(had) for had in alone.values()}) == 4
    assert each[guest] == each[eve]
