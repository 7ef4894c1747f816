"""A phone in a room; what it shows follows from the stage of the room.

Each stage of the room is a :class:`PhonePart` with its template. A new one needs a class in a file
of its own and a line in :mod:`games.teach.live.screens.phone_parts`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any, ClassVar

from django.urls import reverse
from django.utils.functional import cached_property

from games.boards.board_view import BoardView
from games.boards.films import FilmView
from games.boards.ghosts import Ghost, MoveOutline
from games.boards.lenses import theories_of
from games.questions.goals.goal import Fields
from games.questions.question_page import Policy, QuestionPage, TablePlace
from games.questions.shown_question import ShownQuestion
from games.teach.live.rooms.models import Answer, Participant, Room, RoomQuestion
from games.teach.live.rooms.room_films import film_of
from games.teach.live.rooms.turns import task_of
from games.teach.live.rounds.models import RoomPair
from games.teach.live.rounds.partners import pair_of


@dataclass
class Phone:
    """A participant's phone. *given* has the fields of a form that was refused."""

    room: Room
    participant: Participant
    given: Fields = field(default_factory=dict)

    @property
    def question(self) -> RoomQuestion | None:
        """The current question; None before the first one."""
        question = self.room.current
        if question is None or question.state == RoomQuestion.State.WAITING:
            return None
        return question

    @property
    def number(self) -> str:
        """The number of the question for an address."""
        return str(self.question.number) if self.question else ""

    @cached_property
    def film(self) -> FilmView | None:
        """The frame that every screen of the room shows, if any."""
        return film_of(self.room)

    @cached_property
    def task(self) -> ShownQuestion:
        """The task of the current question."""
        assert self.room.current is not None
        return task_of(self.room.current, theories_of(self.participant.owner))

    def page(self, *, is_open: bool = False, verb: str = "", **more: Any) -> QuestionPage:
        """The current question at the table; a room takes the last answer before its time is up."""
        url = f"{reverse('live:answer', args=[self.room.code])}?question={self.number}"
        policy = Policy(
            TablePlace(f"Question {self.number}"),
            form_id="live-form",
            answer_url=url,
            verb=verb,
            swaps=True,
        )
        shown: dict[str, Any] = {"board": self.board(is_open=is_open), "given": self.filled}
        return QuestionPage(policy, self.task, is_open=is_open, **(shown | more))

    @cached_property
    def answer(self) -> Answer | None:
        """This participant's answer; the last one counts."""
        return self.participant.answers.filter(question=self.room.current).first()

    @property
    def filled(self) -> Fields:
        """The values of the form: those that were refused, or the last answer."""
        if self.given or self.answer is None:
            return self.given
        return self.task.asking.fields(self.task, self.answer.text)

    def board(self, *, is_open: bool) -> BoardView:
        """The board; the chosen move is marked on it but not made."""
        task, chosen = self.task, []
        if self.answer and task.asking.is_on_board:
            placed = task.board.place(self.answer.text, task.player)
            chosen = [Ghost(placed, MoveOutline.MADE, self.said)]
        return task.drawn(is_open=is_open, ghosts=chosen)

    @cached_property
    def pair(self) -> RoomPair | None:
        """The pair of this participant in the current round."""
        return pair_of(self.room.round, self.participant) if self.room.round else None

    @property
    def said(self) -> str:
        """The answer as a sentence; empty if there is none."""
        return self.task.asking.said(self.task, self.answer.text) if self.answer else ""


class PhonePart(ABC):
    """What a phone shows in one stage of the room."""

    template: ClassVar[str] = ""
    """What lies on the table where no position is asked about."""

    @abstractmethod
    def is_on(self, phone: Phone) -> bool:
        """Whether this is the current stage."""

    @abstractmethod
    def words(self, phone: Phone) -> tuple[str, str]:
        """Two sentences, of which the first is the news; either may be empty."""

    @abstractmethod
    def heading(self, phone: Phone) -> str:
        """The heading of the page."""

    def where(self, phone: Phone) -> str:
        """Where one is, above the heading."""
        return phone.room.title

    def is_form(self, phone: Phone) -> bool:
        """Whether there is a form to fill in, so that the page must not reload itself."""
        return False

    def context(self, phone: Phone) -> dict[str, Any]:
        """The template context, in addition to the phone."""
        return {}
