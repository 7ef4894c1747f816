"""What all films share: sentences that get their scenes, the move, and replies by sort."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace
from functools import lru_cache, partial
from itertools import islice
from typing import NamedTuple, Protocol

from solver.conventions import Player
from solver.explanation import Analysis, Step, change
from solver.positions import Move
from solver.rulesets import Option, Ruleset
from solver.scenes import Group, Mark, Scene, Tag, cut
from solver.theory import Question
from solver.words import parts_in_words

from .titles import TITLES

MAX_FRAMES = 8
"""How many frames a film may have before it answers the moves."""
MAX_SORTS = 6
"""How many sorts of reply a film answers: every sort there is in Nim of rows up to 60."""
FEW_MOVES = 4
"""How many different moves are answered each, whatever their sorts."""


Draw = Callable[[], Scene]


class Sort(Hashable, Protocol):
    """Tells which moves are of one sort. Sorts that are equal tell alike, so that what they told
    of a size is remembered."""

    def __call__(self, size: int, option: Option) -> Hashable:
        """What is the same for all moves of one sort."""


class Reply(NamedTuple):
    """A move from a lost board, the board it leaves, and the answer there."""

    move: Move
    asked: Question
    answer: Move | None


class Film(ABC):
    """How one theory shows a position: frames that lead to the verdict, then how it ends.

    *prefix* starts its rules, *end* is its rule for a board on which nobody can move.
    """

    prefix: str
    end = "end"

    def __init__(self, question: Question, analysis: Analysis) -> None:
        self.question = question
        self.analysis = analysis

    def frames(self) -> Iterator[Step]:
        """The whole film; raises :class:`~solver.errors.BudgetExceededError` past the budget."""
        if next(self.question.legal_moves(), None) is not None:
            yield from map(self.titled, self.story())
            return
        ends = list(self.shown(self.end, self.still))
        yield self.titled(replace(ends[0], text=" ".join(step.text for step in ends)))

    def stills(self) -> Iterator[Step]:
        """The sentences of the analysis beside the board as it is."""
        return (self.titled(step.shown(self.still)) for step in self.analysis.steps)

    def titled(self, step: Step) -> Step:
        """A frame with its title: its own, or what all frames of its rule are called."""
        if step.title:
            return step
        return step.called(TITLES[step.rule].format(word=self.question.ruleset.component_word))

    @abstractmethod
    def story(self) -> Iterator[Step]:
        """The frames of a position in which somebody can move."""

    @abstractmethod
    def scene(self, question: Question) -> Scene:
        """A position as the theory sees it."""

    @abstractmethod
    def why_lost(self, question: Question) -> str:
        """Why a position is lost for the player who faces it; there is a move."""

    @abstractmethod
    def answer(self, asked: Question, move: Move) -> Move | None:
        """A move that wins the position of *asked*, which *move* led to from a lost one; None
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

    def still(self) -> Scene:
        """The board as it is."""
        return Scene(self.question.position)

    def shown(self, rule: str, draw: Draw) -> Iterator[Step]:
        """The sentences of the analysis whose rule starts with *rule*, each with a scene."""
        for step in self.analysis.steps:
            if step.rule.startswith(f"{self.prefix}:{rule}"):
                yield step.shown(draw)

    def ending(self, *move_rules: str) -> Iterator[Step]:
        """How a film ends: the move and why it leaves a lost board, or an answer to every sort."""
        move = self.analysis.preferred
        if move is None:
            yield from self.proof(self.question, self.replies(self.question))
            return
        for rule in move_rules or ("move",):
            yield from self.shown(rule, partial(self.with_move, self.question, move))
        after = self.question.after(move)
        loser = mover(after) if after.to_move else "the other player"
        yield self.lost_step("after", after, f"Why it is lost for {loser}")

    def lost_step(self, rule: str, question: Question, title: str) -> Step:
        """A board that is lost for the player who faces it now, and why."""
        facts = {"position": list(question.position)}
        if can_move(question):
            text = self.why_lost(question)
        else:
            text = f"No move is left: {mover(question)} has lost."
        draw = partial(self.scene, question)
        return Step(f"{self.prefix}:{rule}", text, facts, draw=draw, title=title)

    def replies(self, question: Question) -> list[Reply]:
        """For each sort of move from a lost board, the answer that leaves a lost board again."""
        found = []
        for move in sorts_of_moves(question, self.sorts(question)):
            asked = question.after(move)
            found.append(Reply(move, asked, self.answer(asked, move)))
        return found

    def proof(self, question: Question, replies: list[Reply]) -> Iterator[Step]:
        """Why a board is lost: each move, the answer to it, and the board that this leaves."""
        for reply in replies:
            yield self.reply_step(question, *reply)
            if reply.answer:
                left = reply.asked.after(reply.answer)
                yield self.lost_step("replied", left, "Why that is lost again")

    def reply_step(
        self, question: Question, move: Move, asked: Question, answer: Move | None
    ) -> Step:
        """One move from a lost board, with the answer to it marked."""
        made = f"If {mover(question)} turns {change(question.name(move.component), move)}"
        places = tuple(range(move.component, move.component + len(move.becomes)))
        facts = {"move": str(move), "reply": str(answer) if answer else None}
        other = mover(asked) if question.to_move else "the other player"
        if answer is None:
            text = f"{made}, {other} has no move left and has won."
        else:
            named = change(asked.name(answer.component), answer)
            text = f"{made}, {other} {self.called(question, move, answer)}: now {named}."

        def draw() -> Scene:
            scene = self.with_move(asked, answer) if answer else self.scene(asked)
            was = (Tag(place, f"was {move.size}", Mark.FOCUS) for place in places)
            return replace(scene, tags=(*scene.tags, *was))

        title = f"If {move.size} becomes {parts_in_words(move.becomes)}"
        return Step(f"{self.prefix}:reply", text, facts, places, draw, title)


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
    """One move of each sort, the first met of it; at most :data:`MAX_SORTS`. Where there are no
    more than :data:`FEW_MOVES` different moves, each is a sort of its own."""
    moves = list(islice(different_moves(question), FEW_MOVES + 1))
    if len(moves) > FEW_MOVES:
        position, player = question.position, question.to_move
        mover = player if question.ruleset.partizan else None
        firsts: dict[Hashable, Move] = {}
        for size in dict.fromkeys(position):
            place = position.index(size)
            for key, option in first_options(sort, question.ruleset, size, player):
                firsts.setdefault(key, Move(place, size, option, mover))
            if len(firsts) >= MAX_SORTS:
                break
        moves = list(firsts.values())[:MAX_SORTS]
    question.budget.spend(len(moves))
    return moves


@lru_cache(maxsize=2048)
def first_options(
    sort: Sort, rules: Ruleset, size: int, player: Player | None
) -> tuple[tuple[Hashable, Option], ...]:
    """The first option of each sort of a component."""
    firsts: dict[Hashable, Option] = {}
    for option in rules.options(size, player):
        firsts.setdefault(sort(size, option), option)
    return tuple(firsts.items())


def different_moves(question: Question) -> Iterator[Move]:
    """What each size of component may become."""
    position, player = question.position, question.to_move
    for size in dict.fromkeys(position):
        place = position.index(size)
        for option in question.ruleset.options(size, player):
            yield Move(place, size, option, player if question.ruleset.partizan else None)
