"""The steps of an instructor in a room, by the names in their addresses."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

from django.http import QueryDict

from games.teach.live.leading import hosting, picking, turning, voting
from games.teach.live.leading.voting import countdown_ends
from games.teach.live.lessons.part_terms import FILMED
from games.teach.live.rooms.judging import judge as judge_answers
from games.teach.live.rooms.models import Room, RoomQuestion
from games.teach.live.rooms.room_parts import RoomPart
from games.teach.live.rooms.steps import StaleStepError, step
from games.teach.live.rounds import pairs
from solver import InvalidInputError

Step = Callable[[Room, int, QueryDict], None]
"""A function that applies a form's request to a room at a version. Raises the errors of
:func:`games.teach.live.rooms.steps.step`, and :class:`~solver.SolverError` for an impossible
request."""

PAUSED = "The room is paused. Continue first."
LONGEST_NUMBER = 3
NOT_SAID = {"csrfmiddlewaretoken", "version", "from"}
"""Fields in which two requests for the same step may differ."""


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


# --- the steps --------------------------------------------------------------------------------


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
    **turning.STEPS,
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
