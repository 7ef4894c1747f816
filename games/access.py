"""Who may see and change what. One function for each kind of object: the object, or 404."""

from __future__ import annotations

import uuid

from django.http import Http404

from games.models import Lesson, Match, Puzzle, PuzzleAttempt, ReviewCard, User, Visitor, owned_by


def get_match(owner: User | Visitor | None, match_id: uuid.UUID) -> Match:
    """The match, for its owner; a stranger is told that it does not exist."""
    match = owned_by(owner, Match.objects.filter(pk=match_id)).first()
    if match is None:
        raise Http404("There is no such match, or it is somebody else's.")
    return match


def get_puzzle(puzzle_id: uuid.UUID) -> Puzzle:
    """A puzzle anyone may see: every one but a draft."""
    puzzle = Puzzle.objects.exclude(state=Puzzle.State.DRAFT).filter(pk=puzzle_id).first()
    if puzzle is None:
        raise Http404("There is no such puzzle.")
    return puzzle


def get_attempt(owner: User | Visitor | None, attempt_id: uuid.UUID) -> PuzzleAttempt:
    """A try at a puzzle with the puzzle and its game, for whoever made it."""
    tries = PuzzleAttempt.objects.select_related("puzzle", "match", "card").filter(pk=attempt_id)
    attempt = owned_by(owner, tries).first()
    if attempt is None:
        raise Http404("There is no such try, or it is somebody else's.")
    return attempt


def get_card(owner: User | Visitor | None, card_id: uuid.UUID) -> ReviewCard:
    """A mistake to come back to, for whoever made it."""
    card = owned_by(owner, ReviewCard.objects.select_related("source").filter(pk=card_id)).first()
    if card is None:
        raise Http404("There is no such review, or it is somebody else's.")
    return card


def get_lesson(slug: str) -> Lesson:
    """A published lesson with its steps; drafts and retired ones are for curators only."""
    lessons = Lesson.objects.filter(state=Lesson.State.PUBLISHED, slug=slug)
    lesson = lessons.select_related("track").prefetch_related("steps").first()
    if lesson is None:
        raise Http404("There is no such lesson.")
    return lesson
