"""Inside a platform's page: for registered platforms, in browsers they send, and nobody else."""

import re

import pytest
from django.core import signing
from django.test import Client

from games.teach.lti.framing import SALT, origins
from games.teach.work.writing import storing_work

from ...learn.lessons.lessons import lesson
from ..work.assignments import address, assignment
from .launches import begin, bring, linked, open_, words
from .platform import path_of

pytestmark = pytest.mark.django_db

IN_FRAME = {"Sec-Fetch-Dest": "iframe"}
NEAR = 30
"""So many pages are walked: all that a student reaches, and an instructor's two links away."""


def ancestors(response):
    policy = response.headers["Content-Security-Policy"]
    said = next(part for part in policy.split("; ") if part.startswith("frame-ancestors"))
    return said.split()[1:], response.headers.get("X-Frame-Options")


CLOSED = (["'none'"], "DENY")


def framed(client, platform, subject):
    response = bring(client, begin(client, platform, subject, shown_in="iframe"), **IN_FRAME)
    enter = response.headers["Location"]
    response = client.get(enter, headers=IN_FRAME)
    return client.post(enter) if response.status_code == 200 else response


def test_pages_open_to_the_platform_that_sent_the_browser(platform, ada, mia):
    linked(ada, platform)
    response = framed(mia, platform, "mia")
    page = mia.get(response.headers["Location"])
    assert ancestors(page) == ([platform.url], None)
    assert ancestors(mia.get("/learn/")) == ([platform.url], None)
    assert ancestors(ada.get("/learn/")) == CLOSED
    assert ancestors(Client().get("/learn/")) == CLOSED


def test_cookies_travel_inside_a_page_and_only_there(platform, ada, mia):
    linked(ada, platform)
    response = framed(mia, platform, "mia")
    session = response.cookies["sessionid"].OutputString()
    assert "SameSite=None" in session
    assert "Secure" in session
    assert "Partitioned" in session
    assert "HttpOnly" in session
    own = Client()
    response = open_(own, platform, "ben")
    session = response.cookies["sessionid"].OutputString()
    assert "SameSite=Lax" in session
    assert "Partitioned" not in session


def test_the_cookie_of_a_launch_comes_back_from_another_site(platform, mia):
    response = mia.get(path_of(platform.begins("mia")))
    [cookie] = response.cookies.values()
    told = cookie.OutputString()
    for part in ("SameSite=None", "Secure", "Partitioned", "HttpOnly", "Max-Age=600"):
        assert part in told


def test_a_browser_that_keeps_no_cookies_opens_a_window(platform, ada, mia):
    linked(ada, platform)
    form = begin(mia, platform, "mia")
    mia.cookies.clear()
    page = bring(mia, form, **IN_FRAME)
    assert "Your browser does not keep cookies" in words(page)
    assert ancestors(page) == ([platform.url], None), "the platform can show it"
    from html import unescape

    html = page.content.decode()
    begin_again = unescape(html.partition('class="main-button" href="')[2].partition('"')[0])
    assert 'target="_blank"' in html
    again = mia.get(begin_again)
    from .platform import launch_form

    assert bring(mia, launch_form(again.headers["Location"])).status_code == 302


def test_a_refusal_is_shown_by_the_platform_it_concerns(platform, mia):
    refused = bring(mia, begin(mia, platform, "mia"), **IN_FRAME)
    refused = mia.get(refused.headers["Location"], headers=IN_FRAME)
    refused = mia.post(refused.request["PATH_INFO"])
    assert "has not set up this course yet" in words(refused)
    assert ancestors(refused) == ([platform.url], None)


def test_an_error_in_a_frame_stays_there_and_leads_back_to_the_activity(platform, ada, mia):
    """In a course the site's menu, "Home" and "Sign in" would lead away from it. In a window of its
    own the page is as everywhere."""
    work = assignment(linked(ada, platform).classroom)
    form = begin(mia, platform, "mia", f"http://testserver{address(work)}", shown_in="iframe")
    enter = bring(mia, form, **IN_FRAME).headers["Location"]
    assert mia.post(enter, headers=IN_FRAME).headers["Location"] == address(work)
    missing = mia.get("/assignments/no-such-page/", headers=IN_FRAME)
    assert missing.status_code == 404
    page = missing.content.decode()
    links = re.findall('href="([^"]+)"', page.partition("<main")[2])
    assert links == [address(work)]
    assert "Back to the activity" in words(missing)
    for word in ("Puzzles", "Sign in", "Home", "Enter a code"):
        assert word not in page
    assert ancestors(missing) == ([platform.url], None)
    # htmx asks as a script: the error comes into the page that stands in the frame.
    asked = {"Sec-Fetch-Dest": "empty", "HX-Request": "true"}
    assert "Back to the activity" in mia.get("/no-such-page/", headers=asked).content.decode()
    work.delete()
    gone = mia.get(address(work), headers=IN_FRAME)
    assert gone.status_code == 404
    assert address(work) not in gone.content.decode()
    alone = mia.get("/no-such-page/", headers={"Sec-Fetch-Dest": "document"}).content.decode()
    assert "Home" in alone
    assert "Puzzles" in alone
    assert "Back to the activity" not in alone


def walked(client, first):
    """The nearest pages that links lead to in the frame, from the first one on."""
    pages, waiting = {}, [first]
    while waiting and len(pages) < NEAR:
        at = waiting.pop(0)
        if at in pages or at.startswith(("/privacy/", "/accessibility/")):
            continue
        response = client.get(at, headers=IN_FRAME)
        while response.status_code == 302:
            at = response.headers["Location"]
            response = client.get(at, headers=IN_FRAME)
        assert response.status_code == 200, at
        if response.streaming or not response.headers["Content-Type"].startswith("text/html"):
            continue
        page = response.content.decode()
        pages[at] = page
        waiting += re.findall('<a [^>]*href="(/[^"#?]*)', page)
    return pages


@pytest.mark.parametrize("who", ["student", "instructor"])
def test_in_a_frame_every_page_leads_on_within_the_course(platform, ada, mia, who):
    """Also two and more links away: neither the site's menu nor a link leads out of the course,
    and from everywhere one comes back to the activity."""
    room = linked(ada, platform).classroom
    work, taught = assignment(room, publish=False), lesson()
    storing_work.add_ready(work, taught)
    storing_work.publish(work)
    client, name = (mia, "mia") if who == "student" else (ada, "ada")
    form = begin(client, platform, name, f"http://testserver{address(work)}", shown_in="iframe")
    enter = bring(client, form, **IN_FRAME).headers["Location"]
    entered = client.get(enter, headers=IN_FRAME)
    if entered.status_code == 200:
        entered = client.post(enter, headers=IN_FRAME)
    assert entered.headers["Location"] == address(work)
    pages = walked(client, address(work))
    course = ("/assignments/", "/classes/", taught.get_absolute_url())
    if who == "instructor":  # a room for the class, and other work to set it
        course += ("/live/", "/plans/", "/templates/", "/teach/")
    assert {at for at in pages if not at.startswith(course)} == set()
    assert len(pages) > 8
    results = address(work, what="results")
    assert (results in pages) == (who == "instructor")
    for at, page in pages.items():
        assert 'class="pill" href="/enter/"' not in page, at
        assert 'aria-label="Main"' not in page, at
        assert "The story" not in page, at
        way_back = f'href="{address(work)}">Back to the activity'
        if at.endswith("/project/"):  # in front of a class it fills the screen
            way_back = 'href="/classes/'
        assert (way_back in page) == (at != address(work)), at
    outside = {"Sec-Fetch-Dest": "document"}
    assert "Enter a code" in client.get(results, headers=outside).content.decode()


def test_a_failed_launch_in_a_frame_offers_no_other_way_in(platform, mia):
    refused = mia.post("/lti/launch/", {"state": "x", "id_token": "y"}, headers=IN_FRAME)
    assert refused.status_code == 403
    page = refused.content.decode()
    assert "Open the activity again from your course." in words(refused)
    assert "Sign in" not in page
    assert "Home" not in page


def test_a_cookie_from_before_an_update_still_opens_the_frame(platform, ada, mia):
    mia.cookies["lti-frame"] = signing.dumps([platform.url], salt=SALT)
    assert ancestors(mia.get("/learn/", headers=IN_FRAME)) == ([platform.url], None)
    page = mia.get("/no-such-page/", headers=IN_FRAME).content.decode()
    assert "Home" not in page


@pytest.mark.parametrize("cookie", ["forged", "WyJodHRwczovL2V2aWwuZXhhbXBsZSJd:1:x", ""])
def test_a_forged_cookie_opens_nothing(client, cookie):
    client.cookies["lti-frame"] = cookie
    assert ancestors(client.get("/learn/")) == CLOSED


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("https://canvas.example/courses/1", ["https://canvas.example"]),
        ("https://canvas.example:8443/x", ["https://canvas.example:8443"]),
        ("https://me@canvas.example/", ["https://canvas.example"]),
        ("javascript:alert(1)", []),
        ("https://*", []),
        ("https://*.example/x", []),
        ("https://*:443", []),
        ("https://a;script-src *", []),
        ("https://a b/", []),
        ("https://[bad/", []),
        ("", []),
    ],
)
def test_only_an_origin_stands_in_a_header(said, found):
    assert origins([said]) == found


def test_other_pages_may_still_not_be_framed_by_a_link(platform, ada, mia):
    """A frame that the platform has not launched gets the headers of the house."""
    linked(ada, platform)
    open_(mia, platform, "mia")
    assert ancestors(mia.get("/", headers=IN_FRAME)) == CLOSED
