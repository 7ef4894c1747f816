"""Holding a tournament: starting it, entering a program, and judging and storing the games.

The browser of the instructor plays and sends moves alone, and sentences about programs that
stopped. We play every move by the rules again and decide ourselves who won; a single thing that
cannot be so refuses all of it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.functional import cached_property

from games.boards.bounds import MAX_MOVES, thinking
from games.people.models import User
from games.play.programs.arena import Arena
from games.play.programs.saved_programs import SavedProgram
from games.teach.classes.models import Classroom, Membership
from games.teach.tournaments.models import (
    LENGTH_OF_FAULT,
    Tournament,
    TournamentEntry,
    TournamentGame,
)
from games.web.transactions import all_or_nothing
from solver import BudgetExceededError, Convention, InvalidInputError, analyse, format_position

POSITIONS, SECONDS = 20_000, 2.0
"""The budget of one tournament: ten times that of a page, which only an instructor spends, once.
Eight programs meet up to 360 positions at the games we offer, which cost a tenth of a second."""


class TournamentError(InvalidInputError):
    """A sentence that says why something in a tournament is refused."""


@dataclass
class Judge:
    """Judges the games at one starting position; each position is looked at once."""

    game: str
    next_boards: dict[str, dict[str, str]] = field(default_factory=dict)
    keeping: dict[str, frozenset[str]] = field(default_factory=dict)

    @cached_property
    def arena(self) -> Arena:
        """The rules, with the budget of the whole tournament."""
        return Arena(self.game, thinking(POSITIONS, SECONDS))

    def moves_of(self, position: str) -> dict[str, str]:
        """The moves of a board, each with the board after it."""
        if position not in self.next_boards:
            question = self.arena.question(position)
            self.next_boards[position] = {
                str(move): format_position(question.after(move).position)
                for move in question.legal_moves()
            }
        return self.next_boards[position]

    def boards(self, moves: Collection[str]) -> list[str]:
        """The boards of a game from the first to the one after its last move."""
        boards = [self.arena.preset.position]
        for move in moves:
            after = self.moves_of(boards[-1]).get(move)
            if after is None:
                raise TournamentError(f"“{move[:40]}” is no move on {boards[-1]}.")
            boards.append(after)
        return boards

    def first_won(self, moves: Collection[str], *, has_fault: bool) -> bool:
        """Whether the program that started won. With a fault the program to move lost."""
        last = self.boards(moves)[-1]
        is_first_to_move = len(moves) % 2 == 0
        is_over = not self.moves_of(last)
        if has_fault and is_over:
            raise TournamentError("A game was over, and a program stopped in it all the same.")
        if has_fault:
            return not is_first_to_move
        if not is_over:
            raise TournamentError(f"A game ends on {last}, where there are moves.")
        stuck_player_wins = Convention(self.arena.preset.convention).stuck_player_wins
        return is_first_to_move if stuck_player_wins else not is_first_to_move

    def gives_away(self, position: str, move: str) -> bool:
        """Whether a winning move was there, and this was none."""
        if position not in self.keeping:
            question = self.arena.question(position)
            analysis = analyse(
                question.ruleset, question.position, question.convention, budget=self.arena.budget
            )
            self.keeping[position] = frozenset(
                str(one) for one in question.legal_moves() if analysis.keeps_win(one)
            )
        return bool(self.keeping[position]) and move not in self.keeping[position]


def read_games(text: str, entries: Collection[int]) -> list[TournamentGame]:
    """The games that a browser sends, without the winners: each of *entries* starts one game
    against each other one. Raises :class:`TournamentError` for anything else."""
    try:
        sent = json.loads(text)
    except (ValueError, RecursionError):
        raise TournamentError("These are no games of a tournament.") from None
    pairs = {(first, second) for first in entries for second in entries if first != second}
    if not isinstance(sent, list) or len(sent) != len(pairs):
        raise TournamentError(f"A tournament of {len(entries)} has {len(pairs)} games.")
    games = [_read_game(one) for one in sent]
    if {(one.first_id, one.second_id) for one in games} != pairs:
        raise TournamentError("Not every program has played every other one. Reload the page.")
    return games


def _read_game(one: Any) -> TournamentGame:
    match one:
        case {"first": int(first), "second": int(second), "moves": str(moves), "fault": str(fault)}:
            if len(moves.split()) > MAX_MOVES:
                raise TournamentError(f"A game has at most {MAX_MOVES} moves.")
            return TournamentGame(
                first_id=first,
                second_id=second,
                moves=" ".join(moves.split()),
                fault=" ".join(fault.replace("\x00", "").split())[:LENGTH_OF_FAULT],
            )
    raise TournamentError("A game has its two programs, its moves and a fault.")


def judge(game: str, games: Collection[TournamentGame]) -> Counter[int] | None:
    """Decide who won each game, and count the wins that each entry gave away. None if the solver's
    budget ended before the last move. Raises a solver error for moves against the rules."""
    judge = Judge(game)
    for one in games:
        one.first_won = judge.first_won(one.moves.split(), has_fault=bool(one.fault))
    given: Counter[int] = Counter()
    try:
        for one in games:
            moves = one.moves.split()
            for ply, (board, move) in enumerate(zip(judge.boards(moves), moves, strict=False)):
                if judge.gives_away(board, move):
                    given[one.second_id if ply % 2 else one.first_id] += 1
    except BudgetExceededError:
        return None
    return given


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
