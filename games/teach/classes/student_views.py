"""Adding students from a list, and the page of one student."""

from __future__ import annotations

import re
import uuid

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.people.models import User
from games.people.views import FORM_METHODS
from games.people.ways_in import SignInCard
from games.questions.grading import posted_key
from games.teach.classes import teaching as service
from games.teach.classes.access import (
    get_classroom_as_staff,
    get_classroom_for,
    get_classroom_to_change,
    get_membership,
)
from games.teach.classes.cards.issuing import made
from games.teach.classes.forms import PersonForm
from games.teach.classes.models import Classroom, Membership
from games.teach.classes.page_parts import PER_PAGE, done, noticed
from games.teach.classes.roster_import import MAX_NEW, PlanError, carry_out
from games.teach.classes.rosters.columns import MEANINGS, ColumnsError, RosterError
from games.teach.classes.rosters.roster_plans import RosterPlan, plan_roster, roster_rows
from games.teach.classes.rosters.rosters import (
    MAX_BYTES,
    MAX_NAMES,
    Roster,
    read_letters,
    read_names,
    read_roster,
    write_roster,
)
from games.teach.classes.rosters.sent_files import Letters, unpacked
from games.teach.classes.sections import sections_among
from games.web.watch.audit import What, note

CSV = Membership.Via.CSV.value
NAMES = Membership.Via.NAMES.value


@require_safe
@never_cache
def people(request: HttpRequest, classroom_id: uuid.UUID) -> HttpResponse:
    """Who is in the class and, for those who may change it, two ways to bring a list: type names,
    or choose a file."""
    return people_page(request, get_classroom_as_staff(request.user, classroom_id))


def people_page(
    request: HttpRequest, classroom: Classroom, *, problem: str = "", kind: str = ""
) -> HttpResponse:
    """The register and the two forms, with the values that were typed."""
    active = Membership.objects.active().in_sight(classroom).by_name()
    everybody = list(active.select_related("user", "section").prefetch_related("groups"))
    context = {
        "page": Paginator(everybody, PER_PAGE).get_page(request.GET.get("page")),
        "sections": sections_among(one.section for one in everybody),
        "grouped": any(one.groups.all() for one in everybody),
        "may_add": classroom.can_edit,
        "classroom": classroom,
        "names": request.POST.get("names", ""),
        "problem": problem,
        "kind": kind,
        "max_names": MAX_NAMES,
    }
    return render(request, "teach/classes/people.html", context, status=422 if problem else 200)


@require_POST
@never_cache
def preview(request: HttpRequest, classroom_id: uuid.UUID) -> HttpResponse:
    """Show the effect of the list, line by line, without writing anything."""
    classroom = get_classroom_to_change(request.user, classroom_id)
    file = request.FILES.get("file")
    kind = CSV if "roster" in request.POST or file else NAMES
    letters = None
    try:
        if kind == CSV and not (file or {"text", "packed"} & request.POST.keys()):
            raise RosterError("Choose a file first.")
        typed = request.POST.get("text") or request.POST.get("names", "")
        letters = sent_letters(request)
        text = re.sub(r"\r\n?", "\n", letters.text if letters else typed).strip("\n")
        roster = read_list(request, classroom, kind, text)
    except ColumnsError as error:
        return columns_page(request, classroom, error, text, letters=letters)
    except RosterError as error:
        return people_page(request, classroom, problem=str(error), kind=kind)
    return plan_page(request, classroom, kind, text, roster, letters=letters)


def sent_letters(request: HttpRequest) -> Letters | None:
    """An uploaded file, or the one that is read again in other letters; None without a file."""
    file = request.FILES.get("file")
    if file:
        return read_letters(file.read(MAX_BYTES + 1))
    if "packed" in request.POST:
        return unpacked(request.POST["packed"], request.POST.get("encoding", ""))
    return None


def read_list(request: HttpRequest, classroom: Classroom, kind: str, text: str) -> Roster:
    """The list; the form may say what its columns mean."""
    if kind == NAMES:
        return read_names(text)
    check_length(classroom, text)
    meanings = request.POST.getlist("column") or None
    headed = request.POST.get("headings") == "1"
    return read_roster(text, classroom.name, meanings, has_headings=headed)


def check_length(classroom: Classroom, text: str) -> None:
    """Refuse a table that would make far too many accounts, before reading its rows. Raises
    :class:`RosterError`."""
    lines = text.count("\n")
    if lines <= 2 * MAX_NEW:
        return
    known = classroom.memberships.count() + User.objects.count()
    if lines > 2 * MAX_NEW + known:
        raise RosterError(
            f"The file has {lines} lines. You can make at most {MAX_NEW} accounts at once. "
            "Split the file."
        )


def columns_page(
    request: HttpRequest,
    classroom: Classroom,
    error: ColumnsError,
    text: str,
    *,
    letters: Letters | None = None,
) -> HttpResponse:
    """The content of each column, with a choice of its meaning."""
    context = {
        "letters": letters,
        "classroom": classroom,
        "problem": str(error),
        "table": error,
        "meanings": MEANINGS,
        "text": text,
    }
    return render(request, "teach/classes/columns.html", context, status=422)


def plan_page(
    request: HttpRequest,
    classroom: Classroom,
    kind: str,
    text: str,
    roster: Roster,
    *,
    plan: RosterPlan | None = None,
    letters: Letters | None = None,
    problem: str = "",
) -> HttpResponse:
    """The plan, with the list in the form that carries it out."""
    plan = plan or plan_roster(classroom, roster)
    if not problem and len(plan.new) > MAX_NEW:
        problem = (
            f"The list needs {len(plan.new)} new accounts. You can make at most {MAX_NEW} at once. "
            "Split the list."
        )
    context = {
        "classroom": classroom,
        "letters": letters,
        "plan": plan,
        "kind": kind,
        "text": text,
        "table": roster,
        "meanings": MEANINGS,
        "problem": problem,
        "possible": bool(plan.changing) and len(plan.new) <= MAX_NEW,
    }
    status = 409 if problem and request.POST.get("digest") else 200
    return render(request, "teach/classes/preview.html", context, status=status)


@require_POST
@never_cache
def add(request: HttpRequest, classroom_id: uuid.UUID) -> HttpResponse:
    """Carry out a list after its preview, and go to the cards of new accounts."""
    classroom = get_classroom_to_change(request.user, classroom_id)
    kind = CSV if request.POST.get("kind") == CSV else NAMES
    text = request.POST.get("text", "")
    try:
        roster = read_list(request, classroom, kind, text)
        job = carry_out(
            classroom,
            roster,
            kind,
            posted_key(request, classroom),
            digest=request.POST.get("digest", ""),
            skip_errors=request.POST.get("others") == "1",
        )
    except ColumnsError as error:
        return columns_page(request, classroom, error, text)
    except RosterError as error:
        return people_page(request, classroom, problem=str(error), kind=kind)
    except PlanError as error:
        return plan_page(
            request, classroom, kind, text, roster, plan=error.plan, problem=str(error)
        )
    return made(classroom, job) if job else done(classroom.get_absolute_url(), "added")


@require_safe
@never_cache
def roster(request: HttpRequest, classroom_id: uuid.UUID) -> HttpResponse:
    """The students as a file that can be changed and uploaded again."""
    classroom = get_classroom_as_staff(request.user, classroom_id)
    note(What.DOWNLOAD, classroom, "roster")
    text = write_roster(roster_rows(classroom))
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = 'attachment; filename="roster.csv"'
    return response


@FORM_METHODS
@never_cache
def person(request: HttpRequest, classroom_id: uuid.UUID, membership_id: uuid.UUID) -> HttpResponse:
    """What the staff know about one student."""
    classroom = get_classroom_for(request, classroom_id)
    member, reader = get_membership(classroom, membership_id), request.user
    helped = Membership.objects.helped_by(reader) if isinstance(reader, User) else None
    is_helped = helped is not None and helped.filter(pk=member.pk).exists()
    shown_name = member.real_name
    form = PersonForm(member, request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        service.describe_student(member, dict(form.cleaned_data))
        return done(member.get_absolute_url(), "saved")
    context = {
        "classroom": classroom,
        "member": member,
        "shown_name": shown_name,
        "form": form,
        "notice": noticed(request),
        "card": SignInCard.objects.ready().filter(user=member.user).first() if is_helped else None,
        "takes_password": is_helped,
    }
    return render(
        request, "teach/classes/person.html", context, status=422 if form.is_bound else 200
    )


@require_POST
def remove(request: HttpRequest, classroom_id: uuid.UUID, membership_id: uuid.UUID) -> HttpResponse:
    """Remove a student from the class."""
    classroom = get_classroom_to_change(request.user, classroom_id)
    service.remove(get_membership(classroom, membership_id))
    return done(classroom.get_absolute_url(), "removed")


@require_POST
def put_back(
    request: HttpRequest, classroom_id: uuid.UUID, membership_id: uuid.UUID
) -> HttpResponse:
    """Put a student back into the class."""
    classroom = get_classroom_to_change(request.user, classroom_id)
    service.put_back(get_membership(classroom, membership_id))
    return done(classroom.get_absolute_url(), "back")
