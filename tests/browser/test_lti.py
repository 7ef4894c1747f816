"""A course of a platform in a real browser, with the site in a frame of another site's page, and
in a window of its own."""

from urllib.parse import quote

import pytest
from django.core.cache import cache
from playwright.sync_api import expect

from games.teach.classes.models import Classroom, Membership
from games.teach.lti.models import Handshake
from games.teach.work.models import ItemAttempt
from tests.games.teach.lti.launches import register
from tests.games.teach.lti.platform import INSTRUCTOR, Platform
from tests.games.teach.work.assignments import address, assignment

pytestmark = pytest.mark.browser


@pytest.fixture
def platform(site):
    """The site is on localhost, and the platform on 127.0.0.1: for a browser, two sites."""
    assert site.startswith("http://localhost")
    cache.clear()
    with Platform() as moodle:
        moodle.site = site
        register(moodle)
        moodle.person("ada", "Ada Lovelace", INSTRUCTOR)
        moodle.person("mia", "Mia Bauer")
        yield moodle


def framed(page, platform, subject, target="", **more):
    """Open a course's page that shows the site in a frame; the frame."""
    begins = platform.begins(subject, target, site=platform.site, shown_in="iframe", **more)
    page.goto(f"{platform.url}/frame?src={quote(begins, safe='')}")
    return page.frame_locator("iframe")


def test_a_course_from_its_class_to_an_answer_in_a_frame(
    page, site, platform, browser, watched, complaints
):
    frame = framed(page, platform, "ada")
    frame.get_by_role("button", name="Start").click()
    frame.get_by_role("button", name="Use this class").click()
    frame.get_by_role("heading", name="Students").wait_for()
    room = Classroom.objects.get()
    work = assignment(room, "nim 1+2+4 misere")

    frame = framed(page, platform, "ada", deep=True)
    frame.get_by_text("What shall the course open?").wait_for()
    frame.get_by_label("Homework", exact=True).check()
    frame.get_by_role("button", name="Choose").click()
    frame.get_by_role("button", name="Add it to the course").click()
    frame.get_by_role("heading", name="Added").wait_for()
    [item] = platform.chosen
    assert item["url"] == site + address(work)

    student = watched(browser.new_context().new_page())
    frame = framed(student, platform, "mia", item["url"])
    frame.get_by_role("button", name="Start").click()
    frame.get_by_role("heading", name="Homework").wait_for()
    assert Membership.objects.get().real_name == "Mia Bauer"
    frame.locator("main a.main-button").first.click()
    frame.locator("#row-3-take-1").click()
    expect(frame.locator("#verdict")).to_contain_text("✓ That wins.")
    assert ItemAttempt.objects.get().membership.real_name == "Mia Bauer"
    frame.get_by_role("link", name="Back to the activity").click()
    expect(frame.get_by_role("link", name="Learn")).to_have_count(0)
    frame.get_by_role("link", name="Sign in").wait_for(state="detached")
    assert page.context.cookies(site) != []
    outside = student.context.new_page()
    outside.goto(site)
    outside.get_by_role("link", name="Sign in").wait_for()
    student.context.close()
    # A browser lets no frame of another site take the focus, and says so.
    complaints[:] = [one for one in complaints if not one.startswith("Blocked autofocusing")]


def test_a_course_in_a_window_of_its_own(page, site, platform):
    page.goto(platform.begins("ada", site=site))
    page.get_by_role("button", name="Start").click()
    page.get_by_role("button", name="Use this class").click()
    page.get_by_role("heading", name="Students").wait_for()
    assert page.url == f"{site}/classes/{Classroom.objects.get().pk}/"
    assert Handshake.objects.filter(entered_at__isnull=False).count() == 1


def test_no_other_site_shows_a_page(page, site, platform, complaints):
    page.goto(f"{platform.url}/frame?src={quote(site + '/learn/', safe='')}")
    page.wait_for_load_state()
    assert page.frame_locator("iframe").get_by_role("heading", name="Learn").count() == 0
    assert any("frame-ancestors" in one for one in complaints)
    complaints.clear()
