"""Templates of one's own: kept, changed, given to a colleague, used, deleted."""

from datetime import UTC, datetime
from urllib.parse import urlencode

import pytest
from django.urls import reverse

from games.teach.classes.models import Staff
from games.teach.work.models import Assignment
from games.teach.work.plans.models import Plan, PlannedAssignment, PlannedItem

from ....learn.lessons.lessons import lesson
from ..assignments import address, assignment, classroom, member, person
from ..forms import PageForm

pytestmark = [pytest.mark.days, pytest.mark.django_db]


@pytest.fixture
def teacher():
    return person("teacher")


@pytest.fixture
def colleague():
    client = person("colleague")
    classroom(client, "Her class")
    return client


@pytest.fixture
def template(teacher):
    room = classroom(teacher, "Secret class name")
    homework = assignment(room, "nim 1+2+4 misere", "kayles 4 misere", about="Take your time.")
    homework.students.add(member(room, person("eve"), "Eve Secret"))
    teacher.post(address(homework, what="template"))
    return Plan.objects.get()


def page(client, where):
    return client.get(where).content.decode()


def link(client, template):
    client.post(reverse("plans:share", args=[template.pk]), {"do": "share"})
    template.refresh_from_db()
    return reverse("plans:shared", args=[template.code])


def test_saved_it_stands_among_ones_own_with_its_positions(teacher, colleague, template):
    shown = page(teacher, "/templates/")
    assert "Homework" in shown
    assert "2 questions" in shown
    assert shown.count('class="thumbnail"') == 2
    assert "Homework" not in page(colleague, "/templates/")
    assert colleague.get(template.get_absolute_url()).status_code == 404


def test_an_assignment_is_made_from_it_after_its_first_one_is_gone(teacher, template):
    room = classroom(teacher, "8c")
    Assignment.objects.all().delete()
    response = teacher.post(template.get_absolute_url(), {"classes": [room.pk]})
    [made] = room.assignments.all()
    assert response.url.startswith(address(made, what="edit"))
    assert [item.position for item in made.items.all()] == ["1+2+4", "4"]
    assert made.about == "Take your time."


def test_renamed_what_is_made_from_it_has_the_new_name(teacher, template):
    refused = form_of(teacher, template).press(teacher, "Save", title=" ")
    assert refused.status_code == 422
    assert "Give the assignment a title." in refused.content.decode()
    form_of(teacher, template).press(teacher, "Save", title="Week 3")
    room = classroom(teacher, "8c")
    teacher.post(template.get_absolute_url(), {"classes": [room.pk]})
    assert room.assignments.get().title == "Week 3"


def test_a_link_gives_it_to_a_colleague_without_class_or_student(teacher, colleague, template):
    where = link(teacher, template)
    assert f"http://testserver{where}" in page(teacher, template.get_absolute_url())
    shown = page(colleague, where)
    assert "Homework" in shown
    assert "Take your time." in shown
    assert shown.count('class="thumbnail"') == 2
    assert "Secret" not in shown


def test_the_link_is_for_those_who_teach(client, teacher, template):
    where = link(teacher, template)
    assert client.get(where).url.startswith("/accounts/login/")
    assert person("student").get(where).status_code == 403
    assistant = person("assistant")
    Staff.objects.create(classroom=classroom(teacher), user=assistant.user, role="assistant")
    assert assistant.get(where).status_code == 403


def test_a_colleague_keeps_a_copy_or_puts_it_into_a_class_at_once(teacher, colleague, template):
    where = link(teacher, template)
    response = colleague.post(f"{where}take/")
    taken = Plan.objects.get(owner=colleague.user)
    assert response.url == taken.get_absolute_url()
    assert taken.code is None
    room = Staff.objects.get(user=colleague.user).classroom
    colleague.post(where, {"classes": [room.pk]})
    assert room.assignments.get().items.count() == 2
    teacher.post(reverse("plans:delete", args=[template.pk]))
    assert Plan.objects.get() == taken
    assert "2 questions" in page(colleague, "/templates/")


def test_a_link_that_was_withdrawn_opens_nothing_and_another_one_is_new(
    teacher, colleague, template
):
    where = link(teacher, template)
    assert link(teacher, template) == where
    teacher.post(reverse("plans:share", args=[template.pk]), {"do": "withdraw"})
    for method in (colleague.get, colleague.post):
        assert method(where).status_code == 404
    assert colleague.post(f"{where}take/").status_code == 404
    assert link(teacher, template) != where
    assert colleague.get(where).status_code == 404


def test_deleted_what_was_made_from_it_stays(teacher, template):
    assert "Assignments made" in page(teacher, template.get_absolute_url())
    response = teacher.post(reverse("plans:delete", args=[template.pk]))
    assert "The template is deleted." in page(teacher, response.url)
    assert not PlannedAssignment.objects.exists()
    assert Assignment.objects.count() == 1


def test_it_stands_in_the_file_of_ones_own_data_and_goes_with_the_account(teacher, template):
    [entry] = teacher.get("/me/export/").json()["templates"]
    assert entry["title"] == "Homework"
    assert entry["items"] == ["nim 1+2+4", "kayles 4"]
    assert entry["shared"] is False
    teacher.user.staffed.all().delete()
    teacher.post("/me/delete/", {"password": "correct horse battery"})
    assert not Plan.objects.exists()


def form_of(client, template):
    """The page on which a template is written, as a browser without scripts fills it in."""
    return PageForm(client.get(reverse("plans:edit", args=[template.pk])), "writing")


def test_a_template_is_written_on_the_page_of_assignments_and_set_in_another_class(
    teacher, template
):
    assert reverse("plans:edit", args=[template.pk]) in page(teacher, template.get_absolute_url())
    typed = {"lines": "nim 3+5+6 normal who\nnim 2+2 misere move"}
    refused = form_of(teacher, template).press(teacher, "Add these", **typed)
    assert refused.status_code == 422
    assert "1 position added." in refused.content.decode()
    assert 'name="lines" rows="5"' in refused.content.decode()
    form_of(teacher, template).press(teacher, "Up: question 3")
    days = {"opens_day": "0", "opens_time": "08:00", "due_day": "7", "due_time": "18:30"}
    saved = form_of(teacher, template).press(
        teacher, "Save", title="Week 3", minutes="", hints=[], **days
    )
    assert "Saved." in page(teacher, saved.url)
    room = classroom(teacher, "8c")
    room.time_zone = "Europe/Berlin"
    room.save()
    asked = {"classes": [room.pk], "dates": "start", "start": "2026-10-19"}
    assert "Mon 26 Oct 2026, 18:30" in page(
        teacher, f"{template.get_absolute_url()}?foresee=1&{urlencode(asked, doseq=True)}"
    )
    teacher.post(template.get_absolute_url(), asked)
    made = room.assignments.get()
    assert (made.title, made.hints, made.about) == ("Week 3", False, "Take your time.")
    assert [item.position for item in made.items.all()] == ["1+2+4", "3+5+6", "4"]
    # The clocks go back on 25 October: half past six is an hour later by the world's clock.
    assert made.opens_at == datetime(2026, 10, 19, 6, tzinfo=UTC)
    assert made.due_at == datetime(2026, 10, 26, 17, 30, tzinfo=UTC)
    assert not Assignment.objects.get(title="Homework").items.filter(position="3+5+6").exists()
    assert "Week 3" in page(teacher, "/templates/")


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ({"opens_day": "9", "due_day": "4"}, "The due time must be after the opening time."),
        ({"due_day": "4", "closes_day": "2"}, "It closes before it is due."),
        ({"due_day": "9999"}, "less than or equal to 3650"),
        ({"due_time": "noon"}, "Write a time such as 08:00."),
    ],
)
def test_settings_that_cannot_be_are_refused_beside_their_field(teacher, template, typed, problem):
    before = PlannedAssignment.objects.values().get()
    refused = form_of(teacher, template).press(teacher, "Save", **typed)
    assert refused.status_code == 422
    assert problem in refused.content.decode()
    assert PlannedAssignment.objects.values().get() == before


def test_a_test_without_a_class_holds_no_lesson_and_needs_no_dates(teacher, template):
    form = form_of(teacher, template)
    assert form.press(teacher, "Save", mode="check", minutes="20").status_code == 302
    refused = form_of(teacher, template).press(teacher, "Add", lesson=str(lesson().pk))
    assert "A test cannot hold lessons" in refused.content.decode()
    assert template.planned[0].items.count() == 2


def test_nobody_else_reads_or_writes_a_template(teacher, colleague, template):
    sent = form_of(teacher, template)
    link(teacher, template)
    before = list(Plan.objects.values()), list(PlannedItem.objects.values())
    assert colleague.get(reverse("plans:edit", args=[template.pk])).status_code == 404
    for words in sent.buttons:
        refused = sent.press(colleague, words, lines="nim 3+5+6 normal who", title="Mine")
        assert refused.status_code == 404, words
    assert (list(Plan.objects.values()), list(PlannedItem.objects.values())) == before


def test_two_who_write_a_template_at_once_are_told(teacher, template):
    first, second = form_of(teacher, template), form_of(teacher, template)
    first.press(teacher, "Save", title="First")
    refused = second.press(teacher, "Save", title="Second")
    assert refused.status_code == 409
    assert "Somebody saved this page while you were writing." in refused.content.decode()
    assert Plan.objects.get().title == "First"
