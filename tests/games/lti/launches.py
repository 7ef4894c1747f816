"""Launches as browsers make them: to the tool, to the platform, and back with a message."""

from __future__ import annotations

from lti_tool.models import LtiDeployment, LtiRegistration

from games.lti.models import LinkedCourse

from .platform import launch_form, path_of


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


def words(response):
    """What a page says in its main part, in one line."""
    import re

    page = response.content.decode()
    main = page.partition('<main id="content">')[2].partition("</main>")[0]
    return " ".join(re.sub(r"<[^>]+>", " ", main).split())
