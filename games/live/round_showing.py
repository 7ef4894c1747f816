"""A round as it goes: who is still playing, and how everybody stands."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from django.utils.functional import cached_property

from games.boards.rules import RuleText, rule_of
from games.boards.thumbnails import Thumbnail, thumbnail
from games.live.models import Participant
from games.live.names import RealNames
from games.live.neighbours import waiting
from games.live.rounds import RoomGame, RoomPair, RoomRound
from games.live.standings import RankPlace, RoomStanding, games_of, places, standings
from solver import counted, get_ruleset, parse_position

MOST_TILES = 18
"""So many boards fit on the smallest projector."""

MOST_PLACES = 7
"""And so many lines of standings."""


@dataclass(frozen=True)
class Tile:
    """A pair with the board that it is at; without one both games are finished."""

    pair: RoomPair
    games: tuple[RoomGame, ...]

    @property
    def table(self) -> int | None:
        """Where two find each other; nowhere for somebody who plays a character."""
        return self.pair.table if self.pair.second_id else None

    @cached_property
    def at(self) -> RoomGame | None:
        """The game that they are at."""
        return next((game for game in self.games if not game.is_finished), None)

    @property
    def done(self) -> int:
        """How many of their games are finished."""
        return sum(game.is_finished for game in self.games)

    @property
    def has_left(self) -> bool:
        """Whether one of them got up in the middle of a game."""
        return any(game.match.left_by for game in self.games)

    @cached_property
    def picture(self) -> Thumbnail | None:
        """The board as it stands."""
        if self.at is None:
            return None
        match = self.at.match
        return thumbnail(get_ruleset(match.ruleset), parse_position(match.position))

    @property
    def state(self) -> str:
        """Where they are, in a word or two."""
        if self.at is None:
            return "done"
        return f"game {self.at.number}" if self.pair.round.is_going else "not finished"

    @property
    def score(self) -> list[tuple[Participant, int]]:
        """Each of them with the games that they have won."""
        winners = [game.winner for game in self.games if game.counts]
        return [(person, winners.count(person)) for person in self.pair.people]

    @property
    def character(self) -> str:
        """Whom somebody without a partner plays."""
        return self.games[0].character if self.games else ""


@dataclass(frozen=True)
class NamedTile:
    """A tile with the names and the games won of those who play."""

    tile: Tile
    score: tuple[tuple[str, int], ...]


class RoundShown:
    """What there is to see of the round that a room is at."""

    def __init__(self, now: RoomRound) -> None:
        self.round = now

    @cached_property
    def all_games(self) -> list[RoomGame]:
        """Of all rounds until now."""
        return games_of(self.round.room)

    @cached_property
    def tiles(self) -> list[Tile]:
        """Its pairs, those that still play first."""
        games = [game for game in self.all_games if game.pair.round_id == self.round.pk]
        pairs = [tuple(each) for _, each in groupby(games, key=lambda game: game.pair_id)]
        return sorted((Tile(each[0].pair, each) for each in pairs), key=lambda tile: not tile.at)

    @property
    def shown(self) -> list[Tile]:
        """As many of them as fit on a projector."""
        return self.tiles[:MOST_TILES]

    @property
    def columns(self) -> int:
        """How many of them stand beside each other, so that none is off the projector."""
        most = {1: 1, 4: 2, 6: 3, 8: 4, 15: 5}
        return next((columns for count, columns in most.items() if len(self.tiles) <= count), 6)

    @property
    def more(self) -> int:
        """How many do not."""
        return len(self.tiles) - len(self.shown)

    @property
    def total(self) -> int:
        return sum(len(tile.games) for tile in self.tiles)

    @property
    def finished(self) -> int:
        return sum(tile.done for tile in self.tiles)

    @property
    def is_finished(self) -> bool:
        """Whether nobody plays any more."""
        return self.finished == self.total

    @property
    def progress(self) -> str:
        """How far it is, in a sentence."""
        if self.is_finished:
            return f"All {self.total} games are finished."
        verb = "is" if self.finished == 1 else "are"
        return f"{self.finished} of {counted(self.total, 'game')} {verb} finished."

    @property
    def rule(self) -> RuleText:
        return rule_of(self.round.ruleset, self.round.convention, self.round.position)

    @property
    def picture(self) -> Thumbnail:
        """The position that everybody plays."""
        now = self.round
        return thumbnail(get_ruleset(now.ruleset), parse_position(now.position))

    # --- what staff read ------------------------------------------------------------------

    @cached_property
    def _names(self) -> RealNames:
        return RealNames(self.round.room)

    @property
    def named_tiles(self) -> list[NamedTile]:
        """Every pair, with who plays as their staff know them and the games each has won."""
        return [
            NamedTile(tile, tuple((self._names.of(one), won) for one, won in tile.score))
            for tile in self.tiles
        ]

    @property
    def named_waiting(self) -> list[str]:
        """Who has nobody to play, by the same names."""
        return [self._names.of(participant) for participant in self.waiting]

    @property
    def named_places(self) -> list[tuple[RankPlace, list[str]]]:
        """Who stands together, by the same names."""
        return [
            (place, [self._names.of(one) for one in place.people]) for place in self.every_place
        ]

    @cached_property
    def waiting(self) -> list[Participant]:
        """Who is here and has nobody to play."""
        return waiting(self.round, self.all_games) if self.round.is_going else []

    @cached_property
    def standings(self) -> list[RoomStanding]:
        return standings(self.all_games)

    @property
    def every_place(self) -> list[RankPlace]:
        """Who stands together, all of them."""
        return places(self.standings)

    @property
    def places(self) -> list[RankPlace]:
        """As many of them as fit on a projector."""
        return self.every_place[:MOST_PLACES]

    def said_of(self, participant: Participant) -> str:
        """How somebody stands, in a sentence for themselves; empty for who has not played."""
        own = [each for each in self.standings if each.participant == participant]
        if not own:
            return ""
        rank, points = own[0].rank, own[0].points
        others = sum(each.rank == rank for each in self.standings) - 1
        shared = f", shared with {counted(others, 'other')}" if others else ""
        of = f"{counted(points, 'point')} of {counted(own[0].games, 'game')}"
        return f"You have {of}: place {rank} of {len(self.standings)}{shared}."
