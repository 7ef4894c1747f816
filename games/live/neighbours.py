"""Everybody against their neighbour: drawing pairs, letting them play, ending a round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import count

from django.db.models import Max, Q, QuerySet
from django.http import Http404, QueryDict
from django.urls import resolve
from django.utils import timezone

from games.classes.models import ARCHIVED
from games.live.access import get_room_as_leader
from games.live.doing import step
from games.live.models import Participant, Room
from games.live.now import leaders_now
from games.live.pairing import ladder, met_in, round_robin
from games.live.round_forms import RoundForm
from games.live.rounds import RoomGame, RoomPair, RoomRound
from games.live.standings import games_of, standings
from games.live.turns import THE_CLASS, is_of_class
from games.people.models import Owner, User, Visitor
from games.play.models import NAME_LENGTH as MATCH_NAME_LENGTH
from games.play.models import Match, Seat
from games.play.origins import Origin, register
from games.play.protocol import StaleMoveError, open_match
from games.play.seating import leave, start_between
from games.play.setup import Setup
from solver import InvalidInputError, Player

NOBODY = "Nobody in the room can play yet."
NOBODY_WAITS = "Everybody here already has a partner."
NEIGHBOUR = "Your partner"
NO_POINT = "The round is over, so this game no longer scores."
NO_ROUND = "No round is under way in this room."
ROUND_OVER = "This round is over. Start another round."
CHARACTER = "learner"
"""Whom somebody without a partner plays: loses often enough, and to everybody."""

Pair = tuple[Participant, Participant | None]
Store = Callable[[], None]
Begin = Callable[[], list[Match]]


# --- the steps --------------------------------------------------------------------------------


def start(room: Room, version: int, post: QueryDict) -> None:
    """Draw a round, as a :class:`RoundForm` says; one that is still going ends."""
    form = RoundForm(room, post)
    if not form.is_valid():
        field = next(iter(form.errors))
        raise InvalidInputError(str(form.errors[field][0]), value=post.get(field, ""))
    last = room.rounds.aggregate(last=Max("number"))["last"] or 0
    fresh = RoomRound(room=room, number=last + 1, **form.cleaned_data)
    people = here(room)
    if not people:
        raise InvalidInputError(NOBODY, value="")
    store = _ready(fresh, draw(fresh, people))
    with step(room, version):
        _end(room)
        fresh.save(force_insert=True)
        store()
        Room.objects.filter(pk=room.pk).update(round=fresh)
    room.round = fresh


def pair_more(room: Room, version: int, post: QueryDict) -> None:
    """Let those play who came after the round was drawn, or whose partner has gone."""
    now = going(room)
    people = waiting(now, games_of(room))
    if not people:
        raise InvalidInputError(NOBODY_WAITS, value="")
    store = _ready(now, draw(now, people))
    with step(room, version):
        store()


def end(room: Room, version: int, post: QueryDict) -> None:
    """End the round; what is still being played gives nobody a point."""
    now = going(room)
    with step(room, version):
        _end(room)
    now.refresh_from_db()


def name(room: Room, version: int, post: QueryDict) -> None:
    """Show on the projector who has won, or with *hide* no more."""
    now, shows = at(room), "hide" not in post
    with step(room, version):
        RoomRound.objects.filter(pk=now.pk).update(shows_names=shows)
    now.shows_names = shows


def put_away(room: Room, version: int, post: QueryDict) -> None:
    """Go back to the question, or to the lobby; a round that is going ends."""
    at(room)
    with step(room, version, round=None):
        _end(room)


STEPS = {
    "round": start,
    "round-more": pair_more,
    "round-end": end,
    "round-names": name,
    "round-away": put_away,
}


# --- who is where -----------------------------------------------------------------------------


def at(room: Room) -> RoomRound:
    """The round that the room is at."""
    if room.round is None:
        raise InvalidInputError(NO_ROUND, value="")
    return room.round


def going(room: Room) -> RoomRound:
    """The same, while it goes on."""
    now = at(room)
    if not now.is_going:
        raise InvalidInputError(ROUND_OVER, value="")
    return now


def here(room: Room) -> list[Participant]:
    """Who is in the room, in the order in which they came."""
    return list(room.participants.filter(left_at=None).select_related("user", "visitor"))


def waiting(now: RoomRound, all_games: Sequence[RoomGame]) -> list[Participant]:
    """Who is here and has nobody to play: late-comers, and those whose partner has gone."""
    games = [game for game in all_games if game.pair.round_id == now.pk]
    deserted = {game.pair_id for game in games if game.match.left_by}
    playing = {
        person.pk for game in games if game.pair_id not in deserted for person in game.pair.people
    }
    return [participant for participant in here(now.room) if participant.pk not in playing]


def pair_of(now: RoomRound, participant: Participant) -> RoomPair | None:
    """The pair that somebody plays in; the last one drawn."""
    theirs = now.pairs.filter(Q(first=participant) | Q(second=participant))
    return theirs.select_related("first", "second").prefetch_related("games__match").last()


# --- drawing ----------------------------------------------------------------------------------


def draw(now: RoomRound, people: Sequence[Participant]) -> list[Pair]:
    """Who of *people* plays whom in this round."""
    by_key = {person.pk: person for person in people}
    before = RoomPair.objects.filter(round__room=now.room).values_list("first", "second")
    met = met_in(list(before))
    if now.draw == RoomRound.Draw.LADDER:
        ranked = [standing.participant.pk for standing in standings(games_of(now.room))]
        new = [key for key in by_key if key not in set(ranked)]
        pairs = ladder([key for key in (*ranked, *new) if key in by_key], met)
    else:
        pairs = round_robin(list(by_key), met)
    return [(by_key[first], by_key[second] if second else None) for first, second in pairs]


def _ready(now: RoomRound, pairs: Sequence[Pair]) -> Store:
    """Think everything through, so that it has only to be stored."""
    setup = Setup(
        ruleset=now.ruleset,
        position=now.position,
        convention=now.convention,
        opponent=CHARACTER,
        starter=Seat.OWNER,
        owner_player=now.to_move or Player.LEFT.value,
        origin=now.room.get_absolute_url(),
        has_help=False,
    )
    begins = [
        _with_each_other(setup, first, second) if second else _with_character(setup, first)
        for first, second in pairs
    ]

    def store() -> None:
        tables = count(now.pairs.count() + 1)
        for (first, second), begin, table in zip(pairs, begins, tables, strict=False):
            pair = RoomPair.objects.create(round=now, first=first, second=second, table=table)
            RoomGame.objects.bulk_create(
                RoomGame(pair=pair, number=number, match=match)
                for number, match in enumerate(begin(), 1)
            )

    return store


def _with_each_other(setup: Setup, first: Participant, second: Participant) -> Begin:
    """Two games of two people. Each of them owns one, so that what is said of its owner, who
    starts and on which side, holds for either once."""

    def begin() -> list[Match]:
        return [
            start_between(one.owner, other.owner, setup, (_called(one), _called(other)))
            for one, other in ((first, second), (second, first))
        ]

    return begin


def _with_character(setup: Setup, alone: Participant) -> Begin:
    """Two games of somebody who has no partner, who starts one of them."""
    swapped = replace(
        setup, starter=Seat.OTHER, owner_player=Player(setup.owner_player).other.value
    )
    openings = [open_match(alone.owner, each) for each in (setup, swapped)]
    return lambda: [opening.store() for opening in openings]


def _called(participant: Participant) -> str:
    """What a partner reads; a name that is hidden is hidden here too."""
    return NEIGHBOUR if participant.is_hidden else participant.name[:MATCH_NAME_LENGTH]


# --- whoever goes, or goes on elsewhere -------------------------------------------------------


def leave_games(participant: Participant) -> None:
    """Whoever leaves the room leaves the games of its round, and the partner is told."""
    for match in _open_games(participant):
        with suppress(StaleMoveError):  # the partner has just moved; then it stands unfinished
            leave(match.seen_by(participant.owner))


def take_games_along(participant: Participant, before: Visitor | None) -> None:
    """Let somebody who goes on in another browser sit where they sat in the first."""
    played = Match.objects.filter(pk__in=_games(participant).values("match"))
    played.filter(visitor=before).update(visitor=participant.visitor)
    played.filter(other_visitor=before).update(other_visitor=participant.visitor)


def _games(participant: Participant) -> QuerySet[RoomGame]:
    theirs = Q(pair__first=participant) | Q(pair__second=participant)
    return RoomGame.objects.filter(theirs)


def _open_games(participant: Participant) -> list[Match]:
    games = _games(participant).exclude(match__state=Match.State.FINISHED)
    going = games.filter(pair__round__ended_at=None, pair__second__isnull=False)
    return [game.match for game in going.select_related("match")]


def _end(room: Room) -> None:
    room.rounds.filter(ended_at=None).update(ended_at=timezone.now())


@register
class RoomOrigin(Origin):
    """The room in which a game is played."""

    label = "the room"
    address = "/live/"
    sealed_until = "the round is over"

    def player(self, match: Match) -> str:
        return THE_CLASS if is_of_class(match) else super().player(match)

    def may_look_back(self, owner: Owner, match: Match) -> bool:
        """The game of the class is everybody's who leads the room."""
        if not isinstance(owner, User) or not is_of_class(match):
            return False
        try:
            return bool(get_room_as_leader(owner, resolve(match.origin).kwargs["code"]))
        except Http404:
            return False

    def finished(self, match: Match) -> None:
        """Whoever leads sees at once that it is."""
        leaders_now.changed(resolve(match.origin).kwargs["code"])

    def closed(self, match: Match) -> str:
        """Nothing is played on in the room of an archived class."""
        rooms = Room.objects.filter(code=resolve(match.origin).kwargs["code"])
        return ARCHIVED if rooms.filter(classroom__archived_at__isnull=False).exists() else ""

    def is_sealed(self, match: Match) -> bool:
        """While others still play the same position, nothing is explained of it."""
        now = _round_of(match)
        return now is not None and now.is_going and not now.room.is_over

    def note(self, match: Match) -> str:
        """A game that goes on after its round is told that it no longer counts."""
        now = None if match.finished_at else _round_of(match)
        return "" if now is None or now.is_going else NO_POINT


def _round_of(match: Match) -> RoomRound | None:
    return RoomRound.objects.filter(pairs__games__match=match).select_related("room").first()
