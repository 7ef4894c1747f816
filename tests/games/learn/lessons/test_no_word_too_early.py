"""Nobody hears a word of the theory before the lesson that teaches it.

Games are played and puzzles answered by a visitor for whom the whole course is still ahead, while
somebody else has finished all of it.
"""

import re
from itertools import product
from operator import itemgetter

import pytest
from django.utils import timezone

from games.learn.lessons.lesson_files import LessonFiles
from games.learn.lessons.models import Lesson, Step, StepRecord
from games.learn.progress.learnt import WORDS
from games.people.models import Visitor
from solver.teaching import OPPONENTS

from ...play.games import play_to_the_end, start
from ..puzzles.puzzles import answer, form_token, puzzle

pytestmark = pytest.mark.django_db

BOARDS = (
    ("subtraction:3", "5+6", "misere", ""),
    ("subtraction:4", "7", "normal", ""),
    ("nim", "1+3+5", "misere", ""),
    ("nim", "3+4", "normal", ""),
    ("kayles", "4+3", "misere", ""),
    ("octal:0.31", "3+2", "misere", ""),
    ("octal:0.137", "5+2", "normal", ""),
    ("partizan-kayles", "5+4", "misere", "left"),
)
NAMES = re.compile(r"Partizan Kayles|Balances? whole rows|On balance,", re.IGNORECASE)
"""The name of a game, and Max, who speaks of a balance as everybody does."""


@pytest.fixture
def newcomer(visitor):
    """Somebody who has had nothing, beside somebody who has had the whole course."""
    LessonFiles.load()
    scholar = Visitor.objects.create()
    done = {"visitor": scholar, "done_at": timezone.now()}
    steps = Step.objects.filter(order__isnull=False)
    StepRecord.objects.bulk_create(StepRecord(step=step, **done) for step in steps)
    return visitor


def heard(page):
    """What a page says to somebody who sees it or hears it, but for the doors to lessons."""
    said = page.split("<main", 1)[1].split("</main>")[0]
    said = re.sub(r"<(style|script)\b.*?</\1>", " ", said, flags=re.DOTALL)
    said = re.sub(r'<a [^>]*href="/learn/[^>]*>.*?</a>', " ", said, flags=re.DOTALL)
    said = re.sub(r'(?:aria-label|title|alt)="([^"]*)"', r">\1<x ", said)
    return " ".join(re.sub(r"<[^>]+>", " ", said).split())


def too_early(client, address):
    """The words of the theory on a page, each with what stands around it."""
    response = client.get(address, follow=True)
    assert response.status_code == 200, address
    said = NAMES.sub(" ", heard(response.content.decode()))
    return [
        (word.text, said[max(0, match.start() - 40) : match.end() + 40])
        for word in WORDS
        for match in re.finditer(word.pattern, said, re.IGNORECASE)
    ]


def hinted(client, match):
    """The match with every hint taken."""
    for _ in range(4):
        match.refresh_from_db()
        client.post(f"/play/{match.pk}/hint/", {"version": match.version})
    return match.get_absolute_url()


def test_a_game_its_hints_its_end_and_its_review_keep_to_what_was_taught(newcomer):
    for (rules, position, convention, _), pick in product(BOARDS, (0, -1)):
        match = start(newcomer, ruleset=rules, position=position, convention=convention)
        assert not too_early(newcomer, hinted(newcomer, match))
        match = play_to_the_end(newcomer, match, itemgetter(pick))
        assert not too_early(newcomer, match.get_absolute_url())
        for ply in range(1, match.moves.count() + 1):
            assert not too_early(newcomer, f"/play/{match.pk}/review/?ply={ply}")


def test_no_opponent_and_no_habit_speaks_of_the_theory(newcomer):
    for opponent in OPPONENTS:
        rules = {"max": "subtraction:3"}.get(opponent.key, "nim")
        match = start(newcomer, ruleset=rules, position="5+6", opponent=opponent.key)
        assert not too_early(newcomer, match.get_absolute_url())
        match = play_to_the_end(newcomer, match, itemgetter(-1))
        assert not too_early(newcomer, match.get_absolute_url())
        said = f"{opponent.about} {opponent.hello} {opponent.won} {opponent.lost}"
        assert not [w.text for w in WORDS if re.search(w.pattern, NAMES.sub(" ", said))]


def test_who_balances_whole_rows_is_told_of_the_maximum_without_remainders(newcomer):
    asked = puzzle("subtraction:2", "1+2+4", "normal")
    address = answer(newcomer, asked, move="3>3").url
    page = heard(newcomer.get(address).content.decode())
    assert "if you could take any number, but here there is a maximum." in page
    assert "remainder" not in page


def test_a_puzzle_and_what_follows_an_answer_keep_to_what_was_taught(newcomer):
    for (rules, position, convention, turn), goal in product(BOARDS, ("predict", "move")):
        asked = puzzle(rules, position, convention, goal, turn if goal == "move" else "")
        address = asked.get_absolute_url()
        for tier in range(1, 5):
            taken = {"token": form_token(newcomer, address), "tier": tier}
            newcomer.post(f"{address}hint/", taken)
        assert not too_early(newcomer, address)
        page = newcomer.get(address).content.decode()
        moves = re.findall(r'name="move" value="([^"]+)"', page)
        answers = [{"move": move.replace("&gt;", ">")} for move in moves[:6]]
        for posted in answers or [{"choice": "N"}, {"choice": "P"}]:
            response = answer(newcomer, asked, **posted)
            assert response.status_code == 302, posted
            assert not too_early(newcomer, response.url)


def test_a_board_on_another_page_tells_who_wins_and_no_more(newcomer):
    for rules, position, convention, turn in BOARDS:
        asked = f"convention={convention}" + (f"&turn={turn}" if turn else "")
        assert not too_early(newcomer, f"/explore/{rules}/{position}/embed/?{asked}")


def test_a_word_is_heard_as_soon_as_its_lesson_is_done(newcomer):
    match = start(newcomer, ruleset="kayles", position="4+3+1")
    address = hinted(newcomer, match)
    assert not too_early(newcomer, address)
    person = Visitor.objects.get(pk=match.visitor_id)
    for step in Lesson.objects.get(slug="four-kinds").live_steps:
        StepRecord.objects.create(visitor=person, step=step, done_at=timezone.now())
    assert {"kind", "inverter", "trap"} <= {word for word, _ in too_early(newcomer, address)}
