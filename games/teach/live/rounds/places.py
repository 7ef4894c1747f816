"""A round for the screens: who is still playing, and the places of all players."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.functional import cached_property

from games.boards.rules import RuleText, rule_of
from games.boards.thumbnails import Thumbnail, thumbnail
from games.teach.live.rooms.models import Participant
from games.teach.live.rooms.names import ShownNames
from games.teach.live.rounds.models import RoomGame, RoomPair, RoomRound
from games.teach.live.rounds.partners import (
    RankPlace,
    RoomStanding,
    games_of,
    places,
    standings_after,
    waiting,
)
from solver import get_ruleset, parse_position
from solver.teaching import counted, listed

MOST_TILES = 18
"""The number of boards that fit on the smallest projector."""

MOST_PLACES = 7
"""The number of lines of standings that fit."""

MOST_LABELS, FEWEST_LABELS = 28, 3
"""The number of names or tables in all these lines together, and the least number in one line."""

MOST_DOTS = 30
"""The number of people in one line up to which each has a dot."""


@dataclass(frozen=True)
class Tile:
    """A pair with the board of its current game; without a board, both games are finished."""

    pair: RoomPair
    games: tuple[RoomGame, ...]

    @property
    def table(self) -> int | None:
        """The number of the table where two people meet; None for a person who plays a
        character."""
        return self.pair.table if self.pair.second_id else None

    @cached_property
    def at(self) -> RoomGame | None:
        """The current game of the pair."""
        return next((game for game in self.games if not game.is_finished), None)

    @property
    def done(self) -> int:
        """The number of their finished games."""
        return sum(game.is_finished for game in self.games)

    @property
    def has_left(self) -> bool:
        """Whether one of them left during a game."""
        return any(game.match.left_by for game in self.games)

    @cached_property
    def picture(self) -> Thumbnail | None:
        """The current board."""
        if self.at is None:
            return None
        match = self.at.match
        return thumbnail(get_ruleset(match.ruleset), parse_position(match.position))

    @property
    def state(self) -> str:
        """The progress of the pair, in a word or two."""
        if self.at is None:
            return "done"
        return f"game {self.at.number}" if self.pair.round.is_going else "not finished"

    @property
    def score(self) -> list[tuple[Participant, int]]:
        """Each of them with the number of games that they have won."""
        winners = [game.winner for game in self.games if game.counts]
        return [(person, winners.count(person)) for person in self.pair.people]

    @property
    def character(self) -> str:
        """The name of the character that a person without a partner plays."""
        return "" if self.pair.second_id else self.games[0].character


@dataclass(frozen=True)
class ShownTile:
    """A tile as everybody sees it, with first names or the table number."""

    tile: Tile
    label: str


@dataclass
class ShownPlace:
    """People with equal points in a *round*, as everybody may read them: as many *labels* as fit
    with the number of the others, and the number of people without a label."""

    place: RankPlace
    round: RoundShown

    @cached_property
    def labels(self) -> tuple[Sequence[str], int]:
        most = max(FEWEST_LABELS, MOST_LABELS // len(self.round.places))
        return listed(self.round.labels_of(self.place), most)

    @property
    def unlabelled(self) -> int:
        return self.round.without_label(self.place)


class RoundShown:
    """The display of the room's round."""

    def __init__(self, now: RoomRound) -> None:
        self.round = now

    @cached_property
    def games(self) -> list[RoomGame]:
        """The games of the round."""
        return games_of(self.round.room, self.round)

    @cached_property
    def tiles(self) -> list[Tile]:
        """The pairs of the round; those still playing come first."""
        pairs = [tuple(each) for _, each in groupby(self.games, key=lambda game: game.pair_id)]
        return sorted((Tile(each[0].pair, each) for each in pairs), key=lambda tile: not tile.at)

    @property
    def shown(self) -> list[ShownTile]:
        """As many of them as fit on a projector."""
        return [ShownTile(tile, self._label(tile)) for tile in self.tiles[:MOST_TILES]]

    def _label(self, tile: Tile) -> str:
        """The names of the two; the table number if names may not be shown. A single person among
        pairs sits at no table and is known by the character."""
        names = [self.shown_names.of(one) for one in tile.pair.people]
        if all(names):
            return " and ".join(names)
        if tile.table or self.round.alone_against:
            return f"Table {tile.table}" if tile.table else ""
        return f"Against {tile.character}"

    @property
    def columns(self) -> int:
        """The number of tiles in a row, so that all fit on the projector."""
        most = {1: 1, 4: 2, 6: 3, 8: 4, 15: 5}
        return next((columns for count, columns in most.items() if len(self.tiles) <= count), 6)

    @property
    def more(self) -> int:
        """The number of pairs that do not fit."""
        return max(0, len(self.tiles) - MOST_TILES)

    @property
    def total(self) -> int:
        return sum(len(tile.games) for tile in self.tiles)

    @property
    def finished(self) -> int:
        return sum(tile.done for tile in self.tiles)

    @property
    def is_finished(self) -> bool:
        """Whether all games are finished."""
        return self.finished == self.total

    @property
    def progress(self) -> str:
        """The progress of the round as a sentence."""
        if self.is_finished:
            return f"All {self.total} games are finished."
        verb = "is" if self.finished == 1 else "are"
        return f"{self.finished} of {counted(self.total, 'game')} {verb} finished."

    @property
    def show_label(self) -> str:
        """The label of the button that shows the names or tables."""
        return f"Show the {self._labels}"

    @property
    def hide_label(self) -> str:
        """The label of the button that hides them."""
        return f"Hide the {self._labels}"

    @property
    def _labels(self) -> str:
        return "names" if self.shown_names.are_shown else "tables"

    @property
    def rule(self) -> RuleText:
        return rule_of(self.round.ruleset, self.round.convention, self.round.position)

    @property
    def picture(self) -> Thumbnail:
        """The position that everybody plays."""
        now = self.round
        return thumbnail(get_ruleset(now.ruleset), parse_position(now.position))

    @cached_property
    def waiting(self) -> list[Participant]:
        """The people in the room who have no partner."""
        return waiting(self.round, self.games) if self.round.is_going else []

    @cached_property
    def standings(self) -> Sequence[RoomStanding]:
        return standings_after(self.round)

    @cached_property
    def every_place(self) -> list[RankPlace]:
        """All places in the standings."""
        return places(self.standings)

    @property
    def places(self) -> list[ShownPlace]:
        """As many places as fit on a projector, with labels if the instructor shows them."""
        return [ShownPlace(place, self) for place in self.every_place[:MOST_PLACES]]

    @property
    def has_dots(self) -> bool:
        """Whether everybody has a dot; if a place has too many people, only numbers are shown."""
        return all(len(place.people) <= MOST_DOTS for place in self.every_place)

    @cached_property
    def shown_names(self) -> ShownNames:
        """The names that everybody may read."""
        return ShownNames(self.round.room)

    def labels_of(self, place: RankPlace) -> list[str]:
        """The people on one place by first names, if they may be shown, or by table numbers."""
        if self.shown_names.are_shown:
            return [name for one in place.people if (name := self.shown_names.of(one))]
        tables = Counter(table for one in place.people if (table := self._table_of.get(one.pk)))
        return [
            f"Table {table}, both" if people > 1 else f"Table {table}"
            for table, people in sorted(tables.items())
        ]

    def without_label(self, place: RankPlace) -> int:
        """The number of people on one place without a label."""
        if self.shown_names.are_shown:
            return sum(not self.shown_names.of(one) for one in place.people)
        return sum(one.pk not in self._table_of for one in place.people)

    @cached_property
    def _table_of(self) -> dict[uuid.UUID, int]:
        """The table number of each person with a partner in this round."""
        sitting = (tile.pair for tile in self.tiles if tile.table)
        return {person.pk: pair.table for pair in sitting for person in pair.people}

    def said_of(self, participant: Participant) -> str:
        """A participant's place as a sentence to them; empty if they have no game."""
        own = [each for each in self.standings if each.participant == participant]
        if not own:
            return ""
        if not own[0].games:
            return "None of your games was finished in time."
        rank, points = own[0].rank, own[0].points
        others = sum(each.rank == rank for each in self.standings) - 1
        shared = f", shared with {counted(others, 'other')}" if others else ""
        of = f"{counted(points, 'point')} of {counted(own[0].games, 'game')}"
        return f"You have {of}: place {rank} of {len(self.standings)}{shared}."
