"""A claim about a position on boards: the claim, its refutation, and a board to play on."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.boards.board_view import BoardView, view
from games.boards.boards import Board
from games.boards.bounds import MAX_PIECES, example_budget
from games.boards.films import FilmView, film_view, moves_scene
from games.boards.rules import RuleText, rule_of
from games.boards.scene_view import SceneView, scene_view
from games.explore.addresses import address, play_address
from games.play.models import Seat
from solver import Analysis, Budget, Inquiry, ask
from solver.teaching import CountLine, Exhibit, Tag, film


@dataclass(frozen=True, eq=False)
class ShownExhibit:
    """An exhibit on its boards: *claim* as in the source, *film* at the frame that refutes it, and
    *board* to play on. *starter* is the player who must begin so that the visitor can win.

    It has no ``__eq__``, so a cache of page parts can use each object as a key.
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
    """The exhibit with its boards, whose element ids begin with *prefix*; the refutation uses
    *theory*, or the first theory with an answer.

    Raises :class:`BudgetExceededError` if its film would cost more than *budget*.
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


def claimed(question: Inquiry, exhibit: Exhibit, prefix: str, claimant: str) -> SceneView:
    """The position as the source describes it: its word for each row, its move, its verdict."""
    claim = exhibit.claim
    legal = question.ruleset.legal_moves(question.position, question.to_move)
    moves = [move for move in legal if str(move) == claim.move][:1]
    scene = moves_scene(question, moves)
    tags = tuple(Tag(component, text) for component, text in enumerate(claim.tags) if text)
    tally = (CountLine(f"{claimant}:", claim.verdict),)
    scene = replace(scene, tags=tags + scene.tags, tally=tally)
    return scene_view(Board.of(question.ruleset, question.position), scene, prefix)


def refutation(
    question: Inquiry, exhibit: Exhibit, prefix: str, theory: str | None = None
) -> FilmView:
    """The film of the position, at the frame that refutes the source's claim."""
    analysis = film(question, theory=theory)

    def frame_address(number: int | str) -> str:
        return address(question, theory=analysis.theory, frame=str(number))

    number = refuting(analysis, exhibit.claim.move)
    return film_view(question, analysis.theory, number, frame_address, name=prefix, is_page=False)


def refuting(analysis: Analysis, claimed: str) -> int:
    """The number of the frame that answers the *claimed* move, otherwise of the first frame with a
    move, otherwise of the last."""
    steps = list(enumerate(analysis.steps, 1))
    answers = [number for number, step in steps if claimed and step.data.get("move") == claimed]
    moves = [number for number, step in steps if step.scene and step.scene.move]
    return (answers + moves + [len(steps)])[0]
