"""How many taps things are from the first page, counted on the pages as a person without scripts
gets them. A list that must be opened first is a tap of its own."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import timedelta
from html.parser import HTMLParser
from urllib.parse import unquote

import pytest
import time_machine
from django.urls import resolve
from django.utils import timezone

from games.play.models import Match

from ..forms_read import forms_of
from .learn.lessons.lessons import PREDICT, give, lesson, step
from .teach.live.rooms import KAYLES, room
from .teach.work.assignments import assignment, classroom, member, person
from .test_roles import MATRIX, allowed
from .world import build

pytestmark = pytest.mark.django_db

MOST = 2
FURTHER = {
    "site:offline": "a browser shows it when there is no network",
    "explore:embed": "a board for the pages of others, in a frame",
    "classes:join": "an older address of /enter/",
    "live:code": "an older address of /enter/",
    "classes:join-class": "behind a code: one tap to the field for it, one to go in",
    "live:room": "behind a code, as the test below counts it",
    "play:invited": "behind a friend's link, which is a tap by itself",
    "play:rival": "behind a friend's link, too",
    "people:card": "behind the code of a printed card",
    "classes:index": "for a visitor it repeats what /teach/ and /enter/ say, each a tap away",
    "live:entrance": "for a visitor it asks for a code, as /enter/ does, which is a tap away",
    "lessons:like": "follows an answer in a lesson",
    "play:reference": "follows the page of a program, which is two taps away",
    "api:api-root": "is the same address",
    "play:tokens": "follows what a program needs it for, and stands on the own page",
    "site:proved": "stands on the own page, which is two taps away",
    "lessons:telling": "follows answers that have something in common, on the own page",
    "live:preview": "what an instructor looks at before a lesson, on the page of each room lesson",
    "live:lesson-paper": "what an instructor prints, on the page of each room lesson",
    "lab:study": "there is one once somebody has asked for it",
    "explore:source": "the four stand on one page, which the page of the theories names",
    "explore:source-item": "each statement stands on the page of its source",
}
"""Pages that a visitor may see and that are further away, each with the reason."""


@dataclass
class Taps(HTMLParser):
    """What can be tapped on a page, with the taps it takes: links by address, buttons by id."""

    page: str
    links: dict[str, int] = field(default_factory=dict)
    buttons: dict[str, int] = field(default_factory=dict)
    folds: list[bool] = field(default_factory=list)

    def __post_init__(self):
        super().__init__()
        self.feed(self.page)

    def handle_starttag(self, tag, attrs):
        given, taps = dict(attrs), 1 + sum(self.folds)
        if tag == "details":
            self.folds.append("open" not in given)
        elif tag == "a":
            self.keep(self.links, given.get("href", "").split("#")[0], taps)
        elif tag == "button":
            self.keep(self.buttons, given.get("id", ""), taps)

    def handle_endtag(self, tag):
        if tag == "details":
            self.folds.pop()

    def keep(self, found, name, taps):
        found[name] = min(taps, found.get(name, taps))


@dataclass
class Walk:
    """Somebody on the way from the first page: the *page* they see, and the *taps* so far."""

    client: object
    page: str = ""
    taps: int = 0

    def __post_init__(self):
        self.page = self.client.get("/").content.decode()

    def follow(self, address):
        self.taps += Taps(self.page).links[address]
        self.page = self.client.get(address, follow=True).content.decode()

    def press(self, key, **typed):
        """Press a button by its id, or the only one of the form with what is *typed*."""
        for form in forms_of(self.page):
            for button in form.buttons:
                if button.id == key and typed.keys() <= form.fields.keys():
                    self.taps += Taps(self.page).buttons[key]
                    sent = form.pressed(button, **typed)
                    response = self.client.post(button.action, sent, follow=True)
                    self.page = response.content.decode()
                    return
        raise AssertionError(f"no button {key!r}")

    @property
    def words(self):
        return " ".join(re.sub("<[^>]+>", " ", self.page.split("<main")[1]).split())


def test_a_newcomer_makes_the_first_move_with_one_tap(visitor, stranger):
    walk = Walk(visitor)
    walk.press("row-3-take-1")
    assert "You took 1 from row 3." in walk.words
    assert walk.taps == 1
    assert [move.seat for move in Match.objects.get().moves.all()] == ["owner", "other"]
    assert "You took" not in Walk(stranger).words


def test_the_first_question_that_is_due_is_one_tap_away(visitor, stranger):
    give(visitor, step(lesson(PREDICT), 1), choice="P")
    with time_machine.travel(timezone.now() + timedelta(days=1, minutes=1), tick=False):
        walk = Walk(visitor)
        walk.press("due")
        assert "question 1 of 1" in walk.words
        assert walk.taps == 1
        assert "question due" not in Walk(stranger).words


def test_homework_opens_at_its_next_question_and_a_test_at_its_rules(db):
    taught, student = classroom(person("teacher")), person("ann")
    member(taught, student, "Ann Archer")
    practice = assignment(taught, due_at=timezone.now() + timedelta(days=1))
    walk = Walk(student)
    walk.follow(f"/assignments/{practice.pk}/1/")
    assert "Homework , question 1 of 2" in walk.words
    assert walk.taps == 1
    practice.delete()
    check = assignment(taught, mode="check")
    walk = Walk(student)
    walk.follow(f"/assignments/{check.pk}/")
    assert "This is a test." in walk.words


def test_a_live_room_is_two_taps_and_its_code_away(visitor):
    room(KAYLES, code="KHP4TWX")
    walk = Walk(visitor)
    walk.follow("/enter/")
    walk.press("", code="khp 4twx")
    assert "Room 8 b" in walk.words
    assert walk.taps == MOST


def seen_by(browser, world):
    """The kinds of pages that somebody gets, by the names of their addresses."""
    for name, address in world.addresses.items():
        if "GET" in MATRIX[name][0] and "anonymous" in allowed(name, "GET"):
            response = browser.get(address)
            if response.status_code == 200 and "html" in response.headers["Content-Type"]:
                yield name


def kinds_by_taps(browser):
    """The least taps to each kind of page, by the names of their addresses."""
    found, open_at = {"/": 0}, {0: ["/"]}
    for taps in range(MOST):
        for address in open_at.get(taps, ()):
            page = browser.get(address)
            if page.status_code != 200 or found[address] < taps:
                continue
            for link, more in Taps(page.content.decode()).links.items():
                if link.startswith("/") and taps + more < found.get(link, MOST + 1):
                    found[link] = taps + more
                    open_at.setdefault(taps + more, []).append(link)
    kinds = {}
    for address, taps in found.items():
        path = unquote(address.split("?")[0])
        name = resolve(path).view_name
        kinds[name] = min(taps, kinds.get(name, taps))
    return kinds


def test_every_page_that_a_visitor_may_see_is_at_most_two_taps_away():
    world = build()
    browser = world.browsers["anonymous"]
    near = kinds_by_taps(browser)
    pages = set(seen_by(browser, world))
    assert len(pages) > 50
    further = pages - near.keys()
    assert further - FURTHER.keys() == set(), (
        "a visitor reaches these with more than two taps: link to them from a page that is one tap "
        "from the first, or give a reason in FURTHER"
    )
    assert FURTHER.keys() - further == set(), "these are near enough now: take them out of FURTHER"
    for place in ("play:setup", "lessons:index", "puzzles:index", "explore:start", "teach:teach"):
        assert near[place] == 1, place
