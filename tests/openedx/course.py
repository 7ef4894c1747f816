"""A course of Open edX, for the tests: its own code for tools as a Django site of one file.

``python course.py FOLDER SITE`` serves it until its input ends. It is ``lti-consumer-xblock``,
in a virtual environment of its own, because it brings the fifty packages of a platform. It signs,
checks and stores. Ours are the people, the two activities, the gradebook in which its scores end,
and the page that shows an activity: all that comes from the platform around the package.
"""

from __future__ import annotations

import json
import sys
import threading
from datetime import UTC
from pathlib import Path
from socketserver import ThreadingMixIn
from types import SimpleNamespace
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

import django
from django.conf import settings
from django.core.management import call_command

COURSE = "course-v1:School+Games+2026"
BLOCK = "block-v1:School+Games+2026+type@lti_consumer+block@"
ACTIVITIES = {"sheet": "programmatic", "project": "declarative"}
"""The activities of the course: who makes the column of each, the tool or Open edX."""
ROLES = {"instructor": "instructor", "assistant": "staff", "student": "student"}

folder, site = Path(sys.argv[1]), sys.argv[2]
people: dict[str, dict[str, str]] = json.loads((folder / "people.json").read_text())
"""Each person's name, e-mail address and role, by the identifier that the tool learns."""
gradebook: list[dict[str, object]] = []


class Quiet(WSGIRequestHandler):
    def log_message(self, *args: object) -> None:
        pass


class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


server = Server(("127.0.0.1", 0), Quiet)
here = f"http://127.0.0.1:{server.server_port}"
settings.configure(
    SECRET_KEY="open edx " * 6,
    ALLOWED_HOSTS=["127.0.0.1"],
    ROOT_URLCONF=__name__,
    INSTALLED_APPS=[
        "django.contrib.contenttypes",
        "django.contrib.auth",
        "django.contrib.sessions",
        "rest_framework",
        "config_models",
        "waffle",
        "lti_consumer.apps.LTIConsumerApp",
    ],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "crum.CurrentRequestUserMiddleware",
    ],
    DATABASES={
        "default": {"ENGINE": "django.db.backends.sqlite3", "NAME": folder / "openedx.sqlite3"}
    },
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}],
    STATIC_URL="/static/",
    LMS_ROOT_URL=here,
    LTI_API_BASE=here,
    LTI_BASE=here,
    PLATFORM_NAME="Open edX",
    USAGE_ID_PATTERN=r"(?P<usage_id>[^/]+)",
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    OPENEDX_TELEMETRY=[],
    LOGGING_CONFIG=None,
)
django.setup()

# What follows needs the settings above.
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse  # noqa: E402
from django.urls import include, path  # noqa: E402
from lti_consumer.data import Lti1p3LaunchData  # noqa: E402
from lti_consumer.models import (  # noqa: E402
    CourseAllowPIISharingInLTIFlag,
    Lti1p3Passport,
    LtiAgsLineItem,
    LtiAgsScore,
    LtiConfiguration,
    LtiDlContentItem,
)
from lti_consumer.plugin import compat  # noqa: E402
from opaque_keys.edx.keys import CourseKey, UsageKey  # noqa: E402

# --- What the platform around the package does ---


class Block:
    """An activity, as much of it as the package asks for."""

    has_score, accept_grades_past_due = True, False
    weight, start, due = 1.0, None, None
    lti_1p3_passport_id = lti_1p3_tool_public_key = lti_1p3_tool_keyset_url = ""
    lti_1p3_tool_key_mode, context_id = "keyset_url", COURSE

    def __init__(self, location: UsageKey) -> None:
        self.scope_ids = SimpleNamespace(usage_id=location)
        self.display_name = location.block_id

    def is_past_due(self) -> bool:
        return False

    def max_score(self) -> float:
        return self.weight

    def set_user_module_score(self, user: str, score: float, most: float, comment: str) -> None:
        gradebook.append(
            {"activity": self.display_name, "person": user, "share": score, "comment": comment}
        )


def members(course: CourseKey) -> dict[int, dict[str, object]]:
    return {
        number: {
            "id": number,
            "username": subject,
            "email": one.get("email", ""),
            "name": one["name"],
            "roles": [ROLES[one["role"]]],
        }
        for number, (subject, one) in enumerate(people.items(), 1)
    }


compat.load_enough_xblock = compat.load_block_as_user = Block
compat.user_has_studio_write_access = lambda *args: True
compat.get_course_members = members
compat.merge_course_forum_roles = lambda course, found: found
compat.batch_get_or_create_externalids = lambda users: {
    number: SimpleNamespace(external_user_id=subject) for number, subject in enumerate(people, 1)
}
compat.get_user_from_external_user_id = lambda subject: subject

call_command("migrate", verbosity=0)
CourseAllowPIISharingInLTIFlag.objects.create(course_id=CourseKey.from_string(COURSE), enabled=True)
passport = Lti1p3Passport.objects.create(
    name="Marienbad", lti_1p3_tool_keyset_url=f"{site}/lti/keys.json"
)
for name, mode in ACTIVITIES.items():
    LtiConfiguration.objects.create(
        version="lti_1p3",
        config_store="CONFIG_ON_DB",
        location=UsageKey.from_string(BLOCK + name),
        lti_1p3_passport=passport,
        lti_1p3_oidc_url=f"{site}/lti/login/",
        lti_1p3_launch_url=f"{site}/lti/launch/",
        lti_1p3_redirect_uris=[f"{site}/lti/launch/"],
        lti_advantage_enable_nrps=True,
        lti_advantage_deep_linking_enabled=True,
        lti_advantage_deep_linking_launch_url=f"{site}/lti/launch/",
        lti_advantage_ags_mode=mode,
    )

# --- Pages ---


def begin(request: HttpRequest) -> HttpResponse:
    """Open an activity as a person: *as*, *activity*, *choose* for deep linking."""
    asked = request.GET
    known = LtiConfiguration.objects.get(location=UsageKey.from_string(BLOCK + asked["activity"]))
    one = people[asked["as"]]
    chosen = LtiDlContentItem.objects.filter(lti_configuration=known).first()
    launch = Lti1p3LaunchData(
        user_id=asked["as"],
        external_user_id=asked["as"],
        user_role=ROLES[one["role"]],
        name=one["name"] or None,
        email=one.get("email") or None,
        config_id=str(known.config_id),
        resource_link_id=str(known.location),
        context_id=COURSE,
        context_type=["course_offering"],
        context_title="Games",
        context_label="GAMES",
        launch_presentation_document_target="iframe",
        message_type="LtiDeepLinkingRequest" if "choose" in asked else "LtiResourceLinkRequest",
        deep_linking_content_item_id=None if "choose" in asked or not chosen else chosen.pk,
    )
    return HttpResponseRedirect(known.get_lti_consumer().prepare_preflight_url(launch))


def course(request: HttpRequest) -> HttpResponse:
    """The page of an activity, with the tool in a frame."""
    query = request.META["QUERY_STRING"].replace("&", "&amp;")
    frame = f'<iframe width="900" height="700" src="/begin?{query}"></iframe>'
    return HttpResponse(f'<!doctype html><html lang="en"><title>Games</title>{frame}</html>')


def state(request: HttpRequest) -> JsonResponse:
    """What the course has stored."""
    scores = LtiAgsScore.objects.select_related("line_item").order_by("timestamp")
    return JsonResponse(
        {
            "chosen": [one.attributes for one in LtiDlContentItem.objects.all()],
            "columns": [
                {"label": one.label, "most": one.score_maximum, "of": str(one.resource_link_id)}
                for one in LtiAgsLineItem.objects.all()
            ],
            "scores": [
                {
                    "column": one.line_item.label,
                    "person": one.user_id,
                    "points": one.score_given,
                    "most": one.score_maximum,
                    "comment": one.comment,
                    "activity": one.activity_progress,
                    "grading": one.grading_progress,
                    "at": one.timestamp.astimezone(UTC).isoformat(),
                }
                for one in scores
            ],
            "gradebook": gradebook,
        }
    )


urlpatterns = [
    path("begin", begin),
    path("course", course),
    path("state", state),
    path("api/", include("lti_consumer.plugin.urls")),
]

server.set_app(get_wsgi_application())
service = f"{here}/api/lti_consumer/v1"
print(
    json.dumps(
        {
            "issuer": here,
            "client_id": passport.lti_1p3_client_id,
            "auth_url": f"{service}/launch/",
            "token_url": f"{service}/token/{passport.passport_id}",
            "keyset_url": f"{service}/public_keysets/{passport.passport_id}",
        }
    ),
    flush=True,
)
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.stdin.read()
