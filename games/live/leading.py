"""What an instructor does with a room, step by step: each step by the name in its address."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

from django.http import QueryDict

from games.live import hosting, neighbours, voting
from games.live.doing import StaleStepError, step
from games.live.models import Question, Room
from solver import BELOW, THEORIES, InvalidInputError

Step = Callable[[Room, int, QueryDict], None]
"""Does one thing to a room at a version, as a form asks for it. Raises as
:func:`games.live.doing.step`, and :class:`~solver.SolverError` for what cannot be done."""

FILMS = {BELOW, *(theory.key for theory in THEORIES)}
LONGEST_NUMBER = 3
NOT_SAID = {"csrfmiddlewaretoken", "version", "from"}
"""What forms of one step may differ in."""


def lead(room: Room, name: str, version: int, post: QueryDict) -> None:
    """Make the step called *name*; the same one sent twice is made once. Raises as a step."""
    said = _said(name, post)
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


def _said(name: str, post: QueryDict) -> str:
    """A step with what its form says, whatever that is, as the mark by which it is known again."""
    fields = (
        f"{key}={value}"
        for key in sorted(post)
        for value in post.getlist(key)
        if key not in NOT_SAID
    )
    said = "\n".join((name, *fields))
    return sha256(said.encode("utf-8", "surrogatepass")).hexdigest()


# --- the steps --------------------------------------------------------------------------------


def ask(room: Room, version: int, post: QueryDict) -> None:
    """Go to a question by its *number*, and ask it if it was not asked yet."""
    number = post.get("number", "")
    is_number = number.isdecimal() and len(number) <= LONGEST_NUMBER
    known = room.questions.filter(number=number) if is_number else room.questions.none()
    question = known.first()
    if question is None:
        raise InvalidInputError.of("a question of this room", number, "choose one of them")
    _go(room, version, question)


def following(room: Room) -> Question | None:
    """The question that comes next: the first that was not asked yet."""
    waiting = room.questions.filter(state=Question.State.WAITING, turn_version=None)
    return waiting.first()


def go_on(room: Room, version: int, post: QueryDict) -> None:
    """Ask the next question."""
    question = following(room)
    if question is None:
        raise InvalidInputError("That was the last question of this room.", value="")
    _go(room, version, question)


def _go(room: Room, version: int, question: Question) -> None:
    """Make *question* the one that the room is at."""
    with step(room, version, current=question, round=None):
        of_it = Question.objects.filter(pk=question.pk, state=Question.State.WAITING)
        of_it.update(state=Question.State.ASKED)
    question.refresh_from_db()


def show(room: Room, version: int, post: QueryDict) -> None:
    """Show what was answered; what comes after is late."""
    _turn(room, version, Question.State.ASKED, state=Question.State.SHOWN)


def judge(room: Room, version: int, post: QueryDict) -> None:
    """Show what is right."""
    _turn(room, version, Question.State.SHOWN, state=Question.State.JUDGED)


def film(room: Room, version: int, post: QueryDict) -> None:
    """Show a *frame* of the film by a *theory*, counted from 1; 0 puts it away."""
    theory, frame = post.get("theory", ""), post.get("frame", "")
    if not (frame.isdecimal() and len(frame) <= LONGEST_NUMBER):
        raise InvalidInputError.of("a frame of a film", frame, "choose one that is offered")
    if int(frame) and theory not in FILMS:
        raise InvalidInputError.of("a theory", theory, "choose one that is offered")
    columns = {"frame": int(frame)} | ({"theory": theory} if int(frame) else {})
    _turn(room, version, Question.State.JUDGED, **columns)


def _turn(room: Room, version: int, before: Question.State, **columns: object) -> None:
    """Change *columns* of the question the room is at, in the state *before*."""
    question = room.current
    if question is None or question.state != before:
        raise InvalidInputError("That cannot be shown for this question yet.", value="")
    with step(room, version):
        Question.objects.filter(pk=question.pk).update(**columns)
    for name, value in columns.items():
        setattr(question, name, value)


STEPS: dict[str, Step] = {
    "ask": ask,
    "next": go_on,
    "show": show,
    "judge": judge,
    "film": film,
    **voting.STEPS,
    **neighbours.STEPS,
    **hosting.STEPS,
}
"""Every step by its name in ``/live/<code>/do/<step>/``."""
