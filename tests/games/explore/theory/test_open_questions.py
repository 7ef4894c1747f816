"""What was asked, what is known, checked when: the page, and the curators who keep it."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from games.content.reading import FOLDER
from games.explore.theory.models import OpenQuestion
from games.explore.theory.question_files import OpenQuestionFiles
from games.people.models import User

from ...learn.lessons.curation import shown

pytestmark = [pytest.mark.days, pytest.mark.django_db]

PAGE = "/theory/questions/"
LIST = "/admin/games/openquestion/"
FIELDS = {
    "title": "Which games are easy?",
    "slug": "easy",
    "asked": "Which conditions are enough?",
    "source": "The R1 note",
    "asked_in": "",
    "status": "open",
    "known": "Four conditions are enough.",
    "references": "A paper (2024), https://arxiv.org/abs/2410.06924",
    "still_open": "All others.",
    "checked_on": "2026-11-25",
    "state": "draft",
}


def text(page):
    return " ".join(unescape(re.sub("<[^>]*>", " ", page.content.decode())).split())


def question(**given):
    values = {**FIELDS, "asked_in": None, "state": "published", **given}
    return OpenQuestion.objects.create(**values)


def curator(*rights):
    """Somebody who may do so much with questions and nothing else."""
    user = User.objects.create_user(f"curator-{'-'.join(rights)}", is_staff=True)
    names = [f"{right}_openquestion" for right in rights]
    user.user_permissions.set(Permission.objects.filter(codename__in=names))
    browser = Client()
    browser.force_login(user)
    return browser


def ago(days):
    return timezone.localdate() - timedelta(days=days)


def test_the_page_says_what_was_asked_what_is_known_and_when_it_was_checked(visitor):
    OpenQuestionFiles.load(FOLDER)
    page = visitor.get(PAGE)
    said = text(page)
    checked = [said.count(f"Checked on {day} November 2026") for day in (25, 29, 30)]
    assert checked == [8, 2, 1]
    assert sum(checked) == OpenQuestion.objects.count()
    milley = said.partition("Is every inverse a negative?")[2].partition("Which positions")[0]
    assert milley.startswith(" Answered in part Asked in 2015")
    assert "Davies and Yadav proved in 2024" in milley
    assert "Partizan Kayles does not even hold its positions turned round" in milley
    assert 'href="https://arxiv.org/abs/2410.06924"' in page.content.decode()
    grundy = said.partition("Does Grundy's game have a period?")[2].partition("Checked on")[0]
    assert grundy.startswith(" Open Asked in 1982")
    assert "nobody has proved that there is none" in grundy
    kayles = said.partition("Kayles, when the last pin loses")[2].partition("Checked on")[0]
    assert kayles.startswith(" Answered Asked Is there an algorithm")
    assert "Still open" not in kayles


def test_the_theories_and_the_last_lesson_lead_there(client, django_user_model):
    assert f'href="{PAGE}"' in client.get("/theory/").content.decode()
    lesson = (FOLDER / "lessons/26-open-questions.yaml").read_text()
    assert f"[What is known today]({PAGE})" in lesson


def test_only_curators_see_a_draft(visitor, signed_in):
    question(slug="public", title="A public one")
    question(slug="hidden", title="A draft of ours", state="draft")
    for browser in (visitor, signed_in):
        said = text(browser.get(PAGE))
        assert "A public one" in said
        assert "A draft of ours" not in said
    seen = text(curator("view").get(PAGE))
    assert "A draft of ours Open · Draft" in seen


def test_an_empty_page_says_so(client):
    assert "There is no question here yet." in text(client.get(PAGE))


def test_a_curator_writes_a_draft_and_publishes_it(visitor):
    browser = curator("add", "change", "view")
    assert browser.post(f"{LIST}add/", FIELDS).status_code == 302
    assert "Which games are easy?" not in text(visitor.get(PAGE))
    row = OpenQuestion.objects.get()
    form = shown(browser.get(f"{LIST}{row.pk}/change/"))
    browser.post(f"{LIST}{row.pk}/change/", {**form, "state": "published", "note": "New."})
    said = text(visitor.get(PAGE))
    assert "Which games are easy? Open Asked Which conditions are enough? The R1 note" in said
    assert "Checked on 25 November 2026" in said


def test_nobody_can_have_checked_it_tomorrow():
    tomorrow = (timezone.localdate() + timedelta(days=1)).isoformat()
    page = curator("add", "view").post(f"{LIST}add/", {**FIELDS, "checked_on": tomorrow})
    assert "This day is in the future. Enter today or an earlier day." in text(page)
    assert "Which conditions are enough?" in page.content.decode()
    assert not OpenQuestion.objects.exists()


def test_what_was_checked_more_than_a_year_ago_is_flagged_to_curators_alone(visitor):
    question(slug="old", title="An old one", checked_on=ago(366))
    question(slug="new", title="A new one", checked_on=ago(365))
    browser = curator("view", "change")
    listed = text(browser.get(LIST))
    assert "1 question was checked more than a year ago. Look it up again." in listed
    old = listed.partition("An old one")[2]
    assert "Checked more than a year ago" in old
    assert listed.count("Checked more than a year ago") == 1
    stale = text(browser.get(f"{LIST}?checked=stale"))
    assert "An old one" in stale
    assert "A new one" not in stale
    fresh = text(browser.get(f"{LIST}?checked=fresh"))
    assert "A new one" in fresh
    assert "An old one" not in fresh
    assert "a year ago" not in text(visitor.get(PAGE))


def test_looking_them_up_again_takes_the_flag_away():
    rows = [question(slug=slug, checked_on=ago(900)) for slug in ("one", "two")]
    assert "Look them up again." in text(curator("view").get(LIST))
    browser = curator("view", "change")
    answer = browser.post(
        LIST,
        {"action": "checked_today", "_selected_action": [row.pk for row in rows]},
        follow=True,
    )
    assert "2 questions are marked as checked today." in text(answer)
    assert "a year ago. Look" not in text(answer)
    assert {row.checked_on for row in OpenQuestion.objects.all()} == {ago(0)}


def test_who_may_only_look_cannot_mark_them_as_checked():
    row = question(checked_on=ago(900))
    browser = curator("view")
    assert "I looked these up today" not in text(browser.get(LIST))
    browser.post(LIST, {"action": "checked_today", "_selected_action": [row.pk]})
    assert OpenQuestion.objects.get().checked_on == ago(900)
    assert Client().get(LIST).status_code == 302


def test_what_a_curator_changed_stays_when_the_files_are_loaded_again():
    OpenQuestionFiles.load(FOLDER)
    rows = OpenQuestion.objects.filter(slug="period-of-grundys-game")
    rows.update(known="Somebody found a period.", checked_on=ago(0))
    done = OpenQuestionFiles.load(FOLDER)
    assert (done.kept, done.unchanged) == (1, 10)
    assert rows.get().known == "Somebody found a period."
