"""A step of a lesson laid out for its page: the board, what was answered, what comes next."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.functional import cached_property

from games.boards.board_view import BoardView, view
from games.boards.boards import Board
from games.boards.films import FilmView
from games.boards.learnt import Theories
from games.boards.lenses import Lens, lens
from games.boards.limits import ask_within_limits
from games.exercises.films import NAME, film_of
from games.exercises.grading import grade, key_in_words
from games.exercises.hints import TIERS, Hint
from games.exercises.siblings import sibling
from games.exercises.tasks import Task
from games.exercises.verdicts import Verdict
from games.lessons.feedback import Feedback, feedback
from games.lessons.learnt import learnt_by
from games.lessons.models import Step, StepAttempt, StepRecord
from games.lessons.progress import LessonState
from games.lessons.scenes import StepScene, draw_scene
from solver import Convention, Player, Question, SolverError, parse_position

SECOND, THIRD = 2, 3
"""The wrong answers that bring the picture that matters, and the answer."""
PICTURE = 3
"""The hint that brings the picture, too."""
WRONG_BEFORE_ANSWER = 2
"""Wrong answers after which the right one may be looked up, hints or not."""


@dataclass
class StepPage:
    """One step for one person. *attempt* is the answer being looked at, the *miss*-th wrong one
    of them, *given* its text in a preview, where nothing is recorded; where it *is again* asked,
    what was looked up before is not told.

    The first wrong answer is told what the other player does, the second also the author's
    general words and the picture that matters, the third the answer.
    """

    state: LessonState
    step: Step
    record: StepRecord | None = None
    attempt: StepAttempt | None = None
    given: str = ""
    wrong: int = 0
    miss: int = 0
    is_preview: bool = False
    is_again: bool = False
    frame: str = ""
    why: str = ""

    @cached_property
    def theories(self) -> Theories:
        """What the reasons may speak of."""
        return learnt_by(self.state.lesson)

    @cached_property
    def task(self) -> Task | None:
        """The exercise; None where the step only tells."""
        return Task(self.step, self.theories) if self.step.goal else None

    @property
    def heading(self) -> str:
        """The title of the step, else what it asks."""
        return self.step.title or (self.task.asks if self.task else self.state.lesson.title)

    @property
    def is_recorded(self) -> bool:
        """Whether what is done here is kept: not in a preview."""
        return not self.is_preview

    @property
    def is_done(self) -> bool:
        return self.record is not None and self.record.done_at is not None

    @cached_property
    def answered(self) -> str:
        return self.attempt.answer if self.attempt else self.given

    @cached_property
    def verdict(self) -> Verdict | None:
        """What the answer being looked at was worth, judged again."""
        if not self.answered or self.task is None:
            return None
        try:
            return grade(self.step, self.answered, self.theories)
        except SolverError:  # it was given before the question changed
            return None

    @cached_property
    def feedback(self) -> Feedback | None:
        """The author's words for it."""
        if self.verdict is None:
            return None
        said = feedback(self.step, self.verdict)
        waits = self.miss == 1 and self.task and self.task.asking.words_wait
        return Feedback(said.key, "") if said.is_general and waits else said

    @cached_property
    def line(self) -> bool:
        """Whether the board shows the moves that an answer leads to."""
        if self.task is None or self.verdict is None or not self.task.asking.has_position:
            return False
        return bool(self.task.asking.played(self.task, self.answered))

    @cached_property
    def picture(self) -> Hint | None:
        """The frame that matters: after the second wrong answer, or with the third hint."""
        if self.task is None or self.knows_answer:
            return None
        last = min(PICTURE, len(self.step.hints))
        if self.miss < SECOND and not (self.tier and self.tier >= last):
            return None
        return self.task.asking.picture(self.task)

    # --- the board --------------------------------------------------------------------

    @cached_property
    def position(self) -> str:
        """What lies on the board: the step's position, or what was built."""
        if self.task and not self.task.asking.has_position:
            return self.task.asking.laid(self.answered) if self.verdict else ""
        return self.step.position

    @property
    def shows_board(self) -> bool:
        return bool(self.step.ruleset and self.position)

    @property
    def shows_answer(self) -> bool:
        """Whether the board shows what was answered and asks no more: after a right answer, and
        after any move, since the reply is seen on the board."""
        if self.task is None or self.verdict is None:
            return False
        return self.verdict.correct or self.task.asking.is_on_board

    @cached_property
    def board(self) -> BoardView | None:
        """The board; after a move as it is then, else with every move to choose. None where
        the scene stands for it."""
        if not self.shows_board or self.scene_is_board or self.picture_is_board or self.film:
            return None
        if self.line and self.task:
            return self.task.answered(self.answered)
        rules = ask_within_limits(self.step.ruleset, self.position, self.convention.value).ruleset
        board = Board.of(rules, tuple(size for size in parse_position(self.position) if size))
        if self.task is None:
            return view(board)
        asking = self.task.asking
        if self.shows_answer:
            return view(board)
        player = Player.parse(self.step.to_move or None)
        return view(board, player, playable=asking.is_on_board, marks=asking.is_marked)

    @cached_property
    def convention(self) -> Convention:
        return Convention.parse(self.step.convention or Convention.MISERE.value)

    @cached_property
    def scene(self) -> StepScene | None:
        """The author's scene."""
        if "scene" not in self.step.extra or not self.step.position:
            return None
        return draw_scene(self.step, self.asked, self.frame, self.frame_address)

    @property
    def scene_is_board(self) -> bool:
        """Whether the scene stands for the board: not where the board is touched to answer, or
        shows something else."""
        return bool(self.scene) and not (self.is_touched or self.line or self.picture or self.film)

    @property
    def picture_is_board(self) -> bool:
        """Whether the picture that matters stands for the board, which is not to be touched now."""
        return bool(self.picture) and (bool(self.line) or not self.is_touched)

    @property
    def hint_picture(self) -> Hint | None:
        """The picture that matters, where it stands with the hints: the board is to be touched."""
        return None if self.picture_is_board else self.picture

    @property
    def is_touched(self) -> bool:
        """Whether the board is touched to answer."""
        asking = self.task.asking if self.task else None
        return bool(asking and (asking.is_on_board or asking.is_marked))

    @cached_property
    def has_sibling(self) -> bool:
        """Whether one like it may be tried, once it has been difficult."""
        looked_up = bool(self.record and self.record.answer_shown)
        if self.task is None or not self.is_recorded or not (looked_up or self.wrong >= SECOND):
            return False
        return sibling(self.task) is not None

    @cached_property
    def film(self) -> FilmView | None:
        """Why the answer is so, frame by frame, where that is asked for and may be told."""
        if self.task is None or not self.shows_reasons:
            return None
        return film_of(self.task, self.why, lambda number: self.frame_address(number, "why"))

    @property
    def film_url(self) -> str:
        """Where that film begins."""
        has_film = self.task is not None and self.task.asking.has_position
        return f"{self.frame_address(1, 'why')}#{NAME}" if has_film else ""

    def frame_address(self, number: int, name: str = "frame") -> str:
        """The address of a frame of the step's scene, the answer looked at with it."""
        place = [self.state.lesson.slug, self.step.order]
        path = reverse(f"lessons:{'preview' if self.is_preview else 'step'}", args=place)
        answered = {"answer": str(self.attempt.token)} if self.attempt else {}
        return f"{path}?{urlencode(answered | {name: str(number)})}"

    @cached_property
    def asked(self) -> Question:
        """The step's position as the solver is asked about it."""
        return ask_within_limits(
            self.step.ruleset,
            self.step.position,
            self.convention.value,
            self.step.to_move or None,
        )

    @cached_property
    def diagram(self) -> Lens | None:
        """The theory the author wants drawn; where that is the answer, only afterwards."""
        if not self.step.diagram or not self.step.position:
            return None
        drawn = self.task is not None and self.task.asking.is_drawn
        if self.hides_reasons and (drawn or self.step.diagram == "exhaustive"):
            return None
        return lens(self.asked, self.step.diagram)

    @property
    def shows_reasons(self) -> bool:
        """Whether the solver's reasons may be read: not before somebody knows the answer."""
        return self.task is None or self.knows_answer

    @property
    def hides_reasons(self) -> bool:
        return not self.shows_reasons

    @property
    def build_rows(self) -> list[str]:
        """What the inputs of a position to build hold, one a row."""
        most = self.step.extra.get("rows", (1, 6))[1]
        given = [size for size in self.answered.split("+") if size.isdigit()]
        return (given + [""] * most)[:most]

    # --- help -------------------------------------------------------------------------

    @property
    def tier(self) -> int:
        return self.record.hint_tier if self.record else 0

    @property
    def hints(self) -> list[str]:
        """The hints asked for so far; none once the answer is right."""
        return [] if self.is_right else list(self.step.hints[: self.tier])

    @property
    def has_help(self) -> bool:
        """Whether there is a hint to ask for, or the answer."""
        return not self.is_right and (self.may_look_up or bool(self.task and self.next_tier))

    @property
    def next_tier(self) -> int:
        """The number of the next hint, 0 if there is none."""
        return self.tier + 1 if self.tier < min(len(self.step.hints), TIERS) else 0

    @property
    def knows_answer(self) -> bool:
        """Whether the right answer has been given or looked up."""
        return self.is_done or self.is_told or self.is_right

    @property
    def is_right(self) -> bool:
        """Whether the answer being looked at is right."""
        return bool(self.verdict and self.verdict.correct)

    @property
    def is_told(self) -> bool:
        """Whether the answer is told: looked up, or after the third wrong one."""
        looked_up = bool(self.record and self.record.answer_shown)
        return (looked_up and not self.is_again) or self.miss >= THIRD

    @property
    def may_look_up(self) -> bool:
        """Whether the answer may be looked up: after all hints, or some wrong answers."""
        if self.task is None or self.task.asking.is_game or self.knows_answer:
            return False
        return not self.next_tier or self.wrong >= WRONG_BEFORE_ANSWER

    @cached_property
    def key(self) -> Verdict | None:
        """The right answer in words, once it may be seen."""
        if self.task is None or not self.is_told:
            return None
        return key_in_words(self.task)

    # --- going on ---------------------------------------------------------------------

    @property
    def next_order(self) -> int:
        """The number of the next step, 0 after the last."""
        order = self.step.order or 0
        return order + 1 if order < self.state.size else 0

    @property
    def token(self) -> uuid.UUID:
        return uuid.uuid4()
