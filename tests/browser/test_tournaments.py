"""A tournament of a class runs in the instructor's browser, and the class reads its table."""

import re

import pytest
from playwright.sync_api import expect

from games.play.programs.saved_programs import SavedProgram
from games.teach.tournaments.models import Tournament, TournamentGame

from ..games.teach.work.assignments import classroom, member, person
from .hands import signed_in
from .test_programs import NIM_SUM

pytestmark = pytest.mark.browser

FIRST = "function choose(rows, moves) {\n  return moves[0];\n}\n"
LAST = "function choose(rows, moves) {\n  return moves.at(-1);\n}\n"
BY_LOT = (
    "function choose(rows, moves) {\n  return moves[Math.floor(Math.random() * moves.length)];\n}\n"
)
CRASHES = "function choose(rows, moves) {\n  return moves[99].x;\n}\n"
PROGRAMS = {
    "ada": ("python", NIM_SUM),
    "ben": ("javascript", FIRST),
    "cleo": ("javascript", LAST),
    "dan": ("javascript", BY_LOT),
    "eva": ("javascript", f"// Mine\n{FIRST}"),
    "finn": ("javascript", f"// Mine\n{LAST}"),
    "gil": ("javascript", f"// Mine\n{BY_LOT}"),
    "hana": ("javascript", CRASHES),
}


@pytest.fixture
def held(site):
    """A class with a tournament that all its students have entered; it is closed."""
    teacher = person("teacher")
    room = classroom(teacher)
    made = Tournament.objects.create(classroom=room, game="pyramid", is_open=False)
    made.teacher = teacher
    made.students = {}
    for name, (language, code) in PROGRAMS.items():
        made.students[name] = student = person(name)
        saved = SavedProgram.objects.create(
            user=student.user, name=f"{name.title()}’s player", language=language
        )
        version = saved.versions.create(number=1, code=code)
        made.entries.create(
            membership=member(room, student), version=version, program_name=saved.name
        )
    return made


def test_eight_programs_play_in_the_instructors_browser_and_the_class_reads_the_table(
    page, site, held, axe_finds_nothing
):
    signed_in(page, site, held.teacher.user)
    page.goto(f"{site}{held.get_absolute_url()}")
    axe_finds_nothing(page)
    page.get_by_role("button", name="Run the tournament").click()
    expect(page.locator("[data-status]")).to_have_text(re.compile(r"^\d+ of 56 games$"))
    expect(page.locator("#ladder tbody tr")).to_have_count(8, timeout=60_000)
    rows = page.locator("#ladder tbody tr")
    # By the nim-sum it wins whenever it starts, since the first player wins; hana's never does.
    expect(rows.first).to_contain_text("Ada’s player")
    assert rows.first.locator("td").nth(3).inner_text() == "0"
    expect(rows.last).to_contain_text("Hana’s player")
    assert rows.last.locator("td").all_inner_texts()[2:] == ["0 of 14", "0", "14 games"]
    page.get_by_text("Why Hana’s player stopped").click()
    expect(page.locator("main")).to_contain_text(
        "The program stopped in line 2, on 1 + 3 + 5: TypeError: Cannot read properties of "
        "undefined (reading 'x')"
    )
    axe_finds_nothing(page)
    games = TournamentGame.objects.all()
    assert games.count() == 56
    adas = [one for one in games if one.first.program_name == "Ada’s player"]
    assert all(one.first_won for one in adas)
    page.get_by_role("button", name="Show the table to the students").click()
    signed_in(page, site, held.students["ben"].user)
    page.goto(f"{site}{held.get_absolute_url()}")
    expect(page.locator("#ladder tbody tr")).to_have_count(8)
    expect(page.get_by_role("rowheader", name="ben (you)")).to_have_count(1)
    expect(page.get_by_text("Why Hana’s player stopped")).to_have_count(0)
    axe_finds_nothing(page)


def test_without_a_network_the_page_says_so_and_nobody_loses_by_it(page, site, held, complaints):
    signed_in(page, site, held.teacher.user)
    page.goto(f"{site}{held.get_absolute_url()}")
    page.route("**/play/program/round/", lambda route: route.abort())
    page.get_by_role("button", name="Run the tournament").click()
    says = "The site did not answer. Check your connection and try again."
    expect(page.get_by_role("alert")).to_have_text(says)
    page.unroute("**/play/program/round/")
    page.route("**/run/", lambda route: route.abort())
    page.get_by_role("button", name="Run the tournament").click()
    expect(page.get_by_role("alert")).to_have_text(says)
    page.unroute("**/run/")
    # Python does not come through: that is no fault of the program written in it.
    page.route("**/micropython*.wasm", lambda route: route.abort())
    page.get_by_role("button", name="Run the tournament").click()
    expect(page.get_by_role("alert")).to_contain_text("Python did not come through.")
    assert not TournamentGame.objects.exists()
    complaints.clear()


def test_a_program_that_does_not_start_loses_and_stopping_stores_nothing(page, site, held):
    endless = held.entries.get(program_name="Ben’s player").version
    endless.code = "function choose() {\n  for (;;);\n}\n"
    endless.save()
    held.entries.exclude(membership__user__username__in=("ben", "cleo", "hana")).delete()
    broken = held.entries.get(program_name="Hana’s player").version
    broken.code = "function choose( {"
    broken.save()
    signed_in(page, site, held.teacher.user)
    page.goto(f"{site}{held.get_absolute_url()}")
    page.get_by_role("button", name="Run the tournament").click()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("alert")).to_have_text("You stopped the games. Nothing is stored.")
    assert not TournamentGame.objects.exists()
    page.get_by_role("button", name="Run the tournament").click()
    rows = page.locator("#ladder tbody tr")
    expect(rows).to_have_count(3, timeout=60_000)
    expect(rows.first).to_contain_text("Cleo’s player")
    cells = rows.first.locator("td").all_inner_texts()
    assert (cells[2], cells[4]) == ("4 of 4", "–")
    page.get_by_text("Why Ben’s player stopped").click()
    expect(page.locator("main")).to_contain_text("thought for more than a second")
    page.get_by_text("Why Hana’s player stopped").click()
    expect(page.locator("main")).to_contain_text("The program stopped: SyntaxError")
