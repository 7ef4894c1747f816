"""Writing a lesson in the admin in a real browser, under the site's own policy."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from games.lessons.models import Lesson, Skill, Track
from games.people.models import User

pytestmark = pytest.mark.browser

OWN = (".live-board", ".field-answer", ".field-hints", ".field-feedback", ".field-note")
"""What of a change page is ours; the rest is Django's."""


@pytest.fixture
def at_work(page, site):
    """A curator's browser, logged in through the form."""
    User.objects.create_superuser("curator", password="correct horse battery")
    Track.objects.create(slug="rows", order=1, title="Rows")
    Skill.objects.create(slug="look-back", order=1, title="Looking back")
    page.goto(f"{site}/admin/")
    page.fill("#id_username", "curator")
    page.fill("#id_password", "correct horse battery")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{site}/admin/")
    return page


def is_accessible(page, *parts):
    # Preloading would write the admin's style sheets into the page, against its policy.
    options = {"preload": False}
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        context = {"include": [[part] for part in parts if page.locator(part).count()]}
        found = Axe().run(page, context=context, options=options).response["violations"]
        assert not found, [(rule["id"], [n["html"][:160] for n in rule["nodes"]]) for rule in found]


def fill_lesson(page, site):
    page.goto(f"{site}/admin/games/lesson/add/")
    page.fill("#id_title", "First steps")
    page.fill("#id_number", "1")
    expect(page.locator("#id_slug")).to_have_value("first-steps")
    page.select_option("#id_track", label="Rows")
    page.fill("#id_skills", "look-back")
    page.fill("#id_summary", "One sentence.")


def test_a_lesson_is_written_previewed_and_published_without_a_shell(at_work, site):
    page = at_work
    fill_lesson(page, site)
    page.select_option("#id_steps-0-kind", "move")
    page.fill("#id_steps-0-text", "Make a move that wins.")
    page.fill("#id_steps-0-ruleset", "nim")
    board = page.locator("#steps-0 .live-board")
    page.locator("#id_steps-0-position").press_sequentially("1+5", delay=30)
    expect(board.locator(".row")).to_have_count(2)
    expect(board).to_contain_text("When the last one loses, the player to move wins.")
    page.select_option("#id_steps-0-convention", "misere")
    expect(board.locator("details[open]")).to_contain_text("2>0")
    expect(board.locator("[role=status]")).to_contain_text("the player to move wins")
    page.fill("#id_steps-0-position", "1+")
    expect(board).to_contain_text("is not a position")
    page.fill("#id_steps-0-position", "2+2")
    expect(board.locator("[data-said]")).to_contain_text("the player to move loses")

    page.click("text=Add another Step")
    page.select_option("#id_steps-1-kind", "predict")
    page.fill("#id_steps-1-text", "Who wins?")
    page.fill("#id_steps-1-ruleset", "kayles")
    page.fill("#id_steps-1-position", "4")
    page.select_option("#id_steps-1-convention", "normal")
    expect(page.locator("#steps-1 .live-board use").first).to_have_attribute("href", "#piece-pins")
    expect(board.locator(".row")).to_have_count(2)

    page.click("text=Save and continue editing")
    wrong = page.locator(".field-position .errorlist")
    expect(wrong).to_contain_text("lost for the player to move")
    expect(page.locator("#id_steps-1-position")).to_have_value("4")
    expect(page.locator("#steps-1 .live-board .row")).to_have_count(1)
    page.fill("#id_steps-0-position", "1+5")
    page.click("text=Save and continue editing")
    page.wait_for_url(re.compile(r"/\d+/change/"))
    expect(page.locator("#id_steps-0-answer")).to_have_value("[2>0]")
    expect(page.locator("#id_steps-1-answer")).to_have_value("N")
    expect(page.locator("#id_state")).to_have_value("draft")
    is_accessible(page, *OWN)

    page.click("text=Preview as a student")
    expect(page.locator(".notice")).to_contain_text("Nothing is recorded")
    page.click("text=Back to editing")
    page.select_option("#id_state", "published")
    page.fill("#id_note", "It begins.")
    page.locator("#id_note").press("Enter")
    page.wait_for_url(f"{site}/admin/games/lesson/")
    assert Lesson.objects.get().version == 1
    page.goto(f"{site}/learn/first-steps/")
    expect(page.locator("h1")).to_have_text("First steps")


def test_the_pages_around_a_lesson_fit_a_phone_and_are_accessible(at_work, site):
    page = at_work
    Lesson.objects.create(
        slug="a", number=1, title="A", track=Track.objects.get(), skills=[], summary="One."
    )
    page.set_viewport_size({"width": 360, "height": 740})
    pk = Lesson.objects.get().pk
    for address in ("checks/", "import/", f"{pk}/versions/"):
        page.goto(f"{site}/admin/games/lesson/{address}")
        is_accessible(page, "#content")
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
        "number": "1",
        "skills": "look-back",
        "summary": "One sentence.",
        "steps-0-text": "Look.",
        "steps-0-ruleset": "nim",
        "steps-0-position": "1+2",
    }.items():
        page.fill(f"#id_{name}", typed)
    page.select_option("#id_track", label="Rows")
    page.click("text=Save and continue editing")
    expect(page.locator(".live-board .row")).to_have_count(2)
    assert Lesson.objects.get().live_steps[0].position == "1+2"
    context.close()
