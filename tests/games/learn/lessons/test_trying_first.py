"""A claim is tried before it may be said that nothing breaks it."""

import pytest
from django.test import Client

from games.learn.lessons.models import StepAttempt, StepRecord

from .lessons import PREDICT, give, lesson, step

pytestmark = pytest.mark.django_db
ADDRESS = "/learn/a-lesson/1/"
HOLDS = {
    "kind": "company",
    "title": "Four and one",
    "text": "Try to break it.",
    "ruleset": "kayles",
    "position": "4",
    "convention": "misere",
    "other": "1",
    "rows": [1, 3],
    "largest": 8,
    "answer": "none",
    "hints": ["Add 2.", "Add 5."],
    "otherwise": "Try another one.",
    "after": "They are the same.",
}
BREAKS = HOLDS | {"title": "Two and one", "position": "2", "answer": "1"}


def page_of(client):
    return " ".join(client.get(ADDRESS).content.decode().split())


@pytest.mark.parametrize("written", [HOLDS, BREAKS])
def test_that_nothing_breaks_it_can_be_said_after_three_different_boards(visitor, written):
    found = step(lesson(written, PREDICT), 1)
    assert "Try 3 more boards. Then you can say" in page_of(visitor)
    assert 'name="none"' not in page_of(visitor)
    early = give(visitor, found, none="1")
    assert early.status_code == 422
    assert "First try 3 more boards." in early.content.decode()
    assert not StepAttempt.objects.exists()
    for size, left in (("4", "2 more boards"), ("4", "2 more boards"), ("5", "1 more board.")):
        give(visitor, found, row=[size])
        if written is HOLDS:
            assert f"Try {left}" in page_of(visitor)
    give(visitor, found, row=["3", "4"])
    if written is BREAKS:  # one of these broke it
        assert StepRecord.objects.get().done_at is not None
        return
    assert 'name="none"' in page_of(visitor)
    said = give(visitor, found, none="1").content.decode()
    assert "They are the same." in said
    record = StepRecord.objects.get()
    assert (record.done_at is not None, record.answer_shown) == (True, False)


def test_boards_that_were_tried_are_no_reason_to_tell_the_answer(visitor):
    found = step(lesson(HOLDS, PREDICT), 1)
    for size in "4523":
        page = give(visitor, found, row=[size]).content.decode()
        assert "It holds there." in page
        assert "Nothing breaks it." not in page
        assert "Show the answer" not in page
    page = give(visitor, found, row=["7"]).content.decode()
    assert "Show the answer" in page


def test_somebody_else_begins_anew_and_who_is_done_may_say_it_at_once(visitor):
    found = step(lesson(HOLDS, PREDICT), 1)
    for size in "458":
        give(visitor, found, row=[size])
    give(visitor, found, none="1")
    assert give(visitor, found, none="1").status_code == 200
    stranger = Client()
    assert "Try 3 more boards." in page_of(stranger)
    assert give(stranger, found, none="1").status_code == 422
