"""The days on which somebody practised."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.people.models import User
from games.play.models import Match
from games.questions.practice import calendar

from ..play.games import start

pytestmark = [pytest.mark.days, pytest.mark.django_db]


def test_days_are_those_of_the_zone_one_is_in():
    user = User.objects.create_user("ann")
    start(Client(), position="1+2")
    midday = datetime.now(UTC).replace(hour=12, minute=0) - timedelta(days=3)
    Match.objects.update(user=user, visitor=None, created_at=midday)

    def days():
        return [day.date for day in calendar(user, 10).days if day.practised]

    assert days() == [midday.date()]
    with timezone.override("Pacific/Kiritimati"):  # 14 hours ahead
        assert days() == [midday.date() + timedelta(days=1)]
    assert days() == [midday.date()]
