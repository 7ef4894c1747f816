"""A whole room in a real browser: an instructor at a projector and a desk, and three phones."""

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from games.people.models import User, Visitor
from games.questions.question import Question
from games.teach.classes.models import Membership
from games.teach.classes.teaching import create_class
from games.teach.live.lessons.models import RoomLesson
from games.teach.live.lessons.room_lesson_files import RoomLessonFiles
from games.teach.live.rooms.models import Participant, Room
from games.teach.live.rooms.opening import open_room
from games.teach.work.models import ItemAttempt

from ..games.teach.live.every_kind import running
from .hands import WAIT, Touch, signed_in

pytestmark = pytest.mark.browser

PHONE = {"width": 360, "height": 740}
PROJECTORS = ((1024, 768), (1920, 1080), (1280, 900))
WALL, DESK, LIVE = "#projector", "#desk", "#live"


@pytest.fixture(autouse=True)
def polls_are_quick(settings):
    """A tenth of the pace of a classroom."""
    settings.SLOWER_POLLS = 0.1


@pytest.fixture
def teacher(transactional_db):
    return User.objects.create(username="ms-lind", teaches=True)


@pytest.fixture
def room_8b(teacher):
    """A class with one student."""
    classroom = create_class(teacher, "8 b")
    student = User.objects.create(username="cleo")
    Membership.objects.create(classroom=classroom, user=student, real_name="Cleo Realname")
    return classroom


@pytest.fixture
def phone(browser, watched):
    """A phone of its own for each call."""
    contexts = []

    def make(**options):
        context = browser.new_context(viewport=PHONE, reduced_motion="reduce", **options)
        contexts.append(context)
        return watched(context.new_page())

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def looks_right(axe_finds_nothing):
    """Axe has nothing to say, and nothing is wider than the screen."""

    def check(page):
        axe_finds_nothing(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    return check


@pytest.fixture
def fits(looks_right):
    """Every size of a projector shows all of the page without scrolling."""

    def check(page):
        looks_right(page)
        for width, height in PROJECTORS:
            page.set_viewport_size({"width": width, "height": height})
            size = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
            wide, high = page.evaluate(size)
            assert (wide <= width, high <= height) == (True, True), (wide, high, width, height)

    return check


def says(page, text, where=LIVE):
    expect(page.locator(where)).to_contain_text(text, timeout=WAIT)


def looks_again(page, text):
    """Without scripts: load the page until it says so."""
    for _ in range(20):
        if text in page.locator("main").inner_text():
            return
        page.reload()
    raise AssertionError(f"{text} is not on {page.url}")


def press(page, step):
    """Make a step of the room."""
    page.locator(f"form[action$='/do/{step}/'] button").first.click()


@dataclass
class Hall:
    """The projector, the desk, and three phones: one without scripts, one without an account, and
    a student's."""

    page: Page
    desk: Page
    plain: Page
    ada: Page
    cleo: Page
    fits: Callable[[Page], None]
    looks_right: Callable[[Page], None]


def ask_and_show(hall):
    """A question is asked, answered, changed and shown; nobody says what is right."""
    press(hall.page, "next")
    says(hall.page, "0 of 3 have answered.", WALL)
    hall.fits(hall.page)
    expect(hall.page.locator(WALL)).not_to_contain_text("Ada")
    says(hall.ada, "You haven't answered yet.")
    says(hall.cleo, "You haven't answered yet.")
    looks_again(hall.plain, "You haven't answered yet.")
    hall.looks_right(hall.ada)

    hall.ada.click("#row-3-take-1")
    says(hall.ada, "You chose to take 1 from row 3.")
    Touch(hall.cleo).press(hall.cleo.locator("#row-3-take-4"))
    says(hall.cleo, "You chose to take 4 from row 3.")
    Touch(hall.cleo).press(hall.cleo.locator("#row-3-take-1"))
    says(hall.cleo, "You chose to take 1 from row 3.")
    hall.plain.click("#row-2-take-2")
    says(hall.plain, "You chose to take 2 from row 2.")
    says(hall.page, "3 of 3 have answered.", WALL)
    press(hall.page, "show")
    says(hall.page, "What the class chose", WALL)
    expect(hall.page.locator(f"{WALL} .disc")).to_have_count(2)
    expect(hall.page.locator(WALL)).not_to_contain_text("✓")
    hall.fits(hall.page)
    says(hall.ada, "to see what the class chose")
    expect(hall.ada.locator(".verdict")).to_have_count(0)


def judge_and_film(hall):
    """The verdicts, and the reason frame by frame on every phone."""
    press(hall.page, "judge")
    says(hall.page, "✓ wins", WALL)
    hall.fits(hall.page)
    expect(hall.ada.locator(".verdict")).to_be_visible(timeout=WAIT)
    hall.looks_right(hall.ada)
    looks_again(hall.plain, "Look at the big screen to see why.")
    says(hall.desk, "2 right", DESK)
    hall.looks_right(hall.desk)

    press(hall.page, "film")
    expect(hall.page.locator("#room-film")).to_be_visible(timeout=WAIT)
    hall.fits(hall.page)
    hall.page.keyboard.press("ArrowRight")
    expect(hall.page.locator(".film-place .only-heard")).to_contain_text("Frame 2 of", timeout=WAIT)
    expect(hall.page.locator("#room-film-back")).to_have_count(1)
    sentence = hall.page.locator(f"{WALL} .film-sentence").inner_text()
    says(hall.ada, sentence, ".film-sentence")
    says(hall.cleo, sentence, ".film-sentence")
    looks_again(hall.plain, sentence)
    hall.looks_right(hall.ada)
    hall.page.click("#room-film-end")
    expect(hall.page.locator("#room-film")).to_have_count(0, timeout=WAIT)


def vote(phone, touch):
    """Vote for the last move that the board offers."""
    says(phone, "vote for a move")
    touch(phone.locator("#board button").last)
    says(phone, "You chose to")


def play_it_out(hall):
    """The class against Perfect, to its end."""
    hall.page.click("#room-more > summary")
    press(hall.page, "play")
    over = hall.page.locator("#turning-point")
    for turn in range(1, 8):
        expect(hall.page.locator("#play-vote").or_(over)).to_have_count(1, timeout=WAIT)
        if over.count():
            break
        vote(hall.ada, lambda button: button.click())
        vote(hall.cleo, Touch(hall.cleo).press)
        if turn == 1:
            hall.fits(hall.page)
            hall.looks_right(hall.ada)
            looks_again(hall.plain, "vote for a move")
            hall.plain.locator("#board button").last.click()
            says(hall.page, "3 of 3 have voted.", WALL)
        version = hall.page.locator(f"{WALL} [name=version]").first
        before = version.input_value()
        press(hall.page, "vote")
        expect(version).not_to_have_value(before, timeout=WAIT)
    hall.fits(hall.page)
    says(hall.ada, "wins")
    hall.looks_right(hall.ada)


def close_and_keep(hall):
    """The room is closed, and its class keeps what was asked."""
    hall.desk.click("#room-more summary")
    press(hall.desk, "close")
    says(hall.desk, "The room is closed.", DESK)
    hall.looks_right(hall.desk)
    says(hall.page, "The room is closed", WALL)
    hall.fits(hall.page)
    says(hall.ada, "The room is closed", "#rule")
    hall.looks_right(hall.ada)
    hall.desk.click("#keep")
    hall.desk.wait_for_url(re.compile("/results/"))
    expect(hall.desk.locator("main")).to_contain_text("Realname, Cleo")
    assert ItemAttempt.objects.get().solved


def test_a_whole_room_with_three_phones(page, phone, site, teacher, room_8b, fits, looks_right):
    signed_in(page, site, teacher)
    page.goto(f"{site}/explore/nim/1+2+4/?convention=normal&tab=share")
    page.click("text=Show this in a room")
    looks_right(page)
    page.fill("#title", "Room 8 b")
    page.select_option("#classroom", label="8 b")
    page.uncheck("#guests_wait")  # two of the phones have no account
    page.click("#open-room")
    page.wait_for_url(re.compile("/projector/$"))
    room = Room.objects.get()
    says(page, room.shown_code, WALL)

    plain, ada, cleo = phone(java_script_enabled=False), phone(), phone(has_touch=True)
    signed_in(cleo, site, User.objects.get(username="cleo"))
    for one, name in ((plain, "Bo"), (ada, "Ada"), (cleo, "")):
        one.goto(f"{site}/live/{room.code.lower()}/")
        if name:
            one.fill("[name=name]", name)
        if one.locator("form.phone-join button").count():
            one.click("form.phone-join button")
        says(one, "You're in")
    says(page, "3 here", WALL)
    says(page, "Ada", WALL)
    fits(page)
    looks_right(ada)

    desk = page.context.new_page()
    desk.goto(f"{site}/live/{room.code}/desk/")
    says(desk, "Ada", DESK)
    looks_right(desk)

    hall = Hall(page, desk, plain, ada, cleo, fits, looks_right)
    ask_and_show(hall)
    judge_and_film(hall)
    play_it_out(hall)
    close_and_keep(hall)


def test_the_main_button_of_the_desk_is_in_the_window_at_each_part(page, site, teacher):
    RoomLessonFiles.load()
    lesson = RoomLesson.objects.get(slug="first-winning-plan")
    made = running(teacher, lesson)
    signed_in(page, site, teacher)
    parts = [part for part in lesson.told if part.is_question]
    for size in ({"width": 1280, "height": 800}, {"width": 390, "height": 844}):
        page.set_viewport_size(size)
        page.goto(f"{site}/live/{made.code}/desk/")
        for place, part in enumerate(parts):
            page.locator("#all-parts > summary").click()
            line = page.locator(".lead-list li", has_text=f"{part.number}. {part.title}")
            line.get_by_role("button").click()
            expect(page.locator(".lead-now h2")).to_have_text(part.title)
            button = page.locator(".lead-bar .main-button")
            expect(button).to_have_text("Show the class's answers")
            box = button.bounding_box()
            assert box["y"] >= 0, (size, place)
            assert box["y"] + box["height"] <= size["height"], (size, place)
            assert box["x"] + box["width"] <= size["width"], (size, place)
            page.mouse.wheel(0, 4000 * (-1) ** place)
            expect(button).to_be_in_viewport(ratio=1)
        Room.objects.update(current=None, part=None)
        made.questions.update(state="waiting")


def test_a_press_while_another_is_on_its_way_is_made_after_it(page, site, teacher, complaints):
    made = open_room(teacher, [], "Monday")
    for name in ("Ada", "Ben"):
        Participant.objects.create(room=made, name=name, visitor=Visitor.objects.create(), seat=1)
    signed_in(page, site, teacher)
    page.goto(f"{site}/live/{made.code}/desk/")
    held = []

    def hold(route):
        held.append(route)

    page.route("**/do/hide/", hold)
    page.click("#name-tools > summary")
    page.get_by_role("button", name="Hide Ada").click()
    page.wait_for_timeout(100)
    remove = page.get_by_role("button", name="Remove Ben")
    remove.click()
    expect(remove).to_have_attribute("aria-busy", "true")
    assert Participant.objects.filter(left_at=None).count() == 2
    held[0].continue_()
    expect(page.locator("#people")).not_to_contain_text("Ben")
    page.click("#name-tools > summary")
    expect(page.get_by_role("button", name="Show Ada")).to_be_visible()
    assert Participant.objects.get(name="Ben").taken_out_at
    assert Participant.objects.get(name="Ada").is_hidden
    # Where its button has gone meanwhile, the page says so.
    Participant.objects.filter(name="Ben").update(taken_out_at=None, left_at=None)
    page.goto(f"{site}/live/{made.code}/desk/")
    page.unroute("**/do/hide/")
    page.click("#name-tools > summary")
    page.route("**/do/unhide/", hold)
    page.get_by_role("button", name="Show Ada").click()
    page.wait_for_timeout(100)
    page.get_by_role("button", name="Remove Ben").click()
    Participant.objects.filter(name="Ben").delete()
    held[1].continue_()
    expect(page.locator("#connection")).to_contain_text("Your last press came too late")
    assert Participant.objects.get().name == "Ada"


def test_a_guest_waits_for_a_nod_and_a_tap_without_a_network_is_sent_later(
    teacher, room_8b, phone, site, complaints, looks_right
):
    asked = [Question("nim", "1+2", "misere", "", "predict")]
    made = open_room(teacher, asked, "Friday", room_8b, guests_wait=True)
    address = f"{site}{made.get_absolute_url()}"
    cleo = signed_in(phone(), site, User.objects.get(username="cleo"))
    zoe = phone()
    desk = signed_in(phone(), site, teacher)
    desk.goto(f"{address}desk/")
    for each in (cleo, zoe):
        each.goto(address)
    zoe.fill("#id_name", "Zoe")
    for each in (cleo, zoe):
        each.locator("form.phone-join button").click()
    expect(cleo.locator("#live")).to_contain_text("You're in", timeout=WAIT)
    expect(zoe.get_by_role("status")).to_contain_text("will let you in, Zoe.")
    looks_right(zoe)
    expect(desk.locator("#waiting")).to_contain_text("1 guest waits to be let in", timeout=WAIT)
    looks_right(desk)
    desk.get_by_role("button", name="Let in Zoe").click()
    expect(desk.locator("#waiting")).to_have_count(0, timeout=WAIT)
    expect(zoe.locator("#live")).to_contain_text("You're in, Zoe.", timeout=WAIT)

    desk.locator(".lead-bar .main-button").click()
    expect(zoe.locator("#live")).to_contain_text("You haven't answered yet.", timeout=WAIT)
    zoe.context.set_offline(True)
    zoe.locator(".choices button").last.click()
    expect(zoe.locator("#connection")).to_have_text(
        "No connection. We'll send that when the connection is back.", timeout=WAIT
    )
    cleo.locator(".choices button").first.click()
    expect(desk.locator(".lead-count")).to_contain_text("1 of 2", timeout=WAIT)
    zoe.context.set_offline(False)
    expect(desk.locator(".lead-count")).to_contain_text("2 of 2", timeout=WAIT)
    expect(zoe.locator("#connection")).to_have_count(0, timeout=WAIT)
    complaints[:] = [one for one in complaints if "ERR_INTERNET_DISCONNECTED" not in one]
