"""Launches as browsers make them: to the tool, to the platform, and back with a message."""

from __future__ import annotations

import re

from lti_tool.models import Key, LtiDeployment, LtiRegistration

from games.teach.lti.calling import own_keys
from games.teach.lti.courses.course_people import KIND
from games.teach.lti.models import LinkedCourse
from games.web.background.jobs import go_on
from games.web.models import Job

from .platform import KEY_OF_TOOL, launch_form, path_of


def exchange_keys(platform):
    """Give the tool a key, which would take as long to make as a launch, and tell the platform."""
    Key.objects.create_from_jwk(KEY_OF_TOOL)
    platform.tool_keys = own_keys()


def register(platform, *, site=None):
    known = LtiRegistration.objects.create(
        name=platform.name,
        issuer=platform.url,
        client_id=platform.client_id,
        auth_url=f"{platform.url}/auth",
        token_url=f"{platform.url}/token",
        keyset_url=f"{platform.url}/keys",
    )
    LtiDeployment.objects.create(
        registration=known, deployment_id=platform.deployment, is_active=True
    )
    return known


def begin(client, platform, subject, target="", **more):
    """Begin a launch; what the platform will post to the tool, and has not yet."""
    response = client.get(path_of(platform.begins(subject, target, **more)))
    assert response.status_code == 302, response.content.decode()
    return launch_form(response.headers["Location"])


def bring(client, form, **headers):
    """Post what the platform says."""
    form = dict(form)
    to = path_of(form.pop("to"))
    return client.post(to, form, headers=headers)


def open_(client, platform, subject, target="", **more):
    """Launch and follow to where it leads, pressing Start where somebody comes first."""
    response = bring(client, begin(client, platform, subject, target, **more))
    if response.status_code != 302:
        return response
    enter = response.headers["Location"]
    response = client.get(enter)
    if response.status_code == 200 and b"Welcome to Marienbad" in response.content:
        response = client.post(enter)
    return response


def take_class(client, response, choice="new"):
    """An instructor says which class the course has."""
    assert response.status_code == 302, response.content.decode()
    assert response.headers["Location"].endswith("/class/")
    return client.post(response.headers["Location"], {"classroom": choice})


def linked(client, platform, subject="ada", **more):
    """A course with its class, made by an instructor."""
    take_class(client, open_(client, platform, subject, **more))
    return LinkedCourse.objects.get(context__id_on_platform=more.get("context", platform.context))


def asked_people(client, room):
    """Ask who is in the course, as a worker does; the response with the preview."""
    response = client.post(f"/classes/{room.pk}/course/")
    if response.status_code != 302:
        return response
    for job in Job.objects.filter(kind=KIND, state=Job.State.OPEN):
        go_on(job)
    return client.get(response.headers["Location"])


def choices(page):
    """The form of the preview as a browser would send it."""
    html = page.content.decode()
    form = dict(re.findall(r'name="(digest)" value="(\w+)"', html))
    for name, options in re.findall(r'<select id="\S+" name="(\S+)">(.*?)</select>', html, re.S):
        form[name] = re.search(r'value="([^"]+)" selected', options)[1]
    return form


def take_people(client, room, **chosen):
    """Add everybody from the course after the preview, with these choices."""
    page = asked_people(client, room)
    if page.status_code != 200:
        return page
    return client.post(page.request["PATH_INFO"], choices(page) | chosen)


def words(response):
    """What a page says in its main part, in one line."""
    page = response.content.decode()
    main = page.partition('<main id="content">')[2].partition("</main>")[0]
    return " ".join(re.sub(r"<[^>]+>", " ", main).split())
