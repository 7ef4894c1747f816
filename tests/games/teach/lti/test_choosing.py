"""Deep linking: what an instructor chooses is what the course opens, for everybody."""

import re
from datetime import UTC, datetime
from html import unescape

import jwt
import pytest
import requests
from django.test import Client

from games.teach.work.models import Assignment
from games.teach.work.plans.plan_files import PlanFiles
from games.teach.work.windows import SectionTimes

from ...learn.lessons.lessons import lesson
from ...learn.puzzles.puzzles import puzzle
from ..work.assignments import address, assignment
from ..work.plans.unit import written
from .launches import linked, open_, words

pytestmark = pytest.mark.django_db


def form_in(response):
    page = response.content.decode()
    return (
        unescape(re.search(r'<form method="post" action="([^"]+)"', page)[1]),
        re.search(r'name="JWT" value="([^"]+)"', page)[1],
    )


def choose(client, platform, what):
    """Choose and send it; what the platform has been told."""
    to = open_(client, platform, "ada", deep=True).headers["Location"]
    assert to.endswith("/choose/")
    response = client.post(to, {"what": what})
    where, said = form_in(response)
    assert where == f"{platform.url}/chosen"
    assert requests.post(where, {"JWT": said}, timeout=10).ok
    return platform.chosen, response


def test_an_assignment_is_chosen_and_opens_for_a_student(platform, ada, mia, room):
    work = assignment(room)
    to = open_(ada, platform, "ada", deep=True).headers["Location"]
    page = ada.get(to).content.decode()
    assert "Assignments of this class" in page
    assert "Homework" in page
    [item], response = choose(ada, platform, f"assignment {work.pk}")
    assert "The course will open “Homework”. It gets a column for 2 points." in words(response)
    assert item["type"] == "ltiResourceLink"
    assert item["title"] == "Homework"
    assert item["url"] == f"http://testserver{address(work)}"
    assert item["lineItem"] == {
        "scoreMaximum": 2,
        "label": "Homework",
        "resourceId": str(work.pk),
    }
    opened = open_(mia, platform, "mia", item["url"])
    assert opened.headers["Location"] == address(work)


def test_a_lesson_and_a_set_are_chosen(platform, ada, mia, room):
    from games.learn.puzzles.models import PuzzleSet

    taught = lesson()
    some = PuzzleSet.objects.create(state="published", slug="a-set", title="A set", note="One.")
    some.items.create(puzzle=puzzle(position="1+2+3+5"))
    for what, opened in ((f"lesson {taught.slug}", taught), ("set a-set", some)):
        [item], response = choose(ada, platform, what)
        assert "lineItem" not in item
        assert item["title"] == opened.title
        assert "column" not in words(response)
        to = open_(mia, platform, "mia", item["url"]).headers["Location"]
        assert to == opened.get_absolute_url()
        assert mia.get(to).status_code == 200


def test_several_are_chosen_at_once_and_found_by_their_words(platform, ada, mia, room):
    """Two assignments and a lesson in one go; what was ticked stays while one searches."""
    works = [assignment(room) for _ in range(2)]
    for number, work in enumerate(works, 1):
        type(work).objects.filter(pk=work.pk).update(title=f"Week {number}")
    lesson()
    to = open_(ada, platform, "ada", deep=True).headers["Location"]
    first, second = (f"assignment {work.pk}" for work in works)
    page = ada.post(to, {"search": "LESSON", "what": [first], "find": "1"})
    assert page.status_code == 200
    offered = dict(re.findall(r'name="what" value="([^"]+)"( checked)?', page.content.decode()))
    assert offered == {first: " checked", "lesson a-lesson": ""}
    none = ada.post(to, {"search": "nothing like it", "find": "1"})
    assert "Nothing has these words." in words(none)
    response = ada.post(to, {"what": [first, second, "lesson a-lesson"], "search": "lesson"})
    assert "Add them to the course" in words(response)
    where, said = form_in(response)
    assert requests.post(where, {"JWT": said}, timeout=10).ok
    assert [item["title"] for item in platform.chosen][:2] == ["Week 1", "Week 2"]
    assert [item["lineItem"]["resourceId"] for item in platform.chosen[:2]] == [
        str(work.pk) for work in works
    ]
    assert "lineItem" not in platform.chosen[2]
    opened = open_(mia, platform, "mia", platform.chosen[1]["url"])
    assert opened.headers["Location"] == address(works[1])


def test_a_platform_that_takes_one_gets_one(platform, ada, room):
    works = [assignment(room) for _ in range(2)]
    platform.takes_several = False
    to = open_(ada, platform, "ada", deep=True).headers["Location"]
    assert "Moodle takes one at a time here." in words(ada.get(to))
    refused = ada.post(to, {"what": [f"assignment {work.pk}" for work in works]})
    assert refused.status_code == 422
    assert "Moodle takes one at a time here, and you chose 2." in words(refused)
    assert "JWT" not in refused.content.decode()
    assert "Choose something." in words(ada.post(to, {"search": ""}))


@pytest.fixture
def unit(tmp_path):
    PlanFiles.load(written(tmp_path))


def test_a_unit_plan_is_added_in_one_go(platform, ada, mia, room, unit):
    """Found by its words, it becomes drafts of the class and as many activities, each with its own
    column and times. A student sees an assignment once it is published."""
    type(room).objects.filter(pk=room.pk).update(time_zone="Europe/Berlin")
    to = open_(ada, platform, "ada", deep=True).headers["Location"]
    found = ada.post(to, {"search": "a UNIT assignments", "find": "1", "first": "2030-01-07"})
    offered = re.findall(r'name="what" value="([^"]+)"', found.content.decode())
    assert offered == ["plan a-unit"]
    assert "A unit: 2 assignments" in words(found)
    assert 'value="2030-01-07"' in found.content.decode()
    assert not Assignment.objects.exists()

    chosen = ada.post(to, {"what": "plan a-unit", "first": "2030-01-07"})
    said = words(chosen)
    assert "The course will open 2 activities." in said
    assert "Week one a column for 2 points opens Mon 7 Jan 2030, 08:00 due Fri 11 Jan" in said
    assert "2 of them are drafts of Algebra 1 . Students see nothing until you publish." in said
    where, form = form_in(chosen)
    assert requests.post(where, {"JWT": form}, timeout=10).ok
    works = list(Assignment.objects.order_by("opens_at"))
    assert [work.classroom for work in works] == [room, room]
    first, second = platform.chosen
    assert [first["title"], second["title"]] == ["Week one", "A check"]
    assert [one["url"] for one in platform.chosen] == [
        f"http://testserver{address(work)}" for work in works
    ]
    assert [one["lineItem"]["resourceId"] for one in platform.chosen] == [
        str(work.pk) for work in works
    ]
    assert first["available"] == {"startDateTime": "2030-01-07T07:00:00+00:00"}
    assert first["submission"] == {"endDateTime": "2030-01-11T19:00:00+00:00"}
    # A test without a due time ends when it closes. Its answers can be read there afterwards.
    assert second["available"] == {"startDateTime": "2030-01-14T07:00:00+00:00"}
    assert second["submission"] == {"endDateTime": "2030-01-18T11:30:00+00:00"}

    Assignment.objects.filter(pk=works[0].pk).update(
        published_at=datetime.now(UTC), opens_at=datetime(2020, 1, 1, tzinfo=UTC)
    )
    to = open_(mia, platform, "mia", first["url"]).headers["Location"]
    assert mia.get(to).status_code == 200
    hidden = open_(mia, platform, "mia", second["url"], link="link-2").headers["Location"]
    assert mia.get(hidden).status_code == 404


def test_another_first_day_moves_the_drafts_and_makes_no_second_ones(platform, ada, room, unit):
    to = open_(ada, platform, "ada", deep=True).headers["Location"]
    for day in ("2030-01-07", "2030-02-04", ""):
        assert ada.post(to, {"what": "plan a-unit", "first": day}).status_code == 200
        assert [bool(one.opens_at) for one in Assignment.objects.all()] == [bool(day)] * 2
    assert ada.post(to, {"what": "plan a-unit", "first": "2030-02-04"}).status_code == 200
    assert Assignment.objects.earliest("opens_at").opens_at.date().isoformat() == "2030-02-04"
    # A draft that was published in between keeps its times.
    Assignment.objects.update(published_at=datetime.now(UTC))
    ada.post(to, {"what": "plan a-unit", "first": "2030-01-07"})
    assert Assignment.objects.earliest("opens_at").opens_at.date().isoformat() == "2030-02-04"
    assert Assignment.objects.count() == 2


def test_the_drafts_of_an_earlier_launch_are_offered_until_one_is_published(
    platform, ada, room, unit
):
    to = open_(ada, platform, "ada", deep=True).headers["Location"]
    chosen = ada.post(to, {"what": "plan a-unit", "first": "2030-01-07"})
    assert "2 of them are drafts of Algebra 1 . Students" in words(chosen)
    made = set(Assignment.objects.values_list("pk", flat=True))
    times = sorted(Assignment.objects.values_list("opens_at", flat=True))

    again = open_(ada, platform, "ada", deep=True).headers["Location"]
    offered = ada.post(again, {"what": "plan a-unit", "first": ""})
    assert "2 of them are drafts of Algebra 1 already." in words(offered)
    assert set(Assignment.objects.values_list("pk", flat=True)) == made
    assert sorted(Assignment.objects.values_list("opens_at", flat=True)) == times
    ada.post(again, {"what": "plan a-unit", "first": "2030-02-04"})
    assert Assignment.objects.earliest("opens_at").opens_at.date().isoformat() == "2030-02-04"

    Assignment.objects.filter(title="Week one").update(published_at=datetime.now(UTC))
    once_more = open_(ada, platform, "ada", deep=True).headers["Location"]
    for _ in range(2):
        ada.post(once_more, {"what": "plan a-unit", "first": "2031-01-06"})
    assert Assignment.objects.count() == 4
    assert Assignment.objects.earliest("opens_at").opens_at.date().isoformat() == "2030-02-04"


@pytest.mark.parametrize("day", ["soon", "1066-10-14"])
def test_a_plan_with_a_wrong_first_day_is_refused_and_stays_chosen(platform, ada, room, unit, day):
    to = open_(ada, platform, "ada", deep=True).headers["Location"]
    refused = ada.post(to, {"what": "plan a-unit", "first": day})
    assert refused.status_code == 422
    assert not Assignment.objects.exists()
    assert 'value="plan a-unit" checked' in refused.content.decode()
    said = "Write the day like this" if day == "soon" else "Choose a day between 2000 and 2099."
    assert said in words(refused)


def test_a_platform_that_takes_one_is_offered_no_plan(platform, ada, room, unit):
    platform.takes_several = False
    to = open_(ada, platform, "ada", deep=True).headers["Location"]
    assert "plan a-unit" not in ada.get(to).content.decode()
    assert ada.post(to, {"what": "plan a-unit"}).status_code == 422
    assert not Assignment.objects.exists()


def test_no_times_are_told_where_a_section_has_its_own(platform, ada, room):
    work = assignment(room, due_at=datetime(2030, 1, 7, tzinfo=UTC))
    [item], _ = choose(ada, platform, f"assignment {work.pk}")
    assert item["submission"] == {"endDateTime": "2030-01-07T00:00:00+00:00"}
    section = room.sections.create(name="A")
    own = datetime(2030, 1, 9, tzinfo=UTC)
    SectionTimes.objects.create(assignment=work, section=section, due_at=own)
    [item], _ = choose(ada, platform, f"assignment {work.pk}")
    assert "submission" not in item


def test_what_the_platform_gave_comes_back_and_the_message_is_signed_for_it(platform, ada, room):
    lesson()
    to = open_(ada, platform, "ada", deep=True).headers["Location"]
    _, said = form_in(ada.post(to, {"what": "lesson a-lesson"}))
    told = jwt.decode(said, options={"verify_signature": False})
    assert told["aud"] == [platform.url]
    assert told["iss"] == platform.client_id
    assert told["https://purl.imsglobal.org/spec/lti-dl/claim/data"] == {"csrf": "abc"}
    assert told["https://purl.imsglobal.org/spec/lti/claim/deployment_id"] == "1"


def test_the_page_may_send_its_form_to_the_platform_alone(platform, ada, room):
    lesson()
    to = open_(ada, platform, "ada", deep=True).headers["Location"]
    chosen = ada.post(to, {"what": "lesson a-lesson"})
    assert f"form-action 'self' {platform.url};" in chosen.headers["Content-Security-Policy"] + ";"
    assert platform.url not in ada.get("/learn/").headers["Content-Security-Policy"]


def test_choosing_in_a_new_course_first_asks_for_its_class(platform, ada):
    response = open_(ada, platform, "ada", deep=True)
    assert response.headers["Location"].endswith("/class/")
    response = ada.post(response.headers["Location"], {"classroom": "new"})
    assert response.headers["Location"].endswith("/choose/")


def test_a_student_does_not_choose(platform, ada, mia, room):
    to = open_(mia, platform, "mia", deep=True).headers["Location"]
    refused = mia.get(to)
    assert refused.status_code == 403
    assert "Only an instructor of the course can do this." in words(refused)


def test_nothing_of_another_class_can_be_chosen(platform, ada, room):
    other = linked(Client(), platform, context="course-8", title="Algebra 2").classroom
    theirs = assignment(other)
    to = open_(ada, platform, "ada", deep=True).headers["Location"]
    assert str(theirs.pk) not in ada.get(to).content.decode()
    refused = ada.post(to, {"what": f"assignment {theirs.pk}"})
    assert refused.status_code == 422
    assert "JWT" not in refused.content.decode()


def test_the_address_of_a_choice_cannot_be_opened_from_an_activity(platform, ada, room):
    to = open_(ada, platform, "ada").headers["Location"]
    assert to == f"/classes/{room.pk}/"
    from games.teach.lti.models import Handshake

    last = Handshake.objects.order_by("-begun_at").first()
    assert "Begin again in your course." in words(ada.get(f"/lti/{last.pk}/choose/"))
