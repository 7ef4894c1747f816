"""Curators at their forms, as browsers without scripts would fill them in."""

import json
from html.parser import HTMLParser

from django.contrib.auth.models import Permission
from django.test import Client

from games.learn.lessons.models import Lesson, Skill, Track
from games.people.models import User

LESSONS = "/admin/games/lesson/"
YAML = LESSONS + "import/"
FORMS = (
    "lesson_form",
    "puzzleset_form",
    "plan_form",
    "roomlesson_form",
    "openquestion_form",
    "daily_form",
)


class Page(HTMLParser):
    """What the form of a lesson would post as it is shown, without any of its buttons."""

    def __init__(self, text):
        super().__init__()
        self.posted, self.select, self.area = {}, None, None
        self.is_in = False
        self.feed(text)

    def add(self, name, value):
        if name:
            self.posted.setdefault(name, []).append(value)

    def handle_starttag(self, tag, attrs):
        held = dict(attrs)
        if tag == "form":
            self.is_in = held.get("id") in FORMS
        if not self.is_in:
            return
        kind = held.get("type", "text")
        if tag == "input" and kind in ("checkbox", "radio"):
            if "checked" in held:
                self.add(held.get("name"), held.get("value", "on"))
        elif tag == "input" and kind not in ("submit", "button"):
            self.add(held.get("name"), held.get("value") or "")
        elif tag == "select":
            self.select = [held.get("name"), None]
        elif tag == "option" and self.select and (self.select[1] is None or "selected" in held):
            self.select[1] = held.get("value", "")
        elif tag == "textarea":
            self.area = [held.get("name"), ""]

    def handle_data(self, data):
        if self.area:
            self.area[1] += data

    def handle_endtag(self, tag):
        if tag == "form":
            self.is_in = False
        if tag == "select" and self.select:
            self.add(self.select[0], self.select[1] or "")
            self.select = None
        if tag == "textarea" and self.area:
            text = self.area[1].removeprefix("\n")
            self.add(self.area[0], "\r\n".join(text.splitlines()))
            self.area = None


def shown(response):
    """What a page would post."""
    posted = Page(response.content.decode()).posted
    posted.pop("csrfmiddlewaretoken", None)
    return posted


def steps_of(response):
    """The steps that a page holds, by their keys, in their order."""
    posted = shown(response)
    return dict(zip(posted["step_key"], map(json.loads, posted["step"]), strict=True))


def staff(name, *permissions):
    """A browser of somebody who may do just this with lessons."""
    user = User.objects.create_user(name, password="correct horse battery", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client = Client()
    client.force_login(user)
    return client


def new(client, *steps, **changes):
    """Fill in the form for a new lesson."""
    Track.objects.get_or_create(slug="rows", defaults={"order": 1, "title": "Rows"})
    Skill.objects.get_or_create(slug="look-back", defaults={"order": 1, "title": "Looking back"})
    last = Lesson.objects.last()
    posted = {
        "title": "Mine",
        "slug": "mine",
        "place": last.slug if last else "first",
        "minutes": "5",
        "track": str(Track.objects.get().pk),
        "skills-0": "look-back",
        "summary": "One sentence.",
        "source": "",
        "step_key": [f"new-{number}" for number, _ in enumerate(steps, 1)],
        "step": [json.dumps(step) for step in steps],
    }
    return client.post(f"{LESSONS}add/", posted | changes)


def address_of(found):
    return f"{LESSONS}{found.pk}/change/"


def form_of(client, found):
    """What the form of a lesson would post as it is shown."""
    return shown(client.get(address_of(found)))


def save(client, found, **changes):
    return client.post(address_of(found), form_of(client, found) | changes)


def press(client, page, found=None, **buttons):
    """Press a button of the desk on a *page*, with what else was typed on it."""
    address = address_of(found) if found else f"{LESSONS}add/"
    return client.post(address, shown(page) | buttons)


def problems(response):
    """What the page says is wrong, by field, and of each step by what it is about."""
    assert response.status_code == 200
    form = response.context["adminform"].form
    said = {name: " ".join(errors) for name, errors in form.errors.items() if name != "__all__"}
    for number, draft in enumerate(form.desk.drafts, 1):
        said |= {f"{number}-{one.field}": one.sentence for one in reversed(draft.problems)}
    return said


ASK = {
    "kind": "move",
    "text": "Move.",
    "ruleset": "nim",
    "position": "1+5",
    "convention": "misere",
}
