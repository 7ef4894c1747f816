"""Puzzles: recording tries, hints, games against perfect play, ratings and reviews.

An answer carries a token from its form. What arrives twice is recorded once; the first unhinted
try at a puzzle rates student and puzzle, repeats and reviews never do.
"""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from random import Random
from typing import Any

from django.db import IntegrityError, transaction
from django.dispatch import receiver
from django.utils import timezone

from games.exercises.goals import Goal
from games.exercises.grading import LOST, WON, grade
from games.exercises.hints import TIERS
from games.people.models import User, Visitor, owned_by, owner_fields
from games.play.models import Match, Seat
from games.play.protocol import match_finished, one_at_a_time, open_match, took_help
from games.play.setup import Setup
from games.puzzles.models import Puzzle
from games.puzzles.ratings import rated
from games.puzzles.tries import PuzzleAttempt, Rating, ReviewCard
from solver import InvalidInputError, Player

INTERVALS = (1, 3, 7, 21)
"""Days until a mistake is due again, and after each review that went well."""


Owner = User | Visitor


def record_attempt(
    owner: Owner,
    puzzle: Puzzle,
    token: uuid.UUID,
    answer: str,
    *,
    card: ReviewCard | None = None,
) -> PuzzleAttempt:
    """Grade an answer and record it, once for each token.

    The same token again returns what was recorded the first time, whatever it says now.
    Raises :class:`~solver.SolverError` for an answer that cannot be read; nothing is recorded.
    """
    attempt = _attempt(owner, puzzle, token)
    if attempt is not None and attempt.solved is not None:
        return attempt
    verdict = grade(puzzle, answer)
    with transaction.atomic():
        # Tries at one puzzle wait for one another, so that only one is the first.
        puzzle = Puzzle.objects.select_for_update().get(pk=puzzle.pk)
        attempt = attempt or _open_attempt(owner, puzzle, token)
        before = owned_by(owner, PuzzleAttempt.objects.filter(puzzle=puzzle))
        tried = list(before.exclude(pk=attempt.pk).values_list("solved", "hint_tier"))
        first = all(solved is None for solved, _ in tried)
        hinted = attempt.hint_tier or any(tier for _, tier in tried)
        now = timezone.now()
        values = {
            "answer": answer,
            "solved": verdict.correct,
            "first": first,
            "rated": first and not hinted and card is None,
            "card": card,
            "answered_at": now,
        }
        if PuzzleAttempt.objects.filter(pk=attempt.pk, solved=None).update(**values):
            if values["rated"]:
                _rate(owner, puzzle, solved=verdict.correct)
            alone = verdict.correct and not attempt.hint_tier
            _schedule(owner, puzzle, card, solved=alone if card else verdict.correct, now=now)
    attempt.refresh_from_db()
    return attempt


def _attempt(owner: Owner, puzzle: Puzzle, token: uuid.UUID) -> PuzzleAttempt | None:
    found = owned_by(owner, PuzzleAttempt.objects.filter(token=token)).first()
    if found is not None and found.puzzle_id != puzzle.pk:
        raise InvalidInputError.of("a try at this puzzle", token, "reload the page and try again")
    return found


def _open_attempt(owner: Owner, puzzle: Puzzle, token: uuid.UUID) -> PuzzleAttempt:
    """The try with this token, made now if there is none."""
    found = _attempt(owner, puzzle, token)
    if found is not None:
        return found
    try:
        with transaction.atomic():
            return PuzzleAttempt.objects.create(puzzle=puzzle, token=token, **owner_fields(owner))
    except IntegrityError:  # the same form arrived twice at once
        return owned_by(owner, PuzzleAttempt.objects.filter(token=token)).get()


def _rate(owner: Owner, puzzle: Puzzle, *, solved: bool) -> None:
    """Let student and puzzle rate each other."""
    rating, _ = Rating.objects.get_or_create(skill=puzzle.skill, **owner_fields(owner))
    student, task = rating.strength, puzzle.strength
    won = rated(student, [(task, float(solved))])
    held = rated(task, [(student, float(not solved))])
    rating.rating, rating.deviation, rating.volatility = won.rating, won.deviation, won.volatility
    rating.tries += 1
    rating.save(update_fields=["rating", "deviation", "volatility", "tries"])
    Puzzle.objects.filter(pk=puzzle.pk).update(
        rating=held.rating, deviation=held.deviation, volatility=held.volatility
    )


def _schedule(
    owner: Owner, puzzle: Puzzle, card: ReviewCard | None, *, solved: bool, now: datetime
) -> None:
    """Put a mistake down for review, or move a card that was due on."""
    if card is None:
        if not solved:
            ReviewCard.objects.update_or_create(
                skill=puzzle.skill,
                goal=puzzle.goal,
                convention=puzzle.convention,
                **owner_fields(owner),
                defaults={
                    "source": puzzle,
                    "step": 0,
                    "due_at": now + timedelta(days=INTERVALS[0]),
                    "resolved_at": None,
                },
            )
        return
    if card.resolved_at or card.due_at > now:
        return
    card.step = card.step + 1 if solved else 0
    if card.step == len(INTERVALS):
        card.resolved_at = now
    else:
        card.due_at = now + timedelta(days=INTERVALS[card.step])
    card.save(update_fields=["step", "due_at", "resolved_at"])


def give_hint(owner: Owner, puzzle: Puzzle, token: uuid.UUID, tier: int) -> PuzzleAttempt:
    """Record that help up to *tier* was asked for. Asking for the same twice changes nothing."""
    attempt = _open_attempt(owner, puzzle, token)
    wanted = min(max(tier, 1), TIERS)
    open_tries = PuzzleAttempt.objects.filter(pk=attempt.pk, solved=None, hint_tier__lt=wanted)
    if open_tries.update(hint_tier=wanted):
        attempt.hint_tier = wanted
    return attempt


def open_try(owner: Owner | None, puzzle: Puzzle) -> PuzzleAttempt | None:
    """The try with hints or a game that somebody left open, to go on with."""
    mine = owned_by(owner, PuzzleAttempt.objects.filter(puzzle=puzzle, solved=None))
    return mine.select_related("match").first()


def start_game(
    owner: Owner, puzzle: Puzzle, token: uuid.UUID, *, card: ReviewCard | None = None
) -> Match:
    """The game of a puzzle that is played out: the one that runs, or a new one."""
    if puzzle.goal != Goal.PLAY:
        raise InvalidInputError.of("a puzzle to play out", puzzle, "answer it on its page")
    opening = open_match(
        owner,
        Setup(
            ruleset=puzzle.ruleset,
            position=puzzle.position,
            convention=puzzle.convention,
            opponent="perfect",
            starter=Seat.OWNER,
            owner_player=puzzle.to_move or Player.LEFT.value,
        ),
    )
    with one_at_a_time(owner):
        running = open_try(owner, puzzle)
        if running is not None and running.match is not None:
            return running.match
        attempt = _open_attempt(owner, puzzle, token)
        if attempt.solved is not None:
            attempt = _open_attempt(owner, puzzle, uuid.uuid4())
        opening.match.origin = attempt.get_absolute_url()
        attempt.match, attempt.card = opening.store(), card
        attempt.save(update_fields=["match", "card"])
        return attempt.match


@receiver(match_finished)
def record_game(match: Match, **rest: Any) -> None:
    """Record how the game of a try ended; help taken during it keeps it from rating."""
    attempts = PuzzleAttempt.objects.select_related("puzzle", "card", "user", "visitor")
    attempt = attempts.filter(match=match).first()
    if attempt is None:
        return
    owner = attempt.owner
    if took_help(match):
        give_hint(owner, attempt.puzzle, attempt.token, TIERS)
    end = WON if match.winner == Seat.OWNER else LOST
    record_attempt(owner, attempt.puzzle, attempt.token, end, card=attempt.card)


def new_position(owner: Owner, card: ReviewCard) -> Puzzle:
    """Another puzzle of the kind that went wrong: one never tried, if there is one.

    The same for the whole of a review, so that a reload changes nothing.
    """
    chance = Random(f"{card.pk}:{card.step}:{card.due_at:%Y%m%d}")
    published = Puzzle.objects.published().exclude(pk=card.source_id)
    tried = set(
        owned_by(owner, PuzzleAttempt.objects.exclude(solved=None))
        .exclude(card=card, answered_at__gte=card.due_at)
        .values_list("puzzle_id", flat=True)
    )
    of_kind = published.filter(skill=card.skill, goal=card.goal)
    for candidates in (of_kind.filter(convention=card.convention), of_kind):
        keys = sorted(candidates.values_list("pk", flat=True))
        fresh = [key for key in keys if key not in tried] or keys
        if fresh:
            return Puzzle.objects.get(pk=chance.choice(fresh))
    return card.source
