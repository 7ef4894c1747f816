"""Hostile values over every address: nothing breaks, and what is somebody else's stays as it is."""

import random
from functools import cache
from itertools import count, cycle
from urllib.parse import urlencode

import pytest
from django.db import transaction
from django.http import QueryDict

from games.play.models import Match

from .play.games import play_to_the_end, start
from .test_roles import MATRIX, allowed
from .world import every_row

pytestmark = pytest.mark.django_db

HOSTILE = [
    "",
    "\x00",
    "x" * 30_000,
    "99999999999999999999",
    "-1",
    "1e9",
    "١٢٣",
    "1>0+0+0",
    "1>" + "+".join(["1"] * 40),
    "{'a': 1}",
    "heaps:{1:[[]]",
    "heaps:" + "[" * 3000,
    "octal:0." + "7" * 32,
    "../../etc/passwd",
    "<script>alert(1)</script>",
    "'; DROP TABLE games_match; --",
    "\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16"),
]
FIELDS = [
    "about",
    "add",
    "answer",
    "back-name",
    "back-seat",
    "card",
    "choice",
    "closes_at",
    "code",
    "column",
    "convention",
    "dominoes",
    "due_at",
    "earlier",
    "email",
    "extra_days",
    "file",
    "groups",
    "headings",
    "hints",
    "is_excused",
    "is_staff",
    "kind-1",
    "lesson",
    "lines",
    "members",
    "minutes",
    "mode",
    "move",
    "moves",
    "name",
    "names",
    "next",
    "notes",
    "offer",
    "opens_at",
    "opponent",
    "participant",
    "password",
    "place",
    "player",
    "ply",
    "points",
    "position",
    "real_name",
    "refute",
    "role",
    "row",
    "ruleset",
    "set",
    "squares",
    "start",
    "starter",
    "student",
    "student_id",
    "swap",
    "take",
    "text",
    "theme",
    "tier",
    "time_factor",
    "title",
    "token",
    "typed",
    "user",
    "username",
    "version",
]
ENDS_THE_SESSION = {
    "people:logout",
    "people:fresh",
    "people:card",
    "people:end-device",
    "people:end-devices",
}


class Looked(QueryDict):
    """What a request brings. It says whether the page looks at one of the fields of a test."""

    fields: set[str] = set()
    at = False

    def _look(self, *fields):
        if not self._mutable:  # until it is whole, it is written
            Looked.at |= not fields or not Looked.fields.isdisjoint(fields)

    def __getitem__(self, field):
        self._look(field)
        return super().__getitem__(field)

    def __contains__(self, field):
        self._look(field)
        return super().__contains__(field)

    def __iter__(self):
        self._look()
        return super().__iter__()

    def getlist(self, field, default=None):
        self._look(field)
        return super().getlist(field, default)

    def lists(self):
        self._look()
        return super().lists()


@pytest.fixture
def as_looked_at(monkeypatch):
    """Yield every question for a page that looks at what it is asked. One that looks at nothing
    answers all alike: it gets two, each time the next two."""
    for module in ("http", "http.request", "core.handlers.wsgi"):
        monkeypatch.setattr(f"django.{module}.QueryDict", Looked)
    turn = count(step=2)

    def ask(questions):
        Looked.fields, Looked.at = set().union(*questions), False
        start = next(turn) % len(questions)
        around = questions[start:] + questions[:start]
        yield from around[:2]
        if Looked.at:
            yield from around[2:]

    return ask


def test_only_a_page_that_looks_at_nothing_is_spared_a_question(client, as_looked_at):
    questions = [{"position": value} for value in HOSTILE]

    def times(ask, address, sent=lambda asked: {"data": asked}):
        return sum(ask(address, **sent(one)).status_code < 500 for one in as_looked_at(questions))

    assert times(client.get, "/play/") == times(client.get, "/explore/") == len(HOSTILE)
    assert times(client.get, "/learn/") == 2
    assert times(client.post, "/play/") == len(HOSTILE)
    assert times(client.post, "/play/", as_typed) == len(HOSTILE)


def hostile_forms(draw):
    """Forms full of one bad value, and forms of several."""
    for number, value in enumerate(HOSTILE):
        yield dict.fromkeys(FIELDS, value)
        if number % 3 == 0:
            yield {field: draw.choice(HOSTILE) for field in draw.sample(FIELDS, 24)}


def posts(world):
    return [
        (name, address)
        for name, address in sorted(world.addresses.items())
        if "POST" in MATRIX[name][0] and name not in ENDS_THE_SESSION
    ]


in_an_address = cache(urlencode)


def as_typed(posted):
    """The body of a form without files, as browsers send it."""
    return {
        "data": in_an_address(tuple(posted.items())),
        "content_type": "application/x-www-form-urlencoded",
    }


def by_turns():
    """How a form is sent for a page, for a part of it, and so on."""
    return cycle(
        [
            lambda posted: {"data": posted},
            lambda posted: {**as_typed(posted), "headers": {"HX-Request": "true"}},
        ]
    )


@pytest.mark.long
@pytest.mark.parametrize("role", ["student", "instructor"])
def test_hostile_forms_of_people_who_may_break_nothing(world, as_looked_at, role):
    sent, browser = by_turns(), world.browsers[role]
    for name, address in posts(world):
        if role not in allowed(name, "POST"):
            continue
        for posted in as_looked_at([*hostile_forms(random.Random(1))]):
            with transaction.atomic():
                response = browser.post(address, **next(sent)(posted))
                transaction.set_rollback(True)
            assert response.status_code < 500, (name, posted)
        with transaction.atomic():
            many = browser.post(address, **as_typed({f"field{n}": "1" for n in range(1001)}))
            json = browser.post(address, b"\xff\xfe\x00version", content_type="application/json")
            transaction.set_rollback(True)
        assert many.status_code < 500, name
        assert json.status_code < 500, name


@pytest.mark.long
@pytest.mark.parametrize("role", ["anonymous", "classmate", "outsider", "other_instructor"])
def test_hostile_forms_of_people_who_may_not_change_no_row(world, as_looked_at, role):
    before = every_row()
    browser = world.browsers[role]
    for name, address in posts(world):
        if role in allowed(name, "POST"):
            continue
        for posted in as_looked_at([*hostile_forms(random.Random(2))]):
            response = browser.post(address, **as_typed(posted))
            assert response.status_code in (302, 401, 403, 404, 413), (name, posted)
    assert every_row() == before


def test_hostile_moves_of_its_owner_leave_a_running_match_as_it_is(world):
    browser = world.browsers["student"]
    match = start(browser, position="3+5")
    before = list(Match.objects.order_by("pk").values())
    for what in ("move", "hint", "back", "resign", "starter"):
        for posted in hostile_forms(random.Random(3)):
            assert browser.post(f"/play/{match.pk}/{what}/", posted).status_code < 500
    assert list(Match.objects.order_by("pk").values()) == before


@pytest.mark.long
@pytest.mark.parametrize("role", ["anonymous", "student", "instructor"])
def test_hostile_questions_break_nothing(world, as_looked_at, role):
    keys = ("answer", "convention", "done", "lens", "next", "page", "position", "reported")
    keys += ("ruleset", "student", "theme", "turn")
    questions = [dict.fromkeys(keys, value) for value in HOSTILE]
    browser = world.browsers[role]
    for name, address in world.addresses.items():
        if "GET" not in MATRIX[name][0]:
            continue
        for asked in as_looked_at(questions):
            assert browser.get(address, asked).status_code < 500, (name, asked)


def test_extra_fields_are_ignored(visitor, alice):
    match = start(visitor, user=alice.pk, winner="owner", state="finished", seed=1, version=99)
    assert match.user is None
    assert match.state == "running"
    assert match.version == 1
    assert match.winner == ""


def test_a_long_game_against_everyone_costs_the_same_queries(
    visitor, django_assert_max_num_queries
):
    match = play_to_the_end(visitor, start(visitor, ruleset="subtraction:2", position="9+8+7"))
    with django_assert_max_num_queries(6):
        visitor.get(f"/play/{match.pk}/review/")
    with django_assert_max_num_queries(4):
        visitor.get("/opponents/")
