"""Making an assignment: only the fields that its kind has, its end from its due time, and several
drafts published at once."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.teach.classes.models import Membership
from games.teach.work.models import Assignment

from .assignments import address, assignment, person

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


@pytest.fixture
def now():
    return timezone.now().replace(second=0, microsecond=0)


def text(client, url):
    return " ".join(client.get(url).content.decode().split())


def on_the_clock(at):
    return timezone.localtime(at).strftime("%Y-%m-%dT%H:%M")


def settings(teacher, draft, **typed):
    given = {"title": "Week 1", "mode": "practice", "weight": "1"} | typed
    return teacher.post(address(draft, what="settings"), given, follow=True)


def test_a_test_closes_when_it_is_due_unless_a_time_is_written(teacher, ann, room, now):
    draft = assignment(room, "nim 1+2+4 misere", publish=False)
    due = now + DAY
    page = settings(teacher, draft, mode="check", due_at=on_the_clock(due))
    assert page.status_code == 200
    draft.refresh_from_db()
    assert (draft.due_at, draft.closes_at) == (due, due)
    assert page.content.decode().count(on_the_clock(due)) == 2
    settings(
        teacher, draft, mode="check", due_at=on_the_clock(due), closes_at=on_the_clock(due + DAY)
    )
    draft.refresh_from_db()
    assert draft.closes_at == due + DAY
    settings(teacher, draft, due_at=on_the_clock(due))
    draft.refresh_from_db()
    assert (draft.mode, draft.closes_at) == ("practice", None)


def test_what_the_kind_does_not_have_is_marked_for_hiding_and_never_refused(teacher, room, now):
    draft = assignment(room, publish=False, choice_tries="100, 50, 0")
    page = text(teacher, address(draft, what="edit"))
    for tag, mode, names in (
        ("div", "practice", ("keeps", "hint_cost", "choice_tries", "other_tries")),
        ("span", "practice", ("hints",)),
        ("span", "check", ("minutes",)),
    ):
        parts = page.split(f'<{tag} data-mode="{mode}">')[1:]
        for name, part in zip(names, parts, strict=False):
            assert f'name="{name}"' in part.split(f"</{tag}>")[0]
    assert page.count("<div data-mode=") == 4
    unseen = {"minutes": "30", "choice_tries": "100, 25"}
    settings(teacher, draft, **unseen)
    draft.refresh_from_db()
    assert (draft.minutes, draft.choice_tries) == (None, "100, 25")
    due = on_the_clock(now + DAY)
    saved = settings(teacher, draft, mode="check", minutes="30", choice_tries="all", due_at=due)
    assert saved.status_code == 200
    draft.refresh_from_db()
    assert (draft.mode, draft.minutes, draft.choice_tries) == ("check", 30, "100, 25")


def test_several_drafts_are_published_at_once_and_each_opens_on_its_day(teacher, ann, room, now):
    for number, opens in ((1, None), (2, now + 7 * DAY), (3, now + 14 * DAY)):
        draft = assignment(room, publish=False, opens_at=opens)
        Assignment.objects.filter(pk=draft.pk).update(title=f"Week {number}")
    Assignment.objects.create(classroom=room, title="Empty")
    assert "Publish 4 drafts" in text(teacher, f"/classes/{room.pk}/")
    url = f"/classes/{room.pk}/assignments/drafts/"
    page = text(teacher, url)
    assert page.index("Week 1") < page.index("Week 2") < page.index("Week 3")
    assert "Add a position, a set or a lesson first." in page
    weeks = Assignment.objects.filter(title__startswith="Week")
    keys = [str(key) for key in weeks.values_list("pk", flat=True)]
    for again in range(2):
        done = teacher.post(url, {"draft": keys}, follow=True)
        assert "Students see each assignment as soon as it opens." in done.content.decode(), again
    assert weeks.exclude(published_at=None).count() == 3
    listed = text(ann, "/assignments/")
    assert "Week 1" in listed
    assert "Week 2" not in listed
    weeks.filter(title="Week 2").update(opens_at=now - HOUR)
    assert "Week 2" in text(ann, "/assignments/")
    assert "Publish 1 draft" not in text(teacher, f"/classes/{room.pk}/")


def test_all_ticked_drafts_are_published_or_none(teacher, room, now):
    good = assignment(room, publish=False)
    over = assignment(room, publish=False, closes_at=now - HOUR)
    Assignment.objects.filter(pk=over.pk).update(title="Last year")
    url = f"/classes/{room.pk}/assignments/drafts/"
    refused = teacher.post(url, {"draft": [str(good.pk), str(over.pk)]})
    assert refused.status_code == 422
    assert "“Last year”: Its closing time, " in refused.content.decode()
    assert not Assignment.objects.exclude(published_at=None).exists()
    assert "Tick a draft first." in teacher.post(url).content.decode()
    stranger = person("stranger")
    assert stranger.post(url, {"draft": str(good.pk)}).status_code == 404


def test_before_the_start_a_test_says_the_smaller_of_both_limits_and_after_it_the_result(
    teacher, ann, room, now
):
    closes = timezone.now() + timedelta(minutes=5, seconds=10)
    work = assignment(room, "nim 1+2+4 misere", mode="check", minutes=20, closes_at=closes)
    assert "It closes in 5 minutes, so you have 5 minutes, not 20." in text(ann, address(work))
    ann.post(address(work, what="start"))
    assert "5 minutes are left" in text(ann, address(work, 1))
    Membership.objects.update(joined_at=now - DAY)
    Assignment.objects.update(closes_at=timezone.now() - timedelta(minutes=1))
    shown = text(ann, address(work))
    assert "Closed " in shown
    assert "You got 0 of 1 points." in shown, shown[shown.index("<h1") :][:1500]
    assert "left" not in shown.partition("<main")[2].partition("</main>")[0]


def test_refused_lines_keep_their_reasons_beside_them_whatever_button_is_pressed(teacher, room):
    draft = assignment(room, publish=False)
    lines = "kayles 9 misere\nchess 1+2\nnim 1+x"
    for button in ("settings", "lines", "publish"):
        given = {"title": "Week 1", "mode": "practice", "weight": "1", "lines": lines}
        page = teacher.post(address(draft, what=button), given, follow=True).content.decode()
        assert "chess" in page.partition("</textarea>")[2], button
        assert page.partition("</textarea>")[2].count('class="problem"') >= 1, button
