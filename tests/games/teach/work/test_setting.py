"""A position made up elsewhere on the site is set in a class, whatever its rules are."""

import re
from html import unescape

import pytest
from django.test import Client

from games.teach.classes.teaching import archive
from games.teach.work.models import Assignment

from .assignments import assignment, classroom, person
from .forms import PageForm

pytestmark = [pytest.mark.days, pytest.mark.django_db]

OWN = "heaps:{1:[[]],2:[[],[1]],3:[[],[2,2]]}"


def links(page):
    """The addresses of a page, by their words."""
    found = re.findall(r'<a [^>]*href="([^"]+)"[^>]*>([^<]+)</a>', page.content.decode())
    return {unescape(words).strip(): unescape(url) for url, words in found}


def typed(page):
    """What stands in the field for positions."""
    return unescape(re.search(r'<textarea id="lines".*?>(.*?)</textarea>', page.text, re.DOTALL)[1])


@pytest.fixture
def teacher():
    return person("ada")


@pytest.mark.parametrize("rules", ["octal:0.35", OWN])
def test_rules_from_the_lab_become_an_item_of_a_new_assignment(teacher, rules):
    room = classroom(teacher)
    lab = teacher.get(f"/lab/{rules}/?rows=3%2B1")
    choice = teacher.get(links(lab)["Use in an assignment"])
    assert "7b" in choice.text
    assert 'class="thumbnail"' in choice.text
    form = PageForm(teacher.get(links(choice)["New assignment"]), "writing")
    assert form.fields["lines"] == [f"{rules} 3+1 misere"]
    assert form.fields["title"] != [""]
    form.press(teacher, "Add these")
    draft = Assignment.objects.get(classroom=room)
    assert draft.title == form.fields["title"][0]
    assert [(item.ruleset, item.position) for item in draft.items.all()] == [(rules, "1+3")]


def test_a_draft_is_offered_and_what_is_published_or_put_away_is_not(teacher):
    room, old = classroom(teacher), classroom(teacher, "Old")
    draft = assignment(room, publish=False)
    Assignment.objects.filter(pk=draft.pk).update(title="Draft")
    assignment(room)
    archive(old)
    choice = teacher.get("/assignments/set/?lines=kayles 5%2B1 misere")
    assert "Homework" not in choice.text
    assert "Old" not in choice.text
    assert typed(teacher.get(links(choice)["Draft"])) == "kayles 5+1 misere"
    assert draft.items.count() == 2


def test_the_classes_of_others_are_not_offered(teacher):
    classroom(person("grace"), "Another class")
    choice = teacher.get("/assignments/set/?lines=kayles 5 misere")
    assert "Another class" not in choice.text
    assert links(choice)["New class"] == "/classes/new/"


def test_who_is_not_signed_in_does_so_first_and_loses_nothing():
    response = Client().get("/assignments/set/?lines=kayles+5+misere")
    assert response.status_code == 302
    assert "next=/assignments/set/%3Flines%3Dkayles" in response.url


def test_a_line_that_is_none_says_so(teacher):
    classroom(teacher)
    assert (
        "We have no game called “chess”. Begin the line with nim, "
        in teacher.get("/assignments/set/?lines=chess 8").text
    )
    many = "%0A".join(f"nim {n} misere" for n in range(1, 71))
    response = teacher.get(f"/assignments/set/?lines={many}")
    assert response.status_code == 422
    assert "You typed 70 lines. Add at most 60 at once." in response.text
    draft = assignment(classroom(teacher, "8c"), publish=False)
    assert teacher.get(f"/assignments/{draft.pk}/edit/?lines={many}").status_code == 422
