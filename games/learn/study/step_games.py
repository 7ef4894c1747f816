"""The game of a step, which is played on the step's page, and its result."""

from __future__ import annotations

import uuid
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.functional import cached_property

from games.boards.bounds import ask_within_limits
from games.learn.lessons.feedback import mistake_by, mistake_of_game, words_to_mistake
from games.learn.lessons.models import Lesson, Step, StepAttempt, StepRecord
from games.learn.progress import progress as course
from games.learn.progress.learnt import learnt_by
from games.learn.progress.progress import LessonState, Onward
from games.learn.study.page import StepPage
from games.learn.study.studying import finish, record_of, store
from games.people.browsers import owner_of
from games.people.models import Owner, owned_by, owner_fields
from games.play.models import Match, Seat, other_seat
from games.play.origins import MatchPlace, Origin, Setup, register
from games.play.protocol import StaleMoveError, choose_starter, open_match
from games.play.showing import table_page
from games.play.table import Table
from games.questions.attempts import Attempts, GradedAnswer, one_at_a_time
from games.questions.grading import LOST, WON
from solver import Inquiry, Move

TEMPLATE = "learn/study/game.html"


def start_game(owner: Owner, step: Step) -> Match:
    """The running game of a step, or a new one."""
    opening = open_match(owner, Setup.of(step, origin=step.get_absolute_url()))
    with one_at_a_time(owner):
        record = record_of(owner, step)
        if record.match is None or record.match.state == Match.State.FINISHED:
            record.match = opening.store()
            record.save(update_fields=["match", "changed_at"])
        return record.match


@dataclass
class StepGame:
    """The game of a *step*; *record* is the person's progress, None before the start."""

    step: Step
    record: StepRecord | None

    @cached_property
    def state(self) -> LessonState:
        return course.state_of(self.record.owner if self.record else None, self.step.lesson)

    @property
    def is_open(self) -> bool:
        """Whether the step is still in a published lesson."""
        return bool(self.step.order) and self.step.lesson.state == Lesson.State.PUBLISHED

    @property
    def place(self) -> MatchPlace:
        return MatchPlace(self.step.get_absolute_url(), TEMPLATE, self.around)

    def around(self, request: HttpRequest) -> dict[str, Any]:
        """The context that the step's page adds to the game."""
        page = StepPage(self.state, self.step, record=self.record)
        return {
            "page": page,
            "question": page.question,
            "step": self.step,
            "heading": page.heading,
            "lesson": self.step.lesson,
            "state": self.state,
            "thanks": request.GET.get("reported") == "1",
        }

    def following(self, match: Match) -> Onward | None:
        """Where to go on, once the game is over or was won before."""
        is_done = match.is_won or bool(self.record and self.record.done_at)
        if not is_done and match.state != Match.State.FINISHED:
            return None
        return self.state.onward(self.step.order or 1, is_done=is_done)


def game_page(
    request: HttpRequest, step: Step, state: LessonState, *, problem: str = "", status: int = 200
) -> HttpResponse:
    """The page of a step with its game: the current one, or one set up to begin."""
    owner = owner_of(request)
    records = StepRecord.objects.filter(step=step).select_related("match", "user", "visitor")
    record = owned_by(owner, records).first() if owner else None
    game = StepGame(step, record)
    game.state = state
    match, begin_url = record.match if record else None, ""
    if match is None:
        begin_url = reverse("lessons:play", args=[step.lesson.slug, step.order])
        setup = Setup.of(step, origin=step.get_absolute_url())
        match = setup.laid_out(ask_within_limits(step.ruleset, step.position, setup.convention))
    match.part = game
    table = Table(match)
    match.version = match.version or 1  # the version that the first move sends
    return table_page(
        request, table, problem=problem, status=status, place=game.place, begin_url=begin_url
    )


@register
class LessonOrigin(Origin):
    """The origin of a game that belongs to a step."""

    label = "the lesson"
    address = "/learn/"

    def place(self, match: Match) -> MatchPlace | None:
        """The page of the step, for its latest game."""
        game = _game_of(match)
        return game.place if game and game.is_open else None

    def finished(self, match: Match) -> None:
        """Record a finished game as an answer; a game that was won completes its step."""
        game = _game_of(match)
        if game is None or game.record is None:
            return
        won = match.winner == Seat.OWNER
        store(
            Attempts(StepAttempt, owner_fields(game.record.owner), step=game.step),
            uuid.uuid5(match.pk, str(match.version)),
            GradedAnswer.to(game.step, WON if won else LOST, learnt_by(game.step.lesson)),
            game.record,
            helped=max([move.hint_tier for move in match.moves.all()], default=0),
            mistake=None if won else mistake_of_game(match),
        )
        if won:
            finish(game.record)

    def following(self, match: Match) -> Onward | None:
        game = _game_of(match)
        return game.following(match) if game and game.is_open else None

    def said(self, match: Match, mistake: tuple[Inquiry, Move] | None) -> str:
        """The author's words about the game."""
        game = _game_of(match)
        if game is None:
            return ""
        is_won = match.winner == Seat.OWNER
        return game.step.after if is_won else words_to_mistake(game.step, mistake_by(mistake)).text

    def may_swap(self, match: Match) -> bool:
        """A step may leave it to the student who starts."""
        game = _game_of(match)
        return bool(game and game.is_open and Setup.of(game.step).starter == "")

    def play_again(self, owner: Owner, match: Match, *, swap: bool = False) -> Match | None:
        """Play the step's game again if the step still exists, so that it counts."""
        game = _game_of(match)
        if game is None or not game.step.order:
            return None
        again = start_game(owner, game.step)
        if swap and again.state == Match.State.CHOOSING:
            with suppress(StaleMoveError):  # the same button was pressed twice
                choose_starter(again, other_seat(match.starter))
        return again


def _game_of(match: Match) -> StepGame | None:
    """The step of this game, if it is the latest one there; looked up once for a request."""
    if match.part is None:
        records = match.step_records.select_related("step__lesson__track", "user", "visitor")
        record = records.first()
        match.part = StepGame(record.step, record) if record else False
    return match.part or None
