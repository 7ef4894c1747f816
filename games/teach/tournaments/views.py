"""The page of a class's tournaments: the games run in the instructor's browser, and the table has
the names that its reader may see."""

from __future__ import annotations

import uuid
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.people.views import FORM_METHODS
from games.play.programs.arena import Arena, games_for_programs
from games.play.programs.saved_programs import SavedProgram, programs_of
from games.teach.classes.access import (
    get_classroom_for,
    get_classroom_to_change,
    get_own_class,
    get_own_membership,
)
from games.teach.classes.models import ARCHIVED, EDITORS, Classroom, Membership
from games.teach.live.rooms.names import first_names
from games.teach.tournaments import entering as service
from games.teach.tournaments.models import Tournament, TournamentEntry
from games.web.errors import ReadOnlyError
from solver import SolverError
from solver.teaching import LAST_ONE

LEFT = "A student who left"
"""In place of a name, since the class no longer sees the work of a student who left."""
TOLD = 5
"""Sentences about the faults of a program: one fault on each of many boards says the same."""


@dataclass(frozen=True)
class LadderLine:
    """A line of the table: an entry, its *place*, its author's *name* for the reader, the games it
    won of all it played, and each sentence about a *fault* with the number of games lost by it."""

    place: int
    entry: TournamentEntry
    name: str
    wins: int
    games: int
    faults: Counter[str]
    is_mine: bool

    @property
    def stopped(self) -> int:
        """The number of games in which the program stopped."""
        return self.faults.total()

    @property
    def told(self) -> list[tuple[str, int]]:
        """The most frequent sentences about a fault."""
        return self.faults.most_common(TOLD)


def names_for(
    classroom: Classroom, people: Iterable[Membership], *, is_staff: bool
) -> dict[uuid.UUID, str]:
    """The names of students by membership. Staff who see the whole class read them as in a
    register; others read first names, if the owner of the class allows them, and user names if
    not."""
    first: Mapping[int | None, str] = {}
    if classroom.shows_first_names:
        known = Membership.objects.active().filter(classroom=classroom)
        first = first_names(known.values_list("user_id", "real_name"))

    def name(person: Membership) -> str:
        if person.archived_at:
            return LEFT
        if is_staff and classroom.shows_all:
            return person.listed_name
        return first.get(person.user_id) or person.user.username

    return {person.pk: name(person) for person in people}


def ladder(
    tournament: Tournament,
    entries: list[TournamentEntry],
    names: Mapping[uuid.UUID, str],
    member: Membership | None,
) -> list[LadderLine]:
    """The table, most wins first; equal wins share a place."""
    wins: Counter[int] = Counter()
    played: Counter[int] = Counter()
    faults: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for game in tournament.games.all():
        wins[game.winner_id] += 1
        played.update((game.first_id, game.second_id))
        if game.fault:
            faults[game.loser_id][game.fault] += 1
    lines = [
        LadderLine(
            place=1 + sum(wins[other] > wins[entry.pk] for other in played),
            entry=entry,
            name=names[entry.membership_id],
            wins=wins[entry.pk],
            games=played[entry.pk],
            faults=faults[entry.pk],
            is_mine=member is not None and entry.membership_id == member.pk,
        )
        for entry in entries
        if played[entry.pk]
    ]
    return sorted(lines, key=lambda line: (line.place, line.name.casefold()))


@require_safe
@never_cache
def tournament(request: HttpRequest, classroom_id: uuid.UUID) -> HttpResponse:
    """Show the latest tournament of a class, or the one that the address asks for, to its staff and
    its students."""
    classroom, member = get_own_class(request.user, classroom_id)
    return page_of(request, classroom, member)


def page_of(
    request: HttpRequest, classroom: Classroom, member: Membership | None, *, problem: str = ""
) -> HttpResponse:
    """Show the page; *problem* says why a request was refused."""
    every = list(classroom.tournaments.all())
    asked = request.GET.get("number", "")
    shown = next((one for one in every if str(one.pk) == asked), every[0] if every else None)
    context: dict[str, Any] = {
        "classroom": classroom,
        "membership": member,
        "problem": problem,
        "shown": shown,
        "others": [one for one in every if one != shown and (member is None or one.is_shown)],
        "may_start": classroom.can_edit and all(one.finished_at for one in every),
        "choices": [(game, LAST_ONE[game.convention]) for game in games_for_programs()],
        "archived": ARCHIVED if member and classroom.archived_at else "",
    }
    if shown:
        context |= _told(shown, classroom, member)
    status = 422 if problem else 200
    return render(request, "teach/tournaments/tournament.html", context, status=status)


def _told(shown: Tournament, classroom: Classroom, member: Membership | None) -> dict[str, Any]:
    """What the page says of one tournament."""
    people = shown.entries.select_related("membership__user", "version__program")
    entries = list(people)
    students = [one.membership for one in entries] + ([member] if member else [])
    names = names_for(classroom, students, is_staff=member is None)
    mine = next((one for one in entries if member and one.membership_id == member.pk), None)
    is_read = shown.finished_at and (member is None or shown.is_shown)
    is_closed = not (shown.is_open or shown.finished_at)
    ready = [one for one in entries if one.version and not one.membership.archived_at]
    return {
        "number": len(ready),
        "games": len(ready) * (len(ready) - 1),
        "may_run": is_closed and classroom.can_edit and len(ready) > 1,
        "entered": [(names[one.membership_id], one, one in ready) for one in entries],
        "mine": mine,
        "own_name": names[member.pk] if member else "",
        "programs": programs_of(member.user) if member and shown.is_open else [],
        "ladder": ladder(shown, entries, names, member) if is_read else [],
    }


def _own(member: Membership, program: str) -> SavedProgram:
    """The student's own program; raises Http404 for anybody else's."""
    try:
        key = uuid.UUID(program)
    except ValueError:
        raise Http404("There is no such program, or it is not yours.") from None
    return get_object_or_404(programs_of(member.user), pk=key)


@require_POST
def start(request: HttpRequest, classroom_id: uuid.UUID) -> HttpResponse:
    """Start a tournament."""
    classroom = get_classroom_to_change(request.user, classroom_id)
    try:
        return redirect(service.start(classroom, request.POST.get("game", "")))
    except SolverError as error:
        return page_of(request, classroom, None, problem=str(error))


@require_POST
def enter(request: HttpRequest, classroom_id: uuid.UUID, tournament_id: int) -> HttpResponse:
    """Enter a student's program, replace it, or withdraw it."""
    member = get_own_membership(request.user, classroom_id)
    classroom = member.classroom
    if classroom.archived_at:
        raise ReadOnlyError(ARCHIVED)
    found = get_object_or_404(classroom.tournaments, pk=tournament_id)
    try:
        if "withdraw" in request.POST:
            service.withdraw(found, member)
        elif request.POST.get("program"):
            service.enter(found, member, _own(member, request.POST["program"]))
        else:
            return page_of(request, classroom, member, problem="Choose one of your programs.")
    except SolverError as error:
        return page_of(request, classroom, member, problem=str(error))
    return redirect(found)


@require_POST
def change(request: HttpRequest, classroom_id: uuid.UUID, tournament_id: int) -> HttpResponse:
    """Close, open, show, hide or delete a tournament."""
    classroom = get_classroom_to_change(request.user, classroom_id)
    found = get_object_or_404(classroom.tournaments, pk=tournament_id)
    what = request.POST.get("what", "")
    try:
        service.change(found, what)
    except SolverError as error:
        return page_of(request, classroom, None, problem=str(error))
    if what == "delete":
        return redirect("tournaments:tournament", classroom.pk)
    return redirect(found)


@FORM_METHODS
@never_cache
def run(request: HttpRequest, classroom_id: uuid.UUID, tournament_id: int) -> HttpResponse:
    """Hand out the programs for the page's script; posting stores the games they played."""
    classroom = get_classroom_for(request, classroom_id, EDITORS, EDITORS)
    found = get_object_or_404(classroom.tournaments, pk=tournament_id)
    try:
        if request.method == "POST":
            service.finish(found, request.POST.get("games", ""))
            return JsonResponse({"address": found.get_absolute_url()})
        start = Arena(found.game).preset.position
    except SolverError as error:
        return JsonResponse({"problem": str(error)}, status=422)
    entries = [
        {"id": entry.pk, "language": entry.version.program.language, "code": entry.version.code}
        for entry in service.playing(found)
        if entry.version
    ]
    return JsonResponse({"game": found.game, "start": start, "entries": entries})
