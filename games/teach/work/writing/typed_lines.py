"""Positions typed as lines, such as ``kayles 9 misere``, and solved while the instructor types.

A line names a game, its rows and its convention; then, optionally, the player to move (``left``)
and the question (``all``, ``who``, ``kinds``, ``case``, ``win``). Missing parts are chosen, with a
remark: make a winning move or, in a losing position, say who wins; and misère play. A row of a
spreadsheet is also a line: ``Nim;1;2;3``. Rows of several games each name their own:
``kayles:5 + nim:3 misere``.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, replace

from django.utils.functional import cached_property
from django.utils.text import Truncator

from games.boards.bounds import SEARCH_BUDGET, ask_within_limits, thinking
from games.questions.facts import PuzzleFacts, check_puzzle
from games.questions.goals import GOALS, GoalKey
from games.questions.goals.predict import THEY_PREDICT
from games.questions.question import Question
from games.questions.shown_question import ShownQuestion
from solver import (
    Budget,
    Convention,
    InvalidInputError,
    Player,
    Position,
    Ruleset,
    SolverError,
    format_position,
    get_ruleset,
    pooled,
    profile,
    read_sum,
)
from solver.teaching import STEPS, convention_words, joined

NAMES = (
    "nim",
    "subtraction:3",
    "subtraction:{1,3,4}",
    "kayles",
    "dawsons-kayles",
    "dawsons-chess",
    "treblecross",
    "octal:0.77",
    "hexadecimal:0.0F",
    "grundy",
    "lasker",
    "strips",
)
"""The first word of a line, for each sort of game."""
KNOWN = joined(NAMES, "or")
MAX_LINES = 60
MAX_LINE = 200
MAX_WORDS = 5
"""The most words in which a game is read at the start of a line: ``take 1, 3 or 4``."""
PATIENCE = 2.0
"""Seconds for solving one list; the rest is solved when the list is sent again."""
LATER = "Not solved yet: the lines above took too long. Press “Solve them” again."
GOAL_WORDS = {word: goal for goal, asking in GOALS.items() for word in asking.line_words}
ENDINGS = {"misere": "misere", "misère": "misere", "loses": "misere", "lose": "misere"} | {
    "normal": "normal",
    "wins": "normal",
}
GAMES = {"partizan": "partizan-kayles", "strips": "partizan-kayles"}
EXAMPLE = "Write a line like: kayles 9 misere"
BETWEEN = re.compile(r"[\s;]+")
NUMBER = re.compile("[0-9]+")
ROWS_OF_GAMES = re.compile(r"[^+]+:\s*[0-9]+\s*(\+\s*[0-9]+\s*)*\+[^+]*:")
"""How a line begins whose rows have a game each: two of them with a colon before their size. A size
alone belongs to the game before it."""
UNSAID = "The line does not say how the game ends, so the last one loses. Add normal if it wins."


@dataclass(frozen=True)
class ExerciseLine:
    """One line, solved: the exercise and its facts, or the problem with it.

    *warning* says what an instructor should know before using it.
    """

    number: int
    text: str
    exercise: Question | None = None
    facts: PuzzleFacts | None = None
    problem: str = ""
    warning: str = ""
    later: str = ""
    """What to do if there is no problem, but there was no time left to solve the line."""
    written: str = ""
    """The position with its rows in the order of the line; the exercise has its own order."""

    @cached_property
    def task(self) -> ShownQuestion | None:
        """The exercise with its rows as they were written, solved once for all that is said."""
        if self.exercise is None:
            return None
        return ShownQuestion(replace(self.exercise, position=self.written))

    @property
    def verdict(self) -> str:
        """Who wins, in words."""
        task = self.task
        if task is None:
            return ""
        return THEY_PREDICT[task.facts.outcome]

    @property
    def winning(self) -> list[str]:
        """The winning moves in words, in the rows as they were written; empty if the question is
        about both players."""
        task = self.task
        if task is None or (task.ruleset.partizan and task.question.to_move is None):
            return []
        return [task.move_words(move) for move in task.facts.winning]


def read_lines(text: str) -> list[ExerciseLine]:
    """Every line that is not empty, solved.

    Raises :class:`InvalidInputError` if there are too many.
    """
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
    if len(lines) > MAX_LINES:
        raise InvalidInputError(
            f"You typed {len(lines)} lines. Add at most {MAX_LINES} at once.",
            accepted=f"at most {MAX_LINES} lines",
        )
    solved: list[ExerciseLine] = []
    seen: set[Question] = set()
    budget = thinking(MAX_LINES * SEARCH_BUDGET, PATIENCE)
    for number, typed in lines:
        line = read_line(number, typed, budget)
        if line.exercise and line.exercise in seen:
            line = ExerciseLine(number, typed, problem="This line repeats an earlier line.")
        elif line.exercise:
            seen.add(line.exercise)
        solved.append(line)
    return solved


def read_line(number: int, text: str, budget: Budget) -> ExerciseLine:
    """One line, solved; an error goes into its *problem*.

    It may cost as much as a page, out of the *budget* of the list. The result is cached, because
    each key press sends the lines again.
    """
    try:
        return _read_line(number, text, budget)
    except SolverError:
        return ExerciseLine(number, text, later=LATER)


@pooled(lambda number, text, budget: (number, text), grows=True)
def _read_line(number: int, text: str, budget: Budget) -> ExerciseLine:
    """The same; raises the solver's error if there was no time left, which is not cached."""
    pages = max(1, budget.remaining // (SEARCH_BUDGET * STEPS))
    try:
        budget.look()
        return _solve(number, text, budget.part(pages))
    except SolverError as error:
        if budget.is_late:
            raise
        return ExerciseLine(number, text, problem=str(error))


def _solve(number: int, text: str, budget: Budget) -> ExerciseLine:
    words = [word for word in BETWEEN.split(text.lower()) if word] or [text]
    mixed, rest = _side_by_side(words)
    ruleset, rest = (mixed[0], rest) if mixed else _game(words)
    if len(" ".join(rest)) > MAX_LINE:
        raise InvalidInputError(
            f"This line is too long. After the game it has at most {MAX_LINE} characters.",
            value=text,
            accepted=f"at most {MAX_LINE} characters after the game",
        )
    rows: list[str] = []
    convention = to_move = goal = ""
    for word in rest:
        if re.fullmatch(r"[0-9+,]+", word) and not (convention or to_move or goal):
            rows.append(word)
        elif word in ENDINGS and not convention:
            convention = ENDINGS[word]
        elif word in (Player.LEFT.value, Player.RIGHT.value) and not to_move:
            to_move = word
        elif word in GOAL_WORDS and not goal:
            goal = GOAL_WORDS[word]
        else:
            numbers = NUMBER.findall(word)
            is_joined = not rows and re.fullmatch(r"[0-9]+(?:[^0-9a-z][0-9]+)+", word)
            meant = f"Write rows with a plus: {'+'.join(numbers)}" if is_joined else EXAMPLE
            problem = f"“{shortened(word)}” does not belong in this line. {meant}."
            raise InvalidInputError(problem, value=word, accepted=meant)
    if not (rows or mixed):
        raise InvalidInputError(f"This line has no rows. {EXAMPLE}.", value=text, accepted=EXAMPLE)
    remarks = [] if convention else [UNSAID]
    convention = convention or Convention.MISERE.value
    position = format_position(mixed[1]) if mixed else "+".join(NUMBER.findall(" ".join(rows)))
    chosen, why = goal, ""
    if not goal:
        chosen, why = _choose(ruleset.key, position, convention, to_move, budget)
    facts = check_puzzle(ruleset.key, position, convention, to_move, chosen, budget=budget)
    exercise = Question(facts.ruleset, facts.position, facts.convention, facts.to_move, chosen)
    remarks += [words for words in (why or _remark(facts),) if words]
    return ExerciseLine(number, text, exercise, facts, warning=" ".join(remarks), written=position)


def shortened(word: str) -> str:
    """A typed word, cut to a length that fits into a sentence."""
    return Truncator(word).chars(40)


def _side_by_side(line: list[str]) -> tuple[tuple[Ruleset, Position] | None, list[str]]:
    """The rows of different games at the start of a line, ``kayles:5 + nim:3``, and the words after
    them; None and the line if it is about one game. Raises :class:`InvalidInputError` for rows
    with a game each that cannot be read."""
    ends = {*ENDINGS, *GOAL_WORDS, *Player}
    last = next((place for place, word in enumerate(line) if word in ends), len(line))
    written = " ".join(line[:last])
    if ROWS_OF_GAMES.match(written):
        rules, position = read_sum(written)
        if rules.is_sum:
            return (rules, position), line[last:]
    return None, line


def _game(line: list[str]) -> tuple[Ruleset, list[str]]:
    """The game at the start of a line, which may have several words, and the words after it. Raises
    :class:`InvalidInputError`, with the known names for an unknown word, or with the error in a
    ruleset written in numbers."""
    for words in range(min(len(line), MAX_WORDS), 1, -1):
        with suppress(InvalidInputError):
            return get_ruleset(" ".join(line[:words])), line[words:]
    word = line[0]
    try:
        return get_ruleset(GAMES.get(word, word)), line[1:]
    except InvalidInputError as error:
        if word.partition(":")[0] in {name.partition(":")[0] for name in (*NAMES, "heaps")}:
            raise
        problem = f"We have no game called “{shortened(word)}”. Begin the line with {KNOWN}."
        raise InvalidInputError(problem, value=word, accepted=KNOWN) from error


def _choose(
    ruleset: str, position: str, convention: str, to_move: str, budget: Budget
) -> tuple[str, str]:
    """The question for a line that names none, and the reason if it is not the usual one."""
    if get_ruleset(ruleset).partizan and not to_move:
        return (
            GoalKey.PREDICT.value,
            "The line names no player, so it asks who wins. Add left or right.",
        )
    question = ask_within_limits(
        ruleset, position, convention, to_move or None, budget=budget.part(2), has_sums=True
    )
    facts = profile(question)
    ending = convention_words(Convention.parse(convention))
    if facts.mover_wins is False:
        lost = f"The player to move loses when {ending}, so it asks who wins."
        return GoalKey.PREDICT.value, lost
    return GoalKey.MOVE.value, ""


def _remark(facts: PuzzleFacts) -> str:
    """What an instructor should know about a usable position."""
    legal, winning = facts.numbers["legal"], facts.numbers["winning"]
    if facts.is_guessed and 2 * winning > legal > 2:
        return f"{winning} of {legal} kinds of move win, so a guess is likely to be right."
    return ""
