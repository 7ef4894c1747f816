"""Puzzles, sets and unit plans written in the admin in a real browser; every touch is counted."""

import os

import pytest
from playwright.sync_api import expect

from games.learn.lessons.models import Track
from games.learn.puzzles.models import PuzzleSet
from games.teach.work.plans.models import Plan

from ..games.learn.lessons.lessons import lesson
from ..games.learn.puzzles.puzzles import puzzle
from .test_curation import at_work  # noqa: F401

pytestmark = pytest.mark.browser


class Hand:
    """A hand that counts what it clicks and chooses."""

    def __init__(self, page):
        self.page, self.touches = page, 0

    def click(self, what):
        self.touches += 1
        self.page.click(what)

    def choose(self, what, value):
        self.touches += 1
        self.page.select_option(what, value)


def test_a_set_is_put_together_by_touching(at_work, site, axe_finds_nothing):  # noqa: F811
    page, hand = at_work, Hand(at_work)
    one = puzzle(position="1+5")
    puzzle(position="1+6")
    page.goto(f"{site}/admin/games/puzzleset/add/")
    page.fill("#id_title", "Ends")
    page.press("#id_title", "Tab")
    page.fill("#id_note", "One sentence.")
    hand.choose("#id_gallery-ruleset", "nim")
    hand.click(f"#put-{one.pk}")
    expect(page.locator(".desk-words")).to_have_count(1)
    hand.click("#add-step")
    expect(page.locator("#edit-add")).to_be_visible()
    hand.click("#edit-add")
    hand.click("#edit-1-2")
    expect(page.locator("#id_open-position")).to_have_value("2")
    hand.click("#edit-1-3")
    expect(page.locator("#id_open-position")).to_have_value("3")
    expect(page.locator("#beside")).to_contain_text("Only one move wins.")
    hand.click("#up-new-2")
    expect(page.locator(".desk-words b").first).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=f"{folder}/set-390.png", full_page=True)
    page.set_viewport_size({"width": 1280, "height": 900})
    if folder:
        page.screenshot(path=f"{folder}/set.png", full_page=True)
    axe_finds_nothing(page, "#desk")
    hand.click("text=Save and continue editing")
    page.wait_for_url("**/change/")
    assert list(PuzzleSet.objects.get().items.values_list("puzzle__position", flat=True)) == [
        "3",
        "1+5",
    ]
    assert hand.touches == 8


def test_a_unit_plan_is_written_by_touching(at_work, site, axe_finds_nothing):  # noqa: F811
    page, hand = at_work, Hand(at_work)
    lesson()
    page.goto(f"{site}/admin/games/plan/add/")
    page.fill("#id_title", "To begin")
    page.press("#id_title", "Tab")
    hand.choose("#id_track", str(Track.objects.get().pk))
    hand.click("#add-step")
    page.fill("#id_open-title", "Week one")
    hand.choose("#id_open-lesson", "a-lesson")
    hand.click("#add-lesson")
    expect(page.locator(".desk-asked li")).to_contain_text(["A lesson"])
    hand.click("#lay")
    for name, value in {"convention": "misere", "goal": "move"}.items():
        hand.choose(f"#id_open-laid-{name}", value)
    hand.choose("#id_open-laid-ruleset select", "nim")
    hand.click("#edit-add")
    hand.click("#edit-1-2")
    expect(page.locator("#id_open-laid-position")).to_have_value("2")
    expect(page.locator("#beside")).to_contain_text("Take 1")
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=f"{folder}/plan.png", full_page=True)
    hand.click("#put-in")
    expect(page.locator(".desk-asked li")).to_have_count(2)
    page.set_viewport_size({"width": 390, "height": 800})
    if folder:
        page.screenshot(path=f"{folder}/plan-390.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.set_viewport_size({"width": 1280, "height": 900})
    axe_finds_nothing(page, "#desk")
    hand.click("text=Save and continue editing")
    page.wait_for_url("**/change/")
    [entry] = Plan.objects.get().planned
    assert [str(item) for item in entry.items.all()] == ["A lesson", "nim 2"]
    assert hand.touches == 12
