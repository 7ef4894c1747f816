"""Deep linking: an instructor picks what a link in the course opens, and the platform adds it."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from datetime import UTC

from csp.decorators import csp_update
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from pylti1p3.deep_link import DeepLink
from pylti1p3.deep_link_resource import DeepLinkResource
from pylti1p3.lineitem import LineItem

from games.people.views import FORM_METHODS
from games.teach.lti import framing
from games.teach.lti.calling import as_known
from games.teach.lti.launch import targets
from games.teach.lti.launch.admitting import course_name
from games.teach.lti.launch.forms import ChooseForm
from games.teach.lti.launch.messages import DEEP_LINKING, LaunchError
from games.teach.lti.launch.targets import Opened
from games.teach.lti.launch.views import for_instructor, refuse
from games.teach.lti.models import Handshake, LinkedCourse
from games.teach.work.models import Assignment
from games.teach.work.plans.storing_plans import Dated


@FORM_METHODS
@login_required
@never_cache
def choose(request: HttpRequest, handshake_id: uuid.UUID) -> HttpResponseBase:
    """A page to choose from, which can be searched; the next one has a button that sends what was
    chosen to the platform."""
    try:
        handshake = for_instructor(request, handshake_id)
        link = LinkedCourse.objects.filter(context=handshake.context).first()
        back = handshake.told["settings"].get("return", "")
        if handshake.told["type"] != DEEP_LINKING or link is None or not framing.origins([back]):
            raise LaunchError("Begin again in your course.", handshake.registration)
    except LaunchError as error:
        return refuse(request, error)
    search, ticked = request.POST.get("search", ""), request.POST.getlist("what")
    is_searching = "find" in request.POST
    takes_several = handshake.told["settings"].get("takes_several", True)
    found = targets.choices(
        handshake.context,
        *((search, ticked) if is_searching else ()),
        has_plans=takes_several,
    )
    name = "" if takes_several else handshake.registration.name
    form = ChooseForm(found, request.POST or None, one_for=name)
    context = {
        "form": form,
        "handshake": handshake,
        "classroom": link.classroom,
        "name": course_name(handshake.context),
        "platform": handshake.registration.name,
    }
    context |= {"kinds": found, "search": search, "ticked": ticked, "searching": is_searching}
    context |= {"takes_several": takes_several, "unit_plans": targets.UNIT_PLANS}
    if is_searching or not form.is_valid():
        status = 422 if form.is_bound and not is_searching else 200
        return render(request, "teach/lti/choose.html", context, status=status)
    named, first = form.cleaned_data["what"], form.cleaned_data["first"]
    chosen = [one for value in named for one in targets.chosen(value, handshake, first)]
    told = [(opened, sum(targets.points_of(opened).values())) for opened in dict.fromkeys(chosen)]
    drafts = [one for one in chosen if isinstance(one, Assignment) and not one.is_published]
    context |= {
        "chosen": [(*one, moments_of(one[0])) for one in told],
        "drafts": drafts,
        "already": all(draft.created_at < handshake.begun_at for draft in drafts),
        "back": back,
        "jwt": signed(handshake, told, request.build_absolute_uri("/")[:-1]),
    }
    may_send = csp_update({"form-action": framing.origins([back])})
    return may_send(lambda asked: render(asked, "teach/lti/choose.html", context))(request)


def moments_of(opened: Opened) -> list[tuple[str, str]]:
    """The times of an assignment in words, in the time zone of its class; none of anything else."""
    times = opened.local_times if isinstance(opened, Assignment) else {}
    return Dated(opened.title, {f"{name}_at": at for name, at in times.items()}).moments


class DatedLink(DeepLinkResource):
    """A link with the times at which its assignment opens and is due.

    Platforms lock an activity when it is no longer available (Canvas does). Students read the right
    answers there after it closes, so no link says until when it is available.
    """

    def __init__(self, opened: Opened) -> None:
        self.opened = opened

    def to_dict(self) -> dict[str, object]:
        said: dict[str, object] = super().to_dict()
        one = self.opened
        if not isinstance(one, Assignment) or one.times_by_section:  # these differ by student
            return said
        opens, due, closes = one.times_in(None)
        if opens:
            said["available"] = {"startDateTime": opens.astimezone(UTC).isoformat()}
        if end := due or closes:
            said["submission"] = {"endDateTime": end.astimezone(UTC).isoformat()}
        return said


def signed(handshake: Handshake, chosen: Iterable[tuple[Opened, int]], site: str) -> str:
    """The signed message that makes the platform add a link to each of these, with its points and
    its times."""
    assert handshake.context is not None
    answer = DeepLink(
        as_known(handshake.registration),
        handshake.context.deployment.deployment_id,
        handshake.told["settings"],
    )
    links = []
    for opened, points in chosen:
        link = DatedLink(opened).set_title(opened.title).set_url(site + opened.get_absolute_url())
        link.set_custom_params({})
        if isinstance(opened, Assignment) and points:
            column = LineItem().set_label(opened.title).set_score_maximum(points)
            link.set_lineitem(column.set_resource_id(str(opened.pk)))
        links.append(link)
    message = answer.get_message_jwt(links)
    if message["https://purl.imsglobal.org/spec/lti-dl/claim/data"] is None:
        del message["https://purl.imsglobal.org/spec/lti-dl/claim/data"]
    said: str = answer.encode_jwt(message)  # type: ignore[no-untyped-call]
    return said
