"""A round for its staff: with real names, and with the players who keep others waiting."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max
from django.utils.functional import cached_property

from games.play.models import Move, Seat
from games.teach.live.rooms.names import RealNames
from games.teach.live.rounds.partners import RankPlace
from games.teach.live.rounds.places import RoundShown, Tile


@dataclass(frozen=True)
class NamedTile:
    """A tile with names and the number of games won. *waits_for* is the player to move, *since* the
    time from which the other waits."""

    tile: Tile
    score: tuple[tuple[str, int], ...]
    waits_for: str = ""
    since: datetime | None = None


@dataclass(frozen=True)
class LastMove:
    """The number of *moves* in a game, and the time of the last one."""

    moves: int
    at: datetime


class RoundForStaff(RoundShown):
    """The display of a round for the staff of its room."""

    @cached_property
    def _names(self) -> RealNames:
        return RealNames(self.round.room)

    @property
    def named_tiles(self) -> list[NamedTile]:
        """Every pair with the names that staff read, and the games that each has won."""
        return [
            NamedTile(
                tile,
                tuple((self._names.of(one), won) for one, won in tile.score),
                *self._waits(tile),
            )
            for tile in self.tiles
        ]

    def _waits(self, tile: Tile) -> tuple[str, datetime | None]:
        """The player to move in a pair's current game, and since when."""
        game = tile.at
        if game is None or not self.round.is_going:
            return "", None
        last = self._last_moves.get(game.match_id)
        seat = game.match.seat_at(last.moves if last else 0)
        person = game.owner if seat == Seat.OWNER else tile.pair.partner_of(game.owner)
        if person is None:
            return "", None
        moments = [tile.pair.taken_over_at or tile.pair.drawn_at]
        moments += [each.match.finished_at for each in tile.games if each.match.finished_at]
        moments += [last.at] if last else []
        return self._names.of(person), max(moments)

    @cached_property
    def _last_moves(self) -> dict[uuid.UUID, LastMove]:
        """The last move of every game of the round, in one query."""
        moves = Move.objects.filter(match__of_room__pair__round=self.round, undone_at=None)
        rows = moves.order_by().values_list("match").annotate(Count("pk"), Max("made_at"))
        return {match: LastMove(number, at) for match, number, at in rows}

    @property
    def not_begun(self) -> list[str]:
        """The players who have not made the first move of their pair."""
        return [
            named.waits_for
            for named in self.named_tiles
            if named.waits_for
            and not named.tile.done
            and not any(game.match_id in self._last_moves for game in named.tile.games[:1])
        ]

    @property
    def named_waiting(self) -> list[str]:
        """The names of the people without a partner."""
        return [self._names.of(participant) for participant in self.waiting]

    @property
    def named_places(self) -> list[tuple[RankPlace, list[str]]]:
        """All places with the names that staff read."""
        return [
            (place, [self._names.of(one) for one in place.people]) for place in self.every_place
        ]
