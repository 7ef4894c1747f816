"""What a phone shows in each stage of the room; the first match in :data:`PARTS` applies."""

from __future__ import annotations

from typing import Any

from games.play.models import Seat
from games.questions.grading import key_in_words
from games.teach.live.lessons.lesson_parts import LessonPart
from games.teach.live.rooms.game import ClassGame
from games.teach.live.rooms.models import RoomQuestion
from games.teach.live.rooms.names import ShownNames
from games.teach.live.rooms.tally import verdict_on
from games.teach.live.rooms.turns import TurnTask
from games.teach.live.rounds.models import RoomGame, RoomPair
from games.teach.live.rounds.partners import NEIGHBOUR
from games.teach.live.rounds.places import RoundShown
from games.teach.live.screens.phone import Phone, PhonePart
from solver.teaching import capitalised, counted


class Turn(PhonePart):
    """A turn of the room's game, or its end."""

    def is_on(self, phone: Phone) -> bool:
        return _game(phone) is not None

    def is_form(self, phone: Phone) -> bool:
        return bool(phone.question and phone.question.is_open and not phone.answer)

    def words(self, phone: Phone) -> tuple[str, str]:
        game = _game(phone)
        assert game is not None
        if game.is_over:
            where = "Look at the big screen to see where the game turned."
            return game.verdict, where if game.turning_point else game.reason
        if game.is_counting:
            return phone.said or "You didn't vote.", "Time's up. The move is being made."
        if phone.answer:
            return phone.said, "You can change it until the votes are counted."
        late = "Nobody voted in time. " if game.was_missed else ""
        return "", f"{late}It's the class's turn: vote for a move."

    def context(self, phone: Phone) -> dict[str, Any]:
        game = _game(phone)
        assert game is not None
        more = {"board": game.task.drawn()} if game.is_over else {}
        page = phone.page(is_open=game.turn.is_open, verb="Vote for this move", **more)
        became = game.told_to(phone.participant)
        ends = game.ends if game.turn.is_open else None
        told = [game.told, became]
        return {"story": told, "ends": ends, "what": "Vote", **page.context, "rule": None}

    def where(self, phone: Phone) -> str:
        game = _game(phone)
        assert game is not None
        return game.title

    def heading(self, phone: Phone) -> str:
        game = _game(phone)
        assert game is not None
        return capitalised(f"{game.rule.ends}.")


def _game(phone: Phone) -> ClassGame | None:
    """The room's current game, with the task that the phone has already read."""
    if phone.question is None or phone.question.turn_version is None:
        return None
    return ClassGame(phone.task) if isinstance(phone.task, TurnTask) else None


class InRound(PhonePart):
    """A link to the participant's game, and after the round their place."""

    template = "teach/live/phone_round.html"

    def is_on(self, phone: Phone) -> bool:
        return phone.room.round is not None

    def words(self, phone: Phone) -> tuple[str, str]:
        now = phone.room.round
        assert now is not None
        pair = phone.pair
        if not now.is_going:
            stands = RoundShown(now).said_of(phone.participant)
            return f"Round {now.number} is over.", stands or "You play in the next round."
        if pair is None:
            return f"Round {now.number} has started.", "You play in the next round, or sooner."
        if pair.at is None:
            won = sum(game.winner == phone.participant for game in pair.ordered)
            games = counted(len(pair.ordered), "game")
            return f"You have won {won} of {games}.", "Others are still playing."
        other = partner(pair, phone)
        where = other or f"at table {pair.table}"
        return f"You play {where}.", turn(pair.at, phone, other or NEIGHBOUR.lower())

    def context(self, phone: Phone) -> dict[str, Any]:
        now = phone.room.round
        assert now is not None
        pair = phone.pair if now.is_going else None
        has_name = pair is not None and partner(pair, phone)
        table = pair.table if pair and not has_name else None
        return {"round": RoundShown(now), "game": pair.at if pair else None, "table": table}

    def where(self, phone: Phone) -> str:
        now = phone.room.round
        assert now is not None
        return f"Round {now.number}{'' if now.is_going else ' is over'}"

    def heading(self, phone: Phone) -> str:
        now = phone.room.round
        assert now is not None
        return capitalised(f"{RoundShown(now).rule.ends}.")


def partner(pair: RoomPair, phone: Phone) -> str:
    """The name of the partner, as this participant may read it; empty if the two find each other by
    the table number."""
    other = pair.partner_of(phone.participant)
    if other is None:
        return pair.ordered[0].character
    return ShownNames(phone.room).of(other)


def turn(game: RoomGame, phone: Phone, other: str) -> str:
    """The number of the game, and who starts it or that it is under way."""
    if game.pair.taken_over_at and game.match.moves.exists():
        return f"Game {game.number} of {len(game.NUMBERS)} is under way."
    starts = (game.owner == phone.participant) == (game.match.starter == Seat.OWNER)
    who = "you start" if starts else f"{other} starts"
    return f"Game {game.number} of {len(game.NUMBERS)}: {who}."


State = RoomQuestion.State
NO_ANSWER = "You didn't answer."


class Over(PhonePart):
    """The room was closed by its instructor, or its three hours are over."""

    template = "teach/live/phone_over.html"

    def is_on(self, phone: Phone) -> bool:
        return phone.room.is_over

    def words(self, phone: Phone) -> tuple[str, str]:
        return "This room is closed.", "Thank you for taking part."

    def context(self, phone: Phone) -> dict[str, Any]:
        judged = phone.room.questions.filter(state=State.JUDGED)
        return {"asked": judged}

    def heading(self, phone: Phone) -> str:
        return "The room is closed"


class Paused(PhonePart):
    """The room is paused, so nobody can answer."""

    template = "teach/live/phone_picture.html"

    def is_on(self, phone: Phone) -> bool:
        return phone.room.is_paused

    def words(self, phone: Phone) -> tuple[str, str]:
        return "Paused.", "Your answers are saved. This page continues by itself."

    def heading(self, phone: Phone) -> str:
        return "Paused"


class Lobby(PhonePart):
    """No question has been asked yet."""

    template = "teach/live/phone_picture.html"

    def is_on(self, phone: Phone) -> bool:
        return phone.question is None

    def words(self, phone: Phone) -> tuple[str, str]:
        who = phone.participant.name
        return f"You're in, {who}.", "Look at the big screen. The question will appear here too."

    def where(self, phone: Phone) -> str:
        return "You're in"

    def heading(self, phone: Phone) -> str:
        return phone.room.title


class TellPart(PhonePart):
    """A part of the lesson without a question, shown as its picture until a game or a question
    starts."""

    template = "teach/live/phone_tell.html"

    def is_on(self, phone: Phone) -> bool:
        return phone.room.stage == "part"

    def words(self, phone: Phone) -> tuple[str, str]:
        return "", "Look at the big screen. Your turn comes soon."

    def context(self, phone: Phone) -> dict[str, Any]:
        return {"told": self._part(phone)}

    def heading(self, phone: Phone) -> str:
        return self._part(phone).title

    @staticmethod
    def _part(phone: Phone) -> LessonPart:
        part = phone.room.part
        assert part is not None
        return part.told


class FilmPart(PhonePart):
    """The film, frame by frame, as on the wall."""

    template = "teach/live/phone_film.html"

    def is_on(self, phone: Phone) -> bool:
        return phone.film is not None

    def words(self, phone: Phone) -> tuple[str, str]:
        return "", "This page follows the big screen."

    def context(self, phone: Phone) -> dict[str, Any]:
        return {"film": phone.film}

    def where(self, phone: Phone) -> str:
        return f"Question {phone.number}" if phone.question else phone.room.title

    def heading(self, phone: Phone) -> str:
        assert phone.film is not None
        return phone.film.title


class QuestionPart(PhonePart):
    """A question at the table."""

    def where(self, phone: Phone) -> str:
        return f"Question {phone.number}"

    def heading(self, phone: Phone) -> str:
        return phone.task.asks


class AskedPart(QuestionPart):
    """An open question; the answer may be changed."""

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
        assert phone.question is not None
        page = phone.page(is_open=True, verb="Send my answer")
        return {"ends": phone.question.ends_at, "what": "Answer", **page.context}


class ShownPart(QuestionPart):
    """The time is up, or the wall shows the answers; nothing reveals what is right yet."""

    def is_on(self, phone: Phone) -> bool:
        return bool(phone.question and phone.question.state != State.JUDGED)

    def words(self, phone: Phone) -> tuple[str, str]:
        assert phone.question is not None
        if phone.question.state == State.ASKED:
            return phone.said or NO_ANSWER, "Time's up. Wait for the answers."
        return phone.said or NO_ANSWER, "Look at the big screen to see what the class chose."

    def context(self, phone: Phone) -> dict[str, Any]:
        return phone.page().context


class JudgedPart(QuestionPart):
    """The right answer, and the verdict on the participant's own."""

    def is_on(self, phone: Phone) -> bool:
        return True

    def words(self, phone: Phone) -> tuple[str, str]:
        return "", "Look at the big screen to see why."

    def context(self, phone: Phone) -> dict[str, Any]:
        task = phone.task
        if phone.answer is None:
            board = task.drawn(is_open=False)
            return phone.page(key=key_in_words(task), key_lead=NO_ANSWER, board=board).context
        verdict = verdict_on(phone.answer, task.exercise, task.theories)
        board = task.answered(phone.answer.text, verdict)
        return phone.page(verdict=verdict, habit=verdict.habit, board=board).context


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
