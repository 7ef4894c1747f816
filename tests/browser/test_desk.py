"""An instructor's desk at the beginning of a term: last term's assignment given to two classes,
another try, positions against a habit, and grades that Canvas books without a question."""

import re
import time
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.people.models import User
from games.teach.work.models import Assignment

from ..games.teach.work.assignments import address, assignment, classroom, give, member, person
from ..games.teach.work.gradebooks import Learner, asked_by_canvas, canvas_export, into_canvas
from .hands import signed_in

pytestmark = pytest.mark.browser

LINES = ("nim 3+4+6 misere", "nim 3+5+7 misere", "nim 2+5+6 misere")
WINS = ("1>2", "1>2", "2>4")
NAMES = {
    "ann": "Ann Archer",
    "ben": "Ben Baker",
    "cem": "Cem Can",
    "dora": "Dora Deng",
    "emil": "Emil Ek",
}
WEEKS = 26
"""From the beginning of last term to this one."""


class Instructor:
    """An instructor's hands, and how often they touched and typed."""

    def __init__(self, page):
        self.page, self.clicks, self.typed = page, 0, 0
        page.set_default_timeout(10_000)
        self.main = page.locator("main")

    def touch(self, words, *, role="link", within=None):
        """What is named by these words."""
        place = within or self.main
        place.get_by_role(role, name=words, exact=True).first.click()
        self.clicks += 1

    def open(self, summary):
        self.main.locator("summary", has_text=summary).click()
        self.clicks += 1

    def tick(self, label, role="checkbox"):
        box = self.main.get_by_role(role, name=label)
        if not box.is_checked():
            box.check()
            self.clicks += 1

    def write(self, label, text):
        self.main.get_by_label(label, exact=True).fill(text)
        self.typed += 1

    def sees(self, *texts):
        for text in texts:
            expect(self.main).to_contain_text(text, timeout=10_000)


@pytest.fixture
def irene(page, site):
    """An instructor with two classes and an archived one, in which everything is of last term."""
    owner = person("irene")
    old = classroom(owner, "7a, last term")
    began = timezone.now() - timedelta(weeks=WEEKS, hours=3)
    times = {"opens_at": began, "due_at": began + timedelta(weeks=2)}
    assignment(old, *LINES, **times)
    for made in old.assignments.all():
        made.title = "Taking rows"
        made.save()
    old.archived_at = timezone.now() - timedelta(weeks=4)
    old.save()
    rooms = {name: classroom(owner, name) for name in ("7b", "8c")}
    students = {name: person(name) for name in NAMES}
    for name, client in students.items():
        member(rooms["7b"], client, NAMES[name])
    member(rooms["8c"], person("fay"), "Fay Fox")
    hands = Instructor(page)
    hands.students = students
    signed_in(page, site, User.objects.get(username="irene"))
    page.goto(site)
    return hands


@contextmanager
def foreseen(page):
    """Wait until what will be made is shown anew: what is typed before that goes with the form."""
    page.locator("#placing").evaluate("form => { form.dataset.old = true }")
    yield
    expect(page.locator("#placing:not([data-old])")).to_be_visible()


def copy_to_both(hands, site):
    """From the first page to an assignment that the students of both classes have."""
    hands.page.get_by_role("link", name="Teach", exact=True).first.click()
    hands.clicks += 1
    hands.open("Archived classes (1)")
    hands.touch(re.compile("7a, last term"))
    hands.touch(re.compile("^Taking rows"))
    hands.touch("Copy to another class")
    hands.sees("Copy into classes")
    for label, role in (("7b", "checkbox"), ("8c", "checkbox"), ("Move all dates", "radio")):
        with foreseen(hands.page):
            hands.tick(label, role)
    with foreseen(hands.page):
        hands.write("Later by", str(WEEKS))
        hands.page.keyboard.press("Tab")
    panel = hands.main.locator("section.panel")
    expect(panel).to_contain_text("7b, 8c")
    today = timezone.now() - timedelta(hours=3)
    expect(panel).to_contain_text(f"opens {today:%a} {today.day} {today:%b %Y}")
    hands.touch("Copy", role="button")
    hands.sees("Done. The drafts are in 7b, 8c")
    for room in ("7b", "8c"):
        publish_in(hands, room)
    made = Assignment.objects.filter(title="Taking rows", published_at__isnull=False)
    assert sorted(one.classroom.name for one in made) == ["7a, last term", "7b", "8c"]
    return made.get(classroom__name="7b")


def publish_in(hands, room):
    there = hands.page.url
    hands.touch(room)
    hands.sees("Only those who teach this class see this list.")
    hands.touch(re.compile("^Taking rows"))
    hands.touch("Publish", role="button")
    hands.sees("Published")
    hands.page.goto(there)
    hands.clicks += 1  # back


def work_of_the_class(hands, made):
    """Three take all they can, one gives up after a slip, and one does everything right."""
    for name in ("ann", "ben", "cem"):
        for place in (1, 2, 3):
            give(hands.students[name], made, place, move="3>0")
    give(hands.students["dora"], made, 1, move="1>1")
    for place, move in enumerate(WINS, 1):
        give(hands.students["emil"], made, place, move=move)
    give(hands.students["ann"], made, 1, move=WINS[0])


def let_dora_try_again(hands, made):
    hands.touch("Deng, Dora")
    hands.sees("For Dora Deng only")
    expect(hands.main).not_to_contain_text("0 extra days")
    hands.open("Points, tries and times of Dora Deng")
    hands.touch("Another try")
    expect(hands.main.get_by_role("checkbox", name="Deng, Dora")).to_be_checked()
    hands.write("Why", "Her tablet broke.")
    hands.touch("Give another try", role="button")
    hands.sees("5 students, 3 questions")
    give(hands.students["dora"], made, 1, move=WINS[0])


def set_five_positions(hands):
    hands.sees("Habits behind the mistakes", "9 of 9 mistakes fit this habit")
    hands.touch(re.compile("^Give these students five positions"))
    for name in ("Ann Archer: 3 of 3", "Ben Baker: 3 of 3", "Cem Can: 3 of 3"):
        expect(hands.main.get_by_role("checkbox", name=name)).to_be_checked()
    expect(hands.main.locator(".telling > li")).to_have_count(5)
    hands.touch("Publish now", role="button")
    hands.sees("A few more positions", "3 students, 5 questions")


def bring_canvas(hands, people):
    hands.touch("Canvas file")
    hands.touch("Import an export of Canvas or Moodle once")
    hands.main.get_by_label("File", exact=True).set_input_files(
        {"name": "grades.csv", "mimeType": "text/csv", "buffer": canvas_export(people).encode()}
    )
    hands.clicks += 1
    hands.touch("Import", role="button")
    hands.sees("5 found, 0 ambiguous, 0 missing.")
    hands.touch("Save these IDs", role="button")
    hands.sees("Saved the Canvas IDs of 5 students.")


def canvas_file(hands):
    panel = hands.main.get_by_role("region", name="For Canvas")
    with hands.page.expect_download() as loading:
        hands.touch("Download", role="button", within=panel)
    return loading.value.path().read_bytes()


def grades_in_canvas(hands, site, made):
    """Bring the export once; this file and that of any other assignment are then booked."""
    people = [
        Learner(str(100 + place), ", ".join(reversed(name.split())), f"S-{place}", "", login, "7b")
        for place, (login, name) in enumerate(NAMES.items(), 1)
    ]
    hands.page.goto(f"{site}{address(made, what='results')}")
    hands.clicks += 1
    bring_canvas(hands, people)
    hands.page.goto(f"{site}{address(made, what='results')}files/")
    hands.clicks += 2
    data = canvas_file(hands)
    assert asked_by_canvas(data, people) == []
    points, grades = into_canvas(data, people)
    assert points == {"Taking rows total": "3"}
    booked = {key: grade for (key, _), grade in grades.items()}
    assert booked == {"101": "1", "102": "0", "103": "0", "104": "1", "105": "3"}


def test_the_desk_from_last_terms_assignment_to_grades_in_canvas(irene, site, record_property):
    hands, page = irene, irene.page
    began = time.monotonic()
    made = copy_to_both(hands, site)
    work_of_the_class(hands, made)
    page.goto(f"{site}{address(made, what='results')}")
    hands.sees("5 students, 3 questions")
    let_dora_try_again(hands, made)
    set_five_positions(hands)
    grades_in_canvas(hands, site, made)
    assert hands.clicks < 45
    record_property("clicks", hands.clicks)
    record_property("fields typed", hands.typed)
    record_property("seconds", round(time.monotonic() - began))
    print(f"{hands.clicks} clicks, {hands.typed} fields, {time.monotonic() - began:.0f} s")
