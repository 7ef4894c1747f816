"""A curator who types no code writes a lesson with every kind of step."""

import time

import pytest
from playwright.sync_api import expect

from games.learn.lessons.models import Lesson
from games.learn.lessons.schema import KINDS

from . import test_curation

at_work = test_curation.at_work
pytestmark = pytest.mark.browser


class Curator:
    """A curator's hands, and how often they touched and typed."""

    def __init__(self, page):
        self.page, self.clicks, self.typed, self.steps = page, 0, 0, 0

    def touch(self, selector):
        self.page.click(selector)
        self.page.wait_for_selector("#desk:not([inert])")
        self.clicks += 1

    def choose(self, selector, value, **fields):
        """A list is touched, and then what is chosen of it."""
        beside = self.page.wait_for_selector("#beside", state="attached")
        with self.page.expect_response(lambda one: one.request.method == "POST"):
            self.page.select_option(selector, value)
        self.page.wait_for_function("one => !one.isConnected", arg=beside)
        self.clicks += 2

    def write(self, selector, text):
        self.page.fill(selector, text)
        self.typed += 1

    def step(self, kind, text):
        if self.steps:
            self.touch("#add-step")
            expect(self.page.locator("#id_open-text")).to_have_value("")
        self.steps += 1
        if kind != "tell":
            self.choose("#id_open-kind", kind)
        self.write("#id_open-text", text)

    def rows(self, *sizes, prefix="edit"):
        """A position, touch by touch."""
        for number, size in enumerate(sizes, 1):
            for place in range(1, size + 1):
                there = f"#{prefix}-{number}-{place}"
                self.touch(f"#{prefix}-add" if place == 1 else there)
                self.page.wait_for_selector(f"#{prefix}-{number}-{place + 1}")


@pytest.fixture
def curator(at_work):
    return Curator(at_work)


def begin(curator, site):
    page = curator.page
    page.goto(f"{site}/admin/games/lesson/add/")
    curator.write("#id_title", "Every kind")
    page.select_option("#id_track", label="Rows")
    page.select_option("#id_skills-0", label="Looking back")
    curator.clicks += 4
    curator.write("#id_summary", "One of each.")


def in_nim(curator):
    curator.step("tell", "Two rows.")
    curator.choose("#id_open-ruleset select", "nim")
    curator.choose("#id_open-convention", "misere")
    curator.rows(1, 2)
    curator.step("move", "Win it.")
    curator.rows(1, 2)
    expect(curator.page.locator(".desk-key")).to_contain_text("Take 2 from row 2, leaving nothing.")
    curator.touch("#try-row-2-take-1")
    expect(curator.page.locator(".desk-tried")).to_contain_text(
        "Taking 1 from row 2 does not win; taking 2 from row 2 does."
    )
    curator.touch("#say-even-ones")
    curator.write("#id_open-feedback-0-value", "Two ones are an even number.")
    for kind in ("all-moves", "predict", "case", "classify", "play"):
        curator.step(kind, "One and two.")
        curator.rows(1, 2)
    curator.choose("#id_open-starter", "you")


def of_rules(curator):
    """What is built, marked, and said of many positions."""
    curator.step("build", "Build a lost one.")
    for name, number in {"rows-0": "1", "rows-1": "2", "largest": "3"}.items():
        curator.write(f"#id_open-{name}", number)
    curator.choose("#id_open-goal-outcome", "P")
    curator.rows(1, prefix="key")
    curator.step("lost-set", "Mark them.")
    curator.write("#id_open-within-rows", "1")
    curator.write("#id_open-within-largest", "5")
    curator.step("lost-rule", "Choose the rule.")
    curator.choose("#id_open-convention", "normal")
    curator.write("#id_open-within-rows", "3")
    curator.write("#id_open-within-largest", "4")
    curator.choose("#id_open-rules-0-0-0-name", "unpaired")
    curator.write("#id_open-rules-0-0-0-value-number", "0")
    curator.touch("#id_open-rules-more")
    curator.choose("#id_open-rules-1-0-0-name", "nim_sum")
    curator.write("#id_open-rules-1-0-0-value-number", "0")
    curator.step("strategy", "Which one wins?")
    curator.rows(2, 2)
    curator.choose("#id_open-strategies-0-name", "copy")
    curator.touch("#id_open-strategies-more")
    curator.choose("#id_open-strategies-1-leave-0-0-name", "rows")
    curator.write("#id_open-strategies-1-leave-0-0-value-number", "1")


def sentences(curator):
    """Three sentences, each of which needs the one before it."""
    for place, (name, needs) in enumerate((("a", ""), ("b", "a"), ("c", "b"))):
        if place:
            curator.touch("#id_open-sentences-more")
            curator.write(f"#id_open-sentences-{place}-needs", needs)
        curator.write(f"#id_open-sentences-{place}-name", name)
        curator.write(f"#id_open-sentences-{place}-says", f"Sentence {name} is so.")


def of_proofs(curator):
    """What is said of a proof, sentence by sentence."""
    curator.step("order", "Number them.")
    curator.choose("#id_open-convention", "normal")
    sentences(curator)
    curator.step("fails", "Which one?")
    curator.choose("#id_open-convention", "misere")
    curator.write("#id_open-within-rows", "1")
    curator.write("#id_open-within-largest", "3")
    sentences(curator)
    curator.touch("#id_open-sentences-more")
    check = "#id_open-sentences-0-check"
    curator.choose("#id_open-sentences-0-more", "check")
    curator.choose(f"{check}-more", "mover")
    curator.choose(f"{check}-mover", "loses")
    curator.choose(f"{check}-from-0-0-name", "rows")
    curator.write(f"{check}-from-0-0-value-number", "0")
    curator.step("number", "Fill the gap.")
    curator.rows(1, 2)
    curator.choose("#id_open-quantity", "nim_sum")


def of_strips(curator):
    curator.step("reduce", "Take it apart.")
    curator.choose("#id_open-ruleset select", "partizan-kayles")
    curator.choose("#id_open-convention", "misere")
    curator.rows(4)
    expect(curator.page.locator(".desk-key")).to_contain_text("It comes to")
    curator.step("fans", "Strike out.")
    curator.rows(3)
    curator.step("company", "Break it.")
    curator.choose("#id_open-ruleset select", "kayles")
    curator.choose("#id_open-claim", "same")
    curator.rows(2, 2)
    for name, text in {"other": "0", "rows-0": "1", "rows-1": "3", "largest": "5"}.items():
        curator.write(f"#id_open-{name}", text)


def test_a_lesson_with_every_kind_of_step_is_written_by_touch(curator, site, record_property):
    began = time.monotonic()
    begin(curator, site)
    in_nim(curator)
    of_rules(curator)
    of_proofs(curator)
    of_strips(curator)
    curator.page.click("text=Save and continue editing")
    curator.clicks += 1
    expect(curator.page.locator(".messagelist .success")).to_be_visible(timeout=20_000)
    seconds = round(time.monotonic() - began)
    steps = Lesson.objects.get().live_steps
    assert sorted(step.kind for step in steps) == sorted(KINDS)
    keys = {step.kind: step.answer for step in steps}
    assert keys["move"] == keys["all-moves"] == ["2>0"]
    assert (keys["predict"], keys["build"], keys["reduce"]) == ("N", "1", [2, 1])
    assert steps[1].feedback == {"even-ones": "Two ones are an even number."}
    assert curator.clicks < 240
    record_property("clicks", curator.clicks)
    record_property("fields typed", curator.typed)
    record_property("seconds", seconds)
    print(f"{len(steps)} steps: {curator.clicks} clicks, {curator.typed} fields, {seconds} s")
