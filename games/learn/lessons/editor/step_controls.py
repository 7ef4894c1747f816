"""The control for each key of a step, by kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms

from games.boards.boards import Board
from games.boards.rules import endings
from games.content.editors.compound import (
    CasesControl,
    Each,
    GroupControl,
    Labelled,
    OneOf,
    Pair,
    PairsControl,
    TicksControl,
)
from games.content.editors.controls import (
    Choose,
    LineControl,
    ListControl,
    NumberControl,
    Numbers,
    TextControl,
    Tick,
    YesNo,
)
from games.content.editors.game_control import GameControl
from games.content.editors.number_tests import NumberTest
from games.content.shapes import Content
from games.learn.lessons.models import step_kinds
from games.learn.lessons.scenes import REFUSAL
from games.learn.lessons.schema import MAX_CLAIMS, MAX_HINTS, MISCONCEPTION_IDS
from games.questions.goals.case import CASES
from games.questions.goals.company import CLAIMS
from games.questions.goals.lost_rule import MAX_RULES
from games.questions.goals.strategy import MAX_STRATEGIES
from games.questions.proofs.written_proof import LIGHTS, MAX_SENTENCES
from solver import THEORIES, Kind, Player, SolverError, distinct, get_ruleset, parse_position
from solver.teaching import (
    LEAVE,
    MISCONCEPTIONS,
    MISJUDGEMENTS,
    NAMED,
    OPPONENTS,
    OUTCOME_WORDS,
    QUANTITIES,
    TO_MOVE,
)

PLAYERS = [("left", "Left"), ("right", "Right")]
OUTCOMES = list(OUTCOME_WORDS.items())
KIND_NAMES = [(name, name) for name in (*(kind.value for kind in Kind), "switch")]
HABIT_NAMES = {habit.key: habit.name for habit in (*MISJUDGEMENTS, *MISCONCEPTIONS)}
HABIT_CHOICES = [(key, HABIT_NAMES[key]) for key in MISCONCEPTION_IDS]
MOST_MISTAKES = 40
IN_GENERAL = {
    "row": "row",
    "rows": "rows",
    "piece": "piece",
    "pieces": "pieces",
    "nim_sum": "nim-sum",
}
"""Words for a quantity that suit any game."""
QUANTITY_CHOICES = [
    *(
        (key, (one.name.plural or one.name.singular).format(**IN_GENERAL))
        for key, one in QUANTITIES.items()
    ),
    (TO_MOVE, "the player to move: left or right"),
]
MOVER = [("wins", "wins"), ("loses", "loses")]
CLAIMED = {
    "same": "both have the same winner, whatever is added to them",
    "at-least": "the first is at least as good for Left",
    "square-first": "if Left can win with a single square on the board, taking it wins",
}
STARTERS = {"you": "the student", "computer": "the computer", "choose": "the student chooses"}


class StepSetting:
    """What the controls of a step depend on: its content, and the existing skills."""

    def __init__(self, content: Content, skills: list[tuple[str, str]]) -> None:
        self.content, self.skills = content, skills

    def moves(self, claim: Any = None) -> list[tuple[str, str]]:
        """The legal moves of the position in words; a claim may have its own position."""
        held = self.content | (claim if isinstance(claim, dict) else {})
        try:
            rules = get_ruleset(str(held.get("ruleset") or ""))
            rows = tuple(filter(None, parse_position(str(held.get("position") or ""))))
            player = Player.parse(held.get("to_move") or None) if rules.partizan else None
            board = Board.of(rules, rows)
            if rules.partizan and player is None:
                return []
            moves = distinct(rules.legal_moves(rows, player))
            return [(str(move.canonical), board.place(str(move), player).label) for move in moves]
        except SolverError:
            return []

    @property
    def rows(self) -> int:
        try:
            return len([size for size in parse_position(str(self.content["position"])) if size])
        except (SolverError, KeyError):
            return 0


def rule() -> CasesControl:
    """A rule about positions, with up to four cases."""
    return CasesControl(
        lambda value: PairsControl(QUANTITY_CHOICES, NumberTest, 6, each="Condition", label="is"),
        4,
        label="Case",
    )


def claim(place: StepSetting, held: Any) -> GroupControl:
    """A fact that the text states."""
    moves = place.moves(held)
    return GroupControl(
        {
            "position": Labelled("Position", LineControl()),
            "ruleset": Labelled("Game", GameControl(), optional=True),
            "convention": Labelled("Ending", Choose(endings()), optional=True),
            "to_move": Labelled("To move", Choose(PLAYERS), optional=True),
            "outcome": Labelled("Who wins", Choose(OUTCOMES), optional=True),
            "winning": Labelled(
                "All winning moves", TicksControl(moves, "no move wins"), optional=True
            ),
            "wins": Labelled("A move that wins", Choose(moves), optional=True),
            "loses": Labelled("A move that loses", Choose(moves), optional=True),
            "kinds": Labelled(
                "Kinds of the rows",
                Each(lambda one: Choose(KIND_NAMES), 12, label="Row"),
                optional=True,
            ),
            "nim_values": Labelled("Nim-values of the rows", Numbers(), optional=True),
            "reduces": Labelled("Comes to", Pair("squares", "dominoes"), optional=True),
            "case": Labelled("Case of R1", Choose(list(CASES.items()), read=int), optional=True),
        }
    )


def scene(place: StepSetting) -> GroupControl:
    marks = max(place.rows, 0)

    def rows(key: str, label: str) -> Each:
        held = (place.content.get("scene") or {}).get(key, [])
        return Each(lambda one: LineControl(), 12, label=label, fixed=max(marks, 0) or len(held))

    return GroupControl(
        {
            "theory": Labelled(
                "Film of", Choose([*theories(), (REFUSAL, "R1, where it gives up")])
            ),
            "frame": Labelled("from frame", NumberControl()),
            "to": Labelled("to frame", NumberControl()),
            "sentence": Labelled("with its sentence", Tick()),
            "groups": Labelled("or group the rows yourself", rows("groups", "Groups of row")),
            "tags": Labelled("and label the rows", rows("tags", "Label of row")),
        }
    )


def theories() -> list[tuple[str, str]]:
    return [(theory.key, theory.name) for theory in THEORIES]


def bounds() -> Pair:
    return Pair("fewest", "most")


def mistakes(place: StepSetting) -> PairsControl:
    """The replies to habits, and to moves if the step asks for a move."""
    moves = place.moves() if place.content.get("kind") == "move" else []
    return PairsControl(
        [*moves, *HABIT_CHOICES], TextControl, MOST_MISTAKES, each="Mistake", label="say"
    )


def test_of_sentence() -> GroupControl:
    """The solver's test of a sentence."""
    return GroupControl(
        {
            "from": Labelled("From every position with", rule()),
            "never": Labelled("no move leads to one with", rule(), optional=True),
            "some": Labelled("some move leads to one with", rule(), optional=True),
            "answered": Labelled("every move has an answer to one with", rule(), optional=True),
            "is": Labelled("it also has", rule(), optional=True),
            "mover": Labelled("the player to move", Choose(MOVER), optional=True),
            "compare": Labelled("beside it, for Left", LineControl(), optional=True),
            "first": Labelled("a winning player takes this first", NumberControl(), optional=True),
        }
    )


def proof_sentence(held: Any) -> GroupControl:
    """One sentence of a proof."""
    return GroupControl(
        {
            "name": Labelled("Name", LineControl()),
            "says": Labelled("Sentence", TextControl()),
            "needs": Labelled("Needs", ListControl()),
            "light": Labelled("Finishes", Choose(list(LIGHTS.items())), optional=True),
            "check": Labelled("Test", test_of_sentence(), optional=True),
        }
    )


Maker = Callable[[StepSetting], forms.Widget]
CONTROLS: dict[str, tuple[str, str, Maker]] = {
    "kind": ("What the step does", "", lambda p: Choose(step_kinds(), none="—")),
    "title": ("Title", "", lambda p: LineControl()),
    "text": ("Text", "Markdown, without links and pictures.", lambda p: TextControl(6)),
    "ruleset": ("Game", "", lambda p: GameControl()),
    "position": (
        "Position",
        "Touch the board, or write rows with plus signs, such as 1+3+5.",
        lambda p: LineControl(),
    ),
    "convention": ("Ending", "", lambda p: Choose(endings())),
    "to_move": (
        "Player to move",
        "Only for games where Left and Right move differently.",
        lambda p: Choose(PLAYERS),
    ),
    "diagram": ("Diagram", "A theory drawn next to the board.", lambda p: Choose(theories())),
    "skill": (
        "Skill",
        "The skill that a try counts for.",
        lambda p: Choose(p.skills, none="the first skill of the lesson"),
    ),
    "scene": (
        "Picture on the board",
        "Type the groups of a row with commas. Mark one by (lit), (paired), (faded) or (taken).",
        scene,
    ),
    "opponent": (
        "Opponent",
        "",
        lambda p: Choose([(one.key, one.name) for one in OPPONENTS], none="perfect play"),
    ),
    "simple": ("Few names", "Only inverter, null, trap and switch.", lambda p: Tick()),
    "cancel": ("Cancel", "A square and a domino cancel each other.", lambda p: Tick()),
    "rows": ("How many rows", "", lambda p: bounds()),
    "largest": ("Longest row", "", lambda p: NumberControl()),
    "goal": (
        "Required properties",
        "",
        lambda p: GroupControl(
            {
                "outcome": Labelled("Who wins", Choose(OUTCOMES)),
                "kinds": Labelled(
                    "its kinds", Each(lambda one: Choose(KIND_NAMES), 8, label="Kind")
                ),
                "nim_sum": Labelled("nim-sum", NumberControl()),
                "conventions_differ": Labelled("the last-one rule changes the winner", YesNo()),
                "same_as": Labelled("the same as", LineControl()),
            }
        ),
    ),
    "forbid": (
        "Excluded positions",
        "Separate them with commas: 1+1, 2+2.",
        lambda p: ListControl(),
    ),
    "beside": ("Position to compare", "Such as 1+2+2.", lambda p: LineControl()),
    "claim": (
        "Claim",
        "",
        lambda p: Choose([(key, CLAIMED[key]) for key in CLAIMS]),
    ),
    "other": ("The other position", "0 means nothing.", lambda p: LineControl()),
    "within": (
        "How far to test it",
        "The number of rows and the longest row, or the total number of pieces.",
        lambda p: GroupControl(
            {
                "rows": Labelled("rows", NumberControl()),
                "largest": Labelled("longest", NumberControl()),
                "total": Labelled("or pieces in total", NumberControl()),
            }
        ),
    ),
    "rules": (
        "Rules to choose from",
        "Exactly one must be right. Type a number, odd, even, >=2, 1 mod 4, or several of them.",
        lambda p: Each(lambda one: rule(), MAX_RULES, label="Rule"),
    ),
    "strategies": (
        "Strategies to choose from",
        "Exactly one must win.",
        lambda p: Each(
            lambda one: OneOf([(key, key) for key in NAMED], LEAVE, "or always leave", rule()),
            MAX_STRATEGIES,
            label="Strategy",
        ),
    ),
    "sentences": (
        "Sentences of the proof",
        "Write them in a right order. Name each by a word, and list the names it needs.",
        lambda p: Each(proof_sentence, MAX_SENTENCES, label="Sentence"),
    ),
    "quantity": (
        "Number to work out",
        "Write ___ in the text where it is missing.",
        lambda p: Choose([(key, name) for key, name in QUANTITY_CHOICES if key in QUANTITIES]),
    ),
    "cut": (
        "Cut the rows",
        "Draws each row in groups, one under each column. Only for the nim-sum of rows of Nim.",
        lambda p: Tick(),
    ),
    "starter": ("Who starts", "", lambda p: Choose(starters(p))),
    "answer": ("Answer key", "", lambda p: LineControl()),
    "hints": (
        "Hints",
        "Up to four. The last hint gives the answer away.",
        lambda p: Each(lambda one: TextControl(), MAX_HINTS, label="Hint"),
    ),
    "feedback": (
        "Replies to mistakes",
        "Touch a wrong move on the board to add it here, or the habit behind it.",
        mistakes,
    ),
    "otherwise": (
        "Other mistakes",
        "The reply to every other mistake.",
        lambda p: TextControl(),
    ),
    "after": ("Afterwards", "Shown after the right answer.", lambda p: TextControl()),
    "claims": (
        "Facts in the text",
        "List each fact that the text states. The solver checks it and fills in empty fields.",
        lambda p: Each(lambda one: claim(p, one), MAX_CLAIMS, label="Fact"),
    ),
}
"""The label, the help text and the control of every key."""


def starters(place: StepSetting) -> list[tuple[str, str]]:
    known = ("you", "computer") if place.content.get("kind") == "strategy" else tuple(STARTERS)
    return [(key, STARTERS[key]) for key in known]
