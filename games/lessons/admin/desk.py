"""The steps of a lesson while they are written: folded to one line each, one of them open.

Nothing of it is stored before the lesson is saved. A page holds every step as content, and the
controls of the open one; a button posts all of it, and gets it back changed.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass, field

from django.http import QueryDict
from django.utils.datastructures import MultiValueDict

from games.boards.editing import changed
from games.boards.limits import ask_within_limits
from games.boards.thumbnails import Thumbnail, thumbnail
from games.content.shapes import Content, Problem
from games.exercises.goals import ASKINGS
from games.exercises.tasks import Task
from games.lessons.admin.controls import CONTROLS, Setting
from games.lessons.admin.widgets import says_nothing
from games.lessons.checks import CLAIMED_FACTS, check_step, true_of
from games.lessons.models import TELL, Lesson, Step, step_kinds
from games.lessons.schema import MAX_STEPS, read_step, step_readers
from solver import Convention, SolverError, format_position

OPEN = "open"
"""What the names of the controls of the open step begin with."""
ACTIONS = ("do", "change", "key-change", "move")
"""What a button of the desk is called."""
FIRST_WORDS = 12


@dataclass
class Draft:
    """A step as it was typed. *key* is the number of its row, or ``new-1``; *problems* is what is
    wrong with it, once it was checked."""

    key: str
    content: Content
    problems: list[Problem] = field(default_factory=list)

    @property
    def row(self) -> int | None:
        return int(self.key) if self.key.isdigit() else None

    @property
    def written(self) -> str:
        return json.dumps(self.content, ensure_ascii=False, separators=(",", ":"))

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


class Desk:
    """The *drafts* of a lesson in their order; *opened* is the key of the one that is open.
    *said* is what has just been done, and *tried* the move that was touched."""

    def __init__(self, drafts: list[Draft], opened: str = "") -> None:
        self.drafts, self.opened = drafts, opened
        self.said = ""
        self.tried = ""
        self.skills: list[tuple[str, str]] = []

    @classmethod
    def of(cls, lesson: Lesson | None) -> Desk:
        """A lesson as it is stored; a new one begins with a step."""
        if lesson is None or lesson.pk is None:
            return cls([Draft("new-1", {"kind": TELL})], "new-1")
        return cls([Draft(str(step.pk), step.content) for step in lesson.live_steps])

    @classmethod
    def posted(cls, data: QueryDict) -> Desk:
        """What a page holds."""
        keys, texts = data.getlist("step_key"), data.getlist("step")
        drafts = [
            Draft(key[:12], _content(text))
            for key, text in zip(keys[: MAX_STEPS + 3], texts, strict=False)
        ]
        desk = cls(drafts, str(data.get("step_open") or ""))
        if desk.open_draft:
            desk.open_draft.content = _read_open(desk.open_draft, data)
        return desk

    @property
    def open_draft(self) -> Draft | None:
        return next((draft for draft in self.drafts if draft.key == self.opened), None)

    @property
    def rows(self) -> list[int | None]:
        return [draft.row for draft in self.drafts]

    @property
    def is_full(self) -> bool:
        return len(self.drafts) >= MAX_STEPS

    def number(self, key: str) -> int:
        """The place of a step, from 1; 0 where there is none."""
        return next((n for n, draft in enumerate(self.drafts, 1) if draft.key == key), 0)

    # --- what its buttons do --------------------------------------------------------------

    def do(self, data: QueryDict) -> None:
        """What the button that was pressed asks for."""
        pressed = {name: str(data.get(name) or "") for name in ACTIONS if name in data}
        if "move" in pressed:
            self.tried = pressed["move"]
        elif "change" in pressed:
            self._touch("position", pressed["change"])
        elif "key-change" in pressed:
            self._touch("answer", pressed["key-change"])
        else:
            verb, _, about = pressed.get("do", "").partition(":")
            action = getattr(self, f"_{verb}", None) if verb in VERBS else None
            if action:
                action(about)

    def _open(self, key: str) -> None:
        self.opened = key

    def _fold(self, key: str) -> None:
        self.opened = ""

    def _up(self, key: str, by: int = -1) -> None:
        here = self.number(key) - 1
        there = here + by
        if here >= 0 and 0 <= there < len(self.drafts):
            self.drafts.insert(there, self.drafts.pop(here))
            self.said = f"Step {here + 1} is step {there + 1} now."

    def _down(self, key: str) -> None:
        self._up(key, 1)

    def _copy(self, key: str) -> None:
        here = self.number(key)
        if here and not self.is_full:
            twin = Draft(self._new_key(), dict(self.drafts[here - 1].content))
            self.drafts.insert(here, twin)
            self.opened = twin.key
            self.said = f"Step {here + 1} is a copy of step {here}."

    def _remove(self, key: str) -> None:
        here = self.number(key)
        if here:
            self.drafts.pop(here - 1)
            self.said = f"Step {here} is taken out; it is gone once you save."

    def _add(self, _: str) -> None:
        """A new step on the rules of the one before it."""
        if self.is_full:
            self.said = f"A lesson has at most {MAX_STEPS} steps."
            return
        last = self.drafts[-1].content if self.drafts else {}
        kept = {key: last[key] for key in ("ruleset", "convention") if last.get(key)}
        self.drafts.append(Draft(self._new_key(), {"kind": TELL, **kept}))
        self.opened = self.drafts[-1].key
        self.said = f"Step {len(self.drafts)} is new."

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

    def _new_key(self) -> str:
        taken = {draft.key for draft in self.drafts}
        return next(key for n in range(1, 99) if (key := f"new-{n}") not in taken)

    # --- checking -------------------------------------------------------------------------

    def check(self, skills: Collection[str]) -> list[Content]:
        """Every step in canonical form, with its key filled in; what is wrong is left with its
        draft, and the first such step is opened."""
        for draft in self.drafts:
            draft.content = checked(draft, skills)
        wrong = next((draft for draft in self.drafts if draft.problems), None)
        if wrong and not (self.open_draft and self.open_draft.problems):
            self.opened = wrong.key
        return [draft.content for draft in self.drafts]


VERBS = ("open", "fold", "up", "down", "copy", "remove", "add", "say")


def _content(text: str) -> Content:
    """A step that a page holds; what is no step is an empty one."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return {"kind": TELL}
    return value if isinstance(value, dict) else {"kind": TELL}


def _read_open(draft: Draft, data: QueryDict) -> Content:
    """The open step as its controls say it. A key that the solver finds is found anew."""
    kind = str(data.get(f"{OPEN}-kind") or draft.kind)
    setting = Setting(draft.content, [])
    content: Content = {}
    for key in step_readers(kind):
        if key == "answer" and not has_own_key(kind):
            continue
        widget = CONTROLS[key][2](setting)
        value = widget.value_from_datadict(data, MultiValueDict(), f"{OPEN}-{key}")
        if not says_nothing(value):
            content[key] = value
    content["kind"] = kind
    _fill_claims(content)
    return content


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


def checked(draft: Draft, skills: Collection[str]) -> Content:
    """A draft in canonical form, with its key; what is wrong stays with it, and then the content
    stays as it was typed."""
    draft.problems = []
    typed = {key: value for key, value in draft.content.items() if not says_nothing(value)}
    content = read_step(typed, draft.problems)
    if not draft.problems:
        _fill_key(content)
        draft.problems = check_step(content, skills)
    return draft.content if draft.problems else content


def _fill_key(content: Content) -> None:
    """The right answer, where there is one and none was given."""
    asking = ASKINGS.get(content["kind"])
    if asking is None or not asking.answers or "answer" in content:
        return
    try:
        solution = asking.solution(Task(Step.of(content)))
    except SolverError:
        return  # the check says what is wrong
    if solution is not None:
        content["answer"] = solution
