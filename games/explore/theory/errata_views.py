"""The errata of the sources, by claim, each quoted on its board with its refutation, and by
position."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.explore.theory.exhibits import ShownExhibit, shown
from games.explore.theory.models import OpenQuestion
from games.people.models import User
from solver import Inquiry, ask
from solver.teaching import SOURCES, Erratum, Exhibit, Flaw


@cache
def exhibits(erratum: Erratum) -> tuple[ShownExhibit, ...]:
    """The boards of one erratum, which never change."""
    return tuple(
        shown(exhibit, f"{erratum.key}-{number}-")
        for number, exhibit in enumerate(erratum.exhibits, 1)
    )


@dataclass(frozen=True)
class ErratumEntry:
    """An erratum with the name of its *source*."""

    source: str
    erratum: Erratum

    @property
    def boards(self) -> tuple[ShownExhibit, ...]:
        return exhibits(self.erratum)


def entries(flaw: Flaw) -> list[ErratumEntry]:
    """The errata of one sort, source by source."""
    return [
        ErratumEntry(source.name, erratum)
        for source in SOURCES
        for erratum in source.errata
        if erratum.flaw is flaw
    ]


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show the errata as pictures, by sort: false, incomplete, or a misprint."""
    sorts = {flaw.name.lower(): (flaw, entries(flaw)) for flaw in Flaw}
    context = {"sorts": sorts, "sources": SOURCES}
    return render(request, "explore/theory/errata.html", context)


@require_safe
def entry(request: HttpRequest, erratum_key: str) -> HttpResponse:
    """Show one erratum on its boards, with a link to the next."""
    every = [one for flaw in Flaw for one in entries(flaw)]
    numbers = {one.erratum.key: number for number, one in enumerate(every)}
    if erratum_key not in numbers:
        raise Http404
    number = numbers[erratum_key]
    before, after = every[:number][-1:], every[number + 1 :][:1]
    context = {"entry": every[number], "before": before, "after": after}
    return render(request, "explore/theory/erratum.html", context)


@require_safe
def questions(request: HttpRequest) -> HttpResponse:
    """Show every published question; curators see the drafts too."""
    return questions_page(request)


def questions_page(
    request: HttpRequest, refused: str = "", problem: str = "", status: int = 200
) -> HttpResponse:
    """The page of the questions; *problem* says why a report on the *refused* one was."""
    context = {
        "questions": shown_questions(request.user),
        "refused": refused,
        "problem": problem,
        "given": dict(request.POST.lists()),
        "reported": request.GET.get("reported", ""),
    }
    return render(request, "explore/theory/questions.html", context, status=status)


def shown_questions(user: User | AnonymousUser) -> QuerySet[OpenQuestion]:
    """The questions that a person may read."""
    if user.has_perm("games.view_openquestion"):
        return OpenQuestion.objects.exclude(state=OpenQuestion.State.RETIRED)
    return OpenQuestion.published()


@dataclass(frozen=True)
class Dispute:
    """A claim about a position, with the name of its *source*."""

    source: str
    erratum: Erratum
    exhibit: Exhibit


def disputes(question: Inquiry) -> tuple[Dispute, ...]:
    """The refuted claims about this position; the order of its rows does not matter."""
    return _disputes().get(_position_key(question), ())


def _position_key(question: Inquiry) -> tuple[object, ...]:
    return (
        question.ruleset.key,
        tuple(sorted(question.position)),
        question.convention,
        question.to_move if question.ruleset.partizan else None,
    )


@cache
def _disputes() -> dict[tuple[object, ...], tuple[Dispute, ...]]:
    by_position: dict[tuple[object, ...], tuple[Dispute, ...]] = {}
    for source in SOURCES:
        for erratum in source.errata:
            for exhibit in erratum.exhibits:
                if exhibit.disputed:
                    about = _position_key(
                        ask(
                            exhibit.ruleset,
                            exhibit.position,
                            exhibit.convention,
                            exhibit.to_move,
                            budget=0,  # we do not solve it
                        )
                    )
                    dispute = Dispute(source.name, erratum, exhibit)
                    by_position[about] = (*by_position.get(about, ()), dispute)
    return by_position
