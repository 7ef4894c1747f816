"""An assignment from an instructor's first line to the matrix, and a student on a phone."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.people.models import User
from games.teach.classes.models import Membership
from games.teach.work.models import Assignment, ItemAttempt
from games.teach.work.writing import storing_work as service
from games.teach.work.writing.typed_lines import read_lines

from ..games.learn.lessons.lessons import lesson
from ..games.teach.work.assignments import assignment, classroom, give, member, person
from .hands import signed_in
from .test_classes import log_in
from .test_course import PHONE, SMALL, fits, settled

pytestmark = pytest.mark.browser

MORE = "nim 1+2+4 misere\nkayles 4 misere"


def test_an_instructor_types_positions_and_a_student_solves_them_on_a_phone(
    page, site, new_context, watched, complaints
):
    page.goto(f"{site}/accounts/signup/?next=/classes/new/")
    page.fill("#id_username", "irene")
    page.fill("#id_password", "correct horse battery")
    page.get_by_role("button", name="Sign up").click()
    page.fill("#id_name", "Combinatorial games")
    page.click("text=Make the class")
    page.click("#new-assignment")
    page.fill("#id_title", "For Tuesday")
    page.click("#lines")
    page.keyboard.type("nim 1+2+4 misere")
    expect(page.locator("#solved")).to_contain_text("The player to move wins.")
    page.keyboard.type("\nkayles 4 misere who\nkayles x")
    expect(page.locator("#solved .problem")).to_contain_text("“x” does not belong in this line.")
    expect(page.locator("#solved li")).to_have_count(3)
    expect(page.locator("#lines")).to_be_focused()
    for _ in range(9):
        page.keyboard.press("Backspace")
    expect(page.locator("#solved li")).to_have_count(2)
    settled(page)
    assert not Assignment.objects.exists()  # what is only looked at leaves no draft
    page.click("#add-lines")
    expect(page.locator(".assigned > li")).to_have_count(2)
    expect(page.locator(".paper")).to_contain_text("Make a winning move.")
    expect(page.locator(".main-button")).to_have_text(["Publish"])
    page.click("#publish")
    expect(page.locator("main")).to_contain_text("There are no students in this class yet")
    made = Assignment.objects.get()
    assert made.title == "For Tuesday"
    member(made.classroom, person("anna"), "Anna Able")
    solve_on_a_phone(watched(new_context().new_page()), site)

    page.goto(f"{site}/assignments/{made.pk}/results/")
    cells = page.locator(".matrix tbody td a")
    expect(cells.nth(0)).to_have_class("bead bead-helped")
    expect(cells.nth(0)).to_have_accessible_name("Completed, right, 2 tries")
    cells.nth(0).click()
    expect(page.locator(".panel")).to_have_count(2)
    expect(page.locator("main")).to_contain_text("You took 4 from row 3.")
    expect(page.locator("main")).to_contain_text("You took 1 from row 3.")
    assert ItemAttempt.objects.count() == 3
    assert complaints == []


def solve_on_a_phone(phone, site):
    """Anna's two items: a mistake and its correction, and a prediction."""
    phone.set_viewport_size(PHONE)
    log_in(phone, site, "anna", "correct horse battery")
    phone.click("#homework")
    phone.click("#row-3-take-4")
    expect(phone.locator("#verdict")).to_be_focused()
    expect(phone.locator("#verdict")).to_contain_text("✗ That loses.")
    phone.click("#row-3-take-1")
    expect(phone.locator("#verdict")).to_contain_text("✓ That wins.")
    assert fits(phone, PHONE["width"])
    phone.click("#next")
    phone.locator("[name=choice]").first.check()
    phone.click("#answer")
    expect(phone.locator("#verdict")).to_be_visible()


@pytest.fixture
def taught(site):
    """A class of Irene's with homework, two checks and a lesson, and Ann in the middle of it."""
    irene, ann = person("irene"), person("ann")
    room = classroom(irene)
    member(room, ann, "Ann Archer")
    member(room, person("ben"), "Ben Baker-" + "Castellanos" * 4)
    lines = (
        "nim 1+2+4 misere",
        "kayles 4 misere",
        "kayles 4+2 misere kinds",
        "nim 1+1+2 misere win",
    )
    homework = assignment(room, *lines, publish=False)
    service.add_ready(homework, lesson())
    service.publish(homework)
    for move in ("3>0", "3>0", "3>3", "3>2"):
        give(ann, homework, 1, move=move)
    give(ann, homework, 2, choice="P")
    check = assignment(room, "nim 1+2 misere", "nim 2+3 misere", mode="check", minutes=20)
    over = assignment(room, "nim 1+2 misere", "nim 2+3 misere all", mode="check")
    give(ann, over, 1, move="2>0")
    Assignment.objects.filter(pk=over.pk).update(closes_at=timezone.now() - timedelta(hours=1))
    draft = assignment(room, "nim 1+2 misere", publish=False)
    return {"homework": homework, "check": check, "over": over, "draft": draft, "room": room}


def check_pages(page, site, axe_finds_nothing, addresses):
    page.set_viewport_size(SMALL)
    for address in addresses:
        page.goto(site + address)
        axe_finds_nothing(page)
        assert fits(page, SMALL["width"]), address


def test_every_page_of_a_student_is_accessible_and_fits(page, site, taught, axe_finds_nothing):
    signed_in(page, site, User.objects.get(username="ann"))
    homework, over = (f"/assignments/{taught[name].pk}/" for name in ("homework", "over"))
    places = [f"{homework}{place}/" for place in range(1, 5)]
    check_pages(page, site, axe_finds_nothing, ["/", "/assignments/", homework, *places, over])
    page.goto(f"{site}{over}2/")
    expect(page.locator("#key")).to_contain_text("Not answered.")
    page.goto(f"{site}/assignments/{taught['check'].pk}/")
    axe_finds_nothing(page)
    page.click("#start")
    expect(page.locator(".notice")).to_contain_text("Time left: ")
    axe_finds_nothing(page)
    page.locator("#board button").first.click()
    expect(page.locator("#verdict")).to_be_focused()
    expect(page.locator("#verdict")).to_contain_text("You can still change it")
    expect(page.locator("main")).not_to_contain_text("✗")
    axe_finds_nothing(page)


def test_every_page_of_an_instructor_is_accessible_and_fits(page, site, taught, axe_finds_nothing):
    signed_in(page, site, User.objects.get(username="irene"))
    homework, draft = (f"/assignments/{taught[name].pk}/" for name in ("homework", "draft"))
    ann = Membership.objects.get(user__username="ann")
    items = taught["homework"].items.all()
    results = f"{homework}results/"
    check_pages(
        page,
        site,
        axe_finds_nothing,
        [
            taught["room"].get_absolute_url(),
            f"{draft}edit/",
            f"{draft}1/preview/",
            results,
            f"{results}items/",
            f"{results}files/",
            f"{taught['room'].get_absolute_url()}grades/files/",
            f"{results}{ann.pk}/",
            f"{results}{ann.pk}/{items[0].pk}/",
            f"{results}{ann.pk}/{items[4].pk}/",
        ],
    )
    page.goto(site + results)
    page.emulate_media(media="print")
    expect(page.locator(".site")).to_be_hidden()
    expect(page.locator(".site-foot")).to_be_hidden()
    expect(page.locator(".matrix")).to_be_visible()


def test_an_assignment_with_scripts_off(browser, site, taught, browser_context_args):
    context = browser.new_context(**browser_context_args, java_script_enabled=False)
    page = context.new_page()
    signed_in(page, site, User.objects.get(username="irene"))
    page.goto(f"{site}/assignments/{taught['draft'].pk}/edit/")
    page.fill("#lines", "kayles 9 misere\nkayles x")
    page.click("#solve-lines")
    expect(page.locator("#solved li")).to_have_count(2)
    expect(page.locator("#lines")).to_have_value("kayles 9 misere\nkayles x")
    page.click("#draw-3-gone")
    page.click("#draw-1-4")  # the empty place behind three matches
    expect(page.locator("#drawing code")).to_have_text("nim 4+4 misere")
    expect(page.locator("#lines")).to_have_value("kayles 9 misere\nkayles x")
    page.fill("#lines", "kayles 9 misere")
    page.fill("#id_title", "Not saved")
    page.click("#add-lines")
    expect(page.locator(".assigned > li")).to_have_count(2)
    page.click("#add-drawn")
    expect(page.locator(".assigned > li")).to_have_count(3)
    expect(page.locator("#id_title")).to_have_value("Not saved")
    page.press("#id_title", "Enter")
    expect(page.locator("h1")).to_have_text("Not saved")
    context.close()


def test_an_item_is_dragged_and_nothing_typed_is_lost(page, site, taught, axe_finds_nothing):
    draft = taught["draft"]
    service.add_exercises(draft, [line.exercise for line in read_lines(MORE)])
    signed_in(page, site, User.objects.get(username="irene"))
    page.goto(f"{site}/assignments/{draft.pk}/edit/")
    page.fill("#id_about", "Not saved")
    page.locator(".points").nth(0).fill("5")
    page.click("#lines")
    page.keyboard.type("kayles 9 misere")
    expect(page.locator("#solved svg")).to_have_count(1)
    handles = page.locator("[data-drag]")
    expect(handles).to_have_count(3)
    last = page.locator(".assigned > li").nth(2).bounding_box()
    handles.nth(0).hover()
    page.mouse.down()
    page.mouse.move(last["x"] + 20, last["y"] + last["height"] / 2, steps=4)
    page.mouse.move(last["x"] + 20, last["y"] + last["height"] - 2, steps=4)
    with page.expect_response(re.compile("/items/")):
        page.mouse.up()
    expect(page.locator(".assigned > li").nth(2)).to_contain_text("rows of 1 and 2 matches")
    expect(page.locator("[data-drag]:visible")).to_have_count(3)
    order = list(draft.items.order_by("order").values_list("position", flat=True))
    assert order == ["1+2+4", "4", "1+2"]
    expect(page.locator(".points").nth(2)).to_have_value("5")
    expect(page.locator("#id_about")).to_have_value("Not saved")
    expect(page.locator("#lines")).to_have_value("kayles 9 misere")
    page.click("#whom summary")
    page.fill("#filter-people", "ann")
    expect(page.locator("#whom .option:visible")).to_have_text(["Archer, Ann"])
    axe_finds_nothing(page)
    page.get_by_label("Archer, Ann").check()
    page.fill("#filter-people", "ben")
    expect(page.locator("#whom .option:visible")).to_have_count(2)  # who is ticked stays in sight
    page.press("#filter-people", "Enter")
    expect(page).to_have_url(re.compile("/edit/$"))
    page.click("#save-settings")
    expect(page.locator("#whom > summary")).to_contain_text("for Archer, Ann")
    expect(page.locator("#lines")).to_have_value("kayles 9 misere")
    draft.refresh_from_db()
    assert draft.about == "Not saved"
    assert [member.real_name for member in draft.students.all()] == ["Ann Archer"]


def test_a_position_is_drawn_by_touches_and_a_student_is_asked_it(
    page, site, taught, watched, axe_finds_nothing
):
    """Pieces and empty places are touched; what was typed stays, and nothing is stored before it is
    added. A student then has the board in front of them."""
    draft = taught["draft"]
    signed_in(page, site, User.objects.get(username="irene"))
    page.goto(f"{site}/assignments/{draft.pk}/edit/")
    page.fill("#id_about", "Not saved")
    page.get_by_label("Game", exact=True).first.select_option("kayles")
    expect(page.locator("#drawing use[href='#piece-pins']").first).to_be_visible()
    page.get_by_role("button", name="Remove row 3").click()
    expect(page.locator("#drawing .edit-row")).to_have_count(2)
    page.get_by_role("button", name="5 in row 2").click()  # the empty place behind four
    expect(page.locator("#drawing code")).to_have_text("kayles 3+5 misere")
    page.get_by_role("button", name="One fewer in row 1").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#drawing code")).to_have_text("kayles 2+5 misere")
    expect(page.locator("#draw-1-less")).to_be_focused()
    axe_finds_nothing(page)
    assert draft.items.count() == 1
    page.click("#add-drawn")
    expect(page.locator(".assigned > li").last).to_contain_text("Kayles: rows of 2 and 5 pins.")
    expect(page.locator("#id_about")).to_have_value("Not saved")
    page.click("#publish")
    page.wait_for_url("**/results/**")
    ann = watched(page.context.browser.new_context().new_page())
    signed_in(ann, site, User.objects.get(username="ann"))
    ann.goto(f"{site}/assignments/{draft.pk}/2/")
    expect(ann.locator(".board .piece")).to_have_count(7)
    ann.context.close()


def test_what_is_typed_stays_while_lines_are_solved_and_positions_found(page, site, taught):
    signed_in(page, site, User.objects.get(username="irene"))
    page.goto(f"{site}/assignments/{taught['draft'].pk}/edit/")
    page.fill("#id_about", "Not saved")
    page.click("#lines")
    page.keyboard.type("nim 1+2+4 misere")
    expect(page.locator("#solved")).to_contain_text("The player to move wins.")
    expect(page.locator("#id_about")).to_have_value("Not saved")
    page.click("#find summary")
    page.fill("#id_number", "2")
    page.click("#find-lines")
    expect(page.locator("#solved li")).to_have_count(3)
    expect(page.locator("#lines")).to_have_value(re.compile(r"^nim 1\+2\+4 misere\n.+\n.+$"))
    expect(page.locator("#id_about")).to_have_value("Not saved")
    expect(page.locator("#id_number")).to_have_value("2")


def test_no_student_is_out_of_sight_in_the_results_of_a_large_class(page, site, watched):
    teacher = person("irene")
    room = classroom(teacher)
    found = assignment(room, *(f"nim 1+{n} normal" for n in range(2, 8)))
    for n in range(52):
        member(room, person(f"student{n}"), f"Student {n:02}")
    signed_in(page, site, User.objects.get(username="irene"))
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{site}/assignments/{found.pk}/results/?sort=name")
    frame = page.locator(".matrix-frame")
    assert frame.evaluate("frame => frame.scrollHeight - frame.clientHeight") <= 1
    last = page.locator(".matrix tbody tr").last
    expect(last).to_contain_text("Student 49")
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport()
    expect(page.locator(".matrix thead").get_by_role("link", name="6")).to_be_in_viewport()
    page.get_by_role("link", name="Next").click()
    expect(page.locator(".matrix tbody tr").last).to_contain_text("Student 51")
