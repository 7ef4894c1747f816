"""A question on its page, wherever it is asked: what the table and its dock show.

A place (a step of a lesson, a puzzle, a test, homework, a phone in a room) supplies a
:class:`Policy`: where one is, whether and where one may answer or ask for a hint, and what comes
next. Everything else follows from the question, the answer that is shown and its verdict.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.utils.functional import cached_property

from games.boards.board_view import BoardView
from games.boards.films import FilmView
from games.boards.rules import RuleText, rule_of
from games.questions.goals.goal import Fields
from games.questions.hints import Hint
from games.questions.played_theorems import PlayedTheorems
from games.questions.shown_question import ShownQuestion
from games.questions.verdicts import Verdict
from solver.teaching import Misconception

IN_DOCK, WORDS_IN_DOCK = 3, 28
"""So many answers of so many letters stand in the dock side by side: on a phone of 320 pixels, each
has two lines of about a dozen letters, and three where they are many."""


class StepMark(NamedTuple):
    """One of the steps of a place, drawn as a match that is burnt once it is done."""

    url: str
    label: str
    is_done: bool
    is_here: bool

    @property
    def state(self) -> str:
        return "done" if self.is_done else "todo"


@dataclass(frozen=True)
class TablePlace:
    """Where somebody is: the *name* of the lesson, set or class, with its address, its steps, and
    which of them this is, in words."""

    name: str
    url: str = ""
    marks: tuple[StepMark, ...] = ()
    counted: str = ""
    lines: int = 1
    """The lines of text above the board that the place needs."""
    keeps_below: bool = False
    """Whether the place keeps room below each board, since some question is answered there."""


class WayOn(NamedTuple):
    """A way on from the table: the *label* of its button, its address, and the id of the button.
    One that *posts* makes something, such as the next position of the trainer."""

    label: str
    url: str
    ident: str = "next"
    posts: bool = False


class DockWords(NamedTuple):
    """What has happened, in one line, and why; *is_prose* if an author wrote the reason."""

    lead: str
    why: str = ""
    sign: str = ""
    is_prose: bool = False


@dataclass(frozen=True)
class Policy:
    """What a place allows.

    Without *answer_url* an answer goes to the page's own address, and without *hint_url* hints are
    shown but not recorded. An answer that *counts_once* is chosen first and then sent. With
    *swaps*, htmx replaces the table alone. *next* leads on, and *again* asks once more. Of
    *hint_levels* hints one is given after the other.
    """

    place: TablePlace
    form_id: str
    answer_url: str = ""
    hint_url: str = ""
    hint_levels: int = 0
    verb: str = ""
    counts_once: bool = False
    swaps: bool = False
    next: WayOn | None = None
    again: WayOn | None = None


@dataclass
class QuestionPage:
    """A question with its answer and help, as one person sees it now.

    *task* is None where a step only tells, and the *heading* is the question itself where it is not
    given. *is_open*: the table takes an answer. *key* is the right answer once it may be shown,
    introduced by *key_lead*; *said* is what an author says. *tells*: the verdict on a wrong answer
    names the truth and the moves that win. *picture* and *scene* may lie on the table in place of
    the *board*; the *film* always does, and comes before what is next. *theme* goes along with
    every form. *theorems* change the open board without changing the question.
    """

    policy: Policy
    task: ShownQuestion | None
    heading: str = ""
    is_open: bool = True
    verdict: Verdict | None = None
    key: Verdict | None = None
    key_lead: str = "The answer."
    said: str = ""
    habit: Misconception | None = None
    tells: bool = True
    hints: Sequence[str] = ()
    board: BoardView | None = None
    film: FilmView | None = None
    film_url: str = ""
    explore: str = ""
    picture: Hint | None = None
    hint_picture: Hint | None = None
    scene: Any = None
    problem: str = ""
    given: Fields = field(default_factory=dict)
    token: uuid.UUID = field(default_factory=uuid.uuid4)
    theme: str = ""
    theorems: PlayedTheorems | None = None

    def __post_init__(self) -> None:
        if not self.is_open or self.film or self.picture or self.scene:
            self.theorems = None
        if self.theorems:
            self.given = self.given or self.theorems.fields
            if self.theorems.played and self.board:
                self.board = self.theorems.board

    @cached_property
    def rule(self) -> RuleText | None:
        """The rule of the game."""
        task = self.task
        if task is None:
            return None
        return rule_of(task.ruleset, task.convention, task.exercise.position)

    @property
    def context(self) -> dict[str, Any]:
        """What the template and its parts read."""
        return {
            "question": self,
            "task": self.task,
            "heading": self.heading or (self.task.asks if self.task else ""),
            "board": self.board,
            "rule": self.rule,
            "hints": self.hints,
            "given": self.given,
            "build_rows": self.build_rows,
            "problem": self.problem,
            "token": self.token,
            "theme": self.theme,
            "explore": self.explore,
        }

    @property
    def build_rows(self) -> list[str]:
        """The values of the boxes for a position to build: as typed or answered, then empty."""
        most = self.task.build_bounds[0][1] if self.task else 0
        return (self.given.get("row", []) + [""] * most)[:most]

    # --- what has happened ------------------------------------------------------------------

    @property
    def tone(self) -> str:
        """How the dock is filled: ``right``, ``wrong``, or not at all."""
        if self.verdict is None:
            return ""
        return "right" if self.verdict.correct else "wrong"

    @property
    def reel(self) -> FilmView | None:
        """The film on the table, which the dock turns frame by frame: the one that was asked for,
        or an author's until the dock shows a verdict."""
        return self.film or (self.scene.film if self.scene and not self.told else None)

    @property
    def asked_beside(self) -> str:
        """What is asked while a film is on the table."""
        return self.lead_line if self.is_open else ""

    @property
    def told(self) -> DockWords | None:
        """What the dock says after an answer, or with the right answer: the verdict, and the
        sentence that explains it best. The rest follows beneath the table."""
        verdict, key = self.verdict, self.key
        if verdict is None:
            return DockWords(self.key_lead, key.truth) if key else None
        if self.said:
            why = self.said
        elif verdict.correct:
            why = verdict.truth
        else:
            why = verdict.refutation or (key.truth if key else verdict.answered)
        return DockWords(verdict.words, why, verdict.glyph, is_prose=bool(self.said))

    @property
    def shows_truth(self) -> bool:
        """Whether the truth stands with the verdict."""
        return bool(self.verdict and (self.verdict.correct or self.tells))

    @property
    def reasons(self) -> Verdict | None:
        """The verdict whose reasons may be read."""
        shown = self.verdict if self.shows_truth else self.key
        return shown if shown and shown.reasons else None

    @property
    def why_url(self) -> str:
        """The address of the film that says why, once it may be seen and is not yet."""
        return self.film_url if self.reasons and not self.film else ""

    # --- help ---------------------------------------------------------------------------------

    @property
    def next_tier(self) -> int:
        """The number of the next hint; 0 if there is none."""
        given = len(self.hints)
        is_known = bool(self.key or (self.verdict and self.verdict.correct))
        return given + 1 if given < self.policy.hint_levels and not is_known else 0

    @property
    def hint_dots(self) -> list[bool]:
        """A dot for every hint, and whether it has been given."""
        return [number < len(self.hints) for number in range(self.policy.hint_levels)]

    # --- answering ------------------------------------------------------------------------------

    @property
    def chooses_in_dock(self) -> bool:
        """Whether the answers are few enough to be touched in the dock."""
        if self.task is None or self.policy.counts_once:
            return False
        options = self.task.options
        return 0 < len(options) <= IN_DOCK and all(
            len(option.label) <= WORDS_IN_DOCK for option in options
        )

    @property
    def sends(self) -> bool:
        """Whether a button sends what was touched, chosen or typed."""
        if self.task is None or self.task.asking.is_on_board:
            return False
        return self.policy.counts_once or not self.task.options

    @property
    def lead_line(self) -> str:
        """What to do now: the question, where a lesson's words stand above the board; otherwise
        whose turn it is."""
        task = self.task
        if task is None:
            return ""
        if self.heading and self.heading != task.asks:
            return task.asks
        return "" if task.asking.is_about_kinds else task.mover

    @property
    def way(self) -> WayOn | None:
        """The one way on; None while the table waits for an answer."""
        if self.is_open:
            return None
        is_wrong = self.tone == "wrong"
        return (self.policy.again if is_wrong else None) or self.policy.next
