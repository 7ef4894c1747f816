"""Replay every stored game through the solver, and report those whose moves do not give the stored
position, state and winner."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.play.models import Match, other_seat
from games.play.table import Table
from solver import SolverError, format_position


def broken_matches() -> Iterator[tuple[Match, str]]:
    """Every stored match that its moves do not reproduce, with the problem."""
    for match in Match.objects.prefetch_related("moves").iterator(chunk_size=200):
        problem = _problem(match)
        if problem:
            yield match, problem


def _problem(match: Match) -> str:
    try:
        table = Table(match)
    except SolverError as error:
        return f"a stored move is not legal: {error}"
    for number, move in enumerate(table.moves):
        if move.ply != number:
            return f"move {number} is stored as {move.ply}"
        if move.seat != table.match.seat_at(number):
            return f"move {number} was made by the wrong side"
    position = format_position(table.board.position)
    if position != match.position:
        return f"the moves give {position}, stored is {match.position}"
    if match.state == Match.State.CHOOSING:
        return "" if not table.moves else "moves before it was settled who starts"
    stuck = table.match.seat_at(len(table.moves))
    over = next(table.ruleset.legal_moves(table.board.position, table.player(stuck)), None) is None
    if over != (match.state == Match.State.FINISHED) and not match.resigned:
        return f"the match is {match.state}, but the moves say otherwise"
    winner = stuck if table.convention.stuck_player_wins else other_seat(stuck)
    if over and match.winner != winner:
        return f"the moves make {winner} the winner, stored is {match.winner}"
    return ""


class Command(BaseCommand):
    help = "Replay every stored game, and compare its position, state and winner."

    def handle(self, *args: Any, **options: Any) -> None:
        broken = list(broken_matches())
        for match, problem in broken:
            self.stderr.write(f"{match.pk} {problem}")
        if broken:
            raise CommandError(f"{len(broken)} of {Match.objects.count()} games are broken.")
        self.stdout.write(f"{Match.objects.count()} games replayed, all as stored.")
