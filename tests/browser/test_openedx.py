"""A course of Open edX, by its own code for tools, in a real browser: who comes, what is chosen,
who is in the course, and what its gradebook learns of practice and of a test."""

import uuid
from datetime import UTC, datetime, timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from playwright.sync_api import expect

from games.teach.classes.models import Classroom, Membership
from games.teach.lti.courses.course_people import KIND as PEOPLE_KIND
from games.teach.lti.courses.sending import send_some
from games.teach.lti.models import LinkedCourse, SentGrade
from games.teach.work.models import Assignment, GivenPoints
from games.teach.work.plans.plan_files import PlanFiles
from games.web.background.jobs import go_on
from games.web.models import Job
from tests.games.teach.lti.openedx import PYTHON, OpenEdx
from tests.games.teach.work.assignments import address, assignment, give
from tests.games.teach.work.plans.unit import written
from tests.services import IN_CI

pytestmark = pytest.mark.browser

PEOPLE = {
    "u-noether": {"name": "Emmy Noether", "role": "instructor", "email": "emmy@school.example"},
    "u-mia": {"name": "Mia Bauer", "role": "student", "email": "mia@school.example"},
    "u-zoe": {"name": "", "role": "student"},
}
# Of row 3, which has 4 or 5 matches, 3 stay, or 2.
RIGHT, WRONG = {"move": "3>3"}, {"move": "3>2"}


@pytest.fixture
def edx(site, tmp_path):
    if not PYTHON.exists():
        message = "no Open edX: make services"
        pytest.fail(message) if IN_CI else pytest.skip(message)
    cache.clear()
    with OpenEdx(tmp_path, site, PEOPLE) as course:
        yield course


@pytest.fixture
def come(browser, watched, complaints, edx):
    """Open an activity of the course in its frame, each person with a browser of their own."""
    pages = {}

    def come(subject, activity="sheet", **more):
        if subject not in pages:
            pages[subject] = watched(browser.new_context().new_page())
        pages[subject].goto(edx.page(subject, activity, **more))
        return pages[subject].frame_locator("iframe")

    yield come
    # A browser lets no frame of another site take the focus, and says so.
    assert [one for one in complaints if not one.startswith("Blocked autofocusing")] == []
    for page in pages.values():
        page.context.close()


@pytest.fixture
def room(come):
    """The class that an instructor makes of the course."""
    frame = come("u-noether")
    frame.get_by_role("button", name="Start").click()
    frame.get_by_role("button", name="Use this class").click()
    frame.get_by_role("heading", name="Students").wait_for()
    return Classroom.objects.get()


def start(come, subject, activity="sheet"):
    frame = come(subject, activity)
    frame.get_by_role("button", name="Start").click()
    return frame


def choose(come, activity, title):
    """Put an assignment into an activity, as an instructor does in the course."""
    frame = come("u-noether", activity, choose="yes")
    frame.get_by_label(title, exact=True).check()
    frame.get_by_role("button", name="Choose").click()
    frame.get_by_role("button", name="Add it to the course").click()
    frame.get_by_text("saved").first.wait_for()


def student(subject):
    """A browser of the student without the course."""
    client = Client()
    client.force_login(Membership.objects.get(user__lti_users__sub=subject).user)
    return client


def send():
    """What the worker does after the seconds that a changed grade waits."""
    for _ in range(2):  # compare, then send what is due
        SentGrade.objects.filter(arrived_at=None).update(next_at=datetime.now(UTC))
        LinkedCourse.objects.update(changed_at=datetime.now(UTC))
        while not send_some(uuid.uuid4()):
            pass


def scores(edx):
    """Points and progress by column and person."""
    return {
        (one["column"], one["person"]): (one["points"], one["most"], one["activity"])
        for one in edx.state()["scores"]
    }


def test_practice_from_the_class_to_the_gradebook(come, room, edx, site):
    work = assignment(room, "nim 1+2+4 misere", "nim 1+2+5 misere")
    choose(come, "sheet", "Homework")
    [chosen] = edx.state()["chosen"]
    assert (chosen["url"], chosen["title"]) == (site + address(work), "Homework")

    frame = start(come, "u-mia")
    frame.get_by_role("heading", name="Homework").wait_for()
    frame.locator("main a.main-button").first.click()
    frame.locator("#row-3-take-1").click()
    expect(frame.locator("#verdict")).to_contain_text("✓ That wins.")
    start(come, "u-zoe").get_by_role("heading", name="Homework").wait_for()
    assert {one.listed_name for one in Membership.objects.all()} == {"Bauer, Mia", "Student 2"}
    give(student("u-zoe"), work, 1, **WRONG)
    send()
    assert scores(edx) == {
        ("Homework", "u-mia"): (1, 2, "InProgress"),
        ("Homework", "u-zoe"): (0, 2, "InProgress"),
    }
    assert [(one["label"], one["most"]) for one in edx.state()["columns"]] == [("Homework", 2)]

    give(student("u-mia"), work, 2, **RIGHT)
    zoe = Membership.objects.get(user=student("u-zoe").session["_auth_user_id"])
    given = {"points": 1.5, "why": "Asked in class.", "is_shown": True}
    GivenPoints.objects.create(assignment=work, membership=zoe, **given)
    send()
    told = scores(edx)
    assert told["Homework", "u-mia"] == (2, 2, "Completed")
    assert told["Homework", "u-zoe"] == (1.5, 2, "Completed")
    # The gradebook of the course takes them: for this activity, as shares, with the reason.
    newest = {one["person"]: one for one in edx.state()["gradebook"]}
    assert (newest["u-mia"]["activity"], newest["u-mia"]["share"]) == ("sheet", 1.0)
    assert (newest["u-zoe"]["activity"], newest["u-zoe"]["share"]) == ("sheet", 0.75)
    assert newest["u-zoe"]["comment"] == "Points given by hand: Asked in class."


def test_a_unit_plan_in_one_go(come, room, edx, site, tmp_path):
    """Open edX checks and stores every assignment of the plan, with its column and its times."""
    PlanFiles.load(written(tmp_path))
    frame = come("u-noether", "sheet", choose="yes")
    frame.get_by_label("Search").fill("a unit")
    frame.get_by_role("button", name="Search").click()
    frame.locator('[name=search][value="a unit"]').wait_for()  # not the page before
    frame.get_by_label("A unit: 2 assignments").check()
    frame.get_by_label("First day of a unit plan").fill("2030-01-07")
    frame.get_by_role("button", name="Choose").click()
    frame.get_by_text("The course will open 2 activities.").wait_for()
    frame.get_by_role("button", name="Add them to the course").click()
    frame.get_by_text("saved").first.wait_for()
    works = list(Assignment.objects.order_by("opens_at"))
    chosen = edx.state()["chosen"]
    assert [(one["title"], one["url"]) for one in chosen] == [
        (title, site + address(work))
        for title, work in zip(("Week one", "A check"), works, strict=True)
    ]
    assert [one["lineItem"]["resourceId"] for one in chosen] == [str(work.pk) for work in works]
    assert [one["lineItem"]["scoreMaximum"] for one in chosen] == [2, 2]
    for one, work in zip(chosen, works, strict=True):
        told = datetime.fromisoformat(one["submission"]["endDateTime"])
        assert told == (work.due_at or work.closes_at)
        assert datetime.fromisoformat(one["available"]["startDateTime"]) == work.opens_at
    Assignment.objects.update(published_at=datetime.now(UTC), opens_at=None)
    start(come, "u-mia").get_by_role("heading", name="Week one").wait_for()


def test_nothing_of_a_test_arrives_before_its_answers_are_shown(come, room, edx):
    """In an activity whose column Open edX makes itself, where a tool may only write scores."""
    closes = datetime.now(UTC) + timedelta(hours=1)
    work = assignment(room, "nim 1+2+4 misere", mode="check", closes_at=closes)
    choose(come, "project", "Homework")
    start(come, "u-mia", "project").get_by_role("heading", name="Homework").wait_for()
    start(come, "u-zoe", "project").get_by_role("heading", name="Homework").wait_for()
    for answer in (RIGHT, WRONG, RIGHT):
        give(student("u-mia"), work, 1, **answer)
        send()
        assert scores(edx) == {}
    give(student("u-zoe"), work, 1, **WRONG)
    send()
    Assignment.objects.filter(pk=work.pk).update(closes_at=closes - timedelta(hours=2))
    send()
    assert scores(edx) == {
        ("project", "u-mia"): (1, 1, "Completed"),
        ("project", "u-zoe"): (0, 1, "Completed"),
    }
    found = {(one["activity"], one["person"]): one["share"] for one in edx.state()["gradebook"]}
    assert found == {("project", "u-mia"): 1.0, ("project", "u-zoe"): 0.0}


def test_everybody_of_the_course_after_a_preview(come, room, edx):
    start(come, "u-mia").get_by_role("heading").first.wait_for()
    frame = come("u-noether")
    frame.get_by_role("link", name="People").click()
    frame.get_by_role("link", name="Add students").click()
    frame.get_by_role("button", name="Add everybody from the course").click()
    frame.get_by_text("We are asking Open edX").wait_for()
    for job in Job.objects.filter(kind=PEOPLE_KIND, state=Job.State.OPEN):
        go_on(job)
    frame.get_by_role("heading", name="Preview of the course").wait_for()
    added = frame.get_by_role("table", name="New students of the class.")
    expect(added.get_by_role("row")).to_have_count(2)
    frame.get_by_role("button", name="Save").click()
    frame.get_by_text("This class belongs to").wait_for()
    assert sorted(one.listed_name for one in Membership.objects.all()) == [
        "Bauer, Mia",
        "Student 2",
    ]
    # The student whom the list told is the one who comes later.
    start(come, "u-zoe").get_by_role("heading").first.wait_for()
    assert Membership.objects.count() == 2
