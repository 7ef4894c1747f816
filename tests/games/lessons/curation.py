"""Curators at their forms, as browsers without scripts would fill them in."""

from django.contrib.auth.models import Permission
from django.test import Client

from games.lessons.models import Skill, Track
from games.people.models import User

LESSONS = "/admin/games/lesson/"
YAML = LESSONS + "import/"
STEP_FIELDS = {"kind": "tell", "convention": "", "to_move": "", "diagram": ""}
MANY = {
    "steps-INITIAL_FORMS": "0",
    "steps-MIN_NUM_FORMS": "0",
    "steps-MAX_NUM_FORMS": "12",
}


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
    posted = {
        "title": "Mine",
        "slug": "mine",
        "number": "1",
        "minutes": "5",
        "track": str(Track.objects.get().pk),
        "skills": "look-back",
        "summary": "One sentence.",
        "source": "",
        **MANY,
        "steps-TOTAL_FORMS": str(len(steps)),
    }
    for index, step in enumerate(steps):
        posted |= {f"steps-{index}-{name}": value for name, value in (STEP_FIELDS | step).items()}
    return client.post(f"{LESSONS}add/", posted | changes)


def form_of(client, found):
    """What the form of a lesson would post as it is shown."""
    response = client.get(f"{LESSONS}{found.pk}/change/")
    forms = [response.context["adminform"].form]
    [steps] = response.context["inline_admin_formsets"]
    forms += [steps.formset.management_form, *steps.formset.forms]
    posted = {}
    for form in forms:
        for bound in form:
            value = bound.value()
            posted[bound.html_name] = "" if value is None or value is False else str(value)
    return posted


def save(client, found, **changes):
    return client.post(f"{LESSONS}{found.pk}/change/", form_of(client, found) | changes)


def problems(response):
    """What the page says is wrong, by field."""
    assert response.status_code == 200
    found = dict(response.context["adminform"].form.errors)
    for form in response.context["inline_admin_formsets"][0].formset.forms:
        found |= {f"{form.prefix}-{name}": said for name, said in form.errors.items()}
    return {name: " ".join(said) for name, said in found.items()}


ASK = {
    "kind": "move",
    "text": "Move.",
    "ruleset": "nim",
    "position": "1+5",
    "convention": "misere",
    "place": "1",
}
