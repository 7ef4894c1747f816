"""What every question knows of itself: one object for each, with everything it needs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from django.http import QueryDict

from games.boards.boards import Placed
from games.boards.lenses import explain
from games.content.shapes import Problem, Reader
from games.exercises.asked import Asked
from games.exercises.frames import Told
from games.exercises.hints import Hint, picture_hint
from games.exercises.verdicts import Verdict
from solver import (
    Analysis,
    InvalidInputError,
    Misconception,
    Profile,
    Question,
    SolverError,
    convention_words,
    format_position,
    parse_position,
)

if TYPE_CHECKING:
    from games.exercises.guessing import Guesser
    from games.exercises.tasks import Task

SHORTER, LONGER = 2, 3
"""How much shorter and longer a row may become in other numbers."""
Fields = dict[str, list[str]]
"""What a form posts."""
LESSONS_ONLY = "Only lessons can ask this, with an author's words around it."


@dataclass(frozen=True)
class AnswerOption:
    """One thing that can be answered: *value* is posted, *label* is read."""

    value: str
    label: str
    mark: str = ""
    """What it is called wherever the board can be touched for it."""


class Asking(ABC):
    """One way to ask about a position. An *answer* is the text that is stored and graded."""

    key: ClassVar[str]
    """What the database keeps."""
    label: ClassVar[str]
    """What is to be done, in a list: ``make a winning move``."""
    question: ClassVar[str]
    """What is asked, as a sentence."""
    line_words: ClassVar[tuple[str, ...]] = ()
    """What a typed line calls it, the usual word first; none where a line cannot ask it."""

    for_puzzles: ClassVar[bool] = True
    """Whether it can be asked without the words of a lesson around it."""
    is_quick: ClassVar[bool] = False
    """Whether it suits the puzzle of the day."""
    is_on_board: ClassVar[bool] = False
    """Whether the answer is a move made on the board."""
    draws_rows: ClassVar[bool] = False
    """Whether the form draws every row where it asks about it, instead of the board."""
    is_marked: ClassVar[bool] = False
    """Whether the answer is moves marked on the board."""
    is_game: ClassVar[bool] = False
    """Whether it is answered by a game, and has no form."""
    is_about_moves: ClassVar[bool] = False
    """Whether what is asked for is moves that win."""
    is_about_kinds: ClassVar[bool] = False
    """Whether what is asked for follows from the kinds of the rows."""
    is_drawn: ClassVar[bool] = False
    """Whether the diagram of a theory shows the answer."""
    asks_both: ClassVar[bool] = False
    """Whether it is asked about both players at once."""
    has_turn: ClassVar[bool] = True
    """Whether it matters who is to move."""
    has_position: ClassVar[bool] = True
    """Whether the position is given."""
    has_numbers: ClassVar[bool] = True
    """Whether it can be asked again with other numbers."""
    secret: ClassVar[frozenset[Told]] = frozenset()
    """What no frame of a film may tell before it is answered."""
    has_siblings: ClassVar[bool] = False
    """Whether another position with the same idea may be asked instead."""
    unseen: ClassVar[tuple[str, ...]] = ()
    """Misconceptions that an answer cannot show: where the author expects them, it was those."""

    extras: ClassVar[Mapping[str, Reader]] = {}
    """What else a content file may say."""
    extras_help: ClassVar[str] = ""
    """The same for somebody who types it."""
    answers: ClassVar[Mapping[str, Reader]] = {}
    """The same for ``answer``; empty where there is none to write."""
    lists_answers: ClassVar[bool] = False
    """Whether a content file writes its answer as a list."""

    @property
    def template(self) -> str:
        """The part of a form in which it is answered."""
        return f"components/answers/{self.key}.html"

    def laid(self, answer: str) -> str:
        """The position an answer lays on the board, where none was given."""
        return ""

    @property
    def words_wait(self) -> bool:
        """Whether what an author says of any mistake waits for the second: it is close to the
        answer, and of the first there is something to say for itself. Who wins is told by the
        first already."""
        return self.has_siblings and not self.asks_both

    def posed(self, task: Task) -> str:
        """What is asked, as a sentence that needs no other words around it."""
        return self.question

    def fresh(self, task: Task, chance: Random) -> Asked:
        """The same question with other numbers, by lot; it may turn out that it cannot be asked."""
        asked = Asked.of(task.exercise)
        return replace(asked, position=varied(asked.position, chance))

    # --- the right answer -------------------------------------------------------------

    @abstractmethod
    def solution(self, task: Task) -> Any:
        """The one right answer as a content file writes it; None where there are many."""

    @abstractmethod
    def right(self, task: Task) -> str:
        """A right answer."""

    @abstractmethod
    def wrong(self, task: Task, chance: Random) -> str:
        """A wrong answer, where there is one."""

    # --- judging ----------------------------------------------------------------------

    @abstractmethod
    def grade(self, task: Task, answer: str) -> Verdict:
        """Judge an answer; raises :class:`~solver.SolverError` where it cannot be read."""

    @abstractmethod
    def read(self, task: Task, post: QueryDict) -> str:
        """The answer a form holds; raises :class:`InvalidInputError` where it holds none."""

    @abstractmethod
    def fields(self, task: Task, answer: str) -> Fields:
        """An answer as the fields it is posted in."""

    def named(self, task: Task, answer: str) -> list[Placed]:
        """The moves that an answer names, where they are made; nothing of what they are worth."""
        return []

    def played(self, task: Task, answer: str) -> list[Placed]:
        """What an answer leads to on the board: the move it makes, and the one that refutes it."""
        return []

    def parts(self, task: Task) -> Sequence[Any]:
        """What the part of the form draws, where that is neither the board nor its rows."""
        return ()

    def said(self, task: Task, answer: str) -> str:
        """An answer as a sentence that tells nothing of what is right; raises
        :class:`InvalidInputError` for one that is none. What a room may ask does not judge it."""
        return self.grade(task, answer).answered

    def answer_label(self, task: Task, answer: str) -> str:
        """An answer in few words, equal answers in equal words, and nothing of what is right."""
        return self.said(task, answer).removeprefix("You said: ").rstrip(".")

    @abstractmethod
    def hints(self, task: Task, tiers: int) -> Sequence[str]:
        """At least the first *tiers* hints, as far as there are any."""

    def picture(self, task: Task) -> Hint | None:
        """The frame that matters, without what is asked for; None where no film has one."""
        if not self.secret:
            return None
        try:
            analysis = explain(task.question, task.facts.analysis, task.theories)
            picture = picture_hint(task.question, task.board, analysis, self.secret)
        except SolverError:
            return None
        return picture if picture.scene else None

    def by_lot(self, task: Task) -> dict[str, float]:
        """For each misconception, the share of the wrong answers that would show it."""
        return {}

    @abstractmethod
    def guessed(self, task: Task, guesser: Guesser) -> Fraction:
        """The exact chance that *guesser*, who understands nothing, answers right at once."""

    # --- what it can be asked about -----------------------------------------------------

    @abstractmethod
    def no_puzzle(self, facts: Profile) -> str | None:
        """The fact that keeps a position from being a puzzle, as one sentence."""

    def contradiction(self, task: Task) -> str | None:
        """The fact that keeps it from being asked at all, also with an author's words around it."""
        return self.no_puzzle(task.facts)

    def wrong_solution(self, task: Task, written: Any) -> str:
        """What is wrong with the answer a content file gives; empty where nothing is."""
        if not self.answers:
            return ""
        solution = self.solution(task)
        if written is None:
            return Problem(f"answer is missing; the right answer is {solution}", "answer")
        if not is_same_answer(written, solution):
            wrong = f"{written} is wrong; the right answer is {solution}"
            return Problem(wrong, "answer", named=True)
        return ""


class ChoiceAsking(Asking):
    """A question answered by one option of a list: a touch answers, and where an answer counts
    once, it is chosen first and then confirmed."""

    template = "components/answers/choice.html"

    @abstractmethod
    def options(self, task: Task) -> list[AnswerOption]:
        """What can be chosen."""

    @abstractmethod
    def shows(self, task: Task, answer: str) -> tuple[Misconception, ...]:
        """What an answer gives away, the most particular first; nothing where it is right."""

    def chosen(self, task: Task, answer: str) -> str:
        """The label of an answer; raises :class:`InvalidInputError` for one not in the list."""
        for option in self.options(task):
            if option.value == answer:
                return option.label
        raise InvalidInputError.of("an answer", answer, "choose one of those listed")

    def said(self, task: Task, answer: str) -> str:
        return f"You said: {self.chosen(task, answer)}."

    def answer_label(self, task: Task, answer: str) -> str:
        return self.chosen(task, answer)

    def wrong(self, task: Task, chance: Random) -> str:
        return chance.choice(self._wrong(task))

    def _wrong(self, task: Task) -> list[str]:
        right = self.right(task)
        return [option.value for option in self.options(task) if option.value != right]

    def by_lot(self, task: Task) -> dict[str, float]:
        return shares([self.shows(task, answer) for answer in self._wrong(task)])

    def guessed(self, task: Task, guesser: Guesser) -> Fraction:
        return Fraction(1, len(self.options(task)))

    def read(self, task: Task, post: QueryDict) -> str:
        choice = post.get("choice", "")
        if not choice:
            raise InvalidInputError("Choose an answer first.", value="")
        return str(choice)

    def fields(self, task: Task, answer: str) -> Fields:
        return {"choice": [answer]}


# --- what several of them say -------------------------------------------------------------


def shown(question: Question) -> str:
    """A position with its game: ``Nim 1+2``."""
    apart = ", " if question.ruleset.name[-1].isdigit() else " "
    return f"{question.ruleset.name}{apart}{format_position(question.position)}"


def ending(question: Question) -> str:
    return f"when {convention_words(question.convention)}"


def no_mover(question: Question) -> str | None:
    """What to say where it is not said who moves, and it matters."""
    if question.ruleset.partizan and question.to_move is None:
        return Problem("Say whose turn it is, Left or Right.", "to_move")
    return None


def lost(facts: Profile) -> str | None:
    """What to say where no move wins."""
    if facts.winning:
        return None
    place, when = shown(facts.question), ending(facts.question)
    return f"In {place} the player to move loses {when}: ask who wins instead."


def no_kinds(question: Question) -> str | None:
    """What to say where rows have no kinds."""
    if question.ruleset.partizan:
        return "Kinds and cases are for games in which both players have the same moves."
    return None


def written_moves(analysis: Analysis) -> list[str]:
    """The winning moves as ``row>becomes``, parts ascending, each once, by row."""
    moves = {move.canonical for move in analysis.moves}
    return [str(m) for m in sorted(moves, key=lambda m: (m.component, sum(m.becomes), m.becomes))]


def varied(position: str, chance: Random, times: int = 1) -> str:
    """A position with as many rows, each a little shorter or longer by lot, or several *times* as
    much."""
    rows = [size for size in parse_position(position) if size]
    longer = (chance.randint(-SHORTER * times, LONGER * times) for _ in rows)
    return format_position(
        tuple(max(1, size + more) for size, more in zip(rows, longer, strict=True))
    )


def share(part: int, whole: int) -> Fraction:
    """What part of a whole; of nothing it is none."""
    return Fraction(part, whole) if whole else Fraction(0)


def once_known(task: Task, counted: Callable[[Task], Fraction]) -> Fraction:
    """A share of many answers, counted once for a task: it is the same for every guesser."""
    if task.by_lot is None:
        task.by_lot = counted(task)
    return task.by_lot


def how_many_win(task: Task) -> str:
    """How many moves win, as they are counted on the board: equal rows and mirror images each."""
    moves = task.facts.analysis.winning_moves
    winning = task.ruleset.count(moves)
    return {0: "No move wins.", 1: "Only one move wins."}.get(winning, f"{winning} moves win.")


def is_same_answer(written: Any, true: Any) -> bool:
    """Whether two answers of content files say the same: moves in any order, the rest in theirs."""

    def in_order(answer: Any) -> Any:
        moves = isinstance(answer, list) and all(isinstance(a, str) and ">" in a for a in answer)
        return sorted(answer) if moves else answer

    return bool(in_order(written) == in_order(true))


def showing(verdict: Verdict, misconceptions: tuple[Misconception, ...]) -> Verdict:
    """A verdict on an answer that is no move: what it shows is also what is true of it."""
    return replace(verdict, habits=misconceptions, remarks=misconceptions)


def shares(wrong: Sequence[tuple[Misconception, ...]]) -> dict[str, float]:
    """By key, the share of wrong answers that show a misconception before any other."""
    keys = Counter(misconceptions[0].key for misconceptions in wrong if misconceptions)
    return {key: times / len(wrong) for key, times in keys.items()}
