"""Classes: the list of them, the page of one, its join code, its weekly list, its end."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.learn.puzzles.models import PuzzleAttempt
from games.people.models import User
from games.people.name_fields import by_name
from games.people.views import FORM_METHODS
from games.play.models import Match, Seat
from games.questions.grading import posted_key
from games.teach.classes import teaching as service
from games.teach.classes.access import (
    get_classroom_as_staff,
    get_classroom_for,
    get_classroom_to_change,
    get_own_class,
    get_own_membership,
    may_make_classes,
)
from games.teach.classes.ending import delete_class, ending_of, ends_soon, keep_for_longer
from games.teach.classes.forms import (
    DeleteClassForm,
    NewClassForm,
    OwnerSettingsForm,
    SettingsForm,
    class_named,
)
from games.teach.classes.joining.newcomers import joined_now, open_offers
from games.teach.classes.models import EDITORS, OWNER, Classroom, Membership, Staff
from games.teach.classes.page_parts import done, join_address, noticed
from games.teach.classes.teaching import ClassError
from games.web.codes import qr_code
from games.web.errors import ReadOnlyError
from games.web.polling import polled
from games.web.written_once import written_once
from games.web.zones import site_zone


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The user's classes: those that they teach, and those in which they are a student."""
    taught: list[Staff] = []
    learnt: list[Membership] = []
    if isinstance(request.user, User):
        taught, learnt = _posts(request.user.pk), _places(request.user.pk)
    context = {
        "offers": open_offers(request.user),
        "may_teach": bool(taught) or may_make_classes(request.user),
        "taught": [post for post in taught if post.classroom.archived_at is None],
        "archived": [post for post in taught if post.classroom.archived_at],
        "ending": [post for post in taught if post.role in EDITORS and ends_soon(post.classroom)],
        "learnt": learnt,
        "notice": noticed(request),
    }
    return render(request, "teach/classes/index.html", context)


@written_once
def _posts(user: int) -> QuerySet[Staff]:
    in_it = Count("classroom__memberships", filter=Q(classroom__memberships__archived_at=None))
    posts = Staff.objects.filter(user=user).select_related("classroom")
    return posts.annotate(students=in_it).order_by(by_name("classroom__name"))


@written_once
def _places(user: int) -> QuerySet[Membership]:
    places = Membership.objects.active().filter(user=user)
    return places.select_related("classroom").order_by(by_name("classroom__name"))


@FORM_METHODS
@login_required
@never_cache
def new(request: HttpRequest) -> HttpResponse:
    """Make a class; it needs only a name."""
    assert isinstance(request.user, User)
    if not may_make_classes(request.user):
        return redirect("classes:teach")
    form = NewClassForm(request.POST or None, initial={"time_zone": site_zone()})
    if form.is_valid():
        key = posted_key(request, request.user)
        made = service.create_class(request.user, key=key, **form.cleaned_data)
        goes_on = request.POST.get("next") == "assignment"
        return redirect("teach:first", made.pk) if goes_on else redirect(made)
    context = {
        "form": form,
        "title": "New class",
        "button": "Make the class",
        "about": "You will be the owner. Students join with a link, or you make accounts for them.",
        "next": request.POST.get("next") or request.GET.get("next", ""),
    }
    return render(request, "components/form.html", context, status=422 if form.is_bound else 200)


@FORM_METHODS
@login_required
@never_cache
def teach(request: HttpRequest) -> HttpResponse:
    """What teaching means here, for a student who wants to make classes too."""
    assert isinstance(request.user, User)
    if request.method == "POST":
        service.begin_to_teach(request.user)
        return redirect("classes:new")
    context = {"is_managed": request.user.managed_by_id is not None}
    return render(request, "teach/classes/teach.html", context)


@require_safe
@never_cache
@polled(joined_now)
def project(request: HttpRequest, classroom_id: uuid.UUID) -> HttpResponse:
    """The join code in the size of the screen, with the number of students but no names."""
    classroom = get_classroom_as_staff(request.user, classroom_id)
    stands = joined_now(classroom_id)
    where = request.build_absolute_uri(reverse("classes:join"))
    context = {
        "classroom": classroom,
        "where": where.partition("://")[2].removesuffix("/"),
        "qr": qr_code(join_address(request, classroom)),
        "joined": classroom.memberships.filter(archived_at=None).count(),
        "version": stands.version if stands else "",
    }
    return render(request, "teach/classes/project.html", context)


@FORM_METHODS
@never_cache
def settings(request: HttpRequest, classroom_id: uuid.UUID) -> HttpResponse:
    """The settings of the class, and archiving it."""
    classroom = get_classroom_for(request, classroom_id)
    settings_form = OwnerSettingsForm if classroom.role in OWNER else SettingsForm
    form = settings_form(request.POST or None, initial=class_named(classroom))
    if request.method == "POST" and classroom.can_edit and form.is_valid():
        service.describe(classroom, **form.cleaned_data)
        return done(classroom.get_absolute_url(), "saved")
    context = {
        "classroom": classroom,
        "form": form,
        "owns": classroom.role in OWNER,
    }
    return render(
        request, "teach/classes/settings.html", context, status=422 if form.is_bound else 200
    )


@require_POST
def joining(request: HttpRequest, classroom_id: uuid.UUID) -> HttpResponse:
    """Allow or stop joining with the code."""
    classroom = get_classroom_to_change(request.user, classroom_id)
    service.set_joining(classroom, open_=request.POST.get("open") == "1")
    if request.POST.get("from") == "project":
        return redirect("classes:project", classroom.pk)
    return redirect(classroom)


@require_POST
def code(request: HttpRequest, classroom_id: uuid.UUID) -> HttpResponse:
    """Replace the join code."""
    classroom = get_classroom_to_change(request.user, classroom_id)
    service.rotate_code(classroom)
    return done(classroom.get_absolute_url(), "code")


@require_POST
def archive(request: HttpRequest, classroom_id: uuid.UUID) -> HttpResponse:
    """Archive the class; only its owner can."""
    classroom = get_classroom_as_staff(request.user, classroom_id, OWNER)
    service.archive(classroom)
    return redirect(classroom)


@require_POST
def restore(request: HttpRequest, classroom_id: uuid.UUID) -> HttpResponse:
    """Restore the class; only its owner can."""
    classroom = get_classroom_as_staff(request.user, classroom_id, OWNER)
    service.restore(classroom)
    return redirect(classroom)


@require_POST
def keep(request: HttpRequest, classroom_id: uuid.UUID) -> HttpResponse:
    """Keep the archived class for another year; any of its instructors can."""
    classroom = get_classroom_as_staff(request.user, classroom_id, EDITORS)
    keep_for_longer(classroom)
    return redirect(classroom)


@FORM_METHODS
@never_cache
def delete(request: HttpRequest, classroom_id: uuid.UUID) -> HttpResponse:
    """What is deleted with the class; a POST by its owner deletes it permanently."""
    classroom = get_classroom_as_staff(request.user, classroom_id, OWNER)
    ending = ending_of(classroom)
    form = DeleteClassForm(classroom, ending.accounts, request.POST or None)
    if form.is_valid():
        delete_class(classroom, with_accounts=form.cleaned_data.get("accounts", False))
        return done(reverse("classes:index"), "deleted")
    context = {"classroom": classroom, "ending": ending, "form": form}
    return render(
        request, "teach/classes/delete.html", context, status=422 if form.is_bound else 200
    )


@dataclass(frozen=True)
class Listed:
    """A student's results this week: *puzzles* solved at the first try and different *opponents*
    beaten, both without help."""

    name: str
    puzzles: int
    opponents: int

    @property
    def total(self) -> int:
        return self.puzzles + self.opponents


@dataclass(frozen=True)
class WeeklyList:
    """The students *listed*, best first, and the number of *others* in the class."""

    since: datetime
    listed: list[Listed]
    others: int


def weekly_list_of(classroom: Classroom) -> WeeklyList:
    """The list of this week, which starts on Monday in the class's time zone, without students who
    have no results.

    Each opponent counts once, so nobody rises by beating the same one again and again. A game in a
    lesson or an assignment does not count, because its result is private.
    """
    now = timezone.now().astimezone(classroom.zone)
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    since = midnight - timedelta(days=now.weekday())
    people = classroom.memberships.active()
    willing = people.filter(is_listed=True)
    accounts = willing.values("user")
    solved = PuzzleAttempt.objects.filter(
        user__in=accounts, rated=True, solved=True, answered_at__gte=since
    )
    won = (
        Match.objects.filter(
            user__in=accounts, winner=Seat.OWNER, finished_at__gte=since, origin=""
        )
        .exclude(opponent__in=Match.NOT_OURS)
        .exclude(moves__hint_tier__gt=0)
        .exclude(moves__undone_at__isnull=False)
    )
    puzzles = dict(solved.order_by().values_list("user").annotate(Count("pk")))
    beaten = won.order_by().values_list("user").annotate(Count("opponent", distinct=True))
    opponents = dict(beaten)
    rows = [
        Listed(name, puzzles.get(key, 0), opponents.get(key, 0))
        for key, name in willing.by_name().values_list("user_id", "real_name")
    ]
    listed = sorted((row for row in rows if row.total), key=lambda row: -row.total)
    return WeeklyList(since, listed, people.count() - len(listed))


@FORM_METHODS
@never_cache
def week(request: HttpRequest, classroom_id: uuid.UUID) -> HttpResponse:
    """The weekly list, only for the class; each student chooses whether it names them."""
    classroom, member = get_own_class(request.user, classroom_id)
    if not classroom.has_weekly_list:
        raise Http404("This class has no weekly list.")
    if request.method == "POST":
        if member is None:
            raise PermissionDenied("Only students choose whether to be on the list.")
        service.set_listed(member, is_listed=request.POST.get("listed") == "1")
        return redirect("classes:week", classroom.pk)
    context = {"classroom": classroom, "member": member, "week": weekly_list_of(classroom)}
    return render(request, "teach/classes/week.html", context)


@require_POST
def leave(request: HttpRequest, classroom_id: uuid.UUID) -> HttpResponse:
    """Leave a class as a student."""
    membership = get_own_membership(request.user, classroom_id)
    try:
        service.leave(membership)
    except ClassError as error:
        raise ReadOnlyError(str(error)) from None
    return done(reverse("classes:index"), "left")
