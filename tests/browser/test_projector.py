"""The projector of a room in Chromium: nothing to scroll at any size, two that follow, and keys."""

import pytest

from games.people.models import User
from games.teach.live.rooms.models import Room, RoomQuestion

from ..games.teach.live.rooms import KAYLES, answers, participants, room
from .hands import signed_in

pytestmark = pytest.mark.browser

SIZES = ((1024, 768), (1280, 800), (1920, 1080))
NIM = {"ruleset": "nim", "convention": "normal", "goal": "move"}
STRIPS = {"ruleset": "partizan-kayles", "convention": "misere", "to_move": "right", "goal": "move"}
ROOMS = {
    "pins": (KAYLES, ["1>2+2", "1>4+0", "3>0", "2>3+0", "1>1+3", "1>3+0", "2>0+3"]),
    "counted pins": (
        {"ruleset": "kayles", "convention": "normal", "goal": "move", "position": "7+5+4"},
        ["1>3+3", "2>4+0", "3>0+2", "1>6+0"],
    ),
    "long rows": (NIM | {"position": "20+17+25"}, ["1>3", "2>16", "3>5", "3>0", "1>19", "2>0"]),
    "twelve rows": (
        NIM | {"position": "+".join(map(str, range(1, 13)))},
        [f"{row}>0" for row in range(1, 13)],
    ),
    "strips": (STRIPS | {"position": "5+4+7"}, ["1>0+3", "1>3+0", "2>1+1", "3>2+3", "3>5+0"]),
}
OUTSIDE = """() => [...document.querySelectorAll('.projector *')].filter((one) => {
  if (one.closest('.wall-board, .only-heard, noscript') || !one.checkVisibility()) return false;
  const box = one.getBoundingClientRect();
  return box.width && (box.bottom > innerHeight + 1 || box.right > innerWidth + 1 || box.top < -1);
}).map((one) => one.outerHTML.slice(0, 80))"""
SCROLLS = "document.documentElement.scrollHeight > innerHeight"


@pytest.fixture
def lead(page, site, db):
    """Sign somebody in who leads rooms."""
    user = User.objects.get_or_create(username="ms-lind", teaches=True)[0]
    return signed_in(page, site, user)


def fits(page):
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert not page.evaluate(SCROLLS), (width, height)
        assert page.evaluate(OUTSIDE) == [], (width, height)


@pytest.mark.parametrize("asked", ROOMS)
def test_every_step_fits_the_projector(lead, site, axe_finds_nothing, asked):
    question, given = ROOMS[asked]
    made = room(question)
    participants(made, *(f"Name{number}" for number in range(27)))
    lead.goto(f"{site}/live/{made.code}/projector/")
    fits(lead)
    lead.get_by_role("button", name="Ask the first question").click()
    lead.get_by_text("0 of 27 have answered.").wait_for()
    fits(lead)
    answers(made.questions.get(), *given, *given, *given[:2])
    lead.get_by_role("button", name="Show the class's answers").click()
    lead.get_by_text("What the class chose").wait_for()
    fits(lead)
    lead.get_by_role("button", name="Show the right answer").click()
    lead.get_by_role("button", name="Show me why").wait_for()
    fits(lead)
    axe_finds_nothing(lead)
    lead.get_by_role("button", name="Show me why").click()
    lead.get_by_text("Frame 1 of").wait_for(state="attached")
    while lead.get_by_role("button", name="Next frame").count():
        fits(lead)
        shown = lead.locator(".film-place .only-heard").inner_text()
        lead.keyboard.press("ArrowRight")
        lead.wait_for_function(
            "shown => document.querySelector('.film-place .only-heard').innerText !== shown",
            arg=shown,
        )
    fits(lead)
    axe_finds_nothing(lead)


def test_two_projectors_follow_the_keys_of_one(lead, site):
    made = room(KAYLES)
    RoomQuestion.objects.update(state=RoomQuestion.State.JUDGED)
    Room.objects.update(current=made.questions.get())
    address = f"{site}/live/{made.code}/projector/"
    other = lead.context.new_page()
    other.goto(address)
    lead.goto(address)
    lead.get_by_label("Theory").select_option("misere-quotient")
    lead.get_by_role("button", name="Show me why").click()
    frame = ".film-place .only-heard:text-is('Frame {} of 6')"
    for key, number in (("PageDown", 2), ("ArrowRight", 3), ("ArrowLeft", 2)):
        lead.locator(frame.format(number - (1 if key != "ArrowLeft" else -1))).wait_for(
            state="attached"
        )
        lead.keyboard.press(key)
        lead.locator(frame.format(number)).wait_for(state="attached")
    other.bring_to_front()
    other.locator(frame.format(2)).wait_for(state="attached", timeout=8000)
