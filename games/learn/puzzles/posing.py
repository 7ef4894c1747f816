"""A position with its question, edited on a board in the admin."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from django.utils.datastructures import MultiValueDict
from django.utils.functional import cached_property

from games.boards.board_view import BoardView, view
from games.boards.boards import Board
from games.boards.bounds import ask_within_limits
from games.boards.editing import EditBoard, changed, edit_board
from games.boards.ghosts import Ghost, MoveOutline
from games.boards.rules import RuleText, endings, rule_of
from games.boards.thumbnails import Thumbnail, thumbnail
from games.content.game_control import name_of
from games.content.reading import sentence
from games.content.shapes import PLACE, ControlRow, OneOf, Own, StepSetting, position
from games.questions.facts import PuzzleFacts, check_puzzle
from games.questions.goals import puzzle_goals
from games.questions.question import COLUMNS, Question
from games.questions.shown_question import ShownQuestion, key_words
from solver import Convention, Inquiry, SolverError, format_position, get_ruleset, read_sum


def rows_of_games(value: Any) -> str:
    """``1+2+3``, or rows each with its game, ``kayles:5+nim:3``."""
    if isinstance(value, str) and ":" in value:
        read_sum(value)
        return value.strip()
    return position(value)


PUZZLE = PLACE | {
    "position": Own(
        "Position",
        "Touch the board, or write rows with plus signs, such as 1+3+5. Rows of different games: "
        "kayles:5+nim:3.",
        reader=rows_of_games,
        said="a position such as 1+2+3, or rows of different games, kayles:5+nim:3",
    ),
    "goal": OneOf("Question", choices=dict(puzzle_goals())),
}
"""The columns of a puzzle."""


def read_columns(data: Any, prefix: str = "") -> dict[str, str]:
    """The values of the controls, by column. Rows that name their games choose the game."""
    read = {
        name: PUZZLE[name]
        .control(StepSetting({}))
        .value_from_datadict(data, MultiValueDict(), f"{prefix}{name}")
        for name in COLUMNS
    }
    held = {name: str(value) for name, value in read.items() if value}
    with suppress(SolverError):
        return held | _placed(held)
    return held


def _placed(held: Mapping[str, str]) -> dict[str, str]:
    """The game and the rows where rows name their games: ``kayles`` and ``5+nim:3`` are the game
    ``kayles+nim``. Raises :class:`SolverError` where they cannot be read."""
    if ":" not in held.get("position", ""):
        return {}
    first = get_ruleset(held["ruleset"]) if held.get("ruleset") else None
    rules, rows = read_sum(held["position"], None if first and first.is_sum else first)
    return {"ruleset": rules.key, "position": format_position(rows)}


class QuestionEditor:
    """A position and a question from *content*, which has the columns that have a value. The names
    of the controls start with *prefix*, and *problems* are shown beside them."""

    def __init__(
        self,
        content: Mapping[str, Any],
        prefix: str = "",
        problems: Mapping[str, str] | None = None,
    ) -> None:
        self.held = {name: str(content.get(name) or "") for name in COLUMNS}
        self.prefix, self.said = prefix, problems or {}

    @property
    def rows(self) -> list[ControlRow]:
        partizan = bool(self._question and self._question.ruleset.partizan)
        return [
            PUZZLE[name].row(
                name, self.prefix, self.held[name], StepSetting({}), self.said.get(name, "")
            )
            for name in COLUMNS
            if name != "to_move" or partizan or self.held["to_move"]
        ]

    @cached_property
    def _question(self) -> Inquiry | None:
        """The position, or an empty board if there is none yet; None if it cannot be read."""
        held = self.held
        try:
            return ask_within_limits(
                held["ruleset"],
                held["position"] or "0",
                held["convention"] or Convention.MISERE.value,
                held["to_move"] or None,
                has_sums=True,
            )
        except SolverError:
            return None

    def touched(self, change: str) -> dict[str, str]:
        """The game and the position after a touch on a row of the board. Raises
        :class:`SolverError`."""
        held = self.held
        question = ask_within_limits(
            held["ruleset"], held["position"] or "0", Convention.MISERE.value, has_sums=True
        )
        new = changed(question, {"change": change}, has_sums=True)
        assert new is not None  # a change is asked for
        left = format_position(new.position) if new.position else ""
        return {"ruleset": new.ruleset.key, "position": left}

    # --- shown beside the controls --------------------------------------------------------

    @property
    def problem(self) -> str:
        """Why there is no board."""
        if not self.held["ruleset"]:
            return "Choose a game to see the board."
        return "" if self._question else "This position is not complete yet."

    @property
    def editor(self) -> EditBoard | None:
        """The board on which the position can be edited."""
        return edit_board(self._question) if self._question else None

    @property
    def picture(self) -> Thumbnail | None:
        asked = self._question
        return thumbnail(asked.ruleset, asked.position) if asked else None

    @property
    def is_asked(self) -> bool:
        """Whether every column has a value that a question needs."""
        held = self.held
        return all(held[name] for name in ("ruleset", "position", "convention", "goal"))

    @cached_property
    def _checked(self) -> PuzzleFacts | str:
        """The computed facts, or the error message."""
        if not self.is_asked:
            return ""
        try:
            return check_puzzle(*self.held.values())  # in the order of COLUMNS
        except SolverError as error:
            return sentence(str(error))

    @property
    def facts(self) -> PuzzleFacts | None:
        return self._checked if isinstance(self._checked, PuzzleFacts) else None

    @property
    def wrong(self) -> str:
        """The solver's objection; empty if it agrees or the question is incomplete."""
        return self._checked if isinstance(self._checked, str) else ""

    @cached_property
    def asked(self) -> Question | None:
        """The question in canonical form, if the solver agrees."""
        facts = self.facts
        if facts is None:
            return None
        place = {name: getattr(facts, name) for name in COLUMNS if name != "goal"}
        return Question(**place, goal=self.held["goal"])

    @cached_property
    def task(self) -> ShownQuestion | None:
        return ShownQuestion(self.asked) if self.asked else None

    @property
    def key(self) -> list[str]:
        """The right answer in words."""
        return key_words(self.task) if self.task else []

    @property
    def marked(self) -> BoardView | None:
        """The board with the winning moves marked."""
        task = self.task
        if task is None or (task.ruleset.partizan and task.player is None):
            return None
        placed = [task.board.place(str(move), move.player) for move in task.facts.winning]
        ghosts = [Ghost(one, MoveOutline.WINS, f"This wins: {one.label}.") for one in placed]
        return view(task.board, ghosts=ghosts, prefix="key-")

    @property
    def seen(self) -> BoardView | None:
        """The board that a student will see."""
        task = self.task
        if task is None or not task.is_drawn:
            return None
        return view(Board.of(task.ruleset, task.question.position), prefix="seen-")

    @property
    def rule(self) -> RuleText | None:
        task = self.task
        return rule_of(task.ruleset, task.convention, self.held["position"]) if task else None

    @property
    def words(self) -> str:
        """The game, rows, convention and player to move, on one line."""
        held = self.held
        game = name_of(held["ruleset"]) if held["ruleset"] else "No game yet"
        mover = f"{held['to_move'].title()} to move" if held["to_move"] else ""
        ending = dict(endings()).get(held["convention"], "")
        place = f"{game} {held['position'].replace('+', ' + ')}".strip()
        return ", ".join(filter(None, (place, ending, mover)))

    @property
    def goal_words(self) -> str:
        label = str(dict(puzzle_goals()).get(self.held["goal"], "New position"))
        return f"{label[:1].upper()}{label[1:]}"
