"""An exercise as the student sees it: its board, the question in words, the possible answers; and
its right answer in words, for its author."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, TypeVar

from games.boards.board_view import BoardView, view
from games.boards.games import you_are
from games.boards.ghosts import Ghost, MoveOutline
from games.boards.lenses import EVERY, Theories
from games.boards.looks.look import Placed
from games.boards.rules import game_in_words, rule_of
from games.content.reading import sentence
from games.questions.goals import GoalKey, goal_of
from games.questions.goals.goal import ChoiceGoal, written_moves
from games.questions.hints import Hint, as_hint
from games.questions.question import AnswerOption, QuestionBoard, QuestionLike
from games.questions.verdicts import Verdict
from solver import SolverError
from solver.teaching import capitalised, convention_words

T = TypeVar("T")


def shuffled(seed: str, some: Sequence[T]) -> list[T]:
    """The items in an order that follows from the *seed*."""
    return Random(f"mixed:{seed}").sample(list(some), len(some))


class ShownQuestion(QuestionBoard):
    """One exercise as a question to the solver and to a student, explained by *theories*."""

    def __init__(self, exercise: QuestionLike, theories: Theories = EVERY) -> None:
        self.asking = goal_of(exercise.goal)
        self.goal = GoalKey(exercise.goal)
        self.mixed_by = ""
        """The seed for the order of the options, if it differs between students."""
        super().__init__(exercise, theories, asks_both=self.asking.asks_both)

    @property
    def is_drawn(self) -> bool:
        """Whether the form has a board beside it."""
        return self.asking.draws_board(self)

    def drawn(self, *, is_open: bool = True, ghosts: Sequence[Ghost] = ()) -> BoardView:
        """The board for the answer, with *ghosts*; it is only a picture once the question is
        closed."""
        on_board, marked = self.asking.is_on_board, self.asking.is_marked
        return view(
            self.board,
            self.player,
            playable=is_open and on_board,
            marks=is_open and marked,
            ghosts=(*self.ghosts, *ghosts),
        )

    def line(self, answer: str, verdict: Verdict | None = None) -> list[Placed]:
        """The moves that an answer leads to, as its *verdict* has kept them, if there is one."""
        if verdict is None or verdict.line is None:
            return self.asking.played(self, answer)
        board, moves = self.board, list[Placed]()
        for made in verdict.line:
            moves.append(board.place(made.text, made.player))
            board = board.after(moves[-1])
        return moves

    def answered(self, answer: str, verdict: Verdict | None = None) -> BoardView:
        """The board after an answer, with the moves that the answer leads to."""
        board = self.board
        ghosts: list[Ghost] = []
        for placed in self.line(answer, verdict):
            mover = placed.move.player
            if mover and self.asking.asks_both:
                words = f"{mover.value.title()}: {placed.phrase()}."
            elif ghosts:
                words = f"The other player answers by {placed.doing}."
            else:
                words = f"You {placed.phrase(past=True)}."
            ghosts.append(Ghost(placed, MoveOutline.THEIRS if ghosts else MoveOutline.MINE, words))
            board = board.after(placed)
        return view(board, self.player, ghosts=ghosts, is_fresh=True)

    @property
    def asks(self) -> str:
        """The question in words."""
        return self.asking.posed(self)

    @property
    def mover(self) -> str:
        """Who is to move, in words."""
        if not self.asking.has_turn:
            return ""
        if self.question.to_move:
            return f"{you_are(self.ruleset, self.question.to_move)} It's your move."
        if self.ruleset.partizan:
            rule = rule_of(self.ruleset, self.convention).move
            return f"{rule} Either player may start."
        return "It's your move."

    @property
    def title(self) -> str:
        """The position and the convention in words; only the game if no position is given."""
        if not self.asking.has_position:
            return f"{self.ruleset.name}. {capitalised(convention_words(self.convention))}"
        return self.titled(self.exercise.position)

    def titled(self, position: str) -> str:
        """The same with another *position* of the game."""
        ends = capitalised(convention_words(self.convention))
        return f"{game_in_words(self.ruleset, position)}. {ends}"

    @property
    def options(self) -> list[AnswerOption]:
        """The options, if the question has a list of them."""
        if not isinstance(self.asking, ChoiceGoal):
            return []
        options = self.asking.options(self)
        # An author puts the guilty sentence where a proof has it: it was the third in seven of ten.
        usual = " ".join(option.value for option in options) if self.asking.mixes else ""
        seed = self.mixed_by or usual
        return shuffled(seed, options) if seed else options

    @property
    def parts(self) -> Sequence[Any]:
        """What its part of the form draws, if that is neither the board nor its rows."""
        return self.asking.parts(self)


def puzzle_hints(task: ShownQuestion, tiers: int) -> list[Hint]:
    """The first *tiers* hints for an exercise."""
    return [as_hint(hint) for hint in task.asking.hints(task, tiers)[:tiers]] if tiers else []


UNREADABLE = (SolverError, ValueError, TypeError, LookupError)
"""The errors that an unfinished step may raise."""


def key_words(task: ShownQuestion) -> list[str]:
    """The right answer in words, and each winning move if the question asks for those. Empty if the
    question is incomplete or wrong."""
    asking = task.asking
    if asking.is_game:
        return []
    try:
        right = asking.right(task)
        if not right or asking.contradiction(task):
            return []
        verdict = asking.grade(task, right)
        winning = written_moves(task.facts.analysis) if asking.is_about_moves else []
        labels = [f"{task.board.place(move, task.player).label}." for move in winning]
        return [verdict.truth, *labels] if verdict.correct else []
    except UNREADABLE:
        return []


def objection(task: ShownQuestion) -> str:
    """Why the question cannot be asked, or what is wrong with its example; usually empty."""
    asking = task.asking
    if asking.is_game:
        return ""
    try:
        wrong = asking.contradiction(task)
        if wrong:
            return sentence(getattr(wrong, "sentence", wrong))
        right = asking.right(task)
        verdict = asking.grade(task, right) if right else None
        return "" if verdict is None or verdict.correct else verdict.truth
    except UNREADABLE:
        return ""
