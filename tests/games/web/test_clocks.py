"""A clock says until when something lasts, and how long that is by the clock of the server."""

from datetime import timedelta

from django.template.loader import render_to_string
from django.utils import timezone


def clock(left):
    ends = timezone.now() + left
    return render_to_string("web/clock.html", {"what": "Round", "ends": ends}), ends


def test_a_clock_says_how_many_seconds_are_left():
    page, ends = clock(timedelta(seconds=20))
    assert "Round until" in page
    assert f"{timezone.localtime(ends):%H:%M:%S}" in page
    assert 'data-seconds-left="20.0"' in page or 'data-seconds-left="19.9"' in page


def test_of_a_time_that_is_over_nothing_is_left():
    assert 'data-seconds-left="0.0"' in clock(-timedelta(seconds=3))[0]
