"""A step for one person: what they do there, and what they see of it.

Answers, hints and looking up an answer are saved at once. :class:`StepAnswer` has the answer, its
verdict, and the available help."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.functional import cached_property

from games.boards.lenses import Theories
from games.learn.lessons.feedback import Feedback, feedback
from games.learn.lessons.models import Step, StepAttempt, StepRecord
from games.learn.progress.learnt import learnt_by
from games.learn.progress.progress import LessonState
from games.people.models import Owner, owned_by, owner_fields
from games.questions.attempts import Attempts, GradedAnswer, take_help
from games.questions.goals import goal_of
from games.questions.grading import key_in_words
from games.questions.hints import TIERS
from games.questions.shown_question import ShownQuestion
from games.questions.siblings import sibling
from games.questions.verdicts import Verdict
from solver import InvalidInputError
from solver.teaching import Mistake, counted

TWO = 2
"""With this many choices, a wrong answer reveals the right one."""


def record_of(owner: Owner, step: Step) -> StepRecord:
    """The person's record of a step, created if it is missing."""
    try:
        with transaction.atomic():
            record, _ = StepRecord.objects.get_or_create(step=step, **owner_fields(owner))
    except IntegrityError:  # two requests at once
        record = owned_by(owner, StepRecord.objects.filter(step=step)).get()
    record.step = step
    return record


def finish(record: StepRecord) -> None:
    """Mark the step as done, if it is not yet."""
    StepRecord.objects.filter(pk=record.pk, done_at=None).update(
        done_at=timezone.now(), changed_at=timezone.now()
    )


def answer(owner: Owner, step: Step, token: uuid.UUID, given: GradedAnswer) -> StepAttempt:
    """Record an answer, once for each token. With two choices, only the first answer counts as
    unaided, because a wrong one reveals the other."""
    tries = Attempts(StepAttempt, owner_fields(owner), step=step)
    attempt = tries.named(token)
    if attempt is not None:
        return attempt
    with transaction.atomic():
        record = record_of(owner, step)
        if record.done_at is None and not goal_of(step.goal).tries(given.text):
            refuse_too_early(still_to_try(step, tries.rows.values_list("answer", flat=True)))
        if given.verdict.correct and record.done_at is None and _is_told(step, tries):
            record.answer_shown = True
            record.save(update_fields=["answer_shown", "changed_at"])
        attempt = store(tries, token, given, record)
        if given.verdict.correct:
            finish(record)
    return attempt


def refuse_too_early(left: int) -> None:
    """Raise :class:`InvalidInputError` if *left* answers still have to be tried."""
    if left:
        boards = counted(left, "more board")
        raise InvalidInputError(
            f"First try {boards}. Then you can say that nothing breaks the claim.", value=str(left)
        )


def still_to_try(step: Step, answers: Iterable[str]) -> int:
    """How many more different answers must be tried before the step accepts that nothing fits."""
    asking = goal_of(step.goal)
    return max(0, asking.tries_first - len({text for text in answers if asking.tries(text)}))


def _is_told(step: Step, tries: Attempts[StepAttempt]) -> bool:
    """Whether a wrong answer has revealed the right one, because there were two choices."""
    return len(ShownQuestion(step).options) == TWO and tries.rows.filter(solved=False).exists()


def store(
    tries: Attempts[StepAttempt],
    token: uuid.UUID,
    given: GradedAnswer,
    record: StepRecord,
    *,
    helped: int = 0,
    mistake: Mistake | None = None,
) -> StepAttempt:
    """Store a try; after an answer was looked up, it counts as tried with all hints."""
    step = record.step
    return tries.store(
        token,
        **given.fields,
        hint_tier=max(helped, TIERS if record.answer_shown else record.hint_tier),
        misconception=feedback(step, given.verdict, mistake).key,
        lesson_version=step.lesson.version,
    )


def give_hint(owner: Owner, step: Step, tier: int) -> StepRecord:
    """Record that hints up to *tier* were requested. A repeated request changes nothing."""
    record = record_of(owner, step)
    records = StepRecord.objects.all()
    take_help(record, tier, records, most=len(step.hints), changed_at=timezone.now())
    return record


def show_answer(owner: Owner, step: Step) -> None:
    """Look the answer up: the step is done, but with help."""
    record = record_of(owner, step)
    StepRecord.objects.filter(pk=record.pk).update(answer_shown=True)
    finish(record)


SECOND, THIRD = 2, 3
"""The numbers of wrong answers after which the picture with the main idea and the answer appear."""
WRONG_BEFORE_ANSWER = 2
"""After this many wrong answers, the right one may be looked up, even without all hints."""


@dataclass
class StepAnswer:
    """One step for one person. *attempt* is the answer on the page, and *miss* its number among the
    wrong ones; *given* is its text in a preview, which records nothing. If the step *is_again*
    asked, an answer looked up earlier stays hidden. *to_try* is how many more answers the student
    must try before answering that nothing fits.

    The first wrong answer brings the opponent's reply, the second also the author's general words
    and the picture with the main idea, the third the right answer.
    """

    state: LessonState
    step: Step
    record: StepRecord | None = None
    attempt: StepAttempt | None = None
    given: str = ""
    wrong: int = 0
    miss: int = 0
    is_preview: bool = False
    is_again: bool = False
    to_try: int = 0

    @cached_property
    def theories(self) -> Theories:
        """The theories that explanations may use."""
        return learnt_by(self.state.lesson)

    @cached_property
    def task(self) -> ShownQuestion | None:
        """The exercise; None if the step only tells."""
        return ShownQuestion(self.step, self.theories) if self.step.goal else None

    @property
    def heading(self) -> str:
        """The title of the step, otherwise its question."""
        return self.step.title or (self.task.asks if self.task else self.state.lesson.title)

    @property
    def still_to_try(self) -> int:
        """How many more answers must be tried; 0 once the answer is known."""
        return 0 if self.is_preview or self.knows_answer else self.to_try

    @property
    def patience(self) -> int:
        """How many wrong answers are not mistakes, because the step asks for tries."""
        return self.task.asking.tries_first if self.task else 0

    @property
    def is_recorded(self) -> bool:
        """Whether answers are recorded: not in a preview."""
        return not self.is_preview

    @property
    def is_done(self) -> bool:
        return self.record is not None and self.record.done_at is not None

    @cached_property
    def answered(self) -> str:
        return self.attempt.answer if self.attempt else self.given

    @cached_property
    def verdict(self) -> Verdict | None:
        """The verdict on the answer on the page."""
        if self.attempt is None or self.task is None:
            return None
        return self.attempt.verdict(self.step, self.theories)

    @cached_property
    def feedback(self) -> Feedback | None:
        """The author's reply to the answer."""
        if self.verdict is None:
            return None
        said = feedback(self.step, self.verdict)
        waits = self.miss == 1 and self.task and self.task.asking.words_wait
        return Feedback(said.key, "") if said.is_general and waits else said

    @property
    def said(self) -> str:
        """What the author says to the answer, or once it has been looked up."""
        if self.feedback and self.feedback.text:
            return self.feedback.text
        return self.step.after if self.key else ""

    # --- help -------------------------------------------------------------------------

    @property
    def tier(self) -> int:
        return self.record.hint_tier if self.record else 0

    @property
    def hints(self) -> list[str]:
        """The hints given so far; empty once the answer is right."""
        return [] if self.is_right else list(self.step.hints[: self.tier])

    @property
    def next_tier(self) -> int:
        """The number of the next hint; 0 if there is none."""
        return self.tier + 1 if self.tier < min(len(self.step.hints), TIERS) else 0

    @property
    def knows_answer(self) -> bool:
        """Whether the right answer was given or looked up."""
        return self.is_done or self.is_told or self.is_right

    @property
    def is_right(self) -> bool:
        """Whether the answer on the page is right."""
        return bool(self.verdict and self.verdict.correct)

    @property
    def is_told(self) -> bool:
        """Whether the page shows the right answer: after a look-up, or the third wrong answer."""
        looked_up = bool(self.record and self.record.answer_shown)
        return (looked_up and not self.is_again) or self.miss >= THIRD + self.patience

    @property
    def may_look_up(self) -> bool:
        """Whether the answer may be looked up: after all hints, or after some wrong answers."""
        if self.task is None or self.task.asking.is_game or self.knows_answer:
            return False
        return not self.next_tier or self.wrong >= WRONG_BEFORE_ANSWER + self.patience

    @cached_property
    def key(self) -> Verdict | None:
        """The right answer in words, once it may be shown."""
        if self.task is None or not self.is_told:
            return None
        return key_in_words(self.task)

    @property
    def shows_reasons(self) -> bool:
        """Whether the solver's reasons may be shown: only once the person knows the answer."""
        return self.task is None or self.knows_answer

    @property
    def hides_reasons(self) -> bool:
        return not self.shows_reasons

    @cached_property
    def has_sibling(self) -> bool:
        """Whether another position may be tried: to see that the idea has stuck after a right
        answer, or because this step was difficult."""
        if self.task is None or not self.is_recorded:
            return False
        looked_up = bool(self.record and self.record.answer_shown)
        struggled = looked_up or self.wrong >= SECOND + self.patience
        return (self.is_right or struggled) and sibling(self.task) is not None
