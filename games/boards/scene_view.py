"""A scene for its template: rows of groups, tags beside them, lines between them.

Everything is measured in cells, so that the lines fit the pieces at every width.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from games.boards.boards import Board, Lane
from games.boards.bounds import MAX_PIECES
from games.boards.case_tree import DrawnBranch, case_tree_of
from games.boards.games import LOOKS
from games.boards.looks.look import Look
from games.boards.thumbnails import OptionsView, options_view
from solver import get_ruleset
from solver.teaching import CellGroup, CountLine, Mark, Scene, Tag, capitalised

WIDTHS = (4, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 56, 64, 80)
"""The possible widths of a scene in cells; the style sheet has a class for each."""
ROW, TOP, BOTTOM = 100, 14, 86
"""The height of a row in the drawing, and where its groups begin and end."""
MANY_ROWS, CROWD, WIDE = 4, 100, 12
"""Above these limits: with more rows, the pieces are low; with more pieces, none moves from frame
to frame; with more cells, a phone has less room for text."""
MOST_ON_WALL, FIRST_ON_WALL = 7, 3
"""If a count has more lines than the first of these numbers, a wall shows only as many as the
second, and how many others there are."""
WORDS = {
    Mark.LIT: "lit",
    Mark.PAIRED: "cancelled",
    Mark.FADED: "set aside",
    Mark.TAKEN: "taken",
    Mark.LEFT: "left over",
    Mark.FOCUS: "look here",
}


@dataclass(frozen=True)
class ScenePiece:
    """One place of a row. Its *id* stays the same throughout the film."""

    id: str
    gone: bool = False


@dataclass(frozen=True)
class GroupView:
    """Adjacent pieces; they have a *mark* if the scene names them as a group."""

    pieces: tuple[ScenePiece, ...]
    label: str = ""
    mark: str = ""
    tile: str = ""

    @property
    def classes(self) -> str:
        """The CSS classes."""
        boxed = f"boxed is-{self.mark}" if self.mark else ""
        return f"{boxed} tile {self.tile}" if self.tile else boxed


@dataclass(frozen=True)
class RowScene:
    """One row: its groups from left to right, and the tags beside it. *heard* is for screen
    readers."""

    name: str
    sizes: str
    groups: tuple[GroupView, ...]
    tags: tuple[Tag, ...]
    heard: str
    kind: str = ""
    """The key of its look. Verdicts keep it by this word; those of earlier have the scene's."""
    game: str = ""
    """What it is a row of, where games lie side by side."""

    @property
    def look(self) -> Look | None:
        return LOOKS.get(self.kind)


@dataclass(frozen=True)
class SceneView:
    """A scene for its template. *paths* are the links as SVG paths, *across* is the width in cells,
    and a scene of too many pieces is *in_numbers*. *options* are the options of rows that the scene
    examines."""

    kind: str
    rows: tuple[RowScene, ...]
    paths: tuple[str, ...]
    across: int
    tally: tuple[CountLine, ...]
    cases: tuple[DrawnBranch, ...]
    in_numbers: bool
    options: tuple[OptionsView, ...]
    heaps: SceneView | None = None
    """What the rows count as, as rows of Nim."""
    is_low: bool = False
    """Whether it stands below another scene."""

    @property
    def makes_move(self) -> bool:
        """Whether its count has a second column, for the position after the move."""
        return any(line.after for line in self.tally)

    @property
    def left_off(self) -> int:
        """How many lines of a long count do not fit on a wall. The last line may itself be a number
        of other moves."""
        if len(self.tally) <= MOST_ON_WALL:
            return 0
        last = self.tally[-1].value
        others = len(self.tally) - FIRST_ON_WALL
        return others - 1 + last if isinstance(last, int) else others

    @property
    def look(self) -> Look:
        return LOOKS[self.kind]

    @property
    def height(self) -> int:
        """The height of the drawing with the links."""
        return ROW * len(self.rows)

    @property
    def classes(self) -> str:
        """The CSS classes."""
        crowd = sum(len(group.pieces) for row in self.rows for group in row.groups)
        named = {
            f"scene-{self.kind} across-{self.across}": True,
            "with-tags": any(row.tags for row in self.rows),
            "in-numbers": self.in_numbers,
            "many-rows": self.is_low or len(self.rows) > MANY_ROWS,
            "crowded": crowd > CROWD,
            "wide-scene": self.across > WIDE,
        }
        return " ".join(name for name, holds in named.items() if holds)


def scene_view(board: Board, scene: Scene, prefix: str = "film") -> SceneView:
    """Lay out *scene* on *board*, which has the same position; every id starts with *prefix*."""
    drawn = _Layout(board, scene, prefix).view()
    if not scene.heaps:
        return drawn
    heaps = Board.of(get_ruleset("nim"), scene.heaps.sizes)
    below = _Layout(heaps, scene.heaps.scene, f"{prefix}-heaps").view()
    return replace(drawn, heaps=replace(below, is_low=True))


class _Layout:
    """The layout of one scene."""

    def __init__(self, board: Board, scene: Scene, prefix: str) -> None:
        self.board, self.scene, self.prefix = board, scene, prefix
        self.look = board.game.look
        self.gap = self.look.gap
        self.lanes = {lane.number: board.game_in(lane).look for lane in board.lanes}
        self.row_word = board.row_word
        self.groups: dict[int, list[CellGroup]] = {}
        for group in sorted(scene.groups, key=lambda group: group.first):
            self.groups.setdefault(group.component, []).append(group)
        self.lane_of = [lane.number for lane in board.lanes for _ in lane.segments]
        self.centres: dict[str, tuple[int, float]] = {}
        self.by_id = {group.id: group for group in scene.groups}
        self.partner: dict[str, str] = {}
        for one, other in scene.links:
            self.partner |= {one: other, other: one}

    def view(self) -> SceneView:
        in_numbers = sum(self.scene.position) > MAX_PIECES
        rows, widest = [], 0.0
        first = 0
        for lane in self.board.lanes:
            components = range(first, first := first + len(lane.segments))
            groups, width = self.lane_groups(lane, components)
            widest = max(widest, width)
            rows.append(self.row(lane, components, () if in_numbers else groups))
        across = next((width for width in WIDTHS if width >= widest), WIDTHS[-1])
        cases = case_tree_of(self.scene)
        return SceneView(
            self.look.key,
            tuple(rows),
            () if in_numbers else tuple(self.paths()),
            across,
            tuple(line for line in self.scene.tally if not cases or "case" not in line.label),
            cases,
            in_numbers,
            tuple(options_view(self.board.ruleset, options) for options in self.scene.options),
        )

    def row(self, lane: Lane, components: range, groups: Sequence[GroupView]) -> RowScene:
        tags = tuple(tag for tag in self.scene.tags if tag.component in components)
        name = f"{capitalised(self.row_word)} {lane.number}"
        game = self.board.game_name(lane)
        called = f"{name} ({game})" if game else name
        heard = f"{called}: {self.heard(lane, components)}{heard_tags(tags)}."
        look = self.lanes[lane.number]
        return RowScene(name, lane.sizes, tuple(groups), tags, heard, look.key, game)

    # --- pieces -----------------------------------------------------------------------

    def lane_groups(self, lane: Lane, components: range) -> tuple[list[GroupView], float]:
        """The groups of a lane, with its gaps, and its width in cells."""
        groups: list[GroupView] = []
        place, width = 0, 0.0
        for component, segment in zip(components, lane.segments, strict=True):
            width += self.loose(groups, lane, place, segment.start, gone=True)
            place = segment.start
            for group in self.groups.get(component, ()):
                start = segment.start + group.first
                width += self.loose(groups, lane, place, start)
                place = start + group.size
                groups.append(self.boxed(lane, start, group))
                self.centres[group.id] = (
                    lane.number - 1,
                    width + (self.gap + group.size) / 2,
                )
                width += group.size + self.gap
            end = segment.start + segment.size
            width += self.loose(groups, lane, place, end)
            place = end
        width += self.loose(groups, lane, place, lane.size, gone=True)
        return groups, width

    def loose(
        self, groups: list[GroupView], lane: Lane, start: int, end: int, *, gone: bool = False
    ) -> int:
        """Add the places from *start* to before *end* as one group, if any. Return their number."""
        if start < end:
            groups.append(GroupView(tuple(self.pieces(lane, start, end, gone=gone))))
        return end - start

    def pieces(
        self, lane: Lane, start: int, end: int, *, gone: bool = False
    ) -> Iterator[ScenePiece]:
        for place in range(start, end):
            yield ScenePiece(f"{self.prefix}-{lane.number}-{place + 1}", gone)

    def boxed(self, lane: Lane, start: int, group: CellGroup) -> GroupView:
        tile = self.lanes[lane.number].tiles.get(group.size, "")
        return GroupView(
            tuple(self.pieces(lane, start, start + group.size)),
            "" if tile else group.label,
            group.mark.value,
            tile,
        )

    # --- links ------------------------------------------------------------------------

    def paths(self) -> Iterator[str]:
        """Each link as a path: a curve between two rows, or an arc below a single row."""
        for link in self.scene.links:
            (upper, x), (lower, to_x) = sorted(self.centres[name] for name in link)
            y = upper * ROW + BOTTOM
            if upper == lower:
                yield f"M{x:g} {y}Q{(x + to_x) / 2:g} {y + 24} {to_x:g} {y}"
            else:
                to_y = lower * ROW + TOP
                bend = (to_y - y) // 2 + 14
                yield f"M{x:g} {y}C{x:g} {y + bend} {to_x:g} {to_y - bend} {to_x:g} {to_y}"

    # --- for screen readers -----------------------------------------------------------

    def heard(self, lane: Lane, components: range) -> str:
        """The pieces of a row and its groups in words."""
        groups = [group for component in components for group in self.groups.get(component, ())]
        if not groups:
            return "empty" if lane.sizes == "0" else lane.sizes
        said = []
        for words, same in groupby(map(self.heard_group, groups)):
            times = len(list(same))
            said.append(words if times == 1 else f"{times} times {words}")
        named = any(map(self.called, groups))
        return f"{lane.sizes}, {'in groups: ' if named else ''}{'; '.join(said)}"

    def heard_group(self, group: CellGroup) -> str:
        partner = self.by_id.get(self.partner.get(group.id, ""))
        if partner:
            where = f"{self.row_word} {self.lane_of[partner.component]}"
            return f"{self.called(group)}, cancels with the {self.called(partner)} of {where}"
        called = self.called(group)
        if not called and group.mark in WORDS:
            return f"{group.size} {WORDS[group.mark]}"
        return ", ".join(filter(None, (called, WORDS.get(group.mark))))

    def called(self, group: CellGroup) -> str:
        """The name of a group: its label or its tile."""
        look = self.lanes[self.lane_of[group.component]]
        return look.tiles.get(group.size) or group.label


def heard_tags(tags: Sequence[Tag]) -> str:
    """The tags of a row in words; a lit tag says so."""
    said = [f"{tag.text}, lit" if tag.mark is Mark.LIT else tag.text for tag in tags]
    return f"; {'; '.join(said)}" if said else ""
