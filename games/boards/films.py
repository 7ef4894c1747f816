"""A film for its template: one frame of a theory's reasons, drawn on the board, with its address.

The film spends the budget of its question, like every answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import cycle, groupby
from math import ceil
from typing import NamedTuple
from urllib.parse import urlencode

from django.utils.functional import cached_property

from games.boards.board_view import LONGEST, MOST_LINES
from games.boards.boards import Board
from games.boards.games import game_of
from games.boards.lenses import PLAIN
from games.boards.looks.look import Placed
from games.boards.scene_view import MANY_ROWS, SceneView, scene_view
from solver import (
    THEORIES,
    Analysis,
    BudgetExceededError,
    Inquiry,
    Move,
    NotCoveredError,
    Player,
    Position,
    ReasoningStep,
    SolverError,
    format_parts,
    format_position,
)
from solver.teaching import (
    BELOW,
    CellGroup,
    CountLine,
    Mark,
    Scene,
    Tag,
    elided,
    film,
    genus_film,
    joined,
    refusal_film,
)

Address = Callable[[int | str], str]
"""A function from the number of a frame to its address; ``3.2`` is the second part of frame 3."""

TWO_LINES = 140
"""The letters of two lines beneath a board, 46rem wide. Only lists of moves have longer sentences,
and those break at a semicolon."""
CLAUSE = re.compile(r"(?<=[.?!]) (?=[A-Z0-9“])|(?<=[;:]) ")

LETTERS, CARDS, CARD_LINES = 70, 5, 5
"""The letters of a line of counts, the cards of options beside each other, and their height in
lines."""
HEAP_LINES = 2
"""The lines of a row of Nim below the board: 36 pixels of pieces with the air of a row are 64."""
MAX_NAMED = 4
"""The number of winning moves to name beside one row."""
NAMES = {theory.key: theory.name for theory in THEORIES} | {BELOW: PLAIN}
QUOTIENT = "misere-quotient"
RAISED = str.maketrans("23456789", "²³⁴⁵⁶⁷⁸⁹")
GENUS = "genus"
"""The key of the film about the genus of a row. It is not a theory, because it decides no sum."""
FILM_NAMES = NAMES | {GENUS: "The genus"}


@dataclass(frozen=True)
class FrameLink:
    """One frame in the list of frames."""

    number: int
    title: str
    url: str
    current: bool


class WordEquation(NamedTuple):
    """Two *words* of letters for the same element, and the *query* that asks about their rows."""

    words: str
    query: str


@dataclass(frozen=True)
class FilmView:
    """One frame of a film. *id* keeps the films of one page apart. *is_page* says whether the page
    has the frame's own address, which then changes with the frame. If the theory does not apply,
    *refusal* says why in one sentence, and the *reel* explains it in frames; without a reel the
    board stays still. The film of a genus has only a reel. If the text of a frame needs more than
    two lines, the film shows it in parts, one after the other, over the same board."""

    id: str
    theory: str
    question: Inquiry
    number: int
    address: Address
    analysis: Analysis | None = None
    refusal: str = ""
    is_page: bool = True
    reel: tuple[ReasoningStep, ...] = ()
    part: int = 1
    board: Board | None = None
    """The board of the question, if moves were made on it before."""

    @cached_property
    def part_key(self) -> tuple[object, ...]:
        """What a page shows of the film. Its frames are not drawn for it: they follow from the
        question, the theory and the order of its rules."""
        move = self.analysis.preferred if self.analysis else None
        frames = [(step.rule, step.title) for step in self.frames]
        asked = self.question.ruleset.key, self.position, self.question.lanes, self.board
        where = self.id, self.url, self.is_page, self.asked, self.part
        return asked, where, self.number, frames, self.sentence, self.refusal, str(move)

    @property
    def name(self) -> str:
        """The name of the theory."""
        return FILM_NAMES[self.theory]

    @property
    def frames(self) -> Sequence[ReasoningStep]:
        return self.analysis.steps if self.analysis else self.reel

    @cached_property
    def letters(self) -> Container[str]:
        """The letters that stand for rows, in a film of a quotient."""
        if self.theory != QUOTIENT:
            return ()
        return next(
            (set(step.data["letters"]) for step in self.frames if "letters" in step.data), ()
        )

    @property
    def equations(self) -> list[WordEquation]:
        """The equations of words that this frame uses, to be looked up."""
        if not self.letters or self.question.ruleset.is_sum:
            return []
        asked = {"game": self.question.ruleset.key, "ending": self.question.convention.value}
        return [
            WordEquation(
                powers(f"{told['word']} = {told['product']}", self.letters),
                urlencode(
                    asked | {"one": rows_told(told["one"]), "other": rows_told(told["other"])}
                ),
            )
            for told in self.frames[self.number - 1].data.get("equations", ())
        ]

    @cached_property
    def steps(self) -> list[FrameLink]:
        """Every frame with its title and address."""
        return [
            FrameLink(
                number,
                powers(step.title or step.text, self.letters),
                self.address(number),
                number == self.number,
            )
            for number, step in enumerate(self.frames, 1)
        ]

    @cached_property
    def scene(self) -> SceneView:
        """The board in this frame."""
        step = self.frames[self.number - 1] if self.frames else None
        drawn = step.scene if step else None
        scene = with_powers(drawn or Scene(self.question.position), self.letters)
        before = self.frames[self.number - 2] if self.number > 1 else None
        return scene_view(self._drawn_on(scene, step, before), scene, self.id)

    def _drawn_on(
        self, scene: Scene, step: ReasoningStep | None, before: ReasoningStep | None
    ) -> Board:
        """The board of a frame, with gaps where earlier moves took pieces.

        A reel shows boards of its own, whose rows it numbers by their order. So it has gaps only if
        the lanes have the same numbers.
        """
        start = _start(self.question, self.board)
        played = str(self.analysis.preferred) if self.analysis and self.analysis.preferred else ""
        for line in _lines(played, step, before):
            board = _replayed(start, line, self.question.to_move)
            if board and board.position == scene.position:
                in_order = all(number == place for place, number in enumerate(board.numbers, 1))
                if self.analysis or in_order:
                    return board
        return Board.of(self.question.ruleset, scene.position)

    @property
    def sentence(self) -> str:
        """Everything that this frame says."""
        if not self.frames:
            return self.refusal
        return powers(self.frames[self.number - 1].text, self.letters)

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """The sentence in parts of at most two lines."""
        return in_parts(self.sentence)

    @property
    def told(self) -> str:
        """The part that is shown now."""
        return self.parts[min(self.part, len(self.parts)) - 1]

    @property
    def onward(self) -> FrameLink | None:
        """The next part, or the next frame."""
        return self._part(self.part + 1) if self.part < len(self.parts) else self.next

    @property
    def back(self) -> FrameLink | None:
        """The part before, or the last part of the frame before."""
        if self.part > 1:
            return self._part(self.part - 1)
        if self.is_first:
            return None
        before = replace(self, number=self.number - 1, part=1)
        return before._part(len(before.parts))

    def _part(self, part: int) -> FrameLink:
        return replace(self.steps[self.number - 1], url=replace(self, part=part).url)

    @cached_property
    def stage(self) -> str:
        """The CSS classes that keep the height of the tallest frame: its rows, and the lines below
        them. All frames have it, so that nothing moves from one to the next."""
        scenes = [step.scene for step in self.frames] if self.frames else []
        drawn = [scene for scene in scenes if scene] or [Scene(self.question.position)]
        lanes = len(_start(self.question, self.board).lanes)
        rows = max(1, *(len(scene.position) for scene in drawn), lanes)
        many = " many-rows" if rows > MANY_ROWS else ""
        lines = max(map(lines_below, drawn))
        kind = game_of(self.question.ruleset).look.key
        return f"scene-{kind} rows-{min(rows, MOST_LINES)} of-{min(lines, LONGEST)}{many}"

    @property
    def title(self) -> str:
        """The title of this frame."""
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

    @property
    def url(self) -> str:
        """The address of this frame, or part of it."""
        return self.address(self._number)

    @property
    def _number(self) -> str:
        return f"{self.number}.{self.part}" if self.part > 1 else str(self.number)

    @property
    def position(self) -> str:
        """The position of the film, in the notation of an address."""
        return format_position(self.question.position)

    @property
    def asked(self) -> str:
        """The query string for this frame of this film."""
        asked = {"convention": self.question.convention.value}
        if self.question.to_move:
            asked["turn"] = self.question.to_move.value
        return urlencode(asked | {"theory": self.theory, "frame": self._number})

    def every_frame(self) -> Iterator[FilmView]:
        """Every frame of the film, for a printed sheet."""
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
                board=self.board,
            )


def film_view(
    question: Inquiry,
    theory: str,
    number: int | str,
    address: Address,
    *,
    name: str = "film",
    known: Analysis | None = None,
    is_page: bool = True,
    board: Board | None = None,
) -> FilmView:
    """Frame *number* of the film that *theory* makes of *question*, or a part of it: ``3.2``.

    A number outside the film gives its nearest frame; any other text gives the first. If the budget
    runs out, the sentences of the *known* answer stand beside the still board. Moves made before on
    the *board* of the question leave their gaps, and rows keep their numbers.
    """
    question = replace(question, lanes=_start(question, board).numbers)
    analysis, refusal = known, ""
    reel: tuple[ReasoningStep, ...] = ()
    try:
        if theory == GENUS:
            longest = max(question.position, default=0)
            reel = genus_film(question.ruleset, longest, question.budget)
        else:
            analysis = film(question, theory=theory)
    except (NotCoveredError, BudgetExceededError) as error:
        refusal = "" if known else str(error)
    if refusal and theory == "r1":
        reel = _refused(question)
    last = len(analysis.steps if analysis else reel) or 1
    number, part = frame_asked(number, last)
    return FilmView(
        name, theory, question, number, address, analysis, refusal, is_page, reel, part, board
    )


def frame_asked(text: int | str, last: int) -> tuple[int, int]:
    """The number of a frame and of its part, read from an address; *last* is the last frame."""
    asked = re.fullmatch(r"([0-9]{1,9})(?:\.([1-9]))?", str(text), re.ASCII)
    if not asked:
        return 1, 1
    return min(max(int(asked[1]), 1), last), int(asked[2] or 1)


def in_parts(text: str) -> tuple[str, ...]:
    """A text in parts of whole sentences, each of at most two lines where its sentences allow it.

    >>> in_parts("One. Two.")
    ('One. Two.',)
    """
    parts = [""]
    for sentence in CLAUSE.split(text):
        together = f"{parts[-1]} {sentence}".strip()
        if parts[-1] and len(together) > TWO_LINES:
            parts.append(sentence)
        else:
            parts[-1] = together
    return tuple(parts)


def rows_told(rows: Position) -> str:
    """Rows as an address has them; ``0`` is the empty board."""
    return format_position(rows or (0,))


def powers(text: str, letters: Container[str]) -> str:
    """A text in which words of *letters* are written as powers, so that none reads as English.

    >>> powers("the losing products are bb and add", {"a", "b", "d"})
    'the losing products are b² and ad²'
    """

    if not letters:
        return text

    def written(match: re.Match[str]) -> str:
        word = match[0]
        if not all(letter in letters for letter in word) or [*word] != sorted(word):
            return word
        lengths = [(letter, len([*same])) for letter, same in groupby(word)]
        return "".join(f"{letter}{n}" if n > 1 else letter for letter, n in lengths).translate(
            RAISED
        )

    return re.sub(r"\b[a-z]{2,}\b", written, text)


def with_powers(scene: Scene, letters: Container[str]) -> Scene:
    """The same on the board. Lessons and the command line write ``bb``."""
    if not letters:
        return scene

    def counted(line: CountLine) -> CountLine:
        value = powers(line.value, letters) if isinstance(line.value, str) else line.value
        return replace(line, value=value, after=counted(line.after) if line.after else None)

    tags = tuple(replace(tag, text=powers(tag.text, letters)) for tag in scene.tags)
    return replace(scene, tags=tags, tally=tuple(map(counted, scene.tally)))


def lines_below(scene: Scene) -> int:
    """About how many lines of 2rem a scene has below its rows: a count, and cards of options."""
    lines = 0
    if any(line.after for line in scene.tally):
        lines = len(scene.tally) + 1
    elif scene.tally:
        letters = sum(len(f"{line.label} {line.counted}") + 3 for line in scene.tally)
        lines = 1 + letters // LETTERS
    if scene.heaps:
        lines += HEAP_LINES * len(scene.heaps.sizes) + 1
    for options in scene.options:
        more = bool(options.more)
        lines += CARD_LINES * ceil((len(options.cards) + more) / CARDS) + 3
    return lines


def _refused(question: Inquiry) -> tuple[ReasoningStep, ...]:
    """Why R1 does not apply, frame by frame; empty if that would cost too much."""
    with suppress(BudgetExceededError):
        return refusal_film(question)
    return ()


def played_scene(board: Board, placed: Placed, prefix: str = "film") -> SceneView:
    """A board with a move marked at its place."""
    scene = Scene(board.position, (taken(board, placed),))
    return scene_view(board, scene, prefix)


def taken(board: Board, placed: Placed) -> CellGroup:
    """The pieces that a move takes from its component, or the whole component if it takes none."""
    component = placed.move.component
    _, segment = board.component(component)
    first, last = 0, segment.size - 1
    if placed.take > 0:
        first = placed.start - segment.start
        last = first + placed.take - 1
    return CellGroup(f"{component + 1}.0", component, first, last, "", Mark.TAKEN)


def moves_scene(question: Inquiry, moves: Sequence[Move]) -> Scene:
    """A position with *moves* marked: in each row the pieces that one of them takes, and beside the
    row what it may leave."""
    by_row: dict[int, list[Move]] = {}
    for move in moves:
        by_row.setdefault(move.component, []).append(move)
    groups, tags = [], []
    for component, mine in by_row.items():
        before = (*mine[0].becomes, 0)[0]
        if mine[0].removed > 0:
            last = before + mine[0].removed - 1
            groups.append(CellGroup(f"{component + 1}.0", component, before, last, "", Mark.TAKEN))
        named = [format_parts(move.becomes) if move.becomes else "nothing" for move in mine]
        listed = joined(elided(named, "move", MAX_NAMED), "or")
        tags.append(Tag(component, f"leave {listed}", Mark.LIT))
    return Scene(question.position, tuple(groups), (), tuple(tags))


# --- the lanes of a frame -------------------------------------------------------------------


def _start(question: Inquiry, board: Board | None) -> Board:
    """The board on which a film begins."""
    return board or Board.of(question.ruleset, question.position)


def _lines(
    played: str, step: ReasoningStep | None, before: ReasoningStep | None
) -> Iterator[tuple[str, ...]]:
    """The lines of moves that may have led to the position of a frame."""
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
    """The board after a line of moves; None if a move is illegal here."""
    players = cycle((to_move, to_move.other if to_move else None))
    try:
        for move, player in zip(line, players, strict=False):
            board = board.after(board.place(move, player))
    except SolverError:
        return None
    return board
