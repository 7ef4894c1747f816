"""Every kind of content is loaded in the same way, whatever it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from games.content.loading import ContentFiles, digest
from games.content.reading import as_yaml
from games.explore.theory.models import OpenQuestion
from games.explore.theory.question_files import OpenQuestionFiles
from games.learn.lessons.lesson_files import LessonFiles
from games.learn.lessons.models import Lesson, Skill, Track
from games.learn.puzzles.models import Puzzle, PuzzleSet
from games.learn.puzzles.puzzle_files import DailyFiles, SetFiles
from games.management.commands.load_content import KINDS
from games.teach.live.lessons.models import RoomLesson
from games.teach.live.lessons.room_lesson_files import RoomLessonFiles
from games.teach.work.plans.models import Plan
from games.teach.work.plans.plan_files import PlanFiles

from ..learn.lessons.lessons import PREDICT
from ..teach.live.room_lessons import LESSON as ROOM_LESSON

pytestmark = pytest.mark.django_db

COURSE_LESSON = {
    "slug": "a-lesson",
    "number": 1,
    "title": "A lesson",
    "track": "rows",
    "skills": ["look-back"],
    "summary": "Before.",
    "minutes": 5,
    "state": "published",
    "steps": [PREDICT],
}
PLAN = """
- slug: a-unit
  title: A unit
  track: rows
  about: Before.
  assignments:
    - {title: Week one, aim: To look back., opens_day: 0, due_day: 4, items: [nim 1+2+4 misere]}
"""
QUESTIONS = """
- slug: a-question
  title: A question
  asked: Who wins?
  source: A book
  status: open
  known: Before.
  references: A paper (2024)
  checked_on: 2026-11-25
  state: published
"""
PUZZLES = "- {ruleset: nim, position: 1+2, convention: misere, goal: move}\n"


@dataclass(frozen=True)
class Example:
    """One thing of a kind in its *file*. An author changes the *words* there; an editor changes
    *column* on the site. *broken* is what stands in the place of *right* to break the file, and
    *said* is what is said of that."""

    kind: type[ContentFiles[Any]]
    model: type[Any]
    file: str
    text: str
    words: tuple[str, str]
    column: str
    right: str
    broken: str
    said: str

    def __str__(self) -> str:
        return self.kind.name


EXAMPLES = [
    Example(
        LessonFiles,
        Lesson,
        "lessons/01-a-lesson.yaml",
        as_yaml(COURSE_LESSON),
        ("Before.", "After – “now”."),
        "summary",
        "answer: P",
        "answer: N",
        "01-a-lesson.yaml, step 1: answer: N is wrong; the right answer is P",
    ),
    Example(
        SetFiles,
        PuzzleSet,
        "sets.yaml",
        "- {slug: a-set, title: A set, note: Before.}\n",
        ("Before.", "After – “now”."),
        "note",
        "slug: a-set",
        "slug: a-sort",
        "a-sort.yaml: ",
    ),
    Example(
        PlanFiles,
        Plan,
        "plans/rows.yaml",
        PLAN,
        ("Before.", "After – “now”."),
        "about",
        "1+2+4 misere",
        "1+1 misere move",
        "rows.yaml, plan 1: Week one: nim 1+1 misere move",
    ),
    Example(
        RoomLessonFiles,
        RoomLesson,
        "live/two.yaml",
        ROOM_LESSON,
        ("A short one.", "After – “now”."),
        "about",
        "{outcome: N}",
        "{outcome: P}",
        "two.yaml, step 1: the fact about",
    ),
    Example(
        OpenQuestionFiles,
        OpenQuestion,
        "questions/sources.yaml",
        QUESTIONS,
        ("Before.", "After – “now”."),
        "known",
        "checked_on: 2026-11-25",
        "checked_on: last week",
        "sources.yaml, question 1: checked_on: a day such as 2026-11-25 is expected",
    ),
]
each_kind = pytest.mark.parametrize("example", EXAMPLES, ids=str)


@pytest.fixture
def folder(tmp_path):
    """A folder of content with one thing of every kind."""
    for name in ("lessons", "live", "plans", "puzzles", "questions"):
        (tmp_path / name).mkdir()
    (tmp_path / "tracks.yaml").write_text("- {slug: rows, title: Rows}\n")
    (tmp_path / "skills.yaml").write_text("- {slug: look-back, title: Look back}\n")
    (tmp_path / "puzzles" / "a-set.yaml").write_text(PUZZLES)
    for example in EXAMPLES:
        (tmp_path / example.file).write_text(example.text)
    return tmp_path


def rewrite(folder, example, before, after):
    path = folder / example.file
    text = path.read_text()
    assert before in text
    path.write_text(text.replace(before, after, 1))


def load(folder, *options) -> None:
    call_command("load_content", folder, *options)


def stored() -> list[Any]:
    """Every row that loading may write."""
    models = (Track, Skill, Lesson, Puzzle, PuzzleSet, Plan, RoomLesson, OpenQuestion)
    return [list(model._default_manager.order_by("pk").values()) for model in models]


def test_every_kind_has_an_example():
    # A day has no words of its own; what files do to it stands in tests/games/content/test_drafts.
    assert [*(example.kind for example in EXAMPLES), DailyFiles] == list(KINDS)


@each_kind
def test_what_is_unchanged_is_not_written(folder, example):
    load(folder)
    before, loaded = stored(), example.model.objects.get().loaded
    assert len(loaded) == 64
    again = example.kind.load(folder)
    assert (again.read, again.unchanged, again.lines) == (1, 1, [])
    assert (again.created, again.updated, again.kept) == (0, 0, 0)
    assert stored() == before


@each_kind
def test_what_its_file_changes_is_written(folder, example):
    load(folder)
    row = example.model.objects.get()
    rewrite(folder, example, *example.words)
    done = example.kind.load(folder)
    assert (done.updated, done.unchanged) == (1, 0)
    [line] = done.lines
    assert line.endswith(": updated")
    assert line.startswith(example.file.rpartition("/")[2])
    assert "After – “now”." in done.diffs[0]
    after = example.model.objects.get()
    assert (after.pk, getattr(after, example.column)) == (row.pk, "After – “now”.")
    assert example.kind().is_as_loaded(after)
    assert example.kind.load(folder).unchanged == 1


@each_kind
def test_what_an_editor_changed_is_kept_and_said(folder, example, capsys):
    load(folder)
    example.model.objects.update(**{example.column: "Mine."})
    rewrite(folder, example, *example.words)
    capsys.readouterr()
    load(folder)
    said = capsys.readouterr().out
    assert "changed on this site after loading, so left as it is" in said
    assert "1 kept" in said
    assert getattr(example.model.objects.get(), example.column) == "Mine."
    load(folder, "--overwrite")
    assert getattr(example.model.objects.get(), example.column) == "After – “now”."


@each_kind
def test_what_an_editor_made_under_the_same_address_is_kept(folder, example):
    load(folder)
    loaded = example.model.objects.get().loaded
    example.model.objects.update(loaded="", **{example.column: "Mine."})
    done = example.kind.load(folder)
    if example.kind.adopts:  # it is older than the digests
        assert example.model.objects.get().loaded == loaded
    else:
        assert (done.kept, example.model.objects.get().loaded) == (1, "")


@each_kind
@pytest.mark.parametrize("text", [None, b"nonsense: [", b"\xff\xfe\x00", b"&a [*a]", b"7", b""])
def test_a_broken_file_is_named_and_nothing_of_it_is_stored(folder, example, text):
    load(folder)
    before = stored()
    if text is None:
        rewrite(folder, example, example.right, example.broken)
    else:
        (folder / example.file).write_bytes(text)
    with pytest.raises(CommandError) as refused:
        load(folder)
    said = str(refused.value)
    assert said.startswith(example.said if text is None else example.file.rpartition("/")[2])
    if text is not None:
        assert len(said.splitlines()) == 1
    assert stored() == before


@each_kind
def test_a_folder_without_files_of_a_kind_leaves_it_alone(folder, example):
    if example.kind is LessonFiles:
        return  # there is always a course
    load(folder)
    (folder / example.file).unlink()
    parent = (folder / example.file).parent
    if parent != folder:
        parent.rmdir()
    load(folder)
    assert example.model.objects.count() == 1


@pytest.mark.parametrize(
    "example", [one for one in EXAMPLES if one.kind.goes], ids=lambda one: one.kind.name
)
def test_what_left_its_folder_goes_unless_an_editor_changed_it(folder, example):
    load(folder)
    text = (folder / example.file).read_text()
    (folder / example.file).unlink()
    load(folder)
    assert not example.model.objects.exists()
    (folder / example.file).write_text(text)
    load(folder)
    example.model.objects.update(**{example.column: "Mine."})
    (folder / example.file).unlink()
    load(folder)
    assert example.model.objects.count() == 1


def test_digests_are_those_that_are_stored_already():
    """Computed by the release before; another digest would take every row for an editor's."""
    content = {"title": "A – “b”", "order": 1}
    assert digest(content).startswith("6d5e923039ff07eb")
    assert digest([content, [None]], is_ascii=True).startswith("2e7e0c0514c5b706")
