"""The trainer: a position near the student's rating, the next one, and rounds of three minutes."""

from __future__ import annotations

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games.learn.puzzles.access import get_round
from games.learn.puzzles.models import Round
from games.learn.puzzles.trainer import training as service
from games.learn.puzzles.trainer.training import TRAININGS
from games.people.browsers import ensure_owner, owner_of
from games.people.models import owned_by

LATE = "late"
"""In the address of a round: an answer arrived after its end."""
SHOWN_ROUNDS = 5


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Every training with the rating, the latest results, and the latest rounds."""
    owner = owner_of(request)
    rounds = service.finished_rounds(owner)
    context = {
        "trainings": service.overview(owner, rounds),
        "rounds": rounds[:SHOWN_ROUNDS],
    }
    return render(request, "learn/puzzles/trainer/train.html", context)


@require_POST
def training(request: HttpRequest, training: str) -> HttpResponse:
    """The next position of a training."""
    puzzle = service.next_puzzle(owner_of(request), known(training))
    return redirect(f"{puzzle.get_absolute_url()}?theme=train-{training}")


@require_POST
def start_round(request: HttpRequest, training: str) -> HttpResponse:
    """Start a round of three minutes."""
    return to_next(service.start_round(ensure_owner(request), known(training)))


@require_POST
def round_next(request: HttpRequest, round_id: uuid.UUID) -> HttpResponse:
    """The next position of a round, or its result if it is over."""
    begun = get_round(owner_of(request), round_id)
    return redirect(begun) if service.is_over(begun) else to_next(begun)


def to_next(begun: Round) -> HttpResponse:
    """The next position of a running round."""
    puzzle = service.next_puzzle(begun.owner, begun.training)
    return redirect(f"{puzzle.get_absolute_url()}?theme=round-{begun.pk}")


@require_safe
def round_page(request: HttpRequest, round_id: uuid.UUID) -> HttpResponse:
    """The state of a running round, or the result of a finished one."""
    begun = get_round(owner_of(request), round_id)
    tries = list(service.in_round(begun))
    context = {
        "round": begun,
        "ends": None if service.is_over(begun) else service.ends(begun),
        "is_late": LATE in request.GET,
        "name": TRAININGS[begun.training],
        "tries": tries,
        "solved": sum(bool(attempt.solved) for attempt in tries),
        "best": service.best_before(begun),
    }
    return render(request, "learn/puzzles/trainer/round.html", context)


def known(training: str) -> str:
    """The training with this key. Raises Http404 if there is none."""
    if training not in TRAININGS:
        raise Http404("There is no such training.")
    return training


def next_address(theme: str) -> str:
    """The address that gives the position after one of the trainer; empty if *theme* is neither a
    training nor a round."""
    what, _, which = theme.partition("-")
    if what == "train" and which in TRAININGS:
        return reverse("puzzles:training", args=[which])
    key = round_key(theme)
    return reverse("puzzles:round-next", args=[key]) if key else ""


def round_of(request: HttpRequest, theme: str) -> Round | None:
    """The round that a theme names, if it is this person's."""
    key = round_key(theme)
    if key is None:
        return None
    return owned_by(owner_of(request), Round.objects.filter(pk=key)).first()


def ended_round(request: HttpRequest, theme: str) -> Round | None:
    """The round of a page or a form, if it is over."""
    begun = round_of(request, theme)
    return begun if begun and service.is_over(begun) else None


def late_address(begun: Round) -> str:
    """The result page of a round, for an answer that arrived after its end."""
    return f"{begun.get_absolute_url()}?{LATE}=1"


def round_key(theme: str) -> uuid.UUID | None:
    """The key in ``round-<key>``; None if there is none."""
    what, _, which = theme.partition("-")
    try:
        return uuid.UUID(which) if what == "round" else None
    except ValueError:
        return None
