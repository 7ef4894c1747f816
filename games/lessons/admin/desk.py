"""The steps of a lesson while they are written, as :mod:`games.desks.drafts` holds them."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from django.http import QueryDict
from django.utils.datastructures import MultiValueDict

from games.boards.editing import changed
from games.boards.limits import ask_within_limits
from games.boards.thumbnails import Thumbnail, thumbnail
from games.content.shapes import Content, Problem
from games.desks.controls import says_nothing
from games.desks.drafts import OPEN, Drafts, WrittenDraft
from games.lessons.admin.controls import CONTROLS, StepSetting
from games.lessons.checks import CLAIMED_FACTS, check_step, fill_key, true_of
from games.lessons.models import TELL, Lesson, Step, step_kinds
from games.lessons.schema import MAX_STEPS, read_step, step_readers
from solver import Convention, SolverError, format_position

FIRST_WORDS = 12


class Draft(WrittenDraft):
    """A step as it was typed."""

    @property
    def kind(self) -> str:
        return str(self.content.get("kind") or TELL)

    @property
    def kind_words(self) -> str:
        return dict(step_kinds()).get(self.kind, self.kind)

    @property
    def words(self) -> str:
        """Its title, and the first words of its text."""
        text = str(self.content.get("text") or "").split()
        cut = " ".join(text[:FIRST_WORDS]) + (" …" if text[FIRST_WORDS:] else "")
        return ": ".join(filter(None, (str(self.content.get("title") or ""), cut)))

    @property
    def picture(self) -> Thumbnail | None:
        """The board it is about, where it can be read; of one to build, the author's example."""
        place = self.content.get("position") or (
            self.content.get("answer") if self.kind == "build" else None
        )
        try:
            question = ask_within_limits(str(self.content.get("ruleset")), str(place), "misere")
            return thumbnail(question.ruleset, question.position)
        except SolverError:
            return None


class StepDesk(Drafts[Draft]):
    """The steps of a lesson in their order. *tried* is the move that was touched."""

    noun, home, most = "step", "A lesson", MAX_STEPS
    verbs = (*Drafts.verbs, "say")
    controls: ClassVar = CONTROLS
    readers = staticmethod(step_readers)
    """The controls there are, and what the keys of a draft of some kind are read with."""

    def __init__(self, drafts: list[Draft], opened: str = "") -> None:
        super().__init__(drafts, opened)
        self.tried = ""
        self.skills: list[tuple[str, str]] = []

    @classmethod
    def made(cls, key: str, content: Content) -> Draft:
        return Draft(key, content or {"kind": TELL})

    @classmethod
    def of(cls, lesson: Lesson | None) -> StepDesk:
        """A lesson as it is stored; a new one begins with a step."""
        if lesson is None or lesson.pk is None:
            return cls([Draft("new-1", {"kind": TELL})], "new-1")
        return cls([Draft(str(step.pk), step.content) for step in lesson.live_steps])

    def read_open(self, draft: Draft, data: QueryDict) -> Content:
        """The open step as its controls say it. A key that the solver finds is found anew."""
        kind = str(data.get(f"{OPEN}-kind") or draft.kind)
        setting = StepSetting(draft.content, [])
        content: Content = {}
        for key in self.readers(kind):
            if key == "answer" and not has_own_key(kind):
                continue
            widget = self.controls[key][2](setting)
            value = widget.value_from_datadict(data, MultiValueDict(), f"{OPEN}-{key}")
            if not says_nothing(value):
                content[key] = value
        content["kind"] = kind
        _fill_claims(content)
        return content

    @staticmethod
    def read(typed: Content, problems: list[Problem]) -> Content:
        """What was typed in canonical form, and what is wrong with its shape."""
        return read_step(typed, problems)

    @staticmethod
    def step(content: Content) -> Content:
        """A draft as the step it is for the solver."""
        return content

    @staticmethod
    def judge(content: Content, skills: Collection[str]) -> list[Problem]:
        """What the solver says against canonical content, whose key is filled in."""
        fill_key(content)
        return check_step(content, skills)

    def new_content(self) -> Content:
        """A new step on the rules of the one before it."""
        last = self.drafts[-1].content if self.drafts else {}
        kept = {key: last[key] for key in ("ruleset", "convention") if last.get(key)}
        return {"kind": TELL, **kept}

    # --- what its buttons do --------------------------------------------------------------

    def _try(self, move: str) -> None:
        self.tried = move

    def _say(self, habit: str) -> None:
        """Room for what is said to a mistake."""
        if self.open_draft:
            feedback = self.open_draft.content.setdefault("feedback", {})
            if isinstance(feedback, dict):
                feedback.setdefault(habit, "")

    def _touch(self, name: str, change: str) -> None:
        """A row of a board was touched."""
        draft = self.open_draft
        if draft is None:
            return
        held = draft.content.get(name)
        written = str(held) if held and held != "none" else "0"
        try:
            question = ask_within_limits(
                str(draft.content.get("ruleset") or ""), written, Convention.MISERE.value
            )
            new = changed(question, {"change": change})
        except SolverError as error:
            self.said = str(error)
            return
        if new is not None:
            draft.content[name] = format_position(new.position) if new.position else ""

    # --- checking -------------------------------------------------------------------------

    def check(self, skills: Collection[str]) -> list[Content]:
        """Every step in canonical form, with its key filled in; what is wrong is left with its
        draft, and the first such step is opened."""
        for draft in self.drafts:
            draft.content = self._checked(draft, skills)
        wrong = next((draft for draft in self.drafts if draft.problems), None)
        if wrong and not (self.open_draft and self.open_draft.problems):
            self.opened = wrong.key
        return [draft.content for draft in self.drafts]

    def _checked(self, draft: Draft, skills: Collection[str]) -> Content:
        """A draft in canonical form, with its key; what is wrong stays with it, and then the
        content stays as it was typed."""
        draft.problems = []
        typed = {key: value for key, value in draft.content.items() if not says_nothing(value)}
        content = self.read(typed, draft.problems)
        draft.problems = draft.problems or self.judge(content, skills)
        return draft.content if draft.problems else content


def has_own_key(kind: str) -> bool:
    """Whether the author chooses one of several right answers."""
    return kind in ("build", "company")


def _fill_claims(content: Content) -> None:
    """Facts that were asked for are what is true."""
    for claim in content.get("claims", []):
        for name in [name for name, value in claim.items() if value == ""]:
            if name in CLAIMED_FACTS:
                try:
                    claim[name] = true_of(Step.of(_place(content)), claim, name)
                except (SolverError, ValueError, TypeError, LookupError):
                    continue
            elif content.get(name):
                claim[name] = content[name]


def _place(content: Content) -> Content:
    keys = ("ruleset", "position", "convention", "to_move")
    return {"kind": TELL} | {key: str(content[key]) for key in keys if content.get(key)}
