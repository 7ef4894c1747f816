"""Pairs, one answer to discuss, and who may come in: a desk, a wall and three phones at once."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from games.people.models import User
from games.questions.question import Question
from games.teach.classes.models import Membership
from games.teach.classes.teaching import create_class
from games.teach.live.rooms.models import Participant, Room
from games.teach.live.rooms.opening import open_room

from .hands import WAIT, signed_in
from .test_rooms import DESK, LIVE, PHONE, WALL, press, says

pytestmark = pytest.mark.browser
REAL_NAMES = {"otter-1": "Mia Berg", "otter-2": "Mia Roth", "otter-3": "Émile Zola"}
NIM = Question("nim", "1+2", "normal", "", "move")
LIGHTS = Question("subtraction:3", "7", "normal", "", "move")


@pytest.fixture(autouse=True)
def polls_are_quick(settings):
    """A tenth of the pace of a classroom."""
    settings.SLOWER_POLLS = 0.1


@pytest.fixture
def held(transactional_db):
    """The room of a class whose owner allows first names."""
    owner = User.objects.create(username="ms-lind", teaches=True)
    classroom = create_class(owner, "8 b")
    type(classroom).objects.update(shows_first_names=True)
    for username, name in REAL_NAMES.items():
        user = User.objects.create(username=username)
        Membership.objects.create(classroom=classroom, user=user, real_name=name)
    return open_room(owner, [NIM, LIGHTS], "Room 8 b", classroom)


@pytest.fixture
def screens(page, browser, watched, site, held):
    """The wall, the desk, and a phone for each student."""
    contexts = []

    def phone(name):
        context = browser.new_context(viewport=PHONE, reduced_motion="reduce")
        contexts.append(context)
        made = signed_in(watched(context.new_page()), site, User.objects.get(username=name))
        made.goto(f"{site}/live/{held.code}/")
        return made

    wall = signed_in(page, site, held.owner)
    wall.goto(f"{site}/live/{held.code}/projector/")
    desk = wall.context.new_page()
    watched(desk)
    desk.goto(f"{site}/live/{held.code}/desk/")
    yield wall, desk, phone
    for context in contexts:
        context.close()


def come_in(phone):
    phone.click("text=Join as")
    says(phone, "You're in")
    return phone


def no_names(wall):
    """No surname and no user name on the wall."""
    text = wall.locator(WALL).inner_text()
    for secret in ("Berg", "Roth", "Zola", "otter"):
        assert secret not in text, text


@dataclass
class PairsHall:
    """The wall, the desk, and how a phone is made."""

    wall: Page
    desk: Page
    phone: Callable[[str], Page]
    site: str
    room: Room
    axe: Callable[[Page], None]


def a_round_with_a_latecomer(hall):
    """One plays Learner until another comes; both finish a game and are named for it."""
    wall, desk, site, held = hall.wall, hall.desk, hall.site, hall.room
    first = come_in(hall.phone("otter-1"))
    says(wall, "Mia B.", WALL)
    # One person is here: she plays Learner, until another comes.
    desk.goto(f"{site}/live/{held.code}/round/")
    desk.click("#draw-round")
    says(desk, "against Learner", "#round")
    says(first, "You play Learner.")
    first.click("#to-game")
    expect(first.locator("#game")).to_contain_text("Learner", timeout=WAIT)
    second = hall.phone("otter-2")
    second.click("text=Join as")
    says(second, "You play Mia B.")
    expect(first.locator("#game")).to_contain_text("Mia R. plays on for Learner.", timeout=WAIT)
    says(wall, "Mia B. and Mia R.", WALL)
    says(desk, "Mia Roth", "#round")
    says(desk, "Mia Berg to move since", "#round")
    no_names(wall)
    first.click("#row-2-take-2")
    second.click("#to-game")
    expect(second.locator("#game")).to_contain_text("You play on for Learner", timeout=WAIT)
    second.click("#row-1-take-1")
    says(second, "You win", "#game")
    hall.axe(desk)
    press(desk, "round-end")
    press(desk, "round-names")
    says(wall, "Mia R.", WALL)
    no_names(wall)
    press(desk, "round-away")


def who_has_not_answered(hall):
    """The desk names the others while a third answers; the phone of the third."""
    desk, site, held = hall.desk, hall.site, hall.room
    # A question: the desk knows who has not answered, with a third who comes.
    third = come_in(hall.phone("otter-3"))
    desk.goto(f"{site}/live/{held.code}/desk/")
    press(desk, "next")
    says(desk, "3 people have not answered: Émile Zola, Mia Berg, Mia Roth.", DESK)
    third.click("#row-2-take-1")
    says(desk, "2 people have not answered: Mia Berg, Mia Roth.", DESK)
    return third


def out_and_in_again(hall, third):
    """Who is put out stays out, is told so, and is let in again."""
    desk = hall.desk
    desk.click("#name-tools > summary")
    desk.get_by_role("button", name="Remove Émile Zola").click()
    expect(third.locator("main")).to_contain_text("removed you from this room", timeout=WAIT)
    third.reload()
    expect(third.locator("main")).to_contain_text("Ask to be let back in", timeout=WAIT)
    assert third.get_by_role("button", name="Rejoin").count() == 0
    desk.get_by_role("button", name="Let back in Émile Zola").click()
    expect(desk.locator("#people")).to_contain_text("Émile Zola", timeout=WAIT)
    third.reload()
    expect(third.locator(LIVE)).to_contain_text("You can change it", timeout=WAIT)


def an_answer_is_played_on(hall, third):
    """An answer goes to the wall without its name, and the class plays on from it."""
    wall, desk = hall.wall, hall.desk
    press(desk, "show")
    desk.locator("#pick-one > summary").click()
    desk.get_by_role("button", name="Show on the projector").click()
    says(wall, "One answer: take 1 from row 2. Who wins now?", WALL)
    assert "Émile" not in wall.locator(WALL).inner_text()
    hall.axe(desk)
    hall.axe(wall)
    desk.click("#reply-perfect")
    says(wall, "Perfect took 1 from row 2. Vote now.", WALL)
    says(third, "It's the class's turn")
    third.locator("button[name='move']").first.click()
    says(wall, "1 of 3 have voted.", WALL)
    press(desk, "vote")
    says(wall, "The class wins", WALL)


def only_this_class(hall):
    """A stranger with the code is told that the room is for the class."""
    wall, desk, site, held = hall.wall, hall.desk, hall.site, hall.room
    press(desk, "leave")
    expect(desk.locator("form[action$='/do/leave/']")).to_have_count(0, timeout=WAIT)
    desk.click("#room-more > summary")
    press(desk, "only-class")
    says(desk, "Only students of 8 b can join.", DESK)
    stranger = wall.context.browser.new_page()
    stranger.goto(f"{site}/live/{held.code}/")
    expect(stranger.locator("main")).to_contain_text("Only students of 8 b can join this room.")
    assert stranger.get_by_role("button", name="Join").count() == 0
    stranger.close()
    assert Participant.objects.filter(room=held, left_at=None).count() == 3


def test_a_lesson_with_a_latecomer_a_picked_answer_and_somebody_put_out(
    screens, site, held, axe_finds_nothing
):
    hall = PairsHall(*screens, site, held, axe_finds_nothing)
    a_round_with_a_latecomer(hall)
    third = who_has_not_answered(hall)
    out_and_in_again(hall, third)
    an_answer_is_played_on(hall, third)
    only_this_class(hall)


@pytest.mark.parametrize("width", [360, 390])
def test_seven_lights_stand_in_one_row_on_a_phone(screens, site, held, width):
    wall, _desk, phone = screens
    Room.objects.filter(pk=held.pk).update(current=held.questions.get(number=2))
    held.questions.filter(number=2).update(state="asked")
    made = phone("otter-1")
    made.set_viewport_size({"width": width, "height": 844})
    made.click("text=Join as")
    lights = made.locator(".board-lights .piece")
    expect(lights).to_have_count(7, timeout=WAIT)
    boxes = [light.bounding_box() for light in lights.all()]
    assert len({round(box["y"]) for box in boxes}) == 1
    assert boxes[-1]["x"] + boxes[-1]["width"] <= width
    buttons = made.locator(".board-lights button.piece").all()
    assert len(buttons) == 3
    assert all(box.bounding_box()["width"] >= 24 for box in buttons)
    assert wall.url
