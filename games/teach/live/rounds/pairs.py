"""Playing in pairs: draw the pairs, start their games, end the round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import count
from typing import Any

from django.db.models import Q, QuerySet
from django.http import Http404, QueryDict
from django.urls import resolve
from django.utils import timezone

from games.people.models import Owner, User, Visitor
from games.play.friends.seating import leave, open_between
from games.play.models import Match, Seat
from games.play.origins import Origin, Setup, register
from games.play.protocol import Opening, StaleMoveError, open_match, store_all
from games.teach.classes.models import ARCHIVED
from games.teach.live.rooms.access import get_room_as_leader
from games.teach.live.rooms.agenda import RoomPart
from games.teach.live.rooms.models import Participant, Room
from games.teach.live.rooms.names import ShownNames
from games.teach.live.rooms.steps import leaders_now, step
from games.teach.live.rooms.turns import THE_CLASS, is_of_class
from games.teach.live.rounds.draw import ladder, met_in, round_robin
from games.teach.live.rounds.forms import RoundForm
from games.teach.live.rounds.models import CHARACTER, RoomGame, RoomPair, RoomRound
from games.teach.live.rounds.partners import alone, called, games_of, here, seat, standings, waiting
from solver import InvalidInputError, Player, get_ruleset
from solver.teaching import get_opponent

NOBODY = "Nobody in the room can play yet."
NOBODY_WAITS = "Everybody here already has a partner."
NO_POINT = "The round is over, so this game no longer scores."
NO_ROUND = "No round is under way in this room."
ROUND_OVER = "This round is over. Start another round."
Pair = tuple[Participant, Participant | None]
Store = Callable[[], None]


# --- the steps --------------------------------------------------------------------------------


def start(room: Room, version: int, post: QueryDict) -> None:
    """Start a round with the settings of a :class:`RoundForm`; a running round ends."""
    before = room.rounds.last()
    form = RoundForm(room, post, before)
    if not form.is_valid():
        field = next(iter(form.errors))
        raise InvalidInputError(str(form.errors[field][0]), value=post.get(field, ""))
    _begin(room, version, form.cleaned_data)


def begin_part(room: Room, version: int, part: RoomPart, /, **columns: Any) -> None:
    """Start the next round of a *part* of the lesson, with its terms, and set *columns* of the
    room."""
    _begin(room, version, terms_of(part), current=None, **columns)


def terms_of(part: RoomPart) -> dict[str, Any]:
    """The terms of a *part* of the lesson, as columns of a round."""
    asked, is_alone = part.told.asked, part.kind.is_alone
    is_partizan = get_ruleset(asked.ruleset).partizan
    return {
        "ruleset": asked.ruleset,
        "position": asked.position,
        "convention": asked.convention,
        "to_move": asked.to_move or (Player.LEFT.value if is_partizan else ""),
        "draw": RoomRound.Draw.ALONE if is_alone else RoomRound.Draw.ROBIN,
        "opponent": part.told.opponent if is_alone else CHARACTER,
        "part": part,
    }


def _begin(room: Room, version: int, terms: dict[str, Any], **columns: Any) -> None:
    before = room.rounds.last()
    fresh = RoomRound(room=room, number=before.number + 1 if before else 1, **terms)
    people = here(room)
    if not people:
        raise InvalidInputError(NOBODY, value="")
    store = _ready(fresh, draw(fresh, people))
    with step(room, version, **columns):
        end_rounds(room)
        fresh.save(force_insert=True)
        store()
        Room.objects.filter(pk=room.pk).update(round=fresh)
    room.round = fresh


def pair_more(room: Room, version: int, post: QueryDict) -> None:
    """Pair the people who came after the draw, or whose partner has left."""
    now = going(room)
    people = waiting(now, games_of(room, now))
    if not people:
        raise InvalidInputError(NOBODY_WAITS, value="")
    # If one person would have no partner, they take the seat of a character that plays somebody.
    late = people[-1] if len(people) % 2 and alone(now).exists() else None
    store = _ready(now, draw(now, people[:-1] if late else people))
    with step(room, version):
        if late and not seat(now, late):
            _ready(now, [(late, None)])()
        store()


def end(room: Room, version: int, post: QueryDict) -> None:
    """End the round; unfinished games score no point."""
    now = going(room)
    with step(room, version):
        end_rounds(room)
    now.refresh_from_db()


def name(room: Room, version: int, post: QueryDict) -> None:
    """Show the names of the winners on the wall, or hide them with *hide*."""
    now, shows = at(room), "hide" not in post
    with step(room, version):
        RoomRound.objects.filter(pk=now.pk).update(shows_names=shows)
    now.shows_names = shows


def put_away(room: Room, version: int, post: QueryDict) -> None:
    """Go back to the question or the lobby; a running round ends."""
    at(room)
    with step(room, version, round=None):
        end_rounds(room)


STEPS = {
    "round": start,
    "round-more": pair_more,
    "round-end": end,
    "round-names": name,
    "round-away": put_away,
}


# --- the current round ------------------------------------------------------------------------


def at(room: Room) -> RoomRound:
    """The current round. Raises :class:`InvalidInputError` if there is none."""
    if room.round is None:
        raise InvalidInputError(NO_ROUND, value="")
    return room.round


def going(room: Room) -> RoomRound:
    """The current round, if it is running; otherwise an error."""
    now = at(room)
    if not now.is_going:
        raise InvalidInputError(ROUND_OVER, value="")
    return now


# --- drawing ----------------------------------------------------------------------------------


def draw(now: RoomRound, people: Sequence[Participant]) -> list[Pair]:
    """Who of *people* plays whom in this round."""
    if now.draw == RoomRound.Draw.ALONE:
        return [(person, None) for person in people]
    by_key = {person.pk: person for person in people}
    before = RoomPair.objects.filter(round__room=now.room)
    before = before.exclude(round__draw=RoomRound.Draw.ALONE)
    met = met_in(list(before.values_list("first", "second")))
    if now.draw == RoomRound.Draw.LADDER:
        ranked = [standing.participant.pk for standing in standings(games_of(now.room))]
        new = [key for key in by_key if key not in set(ranked)]
        pairs = ladder([key for key in (*ranked, *new) if key in by_key], met)
    else:
        pairs = round_robin(list(by_key), met)
    return [(by_key[first], by_key[second] if second else None) for first, second in pairs]


def _ready(now: RoomRound, pairs: Sequence[Pair]) -> Store:
    """Compute everything before the transaction. Return a function that stores the pairs and their
    games."""
    openings = opened(now, pairs)

    def store() -> None:
        tables = count(now.pairs.count() + 1)
        drawn = [
            RoomPair(round=now, first=first, second=second, table=table)
            for (first, second), table in zip(pairs, tables, strict=False)
        ]
        games = [
            game
            for pair, both in zip(drawn, openings, strict=True)
            for game in games_between(pair, both)
        ]
        RoomPair.objects.bulk_create(drawn)
        store_all([opening for both in openings for opening in both])
        RoomGame.objects.bulk_create(games)

    return store


def opened(now: RoomRound, pairs: Sequence[Pair]) -> list[list[Opening]]:
    """The games of each of the *pairs* of a round, not stored yet."""
    setup = Setup(
        ruleset=now.ruleset,
        position=now.position,
        convention=now.convention,
        opponent=now.opponent,
        starter=Seat.OWNER,
        owner_player=now.to_move or Player.LEFT.value,
        origin=now.room.get_absolute_url(),
        has_help=False,
    )
    names = ShownNames(now.room)
    return [
        _with_each_other(setup, first, second, names) if second else _with_character(setup, first)
        for first, second in pairs
    ]


def games_between(pair: RoomPair, openings: Sequence[Opening]) -> list[RoomGame]:
    """The openings as the games of a *pair*, in order."""
    return [
        RoomGame(pair=pair, number=number, match=opening.match)
        for number, opening in enumerate(openings, 1)
    ]


def _with_each_other(
    setup: Setup, first: Participant, second: Participant, names: ShownNames
) -> list[Opening]:
    """Two games between two people. Each person owns one of them, so each starts once and plays
    each side once."""
    return [
        open_between(one.owner, other.owner, setup, (called(one, names), called(other, names)))
        for one, other in ((first, second), (second, first))
    ]


def _with_character(setup: Setup, alone: Participant) -> list[Opening]:
    """Two games of a person without a partner, who starts one of them."""
    swapped = replace(
        setup, starter=Seat.OTHER, owner_player=Player(setup.owner_player).other.value
    )
    return [open_match(alone.owner, each) for each in (setup, swapped)]


# --- people who leave or change browsers ------------------------------------------------------


def leave_games(participant: Participant) -> None:
    """Leave the running games of the round when the person leaves the room; the partner's page says
    so."""
    for match in _open_games(participant):
        with suppress(StaleMoveError):  # the partner has just moved; then the game stays unfinished
            leave(match.seen_by(participant.owner))


def take_games_along(participant: Participant, before: Visitor | None) -> None:
    """Move a participant's seats in games from the visitor *before* to their new one."""
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


def end_rounds(room: Room) -> None:
    """End the running round of a room."""
    room.rounds.filter(ended_at=None).update(ended_at=timezone.now())


@register
class RoomOrigin(Origin):
    """The room that a game belongs to."""

    label = "the room"
    may_be_passed_on = False
    address = "/live/"
    sealed_until = "the round is over"

    def player(self, match: Match) -> str:
        return THE_CLASS if is_of_class(match) else super().player(match)

    def may_look_back(self, owner: Owner, match: Match) -> bool:
        """Let the room's instructors review the game of the class."""
        if not isinstance(owner, User) or not is_of_class(match):
            return False
        try:
            return bool(get_room_as_leader(owner, resolve(match.origin).kwargs["code"]))
        except Http404:
            return False

    def finished(self, match: Match) -> None:
        """Update the instructor's screens."""
        leaders_now.changed(resolve(match.origin).kwargs["code"])

    def closed(self, match: Match) -> str:
        """Why the game has ended early: its class is archived."""
        rooms = Room.objects.filter(code=resolve(match.origin).kwargs["code"])
        return ARCHIVED if rooms.filter(classroom__archived_at__isnull=False).exists() else ""

    def is_sealed(self, match: Match) -> bool:
        """Hide explanations while others still play the same position."""
        now = _round_of(match)
        return now is not None and now.is_going and not now.room.is_over

    def note(self, match: Match) -> str:
        """Tell players that their game no longer counts after its round, or that one of them took
        over a character's seat."""
        pair = None if match.finished_at else _pair_of(match)
        if pair is None:
            return ""
        if not pair.round.is_going:
            return NO_POINT
        if not pair.taken_over_at:
            return ""
        character = get_opponent(CHARACTER).name
        if match.seat == Seat.OTHER:
            return f"You play on for {character}, from the position on the board."
        return f"{match.opponent_name} plays on for {character}."

    def may_be_joined(self, match: Match) -> bool:
        """Let latecomers take a character's seat while the round runs."""
        now = _round_of(match)
        return now is not None and now.is_going


def _pair_of(match: Match) -> RoomPair | None:
    pairs = RoomPair.objects.filter(games__match=match)
    return pairs.select_related("round__room").first()


def _round_of(match: Match) -> RoomRound | None:
    pair = _pair_of(match)
    return pair.round if pair else None
