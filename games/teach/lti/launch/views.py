"""Launches: the platform asks, tells us who the person is, and we open what the link names."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe
from lti_tool.models import LtiUser

from games.people.accounts import sign_in
from games.people.forms import SignInForm
from games.people.models import User
from games.people.views import FORM_METHODS
from games.teach.classes.models import Membership, Staff
from games.teach.classes.teaching import ClassError
from games.teach.lti import framing
from games.teach.lti.calling import own_keys
from games.teach.lti.launch import admitting, messages, recording, targets
from games.teach.lti.launch.forms import CourseForm
from games.teach.lti.launch.messages import DEEP_LINKING, RESOURCE, LaunchError
from games.teach.lti.launch.recording import Place
from games.teach.lti.models import Handshake, LinkedCourse
from games.teach.work.models import Assignment
from games.web.errors import render_error
from games.web.limits import LAUNCHES_FOR, at_address, client_address

TOO_MANY = "Too many people opened courses from your network. Wait a few minutes, and try again."
RIGHTS = (
    "Your account helps to run this site, so a course cannot open it. Sign in here with your "
    "password, and open the activity again."
)
NO_PLACE = {
    Place.NONE: "Your role in this course has no place in a class here.",
    Place.TEST: (
        "A test student has no place in a class. To see what students see, open the assignment as "
        "an instructor and press Preview."
    ),
}
"""Why a person gets no place, for the roles that have none."""
LOST = "We have lost your way here. Open the activity again from your course."


def refuse(request: HttpRequest, error: LaunchError, *, status: int = 403) -> HttpResponse:
    """The page for a launch that failed. The platform may show it in a frame."""
    page = render_error(request, status, str(error), title="We cannot open this")
    if error.registration is not None:
        known = error.registration
        framing.allow(page, framing.origins([known.issuer, known.auth_url]))
    return page


@require_safe
def keys(request: HttpRequest) -> JsonResponse:
    """Our public keys."""
    return JsonResponse(own_keys())


@csrf_exempt
@FORM_METHODS
@never_cache
def login(request: HttpRequest, platform: uuid.UUID | None = None) -> HttpResponseBase:
    """A platform starts a launch: send the browser back to it to identify the person."""
    said = request.POST if request.method == "POST" else request.GET
    at = at_address(said.get("iss", "")[:100], client_address(request))
    if LAUNCHES_FOR.is_reached(at):
        return refuse(request, LaunchError(TOO_MANY), status=429)
    try:
        handshake = messages.begin(said.dict(), platform)
    except LaunchError as error:
        return refuse(request, error)
    LAUNCHES_FOR.count(at)  # only a known platform makes us store a handshake
    url = messages.asking(handshake, request.build_absolute_uri(reverse("lti:launch")))
    response = redirect(url)
    framing.put(
        response, cookie_of(handshake), str(handshake.pk), int(messages.TIME.total_seconds())
    )
    return response


def cookie_of(handshake: Handshake) -> str:
    """The name of the cookie that ties a browser to a launch; each tab has its own."""
    return framing.cookie_name(f"lti-{handshake.pk.hex}")


@csrf_exempt
@require_POST
@never_cache
@sensitive_post_parameters("id_token")
def launch(request: HttpRequest) -> HttpResponseBase:
    """The platform tells us who the person is. Check and store that, then redirect to a page that
    receives this site's own cookies."""
    try:
        handshake = found(request.POST.get("state", ""))
        if not is_known(request, handshake):
            return another_window(request, handshake)
        message = messages.read(request, handshake)
        recording.take(message, handshake)
    except LaunchError as error:
        return refuse(request, error)
    response = redirect("lti:enter", handshake.pk)
    if framing.is_in_frame(request, handshake.told["shown_in"]):
        framing.remember(response, framers(handshake))
    return response


def framers(handshake: Handshake) -> list[str]:
    """The origins that may frame the site: all those that belong to the platform."""
    known, told = handshake.registration, handshake.told
    said = [told["return"], told["platform"], told["settings"].get("return", "")]
    return framing.origins([known.issuer, known.auth_url, *said])


def found(key: str) -> Handshake:
    """The handshake with this key. Raises :class:`LaunchError` if there is none."""
    try:
        return Handshake.objects.select_related(
            "registration", "person__auth_user", "context__deployment"
        ).get(pk=uuid.UUID(key))
    except (ValueError, Handshake.DoesNotExist):
        raise LaunchError(messages.USED) from None


def is_known(request: HttpRequest, handshake: Handshake) -> bool:
    """Whether this browser started the launch."""
    return request.COOKIES.get(cookie_of(handshake)) == str(handshake.pk)


def another_window(request: HttpRequest, handshake: Handshake) -> HttpResponse:
    """A page with a button that starts the launch again in a window of its own, for browsers that
    store no cookies in frames."""
    begin = f"{reverse('lti:login')}?{urlencode(handshake.asked)}"
    page = render(request, "teach/lti/window.html", {"begin": begin}, status=403)
    framing.allow(
        page, framing.origins([handshake.registration.issuer, handshake.registration.auth_url])
    )
    return page


# --- Entering ---------------------------------------------------------------------------


def launched(request: HttpRequest, handshake_id: uuid.UUID) -> Handshake:
    """A launch whose message passed every check, for the browser that started it."""
    handshake = found(str(handshake_id))
    late = handshake.begun_at < timezone.now() - 6 * messages.TIME
    if not is_known(request, handshake) or handshake.launched_at is None or late:
        raise LaunchError(LOST)
    return handshake


@FORM_METHODS
@never_cache
def enter(request: HttpRequest, handshake_id: uuid.UUID) -> HttpResponse:
    """Sign in the person of a launch. The first time, ask whether they already have an account
    here."""
    try:
        handshake = launched(request, handshake_id)
        person = handshake.person
        assert person is not None
        user = person.auth_user
        assert user is None or isinstance(user, User)
        if handshake.entered_at and request.user != user:
            raise LaunchError(messages.USED, handshake.registration)
        is_first = user is None or user.last_login is None
        place = Place(handshake.told["place"])
        if place is Place.TEST:
            raise LaunchError(NO_PLACE[place], handshake.registration)
        if is_first and request.method != "POST":
            return welcome(request, handshake, SignInForm(request))
        if user is None and place in NO_PLACE:
            raise LaunchError(NO_PLACE[place], handshake.registration)
        if user is None:
            user = admitting.account_for(person, place, handshake.context)
        return go_in(request, handshake, user)
    except (LaunchError, ClassError) as error:
        return refuse(request, as_refusal(error))


@require_POST
@never_cache
@sensitive_post_parameters("password")
def join(request: HttpRequest, handshake_id: uuid.UUID) -> HttpResponse:
    """Join the person of a launch with the account whose password they give."""
    try:
        handshake = launched(request, handshake_id)
        assert handshake.person is not None
        if handshake.entered_at:
            raise LaunchError(messages.USED, handshake.registration)
        form = SignInForm(request, request.POST)
        if not form.is_valid():
            return welcome(request, handshake, form)
        user = form.get_user()
        assert isinstance(user, User)
        try:
            admitting.join_account(handshake.person, user)
        except admitting.JoinedAccountError as error:
            form.add_error(None, str(error))
            return welcome(request, handshake, form)
        return go_in(request, handshake, user)
    except (LaunchError, ClassError) as error:
        return refuse(request, as_refusal(error))


def as_refusal(error: LaunchError | ClassError) -> LaunchError:
    return error if isinstance(error, LaunchError) else LaunchError(str(error))


def welcome(request: HttpRequest, handshake: Handshake, form: SignInForm) -> HttpResponse:
    """The choice between a new account and joining an existing one."""
    form.fields["username"].label = "User name"
    form.fields["username"].widget.attrs.pop("autofocus", None)
    context = {
        "handshake": handshake,
        "form": form,
        "platform": handshake.registration.name,
        "is_student": handshake.told["place"] == Place.STUDENT.value,
    }
    return render(request, "teach/lti/welcome.html", context, status=422 if form.is_bound else 200)


def go_in(request: HttpRequest, handshake: Handshake, user: User) -> HttpResponse:
    """Sign in and continue to what the launch opens.

    A platform vouches for people of its courses, not for people who run this site: nobody gets
    their rights by its key, or by "log in as" there.
    """
    if not user.is_active:
        raise LaunchError("This account is switched off. Ask the administrator of this site.")
    if request.user != user:
        if admitting.has_rights(user):
            raise LaunchError(RIGHTS, handshake.registration)
        sign_in(request, user)
    Handshake.objects.filter(pk=handshake.pk, entered_at=None).update(entered_at=timezone.now())
    return go_on(request, handshake, user)


def go_on(request: HttpRequest, handshake: Handshake, user: User) -> HttpResponse:
    """Give the person their place in the class, and open what the link names."""
    context, told = handshake.context, handshake.told
    if context is None:
        raise LaunchError("Open Marienbad from inside a course.", handshake.registration)
    place = Place(told["place"])
    link = LinkedCourse.objects.filter(context=context).first()
    if link is None:
        if place is not Place.INSTRUCTOR:
            raise LaunchError(
                "Your instructor has not set up this course yet. Open it again later.",
                handshake.registration,
            )
        return redirect("lti:course", handshake.pk)
    assert handshake.person is not None
    admitting.give_place(
        link, handshake.person, user, place, email=told["email"], sections=told["sections"]
    )
    if told["groups"] and told["groups"] != link.groups_url:
        LinkedCourse.objects.filter(pk=link.pk).update(groups_url=told["groups"])
    check_place(link, user, place)
    if told["type"] == DEEP_LINKING:
        return redirect("lti:choose", handshake.pk)
    if told["type"] != RESOURCE:
        raise LaunchError("Marienbad cannot open this kind of activity.", handshake.registration)
    opened = targets.found(told["target"], request, link)
    if isinstance(opened, Assignment):
        recording.keep_activity(handshake, opened)
    page = targets.page_of(opened, link)
    response = redirect(page)
    if framing.is_in_frame(request, told["shown_in"]):
        framing.remember(response, framers(handshake), page)
    return response


def check_place(link: LinkedCourse, user: User, place: Place) -> None:
    """Raise :class:`LaunchError`, with the reason, if the person has no place in the class."""
    known = link.platform
    if Staff.objects.filter(classroom=link.classroom_id, user=user).exists():
        return
    mine = Membership.objects.filter(classroom=link.classroom_id, user=user).first()
    if mine is not None and mine.archived_at is None:
        return
    if place in NO_PLACE:
        raise LaunchError(NO_PLACE[place], known)
    if place is not Place.STUDENT:
        raise LaunchError(
            "You no longer teach this class here. Ask its owner to invite you.", known
        )
    raise LaunchError(
        "An instructor has removed you from this class. Ask to be let back in.", known
    )


@FORM_METHODS
@login_required
@never_cache
def course(request: HttpRequest, handshake_id: uuid.UUID) -> HttpResponse:
    """The instructor chooses, once, which class belongs to the course."""
    try:
        handshake = for_instructor(request, handshake_id)
        assert isinstance(request.user, User)
        name = admitting.course_name(handshake.context)
        form = CourseForm(name, request.user, request.POST or None)
        linked = LinkedCourse.objects.filter(context=handshake.context).exists()
        if not linked and not form.is_valid():
            context = {"form": form, "name": name, "platform": handshake.registration.name}
            return render(
                request, "teach/lti/course.html", context, status=422 if form.is_bound else 200
            )
        if not linked:
            zone = form.cleaned_data["time_zone"]
            admitting.link_course(handshake.context, request.user, form.chosen, time_zone=zone)
        return go_on(request, handshake, request.user)
    except (LaunchError, ClassError) as error:
        return refuse(request, as_refusal(error))


def for_instructor(request: HttpRequest, handshake_id: uuid.UUID) -> Any:
    """A launch by an instructor who is still the one signed in here; otherwise an error."""
    handshake = launched(request, handshake_id)
    person: LtiUser | None = handshake.person
    if person is None or person.auth_user_id != request.user.pk:
        raise LaunchError(
            "Somebody else has signed in here since. Open the activity again from your course.",
            handshake.registration,
        )
    if handshake.context is None or handshake.told["place"] != Place.INSTRUCTOR.value:
        raise LaunchError("Only an instructor of the course can do this.", handshake.registration)
    return handshake
