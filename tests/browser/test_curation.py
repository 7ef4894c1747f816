"""Writing a lesson in the admin in a real browser, under the site's own policy."""

import re

import pytest
from playwright.sync_api import expect

from games.learn.lessons.models import Lesson, Skill, Track
from games.people.models import User

from ..games.learn.lessons.lessons import lesson
from .hands import signed_in

pytestmark = pytest.mark.browser

OWN = (".desk", ".field-skills", ".field-picture", ".field-place", ".field-note")
"""What of a change page is ours; the rest is Django's."""


def curator():
    """Somebody who may write lessons, and what a lesson needs."""
    Track.objects.create(slug="rows", order=1, title="Rows")
    Skill.objects.create(slug="look-back", order=1, title="Looking back")
    return User.objects.create_superuser("curator", password="correct horse battery")


@pytest.fixture
def at_work(page, site):
    """A curator's browser."""
    return signed_in(page, site, curator())


def test_a_curator_signs_in_to_the_admin(page, site):
    curator()
    page.goto(f"{site}/admin/")
    page.fill("#id_username", "curator")
    page.fill("#id_password", "correct horse battery")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{site}/admin/")
    expect(page.locator("#content")).to_contain_text("Site administration")


def fill_lesson(page, site):
    page.goto(f"{site}/admin/games/lesson/add/")
    page.fill("#id_title", "First steps")
    page.press("#id_title", "Tab")
    expect(page.locator("#id_slug")).to_have_value("first-steps")
    page.select_option("#id_track", label="Rows")
    page.select_option("#id_skills-0", label="Looking back")
    page.fill("#id_summary", "One sentence.")


def test_a_lesson_is_written_previewed_and_published_without_a_shell(
    at_work, site, axe_finds_nothing
):
    page = at_work
    fill_lesson(page, site)
    page.select_option("#id_open-kind", "move")
    expect(page.locator("#id_open-hints-0")).to_be_visible()
    page.fill("#id_open-text", "Make a move that wins.")
    page.select_option("#id_open-ruleset select", "nim")
    page.select_option("#id_open-convention", "misere")
    beside = page.locator("#beside")
    page.locator("#id_open-position").press_sequentially("1+5", delay=30)
    expect(beside.locator(".live-board .row")).to_have_count(2)
    expect(beside).to_contain_text("When the last one loses, the player to move wins.")
    expect(beside).to_contain_text("Take 5 from row 2, leaving nothing.")
    expect(page.locator("#id_open-position")).to_be_focused()
    page.click("#try-row-1-take-1")
    expect(beside).to_contain_text("Taking 1 from row 1 does not win; taking 5 from row 2 does.")
    page.fill("#id_open-position", "1+")
    expect(beside).to_contain_text("This position cannot be read yet.")
    page.fill("#id_open-position", "2+2")
    expect(beside).to_contain_text("the player to move loses")

    page.click("#add-step")
    expect(page.locator("#id_open-position")).to_have_value("")
    expect(page.locator("#id_open-ruleset select")).to_have_value("nim")
    page.select_option("#id_open-kind", "predict")
    page.fill("#id_open-text", "Who wins?")
    page.select_option("#id_open-ruleset select", "kayles")
    page.select_option("#id_open-convention", "normal")
    page.click("#edit-add")
    for place in range(2, 5):
        page.click(f"#edit-1-{place}")
        expect(page.locator(f"#edit-1-{place + 1}")).to_be_visible()
    expect(page.locator("#id_open-position")).to_have_value("4")
    expect(beside.locator(".live-board use").first).to_have_attribute("href", "#piece-pins")

    page.click("text=Save and continue editing")
    wrong = page.get_by_role("link", name="Step 1")
    expect(wrong.locator("xpath=..")).to_contain_text("the player to move loses")
    expect(page.locator("#id_open-position")).to_have_value("2+2")
    page.fill("#id_open-position", "1+5")
    page.click("text=Save and continue editing")
    page.wait_for_url(re.compile(r"/\d+/change/"))
    expect(page.locator("#id_state")).to_have_value("draft")
    assert [step.answer for step in Lesson.objects.get().live_steps] == [["2>0"], "N"]
    page.locator(".desk-words").first.click()
    expect(page.locator(".desk-open")).to_be_visible()
    axe_finds_nothing(page, *OWN)

    publish(page)
    page.wait_for_url(f"{site}/admin/games/lesson/")
    assert Lesson.objects.get().version == 1
    page.goto(f"{site}/learn/first-steps/")
    expect(page.locator("h1")).to_have_text("First steps")


def publish(page):
    """Look at it as a student, and publish it."""
    page.click("text=Preview as a student")
    expect(page.locator(".notice")).to_contain_text("Nothing is recorded")
    page.click("text=Back to editing")
    page.select_option("#id_state", "published")
    page.fill("#id_note", "It begins.")
    page.locator("#id_note").press("Enter")


def test_steps_are_dragged_moved_and_duplicated(at_work, site):
    page = at_work
    titles = ("One", "Two", "Three")
    stored = lesson(*({"kind": "tell", "title": title, "text": "Words."} for title in titles))
    page.goto(f"{site}/admin/games/lesson/{stored.pk}/change/")
    words = page.locator(".desk-words span")
    grip, last = page.locator("[data-grip]").first, page.locator("[data-step]").last
    grip.hover()
    page.mouse.down()
    box = last.bounding_box()
    page.mouse.move(box["x"] + 60, box["y"] + box["height"] - 4, steps=5)
    page.mouse.up()
    expect(words).to_have_text(["Two: Words.", "Three: Words.", "One: Words."])
    page.click(f"#up-{stored.live_steps[2].pk}")
    expect(words).to_have_text(["Three: Words.", "Two: Words.", "One: Words."])
    page.click(f"#copy-{stored.live_steps[1].pk}")
    expect(page.locator("#id_open-title")).to_have_value("Two")
    page.fill("#id_open-title", "Two again")
    page.fill("#id_note", "Another order.")
    page.click("text=Save and continue editing")
    expect(words).to_have_text(["Three: Words.", "Two: Words.", "Two again: Words.", "One: Words."])


def test_the_pages_around_a_lesson_fit_a_phone_and_are_accessible(at_work, site, axe_finds_nothing):
    page = at_work
    Lesson.objects.create(
        slug="a", number=1, title="A", track=Track.objects.get(), skills=[], summary="One."
    )
    page.set_viewport_size({"width": 360, "height": 740})
    pk = Lesson.objects.get().pk
    for address in ("checks/", "import/", f"{pk}/versions/"):
        page.goto(f"{site}/admin/games/lesson/{address}")
        axe_finds_nothing(page, "#content")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_lesson_is_saved_without_scripts(browser, site, browser_context_args, at_work):
    context = browser.new_context(
        **browser_context_args,
        java_script_enabled=False,
        storage_state=at_work.context.storage_state(),
    )
    page = context.new_page()
    page.goto(f"{site}/admin/games/lesson/add/")
    for name, typed in {
        "title": "Still",
        "slug": "still",
        "summary": "One sentence.",
        "open-text": "Look.",
        "open-position": "1+2",
    }.items():
        page.fill(f"#id_{name}", typed)
    page.select_option("#id_skills-0", label="Looking back")
    page.select_option("#id_track", label="Rows")
    page.select_option("#id_open-ruleset select", "nim")
    page.click("#show-kind")
    page.click("#edit-2-3")
    page.click("text=Save and continue editing")
    page.locator(".desk-words").first.click()
    expect(page.locator(".edit-row")).to_have_count(2)
    assert Lesson.objects.get().live_steps[0].position == "1+3"
    context.close()


def test_everything_is_checked_while_the_curator_looks_on(at_work, site):
    """Nobody works in the background here: the page does it, a piece at a time."""
    page = at_work
    lesson()
    page.goto(f"{site}/admin/games/lesson/checks/")
    page.click("text=Check everything")
    expect(page.locator("#content-main")).to_contain_text("no errors")
    expect(page.get_by_role("button", name="Check everything again")).to_be_visible()
