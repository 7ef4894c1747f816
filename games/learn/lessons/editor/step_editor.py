"""The steps of a lesson while they are edited, as :mod:`games.content.editors.drafts` holds
them."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from django.http import QueryDict
from django.utils.datastructures import MultiValueDict

from games.boards.bounds import ask_within_limits
from games.boards.editing import changed
from games.boards.thumbnails import Thumbnail, thumbnail
from games.content.controls import says_nothing
from games.content.editors.drafts import OPEN, Drafts, WrittenDraft
from games.content.reading import sentence
from games.content.shapes import PLACE, Content, Problem, StepSetting
from games.learn.lessons.checks import CLAIMED_FACTS, check_step, fill_key, true_of
from games.learn.lessons.facts_said import doubts
from games.learn.lessons.models import TELL, Lesson, Step, step_kinds
from games.learn.lessons.schema import MAX_STEPS, read_step, step_shapes
from solver import Convention, SolverError, format_position

FIRST_WORDS = 12


class Draft(WrittenDraft):
    """A step as typed."""

    @property
    def kind(self) -> str:
        return str(self.content.get("kind") or TELL)

    shapes = staticmethod(step_shapes)
    """The keys that a kind of step may have."""

    def told(self, problem: Problem) -> str:
        """A problem as a sentence, after the label of its control."""
        shape = self.shapes(self.kind).get(problem.field)
        if shape is None or not shape.label:
            return sentence(problem)
        return f"{shape.label}: {sentence(problem.sentence)}"

    @property
    def kind_words(self) -> str:
        return dict(step_kinds()).get(self.kind, self.kind)

    @property
    def words(self) -> str:
        """The title and the first words of the text."""
        text = str(self.content.get("text") or "").split()
        cut = " ".join(text[:FIRST_WORDS]) + (" …" if text[FIRST_WORDS:] else "")
        return ": ".join(filter(None, (str(self.content.get("title") or ""), cut)))

    @property
    def picture(self) -> Thumbnail | None:
        """The board of the step, if it can be read; for one to build, the author's example."""
        place = self.content.get("position") or (
            self.content.get("answer") if self.kind == "build" else None
        )
        try:
            question = ask_within_limits(str(self.content.get("ruleset")), str(place), "misere")
            return thumbnail(question.ruleset, question.position)
        except SolverError:
            return None


class StepEditor(Drafts[Draft]):
    """The steps of a lesson in order. *tried* is the move that the author tried."""

    noun, home, most = "step", "A lesson", MAX_STEPS
    verbs = (*Drafts.verbs, "say")

    def __init__(self, drafts: list[Draft], opened: str = "") -> None:
        super().__init__(drafts, opened)
        self.tried = ""
        self.skills: list[tuple[str, str]] = []

    @classmethod
    def made(cls, key: str, content: Content) -> Draft:
        return Draft(key, content or {"kind": TELL})

    @classmethod
    def of(cls, lesson: Lesson | None) -> StepEditor:
        """The desk of a stored lesson; a new lesson begins with one step."""
        if lesson is None or lesson.pk is None:
            return cls([Draft("new-1", {"kind": TELL})], "new-1")
        return cls([Draft(str(step.pk), step.content) for step in lesson.live_steps])

    def read_open(self, draft: Draft, data: QueryDict) -> Content:
        """Read the open step from its controls. Leave out a key that the solver computes."""
        kind = str(data.get(f"{OPEN}-kind") or draft.kind)
        setting = StepSetting(draft.content)
        content: Content = {}
        for key, shape in draft.shapes(kind).items():
            if not shape.label:
                continue
            widget = shape.control(setting)
            value = widget.value_from_datadict(data, MultiValueDict(), f"{OPEN}-{key}")
            if not says_nothing(value):
                content[key] = value
        content["kind"] = kind
        _fill_claims(content)
        return content

    @staticmethod
    def read(typed: Content, problems: list[Problem]) -> Content:
        """The typed content in canonical form; append the errors in its shape."""
        return read_step(typed, problems)

    @staticmethod
    def step(content: Content) -> Content:
        """The content of a step for the solver."""
        return content

    @classmethod
    def stated(cls, content: Content) -> Step:
        """The step with its words and its facts."""
        return Step.of({"kind": TELL} | cls.step(content))

    @staticmethod
    def judge(content: Content, skills: Collection[str]) -> list[Problem]:
        """Fill in the key of canonical content, and return the solver's objections."""
        fill_key(content)
        return check_step(content, skills)

    def new_content(self) -> Content:
        """A new step with the same game and ending as the last one."""
        last = self.drafts[-1].content if self.drafts else {}
        kept = {key: last[key] for key in ("ruleset", "convention") if last.get(key)}
        return {"kind": TELL, **kept}

    # --- what its buttons do --------------------------------------------------------------

    def _try(self, move: str) -> None:
        self.tried = move

    def _say(self, habit: str) -> None:
        """Add an empty reply to a mistake."""
        if self.open_draft:
            feedback = self.open_draft.content.setdefault("feedback", {})
            if isinstance(feedback, dict):
                feedback.setdefault(habit, "")

    def _touch(self, name: str, change: str) -> None:
        """Change a row of the board that the author clicked."""
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
        """Return every step in canonical form with its key. Errors stay with their draft, and the
        first step with errors is opened."""
        for draft in self.drafts:
            draft.content = self._checked(draft, skills)
        wrong = next((draft for draft in self.drafts if draft.problems), None)
        if wrong and not (self.open_draft and self.open_draft.problems):
            self.opened = wrong.key
        return [draft.content for draft in self.drafts]

    def doubts(self) -> Iterator[str]:
        """Words of valid steps that contradict the solver, each with its step."""
        for number, draft in enumerate(self.drafts, 1):
            for doubt in doubts(self.stated(draft.content)):
                yield f"{self._called(number)}. {doubt} Look at the words again."

    def _checked(self, draft: Draft, skills: Collection[str]) -> Content:
        """A draft in canonical form, with its key. If it has errors, keep them with the draft and
        return the content as typed."""
        draft.problems = []
        typed = {key: value for key, value in draft.content.items() if not says_nothing(value)}
        content = self.read(typed, draft.problems)
        draft.problems = draft.problems or self.judge(content, skills)
        return draft.content if draft.problems else content


def _fill_claims(content: Content) -> None:
    """Fill in the empty facts of a claim with what is true."""
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
    return {"kind": TELL} | {key: str(content[key]) for key in PLACE if content.get(key)}
