"""A film for its template: one frame of a theory's reasons, drawn on the board, with its address.

The film is paid for from the budget of the question, as every answer is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import cycle
from urllib.parse import urlencode

from django.utils.functional import cached_property

from games.boards.boards import Board, Placed
from games.boards.lenses import PLAIN
from games.boards.scene_view import SceneView, scene_view
from solver import (
    BELOW,
    THEORIES,
    Analysis,
    BudgetExceededError,
    CellGroup,
    Mark,
    Move,
    NotCoveredError,
    Player,
    Question,
    ReasoningStep,
    Scene,
    SolverError,
    Tag,
    elided,
    film,
    format_position,
    joined,
    refusal_film,
)

Address = Callable[[int], str]
"""Gives the address of a frame by its number."""

MAX_NAMED = 4
"""How many winning moves of one row are named beside it."""
NAMES = {theory.key: theory.name for theory in THEORIES} | {BELOW: PLAIN}


@dataclass(frozen=True)
class FrameLink:
    """One frame in the list of them."""

    number: int
    title: str
    url: str
    current: bool


@dataclass(frozen=True)
class FilmView:
    """One frame of a film. *id* keeps films of one page apart; *is_page* tells whether the address
    of the page is the frame's, so that it changes with it. Where the theory does not apply,
    *refusal* says why in one sentence, and the *reel* why frame by frame; where it has none, the
    board stands as it is."""

    id: str
    theory: str
    question: Question
    number: int
    address: Address
    analysis: Analysis | None = None
    refusal: str = ""
    is_page: bool = True
    reel: tuple[ReasoningStep, ...] = ()

    @property
    def name(self) -> str:
        """What the theory is called."""
        return NAMES[self.theory]

    @property
    def frames(self) -> tuple[ReasoningStep, ...]:
        return self.analysis.steps if self.analysis else self.reel

    @cached_property
    def steps(self) -> list[FrameLink]:
        """Every frame with its title and its address."""
        return [
            FrameLink(number, step.title or step.text, self.address(number), number == self.number)
            for number, step in enumerate(self.frames, 1)
        ]

    @cached_property
    def scene(self) -> SceneView:
        """What the board shows in this frame."""
        step = self.frames[self.number - 1] if self.frames else None
        drawn = step.scene if step else None
        scene = drawn or Scene(self.question.position)
        before = self.frames[self.number - 2] if self.number > 1 else None
        return scene_view(_board(self.question, self.analysis, scene, step, before), scene, self.id)

    @property
    def sentence(self) -> str:
        """What this frame says."""
        return self.frames[self.number - 1].text if self.frames else self.refusal

    @property
    def title(self) -> str:
        """What this frame is called."""
        return self.steps[self.number - 1].title if self.steps else self.name

    @property
    def previous(self) -> FrameLink | None:
        return None if self.is_first else self.steps[self.number - 2]

    @property
    def next(self) -> FrameLink | None:
        return None if self.is_last else self.steps[self.number]

    @property
    def is_first(self) -> bool:
        return self.number <= 1

    @property
    def is_last(self) -> bool:
        return self.number >= len(self.frames)

    def at_the_point(self) -> FilmView:
        """The frame that makes the winning move, or that says why there is none."""
        rules = [step.rule.partition(":")[2] for step in self.frames]
        points = (rules.index(rule) + 1 for rule in ("move", "verdict") if rule in rules)
        return replace(self, number=next(points, self.number))

    @property
    def url(self) -> str:
        """The address of this frame."""
        return self.address(self.number)

    @property
    def position(self) -> str:
        """The position the film is about, as an address has it."""
        return format_position(self.question.position)

    @property
    def asked(self) -> str:
        """The query that asks for this frame of this film."""
        asked = {"convention": self.question.convention.value}
        if self.question.to_move:
            asked["turn"] = self.question.to_move.value
        return urlencode(asked | {"theory": self.theory, "frame": str(self.number)})

    def every_frame(self) -> Iterator[FilmView]:
        """The whole film, frame by frame, as a sheet shows it."""
        for number in range(1, max(1, len(self.frames)) + 1):
            yield FilmView(
                f"{self.id}-{number}",
                self.theory,
                self.question,
                number,
                self.address,
                self.analysis,
                self.refusal,
                reel=self.reel,
            )


def film_view(
    question: Question,
    theory: str,
    number: int | str,
    address: Address,
    *,
    name: str = "film",
    known: Analysis | None = None,
    is_page: bool = True,
) -> FilmView:
    """Frame *number* of the film that *theory* makes of *question*.

    A number outside of the film means its nearest frame, anything else than a number its first.
    Where the budget is spent, the sentences of the *known* answer stand beside the still board.
    """
    analysis, refusal = known, ""
    try:
        analysis = film(question, theory=theory)
    except (NotCoveredError, BudgetExceededError) as error:
        refusal = "" if known else str(error)
    reel = _refused(question) if refusal and theory == "r1" else ()
    last = len(analysis.steps if analysis else reel) or 1
    asked = int(number) if str(number).isascii() and str(number).isdigit() else 1
    number = min(max(asked, 1), last)
    return FilmView(name, theory, question, number, address, analysis, refusal, is_page, reel)


def _refused(question: Question) -> tuple[ReasoningStep, ...]:
    """Why R1 does not apply, frame by frame, where that costs little enough to be shown."""
    with suppress(BudgetExceededError):
        return refusal_film(question)
    return ()


def played_scene(board: Board, placed: Placed, prefix: str = "film") -> SceneView:
    """A board with the move that is made on it, at the place where it is made."""
    scene = Scene(board.position, (taken(board, placed),))
    return scene_view(board, scene, prefix)


def taken(board: Board, placed: Placed) -> CellGroup:
    """What a move takes from its component; the whole of it where nothing is taken."""
    component = placed.move.component
    _, segment = board.component(component)
    first, last = 0, segment.size - 1
    if placed.take > 0:
        first = placed.start - segment.start
        last = first + placed.take - 1
    return CellGroup(f"{component + 1}.0", component, first, last, "", Mark.TAKEN)


def moves_scene(question: Question, moves: Sequence[Move]) -> Scene:
    """A position with *moves* marked: in each row what one of them takes, and beside the row what
    it may become."""
    by_row: dict[int, list[Move]] = {}
    for move in moves:
        by_row.setdefault(move.component, []).append(move)
    groups, tags = [], []
    for component, mine in by_row.items():
        before = (*mine[0].becomes, 0)[0]
        if mine[0].removed > 0:
            last = before + mine[0].removed - 1
            groups.append(CellGroup(f"{component + 1}.0", component, before, last, "", Mark.TAKEN))
        named = [format_position(move.becomes) if move.becomes else "nothing" for move in mine]
        listed = joined(elided(named, "move", MAX_NAMED), "or")
        tags.append(Tag(component, f"leave {listed}", Mark.LIT))
    return Scene(question.position, tuple(groups), (), tuple(tags))


# --- the lanes of a frame -------------------------------------------------------------------


def _board(
    question: Question,
    analysis: Analysis | None,
    scene: Scene,
    step: ReasoningStep | None,
    before: ReasoningStep | None,
) -> Board:
    """The board of a frame, where what was taken on the way to it left its gap.

    The sentence of a reply calls the rows by their places in the position; there gaps are shown
    only where that is what the lanes are called.
    """
    start = Board.of(question.ruleset, question.position)
    played = str(analysis.preferred) if analysis and analysis.preferred else ""
    for line in _lines(played, step, before):
        board = _replayed(start, line, question.to_move)
        if board and board.position == scene.position:
            lanes = [lane.number for lane in board.lanes for _ in lane.segments]
            named = step is not None and "reply" in step.data
            if not named or lanes == list(range(1, len(lanes) + 1)):
                return board
    return Board.of(question.ruleset, scene.position)


def _lines(
    played: str, step: ReasoningStep | None, before: ReasoningStep | None
) -> Iterator[tuple[str, ...]]:
    """The ways in which the position of a frame may have come about."""
    yield ()
    if played:
        yield (played,)
    for facts in (one.data for one in (step, before) if one and "reply" in one.data):
        moves = (facts["move"], *([facts["reply"]] if facts["reply"] else []))
        for end in range(1, len(moves) + 1):
            yield moves[:end]
            if played:
                yield (played, *moves[:end])


def _replayed(board: Board, line: tuple[str, ...], to_move: Player | None) -> Board | None:
    """The board after a line of moves; None if it cannot be played from here."""
    players = cycle((to_move, to_move.other if to_move else None))
    try:
        for move, player in zip(line, players, strict=False):
            board = board.after(board.place(move, player))
    except SolverError:
        return None
    return board
