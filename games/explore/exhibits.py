"""A claim about a position on its boards: as it is made, what refutes it, and where to try it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.boards.board_view import BoardView, view
from games.boards.boards import Board
from games.boards.films import FilmView, film_view, moves_scene
from games.boards.limits import MAX_PIECES, example_budget
from games.boards.rules import RuleText, rule_of
from games.boards.scene_view import SceneView, scene_view
from games.explore.addresses import address, play_address
from games.play.models import Seat
from solver import Analysis, Budget, CountLine, Exhibit, Question, Tag, ask, film


@dataclass(frozen=True, eq=False)
class ShownExhibit:
    """An exhibit on its boards: *claim* as the source has it, *film* at the frame that refutes
    that, *board* to play on. *starter* is who has to begin for the visitor to be able to win.

    It equals itself alone: parts of pages that show it are kept while it is.
    """

    exhibit: Exhibit
    claim: SceneView
    film: FilmView
    board: BoardView
    rule: RuleText
    starter: str
    play: str


def shown(
    exhibit: Exhibit,
    prefix: str,
    *,
    claimant: str = "The source",
    theory: str | None = None,
    budget: Budget | None = None,
) -> ShownExhibit:
    """The exhibit with its boards, whose parts have ids that begin with *prefix*; refuted by the
    theory called *theory*, or by the one that answers first.

    Raises :class:`BudgetExceededError` where its film would cost more than *budget*.
    """
    question = ask(
        exhibit.ruleset,
        exhibit.position,
        exhibit.convention,
        exhibit.to_move,
        budget=budget or example_budget(),
    )
    board = Board.of(question.ruleset, question.position)
    starter = Seat.OWNER if exhibit.wins else Seat.OTHER
    return ShownExhibit(
        exhibit,
        claimed(question, exhibit, f"{prefix}claim", claimant),
        refutation(question, exhibit, f"{prefix}why", theory),
        view(board, question.to_move, playable=True, prefix=prefix, most=MAX_PIECES),
        rule_of(question.ruleset, question.convention, exhibit.position),
        starter.value,
        play_address(question, starter=starter.value),
    )


def claimed(question: Question, exhibit: Exhibit, prefix: str, claimant: str) -> SceneView:
    """The position as the source has it: what it calls each row, its move, its verdict."""
    claim = exhibit.claim
    legal = question.ruleset.legal_moves(question.position, question.to_move)
    moves = [move for move in legal if str(move) == claim.move][:1]
    scene = moves_scene(question, moves)
    tags = tuple(Tag(component, text) for component, text in enumerate(claim.tags) if text)
    tally = (CountLine(f"{claimant}:", claim.verdict),)
    scene = replace(scene, tags=tags + scene.tags, tally=tally)
    return scene_view(Board.of(question.ruleset, question.position), scene, prefix)


def refutation(
    question: Question, exhibit: Exhibit, prefix: str, theory: str | None = None
) -> FilmView:
    """The film of the position, opened at the frame that refutes what the source says of it."""
    analysis = film(question, theory=theory)

    def frame_address(number: int) -> str:
        return address(question, theory=analysis.theory, frame=str(number))

    number = refuting(analysis, exhibit.claim.move)
    return film_view(question, analysis.theory, number, frame_address, name=prefix, is_page=False)


def refuting(analysis: Analysis, claimed: str) -> int:
    """The frame that answers the *claimed* move, or else the first in which one is made."""
    steps = list(enumerate(analysis.steps, 1))
    answers = [number for number, step in steps if claimed and step.data.get("move") == claimed]
    moves = [number for number, step in steps if step.scene and step.scene.move]
    return (answers + moves + [len(steps)])[0]
