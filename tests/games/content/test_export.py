"""The whole content of a site as files: what curators have changed, too, and it loads again."""

from datetime import date

import pytest
from django.core.management import call_command

from games.content.publishing import PublishedFiles
from games.explore.theory.models import OpenQuestion
from games.learn.lessons.models import Lesson, Route, Skill, Track
from games.learn.puzzles.models import Daily, Puzzle, PuzzleSet
from games.management.commands.load_content import KINDS
from games.teach.live.lessons.models import RoomLesson
from games.teach.work.plans.models import Plan

pytestmark = pytest.mark.django_db


def files(folder):
    return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*.yaml")}


def stored():
    """Every entry as its own file says it."""
    kinds: list[PublishedFiles] = [kind() for kind in KINDS]
    return {
        kind.name: sorted(repr(kind.file_of(row)) for row in kind.to_export()) for kind in kinds
    }


def test_what_is_exported_loads_again_with_every_draft_and_change(tmp_path, capsys):
    call_command("load_content")
    PuzzleSet.objects.filter(slug="case-1").update(state="draft", title="Case one")
    Plan.objects.filter(slug="last-pin-loses").update(about="For the second term.")
    RoomLesson.objects.filter(slug=RoomLesson.objects.first().slug).update(state="draft")
    OpenQuestion.objects.update(checked_on=date(2026, 1, 2))
    puzzle = Puzzle.objects.filter(state="published").first()
    Daily.objects.create(day=date(2031, 5, 4), puzzle=puzzle, by_hand=True)
    Daily.objects.create(day=date(2031, 5, 5), puzzle=puzzle, by_hand=False)
    capsys.readouterr()
    call_command("export_content", tmp_path / "one")
    said = capsys.readouterr().out
    number = PuzzleSet.objects.count()
    assert f"Puzzles: {number} written." in said
    assert "Unit plans: 18 written." in said
    written = files(tmp_path / "one")
    assert "state: draft" in written["sets.yaml"]
    assert [name for name in written if name.startswith("days/")] == ["days/2031-05-04.yaml"]
    assert "plans/kayles.yaml" in written
    before = stored()

    for model in (Daily, Plan, PuzzleSet, Puzzle, RoomLesson, OpenQuestion, Lesson):
        model.objects.all().delete()
    for model in (Route, Skill, Track):
        model.objects.all().delete()
    call_command("load_content", tmp_path / "one")
    assert stored() == before
    call_command("export_content", tmp_path / "two")
    assert files(tmp_path / "two") == written
    assert PuzzleSet.objects.get(slug="case-1").state == "draft"
