"""Walks over every address: reading writes nothing, hostile input breaks nothing."""

import random
from datetime import UTC, datetime

import pytest
from django.apps import apps
from django.test import Client
from django.urls import get_resolver

from games.models import (
    Classroom,
    Group,
    Invitation,
    Match,
    Membership,
    Move,
    Puzzle,
    PuzzleAttempt,
    PuzzleSet,
    ReviewCard,
    User,
)
from games.services.classes import create_class

from .play.games import play_to_the_end, send, start
from .puzzles.puzzles import puzzle

pytestmark = pytest.mark.django_db

DUE = datetime(2026, 1, 1, tzinfo=UTC)
HOSTILE = [
    "",
    "\x00",
    "x" * 100_000,
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
    "start",
    "ruleset",
    "position",
    "convention",
    "opponent",
    "starter",
    "player",
    "move",
    "typed",
    "version",
    "ply",
    "swap",
    "refute",
    "user",
    "is_staff",
    "username",
    "password",
    "next",
    "token",
    "choice",
    "moves",
    "kind-1",
    "card",
    "tier",
    "text",
    "theme",
    "name",
    "about",
    "names",
    "code",
    "real_name",
    "role",
    "student",
    "text",
    "kind",
    "digest",
    "others",
    "open",
    "groups",
    "email",
    "extra_days",
    "time_factor",
]


def addresses(match):
    """Every address of the site by name, for one owner; the admin's are Django's own."""
    owner = {"user": match.user, "visitor": match.visitor}
    found = Puzzle.objects.filter(goal="move").first() or puzzle(position="1+2+3+5")
    tried, _ = PuzzleAttempt.objects.get_or_create(
        puzzle=found, **owner, defaults={"answer": "4>0", "solved": True}
    )
    kind = {"skill": "nim", "goal": "move", "convention": "misere"}
    card, _ = ReviewCard.objects.get_or_create(
        **kind, **owner, defaults={"source": found, "due_at": DUE}
    )
    PuzzleSet.objects.get_or_create(slug="a-set", title="A set", note="One.")
    teacher, _ = User.objects.get_or_create(username="teacher")
    classroom = Classroom.objects.first() or create_class(teacher, "A class")
    staff = classroom.staff.get()
    group, _ = Group.objects.get_or_create(classroom=classroom, name="A group")
    code = classroom.join_code
    invitation, _ = Invitation.objects.get_or_create(classroom=classroom, code=code)
    pupil, _ = User.objects.get_or_create(username="pupil")
    member, _ = Membership.objects.get_or_create(classroom=classroom, user=pupil, real_name="P. U.")
    given = {
        "match_id": match.pk,
        "number": 1,
        "ruleset": "nim",
        "position": "1+2",
        "puzzle_id": found.pk,
        "attempt_id": tried.pk,
        "card_id": card.pk,
        "theme": "nim",
        "slug": "a-set",
        "classroom_id": classroom.pk,
        "membership_id": member.pk,
        "group_id": group.pk,
        "staff_id": staff.pk,
        "invitation_id": invitation.pk,
        "code": code,
    }
    found = {}

    def walk(patterns, prefix="", space=""):
        for entry in patterns:
            route = prefix + str(entry.pattern)
            if hasattr(entry, "url_patterns"):
                if entry.namespace != "admin":
                    walk(
                        entry.url_patterns, route, f"{entry.namespace}:" if entry.namespace else ""
                    )
                continue
            for name, converter in entry.pattern.converters.items():
                shown = next(p for p in (f"<{kind}:{name}>" for kind in CONVERTERS) if p in route)
                route = route.replace(shown, str(given[name]))
                assert converter
            found[space + (entry.name or "")] = "/" + route

    walk(get_resolver().url_patterns)
    return found


CONVERTERS = ("uuid", "int", "str", "slug")
OF_A_CLASS = {
    "classes:classroom",
    "classes:people",
    "classes:roster",
    "classes:project",
    "classes:settings",
    "classes:person",
    "classes:cards",
    "classes:groups",
    "classes:group",
    "classes:staff",
    "classes:joining",
    "classes:code",
    "classes:archive",
    "classes:restore",
    "classes:leave",
    "classes:preview",
    "classes:add",
    "classes:remove",
    "classes:put-back",
    "classes:withdraw",
    "classes:dismiss",
    "classes:hand-over",
}
"""Nobody but the people of a class gets anything there but 404."""
READ_ONLY = {
    "classes:index",
    "classes:project",
    "classes:classroom",
    "classes:people",
    "classes:roster",
    "puzzles:index",
    "puzzles:daily",
    "puzzles:theme",
    "puzzles:set",
    "puzzles:puzzle",
    "puzzles:attempt",
    "puzzles:review",
    "puzzles:review-card",
    "play:home",
    "play:opponents",
    "play:match",
    "play:review",
    "explore:start",
    "explore:position",
    "explore:errata",
    "accounts:me",
    "accounts:export",
    "healthz",
    "readyz",
}
BOTH = {
    "classes:join",
    "classes:join-class",
    "classes:new",
    "classes:invitation",
    "classes:settings",
    "classes:person",
    "classes:cards",
    "classes:groups",
    "classes:group",
    "classes:staff",
    "play:setup",
    "play:mistake",
    "accounts:signup",
    "accounts:login",
    "accounts:password",
    "accounts:delete",
}
POST_ONLY = {
    "classes:joining",
    "classes:code",
    "classes:archive",
    "classes:restore",
    "classes:leave",
    "classes:preview",
    "classes:add",
    "classes:remove",
    "classes:put-back",
    "classes:withdraw",
    "classes:dismiss",
    "classes:hand-over",
    "puzzles:answer",
    "puzzles:hint",
    "puzzles:play",
    "puzzles:report",
    "puzzles:hand-in",
    "play:move",
    "play:starter",
    "play:hint",
    "play:back",
    "play:resign",
    "play:retry",
    "accounts:logout",
    "accounts:fresh",
}


def rows():
    """How many rows each table of ours has, and the state of every match."""
    counts = {
        model.__name__: model.objects.count() for model in apps.get_app_config("games").get_models()
    }
    return (
        counts,
        list(Match.objects.order_by("pk").values()),
        list(Move.objects.order_by("pk").values()),
    )


@pytest.fixture
def finished(visitor):
    match = start(visitor, position="1+2", opponent="person")
    for move in ("1>0", "1>1", "1>0"):
        send(visitor, match, move)
    return Match.objects.get(pk=match.pk)


def test_every_address_is_in_one_of_the_lists(finished):
    assert set(addresses(finished)) == READ_ONLY | BOTH | POST_ONLY


def test_reading_writes_nothing_and_wrong_methods_are_refused(visitor, finished):
    every = addresses(finished)
    before = rows()
    for name, address in every.items():
        got, headed = visitor.get(address), visitor.head(address)
        usual = {404} if name in OF_A_CLASS else {200, 302}
        expected = {405} if name in POST_ONLY else usual
        assert got.status_code in expected, name
        assert headed.status_code in expected, name
        if name in READ_ONLY:
            assert visitor.post(address).status_code == 405, name
        assert visitor.delete(address).status_code == 405, name
    assert rows() == before


def test_the_teacher_of_a_class_reads_it_without_writing(finished):
    every = addresses(finished)
    teacher = Client()
    teacher.force_login(User.objects.get(username="teacher"))
    before = rows()
    for name in OF_A_CLASS - POST_ONLY:
        assert teacher.get(every[name]).status_code == 200, name
        assert teacher.head(every[name]).status_code == 200, name
    assert rows() == before


def test_hostile_values_of_a_teacher_break_nothing(finished):
    every = addresses(finished)
    teacher = Client()
    teacher.force_login(User.objects.get(username="teacher"))
    draw = random.Random(2)
    last = ["classes:dismiss", "classes:archive"]  # they may well succeed
    names = sorted(name for name in every if name.startswith("classes:"))
    for name in [n for n in names if n not in READ_ONLY and n not in last] + last:
        for value in HOSTILE:
            some = {field: draw.choice(HOSTILE) for field in draw.sample(FIELDS, 12)}
            for posted in (dict.fromkeys(FIELDS, value), some):
                assert teacher.post(every[name], posted).status_code < 500, (name, posted)
        assert teacher.post(every[name], {f"field{n}": "1" for n in range(1001)}).status_code < 500
    for value in HOSTILE:
        for name in sorted(OF_A_CLASS - POST_ONLY):
            asked = {"page": value, "student": value, "done": value}
            assert teacher.get(every[name], asked).status_code < 500, (name, value)


def test_every_post_needs_the_forms_token(finished):
    client = Client(enforce_csrf_checks=True)
    for name in POST_ONLY | BOTH:
        assert client.post(addresses(finished)[name], {}).status_code == 403, name


@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize("state", ["running", "finished"])
def test_hostile_values_break_nothing_and_change_nothing(visitor, finished, htmx, state):
    match = finished if state == "finished" else start(visitor, position="3+5")
    headers = {"HX-Request": "true"} if htmx else {}
    before = rows()
    draw = random.Random(1)
    for name in sorted((POST_ONLY | BOTH) - {"accounts:logout", "accounts:fresh"}):
        address = addresses(match)[name]
        for value in HOSTILE:
            every = dict.fromkeys(FIELDS, value)
            some = {field: draw.choice(HOSTILE) for field in draw.sample(FIELDS, 5)}
            for posted in (every, some):
                response = visitor.post(address, posted, headers=headers)
                assert response.status_code < 500, (name, posted)
        many = visitor.post(address, {f"field{n}": "1" for n in range(1001)})
        assert many.status_code in ((404,) if name in OF_A_CLASS else (302, 400)), name
        bytes_ = visitor.post(address, b"\xff\xfe\x00version", content_type="application/json")
        assert bytes_.status_code < 500, name
    assert rows()[1:] == before[1:]


@pytest.mark.parametrize("value", HOSTILE)
def test_hostile_questions_break_nothing(visitor, value):
    for asked in (
        {"ruleset": value, "position": "1"},
        {"ruleset": "nim", "position": value},
        {"ruleset": "nim", "position": "1", "convention": value, "turn": value, "lens": value},
    ):
        assert visitor.get("/explore/", asked).status_code < 500
        assert visitor.get("/explore/nim/1+2/", asked).status_code < 500
        assert visitor.get("/play/", asked).status_code == 200


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
