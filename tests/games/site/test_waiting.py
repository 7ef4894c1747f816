"""What waits for a curator stands first in the admin, and each line leads to just that list."""

import re

import pytest
from django.utils import timezone

from games.explore.theory.models import CHECK_AGAIN, OpenQuestion
from games.people.models import User
from games.site.reports.models import Report

from ..learn.lessons.curation import staff
from ..learn.lessons.lessons import TELL, lesson

pytestmark = pytest.mark.django_db


def waiting(client):
    """The lines of the list on the first page: their words, and where each leads."""
    page = client.get("/admin/").content.decode()
    _, _, rest = page.partition('<h2 id="waiting">')
    found = re.findall('<a href="([^"]+)">([^<]+)</a>', rest.partition("</section>")[0])
    return {words: url.replace("&amp;", "&") for url, words in found}


@pytest.fixture(autouse=True)
def _content():
    lesson(TELL, slug="begun", state="draft")
    live = lesson(TELL, slug="live", number=2)
    fields = {"asked": "?", "source": "x", "known": "x", "references": "x"}
    long_ago = timezone.localdate() - CHECK_AGAIN * 2
    for slug in ("old", "older"):
        OpenQuestion.objects.create(
            slug=slug, title=slug, checked_on=long_ago, state="published", **fields
        )
    student = User.objects.create_user("student")
    for text, closed in (("The board is blank.", False), ("Thank you.", True)):
        step = live.live_steps[0]
        Report.objects.create(
            step=None if closed else step,
            page="/x/" if closed else "",
            text=text,
            user=student,
            closed=closed,
        )


def test_each_line_leads_to_what_waits():
    curator = staff("curator", "view_lesson", "change_lesson", "view_openquestion")
    found = waiting(curator)
    assert list(found) == ["1 open report", "1 draft lesson", "2 questions to look up again"]
    listed = {words: curator.get(url).content.decode() for words, url in found.items()}
    assert "The board is blank." in listed["1 open report"]
    assert "Thank you." not in listed["1 open report"]
    assert listed["1 draft lesson"].count('name="_selected_action"') <= 1
    assert "1 lesson" in listed["1 draft lesson"]
    assert "2 open questions" in listed["2 questions to look up again"]


def test_a_person_sees_only_what_is_theirs_to_do():
    assert list(waiting(staff("theorist", "view_openquestion"))) == ["2 questions to look up again"]
    assert waiting(staff("librarian", "view_track")) == {}


def test_what_is_done_waits_no_longer():
    curator = staff("curator", "view_lesson", "change_lesson", "view_openquestion")
    Report.objects.update(closed=True)
    OpenQuestion.objects.update(checked_on=timezone.localdate())
    assert list(waiting(curator)) == ["1 draft lesson"]
