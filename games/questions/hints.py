"""Hints in four tiers: a start, a question, a picture, the answer."""

from __future__ import annotations

from collections.abc import Collection

from games.boards.boards import Board, row_sizes
from games.boards.lenses import EVERY, Theories, explain
from games.boards.looks.look import Placed
from games.boards.scene_view import SceneView, scene_view
from games.questions.frames import PAIRS, Told, frames_before, told
from solver import (
    Analysis,
    BudgetExceededError,
    Convention,
    Inquiry,
    Move,
    NotCoveredError,
    ReasoningStep,
    answer,
)
from solver.teaching import (
    BELOW,
    CellGroup,
    Mark,
    Scene,
    best_answer,
    capitalised,
    film,
    get_opponent,
)

TIERS = 4
TIER_NAMES = ("a start", "a question", "a picture", "the answer")
MAX_TRIES = 40
"""The number of moves to try in search of one that the other player can answer."""

QUESTIONS = {
    "safe-harbors": "Divide each row by the maximum take plus 1: what remains?",
    "nim-sum": "Write what each row counts in binary. Is any column odd?",
    "r1": "What kind is each row: null, inverter, trap or switch?",
    "misere-quotient": "What does each row count as, and what is the product?",
    "reduction": "How many strips leave 1, and how many leave 2, when divided by 3?",
    "exhaustive": "Which move leaves the other player with no good move?",
}
QUESTIONS_WHERE_THE_LAST_LOSES = {
    "nim-sum": "Which rows count 2 or more, and is any binary column odd?",
}
"""Different questions for misère play."""
EACH_BOARD = "Look at each board you can leave. On which of them does the next player lose?"
"""The question for a student who has to say who wins and knows no theory."""


class Hint(str):
    """One hint as a sentence, with a picture of it in *scene* if there is one.

    A board can also highlight what it names: rows (*lanes*) and a move (*placed*).
    """

    scene: SceneView | None
    lanes: tuple[int, ...]
    placed: Placed | None

    def __new__(
        cls,
        sentence: str,
        scene: SceneView | None = None,
        lanes: tuple[int, ...] = (),
        placed: Placed | None = None,
    ) -> Hint:
        hint = super().__new__(cls, sentence)
        hint.scene, hint.lanes, hint.placed = scene, lanes, placed
        return hint


def as_hint(said: str) -> Hint:
    """A hint as an object."""
    return said if isinstance(said, Hint) else Hint(said)


def question_of(analysis: Analysis) -> str:
    """The question that leads to the answer, by the theory that decided the position."""
    questions = QUESTIONS
    if analysis.convention is Convention.MISERE:
        questions = QUESTIONS | QUESTIONS_WHERE_THE_LAST_LOSES
    return questions.get(analysis.theory, QUESTIONS["exhaustive"])


def hints(question: Inquiry, board: Board, tiers: int, theories: Theories = EVERY) -> list[Hint]:
    """The first *tiers* hints for the player to move, in terms of *theories*."""
    if not tiers:
        return []
    try:
        analysis = explain(question.within(2), theories=theories)
        said = [Hint(reply_hint(question)), Hint(question_of(analysis))][:tiers]
        if tiers > len(said):
            said += _last_hints(question, board, analysis)
    except BudgetExceededError as error:
        return [Hint(str(error))]
    return said[:tiers]


def _last_hints(question: Inquiry, board: Board, analysis: Analysis) -> list[Hint]:
    """The hint with the picture, and the hint with the move."""
    preferred = analysis.preferred
    picture = picture_hint(question, board, analysis, {Told.MOVE})
    if preferred is None:
        reply = get_opponent("perfect").plan(question)[0]
        placed = board.place(str(reply), reply.player)
        lost = f"{picture} Against perfect play you can't win from here."
        hardest = Hint(f"Your best try: {placed.phrase()}.", placed=placed)
        return [Hint(lost, picture.scene, picture.lanes), hardest]
    placed = board.place(str(preferred), preferred.player)
    return [picture, Hint(f"{capitalised(placed.phrase())}.", placed=placed)]


def picture_hint(
    question: Inquiry, board: Board, analysis: Analysis, secret: Collection[Told]
) -> Hint:
    """The last frame of the film of *analysis* that does not reveal what is *secret*, with its
    sentence."""
    if analysis.theory in (BELOW, "exhaustive"):
        return _plain_hint(question, board, analysis, secret)
    frame = frame_that_matters(question, analysis.theory, secret)
    scene = frame.scene if frame else None
    if frame is None or scene is None or scene.position != board.position:
        return Hint(analysis.steps[min(1, len(analysis.steps) - 1)].text)
    return Hint(frame.text, scene_view(board, scene, "hint"))


def _plain_hint(
    question: Inquiry, board: Board, analysis: Analysis, secret: Collection[Told]
) -> Hint:
    """A hint without theory: the equal rows, or, if the question asks for a move, the row of a
    winning move."""
    for step in analysis.steps:
        if step.rule == PAIRS and step.scene and told(step).isdisjoint(secret):
            lanes = dict.fromkeys(
                board.component(place)[0].number for pair in step.data["pairs"] for place in pair
            )
            return Hint(step.text, scene_view(board, step.scene, "hint"), tuple(lanes))
    counts = (step.text for step in analysis.steps if step.rule == "exhaustive:count")
    fact = EACH_BOARD if Told.OUTCOME in secret else next(counts, analysis.steps[0].text)
    move = analysis.preferred if Told.MOVE in secret else None
    if move is None or len(question.position) == 1:  # there is no need to point at the only row
        return Hint(fact)
    placed = board.place(str(move), move.player)
    row = f"Look at {board.row_word} {placed.lane}."
    shown = row if Told.OUTCOME in secret else f"{fact} {row}"
    return Hint(shown, _row_in_focus(question, board, move), (placed.lane,))


def frame_that_matters(
    question: Inquiry, theory: str, secret: Collection[Told]
) -> ReasoningStep | None:
    """The last frame of a theory's film before one reveals what is *secret*; None if the first
    frame does, or if there is no film."""
    try:
        frames = film(question.within(2), theory=theory).steps
    except (BudgetExceededError, NotCoveredError):
        return None
    kept = frames_before(frames, secret)
    return frames[kept - 1] if kept else None


def _row_in_focus(question: Inquiry, board: Board, move: Move) -> SceneView:
    """The board with the row of the move highlighted."""
    last = question.position[move.component] - 1
    group = CellGroup(f"{move.component + 1}.0", move.component, 0, last, "", Mark.FOCUS)
    return scene_view(board, Scene(question.position, (group,)), "hint")


# --- the first hint -----------------------------------------------------------------------


def reply_hint(question: Inquiry) -> str:
    """A move that loses and its winning reply, described by what they leave."""
    tried = answered_try(question)
    if tried is None:
        return "Think of each move as the board it leaves for the other player."
    after, reply = tried
    if reply is None:
        return (
            f"If you leave {row_sizes(after.position)}, the other player has no move and wins. "
            "What else can you leave?"
        )
    replied = after.after(reply)
    return (
        f"If you leave {row_sizes(after.position)}, the other player can leave "
        f"{row_sizes(replied.position)}. What else can you leave?"
    )


def answered_try(question: Inquiry) -> tuple[Inquiry, Move | None] | None:
    """The position after the first losing move, and the winning reply (None if the other player has
    won without a move). None if none of the first moves loses."""
    for _, move in zip(range(MAX_TRIES), question.legal_moves(), strict=False):
        after = question.after(move)
        analysis = answer(after)
        if analysis.to_move_wins:
            return after, best_answer(after)
    return None
