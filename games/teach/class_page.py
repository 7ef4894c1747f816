"""The page of a class, for its staff and for its students, and the page about one student for
parents, in plain words and to be printed. It is not public: only the student and the staff of the
class can open it."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import timedelta

from django.core.paginator import Paginator
from django.db.models import Prefetch, QuerySet, prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.people.models import User
from games.questions.marks import ResultMark, strip
from games.teach.classes.access import get_membership, get_own_class
from games.teach.classes.models import ARCHIVED, Classroom, Membership, Staff
from games.teach.classes.offers import Handover, Offer
from games.teach.classes.page_parts import LONGEST, PER_PAGE, fitting, join_address, noticed
from games.teach.classes.sections import chosen_among, sections_among
from games.teach.live.rooms.lists import rooms_of
from games.teach.live.rooms.models import Room
from games.teach.monday import Names
from games.teach.work.comments import comments_for
from games.teach.work.grades.student_work import work_of
from games.teach.work.models import Assignment
from games.teach.work.results.mistakes import HabitPlace, SeenHabit, evidence_at, habits_in
from games.teach.work.results.overviews import SORTS, ClassGlance, glance
from games.teach.work.standings.own_work import works_in
from games.teach.work.standings.reports import ResultRow
from games.teach.work.standings.revealing import Withheld, withheld
from games.web.codes import qr_code
from solver import get_ruleset

LATELY = timedelta(days=14)
"""For this long, the page lists first the students who have left."""


@require_safe
@never_cache
def classroom(request: HttpRequest, classroom_id: uuid.UUID) -> HttpResponse:
    """Show the class as its staff or as the student sees it."""
    classroom, member = get_own_class(request.user, classroom_id)
    return student_page(request, member) if member else staff_page(request, classroom)


def staff_page(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Show the join code and the students with their real names."""
    people = Membership.objects.in_sight(classroom).by_name()
    everybody = list(people.select_related("moved_to", "section"))
    active = [person for person in everybody if person.archived_at is None]
    away = [person for person in everybody if person.archived_at]
    gone = [person for person in everybody if person.has_left]
    sections = sections_among(one.section for one in active)
    section = chosen_among(sections, request.GET.get("section"))
    shown = [one for one in active if one.section == section] if section else active
    search = " ".join(request.GET.get("q", "")[:LONGEST].split())
    prefetch_related_objects(everybody if search else away, "user")  # the list shows real names
    offers = Offer.objects.filter(classroom=classroom)
    address = join_address(request, classroom)
    told = glance(classroom, active)
    asked = request.GET.get("sort", "")
    sort = asked if asked in SORTS else "need"
    ordered = told.ordered(shown, sort)
    found = fitting(ordered, search) if search else ordered
    page = Paginator(found, PER_PAGE).get_page(request.GET.get("page"))
    written = [one.assignment for one in told.overview if not one.assignment.is_published]
    context = {
        "classroom": classroom,
        "drafts": sum(draft.archived_at is None for draft in written),
        "page": page,
        "glance": told,
        "lines": told.lines(list(page)),
        "stuck": [one for one in shown if one.user_id in told.stuck],
        "stuck_words": told.stuck_words(shown),
        "idle": Names(tuple(one.listed_name for one in shown if one.user_id in told.idle)),
        "mistake": mistake_in(told) if classroom.shows_all else None,
        "sorts": SORTS.items(),
        "sort": sort,
        "legend": list(ResultMark)[:5],
        "search": search,
        "students": len(shown),
        "sections": sections,
        "section": section,
        "unsure": [one for one in active if not one.is_name_sure] if classroom.can_edit else [],
        "removed": [person for person in away if not person.has_left][:PER_PAGE],
        "lately": [person for person in gone if left_since(person, LATELY)],
        "gone": gone[:PER_PAGE],
        "offers": offers.select_related("user")[:PER_PAGE] if classroom.shows_all else [],
        "handovers": handed_to(classroom) if classroom.shows_all else [],
        "address": address,
        "qr": qr_code(address),
        "notice": noticed(request),
        "overview": told.overview,
        "past_rooms": rooms_of(classroom) if classroom.shows_all else [],
    }
    return render(request, "teach/classroom.html", context)


@dataclass(frozen=True)
class ClassMistake:
    """The habit behind the mistakes of most students in an assignment."""

    assignment: Assignment
    seen: SeenHabit

    @property
    def place(self) -> HabitPlace:
        """The question and the answer that showed it most often."""
        return self.seen.places[0]


def mistake_in(told: ClassGlance) -> ClassMistake | None:
    """The most widespread habit in the assignments that the page shows, if chance does not explain
    it."""
    habits = [
        ClassMistake(roll.assignment, seen)
        for roll in told.shown
        for seen in habits_in(evidence_at(roll, told.at_work.state(roll)), roll)
        if seen.can_be_set
    ]
    return max(habits, key=lambda one: len(one.seen.names), default=None)


def handed_to(classroom: Classroom) -> QuerySet[Handover]:
    """The students whom other classes want to hand over to this class."""
    asked = Handover.objects.filter(classroom=classroom, membership__archived_at=None)
    return asked.select_related("membership__classroom", "by")


def left_since(person: Membership, time: timedelta) -> bool:
    """Whether a person's place in the class ended within this time."""
    return person.archived_at is not None and person.archived_at >= timezone.now() - time


def student_page(request: HttpRequest, membership: Membership) -> HttpResponse:
    """Show the class to a student, with no other person's real name."""
    classroom, user = membership.classroom, request.user
    assert isinstance(user, User)
    teachers = Staff.objects.exclude(role=Staff.Role.ASSISTANT).select_related("user")
    prefetch_related_objects([classroom], Prefetch("staff", teachers, to_attr="teachers"))
    context = {
        "classroom": classroom,
        "membership": membership,
        "notice": noticed(request),
        "archived": ARCHIVED if classroom.archived_at else "",
        "new_comments": [one for one in comments_for(user) if one.membership_id == membership.pk],
        # What is over stands below what is open.
        "works": sorted(works_in([membership]), key=lambda work: work.window.is_closed),
        "has_tournament": classroom.tournaments.exists(),
    }
    return render(request, "teach/student.html", context)


@require_safe
@never_cache
def parents(
    request: HttpRequest, classroom_id: uuid.UUID, membership_id: uuid.UUID
) -> HttpResponse:
    """Show the page of one student."""
    classroom, own = get_own_class(request.user, classroom_id)
    if own is None:
        member = get_membership(classroom, membership_id)
    elif own.pk == membership_id:
        member = own
    else:
        raise Http404("There is no such student, or this page is not yours.")
    work = work_of(classroom, member)
    secret = withheld(Assignment.objects.filter(classroom=classroom))
    cells = [
        cell
        for entry, _, row in work.assignments
        if not secret.covers(entry.column.assignment.pk, member.pk)
        for cell in row.cells
    ]
    exercises = [cell for cell in cells if not cell.item.is_lesson and cell.tries]
    lessons = [cell for cell in cells if cell.item.is_lesson]
    finished = [cell.item.lesson for cell in lessons if cell.size and cell.done == cell.size]
    keys = {cell.item.ruleset for cell in exercises}
    context = {
        "classroom": classroom,
        "member": member,
        "work": work,
        "strips": [
            (entry.column.assignment, row, told(entry.column.assignment, row, secret, member))
            for entry, _, row in work.assignments
        ],
        "games": sorted({get_ruleset(key).name for key in keys}),
        "exercises": exercises,
        "right": sum(cell.solved for cell in exercises),
        "at_once": sum(bool(cell.first_try) for cell in exercises),
        "can": [lesson.can for lesson in finished if lesson and lesson.can],
        "rooms": rooms_with(member),
        "is_own": own is not None,
    }
    return render(request, "teach/parents.html", context)


def told(
    assignment: Assignment, row: ResultRow, secret: Withheld, member: Membership
) -> SafeString:
    """The strip of an assignment; empty while its results are kept back."""
    if secret.covers(assignment.pk, member.pk):
        return SafeString()
    return strip(assignment.title, row.marks())


def rooms_with(member: Membership) -> list[Room]:
    """The live rooms of the class in which the student took part, the latest first."""
    there = Room.objects.filter(
        classroom=member.classroom_id,
        participants__user=member.user_id,
        participants__taken_out_at=None,
    )
    return list(there.distinct().only("title", "created_at"))
