"""Parts that are the same for everybody: kept, and never seen to be kept."""

import gc
import re

import pytest
from django.template import Context, Template
from django.utils.safestring import mark_safe

from games.boards.boards import Board
from games.boards.bounds import ask_within_limits
from games.boards.films import film_view
from games.explore.maps.game_maps import MapPlace
from games.learn.lessons.models import Lesson
from games.web import parts
from games.web.parts import PARTS, Parts, part
from solver import Pool, get_ruleset

from ..learn.lessons.lessons import PREDICT, lesson
from ..world import build

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def empty():
    PARTS.clear()


def seen(client, address):
    """A page without the keys of its forms, which are new each time."""
    page = client.get(address)
    assert page.status_code == 200
    return re.sub(r'value="[\w-]{32,}"', "", page.content.decode())


def test_a_page_is_the_same_with_and_without_what_is_kept(client, monkeypatch):
    build()
    lesson = Lesson.objects.filter(state="published").first()
    addresses = ["/", "/learn/", lesson.get_absolute_url(), f"/learn/{lesson.slug}/1/"]
    for address in addresses:
        seen(client, address)
    before = PARTS.rendered
    assert before > 0
    kept = [seen(client, address) for address in addresses]
    assert PARTS.rendered == before
    monkeypatch.setattr(PARTS, "get", parts.render)
    assert [seen(client, address) for address in addresses] == kept


def film(rows="3+3", number="1", page="/here/", game="nim", ending="misere", **told):
    """A frame of the reasons that need no theory, which say much the same of many positions."""
    question = ask_within_limits(game, rows, ending)
    return film_view(question, "below", number, lambda frame: f"{page}?{frame}", **told)


def test_no_frame_of_a_film_is_taken_for_another():
    """Each differs from the first in one thing, and most of them say the same."""
    begun = Board.of(get_ruleset("nim"), (4, 3))
    moved = begun.after(begun.place("1>3"))
    films = [
        film(),
        *(film(rows) for rows in ("2+2", "4+4", "3+3+3+3", "3+3+2+2")),
        *(film(number=number) for number in ("2", "3")),
        film(page="/there/"),
        film(game="subtraction:3"),
        film(ending="normal"),
        film(name="wall"),
        film(is_page=False),
        film(board=moved),
    ]
    for template in ("film_frame", "film_steps", "film_controls", "film_more"):
        name = f"components/{template}.html"
        kept = [part(name, film=one) for one in films]
        assert kept == [parts.render(name, {"film": one}) for one in films]
        assert len(set(kept)) > 3


def test_what_another_process_changes_is_seen_at_once(client):
    """Nobody tells this process: the change is made where it hears nothing of it."""
    taught = lesson(PREDICT | {"text": "The *old* words."}, title="Old title")
    address = f"{taught.get_absolute_url()}1/"
    assert "Old title" in seen(client, "/learn/")
    assert "<em>old</em>" in seen(client, address)
    Lesson.objects.filter(pk=taught.pk).update(title="New title")
    taught.steps.update(text="The *new* words.", position="1+2+3")
    course, page = seen(client, "/learn/"), seen(client, address)
    assert "New title" in course
    assert "Old title" not in course
    assert "<em>new</em>" in page
    assert "<em>old</em>" not in page
    assert page.count('class="row-name"') == 3


def test_a_part_that_is_given_a_stored_row_is_refused():
    """A row is told by its key, so a part with one would never change."""
    taught = lesson()
    with pytest.raises(TypeError, match="is given a stored row"):
        part("learn/progress/station.html", sign=(taught,))


def test_a_part_sees_nothing_of_the_page_it_stands_in():
    page = Template('{% part "components/navigation.html" here="learn" %}{{ here }}')
    shown = page.render(Context({"here": "play"}))
    assert shown.endswith("play")
    assert 'href="/learn/" aria-current="page"' in shown
    assert shown.count("aria-current") == 1


def test_parts_share_the_room_of_everything_that_is_remembered():
    """Anybody may ask for large maps of rules that they make up."""
    one = part("components/navigation.html", nav="0")
    few = Parts(Pool(4 * (len(one) + 1000)))
    for number in range(5):
        few.get("components/navigation.html", {"here": str(number)})
    few.get("components/navigation.html", {"here": "4"})
    assert few.rendered == 5
    few.get("components/navigation.html", {"here": "0"})
    assert few.rendered == 6
    assert few.pool.size <= few.pool.room


def places():
    """How many places of maps are in memory."""
    gc.collect()
    return sum(type(one) is MapPlace for one in gc.get_objects())


def test_a_part_keeps_nothing_alive_of_what_it_showed(client):
    """The map of one game has 1,681 places; only its drawing is kept. Another test may hold a page
    that it has opened, with its map."""
    earlier = places()
    for third in range(4, 7):
        assert client.get(f"/maps/subtraction:3/map.svg?size=40&third={third}").status_code == 200
    assert places() < earlier + 1_681
    before = PARTS.rendered
    client.get("/maps/subtraction:3/map.svg?size=40&third=5")
    assert PARTS.rendered == before


class Here:
    """Something that is equal only to itself."""


def test_what_is_equal_only_to_itself_is_never_taken_for_another():
    names = ["learn", "play"] * 50
    shown = [part("components/navigation.html", here=one, by=Here()) for one in names]
    assert len(set(shown)) == 2
    kept = Here()
    before = PARTS.rendered
    for _ in range(3):
        part("components/navigation.html", here=kept)
    assert PARTS.rendered == before + 1


def test_safe_and_other_text_are_told_apart():
    before = PARTS.rendered
    for text in ("<b>here</b>", mark_safe("<b>here</b>")):
        part("components/navigation.html", here=(text,))
    assert PARTS.rendered == before + 2


def test_what_is_shown_is_told_apart_by_its_kind_as_well():
    before = PARTS.rendered
    for number in (1, True, 1.0):
        part("components/navigation.html", nav=number)
    assert PARTS.rendered == before + 3
