"""Puzzles: recording tries, hints, games against perfect play, ratings and reviews.

The first unhinted try at a puzzle rates student and puzzle, repeats and reviews never do.
"""

from __future__ import annotations

import uuid
from datetime import timedelta
from random import Random

from django.db import transaction
from django.utils import timezone

from games.exercises.attempts import Answer, Attempts, one_at_a_time
from games.exercises.grading import LOST, WON
from games.exercises.hints import TIERS
from games.people.models import User, Visitor, owned_by, owner_fields
from games.play.models import Match, Seat
from games.play.origins import Origin, register
from games.play.protocol import open_match, took_help
from games.play.setup import Setup
from games.puzzles.models import Puzzle
from games.puzzles.ratings import IDLE_PERIOD, Strength, idle, rated
from games.puzzles.tries import PuzzleAttempt, Rating, ReviewCard

INTERVALS = (1, 3, 7, 21)
"""Days until a mistake is due again, and after each review that went well."""


Owner = User | Visitor


def tries_at(owner: Owner, puzzle: Puzzle) -> Attempts[PuzzleAttempt]:
    """Somebody's tries at a puzzle."""
    return Attempts(PuzzleAttempt, owner_fields(owner), puzzle=puzzle)


def record_attempt(
    owner: Owner,
    puzzle: Puzzle,
    token: uuid.UUID,
    given: Answer,
    *,
    card: ReviewCard | None = None,
) -> PuzzleAttempt:
    """Record an answer, once for each token.

    The same token again returns what was recorded the first time, whatever it says now.
    """
    attempt = tries_at(owner, puzzle).named(token)
    if attempt is not None and attempt.solved is not None:
        return attempt
    with transaction.atomic():
        # Tries at one puzzle wait for one another, so that only one is the first.
        puzzle = Puzzle.objects.select_for_update().get(pk=puzzle.pk)
        tries = tries_at(owner, puzzle)
        attempt = attempt or tries.open(token)
        before = list(tries.rows.exclude(pk=attempt.pk).values_list("solved", "hint_tier"))
        is_first = all(solved is None for solved, _ in before)
        is_hinted = attempt.hint_tier or any(tier for _, tier in before)
        is_rated = is_first and not is_hinted and card is None
        if attempt.settle(given, first=is_first, rated=is_rated, card=card):
            solved = given.verdict.correct
            if is_rated:
                _rate(attempt, owner, puzzle, solved=solved)
            if card:
                _move_on(card, solved=solved and not attempt.hint_tier)
            elif not solved:
                _put_down(owner, puzzle)
    attempt.refresh_from_db()
    return attempt


def _rate(attempt: PuzzleAttempt, owner: Owner, puzzle: Puzzle, *, solved: bool) -> None:
    """Let student and puzzle rate each other, and keep with the try what it did."""
    rating, _ = Rating.objects.get_or_create(skill=puzzle.skill, **owner_fields(owner))
    student, task = _strength_now(rating, attempt), puzzle.strength
    won = rated(student, [(task, float(solved))])
    held = rated(task, [(student, float(not solved))])
    rating.rating, rating.deviation, rating.volatility = won.rating, won.deviation, won.volatility
    rating.tries += 1
    PuzzleAttempt.objects.filter(pk=attempt.pk).update(
        rating_before=student.rating, rating_after=won.rating
    )
    rating.save(update_fields=["rating", "deviation", "volatility", "tries"])
    Puzzle.objects.filter(pk=puzzle.pk).update(
        rating=held.rating, deviation=held.deviation, volatility=held.volatility
    )


def _strength_now(rating: Rating, attempt: PuzzleAttempt) -> Strength:
    """How strong somebody is who tries now: less surely so, the longer they have not tried.

    A puzzle stays as hard as it is, so its own rating waits without growing unsure.
    """
    tries = PuzzleAttempt.objects.filter(rated=True, puzzle__skill=rating.skill)
    others = owned_by(attempt.owner, tries.exclude(pk=attempt.pk).exclude(rating_after=None))
    last = others.order_by("-answered_at").values_list("answered_at", flat=True).first()
    return idle(rating.strength, (timezone.now() - last) // IDLE_PERIOD if last else 0)


def _put_down(owner: Owner, puzzle: Puzzle) -> None:
    """Put a mistake down for review."""
    ReviewCard.objects.update_or_create(
        skill=puzzle.skill,
        goal=puzzle.goal,
        convention=puzzle.convention,
        **owner_fields(owner),
        defaults={
            "source": puzzle,
            "step": 0,
            "due_at": timezone.now() + timedelta(days=INTERVALS[0]),
            "resolved_at": None,
        },
    )


def _move_on(card: ReviewCard, *, solved: bool) -> None:
    """Move a card that was due on, or back to its beginning."""
    now = timezone.now()
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
    attempt = tries_at(owner, puzzle).open(token)
    attempt.take_help(tier)
    return attempt


def misses_until(attempt: PuzzleAttempt) -> int:
    """How often its puzzle was missed by the same person, up to this try."""
    tries = tries_at(attempt.owner, attempt.puzzle).rows
    return tries.filter(solved=False, answered_at__lte=attempt.answered_at).count()


def open_try(owner: Owner | None, puzzle: Puzzle) -> PuzzleAttempt | None:
    """The try with hints or a game that somebody left open, to go on with."""
    return tries_at(owner, puzzle).waiting() if owner else None


def start_game(
    owner: Owner, puzzle: Puzzle, token: uuid.UUID, *, card: ReviewCard | None = None
) -> Match:
    """The game of a puzzle that is played out: the one that runs, or a new one."""
    opening = open_match(owner, Setup.of(puzzle))
    with one_at_a_time(owner):
        tries = tries_at(owner, puzzle)
        running = tries.waiting()
        if running is not None and running.match is not None:
            return running.match
        attempt = tries.open(token)
        if attempt.solved is not None:
            attempt = tries.open(uuid.uuid4())
        opening.match.origin = attempt.get_absolute_url()
        attempt.match, attempt.card = opening.store(), card
        attempt.save(update_fields=["match", "card"])
        return attempt.match


@register
class PuzzleOrigin(Origin):
    """The puzzle that a game was played for."""

    label = "the puzzle"
    address = "/puzzles/"

    def finished(self, match: Match) -> None:
        """Record how the game of a try ended; help taken during it keeps it from rating."""
        attempts = PuzzleAttempt.objects.select_related("puzzle", "card", "user", "visitor")
        attempt = attempts.filter(match=match).first()
        if attempt is None:
            return
        if took_help(match):
            attempt.take_help(TIERS)
        end = Answer.to(attempt.puzzle, WON if match.winner == Seat.OWNER else LOST)
        record_attempt(attempt.owner, attempt.puzzle, attempt.token, end, card=attempt.card)


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
