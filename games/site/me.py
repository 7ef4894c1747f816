"""A person's own page with the history of their ratings, their data and account, and deleting the
account with all its data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe

from games.learn.lessons.course import the_course
from games.learn.progress.believed import believed
from games.learn.progress.overview import overview_of
from games.learn.progress.proved import shelf_of
from games.learn.puzzles.models import SKILLS, PuzzleAttempt, Rating
from games.learn.puzzles.ratings import rounded
from games.people.browsers import owner_of
from games.people.models import Owner, User, Visitor, owned_by
from games.people.names import account_key
from games.people.views import FORM_METHODS, form_page
from games.play.friends.friends import challenges_of, open_games
from games.play.models import Match
from games.play.opponents import standings
from games.site import own_data
from games.site.reports.models import Report
from games.teach.classes.models import OWNER
from games.teach.classes.teaching import ClassError, give_up
from games.teach.work.standings.own_work import begun_tests
from games.web.written_once import written_once
from games.web.zones import told, zone_named

WIDTH, HEIGHT = 160, 44
"""The box of a curve."""
EDGE = 4
SPAN = 100.0
"""The least range of ratings that fills the height, so that small steps look small."""
MAX_DRAWN_TRIES = 60
"""The number of latest tries to draw."""


@dataclass(frozen=True)
class RatedSkill:
    """A rating in one skill, shown once *tries_to_go* is 0, with the points of its curve; these are
    empty if there are too few tries."""

    skill: str
    rating: int
    deviation: int
    tries: int
    tries_to_go: int
    points: str
    first: int = 0

    @property
    def name(self) -> str:
        return SKILLS[self.skill]

    @property
    def end(self) -> tuple[str, str]:
        """The last point of the curve."""
        x, _, y = self.points.rpartition(" ")[2].partition(",")
        return x, y


def rated_skills(owner: Owner | None) -> list[RatedSkill]:
    """Every skill in which this person has a rating, in two queries."""
    if owner is None:
        return []
    history: dict[str, list[float]] = {}
    for skill, before, after in _rated_tries(owner):
        history.setdefault(skill, [before]).append(after)
    ratings = {row.skill: row for row in _ratings(owner)}
    return [
        RatedSkill(
            skill,
            rounded(row.rating),
            rounded(row.deviation),
            row.tries,
            row.tries_to_go,
            points(history.get(skill, [])[-MAX_DRAWN_TRIES:]),
            rounded(history.get(skill, [row.rating])[-MAX_DRAWN_TRIES:][0]),
        )
        for skill in SKILLS
        if (row := ratings.get(skill))
    ]


@written_once
def _rated_tries(owner: Owner) -> QuerySet[Any, Any]:
    tries = owned_by(owner, PuzzleAttempt.objects.filter(rating_after__isnull=False))
    wanted = ("puzzle__skill", "rating_before", "rating_after")
    return tries.order_by("answered_at").values_list(*wanted)


@written_once
def _ratings(owner: Owner) -> QuerySet[Rating]:
    return owned_by(owner, Rating.objects.filter(tries__gt=0))


def points(ratings: Sequence[float]) -> str:
    """Ratings as the points of a line from left to right; empty for fewer than three."""
    if len(ratings) < 3:
        return ""
    middle = (max(ratings) + min(ratings)) / 2
    span = max(SPAN, max(ratings) - min(ratings))
    apart = (WIDTH - 2 * EDGE) / (len(ratings) - 1)
    return " ".join(
        f"{EDGE + apart * place:.1f},"
        f"{HEIGHT / 2 - (rating - middle) / span * (HEIGHT - 2 * EDGE):.1f}"
        for place, rating in enumerate(ratings)
    )


SHOWN_MATCHES = 18
DAYS = 84
"""Twelve weeks of practice."""


@require_safe
@never_cache
def me(request: HttpRequest) -> HttpResponse:
    """Show a person's progress and games, and the links to download or delete their data."""
    owner = owner_of(request)
    overview = overview_of(owner, DAYS)
    return render(
        request,
        "site/me.html",
        {
            "overview": overview,
            "believed": believed(owner),
            "shelf": shelf_of(owner, overview.course),
            "ratings": rated_skills(owner),
            "beaten": [standing for standing in standings(owner) if standing.won],
            "open_games": open_games(owner),
            "challenges": challenges_of(owner),
            "matches": [one.seen_by(owner) for one in _latest_matches(owner)] if owner else [],
            "count": owned_by(owner, Match.objects.all()).count(),
            "reports": _reports(owner) if owner else [],
        },
    )


@written_once
def _latest_matches(owner: Owner) -> QuerySet[Match]:
    return owned_by(owner, Match.objects.all())[:SHOWN_MATCHES]


@written_once
def _reports(owner: Owner) -> QuerySet[Report]:
    return owned_by(owner, Report.objects.select_related("puzzle", "step__lesson"))


@require_safe
def proved(request: HttpRequest) -> HttpResponse:
    """Show the statements that a person has proved, and those that the course proves besides."""
    shelf = shelf_of(owner_of(request), the_course())
    return render(request, "site/proved.html", {"shelf": shelf})


@require_safe
@login_required
@never_cache
def export(request: HttpRequest) -> HttpResponse:
    """Download all data of the account as a JSON file."""
    assert isinstance(request.user, User)
    response = JsonResponse(own_data.export(request.user), json_dumps_params={"indent": 1})
    response.headers["Content-Disposition"] = 'attachment; filename="marienbad.json"'
    return response


def delete_account(request: HttpRequest, user: User) -> None:
    """Delete a user and all their data, and sign out.

    Raises :class:`ClassError` while a class depends on the user, and while a test that they have
    started is open: a new account could start it again.
    """
    for check, closes_at in begun_tests(user):
        zone = zone_named(user.time_zone or check.classroom.time_zone)
        raise ClassError(
            f"You have started the test “{check.title}” of {check.classroom.name}. You can delete "
            f"your account after the test closes, {told(closes_at, zone, 'j F Y')}, or as soon as "
            "your instructor archives it."
        )
    with transaction.atomic():
        give_up(user)
        logout(request)
        Visitor.objects.filter(claimed_by=user).delete()
        user.delete()


class DeleteForm(forms.Form):
    """Asks for the password once more; a user without a password types the user name."""

    password = forms.CharField(
        label="Your password",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, user: User, *args: Any) -> None:
        super().__init__(*args)
        self.user = user
        if not user.has_usable_password():
            self.fields["password"] = forms.CharField(
                label="Type your user name",
                help_text="You have no password, because you open Marienbad from a course.",
                widget=forms.TextInput(attrs={"autocomplete": "off"}),
            )

    def clean_password(self) -> str:
        """Refuse a wrong password."""
        given: str = self.cleaned_data["password"]
        if not self.user.has_usable_password():
            if account_key(given) != account_key(self.user.username):
                raise forms.ValidationError(f"Your user name is {self.user.username}.")
        elif not self.user.check_password(given):
            raise forms.ValidationError("That is not your password.")
        return given


@FORM_METHODS
@login_required
@never_cache
@sensitive_post_parameters("password")
def delete(request: HttpRequest) -> HttpResponse:
    """Delete the account and all its data, after asking for the password."""
    assert isinstance(request.user, User)
    form = DeleteForm(request.user, request.POST or None)
    if form.is_valid():
        try:
            delete_account(request, request.user)
            return redirect("site:home")
        except ClassError as error:
            form.add_error(None, str(error))
    about = "This deletes your name, your games and everything else of yours for good."
    if request.user.staffed.filter(role__in=OWNER).exists():
        about += (
            " Archived classes go to another instructor. If there is none, they are deleted too."
        )
    return form_page(request, form, "Delete your account", "Delete everything", about=about)
