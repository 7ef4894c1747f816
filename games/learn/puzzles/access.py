"""Who may see a puzzle, a try and a round."""

from __future__ import annotations

import uuid

from django.db.models import QuerySet
from django.http import Http404

from games.learn.puzzles.models import Puzzle, PuzzleAttempt, Round
from games.people.models import Owner, owned_by
from games.web.written_once import written_once


def get_puzzle(puzzle_id: uuid.UUID) -> Puzzle:
    """A puzzle that anyone may see, which means any except a draft."""
    for puzzle in _puzzles_to_see(puzzle_id):
        return puzzle
    raise Http404("There is no such puzzle.")


@written_once
def _puzzles_to_see(key: uuid.UUID) -> QuerySet[Puzzle]:
    return Puzzle.objects.exclude(state=Puzzle.State.DRAFT).filter(pk=key)


def get_attempt(owner: Owner | None, attempt_id: uuid.UUID) -> PuzzleAttempt:
    """A try at a puzzle, with the puzzle and its game. Raises Http404 for other people."""
    tries = PuzzleAttempt.objects.select_related("puzzle", "match").filter(pk=attempt_id)
    attempt = owned_by(owner, tries).first()
    if attempt is None:
        raise Http404("There is no such try, or it belongs to somebody else.")
    return attempt


def get_round(owner: Owner | None, round_id: uuid.UUID) -> Round:
    """A round of the trainer. Raises Http404 for other people."""
    begun = owned_by(owner, Round.objects.filter(pk=round_id)).first()
    if begun is None:
        raise Http404("There is no such round, or it belongs to somebody else.")
    return begun
