"""What a phone shows in each stage of the room; the first match in :data:`PARTS` applies."""

from __future__ import annotations

from typing import Any

from games.exercises.grading import key_in_words
from games.live.lesson_parts import LessonPart
from games.live.models import Question
from games.live.phone import Phone, PhonePart
from games.live.phone_round import InRound
from games.live.turn_part import Turn

State = Question.State
NO_ANSWER = "You didn't answer."


class Over(PhonePart):
    """The room was closed by its instructor, or its three hours are over."""

    template = "live/phone_over.html"

    def is_on(self, phone: Phone) -> bool:
        return phone.room.is_over

    def words(self, phone: Phone) -> tuple[str, str]:
        return "This room is closed.", "Thank you for taking part."

    def context(self, phone: Phone) -> dict[str, Any]:
        judged = phone.room.questions.filter(state=State.JUDGED)
        return {"asked": judged}


class Paused(PhonePart):
    """The room is paused, so nobody can answer."""

    template = "live/phone_paused.html"

    def is_on(self, phone: Phone) -> bool:
        return phone.room.is_paused

    def words(self, phone: Phone) -> tuple[str, str]:
        return "Paused.", "Your answers are saved. This page continues by itself."


class Lobby(PhonePart):
    """No question has been asked yet."""

    template = "live/phone_lobby.html"

    def is_on(self, phone: Phone) -> bool:
        return phone.question is None

    def words(self, phone: Phone) -> tuple[str, str]:
        who = phone.participant.name
        return f"You're in, {who}.", "Look at the big screen. The question will appear here, too."


class TellPart(PhonePart):
    """A part of the lesson without a question, shown as its picture until a game or a question
    starts."""

    template = "live/phone_tell.html"

    def is_on(self, phone: Phone) -> bool:
        return phone.room.stage == "part"

    def words(self, phone: Phone) -> tuple[str, str]:
        return "", "Look at the big screen. Your turn comes soon."

    def context(self, phone: Phone) -> dict[str, Any]:
        part = phone.room.part
        assert part is not None
        return {"told": LessonPart(part.number, 0, part.content)}


class FilmPart(PhonePart):
    """The film, frame by frame, as on the wall."""

    template = "live/phone_film.html"

    def is_on(self, phone: Phone) -> bool:
        return phone.film is not None

    def words(self, phone: Phone) -> tuple[str, str]:
        return "", "This page follows the big screen."

    def context(self, phone: Phone) -> dict[str, Any]:
        return {"film": phone.film}


class AskedPart(PhonePart):
    """An open question; the answer may be changed."""

    template = "live/phone_asked.html"

    def is_on(self, phone: Phone) -> bool:
        return bool(phone.question and phone.question.is_open)

    def is_form(self, phone: Phone) -> bool:
        takes_one_touch = phone.task.asking.is_on_board or phone.task.options
        return not (phone.answer and takes_one_touch)

    def words(self, phone: Phone) -> tuple[str, str]:
        if phone.answer:
            return phone.said, "You can change it until the answers are shown."
        return "", "You haven't answered yet."

    def context(self, phone: Phone) -> dict[str, Any]:
        return {"board": phone.board(is_open=True), "given": phone.filled}


class ShownPart(PhonePart):
    """The time is up, or the wall shows the answers; nothing reveals what is right yet."""

    template = "live/phone_shown.html"

    def is_on(self, phone: Phone) -> bool:
        return bool(phone.question and phone.question.state != State.JUDGED)

    def words(self, phone: Phone) -> tuple[str, str]:
        assert phone.question is not None
        if phone.question.state == State.ASKED:
            return phone.said or NO_ANSWER, "Time's up. Wait for the answers."
        return phone.said or NO_ANSWER, "Look at the big screen to see what the class chose."

    def context(self, phone: Phone) -> dict[str, Any]:
        return {"board": phone.board(is_open=False)}


class JudgedPart(PhonePart):
    """The right answer, and the verdict on the participant's own."""

    template = "live/phone_judged.html"

    def is_on(self, phone: Phone) -> bool:
        return True

    def words(self, phone: Phone) -> tuple[str, str]:
        return "", "Look at the big screen to see why."

    def context(self, phone: Phone) -> dict[str, Any]:
        task = phone.task
        if phone.answer is None:
            return {"key": key_in_words(task), "board": task.drawn(is_open=False)}
        return {
            "verdict": task.asking.grade(task, phone.answer.text),
            "board": task.answered(phone.answer.text),
        }


PARTS: tuple[PhonePart, ...] = (
    Over(),
    Paused(),
    InRound(),
    FilmPart(),
    TellPart(),
    Lobby(),
    Turn(),
    AskedPart(),
    ShownPart(),
    JudgedPart(),
)


def part_of(phone: Phone) -> PhonePart:
    """What a phone shows now."""
    return next(part for part in PARTS if part.is_on(phone))
