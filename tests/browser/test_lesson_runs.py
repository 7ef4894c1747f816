"""Room lessons in a real browser, from their lobby to their end, with a desk at three sizes and a
wall at two.

A lesson with every kind of part has three phones: one in WebKit or Firefox, one without scripts,
and one that loses the network. Lessons of the house run with one phone or none; LESSONS names
others of them. Set PICTURES to a folder to keep a picture of each state.
"""

import os
import re
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from games.people.models import User
from games.teach.live.lessons.models import RoomLesson
from games.teach.live.lessons.room_lesson_files import RoomLessonFiles
from games.teach.live.rooms.models import Answer, Room
from tests.services import IN_CI

from ..games.teach.live.every_kind import lesson_room, running
from .hands import WAIT, signed_in
from .test_other_browsers import BROWSERS, Browser
from .test_rooms import phone, polls_are_quick, room_8b, teacher  # noqa: F401

pytestmark = [
    pytest.mark.browser,
    pytest.mark.filterwarnings("ignore:setting remote_server_addr"),  # of selenium to itself
]

DESKS = ((1280, 800), (1024, 768), (390, 844))
WALLS = ((1920, 1080), (1024, 768))
LEAST = 0.035
"""What a letter on the wall has of its height, at least."""
BOARD, WIDE_BOARD = 0.65, 0.9
"""How much of its height a board has; or, where it cannot be higher, of its width."""
NAMES = ("Ada", "Bo", "cleo", "Cleo Realname", "Realname")
LESSONS = os.environ.get("LESSONS", "without-phones,left-and-right").split(",")
MOST_STEPS = 200

SMALL = """least => {
  const high = innerHeight, found = [], wall = document.querySelector(".projector");
  const walker = document.createTreeWalker(wall, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode, one = text.parentElement;
    if (!text.data.trim() || one.closest(".only-heard, noscript, script, option")) continue;
    const box = one.getBoundingClientRect();
    if (!one.checkVisibility() || !box.width || !box.height) continue;
    const scale = one instanceof SVGElement ? one.getScreenCTM().a : 1;
    const size = parseFloat(getComputedStyle(one).fontSize) * scale;
    if (size < least * high) found.push(`${(100 * size / high).toFixed(1)} %: ${text.data.trim()}`);
  }
  return found;
}"""
OUTSIDE = """() => [...document.querySelectorAll(".projector *")].filter((one) => {
  if (one.closest(".wall-board, .only-heard, noscript, details > .card")) return false;
  if (!one.checkVisibility()) return false;
  const box = one.getBoundingClientRect();
  const isOut = box.bottom > innerHeight + 1 || box.right > innerWidth + 1;
  return box.width && (isOut || box.top < -1 || box.left < -1);
}).map((one) => one.outerHTML.slice(0, 120))"""
BUTTONS = """() => [...document.querySelectorAll("#desk :is(button, .main-button)")]
  .filter((one) => {
  if (!one.checkVisibility()) return false;
  const box = one.getBoundingClientRect();
  const isOut = box.bottom > innerHeight || box.right > innerWidth;
  return isOut || box.top < 0 || box.left < 0;
}).map((one) => one.innerText)"""
STAGE = """() => {
  const stage = document.querySelector(".wall-stage, .wall-film");
  const board = stage.querySelector(".wall-board");
  const wide = board ? board.viewBox.baseVal.width * board.getScreenCTM().a / innerWidth : 0;
  return [stage.getBoundingClientRect().height / innerHeight, wide];
}"""


@dataclass
class Show:
    """The screens of a room that runs a lesson: the instructor's two, and *phones*."""

    room: Room
    desk: Page
    wall: Page
    phones: list[Page | Browser] = field(default_factory=list)
    seen: list[str] = field(default_factory=list)

    def press(self, button: str) -> None:
        """Press the main button of the desk, which has this name."""
        self.named(button).click()

    def named(self, button: str):
        words = re.compile(f"^{re.escape(button)}")
        named = self.desk.locator(".lead-bar .main-button", has_text=words)
        expect(named).to_be_visible(timeout=WAIT)
        return named

    def look(self, state: str) -> None:
        """Nothing is off any screen, too small, or a name where it must not be."""
        self.seen.append(state)
        for width, height in DESKS:
            self.desk.set_viewport_size({"width": width, "height": height})
            for scroll in (0, 9999):
                self.desk.evaluate(f"scrollTo(0, {scroll})")
                assert self.desk.evaluate(BUTTONS) == [], (state, width, scroll)
            assert self.desk.evaluate("document.documentElement.scrollWidth <= innerWidth"), state
            self.desk.evaluate("scrollTo(0, 0)")
            self.picture(self.desk, f"{state}-desk-{width}")
        version = Room.objects.get().version
        expect(self.wall.locator("[name=version]").first).to_have_value(str(version), timeout=WAIT)
        for width, height in WALLS:
            self.wall.set_viewport_size({"width": width, "height": height})
            self.picture(self.wall, f"{state}-wall-{width}")
            assert self.wall.evaluate(OUTSIDE) == [], (state, width)
            assert self.wall.evaluate(SMALL, LEAST) == [], (state, width)
            if self.wall.locator(".wall-stage, .wall-film").count():
                high, wide = self.wall.evaluate(STAGE)
                assert high >= BOARD or wide >= WIDE_BOARD, (state, width, high, wide)
        if state != "lobby":
            text = self.wall.locator(".projector").inner_text()
            assert not [name for name in NAMES if re.search(rf"\b{name}\b", text)], state
        for one in self.phones:
            assert "Cleo Realname" not in text_of(one, "main")
            own, shown = text_of(one, ".table-head .quiet"), text_of(one, "main .seat")
            others = [name for name in ("Ada", "Bo", "cleo") if name != own]
            assert not [name for name in others if re.search(rf"\b{name}\b", shown)], state
            if isinstance(one, Page):
                self.picture(one, f"{state}-phone-{own}")

    def picture(self, page: Page, name: str) -> None:
        folder = os.environ.get("PICTURES")
        if not folder:
            return
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=Path(folder) / f"{len(self.seen):02}-{name}-{scheme}.png")
        page.emulate_media(color_scheme="light")


@dataclass
class Class(Show):
    """A show with three phones: Ada's in another engine, Bo's without scripts, and that of Cleo,
    who has an account."""

    @property
    def ada(self) -> Browser:
        return self.phones[0]

    @property
    def plain(self) -> Page:
        return self.phones[1]

    @property
    def cleo(self) -> Page:
        return self.phones[2]


def text_of(page, css):
    """What the first of these says."""
    if isinstance(page, Browser):
        return page.text(css)
    return page.locator(css).first.inner_text()


def told(page, text, where="main"):
    if isinstance(page, Browser):
        page.says(where, text)
    else:
        expect(page.locator(where)).to_contain_text(text, timeout=WAIT)


def again(page, text):
    """Without scripts: load the page until it says so."""
    for _ in range(20):
        if text in page.locator("main").inner_text():
            return
        page.reload()
    raise AssertionError(f"{text} is not on {page.url}")


@pytest.fixture(scope="module")
def engine():
    """A browser that is no Chromium."""
    for start, find in (BROWSERS["webkit"], BROWSERS["firefox"]):
        if there := find():
            with start(there) as browser:
                yield browser
            return
    message = "neither WebKit nor Firefox: make test installs them on Debian"
    pytest.fail(message) if IN_CI else pytest.skip(message)


def screens_of(page, site, made):
    """The wall and the desk of a room."""
    signed_in(page, site, made.owner)
    wall, desk = page, page.context.new_page()
    wall.goto(f"{site}/live/{made.code}/projector/")
    desk.goto(f"{site}/live/{made.code}/desk/")
    return desk, wall


@pytest.fixture
def show(page, phone, engine, site, teacher, room_8b, complaints):  # noqa: F811
    made = lesson_room(teacher, room_8b)
    desk, wall = screens_of(page, site, made)
    plain, cleo = phone(java_script_enabled=False), phone(has_touch=True)
    signed_in(cleo, site, User.objects.get(username="cleo"))
    address = f"{site}/live/{made.code}/"
    plain.goto(address)
    plain.fill("[name=name]", "Bo")
    plain.click("form.phone-join button")
    cleo.goto(address)
    if cleo.locator("form.phone-join button").count():
        cleo.click("form.phone-join button")
    engine.go(f"{site}/healthz")
    engine.forget()
    engine.go(address)
    engine.write("[name=name]", "Ada")
    engine.press("form.phone-join button")
    phones = [engine, plain, cleo]
    for one in phones:
        told(one, "You're in")
    told(desk, "3 here")
    return Class(made, desk, wall, phones)


def begin(show):
    """The lobby, and something that is told."""
    show.look("lobby")
    told(show.desk, "Say who wins.")
    show.press("Start: A box of lights")
    told(show.ada, "A box of lights", "#rule")
    again(show.plain, "A box of lights")
    told(show.desk, "Part 1 of 7, minute 1 of 20, this part 1 of 2")
    show.look("tell")


def ask(show, complaints):
    """A question that is answered by everybody, also by a phone that was away."""
    show.cleo.context.set_offline(True)  # the network goes while the next part begins
    show.press("Next: Four left")
    told(show.ada, "You haven't answered yet.", "#live")
    again(show.plain, "You haven't answered yet.")
    show.named("Show the class's answers")
    show.look("asked")
    show.ada.press(".choices button")
    told(show.desk, "1 of 3", ".lead-count")
    show.plain.locator(".choices button").last.click()
    told(show.desk, "2 of 3", ".lead-count")
    show.cleo.context.set_offline(False)
    told(show.cleo, "You haven't answered yet.", "#live")
    show.cleo.locator(".choices button").last.tap()
    told(show.desk, "3 of 3", ".lead-count")
    complaints[:] = [one for one in complaints if "ERR_INTERNET_DISCONNECTED" not in one]
    show.press("Show the class's answers")
    told(show.ada, "to see what the class chose", "#live")
    show.named("Show the right answer")
    show.look("shown")
    assert "✓" not in show.wall.locator(".projector").inner_text()
    show.press("Show the right answer")
    show.named("Next: Seven lights")
    told(show.wall, "✓")
    show.look("judged")
    show.desk.get_by_role("button", name="Show me why").click()
    expect(show.wall.locator(".film-sentence")).to_be_visible(timeout=WAIT)
    show.look("why")


def ask_for_a_move(show):
    """A question that is counted down, until its answers are shown by themselves."""
    show.desk.locator(".lead-bar").get_by_role("button", name="Back to the answers").click()
    show.press("Next: Seven lights")
    told(show.ada, "You haven't answered yet.", "#live")
    again(show.plain, "You haven't answered yet.")
    show.ada.press("#row-1-take-3")
    show.plain.locator("#row-1-take-1").click()
    told(show.desk, "2 of 3", ".lead-count")
    show.look("asked-move")
    show.desk.get_by_role("button", name="10 seconds left").click()
    told(show.ada, "Time left")
    expect(show.wall.locator(".disc")).to_have_count(2, timeout=15_000)  # shown when time is up
    show.named("Show the right answer")
    show.look("shown-move")
    show.press("Show the right answer")
    show.named("Next: Why four")
    expect(show.wall.locator(".disc.right")).to_have_count(1, timeout=WAIT)
    show.look("judged-move")


def lead_the_film(show):
    """Every frame, from the desk."""
    show.press("Next: Why four")
    frame = 1
    while True:
        told(show.desk, f"Frame {frame} of", ".lead-film")
        sentence = show.desk.locator(".lead-film strong").inner_text()
        told(show.wall, sentence, ".film-sentence")
        told(show.ada, sentence, ".film-sentence")
        show.look(f"film-{frame}")
        if not show.desk.locator(".lead-bar .main-button", has_text="Next frame").count():
            break
        show.press("Next frame")
        frame += 1
    assert frame > 3
    again(show.plain, sentence)


def play(show):
    """Alone, and two rounds in pairs."""
    show.press("Next: Against Learner")
    told(show.ada, "You play Learner.", "#live")
    show.named("End the round")
    told(show.wall, "play Learner twice, once from each side.", ".wall-goal")
    show.look("solo")
    show.press("End the round")
    show.named("Next: Two and two")
    show.look("solo-over")
    show.press("Next: Two and two")
    again(show.plain, "Go to your first game")
    show.named("End the round")
    told(show.wall, "play your partner twice, once from each side.", ".wall-goal")
    show.look("pairs")
    show.press("End the round")
    show.press("Start round 2 of 2")
    show.named("End the round")
    show.press("End the round")
    show.named("Next: The class against Perfect")
    show.look("pairs-over")


def play_perfect(show):
    """All together, to the end of the game."""
    show.press("Next: The class against Perfect")
    told(show.ada, "vote for a move", "#live")
    show.named("Count the votes and move")
    show.look("vote")
    for _ in range(10):
        if not show.desk.get_by_role("button", name="Count the votes and move").count():
            break  # the game is over
        told(show.ada, "vote for a move", "#live")
        last = show.ada.js("[...document.querySelectorAll('#board button')].pop().id")
        show.ada.press(f"#{last}")
        told(show.ada, "You chose to", "#live")
        before = str(Room.objects.get().version)
        show.press("Count the votes and move")
        version = show.desk.locator("[name=version]").first
        expect(version).not_to_have_value(before, timeout=WAIT)
    told(show.ada, "Look at the big screen to see where the game turned.", "#live")
    show.look("game-over")


def test_a_lesson_of_every_kind_runs_from_its_lobby_to_its_end(show, complaints):
    begin(show)
    ask(show, complaints)
    ask_for_a_move(show)
    lead_the_film(show)
    play(show)
    play_perfect(show)
    show.desk.locator("#room-more summary").click()
    assert show.desk.evaluate(BUTTONS) == []
    assert show.desk.get_by_role("button", name="Close the room").count() == 1
    show.press("Close the room")
    told(show.ada, "The room is closed", "#rule")
    told(show.wall, "The room is closed")
    assert Answer.objects.filter(question__number__in=(1, 2)).count() == 5


@pytest.mark.parametrize("slug", LESSONS)
def test_a_lesson_of_the_house_runs_from_its_lobby_to_its_end(
    page,
    phone,  # noqa: F811
    site,
    teacher,  # noqa: F811
    slug,
):
    """By the main button alone. Somebody votes, where there are phones."""
    RoomLessonFiles.load()
    lesson = RoomLesson.objects.get(slug=slug)
    made = running(teacher, lesson)
    show = Show(made, *screens_of(page, site, made))
    ada = None
    if "phone" in lesson.needs:
        ada = phone()
        ada.goto(f"{site}/live/{made.code}/")
        ada.fill("[name=name]", "Ada")
        ada.click("form.phone-join button")
        told(show.desk, "1 here")
        show.phones.append(ada)
    for step in range(MOST_STEPS):
        main = show.desk.locator(".lead-bar .main-button").first
        label = main.inner_text()
        if label != "Next frame":
            show.look(f"{slug}-{step}" if step else "lobby")
        if label == "Close the room":
            break
        if label == "Count the votes and move":
            ada.locator("#board button").last.click(timeout=WAIT)
            told(ada, "You chose to", "#live")
        if main.inner_text() != label:
            continue  # the time of a vote was up
        before = str(Room.objects.get().version)
        main.click()
        version = show.desk.locator("[name=version]").first
        expect(version).not_to_have_value(before, timeout=WAIT)
    show.press("Close the room")
    told(show.wall, "The room is closed")
    assert made.parts.filter(begun_at=None).count() == 0
