"""Bringing a list of students to a class, as a browser does."""

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.people.models import User
from games.teach.classes.models import Group, Membership


def look(client, classroom, *, names=None, file=None):
    """Send a list to be looked at."""
    values = {"names": names} if file is None else {"file": uploaded(file), "roster": "1"}
    return client.post(f"/classes/{classroom.pk}/people/preview/", values)


def uploaded(content):
    data = content if isinstance(content, bytes) else content.encode()
    return SimpleUploadedFile("roster.csv", data, "text/csv")


def carry_out(client, classroom, looked, **more):
    """Press the button of a preview."""
    context = looked.context
    values = {
        "kind": context["kind"],
        "digest": context["plan"].digest,
        "text": context["text"].replace("\n", "\r\n"),  # as browsers send it
    }
    return client.post(f"/classes/{classroom.pk}/people/add/", values | more)


def finished(client, answer):
    """The cards to which a button led that makes some, after going on until they are there."""
    page = client.get(answer.headers["Location"])
    while "cards" not in page.context:
        assert client.post(answer.headers["Location"]).status_code == 302
        page = client.get(answer.headers["Location"])
    return page


def cards_after(client, answer):
    """What stands on those cards."""
    return finished(client, answer).context["cards"]


def bring(client, classroom, **given):
    return carry_out(client, classroom, look(client, classroom, **given))


def download(client, classroom):
    return client.get(f"/classes/{classroom.pk}/roster.csv").content


def state():
    return (
        list(User.objects.order_by("pk").values("pk", "username", "password", "managed_by")),
        list(Membership.objects.order_by("pk").values()),
        list(Group.objects.order_by("pk").values()),
        list(Membership.groups.through.objects.order_by("pk").values("membership", "group")),
    )


def log_in(username, password):
    browser = Client()
    browser.post("/accounts/login/", {"username": username, "password": password})
    return browser
