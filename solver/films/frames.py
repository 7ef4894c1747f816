"""What all films share: sentences that get their scenes, the move, and replies by sort."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from itertools import chain, islice
from typing import NamedTuple, Protocol

from solver.budget import Budget
from solver.conventions import Player
from solver.explanation import Analysis, LateStep, ReasoningStep
from solver.positions import Move, Position
from solver.rulesets.rules import Option, Ruleset
from solver.scenes import CellGroup, Mark, Scene, Tag, cut, followed
from solver.theory import Inquiry
from solver.words import capitalised, counted, listed
from solver.words import films as words
from solver.words.moves import Form, alone_words, move_words
from solver.words.outcomes import OTHER_PLAYER, THE_MOVER
from solver.words.titles import TITLES

MAX_FRAMES = 8
"""How many frames a film may have before it answers the moves."""
FEW_MOVES = 4
"""How many different moves are answered each, whatever their sorts."""


OPTIONS_A_STEP = 8
"""So many options of a row, told apart once for every film, are worth a step."""

Draw = Callable[[], Scene]


class Sort(Hashable, Protocol):
    """Tells which moves are of one sort. Sorts that are equal tell alike, so that what they told
    of a size is remembered."""

    def __call__(self, size: int, option: Option) -> Hashable:
        """What is the same for all moves of one sort."""


class WhyLost(NamedTuple):
    """Why a board is lost: what is so on this board *here*, and the *law* that makes it so on
    every such board, which a film tells once."""

    here: str
    law: str = ""

    def told(self, *, again: bool = False) -> str:
        """The reason in words, without the law if that was told before."""
        return " ".join(filter(None, (self.here, "" if again else self.law)))


@dataclass(eq=False)
class RefutingReply:
    """A move from a *lost* board that turns *size* into *option*, and what *answers* it."""

    lost: Inquiry
    size: int
    option: Option
    answers: Callable[[Inquiry, Move], Move | None]

    @cached_property
    def move(self) -> Move:
        """The move, made where such a component stands first."""
        player = self.lost.to_move if self.lost.ruleset.partizan else None
        return Move(self.lost.position.index(self.size), self.size, self.option, player)

    @cached_property
    def asked(self) -> Inquiry:
        """The board the move leaves."""
        return self.lost.after(self.move)

    @cached_property
    def answer(self) -> Move | None:
        """The move that leaves a lost board again; None where nobody can move any more."""
        return self.answers(self.asked, self.move)

    @cached_property
    def leaves(self) -> Inquiry:
        """The board that the answer leaves."""
        assert self.answer  # somebody who can move has an answer
        return self.asked.after(self.answer)


class Film(ABC):
    """How one theory shows a position: frames that lead to the verdict, then how it ends.

    *prefix* starts its rules, *end* is its rule for a board on which nobody can move. *most_sorts*
    is how many sorts of move it answers one by one: more than there are, but in games such as
    Kayles, where a quotient tells more of them apart.
    """

    prefix: str
    end = "end"
    most_sorts = 12

    def __init__(self, question: Inquiry, analysis: Analysis) -> None:
        self.question = question
        self.analysis = analysis
        self._reasons: dict[Position, WhyLost] = {}

    def frames(self) -> Iterator[ReasoningStep]:
        """The whole film; raises :class:`~solver.errors.BudgetExceededError` past the budget."""
        if next(self.question.legal_moves(), None) is not None:
            yield from self.story()
            return
        ends = list(self.shown(self.end, self.still))
        yield replace(ends[0], text=" ".join(step.text for step in ends))

    def stills(self) -> Iterator[ReasoningStep]:
        """The sentences of the analysis beside the board as it is."""
        return (self.framed(step, self.still) for step in self.analysis.steps)

    def framed(self, step: ReasoningStep, draw: Draw | None) -> ReasoningStep:
        """A sentence with its scene, called what all frames of its rule are called."""
        title = TITLES[step.rule].format(word=self.question.ruleset.component_word)
        return step.shown(draw, title)

    @abstractmethod
    def story(self) -> Iterator[ReasoningStep]:
        """The frames of a position in which somebody can move."""

    @abstractmethod
    def scene(self, question: Inquiry) -> Scene:
        """A position as the theory sees it."""

    @abstractmethod
    def why_lost(self, question: Inquiry) -> WhyLost:
        """Why a position is lost for the player who faces it; there is a move."""

    @abstractmethod
    def answer(self, asked: Inquiry, move: Move) -> Move | None:
        """A move that wins the position of *asked*, which *move* led to from a lost one; None
        where the answering player has no move and has won."""

    @abstractmethod
    def sorts(self, question: Inquiry) -> Sort:
        """Which moves from a position are of one sort."""

    def with_move(self, question: Inquiry, move: Move) -> Scene:
        """The board with *move* marked on it, and what the count becomes by it."""
        scene = self.scene(question)
        others = tuple(group for group in scene.groups if group.component != move.component)
        kept = {group.id for group in others}
        links = tuple(link for link in scene.links if kept.issuperset(link))
        tally = followed(scene.tally, self.scene(question.after(move)).tally)
        groups = (*others, *taken(move))
        return replace(scene, groups=groups, links=links, tally=tally, move=move)

    def called(self, question: Inquiry, move: Move, answer: Move) -> str:
        """What the other player does in answering a move."""
        return words.ANSWERS

    def still(self) -> Scene:
        """The board as it is."""
        return Scene(self.question.position)

    def shown(self, rule: str, draw: Draw) -> Iterator[ReasoningStep]:
        """The sentences of the analysis whose rule starts with *rule*, each with a scene."""
        start = f"{self.prefix}:{rule}"
        for step in self.analysis.steps:
            if step.rule.startswith(start):
                yield self.framed(step, draw)

    def ending(self, *move_rules: str) -> Iterator[ReasoningStep]:
        """How a film ends: the move and why it leaves a lost board, or an answer to every sort."""
        move = self.analysis.preferred
        if move is None:
            yield from self.proof(self.question, self.replies(self.question))
            return
        for rule in move_rules or ("move",):
            yield from self.shown(rule, partial(self.with_move, self.question, move))
        other = self.question.to_move and self.question.to_move.other
        title = words.WHY_OTHER_LOSES
        if other:
            title = words.WHY_LOSES.format(player=other.value.title())
        yield self.late("after", title, lambda: self.why(self.question.after(move)))

    def late(self, rule: str, title: str, tell: Callable[[], ReasoningStep]) -> LateStep:
        """A frame that is told when it is looked at."""
        return LateStep(f"{self.prefix}:{rule}", title, tell)

    def reason(self, lost: Inquiry) -> WhyLost:
        """Why a board is lost, found once; no reason where nobody can move."""
        if lost.position not in self._reasons:
            self._reasons[lost.position] = self.why_lost(lost) if can_move(lost) else WhyLost("")
        return self._reasons[lost.position]

    def why(self, lost: Inquiry, before: Iterable[Inquiry] = ()) -> ReasoningStep:
        """A board that is lost for the player who faces it now, and why, without a law that was
        told of one of the boards *before*."""
        if can_move(lost):
            reason = self.reason(lost)
            laws = (self.reason(board).law for board in before)
            text = reason.told(again=bool(reason.law) and reason.law in laws)
        else:
            text = words.LOST_WITHOUT_MOVE.format(player=capitalised(mover(lost)))
        facts = {"position": list(lost.position)}
        return ReasoningStep(self.prefix, text, facts, draw=partial(self.scene, lost))

    def retold(
        self, step: ReasoningStep, tell: Callable[[ReasoningStep], ReasoningStep], title: str = ""
    ) -> LateStep:
        """A frame whose sentence is put in other words when it is looked at."""
        return LateStep(step.rule, title or step.title, lambda: tell(step))

    def replies(self, lost: Inquiry) -> list[RefutingReply]:
        """For each sort of move from a lost board, the answer that leaves a lost board again."""
        sorts = sorts_of_moves(lost, self.sorts(lost))
        return [RefutingReply(lost, size, option, self.answer) for size, option in sorts]

    def proof(self, lost: Inquiry, replies: list[RefutingReply]) -> Iterator[ReasoningStep]:
        """Why a board is lost: each move, the answer to it, and the board that this leaves."""
        goes_on = can_move_twice(lost)
        told, more = listed(replies, self.most_sorts)
        for number, reply in enumerate(told):
            yield self.late("reply", alone_words(reply.move), partial(self.tell_reply, reply))
            if goes_on or can_move(reply.asked):
                tell = partial(self.tell_replied, reply, told[:number])
                yield self.late("replied", words.LOSES_AGAIN, tell)
        if more:
            sorts = counted(more, words.SORT)
            text = words.MORE.format(sorts=sorts)
            draw, title = partial(self.scene, lost), words.MORE_TITLE.format(sorts=sorts)
            yield ReasoningStep(
                f"{self.prefix}:more", text, {"sorts": more}, draw=draw, title=title
            )

    def tell_replied(self, reply: RefutingReply, before: Sequence[RefutingReply]) -> ReasoningStep:
        """The board that an answer leaves; the film has told of the lost board and of the answers
        *before* this one."""
        boards = (earlier.leaves for earlier in before if earlier.answer)
        return self.why(reply.leaves, chain([reply.lost], boards))

    def tell_reply(self, reply: RefutingReply) -> ReasoningStep:
        """One move from a lost board, with the answer to it marked."""
        lost, move, asked, answer = reply.lost, reply.move, reply.asked, reply.answer
        places = tuple(range(move.component, move.component + len(move.becomes)))
        facts = {"move": str(move), "reply": str(answer) if answer else None}
        text = (words.ANSWERED if answer else words.HAS_WON).format(
            player=mover(lost),
            move=move_words(lost.name, move, Form.TOLD),
            other=mover(asked) if lost.to_move else OTHER_PLAYER,
            answers=self.called(lost, move, answer) if answer else "",
            answer=move_words(asked.name, answer, Form.DOING) if answer else "",
        )

        def draw() -> Scene:
            scene = self.with_move(asked, answer) if answer else self.scene(asked)
            rows = places[:1] if asked.lanes else places  # parts that share a row share its tag
            was = (Tag(place, words.WAS.format(size=move.size), Mark.FOCUS) for place in rows)
            return replace(scene, tags=(*scene.tags, *was))

        return ReasoningStep(self.prefix, text, facts, places, draw)


def can_move(question: Inquiry) -> bool:
    """Whether the player to move has a move."""
    moves = question.ruleset.legal_moves(question.position, question.to_move)
    return next(moves, None) is not None


def can_move_twice(question: Inquiry) -> bool:
    """Whether the other player could move in two components: then a move leaves them a move."""
    other = question.to_move and question.to_move.other
    can = (
        next(question.ruleset.options(size, other), None) is not None for size in question.position
    )
    return any(can) and any(can)


def mover(question: Inquiry) -> str:
    """What to call the player to move: ``Left``, or just that."""
    return question.to_move.value.title() if question.to_move else THE_MOVER


def taken(move: Move) -> Iterator[CellGroup]:
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


def sorts_of_moves(question: Inquiry, sort: Sort) -> list[tuple[int, Option]]:
    """One change of each sort, the first met of it. Where there are no more than
    :data:`FEW_MOVES` different moves, each is a sort of its own."""
    sizes = tuple(dict.fromkeys(question.position))
    question.budget.spend(len(sizes))
    moves = list(islice(different_moves(question), FEW_MOVES + 1))
    if len(moves) <= FEW_MOVES:
        return [(move.size, move.becomes) for move in moves]
    by_size = first_options(sort, question.ruleset, question.to_move)
    firsts: dict[Hashable, tuple[int, Option]] = {}
    for size in sizes:
        for key, option in by_size.of(size, sort, question.budget):
            if key not in firsts:
                firsts[key] = size, option
    return list(firsts.values())


class FirstOptions:
    """The first option of each sort of a component, by its size; found when asked for."""

    def __init__(self, rules: Ruleset, player: Player | None) -> None:
        self.rules, self.player = rules, player
        self._known: dict[int, tuple[tuple[Hashable, Option], ...]] = {}

    def of(self, size: int, sort: Sort, budget: Budget) -> tuple[tuple[Hashable, Option], ...]:
        """The first options of a component of *size*, told apart by a *sort* that is equal to
        the one these are kept for; raises :class:`BudgetExceededError` past *budget*."""
        if size not in self._known:
            budget.spend(self.rules.breadth(size) // OPTIONS_A_STEP)
            firsts: dict[Hashable, Option] = {}
            for option in self.rules.options(size, self.player):
                firsts.setdefault(sort(size, option), option)
            self._known[size] = tuple(firsts.items())
        return self._known[size]


@lru_cache(maxsize=16)  # a sort may hold a quotient of up to 1.3 MB: 20 MB at most
def first_options(sort: Sort, rules: Ruleset, player: Player | None) -> FirstOptions:
    """The first options of a game, kept for every film that tells its moves apart alike."""
    return FirstOptions(rules, player)


def different_moves(question: Inquiry) -> Iterator[Move]:
    """What each size of component may become."""
    position, player = question.position, question.to_move
    for size in dict.fromkeys(position):
        place = position.index(size)
        for option in question.ruleset.options(size, player):
            yield Move(place, size, option, player if question.ruleset.partizan else None)
