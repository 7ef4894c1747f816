"""What all films share: sentences that get their scenes, the move, and replies by sort."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice

from solver.explanation import Analysis, Step, change
from solver.positions import Move
from solver.rulesets import Option
from solver.scenes import Group, Mark, Scene, Tag, cut
from solver.theory import Question

MAX_FRAMES = 8
"""How many frames a film may have before it answers the moves."""
MAX_SORTS = 4
"""How many sorts of reply a film answers."""
MAX_LOOKED_AT = 64
"""How many options of one row it looks at to find them: all, of a row that can be drawn."""

Draw = Callable[[], Scene]
Sort = Callable[[int, Option], Hashable]
"""Tells which moves are of one sort, by the component and what it becomes."""


class Film(ABC):
    """How one theory shows a position: frames that lead to the verdict, then how it ends.

    *prefix* starts its rules.
    """

    prefix: str

    def frames(self, question: Question, analysis: Analysis) -> Iterator[Step]:
        """The whole film; raises :class:`~solver.errors.BudgetExceededError` past the budget."""
        if says(analysis, f"{self.prefix}:end"):
            yield from shown(analysis, f"{self.prefix}:end", partial(Scene, question.position))
        else:
            yield from self.story(question, analysis)

    @abstractmethod
    def story(self, question: Question, analysis: Analysis) -> Iterator[Step]:
        """The frames of a position in which somebody can move."""

    @abstractmethod
    def scene(self, question: Question) -> Scene:
        """A position as the theory sees it."""

    @abstractmethod
    def why_lost(self, question: Question) -> str:
        """Why a position is lost for the player who faces it; there is a move."""

    @abstractmethod
    def answer(self, question: Question, move: Move) -> Move | None:
        """A move that wins after *move* was made from the lost position of *question*; None
        where the answering player has no move and has won."""

    @abstractmethod
    def sorts(self, question: Question) -> Sort:
        """Which moves from a position are of one sort."""

    def with_move(self, question: Question, move: Move) -> Scene:
        """The board with *move* marked on it."""
        scene = self.scene(question)
        others = tuple(group for group in scene.groups if group.component != move.component)
        kept = {group.id for group in others}
        links = tuple(link for link in scene.links if kept.issuperset(link))
        return replace(scene, groups=(*others, *taken(move)), links=links, move=move)

    def called(self, question: Question, move: Move, answer: Move) -> str:
        """What the other player does in answering a move."""
        return "answers"

    def ending(self, question: Question, analysis: Analysis, move_rule: str) -> Iterator[Step]:
        """How a film ends: the move and why it leaves a lost board, or an answer to every sort."""
        move = analysis.preferred
        if move is None:
            yield from self.replies(question)
            return
        yield from shown(analysis, move_rule, partial(self.with_move, question, move))
        yield self.lost_step("after", question.after(move))

    def lost_step(self, rule: str, question: Question) -> Step:
        """A board that is lost for the player who faces it now, and why."""
        facts = {"position": list(question.position)}
        if can_move(question):
            text = self.why_lost(question)
        else:
            text = f"No move is left: {mover(question)} has lost."
        return Step(f"{self.prefix}:{rule}", text, facts, draw=partial(self.scene, question))

    def replies(self, question: Question) -> Iterator[Step]:
        """For each sort of move, the answer that leaves a lost board again."""
        for move in sorts_of_moves(question, self.sorts(question)):
            yield from self.answered(question, move)

    def answered(self, question: Question, move: Move) -> Iterator[Step]:
        """One move from a lost board, the answer to it, and the board that this leaves."""
        asked = question.after(move)
        answer = self.answer(question, move)
        made = f"If {mover(question)} turns {change(question.name(move.component), move)}"
        places = tuple(range(move.component, move.component + len(move.becomes)))
        facts = {"move": str(move), "reply": str(answer) if answer else None}
        other = mover(asked) if question.to_move else "the other player"
        if answer is None:
            text = f"{made}, {other} has no move left and has won."
        else:
            named = change(asked.name(answer.component), answer)
            text = f"{made}, {other} {self.called(question, move, answer)}: {named}."

        def draw() -> Scene:
            scene = self.with_move(asked, answer) if answer else self.scene(asked)
            was = (Tag(place, f"was {move.size}", Mark.FOCUS) for place in places)
            return replace(scene, tags=(*scene.tags, *was))

        yield Step(f"{self.prefix}:reply", text, facts, places, draw)
        if answer:
            yield self.lost_step("replied", asked.after(answer))


def shown(analysis: Analysis, rule: str, draw: Draw) -> Iterator[Step]:
    """The sentences of *analysis* whose rule starts with *rule*, each with the scene of *draw*."""
    for step in analysis.steps:
        if step.rule.startswith(rule):
            yield step.shown(draw)


def says(analysis: Analysis, rule: str) -> bool:
    """Whether *analysis* has a sentence whose rule starts with *rule*."""
    return any(step.rule.startswith(rule) for step in analysis.steps)


def can_move(question: Question) -> bool:
    """Whether the player to move has a move."""
    moves = question.ruleset.legal_moves(question.position, question.to_move)
    return next(moves, None) is not None


def mover(question: Question) -> str:
    """What to call whoever is to move: ``Left``, ``the player to move``."""
    return question.to_move.value.title() if question.to_move else "the player to move"


def taken(move: Move) -> Iterator[Group]:
    """A component cut into what stays of it and what *move* takes: between two parts, or from
    the end of one. Where what it becomes is no part of it, the whole of it goes."""
    if move.removed < 0 or len(move.becomes) > 2:
        yield from cut(move.component, [move.size], Mark.TAKEN)
        return
    before, after = (*move.becomes, 0, 0)[:2]
    cells = [size for size in (before, move.removed, after) if size]
    for group in cut(move.component, cells):
        goes = move.removed > 0 and group.first == before
        yield group.marked(Mark.TAKEN) if goes else group


def sorts_of_moves(question: Question, sort: Sort) -> list[Move]:
    """One move of each sort, the first met of it; at most :data:`MAX_SORTS`."""
    firsts: dict[Hashable, Move] = {}
    rules, player = question.ruleset, question.to_move if question.ruleset.partizan else None
    for size in dict.fromkeys(question.position):
        component = question.position.index(size)
        options = islice(rules.options(size, player), MAX_LOOKED_AT)
        for option in question.budget.each(options):
            key = sort(component, option)
            if key not in firsts:
                firsts[key] = Move(component, size, option, player)
                if len(firsts) == MAX_SORTS:
                    return list(firsts.values())
    return list(firsts.values())
