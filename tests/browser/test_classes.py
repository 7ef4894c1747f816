"""A class from its name to the first student inside, in a real browser."""

import re
from datetime import UTC, datetime

import pytest
from playwright.sync_api import expect

from games.people.models import User
from games.teach.classes.groups.grouping import create_group
from games.teach.classes.models import Membership
from games.teach.classes.teaching import create_class, invite, join

from .hands import signed_in

pytestmark = pytest.mark.browser

PHONE = {"width": 360, "height": 740}


def log_in(page, site, name, password):
    page.goto(f"{site}/accounts/login/")
    page.fill("#id_username", name)
    page.fill("#id_password", password)
    page.keyboard.press("Enter")
    page.wait_for_url(f"{site}/")


def test_a_teacher_makes_a_class_and_a_student_comes_in_with_a_card(
    page, site, new_context, watched, axe_finds_nothing, complaints
):
    page.goto(f"{site}/classes/")
    axe_finds_nothing(page)
    page.click("main a:has-text('Sign up')")
    page.fill("#id_username", "irene")
    page.fill("#id_password", "correct horse battery")
    page.click("button:has-text('Sign up')")
    page.wait_for_url(f"{site}/classes/new/")
    page.fill("#id_name", "Combinatorial games")
    page.click("text=Make the class")
    page.wait_for_url(re.compile(r"/classes/[0-9a-f-]{36}/"))
    expect(page.locator(".join-code")).to_be_visible()
    axe_finds_nothing(page)
    page.click("text=Show full screen")
    page.wait_for_url("**/project/")
    axe_finds_nothing(page)
    page.go_back()
    page.click(".main-button")
    expect(page.locator("#names")).to_be_visible()
    axe_finds_nothing(page)
    page.fill("#names", "\n Anna Able\nBen  Baker\nanna able\n")
    page.click("text=Preview the list")
    expect(page.locator("text=✓ new account")).to_have_count(2)
    axe_finds_nothing(page)
    page.click("text=Make 2 accounts")
    expect(page.locator(".login-card")).to_have_count(2)
    expect(page.locator("[data-print]")).to_be_visible()
    axe_finds_nothing(page)
    page.emulate_media(media="print")
    expect(page.locator(".site")).to_be_hidden()
    expect(page.locator("h1")).to_be_hidden()
    first, second = (page.locator(".login-card").nth(n).bounding_box() for n in (0, 1))
    assert first["y"] == second["y"], "several cards to a sheet"
    page.emulate_media(media="screen")
    name, password = page.locator(".login-card code").all_inner_texts()[:2]

    phone = watched(new_context().new_page())
    phone.set_viewport_size(PHONE)
    log_in(phone, site, name, password)
    phone.click("#classes")
    phone.wait_for_url("**/classes/")
    axe_finds_nothing(phone)
    phone.click("text=Combinatorial games")
    expect(phone.locator("h1")).to_have_text("Combinatorial games")
    expect(phone.locator("main")).to_contain_text("know you as Anna Able")
    expect(phone.locator("main")).not_to_contain_text("Ben")
    axe_finds_nothing(phone)
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert complaints == []


def test_every_page_of_a_class_fits_a_phone(page, site, classroom_of_irene, axe_finds_nothing):
    pupil = User.objects.create_user("calm-otter-42", managed_by=classroom_of_irene)
    member = join(classroom_of_irene, pupil, "Anna " + "Able" * 20, "names")
    create_group(classroom_of_irene, "Tuesday")
    invite(classroom_of_irene, "assistant")
    page.set_viewport_size(PHONE)
    signed_in(page, site, User.objects.get(username="irene"))
    address = site + classroom_of_irene.get_absolute_url()
    for part in ("", "people/", f"people/{member.pk}/", "cards/", "groups/", "staff/", "settings/"):
        page.goto(address + part)
        axe_finds_nothing(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], part


def test_a_visitor_joins_by_the_code_on_the_wall(
    page, site, classroom_of_irene, axe_finds_nothing, complaints
):
    page.set_viewport_size(PHONE)
    page.goto(f"{site}/join/")
    page.fill("#id_code", "bbbb-bbbb")
    page.keyboard.press("Enter")
    expect(page.locator("#id_code_error")).to_contain_text("This code opens nothing")
    axe_finds_nothing(page)
    assert all("422" in text for text in complaints)
    complaints.clear()
    page.fill("#id_code", classroom_of_irene.shown_code.lower())
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Logic 101")
    axe_finds_nothing(page)
    page.fill("#id_real_name", "Nora Quist")
    page.fill("#id_username", "nora")
    page.fill("#id_password", "correct horse battery")
    page.click("button:has-text('Join')")
    expect(page.locator(".notice")).to_have_text("You have joined the class.")
    assert Membership.objects.get().user == User.objects.get(username="nora")


@pytest.fixture
def classroom_of_irene(site):
    """A class that is open to join."""
    irene = User.objects.create_user("irene", password="correct horse battery")
    return create_class(irene, "Logic 101")


def test_a_list_without_headings_is_told_apart_on_a_phone(
    page, site, axe_finds_nothing, complaints, tmp_path
):
    owner = User.objects.create_user("irene", password="correct horse battery")
    room = create_class(owner, "Logic 101")
    file = tmp_path / "list.csv"
    file.write_text("Able;Anna;red\nBaker;Ben;blue\n", encoding="utf-8")
    page.set_viewport_size(PHONE)
    signed_in(page, site, User.objects.get(username="irene"))
    page.goto(f"{site}/classes/{room.pk}/people/")
    page.set_input_files("#file", file)
    page.click("text=Preview the file")
    page.wait_for_selector("#column-1")
    complaints.clear()  # 422: it must be told apart first
    for column, meaning in enumerate(("last name", "first name", "group"), 1):
        page.select_option(f"#column-{column}", label=meaning)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    axe_finds_nothing(page)
    page.click("text=Preview the list")
    expect(page.locator("th", has_text="Anna Able")).to_be_visible()
    axe_finds_nothing(page)
    page.click("text=Make 2 accounts")
    expect(page.locator(".login-card", has_text="Ben Baker")).to_be_visible()


@pytest.mark.parametrize("size", [(1366, 768), (1280, 720), (1024, 768), (1920, 1080)])
def test_the_code_of_a_class_fits_the_screen_without_scrolling(
    page, site, classroom_of_irene, axe_finds_nothing, size
):
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    signed_in(page, site, User.objects.get(username="irene"))
    page.goto(f"{site}/classes/{classroom_of_irene.pk}/project/")
    for part in (".qr", ".project-where", ".join-code", ".join-count", "text=Back to the class"):
        box = page.locator(part).bounding_box()
        assert box["y"] >= 0, part
        assert box["y"] + box["height"] <= height, part
        assert box["x"] + box["width"] <= width, part
    assert page.locator(".qr").bounding_box()["height"] >= height * 0.5
    assert page.evaluate("document.documentElement.scrollHeight") <= height
    axe_finds_nothing(page)


WHERE = """(text) => {
    const nodes = document.createTreeWalker(document.querySelector(".lead"), NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) {
        const at = nodes.currentNode.data.indexOf(text);
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(nodes.currentNode, at);
        range.setEnd(nodes.currentNode, at + text.length);
        return range.getBoundingClientRect().left;
    }
}"""


@pytest.mark.parametrize("name", ["כיתה", "الصف السابع"])
def test_a_date_after_a_name_from_right_to_left_is_read_after_it(page, site, name):
    teacher = User.objects.create_user("irene", password="correct horse")
    room = create_class(teacher, "7 b")
    member = join(room, User.objects.create_user("sharon"), "שרון לוי", "code")
    member.moved_to = create_class(teacher, name)
    member.joined_at = datetime(2026, 3, 1, 12, tzinfo=UTC)
    member.archived_at = datetime(2026, 5, 29, 12, tzinfo=UTC)
    member.save()
    log_in(page, site, "irene", "correct horse")
    page.goto(f"{site}{member.get_absolute_url()}")
    page.eval_on_selector(".lead", "line => { line.style.whiteSpace = 'nowrap'; }")
    order = [page.evaluate(WHERE, text) for text in ("Moved to", name, "29", "May 2026")]
    assert order == sorted(order)


def test_a_new_class_takes_the_zone_of_the_browser_and_a_city_can_be_typed(
    new_context, watched, site, axe_finds_nothing
):
    teacher = User.objects.create_user("irene", password="correct horse")
    page = watched(new_context(timezone_id="Asia/Calcutta").new_page())
    log_in(page, site, "irene", "correct horse")
    page.goto(f"{site}/classes/new/")
    expect(page.locator("#id_time_zone")).to_have_value(re.compile("^Asia/(Calcutta|Kolkata)$"))
    axe_finds_nothing(page)
    page.fill("#id_name", "Class 7b")
    page.fill("#id_time_zone", "brazil")
    page.click("text=Make the class")
    expect(page.locator("#id_time_zone_error")).to_contain_text("several time zones")
    page.fill("#id_time_zone", "Sao Paulo, Brazil")
    page.click("text=Make the class")
    page.wait_for_url(re.compile(r"/classes/[0-9a-f-]{36}/"))
    assert teacher.staffed.get().classroom.time_zone == "America/Sao_Paulo"
