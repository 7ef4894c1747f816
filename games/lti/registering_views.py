"""The page where a platform's administrator registers the platform."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from lti_tool.models import LtiDeployment

from games.lti import framing
from games.lti.registering import RegistrationError, register, usable
from games.people.views import FORM_METHODS


@csrf_exempt  # who knows the code may register a platform, and a cookie would add nothing
@FORM_METHODS
@never_cache
def registration(request: HttpRequest, registration_code: str) -> HttpResponse:
    """Ask whether to register this platform; a POST registers it."""
    link = usable(registration_code)
    if link is None:
        raise Http404("This link was already used, or it is too old.")
    asked = request.GET.dict()
    context: dict[str, object] = {"host": framing.origin_of(asked.get("openid_configuration", ""))}
    status = 200
    if request.method == "POST":
        try:
            known = register(link, asked, request.build_absolute_uri("/")[:-1])
            is_on = LtiDeployment.objects.filter(registration=known, is_active=True).exists()
            context |= {"known": known, "is_on": is_on}
        except RegistrationError as error:
            context["problem"], status = str(error), 422
    page = render(request, "lti/registration.html", context, status=status)
    framing.allow(page, framing.origins([asked.get("openid_configuration", "")]))
    return page
