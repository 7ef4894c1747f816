"""The questions of a test, a checkpoint or a review, drawn from steps with fresh numbers.

Every question about who wins is followed by one about a move, and a coin decides whether it is the
player to move. A draw that a guesser would pass too often is changed until they do not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from itertools import chain, cycle, islice
from math import prod
from random import Random
from typing import Any

from django.utils.functional import cached_property

from games.boards.limits import SEARCH_BUDGET, page_budget, thinking
from games.exercises.asked import Asked
from games.exercises.follow_ups import FollowUp, follow_up
from games.exercises.goals import Goal
from games.exercises.guessing import AT_A_GLANCE, GUESSERS, Guesser, passing
from games.exercises.tasks import Task
from games.exercises.variants import ASKED, OWN_FORMS, variant
from games.lessons.models import Step
from games.lessons.quizzes import enough_of
from solver import Budget, Outcome, SolverError, answer, ask

BUDGET = 12 * SEARCH_BUDGET
"""What all the questions of one quiz may cost to make, in positions."""
LIMIT = Fraction(1, 100)
"""How often a guesser may pass at most; those who know a cue may pass twice as often."""
IN_VAIN = 2
"""After so many steps of a group it is no longer tried to ask who wins."""
HARDENED = (*GUESSERS, *AT_A_GLANCE)
"""Whom a draw is hardened against."""
REDRAWN = 12
"""How often one question of a draw is replaced that guessers pass too often."""
TRIES = 3
"""How many positions a step gives before another one asks who wins."""
HALF = 0.5
ABOUT_WINNING = (Goal.PREDICT, Goal.MOVE, Goal.PLAY)
"""What has a position of which it can be asked who wins."""

Content = dict[str, Any]
Groups = Sequence[Sequence[Step]]
"""Steps to ask about, a few from each group in turn."""


@dataclass(frozen=True)
class Drawn:
    """A question with fresh numbers, the step it comes from, and what follows it."""

    asked: Asked
    step: Step
    then: FollowUp | None = None

    @property
    def content(self) -> list[Content]:
        """Its parts as a quiz keeps them."""
        about = {"step": self.step.pk, "skill": self.step.counts_for}
        parts: list[Content] = [{"asked": asdict(self.asked), **about}]
        if self.then:
            parts.append({"asked": asdict(self.then.asked), **about, "lead": self.then.lead})
        return parts

    @property
    def parts(self) -> list[Asked]:
        return [self.asked, self.then.asked] if self.then else [self.asked]

    @cached_property
    def tasks(self) -> list[Task]:
        return list(map(Task, self.parts))

    def chance(self, guesser: Guesser) -> Fraction:
        """How likely *guesser* gets all of it right."""
        chances = (task.asking.guessed(task, guesser) for task in self.tasks)
        return prod(chances, start=Fraction(1))

    @cached_property
    def chances(self) -> list[Fraction]:
        """The same for everybody whom a draw is hardened against."""
        return list(map(self.chance, HARDENED))


def askable(steps: Iterable[Step]) -> list[Step]:
    """Those of *steps* that a quiz can ask about."""
    return [step for step in steps if step.goal in ASKED]


def make_questions(
    groups: Groups, wanted: int, chance: Random, *, first: Collection[int] = ()
) -> list[Drawn]:
    """So many questions with other numbers than the steps they come from, each group in turn;
    within a group the steps whose keys are *first* come first."""
    return _Draw(groups, chance, first).take(wanted)


def make_test(groups: Groups, wanted: int, chance: Random) -> list[Drawn]:
    """The same where it counts: one question has a form that only lessons have, if a step has one,
    and no guesser passes in more than :data:`LIMIT` of all cases, as far as the steps allow."""
    draw = _Draw(groups, chance, counts=True)
    return draw.hardened(draw.take(wanted, own_form=True))


class _Draw:
    """One draw of questions; *taken* is what must not be asked again."""

    def __init__(
        self, groups: Groups, chance: Random, first: Collection[int] = (), *, counts: bool = False
    ) -> None:
        self.chance, self.counts = chance, counts
        self.groups = [
            sorted(chance.sample(steps, len(steps)), key=lambda step: step.pk not in first)
            for group in groups
            if (steps := askable(group))
        ]
        self.steps = list(chain.from_iterable(self.groups))
        self.taken = [asked for step in self.steps for asked in _forms(step)]
        self.budget: Budget = thinking(BUDGET)
        self.without: set[int] = set()
        """The keys of the steps that turned out to have no other numbers."""
        self.outcomes: dict[int, Outcome] = {}
        """Who wins at a step, by its key, once it was looked up."""
        self.in_vain = Counter[int]()
        """How often it could not be asked who wins in a group."""

    def take(self, wanted: int, *, own_form: bool = False) -> list[Drawn]:
        """So many questions, as many from each group as from any other."""
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
        """The questions, those replaced that are guessed most easily while a guesser passes."""
        for _ in range(REDRAWN):
            enough = enough_of(len(drawn))
            passed = [passing(chances, enough) for chances in _by_guesser(drawn)]
            worst = max(range(len(passed)), key=passed.__getitem__) if drawn else 0
            if not drawn or passed[worst] < LIMIT:
                break
            easiest = max(drawn, key=lambda one: one.chances[worst])
            group = self.groups[self._group_of(easiest.step)]
            steps = self.chance.sample(group, len(group))
            if easiest.step.goal in OWN_FORMS:  # there must be one left
                steps = [step for step in steps if step.goal in OWN_FORMS]
            harder = (one for one in self._each(steps) if max(one.chances) < max(easiest.chances))
            better = next(islice(harder, 1), None)
            if better is None:
                break
            drawn[drawn.index(easiest)] = better
        return drawn

    def _group_of(self, step: Step) -> int:
        return next(n for n, group in enumerate(self.groups) if step in group)

    def _each(self, steps: Iterable[Step]) -> Iterator[Drawn]:
        """A question from each of *steps* that has one with fresh numbers."""
        for step in steps:
            if step.pk in self.without:
                continue
            try:
                drawn = self._from(step)
            except SolverError:
                drawn = None
            if drawn:
                self.taken += drawn.parts
                yield drawn
            else:
                self.without.add(step.pk)

    def _from(self, step: Step) -> Drawn | None:
        is_game = step.goal == Goal.PLAY
        if step.goal == Goal.PREDICT or (is_game and self.chance.random() < HALF):
            one = self._who_wins(step)
            if one or not is_game:  # of a game a move is asked where both outcomes cannot be
                return one
        own = Asked.of(step)
        if is_game:
            own = replace(own, goal=Goal.MOVE.value, extra={})
        other = variant(
            step if own.goal in OWN_FORMS else own, self.chance, self.budget, self.taken
        )
        return Drawn(other, step) if other else None

    def _who_wins(self, step: Step) -> Drawn | None:
        """A question about who wins, where a coin says whether the player to move loses. Where it
        counts, both can be asked, since otherwise there would be no coin."""
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
        """One of the two, with what follows: from a step of the same group with the same winner,
        else with other numbers for this one."""
        group = self.groups[self._group_of(step)]
        others = [one for one in self.chance.sample(group, len(group)) if one.goal in ABOUT_WINNING]
        fitting = [one for one in (step, *others) if (self._outcome(one) is Outcome.P) is loses]
        other_winner = Outcome.P if loses else Outcome.N
        models = [*((one, None) for one in fitting[:TRIES]), *[(step, other_winner)] * TRIES]
        for one, outcome in models:
            asked = _who_wins_in(one)
            other = variant(asked, self.chance, self.budget, self.taken, outcome=outcome)
            then = follow_up(other, self.chance) if other else None
            if other and then and then.asked not in self.taken:
                return Drawn(other, one, then)
        return None

    def _outcome(self, step: Step) -> Outcome:
        """Who wins at a step."""
        if step.pk not in self.outcomes:
            asked = _who_wins_in(step)
            question = ask(asked.ruleset, asked.position, asked.convention, budget=page_budget())
            self.outcomes[step.pk] = answer(question).outcome
        return self.outcomes[step.pk]


def _by_guesser(drawn: Sequence[Drawn]) -> Iterator[list[Fraction]]:
    """For each guesser the chances of every question."""
    for number in range(len(HARDENED)):
        yield [one.chances[number] for one in drawn]


def _who_wins_in(step: Step) -> Asked:
    return replace(Asked.of(step), goal=Goal.PREDICT.value, to_move="", extra={})


def _forms(step: Step) -> list[Asked]:
    """What must not be asked again of a step: its own numbers, in whatever words."""
    own = Asked.of(step)
    if step.goal not in ABOUT_WINNING:
        return [own]
    return [own, _who_wins_in(step), replace(own, goal=Goal.MOVE.value, extra={})]
