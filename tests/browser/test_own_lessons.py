"""An instructor's own room lesson in a real browser, from the copy to a room and a colleague."""

import os

import pytest
from playwright.sync_api import expect

from games.people.models import User
from games.teach.live.lessons.models import RoomLesson
from games.teach.live.rooms.models import Room

from ..games.teach.live.room_lessons import room_lesson
from .test_classes import log_in

pytestmark = pytest.mark.browser
PASSWORD = "correct horse battery"


def log_in_who_teaches(page, site, name):
    User.objects.create_user(name, password=PASSWORD, teaches=True)
    log_in(page, site, name, PASSWORD)


def look(page, name):
    """The page at both widths: nothing wider than the screen, and a picture if asked for."""
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
        if folder := os.environ.get("SHOTS"):
            page.screenshot(path=f"{folder}/{name}-{width}.png", full_page=True)


def test_a_lesson_is_copied_broken_mended_published_used_and_shared(
    page, site, browser, complaints, axe_finds_nothing
):
    room_lesson()
    log_in_who_teaches(page, site, "ms-lind")
    page.goto(f"{site}/live/lessons/two-matches/")
    page.click("#copy-lesson")
    expect(page.locator("h1")).to_have_text("Two matches (copy)")
    look(page, "own-desk")
    axe_finds_nothing(page, "#content")
    page.click("#open-2")
    page.fill("[name=open-text]", "My own words.")
    page.fill("[name=open-position]", "1+1+1")
    expect(page.locator("#beside")).to_contain_text("loses")
    page.click("#save")
    expect(page.locator("[role=alert]").first).to_contain_text("the player to move loses")
    complaints[:] = [one for one in complaints if "422" not in one]
    expect(page.locator("[name=open-text]")).to_have_value("My own words.")
    page.fill("[name=open-position]", "1+1+2")
    page.click("#save")
    expect(page.locator("[role=status]").first).to_have_text("Saved as a draft.")
    page.click("text=Add questions as typed lines")
    page.fill("#desk-lines", "kayles 5 misere")
    expect(page.locator("#solved")).to_contain_text("different moves win")
    page.click("#add-lines")
    expect(page.locator(".desk-step")).to_have_count(4)
    page.fill("[name=note]", "For 7b.")
    page.click("#publish")
    expect(page.locator("[role=status]").first).to_have_text("Published.")
    lesson = RoomLesson.objects.exclude(owner=None).get()
    assert (lesson.state, len(lesson.parts)) == ("published", 4)
    page.goto(f"{site}/live/lessons/{lesson.slug}/preview/")
    expect(page.locator(".screens")).to_have_count(4)
    look(page, "preview")
    stranger = browser.new_page()
    address = f"{site}{lesson.get_absolute_url()}"
    assert stranger.goto(address).status == 404
    page.goto(f"{site}/live/own/{lesson.slug}/")
    page.click("#share")
    expect(page.locator("[role=status]").first).to_contain_text("Your colleagues can now read")
    page.click("#open-room")
    page.click("main #open-room")
    page.wait_for_url("**/projector/")
    assert Room.objects.get().questions.count() == 2
    assert stranger.goto(address).status == 404
    log_in_who_teaches(stranger, site, "mr-okoro")
    assert stranger.goto(f"{site}/live/own/{lesson.slug}/").status == 404
    stranger.goto(f"{site}/teach/ready/?kind=shared")
    look(stranger, "shelf")
    stranger.click(f"a[href='{lesson.get_absolute_url()}']")
    stranger.click("#copy-lesson")
    expect(stranger.locator("h1")).to_have_text("Two matches (copy) (copy)")
    assert RoomLesson.objects.filter(owner__username="mr-okoro").count() == 1
