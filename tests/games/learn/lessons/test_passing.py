"""What the site and the docs say of who passes the tests is what is measured today."""

import json
from pathlib import Path

import pytest
from django.urls import reverse

from games.learn.lessons.models import Lesson, Track
from games.learn.taking_tests.examining import TABLE, measured
from tests.bench.taken_tests import BEGIN, END, as_markdown
from tests.bench.taken_tests import measured as measured_again
from tests.guessers import taken_tests

DOCS = Path(__file__).parents[4] / "docs" / "coverage.md"


def test_every_test_and_checkpoint_is_in_the_table_in_the_order_of_the_course():
    assert [(one.kind, one.slug) for one in measured()] == [
        (str(kind), slug) for kind, slug, _ in taken_tests()
    ]


@pytest.mark.parametrize("slug", ["one-more", "marienbad", "nim"])
def test_the_table_is_what_is_measured_today(slug):
    [taken] = [one for one in taken_tests() if one[1] == slug]
    [kept] = [row for row in json.loads(TABLE.read_text(encoding="utf-8")) if row["slug"] == slug]
    assert measured_again(*taken) == kept


def test_the_docs_have_the_same_table():
    rows = json.loads(TABLE.read_text(encoding="utf-8"))
    told = DOCS.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0]
    assert told.strip() == as_markdown(rows).strip()


@pytest.mark.django_db
def test_a_teacher_reads_how_often_a_test_is_passed_by_who_forgets_the_ending(client):
    nim = Track.objects.create(slug="nim", order=1, title="Nim")
    published = {"track": nim, "state": Lesson.State.PUBLISHED}
    Lesson.objects.create(slug="marienbad", number=8, title="Marienbad", **published)
    Lesson.objects.create(slug="drawn-by-us", number=9, title="Our own", **published)
    page = client.get(reverse("teach:tests")).content.decode()
    [marienbad] = [one for one in measured() if one.slug == "marienbad"]
    row = page.partition("8. Marienbad")[2].partition("</tr>")[0]
    cells = [cell.partition("</td>")[0] for cell in row.split("<td>")[1:]]
    assert cells == marienbad.shares
    assert cells[2] == "0.0\u00a0%"
    assert "Checkpoint: Nim" in page
    assert "Our own" not in page  # nobody has measured the lesson of a site
    assert f'href="{reverse("teach:tests")}"' in client.get(reverse("teach:teach")).content.decode()
    [harbors] = [one for one in measured() if one.slug == "safe-harbors"]
    assert harbors.shares[2] == ""
