"""Sign-in cards: who gives them to whom, the progress, and the cards as a sheet or a file.

Everything except the slow hashes is written at once; the background does these. The cards show
which hashes are missing, so no work is done twice.
"""

from __future__ import annotations

import csv
import io
import time
import uuid
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from games.people.lockout import forgive
from games.people.models import User
from games.people.views import FORM_METHODS
from games.people.ways_in import SignInCard, give_code, issue, revoke
from games.questions.grading import posted_key
from games.teach.classes.access import get_classroom_to_change, get_membership
from games.teach.classes.cards.credentials import hashed, new_password
from games.teach.classes.models import Classroom, Membership
from games.teach.classes.page_parts import PER_PAGE, chosen_people, done
from games.teach.classes.rosters.rosters import guarded
from games.web.background.jobs import begin, begin_again, go_on, piece_of, progress
from games.web.codes import qr_code
from games.web.models import Job
from games.web.requests import page_or_fragment, wants_fragment
from games.web.transactions import all_or_nothing
from games.web.watch.audit import What, note

KIND = "cards"
AT_ONCE = 8
"""The number of passwords in one piece of work, about two seconds."""
ENOUGH = 4.0
"""On a busy machine, no more hashes start after this many seconds."""


@dataclass(frozen=True)
class PrintedCard:
    """The text of a student's card: the name, and how to sign in."""

    name: str
    username: str
    password: str
    address: str


def give_cards(users: Sequence[User], key: uuid.UUID) -> Job:
    """Create a card for each of *users*, with the job *key*. Call it in a transaction."""
    job = begin(KIND, len(users), key)
    issue(users, [new_password() for _ in users], job)
    return job


def new_cards(
    classroom: Classroom, instructor: User, chosen: Collection[uuid.UUID], key: uuid.UUID
) -> Job | None:
    """Create cards for the chosen students to whom *instructor* may give them, at most once for
    each *key*.

    This ends their old passwords, open sessions, and the wait after too many wrong passwords.
    """
    people = Membership.objects.helped_by(instructor).filter(classroom=classroom, pk__in=chosen)

    @all_or_nothing
    def give() -> Job | None:
        Classroom.objects.select_for_update().get(pk=classroom.pk)
        made = Job.objects.filter(pk=key).first()
        users = [member.user for member in people.select_related("user")]
        if made or not users:
            return made
        forgive(user.username for user in users)
        return give_cards(users, key)

    return give()


@piece_of(KIND)
def hash_some(job_id: uuid.UUID) -> int:
    """Hash some of the passwords of a job; return how many students can sign in by now."""
    waiting = SignInCard.objects.waiting().filter(job=job_id).select_related("user")
    # In random order, so that two simultaneous workers mostly take different ones.
    cards = list(waiting.order_by("?")[:AT_ONCE])
    hashes = hashed((card.password for card in cards), time.monotonic() + ENOUGH)

    @all_or_nothing
    def write() -> None:
        for card, stored in zip(cards, hashes, strict=False):
            unchanged = User.objects.filter(pk=card.user_id, password=card.user.password)
            unchanged.update(password=stored)

    write()
    return Job.objects.get(pk=job_id).total - waiting.count()


def unused_cards(classroom: Classroom, instructor: User) -> QuerySet[SignInCard]:
    """The cards that *instructor* may see, because nobody has signed in with them yet."""
    helped = Membership.objects.helped_by(instructor).filter(classroom=classroom)
    return SignInCard.objects.ready().filter(user__in=helped.values("user"))


def printed(classroom: Classroom, cards: QuerySet[SignInCard]) -> list[PrintedCard]:
    """The text of cards, in register order."""
    by_user = {card.user_id: card for card in cards.select_related("user")}
    members = Membership.objects.filter(classroom=classroom, user__in=by_user).by_name()
    return [
        PrintedCard(member.real_name, card.username, card.password, card.get_absolute_url())
        for member in members
        for card in [by_user[member.user_id]]
    ]


@FORM_METHODS
@never_cache
def cards(request: HttpRequest, classroom_id: uuid.UUID) -> HttpResponse:
    """The unused cards, and a form to choose who gets a new one."""
    classroom = get_classroom_to_change(request.user, classroom_id)
    assert isinstance(request.user, User)
    offered = Membership.objects.with_cards()
    named = chosen_people(request.GET)
    if named:  # a link from a student's page shows only that student
        offered = Membership.objects.helped_by(request.user).filter(pk__in=named)
    chosen = chosen_people(request.POST) or named
    everybody = offered.filter(classroom=classroom).select_related("user").by_name()
    page = Paginator(everybody, PER_PAGE).get_page(request.GET.get("page"))
    if request.method == "POST":
        everyone = {member.pk for member in page}
        ticked = everyone if request.POST.get("all") else everyone & chosen_people(request.POST)
        job = new_cards(classroom, request.user, ticked, posted_key(request, request.user))
        if job:
            return made(classroom, job)
    context = {
        "classroom": classroom,
        "page": page,
        "chosen": chosen,
        "named": bool(named),
        "unused": unused_cards(classroom, request.user).count(),
        "problem": "Choose at least one student." if request.method == "POST" else "",
    }
    return render(
        request,
        "teach/classes/choose_cards.html",
        context,
        status=422 if context["problem"] else 200,
    )


def made(classroom: Classroom, job: Job) -> HttpResponse:
    """Do a first piece of a job, which finishes a few cards, and go to its page."""
    if job.is_open:
        go_on(job)
    return redirect("classes:cards-made", classroom.pk, job.pk)


@FORM_METHODS
@never_cache
def cards_made(request: HttpRequest, classroom_id: uuid.UUID, job_id: uuid.UUID) -> HttpResponse:
    """The progress of new cards, and then the cards; a POST does a piece of the work."""
    classroom = get_classroom_to_change(request.user, classroom_id)
    of_class = classroom.memberships.values("user")
    cards = SignInCard.objects.filter(job=job_id, user__in=of_class)
    job = Job.objects.filter(pk=job_id, kind=KIND).first()
    if job is None or not cards.exists():  # all have signed in, or there never was such a job
        return redirect("classes:cards", classroom.pk)
    if request.method == "POST":
        begin_again(job)
        job.refresh_from_db()
        if job.is_open:
            go_on(job)
        if not wants_fragment(request):
            return redirect(request.path)
    if job.state == Job.State.DONE:
        if wants_fragment(request):
            return HttpResponseClientRefresh()
        return sheet_page(request, classroom, job)
    context = {"classroom": classroom, "progress": progress(job, "accounts")}
    return page_or_fragment(request, "teach/classes/cards_made.html", "job", context)


@require_safe
@never_cache
def sheet(request: HttpRequest, classroom_id: uuid.UUID) -> HttpResponse:
    """All unused cards, to print."""
    return sheet_page(request, get_classroom_to_change(request.user, classroom_id))


def sheet_page(request: HttpRequest, classroom: Classroom, job: Job | None = None) -> HttpResponse:
    """A page of cards to print: those of a job, or all. Browsers must not cache it."""
    assert isinstance(request.user, User)
    cards = unused_cards(classroom, request.user)
    listed = printed(classroom, cards.filter(job=job) if job else cards)
    note(What.DOWNLOAD, classroom, f"the sheet of {len(listed)} sign-in cards")
    login = request.build_absolute_uri(reverse("people:login"))
    context = {
        "classroom": classroom,
        "cards": listed,
        "codes": [
            (card, qr_code(request.build_absolute_uri(card.address), quick=True)) for card in listed
        ],
        "login": login.partition("://")[2].removesuffix("/"),
        "days": settings.KEPT["unused sign-in cards"].days,
    }
    return render(request, "teach/classes/cards.html", context)


@require_safe
@never_cache
def cards_file(request: HttpRequest, classroom_id: uuid.UUID) -> HttpResponse:
    """The same cards as a table, for the instructor's own letters."""
    classroom = get_classroom_to_change(request.user, classroom_id)
    assert isinstance(request.user, User)
    note(What.DOWNLOAD, classroom, "sign-in cards")
    file = io.StringIO(newline="")
    writer = csv.writer(file)
    writer.writerow(["name", "username", "password", "signs in once"])
    for card in printed(classroom, unused_cards(classroom, request.user)):
        link = request.build_absolute_uri(card.address)
        writer.writerow([guarded(card.name), guarded(card.username), card.password, link])
    response = HttpResponse("\ufeff" + file.getvalue(), content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = 'attachment; filename="cards.csv"'
    return response


@require_POST
def revoke_card(
    request: HttpRequest, classroom_id: uuid.UUID, membership_id: uuid.UUID
) -> HttpResponse:
    """Revoke an unused card that was lost."""
    classroom = get_classroom_to_change(request.user, classroom_id)
    assert isinstance(request.user, User)
    member = get_membership(classroom, membership_id)
    if unused_cards(classroom, request.user).filter(user=member.user).exists():
        revoke(member.user)
    return done(member.get_absolute_url(), "revoked")


@require_POST
@never_cache
def give_a_code(
    request: HttpRequest, classroom_id: uuid.UUID, membership_id: uuid.UUID
) -> HttpResponse:
    """Show a code to a student in person, with which they choose a new password."""
    classroom = get_classroom_to_change(request.user, classroom_id)
    assert isinstance(request.user, User)
    member = get_membership(classroom, membership_id)
    if not Membership.objects.helped_by(request.user).filter(pk=member.pk).exists():
        return redirect(member)
    where = request.build_absolute_uri(reverse("people:forgotten"))
    context = {
        "classroom": classroom,
        "member": member,
        "code": give_code(member.user, request.user),
        "where": where.partition("://")[2].removesuffix("/"),
    }
    return render(request, "teach/classes/code.html", context)
