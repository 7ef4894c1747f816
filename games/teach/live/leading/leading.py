"""The steps of an instructor in a room, by the names in their addresses: from part to part and
question to question, forwards and back, and what is shown of one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import Any

from django.db.models.functions import Coalesce
from django.http import QueryDict
from django.utils import timezone

from games.teach.live.leading import hosting, picking, voting
from games.teach.live.leading.voting import countdown_ends
from games.teach.live.lessons.lesson_parts import FILMED
from games.teach.live.rooms.agenda import Agenda, RoomPart
from games.teach.live.rooms.models import Room, RoomQuestion
from games.teach.live.rooms.steps import StaleStepError, step
from games.teach.live.rooms.tally import judge as judge_answers
from games.teach.live.rounds import pairs
from games.teach.live.rounds.partners import here
from solver import InvalidInputError

State = RoomQuestion.State
LONGEST_NUMBER = 3
NOTHING_EARLIER = "This is the beginning. Nothing comes before it."
NO_PART = "The room is not at a game of its lesson."
PAUSED = "The room is paused. Continue first."
NOT_SAID = {"csrfmiddlewaretoken", "version", "from"}
"""Fields in which two requests for the same step may differ."""

Step = Callable[[Room, int, QueryDict], None]
"""A function that applies a form's request to a room at a version. Raises the errors of
:func:`games.teach.live.rooms.steps.step`, and :class:`~solver.SolverError` for an impossible
request."""


def lead(room: Room, name: str, version: int, post: QueryDict) -> None:
    """Make the step called *name*; a repeated request counts once. Raises the errors of the
    step."""
    said = _fingerprint(name, post)
    if room.version == version + 1 and room.last_step == said:
        return
    if room.version != version:
        raise StaleStepError
    room.last_step = said
    try:
        STEPS[name](room, version, post)
    except StaleStepError:
        now = Room.objects.get(pk=room.pk)
        if (now.version, now.last_step) != (version + 1, said):
            raise


def _fingerprint(name: str, post: QueryDict) -> str:
    """A fingerprint of a step and its form, to recognise a repeated request."""
    fields = (
        f"{key}={value}"
        for key in sorted(post)
        for value in post.getlist(key)
        if key not in NOT_SAID
    )
    said = "\n".join((name, *fields))
    return sha256(said.encode("utf-8", "surrogatepass")).hexdigest()


def ask(room: Room, version: int, post: QueryDict) -> None:
    """Go to the question with this *number*, or to the lesson's *part* with this one."""
    name = "part" if "part" in post else "number"
    number = post.get(name, "")
    is_number = number.isdecimal() and number.isascii() and len(number) <= LONGEST_NUMBER
    if name == "part":
        part = room.parts.filter(number=number).first() if is_number else None
        if part is None:
            raise InvalidInputError.of("a part of this lesson", number, "choose one of them")
        _to_part(room, version, part)
        return
    question = room.questions.filter(number=number).first() if is_number else None
    if question is None:
        raise InvalidInputError.of("a question of this room", number, "choose one of them")
    part = room.parts.filter(question=question).first()
    _to_question(room, version, question, {"part": part} if part else {})


def go_on(room: Room, version: int, post: QueryDict) -> None:
    """Start the next part, or ask the next question."""
    following = Agenda(room).following
    if following is None:
        raise InvalidInputError("That was the last question of this room.", value="")
    if isinstance(following, RoomQuestion):
        _to_question(room, version, following, {})
    elif following.kind.in_rounds and here(room):
        pairs.begin_part(room, version, following, **_begun(room, following))
        _note(following)
    elif following.kind.by_votes and voting.can_begin(following):
        voting.begin_part(room, version, following, **_begun(room, following))
        _note(following)
    else:
        _to_part(room, version, following)


def begin(room: Room, version: int, post: QueryDict) -> None:
    """Start the game or the next round of the current part."""
    part = room.part
    if part and part.kind.in_rounds:
        pairs.begin_part(room, version, part)
    elif part and part.kind.by_votes:
        voting.begin_part(room, version, part)
    else:
        raise InvalidInputError(NO_PART, value="")


def back(room: Room, version: int, post: QueryDict) -> None:
    """Undo the last step: hide the right answer, take answers again, or go to the previous part;
    from the first part, to the lobby."""
    question = room.current
    is_asked = question is not None and question.turn_version is None and room.round is None
    before = BEFORE.get(question.state) if question and is_asked else None
    if question and before:
        columns = {"state": before, "frame": 0, "ends_at": None, "picked": ""}
        with step(room, version):
            RoomQuestion.objects.filter(pk=question.pk).update(**columns)
        for name, value in columns.items():
            setattr(question, name, value)
        return
    earlier = Agenda(room).earlier
    if isinstance(earlier, RoomPart):
        _to_part(room, version, earlier)
    elif isinstance(earlier, RoomQuestion):
        _to_question(room, version, earlier, {})
    elif room.current or room.part or room.round:
        with _leaving(room, version, current=None, part=None):
            pass
    else:
        raise InvalidInputError(NOTHING_EARLIER, value="")


BEFORE: dict[str, State] = {State.JUDGED: State.SHOWN, State.SHOWN: State.ASKED}
"""The state of a question that precedes each state."""


def _begun(room: Room, part: RoomPart) -> dict[str, Any]:
    """The columns of a room that starts *part*."""
    return {"part": part, "begun_at": room.begun_at or timezone.now()}


def _note(part: RoomPart) -> None:
    """Start the clock of a part, unless it has one."""
    RoomPart.objects.filter(pk=part.pk, begun_at=None).update(begun_at=timezone.now())


def _to_part(room: Room, version: int, part: RoomPart) -> None:
    """Go to *part*. A film starts again at its first frame; a game waits for its own step."""
    if part.question:
        _to_question(room, version, part.question, _begun(room, part))
        return
    with _leaving(room, version, current=None, **_begun(room, part)):
        RoomPart.objects.filter(pk=part.pk).update(
            frame=1, begun_at=Coalesce("begun_at", timezone.now())
        )
    part.frame = 1


def _to_question(room: Room, version: int, question: RoomQuestion, columns: dict[str, Any]) -> None:
    """Make *question* the current one, and ask it if it has not been asked yet."""
    with _leaving(room, version, current=question, **columns):
        RoomQuestion.objects.filter(pk=question.pk, state=State.WAITING).update(state=State.ASKED)
        RoomPart.objects.filter(question=question, begun_at=None).update(begun_at=timezone.now())
    question.refresh_from_db()


@contextmanager
def _leaving(room: Room, version: int, **columns: Any) -> Iterator[None]:
    """A step away from a game or a round; it ends a running round."""
    with step(room, version, round=None, **columns):
        pairs.end_rounds(room)
        yield


def show(room: Room, version: int, post: QueryDict) -> None:
    """Show the class's answers; later answers do not count."""
    _change_question(room, version, RoomQuestion.State.ASKED, state=RoomQuestion.State.SHOWN)


def judge(room: Room, version: int, post: QueryDict) -> None:
    """Show the right answer. No answer changes any more, so each gets its verdict before the phones
    ask for it."""
    question = room.current
    if question and question.state == RoomQuestion.State.SHOWN and question.turn_version is None:
        judge_answers(question.answers.filter(solved=None))
    _change_question(
        room, version, RoomQuestion.State.SHOWN, state=RoomQuestion.State.JUDGED, picked=""
    )


def count_down(room: Room, version: int, post: QueryDict) -> None:
    """Give the room ten more seconds; answers after that are too late."""
    if room.is_paused:
        raise InvalidInputError(PAUSED, value="")
    _change_question(room, version, RoomQuestion.State.ASKED, ends_at=countdown_ends())


def film(room: Room, version: int, post: QueryDict) -> None:
    """Show a *frame* (from 1) of the film by a *theory*; 0 closes the film."""
    theory, frame = post.get("theory", ""), post.get("frame", "")
    if not (frame.isdecimal() and len(frame) <= LONGEST_NUMBER):
        raise InvalidInputError.of("a frame of a film", frame, "choose one that is offered")
    if int(frame) and theory not in FILMED:
        raise InvalidInputError.of("a theory", theory, "choose one that is offered")
    part = room.part
    if room.stage == "part" and part and part.kind.is_film and int(frame):
        with step(room, version):
            RoomPart.objects.filter(pk=part.pk).update(frame=int(frame))
        part.frame = int(frame)
        return
    columns = {"frame": int(frame)} | ({"theory": theory} if int(frame) else {})
    _change_question(room, version, RoomQuestion.State.JUDGED, **columns)


def _change_question(
    room: Room, version: int, before: RoomQuestion.State, **columns: object
) -> None:
    """Change *columns* of the current question, which must be in the state *before*."""
    question = room.current
    if question is None or question.state != before:
        raise InvalidInputError("That cannot be shown for this question yet.", value="")
    with step(room, version):
        RoomQuestion.objects.filter(pk=question.pk).update(**columns)
    for name, value in columns.items():
        setattr(question, name, value)


STEPS: dict[str, Step] = {
    "ask": ask,
    "next": go_on,
    "begin": begin,
    "back": back,
    "show": show,
    "judge": judge,
    "countdown": count_down,
    "film": film,
    **voting.STEPS,
    **pairs.STEPS,
    **hosting.STEPS,
    **picking.STEPS,
}
"""Every step by its name in ``/live/<code>/do/<step>/``."""
