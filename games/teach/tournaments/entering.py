"""Holding a tournament: starting it, entering a program, and storing the games that were played."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from games.people.models import User
from games.play.programs.arena import Arena
from games.play.programs.models import SavedProgram
from games.teach.classes.models import Classroom, Membership
from games.teach.tournaments.models import Tournament, TournamentEntry, TournamentGame
from games.teach.tournaments.round_robin import TournamentError, judge, read_games
from games.web.transactions import all_or_nothing

MOST_ENTRIES = 40
"""A large class. They play 1,560 games, which take a browser some minutes; more of them would take
longer than a lesson has patience."""
CHANGES: dict[str, dict[str, bool]] = {
    "close": {"is_open": False},
    "open": {"is_open": True},
    "show": {"is_shown": True},
    "hide": {"is_shown": False},
}


def start(classroom: Classroom, game: str) -> Tournament:
    """Start a tournament of a class; while one is unfinished, it is the one. Raises
    :class:`~solver.InvalidInputError` for a game that programs do not play."""
    key = Arena(game).preset.key
    unfinished = classroom.tournaments.get_or_create(finished_at=None, defaults={"game": key})
    return unfinished[0]


def playing(tournament: Tournament) -> QuerySet[TournamentEntry]:
    """The entries that can play: of students who are in the class, with a program that is there."""
    entries = tournament.entries.filter(membership__archived_at=None, version__isnull=False)
    return entries.select_related("version__program")


def _locked(tournament: Tournament) -> Tournament:
    """Read the tournament again and lock it, so that only one request changes it."""
    found = Tournament.objects.select_for_update().filter(pk=tournament.pk).first()
    if found is None:
        raise TournamentError("This tournament was deleted.")
    return found


def _open(tournament: Tournament) -> Tournament:
    locked = _locked(tournament)
    if not locked.is_open:
        raise TournamentError("The tournament is closed. Your program stays as it is.")
    return locked


@all_or_nothing
def enter(tournament: Tournament, member: Membership, program: SavedProgram) -> None:
    """Enter the latest version of a student's *program* in place of the one before it. Raises
    :class:`TournamentError` if the tournament is closed or full."""
    locked = _open(tournament)
    if locked.entries.exclude(membership=member).count() >= MOST_ENTRIES:
        raise TournamentError(f"{MOST_ENTRIES} programs have entered. There is room for no more.")
    locked.entries.filter(membership=member).delete()
    version, name = program.versions.first(), program.name
    locked.entries.create(membership=member, version=version, program_name=name)


@all_or_nothing
def withdraw(tournament: Tournament, member: Membership) -> None:
    """Take a student's program out. Raises :class:`TournamentError` if the tournament is closed."""
    _open(tournament).entries.filter(membership=member).delete()


@all_or_nothing
def change(tournament: Tournament, what: str) -> None:
    """Close, open, show, hide or delete a tournament. Raises :class:`TournamentError` for anything
    else, and for opening a finished one."""
    locked = _locked(tournament)
    if what == "delete":
        locked.delete()
        return
    if what not in CHANGES:
        raise TournamentError("Close, open, show, hide or delete a tournament.")
    if what == "open" and locked.finished_at:
        raise TournamentError("The tournament has been played. Start another one.")
    Tournament.objects.filter(pk=locked.pk).update(**CHANGES[what])


def finish(tournament: Tournament, text: str) -> None:
    """Judge and store the games that a browser sends. Raises a solver error, and stores nothing, if
    anything in them cannot be so, and if an entry has changed since they were played."""
    entries = {entry.pk: entry for entry in playing(tournament)}
    if len(entries) < 2:
        raise TournamentError("A tournament needs two programs.")
    games = read_games(text, entries)
    given = judge(tournament.game, games)
    for key, entry in entries.items():
        entry.given_away = None if given is None else given[key]
    _store(tournament, entries, games)


@all_or_nothing
def _store(
    tournament: Tournament, entries: dict[int, TournamentEntry], games: list[TournamentGame]
) -> None:
    locked = _locked(tournament)
    if locked.finished_at:
        raise TournamentError("The results of this tournament are stored already.")
    if locked.is_open:
        raise TournamentError("Close the tournament first, so that no program changes meanwhile.")
    if set(playing(locked).values_list("pk", flat=True)) != set(entries):
        raise TournamentError("A program has been replaced meanwhile. Run the tournament again.")
    for game in games:
        game.tournament = locked
    TournamentGame.objects.bulk_create(games)
    TournamentEntry.objects.bulk_update(entries.values(), ["given_away"])
    locked.finished_at = timezone.now()
    locked.save(update_fields=["finished_at"])


def entries_by(user: User) -> list[dict[str, Any]]:
    """Everything stored about a user's programs in tournaments, as plain data."""
    entries = TournamentEntry.objects.filter(membership__user=user)
    entries = entries.select_related("tournament__classroom", "version")
    both = entries.prefetch_related("first_games", "second_games")
    return [
        {
            "class": entry.tournament.classroom.name,
            "game": str(entry.tournament),
            "program": entry.program_name,
            "version": entry.version and entry.version.number,
            "at": entry.entered_at.isoformat(),
            "wins_given_away": entry.given_away,
            "games": [
                {
                    "starts": starts,
                    "moves": game.moves,
                    "won": game.winner_id == entry.pk,
                    "fault": game.fault if game.loser_id == entry.pk else "",
                }
                for starts, games in (
                    (True, entry.first_games.all()),
                    (False, entry.second_games.all()),
                )
                for game in games
            ],
        }
        for entry in both
    ]
