"""The unit plans that come with the site: their files, their pages, and a class that gets one."""

import shutil
from datetime import UTC, datetime

import pytest
import yaml
from django.core.management import call_command
from django.core.management.base import CommandError

from games.content.reading import FOLDER, ContentError
from games.learn.lessons.models import Track
from games.learn.puzzles.models import Puzzle, PuzzleSet
from games.teach.work.models import Assignment
from games.teach.work.plans.models import Plan
from games.teach.work.plans.plan_files import PlanFiles
from games.teach.work.writing.storing_work import publish
from games.teach.work.writing.typed_lines import read_lines

from ....learn.puzzles.puzzles import puzzle
from ..assignments import classroom, person
from .unit import written

pytestmark = [pytest.mark.days, pytest.mark.django_db]


@pytest.fixture
def folder(tmp_path):
    return written(tmp_path)


def rewrite(folder, before, after):
    file = folder / "plans" / "rows.yaml"
    assert before in file.read_text()
    file.write_text(file.read_text().replace(before, after))


def shipped():
    """Every plan of the files as it is written there."""
    for path in sorted((FOLDER / "plans").glob("*.yaml")):
        yield from yaml.safe_load(path.read_text())


def test_three_plans_a_track_each_of_two_to_six_assignments():
    tracks = [plan["track"] for plan in shipped()]
    slugs = [track["slug"] for track in yaml.safe_load((FOLDER / "tracks.yaml").read_text())]
    assert sorted(tracks) == sorted(slugs * 3)
    assert all(2 <= len(plan["assignments"]) <= 6 for plan in shipped())


def test_every_shipped_plan_is_solved_and_none_invites_guessing():
    call_command("load_content")
    assert Plan.objects.count() == 18
    for plan in Plan.objects.whole():
        for entry in plan.planned:
            asked = [item.asked for item in entry.items.all() if item.goal]
            assert len(asked) == len(set(asked)), entry
            assert 10 <= entry.work <= 50, (entry, entry.work)
            assert entry.aim.endswith("."), entry
            assert entry.opens_day is not None, entry
            if entry.is_test:
                assert entry.closes_day is not None
                assert not entry.lessons
    for plan in shipped():
        typed = [
            item
            for entry in plan["assignments"]
            for item in entry["items"]
            if item.split()[0] not in ("lesson", "set")
        ]
        solved = read_lines("\n".join(typed))
        assert [line.text for line in solved if line.problem or line.warning] == []


def test_loading_twice_changes_nothing(folder):
    assert PlanFiles.load(folder).created == 1
    before = list(Plan.objects.values()), list(Plan.objects.values("entries__items"))
    again = PlanFiles.load(folder)
    assert (again.created, again.updated, again.kept) == (0, 0, 0)
    assert (list(Plan.objects.values()), list(Plan.objects.values("entries__items"))) == before


def test_what_the_file_changes_is_changed_and_what_was_changed_here_is_kept(folder):
    PlanFiles.load(folder)
    rewrite(folder, "title: Week one", "title: The first week")
    assert PlanFiles.load(folder).updated == 1
    assert Plan.objects.get().planned[0].title == "The first week"
    Plan.objects.get().entries.filter(order=2).update(aim="Mine.")
    rewrite(folder, "due_day: 4", "due_day: 5")
    assert PlanFiles.load(folder).kept == 1
    assert Plan.objects.get().planned[0].due_day == 4
    assert PlanFiles.load(folder, overwrite=True).updated == 1
    assert [entry.aim for entry in Plan.objects.get().planned] == ["To look back.", "To see."]


def test_a_plan_that_left_the_files_goes_unless_it_was_changed_here(folder):
    PlanFiles.load(folder)
    made_here = Plan.objects.create(
        state="published", slug="mine", title="Mine", track=Track.objects.get()
    )
    (folder / "plans" / "rows.yaml").write_text("[]")
    PlanFiles.load(folder)
    assert Plan.objects.get() == made_here


@pytest.mark.parametrize(
    ("before", "after", "problem"),
    [
        ("lesson a-lesson", "lesson gone", "Week one: there is no lesson gone"),
        ("lesson a-lesson", "set gone", "Week one: there is no set gone"),
        ("1+2+4 misere", "1+1 misere move", "nim 1+1 misere move"),
        ("1+2+4 misere", "61 misere", "nim 61 misere"),
        ("track: rows", "track: gone", "there is no track 'gone'"),
        ("opens_day", "opens_dya", "unknown key 'opens_dya'"),
        ('"12:30"', "noon", "a time such as"),
        ("[nim 3+5+6 normal who,", "[lesson a-lesson,", "A check: A test cannot hold lessons."),
        ("closes_day: 11", "closes_day: 6", "A check: It closes before it opens."),
    ],
)
def test_what_cannot_be_asked_is_refused_with_its_place(folder, before, after, problem):
    rewrite(folder, before, after)
    with pytest.raises(ContentError) as refused:
        PlanFiles.load(folder)
    assert problem in str(refused.value)
    assert "rows.yaml, plan 1" in str(refused.value)
    assert not Plan.objects.exists()


def test_the_easiest_of_a_set(folder):
    made = PuzzleSet.objects.create(state="published", slug="ready", title="Ready", note="A set.")
    for order, rows in enumerate(("1+2", "1+2+4", "3+5+7"), 1):
        made.items.create(puzzle=puzzle(position=rows), order=order)
    rewrite(folder, "lesson a-lesson", "set ready 2")
    PlanFiles.load(folder)
    positions = [item.position for item in Plan.objects.get().planned[0].items.all()]
    assert positions == ["1+2", "1+2+4", "1+2+4"]
    Puzzle.objects.filter(position="1+2+4").update(state="retired")
    PlanFiles.load(folder, overwrite=True)
    positions = [item.position for item in Plan.objects.get().planned[0].items.all()]
    assert positions == ["1+2", "3+5+7", "1+2+4"]
    rewrite(folder, "set ready 2", "set ready 4")
    with pytest.raises(ContentError, match="there is no set ready 4"):
        PlanFiles.load(folder)


def test_the_command_says_what_it_did_and_a_dry_run_stores_nothing(tmp_path, capsys):
    shutil.copytree(FOLDER, tmp_path / "content")
    call_command("load_content", tmp_path / "content", "--dry-run")
    assert "Unit plans: 18 solved, 18 new" in capsys.readouterr().out
    assert not Plan.objects.exists()
    (tmp_path / "content" / "plans" / "rows.yaml").write_text("nonsense: [")
    with pytest.raises(CommandError, match=r"rows\.yaml"):
        call_command("load_content", tmp_path / "content", "--dry-run")


def test_anybody_sees_the_plans_and_a_teacher_the_positions_of_a_check(client, folder):
    PlanFiles.load(folder)
    shown = client.get("/plans/").content.decode()
    assert "A unit" in shown
    assert "2 weeks" in shown
    page = client.get("/plans/a-unit/").content.decode()
    assert "To look back." in page
    assert "Week 2" in page
    assert "2 positions. Only instructors can see them." in page
    assert "rows of 3, 5 and 6" not in page
    teacher = person("teacher")
    classroom(teacher)
    assert "rows of 3, 5 and 6" in teacher.get("/plans/a-unit/").content.decode()


def test_a_unit_is_put_into_a_class_from_a_first_day_all_of_it(folder):
    PlanFiles.load(folder)
    teacher = person("teacher")
    room = classroom(teacher)
    room.time_zone = "Europe/Berlin"
    room.save()
    asked = {"classes": room.pk, "dates": "start", "start": "2026-10-19"}
    shown = teacher.get("/plans/a-unit/", asked | {"foresee": 1}).content.decode()
    assert "Mon 26 Oct 2026, 08:00" in shown
    assert "Fri 30 Oct 2026, 12:30" in shown
    assert not Assignment.objects.exists()
    response = teacher.post("/plans/a-unit/", asked)
    assert response.url == f"/plans/a-unit/?made={room.pk}#placing"  # where it says what is done
    first, check = Assignment.objects.order_by("opens_at")
    assert (first.title, check.title) == ("Week one", "A check")
    assert (check.mode, check.minutes) == ("check", 20)
    # The clocks go back on 25 October: from summer time to an hour later by the world's clock.
    assert first.opens_at == datetime(2026, 10, 19, 6, tzinfo=UTC)
    assert check.opens_at == datetime(2026, 10, 26, 7, tzinfo=UTC)
    assert [str(item) for item in first.items.all()] == ["A lesson", "nim 1+2+4"]
    assert not first.is_published
    publish(first)
    assert first.items.first().lesson_version == 1
