"""The answers of a room: their verdicts, given once and kept with each, and how many gave which.

An answer is not judged when it is sent. It may still change, and a wrong one takes the solver
longer, so the time of the response would tell its sender who is right. They are counted once they
are shown. One that can no longer be read counts under its own text.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Min, Q, QuerySet
from django.utils.functional import cached_property

from games.boards.lenses import Theories, theories_of
from games.boards.looks.look import Placed
from games.boards.walls import ChosenMove, WallBoard, wall_board
from games.learn.progress.learnt import theories_of_each
from games.questions.attempts import GradedAnswer, keep
from games.questions.frames import WHO_WINS
from games.questions.grading import key_in_words
from games.questions.question import QuestionLike
from games.questions.verdicts import Verdict, read_verdict
from games.teach.live.rooms.models import Answer, RoomQuestion
from games.teach.live.rooms.room_films import theories_for
from games.teach.live.rooms.turns import task_of
from solver import SolverError
from solver.teaching import capitalised


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
    return read_verdict(answer.judged) or _judge([answer], asked, theories)


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


MOST_BARS = 5
"""The number of answers with a separate bar."""
MOST_NAMED = 3
"""Up to this number, winning moves are named; otherwise the wall shows only how many there are."""
TWO_LINES = 116
"""The number of letters in two lines of the smallest wall."""
UNREADABLE = 60
"""The number of letters to show of an unreadable answer."""


@dataclass(frozen=True)
class AnswerBar:
    """An answer that *number* people gave in the same words. *is_right* is None before the
    verdicts."""

    label: str
    number: int
    is_right: bool | None = None


@dataclass(frozen=True)
class AnswerCount:
    """An answer as it is stored, and the number of people who gave it. *is_right* is None before
    the verdicts, or if it cannot be read."""

    text: str
    number: int
    is_right: bool | None


class AnswerTally:
    """One question and its answers."""

    def __init__(self, question: RoomQuestion) -> None:
        self.question = question
        self.task = task_of(question, theories_for(question))
        self.is_shown = question.state in (RoomQuestion.State.SHOWN, RoomQuestion.State.JUDGED)
        self.is_judged = question.state == RoomQuestion.State.JUDGED

    @cached_property
    def given(self) -> list[AnswerCount]:
        """The different answers, most frequent first, of equally frequent ones the earliest
        first."""
        if not self.is_shown:
            return []
        rows = self._counted()
        if self.is_judged and any(known < number for _, number, _, known, _ in rows):
            judge(self.question.answers.filter(solved=None))
            rows = self._counted()
        ordered = sorted(rows, key=lambda row: (-row[1], row[2]))
        return [
            AnswerCount(text, number, right > 0 if self.is_judged and known else None)
            for text, number, _, known, right in ordered
        ]

    def _counted(self) -> list[tuple[str, int, datetime, int, int]]:
        """The different answers: how often each was given, when first, and how many of these have
        a verdict, and are right."""
        rows = self.question.answers.counting().order_by().values_list("text")
        right = Count("pk", filter=Q(solved=True))
        return list(
            rows.annotate(
                number=Count("pk"), first=Min("given_at"), known=Count("solved"), right=right
            )
        )

    @property
    def words(self) -> tuple[str, str]:
        """The words for a right answer and for a wrong one."""
        return ("wins", "loses") if self.task.asking.is_on_board else ("right", "wrong")

    @cached_property
    def answered(self) -> int:
        """The number of people who have answered."""
        return sum(one.number for one in self.given)

    @cached_property
    def bars(self) -> list[AnswerBar]:
        """The bars of the answers. Equal answers share a bar with the most frequent wording; the
        rarest share a last bar."""
        counts: dict[str, int] = {}
        right: dict[str, bool | None] = {}
        labels: dict[str, str] = {}
        for one in self.given:
            label = labels.setdefault(self._in_words(one.text), self._label(one.text))
            counts[label] = counts.get(label, 0) + one.number
            if label not in right:
                right[label] = one.is_right
        ordered = sorted(counts, key=lambda label: -counts[label])
        fits = len(ordered) <= MOST_BARS
        own, rest = (ordered, []) if fits else (ordered[: MOST_BARS - 1], ordered[MOST_BARS - 1 :])
        bars = [AnswerBar(label, counts[label], right[label]) for label in own]
        return [*bars, self._folded(rest, counts, right)] if rest else bars

    def _folded(
        self, labels: Sequence[str], counts: dict[str, int], right: dict[str, bool | None]
    ) -> AnswerBar:
        words = f"{len(labels)} other answers"
        if self.is_judged:
            good = sum(counts[label] for label in labels if right[label])
            words += f", {good} of them right" if good else ", none of them right"
        return AnswerBar(words, sum(counts[label] for label in labels))

    @property
    def most(self) -> int:
        """The number of people in the longest bar."""
        return max((bar.number for bar in self.bars), default=1)

    def _in_words(self, text: str) -> str:
        try:
            return capitalised(self.task.asking.answer_label(self.task, text))
        except (SolverError, KeyError, ValueError, IndexError):
            return text[:UNREADABLE]

    def _label(self, text: str) -> str:
        """The label of one answer: the move at the place of its disc, even if other moves leave the
        same."""
        if not self.task.asking.is_on_board:
            return self._in_words(text)
        try:
            [placed] = self.task.asking.named(self.task, text)
        except (SolverError, ValueError, IndexError):
            return text[:UNREADABLE]
        return capitalised(placed.label)

    @cached_property
    def board(self) -> WallBoard:
        """The board, with a disc for each chosen move."""
        return wall_board(self.task.board, self._chosen())

    def _chosen(self) -> list[ChosenMove]:
        chosen: list[ChosenMove] = []
        for one in self.given:
            try:
                moves = self.task.asking.named(self.task, one.text)
            except (SolverError, ValueError, IndexError):
                continue
            chosen += [ChosenMove(placed, one.number, self._wins(placed)) for placed in moves]
        return chosen

    def _wins(self, placed: Placed) -> bool | None:
        """Whether a move wins; None before the verdicts."""
        return self.task.facts.analysis.keeps_win(placed.move) if self.is_judged else None

    @cached_property
    def right(self) -> list[str]:
        """The right answer in a few sentences, once the verdicts are shown."""
        if not self.is_judged:
            return []
        if self.task.asking.is_about_moves and not self.task.facts.winning:
            return ["No move wins here."]
        try:
            verdict = key_in_words(self.task)
        except SolverError as error:
            return [str(error)]
        if self.task.asking.is_about_kinds:  # the facts about the rows say everything
            return [verdict.truth]
        told = " ".join((verdict.truth, *self._reasons(verdict)))
        return [told if len(told) <= TWO_LINES else verdict.truth]

    def _reasons(self, verdict: Verdict) -> list[str]:
        """The winning moves if they are few, otherwise the deciding fact."""
        moves = [f"{one}." for one in verdict.winning]
        if moves or self.task.asking.is_about_moves:
            return moves if len(moves) == len(self.task.facts.winning) <= MOST_NAMED else []
        reasons = [reason for reason in verdict.reasons if "perfect play" not in reason]
        deciding = [reason for reason in reasons if WHO_WINS.search(reason)] or reasons
        return deciding[-1:]
