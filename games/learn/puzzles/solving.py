"""Solving puzzles: recording tries, hints, games against perfect play, and ratings.

The first try at a puzzle without a hint rates the student and the puzzle; later tries never do,
nor does one for which the student used what they have proved.
"""

from __future__ import annotations

import uuid

from django.db import transaction
from django.utils import timezone

from games.boards.lenses import theories_of
from games.learn.puzzles.models import Puzzle, PuzzleAttempt, Rating
from games.learn.puzzles.ratings import PERIOD, rated
from games.learn.puzzles.set_progress import next_puzzle
from games.people.models import Owner, owned_by, owner_fields
from games.play.models import Match, Seat
from games.play.origins import Origin, Setup, register
from games.play.protocol import open_match, took_help
from games.questions.attempts import Attempts, GradedAnswer, one_at_a_time
from games.questions.grading import LOST, WON
from games.questions.hints import TIERS


def tries_at(owner: Owner, puzzle: Puzzle) -> Attempts[PuzzleAttempt]:
    """An owner's tries at a puzzle."""
    return Attempts(PuzzleAttempt, owner_fields(owner), puzzle=puzzle)


def record_attempt(
    owner: Owner, puzzle: Puzzle, token: uuid.UUID, given: GradedAnswer, *, is_aided: bool = False
) -> PuzzleAttempt:
    """Record an answer, once for each token. One that *is_aided* rates nobody.

    A repeated token returns the first recording, whatever the new answer is.
    """
    attempt = tries_at(owner, puzzle).named(token)
    if attempt is not None and attempt.solved is not None:
        return attempt
    with transaction.atomic():
        # Lock the puzzle, so that only one try can be the first.
        puzzle = Puzzle.objects.select_for_update().get(pk=puzzle.pk)
        tries = tries_at(owner, puzzle)
        attempt = attempt or tries.open(token)
        before = list(tries.rows.exclude(pk=attempt.pk).values_list("solved", "hint_tier"))
        is_first = all(solved is None for solved, _ in before)
        is_hinted = attempt.hint_tier or any(tier for _, tier in before)
        is_rated = is_first and not is_hinted and not is_aided
        if attempt.settle(given, first=is_first, rated=is_rated) and is_rated:
            _rate(attempt, owner, puzzle, solved=given.verdict.correct)
    attempt.refresh_from_db()
    return attempt


def _rate(attempt: PuzzleAttempt, owner: Owner, puzzle: Puzzle, *, solved: bool) -> None:
    """Let the student and the puzzle rate each other, and store the effect with the try."""
    rating, _ = Rating.objects.get_or_create(skill=puzzle.skill, **owner_fields(owner))
    student, task = rating.strength, puzzle.strength
    won = rated(student, [(task, float(solved))], _periods_before(attempt))
    held = rated(task, [(student, float(not solved))], periods=0)
    rating.rating, rating.deviation, rating.volatility = won.rating, won.deviation, won.volatility
    rating.tries += 1
    PuzzleAttempt.objects.filter(pk=attempt.pk).update(
        rating_before=student.rating, rating_after=won.rating
    )
    rating.save(update_fields=["rating", "deviation", "volatility", "tries"])
    Puzzle.objects.filter(pk=puzzle.pk).update(
        rating=held.rating, deviation=held.deviation, volatility=held.volatility
    )


def rating_of(attempt: PuzzleAttempt) -> Rating | None:
    """The current rating for the skill of this try."""
    return owned_by(attempt.owner, Rating.objects.filter(skill=attempt.puzzle.skill)).first()


def _periods_before(attempt: PuzzleAttempt) -> float:
    """The rating periods since this person's previous rated try at the skill; 0 at the first.

    A puzzle does not get harder or easier, so its own rating does not become less certain with
    time.
    """
    tries = PuzzleAttempt.objects.filter(rated=True, puzzle__skill=attempt.puzzle.skill)
    others = owned_by(attempt.owner, tries.exclude(pk=attempt.pk).exclude(rating_after=None))
    last = others.order_by("-answered_at").values_list("answered_at", flat=True).first()
    return max(0.0, (timezone.now() - last) / PERIOD) if last else 0.0


def give_hint(owner: Owner, puzzle: Puzzle, token: uuid.UUID, tier: int) -> PuzzleAttempt:
    """Record that the student asked for hints up to *tier*. A repeated request changes nothing."""
    attempt = tries_at(owner, puzzle).open(token)
    attempt.take_help(tier)
    return attempt


def misses_until(attempt: PuzzleAttempt) -> int:
    """How many wrong tries this person has made at the puzzle, including this one."""
    tries = tries_at(attempt.owner, attempt.puzzle).rows
    return tries.filter(solved=False, answered_at__lte=attempt.answered_at).count()


def open_try(owner: Owner | None, puzzle: Puzzle) -> PuzzleAttempt | None:
    """An unfinished try with hints or a game, to continue."""
    return tries_at(owner, puzzle).waiting() if owner else None


def start_game(owner: Owner, puzzle: Puzzle, token: uuid.UUID) -> Match:
    """The game of a puzzle that is played out: the running one, or a new one."""
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
        attempt.match = opening.store()
        attempt.save(update_fields=["match"])
        return attempt.match


@register
class PuzzleOrigin(Origin):
    """The puzzle that a game belongs to."""

    label = "the puzzle"
    address = "/puzzles/"

    def finished(self, match: Match) -> None:
        """Record how the game of a try ended. A try with help leaves the ratings alone."""
        attempts = PuzzleAttempt.objects.select_related("puzzle", "user", "visitor")
        attempt = attempts.filter(match=match).first()
        if attempt is None:
            return
        if took_help(match):
            attempt.take_help(TIERS)
        won = WON if match.winner == Seat.OWNER else LOST
        end = GradedAnswer.to(attempt.puzzle, won, theories_of(attempt.owner))
        record_attempt(attempt.owner, attempt.puzzle, attempt.token, end)

    def following(self, match: Match) -> tuple[str, str] | None:
        """The next puzzle, after a win."""
        attempt = PuzzleAttempt.objects.select_related("puzzle").filter(match=match).first()
        if attempt is None or not match.is_won:
            return None
        found = next_puzzle(attempt.owner, attempt.puzzle)
        return ("Next puzzle", found.get_absolute_url()) if found else None
