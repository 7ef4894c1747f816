"""The questions of a test, a checkpoint or a review, drawn from steps with new numbers.

Every question about who wins is followed by one about a move, and a coin decides whether the player
to move wins. If a guesser, or somebody with a mistaken belief, would pass too often, questions are
replaced until they do not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import chain, cycle, islice
from math import prod
from random import Random
from typing import Any

from django.utils.functional import cached_property

from games.boards.bounds import SEARCH_BUDGET, page_budget, thinking
from games.learn.lessons.models import Step
from games.learn.lessons.taken_tests import FOLLOWS, enough_of
from games.questions.goals import GoalKey
from games.questions.guessers import (
    AT_A_GLANCE,
    BELIEVERS,
    BY_LOT,
    GUESSERS,
    Believer,
    Guesser,
)
from games.questions.guessing import BY_BELIEF, chance, follow_up, passing
from games.questions.question import Question, QuestionLike
from games.questions.shown_question import ShownQuestion
from games.questions.variants import ASKED, OWN_FORMS, variant
from solver import (
    Budget,
    Convention,
    Outcome,
    SolverError,
    answer,
    ask,
    format_position,
    parse_position,
)

BUDGET = 12 * SEARCH_BUDGET
"""The most positions that we search to make all questions of a test."""
LIMIT = Fraction(1, 100)
"""The greatest chance to pass for a guesser; a guesser who knows a cue may have twice as much."""
IN_VAIN = 2
"""After this many failures in a group, we no longer ask there who wins."""
BELIEVED = Fraction(1, 20)
"""The greatest chance to pass for somebody who believes something wrong about the end of the game
and knows all the rest: what they know passes them where two questions in five touch the belief and
a coin answers both, so a smaller one would ask for nothing else."""
HARDENED = (*GUESSERS, *AT_A_GLANCE)
"""The guessers that a draw must be hard for."""
REDRAWN = 16
"""How often we replace a question that helps them too much."""
TRIES = 3
"""How many positions we try from a step before another step asks who wins."""
HALF = 0.5
ABOUT_WINNING = (GoalKey.PREDICT, GoalKey.MOVE, GoalKey.PLAY)
"""Steps with a position for which one can ask who wins."""

Content = dict[str, Any]
Groups = Sequence[Sequence[Step]]
"""Steps to ask about, with equal numbers of questions from each group."""


@dataclass(frozen=True)
class Drawn:
    """A question with new numbers, the step it comes from, and the question that follows it."""

    asked: Question
    step: Step
    then: Question | None = None
    known: dict[Guesser, Fraction] = field(default_factory=dict, compare=False, repr=False)
    """The chances that were computed already."""

    @property
    def content(self) -> list[Content]:
        """Its parts as a test stores them."""
        about = {"step": self.step.pk, "skill": self.step.counts_for}
        parts: list[Content] = [{"asked": asdict(self.asked), **about}]
        if self.then:
            parts.append({"asked": asdict(self.then), **about, FOLLOWS: True})
        return parts

    @property
    def parts(self) -> list[Question]:
        return [self.asked, self.then] if self.then else [self.asked]

    @cached_property
    def tasks(self) -> list[ShownQuestion]:
        return list(map(ShownQuestion, self.parts))

    def chance(self, guesser: Guesser) -> Fraction:
        """The chance that *guesser* gets all parts right."""
        if guesser not in self.known:
            chances = (chance(task, guesser) for task in self.tasks)
            self.known[guesser] = prod(chances, start=Fraction(1))
        return self.known[guesser]


def askable(steps: Iterable[Step]) -> list[Step]:
    """The steps that a test can ask about."""
    return [step for step in steps if step.goal in ASKED]


def make_questions(
    groups: Groups, wanted: int, chance: Random, *, first: Collection[int] = ()
) -> list[Drawn]:
    """Draw *wanted* questions with numbers that differ from those of their steps, each group in
    turn. Steps with a key in *first* come first."""
    drawn = _Draw(groups, chance, first).take(wanted)
    return sorted(drawn, key=lambda one: one.step.pk not in first)


def make_test(groups: Groups, wanted: int, chance: Random) -> list[Drawn]:
    """Draw the questions of a test. One has an own form, if a step has one. No guesser passes with
    a chance of more than :data:`LIMIT`, and nobody with a wrong belief with one of more than
    :data:`BELIEVED`, as far as the steps allow."""
    draw = _Draw(groups, chance, counts=True)
    return draw.hardened(draw.take(wanted, own_form=True))


class _Draw:
    """One draw of questions; *taken* holds questions that must not be asked again."""

    def __init__(
        self, groups: Groups, chance: Random, first: Collection[int] = (), *, counts: bool = False
    ) -> None:
        self.chance, self.counts, self.first = chance, counts, first
        self.groups = [
            sorted(chance.sample(steps, len(steps)), key=lambda step: step.pk not in first)
            for group in groups
            if (steps := askable(group))
        ]
        self.steps = list(chain.from_iterable(self.groups))
        self.taken = [asked for step in self.steps for asked in _forms(step)]
        self.budget: Budget = thinking(BUDGET)
        # Whoever takes every game for one in which the last one wins is right in a test about that.
        is_other = is_about_the_other_ending(groups)
        believers = (one for one in BELIEVERS if is_other or one.belief.misreads is None)
        self.against: Sequence[Guesser] = (*HARDENED, *believers)
        """Those that the draw must be hard for."""
        self.hard_for: Guesser = BY_LOT
        """Who shall not answer what is drawn next."""
        self.without = Counter[tuple[int, Guesser]]()
        """For each step, how often it had no other numbers that are hard for somebody."""
        self.outcomes: dict[int, Outcome] = {}
        """The outcomes of steps, by key, as far as we have computed them."""
        self.in_vain = Counter[int]()
        """For each group, how often we failed to ask who wins."""

    def take(self, wanted: int, *, own_form: bool = False) -> list[Drawn]:
        """Draw *wanted* questions, as equally as possible from all groups."""
        drawn: list[Drawn] = []
        asked_of = dict.fromkeys(range(len(self.groups)), 0)
        if own_form:
            drawn += islice(self._each([s for s in self.steps if s.goal in OWN_FORMS]), 1)
        for one in drawn:
            asked_of[self._group_of(one.step)] += 1
        turns = islice(cycle(asked_of), 2 * wanted + len(asked_of)) if asked_of else ()
        for number in turns:
            if len(drawn) == wanted:
                break
            if asked_of[number] > min(asked_of.values()):
                continue
            group = self.groups[number]
            used = [one.step.pk for one in drawn]
            steps = sorted(group, key=lambda step: used.count(step.pk))
            drawn += islice(self._each(steps), 1)
            asked_of[number] += 1
        self.chance.shuffle(drawn)
        return drawn

    def hardened(self, drawn: list[Drawn]) -> list[Drawn]:
        """Replace the questions that help most while somebody passes too often."""
        for _ in range(REDRAWN):
            excess = {guesser: _excess(drawn, guesser) for guesser in self.against}
            self.hard_for = max(excess, key=excess.__getitem__)
            if not excess[self.hard_for]:
                break
            better = map(partial(self._with_better, drawn), _easiest(drawn, self.hard_for))
            changed = next(filter(None, better), None)
            if changed is None:
                break
            drawn = changed
        return drawn

    def _with_better(self, drawn: list[Drawn], easiest: Drawn) -> list[Drawn] | None:
        """The draw with another question instead of *easiest*, so that people pass less often; None
        if there is none."""
        group = self.groups[self._group_of(easiest.step)]
        steps = self.chance.sample(group, len(group))
        forms = [step for step in steps if step.goal in OWN_FORMS]
        is_last = easiest.step in forms and sum(one.step.goal in OWN_FORMS for one in drawn) == 1
        if is_last:  # keep one question in an own form
            steps = forms
        if isinstance(self.hard_for, Believer):  # they know these, which are dear to draw
            steps = [] if is_last else [step for step in steps if step not in forms]
        place, before = drawn.index(easiest), self._ease(drawn)
        for other in self._each(steps):
            changed = [*drawn[:place], other, *drawn[place + 1 :]]
            if self._ease(changed) < before:
                return changed
        return None

    def _ease(self, drawn: Sequence[Drawn]) -> tuple[Fraction, Fraction]:
        """How easy a draw is. Somebody who may miss one question passes as often after one hard
        question as before, so what they expect to get right counts as well."""
        excess = (_excess(drawn, guesser) for guesser in self.against)
        expected = (one.chance(self.hard_for) for one in drawn)
        return sum(excess, Fraction(0)), sum(expected, Fraction(0))

    def _group_of(self, step: Step) -> int:
        return next(n for n, group in enumerate(self.groups) if step in group)

    def _each(self, steps: Iterable[Step]) -> Iterator[Drawn]:
        """A question from each of *steps* that has one with new numbers."""
        for step in steps:
            if self.without[step.pk, self.hard_for] > isinstance(self.hard_for, Believer):
                continue  # what separates is rare, so it is looked for twice
            try:
                drawn = self._from(step)
            except SolverError:
                drawn = None
            if drawn:
                self.taken += drawn.parts
                yield drawn
            else:
                self.without[step.pk, self.hard_for] += 1

    def _from(self, step: Step) -> Drawn | None:
        asks_who = step.goal == GoalKey.PREDICT
        is_game = step.goal == GoalKey.PLAY
        # A game may ask for a move as well, and so may what shall be hard for somebody's belief.
        may_move = is_game or (asks_who and isinstance(self.hard_for, Believer))
        if asks_who or (is_game and self.chance.random() < HALF):
            one = self._who_wins(step)
            if one or not may_move:
                return one
        own = Question.of(step)
        if may_move:
            own = replace(own, goal=GoalKey.MOVE.value, extra={})
        models: list[QuestionLike] = [step if own.goal in OWN_FORMS else own]
        if isinstance(self.hard_for, Believer) and own.goal in ABOUT_WINNING:
            models.append(_near_the_end(own))
        for model in models:
            other = variant(
                model,
                self.chance,
                self.budget,
                self.taken,
                outcome=Outcome.N if asks_who else None,
                suits=self._is_hard,
            )
            if other:
                return Drawn(other, step)
        return None

    def _is_hard(self, *asked: Question) -> bool:
        """Whether a question, with the one that follows it, is hard for those who shall not answer
        it: it is not asked of guessers, whose chance is that of a whole test."""
        who = self.hard_for
        if not isinstance(who, Believer):
            return True
        return prod((chance(one, who) for one in asked), start=Fraction(1)) < HALF

    def _who_wins(self, step: Step) -> Drawn | None:
        """A question about who wins; a coin decides whether the player to move loses. In a test,
        both outcomes must be possible, otherwise there would be no coin."""
        number = self._group_of(step)
        if self.in_vain[number] == IN_VAIN:
            return None
        coin = self.chance.random() < HALF
        one = self._with_winner(step, loses=coin)
        if one is None and not self.counts:
            return self._with_winner(step, loses=not coin)
        if one and (not self.counts or self._with_winner(step, loses=not coin)):
            return one
        self.in_vain[number] += 1
        return None

    def _with_winner(self, step: Step, *, loses: bool) -> Drawn | None:
        """A question with the given outcome and its follow-up: from a step of the same group with
        this outcome, otherwise with other numbers for this step. A step that comes first is asked
        itself."""
        group = [] if step.pk in self.first else self.groups[self._group_of(step)]
        others = [
            one
            for one in self.chance.sample(group, len(group))
            if one.goal in ABOUT_WINNING and one.convention == step.convention
        ]
        fitting = [one for one in (step, *others) if (self._outcome(one) is Outcome.P) is loses]
        other_winner = Outcome.P if loses else Outcome.N
        models = [*((one, None) for one in fitting[:TRIES]), *[(step, other_winner)] * TRIES]
        for one, outcome in models:
            asked = _who_wins_in(one)
            other = variant(asked, self.chance, self.budget, self.taken, outcome=outcome)
            then = follow_up(other, self.chance) if other else None
            if other and then and then not in self.taken and self._is_hard(other, then):
                return Drawn(other, one, then)
        return None

    def _outcome(self, step: Step) -> Outcome:
        """The outcome of a step's position."""
        if step.pk not in self.outcomes:
            asked = _who_wins_in(step)
            question = ask(asked.ruleset, asked.position, asked.convention, budget=page_budget())
            self.outcomes[step.pk] = answer(question).outcome
        return self.outcomes[step.pk]


def is_about_the_other_ending(groups: Groups) -> bool:
    """Whether a third of the questions about winning, in these steps, are about the last one
    losing. A test about the last one winning with one look at the other game cannot ask after that
    alone."""
    about = [step for group in groups for step in group if step.goal in BY_BELIEF]
    misere = sum(step.convention == Convention.MISERE.value for step in about)
    return 3 * misere > len(about)


def _excess(drawn: Sequence[Drawn], guesser: Guesser) -> Fraction:
    """By how much more often somebody passes than they may, as a share of that."""
    if not drawn:
        return Fraction(0)
    passed = passing([one.chance(guesser) for one in drawn], enough_of(len(drawn)))
    most = BELIEVED if isinstance(guesser, Believer) else LIMIT
    return max(passed / most - 1, Fraction(0))


def _easiest(drawn: Sequence[Drawn], guesser: Guesser) -> list[Drawn]:
    """The questions that help somebody at all, those that help most first."""
    helping = [one for one in drawn if one.chance(guesser)]
    return sorted(helping, key=lambda one: one.chance(guesser), reverse=True)


def _near_the_end(asked: Question) -> Question:
    """The question with all rows but the longest played down to 1: there the two endings part."""
    *others, longest = sorted(parse_position(asked.position))
    return replace(asked, position=format_position((*[1] * len(others), longest)))


def _who_wins_in(step: Step) -> Question:
    return replace(Question.of(step), goal=GoalKey.PREDICT.value, to_move="", extra={})


def _forms(step: Step) -> list[Question]:
    """The questions that must not repeat a step: its own numbers in any form."""
    own = Question.of(step)
    if step.goal not in ABOUT_WINNING:
        return [own]
    return [own, _who_wins_in(step), replace(own, goal=GoalKey.MOVE.value, extra={})]
