"""Reports in the admin: who reads them, who answers, and who reads the answer."""

import pytest
from django.test import Client

from games.explore.theory.models import OpenQuestion
from games.people.models import User
from games.site.reports.models import Report

from ...learn.lessons.curation import staff
from ...learn.lessons.lessons import lesson, step
from ...learn.puzzles.puzzles import puzzle

pytestmark = pytest.mark.django_db
REPORTS = "/admin/games/report/"


@pytest.fixture
def nora(client):
    client.force_login(User.objects.create_user("nora"))
    return client


@pytest.fixture
def about_step(nora):
    nora.post(f"{step(lesson(), 1).get_absolute_url()}report/", {"text": "The lamp is dark."})
    return Report.objects.get(step__isnull=False)


@pytest.fixture
def about_puzzle(nora):
    nora.post(f"{puzzle().get_absolute_url()}report/", {"text": "Two moves win."})
    return Report.objects.get(puzzle__isnull=False)


def page(browser, report):
    return browser.get(f"{REPORTS}{report.pk}/change/")


def answer(browser, report, text):
    return browser.post(f"{REPORTS}{report.pk}/change/", {"answer": text})


def test_who_writes_lessons_reads_and_answers_what_is_said_of_them(nora, about_step, about_puzzle):
    curator = staff("curator", "change_lesson")
    queue = curator.get(REPORTS).content.decode()
    assert "The lamp is dark." in queue
    assert "Two moves win." not in queue
    assert page(curator, about_puzzle).status_code == 302  # not there for them
    assert "A lesson, step 1. Two and two" in page(curator, about_step).content.decode()
    assert answer(curator, about_step, "It is lit now. Thank you.").status_code == 302
    about_step.refresh_from_db()
    assert about_step.closed
    assert about_step.answered_by.username == "curator"
    own = nora.get("/me/").content.decode()
    assert "The lamp is dark." in own
    assert "It is lit now. Thank you." in own
    assert "curator" not in own
    assert nora.get("/me/export/").json()["reports"] == [
        {"text": "Two moves win.", "answer": ""},
        {"text": "The lamp is dark.", "answer": "It is lit now. Thank you."},
    ]


def test_who_makes_puzzles_answers_what_is_said_of_puzzles(about_step, about_puzzle):
    curator = staff("curator", "change_puzzle")
    assert "Two moves win." in curator.get(REPORTS).content.decode()
    assert "The lamp is dark." not in curator.get(REPORTS).content.decode()
    assert answer(curator, about_puzzle, "Both do.").status_code == 302
    assert Report.objects.get(pk=about_puzzle.pk).answer == "Both do."


def test_who_only_looks_at_lessons_answers_nothing(about_step):
    reader = staff("reader", "view_lesson")
    assert "The lamp is dark." in page(reader, about_step).content.decode()
    assert answer(reader, about_step, "No.").status_code == 403
    close = {"action": "close", "_selected_action": [about_step.pk]}
    reader.post(REPORTS, close)
    about_step.refresh_from_db()
    assert (about_step.answer, about_step.closed) == ("", False)


def test_closing_many_reaches_only_ones_own(about_step, about_puzzle):
    curator = staff("curator", "change_lesson", "view_puzzle")
    chosen = [about_step.pk, about_puzzle.pk]
    curator.post(REPORTS, {"action": "close", "_selected_action": chosen})
    assert Report.objects.get(pk=about_step.pk).closed
    assert not Report.objects.get(pk=about_puzzle.pk).closed


def test_other_staff_and_students_read_no_reports(nora, about_step):
    assert staff("helper", "view_user").get(REPORTS).status_code == 403
    assert nora.get(REPORTS).status_code == 302
    assert "Your reports" not in Client().get("/me/").content.decode()


def test_an_answer_is_taken_back_by_emptying_it(about_step, nora):
    curator = staff("curator", "change_lesson")
    answer(curator, about_step, "Never.")
    curator.post(f"{REPORTS}{about_step.pk}/change/", {"answer": ""})
    about_step.refresh_from_db()
    assert (about_step.answer, about_step.answered_by, about_step.answered_at) == ("", None, None)
    assert "No answer yet." in nora.get("/me/").content.decode()


def test_reporting_again_asks_anew(about_step, nora):
    answer(staff("curator", "change_lesson"), about_step, "It is lit.")
    nora.post(f"{about_step.step.get_absolute_url()}report/", {"text": "Dark again."})
    about_step.refresh_from_db()
    assert (about_step.text, about_step.answer, about_step.closed) == ("Dark again.", "", False)


def test_a_report_on_a_step_taken_out_of_its_lesson_can_still_be_read(about_step, nora):
    about_step.step.order = None
    about_step.step.save()
    curator = staff("curator", "change_lesson")
    assert "(no longer in the lesson)" in page(curator, about_step).content.decode()
    assert "The lamp is dark." in nora.get("/me/").content.decode()


STATEMENT = "/sources/r1-note/case-1/"


def test_who_knows_better_about_a_statement_tells_the_curators_of_theory(nora):
    page = nora.get(STATEMENT).content.decode()
    assert "Do you know better?" in page
    assert f'action="{STATEMENT}report/"' in page
    sent = nora.post(f"{STATEMENT}report/", {"text": "Proved in 1990, in a thesis."}, follow=True)
    assert "Thank you. We’ll look it up." in sent.content.decode()
    nora.post(f"{STATEMENT}report/", {"text": "Proved in 1989, in a thesis."})
    [told] = Report.objects.all()
    assert (told.page, told.text) == (STATEMENT, "Proved in 1989, in a thesis.")
    curator, author = staff("curator", "change_openquestion"), staff("author", "change_lesson")
    queue = curator.get(REPORTS).content.decode()
    assert "Proved in 1989, in a thesis." in queue
    assert f'href="{STATEMENT}"' in queue
    assert "Proved in 1989" not in author.get(REPORTS).content.decode()
    assert page_status(author, told) == 302
    assert answer(curator, told, "It says so now.").status_code == 302
    own = nora.get("/me/").content.decode()
    assert f'href="{STATEMENT}"' in own
    assert "It says so now." in own


def page_status(browser, told):
    return page(browser, told).status_code


def test_each_open_question_has_a_form_of_its_own_and_a_draft_has_none(nora):
    for slug, state in (("period", "published"), ("infinite", "published"), ("early", "draft")):
        OpenQuestion.objects.create(
            slug=slug,
            title=f"About {slug}",
            asked="Is it so?",
            source="A paper.",
            known="Nothing.",
            references="None.",
            checked_on="2026-11-25",
            state=state,
        )
    address = "/theory/questions/"
    assert nora.get(address).content.decode().count("Do you know better?") == 2
    sent = nora.post(
        f"{address}infinite/report/", {"text": "Yes: see a talk of 2026."}, follow=True
    )
    assert sent.redirect_chain == [(f"{address}?reported=infinite#infinite", 302)]
    thanked = sent.content.decode()
    assert thanked.count("Thank you. We’ll look it up.") == 1
    assert thanked.index("About infinite") < thanked.index("Thank you.")
    [told] = Report.objects.all()
    assert (told.about, told.address) == ("About infinite", f"{address}#infinite")
    assert nora.post(f"{address}early/report/", {"text": "Soon."}).status_code == 404
    refused = nora.post(f"{address}period/report/", {"text": "x" * 1001})
    assert refused.status_code == 422
    said = refused.content.decode()
    assert said.count("Say what is wrong, in 1 to 1000 characters.") == 1
    assert said.count("x" * 1001) == 1  # what was typed is still there, at its question alone
    assert Report.objects.count() == 1


@pytest.mark.parametrize("text", ["", "  ", "x" * 1001])
def test_a_report_on_a_statement_is_refused_on_its_page(nora, text):
    refused = nora.post(f"{STATEMENT}report/", {"text": text})
    assert refused.status_code == 422
    assert "Say what is wrong, in 1 to 1000 characters." in refused.content.decode()
    assert nora.post("/sources/r1-note/nothing/report/", {"text": "So."}).status_code == 404
    assert not Report.objects.exists()


@pytest.mark.parametrize("about", ["step", "puzzle", "page"])
def test_who_reported_before_and_after_signing_in_keeps_the_later_one(about):
    """The subjects that a report does not have are empty in both rows."""
    nora, before = User.objects.create_user("nora", password="a long pass phrase"), Client()
    places = {"step": lambda: step(lesson(), 1).get_absolute_url(), "page": lambda: STATEMENT}
    address = places.get(about, lambda: puzzle().get_absolute_url())()
    signed_in = Client()
    signed_in.force_login(nora)
    signed_in.post(f"{address}report/", {"text": "First."})
    before.post(f"{address}report/", {"text": "Second."})
    before.post("/accounts/login/", {"username": "nora", "password": "a long pass phrase"})
    assert [(told.text, told.user) for told in Report.objects.all()] == [("Second.", nora)]
