"""Getting in to teach: the page, a class to look around in, the way to a first assignment."""

import html
import re

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.learn.lessons.models import Track
from games.people.models import User
from games.site.upkeep.databases import holds_people
from games.teach import demo, tour
from games.teach.classes.models import TOUR, Classroom, Membership
from games.teach.demo import Manner
from games.teach.work.models import Assignment
from games.teach.work.plans.models import Plan
from games.web.background.jobs import go_on
from games.web.models import Job

from ..at_once import all_at_once
from ..learn.lessons.lessons import lesson
from ..test_roles import MATRIX
from ..world import build, every_row
from .work.assignments import person
from .work.forms import PageForm

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse battery"


def page_of(response):
    assert response.status_code == 200
    return html.unescape(response.content.decode())


def words_of(response):
    return " ".join(re.sub("<[^>]+>", " ", page_of(response)).split())


def link(response, key):
    """Where the link with an id leads."""
    [tag] = re.findall(rf'<a [^>]*id="{key}"[^>]*>', page_of(response))
    return re.search('href="([^"]+)"', tag)[1]


def fill_in(client, response, **filled):
    """Send the form of a page back to where it goes, with everything it carries."""
    page = page_of(response)
    [form] = re.findall(r'(<form [^>]*method="post".*?</form>)', page, flags=re.DOTALL)
    where = re.search(r'<form [^>]*action="([^"]+)"', form)
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))
    address = where[1] if where else response.request["PATH_INFO"]
    return client.post(address, hidden | filled, follow=True)


@pytest.fixture
def looked_at(db, monkeypatch):
    """The class to look around in, with few students: one is stuck, one does everything."""
    some = {"Marten": Manner("norma", 0, sticks=1), "Otter": Manner("random", 1)}
    monkeypatch.setattr(demo, "STUDENTS", some)
    assert tour.make()


def test_every_page_leads_to_it_and_the_first_one_says_what_for(visitor):
    home = page_of(visitor.get("/"))
    assert re.search(r'<a class="promise" href="/teach/">\s*<strong>Bring a class</strong>', home)
    assert '<a href="/teach/">Teach</a>' in page_of(visitor.get("/errata/"))


def test_teachers_of_the_site_come_to_their_classes_instead(signed_in):
    assert '<a href="/classes/">Teach</a>' in page_of(signed_in.get("/errata/"))


def test_what_an_instructor_can_begin_with_stands_first(visitor):
    page = page_of(visitor.get("/teach/"))
    ready = ("/accounts/signup/?next=/live/open/", "/live/lessons/", "/plans/", "/learn/")
    places = [page.index(f'href="{address}"', page.index("<main")) for address in ready]
    assert max(places) < page.index('id="lesson-title"')


def test_it_shows_a_lesson_of_forty_minutes_with_pictures_and_a_film(visitor):
    response = visitor.get("/teach/")
    times = re.findall(r"(\d+)–(\d+) minutes", words_of(response))
    assert [int(begins) for begins, _ in times[1:]] == [int(ends) for _, ends in times[:-1]]
    assert (times[0][0], times[-1][1]) == ("0", "40")
    assert page_of(response).count('class="thumbnail"') >= len(times)
    following = re.search(r'rel="next" href="([^"#]+)', page_of(response))[1]
    said = re.compile(r'film-sentence"[^>]*>(.*?)</p>', re.DOTALL)
    pages = [page_of(visitor.get(f"/teach/{query}")) for query in ("", following[7:])]
    assert said.search(pages[0])[1] != said.search(pages[1])[1]


def test_from_there_to_sign_up_class_and_first_assignment_without_a_detour(visitor):
    sign_up = visitor.get(link(visitor.get("/teach/"), "start"))
    assert "Sign up" in words_of(sign_up)
    new_class = fill_in(visitor, sign_up, username="bea", password=PASSWORD)
    assert new_class.request["PATH_INFO"] == "/classes/new/"
    first = fill_in(visitor, new_class, name="7b")
    assert "The first assignment" in words_of(first)
    page = PageForm(visitor.get(link(first, "write")), "writing")
    page.press(visitor, "Add these", lines=["nim 1+2+4 misere"])
    made = Assignment.objects.get(classroom__name="7b", created_by__username="bea")
    assert (made.title, made.items.count()) == ("First positions", 1)


def test_a_visitor_who_wants_to_run_a_room_gets_to_open_one(visitor):
    [way] = re.findall(r'href="([^"]+)">Run a live room<', page_of(visitor.get("/teach/")))
    opened = fill_in(visitor, visitor.get(way), username="bea", password=PASSWORD)
    assert opened.request["PATH_INFO"] == "/live/open/"


def test_a_ready_unit_plan_of_each_track_is_one_touch_from_there(signed_in):
    for order in (1, 2):
        track = Track.objects.create(slug=f"track-{order}", title=f"Track {order}", order=order)
        for place in (1, 2):
            name = f"Unit {order}.{place}"
            Plan.objects.create(
                state="published", slug=f"u-{order}-{place}", title=name, track=track, order=place
            )
    first = fill_in(signed_in, signed_in.get("/classes/new/?next=assignment"), name="7b")
    ready = re.findall('class="card link-card" href="([^"]+)"', page_of(first))
    assert ready == ["/plans/u-1-1/", "/plans/u-2-1/"]
    assert "7b" in words_of(signed_in.get(ready[0]))


def test_a_slip_on_the_way_and_an_account_that_is_there_lose_nothing(visitor, alice):
    sign_up = visitor.get(link(visitor.get("/teach/"), "start"))
    slip = visitor.post("/accounts/signup/", {"username": "", "next": "/classes/new/"})
    assert 'name="next" value="/classes/new/"' in slip.content.decode()
    other = re.search(r'href="(/accounts/login/[^"]+)">Have an', page_of(sign_up))[1]
    new_class = fill_in(visitor, visitor.get(other), username="alice", password=PASSWORD)
    assert "The first assignment" in words_of(fill_in(visitor, new_class, name="7b"))


def test_somebody_signed_in_goes_to_the_class_at_once(signed_in):
    start = link(signed_in.get("/teach/"), "start")
    assert start == "/classes/new/?next=assignment"
    response = signed_in.get("/accounts/signup/?next=/classes/new/")
    assert response.headers["Location"] == "/classes/new/"


def test_a_new_class_asks_to_sign_up_as_well_as_to_sign_in(visitor):
    page = page_of(visitor.get("/classes/"))
    for way in ("signup", "login"):
        assert f'href="/accounts/{way}/?next=/classes/new/"' in page
    asked = page_of(visitor.get("/classes/new/", follow=True))
    assert re.search(r'href="/accounts/signup/\?next=/classes/new/">New here\?', asked)


def test_whoever_makes_a_class_by_the_way_of_classes_lands_in_it(signed_in):
    response = fill_in(signed_in, signed_in.get("/classes/new/"), name="7b")
    assert response.request["PATH_INFO"] == Classroom.objects.get().get_absolute_url()


def test_the_way_through_the_class_is_open_to_everybody(looked_at, visitor, signed_in):
    for client in (visitor, signed_in):
        page = page_of(client.get("/teach/tour/", follow=True))
        [way] = re.findall(r'<ol class="tour-stops">(.*?)</ol>', page, flags=re.DOTALL)
        addresses = re.findall('href="([^"]+)"', way)
        assert len(addresses) == 7
        for address in addresses:
            stop = client.get(address)
            assert f'href="{address}" aria-current="page"' in page_of(stop)
            assert "you cannot change anything" in words_of(stop)
        results, stuck = client.get(addresses[1]), client.get(addresses[2])
        assert "Need help" in words_of(results)
        assert "Otter" in words_of(results)
        assert "Marten" in words_of(stuck)
        assert "Try 5" in words_of(stuck)
        assert re.search("Otter [0-9.]+ %", words_of(client.get(addresses[5])))
        work = addresses[1]
        grades = client.get(f"{work}canvas.csv").getvalue().decode()
        assert "Otter (tour-otter)" in grades


def test_nobody_changes_anything_in_it_by_any_address(looked_at):
    world = build()
    item = Assignment.objects.filter(classroom=TOUR, mode="practice").get().items.first()
    world.given |= {
        "classroom_id": TOUR,
        "assignment_id": item.assignment_id,
        "item_id": item.pk,
        "membership_id": Membership.objects.filter(classroom=TOUR).first().pk,
    }
    theirs = {"<uuid:classroom_id>", "<uuid:assignment_id>"}
    addresses = {
        name: address
        for name, address in world.addresses.items()
        if any(str(world.given[key[6:-1]]) in address for key in theirs)
    }
    assert len(addresses) > 30
    before = every_row()
    for role in ("anonymous", "student", "instructor", "admin"):
        for name, address in addresses.items():
            for method in MATRIX[name][0]:
                posted = {"name": "Mine", "title": "Mine", "code": "x", "is_excused": "on"}
                client = world.browsers[role]
                response = client.get(address) if method == "GET" else client.post(address, posted)
                assert response.status_code < 500, (name, role)
    assert every_row() == before


def test_it_is_made_once_and_is_nobody(looked_at, capsys):
    before = every_row()
    assert not tour.make()
    call_command("demo", "--remove")
    assert every_row() == before
    assert not holds_people()
    assert {room.staff.count() for room in Classroom.objects.all()} == {0}
    for user in User.objects.all():
        assert not user.has_usable_password()
    person("ada")
    assert holds_people()


def test_an_update_adds_no_class_and_the_first_who_looks_around_makes_it(
    visitor, signed_in, monkeypatch
):
    some = {"Marten": Manner("norma", 0, sticks=1), "Otter": Manner("random", 1)}
    monkeypatch.setattr(demo, "STUDENTS", some)
    users = User.objects.count()
    call_command("load_content")
    visitor.get("/teach/")
    visitor.get("/teach/tour/")
    assert (Classroom.objects.count(), User.objects.count()) == (0, users)
    page = visitor.get("/teach/")
    assert 'id="tour">Tour a sample class, no account needed</button>' in page_of(page)
    opened = fill_in(visitor, page)
    assert opened.request["PATH_INFO"] == f"/classes/{TOUR}/"
    assert "you cannot change anything" in words_of(opened)
    assert User.objects.count() == users + 2
    assert link(signed_in.get("/teach/"), "tour") == "/teach/tour/"
    again = signed_in.post("/teach/tour/", follow=True)
    assert again.request["PATH_INFO"] == f"/classes/{TOUR}/"
    assert User.objects.count() == users + 2


def test_a_worker_makes_it_before_anybody_asks(db, visitor, monkeypatch):
    monkeypatch.setattr(demo, "STUDENTS", {"Otter": Manner("random", 1)})
    tour.begin_if_due()
    assert not Job.objects.exists()  # without lessons there would be less to see
    lesson()
    for _ in range(2):
        tour.begin_if_due()
    job = Job.objects.get()
    go_on(job)
    assert job.state == Job.State.DONE
    assert link(visitor.get("/teach/"), "tour") == "/teach/tour/"
    tour.begin_if_due()
    assert Job.objects.count() == 1


def test_what_failed_is_not_tried_again_every_few_seconds(db, monkeypatch):
    def fail():
        raise RuntimeError

    lesson()
    monkeypatch.setattr(tour, "make", fail)
    tour.begin_if_due()
    go_on(Job.objects.get())
    assert Job.objects.get().state == Job.State.FAILED
    tour.begin_if_due()
    assert Job.objects.count() == 1
    Job.objects.update(changed_at=timezone.now() - 2 * tour.AGAIN)
    tour.begin_if_due()
    assert Job.objects.count() == 2


def test_the_whole_class_is_written_with_few_queries(db):
    """Somebody may wait for it, and nobody else can write on SQLite meanwhile."""
    lesson()
    with CaptureQueriesContext(connection) as asked:
        tour.make()
    assert len(asked) < 2_500  # each answer by itself: 5,900


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_two_who_open_the_tour_at_once_look_around_in_one_class(monkeypatch):
    monkeypatch.setattr(demo, "STUDENTS", {"Otter": Manner("random", 1)})
    responses = all_at_once([(Client(), "/teach/tour/", {}) for _ in range(4)])
    assert {response.url for response in responses} == {f"/classes/{TOUR}/"}
    assert (Classroom.objects.count(), User.objects.count()) == (1, 1)


def test_where_there_is_no_such_class_the_tour_leads_back(visitor):
    assert visitor.get("/teach/tour/").headers["Location"] == "/teach/"
    assert visitor.get(f"/classes/{TOUR}/").status_code in (302, 404)


def test_the_whole_class_shows_what_is_promised(db):
    tour.make()
    client = Client()
    results = words_of(client.get(tour.stops()[1].address))
    assert "Habits behind the mistakes" in results
    assert re.search(r"Need help: [2-9]", results)
    assert re.search(r"not started: [1-9]", results)
