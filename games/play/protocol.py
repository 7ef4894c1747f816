"""Matches: starting one, choosing who starts, and the move protocol.

A move names the version of the match it was made on. It is applied only to that version; the
same move sent twice changes nothing the second time; anything else is refused as stale.
The engine thinks before the transaction opens, which then only writes.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from django.db import transaction
from django.utils import timezone

from games.boards.bounds import ask_within_limits
from games.boards.looks.look import Placed
from games.people.models import Owner, owned_by, owner_fields
from games.play.models import Match, Move, Seat, match_now, other_seat
from games.play.origins import Setup, closed, origin_of
from games.play.table import Table
from games.questions.hints import TIERS
from games.web.requests import made_once
from solver import Budget, InvalidInputError, answer, format_position
from solver.teaching import get_opponent

CHANGING = (
    *("position", "state", "starter", "winner", "resigned", "left_by", "asked_again", "next"),
    *("invitation", "finished_at"),
)
"""The fields that a change of a match may write."""


class StaleMoveError(Exception):
    """The match has changed since the page was loaded; nothing was written."""


class MatchOverError(Exception):
    """The match is finished; nothing was written."""


@dataclass(frozen=True)
class Opening:
    """A new match with the computer's first moves, not stored yet."""

    match: Match
    replies: list[Move]

    def store(self) -> Match:
        """Store the match and the computer's moves."""
        with transaction.atomic():
            self.match.save(force_insert=True)
            Move.objects.bulk_create(self.replies)
        return self.match


def store_all(openings: Sequence[Opening]) -> None:
    """Store many matches in a few statements, to hold the database's lock only briefly."""
    Match.objects.bulk_create(opening.match for opening in openings)
    Move.objects.bulk_create(reply for opening in openings for reply in opening.replies)


def start_match(
    owner: Owner,
    setup: Setup,
    key: uuid.UUID | None = None,
    budget: Budget | None = None,
) -> Match:
    """Create a match, at most one for each *key* of a form. Raises the errors of
    :func:`open_match`."""
    opening = open_match(owner, setup, key, budget)
    return made_once(owned_by(owner, Match.objects.all()), opening.match.pk, opening.store)


def open_match(
    owner: Owner,
    setup: Setup,
    key: uuid.UUID | None = None,
    budget: Budget | None = None,
) -> Opening:
    """Lay out a new match. The computer moves at once if it starts.

    Raises :class:`InvalidInputError` for a game that cannot be played and
    :class:`~solver.BudgetExceededError` for a position that the solver cannot decide within a
    page's budget.
    """
    question = ask_within_limits(
        setup.ruleset, setup.position, setup.convention, budget=budget, has_sums=True
    )
    if not question.position:
        raise InvalidInputError.of("a position to play", setup.position, "add at least one row")
    if setup.opponent not in Match.NOT_OURS:
        mismatch = get_opponent(setup.opponent).mismatch(question.ruleset, question.convention)
        if mismatch:
            raise InvalidInputError(mismatch, value=setup.opponent)
        answer(question)
    if setup.starter not in (*Seat.values, ""):
        raise InvalidInputError.of("somebody who can start", setup.starter, "choose who starts")
    match = setup.laid_out(question)
    match.pk = key or match.pk
    match.state = Match.State.RUNNING if setup.starter else Match.State.CHOOSING
    for kind, who in owner_fields(owner).items():
        setattr(match, kind, who)
    replies = _computer_moves(Table(match, question.budget))
    match.version = 1  # the computer's own moves belong to version 0
    return Opening(match, replies)


def choose_starter(match: Match, starter: str) -> Table:
    """Set who starts, if the owner has the choice. A second identical request changes nothing."""
    if starter not in Seat.values or match.seat != Seat.OWNER:
        raise InvalidInputError.of("somebody who can start", starter, "choose who starts")
    _check_open(match)
    if match.state != Match.State.CHOOSING:
        if match.starter == starter:
            return Table(match)
        raise StaleMoveError
    before = match.version
    match.starter = starter
    match.state = Match.State.RUNNING
    table = Table(match)
    write(match, before, _computer_moves(table))
    return table


def make_move(
    match: Match, *, version: int, text: str, typed: bool = False, budget: Budget | None = None
) -> Table:
    """Apply a move of the player who looks at the match, and the computer's reply.

    *version* is the version that the move was made on. *text* is the move as a button posts it, or,
    if *typed*, as a person typed it. Returns the current table, also for a move that was already
    recorded. Raises :class:`StaleMoveError`, :class:`MatchOverError`, or a solver error for a move
    that cannot be read or is not allowed.
    """
    table = Table(match, budget)
    if version != match.version:
        if _is_recorded(table, version, text, typed=typed):
            return table
        raise StaleMoveError
    if match.state == Match.State.FINISHED:
        raise MatchOverError
    if match.state != Match.State.RUNNING:
        raise StaleMoveError
    _check_open(match)
    if not (table.may_move or table.is_programs_turn):
        raise InvalidInputError(f"{table.turn_said()} Wait for that move.")
    seat = table.turn
    read = table.board.read_typed if typed else table.board.place
    placed = read(text, table.player(seat))
    move = _append(table, placed, seat)
    try:
        write(match, version, [move, *_computer_moves(table)])
    except StaleMoveError:
        fresh = Match.objects.get(pk=match.pk)
        fresh.seat = match.seat
        now = Table(fresh, budget)
        if _is_recorded(now, version, text, typed=typed):
            return now  # the same click arrived twice, and the other request was faster
        raise
    return table


def resign(match: Match, *, version: int) -> Table:
    """Resign; the other player wins. A program that cannot move resigns when it is its turn."""
    if match.state == Match.State.FINISHED and match.resigned:
        return Table(match)
    if match.state != Match.State.RUNNING or match.version != version:
        raise StaleMoveError
    _check_open(match)
    match.resigned = True
    gives_up = Seat.OTHER if Table(match).is_programs_turn else match.seat
    finish(match, other_seat(gives_up))
    write(match, version)
    return Table(match)


def take_back(match: Match, *, version: int) -> Table:
    """Undo the last move of the player, and every later move.

    Between two people on one screen this undoes one move. Undone moves stay stored, with a mark.
    """
    _check_help(match)
    _check_open(match)
    table = Table(match)
    if match.version != version:
        raise StaleMoveError
    back = last_own_ply(table)
    if back is None or match.resigned:
        raise InvalidInputError("You have no move to take back yet.")
    match.position = format_position(table.boards[back].position)
    match.state, match.winner, match.finished_at = Match.State.RUNNING, "", None
    with transaction.atomic():
        write(match, version)
        Move.objects.filter(match=match, ply__gte=back, undone_at=None).update(undone_at=version)
    return Table(match)


def last_own_ply(table: Table) -> int | None:
    """The ply of the last move that the player may take back; None if there is none."""
    plies = reversed(range(len(table.placed)))
    is_hot_seat = table.match.is_hot_seat
    return next(
        (ply for ply in plies if is_hot_seat or table.match.seat_at(ply) == Seat.OWNER), None
    )


def took_help(match: Match) -> bool:
    """Whether the player asked for a hint or took a move back."""
    return any(move.hint_tier or move.undone_at is not None for move in match.moves.all())


def _check_open(match: Match) -> None:
    if why := closed(match):
        raise InvalidInputError(why)


def _check_help(match: Match) -> None:
    if not match.has_help:
        raise InvalidInputError(
            "This game counts, so there are no hints and no moves to take back."
        )


def ask_hint(match: Match, *, version: int) -> Table:
    """Show one more tier of the hint for the current position; the next move records it."""
    _check_help(match)
    _check_open(match)
    if match.version != version or match.state != Match.State.RUNNING:
        raise StaleMoveError
    tier = min(TIERS, match.hints + 1)
    Match.objects.filter(pk=match.pk, version=version).update(hint_version=version, hint_tier=tier)
    match.hint_version, match.hint_tier = version, tier
    return Table(match)


def _is_recorded(table: Table, version: int, text: str, *, typed: bool) -> bool:
    """Whether *text* is exactly the move that was made on *version*."""
    for ply, move in enumerate(table.moves):
        if move.version == version and (ply == 0 or table.moves[ply - 1].version != version):
            board = table.boards[ply]
            read = board.read_typed if typed else board.place
            try:
                return read(text, table.player(move.seat)).text == move.text
            except ValueError:
                return False
    return False


def _append(table: Table, placed: Placed, seat: str) -> Move:
    """Add a move to the table, and finish the match if the next player cannot move."""
    match = table.match
    move = Move(
        match=match,
        ply=len(table.placed),
        seat=seat,
        version=match.version,
        text=placed.text,
        hint_tier=match.hints,
    )
    table.put(placed)
    position = table.board.position
    match.position, stuck = format_position(position), other_seat(seat)
    if next(table.ruleset.legal_moves(position, table.player(stuck)), None) is None:
        finish(match, stuck if table.convention.stuck_player_wins else seat)
    return move


def finish(match: Match, winner: str) -> None:
    match.winner = winner
    match.state = Match.State.FINISHED
    match.finished_at = timezone.now()


def _computer_moves(table: Table) -> list[Move]:
    """The computer's move, if it is the computer's turn."""
    match = table.match
    if table.turn != Seat.OTHER or match.opponent in Match.NOT_OURS:
        return []
    chance = Random(f"{match.seed}:{len(table.placed)}")
    chosen = get_opponent(match.opponent).choose(table.question(), chance)
    placed = table.board.place(str(chosen), chosen.player)
    return [_append(table, placed, Seat.OTHER)]


def change(match: Match, version: int) -> None:
    """Store the match if it still has this *version*; otherwise raise :class:`StaleMoveError`."""
    values = {name: getattr(match, name) for name in CHANGING}
    kept = Match.objects.filter(pk=match.pk, version=version)
    if not kept.update(version=version + 1, **values):
        raise StaleMoveError
    match_now.changed(match.pk)
    match.version = version + 1


def write(match: Match, version: int, moves: Iterable[Move] = ()) -> None:
    """Store the match with its new moves; if it has ended, inform its origin."""
    with transaction.atomic():
        change(match, version)
        Move.objects.bulk_create(moves)
        if match.state == Match.State.FINISHED:
            origin_of(match).finished(match)
