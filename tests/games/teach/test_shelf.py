"""The shelf "Ready to use": what stands on it, for whom, and its filters without scripts."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.learn.lessons.models import Lesson, Track
from games.teach.live.lessons.models import RoomLesson
from games.teach.work.plans.models import Plan, PlannedAssignment, PlannedItem

from .live.room_lessons import LESSON, room_lesson
from .work.assignments import classroom, person

pytestmark = pytest.mark.django_db
SHELF = "/teach/ready/"


@pytest.fixture
def shelf():
    """A short lesson for ten-year-olds about Nim, a long one about Kayles, and a unit plan."""
    kayles = Track.objects.create(slug="kayles", order=2, title="Kayles", from_age=13)
    Track.objects.create(slug="nim", order=1, title="Nim", from_age=11)
    room_lesson(LESSON.replace("audience:", "from_age: 10\naudience:"))
    long = room_lesson(LESSON.replace("two-matches", "pins").replace("Two matches", "Pins"))
    parts = [part | {"ruleset": "kayles", "claims": []} for part in long.parts]
    RoomLesson.objects.filter(pk=long.pk).update(minutes=90, from_age=14, parts=parts)
    Plan.objects.create(state="published", slug="weeks", title="Four weeks", track=kayles)


def titles(client, query=""):
    text = client.get(f"{SHELF}{query}").content.decode()
    return re.findall(r'class="card-name">([^<]+)<', text)


def test_everything_stands_on_one_shelf_and_rooms_come_first(client, shelf):
    assert titles(client) == ["Two matches", "Pins", "Four weeks"]
    assert 'href="/teach/ready/"' in client.get("/teach/").content.decode()
    text = client.get("/teach/").content.decode()
    assert text.index("Begin with a live room") < text.index("Unit plans")


def test_a_long_group_is_folded_after_four_until_somebody_filters(client, shelf):
    for number in range(4):
        named = LESSON.replace("two-matches", f"more-{number}")
        room_lesson(named.replace("Two matches", f"More {number}"))
    page = client.get(SHELF).content.decode()
    seen, folded = page.split("<summary>2 more</summary>")
    assert seen.count('class="card-name"') == 4
    assert folded.split("</details>")[0].count('class="card-name"') == 2
    assert "<summary>2 more</summary>" not in client.get(f"{SHELF}?kind=room").content.decode()


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("?age=10", ["Two matches"]),
        ("?age=14", ["Two matches", "Pins", "Four weeks"]),
        ("?minutes=20", ["Two matches", "Four weeks"]),
        ("?minutes=90", ["Pins"]),
        ("?topic=kayles", ["Pins", "Four weeks"]),
        ("?topic=nim", ["Two matches"]),
        ("?topic=kayles&kind=room", ["Pins"]),
        ("?topic=kayles&age=10", []),
        ("?topic=nothing&age=x", ["Two matches", "Pins", "Four weeks"]),
    ],
)
def test_filters_leave_what_fits(client, shelf, query, found):
    assert titles(client, query) == found


def test_each_choice_says_how_many_it_leaves(client, shelf):
    text = " ".join(client.get(f"{SHELF}?topic=kayles").content.decode().split())
    assert "any (3)" in text
    assert "Nim (1)" in text
    assert "10 years (0)" in text
    assert "46 to 90 minutes (1)" in text
    assert "2 of 3 fit." in text
    text = client.get(f"{SHELF}?topic=kayles&age=10").content.decode()
    assert "Nothing fits. Choose “any” in one of the filters." in text


def test_ones_own_and_shared_lessons_are_seen_by_instructors_alone(client, shelf):
    lind, okoro, student = person("ms-lind"), person("mr-okoro"), person("student")
    classroom(lind), classroom(okoro, "8c")
    lind.post("/live/lessons/two-matches/copy/")
    own = RoomLesson.objects.exclude(owner=None)
    assert "Two matches (copy)" in titles(lind)
    for other in (okoro, student, client):
        assert "Two matches (copy)" not in titles(other)
    own.update(state="published", is_shared=True)
    assert "Two matches (copy)" in titles(okoro)
    for other in (student, client):
        assert "Two matches (copy)" not in titles(other)


def planned(slug, taught):
    """A unit plan of two weeks: a lesson of nine minutes and four questions."""
    plan = Plan.objects.create(state="published", slug=slug, title=slug)
    entry = PlannedAssignment.objects.create(plan=plan, order=1, title="First", due_day=8)
    PlannedItem.objects.create(assignment=entry, order=1, lesson=taught)
    for order, position in enumerate(("1+2", "1+3", "1+4", "1+5"), 2):
        asked = {"ruleset": "nim", "position": position, "convention": "misere", "goal": "move"}
        PlannedItem.objects.create(assignment=entry, order=order, **asked)
    return plan


def test_a_plan_says_how_long_it_takes_and_more_plans_need_no_more_queries(client, shelf):
    track = Track.objects.get(slug="nim")
    taught = Lesson.objects.create(slug="taught", number=1, title="Taught", track=track, minutes=9)
    one = planned("one", taught)
    with CaptureQueriesContext(connection) as few:
        page = client.get(SHELF).content.decode()
    card = page.split('class="card-name">one<')[1].split("</li>")[0]
    assert ">17 minutes · 2 weeks<" in card
    assert client.get(f"{SHELF}?topic=nim").content.decode().count(">one<") == 1
    [entry] = Plan.objects.whole().get(pk=one.pk).planned
    assert entry.work == 17
    for slug in ("two", "three"):
        planned(slug, taught)
    with CaptureQueriesContext(connection) as many:
        assert {"one", "two", "three"} <= set(titles(client))
    assert len(many) == len(few)
