"""Puzzle sets, unit plans, puzzles of days and open questions as drafts, versions and files: what a
curator does with them, and what strangers never see."""

import re
from dataclasses import dataclass
from datetime import date
from html import unescape
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from games.content.publishing import BEFORE_NOTE, PublishedFiles
from games.content.reading import ContentError, as_yaml
from games.content.versions import FIRST, place_after
from games.explore.theory.models import OpenQuestion
from games.explore.theory.question_files import OpenQuestionFiles
from games.learn.lessons.models import Lesson
from games.learn.puzzles.days import daily_puzzle, past_days
from games.learn.puzzles.models import Daily, Puzzle, PuzzleSet
from games.learn.puzzles.puzzle_files import DailyFiles, SetFiles
from games.learn.puzzles.puzzle_kinds import puzzle_tries
from games.people.models import User
from games.teach.live.lessons.room_lesson_files import RoomLessonFiles
from games.teach.lti.launch.targets import choices
from games.teach.work.plans.models import Plan
from games.teach.work.plans.plan_files import PlanFiles, read_items
from games.teach.work.writing.forms import AddForm

from ..learn.lessons.curation import shown, staff
from ..learn.lessons.lessons import lesson
from ..learn.puzzles.puzzles import puzzle, solve

pytestmark = pytest.mark.django_db

SET = """
slug: a-set
title: A set
lesson: 1
note: One sentence.
puzzles:
- {ruleset: nim, position: 1+5, convention: misere, goal: move}
- {ruleset: kayles, position: '4', convention: misere, goal: predict}
"""
PLAN = """
slug: a-plan
title: A plan
track: rows
about: Two weeks.
assignments:
- title: Week one
  aim: To look back.
  hints: false
  weight: 0
  keeps: latest
  opens_day: 0
  due_day: 4
  due_time: "12:30"
  items:
  - {lesson: a-lesson, points: 3}
  - kayles 5 misere
  - {ruleset: nim, position: 1+2+4, convention: misere, goal: move, points: 0}
- title: A test
  mode: check
  minutes: 20
  closes_day: 11
  items: [nim 3+5+6 normal who]
"""
DAILY = "{day: 2029-01-01, ruleset: nim, position: 1+2+4, convention: misere, goal: move}\n"
QUESTION = """
slug: a-question
title: A question
asked: Is it so?
source: A paper
status: open
known: Nobody knows.
references: A paper (2024)
checked_on: 2026-11-20
state: published
"""


@dataclass(frozen=True)
class Kind:
    """A kind of content: its *text* as a file, a *change* of it, and a *page* on which everybody
    reads the words *seen* once it is published."""

    files: type[PublishedFiles]
    text: str
    change: tuple[str, str]
    page: str
    seen: str

    @property
    def list(self) -> str:
        return f"/admin/games/{self.files.model._meta.model_name}/"

    def draft(self) -> str:
        text = self.text.replace("state: published\n", "")
        return f"{text.strip()[:-1]}, state: draft}}" if text[0] == "{" else f"{text}state: draft\n"

    def row(self) -> Any:
        return self.files.model.objects.get()


KINDS = [
    Kind(SetFiles, SET, ("One sentence.", "Another one."), "/puzzles/", "A set"),
    Kind(PlanFiles, PLAN, ("Two weeks.", "Three weeks."), "/plans/", "A plan"),
    Kind(DailyFiles, DAILY, ("1+2+4", "1+2+5"), "", ""),
    Kind(OpenQuestionFiles, QUESTION, ("Nobody knows.", "Somebody does."), "/theory/questions/",
         "A question"),
]  # fmt: skip
each = pytest.mark.parametrize("kind", KINDS, ids=lambda one: one.files.name)


@pytest.fixture(autouse=True)
def course():
    lesson()


@pytest.fixture
def curator():
    names = ("puzzleset", "plan", "daily", "openquestion")
    verbs = ("view", "add", "change")
    return staff("curator", "add_puzzle", *(f"{verb}_{name}" for name in names for verb in verbs))


@pytest.fixture
def stranger():
    student = Client()
    student.force_login(User.objects.create_user("student"))
    return student


def bring(client, kind, text, note=""):
    """Import a text: look at it, then store it."""
    data = {"text": text, "note": note}
    page = client.post(f"{kind.list}import/", data | {"action": "look"})
    stored = client.post(f"{kind.list}import/", data | {"action": "store"}, follow=True)
    return unescape(page.content.decode()), stored


def is_seen(client, kind):
    """Whether somebody sees it where everybody looks."""
    if kind.files is DailyFiles:
        return daily_puzzle(date(2029, 1, 1)) is not None
    return kind.seen in client.get(kind.page).content.decode()


@each
def test_a_draft_is_looked_at_stored_published_changed_and_restored(kind, curator, stranger):
    page, answer = bring(curator, kind, kind.draft())
    assert "will be saved as draft" in page
    assert "+state: draft" in page
    assert answer.status_code == 200
    row = kind.row()
    assert (row.state, row.version) == ("draft", 0)
    assert not is_seen(stranger, kind)
    assert not is_seen(Client(), kind)

    own = f"{kind.list}{row.pk}/"
    form = shown(curator.get(f"{own}change/"))
    refused = curator.post(f"{own}change/", form | {"state": "published"})
    assert "Say in a few words what changed." in refused.content.decode()
    why = "changed" if kind.files is SetFiles else "note"
    done = curator.post(f"{own}change/", form | {"state": "published", why: "It is ready."})
    if done.status_code == 200:
        print("DBG", dict(done.context["adminform"].form.errors))
    assert done.status_code == 302
    assert is_seen(stranger, kind)
    assert is_seen(Client(), kind)

    page, _ = bring(curator, kind, kind.text.replace(*kind.change), "Put right.")
    before, after = kind.change
    assert re.search(rf"^.*-.*{re.escape(before)}", page, re.MULTILINE)
    assert re.search(rf"^.*\+.*{re.escape(after)}", page, re.MULTILINE)
    assert kind.row().version == 2
    listed = unescape(curator.get(f"{own}versions/").content.decode())
    assert "Version 2 (current)" in listed
    assert "Put right." in listed
    assert "It is ready." in listed
    asked = unescape(curator.get(f"{own}versions/1/").content.decode())
    assert before in asked
    assert kind.row().version == 2
    assert curator.post(f"{own}versions/1/").status_code == 302
    row = kind.row()
    assert row.version == 3
    exported = curator.get(f"{own}export/")
    assert exported["Content-Disposition"].endswith('.yaml"')
    assert before in exported.content.decode()
    assert after not in exported.content.decode()


@each
def test_strangers_reach_nothing_of_it_in_the_admin(kind, curator, stranger):
    bring(curator, kind, kind.text, "New.")
    row = kind.row()
    reader = staff("reader", f"view_{kind.files.model._meta.model_name}")
    for path in ("versions/", "versions/1/", "export/", "change/"):
        address = f"{kind.list}{row.pk}/{path}"
        assert stranger.get(address).status_code == 302
        assert Client().get(address).status_code == 302
        assert reader.get(address).status_code == (403 if path == "versions/1/" else 200)
    assert reader.get(f"{kind.list}import/").status_code == 403
    assert reader.post(f"{kind.list}{row.pk}/versions/1/").status_code == 403
    assert stranger.post(f"{kind.list}import/", {"text": kind.text}).status_code == 302
    assert kind.row().version == 1


@each
def test_what_is_exported_reads_as_it_is_stored(kind, curator):
    bring(curator, kind, kind.text, "New.")
    files, row = kind.files(), kind.row()
    exported = curator.get(f"{kind.list}{row.pk}/export/").content.decode()
    content, changes = files.compared(exported, "x.yaml")
    assert changes == ""
    assert files.digest(content) == files.digest(files.content_of(row))
    page, _ = bring(curator, kind, exported)
    assert "Nothing changes." in page
    assert kind.row().version == 1
    assert files.findings(row) == []


@each
def test_two_curators_do_not_overwrite_each_other(kind, curator):
    bring(curator, kind, kind.text, "New.")
    address = f"{kind.list}{kind.row().pk}/change/"
    why = "changed" if kind.files is SetFiles else "note"
    late = shown(curator.get(address)) | {why: "Late.", "state": "retired"}
    bring(curator, kind, kind.text.replace(*kind.change), "First.")
    page = curator.post(address, late)
    assert "Somebody saved this" in page.content.decode()
    assert kind.row().state == "published"
    assert kind.row().version == 2


@each
def test_what_is_from_before_there_were_versions_is_kept_as_the_first(kind, curator):
    bring(curator, kind, kind.text, "New.")
    row = kind.row()
    row.versions.all().delete()
    type(row).objects.update(version=0)
    listed = curator.get(f"{kind.list}{row.pk}/versions/").content.decode()
    assert "has no versions yet. Its first change keeps what it says now as version 1." in listed
    bring(curator, kind, kind.text.replace(*kind.change), "Put right.")
    first, second = kind.row().versions.order_by("version")
    assert (first.note, second.note) == (BEFORE_NOTE, "Put right.")
    assert kind.change[0] in as_yaml(first.content)


@each
@pytest.mark.parametrize(
    "text", ["", "[", "7", "a: &a [*a]", "{slug: x, day: 1}", "{slug: [1], day: {a: 1}}", "\x00"]
)
def test_hostile_files_are_refused_on_the_page(kind, text, curator):
    page = curator.post(f"{kind.list}import/", {"text": text, "action": "store", "note": "x"})
    assert page.status_code == 422
    assert re.search(r"Import (a (unit plan|puzzle)|an open)", page.content.decode())
    assert not kind.files.model.objects.exists()


# --- what a draft does not do ------------------------------------------------------------------


def draft_set(curator):
    bring(curator, KINDS[0], KINDS[0].draft())
    return PuzzleSet.objects.get()


def test_a_draft_set_is_offered_and_counted_nowhere(curator, stranger, rf):
    made = draft_set(curator)
    new = Puzzle.objects.get(ruleset="kayles")
    assert new.state == "draft"
    for address in (made.get_absolute_url(), new.get_absolute_url()):
        assert stranger.get(address).status_code == 404
        assert Client().get(address).status_code == 404
    for address in ("/puzzles/", "/lessons/a-lesson/", "/puzzles/themes/kayles/"):
        page = stranger.get(address).content.decode()
        assert "A set" not in page
        assert "puzzle-link" not in page
        assert ">Kayles 1<" not in " ".join(page.split())
    assert made not in AddForm().fields["set"].queryset
    assert not AddForm({"set": made.pk}).is_valid()
    assert all(label != "A set" for _, some in choices(None) for _, label in some)
    with pytest.raises(ValueError, match="there is no set a-set"):
        list(read_items(["set a-set"]))
    page = curator.get(f"/admin/games/puzzleset/{made.pk}/change/").content.decode()
    assert "Students do not see this puzzle, because it is draft." in page

    PuzzleSet.objects.update(state="published")
    assert stranger.get(made.get_absolute_url()).status_code == 200
    assert made in AddForm().fields["set"].queryset
    assert any(label == "A set" for _, some in choices(None) for _, label in some)


def test_publishing_a_set_publishes_the_puzzles_that_were_made_for_it(curator, stranger):
    draft_set(curator)
    held = puzzle("kayles", "5")
    Puzzle.objects.filter(pk=held.pk).update(state="draft")
    bring(curator, KINDS[0], SET, "It is ready.")
    assert stranger.get("/puzzles/sets/a-set/").content.decode().count("puzzle-link") == 2
    assert set(Puzzle.objects.values_list("state", flat=True)) == {"published", "draft"}
    # What a curator holds back in a published set stays held back.
    Puzzle.objects.filter(ruleset="nim").update(state="draft")
    bring(curator, KINDS[0], SET.replace("One sentence.", "Another."), "Clearer.")
    assert Puzzle.objects.get(ruleset="nim").state == "draft"


def test_a_try_counts_for_the_lesson_of_a_published_set_alone(curator, alice):
    found = puzzle(position="1+5")
    draft_set(curator)
    browser = Client()
    browser.force_login(alice)
    solve(browser, found, move="2>0")
    owner = User.objects.get(pk=alice.pk)
    assert [one.lessons for one in puzzle_tries(owner)] == [()]
    PuzzleSet.objects.update(state="published")
    assert [one.lessons for one in puzzle_tries(owner)] == [(1,)]


def test_a_draft_plan_is_reached_by_nobody(curator, stranger):
    bring(curator, KINDS[1], KINDS[1].draft())
    for client in (stranger, Client(), curator):
        assert client.get("/plans/a-plan/").status_code == 404
        assert client.post("/plans/a-plan/", {"dates": "none"}).status_code == 404
        assert "A plan" not in client.get("/plans/").content.decode()
        assert "A plan" not in client.get("/teach/shelf/").content.decode()
    Plan.objects.update(state="published")
    assert stranger.get("/plans/a-plan/").status_code == 200


def test_a_draft_of_a_day_is_no_puzzle_of_that_day(curator):
    planned = puzzle(position="1+3")
    Daily.objects.create(day=date(2029, 1, 8), puzzle=planned, state="published")
    bring(curator, KINDS[2], KINDS[2].draft())
    assert daily_puzzle(date(2029, 1, 1)) == planned
    assert [one.puzzle for one in past_days(date(2029, 2, 1))] == [planned]
    Daily.objects.update(state="published")
    assert daily_puzzle(date(2029, 1, 1)).position == "1+2+4"


def test_a_day_as_a_file_replaces_a_planned_one_and_leaves_one_chosen_by_hand(tmp_path):
    (tmp_path / "days").mkdir()
    (tmp_path / "days" / "2029-01-01.yaml").write_text(DAILY)
    planned = puzzle(position="1+3")
    day = Daily.objects.create(day=date(2029, 1, 1), puzzle=planned, state="published")
    assert DailyFiles.load(tmp_path).updated == 1
    assert DailyFiles.load(tmp_path).unchanged == 1
    day.refresh_from_db()
    assert (day.puzzle.position, day.version, day.by_hand) == ("1+2+4", 2, True)
    Daily.objects.update(puzzle=planned)
    assert DailyFiles.load(tmp_path).kept == 1
    assert Daily.objects.get().puzzle.position == "1+3"


def test_the_day_of_a_restored_version_is_that_of_its_row(curator):
    bring(curator, KINDS[2], DAILY, "New.")
    row = Daily.objects.get()
    Daily.objects.update(day=date(2029, 2, 2))
    assert curator.post(f"/admin/games/daily/{row.pk}/versions/1/").status_code == 302
    assert Daily.objects.get().day == date(2029, 2, 2)


# --- who may make puzzles ----------------------------------------------------------------------


def test_who_may_make_no_puzzles_imports_only_known_ones(curator):
    helper = staff("helper", "view_puzzleset", "add_puzzleset", "change_puzzleset")
    data = {"text": SET, "note": "New.", "action": "store"}
    assert helper.post("/admin/games/puzzleset/import/", data).status_code == 403
    assert not PuzzleSet.objects.exists()
    assert not Puzzle.objects.exists()
    puzzle(position="1+5"), puzzle("kayles", "4", goal="predict")
    assert helper.post("/admin/games/puzzleset/import/", data).status_code == 302
    assert PuzzleSet.objects.get().puzzles.count() == 2


# --- what is wrong is said ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "before", "after", "said"),
    [
        (SET, "1+5", "1+1+1", "puzzle 1: nim 1+1+1: In Nim 1+1+1 the player to move loses"),
        (SET, "kayles, position: '4'", "kayles, position: x", "puzzles: "),
        (SET, "title: A set", "title: A set\nrecipes: 1", "unknown key 'recipes'"),
        (PLAN, "1+2+4", "1+1", "Week one: nim 1+1: "),
        (PLAN, "a-lesson, points", "gone, points", "Week one: there is no lesson gone"),
        (PLAN, "points: 0", "points: 101", "a whole number from 0 to 100 is expected"),
        (DAILY, "2029-01-01", "soon", "day: a day such as 2026-11-25 is expected"),
        (DAILY, "1+2+4", "1+1+1", "the player to move loses"),
        (QUESTION, "known: Nobody knows.", "", "known is missing"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_on_its_page(kind, before, after, said, curator):
    [one] = [one for one in KINDS if one.text == kind]
    text = kind.replace(before, after, 1)
    page = curator.post(f"{one.list}import/", {"text": text, "action": "store", "note": "New."})
    assert page.status_code == 422
    assert said in unescape(page.content.decode())
    assert not one.files.model.objects.exists()


def test_the_same_puzzle_is_in_a_set_once():
    twice = SET + "- {ruleset: nim, position: 5+1, convention: misere, goal: move}\n"
    with pytest.raises(ContentError, match="puzzle 3 repeats puzzle 1"):
        SetFiles().read_text(twice, "x.yaml")


# --- places ------------------------------------------------------------------------------------


def test_a_place_lies_between_two_others_and_moves_neither():
    one, two = PuzzleSet(pk=1, order=1), PuzzleSet(pk=2, order=2)
    assert place_after([one, two], FIRST) == 0
    assert place_after([one, two], "1") == 1.5
    assert place_after([one, two], "2") == 3
    assert place_after([one, two], "gone") == 3
    assert place_after([], FIRST) == 1


def questions(folder):
    rows = [QUESTION.replace("a-question", f"q{n}").replace("A question", f"Q{n}") for n in "123"]
    (folder / "questions").mkdir(exist_ok=True)
    listed = "".join("- " + row.strip().replace("\n", "\n  ") + "\n"
                     for row in rows)  # fmt: skip
    (folder / "questions" / "all.yaml").write_text(listed)


def test_a_place_is_chosen_after_another_and_stays_when_files_are_loaded(
    curator, stranger, tmp_path
):
    questions(tmp_path)
    OpenQuestionFiles.load(tmp_path)
    last = OpenQuestion.objects.get(slug="q3")
    address = f"/admin/games/openquestion/{last.pk}/change/"
    page = curator.get(address)
    first = OpenQuestion.objects.get(slug="q1")
    assert f'<option value="{first.pk}">after Q1</option>' in page.content.decode()
    moved = shown(page) | {"place": str(first.pk), "note": "It belongs there."}
    assert curator.post(address, moved).status_code == 302
    text = stranger.get("/theory/questions/").content.decode()
    assert text.index("Q1") < text.index("Q3") < text.index("Q2")
    before = list(OpenQuestion.objects.values_list("slug", "order", "version", "loaded"))
    assert [slug for slug, *_ in before] == ["q1", "q3", "q2"]
    assert OpenQuestionFiles.load(tmp_path).unchanged == 2
    assert list(OpenQuestion.objects.values_list("slug", "order", "version", "loaded")) == before


def test_a_set_moved_by_hand_keeps_its_place(curator):
    Lesson.objects.all().delete()
    call_command("load_content", verbosity=0)
    first, second, third = PuzzleSet.objects.all()[:3]
    address = f"/admin/games/puzzleset/{third.pk}/change/"
    page = curator.get(address)
    assert "no lesson" in page.content.decode()
    assert str(Lesson.objects.get(number=1)) in unescape(page.content.decode())
    moved = shown(page) | {"place": str(first.pk), "changed": "It belongs there."}
    assert curator.post(address, moved).status_code == 302
    assert list(PuzzleSet.objects.all()[:3]) == [first, third, second]
    SetFiles.load()
    assert list(PuzzleSet.objects.all()[:3]) == [first, third, second]


def test_everything_of_the_house_reads_as_it_is_exported():
    """Whole sets, plans, days, questions and room lessons, through their files and back."""
    call_command("load_content", verbosity=0)
    for files in (SetFiles(), PlanFiles(), DailyFiles(), OpenQuestionFiles(), RoomLessonFiles()):
        rows = list(files.rows())[:12]
        assert len(rows) > 10
        for row in rows:
            content, changes = files.compared(as_yaml(files.file_of(row)), "x.yaml")
            assert (changes, files.digest(content)) == ("", files.digest(files.content_of(row)))
