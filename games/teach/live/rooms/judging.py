"""The verdicts on the answers of a room: given once, and kept with each answer.

An answer is not judged when it is sent. It may still change, and a wrong one takes the solver
longer, so the time of the response would tell its sender who is right.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from django.db.models import QuerySet

from games.boards.known_theories import Theories, theories_of
from games.learn.progress.learnt import theories_of_each
from games.questions.attempts import GradedAnswer, keep
from games.questions.kept_verdicts import read
from games.questions.question import QuestionLike
from games.questions.verdicts import Verdict
from games.teach.live.rooms.models import Answer, RoomQuestion
from solver import SolverError


def judge(answers: QuerySet[Answer]) -> list[Answer]:
    """The *answers* with their verdicts. Those without one are judged now, in words that their
    readers have learnt: equal answers once for all readers who have learnt the same. An answer that
    can no longer be read gets none."""
    told = list(answers.select_related("question", "participant__user", "participant__visitor"))
    new = [one for one in told if one.solved is None]
    learnt = theories_of_each(one.participant.owner for one in new) if new else {}
    alike: dict[tuple[int, str, frozenset[str]], list[Answer]] = defaultdict(list)
    for one in new:
        alike[one.question_id, one.text, learnt[one.participant.owner]].append(one)
    for (_, _, theories), same in alike.items():
        try:
            _judge(same, same[0].question, theories)
        except (SolverError, KeyError, ValueError, IndexError):
            continue
    return told


def judged(questions: Sequence[RoomQuestion]) -> list[Answer]:
    """The answers of people with an account to *questions*, earliest first, each with its verdict.
    Those that can no longer be read are left out."""
    answers = Answer.objects.counting().filter(
        question__in=questions, participant__user__isnull=False
    )
    return [one for one in judge(answers.order_by("given_at", "pk")) if one.solved is not None]


def verdict_on(answer: Answer, asked: QuestionLike, theories: Theories) -> Verdict:
    """The verdict on an answer as it was given. Without one the answer is judged now, with reasons
    in terms of *theories*. Raises :class:`~solver.SolverError` if it cannot be read."""
    return read(answer.judged) or _judge([answer], asked, theories)


def verdict_of(answer: Answer) -> Verdict:
    """The same in terms of what its reader has learnt."""
    return verdict_on(answer, answer.question, theories_of(answer.participant.owner))


def _judge(same: Sequence[Answer], asked: QuestionLike, theories: Theories) -> Verdict:
    """Judge equal answers and keep the verdict with each, unless one has changed meanwhile."""
    graded = GradedAnswer.to(asked, same[0].text, theories)
    kept = {name: graded.fields[name] for name in ("solved", "judged")}
    keys = [one.pk for one in same]
    keep(Answer.objects.filter(pk__in=keys, text=graded.text), **kept)
    for one in same:
        one.solved, one.judged = kept["solved"], kept["judged"]
    return graded.verdict
