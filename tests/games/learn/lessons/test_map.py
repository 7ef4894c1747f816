"""The map of the course: routes, what a lesson builds on, where one stands, days of practice."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games.content.reading import FOLDER, ContentError, as_yaml
from games.learn.lessons.course import covered, needs, the_course
from games.learn.lessons.lesson_files import LessonFiles
from games.learn.lessons.models import Lesson, Route, Skill
from games.learn.study.studying import finish, record_of

from ...play.games import start
from .curation import staff
from .lessons import MOVE, PREDICT, give, lesson, read_course, step

pytestmark = [pytest.mark.days, pytest.mark.django_db]


def page_of(client, address="/learn/"):
    response = client.get(address)
    assert response.status_code == 200
    return response.content.decode()


def stations(page):
    """By route, its stations: the title and everything said of it."""
    found = {}
    for route, part in re.findall(r'id="route-([^"]+)">(.*?)</section>', page, re.DOTALL):
        parts = re.findall(r'<li class="station.*?</li>', part, re.DOTALL)
        words = [" ".join(re.sub(r"<[^>]+>", " ", one).split()) for one in parts]
        titles = [re.search(r'station-name"[^>]*>([^<]+)', one)[1] for one in parts]
        found[route] = dict(zip(titles, words, strict=True))
    return found


def stops(page):
    """By title, where the map draws a station."""
    pattern = r'class="stop.*?<title>([^<.]+).*?<circle cx="(\d+)" cy="(\d+)"'
    drawn = re.findall(pattern, page, re.DOTALL)
    return {title: (int(x), int(y)) for title, x, y in drawn}


@pytest.fixture
def small_course(db):
    """Four lessons: two on the first route, one on the second, one on none."""
    Skill.objects.create(slug="look-back", order=1, title="Looking back")
    Skill.objects.create(slug="match", order=2, title="Matching", requires=["look-back"])
    Skill.objects.create(slug="prove", order=3, title="Proving", requires=["match"])
    Route.objects.create(
        slug="player", order=1, title="Player", lessons=["first", "not-written", "second"]
    )
    Route.objects.create(slug="proofs", order=2, title="Proofs", lessons=["third", "second"])
    return [
        lesson(PREDICT, number=1, slug="first", title="The first"),
        lesson(PREDICT, MOVE, number=2, slug="second", title="The second", skills=["match"]),
        lesson(PREDICT, number=4, slug="third", title="The third", skills=["prove"]),
        lesson(PREDICT, number=3, slug="fourth", title="The fourth", skills=["prove"]),
    ]


def test_routes_hold_their_lessons_in_order_and_the_last_one_what_lies_on_none(
    visitor, small_course
):
    said = stations(page_of(visitor))
    assert list(said["player"]) == ["The first", "The second"]
    assert list(said["proofs"]) == ["The fourth", "The third"]
    assert "not-written" not in page_of(visitor)


def test_a_station_says_what_to_do_first_until_that_is_done_and_is_never_locked(
    visitor, small_course
):
    said = stations(page_of(visitor))
    assert "First:" not in said["player"]["The first"]
    assert said["player"]["The second"].endswith("Builds on: The first")
    assert said["proofs"]["The fourth"].endswith("Builds on: The second")
    assert said["proofs"]["The third"].endswith("Builds on: The fourth")
    assert visitor.get("/learn/third/1/").status_code == 200
    assert "This lesson builds on" in page_of(visitor, "/learn/second/")
    assert "This lesson builds on" not in page_of(visitor, "/learn/first/")
    give(visitor, step(small_course[0], 1), choice="P")
    said = stations(page_of(visitor))["player"]
    assert "✓ Done" in said["The first"]
    assert "First:" not in said["The second"]
    assert "This lesson builds on" not in page_of(visitor, "/learn/second/")


def test_the_map_lights_where_one_stands_and_ticks_what_is_done(visitor, small_course):
    give(visitor, step(small_course[0], 1), choice="P")
    give(visitor, step(small_course[1], 1), choice="P")
    page = page_of(visitor)
    assert re.findall(r'class="stop ?([^"]*)".*?<title>([^<.]+)', page, re.DOTALL) == [
        ("stop-done", "The first"),
        ("stop-here", "The second"),
        ("", "The fourth"),
        ("", "The third"),
    ]
    assert page.count('aria-current="step"') == 1
    assert page.count('href="/learn/second/2/"') == 3  # the button, the map and the list
    assert "Continue: The second" in page
    assert "Step 2 of 2." in page


def test_a_station_stands_to_the_right_of_what_it_builds_on_and_routes_below_each_other(
    visitor, small_course
):
    at = stops(page_of(visitor))
    assert at["The first"][0] < at["The second"][0] < at["The fourth"][0] < at["The third"][0]
    assert at["The first"][1] == at["The second"][1] < at["The third"][1]


def test_whoever_has_done_nothing_is_offered_the_first_station(visitor, small_course):
    page = page_of(visitor)
    assert 'Start: <a href="/learn/first/">The first</a>' in page
    assert "Days practised" in page


def test_a_finished_lesson_leads_to_the_next_open_station_of_its_route(visitor, small_course):
    give(visitor, step(small_course[3], 1), choice="P")
    page = page_of(visitor, "/learn/fourth/")
    assert "Next lesson: The third" in page
    assert 'id="next-lesson" href="/learn/third/1/"' in page
    give(visitor, step(small_course[2], 1), choice="P")
    assert "Next lesson: The first" in page_of(visitor, "/learn/third/")


def test_without_routes_the_course_is_one_line(visitor):
    lesson(PREDICT, title="The only one")
    assert list(stations(page_of(visitor))["course"]) == ["The only one"]


def test_every_lesson_that_ships_is_on_one_route(visitor):
    shipped = read_course()
    on_routes = [slug for route in shipped.routes for slug in route["lessons"]]
    assert len(on_routes) == len(set(on_routes)) == 28
    assert {content["slug"] for content in shipped.lessons.values()} <= set(on_routes)
    LessonFiles.load()
    at = stops(page_of(visitor))
    assert len(at) == Lesson.objects.count()
    assert len(set(at.values())) == len(at)


def test_the_first_route_needs_nothing_from_the_others(signed_in, alice, stranger):
    """Whoever takes it from its first lesson to its last is never sent to another line."""
    LessonFiles.load()
    red = next(route for route in read_course().routes if route["slug"] == "player")["lessons"]
    builds_on = needs(the_course())
    for slug in red:
        assert covered(builds_on, [slug]) <= set(red[: red.index(slug)]), slug
    other = set(builds_on) - set(red)
    assert covered(builds_on, ["perfect-kayles"]) & other == {"telling-apart"}
    for slug in red:
        assert "This lesson builds on" not in page_of(signed_in, f"/learn/{slug}/")
        for one in Lesson.objects.get(slug=slug).live_steps:
            finish(record_of(alice, one))
    assert "This lesson builds on" in page_of(stranger, "/learn/kayles-traps/")


AHEAD = re.compile(r"the next (two |three )?lessons?|(two|three) lessons from here", re.IGNORECASE)
"""What a lesson says of lessons to come."""
ELSEWHERE = ("condition 1", "condition 2", "condition 3", "conditions of R1", "table of harbors")
"""What only lessons beside the first route teach."""


def test_no_sentence_of_the_first_route_leans_on_a_lesson_beside_it():
    shipped = read_course()
    red = next(route for route in shipped.routes if route["slug"] == "player")["lessons"]
    numbers = {one["slug"]: one["number"] for one in shipped.lessons.values()}
    how_many = {"two ": 2, "two": 2, "three ": 3, "three": 3}
    said = []
    for content in shipped.lessons.values():
        slug, text = content["slug"], as_yaml(content)
        if slug not in red:
            continue
        assert not [words for words in ELSEWHERE if words in text], slug
        for found in AHEAD.finditer(" ".join(text.split())):
            ahead = how_many.get((found[1] or found[2] or "").lower(), 1)
            place = red.index(slug) + 1
            coming = [numbers[one] for one in red[place : place + ahead]]
            assert coming == [numbers[slug] + n + 1 for n in range(ahead)], (slug, found[0])
            said.append(slug)
    assert said == ["left-and-right", "option-fans"]


def test_every_lesson_that_ships_ends_with_its_picture_and_what_can_be_done_now():
    for content in LessonFiles().read().values():
        assert content["picture"]["position"], content["slug"]
        can = content["can"]
        assert can[0].islower(), content["slug"]
        assert can.endswith("."), content["slug"]
        assert not can.startswith("you can"), content["slug"]


def test_a_finished_lesson_ends_with_its_picture_and_what_can_be_done_now(visitor):
    more = {"can": "win at once.", "picture": {"ruleset": "nim", "position": "3+5+7"}}
    found = lesson(PREDICT, MOVE, **more)
    assert "Now you can" not in page_of(visitor, "/learn/a-lesson/")
    give(visitor, step(found, 1), choice="P")
    give(visitor, step(found, 2), move="2>0")
    page = page_of(visitor, "/learn/a-lesson/")
    assert "Now you can win at once." in page
    assert 'aria-label="Nim: rows of 3, 5 and 7"' in page
    lesson(PREDICT, MOVE)
    page = page_of(visitor, "/learn/a-lesson/")
    assert "Now you can" not in page
    assert 'aria-label="Nim: rows of 1 and 5"' in page


def test_a_finished_lesson_gives_away_its_trick_as_a_card_and_not_before(visitor, stranger):
    found = lesson(PREDICT, MOVE, trick="Lay out five coins.\n\nLet them start.")
    give(visitor, step(found, 1), choice="P")
    assert "A trick to take away" not in page_of(visitor, "/learn/a-lesson/")
    give(visitor, step(found, 2), move="2>0")
    page = page_of(visitor, "/learn/a-lesson/")
    card = page[page.index('id="trick"') :].split("</section>")[0]
    assert "<p>Lay out five coins.</p>" in card
    assert "<p>Let them start.</p>" in card
    [link] = re.findall(r'href="(/play/[^"]+)"', card)
    invited = page_of(visitor, link.replace("&amp;", "&"))
    assert re.search(r'value="friend"[^>]*checked', invited)
    assert PREDICT["position"] in invited
    assert "A trick to take away" not in page_of(stranger, "/learn/a-lesson/")


def test_the_tricks_that_ship_say_who_starts_and_are_short_enough_for_a_card():
    tricks = {one["slug"]: one["trick"] for one in LessonFiles().read().values() if "trick" in one}
    assert set(tricks) == {"thirteen-lights", "two-rows", "marienbad"}
    for trick in tricks.values():
        assert "You may start." in trick
        assert len(trick) < 600


@pytest.mark.parametrize(
    ("picture", "said"),
    [
        ({"ruleset": "nim"}, "position is missing"),
        ({"ruleset": "chess", "position": "1+2"}, "is not a ruleset"),
        ({"ruleset": "nim", "position": "61"}, "at most 60"),
    ],
)
def test_a_picture_that_cannot_be_drawn_is_refused(picture, said):
    text = as_yaml(lesson(PREDICT).content | {"picture": picture})
    with pytest.raises(ContentError, match=said):
        LessonFiles().compared(text, "a-lesson.yaml")


def test_routes_are_written_out_and_loaded_again(tmp_path):
    LessonFiles.load()
    LessonFiles().export(tmp_path)
    assert (tmp_path / "routes.yaml").read_text().startswith("- slug: player")
    assert read_course(tmp_path).routes == read_course(FOLDER).routes
    (tmp_path / "routes.yaml").unlink()
    LessonFiles.load(tmp_path)
    assert Route.objects.count() == 2


def test_a_curator_chooses_the_lessons_of_a_route_by_their_titles(small_course):
    """What a file has named and nobody has written yet stays; nothing new of the kind is taken."""
    route = Route.objects.create(slug="own", order=3, title="Own", lessons=["to-come"])
    client = staff("cartographer", "view_route", "change_route")
    address = f"/admin/games/route/{route.pk}/change/"
    first, second = small_course[:2]
    page = page_of(client, address)
    assert f'<option value="{second.slug}">{second}</option>' in page
    assert '<option value="to-come" selected>to-come</option>' in page
    assert page.count('<select name="lessons-') == 4
    about = {"title": "Own", "order": 3, "summary": ""}
    chosen = {"lessons-0": second.slug, "lessons-1": "", "lessons-2": first.slug}
    kept = client.post(address, about | chosen | {"lessons-3": "to-come"})
    assert kept.status_code == 302
    route.refresh_from_db()
    assert route.lessons == [second.slug, first.slug, "to-come"]
    refused = client.post(address, about | chosen | {"lessons-1": "nowhere"}).content.decode()
    assert "There is no other lesson &#x27;nowhere&#x27;." in refused
    assert "This field is required." in client.post(address, about).content.decode()
    route.refresh_from_db()
    assert route.lessons == [second.slug, first.slug, "to-come"]


def test_days_are_counted_on_which_something_was_done(visitor, small_course):
    with time_machine.travel(timezone.now() - timedelta(days=2)):
        give(visitor, step(small_course[0], 1), choice="N")
        give(visitor, step(small_course[0], 1), choice="P")
    with time_machine.travel(timezone.now() - timedelta(days=30)):
        give(visitor, step(small_course[1], 1), choice="P")
    start(visitor)
    page = page_of(visitor)
    assert "Practised on 2 of 21 days" in page
    marks = re.findall(r'<i( class="practised")? title', page)
    assert [n for n, mark in enumerate(reversed(marks)) if mark] == [0, 2]
