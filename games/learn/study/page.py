"""The page of a step: the board, the scene, the film, and the next step."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.functional import cached_property

from games.boards.board_view import BoardView, view
from games.boards.boards import Board
from games.boards.bounds import ask_within_limits
from games.boards.films import FilmView
from games.boards.lenses import Lens, lens
from games.learn.lessons.scenes import StepScene, draw_scene
from games.learn.progress.progress import Onward
from games.learn.study.studying import SECOND, StepAnswer
from games.questions.grading import film_of
from games.questions.hints import TIERS, Hint
from games.questions.played_theorems import PlayedTheorems
from games.questions.question_page import Policy, QuestionPage, StepMark, TablePlace, WayOn
from solver import Convention, Inquiry, Player, parse_position

PICTURE = 3
"""The number of the hint that also shows the picture."""


@dataclass
class StepPage(StepAnswer):
    """The page of a step; *frame* belongs to the author's scene, *why* to the requested film.
    *theorems* are what the person has proved and may use on the board."""

    frame: str = ""
    why: str = ""
    theorems: PlayedTheorems | None = None

    @cached_property
    def line(self) -> bool:
        """Whether the board shows the moves that an answer leads to."""
        if self.task is None or self.verdict is None or not self.task.asking.has_position:
            return False
        kept = self.verdict.line
        return bool(self.task.asking.played(self.task, self.answered) if kept is None else kept)

    @cached_property
    def picture(self) -> Hint | None:
        """The frame with the main idea: after the second wrong answer, or with the third hint."""
        if self.task is None or self.knows_answer:
            return None
        last = min(PICTURE, len(self.step.hints))
        if self.miss < SECOND and not (self.tier and self.tier >= last):
            return None
        return self.task.asking.picture(self.task)

    @cached_property
    def policy(self) -> Policy:
        """What a step allows: any number of answers, each checked at once."""
        name = "preview" if self.is_preview else "step"
        slug, order = self.state.lesson.slug, self.step.order or 1

        def to(page: str, number: int = order) -> str:
            return reverse(f"lessons:{page}", args=[slug, number])

        marks = [
            StepMark(
                to(name, number),
                f"Step {number}{', done' if state.is_done else ''}",
                state.is_done,
                number == order,
            )
            for number, state in enumerate(self.state.steps, start=1)
        ]
        place = TablePlace(
            self.state.lesson.title,
            self.state.lesson.get_absolute_url(),
            tuple(marks),
            f"{order} of {self.state.size}",
            lines=self.state.lines,
            keeps_below=self.state.answers_below,
        )
        again = to(name) if self.is_preview else f"{to(name)}?again=1"
        return Policy(
            place,
            answer_url=to("preview" if self.is_preview else "answer"),
            hint_url="" if self.is_preview else to("hint"),
            form_id="step-form",
            hint_levels=0 if self.is_preview else min(len(self.step.hints), TIERS),
            swaps=self.is_recorded,
            next=self._next,
            again=WayOn("Try again", again, "again"),
        )

    @property
    def _next(self) -> WayOn | None:
        if not self.is_preview:
            return WayOn(*self.onward)
        if not self.next_order:
            return None
        slug = self.state.lesson.slug
        return WayOn("Next", reverse("lessons:preview", args=[slug, self.next_order]))

    @property
    def is_open(self) -> bool:
        """Whether the table takes an answer."""
        if self.task is None or self.task.asking.is_game or self.film:
            return False
        return not self.shows_answer and not self.picture_is_board

    @property
    def question(self) -> QuestionPage:
        """The step at the table."""
        return QuestionPage(
            self.policy,
            self.task,
            heading=self.heading,
            is_open=self.is_open,
            verdict=self.verdict,
            key=self.key,
            said=self.said,
            tells=self.shows_reasons,
            hints=self.hints,
            board=self.board,
            film=self.film,
            film_url=self.film_url,
            picture=self.picture if self.picture_is_board else None,
            hint_picture=self.hint_picture,
            scene=self.scene if self.scene_is_board else None,
            theorems=self.theorems,
        )

    # --- the board --------------------------------------------------------------------

    @cached_property
    def position(self) -> str:
        """The position on the board: the step's own, or the one that was built."""
        if self.task and not self.task.asking.has_position:
            return self.task.asking.laid(self.answered) if self.verdict else ""
        return self.step.position

    @property
    def shows_board(self) -> bool:
        return bool(self.step.ruleset and self.position)

    @property
    def shows_answer(self) -> bool:
        """Whether the board shows the answer and accepts no more: after a right answer, and after
        any move, because the board shows the reply."""
        if self.task is None or self.verdict is None:
            return False
        return self.verdict.correct or self.task.asking.is_on_board

    @cached_property
    def board(self) -> BoardView | None:
        """The board: after a move with the result, otherwise with all moves. None if the scene
        replaces it."""
        if not self.shows_board or self.scene_is_board or self.picture_is_board or self.film:
            return None
        if self.line and self.task:
            return self.task.answered(self.answered, self.verdict)
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
        return draw_scene(
            self.step, self.asked, self.frame, self.frame_address, is_known=self.knows_answer
        )

    @property
    def scene_is_board(self) -> bool:
        """Whether the scene replaces the board: not if the student answers on the board, if it
        shows something else, or if the scene shows a single row."""
        elsewhere = self.is_touched or self.line or self.picture or self.film
        return bool(self.scene and not self.scene.is_of_refusal) and not elsewhere

    @property
    def picture_is_board(self) -> bool:
        """Whether the picture with the main idea replaces the board, which then takes no answer."""
        return bool(self.picture) and (bool(self.line) or not self.is_touched)

    @property
    def hint_picture(self) -> Hint | None:
        """The picture to show with the hints; None if it already replaces the board."""
        return None if self.picture_is_board else self.picture

    @property
    def is_touched(self) -> bool:
        """Whether the student answers on the board."""
        asking = self.task.asking if self.task else None
        return bool(asking and (asking.is_on_board or asking.is_marked))

    @cached_property
    def film(self) -> FilmView | None:
        """The explanation frame by frame, if it was requested and may be shown."""
        if self.task is None or not self.shows_reasons:
            return None
        return film_of(self.task, self.why, lambda number: self.frame_address(number, "why"))

    @property
    def film_url(self) -> str:
        """The address of the first frame of that film."""
        has_film = self.task is not None and self.task.asking.has_position
        return self.frame_address(1, "why") if has_film else ""

    def frame_address(self, number: int | str, name: str = "frame") -> str:
        """The address of a frame of the step's scene; it keeps the answer that is shown."""
        place = [self.state.lesson.slug, self.step.order]
        path = reverse(f"lessons:{'preview' if self.is_preview else 'step'}", args=place)
        answered = {"answer": str(self.attempt.token)} if self.attempt else {}
        return f"{path}?{urlencode(answered | {name: str(number)})}"

    @cached_property
    def asked(self) -> Inquiry:
        """The step's position as a question for the solver."""
        return ask_within_limits(
            self.step.ruleset,
            self.step.position,
            self.convention.value,
            self.step.to_move or None,
        )

    @cached_property
    def diagram(self) -> Lens | None:
        """The theory that the author wants drawn; if it gives the answer away, only afterwards."""
        if not self.step.diagram or not self.step.position:
            return None
        drawn = self.task is not None and self.task.asking.is_drawn
        if self.hides_reasons and (drawn or self.step.diagram == "exhaustive"):
            return None
        return lens(self.asked, self.step.diagram)

    # --- going on ---------------------------------------------------------------------

    @property
    def next_order(self) -> int:
        """The number of the next step in a preview; 0 after the last."""
        order = self.step.order or 0
        return order + 1 if order < self.state.size else 0

    @property
    def onward(self) -> Onward:
        """Where the step leads. A step that only tells is done once somebody goes on."""
        is_done = self.task is None or self.is_done or self.is_right
        return self.state.onward(self.step.order or 1, is_done=is_done)
