"""The base of every question type; a question type is one object that knows everything about it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import Any, ClassVar

from django.http import QueryDict

from games.boards.board_view import BoardView
from games.boards.lenses import explain
from games.boards.looks.look import Placed
from games.content.shapes import Problem, Shape
from games.questions.frames import Told
from games.questions.guessers import Guesser
from games.questions.hints import Hint, picture_hint
from games.questions.question import AnswerOption, Question, QuestionBoard, QuestionLike
from games.questions.verdicts import Verdict
from solver import (
    Analysis,
    Inquiry,
    InvalidInputError,
    Profile,
    SolverError,
    format_position,
    parse_position,
)
from solver.teaching import Misconception, convention_words

SHORTER, LONGER = 2, 3
"""How much shorter or longer a row may become in a variant."""
Fields = dict[str, list[str]]
"""The fields that a form posts."""
THEOREM_1 = "partizan-kayles/theorem-1"
COROLLARY_4 = "partizan-kayles/corollary-4"
COROLLARY_5 = "partizan-kayles/corollary-5"
NIM_VALUES = "r1-note/normal-play-algorithm"
"""The statements that can be used on a board, by source and item as in their addresses."""


@dataclass(frozen=True)
class WrittenProgram:
    """A program that somebody wrote as an answer: its *language* in words and its *code*. *wrong*
    is the first board on which it gives a win away, drawn with its move, and *better* says how it
    would have won."""

    language: str
    code: str
    better: str = ""
    wrong: BoardView | None = None


LESSONS_ONLY = "Only lessons can ask this, with an author's words around it."


class Goal(ABC):
    """One type of question about a position. An *answer* is the text that is stored and graded."""

    key: ClassVar[str]
    """The value in the database."""
    label: ClassVar[str]
    """The task, for a list: ``make a winning move``."""
    question: ClassVar[str]
    """The question as a sentence."""
    line_words: ClassVar[tuple[str, ...]] = ()
    """The words for it in a typed line, the usual word first; empty if a line cannot ask it."""

    for_puzzles: ClassVar[bool] = True
    """Whether it makes sense without a lesson's words around it."""
    for_lessons: ClassVar[bool] = True
    """Whether a step of a lesson can ask it."""
    is_quick: ClassVar[bool] = False
    """Whether it suits the puzzle of the day."""
    is_on_board: ClassVar[bool] = False
    """Whether the answer is a move on the board."""
    draws_rows: ClassVar[bool] = False
    """Whether the form draws each row beside its input, instead of the board."""
    is_marked: ClassVar[bool] = False
    """Whether the answer is a set of moves marked on the board."""
    is_game: ClassVar[bool] = False
    """Whether the answer is a game, so that there is no form."""
    is_about_moves: ClassVar[bool] = False
    """Whether it asks for winning moves."""
    is_about_kinds: ClassVar[bool] = False
    """Whether the answer follows from the kinds of the rows."""
    is_drawn: ClassVar[bool] = False
    """Whether a theory's diagram shows the answer."""
    asks_both: ClassVar[bool] = False
    """Whether it is about both players at once."""
    has_turn: ClassVar[bool] = True
    """Whether it matters who is to move."""
    has_position: ClassVar[bool] = True
    """Whether the position is given."""
    has_numbers: ClassVar[bool] = True
    """Whether it has variants with other numbers."""
    secret: ClassVar[frozenset[Told]] = frozenset()
    """What no frame of a film may reveal before the answer."""
    tries_first: ClassVar[int] = 0
    """How many different answers a lesson wants before it accepts one that tries nothing."""
    takes_sums: ClassVar[bool] = False
    """Whether its board may have games side by side."""
    has_siblings: ClassVar[bool] = False
    """Whether another position with the same idea may replace it."""
    unseen: ClassVar[tuple[str, ...]] = ()
    """Misconceptions that an answer cannot show; an author may say that a wrong answer means
    them."""

    extras: ClassVar[Mapping[str, Shape]] = {}
    """The additional keys in a content file."""
    answers: ClassVar[Mapping[str, Shape]] = {}
    """The key ``answer`` in a content file; empty if the file gives no answer. It has a label if
    the author chooses one of several right answers."""

    @property
    def has_own_key(self) -> bool:
        """Whether the author chooses one of several right answers."""
        return any(shape.label for shape in self.answers.values())

    code_length: ClassVar[int] = 0
    """How many characters of code an answer may have, beside its other fields."""
    is_seeded: ClassVar[bool] = False
    """Whether it is drawn by lot, by the *seed* in the question, for each student of a class."""
    is_beside: ClassVar[bool] = False
    """Whether the answer is put together beside the board, and stays there once it is given."""

    @property
    def template(self) -> str:
        """The template for its part of the form."""
        return f"components/answers/{self.key}.html"

    def draws_board(self, task: QuestionBoard) -> bool:
        """Whether the form has a board beside it; some forms draw the rows themselves."""
        return self.has_position and not self.draws_rows

    def program(self, task: QuestionBoard, answer: str, prefix: str) -> WrittenProgram | None:
        """The program that an answer is, to be read, with a board whose names begin with *prefix*;
        None if it is something else."""
        return None

    def laid(self, answer: str) -> str:
        """The position that an answer lays out, if the question gave none."""
        return ""

    @property
    def words_wait(self) -> bool:
        """Whether an author's comment on any mistake waits for the second mistake, because it comes
        close to the answer and the first mistake has feedback of its own. In a question about who
        wins, the first mistake already reveals the answer."""
        return self.has_siblings and not self.asks_both

    def posed(self, task: QuestionBoard) -> str:
        """The question as a sentence that needs no other words around it."""
        return self.question

    def fresh(self, task: QuestionBoard, chance: Random) -> Question:
        """A random variant with other numbers, which may turn out to be unusable."""
        asked = Question.of(task.exercise)
        return replace(asked, position=varied(asked.position, chance))

    # --- the right answer -------------------------------------------------------------

    @abstractmethod
    def solution(self, task: QuestionBoard) -> Any:
        """The only right answer, as a content file writes it; None if there are several."""

    @abstractmethod
    def right(self, task: QuestionBoard) -> str:
        """A right answer."""

    @abstractmethod
    def wrong(self, task: QuestionBoard, chance: Random) -> str:
        """A wrong answer, if there is one."""

    # --- judging ----------------------------------------------------------------------

    @abstractmethod
    def grade(self, task: QuestionBoard, answer: str) -> Verdict:
        """Judge an answer. Raises :class:`~solver.SolverError` if it cannot be read."""

    @abstractmethod
    def read(self, task: QuestionBoard, post: QueryDict) -> str:
        """The answer in a form. Raises :class:`InvalidInputError` if there is none."""

    @abstractmethod
    def fields(self, task: QuestionBoard, answer: str) -> Fields:
        """The form fields that post an answer."""

    def tries(self, answer: str) -> bool:
        """Whether an answer tries something, instead of saying that nothing works."""
        return True

    def named(self, task: QuestionBoard, answer: str) -> list[Placed]:
        """The moves that an answer names, at their places, without judging them."""
        return []

    def played(self, task: QuestionBoard, answer: str) -> list[Placed]:
        """The moves that an answer leads to on the board: its own move, and the reply that refutes
        it."""
        return []

    def parts(self, task: QuestionBoard) -> Sequence[Any]:
        """What its part of the form draws, if that is neither the board nor its rows."""
        return ()

    def said(self, task: QuestionBoard, answer: str) -> str:
        """An answer as a sentence that does not reveal what is right. Raises
        :class:`InvalidInputError` for an invalid answer. Question types for live rooms do this
        without grading."""
        return self.grade(task, answer).answered

    def answer_label(self, task: QuestionBoard, answer: str) -> str:
        """A short label for an answer, the same for equal answers, that does not reveal what is
        right."""
        return self.said(task, answer).removeprefix("You said: ").rstrip(".")

    def hints(self, task: QuestionBoard, tiers: int) -> Sequence[str]:
        """The hints, at least the first *tiers* of them if there are that many. Without any, a
        lesson gives its own."""
        return ()

    def theorems_on(self, exercise: QuestionLike) -> Sequence[str]:
        """The statements of the sources that may be used on the board of this question, by anybody
        who has proved them."""
        return ()

    def picture(self, task: QuestionBoard) -> Hint | None:
        """The most helpful frame that does not reveal the answer; None if no film has one."""
        if not self.secret:
            return None
        try:
            analysis = explain(task.question, task.facts.analysis, task.theories)
            picture = picture_hint(task.question, task.board, analysis, self.secret)
        except SolverError:
            return None
        return picture if picture.scene else None

    def by_lot(self, task: QuestionBoard) -> dict[str, float]:
        """For each misconception, its share among all wrong answers."""
        return {}

    @abstractmethod
    def guessed(self, task: QuestionBoard, guesser: Guesser) -> Fraction:
        """The exact chance that *guesser*, who understands nothing, is right at the first try."""

    # --- suitable positions -------------------------------------------------------------

    def no_puzzle(self, facts: Profile) -> str | None:
        """Why a position cannot be a puzzle of this type, as one sentence; None if it can."""
        return LESSONS_ONLY

    def contradiction(self, task: QuestionBoard) -> str | None:
        """Why the question cannot be asked at all, even in a lesson; None if it can."""
        return self.no_puzzle(task.facts)

    def wrong_solution(self, task: QuestionBoard, written: Any) -> str:
        """What is wrong with the answer in a content file; empty if it is right."""
        if not self.answers:
            return ""
        solution = self.solution(task)
        if written is None:
            return Problem(f"answer is missing; the right answer is {solution}", "answer")
        if not is_same_answer(written, solution):
            wrong = f"{written} is wrong; the right answer is {solution}"
            return Problem(wrong, "answer", named=True)
        return ""


class ChoiceGoal(Goal):
    """A question with a list of options. A touch answers it; if only one answer counts, the student
    chooses an option first and then confirms it."""

    template = "components/answers/choice.html"
    mixes = False
    """Whether the options come in an order that says nothing, the same whenever it is asked."""

    @abstractmethod
    def options(self, task: QuestionBoard) -> list[AnswerOption]:
        """The options."""

    def shows(self, task: QuestionBoard, answer: str) -> tuple[Misconception, ...]:
        """The misconceptions behind an answer, most specific first; empty if it is right."""
        return ()

    def chosen(self, task: QuestionBoard, answer: str) -> str:
        """The label of an answer. Raises :class:`InvalidInputError` if it is not an option."""
        for option in self.options(task):
            if option.value == answer:
                return option.label
        raise InvalidInputError.of("an answer", answer, "choose one of those listed")

    def said(self, task: QuestionBoard, answer: str) -> str:
        return f"You said: {self.chosen(task, answer)}."

    def answer_label(self, task: QuestionBoard, answer: str) -> str:
        return self.chosen(task, answer)

    def wrong(self, task: QuestionBoard, chance: Random) -> str:
        return chance.choice(self._wrong(task))

    def _wrong(self, task: QuestionBoard) -> list[str]:
        right = self.right(task)
        return [option.value for option in self.options(task) if option.value != right]

    def by_lot(self, task: QuestionBoard) -> dict[str, float]:
        return shares([self.shows(task, answer) for answer in self._wrong(task)])

    def guessed(self, task: QuestionBoard, guesser: Guesser) -> Fraction:
        return Fraction(1, len(self.options(task)))

    def read(self, task: QuestionBoard, post: QueryDict) -> str:
        choice = post.get("choice", "")
        if not choice:
            raise InvalidInputError("Choose an answer first.", value="")
        return str(choice)

    def fields(self, task: QuestionBoard, answer: str) -> Fields:
        return {"choice": [answer]}


# --- shared by several questions ----------------------------------------------------------


def shown(question: Inquiry) -> str:
    """A position with its game: ``Nim 1+2``."""
    apart = ", " if question.ruleset.name[-1].isdigit() else " "
    return f"{question.ruleset.name}{apart}{format_position(question.position)}"


def ending(question: Inquiry) -> str:
    return f"when {convention_words(question.convention)}"


def no_mover(question: Inquiry) -> str | None:
    """The problem if it matters who is to move and the question does not say it."""
    if question.ruleset.partizan and question.to_move is None:
        return Problem("Say whose turn it is, Left or Right.", "to_move")
    return None


def lost(facts: Profile) -> str | None:
    """The problem if no move wins."""
    if facts.winning:
        return None
    place, when = shown(facts.question), ending(facts.question)
    return f"In {place} the player to move loses {when}: ask who wins instead."


def no_kinds(question: Inquiry) -> str | None:
    """The problem if the rows have no kinds."""
    if question.ruleset.partizan:
        return "Kinds and cases are for games in which both players have the same moves."
    return None


def written_moves(analysis: Analysis) -> list[str]:
    """The winning moves as ``row>becomes``, parts ascending, each once, in order of rows."""
    moves = {move.canonical for move in analysis.moves}
    return [str(m) for m in sorted(moves, key=lambda m: (m.component, sum(m.becomes), m.becomes))]


def varied(position: str, chance: Random, times: int = 1) -> str:
    """A random position with as many rows, each slightly shorter or longer. *times* multiplies the
    range of the change."""
    rows = [size for size in parse_position(position) if size]
    longer = (chance.randint(-SHORTER * times, LONGER * times) for _ in rows)
    return format_position(
        tuple(max(1, size + more) for size, more in zip(rows, longer, strict=True))
    )


def share(part: int, whole: int) -> Fraction:
    """*part* divided by *whole*; 0 if *whole* is 0."""
    return Fraction(part, whole) if whole else Fraction(0)


def once_known(task: QuestionBoard, counted: Callable[[QuestionBoard], Fraction]) -> Fraction:
    """A share of many answers, computed once for each task because it is the same for every
    guesser."""
    if task.by_lot is None:
        task.by_lot = counted(task)
    return task.by_lot


def how_many_win(task: QuestionBoard) -> str:
    """How many moves win, counted on the board. A list names equal rows and mirror images only
    once, so the sentence says that it counts them."""
    moves = task.facts.analysis.winning_moves
    winning = task.ruleset.count(moves)
    if winning < 2:
        return "Only one move wins." if winning else "No move wins."
    once = task.listed_once(task.facts.winning)
    return f"{winning} moves win, counting {once}." if once else f"{winning} moves win."


def is_same_answer(written: Any, true: Any) -> bool:
    """Whether two answers of content files are equal; only moves may be in any order."""

    def in_order(answer: Any) -> Any:
        moves = isinstance(answer, list) and all(isinstance(a, str) and ">" in a for a in answer)
        return sorted(answer) if moves else answer

    return bool(in_order(written) == in_order(true))


def showing(verdict: Verdict, misconceptions: tuple[Misconception, ...]) -> Verdict:
    """The verdict on an answer that is not a move: its misconceptions are both habits and
    remarks."""
    return replace(verdict, habits=misconceptions, remarks=misconceptions)


def shares(wrong: Sequence[tuple[Misconception, ...]]) -> dict[str, float]:
    """The share of wrong answers for which each misconception is the first, by key."""
    keys = Counter(misconceptions[0].key for misconceptions in wrong if misconceptions)
    return {key: times / len(wrong) for key, times in keys.items()}
