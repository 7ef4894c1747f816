"""The area beside the open step of a desk: boards to edit, and the solver's results."""

from __future__ import annotations

from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils.functional import cached_property
from django.utils.safestring import SafeString

from games.boards.board_view import BoardView, view
from games.boards.boards import Board
from games.boards.bounds import ask_within_limits
from games.boards.editing import EditBoard, edit_board
from games.boards.rules import rule_of
from games.content.editors.drafts import OPEN
from games.content.reading import sentence
from games.content.shapes import PLACE, Content, ControlRow, StepSetting
from games.learn.lessons.editor.position_panel import PositionFacts, position_facts
from games.learn.lessons.editor.step_editor import Draft, StepEditor
from games.learn.lessons.facts_said import doubts, facts_in_words
from games.learn.lessons.models import Step
from games.learn.lessons.scenes import draw_scene
from games.learn.lessons.schema import HABIT_NAMES
from games.questions.goals import GOALS
from games.questions.goals.company import NOTHING
from games.questions.goals.goal import written_moves
from games.questions.goals.move import contradicted_moves, doing_in_words
from games.questions.shown_question import UNREADABLE, ShownQuestion, key_words, objection
from solver import Convention, Inquiry, SolverError
from solver.teaching import capitalised, remarks


@dataclass(frozen=True)
class TouchedMove:
    """A move that the author tried: whether it *wins*, a sentence in *words*, and the *habits* it
    may show, each with its key, its name and whether the step replies to it. *move* is a wrong move
    that may get its own reply, and *has_words* says whether it has one."""

    wins: bool
    words: str
    habits: tuple[tuple[str, str, bool], ...] = ()
    move: str = ""
    has_words: bool = False


class OpenStep:
    """The open step of a desk, for its page."""

    def __init__(self, desk: StepEditor, draft: Draft) -> None:
        self.desk, self.draft = desk, draft
        content = {k: v for k, v in draft.content.items() if isinstance(k, str)}
        read = desk.read(content, [])
        self.content: Content = desk.step(read)
        self._stated = desk.stated(read)
        self.asking = GOALS.get(draft.kind)

    @property
    def number(self) -> int:
        return self.desk.number(self.draft.key)

    @property
    def rows(self) -> list[ControlRow]:
        held = self.draft.content
        setting = StepSetting(held, self.desk.skills)
        wrong = {one.field: sentence(one.sentence) for one in reversed(self.draft.problems)}
        return [
            shape.row(key, f"{OPEN}-", held.get(key), setting, wrong.get(key, ""))
            for key, shape in self.draft.shapes(self.draft.kind).items()
            if shape.label and self._is_asked(key)
        ]

    def _is_asked(self, key: str) -> bool:
        """Whether a key applies to this kind of step; a key with a value is always shown."""
        if self.draft.content.get(key):
            return True
        if key == "to_move":
            return self.is_partizan
        if key in ("position", "diagram", "scene"):
            return self.asking is None or self.asking.has_position
        if key in ("hints", "feedback", "otherwise", "after", "skill"):
            return self.asking is not None
        return True

    @property
    def problems(self) -> list[str]:
        """The problems that belong to no control."""
        shown = set(self.draft.shapes(self.draft.kind))
        return [sentence(one) for one in self.draft.problems if one.field not in shown]

    # --- boards ---------------------------------------------------------------------------

    @property
    def is_partizan(self) -> bool:
        return bool(self._question and self._question.ruleset.partizan)

    @cached_property
    def _question(self) -> Inquiry | None:
        """The position, or an empty board if there is none; None if it cannot be read."""
        held = self.draft.content
        try:
            return ask_within_limits(
                str(held.get("ruleset") or ""),
                str(held.get("position") or "0"),
                str(held.get("convention") or Convention.MISERE.value),
                held.get("to_move") or None,
            )
        except SolverError:
            return None

    @property
    def editor(self) -> EditBoard | None:
        """The board on which the author edits the position."""
        if self.asking is not None and not self.asking.has_position:
            return None
        return edit_board(self._question) if self._question else None

    @property
    def key_editor(self) -> EditBoard | None:
        """A board for the author's own key."""
        if self.asking is None or not self.asking.has_own_key or self._question is None:
            return None
        held = self.draft.content.get("answer")
        try:
            rules = self._question.ruleset
            written = "0" if held in (None, "", NOTHING) else str(held)
            return edit_board(ask_within_limits(rules, written, Convention.MISERE.value))
        except SolverError:
            return None

    @cached_property
    def facts(self) -> PositionFacts | None:
        """The solver's facts about the position."""
        held = [str(self.draft.content.get(key) or "") for key in PLACE]
        try:
            return position_facts(*held, prefix="open-") if self._question else None
        except SolverError:
            return None

    @property
    def problem(self) -> str:
        """Why there is no board."""
        if not self.draft.content.get("ruleset"):
            return "Choose a game to see the board."
        return "" if self._question else "This position cannot be read yet."

    @property
    def board(self) -> BoardView | None:
        """The board on which the author tries moves; None if the step has none."""
        asked = self._question
        if asked is None or self.asking is None or not self.asking.has_position:
            return None
        if not asked.position or (asked.ruleset.partizan and asked.to_move is None):
            return None
        return view(
            Board.of(asked.ruleset, asked.position), asked.to_move, playable=True, prefix="try-"
        )

    @property
    def tried(self) -> TouchedMove | None:
        """The verdict on the move that was tried."""
        if not self.desk.tried or self._question is None or self.facts is None:
            return None
        try:
            task = ShownQuestion(self._mover_step)
            placed = task.board.place(self.desk.tried, task.player)
            right = written_moves(task.facts.analysis)
            if task.facts.analysis.keeps_win(placed.move):
                said = f"{doing_in_words(task.question, [self.desk.tried])} wins"
                return TouchedMove(True, sentence(capitalised(said)))
            said = contradicted_moves(task.question, [self.desk.tried], right)
            fitting = remarks(task.question, placed.move)
        except SolverError as error:
            return TouchedMove(False, str(error))
        has_words = self.draft.content.get("feedback") or {}
        habits = (
            (one.key, one.name, one.key in has_words) for one in fitting if one.key in HABIT_NAMES
        )
        move = "" if self.content.get("kind") != "move" else str(placed.move.canonical)
        return TouchedMove(False, sentence(said), tuple(habits), move, move in has_words)

    @property
    def _mover_step(self) -> Step:
        """The position with a question about moves."""
        content = {key: value for key, value in self.content.items() if key in PLACE}
        usual = {"convention": Convention.MISERE.value}
        return Step.of({"kind": "move", **usual, **content})

    @property
    def preview(self) -> SafeString | str:
        """The step as a student will see it."""
        return preview(self.content)

    @property
    def facts_said(self) -> list[str]:
        """What the facts of the step say."""
        return facts_in_words(self._stated)

    @property
    def doubts(self) -> list[str]:
        """The words that contradict the solver."""
        return list(doubts(self._stated))

    # --- the key --------------------------------------------------------------------------

    @property
    def key_words(self) -> list[str]:
        """The right answer in words; empty while there is no question."""
        return key_words(self._task) if self._task else []

    @property
    def objection(self) -> str:
        """Why the step cannot be asked, as a sentence; empty if it can."""
        return objection(self._task) if self._task else ""

    @cached_property
    def _task(self) -> ShownQuestion | None:
        if self.asking is None:
            return None
        try:
            return ShownQuestion(Step.of(self.content))
        except UNREADABLE:
            return None


TEMPLATE = "admin/games/lesson/preview.html"


def preview(content: Content) -> SafeString | str:
    """Render a step of canonical *content*; empty while there is nothing to show."""
    step = Step.of(content)
    try:
        return SafeString(render_to_string(TEMPLATE, _context(step)))
    except (SolverError, ValueError, TypeError, LookupError):
        return ""


def _context(step: Step) -> dict[str, object]:
    task = ShownQuestion(step) if step.goal else None
    if task is not None and (wrong := task.asking.contradiction(task)):
        return {"step": step, "heading": step.title, "problem": wrong}
    question = ask_within_limits(
        step.ruleset or "nim",
        step.position or "0",
        step.convention or Convention.MISERE.value,
        step.to_move or None,
    )
    rules, convention = question.ruleset, question.convention
    scene = draw_scene(step, question, "", lambda number: "#") if step.extra.get("scene") else None
    is_drawn = bool(step.position) and (task is None or task.is_drawn)
    fewest = task.build_bounds[0][1] if task else 0
    return {
        "step": step,
        "heading": step.title or (task.asks if task else ""),
        "task": task,
        "rule": rule_of(rules, convention, step.position) if step.ruleset else None,
        "board": view(Board.of(rules, question.position), prefix="seen-") if is_drawn else None,
        "scene": scene,
        "build_rows": [""] * fewest,
        "given": {},
    }
