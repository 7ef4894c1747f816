"""The puzzles of a set while an author edits it."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Iterable
from typing import Any

from django.http import QueryDict
from django.utils.functional import cached_property

from games.boards.thumbnails import Thumbnail
from games.content.editors.drafts import OPEN, Drafts, WrittenDraft
from games.learn.lessons.models import Lesson, Step
from games.learn.puzzles.models import Puzzle, PuzzleSet
from games.learn.puzzles.posing import QuestionEditor, read_columns
from games.learn.puzzles.puzzle_files import MAX_PUZZLES
from games.questions.question import COLUMNS, Question
from solver import SolverError, format_position, parse_position


class PuzzleDraft(WrittenDraft):
    """A puzzle of a set; its content is its columns. *remarks* are notes for the author."""

    def __init__(self, key: str, content: dict[str, Any]) -> None:
        super().__init__(key, {k: str(v) for k, v in content.items() if k in COLUMNS and v})
        self.remarks: list[str] = []

    @property
    def posing(self) -> QuestionEditor:
        """The puzzle on its board; solved once for the same content."""
        if getattr(self, "_of", None) != self.content:
            self._of, self._posing = dict(self.content), QuestionEditor(self.content, f"{OPEN}-")
        return self._posing

    @property
    def identity(self) -> uuid.UUID | None:
        """The key of the puzzle; None if the solver rejects it."""
        return self.made_puzzle.pk if self.made_puzzle else None

    @property
    def made_puzzle(self) -> Puzzle | None:
        """The puzzle, not stored."""
        asked = self.posing.asked
        if asked is None:
            return None
        facts = self.posing.facts
        puzzle = Puzzle(**asked.columns, difficulty=facts.difficulty if facts else 1)
        puzzle.pk = puzzle.identity
        return puzzle

    @property
    def picture(self) -> Thumbnail | None:
        return self.posing.picture

    @property
    def kind_words(self) -> str:
        return self.posing.goal_words

    @property
    def words(self) -> str:
        return self.posing.words


class SetEditor(Drafts[PuzzleDraft]):
    """The puzzles of a set in their order."""

    noun, home, fewest, most = "puzzle", "A set", 0, MAX_PUZZLES
    verbs = (*Drafts.verbs, "put")

    @classmethod
    def made(cls, key: str, content: dict[str, Any]) -> PuzzleDraft:
        return PuzzleDraft(key, content)

    @classmethod
    def of(cls, stored: PuzzleSet | None) -> SetEditor:
        """The stored puzzles of a set."""
        if stored is None:
            return cls([])
        items = stored.items.select_related("puzzle")
        return cls([cls.made(str(item.pk), item.puzzle.asked.columns) for item in items])

    def read_open(self, draft: PuzzleDraft, data: QueryDict) -> dict[str, Any]:
        return read_columns(data, f"{OPEN}-") if f"{OPEN}-position" in data else draft.content

    def new_content(self) -> dict[str, Any]:
        """The start of a new puzzle: the ruleset, convention and goal of the last one."""
        last = self.drafts[-1].content if self.drafts else {}
        return {name: last[name] for name in ("ruleset", "convention", "goal") if name in last}

    def _put(self, key: str) -> None:
        """Add a puzzle from the gallery."""
        try:
            puzzle = Puzzle.objects.filter(pk=uuid.UUID(key)).first()
        except ValueError:
            puzzle = None
        if puzzle is None or not self._has_room():
            return
        place = next((n for n, x in enumerate(self.drafts, 1) if x.identity == puzzle.pk), 0)
        if place:
            self.said = f"That puzzle is already in the set, as puzzle {place}."
            return
        self.drafts.append(self.made(self._new_key(), puzzle.asked.columns))
        self.said = f"Puzzle {len(self.drafts)} is {self.drafts[-1].words}."

    def _touch(self, name: str, change: str) -> None:
        draft = self.open_draft
        if draft is None:
            return
        try:
            draft.content |= draft.posing.touched(change)
        except SolverError as error:
            self.said = str(error)

    # --- problems and remarks -------------------------------------------------------------

    def look(self) -> None:
        """For each puzzle, set the solver's objection, repetitions, and where else a student meets
        it."""
        asked = [draft.posing.asked for draft in self.drafts if draft.posing.asked]
        met = asked_in_lessons(asked)
        stored = stored_puzzles(self.drafts)
        first: dict[Question, int] = {}
        places: dict[tuple[str, ...], int] = {}
        for number, draft in enumerate(self.drafts, 1):
            draft.problems, draft.remarks = [], []
            one = draft.posing.asked
            if one is None:
                draft.problems = [draft.posing.wrong or "Choose a game, a position and a question."]
                continue
            place = (one.ruleset, one.position, one.convention, one.to_move)
            if one in first:
                draft.problems = [f"This repeats puzzle {first[one]}."]
            elif place in places:
                draft.remarks = [f"Puzzle {places[place]} also asks about this position."]
            first.setdefault(one, number)
            places.setdefault(place, number)
            draft.remarks += [met[one]] if one in met else []
            puzzle = stored.get(draft.identity)
            if puzzle and puzzle.state != Puzzle.State.PUBLISHED:
                state = puzzle.get_state_display()
                draft.remarks.append(f"Students do not see this puzzle, because it is {state}.")

    @cached_property
    def known(self) -> list[uuid.UUID | None]:
        """The keys of the puzzles in the set."""
        return [draft.identity for draft in self.drafts]


def stored_puzzles(drafts: Iterable[PuzzleDraft]) -> dict[uuid.UUID | None, Puzzle]:
    """The drafts that are stored already, by key."""
    keys = [draft.identity for draft in drafts if draft.identity]
    return {puzzle.pk: puzzle for puzzle in Puzzle.objects.filter(pk__in=keys)}


# --- asked in lessons too -------------------------------------------------------------------------


def asked_in_lessons(asked: Collection[Question]) -> dict[Question, str]:
    """For each question that a published lesson asks, a sentence that says where. The order of the
    rows does not matter."""
    games = {(one.ruleset, one.convention, one.goal) for one in asked}
    steps = Step.objects.filter(
        lesson__state=Lesson.State.PUBLISHED,
        order__isnull=False,
        ruleset__in={ruleset for ruleset, _, _ in games},
        position__gt="",
    ).select_related("lesson")
    said: dict[Question, str] = {}
    for step in steps:
        place = format_position(tuple(sorted(parse_position(step.position))))
        key = Question(step.ruleset, place, step.convention, step.to_move, step.goal)
        lesson = step.lesson
        said.setdefault(
            key, f"Lesson {lesson.number}, “{lesson.title}”, asks this in step {step.order}."
        )
    return {one: said[one] for one in asked if one in said}
