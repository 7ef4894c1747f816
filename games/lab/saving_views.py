"""Save rules under a name, and delete them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from games.boards.limits import check_rules
from games.lab import saving as service
from games.lab.rules_fields import CODE, Fields
from games.lab.rules_views import refused, rules_page
from games.lab.saved import saved_by
from games.people.models import User
from games.people.visitors import ensure_owner, owner_of
from games.web.client import client_address
from games.web.limits import TooManyError
from solver import SolverError, get_ruleset


@require_POST
def save(request: HttpRequest) -> HttpResponse:
    """Save rules under a name."""
    code, name = request.POST.get("ruleset", ""), request.POST.get("name", "")
    try:
        rules = get_ruleset(code)
        check_rules(rules)
    except SolverError as error:
        return refused(request, Fields(by=CODE, code=code), error)
    try:
        service.read_name(name)
        user = request.user if isinstance(request.user, User) else None
        service.count_save(user, client_address(request))
        saved = service.save(ensure_owner(request), rules, name)
    except SolverError as error:
        return rules_page(request, rules, name=name, name_problem=str(error), status=422)
    except TooManyError as error:
        return rules_page(request, rules, name=name, name_problem=str(error), status=429)
    return redirect(saved)


@require_POST
def forget(request: HttpRequest, saved_id: int) -> HttpResponse:
    """Delete saved rules."""
    saved = get_object_or_404(saved_by(owner_of(request)), pk=saved_id)
    saved.delete()
    return redirect(f"{reverse('lab:index')}#saved")
