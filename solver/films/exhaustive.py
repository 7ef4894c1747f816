"""The film of search: the tree of what can happen, to a depth of two moves.

Each move with the board it leaves and who loses there; below a lost board, for each sort of move
the answer that leaves a lost board again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from solver.explanation import ReasoningStep
from solver.positions import Move, format_position
from solver.rulesets.rules import Option
from solver.scenes import CountLine, Scene
from solver.theories.exhaustive import decided
from solver.theory import Inquiry
from solver.words import by_number, capitalised, counted, listed
from solver.words import exhaustive as words
from solver.words.moves import move_words
from solver.words.outcomes import OTHER_PLAYER, convention_words

from .frames import Film, RefutingReply, Sort, WhyLost, can_move, different_moves, mover

MAX_BRANCHES = 12
"""How many moves are told one by one."""


class ExhaustiveFilm(Film):
    """Boards and what becomes of them: search knows no more than its moves."""

    prefix = "exhaustive"
    most_sorts = 24

    def frames(self) -> Iterator[ReasoningStep]:
        """The whole film, told at once: as long as there is a budget to refuse what is searched."""
        return (step.shown(step.draw) for step in super().frames())

    def story(self) -> Iterator[ReasoningStep]:
        yield from self.shown("visit", self.still)
        yield from self.shown("values", self.still)
        yield from self.shown("daisies", self.still)
        yield from self.shown("end", self.still)
        yield from self.shown("count", self.branches)
        if self.analysis.to_move_wins is None:
            yield from self.shown("outcome", self.still)
            yield from self.shown("moves", self.branches)
            return
        move = self.analysis.preferred
        lost = self.question.after(move) if move else self.question
        replies = self.replies(lost)
        answered = partial(self.answered, lost, replies)
        if move:
            yield from self.shown("outcome", self.branches)
            *made, after = self.ending("moves")
            yield from made
            yield after.shown(answered)
        else:
            for step in self.shown("outcome", answered):
                yield replace(step, text=f"{step.text} {what_moves_do(lost)}")
        yield from self.proof(lost, replies)

    def branches(self) -> Scene:
        """The board, and each different move with what it leaves, lost boards first."""
        wins = {(move.player, move.component, move.becomes) for move in self.analysis.winning_moves}
        lost: list[CountLine] = []
        won: list[CountLine] = []
        is_alone = len(self.question.position) == 1  # a move of one row tells all that it leaves
        for player in self.question.players:
            other = player.other.value.title() if player else OTHER_PLAYER
            for move in different_moves(replace(self.question, to_move=player)):
                label = (words.MOVE_LINE_OF if player else words.MOVE_LINE).format(
                    player=player.value.title() if player else "",
                    move=move_words(self.question.name, move),
                )
                left = format_position(move.apply(self.question.position))
                is_lost = (player, move.component, move.becomes) in wins
                told = (words.LOSES_THEN if is_lost else words.WINS_THEN).format(other=other)
                line = CountLine(label, told) if is_alone else CountLine(label, left, told)
                (lost if is_lost else won).append(line)
        return Scene(self.question.position, tally=shortened((*lost, *won), words.MORE_MOVES))

    def answered(self, lost: Inquiry, replies: list[RefutingReply]) -> Scene:
        """A lost board, and below it each sort of move with the answer to it."""
        return Scene(lost.position, tally=shortened([*map(answer_line, replies)], words.MORE_SORTS))

    def scene(self, question: Inquiry) -> Scene:
        return Scene(question.position)

    def why_lost(self, question: Inquiry) -> WhyLost:
        return WhyLost(what_moves_do(question))

    def answer(self, asked: Inquiry, move: Move) -> Move | None:
        if rule := decided(self.question):
            return rule.winning_move(asked.position, asked.to_move)
        return self.question.search().met_winning_move(asked.position, asked.to_move)

    def sorts(self, question: Inquiry) -> Sort:
        return what_is_taken


def what_moves_do(lost: Inquiry) -> str:
    """What comes of the moves from a lost board: each is answered, or ends the game at once.

    >>> from solver import ask
    >>> what_moves_do(ask("nim", "1"))
    'The player to move has to make the last move, and the last one loses.'
    """
    answered: list[Move] = []
    final: list[Move] = []
    for move in lost.legal_moves():
        (answered if can_move(lost.after(move)) else final).append(move)
    answers, ends = lost.ruleset.count(answered), lost.ruleset.count(final)
    other = lost.to_move.other.value.title() if lost.to_move else OTHER_PLAYER
    said = {
        "player": capitalised(mover(lost)),
        "moves": counted(answers + ends, "move"),
        "other": other,
        "ends": str(ends),
        "the_last_one_loses": convention_words(lost.convention),
    }
    if not answers:
        text = {1: words.LAST_MOVE, 2: words.BOTH_END}.get(ends, words.ALL_END)
    elif not ends:
        text = {1: words.ANSWER_TO_IT, 2: words.ANSWER_TO_BOTH}.get(answers, words.ANSWER_TO_EACH)
    else:
        text = by_number(answers, words.ANSWER_TO_THE_OTHER, words.ANSWER_TO_THE_OTHERS)
        said["ending"] = by_number(ends, words.ONE_ENDS, words.SOME_END).format(**said)
        said["other"] = capitalised(other)
    return text.format(**said)


def what_is_taken(size: int, option: Option) -> tuple[int, int]:
    """Moves are of one sort if they take as much and leave as many parts."""
    return size - sum(option), len(option)


def shortened(lines: Sequence[CountLine], what: str) -> tuple[CountLine, ...]:
    """The lines that are told one by one, and how many others there are."""
    first, others = listed(lines, MAX_BRANCHES)
    return (*first, *((CountLine(what, others),) if others else ()))


def answer_line(reply: RefutingReply) -> CountLine:
    """What a move leaves, and what the answer leaves then."""
    label = words.AFTER_LINE.format(board=format_position(reply.asked.position))
    if reply.answer is None:
        return CountLine(label, words.NO_ANSWER, words.NOBODY_CAN_MOVE)
    left = format_position(reply.answer.apply(reply.asked.position))
    return CountLine(label, words.ANSWER_LINE.format(board=left), words.LOSES_AGAIN)
