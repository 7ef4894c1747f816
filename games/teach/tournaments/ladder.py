"""The table of a finished tournament, with the names that its reader may see."""

from __future__ import annotations

import uuid
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.teach.classes.models import Classroom, Membership
from games.teach.live.rooms.names import first_names
from games.teach.tournaments.models import Tournament, TournamentEntry

LEFT = "A student who left"
"""In place of a name, since the class no longer sees the work of a student who left."""
TOLD = 5
"""Sentences about the faults of a program: one fault on each of many boards says the same."""


@dataclass(frozen=True)
class LadderLine:
    """A line of the table: an entry, its *place*, its author's *name* for the reader, the games it
    won of all it played, and each sentence about a *fault* with the number of games lost by it."""

    place: int
    entry: TournamentEntry
    name: str
    wins: int
    games: int
    faults: Counter[str]
    is_mine: bool

    @property
    def stopped(self) -> int:
        """The number of games in which the program stopped."""
        return self.faults.total()

    @property
    def told(self) -> list[tuple[str, int]]:
        """The most frequent sentences about a fault."""
        return self.faults.most_common(TOLD)


def names_for(
    classroom: Classroom, people: Iterable[Membership], *, is_staff: bool
) -> dict[uuid.UUID, str]:
    """The names of students by membership. Staff who see the whole class read them as in a
    register; others read first names, if the owner of the class allows them, and user names if
    not."""
    first: Mapping[int | None, str] = {}
    if classroom.shows_first_names:
        known = Membership.objects.active().filter(classroom=classroom)
        first = first_names(known.values_list("user_id", "real_name"))

    def name(person: Membership) -> str:
        if person.archived_at:
            return LEFT
        if is_staff and classroom.shows_all:
            return person.listed_name
        return first.get(person.user_id) or person.user.username

    return {person.pk: name(person) for person in people}


def ladder(
    tournament: Tournament,
    entries: list[TournamentEntry],
    names: Mapping[uuid.UUID, str],
    member: Membership | None,
) -> list[LadderLine]:
    """The table, most wins first; equal wins share a place."""
    wins: Counter[int] = Counter()
    played: Counter[int] = Counter()
    faults: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for game in tournament.games.all():
        wins[game.winner_id] += 1
        played.update((game.first_id, game.second_id))
        if game.fault:
            faults[game.loser_id][game.fault] += 1
    lines = [
        LadderLine(
            place=1 + sum(wins[other] > wins[entry.pk] for other in played),
            entry=entry,
            name=names[entry.membership_id],
            wins=wins[entry.pk],
            games=played[entry.pk],
            faults=faults[entry.pk],
            is_mine=member is not None and entry.membership_id == member.pk,
        )
        for entry in entries
        if played[entry.pk]
    ]
    return sorted(lines, key=lambda line: (line.place, line.name.casefold()))
