"""Games by hand against somebody's program. It runs in the player's browser, which sends its moves;
the table checks them like those of a person."""

from __future__ import annotations

import uuid

from games.people.models import Owner
from games.play.models import NAME_LENGTH, Match, Seat
from games.play.origins import Origin, register
from games.play.programs.arena import Arena
from games.play.programs.models import ProgramVersion, SavedProgram
from games.play.protocol import start_match
from games.play.setup import Setup


def begin(
    owner: Owner, program: SavedProgram, game: str, *, is_first: bool, key: uuid.UUID
) -> Match:
    """A game of *owner* against a program, at most one for each *key* of a form. Raises
    :class:`~solver.InvalidInputError` for a game that programs do not play."""
    ruleset, position, convention = Arena(game).preset.question
    setup = Setup(
        ruleset=ruleset,
        position=position,
        convention=convention,
        opponent=Match.PROGRAM,
        starter=Seat.OWNER if is_first else Seat.OTHER,
        origin=program.address_to_play,
        name=program.name[:NAME_LENGTH].strip(),
    )
    return start_match(owner, setup, key)


def program_of(match: Match) -> ProgramVersion | None:
    """The version that plays, the latest; None if no program plays or if it was deleted."""
    if not match.is_with_program:
        return None
    link = match.origin.removeprefix(ProgramOrigin.address).rstrip("/")
    versions = ProgramVersion.objects.filter(program__invitation=link)
    return versions.select_related("program").first()


@register
class ProgramOrigin(Origin):
    """The page on which a program is passed on."""

    address = "/play/program/with/"
    may_be_passed_on = False

    def closed(self, match: Match) -> str:
        """The game stops if the program's author deletes it."""
        return "" if program_of(match) else f"{match.opponent_name} was deleted by its author."
